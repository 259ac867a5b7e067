/*
 * Threads with an analyzer each, an analyzer that goes from thread to thread, and a document that two threads read; then
 * two threads fight for an analyzer. With an argument they do not share anything: helgrind knows no atomic operations and
 * takes the fight for a race.
 */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <pthread.h>

static void read_blocks(const blockmask_document *document)
{
    blockmask_table blocks = get(document, BLOCKMASK_TABLE_BLOCKS), runs = get(document, BLOCKMASK_TABLE_RUNS);

    CHECK(blocks.count == 5 && runs.count == 5);
}

static void *own(void *given)
{
    blockmask_analyzer *analyzer = (blockmask_analyzer *)given, *second;
    int i;

    CHECK_OK(blockmask_create_analyzer(NULL, &second));
    for (i = 0; i < 200; i++) {
        read_blocks(analyze(analyzer, PAGE, PAGE_LENGTH));
        read_blocks(analyze(second, PAGE, PAGE_LENGTH));
    }
    blockmask_free_analyzer(second);
    return NULL;
}

static void *share(void *given)
{
    int i;

    for (i = 0; i < 1000; i++)
        read_blocks((const blockmask_document *)given);
    return NULL;
}

static void *fight(void *given)
{
    blockmask_analyzer *analyzer = (blockmask_analyzer *)given;
    const blockmask_document *document;
    int won = 0;

    while (won < 300) {
        blockmask_status status = blockmask_analyze(analyzer, PAGE, PAGE_LENGTH, NULL, &document);
        CHECK(status == BLOCKMASK_OK || status == BLOCKMASK_BUSY);
        won += status == BLOCKMASK_OK;
    }
    return NULL;
}

static void run(void *(*work)(void *), void *first, void *second)
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
    blockmask_document *document;

    CHECK_OK(blockmask_create_analyzer(NULL, &analyzers[0]));
    CHECK_OK(blockmask_create_analyzer(NULL, &analyzers[1]));
    read_blocks(analyze(analyzers[0], PAGE, PAGE_LENGTH));
    run(own, analyzers[0], analyzers[1]);
    run(own, analyzers[1], analyzers[0]);
    (void)arguments;
    if (count == 1) {
        run(fight, analyzers[0], analyzers[0]);
        CHECK_OK(blockmask_analyze_owned(analyzers[0], PAGE, PAGE_LENGTH, NULL, &document));
        run(share, document, document);
        blockmask_free_document(document);
    }
    read_blocks(analyze(analyzers[0], PAGE, PAGE_LENGTH));
    blockmask_free_analyzer(analyzers[0]);
    blockmask_free_analyzer(analyzers[1]);
    return 0;
}
