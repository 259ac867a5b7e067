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

static void index_page(const char *html, size_t length)
{
    const blockmask_block *blocks;
    const blockmask_link *links;
    char address[1024];
    size_t count, stride, written, link, cursor = 0;
    blockmask_run run;

    check(blockmask_analyze_page(analyzer, html, length, NULL, 0));
    check(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    while (blockmask_next_run(analyzer, &cursor, &run, sizeof(run)) == BLOCKMASK_OK)
        ;
    check(blockmask_get_links(analyzer, &links, &count, &stride));
    for (link = 0; link < count; link++)
        check(blockmask_write_link_address(analyzer, link, address, sizeof(address), &written));
}

/* What few callers ask for. */
static void read_all(const char *html, size_t length)
{
    static const uint32_t formats[] = {BLOCKMASK_FORMAT_PLAIN, BLOCKMASK_FORMAT_MARKDOWN, BLOCKMASK_FORMAT_HTML};
    blockmask_joined_text *joined;
    blockmask_passage *passages;
    blockmask_record *records;
    blockmask_fact *facts;
    char *text;
    size_t count, size, format;

    check(blockmask_analyze_page(analyzer, html, length, NULL, 0));
    check(blockmask_join_main_text(analyzer, &joined));
    blockmask_free(joined);
    for (format = 0; format < sizeof(formats) / sizeof(formats[0]); format++) {
        check(blockmask_render(analyzer, formats[format], BLOCKMASK_RENDER_LINKS, &text, &size));
        blockmask_free(text);
    }
    check(blockmask_cut_passages(analyzer, 256, 0, NULL, 0, &passages, &count));
    blockmask_free(passages);
    check(blockmask_find_records(analyzer, &records, &count));
    blockmask_free(records);
    check(blockmask_find_facts(analyzer, NULL, 0, &facts, &count));
    blockmask_free(facts);
}

static void export_page(const char *html, size_t length)
{
    blockmask_input input = {0};
    struct ArrowSchema schema;
    struct ArrowArray array;

    input.html = html;
    input.length = length;
    check(blockmask_export_batch(analyzer, &input, sizeof(input), 1, BLOCKMASK_COLUMNS_ALL, &schema, &array));
    array.release(&array);
    schema.release(&schema);
}

static void create_analyzer(uint32_t parts)
{
    blockmask_options options;
    blockmask_config *config;

    check(blockmask_init_options(&options, sizeof(options)));
    options.parts = parts;
    check(blockmask_create_config(&options, sizeof(options), &config, NULL, 0));
    check(blockmask_create_analyzer(config, &analyzer));
    blockmask_free_config(config);
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
