/* A page pushed tag by tag, with the positions of the caller. */
#include "check.h"

static void text(blockmask_analyzer *analyzer, const char *text, uint32_t start, uint32_t end)
{
    CHECK_OK(blockmask_push_text(analyzer, text, strlen(text), start, end));
}

static void push(blockmask_analyzer *analyzer)
{
    blockmask_attribute attributes[2] = {{"href", 4, "/a?b&\"c\"", 8}, {"class", 5, NULL, 0}};

    CHECK_OK(blockmask_begin_page(analyzer));
    CHECK_OK(blockmask_push_declaration(analyzer, "<!doctype html>", 15, 1000, 1015));
    CHECK_OK(blockmask_push_start_tag(analyzer, "SCRIPT", 6, NULL, sizeof(blockmask_attribute), 0, 0, 1015, 1023));
    text(analyzer, "if (a < b && c) x('<p>');", 1023, 1048);
    CHECK_OK(blockmask_push_end_tag(analyzer, "script", 6, 1048, 1057));
    CHECK_OK(blockmask_push_start_tag(analyzer, "p", 1, NULL, sizeof(blockmask_attribute), 0, 0, 2000, 2003));
    text(analyzer, "Rain fell & fell on the city for the third day, ", 2003, 2051);
    text(analyzer, "<", 2051, 2055); /* &lt; */
    text(analyzer, " and the river rose.", 2055, 2075);
    CHECK_OK(blockmask_push_start_tag(analyzer, "p", 1, NULL, sizeof(blockmask_attribute), 0, 0, 3000, 3003));
    CHECK_OK(blockmask_push_start_tag(analyzer, "a", 1, attributes, sizeof(blockmask_attribute), 2, 0, 3003, 3030));
    text(analyzer, "Ad", 3030, 3032);
    CHECK_OK(blockmask_push_end_tag(analyzer, "a", 1, 3032, 3036));
    CHECK_OK(blockmask_end_page(analyzer));
}

static void check_result(blockmask_analyzer *analyzer)
{
    const char *rain = "Rain fell & fell on the city for the third day, < and the river rose.", *text;
    const blockmask_block *blocks;
    const blockmask_link *links;
    blockmask_page page;
    blockmask_run run;
    char buffer[16], *html;
    uint32_t offset, start, end;
    size_t count, stride, length, cursor = 0;

    CHECK_OK(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    CHECK_OK(blockmask_get_text(analyzer, &text, &length));
    CHECK(count == 2);
    CHECK(blocks[0].source_start == 2003 && blocks[0].source_end == 2075);
    CHECK(blocks[1].source_start == 3030 && blocks[1].source_end == 3032);
    CHECK(blocks[0].text_end - blocks[0].text_start == strlen(rain));
    CHECK(memcmp(text + blocks[0].text_start, rain, strlen(rain)) == 0);
    offset = (uint32_t)(strchr(rain, '&') - rain);
    CHECK_OK(blockmask_map_text_offsets(analyzer, &offset, &offset, 1));
    CHECK(offset == 2013);
    offset = (uint32_t)(strstr(rain, "river") - rain);
    CHECK_OK(blockmask_map_text_offsets(analyzer, &offset, &offset, 1));
    CHECK(offset == 2064);
    offset = (uint32_t)(strchr(rain, '<') - rain);
    CHECK_OK(blockmask_map_text_range(analyzer, offset, offset + 1, &start, &end));
    CHECK(start == 2051 && end == 2055);
    CHECK_OK(blockmask_get_links(analyzer, &links, &count, &stride));
    CHECK(count == 1 && links[0].source_start == 3030);
    CHECK_OK(blockmask_write_link_target(analyzer, 0, buffer, sizeof(buffer), &length));
    CHECK(length == 8 && memcmp(buffer, "/a?b&\"c\"", 8) == 0);
    CHECK_OK(blockmask_next_run(analyzer, &cursor, &run, sizeof(run)));
    CHECK(run.source_start == 2003 && run.source_end == 2075);
    CHECK_OK(blockmask_get_page(analyzer, &page, sizeof(page)));
    CHECK(page.source_length == 3036 && strcmp(page.encoding, "UTF-8") == 0);
    CHECK_STATUS(blockmask_blank_page(analyzer, buffer, sizeof(buffer)), BLOCKMASK_NO_PAGE);
    CHECK_STATUS(blockmask_zone_page(analyzer, &html, &length), BLOCKMASK_NO_PAGE);
}

static void check_errors(blockmask_analyzer *analyzer)
{
    blockmask_attribute bad[2] = {{"a", 1, "1", 1}, {"b c", 3, "2", 1}};
    const blockmask_block *blocks;
    const char *text;
    size_t count, stride;

    CHECK_STATUS(blockmask_end_page(analyzer), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_push_text(analyzer, "a", 1, 0, 1), BLOCKMASK_BAD_ARGUMENT);
    CHECK_OK(blockmask_begin_page(analyzer));
    CHECK_STATUS(blockmask_get_blocks(analyzer, &blocks, &count, &stride), BLOCKMASK_NO_PAGE);
    CHECK_STATUS(blockmask_push_start_tag(analyzer, "p>", 2, NULL, sizeof(blockmask_attribute), 0, 0, 5, 6), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_push_start_tag(analyzer, "", 0, NULL, sizeof(blockmask_attribute), 0, 0, 5, 6), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_push_start_tag(analyzer, "p", 1, bad, sizeof(blockmask_attribute), 2, 0, 5, 6), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_push_declaration(analyzer, "<p>", 3, 5, 6), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_push_text(analyzer, NULL, 1, 5, 6), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_push_text(analyzer, "b", 1, 6, 5), BLOCKMASK_BAD_ARGUMENT);
    CHECK_OK(blockmask_push_text(analyzer, "One", 3, 4, 7));
    CHECK_STATUS(blockmask_push_text(analyzer, "Two", 3, 6, 9), BLOCKMASK_BAD_ARGUMENT);
    CHECK_OK(blockmask_end_page(analyzer));
    CHECK_OK(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    CHECK_OK(blockmask_get_text(analyzer, &text, &stride));
    CHECK(count == 1 && blocks[0].source_start == 4 && blocks[0].source_end == 7);
    CHECK(memcmp(text, "One", 3) == 0);
    CHECK_OK(blockmask_begin_page(analyzer));
    CHECK_OK(blockmask_end_page(analyzer));
}

int main(void)
{
    blockmask_analyzer *analyzer;
    const blockmask_block *blocks;
    size_t count, stride;

    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    check_errors(analyzer);
    push(analyzer);
    check_result(analyzer);
    /* Positions are those of the page again. */
    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0));
    CHECK_OK(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    CHECK(memcmp(PAGE + blocks[0].source_start, "Rain &amp;", 10) == 0);
    push(analyzer);
    check_result(analyzer);
    blockmask_free_analyzer(analyzer);
    return 0;
}
