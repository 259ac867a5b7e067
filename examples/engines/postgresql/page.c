/*
 * The analyzer of a server process: its settings, its memory, and how its failures become errors of PostgreSQL.
 *
 * An error of PostgreSQL is a longjmp, which must not cross frames of the library. There are none: the library calls
 * nothing of ours, and returns before we raise. What it gives us belongs to its document (check_result), which the next
 * page replaces, so nothing is leaked by an error between two calls.
 */
#include "page.h"

#include <access/xact.h>
#include <limits.h>
#include <mb/pg_wchar.h>
#include <miscadmin.h>
#include <utils/builtins.h>
#include <utils/guc.h>
#include <utils/memutils.h>

PG_MODULE_MAGIC;

void _PG_init(void);

/* Settings, in kB. */
static int max_memory = 512 * 1024;
static int kept_memory = 16 * 1024;

static blockmask_analyzer *analyzer;
/* The max_memory that it was created with. */
static int analyzer_memory;
/* The length of the page that was analyzed last. */
static size_t page_length;

/* Frees memory beyond what a process may keep between pages. What was made of a page is about as long as the page. */
static void trim_memory(void)
{
    size_t bytes;

    if (analyzer != NULL && blockmask_get_memory_in_use(analyzer, &bytes) == BLOCKMASK_OK &&
        bytes + page_length > (size_t)kept_memory * 1024)
        blockmask_reset_analyzer(analyzer);
}

static void end_transaction(XactEvent event, void *argument)
{
    if (event == XACT_EVENT_ABORT || event == XACT_EVENT_COMMIT || event == XACT_EVENT_PARALLEL_ABORT ||
        event == XACT_EVENT_PARALLEL_COMMIT)
        trim_memory();
}

void _PG_init(void)
{
    if (blockmask_abi_version() != BLOCKMASK_ABI_VERSION)
        ereport(ERROR,
                (errcode(ERRCODE_CONFIG_FILE_ERROR),
                 errmsg("the library blockmask has binary interface %u, and the extension was built for %d",
                        (unsigned)blockmask_abi_version(), BLOCKMASK_ABI_VERSION),
                 errhint("Build the extension again.")));
    DefineCustomIntVariable("blockmask.max_memory", "Memory for the analysis of a page.",
                            "A page that needs more is an error.", &max_memory, max_memory, 1024, MAX_KILOBYTES,
                            PGC_SUSET, GUC_UNIT_KB, NULL, NULL, NULL);
    DefineCustomIntVariable("blockmask.kept_memory", "Memory that a process keeps for the next page.", NULL,
                            &kept_memory, kept_memory, 0, MAX_KILOBYTES, PGC_SUSET, GUC_UNIT_KB, NULL, NULL, NULL);
    MarkGUCPrefixReserved("blockmask");
    RegisterXactCallback(end_transaction, NULL);
}

static int sqlstate_of(blockmask_status status)
{
    switch (status) {
    case BLOCKMASK_OUT_OF_MEMORY:
        return ERRCODE_OUT_OF_MEMORY;
    case BLOCKMASK_TOO_LARGE:
    case BLOCKMASK_LIMIT_REACHED:
        return ERRCODE_PROGRAM_LIMIT_EXCEEDED;
    case BLOCKMASK_BAD_OPTION:
    case BLOCKMASK_BAD_ARGUMENT:
        return ERRCODE_INVALID_PARAMETER_VALUE;
    case BLOCKMASK_UNSUPPORTED_ENCODING:
        return ERRCODE_FEATURE_NOT_SUPPORTED;
    case BLOCKMASK_CANCELLED:
        return ERRCODE_QUERY_CANCELED;
    default:
        return ERRCODE_INTERNAL_ERROR;
    }
}

bool must_call_again(blockmask_status status)
{
    if (status != BLOCKMASK_CANCELLED || !INTERRUPTS_CAN_BE_PROCESSED())
        return false;
    /* Raises the error of a cancelled query, of a timeout, of a server that stops; returns if it was another signal. */
    CHECK_FOR_INTERRUPTS();
    return true;
}

