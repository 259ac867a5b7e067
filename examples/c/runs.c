/*
 * Walks a page as weighted runs of text, in the order of the page. A run is the text of one block, with its field and
 * weight: what a loop over a term generator needs that takes a text and a weight. A weight of 4 stands for 1.0; text of
 * weight 0 is not to be searched. This program prints weight, field and text of each run.
 *
 *     cc -std=c99 examples/c/runs.c -o runs $(pkg-config --cflags --libs blockmask) \
 *         -Wl,-rpath,$(pkg-config --variable=libdir blockmask) && ./runs examples/demo.html
 */
#include "example.h"

int main(int argc, char **argv)
{
    blockmask_analyzer *analyzer;
    const blockmask_document *document;
    size_t length, i;
    char *html = read_file(argc > 1 ? argv[1] : "examples/demo.html", &length);
    blockmask_table runs;

    check(blockmask_create_analyzer(NULL, &analyzer));
    check(blockmask_analyze(analyzer, html, length, NULL, &document));
    check(blockmask_get_table(document, BLOCKMASK_TABLE_RUNS, &runs));
    for (i = 0; i < runs.count; i++) {
        const blockmask_run *run = BLOCKMASK_AT(blockmask_run, runs, i);

        printf("%3u  %-14s  %.*s\n", (unsigned)run->weight, blockmask_name(BLOCKMASK_NAMES_FIELD, run->field),
               (int)run->text_length, run->text);
    }
    blockmask_free_analyzer(analyzer);
    free(html);
    return 0;
}
