/*
 * Threads with an analyzer each, and an analyzer that goes from thread to thread; then two threads fight for one. With
 * an argument they do not: helgrind knows no atomic operations and takes the fight for a race.
 */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <pthread.h>

static blockmask_config *config;

static void analyze(blockmask_analyzer *analyzer)
{
    const blockmask_block *blocks;
    size_t count, stride;

    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0));
    CHECK_OK(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    CHECK(count == 5);
}

static void *own(void *given)
{
    blockmask_analyzer *analyzer = (blockmask_analyzer *)given, *second;
    int i;

    CHECK_OK(blockmask_create_analyzer(config, &second));
    for (i = 0; i < 200; i++) {
        analyze(analyzer);
        analyze(second);
    }
    blockmask_free_analyzer(second);
    return NULL;
}

static void *fight(void *given)
{
    blockmask_analyzer *analyzer = (blockmask_analyzer *)given;
    int won = 0;

    while (won < 300) {
        blockmask_status status = blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0);
        CHECK(status == BLOCKMASK_OK || status == BLOCKMASK_BUSY);
        won += status == BLOCKMASK_OK;
    }
    return NULL;
}

static void run(void *(*work)(void *), blockmask_analyzer *first, blockmask_analyzer *second)
{
    pthread_t threads[2];

    CHECK(pthread_create(&threads[0], NULL, work, first) == 0);
    CHECK(pthread_create(&threads[1], NULL, work, second) == 0);
    CHECK(pthread_join(threads[0], NULL) == 0);
    CHECK(pthread_join(threads[1], NULL) == 0);
}

int main(int count, char **arguments)
{
    blockmask_analyzer *analyzers[2];

    CHECK_OK(blockmask_create_config(NULL, 0, &config, NULL, 0));
    CHECK_OK(blockmask_create_analyzer(config, &analyzers[0]));
    CHECK_OK(blockmask_create_analyzer(config, &analyzers[1]));
    analyze(analyzers[0]);
    run(own, analyzers[0], analyzers[1]);
    run(own, analyzers[1], analyzers[0]);
    (void)arguments;
    if (count == 1)
        run(fight, analyzers[0], analyzers[0]);
    analyze(analyzers[0]);
    blockmask_free_analyzer(analyzers[0]);
    blockmask_free_analyzer(analyzers[1]);
    blockmask_free_config(config);
    return 0;
}
