/*
 * Tests the tokenizer and the functions, on pages written for it and on all pages of the folders that it is given.
 * For every page:
 *
 * - what highlight() returns is the page, with marks around whole characters and whole character references;
 * - what is between two marks, read without tags, is a word of the query;
 * - `visible` finds the words of all blocks that are to be searched, `main` those of the content, and neither others;
 * - what excerpt_ranges() returns are such ranges, too;
 * - pages can be deleted, and the index is then as FTS5 would build it.
 */
#define _XOPEN_SOURCE 700

#include "html_tokenizer.h"
#include "pages.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPEN "\001"
#define CLOSE "\002"

static sqlite3 *db;
static blockmask_analyzer *analyzer;
/* The tokenizer for words. */
static fts5_tokenizer words;
static Fts5Tokenizer *words_state;
static const char *page_name;
static unsigned long pages, ranges, problems;

static void report(const char *problem, const char *detail, size_t length)
{
    if (problems++ < 20)
        fprintf(stderr, "%s: %s: %.*s\n", page_name, problem, (int)(length < 200 ? length : 200), detail);
}

/* Runs a statement with at most two parameters, and returns it at its first row; NULL if it has none. */
static sqlite3_stmt *query(const char *sql, const char *first, const char *second, size_t second_length)
{
    sqlite3_stmt *statement;
    int status = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);

    if (status == SQLITE_OK) {
        if (first != NULL)
            sqlite3_bind_text(statement, 1, first, -1, SQLITE_STATIC);
        if (second != NULL)
            sqlite3_bind_blob64(statement, 2, second, second_length, SQLITE_STATIC);
        status = sqlite3_step(statement);
    }
    if (status == SQLITE_ROW)
        return statement;
    if (status != SQLITE_DONE)
        report(sql, sqlite3_errmsg(db), strlen(sqlite3_errmsg(db)));
    sqlite3_finalize(statement);
    return NULL;
}

static void run(const char *sql)
{
    sqlite3_finalize(query(sql, NULL, NULL, 0));
}

/* The character references that are looked for. Numbers, too. */
static const struct { const char *name, *text; } references[] = {
    {"amp;", "&"}, {"lt;", "<"}, {"gt;", ">"}, {"quot;", "\""}, {"nbsp;", "\xC2\xA0"}, {"auml;", "\xC3\xA4"},
    {"ouml;", "\xC3\xB6"}, {"uuml;", "\xC3\xBC"}, {"szlig;", "\xC3\x9F"}, {"eacute;", "\xC3\xA9"},
    {"egrave;", "\xC3\xA8"}, {"agrave;", "\xC3\xA0"}, {"ccedil;", "\xC3\xA7"}, {"ntilde;", "\xC3\xB1"},
};

/* How long the reference is that begins here, and what it stands for; 0 if it is none of those that are known. */
static size_t reference_length(const char *at, const char *end, char text[8])
{
    size_t i, length;

    if (at == end || *at != '&')
        return 0;
    for (i = 0; i < sizeof(references) / sizeof(references[0]); i++) {
        length = strlen(references[i].name);
        if ((size_t)(end - at) > length && memcmp(at + 1, references[i].name, length) == 0) {
            strcpy(text, references[i].text);
            return length + 1;
        }
    }
    for (length = 2; at + length < end && at[1] == '#' && (isxdigit((unsigned char)at[length]) ||
                                                          (length == 2 && tolower(at[length]) == 'x'));)
        length++;
    /* What a number stands for is not looked into. */
    strcpy(text, "?");
    return length > 3 && at + length < end && at[length] == ';' ? length + 1 : 0;
}

/* How many bytes follow the first one of a character; a large number if it cannot be the first one. */
static size_t bytes_after(unsigned char first)
{
    if (first < 0x80)
        return 0;
    return first < 0xC2 || first > 0xF4 ? SIZE_MAX : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
}

