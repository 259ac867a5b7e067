/*
 * blockmask.h - what an indexer learns from one HTML page
 *
 * blockmask takes the bytes of one HTML page and splits its text into blocks with byte ranges. For each block it tells
 * whether it is content or template (navigation, advertising, footers), its search field and its term weight in a
 * ranking. It also finds links, structure, reader comments, records, and a fingerprint for detecting near-duplicates.
 *
 * Most programs need five functions:
 *
 *     #include <blockmask.h>
 *     #include <stdio.h>
 *
 *     int main(void)
 *     {
 *         const char html[] = "<nav><a href=/>Home</a></nav>"
 *                             "<p>Rain fell on the city for the third day, and the river rose.";
 *         blockmask_analyzer *analyzer;
 *         const blockmask_document *document;
 *         blockmask_table blocks;
 *         const char *text;
 *         size_t length, i;
 *
 *         if (blockmask_create_analyzer(NULL, &analyzer) != BLOCKMASK_OK)
 *             return 1;
 *         if (blockmask_analyze(analyzer, html, sizeof(html) - 1, NULL, &document) == BLOCKMASK_OK &&
 *             blockmask_get_blocks(document, &blocks) == BLOCKMASK_OK &&
 *             blockmask_get_text(document, &text, &length) == BLOCKMASK_OK) {
 *             for (i = 0; i < blocks.count; i++) {
 *                 const blockmask_block *block = BLOCKMASK_AT(blockmask_block, blocks, i);
 *                 printf("%u-%u %s %.*s\n", (unsigned)block->source_start, (unsigned)block->source_end,
 *                        block->is_template ? "template" : "main", (int)(block->text_end - block->text_start),
 *                        text + block->text_start);
 *             }
 *         }
 *         blockmask_free_analyzer(analyzer);
 *         return 0;
 *     }
 *
 *     cc program.c $(pkg-config --cflags --libs blockmask) -Wl,-rpath,$(pkg-config --variable=libdir blockmask)
 *
 * (The -rpath is not needed where the loader finds the library anyway: in /usr/lib, or after ldconfig.)
 *
 * After these five functions, the header describes what is computed for every page: options, blocks, the page as a whole,
 * tables, structure; then what is computed on request: rendered texts, strings, facts, fingerprints; then
 * documents that outlive the next page, sites, and Arrow. blockmask_search.h has passages and the cells of tables,
 * blockmask_tree.h the tree and selectors, blockmask_experimental.h the published methods.
 *
 * Rules for all functions:
 *
 * - A pointer argument is NULL or points to as much memory as its type or its length says, which no other thread changes
 *   during the call. Where NULL has no meaning, the status is BLOCKMASK_BAD_POINTER.
 * - An analyzer, a document or a site is valid until it is freed. One thread at a time may use an analyzer or a site:
 *   a call that finds another thread inside returns BLOCKMASK_BUSY. Any number of threads may read a document.
 * - Results belong to the document or the analyzer that they come from, unless the function says that the caller owns
 *   them.
 * - Structs grow at their ends, so that programs run with newer libraries. A struct that the caller passes in begins with
 *   the field size, which the caller sets to sizeof the struct; fields beyond it have their defaults. If it is larger than
 *   the library's, what the library does not know must be zero, or the status is BLOCKMASK_BAD_STRUCT_SIZE. Structs that
 *   the library makes may be longer than in this header: a table has the distance from row to row. Only blockmask_table
 *   itself never grows.
 * - Roles, kinds, flags and other numbers are open sets: a newer library may return numbers that this header does not list.
 * - The library makes no callbacks, prints nothing, reads no file and no environment variable, starts no thread, and
 *   never ends the process because of a page. (For the last, programs that are linked statically with musl need the
 *   linker option --eh-frame-hdr.) It needs little stack, whose size does not depend on the page.
 * - Equal bytes and options give equal results on every machine, except for the memory in use.
 *
 * On Windows, programs that link the static library define BLOCKMASK_STATIC.
 *
 * This file is generated from the source of the library.
 */

#ifndef BLOCKMASK_H
#define BLOCKMASK_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && !defined(BLOCKMASK_STATIC)
#if defined(BLOCKMASK_BUILD)
#define BLOCKMASK_API __declspec(dllexport)
#else
#define BLOCKMASK_API __declspec(dllimport)
#endif
#elif !defined(_WIN32) && defined(__GNUC__)
#define BLOCKMASK_API __attribute__((visibility("default")))
#else
#define BLOCKMASK_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Analyzes pages. */
typedef struct blockmask_analyzer blockmask_analyzer;
/* The result for one page. */
typedef struct blockmask_document blockmask_document;
/* Statistics over the pages of a site. */
typedef struct blockmask_site blockmask_site;
/* A flag that signal handlers and other threads set, such as a volatile sig_atomic_t. */
typedef volatile int blockmask_flag;
struct blockmask_hints;
struct blockmask_options;
struct ArrowSchema;
struct ArrowArray;

/* What a function returns: 0, which is BLOCKMASK_OK, or one of the codes in the next section. */
typedef int32_t blockmask_status;

/* The row at an index of a table whose rows are of this type. */
#ifdef __cplusplus
#define BLOCKMASK_AT(type, table, index) \
    (reinterpret_cast<const type *>(static_cast<const char *>((table).rows) + (table).stride * (index)))
#else
#define BLOCKMASK_AT(type, table, index) ((const type *)((const char *)(table).rows + (table).stride * (index)))
#endif

/*
 * The first five functions
 * ------------------------
 *
 * Most programs need only these. An analyzer takes one page after another and reuses its memory: after the first pages
 * of a crawl it makes no more calls to the system's allocator. Use one analyzer for each thread; it may move from
 * thread to thread between two calls. A document is the result for one page. Any number of threads may read a document
 * at the same time.
 */

/* Rows that the library made: of type T, BLOCKMASK_AT(T, table, index) is the row at an index. */
typedef struct blockmask_table {
    /* The first row. If there is none, the address is not NULL and must not be read. */
    const void *rows;
    /* The number of rows. */
    size_t count;
    /* Bytes from one row to the next. */
    size_t stride;
} blockmask_table;

/*
 * Creates an analyzer, to be freed with blockmask_free_analyzer. NULL for the options means the defaults; the options
 * are copied. Returns BLOCKMASK_BAD_OPTION, and blockmask_last_error names the option, or BLOCKMASK_NOT_BUILT if the
 * library was built without what the options ask for.
 */
BLOCKMASK_API
blockmask_status blockmask_create_analyzer(const struct blockmask_options *options,
                                           blockmask_analyzer **analyzer);

/*
 * Analyzes one page: any bytes, in any encoding. Broken markup is no error. NULL with length 0 is an empty page. hints
 * holds what is known about the page besides its bytes, or is NULL.
 *
 * Writes the address of the document. It is borrowed: it belongs to the analyzer, and is valid until the next call
 * that analyzes or exports pages, sets a model or a site, or resets or frees the analyzer; blockmask_analyze_owned
 * makes one that the caller owns. The page is not copied: its bytes must not change as long as the borrowed document
 * is used. The hints are not needed after the call.
 *
 * Returns BLOCKMASK_TOO_LARGE if the page is longer than max_input, BLOCKMASK_LIMIT_REACHED if it reaches another
 * limit and on_limit says so, BLOCKMASK_CANCELLED after blockmask_cancel_analyzer, and BLOCKMASK_OUT_OF_MEMORY. The
 * analyzer stays usable; the previous document is gone.
 */
BLOCKMASK_API
blockmask_status blockmask_analyze(blockmask_analyzer *analyzer,
                                   const char *html,
                                   size_t length,
                                   const struct blockmask_hints *hints,
                                   const blockmask_document **document);

/* Writes the table of the blocks of a page, in source order. Its rows are blockmask_block. */
BLOCKMASK_API blockmask_status blockmask_get_blocks(const blockmask_document *document, blockmask_table *blocks);

/*
 * Writes the address of the normalized text of a page, and its length in bytes. It is UTF-8, whatever the encoding of
 * the page, and not terminated by a zero: whitespace is collapsed, character references are decoded, and blocks are
 * separated by line feeds. Rows of tables refer to it by offsets. An empty text has an address that is not NULL and
 * must not be read.
 */
BLOCKMASK_API
blockmask_status blockmask_get_text(const blockmask_document *document,
                                    const char **text,
                                    size_t *length);

/* Frees an analyzer, or NULL, and its borrowed document. No thread may be inside a call with either of them. */
BLOCKMASK_API void blockmask_free_analyzer(blockmask_analyzer *analyzer);

/*
 * Status codes
 * ------------
 *
 * All functions return a status, except those that free something and those that return a version, a name or a text: 0
 * for success, else a positive number. Outputs are written only with BLOCKMASK_OK, unless the function says otherwise.
 * Codes are never renumbered, and newer libraries add codes: treat those that you do not know as errors.
 */

#define BLOCKMASK_OK 0           /* Done. */
#define BLOCKMASK_BAD_POINTER 10 /* A pointer is NULL that must not be, or is not aligned for its type. */

/*
 * The field size of a struct is not set, or is a size that no version of the struct has: smaller than the first,
 * larger than 4,096 bytes, or with a part of a field at its end. Or the struct is larger than the library's, and has a
 * byte beyond it that is not zero.
 */
#define BLOCKMASK_BAD_STRUCT_SIZE 11
#define BLOCKMASK_BAD_OPTION 12 /* An option has a value that it cannot have. */
/* Another argument has a value that it cannot have, such as the index of a block that does not exist. */
#define BLOCKMASK_BAD_ARGUMENT 13

/*
 * Another thread is inside a function with the same analyzer or statistics, or reads a document that would be
 * discarded. Nothing was done, and the other thread is not affected.
 */
#define BLOCKMASK_BUSY 14

#define BLOCKMASK_NO_PAGE 15 /* The document is gone: the last analysis failed, or the document was discarded since. */

/* The caller's buffer is too small. The required size was written, where the function has an output for it. */
#define BLOCKMASK_BUFFER_TOO_SMALL 16

