/* Page layout and layout areas. */
#include "check.h"

#include <blockmask_experimental.h>

static const char THREAD[] =
    "<div class=main><h1>Bells at dawn</h1><div class=story>"
    "<p>The ringers of the old tower meet before sunrise, when the streets below are still empty and cold.</p>"
    "<p>Nobody pays them; the rope has been handed on from mother to daughter for two hundred years.</p></div>"
    "<div class=comments><div class=comment><p>My aunt rang there for thirty years, every Sunday.</p>"
    "<div class=answers><div class=comment><p>Then she will have known my grandfather, who kept the keys.</p></div></div></div>"
    "<div class=comment><p>I can hear them from the harbour when the wind is right.</p></div></div></div>";

#define THREAD_LENGTH (sizeof(THREAD) - 1)

static void check_areas(const blockmask_document *document)
{
    static const uint32_t roles[4] = {BLOCKMASK_LAYOUT_AREA_ARTICLE, BLOCKMASK_LAYOUT_AREA_COMMENT,
                                      BLOCKMASK_LAYOUT_AREA_COMMENT, BLOCKMASK_LAYOUT_AREA_COMMENT};
    static const uint32_t parents[4] = {BLOCKMASK_NONE, BLOCKMASK_NONE, 1, BLOCKMASK_NONE};
    static const uint32_t depths[4] = {0, 0, 1, 0};
    blockmask_table areas = get(document, BLOCKMASK_TABLE_LAYOUT_AREAS);
    char text[256];
    size_t length, i;

    CHECK(areas.count == 4);
    for (i = 0; i < areas.count; i++) {
        const blockmask_layout_area *area = BLOCKMASK_AT(blockmask_layout_area, areas, i);
        CHECK(area->role == roles[i] && area->parent == parents[i] && area->depth == depths[i]);
        CHECK(area->source_start < area->source_end && area->source_end <= THREAD_LENGTH);
        CHECK_OK(blockmask_write_string(document, BLOCKMASK_STRING_LAYOUT_AREA, i, text, sizeof(text), &length));
        CHECK(length == area->text_length && length > 0);
        CHECK(memcmp(text, THREAD + area->source_start, 8) == 0);
    }
    CHECK_STATUS(blockmask_write_string(document, BLOCKMASK_STRING_LAYOUT_AREA, i, text, sizeof(text), &length),
                 BLOCKMASK_BAD_ARGUMENT);
}

static blockmask_analyzer *analyzer_with(uint32_t method)
{
    blockmask_experimental_options options;
    blockmask_analyzer *analyzer;

    CHECK_OK(blockmask_init_experimental_options(&options, sizeof(options)));
    CHECK(options.style_density == BLOCKMASK_STYLE_DENSITY_NONE);
    options.style_density = method;
    CHECK_OK(blockmask_create_experimental_analyzer(NULL, &options, &analyzer));
    return analyzer;
}

static void check_layout(const blockmask_document *document, uint32_t expected, size_t areas)
{
    const blockmask_page *page;

    CHECK_OK(blockmask_get_page(document, &page));
    CHECK(page->page_layout == expected);
    CHECK(get(document, BLOCKMASK_TABLE_LAYOUT_AREAS).count == areas);
}

int main(void)
{
    blockmask_analyzer *analyzer;
    const blockmask_document *document;
    uint32_t method;

    for (method = BLOCKMASK_STYLE_DENSITY_PAPER; method <= BLOCKMASK_STYLE_DENSITY_LEARNED; method++) {
        analyzer = analyzer_with(method);
        document = analyze(analyzer, THREAD, THREAD_LENGTH);
        check_layout(document, BLOCKMASK_PAGE_LAYOUT_ARTICLE_WITH_COMMENTS, 4);
        check_areas(document);
        check_layout(analyze(analyzer, "", 0), BLOCKMASK_PAGE_LAYOUT_MULTIPLE, 0);
        blockmask_free_analyzer(analyzer);
    }
    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    check_layout(analyze(analyzer, THREAD, THREAD_LENGTH), BLOCKMASK_PAGE_LAYOUT_NONE, 0);
    blockmask_free_analyzer(analyzer);
    return 0;
}
