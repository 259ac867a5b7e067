/*
 * blockmask_search.h - passages for an index, the cells of tables, the quality of the text, its counts and its languages,
 * and what a newer version of a page changes
 *
 * The rules of blockmask.h apply, and this header is as stable. docs/guides/passages.md shows how to use it:
 *
 *     blockmask_table changes;
 *     size_t i;
 *
 *     if (blockmask_diff_passages(old_ids, old_count, new_ids, new_count, &changes) == BLOCKMASK_OK) {
 *         for (i = 0; i < changes.count; i++) {
 *             const blockmask_passage_change *change = BLOCKMASK_AT(blockmask_passage_change, changes, i);
 *             printf("%u %u %u\n", (unsigned)change->change_kind, (unsigned)change->old_passage,
 *                    (unsigned)change->new_passage);
 *         }
 *         blockmask_free((void *)changes.rows);
 *     }
 *
 * This file is generated from the source of the library.
 */

#ifndef BLOCKMASK_SEARCH_H
#define BLOCKMASK_SEARCH_H

#include "blockmask.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Passages
 * --------
 *
 * The text in pieces of limited length, for vector stores and language models. They respect sentences, headings,
 * lists, tables and code; without overlap, each token is in exactly one.
 */

/* flags: only the main text, without what else a query may ask for, such as links in the page. */
#define BLOCKMASK_PASSAGES_MAIN_ONLY 1

/* How many tokens of a passage are in blocks of one role. */
typedef struct blockmask_role_tokens {
    /* One of BLOCKMASK_ROLE_. */
    uint32_t role;
    /* 1 or more. */
    uint32_t tokens;
} blockmask_role_tokens;

/* A piece of the text. */
typedef struct blockmask_passage {
    /* UTF-8 that is not terminated by a zero, part of the memory of the passages: its blocks with their line breaks. */
    const char *text;
    /* Its length in bytes. */
    size_t length;
    /* Likewise, to be put in front of the text: the title and the headings above, and the header of its table. */
    const char *context;
    /* Its length in bytes. */
    size_t context_length;
    /* A hash of its text and of the headings above it, equal on all machines. */
    uint64_t id;
    /* First byte of its first character in the bytes of the page. */
    uint32_t source_start;
    /* One past its last character, with all that stands between. */
    uint32_t source_end;
    /* Its first block. */
    uint32_t first_block;
    /* One past its last block; blocks among them that were left out are not part of it. */
    uint32_t end_block;
    /* The nearest heading above its text, a block that may be part of the passage, or BLOCKMASK_NONE. */
    uint32_t heading;
    /* Its tokens, including the repeated ones. */
    uint32_t tokens;
    /* How many of its first tokens are also in the passage before. */
    uint32_t overlap_tokens;
    /* The tokens of the context. */
    uint32_t context_tokens;
    /* How many roles its tokens have. */
    uint32_t role_count;
    /* First byte of its first character in the normalized text. */
    uint32_t text_start;
    /* One past its last character there. */
    uint32_t text_end;
    /* Zero. */
    uint32_t reserved;
    /* How many of its tokens are in blocks of each role, in the order in which the roles first occur. */
    const blockmask_role_tokens *roles;
} blockmask_passage;

/*
 * Cuts the text into passages of at most max_tokens tokens, which is 1 or more; 256 is usual. A passage repeats up to
 * overlap_tokens tokens of the one before it, whole sentences, and at most half of max_tokens. flags: BLOCKMASK_PASSAGES_.
 *
 * token_starts is NULL to count the tokens of the library, or has the offsets in the normalized text of the page at
 * which the tokens of another tokenizer begin, ascending, each once.
 *
 * Writes a table of blockmask_passage, one piece of memory that the caller frees with blockmask_free, also if it is
 * empty. The bytes of the page are read.
 */
BLOCKMASK_API
blockmask_status blockmask_cut_passages(const blockmask_document *document,
                                        uint32_t max_tokens,
                                        uint32_t overlap_tokens,
                                        uint32_t flags,
                                        const uint32_t *token_starts,
                                        size_t token_count,
                                        blockmask_table *passages);

/*
 * Cells of tables
 * ---------------
 *
 * The cells of data tables, each with its headers: what is asked of a table, such as the rain of Monday, is a cell whose
 * headers say both.
 */

/*
 * table: the cells of data tables in the order of the page; rows are blockmask_table_cell. Needs
 * BLOCKMASK_PART_STRUCTURE.
 */
#define BLOCKMASK_TABLE_CELLS 21

/* table: the headers of all cells as indices of cells, grouped by cell; rows are uint32_t. */
#define BLOCKMASK_TABLE_CELL_HEADERS 22

#define BLOCKMASK_COLUMN_TABLE_CELLS 4194304 /* columns: table_cells, list of struct. */

