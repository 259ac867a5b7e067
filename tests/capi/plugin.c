/* A plugin with the library inside, as docs/guides/embedding.md says: plugin_host.c loads two copies. */
#include "check.h"

#include <setjmp.h>

/* The host's jump out of an error, which must not leak: before a result is freed. */
static void fail_with_result(const blockmask_document *document, jmp_buf host)
{
    blockmask_rendered *markdown = NULL;
    blockmask_status status = blockmask_render(document, BLOCKMASK_FORMAT_MARKDOWN, 0, &markdown);

    if (status == BLOCKMASK_CANCELLED)
        return;
    CHECK_STATUS(status, BLOCKMASK_OK);
    CHECK_OK(blockmask_keep_result(document, markdown));
    CHECK(markdown->length > 0);
    longjmp(host, 1);
}

/* Frees memory between two pages if there is more than a cap. */
static void trim(blockmask_analyzer *analyzer, size_t cap)
{
    size_t bytes = 0;

    CHECK_OK(blockmask_get_memory_in_use(analyzer, &bytes));
    if (bytes > cap)
        CHECK_OK(blockmask_reset_analyzer(analyzer));
    CHECK_OK(blockmask_get_memory_in_use(analyzer, &bytes));
    CHECK(bytes <= cap);
}

/* Analyzes pages until the flag of the host is set; returns how many blocks the last one has. */
__attribute__((visibility("default"))) size_t run_plugin(const blockmask_flag *stop, int pages)
{
    static const char page[] = "<nav><a href=/>Home</a></nav><p>Rain fell on the city for the third day, and the river rose.";
    const blockmask_document *document = NULL;
    blockmask_table blocks = {NULL, 0, 0};
    blockmask_analyzer *analyzer = NULL;
    blockmask_options options;
    blockmask_status status;
    jmp_buf host;
    volatile int i;

    CHECK(blockmask_abi_version() == BLOCKMASK_ABI_VERSION);
    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    options.cancel_flag = stop;
    CHECK_OK(blockmask_create_analyzer(&options, &analyzer));
    for (i = 0; i < pages; i++) {
        status = blockmask_analyze(analyzer, page, sizeof(page) - 1, NULL, &document);
        if (status == BLOCKMASK_CANCELLED && *stop)
            break;
        CHECK_STATUS(status, BLOCKMASK_OK);
        CHECK_OK(blockmask_get_blocks(document, &blocks));
        if (setjmp(host) == 0)
            fail_with_result(document, host);
        trim(analyzer, 1 << 20);
    }
    CHECK(i == pages || *stop);
    i = (int)blocks.count;
    blockmask_free_analyzer(analyzer);
    return (size_t)i;
}
