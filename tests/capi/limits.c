/* Limits, and a page that is stopped from another thread. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <pthread.h>
#include <time.h>

#define LONG 4000000

static uint32_t truncation(const blockmask_document *document)
{
    const blockmask_page *page;

    CHECK_OK(blockmask_get_page(document, &page));
    return page->truncation;
}

static blockmask_analyzer *create(const blockmask_options *options)
{
    blockmask_analyzer *analyzer;

    CHECK_OK(blockmask_create_analyzer(options, &analyzer));
    return analyzer;
}

/* The status of analyzing the page of all tests. */
static blockmask_status status_of(blockmask_analyzer *analyzer, const char *html, size_t length)
{
    const blockmask_document *document;

    return blockmask_analyze(analyzer, html, length, NULL, &document);
}

/* The page reaches the limit: cut with its bit, or refused. */
static void check_limit(blockmask_options options, uint32_t bit)
{
    blockmask_analyzer *analyzer = create(&options);

    CHECK(truncation(analyze(analyzer, PAGE, PAGE_LENGTH)) == bit);
    blockmask_free_analyzer(analyzer);
    options.on_limit = BLOCKMASK_ON_LIMIT_FAIL;
    analyzer = create(&options);
    CHECK_STATUS(status_of(analyzer, PAGE, PAGE_LENGTH),
                 bit == BLOCKMASK_TRUNCATED_INPUT ? BLOCKMASK_TOO_LARGE : BLOCKMASK_LIMIT_REACHED);
    CHECK(strstr(blockmask_last_error(), "limit") != NULL);
    blockmask_free_analyzer(analyzer);
}

static void check_limits(void)
{
    blockmask_options options, changed;

    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    CHECK(options.max_memory == (uint64_t)4 << 30 && options.max_steps == UINT64_MAX);
    CHECK(options.max_attributes == INT32_MAX && options.max_blocks == INT32_MAX);
    changed = options, changed.max_nodes = 20;
    check_limit(changed, BLOCKMASK_TRUNCATED_NODES);
    changed = options, changed.max_depth = 4;
    check_limit(changed, BLOCKMASK_TRUNCATED_DEPTH);
    changed = options, changed.max_attributes = 2;
    check_limit(changed, BLOCKMASK_TRUNCATED_ATTRIBUTES);
    changed = options, changed.max_blocks = 2;
    check_limit(changed, BLOCKMASK_TRUNCATED_BLOCKS);
    changed = options, changed.max_input = 100, changed.on_limit = BLOCKMASK_ON_LIMIT_TRUNCATE_INPUT;
    check_limit(changed, BLOCKMASK_TRUNCATED_INPUT);
    changed = options, changed.on_limit = 3;
    CHECK_STATUS(blockmask_create_analyzer(&changed, &(blockmask_analyzer *){NULL}), BLOCKMASK_BAD_OPTION);
    changed = options, changed.max_memory = 1000;
    CHECK_STATUS(blockmask_create_analyzer(&changed, &(blockmask_analyzer *){NULL}), BLOCKMASK_BAD_OPTION);
}

static char *page;

static void fill_page(void)
{
    size_t i;

    page = malloc(LONG);
    CHECK(page != NULL);
    for (i = 0; i < LONG; i++)
        page[i] = "<p>Rain fell."[i % 13];
}

static void check_memory(void)
{
    blockmask_options options;
    blockmask_analyzer *analyzer;
    size_t bytes;

    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    options.max_memory = 4 << 20;
    analyzer = create(&options);
    CHECK(truncation(analyze(analyzer, page, LONG)) == BLOCKMASK_TRUNCATED_MEMORY);
    CHECK_OK(blockmask_get_memory_in_use(analyzer, &bytes));
    CHECK(bytes <= (4 << 20) + 4096);
    CHECK(truncation(analyze(analyzer, PAGE, PAGE_LENGTH)) == 0);
    blockmask_free_analyzer(analyzer);
}

static void *stop(void *given)
{
    struct timespec pause = {0, 2000000};

    nanosleep(&pause, NULL);
    CHECK_OK(blockmask_cancel_analyzer((blockmask_analyzer *)given));
    return NULL;
}

/* All pages that remain are stopped. */
static void check_export(blockmask_analyzer *analyzer)
{
    const blockmask_input inputs[2] = {{sizeof(*inputs), page, LONG, NULL}, {sizeof(*inputs), PAGE, PAGE_LENGTH, NULL}};
    struct ArrowSchema schema;
    struct ArrowArray array;

    CHECK_OK(blockmask_cancel_analyzer(analyzer));
    CHECK_OK(blockmask_export_arrow(analyzer, inputs, 2, BLOCKMASK_COLUMN_TEXT, &schema, &array));
    /* The first column is the status, a large string. */
    CHECK(array.length == 2 && ((const int64_t *)array.children[0]->buffers[1])[2] == 18);
    CHECK(memcmp(array.children[0]->buffers[2], "cancelledcancelled", 18) == 0);
    schema.release(&schema);
    array.release(&array);
}

static void check_cancelling(void)
{
    blockmask_analyzer *analyzer = create(NULL);
    pthread_t thread;
    blockmask_status status;

    CHECK_STATUS(blockmask_cancel_analyzer(NULL), BLOCKMASK_BAD_POINTER);
    CHECK_OK(blockmask_cancel_analyzer(analyzer));
    CHECK_STATUS(status_of(analyzer, PAGE, PAGE_LENGTH), BLOCKMASK_CANCELLED);
    CHECK_OK(status_of(analyzer, PAGE, PAGE_LENGTH));
    check_export(analyzer);
    CHECK_OK(blockmask_reset_analyzer(analyzer));
    CHECK(pthread_create(&thread, NULL, stop, analyzer) == 0);
    status = status_of(analyzer, page, LONG);
    CHECK(pthread_join(thread, NULL) == 0);
    if (status == BLOCKMASK_OK)
        status = status_of(analyzer, PAGE, PAGE_LENGTH);
    CHECK_STATUS(status, BLOCKMASK_CANCELLED);
    CHECK_OK(status_of(analyzer, PAGE, PAGE_LENGTH));
    blockmask_free_analyzer(analyzer);
}

int main(void)
{
    check_limits();
    fill_page();
    check_memory();
    check_cancelling();
    free(page);
    return 0;
}