static int is_utf8(const char *bytes, size_t length)
{
    const unsigned char *at = (const unsigned char *)bytes, *end = at + length;
    size_t i, more;

    while (at < end) {
        more = bytes_after(*at);
        if (more > (size_t)(end - at - 1))
            return 0;
        for (i = 1; i <= more; i++)
            if ((at[i] & 0xC0) != 0x80)
                return 0;
        at += more + 1;
    }
    return 1;
}

/* Whether an offset cuts a character or a reference in two. */
static int is_cut(const char *html, size_t length, size_t offset)
{
    size_t start = offset > 12 ? offset - 12 : 0, reference;
    char text[8];

    if (offset < length && (html[offset] & 0xC0) == 0x80)
        return 1;
    for (; start < offset; start++) {
        reference = reference_length(html + start, html + length, text);
        if (reference > 0 && start + reference > offset)
            return 1;
    }
    return 0;
}

/* Reads a range of the page as text: without tags, references decoded. */
static void read_text(const char *html, size_t start, size_t end, struct buffer *text)
{
    char reference[8];
    size_t length;

    text->length = 0;
    append_string(text, "");
    while (start < end) {
        if (html[start] == '<') {
            while (start < end && html[start] != '>')
                start++;
            start++;
        } else if ((length = reference_length(html + start, html + end, reference)) > 0) {
            append_string(text, reference);
            start += length;
        } else {
            append(text, html + start++, 1);
        }
    }
}

/* What a tokenizer makes of the text of a range. */
struct word_check {
    const char *match;
    int words, in_match;
};

static int check_word(void *context, int flags, const char *word, int length, int start, int end)
{
    struct word_check *check = context;
    char quoted[256];

    (void)flags;
    (void)start;
    (void)end;
    snprintf(quoted, sizeof(quoted), "\"%.*s\"", length, word);
    check->words++;
    check->in_match += length > 250 || strstr(check->match, quoted) != NULL;
    return SQLITE_OK;
}

static void check_range(const char *html, size_t length, size_t start, size_t end, const char *match)
{
    static struct buffer text;
    struct word_check check = {match, 0, 0};

    ranges++;
    if (start >= end || end > length) {
        report("not a range", "", 0);
        return;
    }
    if (is_cut(html, length, start) || is_cut(html, length, end))
        report("a character or a reference is cut", html + start, end - start);
    read_text(html, start, end, &text);
    if (strpbrk(text.bytes, "?&") != NULL)
        return;
    words.xTokenize(words_state, &check, FTS5_TOKENIZE_DOCUMENT, text.bytes, (int)text.length, check_word);
    if (check.words != 1 || check.in_match != 1)
        report("this is no word of the query", text.bytes, text.length);
}

/* Reads what highlight() returned, and checks the ranges. */
static void check_highlights(const char *html, size_t length, const char *marked, size_t marked_length,
                             const char *match)
{
    size_t at = 0, start = 0, i;

    for (i = 0; i < marked_length; i++) {
        if (marked[i] == *OPEN) {
            start = at;
        } else if (marked[i] == *CLOSE) {
            check_range(html, length, start, at, match);
        } else if (at >= length || marked[i] != html[at++]) {
            report("the page is not as it was", marked + i, marked_length - i);
            return;
        }
    }
    if (at != length)
        report("the page is cut short", "", 0);
}

static void check_excerpt(const char *html, size_t length, const char *json, const char *match)
{
    unsigned long start, end;
    int used;

    while (sscanf(json, "%*[],[]%lu,%lu%n", &start, &end, &used) == 2) {
        check_range(html, length, start, end, match);
        json += used;
    }
}

/* Queries for some of the words of the page, and checks what is marked. */
static void check_marks(const char *html, size_t length)
{
    sqlite3_stmt *list = query("SELECT group_concat('\"' || term || '\"', ' OR ') FROM"
                                " (SELECT term FROM visible_words ORDER BY random() LIMIT 40)", NULL, NULL, 0);
    const char *match = (const char *)sqlite3_column_text(list, 0);
    sqlite3_stmt *marked = match == NULL ? NULL
        : query("SELECT highlight(visible, 0, '" OPEN "', '" CLOSE "'), excerpt_ranges(visible, 0, 30)"
                " FROM visible WHERE visible MATCH ?1", match, NULL, 0);

    if (marked != NULL) {
        /* highlight() ends at the first zero; and the marks must not be on the page. */
        if (strcspn(html, OPEN CLOSE) == length)
            check_highlights(html, length, (const char *)sqlite3_column_blob(marked, 0),
                             (size_t)sqlite3_column_bytes(marked, 0), match);
        check_excerpt(html, length, (const char *)sqlite3_column_text(marked, 1), match);
    } else if (match != NULL) {
        report("no word is found", match, strlen(match));
    }
    sqlite3_finalize(marked);
    sqlite3_finalize(list);
}

