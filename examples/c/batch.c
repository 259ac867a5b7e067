/*
 * Analyzes many pages in one call. The results of all pages are in one block of memory without pointers, which can be
 * kept, written to a file or sent to another process. Each page has a status of its own: one that fails does not affect
 * the others. The parts say which tables are wanted; here the blocks alone. This program prints a line for each page.
 * To use all cores, create an analyzer in each thread, and give each thread batches of its own.
 *
 *     cc -std=c99 examples/c/batch.c -o batch $(pkg-config --cflags --libs blockmask) \
 *         -Wl,-rpath,$(pkg-config --variable=libdir blockmask) && ./batch examples/demo.html
 */
#include "example.h"

/* A record of a table of the batch, which is at an offset from the beginning of the batch. */
#define RECORD_OF(type, batch, table, index) \
    BLOCKMASK_RECORD(type, (const char *)(batch) + (table).offset, (table).stride, (size_t)(index))

int main(int argc, char **argv)
{
    static char *default_paths[] = {"examples/demo.html"};
    char **paths = argc > 1 ? argv + 1 : default_paths;
    size_t count = argc > 1 ? (size_t)argc - 1 : 1, i;
    blockmask_input *inputs = calloc(count, sizeof(*inputs));
    blockmask_batch *batch;
    int failed;

    if (inputs == NULL)
        return 1;
    for (i = 0; i < count; i++)
        inputs[i].html = read_file(paths[i], &inputs[i].length);
    check(blockmask_create_analyzer(NULL, &analyzer));
    check(blockmask_analyze_batch(analyzer, inputs, sizeof(*inputs), count, BLOCKMASK_BATCH_BLOCKS, &batch));
    for (i = 0; i < count; i++) {
        const blockmask_batch_page *page = RECORD_OF(blockmask_batch_page, batch, batch->pages, i);
        unsigned content = 0, block;

        if (page->status != BLOCKMASK_OK) {
            fprintf(stderr, "%s: %s\n", paths[i], blockmask_status_text(page->status));
            continue;
        }
        for (block = 0; block < page->blocks.count; block++)
            content += !RECORD_OF(blockmask_block, batch, page->blocks, block)->is_template;
        printf("%s: %s, %u blocks, %u of them content\n", paths[i],
               blockmask_kind_name(RECORD_OF(blockmask_page, batch, page->page, 0)->kind),
               (unsigned)page->blocks.count, content);
    }
    failed = batch->failed > 0;
    blockmask_free(batch);
    blockmask_free_analyzer(analyzer);
    for (i = 0; i < count; i++)
        free((char *)inputs[i].html);
    free(inputs);
    return failed;
}
