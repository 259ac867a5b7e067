/* The index: one SQLite database. store.c has its tables. */
#ifndef STORE_H
#define STORE_H

#include "html_tokenizer.h"

#include <stddef.h>

struct store {
    sqlite3 *db;
    /* The file, for messages. */
    const char *path;
    /* The tokenizer of columns with HTML. */
    struct html_module *html;
    /* Whether it was made with --plain. */
    int is_plain;
};

/* The columns of page_text, in the order of the schema. store.c says what they are for. */
enum column { TITLE, TERM, HEADING, LABEL, CONTENT, OTHER, MINOR, REPEATED, COLUMNS };

/* The column for the text of a block; COLUMNS for text that is not to be searched. */
enum column column_of(const blockmask_block *block);

/* Opens an index to search it. Ends the program if that fails, as do all functions here. */
void open_store(struct store *store, const char *path);

/* Opens or creates an index to change it. One that another version of blockmask or this program made is emptied. */
void create_store(struct store *store, const char *path, int is_plain);

void close_store(struct store *store);

/* Runs statements without results. */
void run(struct store *store, const char *sql);

/*
 * Prepares a statement. The letters say what its parameters are bound to, in order: i long long, d double, s string,
 * t a string with a size_t length, b bytes with a size_t length. All must stay as they are while the statement is used.
 */
sqlite3_stmt *prepare(struct store *store, const char *sql, const char *types, ...);

/* Takes the next row of a statement; 0 after the last. */
int next_row(struct store *store, sqlite3_stmt *statement);

/* The text of a column of the row, "" for NULL. */
const char *text_of(sqlite3_stmt *statement, int column);

/* Writes what went wrong to standard error, and ends the program. */
void fail(struct store *store, const char *what);

#endif