/* A cell of a data table. */
typedef struct blockmask_table_cell {
    /* The first byte of its element in the bytes of the page. */
    uint32_t source_start;
    /* One past the last byte of its element. */
    uint32_t source_end;
    /* The number of its table on the page, from 0; layout tables are counted, too. */
    uint32_t table;
    /* Its first row, from 0. */
    uint32_t row;
    /* Its first column, from 0. */
    uint32_t column;
    /* How many rows it spans; 65534 if it spans all following rows. */
    uint32_t row_span;
    /* How many columns it spans. */
    uint32_t column_span;
    /* Flag: it is a header. */
    uint32_t is_header;
    /* Flag: it is a header by its looks alone, and no th. */
    uint32_t is_guessed_header;
    /* Its first block. */
    uint32_t first_block;
    /* One past its last block; first_block if it has none. */
    uint32_t end_block;
    /* Its first header in BLOCKMASK_TABLE_CELL_HEADERS. */
    uint32_t first_header;
    /* One past its last header there; it has at most 16. */
    uint32_t end_header;
} blockmask_table_cell;

/*
 * Quality
 * -------
 *
 * How well the main text of a page was probably extracted, and why there is little of it: by these a crawler decides
 * whether to keep the text or to hand the page to a slower tool, such as a browser.
 */

/* table: the quality of the main text; one row, blockmask_quality. Needs BLOCKMASK_PART_MASK. */
#define BLOCKMASK_TABLE_QUALITY 23

#define BLOCKMASK_COLUMN_QUALITY 8388608 /* columns: quality, struct. */

#define BLOCKMASK_NAMES_REASON 16 /* names: BLOCKMASK_REASON_, such as "error-page". */

#define BLOCKMASK_REASON_NONE 0         /* reason: none; there is enough text. */
#define BLOCKMASK_REASON_NO_TEXT 1      /* reason: the page shows no text. */
#define BLOCKMASK_REASON_SCRIPT_SHELL 2 /* reason: scripts make the text, which are not run. */
#define BLOCKMASK_REASON_ONLY_DATA 3    /* reason: the text is only in the data of the page, such as JSON-LD. */
#define BLOCKMASK_REASON_CONSENT_WALL 4 /* reason: a request for consent stands before the text. */
#define BLOCKMASK_REASON_LOGIN_WALL 5   /* reason: the text is for readers who sign in or pay. */
#define BLOCKMASK_REASON_ERROR_PAGE 6   /* reason: the page reports an error, such as 404. */
/* reason: the page stands in for a site that does not exist, such as one whose domain is for sale. */
#define BLOCKMASK_REASON_PARKED_DOMAIN 7
#define BLOCKMASK_REASON_LINK_LIST 8 /* reason: the text is a list of links. */
#define BLOCKMASK_REASON_TOO_SHORT 9 /* reason: the text has a few words. */
/* reason: the text was decoded by another encoding than it was written in. */
#define BLOCKMASK_REASON_WRONG_ENCODING 10

/* The quality of the main text of a page. */
typedef struct blockmask_quality {
    /*
     * The expected word F1 of the main text, 0 to 1, calibrated for BLOCKMASK_MASK_LEARNED; at most 0.1 if the reason
     * says that the page has no content.
     */
    float score;
    /* Why there is little or doubtful text: one of BLOCKMASK_REASON_. */
    uint32_t reason;
} blockmask_quality;

/*
 * Counts
 * ------
 *
 * Counts of the main text and of each block, by which corpora of web pages are filtered: docs/counts.md has the rules of
 * C4, Gopher and FineWeb in these terms.
 */

/* table: the counts of the main text; one row, blockmask_counts. Without BLOCKMASK_PART_MASK all text is main text. */
#define BLOCKMASK_TABLE_COUNTS 24
#define BLOCKMASK_TABLE_BLOCK_COUNTS 25 /* table: the counts of each block; rows are blockmask_counts. */

#define BLOCKMASK_COLUMN_COUNTS 67108864        /* columns: counts, struct. */
#define BLOCKMASK_COLUMN_BLOCK_COUNTS 134217728 /* columns: block_counts, list of struct. */

/*
 * Counts of a text: of the main text of a page, in which each block is a line, or of one block.
 *
 * A word has a letter or a number; it begins and ends with one. Characters are Unicode scalar values. The rules of
 * published filters divide these counts: docs/counts.md.
 */
