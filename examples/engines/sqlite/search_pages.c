/* A search program for a folder of HTML pages: SQLite FTS5, with blockmask to read the pages. README.md explains it. */
#define _GNU_SOURCE

#include <blockmask.h>
#include <errno.h>
#include <fnmatch.h>
#include <fts.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pages between two commits. A run that is killed loses no more than these, and the next one adds them. */
#define BATCH 500
/* Words of a snippet, and how many of them stand before the first one that was found. */
#define LENGTH 32
#define LEAD 6

/*
 * Weights of blocks are in quarters, and few: 64 for title and h1, 24 for terms that are defined and headings of
 * documentation, 16 for other headings, 8 for labels, 4 for text, less for links, code and what the page repeats. With a
 * column for each, bm25() counts every word by the weight of its block.
 */
static const int weights[] = {64, 24, 16, 8, 4, 2, 1};
enum { COLUMNS = 7, TEXT_COLUMN = 4 };

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS page(id INTEGER PRIMARY KEY, path TEXT UNIQUE, hash INTEGER, html BLOB);"
    "CREATE VIRTUAL TABLE IF NOT EXISTS page_text USING fts5(title, term, heading, label, text, minor, repeated,"
    " tokenize = 'unicode61 remove_diacritics 0');"
    "INSERT INTO page_text(page_text, rank) VALUES('rank', 'bm25(16.0, 6.0, 4.0, 2.0, 1.0, 0.5, 0.25)');"
    "CREATE TEMP TABLE seen(path TEXT PRIMARY KEY) WITHOUT ROWID;";

static sqlite3 *db;
static blockmask_analyzer *analyzer;
/* The page that was analyzed last: its blocks, and its text. */
static const blockmask_document *document;
static blockmask_table blocks;
static const char *text;
/* The page that is indexed, and its text by column. */
static sqlite3_str *html, *columns[COLUMNS];

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static const char *text_of(sqlite3_str *string)
{
    const char *text = sqlite3_str_value(string);

    if (sqlite3_str_errcode(string) != SQLITE_OK)
        fail("SQLite", sqlite3_errstr(sqlite3_str_errcode(string)));
    return text != NULL ? text : "";
}

/* Analyzes a page: to index it, and again for its snippet. */
static blockmask_status analyze_page(const char *bytes, int length, const char *address)
{
    blockmask_hints hints = {sizeof(hints), NULL, 0, address, strlen(address)};
    blockmask_status status = blockmask_analyze(analyzer, bytes, (size_t)length, &hints, &document);
    size_t text_length;

    if (status == BLOCKMASK_OK)
        status = blockmask_get_blocks(document, &blocks);
    if (status == BLOCKMASK_OK)
        status = blockmask_get_text(document, &text, &text_length);
    return status;
}

/* Puts the text of each block into the column for its weight. */
static void fill_columns(void)
{
    size_t i;

    for (i = 0; i < blocks.count; i++) {
        const blockmask_block *block = BLOCKMASK_AT(blockmask_block, blocks, i);
        int column = 0;

        while (column < COLUMNS && block->weight < weights[column])
            column++;
        if (column < COLUMNS)
            sqlite3_str_appendf(columns[column], "%.*s\n", (int)(block->text_end - block->text_start),
                                text + block->text_start);
    }
}

/* What an indexer does without blockmask: strips the tags. All words weigh the same. The page ends with a zero. */
static void read_plain(const char *at)
{
    static const char *const references[] = {"&amp;", "&", "&lt;", "<", "&gt;", ">", "&quot;", "\"", "&nbsp;", " "};
    sqlite3_str *plain = columns[TEXT_COLUMN];
    const char *end, *mark;
    size_t i;

    for (; *at != '\0'; at = end) {
        for (i = 0; i < 10 && strncmp(at, references[i], strlen(references[i])) != 0;)
            i += 2;
        if (*at == '<') {
            mark = strncmp(at, "<!--", 4) == 0 ? "-->"
                : strncasecmp(at, "<script", 7) == 0 ? "</script>"
                : strncasecmp(at, "<style", 6) == 0 ? "</style>"
                : ">";
            end = strcasestr(at, mark);
            end = end != NULL ? end + strlen(mark) : at + strlen(at);
            sqlite3_str_appendchar(plain, 1, ' ');
        } else if (i < 10) {
            end = at + strlen(references[i]);
            sqlite3_str_appendall(plain, references[i + 1]);
        } else {
            end = at + 1 + strcspn(at + 1, "<&");
            sqlite3_str_append(plain, at, (int)(end - at));
        }
    }
}

