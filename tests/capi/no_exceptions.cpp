// The C++ header without exceptions: each result is available through the functions that return a status.
#include <blockmask.hpp>
#include <blockmask_experimental.h>

#include <cstdio>
#include <cstring>
#include <type_traits>

#ifdef __cpp_exceptions
#error "to be compiled with -fno-exceptions"
#endif

#define CHECK(condition)                                                                \
    do {                                                                                \
        if (!(condition)) {                                                             \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);        \
            return 1;                                                                   \
        }                                                                               \
    } while (0)

static_assert(!std::is_default_constructible<blockmask::analyzer>::value, "that may fail");
static_assert(std::is_nothrow_move_constructible<blockmask::analyzer>::value, "movable");
static_assert(std::is_nothrow_constructible<blockmask::options>::value, "no exception");

static const char HTML[] =
    "<title>T</title><h1>Rain &amp; river</h1><p>Rain fell on the city for the third day, and the river rose.<p>"
    "<a href='/a?b&amp;c'>Ad</a>";

static int check_tables(const blockmask::document &page)
{
    blockmask::table<blockmask_block> blocks;
    blockmask::table<blockmask_link> links;
    blockmask::table<blockmask_visual_area> visual_areas;
    blockmask::table<float> probabilities;
    char area[128];
    std::size_t length = 0;

    CHECK(page.try_rows(BLOCKMASK_TABLE_BLOCKS, blocks) == BLOCKMASK_OK && blocks.size() == 4);
    CHECK((++blocks.begin())->heading_level == 1);
    CHECK(page.try_rows(BLOCKMASK_TABLE_LINKS, links) == BLOCKMASK_OK && links.size() == 1);
    CHECK(page.try_rows(BLOCKMASK_TABLE_VISUAL_AREAS, visual_areas) == BLOCKMASK_OK && !visual_areas.empty());
    CHECK(page.try_rows(BLOCKMASK_TABLE_KIND_PROBABILITIES, probabilities) == BLOCKMASK_OK);
    CHECK(probabilities.size() == 7 && page.try_rows(0, probabilities) == BLOCKMASK_BAD_ARGUMENT);
    CHECK(probabilities.size() == 7);
    CHECK(page.try_string(BLOCKMASK_STRING_LAYOUT_AREA, 0, area, sizeof(area), length) == BLOCKMASK_OK);
    CHECK(std::string_view(area, length).find("Rain fell") != std::string_view::npos);
    return 0;
}

static int check_text(const blockmask::document &page)
{
    char buffer[64];
    std::size_t length = 0, source = 0;
    std::string_view text;
    const blockmask_page *facts = nullptr;
    const blockmask_fingerprint *print = nullptr;
    blockmask::byte_range range;
    const std::uint32_t target = BLOCKMASK_STRING_LINK_TARGET;

    CHECK(page.try_text(text) == BLOCKMASK_OK && text.substr(0, 2) == "T\n");
    CHECK(page.try_map_offset(text.find('&'), source) == BLOCKMASK_OK);
    CHECK(page.try_map_range({text.find('&'), text.find('&') + 1}, range) == BLOCKMASK_OK);
    CHECK(range.start == source && range.end == source + 5 && std::strncmp(HTML + source, "&amp;", 5) == 0);
    CHECK(page.try_fingerprint(print) == BLOCKMASK_OK && blockmask::match(*print, *print).is_near_duplicate);
    CHECK(page.try_page(facts) == BLOCKMASK_OK && facts->source_length == sizeof(HTML) - 1);
    CHECK(facts->page_layout == BLOCKMASK_PAGE_LAYOUT_ARTICLE);
    CHECK(page.try_string(target, 0, buffer, 2, length) == BLOCKMASK_BUFFER_TOO_SMALL && length == 6);
    CHECK(page.try_string(target, 0, buffer, sizeof(buffer), length) == BLOCKMASK_OK);
    CHECK(std::string_view(buffer, length) == "/a?b&c");
    return 0;
}

