/* Blanking, zones and weighted runs. */
#include "check.h"

static void check_blank(blockmask_analyzer *analyzer)
{
    char copy[PAGE_LENGTH + 1];
    size_t i, kept = 0;

    copy[PAGE_LENGTH] = 'x';
    CHECK_OK(blockmask_blank_page(analyzer, copy, PAGE_LENGTH));
    CHECK(copy[PAGE_LENGTH] == 'x');
    for (i = 0; i < PAGE_LENGTH; i++) {
        CHECK(copy[i] == PAGE[i] || copy[i] == ' ');
        CHECK((PAGE[i] == '\n') == (copy[i] == '\n'));
        CHECK(copy[i] != '<');
        kept += copy[i] != ' ' && copy[i] != '\n';
    }
    copy[PAGE_LENGTH] = 0;
    CHECK(strstr(copy, "the    third     day, &amp; the river") != NULL);
    CHECK(strstr(copy, "Home") == NULL && strstr(copy, "Nobody") == NULL && kept > 50);
    CHECK_STATUS(blockmask_blank_page(analyzer, copy, PAGE_LENGTH - 1), BLOCKMASK_BUFFER_TOO_SMALL);
    CHECK_STATUS(blockmask_blank_page(analyzer, NULL, PAGE_LENGTH), BLOCKMASK_BAD_POINTER);
}

static void check_zones(blockmask_analyzer *analyzer)
{
    char *html, *text;
    size_t length;

    CHECK_OK(blockmask_zone_page(analyzer, &html, &length));
    text = (char *)malloc(length + 1);
    CHECK(text != NULL);
    memcpy(text, html, length);
    text[length] = 0;
    CHECK(strstr(text, "<nav><a href=/><blk-nav>Home</a> <a href=\"/news?a=1&amp;b=2\">News</blk-nav></a></nav>"));
    CHECK(strstr(text, "<p><blk-main>Rain fell on"));
    CHECK(strstr(text, "<p hidden><blk-hidden>Nobody sees this</blk-hidden></div>"));
    CHECK(strstr(text, "<title>Rain &amp; river</title>"));
    free(text);
    blockmask_free(html);
}

static void check_runs(blockmask_analyzer *analyzer)
{
    const blockmask_block *blocks;
    blockmask_run run;
    size_t cursor = 0, count, stride, runs = 0;

    CHECK_OK(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    while (blockmask_next_run(analyzer, &cursor, &run, sizeof(run)) == BLOCKMASK_OK) {
        const blockmask_block *block = BLOCKMASK_RECORD(blockmask_block, blocks, stride, runs);
        CHECK(run.weight == block->weight && run.role == block->role);
        CHECK(run.source_start == block->source_start && run.source_end == block->source_end);
        CHECK(run.text_start == block->text_start && run.text_length == block->text_end - block->text_start);
        runs++;
    }
    CHECK(runs == count);
    CHECK_STATUS(blockmask_next_run(analyzer, &cursor, &run, sizeof(run)), BLOCKMASK_END);
    cursor = (size_t)-1;
    CHECK_STATUS(blockmask_next_run(analyzer, &cursor, &run, sizeof(run)), BLOCKMASK_END);
    cursor = 0;
    CHECK_OK(blockmask_next_run(analyzer, &cursor, &run, sizeof(run)));
    CHECK(cursor == 1 && run.role == BLOCKMASK_ROLE_TITLE && memcmp(run.text, "Rain & river", 12) == 0);
    CHECK_STATUS(blockmask_next_run(analyzer, &cursor, &run, 4), BLOCKMASK_BAD_STRUCT_SIZE);
    CHECK(cursor == 1);
}

/* All shapes have the content, including text that only metadata holds, if the caller wants it. */
static void check_metadata(void)
{
    static const char page[] =
        "<script type=\"application/ld+json\">{\"articleBody\":\"Rain fell on the city for the third day, and the "
        "river rose by two metres over night.\"}</script><p>Subscribe to read on.<xmp>if (a < b) take the "
        "boat to the other side of the river</xmp>";
    char copy[sizeof(page)];
    blockmask_options options;
    blockmask_config *config;
    blockmask_analyzer *analyzer;
    char *html;
    size_t length;
    uint32_t use;

    for (use = 0; use < 2; use++) {
        CHECK_OK(blockmask_init_options(&options, sizeof(options)));
        options.use_metadata = use;
        CHECK_OK(blockmask_create_config(&options, sizeof(options), &config, NULL, 0));
        CHECK_OK(blockmask_create_analyzer(config, &analyzer));
        blockmask_free_config(config);
        CHECK_OK(blockmask_analyze_page(analyzer, page, sizeof(page) - 1, NULL, 0));
        memcpy(copy, page, sizeof(page));
        CHECK_OK(blockmask_blank_page(analyzer, copy, sizeof(page) - 1));
        CHECK((strstr(copy, "Rain fell on") != NULL) == (use == 1) && strchr(copy, '"') == NULL);
        CHECK_OK(blockmask_zone_page(analyzer, &html, &length));
        CHECK(memcmp(html, page, 100) == 0 && memcmp(html + length - 11, "river</xmp>", 11) == 0);
        blockmask_free(html);
        blockmask_free_analyzer(analyzer);
    }
}

static void check_unsupported(blockmask_analyzer *analyzer)
{
    char copy[64], *html = NULL;
    size_t length;

    CHECK_OK(blockmask_analyze_page(analyzer, "<p>One two", 10, "iso-2022-jp", 11));
    CHECK_STATUS(blockmask_blank_page(analyzer, copy, sizeof(copy)), BLOCKMASK_UNSUPPORTED_ENCODING);
    CHECK_STATUS(blockmask_zone_page(analyzer, &html, &length), BLOCKMASK_UNSUPPORTED_ENCODING);
    CHECK(html == NULL);
}

int main(void)
{
    blockmask_analyzer *analyzer;

    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, "utf-8", 5));
    check_blank(analyzer);
    check_zones(analyzer);
    check_runs(analyzer);
    check_metadata();
    check_unsupported(analyzer);
    blockmask_free_analyzer(analyzer);
    return 0;
}
