/*
 * blockmask.h - what an indexer learns from one HTML page
 *
 * blockmask takes the bytes of one HTML page and tells an indexer what is on it: blocks of text with the bytes that
 * they come from, which of them are content and which are navigation, advertising and other template, what their words
 * should count, segments, the region of the main content, links, and a fingerprint that finds near-duplicates.
 *
 * A complete program:
 *
 *     #include <blockmask.h>
 *     #include <stdio.h>
 *
 *     int main(void)
 *     {
 *         const char html[] = "<nav><a href=/>Home</a></nav>"
 *                             "<p>Rain fell on the city for the third day, and the river rose.";
 *         blockmask_analyzer *analyzer;
 *         const blockmask_block *blocks;
 *         const char *text;
 *         size_t count, stride, length, i;
 *
 *         if (blockmask_create_analyzer(NULL, &analyzer) != BLOCKMASK_OK)
 *             return 1;
 *         if (blockmask_analyze_page(analyzer, html, sizeof(html) - 1, NULL, 0) == BLOCKMASK_OK &&
 *             blockmask_get_blocks(analyzer, &blocks, &count, &stride) == BLOCKMASK_OK &&
 *             blockmask_get_text(analyzer, &text, &length) == BLOCKMASK_OK) {
 *             for (i = 0; i < count; i++) {
 *                 const blockmask_block *block = BLOCKMASK_RECORD(blockmask_block, blocks, stride, i);
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
 * Rules for all functions:
 *
 * - A pointer is NULL or points to as much as the type or the length says, and no other thread changes it during the
 *   call. Where NULL has no meaning, the status is BLOCKMASK_BAD_POINTER.
 * - A handle comes from the function that creates it and is valid until the one that frees it.
 * - What a function returns is borrowed from the analyzer, unless the function says that the caller owns it.
 * - Every struct, or array of structs, that the caller passes in or that is filled in is followed by its size as an
 *   argument: sizeof the struct as this header has it. So programs and libraries of different versions work together.
 *   The size may be smaller than in the library, down to that of version 0.2.0: fields that the caller does not know have
 *   their defaults, and are not written. It may be larger: then bytes that the library does not know must be zero on
 *   input, or the status is BLOCKMASK_BAD_STRUCT_SIZE, and are set to zero on output.
 * - Tables that are borrowed come with a stride, the size of their records in the library. No struct contains another
 *   one, except blockmask_slice, which never grows.
 * - Roles, kinds, flags, reasons, sources, classes, statuses are open sets: a newer library may return numbers that this
 *   header does not list. Treat them as unknown, do not index arrays by them unchecked, and see Names.
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

/* The Arrow C data interface, as its specification has it. See the section Arrow. */
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

/*
 * Version
 * -------
 *
 * Two versions matter. That of the library follows semantic versioning. That of the binary interface is one number,
 * the one in the shared library's soname: programs run with every library of that number, including newer ones.
 * Within it, structs grow only at their ends, constants keep their values and functions keep their signatures.
 */

/* First part of the version of this header. */
#define BLOCKMASK_VERSION_MAJOR 0
/* Second part of the version of this header. */
#define BLOCKMASK_VERSION_MINOR 2
/* Third part of the version of this header. */
#define BLOCKMASK_VERSION_PATCH 0
/* The binary interface that this header describes. */
#define BLOCKMASK_ABI_VERSION 1

/*
 * The binary interface of the library that is linked. If it is not BLOCKMASK_ABI_VERSION, the program and the library
 * are incompatible, and no other function may be called.
 */
BLOCKMASK_API
uint32_t blockmask_abi_version(void);

/* The version of the library that is linked, such as "0.2.0". The string is static. */
BLOCKMASK_API const char *blockmask_version(void);

/*
 * Status codes
 * ------------
 *
 * All functions return a status, except those that free something and those that return a version, a name or a text: 0
 * for success, else a positive number. Outputs are written only with BLOCKMASK_OK, unless the function says otherwise.
 * Codes are never renumbered, and newer libraries add codes: treat those that you do not know as errors.
 */

/* Done. */
#define BLOCKMASK_OK 0
/* No error: the end of an iteration. */
#define BLOCKMASK_END 1
/* A pointer is NULL that must not be, or is not aligned for its type. */
#define BLOCKMASK_BAD_POINTER 10

/*
 * The size of a struct that no version of it has: smaller than the first version, larger than 4,096 bytes, or with a
 * part of a field at its end. Or a struct that is larger than the library's has a byte beyond it that is not zero.
 */
#define BLOCKMASK_BAD_STRUCT_SIZE 11
/* An option has a value that it cannot have. */
#define BLOCKMASK_BAD_OPTION 12
/* Another argument has a value that it cannot have, such as the index of a block that does not exist. */
#define BLOCKMASK_BAD_ARGUMENT 13
/* Another thread is inside a function with the same analyzer. Nothing was done, and the other thread is not affected. */
#define BLOCKMASK_BUSY 14

/*
 * The analyzer holds no page: none was analyzed since it was made, or the last analysis failed, or the page was
 * discarded since; or it was pushed, and the function needs its bytes.
 */
#define BLOCKMASK_NO_PAGE 15
/* The caller's buffer is too small. The required size was written, where the function has an output for it. */
#define BLOCKMASK_BUFFER_TOO_SMALL 16
/* The library was built without the function, or without what an option asks for: seeker, style density or visual. */
#define BLOCKMASK_NOT_BUILT 17
/* The option parts lacks what the function gives. */
#define BLOCKMASK_NOT_COMPUTED 18
/* The page is longer than the option max_input allows, or longer than 4 GiB as UTF-8. */
#define BLOCKMASK_TOO_LARGE 30
/* The system refused memory. */
#define BLOCKMASK_OUT_OF_MEMORY 31
/* The page is in an encoding that nothing can be written into: ISO-2022-JP, or one that browsers refuse. */
#define BLOCKMASK_UNSUPPORTED_ENCODING 32
/* The page reaches a limit, and on_limit is BLOCKMASK_ON_LIMIT_FAIL; or max_memory is too little for any part of it. */
#define BLOCKMASK_LIMIT_REACHED 33
/* The analysis was stopped by blockmask_cancel_analyzer. */
#define BLOCKMASK_CANCELLED 34
/* A bug in the library was caught. The analyzer refuses further work until it is reset. */
#define BLOCKMASK_PANIC 50
/* The analyzer returned BLOCKMASK_PANIC before and was not reset. */
#define BLOCKMASK_POISONED 51

/* What a function returns: one of these codes. */
typedef int32_t blockmask_status;

/*
 * One sentence about a status code, for logs; never NULL, also for unknown codes. The string is static.
 * blockmask_get_last_error has the details.
 */
BLOCKMASK_API const char *blockmask_status_text(blockmask_status status);

/*
 * Configuration
 * -------------
 *
 * blockmask_init_options fills in the defaults; the caller changes fields; blockmask_create_config checks the options
 * and freezes them. A configuration is immutable: any number of threads may create analyzers from it at the same time.
 * It may be freed as soon as its last analyzer exists.
 *
 * Limits: what each counts, its default, and the bit of truncation, BLOCKMASK_TRUNCATED_, that reports it.
 *
 * max_input      | bytes of the page                                | 256 MiB  | INPUT, or the page is refused
 * max_nodes      | nodes of the tree                                | 2^31 - 1 | NODES
 * max_depth      | depth of the tree                                | 512      | DEPTH
 * max_attributes | attributes of all elements together              | 2^31 - 1 | ATTRIBUTES
 * max_blocks     | blocks                                           | 2^31 - 1 | BLOCKS
 * max_memory     | bytes of memory for the tables of a page         | 4 GiB    | MEMORY
 * max_steps      | tags, texts, comments; repair and search steps   | none     | STEPS
 * max_output     | bytes of all tag paths, or all targets of links, |          |
 * | for each byte of the page, besides 1 MiB         | 64       | OUTPUT
 *
 * WORK belongs to no option: repair of misnested markup and the search for the main region have budgets of their own,
 * linear in the size of the page. No limit is exceeded, with two exceptions: html, head and body are created whatever
 * max_nodes says, and max_steps may be exceeded by 2 %.
 */

/* token_mode: a token is a run of characters other than whitespace that has a letter or a digit. */
#define BLOCKMASK_TOKENS_PAPER 0
/* token_mode: likewise, but text in scripts without spaces is split into words or characters. The default. */
#define BLOCKMASK_TOKENS_UNICODE 1
/* comments: comments of readers on an article are not content, and have neither runs nor zones. The default. */
#define BLOCKMASK_COMMENTS_EXCLUDE 0
/* comments: they are content, beside the main text. */
#define BLOCKMASK_COMMENTS_INCLUDE 1
/* comments: only they are content, and have runs and zones. */
#define BLOCKMASK_COMMENTS_ONLY 2
/* fusion: the text of the page is wrapped into lines, each of which is a segment. */
#define BLOCKMASK_FUSION_WORD_WRAP 0
/* fusion: the text between any two tags is a segment. */
#define BLOCKMASK_FUSION_TAG_GAP 1
/* fusion: neighbors of similar text density are fused. */
#define BLOCKMASK_FUSION_PLAIN 2
/* fusion: as plain; a dip between two equal densities is filled. */
#define BLOCKMASK_FUSION_SMOOTHED 3
/* fusion: as smoothed, but some tags always separate and others never do. The default. */
#define BLOCKMASK_FUSION_RULE_BASED 4
/* fusion: only the tags that always separate. */
#define BLOCKMASK_FUSION_JUST_RULES 5
/* mask: text density, link density and neighborhood, by rules. */
#define BLOCKMASK_MASK_DENSITY 0
/* mask: boosted trees over many features of a block. The most accurate; also classifies the page. The default. */
#define BLOCKMASK_MASK_LEARNED 1
/* mask: the areas found by style density are content. */
#define BLOCKMASK_MASK_STYLE_DENSITY 2
/* mask: Content Seeker, with learned segments and learned content. */
#define BLOCKMASK_MASK_SEEKER 3
/* mask: Content Seeker, the largest block string. */
#define BLOCKMASK_MASK_SEEKER_LBS 4
/* mask: Content Seeker, string length smoothing. */
#define BLOCKMASK_MASK_SEEKER_SLS 5
/* mask: Content Seeker, the repeated records, for forums. */
#define BLOCKMASK_MASK_SEEKER_TP 6
/* mask: the main region by tag paths is content. */
#define BLOCKMASK_MASK_TAG_PATH 7
/* style_density: layout and areas are not computed. The default. */
#define BLOCKMASK_STYLE_DENSITY_NONE 0
/* style_density: the rules of the paper. */
#define BLOCKMASK_STYLE_DENSITY_PAPER 1
/* style_density: learned from real pages; finds posts that the rules miss. */
#define BLOCKMASK_STYLE_DENSITY_LEARNED 2

/*
 * on_limit: the result covers what was read before the limit, and truncation says which limit it was; pages longer
 * than max_input are refused. The default.
 */
#define BLOCKMASK_ON_LIMIT_TRUNCATE 0
/* on_limit: the page is refused. */
#define BLOCKMASK_ON_LIMIT_FAIL 1
/* on_limit: as the first, but of a page longer than max_input the beginning is analyzed. */
#define BLOCKMASK_ON_LIMIT_TRUNCATE_INPUT 2
/* fingerprint_text: all blocks that are not template. The default. */
#define BLOCKMASK_FINGERPRINT_MAIN 0
/* fingerprint_text: the segment with the most tokens among those that are not mostly links. */
#define BLOCKMASK_FINGERPRINT_LARGEST_SEGMENT 1

/*
 * parts: which blocks are template, their probabilities and roles, the kind of page, and comments. Without it no block
 * is template, and the kind is BLOCKMASK_NONE. What other parts need of it is computed in any case.
 */
