/*
 * Compares the speed of two builds of the library in one process: `make bench-pgo`. Prints Markdown.
 *
 *     compare LIBRARY LIBRARY PAGE...
 */
#define _POSIX_C_SOURCE 200809L
#include "example.h"
#include <dlfcn.h>
#include <string.h>
#include <time.h>

#define ROUNDS 15

typedef blockmask_status create_function(const blockmask_options *, blockmask_analyzer **);
typedef blockmask_status analyze_function(blockmask_analyzer *, const char *, size_t, const blockmask_hints *,
                                          const blockmask_document **);

typedef struct build {
    create_function *create;
    analyze_function *analyze;
    blockmask_analyzer *analyzer;
    double seconds;
} build;

/* What went wrong, the library itself could tell, but this program is not linked with it. */
static void succeed(blockmask_status status)
{
    if (status != BLOCKMASK_OK) {
        fprintf(stderr, "a call failed with status %d\n", (int)status);
        exit(1);
    }
}

/* POSIX has functions and data of one size; a conversion would be undefined in C. */
static void find(void *library, const char *name, void *function)
{
    void *address = dlsym(library, name);

    memcpy(function, &address, sizeof(address));
}

static void open_build(build *it, const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);

    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    find(library, "blockmask_create_analyzer", &it->create);
    find(library, "blockmask_analyze", &it->analyze);
    succeed(it->create(NULL, &it->analyzer));
}

static double cpu_seconds(const build *it, const char *html, size_t length)
{
    const blockmask_document *document;
    struct timespec start, end;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
    succeed(it->analyze(it->analyzer, html, length, NULL, &document));
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    return (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) * 1e-9;
}

int main(int argc, char **argv)
{
    build builds[2] = {{0}};
    double bytes = 0;
    int page, round, i;

    if (argc < 4) {
        fprintf(stderr, "usage: compare LIBRARY LIBRARY PAGE...\n");
        return 2;
    }
    for (i = 0; i < 2; i++)
        open_build(&builds[i], argv[1 + i]);
    for (page = 3; page < argc; page++) {
        size_t length;
        char *html = read_file(argv[page], &length);
        double least[2] = {1e9, 1e9};

        for (round = 0; round < ROUNDS; round++) {
            for (i = 0; i < 2; i++) {
                double seconds = cpu_seconds(&builds[i], html, length);

                least[i] = seconds < least[i] ? seconds : least[i];
            }
        }
        for (i = 0; i < 2; i++)
            builds[i].seconds += least[i];
        bytes += (double)length;
        free(html);
    }
    printf("\n## Profile-guided optimization\n\n"
           "`blockmask_analyze` of two builds in alternation, minimum CPU time of %d runs of each page: %d pages, "
           "%.1f MB.\n\n| build | ns per byte | time |\n|---|---:|---:|\n", ROUNDS, argc - 3, bytes / 1e6);
    for (i = 0; i < 2; i++)
        printf("| `make lib%s` | %.3f | %.1f %% |\n", i == 0 ? "" : " PGO=1", builds[i].seconds * 1e9 / bytes,
               100 * builds[i].seconds / builds[0].seconds);
    return 0;
}