static int check_rendering(const blockmask::document &page)
{
    const std::uint32_t starts[] = {2, 15};
    char copy[sizeof(HTML)] = "";
    blockmask::rendered text, joined;
    blockmask::passage_table passages;
    blockmask::fact_table facts;
    blockmask::byte_range source = {1, 2};

    CHECK(page.try_render(BLOCKMASK_FORMAT_MARKDOWN, 0, text) == BLOCKMASK_OK && !text.text().empty());
    CHECK(page.try_render(BLOCKMASK_FORMAT_MARKDOWN, 64, text) == BLOCKMASK_BAD_ARGUMENT && !text.pieces().empty());
    CHECK(page.try_passages(passages, 100) == BLOCKMASK_OK && passages.size() == 1 && passages[0].role_count > 0);
    CHECK(page.try_passages(passages, 0) == BLOCKMASK_BAD_ARGUMENT && passages.size() == 1);
    CHECK(page.try_passages(passages, 1, 0, starts, 2) == BLOCKMASK_OK && passages.size() > 1);
    CHECK(page.try_facts({}, facts) == BLOCKMASK_OK);
    CHECK(page.try_map_range({0, 1}, source, &text) == BLOCKMASK_BAD_ARGUMENT && source.end == 2);
    CHECK(page.try_join_fields(blockmask::fields({BLOCKMASK_FIELD_H1}), joined) == BLOCKMASK_OK);
    CHECK(joined.text() == "Rain & river" && page.try_map_range({5, 6}, source, &joined) == BLOCKMASK_OK);
    CHECK(std::string_view(HTML + source.start, source.end - source.start) == "&amp;");
    CHECK(page.try_join_fields(blockmask::fields({31}), joined) == BLOCKMASK_BAD_ARGUMENT);
    CHECK(joined.pieces().size() == 1);
    CHECK(page.try_blank(copy, 3) == BLOCKMASK_BUFFER_TOO_SMALL);
    CHECK(page.try_blank(copy, sizeof(copy)) == BLOCKMASK_OK && std::strstr(copy, "Rain fell on") != nullptr);
    return 0;
}

static int check_errors(blockmask::analyzer &analyzer, const blockmask::document &page)
{
    blockmask::options options;
    blockmask::table<blockmask_block> blocks;
    blockmask::owned_document owned;
    blockmask::document none;
    std::size_t bytes = 0;

    options.mask = 99;
    CHECK(blockmask::analyzer(nullptr).try_create(options) == BLOCKMASK_BAD_OPTION);
    CHECK(std::strstr(blockmask_last_error(), "mask is 99") != nullptr);
    CHECK(analyzer.try_set_model("no model") == BLOCKMASK_BAD_OPTION);
    CHECK(page.try_rows(BLOCKMASK_TABLE_BLOCKS, blocks) == BLOCKMASK_OK);
    CHECK(analyzer.try_set_model(std::string_view()) == BLOCKMASK_OK);
    CHECK(page.try_rows(BLOCKMASK_TABLE_BLOCKS, blocks) == BLOCKMASK_NO_PAGE);
    CHECK(analyzer.try_memory_in_use(bytes) == BLOCKMASK_OK && bytes > 0 && analyzer.try_reset() == BLOCKMASK_OK);
    CHECK(analyzer.try_analyze_owned("<p>One", owned) == BLOCKMASK_OK);
    CHECK(analyzer.try_give_back(std::move(owned)) == BLOCKMASK_OK && owned.get() == nullptr);
    CHECK(analyzer.try_give_back(std::move(owned)) == BLOCKMASK_BAD_POINTER);
    analyzer.cancel();
    CHECK(analyzer.try_analyze(HTML, none) == BLOCKMASK_CANCELLED && none.get() == nullptr);
    return 0;
}

int main()
{
    blockmask::analyzer none(nullptr);
    blockmask::options options;
    blockmask::document page;
    blockmask_experimental_options experimental;
    blockmask_analyzer *handle = nullptr;

    CHECK(none.try_analyze(HTML, page) == BLOCKMASK_BAD_POINTER && none.try_create() == BLOCKMASK_OK);
    CHECK(blockmask_init_experimental_options(&experimental, sizeof(experimental)) == BLOCKMASK_OK);
    experimental.style_density = BLOCKMASK_STYLE_DENSITY_PAPER;
    experimental.visual = 1;
    options.parts = BLOCKMASK_PARTS_ALL;
    CHECK(blockmask_create_experimental_analyzer(options.get(), &experimental, &handle) == BLOCKMASK_OK);
    blockmask::analyzer analyzer(handle);
    CHECK(analyzer.try_analyze(HTML, page, {"utf-8", "https://example.org/"}) == BLOCKMASK_OK);
    CHECK(check_tables(page) == 0 && check_text(page) == 0 && check_rendering(page) == 0);
    return check_errors(analyzer, page);
}