#define BLOCKMASK_PART_MASK 1
/* parts: field, weight and link_targets of blocks. Without it field is BLOCKMASK_FIELD_TEXT and weight 4. */
#define BLOCKMASK_PART_FIELDS 2
/* parts: the structure of blocks, and the images. Without it Markdown and passages are of paragraphs only. */
#define BLOCKMASK_PART_STRUCTURE 4
/* parts: the segments, and where blocks lie in them. Passages then rather end where a segment ends. */
#define BLOCKMASK_PART_SEGMENTS 8
/* parts: the main region, and which blocks are in it. */
#define BLOCKMASK_PART_REGION 16
/* parts: the fingerprint. */
#define BLOCKMASK_PART_FINGERPRINT 32
/* parts: mask, fields and structure, which is what an indexer needs. The default. */
#define BLOCKMASK_PARTS_DEFAULT 7
/* parts: all of them. */
#define BLOCKMASK_PARTS_ALL 63

/* Checked options, immutable. */
typedef struct blockmask_config blockmask_config;

/* How pages are analyzed. A field with a list of constants takes only these; flags are 0 or 1. */
typedef struct blockmask_options {
    /* Bytes of a page; longer ones are refused. At most 4 GiB - 2, default 256 MiB. */
    uint64_t max_input;
    /*
     * Bytes of memory for the tables of a page. Where they do not suffice, the first half of the page is analyzed, or
     * the first quarter, and so on. At least 64 KiB, default 4 GiB.
     */
    uint64_t max_memory;
    /*
     * Steps: tags, texts and comments that are read, and steps of repair, search and style sheets; what follows is not
     * read. At least 1; default 2^64 - 1, no limit.
     */
    uint64_t max_steps;
    /*
     * Depth of the tree; deeper elements become children of the deepest ones. 4 to 65535, default 512. The text of
     * scripts, style sheets, titles and the like may lie one deeper.
     */
    uint32_t max_depth;
    /* Nodes of the tree; what follows is not read. At most 2^31 - 1, the default. */
    uint32_t max_nodes;
    /*
     * Attributes of all elements together; further ones are dropped. At most 2^31 - 1, the default. An element keeps
     * at most 2,048.
     */
    uint32_t max_attributes;
    /* Blocks; further text is dropped. At least 1, at most 2^31 - 1, the default. */
    uint32_t max_blocks;
    /* What happens at a limit: one of BLOCKMASK_ON_LIMIT_. */
    uint32_t on_limit;
    /* How blocks are classified as content or template: one of BLOCKMASK_MASK_. */
    uint32_t mask;
    /* How text becomes segments: one of BLOCKMASK_FUSION_. */
    uint32_t fusion;
    /* Whether layout and areas are computed, and how: one of BLOCKMASK_STYLE_DENSITY_. */
    uint32_t style_density;
    /* Flag: compute what a reader sees, for blockmask_get_visual_areas and blockmask_get_block_visibility. Default 0. */
    uint32_t visual;
    /* Flag: text that only the metadata of the page holds is content. Default 0. */
    uint32_t use_metadata;
    /* What a token is: one of BLOCKMASK_TOKENS_. */
    uint32_t token_mode;
    /* Columns of a line, at least 1. Default 80. */
    uint32_t wrap_width;
    /* Flag: fingerprints ignore case. Default 0. */
    uint32_t fold_case;
    /*
     * What to do with the comments of readers on an article: one of BLOCKMASK_COMMENTS_. The posts of a thread are
     * content whatever it says.
     */
    uint32_t comments;
    /*
     * Bytes of all tag paths together, and of the targets of all links together, for each byte of the page, besides
     * 1 MiB. Longer paths begin with an ellipsis for the elements at the root, further links have an empty target.
     * Default 64.
     */
    uint64_t max_output;
    /* Which text fingerprints are of: one of BLOCKMASK_FINGERPRINT_. */
    uint32_t fingerprint_text;
    /*
     * What is computed besides the tree, the text, the links and the blocks with their ranges: a union of
     * BLOCKMASK_PART_. Default BLOCKMASK_PARTS_DEFAULT.
     */
    uint32_t parts;
} blockmask_options;

/* Fills in the defaults. options_size is sizeof(blockmask_options). */
BLOCKMASK_API blockmask_status blockmask_init_options(struct blockmask_options *options, size_t options_size);

/*
 * Checks options and creates a configuration from them, to be freed with blockmask_free_config. NULL for the options
 * means the defaults, whatever options_size is. If a value is invalid, a sentence that names it is written to message,
 * cut to capacity bytes and always terminated by a zero; message may be NULL with capacity 0. Returns
 * BLOCKMASK_NOT_BUILT if the library was built without what the options ask for.
 */
BLOCKMASK_API
blockmask_status blockmask_create_config(const struct blockmask_options *options,
                                         size_t options_size,
                                         struct blockmask_config **config,
                                         char *message,
                                         size_t capacity);

/* Frees a configuration, or NULL. Analyzers that were created from it are not affected. */
BLOCKMASK_API void blockmask_free_config(struct blockmask_config *config);

/*
 * Input
 * -----
 *
 * A page can be passed with what is known about it besides its bytes.
 */

/*
 * A page, and what is known about it. Strings that are not known are NULL with length 0, and not needed after the
 * call.
 */
typedef struct blockmask_input {
    /* The page. */
    const char *html;
    /* Its length in bytes. */
    size_t length;
    /*
     * The encoding that came with it, such as that of HTTP's Content-Type. A byte order mark takes precedence over it;
     * an unknown name is ignored.
     */
    const char *charset;
    /* The length of charset in bytes. */
    size_t charset_length;
    /*
     * The absolute address (URL) that it came from, in UTF-8. It tells links within the page from links to other
     * pages; see BLOCKMASK_FIELD_LINK. The canonical address that the page declares serves, too.
     */
    const char *address;
    /* The length of address in bytes. */
    size_t address_length;
} blockmask_input;

/*
 * Analyzer
 * --------
 *
 * An analyzer takes one page after another and reuses its memory: after the first pages of a crawl it makes no more
 * calls to the system's allocator. It owns everything that its results point to. Use one for each thread. It may move
 * from thread to thread between two calls; a call that finds another thread inside the same analyzer returns
 * BLOCKMASK_BUSY.
 */

/* Analyzes pages and holds the result of the last one. */
typedef struct blockmask_analyzer blockmask_analyzer;

/*
 * Creates an analyzer, to be freed with blockmask_free_analyzer. NULL for the configuration means the defaults. The
 * analyzer keeps a copy of the configuration, and allocates no memory for pages yet.
 */
BLOCKMASK_API
blockmask_status blockmask_create_analyzer(const blockmask_config *config,
                                           struct blockmask_analyzer **analyzer);

/* Frees an analyzer, or NULL, and everything that its results point to. No thread may be inside a call with it. */
BLOCKMASK_API void blockmask_free_analyzer(struct blockmask_analyzer *analyzer);

/*
 * Analyzes one page as found: any bytes, in any encoding. The analyzer then holds the result, until the next call that
 * analyzes or begins a page, sets a model or a site, or resets or shrinks the analyzer. The page is not copied: its bytes must
 * not change as long as the result is used. NULL with length 0 is an empty page.
 *
 * charset is the encoding that came with the page, such as that of HTTP's Content-Type, and its length in bytes; NULL
 * with length 0 if there is none. A byte order mark takes precedence over it; an unknown name is ignored. It is not
 * needed after the call.
 *
 * Returns BLOCKMASK_TOO_LARGE if the page is longer than max_input, BLOCKMASK_LIMIT_REACHED if it reaches another
 * limit and on_limit says so, BLOCKMASK_CANCELLED after blockmask_cancel_analyzer, and BLOCKMASK_OUT_OF_MEMORY. The
 * analyzer then holds no page and stays usable. Broken markup is no error.
 */
BLOCKMASK_API
blockmask_status blockmask_analyze_page(struct blockmask_analyzer *analyzer,
                                        const char *html,
                                        size_t length,
                                        const char *charset,
                                        size_t charset_length);

/*
 * Analyzes one page, as blockmask_analyze_page does, with all that is known about it. input_size is
 * sizeof(blockmask_input).
 */
BLOCKMASK_API
blockmask_status blockmask_analyze_input(struct blockmask_analyzer *analyzer,
                                         const blockmask_input *input,
                                         size_t input_size);

/*
 * Discards the page and returns all memory to the system; the next page allocates anew. Useful after a page that was
 * much larger than the others.
 */
BLOCKMASK_API
blockmask_status blockmask_shrink_analyzer(struct blockmask_analyzer *analyzer);

/*
 * Restores the analyzer to the state in which it was created, also after BLOCKMASK_PANIC; the model and
 * the site stay. The page is discarded.
 */
BLOCKMASK_API blockmask_status blockmask_reset_analyzer(struct blockmask_analyzer *analyzer);

/* Writes how many bytes of memory the analyzer holds, used or not. */
BLOCKMASK_API
blockmask_status blockmask_get_memory_in_use(struct blockmask_analyzer *analyzer,
                                             size_t *bytes);

/*
 * Writes the text of the last error that a call with this analyzer returned: a sentence in UTF-8 of less than 256
 * bytes, terminated by a zero, empty if there was none. It stays valid until the next call with this analyzer fails.
 * It belongs to the analyzer, not to a thread. BLOCKMASK_BUSY and a NULL analyzer leave no text.
 */
BLOCKMASK_API
blockmask_status blockmask_get_last_error(struct blockmask_analyzer *analyzer,
                                          const char **message,
                                          size_t *length);

/*
 * Stopping an analysis
 * --------------------
 *
 * A page that takes too long can be stopped from another thread. This is the one function that may be called with an
 * analyzer while another thread is inside a call with it.
 */

/*
 * Stops the analysis that runs with this analyzer in another thread: it soon returns BLOCKMASK_CANCELLED, and the
 * analyzer then holds no page. This function does not wait for that. If no analysis runs, the next one is stopped; the
 * one after it is not. Of a batch, all remaining pages are stopped. Safe from any thread and from a signal handler
 * until blockmask_free_analyzer is called.
 */
BLOCKMASK_API
blockmask_status blockmask_cancel_analyzer(const blockmask_analyzer *analyzer);

/*
 * Models
 * ------
 *
 * The learned mask has a built-in model. One that was trained on other pages, as lab/training/README.md in the source
 * describes, can replace it.
 */

/*
 * Replaces the model of BLOCKMASK_MASK_LEARNED: the bytes of a model file, which are copied. NULL with length 0
 * restores the built-in model. The page that the analyzer holds is discarded. Returns BLOCKMASK_BAD_OPTION, and keeps
 * the current model, for bytes that are damaged or no model of this version of the library. What is known of a site
 * belongs to a model, so it is removed: call blockmask_set_site afterwards. blockmask_reset_analyzer does not change the
 * model.
 */
BLOCKMASK_API
blockmask_status blockmask_set_model(blockmask_analyzer *analyzer,
                                     const char *model,
                                     size_t length);

/*
 * Sites
 * -----
 *
 * A page alone cannot tell what stands on every page of its site. Statistics over a sample of the pages of a site, 32
 * by default and less than 3 kB for each, make the learned mask better on all pages of the site. blockmask_add_to_site
 * adds pages, in any order, also to several statistics that blockmask_merge_site unites; blockmask_write_site and
 * blockmask_read_site keep them; blockmask_set_site uses them for the next pages of an analyzer.
 *
 * Statistics belong to a host, or to another part of the web with templates of its own; and to the model that they
 * were made with. Any thread may use them, one at a time: a call that finds another thread inside the same statistics
 * returns BLOCKMASK_BUSY. Analyzers keep what they need of them.
 */

/* Statistics over the pages of a site. */
typedef struct blockmask_site blockmask_site;

/*
 * Creates statistics without any page, for a sample of that many pages, 1 to 256, or 32 for 0; to be freed with
 * blockmask_free_site.
 */
BLOCKMASK_API blockmask_status blockmask_create_site(uint32_t pages, struct blockmask_site **site);

/*
 * Reads statistics that blockmask_write_site wrote, on any machine; to be freed with blockmask_free_site. The bytes
 * are not needed after the call. Returns BLOCKMASK_BAD_OPTION for any that are damaged, of another version of the
 * library, or no statistics, and writes a sentence that says so to message, cut to capacity bytes and always
 * terminated by a zero; message may be NULL with capacity 0.
 */
