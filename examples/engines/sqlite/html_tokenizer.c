/*
 * The tokenizer `blockmask`. It is given the bytes of an HTML page in any encoding, finds the text with blockmask, has
 * another tokenizer divide it into words, and reports these with the bytes of the page that they come from. So a page
 * is indexed as it is, tags, scripts and hidden text are not found, and FTS5's own highlight() marks words in the page:
 * around whole characters and whole character references.
 *
 * Its arguments are options, in any order, then the name and the arguments of the tokenizer for words (by default
 * unicode61), as with FTS5's porter:
 *
 *     visible    all text that is not hidden: the default
 *     body       the same without the title in the head, where markup would be shown as text
 *     main       only what the mask says is content, not template
 *     weighted   words of headings and the like count more in bm25(): a word is reported as often as its block's weight
 *                says, all at one position, as FTS5 has it for synonyms. So neither positions nor lengths change.
 *
 * Queries are text, not HTML, and go to the tokenizer for words alone.
 */
#define _POSIX_C_SOURCE 200809L

#include "html_tokenizer.h"

#include <string.h>
#include <time.h>
SQLITE_EXTENSION_INIT1

enum scope { VISIBLE, BODY, MAIN };

/* The weight that stands for one occurrence. */
#define UNIT 4

typedef int token_callback(void *context, int flags, const char *token, int length, int start, int end);

struct html_tokenizer {
    struct html_module *module;
    enum scope scope;
    int is_weighted;
    /* Divides text into words. */
    fts5_tokenizer words;
    Fts5Tokenizer *words_state;
};

/* What one call of xTokenize is about. */
struct tokenization {
    struct html_tokenizer *tokenizer;
    const blockmask_block *block;
    token_callback *report;
    void *context;
};

