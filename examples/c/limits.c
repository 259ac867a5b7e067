/*
 * Limits what a page may cost: its bytes, the memory for its tables, the nodes of its tree. By default a page that
 * reaches a limit is cut short: its result covers what was read, and its truncation names the limits. With the option
 * on_limit it is refused instead. This program does both, with a limit on nodes that most pages reach.
 *
 *     cc -std=c99 examples/c/limits.c -o limits $(pkg-config --cflags --libs blockmask) \
 *         -Wl,-rpath,$(pkg-config --variable=libdir blockmask) && ./limits examples/demo.html
 */
#include "example.h"

/* Analyzes a page by these options, and prints which limits it reaches. */
static void analyze(const blockmask_options *options, const char *html, size_t length)
{
    blockmask_analyzer *analyzer;
    const blockmask_document *document;
    const blockmask_page *page;
    blockmask_table blocks;
    uint32_t bit;

    check(blockmask_create_analyzer(options, &analyzer));
    if (blockmask_analyze(analyzer, html, length, NULL, &document) != BLOCKMASK_OK) {
        printf("refused: %s\n", blockmask_last_error());
    } else {
        check(blockmask_get_page(document, &page));
        check(blockmask_get_blocks(document, &blocks));
        printf("%lu blocks, limits reached:", (unsigned long)blocks.count);
        for (bit = 1; bit != 0; bit <<= 1)
            if (page->truncation & bit)
                printf(" %s", blockmask_name(BLOCKMASK_NAMES_TRUNCATION, bit));
        printf("%s\n", page->truncation == 0 ? " none" : "");
    }
    blockmask_free_analyzer(analyzer);
}

int main(int argc, char **argv)
{
    size_t length;
    char *html = read_file(argc > 1 ? argv[1] : "examples/demo.html", &length);
    blockmask_options options;

    check(blockmask_init_options(&options, sizeof(options)));
    options.max_input = 16 << 20;
    options.max_memory = 64 << 20;
    options.max_nodes = 100;
    analyze(&options, html, length);
    options.on_limit = BLOCKMASK_ON_LIMIT_FAIL;
    analyze(&options, html, length);
    free(html);
    return 0;
}