BLOCKMASK_API
blockmask_status blockmask_read_site(const char *bytes,
                                     size_t length,
                                     struct blockmask_site **site,
                                     char *message,
                                     size_t capacity);

/* Frees statistics, or NULL. No thread may be inside a call with them; analyzers that use them may go on. */
BLOCKMASK_API void blockmask_free_site(struct blockmask_site *site);

/*
 * Adds the page that the analyzer holds. It counts what the model says without statistics, so the analyzer may have
 * some set. address is the absolute address (URL) of the page, or NULL with length 0 if it is unknown; the versions of
 * a page without an address are so many pages. A page may be added any number of times. The bytes of the page are
 * read.
 *
 * Returns BLOCKMASK_BAD_OPTION, and changes nothing, if the mask is not BLOCKMASK_MASK_LEARNED, or if the model is not
 * that of the pages before.
 */
BLOCKMASK_API
blockmask_status blockmask_add_to_site(struct blockmask_site *site,
                                       blockmask_analyzer *analyzer,
                                       const char *address,
                                       size_t address_length);

/*
 * Adds the pages of other statistics, which stay as they are: the result is that of all pages together, to the last
 * bit, in whatever order. If the samples are of different sizes, the smaller one counts. Returns BLOCKMASK_BAD_OPTION,
 * and changes nothing, if they were made with another model.
 */
BLOCKMASK_API
blockmask_status blockmask_merge_site(struct blockmask_site *site,
                                      const struct blockmask_site *other);

/* Writes the number of sampled pages. */
BLOCKMASK_API blockmask_status blockmask_get_site_pages(const struct blockmask_site *site, uint32_t *pages);

/*
 * Writes the address of the statistics as bytes, which are the same on every machine, and their number: at most 3 kB
 * for each sampled page. They are owned by the caller, who frees them with blockmask_free.
 */
BLOCKMASK_API
blockmask_status blockmask_write_site(const struct blockmask_site *site,
                                      char **bytes,
                                      size_t *length);

/*
 * Sets what is known of the site that the next pages of the analyzer are from: the statistics as they are now, of
 * which the analyzer keeps what it needs. NULL removes it. The page that the analyzer holds is discarded.
 * blockmask_reset_analyzer does not change it, blockmask_set_model removes it. Masks other than BLOCKMASK_MASK_LEARNED
 * do not use it. Returns BLOCKMASK_BAD_OPTION, and keeps what was set, for statistics from another model.
 */
BLOCKMASK_API
blockmask_status blockmask_set_site(blockmask_analyzer *analyzer,
                                    const struct blockmask_site *site);

/*
 * Facts about the page
 * --------------------
 *
 * What holds for the page as a whole: its encoding, its title, its kind, which limit it reached, and a fingerprint
 * that finds pages with the same text.
 */

/* encoding_source: a byte order mark. */
#define BLOCKMASK_ENCODING_BOM 0
/* encoding_source: the charset argument. */
#define BLOCKMASK_ENCODING_HINT 1
/* encoding_source: a meta element or an XML declaration at the start. */
#define BLOCKMASK_ENCODING_META 2
/* encoding_source: the bytes are UTF-8 though a meta says otherwise, or nearly UTF-8 and nothing is declared. */
#define BLOCKMASK_ENCODING_UTF8_VALIDITY 3
/* encoding_source: a meta element further down. */
#define BLOCKMASK_ENCODING_LATE_META 4
/* encoding_source: statistics. */
#define BLOCKMASK_ENCODING_DETECTOR 5
/* truncation: elements deeper than max_depth were attached higher up. */
#define BLOCKMASK_TRUNCATED_DEPTH 1
/* truncation: what follows max_nodes nodes was not read. */
#define BLOCKMASK_TRUNCATED_NODES 2
/* truncation: repair or search ran out of its budget. */
#define BLOCKMASK_TRUNCATED_WORK 4
/* truncation: the text after max_blocks blocks was dropped. */
#define BLOCKMASK_TRUNCATED_BLOCKS 8
/* truncation: the attributes after the first max_attributes were dropped. */
#define BLOCKMASK_TRUNCATED_ATTRIBUTES 16
/* truncation: the tables of the whole page need more than max_memory; only its beginning was read. */
#define BLOCKMASK_TRUNCATED_MEMORY 32
/* truncation: the page needs more than max_steps steps. */
#define BLOCKMASK_TRUNCATED_STEPS 64
/* truncation: what follows max_input bytes was not read. */
#define BLOCKMASK_TRUNCATED_INPUT 128
/* truncation: tag paths were shortened, or targets of links left out, because of max_output. */
#define BLOCKMASK_TRUNCATED_OUTPUT 256
/* kind: one text, such as news or a blog entry. */
#define BLOCKMASK_KIND_ARTICLE 0
/* kind: an organization, a service, a landing page. */
#define BLOCKMASK_KIND_SERVICE 1
/* kind: one thing for sale. */
#define BLOCKMASK_KIND_PRODUCT 2
/* kind: several things for sale. */
#define BLOCKMASK_KIND_COLLECTION 3
/* kind: posts of several people. */
#define BLOCKMASK_KIND_FORUM 4
/* kind: a list of other things. */
#define BLOCKMASK_KIND_LISTING 5
/* kind: documentation. */
#define BLOCKMASK_KIND_DOCUMENTATION 6

/* Facts about a page. */
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
    /* The title in the bytes of the page; start and end are 0 if there is none. */
    uint32_t title_source_start;
    /* One past the title. */
    uint32_t title_source_end;
    /* The title in the normalized text; start and end are 0 if there is none. */
    uint32_t title_text_start;
    /* One past the title. */
    uint32_t title_text_end;
    /* Which limits cut the analysis short: union of BLOCKMASK_TRUNCATED_, 0 for none. */
    uint32_t truncation;
    /* 1 if an unclosed element hid text, so that the page was parsed again by more forgiving rules, else 0. */
    uint32_t is_recovered;
    /* The most probable kind of page: one of BLOCKMASK_KIND_, or BLOCKMASK_NONE if the mask does not classify pages. */
    uint32_t kind;
} blockmask_page;

/*
 * The hashes of a page, to find its duplicates. They are equal on every machine, and may be stored. They depend on the
 * main text, and so on the options and on the model: compare pages that were analyzed alike. They are not
 * cryptographic: a page can be crafted to collide with another.
 */
