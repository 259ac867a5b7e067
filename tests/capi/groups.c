/* Groups of repeated parts: offers with prices, and comments with an answer. */
#include "check.h"
#include "story.h"

#include <blockmask_experimental.h>

static const char SHOP[] =
    "<h1>Maps</h1><ul>"
    "<li><h3><a href=/rhine>Rhine</a></h3><p>The river guide in its third edition.</p><b>$12.50</b>"
    "<li><h3><a href=/main>Main</a></h3><p>The river guide with maps of all locks.</p><b>$9.00</b>"
    "<li><h3><a href=/neckar>Neckar</a></h3><p>From the source to the mouth, by boat.</p><b>$14.00</b></ul>";

/* Whether a range of the normalized text is this. */
static int says(const blockmask_document *document, uint32_t start, uint32_t end, const char *expected)
{
    const char *text;
    size_t length;

    CHECK_OK(blockmask_get_text(document, &text, &length));
    return start <= end && end <= length && end - start == strlen(expected)
        && memcmp(text + start, expected, end - start) == 0;
}

static void check_ranges(const blockmask_document *document, size_t length)
{
    blockmask_table groups = get(document, BLOCKMASK_TABLE_GROUPS), items = get(document, BLOCKMASK_TABLE_GROUP_ITEMS);
    blockmask_table blocks = get(document, BLOCKMASK_TABLE_BLOCKS);
    uint32_t end = 0;
    size_t i, j;

    for (i = 0; i < groups.count; i++) {
        const blockmask_group *group = BLOCKMASK_AT(blockmask_group, groups, i);
        CHECK(group->first_item == end && group->first_item < group->end_item);
        CHECK(group->source_start < group->source_end && group->source_end <= length);
        CHECK(group->probability > 0 && group->probability <= 1);
        end = group->end_item;
        for (j = group->first_item; j < group->end_item; j++) {
            const blockmask_group_item *item = BLOCKMASK_AT(blockmask_group_item, items, j);
            CHECK(group->source_start <= item->source_start && item->source_end <= group->source_end);
            CHECK(item->first_block < item->end_block && item->end_block <= blocks.count);
            CHECK(item->parent == BLOCKMASK_NONE || item->parent < group->end_item - group->first_item);
        }
    }
    CHECK(end == items.count);
}

static void check_offers(blockmask_analyzer *analyzer)
{
    const blockmask_document *document = analyze(analyzer, SHOP, sizeof(SHOP) - 1);
    const blockmask_group *offers;
    const blockmask_group_item *second;
    blockmask_table groups = get(document, BLOCKMASK_TABLE_GROUPS), items = get(document, BLOCKMASK_TABLE_GROUP_ITEMS);

    CHECK(groups.count == 1 && items.count == 3);
    CHECK(strcmp(blockmask_name(BLOCKMASK_NAMES_GROUP, BLOCKMASK_GROUP_OFFERS), "offers") == 0);
    CHECK(groups.stride == sizeof(blockmask_group) && items.stride == sizeof(blockmask_group_item));
    offers = BLOCKMASK_AT(blockmask_group, groups, 0);
    CHECK(offers->group_kind == BLOCKMASK_GROUP_OFFERS && offers->first_item == 0 && offers->end_item == 3);
    second = BLOCKMASK_AT(blockmask_group_item, items, 1);
    CHECK(memcmp(SHOP + second->source_start, "Main</a>", 8) == 0);
    CHECK(says(document, second->price_text_start, second->price_text_end, "$9.00"));
    CHECK(second->author_text_start == second->author_text_end && second->parent == BLOCKMASK_NONE);
    check_ranges(document, sizeof(SHOP) - 1);
}

static void check_comments(blockmask_analyzer *analyzer)
{
    const blockmask_document *document = analyze(analyzer, ARTICLE, sizeof(ARTICLE) - 1);
    const blockmask_group *comments = NULL;
    const blockmask_group_item *answer;
    blockmask_table groups = get(document, BLOCKMASK_TABLE_GROUPS), items = get(document, BLOCKMASK_TABLE_GROUP_ITEMS);
    size_t i;

    for (i = 0; i < groups.count; i++) {
        const blockmask_group *group = BLOCKMASK_AT(blockmask_group, groups, i);
        comments = group->group_kind == BLOCKMASK_GROUP_COMMENTS ? group : comments;
    }
    CHECK(comments != NULL && comments->end_item - comments->first_item == 2 && comments->is_main_list == 0);
    answer = BLOCKMASK_AT(blockmask_group_item, items, comments->first_item + 1);
    CHECK(answer->parent == 0);
    CHECK(says(document, answer->author_text_start, answer->author_text_end, "Bob"));
    CHECK(says(document, answer->date_text_start, answer->date_text_end, "2 April 2026"));
    check_ranges(document, sizeof(ARTICLE) - 1);
}

int main(void)
{
    static const char NONE[] = "<p>Rain fell on the city.";
    blockmask_analyzer *analyzer;
    const blockmask_document *document;

    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    check_offers(analyzer);
    check_comments(analyzer);
    document = analyze(analyzer, NONE, sizeof(NONE) - 1);
    CHECK(get(document, BLOCKMASK_TABLE_GROUPS).count == 0 && get(document, BLOCKMASK_TABLE_GROUP_ITEMS).count == 0);
    blockmask_free_analyzer(analyzer);
    return 0;
}