/* Reads a file; 0 if that fails, with errno. */
static int read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char piece[1 << 16];
    size_t length;

    sqlite3_str_reset(html);
    if (file == NULL)
        return 0;
    while ((length = fread(piece, 1, sizeof(piece), file)) > 0)
        sqlite3_str_append(html, piece, (int)length);
    return !ferror(file) && fclose(file) == 0;
}

static void run(const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail("SQLite", sqlite3_errmsg(db));
}

/* Prepares a statement whose first parameters are strings, which must stay as they are while it is used. */
static sqlite3_stmt *prepare(const char *sql, int count, const char *const *strings)
{
    sqlite3_stmt *statement;
    int i;

    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        fail("SQLite", sqlite3_errmsg(db));
    for (i = 0; i < count; i++)
        sqlite3_bind_text(statement, i + 1, strings[i], -1, SQLITE_STATIC);
    return statement;
}

/* The next row of a statement; 0 after the last, when the statement is freed. */
static int next_row(sqlite3_stmt *statement)
{
    int status = sqlite3_step(statement);

    if (status != SQLITE_ROW && status != SQLITE_DONE)
        fail("SQLite", sqlite3_errmsg(db));
    if (status == SQLITE_DONE)
        sqlite3_finalize(statement);
    return status == SQLITE_ROW;
}

static void delete_page(const char *path)
{
    next_row(prepare("DELETE FROM page_text WHERE rowid = (SELECT id FROM page WHERE path = ?)", 1, &path));
    next_row(prepare("DELETE FROM page WHERE path = ?", 1, &path));
}

/* Adds the page that was read. */
static void insert_page(const char *path, sqlite3_int64 hash)
{
    const char *texts[COLUMNS];
    sqlite3_stmt *insert = prepare("INSERT INTO page(path, hash, html) VALUES(?, ?, ?)", 1, &path);
    int i;

    sqlite3_bind_int64(insert, 2, hash);
    sqlite3_bind_blob(insert, 3, text_of(html), sqlite3_str_length(html), SQLITE_STATIC);
    next_row(insert);
    for (i = 0; i < COLUMNS; i++)
        texts[i] = text_of(columns[i]);
    next_row(prepare("INSERT INTO page_text(rowid, title, term, heading, label, text, minor, repeated)"
                     " VALUES(last_insert_rowid(), ?, ?, ?, ?, ?, ?, ?)",
                     COLUMNS, texts));
}

/* FNV-1a of the page, and of how it is read. */
static sqlite3_int64 hash_page(int is_plain)
{
    unsigned long long hash = 14695981039346656037ULL ^ (unsigned)is_plain;
    const char *at = text_of(html), *end = at + sqlite3_str_length(html);

    while (at < end)
        hash = (hash ^ (unsigned char)*at++) * 1099511628211ULL;
    return (sqlite3_int64)hash;
}

enum result { INDEXED, UNCHANGED, DELETED, FAILED, RESULTS };

/* Brings the index up to date with a page: it is read if the hash of its bytes has changed. */
static enum result update_page(const char *file, const char *path, int is_plain)
{
    blockmask_status status = BLOCKMASK_OK;
    sqlite3_int64 hash;
    sqlite3_stmt *same;
    char *address;
    int i, is_same = 0;