/* Fills the table text: what is content, and what else is to be searched. */
static void split_text(const char *html, size_t length)
{
    static struct buffer content, other;
    const blockmask_block *blocks;
    size_t count, stride, text_length, i;
    const char *text;

    content.length = other.length = 0;
    append_string(&content, "");
    append_string(&other, "");
    if (blockmask_analyze_page(analyzer, html, length, NULL, 0) != BLOCKMASK_OK ||
        blockmask_get_blocks(analyzer, &blocks, &count, &stride) != BLOCKMASK_OK ||
        blockmask_get_text(analyzer, &text, &text_length) != BLOCKMASK_OK)
        report("not analyzed", "", 0);
    for (i = 0; i < count; i++) {
        const blockmask_block *block = BLOCKMASK_RECORD(blockmask_block, blocks, stride, i);
        struct buffer *buffer = block->is_template ? &other : &content;

        if (block->weight == 0)
            continue;
        append(buffer, text + block->text_start, block->text_end - block->text_start);
        append_string(buffer, "\n");
    }
    sqlite3_finalize(query("INSERT INTO text VALUES(CAST(?2 AS TEXT), ?1)", other.bytes, content.bytes,
                           content.length));
}

/* Reports the first word that one list has and the other has not. */
static void compare_words(const char *problem, const char *list, const char *other)
{
    char sql[256];
    sqlite3_stmt *word;

    snprintf(sql, sizeof(sql), "SELECT term FROM %s EXCEPT SELECT term FROM %s", list, other);
    word = query(sql, NULL, NULL, 0);
    if (word != NULL)
        report(problem, (const char *)sqlite3_column_text(word, 0), (size_t)sqlite3_column_bytes(word, 0));
    sqlite3_finalize(word);
}

static void check_page(void *context, const struct page *page)
{
    (void)context;
    if (page->html == NULL)
        return;
    page_name = page->path;
    pages++;
    sqlite3_finalize(query("INSERT INTO visible SELECT ?2", NULL, page->html, page->length));
    sqlite3_finalize(query("INSERT INTO main_content SELECT ?2", NULL, page->html, page->length));
    split_text(page->html, page->length);
    compare_words("main finds template or hidden text", "main_words", "text_words WHERE col = 'content'");
    compare_words("main does not find content", "text_words WHERE col = 'content'", "main_words");
    compare_words("visible finds hidden text", "visible_words", "text_words");
    compare_words("visible does not find text", "text_words", "visible_words");
    if (is_utf8(page->html, page->length))
        check_marks(page->html, page->length);
    run("DELETE FROM visible");
    run("DELETE FROM main_content");
    run("DELETE FROM text");
    run("INSERT INTO visible(visible) VALUES('integrity-check')");
    run("INSERT INTO main_content(main_content) VALUES('integrity-check')");
}

/* What highlight() makes of a short page, for a query. */
static void check_example(const char *html, const char *match, const char *expected)
{
    sqlite3_stmt *statement;
    const char *marked;

    page_name = html;
    sqlite3_finalize(query("INSERT INTO visible VALUES(?1)", html, NULL, 0));
    statement = query("SELECT highlight(visible, 0, '[', ']') FROM visible WHERE visible MATCH ?1", match, NULL, 0);
    marked = statement != NULL ? (const char *)sqlite3_column_text(statement, 0) : "nothing found";
    if (strcmp(marked, expected) != 0)
        report("highlighted wrongly", marked, strlen(marked));
    sqlite3_finalize(statement);
    run("DELETE FROM visible");
}

