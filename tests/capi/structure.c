/* The structure of blocks, images, addresses of links, what is rendered, passages, and records of the main list. */
#include "check.h"

static const char HTML[] =
    "<html lang=en><base href=https://example.org/a/><h1>Bread</h1>"
    "<p>Flour, <b>water</b> and salt, and time enough for the dough to rise twice, once in the bowl and once in its form.<br>"
    "Then bake it for an hour.</p><p>Turn the loaves in the oven after half of the time, so that all are brown.</p>"
    "<ol start=3><li>Knead.</ol><table><tr><th>a<td colspan=2>b</table>"
    "<img alt='A  l&ouml;af' src=x.png><a href=../y rel='nofollow ugc'>Y</a>";

typedef blockmask_status write_string(blockmask_analyzer *, size_t, char *, size_t, size_t *);

static void check_string(blockmask_analyzer *analyzer, write_string *write, size_t index, const char *expected)
{
    char buffer[160];
    size_t length;

    CHECK_STATUS(write(analyzer, index, NULL, 0, &length), *expected ? BLOCKMASK_BUFFER_TOO_SMALL : BLOCKMASK_OK);
    CHECK_OK(write(analyzer, index, buffer, sizeof(buffer), &length));
    CHECK(length == strlen(expected) && memcmp(buffer, expected, length) == 0);
    CHECK_STATUS(write(analyzer, 1000, buffer, sizeof(buffer), &length), BLOCKMASK_BAD_ARGUMENT);
}

static void check_structure(blockmask_analyzer *analyzer)
{
    const blockmask_block_structure *structure, *item, *cell;
    const blockmask_image *images;
    blockmask_block_structure copied[8];
    size_t count, stride;

    CHECK_OK(blockmask_get_structure(analyzer, &structure, &count, &stride));
    CHECK(count == 7 && stride == sizeof(*structure));
    CHECK(structure[0].block_type == BLOCKMASK_TYPE_HEADING && structure[0].heading == BLOCKMASK_NONE);
    CHECK(structure[1].block_type == BLOCKMASK_TYPE_PARAGRAPH && structure[1].list == BLOCKMASK_NONE);
    item = &structure[3];
    CHECK(item->block_type == BLOCKMASK_TYPE_LIST_ITEM && item->list == 0 && item->item == 0 && item->number == 3);
    CHECK(item->is_ordered == 1 && item->list_depth == 1 && item->table == BLOCKMASK_NONE && item->row_span == 0);
    CHECK(memcmp(HTML + item->language_start, "en>", 3) == 0 && item->language_end == item->language_start + 2);
    cell = &structure[5];
    CHECK(structure[4].is_header == 1 && cell->block_type == BLOCKMASK_TYPE_TABLE_CELL && cell->table == 0);
    CHECK(cell->row == 0 && cell->column == 1 && cell->column_span == 2 && cell->row_span == 1);
    CHECK_OK(blockmask_copy_records(analyzer, BLOCKMASK_TABLE_STRUCTURE, copied, sizeof(*copied), 8, &count));
    CHECK(count == 7 && memcmp(copied, structure, count * sizeof(*copied)) == 0);
    CHECK(strcmp(blockmask_type_name(BLOCKMASK_TYPE_LIST_ITEM), "list-item") == 0);

    CHECK_OK(blockmask_get_images(analyzer, &images, &count, &stride));
    CHECK(count == 1 && images->block == 5 && images->weight == 1);
    CHECK(memcmp(HTML + images->alt_start, "A  l&ouml;af'", 13) == 0 && images->alt_end == images->alt_start + 12);
    CHECK(memcmp(HTML + images->source_start, "<img ", 5) == 0 && HTML[images->source_end - 1] == '>');
}

