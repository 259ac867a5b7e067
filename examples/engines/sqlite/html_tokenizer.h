/*
 * An FTS5 tokenizer for columns that hold HTML pages, and functions that show where on the page a query matched.
 *
 *     CREATE VIRTUAL TABLE page USING fts5(html, tokenize = 'blockmask main unicode61 remove_diacritics 0');
 *
 * html_tokenizer.c has the tokenizer and its options, excerpt.c the functions.
 */
#ifndef HTML_TOKENIZER_H
#define HTML_TOKENIZER_H

#include <blockmask.h>
#include <sqlite3ext.h>

/* What the tokenizers and functions of a connection share. SQLite lets no two threads into a connection at once. */
struct html_module {
    fts5_api *fts5;
    blockmask_analyzer *analyzer;
    /* CPU seconds that blockmask took so far. */
    double seconds;
    /*
     * While a token of a page is reported: its block, and its place in the normalized text of the page, which FTS5 has
     * no way to pass on.
     */
    int is_reporting;
    uint32_t block, text_start, text_end;
};

/* The FTS5 of a connection; NULL if SQLite was built without. */
fts5_api *find_fts5(sqlite3 *db);

/*
 * Adds the tokenizer and the functions to a connection, which frees the module when it is closed. Returns an SQLite
 * status: SQLITE_ERROR if SQLite was built without FTS5.
 */
int register_html_module(sqlite3 *db, struct html_module **module);

/* Adds the functions: excerpt.c. */
int register_excerpts(struct html_module *module);

/* CPU seconds of this thread. */
double cpu_seconds(void);

#endif
