/* Layout and areas. */
#include "check.h"

static const char THREAD[] =
    "<div class=main><h1>Bells at dawn</h1><div class=story>"
    "<p>The ringers of the old tower meet before sunrise, when the streets below are still empty and cold.</p>"
    "<p>Nobody pays them; the rope has been handed on from mother to daughter for two hundred years.</p></div>"
    "<div class=comments><div class=comment><p>My aunt rang there for thirty years, every Sunday.</p>"
    "<div class=answers><div class=comment><p>Then she will have known my grandfather, who kept the keys.</p></div></div></div>"
    "<div class=comment><p>I can hear them from the harbour when the wind is right.</p></div></div></div>";

#define THREAD_LENGTH (sizeof(THREAD) - 1)

static void check_areas(blockmask_analyzer *analyzer)
{
    static const uint32_t roles[4] = {BLOCKMASK_AREA_ARTICLE, BLOCKMASK_AREA_COMMENT, BLOCKMASK_AREA_COMMENT,
                                      BLOCKMASK_AREA_COMMENT};
    static const uint32_t parents[4] = {BLOCKMASK_NONE, BLOCKMASK_NONE, 1, BLOCKMASK_NONE};
    static const uint32_t depths[4] = {0, 0, 1, 0};
    const blockmask_area *areas;
    const char *text;
    size_t count, stride, length, i;
    uint32_t layout;

    CHECK_OK(blockmask_get_layout(analyzer, &layout));
    CHECK(layout == BLOCKMASK_LAYOUT_ARTICLE_WITH_COMMENTS);
    CHECK_OK(blockmask_get_areas(analyzer, &areas, &count, &stride));
    CHECK(count == 4);
    for (i = 0; i < count; i++) {
        const blockmask_area *area = BLOCKMASK_RECORD(blockmask_area, areas, stride, i);
        CHECK(area->role == roles[i] && area->parent == parents[i] && area->depth == depths[i]);
        CHECK(area->source_start < area->source_end && area->source_end <= THREAD_LENGTH);
        CHECK_OK(blockmask_get_area_text(analyzer, i, &text, &length));
        CHECK(length == area->text_length && length > 0);
        CHECK(memcmp(text, THREAD + area->source_start, 8) == 0);
    }
    CHECK_STATUS(blockmask_get_area_text(analyzer, count, &text, &length), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_get_layout(analyzer, NULL), BLOCKMASK_BAD_POINTER);
}

static blockmask_analyzer *analyzer_with(uint32_t method)
{
    blockmask_options options;
    blockmask_config *config;
    blockmask_analyzer *analyzer;

    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    CHECK(options.style_density == BLOCKMASK_STYLE_DENSITY_NONE);
    options.style_density = method;
    CHECK_OK(blockmask_create_config(&options, sizeof(options), &config, NULL, 0));
    CHECK_OK(blockmask_create_analyzer(config, &analyzer));
    blockmask_free_config(config);
    return analyzer;
}

int main(void)
{
    blockmask_analyzer *analyzer;
    const blockmask_area *areas;
    size_t count, stride;
    uint32_t method, layout;

    for (method = BLOCKMASK_STYLE_DENSITY_PAPER; method <= BLOCKMASK_STYLE_DENSITY_LEARNED; method++) {
        analyzer = analyzer_with(method);
        CHECK_STATUS(blockmask_get_layout(analyzer, &layout), BLOCKMASK_NO_PAGE);
        CHECK_OK(blockmask_analyze_page(analyzer, THREAD, THREAD_LENGTH, NULL, 0));
        check_areas(analyzer);
        CHECK_OK(blockmask_analyze_page(analyzer, "", 0, NULL, 0));
        CHECK_OK(blockmask_get_layout(analyzer, &layout));
        CHECK(layout == BLOCKMASK_LAYOUT_MULTIPLE);
        CHECK_OK(blockmask_get_areas(analyzer, &areas, &count, &stride));
        CHECK(count == 0 && areas != NULL);
        blockmask_free_analyzer(analyzer);
    }
    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    CHECK_OK(blockmask_analyze_page(analyzer, THREAD, THREAD_LENGTH, NULL, 0));
    CHECK_OK(blockmask_get_layout(analyzer, &layout));
    CHECK(layout == BLOCKMASK_LAYOUT_NONE);
    CHECK_OK(blockmask_get_areas(analyzer, &areas, &count, &stride));
    CHECK(count == 0);
    blockmask_free_analyzer(analyzer);
    return 0;
}
