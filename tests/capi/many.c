/* Analyzes the pages given as arguments, in turn, as often as the first argument says; between the warm-up and the end
 * the program's allocator calls are counted by count_malloc.c, which is loaded before the C library. */
#define _GNU_SOURCE
#include "check.h"

#include <blockmask_experimental.h>

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

static void read_tables(blockmask_analyzer *analyzer, struct page page)
{
    const blockmask_document *document = analyze(analyzer, page.bytes, page.length);
    const blockmask_page *facts;

    get(document, BLOCKMASK_TABLE_SEGMENTS);
    get(document, BLOCKMASK_TABLE_LINKS);
    get(document, BLOCKMASK_TABLE_BLOCKS);
    CHECK_OK(blockmask_get_page(document, &facts));
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
    analyzer = create_with_parts(BLOCKMASK_PARTS_ALL);
    before = calls();
    for (i = 0; i < documents; i++)
        read_tables(analyzer, pages[i % count]);
    after = calls();
    printf("%lu\n", after - before);
    blockmask_free_analyzer(analyzer);
    for (i = 0; i < count; i++)
        free(pages[i].bytes);
    return 0;
}
