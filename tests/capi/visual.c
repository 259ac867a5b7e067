/* Visual areas and the visibility of blocks: only if the option is set. */
#include "check.h"

#include <blockmask_experimental.h>

static blockmask_analyzer *analyzer_with(uint32_t visual)
{
    blockmask_experimental_options options;
    blockmask_analyzer *analyzer;

    CHECK_OK(blockmask_init_experimental_options(&options, sizeof(options)));
    CHECK(options.visual == 0);
    options.visual = visual;
    CHECK_OK(blockmask_create_experimental_analyzer(NULL, &options, &analyzer));
    return analyzer;
}

static void check_tables(void)
{
    blockmask_analyzer *analyzer = analyzer_with(1);
    const blockmask_document *document = analyze(analyzer, PAGE, PAGE_LENGTH);
    blockmask_table areas = get(document, BLOCKMASK_TABLE_VISUAL_AREAS);
    blockmask_table visibility = get(document, BLOCKMASK_TABLE_BLOCK_VISIBILITY);
    const blockmask_visual_area *heading, *hidden;
    const blockmask_block_visibility *last = BLOCKMASK_AT(blockmask_block_visibility, visibility, 4);
    size_t i;

    CHECK(areas.count == 4 && areas.stride == sizeof(blockmask_visual_area));
    for (i = 0; i < areas.count; i++) {
        const blockmask_visual_area *area = BLOCKMASK_AT(blockmask_visual_area, areas, i);
        CHECK(area->source_start < area->source_end && area->source_end <= PAGE_LENGTH);
        CHECK(area->probability >= 0 && area->probability <= 1);
    }
    heading = BLOCKMASK_AT(blockmask_visual_area, areas, 1);
    CHECK(memcmp(PAGE + heading->source_start, "The third day<", 14) == 0);
    CHECK(heading->font_size == 24000 && heading->bold == 13 && heading->lines == 1 && heading->block == 2);
    CHECK(heading->color == 0 && heading->background == 0xffffff && heading->background_luminance == 1000000);
    hidden = BLOCKMASK_AT(blockmask_visual_area, areas, 3);
    CHECK(hidden->hidden == BLOCKMASK_HIDDEN_DISPLAY && hidden->visual_class == BLOCKMASK_VISUAL_NONE);
    CHECK(hidden->width == 0 && hidden->lines == 0);
    CHECK(visibility.count == 5 && BLOCKMASK_AT(blockmask_block_visibility, visibility, 3)->hidden == 0);
    CHECK(last->hidden == BLOCKMASK_HIDDEN_DISPLAY && last->hidden_characters == 16);
    blockmask_free_analyzer(analyzer);
}

int main(void)
{
    blockmask_analyzer *analyzer = analyzer_with(0);

    check_tables();
    CHECK(get(analyze(analyzer, PAGE, PAGE_LENGTH), BLOCKMASK_TABLE_VISUAL_AREAS).count == 0);
    blockmask_free_analyzer(analyzer);
    return 0;
}