/* The library was built without the function, or without what an option asks for: seeker, style density or visual. */
#define BLOCKMASK_NOT_BUILT 17

#define BLOCKMASK_NOT_COMPUTED 18 /* The option parts lacks the part that the function needs. */
#define BLOCKMASK_TOO_LARGE 30 /* The page is longer than the option max_input allows, or longer than 4 GiB as UTF-8. */
#define BLOCKMASK_OUT_OF_MEMORY 31 /* The system refused memory. */

/* The page is in an encoding that nothing can be written into: ISO-2022-JP, or one that browsers refuse. */
#define BLOCKMASK_UNSUPPORTED_ENCODING 32

/* The page reaches a limit, and on_limit is BLOCKMASK_ON_LIMIT_FAIL; or max_memory is too little for any part of it. */
#define BLOCKMASK_LIMIT_REACHED 33
#define BLOCKMASK_CANCELLED 34 /* The analysis was stopped by blockmask_cancel_analyzer. */
#define BLOCKMASK_PANIC 50 /* A bug in the library was caught. The analyzer refuses further work until it is reset. */
#define BLOCKMASK_POISONED 51 /* The analyzer returned BLOCKMASK_PANIC before and was not reset. */

/*
 * The text of the last error that a function returned in this thread: a sentence in UTF-8 of less than 256 bytes,
 * terminated by a zero, empty if there was none. It is valid until another function fails in this thread.
 */
BLOCKMASK_API const char *blockmask_last_error(void);

/*
 * One sentence about a status code, for logs; never NULL, also for unknown codes. The string is static.
 * blockmask_last_error has the details.
 */
BLOCKMASK_API const char *blockmask_status_text(blockmask_status status);

/*
 * Hints and options
 * -----------------
 *
 * Options say how an analyzer works: blockmask_init_options fills in the defaults, the caller changes fields, and
 * blockmask_create_analyzer checks and copies them. Analyzers in several threads may be created from the same options.
 *
 * The limits bound what a page may cost. Each has a default, and a bit of truncation, BLOCKMASK_TRUNCATED_:
 *
 *     max_input       256 MiB   INPUT        bytes of the page
 *     max_nodes       2^31 - 1  NODES        nodes of the tree
 *     max_depth       512       DEPTH        depth of the tree
 *     max_attributes  2^31 - 1  ATTRIBUTES   attributes of all elements together
 *     max_blocks      2^31 - 1  BLOCKS       blocks
 *     max_memory      4 GiB     MEMORY       bytes of memory for the tables of a page
 *     max_steps       none      STEPS        tags, texts, comments; steps of repair and search
 *     max_output      64        OUTPUT       bytes of all tag paths, or all link targets, for each byte of the page
 *
 * The bit WORK belongs to no option: repair of misnested markup and the search for the main region have their own
 * budgets, linear in the size of the page. No limit is exceeded, with two exceptions: html, head and body are created
 * whatever max_nodes says, and max_steps may be exceeded by 2 %.
 */

/* token_mode: a token is a run of characters other than whitespace that has a letter or a digit. */
#define BLOCKMASK_TOKENS_PAPER 0
/* token_mode: likewise, but text in scripts without spaces is split into words or characters. The default. */
#define BLOCKMASK_TOKENS_UNICODE 1

/* comments: comments and reviews are not content, and have neither runs nor zones. The default. */
#define BLOCKMASK_COMMENTS_EXCLUDE 0
#define BLOCKMASK_COMMENTS_INCLUDE 1 /* comments: they are content, beside the main text. */
#define BLOCKMASK_COMMENTS_ONLY 2    /* comments: only they are content, and have runs and zones. */

#define BLOCKMASK_MASK_DENSITY 0 /* mask: text density, link density and neighborhood, by rules. */
/* mask: boosted trees over many features of a block. The most accurate; also classifies the page. The default. */
#define BLOCKMASK_MASK_LEARNED 1

/*
 * on_limit: the result covers what was read before the limit, and truncation says which limit it was. A page longer
 * than max_input is refused. The default.
 */
#define BLOCKMASK_ON_LIMIT_TRUNCATE 0

#define BLOCKMASK_ON_LIMIT_FAIL 1 /* on_limit: the page is refused. */
/* on_limit: like TRUNCATE, but a page longer than max_input is truncated, too, instead of refused. */
#define BLOCKMASK_ON_LIMIT_TRUNCATE_INPUT 2

#define BLOCKMASK_FINGERPRINT_MAIN 0 /* fingerprint_text: all blocks that are not template. The default. */
/* fingerprint_text: the segment with the most tokens among those that are not mostly links. */
#define BLOCKMASK_FINGERPRINT_LARGEST_SEGMENT 1

/*
 * parts: which blocks are template, their probabilities and roles, the kind of page, and comments. Without it no block
 * is template, and the kind is BLOCKMASK_NONE. If another part needs it, it is computed all the same.
 */
#define BLOCKMASK_PART_MASK 1

/* parts: field, weight and link_targets of blocks. Without it field is BLOCKMASK_FIELD_TEXT and weight 4. */
#define BLOCKMASK_PART_FIELDS 2
/* parts: the structure of blocks, and the images. Without it Markdown and passages consist of paragraphs only. */
#define BLOCKMASK_PART_STRUCTURE 4
#define BLOCKMASK_PART_FINGERPRINT 32 /* parts: the fingerprint. */
#define BLOCKMASK_PARTS_DEFAULT 7 /* parts: mask, fields and structure, which is what an indexer needs. The default. */
/* parts: all of them, also the segments and the main region of blockmask_experimental.h. */
#define BLOCKMASK_PARTS_ALL 63

/* How pages are analyzed. A field with a list of constants takes only these; flags are 0 or 1. */
typedef struct blockmask_options {
    /* sizeof(blockmask_options). */
    uint32_t size;
    /*
     * What is computed besides the tree, the text, the links and the blocks with their ranges: a union of
     * BLOCKMASK_PART_. Default BLOCKMASK_PARTS_DEFAULT.
     */
    uint32_t parts;
    /* How blocks are classified as content or template: one of BLOCKMASK_MASK_. */
    uint32_t mask;
    /*
     * What to do with comments and reviews: one of BLOCKMASK_COMMENTS_. The posts of a thread are
     * content in every mode.
     */
    uint32_t comments;
    /* Flag: text that occurs only in metadata counts as content. Default 0. */
    uint32_t use_metadata;
    /* What a token is: one of BLOCKMASK_TOKENS_. */
    uint32_t token_mode;
    /* Columns of a line, for the fields lines and density_lines of blocks. At least 1, default 80. */
    uint32_t wrap_width;
    /* The text of which the fingerprint is computed: one of BLOCKMASK_FINGERPRINT_. */
    uint32_t fingerprint_text;
    /* Flag: fingerprints ignore case. Default 0. */
    uint32_t fold_case;
    /* What happens at a limit: one of BLOCKMASK_ON_LIMIT_. */
    uint32_t on_limit;
    /*
     * Depth of the tree; deeper elements become children of the deepest ones. 4 to 65535, default 512. The text of
     * scripts, style sheets, titles and the like may lie one deeper.
     */
    uint32_t max_depth;
    /* Nodes of the tree; what follows is not read. 1 to 2^31 - 1, the default. */
    uint32_t max_nodes;
    /*
     * Attributes of all elements together; further ones are dropped. At most 2^31 - 1, the default. An element keeps
     * at most 2,048.
     */
    uint32_t max_attributes;
    /* Blocks; further text is dropped. 1 to 2^31 - 1, the default. */
    uint32_t max_blocks;
    /* Bytes of a page; longer ones are refused. At most 4 GiB - 2, default 256 MiB. */
    uint64_t max_input;
    /*
     * Bytes of memory for the tables of a page. If a page needs more, only its first half is analyzed, or its first
     * quarter, and so on. At least 64 KiB, default 4 GiB.
     */
    uint64_t max_memory;
    /*
     * Steps: tags, texts and comments that are read, and steps of repair, search and style sheets; what follows is not
     * read. At least 1; default 2^64 - 1, no limit.
     */
    uint64_t max_steps;
    /*
     * Bytes of all tag paths together, and of the targets of all links together, for each byte of the page, besides
     * 1 MiB. Longer paths begin with an ellipsis for the elements at the root, further links have an empty target.
     * Default 64.
     */
    uint64_t max_output;
    /* Flag: the label of an encoding is obeyed, as browsers do, even if the bytes contradict it. Default 0. */
    uint32_t obey_charset;
    /* Flag: the main text leaves out the headline, with which it begins otherwise. Default 0. */
    uint32_t omit_headline;
    /* Flag: text that occurs only in metadata makes no blocks. Default 0. */
    uint32_t omit_metadata;
    /*
     * Flag: what pages say about what is to be searched, by noindex, googleoff, data-nosnippet, Pagefind or DocSearch, is
     * ignored. Default 0.
     */
    uint32_t ignore_page_rules;
    /*
     * A flag of the program, or NULL: while it is not 0, calls return BLOCKMASK_CANCELLED as after
     * blockmask_cancel_analyzer. It is only read, for each thousand tags and for each block of a derived text, and
     * must stay as long as the analyzer and all of its documents. Default NULL.
     */
    const blockmask_flag *cancel_flag;
} blockmask_options;

/* What is known about a page besides its bytes. Strings that are not known are NULL with length 0. */
typedef struct blockmask_hints {
    /* sizeof(blockmask_hints). */
    size_t size;
    /*
     * The encoding that came with the page, such as the charset of HTTP's Content-Type. A byte order mark takes
     * precedence over it; an unknown name is ignored.
     */
    const char *charset;
    /* The length of charset in bytes. */
    size_t charset_length;
    /*
     * The absolute address (URL) that the page came from, in UTF-8. Links are resolved against it, and it tells links
     * within the page from links to other pages (BLOCKMASK_FIELD_IN_PAGE_LINK). Without it, the canonical address that
     * the page declares serves.
     */
    const char *address;
    /* The length of address in bytes. */
    size_t address_length;
} blockmask_hints;

/* Fills in the defaults. size is sizeof(blockmask_options), and becomes the field size. */
BLOCKMASK_API blockmask_status blockmask_init_options(blockmask_options *options, size_t size);