static void check_examples(void)
{
    check_example("<p>Caf&eacute; r&#233;sum&#xE9;!", "café OR résumé", "<p>[Caf&eacute;] [r&#233;sum&#xE9;]!");
    check_example("<p>one <b>hi</b>gh &amp; low", "high OR low", "<p>one <b>[hi</b>gh] &amp; [low]");
    check_example("<p title=word><!-- word --><script>word</script>text", "word", "nothing found");
    check_example("<p>text<p hidden>word<p style='display:none'>word", "word", "nothing found");
    check_example("<p>the same<p>words", "\"same words\"", "<p>the [same<p>words]");
    check_example("<p>stra\xC3\x9F" "e &Auml;rger", "Straße OR ärger", "<p>[stra\xC3\x9F" "e] [&Auml;rger]");
    check_example("", "word", "nothing found");
}

/* A word that is weighted counts more, and is one word still. */
static void check_weights(void)
{
    sqlite3_stmt *statement;

    page_name = "weighted";
    run("INSERT INTO weighted VALUES('<title>first</title><p>second third of a text'), ('<p>fourth'), ('<p>fifth')");
    statement = query("SELECT"
                      " (SELECT bm25(weighted) FROM weighted('first')) * 2 <"
                      " (SELECT bm25(weighted) FROM weighted('second')) * 3,"
                      " (SELECT highlight(weighted, 0, '[', ']') FROM weighted('first + second'))",
                      NULL, NULL, 0);
    if (!sqlite3_column_int(statement, 0))
        report("a title counts no more than text", "", 0);
    if (strcmp((const char *)sqlite3_column_text(statement, 1), "<title>[first</title><p>second] third of a text") != 0)
        report("a phrase is highlighted wrongly", (const char *)sqlite3_column_text(statement, 1), 200);
    sqlite3_finalize(statement);
    run("INSERT INTO weighted(weighted) VALUES('integrity-check')");
    run("DELETE FROM weighted");
    run("INSERT INTO weighted(weighted) VALUES('integrity-check')");
}

static void create_tables(void)
{
    run("CREATE VIRTUAL TABLE visible USING fts5(html, tokenize = 'blockmask visible unicode61 remove_diacritics 0')");
    run("CREATE VIRTUAL TABLE main_content USING fts5(html,"
        " tokenize = 'blockmask main unicode61 remove_diacritics 0')");
    run("CREATE VIRTUAL TABLE weighted USING fts5(html, tokenize = 'blockmask weighted')");
    run("CREATE VIRTUAL TABLE text USING fts5(content, other, tokenize = 'unicode61 remove_diacritics 0')");
    run("CREATE VIRTUAL TABLE visible_words USING fts5vocab(visible, row)");
    run("CREATE VIRTUAL TABLE main_words USING fts5vocab(main_content, row)");
    run("CREATE VIRTUAL TABLE text_words USING fts5vocab(text, col)");
}

static int set_up(void)
{
    const char *arguments[] = {"remove_diacritics", "0"};
    struct html_module *module;
    void *context;

    return sqlite3_open(":memory:", &db) == SQLITE_OK && register_html_module(db, &module) == SQLITE_OK &&
        module->fts5->xFindTokenizer(module->fts5, "unicode61", &context, &words) == SQLITE_OK &&
        words.xCreate(context, arguments, 2, &words_state) == SQLITE_OK &&
        blockmask_create_analyzer(NULL, &analyzer) == BLOCKMASK_OK;
}

int main(int argc, char **argv)
{
    int i;

    if (!set_up()) {
        fputs("this SQLite has no FTS5, or there is no memory\n", stderr);
        return 1;
    }
    create_tables();
    check_examples();
    check_weights();
    for (i = 1; i < argc; i++)
        read_folder(argv[i], check_page, NULL);
    printf("%lu pages, %lu marked ranges, %lu problems\n", pages, ranges, problems);
    blockmask_free_analyzer(analyzer);
    words.xDelete(words_state);
    sqlite3_close(db);
    return problems > 0 || (argc > 1 && pages == 0);
}
