// The C++ header without exceptions: each result is available through the functions that return a status.
#include <blockmask.hpp>

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

static int check_tables(const blockmask::page &page)
{
    blockmask::block_range blocks;
    blockmask::table<blockmask_segment> segments;
    blockmask::table<blockmask_region> regions;
    blockmask::table<blockmask_link> links;
    blockmask::table<blockmask_heading> headings;
    blockmask::table<blockmask_area> areas;
    blockmask::table<blockmask_visual_area> visual_areas;
    blockmask::table<blockmask_block_visibility> visibility;
    blockmask::table<float> probabilities;
    std::string_view area;
    blockmask::page_layout layout = blockmask::page_layout::none;

    CHECK(page.try_blocks(blocks) == BLOCKMASK_OK && blocks.size() == 4);
    CHECK(blocks.begin()->text() == "T" && (++blocks.begin())->heading_level() == 1);
    CHECK(page.try_segments(segments) == BLOCKMASK_OK && !segments.empty());
    CHECK(page.try_regions(regions) == BLOCKMASK_OK && !regions.empty());
    CHECK(page.try_links(links) == BLOCKMASK_OK && links.size() == 1);
    CHECK(page.try_headings(headings) == BLOCKMASK_OK && headings[0].block == 1);
    CHECK(page.try_areas(areas) == BLOCKMASK_OK && areas.size() == 1);
    CHECK(page.try_area_text(0, area) == BLOCKMASK_OK && area.find("Rain fell") != area.npos);
    CHECK(page.try_area_text(1, area) == BLOCKMASK_BAD_ARGUMENT && !area.empty());
    CHECK(page.try_layout(layout) == BLOCKMASK_OK && layout == blockmask::page_layout::article);
    CHECK(std::strcmp(blockmask::name(layout), "article") == 0);
    CHECK(page.try_visual_areas(visual_areas) == BLOCKMASK_OK && !visual_areas.empty());
    CHECK(page.try_block_visibility(visibility) == BLOCKMASK_OK && visibility.size() == blocks.size());
    CHECK(page.try_kind_probabilities(probabilities) == BLOCKMASK_OK && probabilities.size() == 7);
    return 0;
}

static int check_text(const blockmask::page &page)
{
    char buffer[64];
    std::size_t length = 0, source = 0;
    std::string_view text;
    blockmask::block_range blocks;
    blockmask::page_facts facts;
    blockmask::fingerprint print;
    blockmask::byte_range range;

    CHECK(page.try_text(text) == BLOCKMASK_OK && text.substr(0, 2) == "T\n");
    CHECK(page.try_map_text_offset(text.find('&'), source) == BLOCKMASK_OK);
    CHECK(page.try_map_text_range({text.find('&'), text.find('&') + 1}, range) == BLOCKMASK_OK);
    CHECK(range.start == source && range.end == source + 5);
    CHECK(page.try_title(text) == BLOCKMASK_OK && text == "T");
    CHECK(page.try_fingerprint(print) == BLOCKMASK_OK && print.is_near_duplicate(print));
    CHECK(std::strncmp(HTML + source, "&amp;", 5) == 0);
    CHECK(page.try_facts(facts) == BLOCKMASK_OK && facts.source_length() == sizeof(HTML) - 1);
    CHECK(page.try_link_target(0, buffer, 2, length) == BLOCKMASK_BUFFER_TOO_SMALL && length == 6);
    CHECK(page.try_link_target(0, buffer, sizeof(buffer), length) == BLOCKMASK_OK);
    CHECK(std::string_view(buffer, length) == "/a?b&c");
    CHECK(page.try_blocks(blocks) == BLOCKMASK_OK);
    CHECK(blocks[1].try_tag_path(buffer, sizeof(buffer), length) == BLOCKMASK_OK);
    CHECK(std::string_view(buffer, length) == "html/body/h1");
    return 0;
}

static int check_rendering(const blockmask::page &page)
{
    const std::uint32_t starts[] = {2, 15};
    blockmask::owned_text text;
    blockmask::markdown_text markdown;
    blockmask::passage_list passages;

    CHECK(page.try_render(BLOCKMASK_FORMAT_MARKDOWN, 0, text) == BLOCKMASK_OK && !text.view().empty());
    CHECK(page.try_markdown(0, markdown) == BLOCKMASK_OK && markdown.text() == text.view());
    CHECK(page.try_markdown(64, markdown) == BLOCKMASK_BAD_ARGUMENT && !markdown.ranges().empty());
    CHECK(page.try_passages(100, 0, passages) == BLOCKMASK_OK && passages.size() == 1 && !passages.roles(0).empty());
    CHECK(page.try_passages(0, 0, passages) == BLOCKMASK_BAD_ARGUMENT && passages.size() == 1);
    CHECK(page.try_passages_by(starts, 2, 1, 0, passages) == BLOCKMASK_OK && passages.size() > 1);
    return 0;
}

