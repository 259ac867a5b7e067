/*
 * The tables of the index.
 *
 * page       one row for each page
 * page_text  FTS5, for ranking: the text of a page in columns, by what it counts
 * page_html  FTS5, for showing results: the page as it was found, by the tokenizer `blockmask`
 *
 * The rows of a page have the same number in all three.
 */
#include "store.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Changes with the tables, and with what is in them. */
#define FORMAT "1"

static const char schema[] =
    "CREATE TABLE setting(name TEXT PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE page("
    "    id INTEGER PRIMARY KEY,"
    /* The folder, or 'warc'; the path below the folder, or the address. */
    "    source TEXT NOT NULL, path TEXT NOT NULL,"
    "    hash INTEGER NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL, fingerprint BLOB,"
    "    UNIQUE(source, path));"
    "CREATE VIRTUAL TABLE page_text USING fts5("
    "    title, term, heading, label, content, other, minor, repeated,"
    "    tokenize = 'unicode61 remove_diacritics 0');"
    /* What ORDER BY rank means: the weights of the columns. */
    "INSERT INTO page_text(page_text, rank) VALUES('rank', 'bm25(8.0, 6.0, 4.0, 2.0, 1.0, 1.0, 0.5, 0.25)');"
    "CREATE VIRTUAL TABLE page_html USING fts5("
    "    html,"
    "    tokenize = 'blockmask visible unicode61 remove_diacritics 0');";

static const char drop[] =
    "DROP TABLE IF EXISTS setting; DROP TABLE IF EXISTS page; DROP TABLE IF EXISTS page_text;"
    "DROP TABLE IF EXISTS page_html;";

/*
 * Weights of blocks are in quarters, and few: 32 for title and h1, 24 for terms that are defined and for headings of
 * documentation, 16 for other headings, 8 for labels, 4 for text, less for links, code and repeated text. With a column
 * for each, bm25() counts every word by the weight of its block. Weights in between, which a newer library may give, go
 * to the next lower column.
 */
enum column column_of(const blockmask_block *block)
{
    return block->weight >= 32 ? TITLE
        : block->weight >= 24 ? TERM
        : block->weight >= 16 ? HEADING
        : block->weight >= 8 ? LABEL
        : block->weight >= 4 ? (block->is_template ? OTHER : CONTENT)
        : block->weight >= 2 ? MINOR
        : block->weight >= 1 ? REPEATED
        : COLUMNS;
}

void fail(struct store *store, const char *what)
{
    fprintf(stderr, "%s: %s\n", store->path, what);
    sqlite3_close(store->db);
    exit(1);
}

void run(struct store *store, const char *sql)
{
    if (sqlite3_exec(store->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail(store, sqlite3_errmsg(store->db));
}

sqlite3_stmt *prepare(struct store *store, const char *sql, const char *types, ...)
{
    sqlite3_stmt *statement;
    const char *bytes;
    va_list values;
    int i;

    if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK)
        fail(store, sqlite3_errmsg(store->db));
    va_start(values, types);
    for (i = 0; types[i] != '\0'; i++) {
        switch (types[i]) {
        case 'i': sqlite3_bind_int64(statement, i + 1, va_arg(values, long long)); break;
        case 'd': sqlite3_bind_double(statement, i + 1, va_arg(values, double)); break;
        case 's': sqlite3_bind_text(statement, i + 1, va_arg(values, const char *), -1, SQLITE_STATIC); break;
        case 't':
            bytes = va_arg(values, const char *);
            sqlite3_bind_text64(statement, i + 1, bytes, va_arg(values, size_t), SQLITE_STATIC, SQLITE_UTF8);
            break;
        default:
            bytes = va_arg(values, const char *);
            sqlite3_bind_blob64(statement, i + 1, bytes, va_arg(values, size_t), SQLITE_STATIC);
        }
    }
    va_end(values);
    return statement;
}

int next_row(struct store *store, sqlite3_stmt *statement)
{
    int status = sqlite3_step(statement);

    if (status != SQLITE_ROW && status != SQLITE_DONE)
        fail(store, sqlite3_errmsg(store->db));
    return status == SQLITE_ROW;
}

const char *text_of(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);

    return text != NULL ? text : "";
}

static void open_database(struct store *store, const char *path, int flags)
{
    memset(store, 0, sizeof(*store));
    store->path = path;
    if (sqlite3_open_v2(path, &store->db, flags, NULL) != SQLITE_OK)
        fail(store, sqlite3_errmsg(store->db));
    sqlite3_busy_timeout(store->db, 10000);
    if (register_html_module(store->db, &store->html) != SQLITE_OK)
        fail(store, "this SQLite has no FTS5, or there is no memory");
}

/* Whether the database has a setting, and with this value; any value if that is NULL. */
static int has_setting(struct store *store, const char *name, const char *value)
{
    sqlite3_stmt *statement = prepare(store, "SELECT ?2 IS NULL OR value = ?2 FROM setting WHERE name = ?1", "ss", name,
                                      value);
    int has = next_row(store, statement) && sqlite3_column_int(statement, 0);

    sqlite3_finalize(statement);
    return has;
}

/* Whether the database is an index, and not empty. */
static int is_index(struct store *store)
{
    sqlite3_stmt *statement = prepare(store, "SELECT 1 FROM sqlite_schema WHERE name = 'setting'", "");
    int is = next_row(store, statement);

    sqlite3_finalize(statement);
    return is;
}

void open_store(struct store *store, const char *path)
{
    open_database(store, path, SQLITE_OPEN_READWRITE);
    if (!is_index(store))
        fail(store, "this is not an index");
    if (!has_setting(store, "format", FORMAT))
        fail(store, "another version of this program made this index; index its pages again");
    store->is_plain = has_setting(store, "plain", NULL);
}

/*
 * To delete a page, FTS5 divides it into words again, and must get the same ones. So an index is of use only for the
 * version of blockmask that made it.
 */
void create_store(struct store *store, const char *path, int is_plain)
{
    open_database(store, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    run(store, "BEGIN IMMEDIATE");
    if (is_index(store) &&
        (!has_setting(store, "format", FORMAT) || !has_setting(store, "blockmask", blockmask_version())))
        run(store, drop);
    if (!is_index(store)) {
        run(store, schema);
        sqlite3_stmt *insert = prepare(store, "INSERT INTO setting VALUES('format', ?), ('blockmask', ?)", "ss", FORMAT,
                                       blockmask_version());
        next_row(store, insert);
        sqlite3_finalize(insert);
        if (is_plain)
            run(store, "INSERT INTO setting VALUES('plain', 'yes')");
    }
    run(store, "COMMIT");
    store->is_plain = has_setting(store, "plain", NULL);
    if (store->is_plain != is_plain)
        fail(store, is_plain ? "this index was made without --plain" : "this index was made with --plain");
}

void close_store(struct store *store)
{
    sqlite3_close(store->db);
}
