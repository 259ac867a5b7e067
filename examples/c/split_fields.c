/*
 * Splits a page into the fields of a search engine by the roles of its blocks: title, headings, body, comments, and the
 * rest. An engine that has fields can give each a boost of its own, or leave some out of a search. Hidden text is in no
 * field. Roles are an open set: what a newer library adds goes into the field for the rest.
 *
 *     cc -std=c99 examples/c/split_fields.c -o split_fields $(pkg-config --cflags --libs blockmask) \
 *         -Wl,-rpath,$(pkg-config --variable=libdir blockmask) && ./split_fields examples/demo.html
 */
#include "example.h"
#include <string.h>

/* The field that a block belongs to; "" for none. */
static const char *field_of(const blockmask_block *block)
{
    switch (block->role) {
    case BLOCKMASK_ROLE_TITLE: return "title";
    case BLOCKMASK_ROLE_HEADING: return block->is_template ? "other" : "heading";
    case BLOCKMASK_ROLE_MAIN: return "body";
    case BLOCKMASK_ROLE_COMMENT: return "comment";
    case BLOCKMASK_ROLE_HIDDEN: return "";
    default: return "other";
    }
}

int main(int argc, char **argv)
{
    static const char *const fields[] = {"title", "heading", "body", "comment", "other"};
    size_t length, text_length, count, stride, field, i;
    char *html = read_file(argc > 1 ? argv[1] : "examples/demo.html", &length);
    const blockmask_block *blocks;
    const char *text;

    check(blockmask_create_analyzer(NULL, &analyzer));
    check(blockmask_analyze_page(analyzer, html, length, NULL, 0));
    check(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    check(blockmask_get_text(analyzer, &text, &text_length));
    for (field = 0; field < sizeof(fields) / sizeof(fields[0]); field++) {
        printf("[%s]\n", fields[field]);
        for (i = 0; i < count; i++) {
            const blockmask_block *block = BLOCKMASK_RECORD(blockmask_block, blocks, stride, i);

            if (strcmp(field_of(block), fields[field]) == 0)
                printf("%.*s\n", (int)(block->text_end - block->text_start), text + block->text_start);
        }
    }
    blockmask_free_analyzer(analyzer);
    free(html);
    return 0;
}
