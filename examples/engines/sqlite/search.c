/* Searches: ranks by page_text, shows by page_html. */
#define _POSIX_C_SOURCE 200809L

#include "pages.h"
#include "program.h"
#include "store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Words of an excerpt. */
#define EXCERPT "32"

/* A page that was found. */
struct hit {
    long long id;
    double score;
    char *path, *title, *kind;
    blockmask_fingerprint fingerprint;
};

static int append_word(void *context, int flags, const char *word, int length, int start, int end)
{
    struct buffer *match = context;

    (void)flags;
    (void)start;
    (void)end;
    append_string(match, match->length > 0 ? " OR \"" : "\"");
    append(match, word, (size_t)length);
    append_string(match, "\"");
    return SQLITE_OK;
}

/*
 * Makes an FTS5 query of what a user typed: any of its words. They are found by the tokenizer of the tables and quoted,
 * so that nothing in them is syntax, and a word such as size_t is two words and no phrase. Empty if there is no word.
 */
static void make_match(struct store *store, const char *query, struct buffer *match)
{
    const char *arguments[] = {"remove_diacritics", "0"};
    fts5_api *fts5 = store->html->fts5;
    fts5_tokenizer words;
    Fts5Tokenizer *state;
    void *context;

    match->length = 0;
    append_string(match, "");
    if (fts5->xFindTokenizer(fts5, "unicode61", &context, &words) != SQLITE_OK ||
        words.xCreate(context, arguments, 2, &state) != SQLITE_OK)
        fail(store, "out of memory");
    words.xTokenize(state, match, FTS5_TOKENIZE_QUERY, query, (int)strlen(query), append_word);
    words.xDelete(state);
}

static char *copy_text(struct store *store, sqlite3_stmt *statement, int column)
{
    char *copy = strdup(text_of(statement, column));

    if (copy == NULL)
        fail(store, "out of memory");
    return copy;
}

static void read_fingerprint(sqlite3_stmt *statement, int column, blockmask_fingerprint *fingerprint)
{
    memset(fingerprint, 0, sizeof(*fingerprint));
    if (sqlite3_column_bytes(statement, column) == (int)sizeof(*fingerprint))
        memcpy(fingerprint, sqlite3_column_blob(statement, column), sizeof(*fingerprint));
}

/* Whether a page has nearly the same text as a better one. */
static int is_duplicate(const struct hit *hits, size_t count, const blockmask_fingerprint *fingerprint)
{
    uint32_t is_near = 0;
    size_t i;

    for (i = 0; i < count && !is_near; i++)
        if (blockmask_compare_fingerprints(&hits[i].fingerprint, fingerprint, sizeof(*fingerprint), &is_near) !=
            BLOCKMASK_OK)
            is_near = 0;
    return is_near;
}

/* Finds the best pages. CROSS JOIN keeps SQLite from looking up every page in the full-text index. */
static size_t find_hits(struct store *store, const char *match, const struct search_options *options, struct hit *hits)
{
    sqlite3_stmt *statement = prepare(
        store,
        "SELECT id, -rank, path, page.title, kind, fingerprint FROM page_text CROSS JOIN page ON id = page_text.rowid"
        " WHERE page_text MATCH ?1 AND (?2 IS NULL OR kind = ?2) ORDER BY rank, path",
        "ss", match, options->kind);
    size_t count = 0;

    while (count < (size_t)options->limit && next_row(store, statement)) {
        struct hit *hit = &hits[count];

        read_fingerprint(statement, 5, &hit->fingerprint);
        if (!options->with_duplicates && is_duplicate(hits, count, &hit->fingerprint))
            continue;
        hit->id = sqlite3_column_int64(statement, 0);
        hit->score = sqlite3_column_double(statement, 1);
        hit->path = copy_text(store, statement, 2);
        hit->title = copy_text(store, statement, 3);
        hit->kind = copy_text(store, statement, 4);
        count++;
    }
    sqlite3_finalize(statement);
    return count;
}

static struct hit *create_hits(struct store *store, const struct search_options *options)
{
    struct hit *hits = calloc((size_t)options->limit, sizeof(*hits));

