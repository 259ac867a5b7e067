/* Analyzes the pages given as arguments, in turn, as often as the first argument says; between the warm-up and the end
 * the program's allocator calls are counted by count_malloc.c, which is loaded before the C library. */
#define _GNU_SOURCE
#include "check.h"

#include <dlfcn.h>

struct page {
    char *bytes;
    size_t length;
};

static struct page read_file(const char *path)
{
    struct page page = {NULL, 0};
    FILE *file = fopen(path, "rb");
    long length;

    CHECK(file != NULL && fseek(file, 0, SEEK_END) == 0);
    length = ftell(file);
    CHECK(length >= 0 && fseek(file, 0, SEEK_SET) == 0);
    page.length = (size_t)length;
    page.bytes = (char *)malloc(page.length + 1);
    CHECK(page.bytes != NULL && fread(page.bytes, 1, page.length, file) == page.length);
    fclose(file);
    return page;
}

static void analyze(blockmask_analyzer *analyzer, struct page page)
{
    const blockmask_block *blocks;
    const blockmask_segment *segments;
    const blockmask_link *links;
    size_t count, stride;

    CHECK_OK(blockmask_analyze_page(analyzer, page.bytes, page.length, NULL, 0));
    CHECK_OK(blockmask_get_segments(analyzer, &segments, &count, &stride));
    CHECK_OK(blockmask_get_links(analyzer, &links, &count, &stride));
    CHECK_OK(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
}

int main(int argc, char **argv)
{
    struct page pages[64];
    blockmask_analyzer *analyzer;
    unsigned long (*calls)(void), before = 0, after = 0;
    void *symbol;
    long i, documents = argc > 2 ? atol(argv[1]) : 0;
    int count = argc - 2;

    CHECK(documents > 0 && count > 0 && count <= 64);
    symbol = dlsym(RTLD_DEFAULT, "count_malloc_calls");
    CHECK(symbol != NULL);
    memcpy(&calls, &symbol, sizeof(calls));
    for (i = 0; i < count; i++)
        pages[i] = read_file(argv[i + 2]);
    CREATE_WITH_PARTS(BLOCKMASK_PARTS_ALL, &analyzer);
    before = calls();
    for (i = 0; i < documents; i++)
        analyze(analyzer, pages[i % count]);
    after = calls();
    printf("%lu\n", after - before);
    blockmask_free_analyzer(analyzer);
    for (i = 0; i < count; i++)
        free(pages[i].bytes);
    return 0;
}
