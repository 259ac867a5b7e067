/*
 * Splits a page into the columns of a search engine by the fields of its blocks, as docs/ranking.md recommends: titles,
 * headings, labels, text, and the rest. An engine that ranks by fields gives each a weight. Hidden text is in none.
 * Fields are an open set: what a newer library adds is in no column until its users say where it belongs.
 *
 *     cc -std=c99 examples/c/split_fields.c -o split_fields $(pkg-config --cflags --libs blockmask) \
 *         -Wl,-rpath,$(pkg-config --variable=libdir blockmask) && ./split_fields examples/demo.html
 */
#include "example.h"

#define BIT(name) (UINT32_C(1) << BLOCKMASK_FIELD_##name)

static const struct {
    const char *name;
    uint32_t fields;
} COLUMNS[] = {
    {"title", BIT(TITLE) | BIT(H1)},
    {"heading", BIT(HEADING)},
    {"label", BIT(LABEL) | BIT(IN_PAGE_LINK)},
    {"text", BIT(TEXT) | BIT(BYLINE) | BIT(COMMENT) | BIT(CODE)},
    {"other", BIT(LINK) | BIT(LINKED_HEADING)},
};

int main(int argc, char **argv)
{
    blockmask_analyzer *analyzer;
    const blockmask_document *document;
    size_t length, i;
    char *html = read_file(argc > 1 ? argv[1] : "examples/demo.html", &length);

    check(blockmask_create_analyzer(NULL, &analyzer));
    check(blockmask_analyze(analyzer, html, length, NULL, &document));
    for (i = 0; i < sizeof(COLUMNS) / sizeof(COLUMNS[0]); i++) {
        blockmask_rendered *joined;

        check(blockmask_join_fields(document, COLUMNS[i].fields, &joined));
        printf("[%s]\n%.*s\n", COLUMNS[i].name, (int)joined->length, joined->text);
        blockmask_free(joined);
    }
    blockmask_free_analyzer(analyzer);
    free(html);
    return 0;
}
