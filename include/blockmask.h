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
 *         if (blockmask_analyze_page(analyzer, html, sizeof(html) - 1, NULL) == BLOCKMASK_OK &&
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
 *     cc program.c $(pkg-config --cflags --libs blockmask)
 *
 * Rules that hold for all functions:
 *
 * - Pointers must be NULL or point to what the type or the length says, and nobody else may change it during the call.
 *   Where NULL has no meaning it is answered with BLOCKMASK_BAD_POINTER.
 * - Handles come from the function that creates them and are used until the one that frees them. NULL may be freed.
 * - What a function gives is borrowed from the analyzer unless it is said to be the caller's own.
 * - The library calls nothing of the caller's, prints nothing, reads no file and no variable of the environment, starts
 *   no thread, and never ends the process on account of a page. (For that, programs that are linked statically with
 *   musl need the linker's --eh-frame-hdr.) Its stack need is small and does not grow with a page.
 * - The same bytes and options give the same result everywhere, but for the memory that is in use.
 *
 * This file is generated from the library's source.
 */

#ifndef BLOCKMASK_H
#define BLOCKMASK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Version
 * -------
 *
 * Two versions matter. That of the library follows semantic versioning. That of the binary interface is one number,
 * the one in the shared library's soname: programs run with every library of the same number, also with a newer one.
 * Within it, structs grow only at their ends, constants keep their values and functions stay.
 */

/* First part of the version of this header. */
#define BLOCKMASK_VERSION_MAJOR 0
/* Second part of the version of this header. */
#define BLOCKMASK_VERSION_MINOR 2
/* Third part of the version of this header. */
#define BLOCKMASK_VERSION_PATCH 0
/* The binary interface that this header describes. */
#define BLOCKMASK_ABI_VERSION 0

/*
 * The binary interface of the library that is linked. If it is not BLOCKMASK_ABI_VERSION, the program and the library
 * do not belong together, and no other function should be called.
 */
uint32_t blockmask_abi_version(void);

/* The version of the library that is linked, such as "0.2.0". The string is static. */
const char *blockmask_version(void);

/*
 * Status codes
 * ------------
 *
 * All functions but those of the version and those that free something return a status: 0 if they did what they say,
 * a positive number if not. Outputs are written only with BLOCKMASK_OK, unless the function says otherwise. Codes are
 * never renumbered, new ones may come: take those that you do not know for errors.
 */

/* Done. */
#define BLOCKMASK_OK 0
/* No error: an iteration is over. */
#define BLOCKMASK_END 1
/* A pointer is NULL that must not be, or is not aligned for its type. */
#define BLOCKMASK_BAD_POINTER 10

/*
 * A struct_size, or the size of a record, that no version of this interface can have: less than the first version's,
 * more than 4,096, or with a part of a field at its end.
 */
#define BLOCKMASK_BAD_STRUCT_SIZE 11
/* An option has a value that it cannot have. */
#define BLOCKMASK_BAD_OPTION 12
/* Another argument has a value that it cannot have, such as the index of a block that does not exist. */
#define BLOCKMASK_BAD_ARGUMENT 13
/* Another thread is inside a function with the same analyzer. Nothing was done; the other thread is not disturbed. */
#define BLOCKMASK_BUSY 14

/*
 * The analyzer holds no page: none was analyzed since it was made, or the last analysis failed, or the page was
 * forgotten since; or it was pushed, and the function needs its bytes.
 */
#define BLOCKMASK_NO_PAGE 15
/* The caller's buffer is too small. The size that it needs was written. */
#define BLOCKMASK_BUFFER_TOO_SMALL 16
/* The page is longer than the option max_input allows, or longer than 4 GiB as UTF-8. */
#define BLOCKMASK_TOO_LARGE 30
/* The system has no memory left. */
#define BLOCKMASK_OUT_OF_MEMORY 31
/* The page is in an encoding that nothing can be written into: ISO-2022-JP, or one that browsers refuse. */
#define BLOCKMASK_UNSUPPORTED_ENCODING 32
/* The page reaches a limit, and on_limit is BLOCKMASK_ON_LIMIT_FAIL; or max_memory is too little for any part of it. */
#define BLOCKMASK_LIMIT_REACHED 33
/* The analysis was stopped by blockmask_cancel_analyzer. */
#define BLOCKMASK_CANCELLED 34
/* A bug in the library was met and contained. The analyzer refuses further work until it is reset. */
#define BLOCKMASK_PANIC 50
/* The analyzer met BLOCKMASK_PANIC before and was not reset. */
#define BLOCKMASK_POISONED 51

/* What a function returns: one of these codes. */
typedef int32_t blockmask_status;

/*
 * One sentence about a status code, for logs. The string is static; unknown codes have one too. The text of
 * blockmask_get_last_error tells more.
 */
const char *blockmask_status_text(blockmask_status status);

/*
 * Configuration
 * -------------
 *
 * Options are filled in by blockmask_init_options, changed field by field, and checked and frozen by
 * blockmask_create_config. A configuration never changes: any number of threads may make analyzers from one at the
 * same time. It may be freed as soon as its last analyzer is made.
 *
 * Limits: what each counts, its default, and the bit of truncation, BLOCKMASK_TRUNCATED_, if it was reached.
 *
 * max_input      | bytes of the page                                | 256 MiB  | INPUT, or the page is refused
 * max_nodes      | nodes of the tree                                | 2^31 - 1 | NODES
 * max_depth      | depth of the tree                                | 512      | DEPTH
 * max_attributes | attributes of all elements together              | 2^31 - 1 | ATTRIBUTES
 * max_blocks     | blocks                                           | 2^31 - 1 | BLOCKS
 * max_memory     | bytes of memory for the tables of a page         | 4 GiB    | MEMORY
 * max_steps      | tags, texts, comments; repair, search steps      | none     | STEPS
 *
 * WORK belongs to no option: repair of misnested markup, and the search for the region, have a bound of their own that
 * is linear in the page. No limit is passed, but for html, head and body, which are made whatever max_nodes says, and
 * max_steps, which may be passed by 2 %.
 */

/* token_mode: a token is a run of characters other than whitespace that holds a letter or a digit. */
#define BLOCKMASK_TOKENS_PAPER 0
/* token_mode: the same, but text in scripts without spaces is cut into words or characters. The default. */
#define BLOCKMASK_TOKENS_UNICODE 1
/* fusion_method: all text wrapped anew, each line a segment. */
#define BLOCKMASK_FUSION_WORD_WRAP 0
/* fusion_method: each text between two tags is a segment. */
#define BLOCKMASK_FUSION_TAG_GAP 1
/* fusion_method: neighbors of like text density fuse. */
#define BLOCKMASK_FUSION_PLAIN 2
/* fusion_method: as plain, and a dip between two equal densities is filled. */
#define BLOCKMASK_FUSION_SMOOTHED 3
/* fusion_method: as smoothed, but some tags always separate and others never do. The default. */
#define BLOCKMASK_FUSION_RULE_BASED 4
/* fusion_method: only the tags that always separate. */
#define BLOCKMASK_FUSION_JUST_RULES 5
/* tag_path_filter: tag paths that occur more often than the threshold. The default. */
#define BLOCKMASK_FILTER_STRICT 0
/* tag_path_filter: those that occur at least as often. */
#define BLOCKMASK_FILTER_LITERAL 1
/* tag_path_style: the class and the inline style tell elements of one name apart. The default. */
#define BLOCKMASK_STYLE_RAW 0
/* tag_path_style: the most frequent class and the presentational attributes do. */
#define BLOCKMASK_STYLE_REDUCED 1
/* tag_path_style: nothing does. */
#define BLOCKMASK_STYLE_NONE 2
/* tag_path_content_test: every region is content. The default. */
#define BLOCKMASK_CONTENT_TEST_NONE 0
/* tag_path_content_test: not one that holds less than half of the tokens and is mostly links. */
#define BLOCKMASK_CONTENT_TEST_LINK_HEAVY 1
/* tag_path_content_test: only one with three similar neighbors. */
#define BLOCKMASK_CONTENT_TEST_REPETITION 2
/* mask_method: text density, link density and neighborhood, by rules. */
#define BLOCKMASK_MASK_DENSITY 0

/*
 * mask_method: learned, boosted trees over many features of a block. More accurate, and tells the kind of the page.
 * The default.
 */
#define BLOCKMASK_MASK_LEARNED 1
/* mask_method: what belongs to an area by style density is content; made for finding the parts of a page. */
#define BLOCKMASK_MASK_STYLE_DENSITY 2
/* style_density: page kind and areas are not looked for. The default. */
#define BLOCKMASK_STYLE_DENSITY_NONE 0
/* style_density: by the rules of the paper. */
#define BLOCKMASK_STYLE_DENSITY_PAPER 1
/* style_density: by what was learned from real pages. Finds posts that the rules do not find. */
#define BLOCKMASK_STYLE_DENSITY_LEARNED 2

/*
 * on_limit: the result holds what was read so far, and its truncation says which limit it was; pages longer than
 * max_input are refused. The default.
 */
#define BLOCKMASK_ON_LIMIT_TRUNCATE 0
/* on_limit: the page is refused. */
#define BLOCKMASK_ON_LIMIT_FAIL 1
/* on_limit: as the first; of pages longer than max_input the beginning is read. */
#define BLOCKMASK_ON_LIMIT_TRUNCATE_INPUT 2
/* mask_method: Content Seeker, learned segments and learned content. */
#define BLOCKMASK_MASK_SEEKER 3
/* mask_method: the largest block string. */
#define BLOCKMASK_MASK_SEEKER_LBS 4
/* mask_method: string length smoothing. */
#define BLOCKMASK_MASK_SEEKER_SLS 5
/* mask_method: the records that repeat, for forums. */
#define BLOCKMASK_MASK_SEEKER_TP 6
/* mask_method: the main region by tag paths is the content. */
#define BLOCKMASK_MASK_TAG_PATH 7
/* seeker_model: the one for the page's kind, as a rule sees it. The default. */
#define BLOCKMASK_SEEKER_AUTO 0
/* seeker_model: that for news. */
#define BLOCKMASK_SEEKER_NEWS 1
/* seeker_model: that for blogs. */
#define BLOCKMASK_SEEKER_BLOG 2
/* seeker_model: that for forums. */
#define BLOCKMASK_SEEKER_FORUM 3
/* seeker_learner: one decision tree for each decision. */
#define BLOCKMASK_SEEKER_TREE 0
/* seeker_learner: a random forest. The default. */
#define BLOCKMASK_SEEKER_FOREST 1
/* seeker_text: all text of the content segments. The default. */
#define BLOCKMASK_SEEKER_WHOLE 0
/* seeker_text: what the heuristic for the page's kind finds in them. */
#define BLOCKMASK_SEEKER_HEURISTIC 1

/* Checked options, immutable. */
typedef struct blockmask_config blockmask_config;

/* How pages are analyzed. Fields named after a list of constants take only these; flags take 0 or 1. */
typedef struct blockmask_options {
    /* Bytes of this struct, as the caller knows it. Set by blockmask_init_options. */
    uint32_t struct_size;
    /* Depth of the tree; deeper elements become children of the deepest ones. 1 to 65535, default 512. */
    uint32_t max_depth;
    /* Bytes of a page; longer ones are refused. At most 4 GiB - 2, default 256 MiB. */
    uint64_t max_input;
    /* Nodes of the tree; what comes after is not read. At most 2^31 - 1, the default. */
    uint32_t max_nodes;
    /* Columns of a line, at least 1. Default 80. */
    uint32_t wrap_width;
    /* One of BLOCKMASK_TOKENS_. */
    uint32_t token_mode;
    /* One of BLOCKMASK_FUSION_. */
    uint32_t fusion_method;
    /* How much the densities of two neighbors may differ: numerator of a fraction from 0 to 1. */
    uint32_t fusion_threshold_numerator;
    /* The denominator; 0, the default, stands for the method's own threshold. */
    uint32_t fusion_threshold_denominator;
    /* Flag: smoothing takes any two densities of at most 5 for equal. Default 0. */
    uint32_t fusion_smooth_low;
    /* One of BLOCKMASK_FILTER_. */
    uint32_t tag_path_filter;
    /* One of BLOCKMASK_STYLE_. */
    uint32_t tag_path_style;
    /* Flag: text is a symbol of its own. Default 1. */
    uint32_t tag_path_text_symbols;
    /* Flag: look at all cuts of a threshold until one is unbalanced enough. Default 0. */
    uint32_t tag_path_scan_all;
    /* One of BLOCKMASK_CONTENT_TEST_. */
    uint32_t tag_path_content_test;
    /* One of BLOCKMASK_MASK_. */
    uint32_t mask_method;
    /* Flag: fingerprints take upper and lower case for the same. Default 0. */
    uint32_t fingerprint_fold_case;
    /*
     * Bytes of memory that the tables of a page may take. If they are too few, the first half of the page is read, or
     * the first quarter and so on. At least 64 KiB, default 4 GiB.
     */
    uint64_t max_memory;
    /*
     * Steps: tags, texts and comments that are read, and steps of repair, search and style sheets; what comes after is
     * not read. At least 1; default 2^64 - 1, no limit.
     */
    uint64_t max_steps;
    /*
     * Attributes of all elements together; further ones are left out. At most 2^31 - 1, the default. An element keeps
     * 2,048 at most.
     */
    uint32_t max_attributes;
    /* Blocks; further text is left out. At least 1, at most 2^31 - 1, the default. */
    uint32_t max_blocks;
    /* What reaching a limit means: one of BLOCKMASK_ON_LIMIT_. */
    uint32_t on_limit;
    /* Flag: text that only the page's metadata holds is content. Default 0. */
    uint32_t use_metadata;
    /* One of BLOCKMASK_STYLE_DENSITY_. */
    uint32_t style_density;
    /* How far from the largest region a candidate may be, for the rules of the paper: 0 to 100, default 50. */
    uint32_t style_density_t1;
    /* How many characters a node must exceed to count, for the rules of the paper. Default 20. */
    uint32_t style_density_t2;
    /* Flag: the roots of regions are those of the program of the paper's authors: div, td, dd, dt and li. Default 0. */
    uint32_t style_density_program;
    /* One of BLOCKMASK_SEEKER_AUTO, NEWS, BLOG, FORUM. */
    uint32_t seeker_model;
    /* BLOCKMASK_SEEKER_TREE or FOREST. */
    uint32_t seeker_learner;
    /* BLOCKMASK_SEEKER_WHOLE or HEURISTIC. */
    uint32_t seeker_text;
    /* Strings on either side over which BLOCKMASK_MASK_SEEKER_SLS smooths, at most 1000. Default 2. */
    uint32_t seeker_radius;
    /* Flag: for BLOCKMASK_MASK_SEEKER_LBS a paragraph all in bold or the like counts as text. Default 1. */
    uint32_t seeker_inline_counts;
    /* Flag: work out what a reader sees, for blockmask_get_visual_areas and blockmask_get_block_looks. Default 0. */
    uint32_t visual;
    /*
     * Flag: by the rules of the paper, an article among several candidates is the one nearest to the root and also the
     * only one as near to its title. Default 0.
     */
    uint32_t style_density_strict;
    /* Flag: a region right below the root of another one stays a region of its own. Default 0. */
    uint32_t style_density_keep_nested;
} blockmask_options;

/*
 * Fills in the defaults. struct_size is sizeof(blockmask_options), so that a program with an older header gets no more
 * than it has room for.
 */
blockmask_status blockmask_init_options(struct blockmask_options *options,
                                        size_t struct_size);

/*
 * Checks options and makes a configuration of them, to be freed with blockmask_free_config. NULL for the options takes
 * the defaults. If a value is refused, a sentence that names it is written to message, cut to capacity bytes and
 * always ended by a zero; NULL with capacity 0 asks for none.
 */
blockmask_status blockmask_create_config(const struct blockmask_options *options,
                                         struct blockmask_config **config,
                                         char *message,
                                         size_t capacity);

/* Frees a configuration. NULL is fine. Analyzers that were made from it go on working. */
void blockmask_free_config(struct blockmask_config *config);

/*
 * Analyzer
 * --------
 *
 * An analyzer takes one page after another and keeps its memory for the next: after the first pages of a crawl it asks
 * nothing of the system's allocator any more. It owns all that its results point to. Use one for each thread. It may
 * move from thread to thread between two calls; a call that finds another thread inside the same analyzer returns
 * BLOCKMASK_BUSY.
 */

/* Analyzes pages and holds the result of the last one. */
typedef struct blockmask_analyzer blockmask_analyzer;

/*
 * Makes an analyzer, to be freed with blockmask_free_analyzer. NULL for the configuration takes the defaults. It keeps
 * a copy of the configuration, and takes no memory for pages yet.
 */
blockmask_status blockmask_create_analyzer(const blockmask_config *config,
                                           struct blockmask_analyzer **analyzer);

/* Frees an analyzer and all that its results point to. NULL is fine. No thread may be inside of a call with it. */
void blockmask_free_analyzer(struct blockmask_analyzer *analyzer);

/*
 * Analyzes one page as found: any bytes, in any encoding. The analyzer then holds its result, until the next call of
 * this function, of blockmask_analyze_batch, of blockmask_reset_analyzer or of blockmask_shrink_analyzer. The page is
 * not copied: its bytes must stay as they are for as long as the result is used. NULL with length 0 is an empty page.
 *
 * charset is the encoding that came with the page, such as that of HTTP's Content-Type, as a string ended by a zero,
 * or NULL. A byte order mark wins over it; a name that is not known is ignored. It is not needed after the call.
 *
 * Returns BLOCKMASK_TOO_LARGE if the page is longer than max_input, BLOCKMASK_LIMIT_REACHED if it reaches another
 * limit and on_limit says so, BLOCKMASK_CANCELLED after blockmask_cancel_analyzer, and BLOCKMASK_OUT_OF_MEMORY. The
 * analyzer then holds no page and stays usable. Broken markup is no error.
 */
blockmask_status blockmask_analyze_page(struct blockmask_analyzer *analyzer,
                                        const char *html,
                                        size_t length,
                                        const char *charset);

/*
 * Forgets the page and gives all memory back to the system; the next page takes new memory. Of use after a page that
 * was much larger than others.
 */
blockmask_status blockmask_shrink_analyzer(struct blockmask_analyzer *analyzer);

/* Makes the analyzer as it was when it was created, also after BLOCKMASK_PANIC. The page is forgotten. */
blockmask_status blockmask_reset_analyzer(struct blockmask_analyzer *analyzer);

/* Writes how many bytes of memory the analyzer holds, used or not. */
blockmask_status blockmask_get_memory_in_use(struct blockmask_analyzer *analyzer, size_t *bytes);

/*
 * Writes the text of the last error that a call with this analyzer returned: a sentence in UTF-8 of less than 256
 * bytes, ended by a zero, empty if there was none. It stays valid until the next call with this analyzer fails. It
 * lives in the analyzer, so it may be asked for from any thread. BLOCKMASK_BUSY and a NULL analyzer leave no text.
 */
blockmask_status blockmask_get_last_error(struct blockmask_analyzer *analyzer,
                                          const char **message,
                                          size_t *length);

/*
 * Stopping an analysis
 * --------------------
 *
 * A page that takes too long for its caller may be stopped from another thread. This is the one function that may be
 * called with an analyzer while another thread is inside of a call with it.
 */

/*
 * Stops the analysis that runs with this analyzer in another thread: it soon returns BLOCKMASK_CANCELLED, and the
 * analyzer holds no page. This function does not wait for it. If none runs, the next one is stopped. The one after it
 * is not; of a batch the pages that are left are stopped too. Safe from any thread, and from a signal handler, until
 * blockmask_free_analyzer is called.
 */
blockmask_status blockmask_cancel_analyzer(const blockmask_analyzer *analyzer);

/*
 * Models
 * ------
 *
 * The learned mask comes with a model. One that was trained on other pages, as lab/training/README.md in the source tells,
 * can be put in its place.
 */

/*
 * Puts a model in the place of the built-in one, for BLOCKMASK_MASK_LEARNED: the bytes of a model file, which are
 * copied. NULL with length 0 brings the built-in one back. The page that the analyzer holds is forgotten. Returns
 * BLOCKMASK_BAD_OPTION for bytes that are no model of this version of the library, or are damaged; the model before
 * then stays. blockmask_reset_analyzer does not change the model.
 */
blockmask_status blockmask_set_model(blockmask_analyzer *analyzer,
                                     const char *model,
                                     size_t length);

/*
 * Facts about the page
 * --------------------
 *
 * What holds for the page as a whole: its encoding, how it was read, and a fingerprint to find pages with the same
 * text.
 */

/* encoding_source: a byte order mark. */
#define BLOCKMASK_ENCODING_BOM 0
/* encoding_source: the charset argument. */
#define BLOCKMASK_ENCODING_HINT 1
/* encoding_source: a meta element or an XML declaration at the start. */
#define BLOCKMASK_ENCODING_META 2
/* encoding_source: the bytes are UTF-8, though a meta says otherwise; or but for a few, where nothing is declared. */
#define BLOCKMASK_ENCODING_UTF8_VALIDITY 3
/* encoding_source: a meta element further down. */
#define BLOCKMASK_ENCODING_LATE_META 4
/* encoding_source: statistics. */
#define BLOCKMASK_ENCODING_DETECTOR 5
/* truncation: elements deeper than max_depth were attached higher up. */
#define BLOCKMASK_TRUNCATED_DEPTH 1
/* truncation: what came after max_nodes nodes was not read. */
#define BLOCKMASK_TRUNCATED_NODES 2
/* truncation: a step was cut short whose cost would not have been linear. */
#define BLOCKMASK_TRUNCATED_WORK 4
/* truncation: the text behind max_blocks blocks was left out. */
#define BLOCKMASK_TRUNCATED_BLOCKS 8
/* truncation: attributes behind the first max_attributes were left out. */
#define BLOCKMASK_TRUNCATED_ATTRIBUTES 16
/* truncation: the tables of the whole page need more than max_memory; only its beginning was read. */
#define BLOCKMASK_TRUNCATED_MEMORY 32
/* truncation: the page takes more than max_steps steps. */
#define BLOCKMASK_TRUNCATED_STEPS 64
/* truncation: what comes after max_input bytes was not read. */
#define BLOCKMASK_TRUNCATED_INPUT 128
/* kind: one text, such as news or a blog entry. */
#define BLOCKMASK_KIND_ARTICLE 0
/* kind: an organization, a service, a landing page. */
#define BLOCKMASK_KIND_SERVICE 1
/* kind: one thing for sale. */
#define BLOCKMASK_KIND_PRODUCT 2
/* kind: things for sale, side by side. */
#define BLOCKMASK_KIND_COLLECTION 3
/* kind: posts of several people. */
#define BLOCKMASK_KIND_FORUM 4
/* kind: a list of other things. */
#define BLOCKMASK_KIND_LISTING 5
/* kind: documentation. */
#define BLOCKMASK_KIND_DOCUMENTATION 6

/* The summary of a page's longest text, frozen in its definition, to be stored and compared. */
typedef struct blockmask_fingerprint {
    /* Minima of eight hash functions over all windows of six tokens. */
    uint64_t min_hashes[8];
    /* The majority of each bit over the hashes of all tokens. */
    uint64_t sim_hash;
    /* Tokens in the text. */
    uint32_t tokens;
    /* Definition and options; fingerprints of different versions cannot be compared. */
    uint8_t version;
    /* 1 if the text has at least 13 tokens; if not, it is nobody's duplicate. */
    uint8_t is_valid;
    /* Zero. */
    uint8_t reserved[2];
} blockmask_fingerprint;

/* Facts about a page. */
typedef struct blockmask_page {
    /* Bytes of this struct, as the caller knows it; to be set before the call. */
    uint32_t struct_size;
    /* What decided on the encoding: one of BLOCKMASK_ENCODING_. */
    uint32_t encoding_source;
    /* The encoding's name, such as UTF-8 or windows-1252, filled up with zeros. */
    char encoding[32];
    /* Bytes of the page. */
    uint32_t source_length;
    /* Bytes of the normalized text. */
    uint32_t text_length;
    /* The block that is the title, or BLOCKMASK_NONE. */
    uint32_t title_block;
    /* The title in the page's bytes; two zeros if there is none. */
    uint32_t title_source_start;
    /* One past the title. */
    uint32_t title_source_end;
    /* The title in the normalized text; two zeros if there is none. */
    uint32_t title_text_start;
    /* One past the title. */
    uint32_t title_text_end;
    /* Which limit cut the analysis short: union of BLOCKMASK_TRUNCATED_, 0 for none. */
    uint32_t truncation;
    /* 1 if an element that ends too late hid text, so that the page was read again by more forgiving rules. */
    uint32_t is_recovered;
    /* How often the fusion of segments went over the page. */
    uint32_t fusion_passes;
    /* For near-duplicates. */
    struct blockmask_fingerprint fingerprint;
    /* The likeliest kind of page: one of BLOCKMASK_KIND_, or BLOCKMASK_NONE if the mask tells none. */
    uint32_t kind;
    /* How likely each kind is, by its number: 0 to 1, together 1, or all 0 if the mask tells none. */
    float kind_probabilities[7];
} blockmask_page;

/*
 * Writes the facts about the page. page->struct_size must be sizeof(blockmask_page), so that a program with an older
 * header gets no more than it has room for.
 */
blockmask_status blockmask_get_page(blockmask_analyzer *analyzer,
                                    struct blockmask_page *page);

/*
 * Writes 1 if two pages have nearly the same text, else 0: both fingerprints are valid and of one version, and at
 * least 4 of their 8 min_hashes are equal.
 */
blockmask_status blockmask_compare_fingerprints(const struct blockmask_fingerprint *left,
                                                const struct blockmask_fingerprint *right,
                                                uint32_t *is_near_duplicate);

/*
 * Records
 * -------
 *
 * A page is described by tables of records: plain structs without pointers, in the order of the source. Positions are
 * offsets, [start, end): those called source count bytes of the page as it was passed in, whatever its encoding; those
 * called text count bytes of the normalized text (see Text).
 *
 * A table is borrowed from the analyzer, and valid until it takes the next page. Records may grow at their end in
 * later versions of the library, so that sizeof need not be the distance from one to the next: go by stride, which
 * BLOCKMASK_RECORD does. A table without records has a pointer that is not NULL and must not be read.
 */

/* No block, no segment. */
#define BLOCKMASK_NONE 4294967295
/* role: content. */
#define BLOCKMASK_ROLE_MAIN 1
/* role: a heading, of content or of template text, as is_template says; those of menus, sidebars and footers are not. */
#define BLOCKMASK_ROLE_HEADING 2
/* role: a comment under an article, or a post of a thread. */
#define BLOCKMASK_ROLE_COMMENT 3
/* role: author, date, tags; content or not, as is_template says. */
#define BLOCKMASK_ROLE_METADATA 4
/* role: menus, page numbers, and what else leads elsewhere. */
#define BLOCKMASK_ROLE_NAVIGATION 5
/* role: sidebars, advertising, pointers to other pages. */
#define BLOCKMASK_ROLE_ASIDE 6
/* role: footers, such as imprint and copyright. */
#define BLOCKMASK_ROLE_LEGAL 7
/* role: the title in the head. */
#define BLOCKMASK_ROLE_TITLE 8
/* role: not shown. */
#define BLOCKMASK_ROLE_HIDDEN 9
/* flags: hidden by the hidden attribute or by an inline style. */
#define BLOCKMASK_FLAG_HIDDEN 1
/* flags: hidden from assistive technology only. */
#define BLOCKMASK_FLAG_ARIA_HIDDEN 2
/* flags: in the head, so the title. */
#define BLOCKMASK_FLAG_IN_HEAD 4
/* flags: inside of noscript. */
#define BLOCKMASK_FLAG_NOSCRIPT 8
/* flags: marked by the page's author as not to be indexed. */
#define BLOCKMASK_FLAG_NO_INDEX 16
/* flags: text that only JSON-LD or a meta element of the page holds; also hidden. */
#define BLOCKMASK_FLAG_METADATA_SOURCE 32
/* flags: hidden until readers open it in its place, as panels of tabs and accordions are; not also hidden. */
#define BLOCKMASK_FLAG_COLLAPSED 64
/* flags: the learned mask took another block with the same text instead, as for a quote of an earlier post. */
#define BLOCKMASK_FLAG_REPEATED 128
/* flags: not to be shown in search results (data-nosnippet), though it may be found. */
#define BLOCKMASK_FLAG_NO_SNIPPET 256
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

/* A block: text that no tag interrupts but those of phrases, such as b and span. */
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
    /* And the number of these lines, at least 1. */
    uint32_t density_lines;
    /* The segment that it begins in, or BLOCKMASK_NONE. */
    uint32_t segment;
    /* How likely it is content, 0 to 1. */
    float probability;
    /* Union of BLOCKMASK_FLAG_. */
    uint16_t flags;
    /* Depth of its container in the tree. */
    uint16_t depth;
    /* What its words should count: 16 is 1.0, 0 is searchable but unscored. */
    uint8_t weight;
    /* One of BLOCKMASK_ROLE_. */
    uint8_t role;
    /* 1 to 6 inside of h1 to h6, else 0. */
    uint8_t heading_level;
    /* 1 if the template mask covers it, else 0. */
    uint8_t is_template;
    /* 1 if its container is in the main region by tag paths, else 0. */
    uint8_t is_in_region;
    /* Zero. */
    uint8_t reserved[3];
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
    /* Text density as an exact fraction, as that of a block. */
    uint32_t density_tokens;
    /* Its denominator. */
    uint32_t density_lines;
} blockmask_segment;

/* A part of the main region, with its tags: the page has one or two. */
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

/* A block inside of h1 to h6. */
typedef struct blockmask_heading {
    /* The number of the block. */
    uint32_t block;
    /* 1 to 6. */
    uint32_t level;
} blockmask_heading;

/* Writes where the blocks of the page are, how many, and the distance in bytes from one to the next. */
blockmask_status blockmask_get_blocks(blockmask_analyzer *analyzer,
                                      const struct blockmask_block **blocks,
                                      size_t *count,
                                      size_t *stride);

/* The same of the segments. */
blockmask_status blockmask_get_segments(blockmask_analyzer *analyzer,
                                        const struct blockmask_segment **segments,
                                        size_t *count,
                                        size_t *stride);

/* The same of the parts of the main region. */
blockmask_status blockmask_get_regions(blockmask_analyzer *analyzer,
                                       const struct blockmask_region **regions,
                                       size_t *count,
                                       size_t *stride);

/* The same of the links. Their targets are told by blockmask_write_link_target. */
blockmask_status blockmask_get_links(blockmask_analyzer *analyzer,
                                     const struct blockmask_link **links,
                                     size_t *count,
                                     size_t *stride);

/* The same of the headings. */
blockmask_status blockmask_get_headings(blockmask_analyzer *analyzer,
                                        const struct blockmask_heading **headings,
                                        size_t *count,
                                        size_t *stride);

/*
 * Copies a table, one of BLOCKMASK_TABLE_, into an array of the caller's. record_size is sizeof its records as the
 * caller knows them: no more of each record is written, and bytes that the library does not know are set to zero.
 * capacity is how many records there is room for; NULL is an array without room. Writes how many records the table
 * has, also with BLOCKMASK_BUFFER_TOO_SMALL, when nothing is copied.
 */
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
 * The normalized text of a page is UTF-8, whatever the page's encoding: whitespace is collapsed, character references
 * are decoded, blocks are separated by line feeds. Records point into it. Strings that few callers ask for, tag paths
 * and the targets of links, are written on demand.
 *
 * Functions that write a string take a buffer and its capacity, and write the string's length; there is no zero at the
 * end. If the buffer is too small they return BLOCKMASK_BUFFER_TOO_SMALL, and the length that is needed is written;
 * NULL is a buffer without room.
 */

/*
 * Writes where the normalized text of the page is, and its length in bytes. It is borrowed from the analyzer, valid
 * until it takes the next page, and has no zero at its end. An empty text has a pointer that is not NULL and must not
 * be read.
 */
blockmask_status blockmask_get_text(blockmask_analyzer *analyzer,
                                    const char **text,
                                    size_t *length);

/*
 * For each of count offsets into the normalized text, writes the offset in the page's bytes where that character comes
 * from. Both arrays have count entries and may be the same. Offsets beyond the text are answered like its end. Takes
 * logarithmic time for each.
 */
blockmask_status blockmask_map_text_offsets(blockmask_analyzer *analyzer,
                                            const uint32_t *text_offsets,
                                            uint32_t *source_offsets,
                                            size_t count);

/*
 * Writes the tag path of a block's container, such as html/body/div.main/p: names from the root down, each with its
 * classes behind dots. The page's bytes are read.
 */
blockmask_status blockmask_write_tag_path(blockmask_analyzer *analyzer,
                                          size_t block,
                                          char *buffer,
                                          size_t capacity,
                                          size_t *length);

/*
 * Writes the target of a link as it is in its href attribute, character references decoded, neither trimmed nor
 * resolved. The page's bytes are read.
 */
blockmask_status blockmask_write_link_target(blockmask_analyzer *analyzer,
                                             size_t link,
                                             char *buffer,
                                             size_t capacity,
                                             size_t *length);

/*
 * Page types
 * ----------
 *
 * What a page is, and its areas: the article, its comments or the posts of a thread, or the entries of a list. They
 * are found only if the option style_density asks for them. Areas are records as those of the section Records; their
 * texts are told one by one, as an area need not be one stretch of the normalized text.
 */

/* page type: not asked for. */
#define BLOCKMASK_PAGE_TYPE_UNKNOWN 0
/* page type: one main text. */
#define BLOCKMASK_PAGE_TYPE_ARTICLE 1
/* page type: a main text with comments, or a post with answers. */
#define BLOCKMASK_PAGE_TYPE_ARTICLE_WITH_COMMENTS 2
/* page type: several areas, or none. */
#define BLOCKMASK_PAGE_TYPE_MULTIPLE 3
/* role of an area: the article, or the post that opens a thread. */
#define BLOCKMASK_AREA_ARTICLE 1
/* role of an area: a comment, or an answer. */
#define BLOCKMASK_AREA_COMMENT 2
/* role of an area: one of several of equal rank. */
#define BLOCKMASK_AREA_AREA 3

/* An area of a page. */
typedef struct blockmask_area {
    /* First byte of its first character. */
    uint32_t source_start;
    /* One past its last character. */
    uint32_t source_end;
    /* One of BLOCKMASK_AREA_. */
    uint32_t role;
    /* The number of the area that it answers or is part of, or BLOCKMASK_NONE. */
    uint32_t parent;
    /* How many areas are above it. */
    uint32_t depth;
    /* Characters of its text. */
    uint32_t characters;
    /* Bytes of its text. */
    uint32_t text_length;
} blockmask_area;

/* Writes the page type: one of BLOCKMASK_PAGE_TYPE_. */
blockmask_status blockmask_get_page_type(blockmask_analyzer *analyzer, uint32_t *kind);

/*
 * Writes where the areas of the page are, in the order of the page, how many, and the distance in bytes from one to
 * the next. There are none if they were not asked for.
 */
blockmask_status blockmask_get_areas(blockmask_analyzer *analyzer,
                                     const struct blockmask_area **areas,
                                     size_t *count,
                                     size_t *stride);

/*
 * Writes where the text of an area is, and its length in bytes: UTF-8, blocks separated by line feeds, without a zero
 * at its end, borrowed from the analyzer until it takes the next page.
 */
blockmask_status blockmask_get_area_text(blockmask_analyzer *analyzer,
                                         size_t area,
                                         const char **text,
                                         size_t *length);

/*
 * Visual areas
 * ------------
 *
 * What a reader takes for the heading, the author, the date, a paragraph, and what a reader does not see. These tables
 * are there if the option visual is set, and empty if not. Positions on the page are in pixels, on a canvas 1000 wide,
 * as far as they follow from the page itself: external sheets are not read.
 */

/* area_class: none of the others. */
#define BLOCKMASK_CLASS_NONE 0
/* area_class: the main heading. A page has one at most. */
#define BLOCKMASK_CLASS_H1 1
/* area_class: a heading of a section. */
#define BLOCKMASK_CLASS_H2 2
/* area_class: a line below the main heading that goes on from it. */
#define BLOCKMASK_CLASS_SUBTITLE 3
/* area_class: the first paragraph, where it sums up the article. */
#define BLOCKMASK_CLASS_PEREX 4
/* area_class: a paragraph of the article. */
#define BLOCKMASK_CLASS_PARAGRAPH 5
/* area_class: who wrote it. */
#define BLOCKMASK_CLASS_AUTHOR 6
/* area_class: when it was published. */
#define BLOCKMASK_CLASS_DATE 7
/* area_class: author and date in one. */
#define BLOCKMASK_CLASS_AUTHORDATE 8
/* hidden: display none, or the hidden attribute. */
#define BLOCKMASK_HIDDEN_DISPLAY 1
/* hidden: visibility hidden. */
#define BLOCKMASK_HIDDEN_VISIBILITY 2
/* hidden: opacity 0. */
#define BLOCKMASK_HIDDEN_OPACITY 4
/* hidden: a font or a box of next to no size. */
#define BLOCKMASK_HIDDEN_SIZE 8
/* hidden: the color of its background, or nearly. */
#define BLOCKMASK_HIDDEN_COLOR 16
/* hidden: moved out of the window. */
#define BLOCKMASK_HIDDEN_OFFSCREEN 32
/* hidden: cut off by clip or clip-path. */
#define BLOCKMASK_HIDDEN_CLIPPED 64

/* An area: neighboring lines of text in one block that look the same. */
typedef struct blockmask_visual_area {
    /* First byte of its first character. */
    uint32_t source_start;
    /* One past its last character. */
    uint32_t source_end;
    /* Its normalized text. */
    uint32_t text_start;
    /* One past its normalized text. */
    uint32_t text_end;
    /* The block that it lies in. */
    uint32_t block;
    /* Left edge in pixels. */
    int32_t x;
    /* Top edge. */
    int32_t y;
    /* Width; 0 if it is not seen. */
    int32_t width;
    /* Height. */
    int32_t height;
    /* Lines of text; 0 if it is not seen. */
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
    /* What that stands on, 0xRRGGBB. */
    uint32_t background;
    /* Luminance of the color in millionths, 0 for black. */
    uint32_t luminance;
    /* Luminance of the background. */
    uint32_t background_luminance;
    /* How sure the class is, 0 to 1. */
    float probability;
    /* One of BLOCKMASK_CLASS_. */
    uint8_t area_class;
    /* Union of BLOCKMASK_HIDDEN_; 0 if it is seen. */
    uint8_t hidden;
    /* Zero. */
    uint8_t reserved[2];
} blockmask_visual_area;

/* What is seen of a block; the table has one record for each block. */
typedef struct blockmask_block_look {
    /* Characters of the block that are not seen. */
    uint32_t hidden_characters;
    /* Why: union of BLOCKMASK_HIDDEN_ over these. */
    uint8_t hidden;
    /* Zero. */
    uint8_t reserved[3];
} blockmask_block_look;

/*
 * Writes where the areas of the page are, how many, and the distance in bytes from one to the next. They come in the
 * order of the tree.
 */
blockmask_status blockmask_get_visual_areas(blockmask_analyzer *analyzer,
                                            const struct blockmask_visual_area **areas,
                                            size_t *count,
                                            size_t *stride);

/* The same of what is seen of each block. */
blockmask_status blockmask_get_block_looks(blockmask_analyzer *analyzer,
                                           const struct blockmask_block_look **looks,
                                           size_t *count,
                                           size_t *stride);

/*
 * Shapes for search engines
 * -------------------------
 *
 * Beside the table of blocks, an engine may take a page in one of three shapes: blanked, for those with a filter in
 * front of their tokenizer that must keep offsets; annotated, for those that index zones by tag name; and as weighted
 * runs, for loops over a term generator. Main content are the blocks that the template mask does not cover.
 *
 * Blanking and annotation need the page's bytes, which a pushed page does not have: they then return
 * BLOCKMASK_NO_PAGE.
 */

/* A text of one role and weight. */
typedef struct blockmask_run {
    /* Bytes of this struct, as the caller knows it; to be set before the first call. */
    uint32_t struct_size;
    /* What its words should count: 16 is 1.0, 0 is searchable but unscored. */
    uint32_t weight;
    /* One of BLOCKMASK_ROLE_. */
    uint32_t role;
    /* Where the text begins in the page's bytes. */
    uint32_t source_offset;
    /* Where it begins in the normalized text. */
    uint32_t text_offset;
    /* Its length in bytes, never 0. */
    uint32_t text_length;
    /* Normalized text: UTF-8 without a zero at its end, borrowed from the analyzer until it takes the next page. */
    const char *text;
} blockmask_run;

/*
 * Writes a copy of the page with the same length in which all bytes are spaces but those of the main content's text.
 * Line feeds stay, so that lines keep their numbers, and so does a byte order mark. Tags inside of the text become
 * spaces, character references stay as they are written. With use_metadata, text that only metadata holds stays as its
 * script or attribute has it. In UTF-16 a space has two bytes. The page's bytes are read.
 *
 * buffer must have room for as many bytes as the page; if capacity is less, BLOCKMASK_BUFFER_TOO_SMALL is returned.
 * Returns BLOCKMASK_UNSUPPORTED_ENCODING for ISO-2022-JP, whose bytes mean nothing without what is before them; the
 * buffer then holds the page as it is.
 */
blockmask_status blockmask_blank_page(blockmask_analyzer *analyzer,
                                      char *buffer,
                                      size_t capacity);

/*
 * Makes a copy of the page in which each block is inside a zone that is named for its role: blk-main, blk-heading,
 * blk-comment, blk-meta, blk-nav, blk-aside, blk-legal, blk-hidden. There is no zone where its tags would be text: in
 * the title, in xmp and plaintext, and in the scripts and attributes that hold text from metadata. Without these tags
 * the copy is the page, byte for byte. Zones follow each other and are never nested in one another; they begin and end
 * with the text of a block, so one may overlap an inline element that its block begins or ends in.
 *
 * Writes where the copy is and its length in bytes; there is no zero at its end. It is in the page's encoding, and the
 * caller's own, to be freed with blockmask_free. Returns BLOCKMASK_UNSUPPORTED_ENCODING for ISO-2022-JP. The page's
 * bytes are read.
 */
blockmask_status blockmask_annotate_page(blockmask_analyzer *analyzer,
                                         char **html,
                                         size_t *length);

/*
 * Writes the next weighted run. cursor is the caller's, 0 before the first call, and tells where the next one goes on;
 * to begin again, set it to 0. Runs come in the order of the source, one a block. Returns BLOCKMASK_END after the
 * last.
 */
blockmask_status blockmask_next_run(blockmask_analyzer *analyzer,
                                    size_t *cursor,
                                    struct blockmask_run *run);

/*
 * Batches
 * -------
 *
 * Many pages in one call, their results copied into one piece of memory without pointers: it may be kept, moved,
 * written to a file or sent to another process of the same machine. It begins with a blockmask_batch; all offsets
 * count bytes from its beginning, and everything in it is aligned to 8 bytes. What the caller does not need is left
 * out by parts.
 */

/* parts: the normalized text. */
#define BLOCKMASK_PART_TEXT 1
/* parts: the blocks. */
#define BLOCKMASK_PART_BLOCKS 2
/* parts: the segments. */
#define BLOCKMASK_PART_SEGMENTS 4
/* parts: the parts of the main region. */
#define BLOCKMASK_PART_REGIONS 8
/* parts: the links. */
#define BLOCKMASK_PART_LINKS 16
/* parts: the headings. */
#define BLOCKMASK_PART_HEADINGS 32
/* parts: all of them. */
#define BLOCKMASK_PART_ALL 63

/* A page of a batch, as for blockmask_analyze_page. */
typedef struct blockmask_input {
    /* The page. */
    const char *html;
    /* Its length in bytes. */
    size_t length;
    /* The encoding that came with it, or NULL. */
    const char *charset;
} blockmask_input;

/* Where a table of a page is in the batch. */
typedef struct blockmask_slice {
    /* Of the first record, from the beginning of the batch. */
    uint64_t offset;
    /* How many records; 0 if the part was left out. */
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

/* The result of a page. */
typedef struct blockmask_batch_page {
    /* What blockmask_analyze_page would have returned. If it is not BLOCKMASK_OK, all else is zero. */
    blockmask_status status;
    /* Zero. */
    uint32_t reserved;
    /* The facts about it. */
    blockmask_page page;
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
} blockmask_batch_page;

/*
 * Analyzes count pages and writes where their results are: the caller's own, to be freed with blockmask_free.
 * input_size is sizeof(blockmask_input). parts is a union of BLOCKMASK_PART_. Inputs are not needed after the call.
 * The analyzer holds no page then.
 *
 * Each page has a status of its own; a page that fails, also one of which html is NULL, takes nothing from the others.
 * Even if a page meets BLOCKMASK_PANIC the next ones are analyzed, by an analyzer made anew. An error is returned only
 * if there is no batch at all: BLOCKMASK_OUT_OF_MEMORY, or wrong arguments.
 */
blockmask_status blockmask_analyze_batch(blockmask_analyzer *analyzer,
                                         const struct blockmask_input *inputs,
                                         size_t input_size,
                                         size_t count,
                                         uint32_t parts,
                                         struct blockmask_batch **batch);

/*
 * Pushed pages
 * ------------
 *
 * For indexers that parse pages themselves: instead of the page's bytes, its tags and texts are given, one call for
 * each, between blockmask_begin_page and blockmask_end_page. The result is that of the page that has these tags and
 * texts, with positions as the caller gave them. What is given is what a tokenizer finds, not a repaired tree: end
 * tags that are missing are not to be added. All strings are UTF-8, character references decoded, and not needed after
 * the call.
 *
 * Positions must ascend. Within a text they are counted in step with its bytes, so a text should be pushed in pieces
 * where it is not as long as in the source: a character reference is a piece of its own. As the page's bytes are not
 * there, a pushed page can be neither blanked nor annotated: these functions return BLOCKMASK_NO_PAGE.
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

/* Begins a page. The one before is forgotten, also one that was begun and not ended. */
blockmask_status blockmask_begin_page(blockmask_analyzer *analyzer);

/*
 * Adds a start tag, with its attributes in order; of two with one name the first counts. is_self_closing is 1 if it
 * ends with "/>", else 0. The position is that of the tag from its first to behind its last byte.
 *
 * Returns BLOCKMASK_BAD_ARGUMENT, and adds nothing, if a name has a character that a tokenizer would have ended it at,
 * if positions do not ascend, or if no page was begun; and BLOCKMASK_OUT_OF_MEMORY.
 */
blockmask_status blockmask_push_start_tag(blockmask_analyzer *analyzer,
                                          const char *name,
                                          size_t name_length,
                                          const struct blockmask_attribute *attributes,
                                          size_t attribute_count,
                                          uint32_t is_self_closing,
                                          uint32_t source_start,
                                          uint32_t source_end);

/* Adds an end tag. Errors are those of blockmask_push_start_tag. */
blockmask_status blockmask_push_end_tag(blockmask_analyzer *analyzer,
                                        const char *name,
                                        size_t name_length,
                                        uint32_t source_start,
                                        uint32_t source_end);

/* Adds text, also that of scripts and styles. */
blockmask_status blockmask_push_text(blockmask_analyzer *analyzer,
                                     const char *text,
                                     size_t length,
                                     uint32_t source_start,
                                     uint32_t source_end);

/*
 * Adds a comment or a document type declaration as it is written, from "<!" to ">". Both may be left out: a comment
 * only matters if it tells what not to index, a declaration only on pages with tables in paragraphs.
 */
blockmask_status blockmask_push_declaration(blockmask_analyzer *analyzer,
                                            const char *markup,
                                            size_t length,
                                            uint32_t source_start,
                                            uint32_t source_end);

/*
 * Ends the page and analyzes it. The analyzer then holds its result, as after blockmask_analyze_page, whose errors are
 * returned.
 */
blockmask_status blockmask_end_page(blockmask_analyzer *analyzer);

/*
 * Memory
 * ------
 *
 * What a function says is the caller's own comes from the system's malloc.
 */

/*
 * Frees what blockmask_annotate_page or blockmask_analyze_batch made. NULL is fine. It is the free of the C library
 * that blockmask is linked with.
 */
void blockmask_free(void *memory);

/* The record of number index in a table that begins at first. */
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