/*
 * Blocks
 * ------
 *
 * A block is the text between two block-level tags; inline tags such as b and span do not divide it. Positions are
 * ranges of offsets, [start, end): source offsets count bytes of the page as it was passed in, whatever its encoding;
 * text offsets count bytes of the normalized text.
 */

/* The value of a field that holds an index, or the kind of the page, if there is none. */
#define BLOCKMASK_NONE UINT32_C(4294967295)

#define BLOCKMASK_ROLE_MAIN 1 /* role: content. */
/* role: a heading, of content or of template text (see is_template), but not one of a menu, a sidebar or a footer. */
#define BLOCKMASK_ROLE_HEADING 2
#define BLOCKMASK_ROLE_COMMENT 3    /* role: a comment under an article, or a post of a thread. */
#define BLOCKMASK_ROLE_METADATA 4   /* role: author, date, tags; content or not (see is_template). */
#define BLOCKMASK_ROLE_NAVIGATION 5 /* role: menus, page numbers, and other links. */
#define BLOCKMASK_ROLE_ASIDE 6      /* role: sidebars, advertising, teasers of other pages. */
#define BLOCKMASK_ROLE_LEGAL 7      /* role: footers, such as imprint and copyright. */
#define BLOCKMASK_ROLE_TITLE 8      /* role: the title in the head. */
#define BLOCKMASK_ROLE_HIDDEN 9     /* role: not visible. */

#define BLOCKMASK_FIELD_TITLE 1 /* field: the title in the head. */
#define BLOCKMASK_FIELD_H1 2    /* field: the headline: h1, or a short block that repeats the title or a part of it. */
#define BLOCKMASK_FIELD_HEADING 3        /* field: h2 to h6. */
#define BLOCKMASK_FIELD_LINKED_HEADING 4 /* field: a heading that links to another page. */
/* field: names what follows: dt, th, a caption, a signature, a line in bold, a short block before a longer one. */
#define BLOCKMASK_FIELD_LABEL 5
#define BLOCKMASK_FIELD_TEXT 6         /* field: all other text, content or template. */
#define BLOCKMASK_FIELD_CODE 7         /* field: preformatted text. */
#define BLOCKMASK_FIELD_IN_PAGE_LINK 8 /* field: mostly links to places in the page itself. */
#define BLOCKMASK_FIELD_LINK 9         /* field: mostly links to other pages. */
#define BLOCKMASK_FIELD_BYLINE 10      /* field: author, date, tags. */
#define BLOCKMASK_FIELD_COMMENT 11     /* field: a comment under an article, or a post of a thread. */
/* field: not to be searched: hidden, excluded by the author of the page, or from metadata only. */
#define BLOCKMASK_FIELD_HIDDEN 12

#define BLOCKMASK_FLAG_HIDDEN 1      /* flags: hidden by the hidden attribute or by an inline style. */
#define BLOCKMASK_FLAG_ARIA_HIDDEN 2 /* flags: hidden from assistive technology only. */
#define BLOCKMASK_FLAG_IN_HEAD 4     /* flags: in the head: the title. */
#define BLOCKMASK_FLAG_NOSCRIPT 8    /* flags: inside noscript. */
#define BLOCKMASK_FLAG_NO_INDEX 16   /* flags: marked by the author of the page as not to be indexed. */
/* flags: text that only JSON-LD or a meta element of the page holds; HIDDEN is set too. */
#define BLOCKMASK_FLAG_METADATA_SOURCE 32
/* flags: hidden until readers open it, such as the panels of tabs and accordions; HIDDEN is not set. */
#define BLOCKMASK_FLAG_COLLAPSED 64
/* flags: the learned mask chose another block with the same text instead, such as the post that this one quotes. */
#define BLOCKMASK_FLAG_REPEATED 128
/* flags: may be indexed, but not shown in search results (data-nosnippet, googleoff: snippet). */
#define BLOCKMASK_FLAG_NO_SNIPPET 256
/* flags: the option comments leaves the block out: it is not content, and has neither run nor zone. */
#define BLOCKMASK_FLAG_LEFT_OUT 512
#define BLOCKMASK_FLAG_HEADLINE 1024 /* flags: the headline of the page. */

/* The version of path_hash and text_hash; only hashes of one version can be compared. */
#define BLOCKMASK_HASH_VERSION 1

/* A row of the table of blocks. */
typedef struct blockmask_block {
    /* First byte of its first character in the bytes of the page. */
    uint32_t source_start;
    /* One past its last character. */
    uint32_t source_end;
    /* Where it begins in the normalized text. */
    uint32_t text_start;
    /* One past its end in the normalized text. */
    uint32_t text_end;
    /* Tokens. */
    uint32_t tokens;
    /* Tokens that begin inside a link. */
    uint32_t linked_tokens;
    /* Lines when wrapped. */
    uint32_t lines;
    /* Characters of its text. */
    uint32_t characters;
    /* Text density, tokens per line, as an exact fraction: the tokens of all lines but the last. */
    uint32_t density_tokens;
    /* The number of these lines, at least 1. */
    uint32_t density_lines;
    /* The segment that it begins in (blockmask_experimental.h), or BLOCKMASK_NONE. */
    uint32_t segment;
    /* The probability that it is content, 0 to 1. */
    float probability;
    /* Union of BLOCKMASK_FLAG_. */
    uint32_t flags;
    /* Depth of its container in the tree. */
    uint16_t depth;
    /* Its term weight in a ranking, in quarters: 4 is 1.0; 0 means not to be searched. See docs/ranking.md. */
    uint8_t weight;
    /* One of BLOCKMASK_ROLE_. */
    uint8_t role;
    /* 1 to 6 inside h1 to h6, else 0. */
    uint8_t heading_level;
    /* 1 if the template mask covers it, else 0. */
    uint8_t is_template;
    /* 1 if its text is in the main region (blockmask_experimental.h), else 0. */
    uint8_t is_in_main_region;
    /* What it is for a search engine: one of BLOCKMASK_FIELD_. */
    uint8_t field;
    /* How many other pages it links to, at most 65535; 0 unless at least half of its tokens are linked. */
    uint16_t link_targets;
    /* Zero. */
    uint16_t reserved;
    /*
     * A hash of its tag path, equal for equal paths on every page and every machine. It covers the names of the
     * elements from the root to the container of the block, except html and body, each with its first three classes;
     * long numbers are replaced. Not keyed: authors can make paths whose hashes collide.
     */
    uint64_t path_hash;
    /* A hash of its normalized text. Both hashes may be stored, together with BLOCKMASK_HASH_VERSION. */
    uint64_t text_hash;
    /* The index of the comment that it belongs to, or BLOCKMASK_NONE. */
    uint32_t comment;
    /* Zero. */
    uint32_t reserved_2;
} blockmask_block;

/*
 * The page
 * --------
 *
 * The page as a whole: its encoding, its title, its kind, and which limits it reached.
 */

#define BLOCKMASK_ENCODING_BOM 0  /* encoding_source: a byte order mark. */
#define BLOCKMASK_ENCODING_HINT 1 /* encoding_source: the charset of the hints. */
#define BLOCKMASK_ENCODING_META 2 /* encoding_source: a meta element or an XML declaration at the start. */
/* encoding_source: the bytes are UTF-8 though a meta says otherwise, or nearly UTF-8 and nothing is declared. */
#define BLOCKMASK_ENCODING_UTF8_VALIDITY 3
#define BLOCKMASK_ENCODING_LATE_META 4 /* encoding_source: a meta element further down. */
#define BLOCKMASK_ENCODING_DETECTOR 5  /* encoding_source: statistics. */

#define BLOCKMASK_TRUNCATED_DEPTH 1       /* truncation: elements deeper than max_depth were attached higher up. */
#define BLOCKMASK_TRUNCATED_NODES 2       /* truncation: what follows max_nodes nodes was not read. */
#define BLOCKMASK_TRUNCATED_WORK 4        /* truncation: repair or search ran out of its budget. */
#define BLOCKMASK_TRUNCATED_BLOCKS 8      /* truncation: the text after max_blocks blocks was dropped. */
#define BLOCKMASK_TRUNCATED_ATTRIBUTES 16 /* truncation: the attributes after the first max_attributes were dropped. */
/* truncation: the tables of the whole page need more than max_memory; only its beginning was read. */
#define BLOCKMASK_TRUNCATED_MEMORY 32
#define BLOCKMASK_TRUNCATED_STEPS 64  /* truncation: the page needs more than max_steps steps. */
#define BLOCKMASK_TRUNCATED_INPUT 128 /* truncation: what follows max_input bytes was not read. */
/* truncation: tag paths were shortened, or targets of links left out, because of max_output. */
#define BLOCKMASK_TRUNCATED_OUTPUT 256

#define BLOCKMASK_FALLBACK_TEMPLATE 1 /* fallbacks: visible prose, all of which was template by the mask. */
#define BLOCKMASK_FALLBACK_COMMENTS 2 /* fallbacks: comments, though the option leaves them out. */
/* fallbacks: text that its author excludes from indexes: all of it, or parts without an end that hold most of the text. */
#define BLOCKMASK_FALLBACK_NO_INDEX 4
#define BLOCKMASK_FALLBACK_HIDDEN 8    /* fallbacks: hidden text. */
#define BLOCKMASK_FALLBACK_METADATA 16 /* fallbacks: text of the data of a page that shows hardly anything else. */
#define BLOCKMASK_FALLBACK_RULES 32    /* fallbacks: what rules of the owner leave out: they left nothing. */

#define BLOCKMASK_KIND_ARTICLE 0       /* kind: one text, such as news or a blog entry. */
#define BLOCKMASK_KIND_SERVICE 1       /* kind: an organization, a service, a landing page. */
#define BLOCKMASK_KIND_PRODUCT 2       /* kind: one thing for sale. */
#define BLOCKMASK_KIND_COLLECTION 3    /* kind: several things for sale. */
#define BLOCKMASK_KIND_FORUM 4         /* kind: posts of several people. */
#define BLOCKMASK_KIND_LISTING 5       /* kind: a list of other things. */
#define BLOCKMASK_KIND_DOCUMENTATION 6 /* kind: documentation. */