static int check_fields(const blockmask::page &page)
{
    blockmask::joined_text joined;
    blockmask::byte_range source = {1, 2};
    blockmask::field_parameters defaults;

    CHECK(page.try_map_joined_range(joined, {0, 1}, source) == BLOCKMASK_BAD_POINTER && source.end == 2);
    CHECK(page.try_join_fields({blockmask::field::h1}, joined) == BLOCKMASK_OK && joined.text() == "Rain & river");
    CHECK(page.try_map_joined_range(joined, {5, 6}, source) == BLOCKMASK_OK);
    CHECK(std::string_view(HTML + source.start, source.end - source.start) == "&amp;");
    CHECK(page.try_join_fields({static_cast<blockmask::field>(31)}, joined) == BLOCKMASK_BAD_ARGUMENT);
    CHECK(joined.pieces().size() == 1);
    CHECK(blockmask::try_field_defaults(blockmask::field::code, defaults) == BLOCKMASK_OK && defaults.weight == 2);
    CHECK(blockmask::try_field_defaults(static_cast<blockmask::field>(0), defaults) == BLOCKMASK_BAD_ARGUMENT);
    return 0;
}

static int check_shapes(const blockmask::page &page)
{
    char copy[sizeof(HTML)] = "";
    std::size_t cursor = 0, runs = 0;
    blockmask::owned_text zoned;
    blockmask_run run;

    CHECK(page.try_blank(copy, 3) == BLOCKMASK_BUFFER_TOO_SMALL);
    CHECK(page.try_blank(copy, sizeof(copy)) == BLOCKMASK_OK && std::strstr(copy, "Rain fell on") != nullptr);
    CHECK(page.try_zone(zoned) == BLOCKMASK_OK);
    CHECK(zoned.view().find("<blk-main>Rain fell") != std::string_view::npos);
    while (page.try_next_run(cursor, run) == BLOCKMASK_OK)
        runs++;
    CHECK(runs == 4 && page.try_next_run(cursor, run) == BLOCKMASK_END);
    return 0;
}

static int check_errors(blockmask::analyzer &analyzer)
{
    blockmask::options options;
    blockmask::config config(nullptr);
    blockmask::block_range blocks;
    char message[64] = "";
    std::size_t bytes = 0;

    options->fusion = 99;
    CHECK(config.try_create(options, message, sizeof(message)) == BLOCKMASK_BAD_OPTION && config.get() == nullptr);
    CHECK(std::strstr(message, "fusion is 99") != nullptr);
    CHECK(config.try_create(options) == BLOCKMASK_BAD_OPTION);
    CHECK(analyzer.try_set_model("no model") == BLOCKMASK_BAD_OPTION && !analyzer.last_error().empty());
    CHECK(analyzer.try_set_model(std::string_view()) == BLOCKMASK_OK);
    CHECK(analyzer.current().try_blocks(blocks) == BLOCKMASK_NO_PAGE && blocks.empty());
    CHECK(analyzer.try_memory_in_use(bytes) == BLOCKMASK_OK && bytes > 0);
    CHECK(analyzer.try_shrink() == BLOCKMASK_OK && analyzer.try_reset() == BLOCKMASK_OK);
    analyzer.cancel();
    CHECK(analyzer.try_analyze(HTML) == BLOCKMASK_CANCELLED);
    return 0;
}

int main()
{
    blockmask::analyzer analyzer(nullptr);
    blockmask::options options;
    blockmask::config config(nullptr);

    CHECK(analyzer.try_analyze(HTML) == BLOCKMASK_BAD_POINTER && analyzer.last_error().empty());
    CHECK(analyzer.try_create() == BLOCKMASK_OK && analyzer.try_create(config) == BLOCKMASK_OK);
    options->style_density = BLOCKMASK_STYLE_DENSITY_PAPER;
    options->visual = 1;
    options->parts = BLOCKMASK_PARTS_ALL;
    CHECK(config.try_create(options) == BLOCKMASK_OK && analyzer.try_create(config) == BLOCKMASK_OK);
    CHECK(analyzer.try_analyze(blockmask::input{HTML, "utf-8", "https://example.org/"}) == BLOCKMASK_OK);
    if (check_rendering(analyzer.current()) != 0 || check_fields(analyzer.current()) != 0)
        return 1;
    CHECK(analyzer.try_analyze(HTML, "utf-8") == BLOCKMASK_OK);
    if (check_tables(analyzer.current()) != 0 || check_text(analyzer.current()) != 0)
        return 1;
    return check_shapes(analyzer.current()) + check_errors(analyzer);
}