double cpu_seconds(void)
{
    struct timespec time;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void free_tokenizer(Fts5Tokenizer *state)
{
    struct html_tokenizer *tokenizer = (struct html_tokenizer *)state;

    if (tokenizer->words_state != NULL)
        tokenizer->words.xDelete(tokenizer->words_state);
    sqlite3_free(tokenizer);
}

/* Reads one option; 0 if it is none, and so the name of the tokenizer for words. */
static int read_option(struct html_tokenizer *tokenizer, const char *option)
{
    if (strcmp(option, "visible") == 0)
        tokenizer->scope = VISIBLE;
    else if (strcmp(option, "body") == 0)
        tokenizer->scope = BODY;
    else if (strcmp(option, "main") == 0)
        tokenizer->scope = MAIN;
    else if (strcmp(option, "weighted") == 0)
        tokenizer->is_weighted = 1;
    else
        return 0;
    return 1;
}

static int create_tokenizer(void *context, const char **arguments, int count, Fts5Tokenizer **result)
{
    struct html_module *module = context;
    struct html_tokenizer *tokenizer = sqlite3_malloc(sizeof(*tokenizer));
    const char *name = "unicode61";
    void *words_context;
    int status, used = 0;

    if (tokenizer == NULL)
        return SQLITE_NOMEM;
    memset(tokenizer, 0, sizeof(*tokenizer));
    tokenizer->module = module;
    while (used < count && read_option(tokenizer, arguments[used]))
        used++;
    if (used < count)
        name = arguments[used++];
    status = module->fts5->xFindTokenizer(module->fts5, name, &words_context, &tokenizer->words);
    if (status == SQLITE_OK)
        status = tokenizer->words.xCreate(words_context, arguments + used, count - used, &tokenizer->words_state);
    if (status != SQLITE_OK) {
        tokenizer->words_state = NULL;
        free_tokenizer((Fts5Tokenizer *)tokenizer);
        return status;
    }
    *result = (Fts5Tokenizer *)tokenizer;
    return SQLITE_OK;
}

/* Whether the words of a block are indexed. */
static int is_in_scope(const struct html_tokenizer *tokenizer, const blockmask_block *block)
{
    if (block->weight == 0)
        return 0;
    switch (tokenizer->scope) {
    case VISIBLE: return 1;
    case BODY: return (block->flags & BLOCKMASK_FLAG_IN_HEAD) == 0;
    default: return !block->is_template;
    }
}

/* Reports a word of a block to FTS5, with its place on the page. */
static int report_word(void *context, int flags, const char *word, int length, int start, int end)
{
    struct tokenization *call = context;
    struct html_module *module = call->tokenizer->module;
    uint32_t source_start, source_end;
    int status, copies;

    module->text_start = call->block->text_start + (uint32_t)start;
    module->text_end = call->block->text_start + (uint32_t)end;
    if (blockmask_map_text_range(module->analyzer, module->text_start, module->text_end, &source_start,
                                 &source_end) != BLOCKMASK_OK)
        return SQLITE_ERROR;
    status = call->report(call->context, flags, word, length, (int)source_start, (int)source_end);
    if (call->tokenizer->is_weighted)
        for (copies = call->block->weight / UNIT; copies > 1 && status == SQLITE_OK; copies--)
            status = call->report(call->context, FTS5_TOKEN_COLOCATED, word, length, (int)source_start,
                                  (int)source_end);
    return status;
}

static int analyze(struct html_module *module, const char *html, int length)
{
    double start = cpu_seconds();
    blockmask_status status = blockmask_analyze_page(module->analyzer, html, (size_t)length, NULL, 0);

    module->seconds += cpu_seconds() - start;
    if (status == BLOCKMASK_PANIC)
        blockmask_reset_analyzer(module->analyzer);
    if (status == BLOCKMASK_OUT_OF_MEMORY)
        return SQLITE_NOMEM;
    return status == BLOCKMASK_OK ? SQLITE_OK : status == BLOCKMASK_TOO_LARGE ? SQLITE_TOOBIG : SQLITE_ERROR;
}

static int tokenize_page(struct tokenization *call, const char *html, int length)
{
    struct html_tokenizer *tokenizer = call->tokenizer;
    struct html_module *module = tokenizer->module;
    const blockmask_block *blocks;
    const char *text;
    size_t count, stride, text_length, i;
    int status = analyze(module, html, length);

    if (status != SQLITE_OK)
        return status;
    if (blockmask_get_blocks(module->analyzer, &blocks, &count, &stride) != BLOCKMASK_OK ||
        blockmask_get_text(module->analyzer, &text, &text_length) != BLOCKMASK_OK)
        return SQLITE_ERROR;
    for (i = 0; i < count && status == SQLITE_OK; i++) {
        const blockmask_block *block = BLOCKMASK_RECORD(blockmask_block, blocks, stride, i);

        if (!is_in_scope(tokenizer, block))
            continue;
        call->block = block;
        module->block = (uint32_t)i;
        status = tokenizer->words.xTokenize(tokenizer->words_state, call, FTS5_TOKENIZE_DOCUMENT,
                                            text + block->text_start, (int)(block->text_end - block->text_start),
                                            report_word);
    }
    return status;
}

static int tokenize(Fts5Tokenizer *state, void *context, int flags, const char *bytes, int length,
                    token_callback *report)
{
    struct html_tokenizer *tokenizer = (struct html_tokenizer *)state;
    struct tokenization call = {tokenizer, NULL, report, context};
    int status;

    if (flags & FTS5_TOKENIZE_QUERY)
        return tokenizer->words.xTokenize(tokenizer->words_state, context, flags, bytes, length, report);
    tokenizer->module->is_reporting = 1;
    status = tokenize_page(&call, bytes, length);
    tokenizer->module->is_reporting = 0;
    return status;
}

fts5_api *find_fts5(sqlite3 *db)
{
    sqlite3_stmt *statement;
    fts5_api *fts5 = NULL;

    if (sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &statement, NULL) == SQLITE_OK) {
        sqlite3_bind_pointer(statement, 1, &fts5, "fts5_api_ptr", NULL);
        sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    return fts5;
}

static void free_module(void *context)
{
    struct html_module *module = context;

    blockmask_free_analyzer(module->analyzer);
    sqlite3_free(module);
}

int register_html_module(sqlite3 *db, struct html_module **result)
{
    static fts5_tokenizer tokenizer = {create_tokenizer, free_tokenizer, tokenize};
    struct html_module *module = sqlite3_malloc(sizeof(*module));
    int status = SQLITE_ERROR;

    if (module == NULL)
        return SQLITE_NOMEM;
    memset(module, 0, sizeof(*module));
    module->fts5 = find_fts5(db);
    if (blockmask_abi_version() == BLOCKMASK_ABI_VERSION && module->fts5 != NULL &&
        blockmask_create_analyzer(NULL, &module->analyzer) == BLOCKMASK_OK)
        status = module->fts5->xCreateTokenizer(module->fts5, "blockmask", module, &tokenizer, free_module);
    if (status != SQLITE_OK) {
        free_module(module);
        return status;
    }
    if (result != NULL)
        *result = module;
    return register_excerpts(module);
}

/* Called by `.load ./blockmask` of the shell, SELECT load_extension('./blockmask') and sqlite3_load_extension. */
#ifndef SQLITE_CORE
int sqlite3_blockmask_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    int status;

    SQLITE_EXTENSION_INIT2(api)
    status = register_html_module(db, NULL);
    if (status != SQLITE_OK)
        *message = sqlite3_mprintf("blockmask: this SQLite has no FTS5, or there is no memory");
    return status;
}
#endif