    next_row(prepare("INSERT INTO temp.seen VALUES(?)", 1, &path));
    if (!read_file(file)) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return FAILED;
    }
    hash = hash_page(is_plain);
    same = prepare("SELECT 1 FROM page WHERE path = ? AND hash = ?", 1, &path);
    for (sqlite3_bind_int64(same, 2, hash); next_row(same);)
        is_same = 1;
    if (is_same)
        return UNCHANGED;
    address = sqlite3_mprintf("file://%s", file);
    if (!is_plain)
        status = analyze_page(text_of(html), sqlite3_str_length(html), address);
    sqlite3_free(address);
    if (status != BLOCKMASK_OK) {
        fprintf(stderr, "%s: %s\n", path, blockmask_status_text(status));
        return FAILED;
    }
    for (i = 0; i < COLUMNS; i++)
        sqlite3_str_reset(columns[i]);
    is_plain ? read_plain(text_of(html)) : fill_columns();
    delete_page(path);
    insert_page(path, hash);
    return INDEXED;
}

static int index_folder(const char *folder, int is_plain)
{
    char *root = realpath(folder, NULL), *roots[] = {root, NULL};
    FTS *files = root == NULL ? NULL : fts_open(roots, FTS_PHYSICAL, NULL);
    FTSENT *entry;
    unsigned counts[RESULTS] = {0}, seen = 0;

    if (files == NULL)
        fail(folder, strerror(errno));
    run("BEGIN");
    while ((entry = fts_read(files)) != NULL) {
        if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR)
            fail(entry->fts_path, strerror(entry->fts_errno));
        if (entry->fts_info != FTS_F || (fnmatch("*.html", entry->fts_name, FNM_CASEFOLD) != 0 &&
                                         fnmatch("*.htm", entry->fts_name, FNM_CASEFOLD) != 0))
            continue;
        counts[update_page(entry->fts_path, entry->fts_path + strlen(root) + 1, is_plain)]++;
        if (++seen % BATCH == 0)
            run("COMMIT; BEGIN");
    }
    fts_close(files);
    free(root);
    sqlite3_stmt *gone = prepare("SELECT path FROM page WHERE path NOT IN temp.seen", 0, NULL);
    for (; next_row(gone); counts[DELETED]++)
        delete_page((const char *)sqlite3_column_text(gone, 0));
    run("COMMIT");
    printf("indexed %u, unchanged %u, deleted %u, failed %u\n", counts[INDEXED], counts[UNCHANGED], counts[DELETED],
           counts[FAILED]);
    return counts[FAILED] > 0;
}

/* What FTS5's tokenizer calls for each word of a text, which it gives in lower case. */
typedef int word_callback(void *context, int flags, const char *word, int length, int start, int end);

/* Divides a text into words as the index does. */
static void split_words(const char *text, size_t length, word_callback *take, void *context)
{
    static const char *arguments[] = {"remove_diacritics", "0"};
    static fts5_tokenizer tokenizer;
    static Fts5Tokenizer *words;
    fts5_api *fts5 = NULL;
    void *user;

    if (words == NULL) {
        sqlite3_stmt *statement = prepare("SELECT fts5(?1)", 0, NULL);
        sqlite3_bind_pointer(statement, 1, &fts5, "fts5_api_ptr", NULL);
        while (next_row(statement))
            ;
        if (fts5 == NULL || fts5->xFindTokenizer(fts5, "unicode61", &user, &tokenizer) != SQLITE_OK ||
            tokenizer.xCreate(user, arguments, 2, &words) != SQLITE_OK)
            fail("SQLite", "was built without FTS5");
    }
    tokenizer.xTokenize(words, context, FTS5_TOKENIZE_DOCUMENT, text, (int)length, take);
}

/* Adds a word to a query of FTS5: any of the words, each in quotes, so that nothing in them is syntax. */
static int append_word(void *context, int flags, const char *word, int length, int start, int end)
{
    (void)flags, (void)start, (void)end;
    sqlite3_str_appendf(context, "%s\"%.*s\"", sqlite3_str_length(context) > 0 ? " OR " : "", length, word);
    return SQLITE_OK;
}

/* A word of a block, and its place in the query; NULL if it is not in it. */
struct word {
    int start, end;
    const char *found;
};

/* The words of a block; of a very long one the first. */
struct words {
    const char *query;
    size_t count;
    struct word list[10000];
};

