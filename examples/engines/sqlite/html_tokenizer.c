/*
 * An FTS5 tokenizer for columns that hold HTML pages, as an extension of SQLite.
 *
 *     .load ./html_tokenizer
 *     CREATE VIRTUAL TABLE page USING fts5(html, tokenize = 'blockmask main unicode61 remove_diacritics 0');
 *
 * Given a page, it finds the blocks of text with blockmask, has the tokenizer named last (unicode61 by default) split them
 * into words, and reports each word with the byte range of the page from which it comes. So tags, scripts and hidden text
 * are not found, and FTS5's highlight() marks whole characters and whole character references of the page. The options
 * before the name of the other tokenizer:
 *
 *     main      index only the content, not the template; otherwise all visible text
 *     weighted  let bm25() count a word as often as the weight of its block says: it is reported that many times at one
 *               position, as FTS5 expects of synonyms, so that neither positions nor lengths change
 *
 * Queries are text, not HTML: they go to the other tokenizer only.
 */
#include <blockmask.h>
#include <sqlite3ext.h>
#include <string.h>
SQLITE_EXTENSION_INIT1

/* Weights are in quarters: text counts once. */
#define TEXT_WEIGHT 4

typedef int word_callback(void *context, int flags, const char *word, int length, int start, int end);

/* What the tokenizers of a connection share; SQLite lets only one thread at a time into a connection. */
struct module {
    fts5_api *fts5;
    blockmask_analyzer *analyzer;
};

struct html_tokenizer {
    struct module *module;
    int is_main, is_weighted;
    /* The tokenizer that splits text into words. */
    fts5_tokenizer words;
    Fts5Tokenizer *words_state;
};

/* The block whose words are being reported. */
struct reported_block {
    const struct html_tokenizer *tokenizer;
    const blockmask_document *document;
    const blockmask_block *block;
    word_callback *report;
    void *context;
};

static void free_tokenizer(Fts5Tokenizer *state)
{
    struct html_tokenizer *tokenizer = (struct html_tokenizer *)state;

    if (tokenizer->words_state != NULL)
        tokenizer->words.xDelete(tokenizer->words_state);
    sqlite3_free(tokenizer);
}

static int create_tokenizer(void *context, const char **arguments, int count, Fts5Tokenizer **result)
{
    struct html_tokenizer *tokenizer = sqlite3_malloc(sizeof(*tokenizer));
    const char *name = "unicode61";
    void *words_context;
    int status;

    if (tokenizer == NULL)
        return SQLITE_NOMEM;
    memset(tokenizer, 0, sizeof(*tokenizer));
    tokenizer->module = context;
    for (; count > 0; count--, arguments++) {
        if (strcmp(*arguments, "main") == 0)
            tokenizer->is_main = 1;
        else if (strcmp(*arguments, "weighted") == 0)
            tokenizer->is_weighted = 1;
        else
            break;
    }
    if (count > 0)
        name = *arguments++, count--;
    status = tokenizer->module->fts5->xFindTokenizer(tokenizer->module->fts5, name, &words_context, &tokenizer->words);
    if (status == SQLITE_OK)
        status = tokenizer->words.xCreate(words_context, arguments, count, &tokenizer->words_state);
    if (status == SQLITE_OK)
        *result = (Fts5Tokenizer *)tokenizer;
    else
        tokenizer->words_state = NULL, free_tokenizer((Fts5Tokenizer *)tokenizer);
    return status;
}

/* Reports a word of a block to FTS5, with its byte range in the page. */
static int report_word(void *context, int flags, const char *word, int length, int start, int end)
{
    const struct reported_block *to = context;
    uint32_t source_start, source_end, text_start = to->block->text_start;
    int status, copies = to->tokenizer->is_weighted ? to->block->weight / TEXT_WEIGHT : 1;

    if (blockmask_map_range(to->document, NULL, text_start + (uint32_t)start, text_start + (uint32_t)end, &source_start,
                            &source_end) != BLOCKMASK_OK)
        return SQLITE_ERROR;
    do {
        status = to->report(to->context, flags, word, length, (int)source_start, (int)source_end);
        flags |= FTS5_TOKEN_COLOCATED;
    } while (--copies > 0 && status == SQLITE_OK);
    return status;
}

static int tokenize(Fts5Tokenizer *state, void *context, int flags, const char *bytes, int length, word_callback *report)
{
    struct html_tokenizer *tokenizer = (struct html_tokenizer *)state;
    struct reported_block to = {tokenizer, NULL, NULL, report, context};
    blockmask_status failure;
    blockmask_table blocks;
    const char *text;
    size_t text_length, i;
    int status = SQLITE_OK;

    if (flags & FTS5_TOKENIZE_QUERY)
        return tokenizer->words.xTokenize(tokenizer->words_state, context, flags, bytes, length, report);
    if ((failure = blockmask_analyze(tokenizer->module->analyzer, bytes, (size_t)length, NULL, &to.document)) != 0 ||
        (failure = blockmask_get_blocks(to.document, &blocks)) != 0 ||
        (failure = blockmask_get_text(to.document, &text, &text_length)) != 0)
        return failure == BLOCKMASK_OUT_OF_MEMORY ? SQLITE_NOMEM : SQLITE_ERROR;
    for (i = 0; i < blocks.count && status == SQLITE_OK; i++) {
        to.block = BLOCKMASK_AT(blockmask_block, blocks, i);
        if (to.block->weight > 0 && !(tokenizer->is_main && to.block->is_template))
            status = tokenizer->words.xTokenize(tokenizer->words_state, &to, flags, text + to.block->text_start,
                                                (int)(to.block->text_end - to.block->text_start), report_word);
    }
    return status;
}

static void free_module(void *context)
{
    struct module *module = context;

    blockmask_free_analyzer(module->analyzer);
    sqlite3_free(module);
}

/* SQLite calls this function, named after the file, when it loads the extension. */
int sqlite3_htmltokenizer_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    static fts5_tokenizer tokenizer = {create_tokenizer, free_tokenizer, tokenize};
    struct module *module;
    sqlite3_stmt *statement;

    SQLITE_EXTENSION_INIT2(api)
    if ((module = sqlite3_malloc(sizeof(*module))) == NULL)
        return SQLITE_NOMEM;
    memset(module, 0, sizeof(*module));
    if (sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &statement, NULL) == SQLITE_OK) {
        sqlite3_bind_pointer(statement, 1, &module->fts5, "fts5_api_ptr", NULL);
        sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    if (module->fts5 != NULL && blockmask_create_analyzer(NULL, &module->analyzer) == BLOCKMASK_OK &&
        module->fts5->xCreateTokenizer(module->fts5, "blockmask", module, &tokenizer, free_module) == SQLITE_OK)
        return SQLITE_OK;
    *message = sqlite3_mprintf(module->fts5 == NULL ? "this SQLite has no FTS5" : "blockmask: %s", blockmask_last_error());
    free_module(module);
    return SQLITE_ERROR;
}
