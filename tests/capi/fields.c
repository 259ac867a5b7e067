/* Fields, their weights, joined texts and what the address of a page changes. */
#include "check.h"

static const unsigned char FIELDS[] = {BLOCKMASK_FIELD_TITLE, BLOCKMASK_FIELD_LINK, BLOCKMASK_FIELD_HEADING,
                                       BLOCKMASK_FIELD_TEXT, BLOCKMASK_FIELD_HIDDEN};

static void check_blocks(const blockmask_document *document)
{
    blockmask_table blocks = get(document, BLOCKMASK_TABLE_BLOCKS), runs = get(document, BLOCKMASK_TABLE_RUNS);
    size_t i;

    CHECK(blocks.count == sizeof(FIELDS) && runs.count == blocks.count);
    for (i = 0; i < blocks.count; i++) {
        const blockmask_block *block = BLOCKMASK_AT(blockmask_block, blocks, i);
        const blockmask_run *run = BLOCKMASK_AT(blockmask_run, runs, i);
        CHECK(block->field == FIELDS[i]);
        CHECK((block->weight == 0) == (block->field == BLOCKMASK_FIELD_HIDDEN));
        CHECK(block->link_targets == (block->field == BLOCKMASK_FIELD_LINK ? 2 : 0));
        CHECK(run->block == i && run->field == block->field && run->heading_level == block->heading_level);
    }
}

static void check_defaults(void)
{
    uint32_t weight;
    float b;

    CHECK_OK(blockmask_get_field_defaults(BLOCKMASK_FIELD_TITLE, &weight, &b));
    CHECK(weight == 64 && b > 0 && b <= 1);
    CHECK_OK(blockmask_get_field_defaults(BLOCKMASK_FIELD_TEXT, &weight, &b));
    CHECK(weight == 4);
    CHECK_STATUS(blockmask_get_field_defaults(0, &weight, &b), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_get_field_defaults(BLOCKMASK_FIELD_TEXT, NULL, &b), BLOCKMASK_BAD_POINTER);
    CHECK(strcmp(blockmask_name(BLOCKMASK_NAMES_FIELD, BLOCKMASK_FIELD_IN_PAGE_LINK), "in-page-link") == 0);
    CHECK(strcmp(blockmask_name(BLOCKMASK_NAMES_FIELD, 1000), "unknown") == 0);
}

static const blockmask_piece *piece_of(const blockmask_rendered *joined, size_t index)
{
    CHECK(index < joined->pieces.count);
    return BLOCKMASK_AT(blockmask_piece, joined->pieces, index);
}

static void check_main_text(const blockmask_document *document)
{
    blockmask_table blocks = get(document, BLOCKMASK_TABLE_BLOCKS);
    blockmask_rendered *joined;
    const char *text;
    size_t length, i, found = 0;

    CHECK_OK(blockmask_get_text(document, &text, &length));
    CHECK_OK(blockmask_render(document, BLOCKMASK_FORMAT_JOINED, 0, &joined));
    for (i = 0; i < blocks.count; i++) {
        const blockmask_block *block = BLOCKMASK_AT(blockmask_block, blocks, i);
        const blockmask_piece *piece;
        if (block->is_template)
            continue;
        piece = piece_of(joined, found++);
        CHECK(piece->block == i && piece->text_start == block->text_start);
        CHECK(piece->rendered_end - piece->rendered_start == block->text_end - block->text_start);
        CHECK(memcmp(joined->text + piece->rendered_start, text + block->text_start,
                     block->text_end - block->text_start) == 0);
    }
    CHECK(found > 0 && found == joined->pieces.count);
    blockmask_free(joined);
}

static void check_joined(const blockmask_document *document)
{
    static const char text[] = "Rain & river\nThe third day";
    const uint32_t fields = UINT32_C(1) << BLOCKMASK_FIELD_TITLE | UINT32_C(1) << BLOCKMASK_FIELD_HEADING;
    blockmask_rendered *joined, *plain;
    uint32_t start, end;

    CHECK_OK(blockmask_join_fields(document, fields, &joined));
    CHECK(joined->length == sizeof(text) - 1 && memcmp(joined->text, text, joined->length) == 0);
    CHECK(joined->pieces.count == 2 && piece_of(joined, 1)->rendered_start == 13 && piece_of(joined, 1)->block == 2);
    CHECK_OK(blockmask_map_range(document, joined, 5, 12, &start, &end));
    CHECK(end - start == 11 && memcmp(PAGE + start, "&amp; river", 11) == 0);
    CHECK_OK(blockmask_map_range(document, joined, 17, 22, &start, &end));
    CHECK(end - start == 5 && memcmp(PAGE + start, "third", 5) == 0);
    CHECK_OK(blockmask_map_range(document, joined, 17, 9999, &start, &end));
    CHECK(end - start == 9);
    blockmask_free(joined);
    CHECK_OK(blockmask_join_fields(document, 0, &joined));
    CHECK(joined->length == 0 && joined->pieces.count == 0);
    CHECK_OK(blockmask_map_range(document, joined, 0, 1, &start, &end));
    CHECK(start == end);
    blockmask_free(joined);
    CHECK_OK(blockmask_join_fields(document, BLOCKMASK_FIELDS_VISIBLE, &joined));
    CHECK(joined->pieces.count == 4);
    blockmask_free(joined);
    CHECK_STATUS(blockmask_join_fields(document, UINT32_C(1) << 31, &joined), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_join_fields(document, 0, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_OK(blockmask_render(document, BLOCKMASK_FORMAT_PLAIN, 0, &plain));
    CHECK_STATUS(blockmask_map_range(document, plain, 0, 1, &start, &end), BLOCKMASK_BAD_ARGUMENT);
    blockmask_free(plain);
}

/* A link to the page's own address stays in the page. */
static void check_address(blockmask_analyzer *analyzer)
{
    static const char html[] = "<p><a href='a.html#b'>Further down on this page</a>";
    static const char address[] = "https://example.org/a.html";
    blockmask_hints hints = {sizeof(hints), NULL, 0, NULL, 0};
    const blockmask_document *document;
    const blockmask_block *block;

    CHECK_OK(blockmask_analyze(analyzer, html, sizeof(html) - 1, &hints, &document));
    block = (const blockmask_block *)get(document, BLOCKMASK_TABLE_BLOCKS).rows;
    CHECK(block->field == BLOCKMASK_FIELD_LINK && block->link_targets == 1);
    hints.address = address;
    hints.address_length = sizeof(address) - 1;
    CHECK_OK(blockmask_analyze(analyzer, html, sizeof(html) - 1, &hints, &document));
    block = (const blockmask_block *)get(document, BLOCKMASK_TABLE_BLOCKS).rows;
    CHECK(block->field == BLOCKMASK_FIELD_IN_PAGE_LINK && block->link_targets == 0);
    hints.size = 8;
    CHECK_STATUS(blockmask_analyze(analyzer, html, sizeof(html) - 1, &hints, &document), BLOCKMASK_BAD_STRUCT_SIZE);
}

int main(void)
{
    blockmask_analyzer *analyzer;
    const blockmask_document *document;

    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    document = analyze(analyzer, PAGE, PAGE_LENGTH);
    check_defaults();
    check_blocks(document);
    check_main_text(document);
    check_joined(document);
    check_address(analyzer);
    blockmask_free_analyzer(analyzer);
    return 0;
}