/* What holds for a page as a whole. */
typedef struct blockmask_page {
    /* The name of the encoding, such as UTF-8 or windows-1252, padded with zeros. */
    char encoding[32];
    /* What decided on the encoding: one of BLOCKMASK_ENCODING_. */
    uint32_t encoding_source;
    /* Bytes of the page. */
    uint32_t source_length;
    /* Bytes of the normalized text. */
    uint32_t text_length;
    /* The block that is the title, or BLOCKMASK_NONE. */
    uint32_t title_block;
    /* Where the title begins in the bytes of the page. Its offsets are 0 if there is none. */
    uint32_t title_source_start;
    /* One past the title. */
    uint32_t title_source_end;
    /* Where the title begins in the normalized text. */
    uint32_t title_text_start;
    /* One past the title. */
    uint32_t title_text_end;
    /* Which limits cut the analysis short: union of BLOCKMASK_TRUNCATED_, 0 for none. */
    uint32_t truncation;
    /* 1 if an unclosed element hid text, so that the page was parsed again by more forgiving rules, else 0. */
    uint32_t is_recovered;
    /* The most probable kind of page: one of BLOCKMASK_KIND_, or BLOCKMASK_NONE if the mask does not classify pages. */
    uint32_t kind;
    /* The layout of the page: one of BLOCKMASK_PAGE_LAYOUT_ (blockmask_experimental.h). */
    uint32_t page_layout;
    /* The block that is the headline, which names what the page is about, or BLOCKMASK_NONE. */
    uint32_t headline_block;
    /* What was made content, as hardly any text would have been otherwise: union of BLOCKMASK_FALLBACK_, 0 for nothing. */
    uint32_t fallbacks;
} blockmask_page;

/* Writes the address of what holds for the page as a whole. It belongs to the document. */
BLOCKMASK_API
blockmask_status blockmask_get_page(const blockmask_document *document,
                                    const blockmask_page **page);

/*
 * Tables
 * ------
 *
 * A document is a set of tables. The rows of a table are structs without pointers to memory of the caller's, in source
 * order unless its constant says otherwise. They belong to the document, and are valid as long as it is. A table is
 * made when it is first asked for; other threads that ask for a table of the document meanwhile wait.
 */

#define BLOCKMASK_TABLE_BLOCKS 1 /* table: the blocks; rows are blockmask_block. */
/* table: the links; rows are blockmask_link. blockmask_write_string writes their targets. */
#define BLOCKMASK_TABLE_LINKS 4
#define BLOCKMASK_TABLE_COMMENTS 9 /* table: the comments of readers; rows are blockmask_comment. */
/* table: the structure of each block, by the index of the block; rows are blockmask_block_structure. */
#define BLOCKMASK_TABLE_STRUCTURE 10
#define BLOCKMASK_TABLE_IMAGES 11 /* table: the images with an alternative text; rows are blockmask_image. */
/* table: the records of the main list; rows are blockmask_record. Takes a fifth of an analysis. */
#define BLOCKMASK_TABLE_RECORDS 12
#define BLOCKMASK_TABLE_RUNS 13 /* table: the weighted runs; rows are blockmask_run. */

/*
 * table: the probability of each kind of page, 0 to 1; rows are float, by BLOCKMASK_KIND_. Empty if the mask does not
 * classify pages.
 */
#define BLOCKMASK_TABLE_KIND_PROBABILITIES 14

/* table: the formulas and the readings of text, by the place of that text; rows are blockmask_annotation. */
#define BLOCKMASK_TABLE_ANNOTATIONS 15

#define BLOCKMASK_ANNOTATION_FORMULA 1         /* annotation_type: a formula in a line of text. */
#define BLOCKMASK_ANNOTATION_DISPLAY_FORMULA 2 /* annotation_type: a formula on a line by itself. */
#define BLOCKMASK_ANNOTATION_READING 3         /* annotation_type: how text is read: the rt of a ruby element. */

/* A part of a block that is a formula, or that has a reading. */
typedef struct blockmask_annotation {
    /* First byte of the element, or of the delimiters in the text. */
    uint32_t source_start;
    /* One past its last byte. */
    uint32_t source_end;
    /* Where what it is of begins in the normalized text. */
    uint32_t text_start;
    /* One past its end in the normalized text. */
    uint32_t text_end;
    /* The index of its block. */
    uint32_t block;
    /* One of BLOCKMASK_ANNOTATION_. */
    uint32_t annotation_type;
} blockmask_annotation;

/*
 * A comment that a reader wrote under an article. The option comments says whether comments are content; the table is
 * the same in any case. A thread has no comments: its posts are its content.
 *
 * The blocks of a comment have its index in their field comment. Its text is in the blocks whose role is
 * BLOCKMASK_ROLE_COMMENT; author and date have BLOCKMASK_ROLE_METADATA, buttons such as "Reply"
 * BLOCKMASK_ROLE_NAVIGATION.
 */
typedef struct blockmask_comment {
    /* First byte of the first character of its blocks. */
    uint32_t source_start;
    /* One past the last character of its blocks. If answers stand inside it, they are within the range. */
    uint32_t source_end;
    /* Where its author begins in the normalized text. */
    uint32_t author_text_start;
    /* One past its author; author_text_start if it has none. */
    uint32_t author_text_end;
    /* Where its date, as written, begins in the normalized text. */
    uint32_t date_text_start;
    /* One past its date; date_text_start if it has none. */
    uint32_t date_text_end;
    /* The index of the comment that it answers, or BLOCKMASK_NONE. */
    uint32_t parent;
} blockmask_comment;

/* Text inside a link. A link that spans several blocks has a row in each. */
typedef struct blockmask_link {
    /* First byte of its first character in the bytes of the page. */
    uint32_t source_start;
    /* One past its last character. */
    uint32_t source_end;
    /* Where it begins in the normalized text. */
    uint32_t text_start;
    /* One past its end in the normalized text. */
    uint32_t text_end;
} blockmask_link;

/*
 * An item of the main list of a page, such as a search result, an offer, or a post of a thread, so that an index can
 * rank each by itself. Records are disjoint, and each has at least one block; those that only empty lines divide are parts
 * of the same block. There are none if no list holds three tenths of the main text, and in articles, as far as the learned
 * mask has found the kind of the page. docs/records.md says how they are found, and how well.
 */
typedef struct blockmask_record {
    /* First byte of its first character in the bytes of the page. */
    uint32_t source_start;
    /* One past its last character, with all that stands between. */
    uint32_t source_end;
    /* Its first block. */
    uint32_t first_block;
    /* One past its last block; some of its blocks may be template. */
    uint32_t end_block;
} blockmask_record;

/* The text of a block with its weight, for loops over a term generator; none for blocks that the option comments leaves out. */
typedef struct blockmask_run {
    /* Normalized text, not terminated by a zero; it belongs to the document. */
    const char *text;
    /* Its length in bytes, never 0. */
    uint32_t text_length;
    /* Where it begins in the normalized text of the page. */
    uint32_t text_start;
    /* First byte of its first character in the bytes of the page. */
    uint32_t source_start;
    /* One past its last character. */
    uint32_t source_end;
    /* Its term weight in a ranking, in quarters: 4 is 1.0; 0 means not to be searched. See docs/ranking.md. */
    uint32_t weight;
    /* One of BLOCKMASK_ROLE_. */
    uint32_t role;
    /* One of BLOCKMASK_FIELD_. */
    uint32_t field;
    /* 1 to 6 inside h1 to h6, else 0. */
    uint32_t heading_level;
    /* The index of its block. */
    uint32_t block;
    /* Zero. */
    uint32_t reserved;
} blockmask_run;

/*
 * Writes a table of the document: table is one of BLOCKMASK_TABLE_. Returns BLOCKMASK_NOT_COMPUTED if the option parts
 * lacks what the table needs, and BLOCKMASK_NOT_BUILT if the library was built without it.
 */
BLOCKMASK_API
blockmask_status blockmask_get_table(const blockmask_document *document,
                                     uint32_t table,
                                     blockmask_table *rows);

/*
 * Structure
 * ---------
 *
 * What each block is in its document: its type, the heading above it, the list item or table cell that it is in, its
 * language; and the images between the blocks. Tables that only lay out the page have numbers but no cells. All of it
 * needs BLOCKMASK_PART_STRUCTURE.
 */

#define BLOCKMASK_TYPE_TITLE 1           /* type: the title in the head. */
#define BLOCKMASK_TYPE_PARAGRAPH 2       /* type: all other text. */
#define BLOCKMASK_TYPE_HEADING 3         /* type: in h1 to h6. */
#define BLOCKMASK_TYPE_LIST_ITEM 4       /* type: in an li. */
#define BLOCKMASK_TYPE_DEFINITION_TERM 5 /* type: in a dt. */
#define BLOCKMASK_TYPE_DEFINITION 6      /* type: in a dd. */
#define BLOCKMASK_TYPE_TABLE_CELL 7      /* type: in a td of a table that does not only lay out the page. */
#define BLOCKMASK_TYPE_TABLE_HEADER 8    /* type: in a th of such a table. */
#define BLOCKMASK_TYPE_CODE 9            /* type: preformatted: pre, listing, xmp, plaintext. */
#define BLOCKMASK_TYPE_QUOTATION 10      /* type: in a blockquote. */
#define BLOCKMASK_TYPE_CAPTION 11        /* type: in a caption or a figcaption. */
#define BLOCKMASK_TYPE_FORM_TEXT 12      /* type: labels and buttons of forms. */

#define BLOCKMASK_DIRECTION_LTR 1  /* direction: left to right. */
#define BLOCKMASK_DIRECTION_RTL 2  /* direction: right to left. */
#define BLOCKMASK_DIRECTION_AUTO 3 /* direction: as the first letter with a direction says. */