static void check_rendering(blockmask_analyzer *analyzer)
{
    static const char MARKDOWN[] = "# Bread\n\nFlour, **water** and salt, and time enough for the dough to rise twice, "
                                   "once in the bowl and once in its form.\\\nThen bake it for an hour.\n";
    char *text;
    size_t length;

    CHECK_OK(blockmask_render(analyzer, BLOCKMASK_FORMAT_MARKDOWN, BLOCKMASK_RENDER_LINKS, &text, &length));
    CHECK(length > sizeof(MARKDOWN) && memcmp(text, MARKDOWN, sizeof(MARKDOWN) - 1) == 0);
    blockmask_free(text);
    CHECK_OK(blockmask_render(analyzer, BLOCKMASK_FORMAT_PLAIN, 0, &text, &length));
    CHECK(length > 8 && memcmp(text, "Bread\n\nFlour", 12) == 0);
    blockmask_free(text);
    CHECK_OK(blockmask_render(analyzer, BLOCKMASK_FORMAT_HTML, 0, &text, &length));
    CHECK(length > 6 && memcmp(text, "<html ", 6) == 0);
    blockmask_free(text);
    CHECK_STATUS(blockmask_render(analyzer, 9, 0, &text, &length), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_render(analyzer, BLOCKMASK_FORMAT_PLAIN, 64, &text, &length), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_render(analyzer, BLOCKMASK_FORMAT_PLAIN, 0, NULL, &length), BLOCKMASK_BAD_POINTER);
}

static int is_at(const blockmask_markdown *markdown, size_t index, uint32_t block, const char *expected)
{
    const blockmask_markdown_range *range = &markdown->ranges[index];
    const size_t length = range->end - range->start;

    return index < markdown->count && range->end <= markdown->length && range->block == block &&
           length == strlen(expected) && memcmp(markdown->text + range->start, expected, length) == 0;
}