    if (hits == NULL)
        fail(store, "out of memory");
    return hits;
}

static void free_texts(struct hit *hits, size_t count)
{
    while (count-- > 0) {
        free(hits[count].path);
        free(hits[count].title);
        free(hits[count].kind);
    }
}

/*
 * Prints a hit as JSON, which SQLite writes. The excerpt is made from the page as stored, which is analyzed again; a
 * page that was indexed with --plain has none.
 */
static void print_hit(struct store *store, const char *match, const struct hit *hit, size_t rank)
{
    sqlite3_stmt *excerpt = prepare(
        store,
        "SELECT excerpt(page_html, 0, " EXCERPT "), excerpt_ranges(page_html, 0, " EXCERPT ")"
        " FROM page_html WHERE page_html MATCH ? AND rowid = ?",
        "si", match, hit->id);
    int has_excerpt = next_row(store, excerpt);
    sqlite3_stmt *json = prepare(
        store,
        "SELECT json_object('rank', ?, 'score', ?, 'path', ?, 'title', ?, 'kind', ?,"
        " 'snippet', ?, 'highlights', json(?))",
        "idsssss", (long long)rank, hit->score, hit->path, hit->title, hit->kind,
        has_excerpt ? text_of(excerpt, 0) : "", has_excerpt ? text_of(excerpt, 1) : "[]");

    next_row(store, json);
    puts(text_of(json, 0));
    sqlite3_finalize(json);
    sqlite3_finalize(excerpt);
}

void search(const char *index, const char *query, const struct search_options *options)
{
    struct buffer match = {NULL, 0, 0};
    struct store store;
    struct hit *hits;
    size_t count = 0, i;

    open_store(&store, index);
    hits = create_hits(&store, options);
    make_match(&store, query, &match);
    if (match.length > 0)
        count = find_hits(&store, match.bytes, options, hits);
    for (i = 0; i < count; i++)
        print_hit(&store, match.bytes, &hits[i], i + 1);
    free_texts(hits, count);
    free(hits);
    free(match.bytes);
    close_store(&store);
}

int search_all(const char *index, const char *queries, const struct search_options *options)
{
    FILE *file = strcmp(queries, "-") == 0 ? stdin : fopen(queries, "r");
    struct buffer match = {NULL, 0, 0};
    char *query = NULL;
    size_t capacity = 0, count, i;
    struct store store;
    struct hit *hits;

    if (file == NULL) {
        fprintf(stderr, "%s: %s\n", queries, strerror(errno));
        return 0;
    }
    open_store(&store, index);
    hits = create_hits(&store, options);
    while (getline(&query, &capacity, file) >= 0) {
        query[strcspn(query, "\r\n")] = '\0';
        make_match(&store, query, &match);
        count = match.length > 0 ? find_hits(&store, match.bytes, options, hits) : 0;
        for (i = 0; i < count; i++)
            printf("%s\t%lu\t%s\t%.6f\n", query, (unsigned long)i + 1, hits[i].path, hits[i].score);
        free_texts(hits, count);
    }
    free(query);
    free(hits);
    free(match.bytes);
    close_store(&store);
    if (file != stdin)
        fclose(file);
    return 1;
}

int show_page(const char *index, const char *path, const char *query)
{
    struct buffer match = {NULL, 0, 0};
    sqlite3_stmt *statement;
    struct store store;
    int is_found;

    open_store(&store, index);
    make_match(&store, query, &match);
    statement = prepare(&store,
                        "SELECT highlight(page_html, 0, '<mark>', '</mark>') FROM page_html"
                        " WHERE page_html MATCH ? AND rowid = (SELECT id FROM page WHERE path = ?)",
                        "ss", match.bytes, path);
    is_found = match.length > 0 && next_row(&store, statement);
    if (is_found)
        fwrite(sqlite3_column_blob(statement, 0), 1, (size_t)sqlite3_column_bytes(statement, 0), stdout);
    sqlite3_finalize(statement);
    free(match.bytes);
    close_store(&store);
    return is_found;
}