typedef struct blockmask_counts {
    /* Characters, with the line feeds between lines. */
    uint32_t characters;
    /* Words; each character of Chinese and Japanese is one. */
    uint32_t words;
    /* Characters of words: of each, from its first to its last letter or number. */
    uint32_t word_characters;
    /* What stands between spaces without a letter or a number. */
    uint32_t symbol_words;
    /* Words with a letter. */
    uint32_t alphabetic_words;
    /* Words that are frequent words of the language of which the text has most. */
    uint32_t stop_words;
    /* Which of the eight words of Gopher occur, in small letters: `the`, `be`, `to`, `of`, `and`, `that`, `have`, `with`. */
    uint32_t gopher_stop_words;
    /* Sentences, by the rules of Unicode. */
    uint32_t sentences;
    /* Lines. */
    uint32_t lines;
    /* Decimal digits of ASCII. */
    uint32_t digits;
    /* The character `#`. */
    uint32_t hashes;
    /* The character `…`, and three full stops. */
    uint32_t ellipses;
    /* The characters `{` and `}`. */
    uint32_t braces;
    /* The phrase "lorem ipsum". */
    uint32_t lorem_ipsum;
    /* Lines that begin with `•` or `-`. */
    uint32_t bullet_lines;
    /* Lines that end with an ellipsis. */
    uint32_t ellipsis_lines;
    /* Lines that end with what ends a sentence. */
    uint32_t punctuated_lines;
    /* Lines of at most 30 characters. */
    uint32_t short_lines;
    /* Lines that C4 keeps. */
    uint32_t c4_lines;
    /* Sentences in lines that C4 keeps. */
    uint32_t c4_sentences;
    /* Lines that occurred before. */
    uint32_t repeated_lines;
    /* Characters of lines that occurred before. */
    uint32_t repeated_line_characters;
    /* Characters of all occurrences of the most frequent two words in a row. */
    uint32_t top_two_gram_characters;
    /* Characters of all occurrences of the most frequent three words in a row. */
    uint32_t top_three_gram_characters;
    /* Characters of all occurrences of the most frequent four words in a row. */
    uint32_t top_four_gram_characters;
    /* Characters of five words in a row that occurred before, without the spaces between them. */
    uint32_t repeated_five_gram_characters;
    /* Of six words. */
    uint32_t repeated_six_gram_characters;
    /* Of seven words. */
    uint32_t repeated_seven_gram_characters;
    /* Of eight words. */
    uint32_t repeated_eight_gram_characters;
    /* Of nine words. */
    uint32_t repeated_nine_gram_characters;
    /* Of ten words. */
    uint32_t repeated_ten_gram_characters;
} blockmask_counts;

/*
 * Languages
 * ---------
 *
 * The language of the main text and of each block, by which an index chooses an analyzer.
 */

/* table: the language of the main text; one row, blockmask_text_language. What parts declare needs BLOCKMASK_PART_STRUCTURE. */
#define BLOCKMASK_TABLE_PAGE_LANGUAGE 26
#define BLOCKMASK_TABLE_BLOCK_LANGUAGES 27 /* table: the language of each block; rows are blockmask_text_language. */

#define BLOCKMASK_COLUMN_PAGE_LANGUAGE 268435456   /* columns: page_language, struct. */
#define BLOCKMASK_COLUMN_BLOCK_LANGUAGES 536870912 /* columns: block_languages, list of struct. */

/* names: the languages of ISO 639-1 by their codes, such as "en": numbers from 1 in the order of the codes. */
#define BLOCKMASK_NAMES_LANGUAGE 17

/* The language of a text. */
typedef struct blockmask_text_language {
    /*
     * The language that its letters are of, or else the declared one: a number of BLOCKMASK_NAMES_LANGUAGE, or 0 if
     * neither is known.
     */
    uint32_t language;
    /* That the letters are of this language, 0 to 1; 0 if it is only declared. */
    float confidence;
} blockmask_text_language;

/*
 * Versions of a page
 * ------------------
 *
 * Which passages stayed, moved, changed, came and went, by their ids alone: an index of passages is brought up to date
 * without the old page.
 */

#define BLOCKMASK_CHANGE_STAYED 0 /* change_kind: it is in both versions. */
/* change_kind: likewise, but before or behind other passages than in the old version. */
#define BLOCKMASK_CHANGE_MOVED 1
#define BLOCKMASK_CHANGE_CHANGED 2 /* change_kind: it has another text in the new version. */
#define BLOCKMASK_CHANGE_CAME 3    /* change_kind: it is in the new version alone. */
#define BLOCKMASK_CHANGE_WENT 4    /* change_kind: it is in the old version alone. */

#define BLOCKMASK_NAMES_CHANGE 15 /* names: BLOCKMASK_CHANGE_, such as "moved". */

/* What became of a passage. */
typedef struct blockmask_passage_change {
    /* One of BLOCKMASK_CHANGE_. */
    uint32_t change_kind;
    /* Its index in the old version; BLOCKMASK_NONE if it came. */
    uint32_t old_passage;
    /* Its index in the new version; BLOCKMASK_NONE if it went. */
    uint32_t new_passage;
} blockmask_passage_change;

/*
 * Compares the passages of two versions of a page by their ids. Writes a table of blockmask_passage_change, which the
 * caller frees with blockmask_free: what became of each passage of the new version, in order, and then the passages
 * that went.
 */
BLOCKMASK_API
blockmask_status blockmask_diff_passages(const uint64_t *old_ids,
                                         size_t old_count,
                                         const uint64_t *new_ids,
                                         size_t new_count,
                                         blockmask_table *changes);

#ifdef __cplusplus
}
#endif

#endif /* BLOCKMASK_SEARCH_H */
