/*
 * Two FTS5 functions for columns of the tokenizer `blockmask`. FTS5's own snippet() would cut such a column anywhere,
 * tags included; these read the page through blockmask:
 *
 *     excerpt(page, column, words)         the passage of at most so many words in which most words of the query are,
 *                                          as text
 *     excerpt_ranges(page, column, words)  where on the page the words of the query are that excerpt() contains: a JSON
 *                                          array of [start, end), in bytes of the column
 *
 * The passage is from blocks that the mask calls content if the query matched in any of them, else from all. Blocks
 * that may not be shown (data-nosnippet) are in neither.
 */
#include "html_tokenizer.h"

#include <string.h>
SQLITE_EXTENSION_INIT3

/* Words before the first match of a passage. */
#define LEAD 6
/* A query word that is not yet in the passage is worth more than any number of repetitions. */
#define NEW_PHRASE 1000

/* A word of the page. */
struct word {
    uint32_t source_start, source_end;
    uint32_t text_start, text_end;
    uint32_t block;
    /* Which phrase of the query it is part of, or -1. */
    int phrase;
};

/* The words of a page, and the passage among them. */
struct passage {
    struct html_module *module;
    const blockmask_block *blocks;
    size_t stride;
    struct word *words;
    size_t count, capacity;
    size_t start, end;
};

static const blockmask_block *block_of(const struct passage *passage, const struct word *word)
{
    return BLOCKMASK_RECORD(blockmask_block, passage->blocks, passage->stride, word->block);
}

static int collect_word(void *context, int flags, const char *token, int length, int start, int end)
{
    struct passage *passage = context;
    struct word word = {(uint32_t)start, (uint32_t)end, 0, 0, 0, -1};

    (void)token;
    (void)length;
    if (flags & FTS5_TOKEN_COLOCATED)
        return SQLITE_OK;
    if (!passage->module->is_reporting)
        return SQLITE_MISUSE;
    word.text_start = passage->module->text_start;
    word.text_end = passage->module->text_end;
    word.block = passage->module->block;
    if (passage->count == passage->capacity) {
        size_t capacity = passage->capacity * 2 + 1024;
        void *words = sqlite3_realloc64(passage->words, capacity * sizeof(word));

        if (words == NULL)
            return SQLITE_NOMEM;
        passage->words = words;
        passage->capacity = capacity;
    }
    passage->words[passage->count++] = word;
    return SQLITE_OK;
}

/* Marks the words that the query matched. */
static int mark_matches(struct passage *passage, const Fts5ExtensionApi *api, Fts5Context *fts, int column)
{
    int count, status, match, phrase, match_column, offset, size;

    status = api->xInstCount(fts, &count);
    for (match = 0; match < count && status == SQLITE_OK; match++) {
        status = api->xInst(fts, match, &phrase, &match_column, &offset);
        if (status != SQLITE_OK || match_column != column)
            continue;
        for (size = api->xPhraseSize(fts, phrase); size > 0; size--, offset++)
            if ((size_t)offset < passage->count)
                passage->words[offset].phrase = phrase;
    }
    return status;
}

static int may_be_shown(const struct passage *passage, const struct word *word)
{
    return (block_of(passage, word)->flags & BLOCKMASK_FLAG_NO_SNIPPET) == 0;
}

/* Text of the content; its title is shown elsewhere. */
static int is_content(const struct passage *passage, const struct word *word)
{
    const blockmask_block *block = block_of(passage, word);

    return !block->is_template && (block->flags & BLOCKMASK_FLAG_IN_HEAD) == 0;
}

/* Drops the words that the passage must not contain. */
static void select_words(struct passage *passage)
{
    size_t i, kept = 0;
    int only_content = 0;

    for (i = 0; i < passage->count; i++) {
        const struct word *word = &passage->words[i];

        only_content |= word->phrase >= 0 && may_be_shown(passage, word) && is_content(passage, word);
    }
    for (i = 0; i < passage->count; i++) {
        const struct word *word = &passage->words[i];

        if (may_be_shown(passage, word) && (!only_content || is_content(passage, word)))
            passage->words[kept++] = *word;
    }
    passage->count = kept;
}

/* How good a passage is; last_seen has an entry for each phrase, and id is different for each passage. */
static int rate(const struct passage *passage, size_t start, size_t end, size_t *last_seen, size_t id)
{
    int score = 0;

    for (; start < end; start++) {
        int phrase = passage->words[start].phrase;

        if (phrase < 0)
            continue;
        score += last_seen[phrase] == id ? 1 : NEW_PHRASE;
        last_seen[phrase] = id;
    }
    return score;
}

/* Chooses the best passage: one begins a few words before each match, but not before its block. */
static int choose_passage(struct passage *passage, size_t phrases, size_t length)
{
    size_t *last_seen = sqlite3_malloc64((phrases + 1) * sizeof(*last_seen));
    int best = -1, score;
    size_t i, start, end;

    if (last_seen == NULL)
        return SQLITE_NOMEM;
    memset(last_seen, 0, phrases * sizeof(*last_seen));
    passage->start = 0;
    passage->end = length < passage->count ? length : passage->count;
    for (i = 0; i < passage->count; i++) {
        if (passage->words[i].phrase < 0)
            continue;
        for (start = i; start > 0 && i - start < LEAD && passage->words[start - 1].block == passage->words[i].block;)
            start--;
        end = length < passage->count - start ? start + length : passage->count;
        score = rate(passage, start, end, last_seen, i + 1);
        if (score > best) {
            best = score;
            passage->start = start;
            passage->end = end;
        }
    }
    sqlite3_free(last_seen);
    return SQLITE_OK;
}