typedef struct blockmask_fingerprint {
    /*
     * Minima of eight hash functions over all 6-grams of tokens of the main text, or of the fingerprint_text of the
     * options.
     */
    uint64_t min_hashes[8];
    /* The majority of each bit over the hashes of all tokens. */
    uint64_t sim_hash;
    /* Tokens of the text. */
    uint32_t tokens;
    /* Definition and options; fingerprints of different versions cannot be compared. */
    uint8_t version;
    /* 1 if the text has at least 13 tokens, else 0, and the page is never a duplicate. */
    uint8_t is_valid;
    /* Zero. */
    uint8_t reserved[2];
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

/* Writes the facts about the page. page_size is sizeof(blockmask_page). */
BLOCKMASK_API
blockmask_status blockmask_get_page(blockmask_analyzer *analyzer,
                                    struct blockmask_page *page,
                                    size_t page_size);

/*
 * Writes the fingerprint of the page, which needs BLOCKMASK_PART_FINGERPRINT. fingerprint_size is
 * sizeof(blockmask_fingerprint).
 */
BLOCKMASK_API
blockmask_status blockmask_get_fingerprint(blockmask_analyzer *analyzer,
                                           struct blockmask_fingerprint *fingerprint,
                                           size_t fingerprint_size);

/*
 * Writes 1 if two pages have nearly the same text, else 0: both fingerprints are valid and of one version, and at
 * least 4 of their 8 min_hashes are equal. fingerprint_size is sizeof(blockmask_fingerprint), for both.
 */
BLOCKMASK_API
blockmask_status blockmask_compare_fingerprints(const struct blockmask_fingerprint *left,
                                                const struct blockmask_fingerprint *right,
                                                size_t fingerprint_size,
                                                uint32_t *is_near_duplicate);

/*
 * Writes how similar two pages are. similarity: the share of equal min_hashes, 0 to 1 in steps of 1/8, an estimate of
 * the Jaccard similarity of the sets of 6-grams. distance: how many bits of sim_hash differ, 0 to 64, about 32 for
 * texts that have nothing in common. They are 0 and 64 if a fingerprint is not valid or if the versions differ.
 * fingerprint_size is sizeof(blockmask_fingerprint), for both.
 */
BLOCKMASK_API
blockmask_status blockmask_measure_fingerprints(const struct blockmask_fingerprint *left,
                                                const struct blockmask_fingerprint *right,
                                                size_t fingerprint_size,
                                                float *similarity,
                                                uint32_t *distance);

/*
 * Writes the keys of locality-sensitive hashing by bands, to find near-duplicates among many pages: pages with a common
 * key agree on rows consecutive min_hashes. rows is 1 to 8. keys has room for 8; 8 / rows of them, rounded down, are
 * written, or none if the fingerprint is not valid; the rest become 0, and count is how many. With 1 row all near-duplicates have a common
 * key; with 2 fewer pages have to be compared and some are missed. fingerprint_size is sizeof(blockmask_fingerprint).
 */
BLOCKMASK_API
blockmask_status blockmask_get_band_keys(const struct blockmask_fingerprint *fingerprint,
                                         size_t fingerprint_size,
                                         uint32_t rows,
                                         uint64_t *keys,
                                         size_t *count);

/*
 * Writes the address of an array with the probability of each kind of page, 0 to 1, indexed by BLOCKMASK_KIND_, and
 * how many kinds there are; a newer library may know more kinds than this header. The count is 0 if the mask does not
 * classify pages. The array is borrowed from the analyzer, valid until it takes the next page.
 */
BLOCKMASK_API
blockmask_status blockmask_get_kind_probabilities(blockmask_analyzer *analyzer,
                                                  const float **probabilities,
                                                  size_t *count);

/*
 * Records
 * -------
 *
 * A page is described by tables of records: structs without pointers, in source order. Positions are ranges of
 * offsets,
 * [start, end): those called source count bytes of the page as it was passed in, whatever its encoding; those called
 * text count bytes of the normalized text (see Text).
 *
 * A table is borrowed from the analyzer, and valid until it takes the next page. Its records may be longer than those
 * of this header, so that the distance in bytes from one record to the next is the stride and not sizeof;
 * BLOCKMASK_RECORD takes it into account. A table without records has a pointer that is not NULL and must not be read.
 */

/* No block, no segment, no comment, no area, no kind. */
#define BLOCKMASK_NONE UINT32_C(4294967295)
/* role: content. */
#define BLOCKMASK_ROLE_MAIN 1
/* role: a heading, of content or of template text (see is_template), but not one of a menu, a sidebar or a footer. */
#define BLOCKMASK_ROLE_HEADING 2
/* role: a comment under an article, or a post of a thread. */
#define BLOCKMASK_ROLE_COMMENT 3
/* role: author, date, tags; content or not (see is_template). */
#define BLOCKMASK_ROLE_METADATA 4
/* role: menus, page numbers, and other links. */
#define BLOCKMASK_ROLE_NAVIGATION 5
/* role: sidebars, advertising, teasers of other pages. */
#define BLOCKMASK_ROLE_ASIDE 6
/* role: footers, such as imprint and copyright. */
#define BLOCKMASK_ROLE_LEGAL 7
/* role: the title in the head. */
#define BLOCKMASK_ROLE_TITLE 8
/* role: not visible. */
#define BLOCKMASK_ROLE_HIDDEN 9
/* field: the title in the head. */
#define BLOCKMASK_FIELD_TITLE 1
/* field: the headline: h1, or a short block that repeats the title or a part of it. */
#define BLOCKMASK_FIELD_H1 2
/* field: h2 to h6. */
#define BLOCKMASK_FIELD_HEADING 3
/* field: a heading that links to another page. */
#define BLOCKMASK_FIELD_LINKED_HEADING 4
/* field: names what follows: dt, th, a caption, a signature, a line in bold, a short block before a longer one. */
#define BLOCKMASK_FIELD_LABEL 5
/* field: all other text, content or template. */
#define BLOCKMASK_FIELD_TEXT 6
/* field: preformatted text. */
#define BLOCKMASK_FIELD_CODE 7
/* field: mostly links to places in the page itself. */
#define BLOCKMASK_FIELD_IN_PAGE_LINK 8
/* field: mostly links to other pages. */
#define BLOCKMASK_FIELD_LINK 9
/* field: author, date, tags. */
#define BLOCKMASK_FIELD_BYLINE 10
/* field: a comment under an article, or a post of a thread. */
#define BLOCKMASK_FIELD_COMMENT 11
/* field: not to be searched: hidden, excluded by the author of the page, or from metadata only. */
#define BLOCKMASK_FIELD_HIDDEN 12
/* flags: hidden by the hidden attribute or by an inline style. */
#define BLOCKMASK_FLAG_HIDDEN 1
/* flags: hidden from assistive technology only. */
#define BLOCKMASK_FLAG_ARIA_HIDDEN 2
/* flags: in the head: the title. */
#define BLOCKMASK_FLAG_IN_HEAD 4
/* flags: inside noscript. */
#define BLOCKMASK_FLAG_NOSCRIPT 8
/* flags: marked by the author of the page as not to be indexed. */
#define BLOCKMASK_FLAG_NO_INDEX 16
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
/* The version of path_hash and text_hash; only hashes of one version can be compared. */
#define BLOCKMASK_HASH_VERSION 1
/* table: blocks. */
#define BLOCKMASK_TABLE_BLOCKS 1
/* table: segments. */
#define BLOCKMASK_TABLE_SEGMENTS 2
/* table: regions. */
#define BLOCKMASK_TABLE_REGIONS 3
/* table: links. */
#define BLOCKMASK_TABLE_LINKS 4
/* table: headings. */
#define BLOCKMASK_TABLE_HEADINGS 5
/* table: areas. */
#define BLOCKMASK_TABLE_AREAS 6
/* table: visual areas. */
#define BLOCKMASK_TABLE_VISUAL_AREAS 7
/* table: visibility of blocks. */
#define BLOCKMASK_TABLE_BLOCK_VISIBILITY 8
/* table: comments. */
#define BLOCKMASK_TABLE_COMMENTS 9
/* table: structure of blocks. */
#define BLOCKMASK_TABLE_STRUCTURE 10
/* table: images. */
#define BLOCKMASK_TABLE_IMAGES 11

/* A block: text between two tags that are not inline (such as b and span are). */
typedef struct blockmask_block {
    /* First byte of its first character. */
    uint32_t source_start;
    /* One past its last character. */
    uint32_t source_end;
    /* Its normalized text. */
    uint32_t text_start;
    /* One past its normalized text. */
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
    /* The segment that it begins in, or BLOCKMASK_NONE. */
    uint32_t segment;
    /* The probability that it is content, 0 to 1. */
    float probability;
    /* Union of BLOCKMASK_FLAG_. */
    uint32_t flags;
    /* Depth of its container in the tree. */
    uint16_t depth;
    /* What its terms count in a ranking, in quarters: 4 is 1.0, 0 is not to be searched. See docs/ranking.md. */
    uint8_t weight;
    /* One of BLOCKMASK_ROLE_. */
    uint8_t role;
    /* 1 to 6 inside h1 to h6, else 0. */
    uint8_t heading_level;
    /* 1 if the template mask covers it, else 0. */
    uint8_t is_template;
    /* 1 if its text is in the main region by tag paths, else 0. */
    uint8_t is_in_region;
    /* What it is for a search engine: one of BLOCKMASK_FIELD_. */
    uint8_t field;
    /* How many other pages it links to, at most 65535; 0 unless at least half of its tokens are linked. */
    uint16_t link_targets;
    /* Zero. */
    uint16_t reserved;
    /*
     * A hash of its tag path, equal for equal paths on every page and every machine: of the names of the elements from
     * the root to the one that contains it, each with its first three classes, without those of html and body and with
     * long numbers replaced. Not keyed: authors can make paths whose hashes collide.
     */
    uint64_t path_hash;
    /* A hash of its normalized text. Both may be stored, with BLOCKMASK_HASH_VERSION. */
    uint64_t text_hash;
    /* The index of the comment that it belongs to, or BLOCKMASK_NONE. */
    uint32_t comment;
    /* Zero. */
    uint32_t reserved_2;
} blockmask_block;

/* A segment: neighboring text that belongs together by its density. */
typedef struct blockmask_segment {
    /* First byte of its first character. */
    uint32_t source_start;
    /* One past its last character. */
    uint32_t source_end;
    /* Its normalized text. */
    uint32_t text_start;
    /* One past its normalized text. */
    uint32_t text_end;
    /* Tokens. */
    uint32_t tokens;
    /* Tokens that begin inside a link. */
    uint32_t linked_tokens;
    /* Lines when wrapped. */
    uint32_t lines;
    /* Text density as an exact fraction, like that of a block. */
    uint32_t density_tokens;
    /* Its denominator. */
    uint32_t density_lines;
} blockmask_segment;

/* A part of the main region, with its tags: there are one or two. */
typedef struct blockmask_region {
    /* First byte. */
    uint32_t source_start;
    /* One past the last byte. */
    uint32_t source_end;
} blockmask_region;

/* Text inside a link. A link that spans several blocks has a record in each. */
typedef struct blockmask_link {
    /* First byte of its first character. */
    uint32_t source_start;
    /* One past its last character. */
    uint32_t source_end;
    /* Its normalized text. */
    uint32_t text_start;
    /* One past its normalized text. */
    uint32_t text_end;
} blockmask_link;

/* A block inside h1 to h6. */
typedef struct blockmask_heading {
    /* The number of the block. */
    uint32_t block;
    /* 1 to 6. */
    uint32_t level;
} blockmask_heading;

/* Writes the address, the number and the stride of the blocks. */
BLOCKMASK_API
blockmask_status blockmask_get_blocks(blockmask_analyzer *analyzer,
                                      const struct blockmask_block **blocks,
                                      size_t *count,
                                      size_t *stride);

/* Writes the address, the number and the stride of the segments, which need BLOCKMASK_PART_SEGMENTS. */
BLOCKMASK_API
blockmask_status blockmask_get_segments(blockmask_analyzer *analyzer,
                                        const struct blockmask_segment **segments,
                                        size_t *count,
                                        size_t *stride);

/* Writes the address, the number and the stride of the parts of the main region, which need BLOCKMASK_PART_REGION. */
BLOCKMASK_API
blockmask_status blockmask_get_regions(blockmask_analyzer *analyzer,
                                       const struct blockmask_region **regions,
                                       size_t *count,
                                       size_t *stride);

/* Writes the address, the number and the stride of the links. blockmask_write_link_target writes their targets. */
BLOCKMASK_API
blockmask_status blockmask_get_links(blockmask_analyzer *analyzer,
                                     const struct blockmask_link **links,
                                     size_t *count,
                                     size_t *stride);

/* Writes the address, the number and the stride of the headings. */
BLOCKMASK_API
blockmask_status blockmask_get_headings(blockmask_analyzer *analyzer,
                                        const struct blockmask_heading **headings,
                                        size_t *count,
                                        size_t *stride);

/*
 * Copies a table, one of BLOCKMASK_TABLE_, into an array of capacity structs whose sizeof is record_size. NULL is an
 * empty array. Writes the number of records of the table, also with BLOCKMASK_BUFFER_TOO_SMALL, when nothing is
 * copied.
 */
BLOCKMASK_API
blockmask_status blockmask_copy_records(blockmask_analyzer *analyzer,
                                        uint32_t table,
                                        void *records,
                                        size_t record_size,
                                        size_t capacity,
                                        size_t *count);

/*
 * Text
 * ----
 *
 * The normalized text of a page is UTF-8, whatever the encoding of the page: whitespace is collapsed, character
 * references are decoded, blocks are separated by line feeds. Records refer to it by offsets. Strings that few callers
 * need, tag paths and the targets of links, are written on demand.
 *
 * Functions that write a string take a buffer and its capacity, and write the length of the string, which is not
 * terminated by a zero. If the buffer is too small they return BLOCKMASK_BUFFER_TOO_SMALL and write the required
 * length; NULL is an empty buffer.
 */

/*
 * Writes the address of the normalized text of the page and its length in bytes. It is borrowed from the analyzer,
 * valid until it takes the next page, and not terminated by a zero. An empty text has a pointer that is not NULL and
 * must not be read.
 */
BLOCKMASK_API
blockmask_status blockmask_get_text(blockmask_analyzer *analyzer,
                                    const char **text,
                                    size_t *length);

/*
 * Maps count offsets in the normalized text to offsets in the bytes of the page: where the character at each begins.
 * Both arrays have count entries and may be the same array. An offset beyond the text is treated as its end. Each
 * takes logarithmic time. To map the end of a range, use blockmask_map_text_range.
 */
BLOCKMASK_API
blockmask_status blockmask_map_text_offsets(blockmask_analyzer *analyzer,
                                            const uint32_t *text_offsets,
                                            uint32_t *source_offsets,
                                            size_t count);

/*
 * Maps a range of the normalized text, [text_start, text_end), to a range of the bytes of the page: from the first
 * byte of its first character to one past the last byte of its last character, so that character references are
 * included as a whole. Offsets beyond the text are treated as its end; an empty range maps to an empty range. Takes
 * logarithmic time. The bytes of the page are read.
 */
BLOCKMASK_API
blockmask_status blockmask_map_text_range(blockmask_analyzer *analyzer,
                                          uint32_t text_start,
                                          uint32_t text_end,
                                          uint32_t *source_start,
                                          uint32_t *source_end);

/*
 * Writes the tag path of the container of a block, such as html/body/div.main/p: element names from the root down,
 * each followed by its classes with a dot before each. It is shortened if the page reaches max_output. Takes no
 * memory. The bytes of the page are read.
 */
BLOCKMASK_API
blockmask_status blockmask_write_tag_path(blockmask_analyzer *analyzer,
                                          size_t block,
                                          char *buffer,
                                          size_t capacity,
                                          size_t *length);

/*
 * Writes the target of a link as it is in its href attribute, character references decoded, neither trimmed nor
 * resolved; empty for links beyond max_output. Takes no memory. The bytes of the page are read.
 */
BLOCKMASK_API
blockmask_status blockmask_write_link_target(blockmask_analyzer *analyzer,
                                             size_t link,
                                             char *buffer,
                                             size_t capacity,
                                             size_t *length);

/*
 * Writes the target of a link as an absolute address: resolved against the first base element of the page, and the
 * address that the caller passed or, without one, the canonical address that the page declares. The length is 0 if the
 * target is relative and none of them is known, and for links beyond max_output. The bytes of the page are read.
 */
BLOCKMASK_API
blockmask_status blockmask_write_link_address(blockmask_analyzer *analyzer,
                                              size_t link,
                                              char *buffer,
                                              size_t capacity,
                                              size_t *length);

/*
 * Writes the rel attribute of a link, such as "nofollow ugc": words separated by whitespace, in any case. The bytes of
 * the page are read.
 */
BLOCKMASK_API
blockmask_status blockmask_write_link_rel(blockmask_analyzer *analyzer,
                                          size_t link,
                                          char *buffer,
                                          size_t capacity,
                                          size_t *length);

/*
 * Structure
 * ---------
 *
 * What each block is in its document: its type, the heading above it, the list item or table cell that it is in, its
 * language; and the images between the blocks. Tables that only lay out the page have numbers but no cells.
 */

/* type: the title in the head. */
#define BLOCKMASK_TYPE_TITLE 1
/* type: all other text. */
#define BLOCKMASK_TYPE_PARAGRAPH 2
/* type: in h1 to h6. */
#define BLOCKMASK_TYPE_HEADING 3
/* type: in an li. */
#define BLOCKMASK_TYPE_LIST_ITEM 4
/* type: in a dt. */
#define BLOCKMASK_TYPE_DEFINITION_TERM 5
/* type: in a dd. */
#define BLOCKMASK_TYPE_DEFINITION 6
/* type: in a td of a table that does not only lay out the page. */
#define BLOCKMASK_TYPE_TABLE_CELL 7
/* type: in a th of such a table. */
#define BLOCKMASK_TYPE_TABLE_HEADER 8
/* type: preformatted: pre, listing, xmp, plaintext. */
#define BLOCKMASK_TYPE_CODE 9
/* type: in a blockquote. */
#define BLOCKMASK_TYPE_QUOTATION 10
/* type: in a caption or a figcaption. */
#define BLOCKMASK_TYPE_CAPTION 11
/* type: labels and buttons of forms. */
#define BLOCKMASK_TYPE_FORM_TEXT 12
/* direction: left to right. */
#define BLOCKMASK_DIRECTION_LTR 1
/* direction: right to left. */
#define BLOCKMASK_DIRECTION_RTL 2
/* direction: as the first letter with a direction says. */
#define BLOCKMASK_DIRECTION_AUTO 3

/* The structure of a block. */
typedef struct blockmask_block_structure {
    /*
     * The block that is the nearest heading above it, of a higher rank if it is a heading, or BLOCKMASK_NONE. The
     * headings above that heading are found in its record.
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
    uint32_t language_start;
    /* Where it ends; equal to language_start if there is none. */
    uint32_t language_end;
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
 * An image with an alternative text, which is not part of the text of the page. An index may search it as a field of
 * its own; docs/ranking.md says what that brings.
 */
typedef struct blockmask_image {
    /* The first byte of its tag. */
    uint32_t source_start;
    /* One past its tag. */
    uint32_t source_end;
    /* The value of its alt attribute in the bytes of the page, as written. */
    uint32_t alt_start;
    /* One past that value. */
    uint32_t alt_end;
    /* The last block that begins before it, or BLOCKMASK_NONE. */
    uint32_t block;
    /* What the terms of its alternative text count in a ranking, in quarters; 0 if it is hidden. */
    uint32_t weight;
} blockmask_image;

/* Writes the address, the number and the stride of the structure of the blocks: one record for each block. */
BLOCKMASK_API
blockmask_status blockmask_get_structure(blockmask_analyzer *analyzer,
                                         const struct blockmask_block_structure **structure,
                                         size_t *count,
                                         size_t *stride);

/* Writes the address, the number and the stride of the images with an alternative text. */
BLOCKMASK_API
blockmask_status blockmask_get_images(blockmask_analyzer *analyzer,
                                      const struct blockmask_image **images,
                                      size_t *count,
                                      size_t *stride);

/*
 * Writes the alternative text of an image: character references decoded, whitespace collapsed. The bytes of the page
 * are read.
 */
BLOCKMASK_API
blockmask_status blockmask_write_image_alt(blockmask_analyzer *analyzer,
                                           size_t image,
                                           char *buffer,
                                           size_t capacity,
                                           size_t *length);

/*
 * Writes the address of an image as it is in its src attribute, character references decoded, neither trimmed nor
 * resolved. The bytes of the page are read.
 */
BLOCKMASK_API
blockmask_status blockmask_write_image_target(blockmask_analyzer *analyzer,
                                              size_t image,
                                              char *buffer,
                                              size_t capacity,
                                              size_t *length);

/*
 * Writes the text of a block as its author laid it out: with a line feed for each br, and where whitespace is
 * preformatted with its lines and, in code, their indentation. The bytes of the page are read.
 */
BLOCKMASK_API
blockmask_status blockmask_write_formatted_text(blockmask_analyzer *analyzer,
                                                size_t block,
                                                char *buffer,
                                                size_t capacity,
                                                size_t *length);

/*
 * Comments
 * --------
 *
 * What readers wrote under an article, as units with author and date. The option comments says whether it is content;
 * the table is the same in any case. A thread has no comments: its posts are its content.
 *
 * The blocks of a comment have its number in their member comment. Its text is that of its blocks whose role is
 * BLOCKMASK_ROLE_COMMENT; author and date are BLOCKMASK_ROLE_METADATA, buttons such as those to reply
 * BLOCKMASK_ROLE_NAVIGATION.
 */

/* A comment of a reader. */
typedef struct blockmask_comment {
    /* First byte of the first character of its blocks. */
    uint32_t source_start;
    /* One past the last character of its blocks. If answers stand inside it, they are within the range. */
    uint32_t source_end;
    /* Its author, as written, in the normalized text. */
    uint32_t author_start;
    /* One past its author; author_start if it has none. */
    uint32_t author_end;
    /* Its date, as written, in the normalized text. */
    uint32_t date_start;
    /* One past its date; date_start if it has none. */
    uint32_t date_end;
    /* The index of the comment that it answers, or BLOCKMASK_NONE. */
    uint32_t parent;
} blockmask_comment;

/* Writes the address, the number and the stride of the comments, which are in source order. */
BLOCKMASK_API
blockmask_status blockmask_get_comments(blockmask_analyzer *analyzer,
                                        const struct blockmask_comment **comments,
                                        size_t *count,
                                        size_t *stride);

/*
 * Layout
 * ------
 *
 * The layout of a page and its areas: the article, its comments or the posts of a thread, or the entries of a list.
 * They are computed if the option style_density is set. The text of an area need not be one range of the normalized
 * text; blockmask_get_area_text lends it. A library that was built without style density has none of this: the
 * functions return BLOCKMASK_NOT_BUILT.
 */

/* layout: not computed. */
#define BLOCKMASK_LAYOUT_NONE 0
/* layout: one main text. */
#define BLOCKMASK_LAYOUT_ARTICLE 1
/* layout: a main text with comments, or a post with answers. */
#define BLOCKMASK_LAYOUT_ARTICLE_WITH_COMMENTS 2
/* layout: several areas, or none. */
#define BLOCKMASK_LAYOUT_MULTIPLE 3
/* role of an area: the article, or the post that opens a thread. */
#define BLOCKMASK_AREA_ARTICLE 1
/* role of an area: a comment, or an answer. */
#define BLOCKMASK_AREA_COMMENT 2
/* role of an area: one of several items of equal rank. */
#define BLOCKMASK_AREA_ITEM 3

/* An area of a page. */
typedef struct blockmask_area {
    /* First byte of its first character. */
    uint32_t source_start;
    /* One past its last character. */
    uint32_t source_end;
    /* One of BLOCKMASK_AREA_. */
    uint32_t role;
    /* The index of the area that it answers or is part of, or BLOCKMASK_NONE. */
    uint32_t parent;
    /* How many ancestors it has among the areas. */
    uint32_t depth;
    /* Characters of its text. */
    uint32_t characters;
    /* Bytes of its text. */
    uint32_t text_length;
} blockmask_area;

/* Writes the layout of the page: one of BLOCKMASK_LAYOUT_. */
BLOCKMASK_API blockmask_status blockmask_get_layout(blockmask_analyzer *analyzer, uint32_t *layout);

/*
 * Writes the address, the number and the stride of the areas, which are in page order. There are none if they were not
 * computed.
 */
BLOCKMASK_API
blockmask_status blockmask_get_areas(blockmask_analyzer *analyzer,
                                     const struct blockmask_area **areas,
                                     size_t *count,
                                     size_t *stride);

/*
 * Writes the address of the text of an area and its length in bytes: UTF-8 that is not terminated by a zero, with line
 * feeds between blocks. It is borrowed from the analyzer, valid until it takes the next page.
 */
BLOCKMASK_API
blockmask_status blockmask_get_area_text(blockmask_analyzer *analyzer,
                                         size_t area,
                                         const char **text,
                                         size_t *length);

/*
 * Visual areas
 * ------------
 *
 * The layout of a page as a reader sees it: which text is the heading, the author, the date, a paragraph, and which is
 * not visible. These tables are computed if the option visual is set, and empty otherwise; the functions of a library
 * that was built without them return BLOCKMASK_NOT_BUILT. Positions are in pixels, on a canvas 1000 wide, as far as
 * they follow from the page itself: external style sheets are not read.
 */

/* visual_class: none of these. */
#define BLOCKMASK_VISUAL_NONE 0
/* visual_class: the main heading. A page has at most one. */
#define BLOCKMASK_VISUAL_H1 1
/* visual_class: a heading of a section. */
#define BLOCKMASK_VISUAL_H2 2
/* visual_class: a line below the main heading that continues it. */
#define BLOCKMASK_VISUAL_SUBTITLE 3
/* visual_class: the first paragraph, where it sums up the article. */
#define BLOCKMASK_VISUAL_PEREX 4
/* visual_class: a paragraph of the article. */
#define BLOCKMASK_VISUAL_PARAGRAPH 5
/* visual_class: who wrote it. */
#define BLOCKMASK_VISUAL_AUTHOR 6
/* visual_class: when it was published. */
#define BLOCKMASK_VISUAL_DATE 7
/* visual_class: author and date together. */
#define BLOCKMASK_VISUAL_AUTHORDATE 8
/* hidden: display none, or the hidden attribute. */
#define BLOCKMASK_HIDDEN_DISPLAY 1
/* hidden: visibility hidden. */
#define BLOCKMASK_HIDDEN_VISIBILITY 2
/* hidden: opacity 0. */
#define BLOCKMASK_HIDDEN_OPACITY 4
/* hidden: the font or the box is too small. */
#define BLOCKMASK_HIDDEN_SIZE 8
/* hidden: the color is nearly that of the background. */
#define BLOCKMASK_HIDDEN_COLOR 16
/* hidden: moved out of the viewport. */
#define BLOCKMASK_HIDDEN_OFFSCREEN 32
/* hidden: clipped away by clip or clip-path. */
#define BLOCKMASK_HIDDEN_CLIPPED 64

/* A visual area: neighboring lines of one block in one style. */
typedef struct blockmask_visual_area {
    /* First byte of its first character. */
    uint32_t source_start;
    /* One past its last character. */
    uint32_t source_end;
    /* Its normalized text. */
    uint32_t text_start;
    /* One past its normalized text. */
    uint32_t text_end;
    /* The index of its block. */
    uint32_t block;
    /* Left edge in pixels. */
    int32_t x;
    /* Top edge. */
    int32_t y;
    /* Width; 0 if it is not visible. */
    int32_t width;
    /* Height. */
    int32_t height;
    /* Lines of text; 0 if it is not visible. */
    uint32_t lines;
    /* Characters. */
    uint32_t characters;
    /* Bold characters. */
    uint32_t bold;
    /* Italic characters. */
    uint32_t italic;
    /* Characters in links. */
    uint32_t linked;
    /* Mean font size in thousandths of a pixel. */
    uint32_t font_size;
    /* Color of the first character, 0xRRGGBB. */
    uint32_t color;
    /* Color of its background, 0xRRGGBB. */
    uint32_t background;
    /* Luminance of the color in millionths, 0 for black. */
    uint32_t luminance;
    /* Luminance of the background. */
    uint32_t background_luminance;
    /* The probability of the class, 0 to 1. */
    float probability;
    /* One of BLOCKMASK_VISUAL_. */
    uint32_t visual_class;
    /* Union of BLOCKMASK_HIDDEN_; 0 if it is visible. */
    uint32_t hidden;
} blockmask_visual_area;

/* What a reader sees of a block; the table has one record for each block. */
typedef struct blockmask_block_visibility {
    /* Characters of the block that are not visible. */
    uint32_t hidden_characters;
    /* Why: union of BLOCKMASK_HIDDEN_ over these characters. */
    uint32_t hidden;
} blockmask_block_visibility;

/* Writes the address, the number and the stride of the visual areas, which are in tree order. */
BLOCKMASK_API
blockmask_status blockmask_get_visual_areas(blockmask_analyzer *analyzer,
                                            const struct blockmask_visual_area **areas,
                                            size_t *count,
                                            size_t *stride);

/* Writes the address, the number and the stride of what is visible of each block. */
BLOCKMASK_API
blockmask_status blockmask_get_block_visibility(blockmask_analyzer *analyzer,
                                                const struct blockmask_block_visibility **visibility,
                                                size_t *count,
                                                size_t *stride);

/*
 * Names
 * -----
 *
 * The name of each number, as in the JSON of the command line: for output, and for tables of the caller's that are
 * keyed by name. All are static strings, never NULL; a number that the library does not know, or was built without, is
 * "unknown". Newer libraries add numbers, so an array that is indexed by them must be checked against its length.
 */

/* The name of one of BLOCKMASK_ROLE_, such as "main" or "navigation". */
BLOCKMASK_API const char *blockmask_role_name(uint32_t role);

/* The name of one of BLOCKMASK_FIELD_, such as "title" or "in-page-link". */
BLOCKMASK_API const char *blockmask_field_name(uint32_t field);

/* The name of one of BLOCKMASK_TYPE_, such as "list-item". */
BLOCKMASK_API const char *blockmask_type_name(uint32_t block_type);

/* The name of one of BLOCKMASK_KIND_, such as "article"; "unknown" for BLOCKMASK_NONE. */
BLOCKMASK_API const char *blockmask_kind_name(uint32_t kind);

/* The name of one bit of BLOCKMASK_FLAG_, such as "aria-hidden". */
BLOCKMASK_API const char *blockmask_flag_name(uint32_t flag);

/* The name of one bit of BLOCKMASK_TRUNCATED_, such as "depth". */
BLOCKMASK_API const char *blockmask_truncation_name(uint32_t truncation);

/* The name of one of BLOCKMASK_ENCODING_, such as "meta". */
BLOCKMASK_API const char *blockmask_encoding_source_name(uint32_t encoding_source);

/* The name of one of BLOCKMASK_LAYOUT_, such as "article-with-comments"; "none" for BLOCKMASK_LAYOUT_NONE. */
BLOCKMASK_API const char *blockmask_layout_name(uint32_t layout);

/* The name of one of BLOCKMASK_AREA_, such as "comment". */
BLOCKMASK_API const char *blockmask_area_role_name(uint32_t role);

/* The name of one of BLOCKMASK_VISUAL_, such as "paragraph". */
BLOCKMASK_API const char *blockmask_visual_class_name(uint32_t visual_class);

/* The name of one bit of BLOCKMASK_HIDDEN_, such as "display". */
BLOCKMASK_API const char *blockmask_hidden_name(uint32_t hidden);

/*
 * Shapes for search engines
 * -------------------------
 *
 * Besides reading the table of blocks, an engine can take a page in one of three shapes: blanked, for a character
 * filter in front of a tokenizer, which must keep offsets; with zones, for engines that index by tag name; and as
 * weighted runs, for loops over a term generator. The main content is the blocks that the template mask does not
 * cover.
 *
 * Blanking and zones need the bytes of the page, which a pushed page does not have: these functions then return
 * BLOCKMASK_NO_PAGE.
 */

/* The text of a block, with its field, role and weight. */
typedef struct blockmask_run {
    /*
     * Normalized text: UTF-8 that is not terminated by a zero, borrowed from the analyzer, valid until it takes the
     * next page.
     */
    const char *text;
    /* Its length in bytes, never 0. */
    uint32_t text_length;
    /* Where it begins in the normalized text of the page. */
    uint32_t text_start;
    /* First byte of its first character in the bytes of the page. */
    uint32_t source_start;
    /* One past its last character. */
    uint32_t source_end;
    /* What its terms count in a ranking, in quarters: 4 is 1.0, 0 is not to be searched. See docs/ranking.md. */
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
 * Writes a copy of the page, of equal length, in which all bytes except those of the main content's text are spaces.
 * Line feeds stay, so that line numbers do not change, and so does a byte order mark. Tags inside the text become
 * spaces; character references stay as written. With use_metadata, text that only metadata holds stays as written in
 * its script or attribute. In UTF-16 a space has two bytes. The bytes of the page are read.
 *
 * capacity is the size of buffer; if it is less than the length of the page, BLOCKMASK_BUFFER_TOO_SMALL is returned.
 * Returns BLOCKMASK_UNSUPPORTED_ENCODING for ISO-2022-JP, which is stateful; the buffer then holds the page unchanged.
 */
BLOCKMASK_API
blockmask_status blockmask_blank_page(blockmask_analyzer *analyzer,
                                      char *buffer,
                                      size_t capacity);

/*
 * Makes a copy of the page in which each block is enclosed in a zone, an element named for the role of the block:
 * blk-main, blk-heading, blk-comment, blk-meta, blk-nav, blk-aside, blk-legal or blk-hidden. Where the tags would be
 * text, there is no zone: in the title, in xmp and plaintext, and in the scripts and attributes that hold text from
 * metadata; nor around blocks that the option comments leaves out. Without these tags the copy is the page, byte for
 * byte. Zones are never nested; they begin and end with the text of a block, so that a zone may overlap an inline
 * element that its block begins or ends in.
 *
 * Writes the address of the copy and its length in bytes; it is in the encoding of the page, not terminated by a zero,
 * and owned by the caller, who frees it with blockmask_free. Returns BLOCKMASK_UNSUPPORTED_ENCODING for ISO-2022-JP.
 * The bytes of the page are read.
 */
BLOCKMASK_API
blockmask_status blockmask_zone_page(blockmask_analyzer *analyzer,
                                     char **html,
                                     size_t *length);

/*
 * Writes the next weighted run. cursor is a variable of the caller's, which is set to 0 before the first call and to
 * start over; run_size is sizeof(blockmask_run). Runs are in source order, one for each block that the option
 * comments does not leave out. Returns BLOCKMASK_END after the last.
 */
BLOCKMASK_API
blockmask_status blockmask_next_run(blockmask_analyzer *analyzer,
                                    size_t *cursor,
                                    struct blockmask_run *run,
                                    size_t run_size);

/*
 * Fields
 * ------
 *
 * The field of a block says what it is for a search engine. An engine that weights fields indexes each, or a few of
 * them together, as a column or field of its own: blockmask_join_fields gives its text. docs/ranking.md shows how to
 * set up engines, and what the defaults achieve.
 */

/* fields: all of them but BLOCKMASK_FIELD_HIDDEN, as bits. */
#define BLOCKMASK_FIELDS_VISIBLE 4094

/* The text of one block in a joined text. This struct never grows. */
typedef struct blockmask_piece {
    /* Where it begins in the joined text. */
    uint32_t joined_start;
    /* Where it begins in the normalized text of the page. */
    uint32_t text_start;
    /* Its length in bytes. */
    uint32_t length;
    /* The index of its block. */
    uint32_t block;
} blockmask_piece;

/* The texts of some blocks of a page. This struct never grows. */
typedef struct blockmask_joined_text {
    /* UTF-8 that is not terminated by a zero. */
    const char *text;
    /* Its length in bytes. */
    size_t length;
    /* The blocks that it is made of, in source order. */
    const struct blockmask_piece *pieces;
    /* Their number. */
    size_t count;
} blockmask_joined_text;

/*
 * Writes the default weight of a field, in quarters, and its default length normalization for BM25F (the parameter b,
 * 0 to 1). field is one of BLOCKMASK_FIELD_. A function of constants.
 */
BLOCKMASK_API
blockmask_status blockmask_get_field_defaults(uint32_t field,
                                              uint32_t *weight,
                                              float *length_normalization);

/*
 * Joins the texts of the blocks in some fields, in source order and separated by line feeds. fields is a union of
 * UINT32_C(1) << BLOCKMASK_FIELD_. Writes the address of the result, which is one piece of memory, independent of the
 * analyzer and owned by the caller, who frees it with blockmask_free.
 */
BLOCKMASK_API
blockmask_status blockmask_join_fields(blockmask_analyzer *analyzer,
                                       uint32_t fields,
                                       struct blockmask_joined_text **joined);

/* Writes the main text: the texts of the blocks that are not template, as blockmask_join_fields does. */
BLOCKMASK_API
blockmask_status blockmask_join_main_text(blockmask_analyzer *analyzer,
                                          struct blockmask_joined_text **joined);

/*
 * Maps a range of a joined text, [joined_start, joined_end), to a range of the bytes of the page, as
 * blockmask_map_text_range does. The analyzer holds the page that joined was made from, or the same page again. A range
 * across blocks also covers what stands between them on the page. Takes logarithmic time.
 */
BLOCKMASK_API
blockmask_status blockmask_map_joined_range(blockmask_analyzer *analyzer,
                                            const struct blockmask_joined_text *joined,
                                            uint32_t joined_start,
                                            uint32_t joined_end,
                                            uint32_t *source_start,
                                            uint32_t *source_end);

/*
 * Rendering
 * ---------
 *
 * The main content as people write it: plain text, Markdown or HTML. It is made of the blocks that the template mask
 * does not cover.
 */

/*
 * format: plain text: an empty line between paragraphs, the items of a list and the rows of a table on lines of their
 * own, the cells of a row separated by tabs; line breaks as in blockmask_write_formatted_text.
 */
#define BLOCKMASK_FORMAT_PLAIN 1
/* format: Markdown (CommonMark, with the tables of GitHub Flavored Markdown). */
#define BLOCKMASK_FORMAT_MARKDOWN 2
/* format: normalized HTML: the texts with their ancestors, and the images and line breaks among them. */
#define BLOCKMASK_FORMAT_HTML 3
/* Markdown: the targets of links, absolute if the address of the page is known. */
#define BLOCKMASK_RENDER_LINKS 1
/* Markdown: images with an alternative text among the text of a block. */
#define BLOCKMASK_RENDER_IMAGES 2

/*
 * Renders the main content in a format, one of BLOCKMASK_FORMAT_; options is a union of BLOCKMASK_RENDER_, which the
 * other formats ignore. Writes the address of the text and its length in bytes; it is UTF-8, not terminated by a zero,
 * and owned by the caller, who frees it with blockmask_free. The bytes of the page are read.
 */
BLOCKMASK_API
blockmask_status blockmask_render(blockmask_analyzer *analyzer,
                                  uint32_t format,
                                  uint32_t options,
                                  char **text,
                                  size_t *length);

/*
 * Passages
 * --------
 *
 * The main text in pieces of limited length, for vector stores and language models. They respect sentences, headings,
 * lists, tables and code; without overlap, each token of the main text is in exactly one.
 */

/* A piece of the main text. This struct never grows. */
typedef struct blockmask_passage {
    /*
     * UTF-8 that is not terminated by a zero, part of the memory of the passages: the texts of its blocks, separated by
     * line feeds.
     */
    const char *text;
    /* Its length in bytes. */
    size_t length;
    /* First byte of its first character in the bytes of the page. */
    uint32_t source_start;
    /* One past its last character, with all that stands between. */
    uint32_t source_end;
    /* Its first block. */
    uint32_t first_block;
    /* One past its last block; template blocks among them are not part of it. */
    uint32_t end_block;
    /*
     * The block that is the nearest heading above its text, which may be one of its own, or BLOCKMASK_NONE. The
     * headings above that one are found by blockmask_get_structure.
     */
    uint32_t heading;
    /* Its tokens, those that it repeats included. */
    uint32_t tokens;
    /* How many of its first tokens are also in the passage before. */
    uint32_t overlap_tokens;
    /* Zero. */
    uint32_t reserved;
} blockmask_passage;

/*
 * Cuts the main text into passages of at most max_tokens tokens, which is 1 or more; 256 is usual. A passage repeats up
 * to overlap_tokens tokens of the one before it, whole sentences, and at most half of max_tokens.
 *
 * token_starts is NULL to count the tokens of the library. To count those of another tokenizer, pass the offsets in the
 * normalized text of the page at which its tokens begin, ascending, each once, and their number.
 *
 * Writes the address of the passages and their number. They are one piece of memory, independent of the analyzer and
 * owned by the caller, who frees it with blockmask_free, also if there are none. The bytes of the page are read.
 */
BLOCKMASK_API
blockmask_status blockmask_cut_passages(blockmask_analyzer *analyzer,
                                        uint32_t max_tokens,
                                        uint32_t overlap_tokens,
                                        const uint32_t *token_starts,
                                        size_t token_count,
                                        struct blockmask_passage **passages,
                                        size_t *count);

/*
 * Records of the main list
 * ------------------------
 *
 * The items of the main list of a page, such as search results, offers, or the posts of a thread, so that an index can
 * rank each by itself. docs/records.md says how they are found, and how well.
 */

/* An item of the main list. This struct never grows. */
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

/*
 * Finds the records of the main list of the page. There are none if no list holds three tenths of the main text, and
 * in articles, as far as the learned mask has found the kind of the page. It takes about a sixth of the time of an
 * analysis.
 *
 * Writes the address of the records and their number: disjoint, in the order of the source, each with at least one
 * block. They are one piece of memory, independent of the analyzer and owned by the caller, who frees it with
 * blockmask_free, also if there are none.
 */
BLOCKMASK_API
blockmask_status blockmask_find_records(blockmask_analyzer *analyzer,
                                        struct blockmask_record **records,
                                        size_t *count);

/*
 * Facts
 * -----
 *
 * What a page says about itself to search engines: the directives of its author, its canonical address, dates and
 * other metadata. docs/facts.md says where each is read and who documents it.
 */

/*
 * kind: a directive to robots that applies, the sum of all: its name, and its value if it has one, such as "noindex"
 * or "max-snippet" with "50". It has no source.
 */
#define BLOCKMASK_FACT_ROBOTS 1
/* kind: a directive as it is written, whether it applies or not: the name is that of the crawler, or "robots" for all. */
#define BLOCKMASK_FACT_DIRECTIVE 2
/* kind: the canonical address, absolute if the base is known. */
#define BLOCKMASK_FACT_CANONICAL 3
/* kind: the address of a version in another language, whose name is the language. */
#define BLOCKMASK_FACT_ALTERNATE 4
/* kind: the language of the page. */
#define BLOCKMASK_FACT_LANGUAGE 5
/* kind: the title for links to the page, of Open Graph. */
#define BLOCKMASK_FACT_TITLE 6
/* kind: what the page is, in Open Graph. */
#define BLOCKMASK_FACT_PAGE_TYPE 7
/* kind: the address of an image for links to the page. */
#define BLOCKMASK_FACT_IMAGE 8
/* kind: the name of the site. */
#define BLOCKMASK_FACT_SITE_NAME 9
/* kind: what the page is about, in a sentence or two. */
#define BLOCKMASK_FACT_DESCRIPTION 10
/* kind: the type of a thing that JSON-LD describes, such as "NewsArticle". */
#define BLOCKMASK_FACT_TYPE 11
/* kind: when the page was published, in ISO 8601. */
#define BLOCKMASK_FACT_PUBLISHED 12
/* kind: when the page was last modified, in ISO 8601. */
#define BLOCKMASK_FACT_MODIFIED 13

/*
 * kind: a part of the page that is excluded. The name is the rule, such as "data-nosnippet"; the value is what it is
 * excluded from: "all", "index", "snippet" or "anchor".
 */
#define BLOCKMASK_FACT_EXCLUSION 14
/* origin: a meta element. */
#define BLOCKMASK_ORIGIN_META 1
/* origin: a link element. */
#define BLOCKMASK_ORIGIN_LINK 2
/* origin: a script with JSON-LD. */
#define BLOCKMASK_ORIGIN_JSON_LD 3
/* origin: an element with itemprop. */
#define BLOCKMASK_ORIGIN_MICRODATA 4
/* origin: a time element. */
#define BLOCKMASK_ORIGIN_TIME 5
/* origin: the text of the page, by its looks; only if the analyzer finds visual areas. */
#define BLOCKMASK_ORIGIN_VISUAL 6
/* origin: the lang attribute of the root element. */
#define BLOCKMASK_ORIGIN_ATTRIBUTE 7
/* origin: an HTTP header that the caller passed. */
#define BLOCKMASK_ORIGIN_HEADER 8

/*
 * What is known of a page besides its bytes, and for whom its directives are read. Strings that are not known are NULL
 * with length 0, and not needed after the call.
 */
typedef struct blockmask_fact_options {
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
} blockmask_fact_options;

/* A fact about a page. This struct never grows. */
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
    /* Of dates how certain they are, in percent, to rank them; else 0. */
    uint32_t confidence;
    /* Directives: 1 if it applies; else 0. */
    uint32_t applies;
} blockmask_fact;

/*
 * Finds what the page says about itself. options may be NULL, with any size, for none.
 *
 * Writes the address of the facts and their number, ordered by kind. They are one piece of memory, independent of the
 * analyzer and owned by the caller, who frees it with blockmask_free, also if there are none. The bytes of the page
 * are read.
 */
BLOCKMASK_API
blockmask_status blockmask_find_facts(blockmask_analyzer *analyzer,
                                      const struct blockmask_fact_options *options,
                                      size_t options_size,
                                      struct blockmask_fact **facts,
                                      size_t *count);

/*
 * Batches
 * -------
 *
 * Many pages in one call, with their results copied into one block of memory without pointers: it can be kept, moved,
 * written to a file or sent to another process on the same machine. It begins with a blockmask_batch; all offsets
 * count bytes from its beginning, and all tables are aligned to 8 bytes. The argument tables selects
 * those that the caller needs, which are computed whatever the option parts says.
 */

/* tables: the normalized text. */
#define BLOCKMASK_BATCH_TEXT 1
/* tables: the blocks. */
#define BLOCKMASK_BATCH_BLOCKS 2
/* tables: the segments. */
#define BLOCKMASK_BATCH_SEGMENTS 4
/* tables: the parts of the main region. */
#define BLOCKMASK_BATCH_REGIONS 8
/* tables: the links. */
#define BLOCKMASK_BATCH_LINKS 16
/* tables: the headings. */
#define BLOCKMASK_BATCH_HEADINGS 32
/* tables: the comments. */
#define BLOCKMASK_BATCH_COMMENTS 64
/* tables: all of them. */
#define BLOCKMASK_BATCH_ALL 127

/* Where a table is in the batch. This struct is part of others, and therefore never grows. */
typedef struct blockmask_slice {
    /* Of the first record, from the beginning of the batch. */
    uint64_t offset;
    /* Number of records; 0 if the table was not selected. */
    uint32_t count;
    /* Bytes from one record to the next; 1 for text. */
    uint32_t stride;
} blockmask_slice;

/* The beginning of a batch. */
typedef struct blockmask_batch {
    /* Bytes of the batch. */
    uint64_t size;
    /* One blockmask_batch_page for each input, in order. */
    struct blockmask_slice pages;
    /* Pages whose status is not BLOCKMASK_OK. */
    uint64_t failed;
} blockmask_batch;

/* The result for a page. */
typedef struct blockmask_batch_page {
    /* What blockmask_analyze_page would have returned. If it is not BLOCKMASK_OK, all else is zero. */
    blockmask_status status;
    /* Zero. */
    uint32_t reserved;
    /* Its facts: one blockmask_page. */
    struct blockmask_slice page;
    /* Its fingerprint: one blockmask_fingerprint; none without BLOCKMASK_PART_FINGERPRINT in the option parts. */
    struct blockmask_slice fingerprint;
    /* The probability of each kind of page, as floats; none if the mask does not classify pages. */
    struct blockmask_slice kind_probabilities;
    /* Its normalized text. */
    struct blockmask_slice text;
    /* Its blockmask_block records. */
    struct blockmask_slice blocks;
    /* Its blockmask_segment records. */
    struct blockmask_slice segments;
    /* Its blockmask_region records. */
    struct blockmask_slice regions;
    /* Its blockmask_link records. */
    struct blockmask_slice links;
    /* Its blockmask_heading records. */
    struct blockmask_slice headings;
    /* Its blockmask_comment records. */
    struct blockmask_slice comments;
} blockmask_batch_page;

/*
 * Analyzes count pages and writes the address of their results, which are owned by the caller, who frees them with
 * blockmask_free. input_size is sizeof(blockmask_input), and tables a union of BLOCKMASK_BATCH_. The inputs are not
 * needed after the call. The analyzer then holds no page.
 *
 * Each page has a status of its own; a page that fails, for example because its html is NULL, does not affect the
 * others. Even after BLOCKMASK_PANIC the next pages are analyzed, as the analyzer is reset. An error is returned only
 * if there is no batch at all: BLOCKMASK_OUT_OF_MEMORY, or invalid arguments.
 */
BLOCKMASK_API
blockmask_status blockmask_analyze_batch(blockmask_analyzer *analyzer,
                                         const blockmask_input *inputs,
                                         size_t input_size,
                                         size_t count,
                                         uint32_t tables,
                                         struct blockmask_batch **batch);

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
 * such as too-large, limit-reached, out-of-memory, cancelled, panic, bad-pointer, or missing if there is no page. It is
 * an open set. error is a string: the message of a failure.
 *
 * The other columns are in the order of their constants, and null if the page failed. Strings are large_string, lists
 * have 32-bit offsets, all integers are signed. Ranges are [start, end): of the bytes of the page (source), or of its
 * normalized text (text). Enums are their names, flags lists of names.
 */

/* columns: main_text, string. The texts of the blocks that are not template, separated by line feeds. */
#define BLOCKMASK_COLUMN_MAIN_TEXT 1
/* columns: text, string. The normalized text, which ranges of text refer to. */
#define BLOCKMASK_COLUMN_TEXT 2
/* columns: title, string. Null if the page has none. */
#define BLOCKMASK_COLUMN_TITLE 4
/* columns: kind, string. Null if the mask does not classify pages. */
#define BLOCKMASK_COLUMN_KIND 8
/* columns: encoding, string. */
#define BLOCKMASK_COLUMN_ENCODING 16
/* columns: is_recovered, bool. */
#define BLOCKMASK_COLUMN_IS_RECOVERED 32
/* columns: truncation, list of string. The limits that truncated the analysis. */
#define BLOCKMASK_COLUMN_TRUNCATION 64

/*
 * columns: blocks, list of struct. text: string; source_start, source_end, text_start, text_end: int64; role, field:
 * string; weight: int16, in quarters; is_template: bool; probability: float32; heading_level: int8; tag_path: string;
 * tokens, linked_tokens, link_targets: int32; segment, comment: int32, null if none; flags: list of string. Then the
 * structure: type: string; heading_path: list of int32; list, item, number: int32, null outside of lists; list_depth:
 * int32; table, row, column, row_span, column_span: int32, is_header: bool, null outside of tables; quote_depth: int32;
 * lang, direction: string, null if unknown; formatted_text: string, null if it is text.
 */
#define BLOCKMASK_COLUMN_BLOCKS 128

/*
 * columns: segments, list of struct. source_start, source_end, text_start, text_end: int64; tokens, linked_tokens,
 * lines: int32; text_density: float64.
 */
#define BLOCKMASK_COLUMN_SEGMENTS 256
/* columns: regions, list of struct. source_start, source_end: int64. */
#define BLOCKMASK_COLUMN_REGIONS 512

/*
 * columns: links, list of struct. source_start, source_end, text_start, text_end: int64; target: string, null
 * beyond max_output; block: int32; address, rel: string, null beyond max_output, address also if it is not known.
 */
#define BLOCKMASK_COLUMN_LINKS 1024

/*
 * columns: fingerprint, struct. version: int16; is_valid: bool; tokens: int32; sim_hash: int64; min_hashes: list of
 * int64; content_hash: int64; structure_hash: int64. The hashes are the bits of those of blockmask_fingerprint.
 */
#define BLOCKMASK_COLUMN_FINGERPRINT 2048
/* columns: kind_probabilities, list of struct, null as kind is. kind: string; probability: float32. */
#define BLOCKMASK_COLUMN_KIND_PROBABILITIES 4096
/* columns: main_html, string. The main content as normalized HTML. */
#define BLOCKMASK_COLUMN_MAIN_HTML 8192

/*
 * columns: comments, list of struct. source_start, source_end: int64; author, date: string, null if none; text: string;
 * parent: int32, null if none.
 */
#define BLOCKMASK_COLUMN_COMMENTS 16384

/*
 * columns: images, list of struct. source_start, source_end: int64; alt, target: string; block: int32, null if none;
 * weight: int16, in quarters.
 */
#define BLOCKMASK_COLUMN_IMAGES 32768
/* columns: records, list of struct. source_start, source_end: int64; first_block, end_block: int32. */
#define BLOCKMASK_COLUMN_RECORDS 65536
/* columns: facts, struct: what the page says about itself, without what its headers say; docs/arrow.md lists the fields. */
#define BLOCKMASK_COLUMN_FACTS 131072
/* columns: main_text, title, kind, blocks and fingerprint. */
#define BLOCKMASK_COLUMNS_DEFAULT 2189
/* columns: all of them. */
#define BLOCKMASK_COLUMNS_ALL 262143

/*
 * Analyzes count pages and writes their results, a struct array with count rows, and its schema. columns is a union of
 * BLOCKMASK_COLUMN_, whose parts are computed whatever the option parts says; input_size is sizeof(blockmask_input).
 * The inputs are not needed after the call. The analyzer then holds no page.
 *
 * Both structs are the caller's, who need not initialize them and owns what they refer to afterwards: each is released
 * once, by its release function, or given to a consumer that does so. They are independent of the analyzer, of each
 * other and of the thread, but the library must stay loaded. Buffers are aligned to 8 bytes, or to the width of their
 * values if that is less.
 *
 * Each page is a row, also one that fails, without effect on the others; a page whose html is NULL is missing. After
 * blockmask_cancel_analyzer the rest is cancelled. Even after a panic the next pages are analyzed, as the analyzer is
 * reset. A list of all rows together has at most 2^31 - 1 items: a page beyond that is too-large. An error is returned
 * only if there is no batch at all: BLOCKMASK_OUT_OF_MEMORY, or invalid arguments. For a schema alone, count is 0.
 */
BLOCKMASK_API
blockmask_status blockmask_export_batch(blockmask_analyzer *analyzer,
                                        const blockmask_input *inputs,
                                        size_t input_size,
                                        size_t count,
                                        uint32_t columns,
                                        struct ArrowSchema *schema,
                                        struct ArrowArray *array);

/*
 * Pushed pages
 * ------------
 *
 * For indexers that parse pages themselves: instead of the bytes of the page they pass its tags and texts, one call
 * for each, between blockmask_begin_page and blockmask_end_page. The result is that of a page with these tags and
 * texts, with the positions that the caller passed. The input is the output of a tokenizer, not of a tree builder:
 * missing end tags are not to be added. All strings are UTF-8, with character references decoded, and not needed after
 * the call. A malformed sequence is read as U+FFFD, as in a page.
 *
 * Positions must ascend. Within a text they advance with its bytes, so a text should be split where its length differs
 * from that in the source: a character reference is a text of its own. As the bytes of the page are not known,
 * blockmask_blank_page and blockmask_zone_page return BLOCKMASK_NO_PAGE for a pushed page.
 */

/* An attribute of a start tag. */
typedef struct blockmask_attribute {
    /* The name. */
    const char *name;
    /* Its length in bytes. */
    size_t name_length;
    /* The value; NULL with length 0 for an empty one. */
    const char *value;
    /* Its length in bytes. */
    size_t value_length;
} blockmask_attribute;

/* Begins a page. The previous one is discarded, even if it was begun and not ended. */
BLOCKMASK_API blockmask_status blockmask_begin_page(blockmask_analyzer *analyzer);

/*
 * Adds a start tag with its attributes in order; of two with equal names the first counts. attribute_size is
 * sizeof(blockmask_attribute). is_self_closing is 1 if the tag ends with "/>", else 0; no other value. The
 * position is that of the tag, from its first byte to one past its last.
 *
 * Returns BLOCKMASK_BAD_ARGUMENT, and adds nothing, if a name has a character at which a tokenizer would have ended
 * it, if positions do not ascend, or if no page was begun; and BLOCKMASK_OUT_OF_MEMORY.
 */
BLOCKMASK_API
blockmask_status blockmask_push_start_tag(blockmask_analyzer *analyzer,
                                          const char *name,
                                          size_t name_length,
                                          const struct blockmask_attribute *attributes,
                                          size_t attribute_size,
                                          size_t attribute_count,
                                          uint32_t is_self_closing,
                                          uint32_t source_start,
                                          uint32_t source_end);

/* Adds an end tag. Errors are those of blockmask_push_start_tag. */
BLOCKMASK_API
blockmask_status blockmask_push_end_tag(blockmask_analyzer *analyzer,
                                        const char *name,
                                        size_t name_length,
                                        uint32_t source_start,
                                        uint32_t source_end);

/* Adds text, including that of scripts and styles. */
BLOCKMASK_API
blockmask_status blockmask_push_text(blockmask_analyzer *analyzer,
                                     const char *text,
                                     size_t length,
                                     uint32_t source_start,
                                     uint32_t source_end);

/*
 * Adds a comment or a document type declaration as written, from "<!" to ">". Both are optional: a comment matters
 * only if it says what not to index, a declaration only on pages with tables in paragraphs.
 */
BLOCKMASK_API
blockmask_status blockmask_push_declaration(blockmask_analyzer *analyzer,
                                            const char *markup,
                                            size_t length,
                                            uint32_t source_start,
                                            uint32_t source_end);

/*
 * Ends the page and analyzes it. The analyzer then holds the result, as after blockmask_analyze_page, and the errors
 * are those of that function.
 */
BLOCKMASK_API
blockmask_status blockmask_end_page(blockmask_analyzer *analyzer);

/*
 * Memory
 * ------
 *
 * What a function documents as owned by the caller comes from the system's malloc.
 */

/*
 * Frees the result of blockmask_zone_page or blockmask_analyze_batch, or NULL: with the free of the C library that
 * blockmask is linked with.
 */
BLOCKMASK_API
void blockmask_free(void *memory);

/*
 * Experimental options
 * --------------------
 *
 * Parameters of the published algorithms, for those who repeat or vary their experiments. This section alone is no
 * part of the stable interface: its struct, its constants and the meaning of their values may change in any release.
 * Programs that do not call its two functions are not affected.
 */

/* tag_path_filter: tag paths that occur more often than the threshold. The default. */
#define BLOCKMASK_TAG_PATH_FILTER_STRICT 0
/* tag_path_filter: tag paths that occur at least as often as the threshold. */
#define BLOCKMASK_TAG_PATH_FILTER_LITERAL 1
/* tag_path_style: class and inline style distinguish elements of one name. The default. */
#define BLOCKMASK_TAG_PATH_STYLE_RAW 0
/* tag_path_style: the most frequent class and the presentational attributes do. */
#define BLOCKMASK_TAG_PATH_STYLE_REDUCED 1
/* tag_path_style: nothing does. */
#define BLOCKMASK_TAG_PATH_STYLE_NONE 2
/* tag_path_content_test: every region is content. The default. */
#define BLOCKMASK_TAG_PATH_CONTENT_TEST_NONE 0
/* tag_path_content_test: not a region with less than half of the tokens that is mostly links. */
#define BLOCKMASK_TAG_PATH_CONTENT_TEST_LINK_HEAVY 1
/* tag_path_content_test: only a region with three similar neighbors. */
#define BLOCKMASK_TAG_PATH_CONTENT_TEST_REPETITION 2
/* seeker_model: chosen by a rule from the kind of the page. The default. */
#define BLOCKMASK_SEEKER_MODEL_AUTO 0
/* seeker_model: news. */
#define BLOCKMASK_SEEKER_MODEL_NEWS 1
/* seeker_model: blogs. */
#define BLOCKMASK_SEEKER_MODEL_BLOG 2
/* seeker_model: forums. */
#define BLOCKMASK_SEEKER_MODEL_FORUM 3
/* seeker_learner: one decision tree for each decision. */
#define BLOCKMASK_SEEKER_LEARNER_TREE 0
/* seeker_learner: a random forest. The default. */
#define BLOCKMASK_SEEKER_LEARNER_FOREST 1
/* seeker_text: all text of the content segments. The default. */
#define BLOCKMASK_SEEKER_TEXT_WHOLE 0
/* seeker_text: what the heuristic for the kind of the page finds in them. */
#define BLOCKMASK_SEEKER_TEXT_HEURISTIC 1

/* Parameters of the algorithms. A field with a list of constants takes only these; flags are 0 or 1. */
typedef struct blockmask_experimental_options {
    /* How much the densities of two neighbors may differ: numerator of a fraction from 0 to 1. */
    uint32_t fusion_threshold_numerator;
    /* The denominator; 0, the default, means the threshold of the method. */
    uint32_t fusion_threshold_denominator;
    /* Flag: smoothing treats any two densities of at most 5 as equal. Default 0. */
    uint32_t fusion_smooth_low;
    /* One of BLOCKMASK_TAG_PATH_FILTER_. */
    uint32_t tag_path_filter;
    /* One of BLOCKMASK_TAG_PATH_STYLE_. */
    uint32_t tag_path_style;
    /* Flag: text is a symbol of its own. Default 1. */
    uint32_t tag_path_text_symbols;
    /* Flag: try all cuts of a threshold until one is unbalanced enough. Default 0. */
    uint32_t tag_path_scan_all;
    /* One of BLOCKMASK_TAG_PATH_CONTENT_TEST_. */
    uint32_t tag_path_content_test;
    /* How far from the largest region a candidate may be: 0 to 100, default 50. */
    uint32_t style_density_t1;
    /* How many characters a node needs to count. Default 20. */
    uint32_t style_density_t2;
    /* Flag: the roots of regions are those of the program of the paper's authors: div, td, dd, dt and li. Default 0. */
    uint32_t style_density_program;
    /*
     * Flag: an article among several candidates must be nearest to the root, and also be the only one as near to its
     * title. Default 0.
     */
    uint32_t style_density_strict;
    /* Flag: a region right below the root of another one stays a region of its own. Default 0. */
    uint32_t style_density_keep_nested;
    /* One of BLOCKMASK_SEEKER_MODEL_. */
    uint32_t seeker_model;
    /* One of BLOCKMASK_SEEKER_LEARNER_. */
    uint32_t seeker_learner;
    /* One of BLOCKMASK_SEEKER_TEXT_. */
    uint32_t seeker_text;
    /* Strings on either side over which BLOCKMASK_MASK_SEEKER_SLS smooths, at most 1000. Default 2. */
    uint32_t seeker_radius;
    /* Flag: for BLOCKMASK_MASK_SEEKER_LBS a paragraph that is all in bold or the like counts as text. Default 1. */
    uint32_t seeker_inline_counts;
} blockmask_experimental_options;

/* Fills in the defaults. options_size is sizeof(blockmask_experimental_options). */
BLOCKMASK_API
blockmask_status blockmask_init_experimental_options(struct blockmask_experimental_options *options,
                                                     size_t options_size);

/*
 * Creates a configuration as blockmask_create_config does, from options and experimental options. NULL for the options
 * means their defaults.
 */
BLOCKMASK_API
blockmask_status blockmask_create_experimental_config(const blockmask_options *options,
                                                      size_t options_size,
                                                      const struct blockmask_experimental_options *experimental,
                                                      size_t experimental_size,
                                                      blockmask_config **config,
                                                      char *message,
                                                      size_t capacity);

/* The record at index in a table that begins at first. */
#ifdef __cplusplus
#define BLOCKMASK_RECORD(type, first, stride, index) \
    (reinterpret_cast<const type *>(reinterpret_cast<const char *>(first) + (stride) * (index)))
#else
#define BLOCKMASK_RECORD(type, first, stride, index) ((const type *)((const char *)(first) + (stride) * (index)))
#endif

#ifdef __cplusplus
}
#endif

#endif /* BLOCKMASK_H */
