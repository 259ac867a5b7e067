/* What a page says about itself. */
#include "check.h"

static const char HTML[] =
    "<html lang=en><meta name=robots content='max-snippet:50'><meta name=otherbot content=noindex>"
    "<meta name=googlebot content=noindex><link rel=canonical href=https://example.org/c>"
    "<meta property=article:published_time content=2026-05-02><p>Rain <span data-nosnippet>fell</span> <b x>here</b>.";

static int is(const char *text, size_t length, const char *expected)
{
    return length == strlen(expected) && memcmp(text, expected, length) == 0;
}

/* The number of facts of a kind with that name and value. */
static int count_of(const blockmask_fact *facts, size_t count, uint32_t kind, const char *name, const char *value)
{
    int found = 0;
    size_t i;

    for (i = 0; i < count; i++) {
        found += facts[i].kind == kind && is(facts[i].name, facts[i].name_length, name) &&
                 is(facts[i].value, facts[i].value_length, value);
    }
    return found;
}

int main(void)
{
    static const char HEADER[] = "noarchive", AGENTS[] = "bingbot googlebot", ATTRIBUTES[] = "x";
    blockmask_analyzer *analyzer;
    blockmask_fact_options options = {0};
    blockmask_fact *facts;
    size_t count, i;

    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    CHECK_OK(blockmask_analyze_page(analyzer, HTML, sizeof(HTML) - 1, NULL, 0));
    CHECK_OK(blockmask_find_facts(analyzer, NULL, 0, &facts, &count));
    CHECK(count_of(facts, count, BLOCKMASK_FACT_ROBOTS, "max-snippet", "50") == 1);
    CHECK(count_of(facts, count, BLOCKMASK_FACT_ROBOTS, "noindex", "") == 0);
    CHECK(count_of(facts, count, BLOCKMASK_FACT_DIRECTIVE, "googlebot", "noindex") == 1);
    CHECK(count_of(facts, count, BLOCKMASK_FACT_CANONICAL, "", "https://example.org/c") == 1);
    CHECK(count_of(facts, count, BLOCKMASK_FACT_LANGUAGE, "", "en") == 1);
    CHECK(count_of(facts, count, BLOCKMASK_FACT_PUBLISHED, "", "2026-05-02") == 1);
    CHECK(count_of(facts, count, BLOCKMASK_FACT_EXCLUSION, "data-nosnippet", "snippet") == 1);
    for (i = 0; i < count; i++) {
        CHECK(i == 0 || facts[i - 1].kind <= facts[i].kind);
        CHECK(facts[i].source_start <= facts[i].source_end && facts[i].source_end < sizeof(HTML));
        if (facts[i].kind == BLOCKMASK_FACT_PUBLISHED) {
            CHECK(facts[i].origin == BLOCKMASK_ORIGIN_META && facts[i].confidence == 97);
            CHECK(memcmp(HTML + facts[i].source_start, "2026-05-02", 10) == 0);
        }
    }
    blockmask_free(facts);

    options.x_robots_tag = HEADER;
    options.x_robots_tag_length = sizeof(HEADER) - 1;
    options.agents = AGENTS;
    options.agents_length = sizeof(AGENTS) - 1;
    options.exclusion_attributes = ATTRIBUTES;
    options.exclusion_attributes_length = sizeof(ATTRIBUTES) - 1;
    CHECK_OK(blockmask_find_facts(analyzer, &options, sizeof(options), &facts, &count));
    CHECK(count_of(facts, count, BLOCKMASK_FACT_ROBOTS, "noindex", "") == 1);
    CHECK(count_of(facts, count, BLOCKMASK_FACT_ROBOTS, "noarchive", "") == 1);
    CHECK(count_of(facts, count, BLOCKMASK_FACT_EXCLUSION, "attribute", "index") == 1);
    blockmask_free(facts);
    CHECK_STATUS(blockmask_find_facts(analyzer, &options, 1, &facts, &count), BLOCKMASK_BAD_STRUCT_SIZE);
    CHECK_STATUS(blockmask_find_facts(analyzer, NULL, 0, NULL, &count), BLOCKMASK_BAD_POINTER);
    blockmask_free_analyzer(analyzer);
    return 0;
}
