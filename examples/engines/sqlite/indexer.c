/* Indexes pages: what changed since the last time, and nothing else. */
#define _XOPEN_SOURCE 700

#include "pages.h"
#include "plain.h"
#include "program.h"
#include "store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Pages between two commits. A run that is killed loses no more than these, and the next one adds them. */
#define BATCH 500

struct indexer {
    struct store store;
    blockmask_analyzer *analyzer;
    /* The folder, or "warc". */
    const char *source;
    size_t indexed, unchanged, deleted, failed, uncommitted;
    /* CPU seconds of blockmask, without those in the tokenizer. */
    double seconds;
    /* The texts of the columns of a page, and its title. */
    struct buffer columns[COLUMNS], title;
    blockmask_page facts;
    blockmask_fingerprint fingerprint;
};

/* FNV-1a. */
static long long hash_bytes(const char *bytes, size_t length)
{
    unsigned long long hash = 14695981039346656037ULL;
    size_t i;

    for (i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 1099511628211ULL;
    return (long long)hash;
}

static void execute(struct store *store, sqlite3_stmt *statement)
{
    next_row(store, statement);
    sqlite3_finalize(statement);
}

/* Counts a change, and commits when there are enough. */
static void count_change(struct indexer *indexer)
{
    if (++indexer->uncommitted == BATCH) {
        run(&indexer->store, "COMMIT; BEGIN IMMEDIATE");
        indexer->uncommitted = 0;
    }
}

/* Fills the columns with the text of the page that the analyzer holds, line by line. */
static blockmask_status split_text(struct indexer *indexer)
{
    const blockmask_block *blocks;
    size_t count, stride, length, i;
    const char *text;
    blockmask_status status = blockmask_get_blocks(indexer->analyzer, &blocks, &count, &stride);

    if (status == BLOCKMASK_OK)
        status = blockmask_get_text(indexer->analyzer, &text, &length);
    for (i = 0; status == BLOCKMASK_OK && i < count; i++) {
        const blockmask_block *block = BLOCKMASK_RECORD(blockmask_block, blocks, stride, i);
        enum column column = column_of(block);

        if (column != COLUMNS) {
            append(&indexer->columns[column], text + block->text_start, block->text_end - block->text_start);
            append_string(&indexer->columns[column], "\n");
        }
    }
    if (status == BLOCKMASK_OK)
        append(&indexer->title, text + indexer->facts.title_text_start,
               indexer->facts.title_text_end - indexer->facts.title_text_start);
    return status;
}

/* Finds out what is on a page. Returns what is wrong, or NULL. */
static const char *analyze_page(struct indexer *indexer, const struct page *page)
{
    blockmask_input input = {page->html, page->length, page->charset, strlen(page->charset), page->address,
                             strlen(page->address)};
    double start = cpu_seconds();
    blockmask_status status = blockmask_analyze_input(indexer->analyzer, &input, sizeof(input));
    const char *message;
    size_t length;

    indexer->seconds += cpu_seconds() - start;
    if (status == BLOCKMASK_OK)
        status = blockmask_get_page(indexer->analyzer, &indexer->facts, sizeof(indexer->facts));
    if (status == BLOCKMASK_OK)
        status = blockmask_get_fingerprint(indexer->analyzer, &indexer->fingerprint, sizeof(indexer->fingerprint));
    if (status == BLOCKMASK_OK)
        status = split_text(indexer);
    if (status == BLOCKMASK_OK)
        return NULL;
    if (blockmask_get_last_error(indexer->analyzer, &message, &length) != BLOCKMASK_OK || length == 0)
        message = blockmask_status_text(status);
    if (status == BLOCKMASK_PANIC)
        blockmask_reset_analyzer(indexer->analyzer);
    return message;
}

static const char *read_text(struct indexer *indexer, const struct page *page)
{
    int i;

    for (i = 0; i < COLUMNS; i++) {
        indexer->columns[i].length = 0;
        append_string(&indexer->columns[i], "");
    }
    indexer->title.length = 0;
    append_string(&indexer->title, "");
    if (!indexer->store.is_plain)
        return analyze_page(indexer, page);
    indexer->facts.kind = BLOCKMASK_NONE;
    strip_tags(page->html, page->length, &indexer->columns[CONTENT], &indexer->title);
    return NULL;
}

static void delete_page(struct store *store, long long id)
{
    execute(store, prepare(store, "DELETE FROM page_text WHERE rowid = ?", "i", id));
    execute(store, prepare(store, "DELETE FROM page_html WHERE rowid = ?", "i", id));
    execute(store, prepare(store, "DELETE FROM page WHERE id = ?", "i", id));
}

/* Adds what was read of a page; 0 if the tokenizer refuses it. */
static int insert_page(struct indexer *indexer, const struct page *page, long long hash)
{
    struct store *store = &indexer->store;
    struct buffer *c = indexer->columns;
    sqlite3_stmt *statement;
    long long id;
    int status = SQLITE_DONE;

    execute(store, prepare(store,
                           "INSERT INTO page(source, path, hash, kind, title, fingerprint) VALUES(?, ?, ?, ?, ?, ?)",
                           "ssistb", indexer->source, page->path, hash, blockmask_kind_name(indexer->facts.kind),
                           indexer->title.bytes, indexer->title.length, (const char *)&indexer->fingerprint,
                           sizeof(indexer->fingerprint)));
    id = sqlite3_last_insert_rowid(store->db);
    execute(store, prepare(store,
                           "INSERT INTO page_text(rowid, title, term, heading, label, content, other, minor, repeated)"
                           " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
                           "itttttttt", id, c[TITLE].bytes, c[TITLE].length, c[TERM].bytes, c[TERM].length,
                           c[HEADING].bytes, c[HEADING].length, c[LABEL].bytes, c[LABEL].length, c[CONTENT].bytes,
                           c[CONTENT].length, c[OTHER].bytes, c[OTHER].length, c[MINOR].bytes, c[MINOR].length,
                           c[REPEATED].bytes, c[REPEATED].length));
    if (!store->is_plain) {
        statement = prepare(store, "INSERT INTO page_html(rowid, html) VALUES(?, ?)", "ib", id, page->html,
                            page->length);
        status = sqlite3_step(statement);
        sqlite3_finalize(statement);
    }
    return status == SQLITE_DONE;
}

/* Replaces a page, or adds it if it is new. A page that fails leaves the index as it was. */
static void replace_page(struct indexer *indexer, const struct page *page, long long old_id, long long hash)
{
    const char *error = read_text(indexer, page);

    if (error == NULL) {
        run(&indexer->store, "SAVEPOINT page");
        if (old_id != 0)
            delete_page(&indexer->store, old_id);
        if (!insert_page(indexer, page, hash)) {
            error = sqlite3_errmsg(indexer->store.db);
            fprintf(stderr, "%s: %s\n", page->path, error);
            run(&indexer->store, "ROLLBACK TO page");
        }
        run(&indexer->store, "RELEASE page");
    } else {
        fprintf(stderr, "%s: %s\n", page->path, error);
    }
    if (error != NULL) {
        indexer->failed++;
        return;
    }
    indexer->indexed++;
    count_change(indexer);
}

/* Remembers that a page is still there, also one that cannot be read. */
static void mark_seen(struct indexer *indexer, const char *path)
{
    execute(&indexer->store, prepare(&indexer->store, "INSERT OR IGNORE INTO temp.seen VALUES(?)", "s", path));
}

static void take_page(void *context, const struct page *page)
{
    struct indexer *indexer = context;
    long long id = 0, old_hash = 0, hash;
    sqlite3_stmt *statement;

    mark_seen(indexer, page->path);
    if (page->html == NULL) {
        fprintf(stderr, "%s: %s\n", page->path, page->error);
        indexer->failed++;
        return;
    }
    hash = hash_bytes(page->html, page->length);
    statement = prepare(&indexer->store, "SELECT id, hash FROM page WHERE source = ? AND path = ?", "ss",
                        indexer->source, page->path);
    if (next_row(&indexer->store, statement)) {
        id = sqlite3_column_int64(statement, 0);
        old_hash = sqlite3_column_int64(statement, 1);
    }
    sqlite3_finalize(statement);
    if (id != 0 && hash == old_hash)
        indexer->unchanged++;
    else
        replace_page(indexer, page, id, hash);
}

/* Deletes the pages of the folder that were not seen. */
static void delete_gone(struct indexer *indexer)
{
    struct store *store = &indexer->store;
    sqlite3_stmt *gone;

    run(store, "DELETE FROM temp.gone");
    execute(store, prepare(store,
                           "INSERT INTO temp.gone SELECT id FROM page WHERE source = ? AND path NOT IN temp.seen", "s",
                           indexer->source));
    gone = prepare(store, "SELECT id FROM temp.gone", "");
    while (next_row(store, gone)) {
        delete_page(store, sqlite3_column_int64(gone, 0));
        indexer->deleted++;
        count_change(indexer);
    }
    sqlite3_finalize(gone);
}

static void index_path(struct indexer *indexer, const char *path)
{
    char *absolute = realpath(path, NULL);
    struct stat status;

    run(&indexer->store, "DELETE FROM temp.seen; BEGIN IMMEDIATE");
    if (absolute == NULL || stat(absolute, &status) != 0) {
        perror(path);
        indexer->failed++;
    } else if (S_ISDIR(status.st_mode)) {
        indexer->source = absolute;
        if (read_folder(absolute, take_page, indexer))
            delete_gone(indexer);
    } else {
        indexer->source = "warc";
        read_warc(path, take_page, indexer);
    }
    run(&indexer->store, "COMMIT");
    indexer->uncommitted = 0;
    free(absolute);
}

static long long index_bytes(struct store *store)
{
    sqlite3_stmt *statement = prepare(
        store, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size", "");
    long long bytes = next_row(store, statement) ? sqlite3_column_int64(statement, 0) : 0;

    sqlite3_finalize(statement);
    return bytes;
}

/* Weights, and fingerprints to find duplicates. NULL if memory is refused. */
static blockmask_analyzer *create_analyzer(void)
{
    blockmask_options options;
    blockmask_config *config = NULL;
    blockmask_analyzer *analyzer = NULL;

    if (blockmask_init_options(&options, sizeof(options)) != BLOCKMASK_OK)
        return NULL;
    options.parts = BLOCKMASK_PART_FIELDS | BLOCKMASK_PART_FINGERPRINT;
    if (blockmask_create_config(&options, sizeof(options), &config, NULL, 0) == BLOCKMASK_OK &&
        blockmask_create_analyzer(config, &analyzer) != BLOCKMASK_OK)
        analyzer = NULL;
    blockmask_free_config(config);
    return analyzer;
}

size_t index_paths(const char *index, char **paths, int count, int is_plain)
{
    static struct indexer indexer;
    int i;

    create_store(&indexer.store, index, is_plain);
    indexer.analyzer = create_analyzer();
    if (indexer.analyzer == NULL)
        fail(&indexer.store, "out of memory");
    run(&indexer.store, "CREATE TEMP TABLE seen(path TEXT PRIMARY KEY) WITHOUT ROWID;"
                        "CREATE TEMP TABLE gone(id INTEGER PRIMARY KEY)");
    for (i = 0; i < count; i++)
        index_path(&indexer, paths[i]);
    printf("indexed %lu, unchanged %lu, deleted %lu, failed %lu pages; %.2f s CPU, of it %.2f s blockmask;"
           " index %lld bytes\n",
           (unsigned long)indexer.indexed, (unsigned long)indexer.unchanged, (unsigned long)indexer.deleted,
           (unsigned long)indexer.failed, cpu_seconds(), indexer.seconds + indexer.store.html->seconds,
           index_bytes(&indexer.store));
    blockmask_free_analyzer(indexer.analyzer);
    for (i = 0; i < COLUMNS; i++)
        free(indexer.columns[i].bytes);
    free(indexer.title.bytes);
    close_store(&indexer.store);
    return indexer.failed;
}

void print_stats(const char *index)
{
    struct store store;
    sqlite3_stmt *statement;

    open_store(&store, index);
    statement = prepare(&store, "SELECT count(*) FROM page", "");
    next_row(&store, statement);
    printf("%lld pages, %lld bytes\n", sqlite3_column_int64(statement, 0), index_bytes(&store));
    sqlite3_finalize(statement);
    close_store(&store);
}
