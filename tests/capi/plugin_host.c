/* Loads two plugins that have the library inside, for all to see, as some hosts do; uses them in threads and in a child
 * process; stops them by a flag; unloads them and loads them again. */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition)                                                                \
    do {                                                                                \
        if (!(condition)) {                                                             \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);             \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

static volatile int never, stop;

static size_t call(void *plugin, const volatile int *flag, int pages)
{
    size_t (*run_plugin)(const volatile int *flag, int pages);

    /* As POSIX says; a cast is not in the C standard. */
    *(void **)&run_plugin = plugin;
    return run_plugin(flag, pages);
}

static void *run(void *plugin)
{
    CHECK(call(plugin, &never, 100) == 2);
    return NULL;
}

/* Pages without end, until the flag is set. */
static void *run_on(void *plugin)
{
    call(plugin, &stop, 1 << 30);
    return NULL;
}

static void in_threads(void *(*work)(void *), void *plugins[2])
{
    pthread_t threads[4];
    int i;

    for (i = 0; i < 4; i++)
        CHECK(pthread_create(&threads[i], NULL, work, plugins[i % 2]) == 0);
    if (work == run_on) {
        usleep(20000);
        stop = 1;
    }
    for (i = 0; i < 4; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
    stop = 0;
}

static void in_a_child(void *plugins[2])
{
    int status = -1;
    pid_t child;

    run(plugins[0]);
    child = fork();
    if (child == 0) {
        run(plugins[0]);
        in_threads(run, plugins);
        _exit(0);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
}

int main(int count, char **paths)
{
    int round, i;

    CHECK(count == 3);
    for (round = 0; round < 10; round++) {
        void *handles[2], *plugins[2];

        for (i = 0; i < 2; i++) {
            CHECK((handles[i] = dlopen(paths[i + 1], RTLD_NOW | RTLD_GLOBAL)) != NULL);
            CHECK((plugins[i] = dlsym(handles[i], "run_plugin")) != NULL);
        }
        CHECK(plugins[0] != plugins[1]);
        /* The names of the library stay inside. */
        CHECK(dlsym(RTLD_DEFAULT, "blockmask_analyze") == NULL && dlsym(RTLD_DEFAULT, "rust_eh_personality") == NULL);
        in_threads(run, plugins);
        in_threads(run_on, plugins);
        in_a_child(plugins);
        for (i = 0; i < 2; i++)
            CHECK(dlclose(handles[i]) == 0);
    }
    return 0;
}
