/* Visual areas and the visibility of blocks: only if the option is set. */
#include "check.h"

static blockmask_analyzer *analyzer_with(uint32_t visual)
{
    blockmask_options options;
    blockmask_config *config;
    blockmask_analyzer *analyzer;

    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    CHECK(options.visual == 0);
    options.visual = visual;
    CHECK_OK(blockmask_create_config(&options, sizeof(options), &config, NULL, 0));
    CHECK_OK(blockmask_create_analyzer(config, &analyzer));
    blockmask_free_config(config);
    return analyzer;
}

static void check_tables(void)
{
    blockmask_analyzer *analyzer = analyzer_with(1);
    const blockmask_visual_area *areas, *heading, *hidden;
    const blockmask_block_visibility *visibility;
    size_t count, stride, i;

    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0));
    CHECK_OK(blockmask_get_visual_areas(analyzer, &areas, &count, &stride));
    CHECK(count == 4 && stride == sizeof(*areas));
    for (i = 0; i < count; i++) {
        const blockmask_visual_area *area = BLOCKMASK_RECORD(blockmask_visual_area, areas, stride, i);
        CHECK(area->source_start < area->source_end && area->source_end <= PAGE_LENGTH);
        CHECK(area->probability >= 0 && area->probability <= 1);
    }
    heading = BLOCKMASK_RECORD(blockmask_visual_area, areas, stride, 1);
    CHECK(memcmp(PAGE + heading->source_start, "The third day<", 14) == 0);
    CHECK(heading->font_size == 24000 && heading->bold == 13 && heading->lines == 1 && heading->block == 2);
    CHECK(heading->color == 0 && heading->background == 0xffffff && heading->background_luminance == 1000000);
    hidden = BLOCKMASK_RECORD(blockmask_visual_area, areas, stride, 3);
    CHECK(hidden->hidden == BLOCKMASK_HIDDEN_DISPLAY && hidden->visual_class == BLOCKMASK_VISUAL_NONE);
    CHECK(hidden->width == 0 && hidden->lines == 0);
    CHECK_OK(blockmask_get_block_visibility(analyzer, &visibility, &count, &stride));
    CHECK(count == 5 && visibility[3].hidden == 0);
    CHECK(visibility[4].hidden == BLOCKMASK_HIDDEN_DISPLAY && visibility[4].hidden_characters == 16);
    blockmask_free_analyzer(analyzer);
}

static void check_without(void)
{
    blockmask_analyzer *analyzer = analyzer_with(0);
    const blockmask_visual_area *areas;
    size_t count, stride;

    CHECK_STATUS(blockmask_get_visual_areas(analyzer, &areas, &count, &stride), BLOCKMASK_NO_PAGE);
    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0));
    CHECK_OK(blockmask_get_visual_areas(analyzer, &areas, &count, &stride));
    CHECK(count == 0);
    CHECK_STATUS(blockmask_get_visual_areas(analyzer, NULL, &count, &stride), BLOCKMASK_BAD_POINTER);
    blockmask_free_analyzer(analyzer);
}

int main(void)
{
    check_tables();
    check_without();
    return 0;
}
