/*
 * Blanks a page: everything except its main content becomes spaces. The copy is as long as the page, and each word of
 * the content stays at its byte offset, so that highlighting works on the page as it was. This suits analysis chains
 * with a character filter in front of the tokenizer. The copy is in the encoding of the page, and goes to stdout.
 *
 *     cc -std=c99 examples/c/blank.c -o blank $(pkg-config --cflags --libs blockmask) \
 *         -Wl,-rpath,$(pkg-config --variable=libdir blockmask) && ./blank examples/demo.html
 */
#include "example.h"

int main(int argc, char **argv)
{
    blockmask_analyzer *analyzer;
    const blockmask_document *document;
    size_t length;
    char *html = read_file(argc > 1 ? argv[1] : "examples/demo.html", &length);
    char *copy = malloc(length + 1);

    if (copy == NULL)
        return 1;
    check(blockmask_create_analyzer(NULL, &analyzer));
    check(blockmask_analyze(analyzer, html, length, NULL, &document));
    check(blockmask_blank_page(document, copy, length));
    fwrite(copy, 1, length, stdout);
    blockmask_free_analyzer(analyzer);
    free(copy);
    free(html);
    return 0;
}
