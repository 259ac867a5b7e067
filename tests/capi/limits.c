/* Limits, and a page that is stopped from another thread. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <pthread.h>
#include <time.h>

#define LONG 4000000

static uint32_t truncation(blockmask_analyzer *analyzer)
{
    blockmask_page page;

    CHECK_OK(blockmask_get_page(analyzer, &page, sizeof(page)));
    return page.truncation;
}

static blockmask_analyzer *create(const blockmask_options *options)
{
    blockmask_config *config;
    blockmask_analyzer *analyzer;

    CHECK_OK(blockmask_create_config(options, sizeof(*options), &config, NULL, 0));
    CHECK_OK(blockmask_create_analyzer(config, &analyzer));
    blockmask_free_config(config);
    return analyzer;
}

/* The page reaches the limit: cut with its bit, or refused. */
static void check_limit(blockmask_options options, uint32_t bit)
{
    blockmask_analyzer *analyzer = create(&options);
    const char *message;
    size_t length;

    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0));
    CHECK(truncation(analyzer) == bit);
    blockmask_free_analyzer(analyzer);
    options.on_limit = BLOCKMASK_ON_LIMIT_FAIL;
    analyzer = create(&options);
    CHECK_STATUS(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0),
                 bit == BLOCKMASK_TRUNCATED_INPUT ? BLOCKMASK_TOO_LARGE : BLOCKMASK_LIMIT_REACHED);
    CHECK_OK(blockmask_get_last_error(analyzer, &message, &length));
    CHECK(strstr(message, "limit") != NULL);
    CHECK_STATUS(blockmask_get_blocks(analyzer, &(const blockmask_block *){NULL}, &length, &length), BLOCKMASK_NO_PAGE);
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
    CHECK_STATUS(blockmask_create_config(&changed, sizeof(changed), &(blockmask_config *){NULL}, NULL, 0), BLOCKMASK_BAD_OPTION);
    changed = options, changed.max_memory = 1000;
    CHECK_STATUS(blockmask_create_config(&changed, sizeof(changed), &(blockmask_config *){NULL}, NULL, 0), BLOCKMASK_BAD_OPTION);
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
    CHECK_OK(blockmask_analyze_page(analyzer, page, LONG, NULL, 0));
    CHECK(truncation(analyzer) == BLOCKMASK_TRUNCATED_MEMORY);
    CHECK_OK(blockmask_get_memory_in_use(analyzer, &bytes));
    CHECK(bytes <= (4 << 20) + 4096);
    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0));
    CHECK(truncation(analyzer) == 0);
    blockmask_free_analyzer(analyzer);
}

static void *stop(void *given)
{
    struct timespec pause = {0, 2000000};

    nanosleep(&pause, NULL);
    CHECK_OK(blockmask_cancel_analyzer((blockmask_analyzer *)given));
    return NULL;
}

static void check_cancelling(void)
{
    blockmask_analyzer *analyzer = create(NULL);
    blockmask_input inputs[2] = {{page, LONG, NULL, 0, NULL, 0}, {PAGE, PAGE_LENGTH, NULL, 0, NULL, 0}};
    blockmask_batch *batch;
    const blockmask_batch_page *pages;
    pthread_t thread;
    blockmask_status status;

    CHECK_STATUS(blockmask_cancel_analyzer(NULL), BLOCKMASK_BAD_POINTER);
    CHECK_OK(blockmask_cancel_analyzer(analyzer));
    CHECK_STATUS(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0), BLOCKMASK_CANCELLED);
    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0));
    CHECK_OK(blockmask_cancel_analyzer(analyzer));
    CHECK_OK(blockmask_analyze_batch(analyzer, inputs, sizeof(*inputs), 2, BLOCKMASK_BATCH_ALL, &batch));
    pages = (const blockmask_batch_page *)((const char *)batch + batch->pages.offset);
    CHECK(batch->failed == 2 && pages[0].status == BLOCKMASK_CANCELLED && pages[1].status == BLOCKMASK_CANCELLED);
    blockmask_free(batch);
    CHECK_OK(blockmask_reset_analyzer(analyzer));
    CHECK(pthread_create(&thread, NULL, stop, analyzer) == 0);
    status = blockmask_analyze_page(analyzer, page, LONG, NULL, 0);
    CHECK(pthread_join(thread, NULL) == 0);
    if (status == BLOCKMASK_OK)
        status = blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0);
    CHECK_STATUS(status, BLOCKMASK_CANCELLED);
    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0));
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
