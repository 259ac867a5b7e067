/* Fields, their weights, joined texts and what the address of a page changes. */
#include "check.h"

static const unsigned char FIELDS[] = {BLOCKMASK_FIELD_TITLE, BLOCKMASK_FIELD_LINK, BLOCKMASK_FIELD_HEADING,
                                       BLOCKMASK_FIELD_TEXT, BLOCKMASK_FIELD_HIDDEN};

static void check_blocks(blockmask_analyzer *analyzer)
{
    const blockmask_block *blocks;
    size_t count, stride, i, cursor = 0;
    blockmask_run run;

    CHECK_OK(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    CHECK(count == sizeof(FIELDS));
    for (i = 0; i < count; i++) {
        const blockmask_block *block = BLOCKMASK_RECORD(blockmask_block, blocks, stride, i);
        CHECK(block->field == FIELDS[i]);
        CHECK((block->weight == 0) == (block->field == BLOCKMASK_FIELD_HIDDEN));
        CHECK(block->link_targets == (block->field == BLOCKMASK_FIELD_LINK ? 2 : 0));
        CHECK_OK(blockmask_next_run(analyzer, &cursor, &run, sizeof(run)));
        CHECK(run.block == i && run.field == block->field && run.heading_level == block->heading_level);
    }
}

static void check_defaults(void)
{
    uint32_t weight;
    float b;

    CHECK_OK(blockmask_get_field_defaults(BLOCKMASK_FIELD_TITLE, &weight, &b));
    CHECK(weight == 32 && b > 0 && b <= 1);
    CHECK_OK(blockmask_get_field_defaults(BLOCKMASK_FIELD_TEXT, &weight, &b));
    CHECK(weight == 4);
    CHECK_STATUS(blockmask_get_field_defaults(0, &weight, &b), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_get_field_defaults(BLOCKMASK_FIELD_TEXT, NULL, &b), BLOCKMASK_BAD_POINTER);
    CHECK(strcmp(blockmask_field_name(BLOCKMASK_FIELD_IN_PAGE_LINK), "in-page-link") == 0);
    CHECK(strcmp(blockmask_field_name(1000), "unknown") == 0);
}

static void check_main_text(blockmask_analyzer *analyzer)
{
    const blockmask_block *blocks;
    blockmask_joined_text *joined;
    const char *text;
    size_t count, stride, length, i, found = 0;

    CHECK_OK(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    CHECK_OK(blockmask_get_text(analyzer, &text, &length));
    CHECK_OK(blockmask_join_main_text(analyzer, &joined));
    for (i = 0; i < count; i++) {
        const blockmask_block *block = BLOCKMASK_RECORD(blockmask_block, blocks, stride, i);
        if (block->is_template)
            continue;
        CHECK(found < joined->count && joined->pieces[found].block == i);
        CHECK(memcmp(joined->text + joined->pieces[found].joined_start, text + block->text_start,
                     joined->pieces[found].length) == 0);
        found++;
    }
    CHECK(found > 0 && found == joined->count);
    blockmask_free(joined);
}

static void check_joined(blockmask_analyzer *analyzer)
{
    static const char text[] = "Rain & river\nThe third day";
    const uint32_t fields = UINT32_C(1) << BLOCKMASK_FIELD_TITLE | UINT32_C(1) << BLOCKMASK_FIELD_HEADING;
    blockmask_joined_text *joined;
    uint32_t start, end;

    CHECK_OK(blockmask_join_fields(analyzer, fields, &joined));
    CHECK(joined->length == sizeof(text) - 1 && memcmp(joined->text, text, joined->length) == 0);
    CHECK(joined->count == 2 && joined->pieces[1].joined_start == 13 && joined->pieces[1].block == 2);
    CHECK_OK(blockmask_map_joined_range(analyzer, joined, 5, 12, &start, &end));
    CHECK(end - start == 11 && memcmp(PAGE + start, "&amp; river", 11) == 0);
    CHECK_OK(blockmask_map_joined_range(analyzer, joined, 17, 22, &start, &end));
    CHECK(end - start == 5 && memcmp(PAGE + start, "third", 5) == 0);
    CHECK_OK(blockmask_map_joined_range(analyzer, joined, 17, 9999, &start, &end));
    CHECK(end - start == 9);
    blockmask_free(joined);
    CHECK_OK(blockmask_join_fields(analyzer, 0, &joined));
    CHECK(joined->length == 0 && joined->count == 0);
    CHECK_OK(blockmask_map_joined_range(analyzer, joined, 0, 1, &start, &end));
    CHECK(start == end);
    blockmask_free(joined);
    CHECK_OK(blockmask_join_fields(analyzer, BLOCKMASK_FIELDS_VISIBLE, &joined));
    CHECK(joined->count == 4);
    blockmask_free(joined);
    CHECK_STATUS(blockmask_join_fields(analyzer, UINT32_C(1) << 31, &joined), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_join_main_text(analyzer, NULL), BLOCKMASK_BAD_POINTER);
    check_main_text(analyzer);
    CHECK_STATUS(blockmask_map_joined_range(analyzer, NULL, 0, 1, &start, &end), BLOCKMASK_BAD_POINTER);
}

/* A link to the page's own address stays in the page. */
static void check_address(blockmask_analyzer *analyzer)
{
    static const char html[] = "<p><a href='a.html#b'>Further down on this page</a>";
    static const char address[] = "https://example.org/a.html";
    blockmask_input input = {html, sizeof(html) - 1, NULL, 0, NULL, 0};
    const blockmask_block *blocks;
    size_t count, stride;

    CHECK_OK(blockmask_analyze_input(analyzer, &input, sizeof(input)));
    CHECK_OK(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    CHECK(count == 1 && blocks->field == BLOCKMASK_FIELD_LINK && blocks->link_targets == 1);
    input.address = address;
    input.address_length = sizeof(address) - 1;
    CHECK_OK(blockmask_analyze_input(analyzer, &input, sizeof(input)));
    CHECK_OK(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    CHECK(count == 1 && blocks->field == BLOCKMASK_FIELD_IN_PAGE_LINK && blocks->link_targets == 0);
    CHECK_STATUS(blockmask_analyze_input(analyzer, NULL, sizeof(input)), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_analyze_input(analyzer, &input, 8), BLOCKMASK_BAD_STRUCT_SIZE);
}

int main(void)
{
    blockmask_analyzer *analyzer;

    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0));
    check_defaults();
    check_blocks(analyzer);
    check_joined(analyzer);
    check_address(analyzer);
    blockmask_free_analyzer(analyzer);
    return 0;
}
