/*
 * What profile-guided optimization takes as typical use: an indexer that reads a page with the default parts, most of the
 * time; now and then all that the library computes. `make lib PGO=1` runs it with an instrumented library; capi.mk.
 *
 *     train PAGE...
 */
#define _POSIX_C_SOURCE 200809L
#include "example.h"

#define ROUNDS 50

/* A reference to it takes the part of LLVM's runtime out of the archive that writes the profile when the program ends. */
extern int __llvm_profile_runtime;
int *const profile_runtime = &__llvm_profile_runtime;

static blockmask_analyzer *analyzer;

static const blockmask_document *analyze(const char *html, size_t length)
{
    const blockmask_document *document;

    check(blockmask_analyze(analyzer, html, length, NULL, &document));
    return document;
}

static void index_page(const char *html, size_t length)
{
    const blockmask_document *document = analyze(html, length);
    blockmask_table blocks, runs, links;
    char address[1024];
    size_t written, link;

    check(blockmask_get_blocks(document, &blocks));
    check(blockmask_get_table(document, BLOCKMASK_TABLE_RUNS, &runs));
    check(blockmask_get_table(document, BLOCKMASK_TABLE_LINKS, &links));
    for (link = 0; link < links.count; link++)
        check(blockmask_write_string(document, BLOCKMASK_STRING_LINK_ADDRESS, link, address, sizeof(address), &written));
}

/* What few callers ask for. */
static void read_all(const char *html, size_t length)
{
    const blockmask_document *document = analyze(html, length);
    blockmask_rendered *rendered;
    blockmask_table rows;
    uint32_t format;

    for (format = BLOCKMASK_FORMAT_JOINED; format <= BLOCKMASK_FORMAT_HTML; format++) {
        check(blockmask_render(document, format, BLOCKMASK_RENDER_LINKS, &rendered));
        blockmask_free(rendered);
    }
    check(blockmask_get_table(document, BLOCKMASK_TABLE_RECORDS, &rows));
    check(blockmask_cut_passages(document, 256, 0, 0, NULL, 0, &rows));
    blockmask_free(rows.rows);
    check(blockmask_find_facts(document, NULL, &rows));
    blockmask_free(rows.rows);
}

static void export_page(const char *html, size_t length)
{
    const blockmask_input input = {sizeof(input), html, length, NULL};
    struct ArrowSchema schema;
    struct ArrowArray array;

    check(blockmask_export_arrow(analyzer, &input, 1, BLOCKMASK_COLUMNS_ALL, &schema, &array));
    array.release(&array);
    schema.release(&schema);
}

static void create_analyzer(uint32_t parts)
{
    blockmask_options options;

    check(blockmask_init_options(&options, sizeof(options)));
    options.parts = parts;
    check(blockmask_create_analyzer(&options, &analyzer));
}

static void for_each_page(char **paths, void (*use)(const char *, size_t), int rounds)
{
    for (; *paths != NULL; paths++) {
        size_t length;
        char *html = read_file(*paths, &length);
        int round;

        for (round = 0; round < rounds; round++)
            use(html, length);
        free(html);
    }
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: train PAGE...\n");
        return 2;
    }
    create_analyzer(BLOCKMASK_PARTS_DEFAULT);
    for_each_page(argv + 1, index_page, ROUNDS);
    blockmask_free_analyzer(analyzer);
    create_analyzer(BLOCKMASK_PARTS_ALL);
    for_each_page(argv + 1, read_all, ROUNDS / 10);
    for_each_page(argv + 1, export_page, ROUNDS / 10);
    blockmask_free_analyzer(analyzer);
    return 0;
}