static int take_word(void *context, int flags, const char *term, int length, int start, int end)
{
    struct words *words = context;
    char *quoted = sqlite3_mprintf("\"%.*s\"", length, term);
    struct word word = {start, end, quoted != NULL ? strstr(words->query, quoted) : NULL};

    (void)flags;
    sqlite3_free(quoted);
    if (words->count < sizeof(words->list) / sizeof(word))
        words->list[words->count++] = word;
    return SQLITE_OK;
}

/* How many different words of the query there are from first to last. */
static int count_found(const struct word *first, const struct word *last)
{
    const struct word *word, *same;
    int count = 0;

    for (word = first; word < last; word++) {
        for (same = first; same->found != word->found;)
            same++;
        count += same == word && word->found != NULL;
    }
    return count;
}

/* Writes the words from first to last of a block, and where on the page the words of the query are. */
static void cut_snippet(const blockmask_block *block, const struct words *words, size_t first, size_t last,
                        sqlite3_str *snippet, sqlite3_str *highlights)
{
    uint32_t start = first == 0 ? block->text_start : block->text_start + (uint32_t)words->list[first].start;
    uint32_t end = last == words->count ? block->text_end : block->text_start + (uint32_t)words->list[last - 1].end;
    uint32_t source_start, source_end;

    sqlite3_str_reset(snippet);
    sqlite3_str_reset(highlights);
    sqlite3_str_appendf(snippet, "%s%.*s%s", first == 0 ? "" : "… ", (int)(end - start), text + start,
                        last == words->count ? "" : " …");
    for (; first < last; first++) {
        const struct word *word = &words->list[first];

        if (word->found != NULL &&
            blockmask_map_range(document, NULL, block->text_start + (uint32_t)word->start,
                                block->text_start + (uint32_t)word->end, &source_start, &source_end) == BLOCKMASK_OK)
            sqlite3_str_appendf(highlights, "%s[%u,%u]", sqlite3_str_length(highlights) > 0 ? "," : "", source_start,
                                source_end);
    }
}

/*
 * Makes a snippet of the page that the analyzer holds: a part of one block with as many words of the query as possible,
 * from the content if that has any of them, else from template, else from the title. A page that was found by words that
 * must not be shown has its first content instead.
 */
static void make_snippet(const char *query, sqlite3_str *snippet, sqlite3_str *highlights)
{
    static struct words words;
    size_t b, i;
    int best = 0;

    words.query = query;
    for (b = 0; b < blocks.count; b++) {
        const blockmask_block *block = BLOCKMASK_AT(blockmask_block, blocks, b);
        int place = (block->flags & BLOCKMASK_FLAG_IN_HEAD) != 0 ? 0 : block->is_template ? 1 : 2;

        if (block->weight == 0 || (block->flags & BLOCKMASK_FLAG_NO_SNIPPET) != 0)
            continue;
        words.count = 0;
        split_words(text + block->text_start, block->text_end - block->text_start, take_word, &words);
        for (i = 0; i < words.count; i++) {
            size_t first = i < LEAD ? 0 : i - LEAD, last = words.count < first + LENGTH ? words.count : first + LENGTH;
            int value = words.list[i].found == NULL ? place == 2
                : (place + 1) * (LENGTH + 1) + count_found(words.list + first, words.list + last);

            if (value > best) {
                best = value;
                cut_snippet(block, &words, first, last, snippet, highlights);
            }
        }
    }
}

/* Prints a hit as JSON, which SQLite writes. The page is in the index, and analyzed again for its snippet. */
static void print_hit(int rank, sqlite3_stmt *hit, const char *query)
{
    sqlite3_str *title = sqlite3_str_new(db), *snippet = sqlite3_str_new(db), *highlights = sqlite3_str_new(db);
    const char *strings[4] = {(const char *)sqlite3_column_text(hit, 1)};
    const blockmask_page *page;
    sqlite3_stmt *json;

    if (analyze_page(sqlite3_column_blob(hit, 2), sqlite3_column_bytes(hit, 2), "") == BLOCKMASK_OK &&
        blockmask_get_page(document, &page) == BLOCKMASK_OK) {
        sqlite3_str_append(title, text + page->title_text_start, (int)(page->title_text_end - page->title_text_start));
        make_snippet(query, snippet, highlights);
    }
    strings[1] = text_of(title), strings[2] = text_of(snippet), strings[3] = text_of(highlights);
    json = prepare("SELECT json_object('rank', ?5, 'score', ?6, 'path', ?1, 'title', ?2, 'snippet', ?3, 'highlights',"
                   " json('[' || ?4 || ']'))",
                   4, strings);
    sqlite3_bind_int(json, 5, rank);
    sqlite3_bind_double(json, 6, sqlite3_column_double(hit, 0));
    while (next_row(json))
        puts((const char *)sqlite3_column_text(json, 0));
    sqlite3_free(sqlite3_str_finish(title));
    sqlite3_free(sqlite3_str_finish(snippet));
    sqlite3_free(sqlite3_str_finish(highlights));
}

