/*
 * Cancels an analysis from another thread, here a watchdog with a deadline in milliseconds, 1000 if none is given. An
 * analysis that is cancelled fails with BLOCKMASK_CANCELLED within moments, and its analyzer stays usable: this
 * program then analyzes the page again, without a deadline. A request that comes when no analysis runs stops the next
 * one, so a page that is cancelled early is worth another attempt.
 *
 *     cc -std=c99 examples/c/cancel.c -o cancel -pthread $(pkg-config --cflags --libs blockmask) \
 *         -Wl,-rpath,$(pkg-config --variable=libdir blockmask) && ./cancel examples/demo.html 1000
 */
#define _POSIX_C_SOURCE 200809L
#include "example.h"
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static int is_done;
static blockmask_analyzer *analyzer;

/* Waits until the analysis is done; cancels it if that is not before the deadline. */
static void *watch(void *deadline)
{
    int failure = 0;

    pthread_mutex_lock(&mutex);
    while (!is_done && failure == 0)
        failure = pthread_cond_timedwait(&done, &mutex, deadline);
    if (!is_done)
        blockmask_cancel_analyzer(analyzer);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(int argc, char **argv)
{
    size_t length;
    char *html = read_file(argc > 1 ? argv[1] : "examples/demo.html", &length);
    long milliseconds = argc > 2 ? atol(argv[2]) : 1000;
    const blockmask_document *document;
    blockmask_table blocks;
    struct timespec deadline;
    pthread_t watchdog;
    blockmask_status status;

    check(blockmask_create_analyzer(NULL, &analyzer));
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_nsec += milliseconds % 1000 * 1000000;
    deadline.tv_sec += milliseconds / 1000 + deadline.tv_nsec / 1000000000;
    deadline.tv_nsec %= 1000000000;
    if (pthread_create(&watchdog, NULL, watch, &deadline) != 0)
        return 1;
    status = blockmask_analyze(analyzer, html, length, NULL, &document);
    pthread_mutex_lock(&mutex);
    is_done = 1;
    pthread_cond_signal(&done);
    pthread_mutex_unlock(&mutex);
    pthread_join(watchdog, NULL);
    if (status == BLOCKMASK_CANCELLED) {
        printf("cancelled\n");
        status = blockmask_analyze(analyzer, html, length, NULL, &document);
    }
    check(status);
    check(blockmask_get_blocks(document, &blocks));
    printf("%lu blocks\n", (unsigned long)blocks.count);
    blockmask_free_analyzer(analyzer);
    free(html);
    return 0;
}
