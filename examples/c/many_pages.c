/*
 * Analyzes many pages with one analyzer, which keeps its memory from page to page: after the first pages it makes no more
 * calls to the allocator. A page that fails does not affect the others. This program prints a line for each page. To use
 * all cores, create an analyzer in each thread.
 *
 *     cc -std=c99 examples/c/many_pages.c -o many_pages $(pkg-config --cflags --libs blockmask) \
 *         -Wl,-rpath,$(pkg-config --variable=libdir blockmask) && ./many_pages examples/demo.html
 */
#include "example.h"

static void summarize(const char *path, const blockmask_document *document)
{
    const blockmask_page *page;
    blockmask_table blocks;
    unsigned content = 0;
    size_t i;

    check(blockmask_get_page(document, &page));
    check(blockmask_get_blocks(document, &blocks));
    for (i = 0; i < blocks.count; i++)
        content += !BLOCKMASK_AT(blockmask_block, blocks, i)->is_template;
    printf("%s: %s, %lu blocks, %u of them content\n", path, blockmask_name(BLOCKMASK_NAMES_KIND, page->kind),
           (unsigned long)blocks.count, content);
}

int main(int argc, char **argv)
{
    static char *default_paths[] = {"examples/demo.html", NULL};
    char **path = argc > 1 ? argv + 1 : default_paths;
    blockmask_analyzer *analyzer;
    int failed = 0;

    check(blockmask_create_analyzer(NULL, &analyzer));
    for (; *path != NULL; path++) {
        const blockmask_document *document;
        size_t length;
        char *html = read_file(*path, &length);

        if (blockmask_analyze(analyzer, html, length, NULL, &document) == BLOCKMASK_OK) {
            summarize(*path, document);
        } else {
            fprintf(stderr, "%s: %s\n", *path, blockmask_last_error());
            failed = 1;
        }
        free(html);
    }
    blockmask_free_analyzer(analyzer);
    return failed;
}