/* Where blocks are in Markdown. */
static void check_markdown(blockmask_analyzer *analyzer)
{
    static const char RECIPE[] =
        "<h1>Bread</h1><blockquote>Flour, <b>water</b> and salt,<br>and time enough for the dough to rise.</blockquote>"
        "<ol start=3><li>Knead the dough &amp; form it, while the oven gets hot.</ol>"
        "<pre>for loaf in loaves:\n    oven.bake(loaf, \"until it is brown on all sides, for an hour or so\")</pre>"
        "<table><tr><th>The dough that rises over night<td>is baked in the morning, before the guests come."
        "<tr><th>The dough that rises by day<td>is baked in the evening, after the guests have gone.</table>";
    static const char TABLE[] =
        "| The dough that rises over night | is baked in the morning, before the guests come. |\n| --- | --- |\n"
        "| The dough that rises by day | is baked in the evening, after the guests have gone. |";
    blockmask_markdown *markdown;
    char *text;
    size_t length, i;

    CHECK_OK(blockmask_analyze_page(analyzer, RECIPE, sizeof(RECIPE) - 1, NULL, 0));
    CHECK_OK(blockmask_render_markdown(analyzer, BLOCKMASK_RENDER_LINKS, &markdown));
    CHECK_OK(blockmask_render(analyzer, BLOCKMASK_FORMAT_MARKDOWN, BLOCKMASK_RENDER_LINKS, &text, &length));
    CHECK(markdown->length == length && memcmp(markdown->text, text, length) == 0);
    blockmask_free(text);
    CHECK(markdown->count == 8 && is_at(markdown, 0, 0, "# Bread"));
    CHECK(is_at(markdown, 1, 1, "Flour, **water** and salt,\\\n> and time enough for the dough to rise."));
    CHECK(is_at(markdown, 2, 2, "Knead the dough & form it, while the oven gets hot."));
    CHECK(is_at(markdown, 3, 3, "```\nfor loaf in loaves:\n"
                                "    oven.bake(loaf, \"until it is brown on all sides, for an hour or so\")\n```"));
    for (i = 4; i < 8; i++)
        CHECK(is_at(markdown, i, (uint32_t)i, TABLE));
    blockmask_free(markdown);
    CHECK_STATUS(blockmask_render_markdown(analyzer, 64, &markdown), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_render_markdown(analyzer, 0, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_render_markdown(NULL, 0, &markdown), BLOCKMASK_BAD_POINTER);
    CHECK_OK(blockmask_analyze_page(analyzer, "", 0, NULL, 0));
    CHECK_OK(blockmask_render_markdown(analyzer, 0, &markdown));
    CHECK(markdown->length == 0 && markdown->count == 0 && markdown->text != NULL && markdown->ranges != NULL);
    blockmask_free(markdown);
    CHECK_OK(blockmask_reset_analyzer(analyzer));
    CHECK_STATUS(blockmask_render_markdown(analyzer, 0, &markdown), BLOCKMASK_NO_PAGE);
}

static void check_passages(blockmask_analyzer *analyzer)
{
    static const uint32_t STARTS[] = {0, 6, 7, 8, 9, 10};
    blockmask_passage *passages;
    size_t count, i;
    uint32_t tokens = 0;

    CHECK_OK(blockmask_cut_passages(analyzer, 24, 0, NULL, 0, &passages, &count));
    CHECK(count > 1 && passages[0].heading == 0 && memcmp(passages[0].text, "Bread\nFlour", 11) == 0);
    for (i = 0; i < count; i++) {
        CHECK(passages[i].tokens <= 24 && passages[i].overlap_tokens == 0 && passages[i].length > 0);
        CHECK(passages[i].source_start < passages[i].source_end && passages[i].first_block < passages[i].end_block);
        tokens += passages[i].tokens;
    }
    CHECK(tokens >= 20);
    blockmask_free(passages);
    CHECK_OK(blockmask_cut_passages(analyzer, 4, 2, STARTS, 6, &passages, &count));
    CHECK(count > 1);
    blockmask_free(passages);
    CHECK_STATUS(blockmask_cut_passages(analyzer, 0, 0, NULL, 0, &passages, &count), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_cut_passages(analyzer, 1, 0, NULL, 0, NULL, &count), BLOCKMASK_BAD_POINTER);
}

/* The roles of a passage, by the tokens of the library and by those of others, and of a copy of its struct. */
static void check_passage_roles(blockmask_analyzer *analyzer)
{
    static const uint32_t STARTS[] = {0, 6, 7, 8, 9, 10};
    const blockmask_role_tokens *roles;
    blockmask_passage *passages, copy;
    size_t count, role_count, i, j;
    uint32_t tokens, repeated = 0;

    CHECK_OK(blockmask_cut_passages(analyzer, 24, 0, NULL, 0, &passages, &count));
    copy = passages[0];
    CHECK_OK(blockmask_get_passage_roles(&copy, &roles, &role_count));
    CHECK(role_count == 2 && copy.role_count == 2 && copy.tokens == 23);
    CHECK(roles[0].role == BLOCKMASK_ROLE_HEADING && roles[0].tokens == 1);
    CHECK(roles[1].role == BLOCKMASK_ROLE_MAIN && roles[1].tokens == 22);
    CHECK_OK(blockmask_get_passage_roles(&passages[1], &roles, &role_count));
    CHECK(role_count == 1 && roles->role == BLOCKMASK_ROLE_MAIN && roles->tokens == passages[1].tokens);
    CHECK_STATUS(blockmask_get_passage_roles(NULL, &roles, &role_count), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_get_passage_roles(passages, NULL, &role_count), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_get_passage_roles(passages, &roles, NULL), BLOCKMASK_BAD_POINTER);
    blockmask_free(passages);

    CHECK_OK(blockmask_cut_passages(analyzer, 30, 15, NULL, 0, &passages, &count));
    for (i = 0; i < count; i++) {
        CHECK_OK(blockmask_get_passage_roles(&passages[i], &roles, &role_count));
        for (j = 0, tokens = 0; j < role_count; j++)
            tokens += roles[j].tokens;
        CHECK(tokens == passages[i].tokens);
        repeated += passages[i].overlap_tokens;
    }
    CHECK(repeated > 0);
    blockmask_free(passages);

    CHECK_OK(blockmask_cut_passages(analyzer, 100, 0, STARTS, 6, &passages, &count));
    CHECK_OK(blockmask_get_passage_roles(passages, &roles, &role_count));
    CHECK(role_count == 2 && roles[0].tokens == 1 && roles[1].tokens == 5);
    blockmask_free(passages);
    CHECK_OK(blockmask_cut_passages(analyzer, 100, 0, STARTS, 0, &passages, &count));
    CHECK(count == 1 && passages->tokens == 0 && passages->length > 0);
    CHECK_OK(blockmask_get_passage_roles(passages, &roles, &role_count));
    CHECK(role_count == 0 && roles != NULL);
    blockmask_free(passages);
}

static void check_records(void)
{
    static const char LIST[] = "<h1>Maps</h1><ul>"
                               "<li><h3>Rhine</h3><p>The river guide in its third edition.<b>12.50</b></li>"
                               "<li><h3>Main</h3><p>The river guide in its third edition.<b>12.50</b></li>"
                               "<li><h3>Neckar</h3><p>The river guide in its third edition.<b>12.50</b></li></ul>";
    blockmask_options options;
    blockmask_config *config;
    blockmask_analyzer *analyzer;
    blockmask_record *records;
    size_t count, i;

    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    options.mask = BLOCKMASK_MASK_DENSITY;
    CHECK_OK(blockmask_create_config(&options, sizeof(options), &config, NULL, 0));
    CHECK_OK(blockmask_create_analyzer(config, &analyzer));
    blockmask_free_config(config);
    CHECK_STATUS(blockmask_find_records(analyzer, &records, &count), BLOCKMASK_NO_PAGE);
    CHECK_OK(blockmask_analyze_page(analyzer, LIST, sizeof(LIST) - 1, NULL, 0));
    CHECK_OK(blockmask_find_records(analyzer, &records, &count));
    CHECK(count == 3 && memcmp(LIST + records[1].source_start, "Main</h3>", 9) == 0);
    for (i = 0; i < count; i++) {
        CHECK(records[i].end_block - records[i].first_block == 2);
        CHECK(memcmp(LIST + records[i].source_end - 5, "12.50", 5) == 0);
        CHECK(i == 0 || (records[i - 1].end_block == records[i].first_block &&
                         records[i - 1].source_end < records[i].source_start));
    }
    blockmask_free(records);
    CHECK_STATUS(blockmask_find_records(analyzer, NULL, &count), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_find_records(analyzer, &records, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_find_records(NULL, &records, &count), BLOCKMASK_BAD_POINTER);
    CHECK_OK(blockmask_analyze_page(analyzer, "", 0, NULL, 0));
    CHECK_OK(blockmask_find_records(analyzer, &records, &count));
    CHECK(count == 0 && records != NULL);
    blockmask_free(records);
    blockmask_free_analyzer(analyzer);
}

int main(void)
{
    blockmask_analyzer *analyzer;

    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    CHECK_OK(blockmask_analyze_page(analyzer, HTML, sizeof(HTML) - 1, NULL, 0));
    check_structure(analyzer);
    check_string(analyzer, blockmask_write_image_alt, 0, "A l\xc3\xb6" "af");
    check_string(analyzer, blockmask_write_image_target, 0, "x.png");
    check_string(analyzer, blockmask_write_link_address, 0, "https://example.org/y");
    check_string(analyzer, blockmask_write_link_rel, 0, "nofollow ugc");
    check_string(analyzer, blockmask_write_formatted_text, 1,
                 "Flour, water and salt, and time enough for the dough to rise twice, once in the bowl and once in its form."
                 "\nThen bake it for an hour.");
    check_rendering(analyzer);
    check_passages(analyzer);
    check_passage_roles(analyzer);
    check_markdown(analyzer);
    check_records();
    blockmask_free_analyzer(analyzer);
    return 0;
}
