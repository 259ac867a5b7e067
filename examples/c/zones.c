/*
 * Marks zones: each block is enclosed in an element that is named for its role, such as blk-main or blk-nav. This suits
 * engines that index text by the element that it is in, and weight or leave out elements by name. Except for these tags
 * the copy is the page, byte for byte. It is in the encoding of the page, and goes to stdout.
 *
 *     cc -std=c99 examples/c/zones.c -o zones $(pkg-config --cflags --libs blockmask) \
 *         -Wl,-rpath,$(pkg-config --variable=libdir blockmask) && ./zones examples/demo.html
 */
#include "example.h"

int main(int argc, char **argv)
{
    blockmask_analyzer *analyzer;
    const blockmask_document *document;
    size_t length;
    char *html = read_file(argc > 1 ? argv[1] : "examples/demo.html", &length);
    blockmask_rendered *zones;

    check(blockmask_create_analyzer(NULL, &analyzer));
    check(blockmask_analyze(analyzer, html, length, NULL, &document));
    check(blockmask_render(document, BLOCKMASK_FORMAT_ZONES, 0, &zones));
    fwrite(zones->text, 1, zones->length, stdout);
    /* The copy is the caller's. */
    blockmask_free(zones);
    blockmask_free_analyzer(analyzer);
    free(html);
    return 0;
}
