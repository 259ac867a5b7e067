/* Blanking, zones and weighted runs. */
#include "check.h"

static void check_blank(const blockmask_document *document)
{
    char copy[PAGE_LENGTH + 1];
    size_t i, kept = 0;

    copy[PAGE_LENGTH] = 'x';
    CHECK_OK(blockmask_blank_page(document, copy, PAGE_LENGTH));
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
    CHECK_STATUS(blockmask_blank_page(document, copy, PAGE_LENGTH - 1), BLOCKMASK_BUFFER_TOO_SMALL);
    CHECK_STATUS(blockmask_blank_page(document, NULL, PAGE_LENGTH), BLOCKMASK_BAD_POINTER);
}

static void check_zones(const blockmask_document *document)
{
    blockmask_rendered *zones;
    char *text;

    CHECK_OK(blockmask_render(document, BLOCKMASK_FORMAT_ZONES, 0, &zones));
    text = (char *)malloc(zones->length + 1);
    CHECK(text != NULL);
    memcpy(text, zones->text, zones->length);
    text[zones->length] = 0;
    CHECK(strstr(text, "<nav><a href=/><blk-nav>Home</a> <a href=\"/news?a=1&amp;b=2\">News</blk-nav></a></nav>"));
    CHECK(strstr(text, "<p><blk-main>Rain fell on"));
    CHECK(strstr(text, "<p hidden><blk-hidden>Nobody sees this</blk-hidden></div>"));
    CHECK(strstr(text, "<title>Rain &amp; river</title>"));
    free(text);
    blockmask_free(zones);
}

static void check_runs(const blockmask_document *document)
{
    blockmask_table blocks = get(document, BLOCKMASK_TABLE_BLOCKS), runs = get(document, BLOCKMASK_TABLE_RUNS);
    size_t i;

    CHECK(runs.count == blocks.count);
    for (i = 0; i < runs.count; i++) {
        const blockmask_block *block = BLOCKMASK_AT(blockmask_block, blocks, i);
        const blockmask_run *run = BLOCKMASK_AT(blockmask_run, runs, i);
        CHECK(run->weight == block->weight && run->role == block->role && run->block == i);
        CHECK(run->source_start == block->source_start && run->source_end == block->source_end);
        CHECK(run->text_start == block->text_start && run->text_length == block->text_end - block->text_start);
    }
    CHECK(memcmp(BLOCKMASK_AT(blockmask_run, runs, 0)->text, "Rain & river", 12) == 0);
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
    blockmask_analyzer *analyzer;
    const blockmask_document *document;
    blockmask_rendered *zones;
    uint32_t use;

    for (use = 0; use < 2; use++) {
        CHECK_OK(blockmask_init_options(&options, sizeof(options)));
        options.use_metadata = use;
        CHECK_OK(blockmask_create_analyzer(&options, &analyzer));
        document = analyze(analyzer, page, sizeof(page) - 1);
        memcpy(copy, page, sizeof(page));
        CHECK_OK(blockmask_blank_page(document, copy, sizeof(page) - 1));
        CHECK((strstr(copy, "Rain fell on") != NULL) == (use == 1) && strchr(copy, '"') == NULL);
        CHECK_OK(blockmask_render(document, BLOCKMASK_FORMAT_ZONES, 0, &zones));
        CHECK(memcmp(zones->text, page, 100) == 0);
        CHECK(memcmp(zones->text + zones->length - 11, "river</xmp>", 11) == 0);
        blockmask_free(zones);
        blockmask_free_analyzer(analyzer);
    }
}

static void check_unsupported(blockmask_analyzer *analyzer)
{
    const blockmask_hints hints = {sizeof(hints), "iso-2022-jp", 11, NULL, 0};
    const blockmask_document *document;
    blockmask_rendered *zones = NULL;
    char copy[64];

    CHECK_OK(blockmask_analyze(analyzer, "<p>One two", 10, &hints, &document));
    CHECK_STATUS(blockmask_blank_page(document, copy, sizeof(copy)), BLOCKMASK_UNSUPPORTED_ENCODING);
    CHECK_STATUS(blockmask_render(document, BLOCKMASK_FORMAT_ZONES, 0, &zones), BLOCKMASK_UNSUPPORTED_ENCODING);
    CHECK(zones == NULL);
}

int main(void)
{
    blockmask_analyzer *analyzer;
    const blockmask_document *document;

    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    document = analyze(analyzer, PAGE, PAGE_LENGTH);
    check_blank(document);
    check_zones(document);
    check_runs(document);
    check_metadata();
    check_unsupported(analyzer);
    blockmask_free_analyzer(analyzer);
    return 0;
}