/* A row of the table of structure. */
typedef struct blockmask_block_structure {
    /*
     * The index of the nearest heading above it (of a higher rank if it is itself a heading), or BLOCKMASK_NONE. The
     * row of that heading has the next one.
     */
    uint32_t heading;
    /* The number of the innermost list, from 0, or BLOCKMASK_NONE if it is in no item of a list. */
    uint32_t list;
    /* The position of the item in its list, from 0, or BLOCKMASK_NONE. */
    uint32_t item;
    /* The number that the item shows; 0 unless is_ordered. */
    int32_t number;
    /* The number of the table, from 0, or BLOCKMASK_NONE if it is in no cell. */
    uint32_t table;
    /* The first row of the cell, from 0. */
    uint32_t row;
    /* Where the value of the lang attribute that holds for the block begins in the bytes of the page. */
    uint32_t language_source_start;
    /* Where it ends; language_source_start if there is none. */
    uint32_t language_source_end;
    /* The first column of the cell, from 0; 65535 stands for all further ones, too. */
    uint16_t column;
    /* How many columns the cell spans; 0 if it is in no cell. */
    uint16_t column_span;
    /* How many rows the cell spans, 65534 if all that follow; 0 if it is in no cell. */
    uint16_t row_span;
    /* How many lists there are around it. */
    uint16_t list_depth;
    /* How many blockquote elements there are around it. */
    uint16_t quote_depth;
    /* What it is: one of BLOCKMASK_TYPE_. New versions may add types. */
    uint8_t block_type;
    /* One of BLOCKMASK_DIRECTION_, or 0 if no dir attribute says it. */
    uint8_t direction;
    /* 1 if its list is ordered, else 0. */
    uint8_t is_ordered;
    /* 1 if its cell is a th, else 0. */
    uint8_t is_header;
    /* Zero. */
    uint16_t reserved;
} blockmask_block_structure;

/*
 * An image with an alternative text, which is not part of the text of the page. An engine may index
 * that text as a separate field; docs/ranking.md has measurements.
 */
typedef struct blockmask_image {
    /* The first byte of its tag. */
    uint32_t source_start;
    /* One past its tag. */
    uint32_t source_end;
    /* The value of its alt attribute in the bytes of the page, as written. */
    uint32_t alt_source_start;
    /* One past that value. */
    uint32_t alt_source_end;
    /* The last block that begins before it, or BLOCKMASK_NONE. */
    uint32_t block;
    /* The term weight of its alternative text in a ranking, in quarters; 0 if it is hidden. */
    uint32_t weight;
} blockmask_image;

/*
 * Names
 * -----
 *
 * The name of each number, as in the JSON of the command line, for output. Newer libraries add numbers: roles, fields,
 * kinds, flags and the like are open sets. Treat a number that you do not know as unknown, and check it before it
 * indexes an array.
 */

#define BLOCKMASK_NAMES_ROLE 1            /* names: BLOCKMASK_ROLE_, such as "main". */
#define BLOCKMASK_NAMES_FIELD 2           /* names: BLOCKMASK_FIELD_, such as "in-page-link". */
#define BLOCKMASK_NAMES_TYPE 3            /* names: BLOCKMASK_TYPE_, such as "list-item". */
#define BLOCKMASK_NAMES_KIND 4            /* names: BLOCKMASK_KIND_, such as "article". */
#define BLOCKMASK_NAMES_FLAG 5            /* names: one bit of BLOCKMASK_FLAG_, such as "aria-hidden". */
#define BLOCKMASK_NAMES_TRUNCATION 6      /* names: one bit of BLOCKMASK_TRUNCATED_, such as "depth". */
#define BLOCKMASK_NAMES_ENCODING_SOURCE 7 /* names: BLOCKMASK_ENCODING_, such as "meta". */
#define BLOCKMASK_NAMES_PAGE_LAYOUT 8     /* names: BLOCKMASK_PAGE_LAYOUT_, such as "article-with-comments". */
#define BLOCKMASK_NAMES_LAYOUT_AREA 9     /* names: BLOCKMASK_LAYOUT_AREA_, such as "comment". */
#define BLOCKMASK_NAMES_VISUAL 10         /* names: BLOCKMASK_VISUAL_, such as "paragraph". */
#define BLOCKMASK_NAMES_HIDDEN 11         /* names: one bit of BLOCKMASK_HIDDEN_, such as "display". */
#define BLOCKMASK_NAMES_FALLBACK 12       /* names: one bit of BLOCKMASK_FALLBACK_, such as "comments". */
#define BLOCKMASK_NAMES_ANNOTATION 13     /* names: BLOCKMASK_ANNOTATION_, such as "reading". */
#define BLOCKMASK_NAMES_GROUP 14          /* names: BLOCKMASK_GROUP_, such as "offers". */

/*
 * The name of a number: names is one of BLOCKMASK_NAMES_. A static string, never NULL; a number that the library does
 * not know, or was built without, is "unknown".
 */
BLOCKMASK_API const char *blockmask_name(uint32_t names, uint32_t number);

/*
 * Rendering
 * ---------
 *
 * The main content is the blocks that the template mask does not cover. These functions write it as plain text,
 * Markdown or HTML; join the texts of blocks, for engines that index fields; and copy the page with zones or blanked,
 * for engines that read HTML. The caller owns the results, which are independent of the document, and frees them with
 * blockmask_free.
 */

#define BLOCKMASK_FORMAT_JOINED 0 /* format: the texts of the blocks, separated by line feeds. */

/*
 * format: plain text: an empty line between paragraphs, each item of a list and each row of a table on a separate
 * line, the cells of a row separated by tabs; line breaks as in BLOCKMASK_STRING_FORMATTED_TEXT.
 */
#define BLOCKMASK_FORMAT_PLAIN 1

/* format: Markdown (CommonMark, with the tables of GitHub Flavored Markdown). Ends with a line feed unless empty. */
#define BLOCKMASK_FORMAT_MARKDOWN 2
/* format: normalized HTML: the texts with their ancestors, and the images and line breaks among them. */
#define BLOCKMASK_FORMAT_HTML 3

/*
 * format: the whole page, byte for byte and in its encoding, with each block in a zone: an element named for its role,
 * which is blk-main, blk-heading, blk-comment, blk-meta, blk-nav, blk-aside, blk-legal or blk-hidden. Zones are never
 * nested, but may overlap an inline element that a block begins or ends in. There is none where its tags would be
 * text, and none around blocks that the option comments leaves out.
 */
#define BLOCKMASK_FORMAT_ZONES 4

/* flags: Markdown with the targets of links, absolute if the address of the page is known. */
#define BLOCKMASK_RENDER_LINKS 1
/* flags: Markdown with images that have an alternative text, among the text of a block or between two blocks. */
#define BLOCKMASK_RENDER_IMAGES 2

#define BLOCKMASK_FIELDS_VISIBLE 4094 /* fields: all of them but BLOCKMASK_FIELD_HIDDEN, as bits. */

/* A rendered text. */
typedef struct blockmask_rendered {
    /* UTF-8 that is not terminated by a zero; with zones, in the encoding of the page. */
    const char *text;
    /* Its length in bytes. */
    size_t length;
    /* The blocks of which it consists, in order; rows are blockmask_piece. Only of joined texts and Markdown. */
    blockmask_table pieces;
    /* One of BLOCKMASK_FORMAT_. */
    uint32_t format;
    /* BLOCKMASK_TRUNCATED_OUTPUT if Markdown has all of the text, but lacks targets, lists, quotations or tables. */
    uint32_t truncation;
} blockmask_rendered;

/* Where a block is in a rendered text. */
typedef struct blockmask_piece {
    /* The index of the block. */
    uint32_t block;
    /* Where its text begins in the normalized text of the page. */
    uint32_t text_start;
    /*
     * Where it begins in the rendered text, in bytes. In Markdown this is after the markers of quotations and
     * lists, but before the markers of headings and code. All blocks of a table have the range of the whole table, and
     * likewise in code.
     */
    uint32_t rendered_start;
    /* One past its end in that text; in Markdown without the line feed. */
    uint32_t rendered_end;
} blockmask_piece;

/*
 * Renders the main content in a format, one of BLOCKMASK_FORMAT_. flags is a union of BLOCKMASK_RENDER_, which formats
 * other than Markdown ignore. Writes the address of the result, one piece of memory that the caller frees with
 * blockmask_free. The bytes of the page are read. Returns BLOCKMASK_TOO_LARGE for Markdown of more than 4 GiB, and
 * BLOCKMASK_UNSUPPORTED_ENCODING for zones in ISO-2022-JP.
 */
BLOCKMASK_API
blockmask_status blockmask_render(const blockmask_document *document,
                                  uint32_t format,
                                  uint32_t flags,
                                  blockmask_rendered **rendered);

/*
 * Joins the texts of the blocks in some fields, in source order and separated by line feeds, for an engine that
 * indexes each field, or a few of them together, as a column. fields is a union of UINT32_C(1) << BLOCKMASK_FIELD_.
 * Writes the address of the result, one piece of memory that the caller frees with blockmask_free. docs/ranking.md
 * shows how to set up engines, and what the defaults achieve.
 */
BLOCKMASK_API
blockmask_status blockmask_join_fields(const blockmask_document *document,
                                       uint32_t fields,
                                       blockmask_rendered **rendered);

/*
 * Writes a copy of the page, of equal length, in which everything except the text of the main content is overwritten
 * with spaces, for a character filter in front of a tokenizer, which must keep offsets. Line feeds stay, so that line
 * numbers do not change, and so does a byte order mark. Tags inside the text become spaces; character references stay
 * as written. With use_metadata, text that only metadata holds stays as written in its script or attribute. In UTF-16
 * a space has two bytes. The bytes of the page are read.
 *
 * capacity is the size of buffer; if it is less than the length of the page, BLOCKMASK_BUFFER_TOO_SMALL is returned.
 * Returns BLOCKMASK_UNSUPPORTED_ENCODING for ISO-2022-JP, which is stateful; the buffer then holds the page unchanged.
 */
BLOCKMASK_API blockmask_status blockmask_blank_page(const blockmask_document *document, char *buffer, size_t capacity);

/*
 * Writes the default weight of a field, in quarters, and its default length normalization for BM25F (the parameter b,
 * 0 to 1). field is one of BLOCKMASK_FIELD_. A function of constants.
 */