/* Finds the passage that a function was called for. Its words are freed by the caller. */
static int find_passage(struct passage *passage, const Fts5ExtensionApi *api, Fts5Context *fts, int column, int length)
{
    const char *html;
    int html_length, matches, status;
    size_t blocks;

    /* The matches first: with detail=none FTS5 reads the page to find them, and the analyzer holds one page. */
    status = api->xInstCount(fts, &matches);
    if (status == SQLITE_OK)
        status = api->xColumnText(fts, column, &html, &html_length);
    if (status == SQLITE_OK)
        status = api->xTokenize(fts, html, html_length, passage, collect_word);
    if (status == SQLITE_OK && passage->count > 0)
        status = mark_matches(passage, api, fts, column);
    if (status != SQLITE_OK || passage->count == 0)
        return status;
    if (blockmask_get_blocks(passage->module->analyzer, &passage->blocks, &blocks, &passage->stride) != BLOCKMASK_OK)
        return SQLITE_ERROR;
    select_words(passage);
    return choose_passage(passage, (size_t)api->xPhraseCount(fts), (size_t)length);
}

/* Appends the words from start to end, which are of one block, and what is between them. */
static void append_block(sqlite3_str *out, const struct passage *passage, const char *text, size_t start, size_t end)
{
    const struct word *first = &passage->words[start], *last = &passage->words[end - 1];
    const blockmask_block *block = block_of(passage, first);
    int is_first = start == 0 || passage->words[start - 1].block != first->block;
    int is_last = end == passage->count || passage->words[end].block != last->block;
    uint32_t text_start = is_first ? block->text_start : first->text_start;
    uint32_t text_end = is_last ? block->text_end : last->text_end;

    if (sqlite3_str_length(out) > 0)
        sqlite3_str_appendall(out, " ");
    if (!is_first)
        sqlite3_str_appendall(out, "\xE2\x80\xA6");
    sqlite3_str_append(out, text + text_start, (int)(text_end - text_start));
    if (!is_last)
        sqlite3_str_appendall(out, "\xE2\x80\xA6");
}

static void write_text(sqlite3_str *out, const struct passage *passage)
{
    size_t start, end, length;
    const char *text;

    if (passage->start == passage->end || blockmask_get_text(passage->module->analyzer, &text, &length) != BLOCKMASK_OK)
        return;
    for (start = passage->start; start < passage->end; start = end) {
        for (end = start + 1; end < passage->end && passage->words[end].block == passage->words[start].block; end++)
            ;
        append_block(out, passage, text, start, end);
    }
}

static void write_ranges(sqlite3_str *out, const struct passage *passage)
{
    const char *separator = "";
    size_t i;

    sqlite3_str_appendall(out, "[");
    for (i = passage->start; i < passage->end; i++) {
        const struct word *word = &passage->words[i];

        if (word->phrase < 0)
            continue;
        sqlite3_str_appendf(out, "%s[%u,%u]", separator, word->source_start, word->source_end);
        separator = ",";
    }
    sqlite3_str_appendall(out, "]");
}

static void return_passage(const Fts5ExtensionApi *api, Fts5Context *fts, sqlite3_context *result, int count,
                           sqlite3_value **arguments, void (*write)(sqlite3_str *, const struct passage *))
{
    struct passage passage = {api->xUserData(fts), NULL, 0, NULL, 0, 0, 0, 0};
    sqlite3_str *out;
    int status;

    if (count != 2 || sqlite3_value_int(arguments[1]) <= 0) {
        sqlite3_result_error(result, "the arguments are the table, the number of the column and that of words", -1);
        return;
    }
    status = find_passage(&passage, api, fts, sqlite3_value_int(arguments[0]), sqlite3_value_int(arguments[1]));
    if (status == SQLITE_OK) {
        out = sqlite3_str_new(NULL);
        write(out, &passage);
        status = sqlite3_str_errcode(out);
        sqlite3_result_text(result, sqlite3_str_value(out), sqlite3_str_length(out), SQLITE_TRANSIENT);
        sqlite3_free(sqlite3_str_finish(out));
    }
    if (status == SQLITE_MISUSE)
        sqlite3_result_error(result, "the column is not one of the tokenizer blockmask", -1);
    else if (status != SQLITE_OK)
        sqlite3_result_error_code(result, status);
    sqlite3_free(passage.words);
}

static void excerpt(const Fts5ExtensionApi *api, Fts5Context *fts, sqlite3_context *result, int count,
                    sqlite3_value **arguments)
{
    return_passage(api, fts, result, count, arguments, write_text);
}

static void excerpt_ranges(const Fts5ExtensionApi *api, Fts5Context *fts, sqlite3_context *result, int count,
                           sqlite3_value **arguments)
{
    return_passage(api, fts, result, count, arguments, write_ranges);
}

int register_excerpts(struct html_module *module)
{
    fts5_api *fts5 = module->fts5;
    int status = fts5->xCreateFunction(fts5, "excerpt", module, excerpt, NULL);

    if (status == SQLITE_OK)
        status = fts5->xCreateFunction(fts5, "excerpt_ranges", module, excerpt_ranges, NULL);
    return status;
}