/* Prints the best pages for a query: as JSON, or as rows of a table. */
static void search(const char *query, const char *limit, int is_table)
{
    sqlite3_str *match = sqlite3_str_new(db);
    sqlite3_stmt *hits;
    const char *strings[2];
    int rank = 0;

    split_words(query, strlen(query), append_word, match);
    strings[0] = text_of(match);
    strings[1] = limit;
    /* CROSS JOIN keeps SQLite from looking up every page in the full-text index. */
    hits = prepare("SELECT -rank, path, html FROM page_text CROSS JOIN page ON id = page_text.rowid"
                   " WHERE page_text MATCH ? ORDER BY rank, path LIMIT CAST(? AS INTEGER)",
                   2, strings);
    while (sqlite3_str_length(match) > 0 && next_row(hits)) {
        rank++;
        if (is_table)
            printf("%s\t%d\t%s\t%g\n", query, rank, sqlite3_column_text(hits, 1), sqlite3_column_double(hits, 0));
        else
            print_hit(rank, hits, strings[0]);
    }
    sqlite3_free(sqlite3_str_finish(match));
}

static int search_all(const char *queries, const char *limit)
{
    FILE *file = fopen(queries, "r");
    char query[4096];

    if (file == NULL)
        fail(queries, strerror(errno));
    while (fgets(query, sizeof(query), file) != NULL) {
        query[strcspn(query, "\r\n")] = '\0';
        search(query, limit, 1);
    }
    return fclose(file);
}

int main(int argc, char **argv)
{
    const char *limit = "10", *queries = NULL, *command = argc > 1 ? argv[1] : "";
    int is_index, is_plain = 0, count = 0, i;
    sqlite3_str *query;

    for (i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--plain") == 0)
            is_plain = 1;
        else if (strcmp(argv[i], "--limit") == 0 && i + 1 < argc)
            limit = argv[++i];
        else if (strcmp(argv[i], "--queries") == 0 && i + 1 < argc)
            queries = argv[++i];
        else if (strncmp(argv[i], "--", 2) == 0)
            command = "";
        else
            argv[count++] = argv[i];
    }
    is_index = strcmp(command, "index") == 0 && count == 2;
    if (!is_index && (strcmp(command, "search") != 0 || count + (queries != NULL) < 2 || atoi(limit) < 1)) {
        fputs("usage: search_pages index [--plain] INDEX FOLDER\n"
              "       search_pages search [--limit N] (INDEX QUERY... | --queries FILE INDEX)\n", stderr);
        return 2;
    }
    if (sqlite3_open_v2(argv[0], &db, SQLITE_OPEN_READWRITE | (is_index ? SQLITE_OPEN_CREATE : 0), NULL) != SQLITE_OK)
        fail(argv[0], sqlite3_errmsg(db));
    if (blockmask_create_analyzer(NULL, &analyzer) != BLOCKMASK_OK)
        fail("blockmask", "out of memory");
    for (html = sqlite3_str_new(db), i = 0; i < COLUMNS; i++)
        columns[i] = sqlite3_str_new(db);
    if (is_index) {
        run(schema);
        return index_folder(argv[1], is_plain);
    }
    if (queries != NULL)
        return search_all(queries, limit);
    for (query = sqlite3_str_new(db), i = 1; i < count; i++)
        sqlite3_str_appendf(query, "%s ", argv[i]);
    search(text_of(query), limit, 0);
    return 0;
}