BLOCKMASK_API
blockmask_status blockmask_get_field_defaults(uint32_t field,
                                              uint32_t *weight,
                                              float *length_normalization);

/*
 * Frees what the library made for the caller, or NULL: results of blockmask_render and blockmask_join_fields, rows of
 * blockmask_cut_passages and blockmask_find_facts, bytes of blockmask_write_site. It calls the free of the C library
 * that blockmask is linked with.
 */
BLOCKMASK_API void blockmask_free(const void *memory);

/*
 * Strings and offsets
 * -------------------
 *
 * Strings that few callers need, such as tag paths and the targets of links, are written on demand. Offsets in a text
 * are mapped back to the bytes of the page.
 */

/*
 * string of a block: the tag path of its container, such as html/body/div.main/p: element names from the root down,
 * each followed by its classes with a dot before each. Shortened beyond max_output. Takes no memory.
 */
#define BLOCKMASK_STRING_TAG_PATH 1

/*
 * string of a block: its text as its author laid it out: with a line feed for each br, and where whitespace is
 * preformatted with its lines and, in code, their indentation.
 */
#define BLOCKMASK_STRING_FORMATTED_TEXT 2

/*
 * string of a link: its target as it is in its href attribute, character references decoded, neither trimmed nor
 * resolved; empty for links beyond max_output. Takes no memory.
 */
#define BLOCKMASK_STRING_LINK_TARGET 3

/*
 * string of a link: its target as an absolute address: resolved against the first base element of the page and its
 * address, or its canonical address. Empty if the target is relative and neither is known, and beyond max_output.
 */
#define BLOCKMASK_STRING_LINK_ADDRESS 4

#define BLOCKMASK_STRING_LINK_REL 5 /* string of a link: its rel attribute, such as "nofollow ugc", as written. */

/* string of an image: its alternative text, character references decoded, whitespace collapsed. */
#define BLOCKMASK_STRING_IMAGE_ALT 6

/*
 * string of an image: its address as it is in its src attribute, character references decoded, neither trimmed nor
 * resolved.
 */
#define BLOCKMASK_STRING_IMAGE_TARGET 7

#define BLOCKMASK_STRING_ANNOTATION 8 /* string of an annotation: the formula without delimiters, or the reading. */

/*
 * Writes a string of a row: string is one of BLOCKMASK_STRING_, and index the index of the row. It is
 * UTF-8, and not terminated by a zero. Writes its length in bytes, also with BLOCKMASK_BUFFER_TOO_SMALL, when it is
 * longer than capacity and nothing is written to buffer. NULL is an empty buffer. The bytes of the page are read.
 */
BLOCKMASK_API
blockmask_status blockmask_write_string(const blockmask_document *document,
                                        uint32_t string,
                                        size_t index,
                                        char *buffer,
                                        size_t capacity,
                                        size_t *length);

/*
 * Writes, like blockmask_write_string, the fragment of an address that leads to a range of the normalized text: on
 * "#:~:text=" and percent-encoded words a browser scrolls to the range and marks it. If words do not tell where it is,
 * "#" and the nearest id before it, or nothing. Takes time in proportion to the text of the page.
 */
BLOCKMASK_API
blockmask_status blockmask_write_text_fragment(const blockmask_document *document,
                                               uint32_t start,
                                               uint32_t end,
                                               char *buffer,
                                               size_t capacity,
                                               size_t *length);

/*
 * Maps count offsets in the normalized text to offsets in the bytes of the page: where the character at each begins.
 * Both arrays have count entries and may be the same array. An offset beyond the text is treated as its end. Each
 * takes logarithmic time. To map the end of a range, use blockmask_map_range.
 */
BLOCKMASK_API
blockmask_status blockmask_map_offsets(const blockmask_document *document,
                                       const uint32_t *text_offsets,
                                       uint32_t *source_offsets,
                                       size_t count);

/*
 * Maps a range of a text, [start, end), to a range of the bytes of the page: from the first byte of its first
 * character to one past the last byte of its last character, so that character references are included as a whole. The
 * text is the normalized text if joined is NULL, or else one that blockmask_join_fields or BLOCKMASK_FORMAT_JOINED
 * made of this page. Offsets beyond the text are treated as its end; an empty range maps to an empty range; a range
 * across blocks also covers what stands between them on the page. Takes logarithmic time. Reads the page.
 */
BLOCKMASK_API
blockmask_status blockmask_map_range(const blockmask_document *document,
                                     const blockmask_rendered *joined,
                                     uint32_t start,
                                     uint32_t end,
                                     uint32_t *source_start,
                                     uint32_t *source_end);

/*
 * Facts
 * -----
 *
 * What a page says about itself to search engines: the directives of its author, its canonical address, dates and
 * other metadata. docs/facts.md says where each is read and who documents it.
 */

/*
 * kind: a directive to robots that applies, after all directives were combined: its name, and its value if it has one,
 * such as "noindex", or "max-snippet" with "50". It has no source.
 */
#define BLOCKMASK_FACT_ROBOTS 1

/* kind: a directive as written, whether it applies or not. The name is the name of a crawler, or "robots" for all. */
#define BLOCKMASK_FACT_DIRECTIVE 2
#define BLOCKMASK_FACT_CANONICAL 3 /* kind: the canonical address, absolute if the base is known. */
#define BLOCKMASK_FACT_ALTERNATE 4 /* kind: the address of a version in another language, whose name is the language. */
#define BLOCKMASK_FACT_LANGUAGE 5  /* kind: the language of the page. */
#define BLOCKMASK_FACT_TITLE 6     /* kind: the title for links to the page, of Open Graph. */
#define BLOCKMASK_FACT_PAGE_TYPE 7 /* kind: what the page is, in Open Graph. */
#define BLOCKMASK_FACT_IMAGE 8     /* kind: the address of an image for links to the page. */
#define BLOCKMASK_FACT_SITE_NAME 9 /* kind: the name of the site. */
#define BLOCKMASK_FACT_DESCRIPTION 10 /* kind: what the page is about, in a sentence or two. */
#define BLOCKMASK_FACT_TYPE 11        /* kind: the type of a thing that JSON-LD describes, such as "NewsArticle". */
#define BLOCKMASK_FACT_PUBLISHED 12   /* kind: when the page was published, in ISO 8601. */
#define BLOCKMASK_FACT_MODIFIED 13    /* kind: when the page was last modified, in ISO 8601. */

/*
 * kind: a part of the page that is excluded. The name is the rule, such as "data-nosnippet"; the value is what it is
 * excluded from: "all", "index", "snippet" or "anchor".
 */
#define BLOCKMASK_FACT_EXCLUSION 14

/*
 * kind: what a directive or a header says about a use of the page. The name is the use: "search", "snippet", "ai-input",
 * "ai-training" or "image-training"; the value is "allowed" or "denied", a space, and the rule, such as "noai".
 */
#define BLOCKMASK_FACT_USAGE 15

#define BLOCKMASK_FACT_TDM_POLICY 16 /* kind: the address of the policy on text and data mining. */
/* kind: the address of a license. The name is the media type of the link, which is often empty. */
#define BLOCKMASK_FACT_LICENSE 17
#define BLOCKMASK_FACT_AUTHOR 18   /* kind: an author of the page. */
#define BLOCKMASK_FACT_HEADLINE 19 /* kind: the headline of the page. */

/*
 * kind: a value that the page declares about an entity, if the options ask for it. The name is its path: the names of
 * the properties from the entity to the value, separated by ".".
 */
#define BLOCKMASK_FACT_PROPERTY 20

#define BLOCKMASK_FACT_KEYWORDS 21 /* kind: the keywords of the page, as it lists them. */

#define BLOCKMASK_ORIGIN_META 1      /* origin: a meta element. */
#define BLOCKMASK_ORIGIN_LINK 2      /* origin: a link element. */
#define BLOCKMASK_ORIGIN_JSON_LD 3   /* origin: a script with JSON-LD. */
#define BLOCKMASK_ORIGIN_MICRODATA 4 /* origin: an element with itemprop. */
#define BLOCKMASK_ORIGIN_TIME 5      /* origin: a time element. */
#define BLOCKMASK_ORIGIN_VISUAL 6    /* origin: the visible text of the page. */
#define BLOCKMASK_ORIGIN_ATTRIBUTE 7 /* origin: the lang attribute of the root element. */
#define BLOCKMASK_ORIGIN_HEADER 8    /* origin: an HTTP header that the caller passed. */
#define BLOCKMASK_ORIGIN_RULE 9      /* origin: a rule of the site's owner, which names the element. */
#define BLOCKMASK_ORIGIN_RDFA 10     /* origin: an element with property inside one with typeof. */

/*
 * The headers that came with a page, and for whom its directives are read. Strings that are not known are NULL with
 * length 0, and not needed after the call.
 */
typedef struct blockmask_fact_options {
    /* sizeof(blockmask_fact_options). */
    size_t size;
    /* The values of the X-Robots-Tag headers that came with the page, one per line. */
    const char *x_robots_tag;
    /* The length of x_robots_tag in bytes. */
    size_t x_robots_tag_length;
    /* The names of crawlers whose directives apply besides those for all robots, separated by spaces. */
    const char *agents;
    /* The length of agents in bytes. */
    size_t agents_length;
    /* The names of attributes that exclude an element from the index, separated by spaces. */
    const char *exclusion_attributes;
    /* The length of exclusion_attributes in bytes. */
    size_t exclusion_attributes_length;
    /*
     * Other headers that came with the page, one per line as "name: value": Link, X-Robots-Tag,
     * Content-Language, Content-Usage, Content-Signal, tdm-reservation and tdm-policy are read.
     */
    const char *headers;
    /* The length of headers in bytes. */
    size_t headers_length;
    /* Not 0 to find facts of kind BLOCKMASK_FACT_PROPERTY, too. */
    uint64_t properties;
} blockmask_fact_options;

