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
    size_t length, cursor = 0;
    char *html = read_file(argc > 1 ? argv[1] : "examples/demo.html", &length);
    blockmask_run run;
    blockmask_status status;

    check(blockmask_create_analyzer(NULL, &analyzer));
    check(blockmask_analyze_page(analyzer, html, length, NULL, 0));
    while ((status = blockmask_next_run(analyzer, &cursor, &run, sizeof(run))) == BLOCKMASK_OK)
        printf("%3u  %-14s  %.*s\n", (unsigned)run.weight, blockmask_field_name(run.field),
               (int)run.text_length, run.text);
    check(status == BLOCKMASK_END ? BLOCKMASK_OK : status);
    blockmask_free_analyzer(analyzer);
    free(html);
    return 0;
}
