/* What a page says about itself. */
#include "check.h"

static const char HTML[] =
    "<html lang=en><meta name=robots content='max-snippet:50'><meta name=otherbot content=noindex>"
    "<meta name=googlebot content=noindex><link rel=canonical href=https://example.org/c>"
    "<meta property=article:published_time content=2026-05-02><p>Rain <span data-nosnippet>fell</span> <b x>here</b>."
    "<script type='application/ld+json'>{\"@type\":\"Article\",\"author\":{\"@type\":\"Person\",\"name\":\"Ann Smith\"}}"
    "</script>";

static int is(const char *text, size_t length, const char *expected)
{
    return length == strlen(expected) && memcmp(text, expected, length) == 0;
}

/* The number of facts of a kind with that name and value. */
static int count_of(blockmask_table facts, uint32_t kind, const char *name, const char *value)
{
    int found = 0;
    size_t i;

    for (i = 0; i < facts.count; i++) {
        const blockmask_fact *fact = BLOCKMASK_AT(blockmask_fact, facts, i);
        found += fact->kind == kind && is(fact->name, fact->name_length, name) &&
                 is(fact->value, fact->value_length, value);
    }
    return found;
}

static void check_each(blockmask_table facts)
{
    uint32_t kind = 0;
    size_t i;

    for (i = 0; i < facts.count; i++) {
        const blockmask_fact *fact = BLOCKMASK_AT(blockmask_fact, facts, i);
        CHECK(kind <= fact->kind);
        kind = fact->kind;
        CHECK(fact->source_start <= fact->source_end && fact->source_end < sizeof(HTML));
        if (fact->kind == BLOCKMASK_FACT_PUBLISHED) {
            CHECK(fact->origin == BLOCKMASK_ORIGIN_META && fact->confidence == 91);
            CHECK(memcmp(HTML + fact->source_start, "2026-05-02", 10) == 0);
        }
    }
}

/* The one value that the page declares. */
static void check_property(blockmask_table facts)
{
    const blockmask_fact *fact = BLOCKMASK_AT(blockmask_fact, facts, facts.count - 1);

    CHECK(fact->kind == BLOCKMASK_FACT_PROPERTY && fact->origin == BLOCKMASK_ORIGIN_JSON_LD && fact->entity == 0);
    CHECK(is(fact->object_type, fact->object_type_length, "Person"));
    CHECK(memcmp(HTML + fact->source_start, "Ann Smith", 9) == 0 && fact->source_end - fact->source_start == 9);
}

int main(void)
{
    static const char HEADER[] = "noarchive", AGENTS[] = "bingbot googlebot", ATTRIBUTES[] = "x";
    static const char HEADERS[] = "Content-Signal: ai-train=no\ntdm-policy: /policy";
    blockmask_analyzer *analyzer;
    const blockmask_document *document;
    blockmask_fact_options options = {sizeof(options), NULL, 0, NULL, 0, NULL, 0, NULL, 0, 0};
    blockmask_table facts;

    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    document = analyze(analyzer, HTML, sizeof(HTML) - 1);
    CHECK_OK(blockmask_find_facts(document, NULL, &facts));
    CHECK(count_of(facts, BLOCKMASK_FACT_ROBOTS, "max-snippet", "50") == 1);
    CHECK(count_of(facts, BLOCKMASK_FACT_ROBOTS, "noindex", "") == 0);
    CHECK(count_of(facts, BLOCKMASK_FACT_DIRECTIVE, "googlebot", "noindex") == 1);
    CHECK(count_of(facts, BLOCKMASK_FACT_CANONICAL, "", "https://example.org/c") == 1);
    CHECK(count_of(facts, BLOCKMASK_FACT_LANGUAGE, "", "en") == 1);
    CHECK(count_of(facts, BLOCKMASK_FACT_PUBLISHED, "", "2026-05-02") == 1);
    CHECK(count_of(facts, BLOCKMASK_FACT_EXCLUSION, "data-nosnippet", "snippet") == 1);
    check_each(facts);
    blockmask_free(facts.rows);

    options.x_robots_tag = HEADER;
    options.x_robots_tag_length = sizeof(HEADER) - 1;
    options.agents = AGENTS;
    options.agents_length = sizeof(AGENTS) - 1;
    options.exclusion_attributes = ATTRIBUTES;
    options.exclusion_attributes_length = sizeof(ATTRIBUTES) - 1;
    options.headers = HEADERS;
    options.headers_length = sizeof(HEADERS) - 1;
    CHECK_OK(blockmask_find_facts(document, &options, &facts));
    CHECK(count_of(facts, BLOCKMASK_FACT_ROBOTS, "noindex", "") == 1);
    CHECK(count_of(facts, BLOCKMASK_FACT_ROBOTS, "noarchive", "") == 1);
    CHECK(count_of(facts, BLOCKMASK_FACT_EXCLUSION, "attribute", "index") == 1);
    CHECK(count_of(facts, BLOCKMASK_FACT_USAGE, "search", "denied noindex") == 1);
    CHECK(count_of(facts, BLOCKMASK_FACT_USAGE, "ai-training", "denied content-signal") == 1);
    CHECK(count_of(facts, BLOCKMASK_FACT_TDM_POLICY, "", "https://example.org/policy") == 1);
    blockmask_free(facts.rows);

    CHECK_OK(blockmask_find_facts(document, NULL, &facts));
    CHECK(count_of(facts, BLOCKMASK_FACT_PROPERTY, "name", "Ann") == 0);
    blockmask_free(facts.rows);
    options.properties = 1;
    CHECK_OK(blockmask_find_facts(document, &options, &facts));
    CHECK(count_of(facts, BLOCKMASK_FACT_PROPERTY, "author.name", "Ann Smith") == 1);
    CHECK(count_of(facts, BLOCKMASK_FACT_AUTHOR, "", "Ann Smith") == 1);
    check_property(facts);
    blockmask_free(facts.rows);
    options.size = 1;
    CHECK_STATUS(blockmask_find_facts(document, &options, &facts), BLOCKMASK_BAD_STRUCT_SIZE);
    CHECK_STATUS(blockmask_find_facts(document, NULL, NULL), BLOCKMASK_BAD_POINTER);
    blockmask_free_analyzer(analyzer);
    return 0;
}