/* A fact about a page. */
typedef struct blockmask_fact {
    /* UTF-8 that is not terminated by a zero, part of the memory of the facts; what it is depends on the kind. */
    const char *name;
    /* Its length in bytes; 0 for most kinds. */
    size_t name_length;
    /* The value: UTF-8 that is not terminated by a zero, part of the memory of the facts. */
    const char *value;
    /* Its length in bytes. */
    size_t value_length;
    /* First byte of what states it in the bytes of the page. */
    uint32_t source_start;
    /* One past the last one; equal to source_start if it is not from the page. */
    uint32_t source_end;
    /* One of BLOCKMASK_FACT_. New versions may add kinds. */
    uint32_t kind;
    /* One of BLOCKMASK_ORIGIN_, or 0 for BLOCKMASK_FACT_ROBOTS and BLOCKMASK_FACT_EXCLUSION. */
    uint32_t origin;
    /* Of dates, headlines and authors how certain they are, in percent, to rank them; else 0. */
    uint32_t confidence;
    /* Directives: 1 if it applies. BLOCKMASK_FACT_USAGE: 1 if it decides, for the crawlers of the options. Else 0. */
    uint32_t applies;
    /* BLOCKMASK_FACT_PROPERTY: the types of the object that has the property, separated by spaces; else empty. */
    const char *object_type;
    /* Its length in bytes. */
    size_t object_type_length;
    /* BLOCKMASK_FACT_PROPERTY: the number of the entity, from 0; else 0. */
    uint64_t entity;
} blockmask_fact;

/*
 * Finds what the page says about itself. options may be NULL for none.
 *
 * Writes a table whose rows are blockmask_fact, ordered by kind, one piece of memory that is independent of the
 * document. The caller frees its rows with blockmask_free, also if there are none. The bytes of the page are read.
 */
BLOCKMASK_API
blockmask_status blockmask_find_facts(const blockmask_document *document,
                                      const blockmask_fact_options *options,
                                      blockmask_table *facts);

/*
 * Fingerprints
 * ------------
 *
 * Hashes that find pages with the same text or nearly the same text, and pages of one template. docs/fingerprints.md
 * shows how to find duplicates among many pages.
 */

/*
 * The hashes of a page, to find its duplicates. They are equal on every machine, and may be stored. They depend on the
 * main text, and so on the options and on the model: compare pages that were analyzed alike. They are not
 * cryptographic: a page can be crafted to collide with another.
 */
typedef struct blockmask_fingerprint {
    /* sizeof(blockmask_fingerprint). */
    uint32_t size;
    /* Definition and options; fingerprints of different versions cannot be compared. */
    uint32_t version;
    /* 1 if the text has at least 13 tokens, else 0, and the page is never a duplicate. */
    uint32_t is_valid;
    /* Tokens of the text. */
    uint32_t tokens;
    /*
     * Minima of eight hash functions over all 6-grams of tokens of the main text, or of the fingerprint_text of the
     * options.
     */
    uint64_t min_hashes[8];
    /* The majority of each bit over the hashes of all tokens. */
    uint64_t sim_hash;
    /*
     * Equal for pages of equal main text, word by word; 0 if there is none. Whitespace, punctuation, markup, encoding
     * and the template around it do not matter.
     */
    uint64_t content_hash;
    /*
     * The majority of each bit over the hashes of the distinct tag paths of all text. Pages of equal tag paths have
     * equal ones, pages of one template differ in few bits; 0 if there is no text.
     */
    uint64_t structure_hash;
} blockmask_fingerprint;

/*
 * Writes the address of the fingerprint of the page, which needs BLOCKMASK_PART_FINGERPRINT. It belongs to the
 * document; copy it to keep it.
 */
BLOCKMASK_API
blockmask_status blockmask_get_fingerprint(const blockmask_document *document,
                                           const blockmask_fingerprint **fingerprint);

/*
 * Tells how alike two pages are. Each output may be NULL.
 *
 * is_near_duplicate: 1 if they have nearly the same text, else 0: both fingerprints are valid and of one version, and
 * at least 4 of their 8 min_hashes are equal. similarity: the share of equal min_hashes, 0 to 1 in steps of 1/8, an
 * estimate of the Jaccard similarity of the sets of 6-grams. distance: how many bits of sim_hash differ, 0 to 64,
 * about 32 for texts that have nothing in common. The last two are 0 and 64 if a fingerprint is not valid or if the
 * versions differ.
 */
BLOCKMASK_API
blockmask_status blockmask_match_fingerprints(const blockmask_fingerprint *left,
                                              const blockmask_fingerprint *right,
                                              uint32_t *is_near_duplicate,
                                              float *similarity,
                                              uint32_t *distance);

/*
 * Writes the keys of locality-sensitive hashing by bands, to find near-duplicates among many pages: pages with a
 * common key agree on rows consecutive min_hashes. rows is 1 to 8. keys has room for 8; 8 / rows of them, rounded
 * down, are written, or none if the fingerprint is not valid; the rest become 0, and count is how many. With 1 row all
 * near-duplicates have a common key; with 2 fewer pages have to be compared and some are missed.
 */
BLOCKMASK_API
blockmask_status blockmask_write_band_keys(const blockmask_fingerprint *fingerprint,
                                           uint32_t rows,
                                           uint64_t *keys,
                                           size_t *count);

/*
 * Owned documents
 * ---------------
 *
 * A document that must outlive the analyzer, or the next page, is made by blockmask_analyze_owned. It owns its tables
 * and a copy of the page: it may move to another thread, and the analyzer may be freed before it. The memory of the
 * tables moves out of the analyzer, so that the next page allocates anew; blockmask_return_document gives it back.
 */

/*
 * Analyzes one page like blockmask_analyze, and writes the address of a document that the caller owns, to be freed
 * with blockmask_free_document or given back with blockmask_return_document. The page is copied: its bytes are not
 * needed after the call. The borrowed document of the analyzer is discarded.
 */
BLOCKMASK_API
blockmask_status blockmask_analyze_owned(blockmask_analyzer *analyzer,
                                         const char *html,
                                         size_t length,
                                         const blockmask_hints *hints,
                                         blockmask_document **document);

/*
 * Frees an owned document, and keeps its memory for the next pages of an analyzer: of the one that made it, or of
 * another. The borrowed document of the analyzer is discarded. No thread may be inside a call with the document.
 */
BLOCKMASK_API blockmask_status blockmask_return_document(blockmask_analyzer *analyzer, blockmask_document *document);

/* Like blockmask_cancel_analyzer, for calls that derive something from an owned document, which stays. */
BLOCKMASK_API blockmask_status blockmask_cancel_document(const blockmask_document *document);

/*
 * Gives a document a result that the caller owns and would free with blockmask_free, or NULL: from now on it belongs to
 * the document and is freed with it, as its tables are. For hosts whose errors jump over the code that would free it.
 * Only with BLOCKMASK_OK; otherwise the caller still owns it.
 */
BLOCKMASK_API blockmask_status blockmask_keep_result(const blockmask_document *document, const void *memory);

/* Frees a document that blockmask_analyze_owned made, or NULL. No thread may be inside a call with it. */
BLOCKMASK_API void blockmask_free_document(blockmask_document *document);

/*
 * Analyzers: stop one from another thread, reset it, replace its model
 * --------------------------------------------------------------------
 */

/*
 * Stops the call that runs with this analyzer in another thread, or the next one, without waiting for it: it returns
 * BLOCKMASK_CANCELLED. Such calls are analyses, after which the analyzer holds no document, blockmask_export_arrow, and
 * those that derive something from the borrowed document, which stays. Safe from any thread and from a signal handler.
 */
BLOCKMASK_API blockmask_status blockmask_cancel_analyzer(const blockmask_analyzer *analyzer);

/*
 * Restores the analyzer to the state in which it was created, also after BLOCKMASK_PANIC, and returns all memory to
 * the system; the model and the site stay. The borrowed document is discarded. Useful after a very large page.
 */
BLOCKMASK_API blockmask_status blockmask_reset_analyzer(blockmask_analyzer *analyzer);

/* Writes how many bytes of memory the analyzer holds, used or not. */
BLOCKMASK_API blockmask_status blockmask_get_memory_in_use(blockmask_analyzer *analyzer, size_t *bytes);

/*
 * Replaces the model of BLOCKMASK_MASK_LEARNED: the bytes of a model file, which are copied. NULL with length 0
 * restores the built-in model. The borrowed document of the analyzer is discarded. Returns BLOCKMASK_BAD_OPTION, and
 * keeps the current model, for bytes that are damaged or no model of this version of the library. What is known of a
 * site belongs to a model, so it is removed: call blockmask_set_site afterwards. blockmask_reset_analyzer does not
 * change the model.
 */
BLOCKMASK_API blockmask_status blockmask_set_model(blockmask_analyzer *analyzer, const char *model, size_t length);

/*
 * Sites
 * -----
 *
 * A page alone cannot tell what stands on every page of its site. Statistics over a sample of the pages of a site, 32
 * by default and less than 3 kB for each, make the learned mask better on all pages of the site. blockmask_add_to_site
 * adds pages, in any order, also to several statistics that blockmask_merge_site unites; blockmask_write_site and
 * blockmask_restore_site keep them; blockmask_set_site uses them for the next pages of an analyzer.
 *
 * Statistics belong to a host, or to another part of the web whose pages share templates; and to the model that they
 * were made with. Any thread may use them, one at a time: a call that finds another thread inside the same statistics
 * returns BLOCKMASK_BUSY. Analyzers keep what they need of them.
 */

/*
 * Creates statistics without any page, for a sample of that many pages, 1 to 256, or 32 for 0; to be freed with
 * blockmask_free_site. The secret decides which pages are sampled: choose it at random, and use the same for all parts of
 * a site, so that no author can make pages that are sampled more often; it is part of the written bytes. 0 is no secret.
 */
BLOCKMASK_API
blockmask_status blockmask_create_site_with_secret(uint32_t pages,
                                                   uint64_t secret,
                                                   blockmask_site **site);

/*
 * Restores statistics from the bytes that blockmask_write_site wrote, on any machine; to be freed with
 * blockmask_free_site. The bytes are not needed after the call. Returns BLOCKMASK_BAD_OPTION for any that are damaged,
 * of another version of the library, or no statistics.
 */