void check_call(blockmask_status status)
{
    char message[256];

    if (status == BLOCKMASK_OK)
        return;
    strlcpy(message, blockmask_last_error(), sizeof(message));
    if (status == BLOCKMASK_PANIC)
        blockmask_reset_analyzer(analyzer);
    ereport(ERROR, (errcode(sqlstate_of(status)), errmsg("blockmask: %s", message)));
}

void check_result(blockmask_status status, const blockmask_document *document, const void *result)
{
    check_call(status);
    status = blockmask_keep_result(document, result);
    if (status != BLOCKMASK_OK)
        blockmask_free(result);
    check_call(status);
}

/* Creates the analyzer, again if the setting has changed. */
static void prepare_analyzer(void)
{
    blockmask_options options;

    if (analyzer != NULL && analyzer_memory == max_memory)
        return;
    blockmask_free_analyzer(analyzer);
    analyzer = NULL;
    check_call(blockmask_init_options(&options, sizeof(options)));
    options.max_memory = (uint64_t)max_memory * 1024;
    /* Set by signals: of a cancelled query, of a timeout, of a server that stops, of other processes. */
    options.cancel_flag = &InterruptPending;
    check_call(blockmask_create_analyzer(&options, &analyzer));
    analyzer_memory = max_memory;
}

/* An argument of type text in UTF-8, which hints consist of. */
static void read_hint(FunctionCallInfo fcinfo, int number, const char **bytes, size_t *length)
{
    text *argument;
    int size;

    if (number < 0)
        return;
    argument = PG_GETARG_TEXT_PP(number);
    size = VARSIZE_ANY_EXHDR(argument);
    if (size == 0)
        return;
    *bytes = pg_server_to_any(VARDATA_ANY(argument), size, PG_UTF8);
    *length = *bytes == VARDATA_ANY(argument) ? (size_t)size : strlen(*bytes);
}

const blockmask_document *analyze_argument(FunctionCallInfo fcinfo, int page, int charset, int address)
{
    bytea *html = PG_GETARG_BYTEA_PP(page);
    blockmask_hints hints = {sizeof(hints), NULL, 0, NULL, 0};
    const blockmask_document *document = NULL;
    const blockmask_page *about;
    blockmask_status status;

    read_hint(fcinfo, charset, &hints.charset, &hints.charset_length);
    read_hint(fcinfo, address, &hints.address, &hints.address_length);
    prepare_analyzer();
    trim_memory();
    page_length = VARSIZE_ANY_EXHDR(html);
    CALL_AGAIN(status, blockmask_analyze(analyzer, VARDATA_ANY(html), page_length, &hints, &document));
    check_call(status);
    check_call(blockmask_get_page(document, &about));
    if (about->truncation & BLOCKMASK_TRUNCATED_MEMORY)
        ereport(ERROR,
                (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
                 errmsg("blockmask: a page of %zu bytes needs more memory than blockmask.max_memory allows", page_length),
                 errhint("The setting is %d kB. A superuser can raise it.", max_memory)));
    return document;
}

server_string to_server(const char *utf8, size_t length)
{
    server_string string;

    if (length > MaxAllocSize / 2)
        ereport(ERROR,
                (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg("blockmask: a result of %zu bytes is too long", length)));
    if (length == 0) {
        string.bytes = pstrdup("");
        string.length = 0;
        return string;
    }
    string.bytes = pg_any_to_server(utf8, (int)length, PG_UTF8);
    string.length = string.bytes == utf8 ? (int)length : (int)strlen(string.bytes);
    return string;
}

Datum text_datum(const char *utf8, size_t length)
{
    server_string string = to_server(utf8, length);

    return PointerGetDatum(cstring_to_text_with_len(string.bytes, string.length));
}