BLOCKMASK_API blockmask_status blockmask_restore_site(const char *bytes, size_t length, blockmask_site **site);

/* Frees statistics, or NULL. No thread may be inside a call with them; analyzers that use them may go on. */
BLOCKMASK_API void blockmask_free_site(blockmask_site *site);

/*
 * Adds a page. The statistics use the probabilities by the model alone, so the analyzer of the page may use other
 * statistics. A page may be added several times: the address of its hints identifies it. Versions of a page without an
 * address count as different pages. The bytes of the page are read.
 *
 * Returns BLOCKMASK_BAD_OPTION, and changes nothing, if the mask is not BLOCKMASK_MASK_LEARNED, or if the earlier
 * pages were analyzed with another model.
 */
BLOCKMASK_API blockmask_status blockmask_add_to_site(blockmask_site *site, const blockmask_document *document);

/*
 * Adds the pages of other statistics, which do not change. The result equals, bit for bit, statistics made from all
 * pages together, in any order. If the samples are of different sizes, the smaller one counts. Returns
 * BLOCKMASK_BAD_OPTION, and changes nothing, if they were made with another model.
 */
BLOCKMASK_API blockmask_status blockmask_merge_site(blockmask_site *site, const blockmask_site *other);

/* Writes the number of sampled pages. */
BLOCKMASK_API blockmask_status blockmask_get_site_pages(const blockmask_site *site, uint32_t *pages);

/*
 * Writes the address of the statistics as bytes, which are the same on every machine, and their number: at most 3 kB
 * for each sampled page. They are owned by the caller, who frees them with blockmask_free.
 */
BLOCKMASK_API blockmask_status blockmask_write_site(const blockmask_site *site, char **bytes, size_t *length);

/*
 * Sets what is known of the site that the next pages of the analyzer are from: the statistics as they are now, of
 * which the analyzer keeps what it needs. NULL removes it. The borrowed document of the analyzer is discarded.
 * blockmask_reset_analyzer does not change it, blockmask_set_model removes it. Masks other than BLOCKMASK_MASK_LEARNED
 * do not use it. Returns BLOCKMASK_BAD_OPTION, and keeps what was set, for statistics from another model.
 */
BLOCKMASK_API blockmask_status blockmask_set_site(blockmask_analyzer *analyzer, const blockmask_site *site);

/*
 * Arrow
 * -----
 *
 * Many pages in one call, with their results as Arrow columns for pyarrow, Polars, DuckDB, Spark, Go, R and others: a
 * struct array with one row for each page, in the Arrow C data interface, which they import without copying. See
 * <https://arrow.apache.org/docs/format/CDataInterface.html>. No Arrow library is needed. This header declares the two
 * structs of the interface unless another one has.
 *
 * Two columns come first, whatever is selected. status is a string that is never null: ok, or the name of a failure,
 * such as too-large, limit-reached, out-of-memory, cancelled, panic, bad-pointer, or missing if there is no page. It
 * is an open set. error is a string: the message of a failure.
 *
 * The other columns are in the order of their constants, and null if the page failed. Strings are large_string, lists
 * have 32-bit offsets, all integers are signed. Enums are their names, flags lists of names. docs/arrow.md lists the fields
 * of each struct with their types.
 */

/* columns: main_text, string. The headline and the blocks that are not template, separated by line feeds. */
#define BLOCKMASK_COLUMN_MAIN_TEXT 1
#define BLOCKMASK_COLUMN_TEXT 2      /* columns: text, string. The normalized text, which ranges of text refer to. */
#define BLOCKMASK_COLUMN_TITLE 4     /* columns: title, string. Null if the page has none. */
#define BLOCKMASK_COLUMN_KIND 8      /* columns: kind, string. Null if the mask does not classify pages. */
#define BLOCKMASK_COLUMN_ENCODING 16 /* columns: encoding, string. */
#define BLOCKMASK_COLUMN_IS_RECOVERED 32 /* columns: is_recovered, bool. */
/* columns: truncation, list of string. The limits that truncated the analysis. */
#define BLOCKMASK_COLUMN_TRUNCATION 64
#define BLOCKMASK_COLUMN_BLOCKS 128       /* columns: blocks, list of struct. */
#define BLOCKMASK_COLUMN_SEGMENTS 256     /* columns: segments, list of struct. */
#define BLOCKMASK_COLUMN_MAIN_REGIONS 512 /* columns: main_regions, list of struct. */
#define BLOCKMASK_COLUMN_LINKS 1024       /* columns: links, list of struct. */
/* columns: fingerprint, struct; its hashes have the bits of those in blockmask_fingerprint. */
#define BLOCKMASK_COLUMN_FINGERPRINT 2048
#define BLOCKMASK_COLUMN_KIND_PROBABILITIES 4096 /* columns: kind_probabilities, list of struct. Null as kind is. */
#define BLOCKMASK_COLUMN_MAIN_HTML 8192          /* columns: main_html, string. The main content as normalized HTML. */
#define BLOCKMASK_COLUMN_COMMENTS 16384          /* columns: comments, list of struct. */
#define BLOCKMASK_COLUMN_IMAGES 32768  /* columns: images, list of struct: the images with an alternative text. */
#define BLOCKMASK_COLUMN_RECORDS 65536 /* columns: records, list of struct. */
/* columns: facts, struct: what the page says about itself, without HTTP headers. */
#define BLOCKMASK_COLUMN_FACTS 131072
#define BLOCKMASK_COLUMN_HEADLINE 262144    /* columns: headline, string. Null if the page has none. */
#define BLOCKMASK_COLUMN_ANNOTATIONS 524288 /* columns: annotations, list of struct. */
#define BLOCKMASK_COLUMN_FALLBACKS 1048576  /* columns: fallbacks, list of string. */
#define BLOCKMASK_COLUMN_GROUPS 2097152     /* columns: groups, list of struct. */
#define BLOCKMASK_COLUMN_MARKDOWN 16777216  /* columns: markdown, string, by default options. */
#define BLOCKMASK_COLUMN_PASSAGES 33554432  /* columns: passages, list of struct, by default options. */
/* columns: properties, list of struct: what the page declares about entities. */
#define BLOCKMASK_COLUMN_PROPERTIES 1073741824
#define BLOCKMASK_COLUMNS_DEFAULT 2189   /* columns: main_text, title, kind, blocks and fingerprint. */
#define BLOCKMASK_COLUMNS_ALL 2147483647 /* columns: all of them. */

/* One page of many. */
typedef struct blockmask_input {
    /* sizeof(blockmask_input), the same in all elements of an array. */
    size_t size;
    /* The page, or NULL if there is none. */
    const char *html;
    /* Its length in bytes. */
    size_t length;
    /* What is known about it besides its bytes, or NULL. */
    const blockmask_hints *hints;
} blockmask_input;

/*
 * Analyzes count pages and writes their results, a struct array with count rows, and its schema. columns is a union of
 * BLOCKMASK_COLUMN_; their parts are always computed. The inputs are not needed after the call. The analyzer then
 * holds no document.
 *
 * Both structs are the caller's, who need not initialize them and owns what they refer to afterwards: each is released
 * once, by its release function, or given to a consumer that does so. They are independent of the analyzer, of each
 * other and of the thread, but the library must stay loaded. Buffers are aligned to 8 bytes, or to the width of their
 * values if that is less.
 *
 * Each page is a row, also one that fails, without effect on the others; a page whose html is NULL is missing. After
 * blockmask_cancel_analyzer the rest is cancelled. Even after a panic the next pages are analyzed, as the analyzer is
 * reset. A list of all rows together has at most 2^31 - 1 items: a page beyond that is too-large. An error is returned
 * only if nothing is written at all: BLOCKMASK_OUT_OF_MEMORY, or invalid arguments. For a schema alone, count is 0.
 */
BLOCKMASK_API
blockmask_status blockmask_export_arrow(blockmask_analyzer *analyzer,
                                        const blockmask_input *inputs,
                                        size_t count,
                                        uint32_t columns,
                                        struct ArrowSchema *schema,
                                        struct ArrowArray *array);

/*
 * Version
 * -------
 *
 * Two versions matter. The version of the library follows semantic versioning. The version of the binary interface is
 * a number, which is part of the shared library's soname: programs run with every library of that number, including
 * newer ones. Within it, structs grow only at their ends, constants keep their values and functions keep their
 * signatures.
 */

#define BLOCKMASK_VERSION_MAJOR 0 /* First part of the version of this header. */
#define BLOCKMASK_VERSION_MINOR 3 /* Second part of the version of this header. */
#define BLOCKMASK_VERSION_PATCH 0 /* Third part of the version of this header. */
#define BLOCKMASK_ABI_VERSION 2   /* The binary interface that this header describes. */

/*
 * The binary interface of the library that is linked. If it is not BLOCKMASK_ABI_VERSION, the program and the library
 * are incompatible, and no other function may be called.
 */
BLOCKMASK_API uint32_t blockmask_abi_version(void);

/* The version of the library that is linked, such as "0.3.0". The string is static. */
BLOCKMASK_API const char *blockmask_version(void);

/* The Arrow C data interface, as its specification has it. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

#endif /* ARROW_C_DATA_INTERFACE */

/* Names of version 0.2.0. Programs that use them do not compile or do not link, and the error says what replaced them. */
#define BLOCKMASK_RECORD BLOCKMASK_RECORD_is_now_BLOCKMASK_AT
#define blockmask_analyze_batch blockmask_analyze_batch_is_gone_use_blockmask_analyze_or_blockmask_export_arrow
#define blockmask_analyze_input blockmask_analyze_input_is_now_blockmask_analyze
#define blockmask_analyze_page blockmask_analyze_page_is_now_blockmask_analyze
#define blockmask_begin_page blockmask_begin_page_is_gone_use_blockmask_analyze
#define blockmask_create_config blockmask_create_config_is_gone_pass_options_to_blockmask_create_analyzer
#define blockmask_export_batch blockmask_export_batch_is_now_blockmask_export_arrow
#define blockmask_get_last_error blockmask_get_last_error_is_now_blockmask_last_error

#ifdef __cplusplus
}
#endif

#endif /* BLOCKMASK_H */
