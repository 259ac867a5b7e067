// The C++ header: handles, ranges, errors with and without exceptions, and the C header as C++.
#include <blockmask.hpp>

#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <type_traits>

#define CHECK(condition)                                                                  \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            std::cerr << __FILE__ << ':' << __LINE__ << ": " << #condition << '\n';       \
            return 1;                                                                     \
        }                                                                                 \
    } while (0)

static_assert(!std::is_copy_constructible<blockmask::analyzer>::value, "move only");
static_assert(std::is_nothrow_move_constructible<blockmask::analyzer>::value, "movable");
static_assert(std::is_nothrow_move_assignable<blockmask::analyzer>::value, "movable");
static_assert(!std::is_copy_constructible<blockmask::config>::value, "move only");
template <typename Html, typename = void> struct can_analyze : std::false_type {};
template <typename Html>
struct can_analyze<Html, decltype(void(std::declval<blockmask::analyzer &>().analyze(std::declval<Html>())))>
    : std::true_type {};
static_assert(can_analyze<const char *>::value && can_analyze<const std::string &>::value, "bytes that stay");
static_assert(!can_analyze<std::string>::value, "a string that is destroyed after the statement");
static_assert(!can_analyze<const std::string>::value, "a constant one likewise");
template <typename Html, typename = void> struct can_try : std::false_type {};
template <typename Html>
struct can_try<Html, decltype(void(std::declval<blockmask::analyzer &>().try_analyze(std::declval<Html>())))>
    : std::true_type {};
static_assert(can_try<const char *>::value && can_try<const std::string &>::value, "bytes that stay");
static_assert(!can_try<std::string>::value && !can_try<const std::string>::value, "a string that is gone");
static_assert(noexcept(std::declval<blockmask::analyzer &>().try_analyze("")), "no exception");

static const std::string HTML =
    "<title>T</title><h1>Rain &amp; river</h1><p>Rain fell on the city for the third day, and the river rose.<p>"
    "<a href='/a?b&amp;c'>Ad</a>";

static int check_page(const blockmask::page &page)
{
    std::string texts;
    std::size_t index = 0;
    for (const blockmask::block block : page.blocks()) {
        CHECK(block.index() == index++);
        CHECK(block.source_start() < block.source_end());
        texts.append(block.text()) += '|';
    }
    CHECK(texts == "T|Rain & river|Rain fell on the city for the third day, and the river rose.|Ad|");
    const auto blocks = page.blocks();
    CHECK(blocks.size() == 4 && !blocks.empty());
    CHECK(blocks[1].heading_level() == 1 && blocks[1].tag_path() == "html/body/h1");
    CHECK(blocks[2].role() == blockmask::role::main && blocks[2].weight() == 4 && !blocks[2].is_template());
    CHECK(blocks[2].tokens() == 13 && blocks[2].linked_tokens() == 0 && blocks[2].lines() == 1);
    CHECK(blocks[2].characters() == blocks[2].text().size() && blocks[2].segment().has_value());
    CHECK(blocks[2].density_tokens() == 13 && blocks[2].density_lines() == 1 && blocks[2].depth() == 3);
    CHECK(blocks[2].probability() > 0.5f && blocks[2].flags() == 0 && blocks[2].is_in_region());
    CHECK(blocks[0].flags() == BLOCKMASK_FLAG_IN_HEAD && !blocks[0].segment().has_value());
    CHECK(std::strcmp(blockmask::name(blocks[2].role()), "main") == 0);
    CHECK(blocks[0].field() == blockmask::field::title && blocks[1].field() == blockmask::field::h1);
    CHECK(blocks[2].field() == blockmask::field::text && blocks[2].link_targets() == 0);
    CHECK(blocks[3].field() == blockmask::field::link && blocks[3].link_targets() == 1);
    CHECK(std::strcmp(blockmask::name(blockmask::field::in_page_link), "in-page-link") == 0);
    CHECK(page.text().substr(blocks[2].text_start(), 9) == "Rain fell" && blocks[2].text_end() > 60);
    CHECK(blocks.records().end() - blocks.records().begin() == 4);
    CHECK(blocks.records().begin()[2].tokens == blocks[2].record().tokens);
    CHECK(page.links().size() == 1 && page.link_target(0) == "/a?b&c");
    CHECK(page.headings().size() == 1 && page.headings()[0].block == 1);
    CHECK(!page.segments().empty());
    CHECK(page.map_text_offset(page.text().find('&')) == HTML.find("&amp;"));
    const std::size_t reference = page.text().find('&');
    const blockmask::byte_range mapped = page.map_text_range({reference, reference + 1});
    CHECK(HTML.substr(mapped.start, mapped.end - mapped.start) == "&amp;");
    CHECK(page.facts().encoding() == "UTF-8" && page.facts().encoding_source() == BLOCKMASK_ENCODING_HINT);
    CHECK(page.facts().source_length() == HTML.size() && page.facts().truncation() == 0);
    CHECK(page.title() == "T" && page.facts().title_block() == 0u && !page.facts().is_recovered());
    CHECK(page.kind_probabilities().size() == 7 && page.facts().kind().has_value());
    CHECK(std::strcmp(blockmask::name(*page.facts().kind()), "unknown") != 0);
    CHECK(std::strcmp(blockmask::name(static_cast<blockmask::page_kind>(99)), "unknown") == 0);
    CHECK(page.fingerprint().is_valid() && page.fingerprint().is_near_duplicate(page.fingerprint()));
    CHECK(!page.fingerprint().is_near_duplicate(blockmask::fingerprint()));
    CHECK(page.fingerprint().similarity(page.fingerprint()) == 1 && page.fingerprint().distance(page.fingerprint()) == 0);
    CHECK(page.fingerprint().similarity(blockmask::fingerprint()) == 0);
    CHECK(page.fingerprint().distance(blockmask::fingerprint()) == 64);
    std::uint64_t keys[8];
    CHECK(page.fingerprint().band_keys(4, keys) == 2 && blockmask::fingerprint().band_keys(4, keys) == 0);
    CHECK(page.fingerprint().content_hash() != 0 && page.fingerprint().structure_hash() != 0);
    const std::string blanked = page.blank();
    CHECK(blanked.size() == HTML.size() && blanked.find("Rain fell") == HTML.find("Rain fell"));
    CHECK(page.zone().view().find("<blk-main>Rain fell") != std::string_view::npos);
    CHECK(page.blocks().begin()->text() == "T" && (++page.blocks().begin())->tag_path() == "html/body/h1");
    CHECK(page.comments().empty() && !page.blocks()[0].comment());
    CHECK(page.areas().empty() && page.layout() == blockmask::page_layout::none);
    CHECK(page.visual_areas().empty() && page.block_visibility().empty());
    blockmask_run run;
    std::size_t cursor = 0;
    while (page.next_run(cursor, run)) {
        const blockmask::block block = page.blocks()[run.block];
        CHECK(std::string_view(run.text, run.text_length) == block.text() && run.text_start == block.text_start());
        CHECK(run.source_start == block.source_start() && run.source_end == block.source_end());
        CHECK(run.field == block.record().field && run.heading_level == block.heading_level());
    }
    CHECK(cursor == 4);
    return 0;
}

/* A search engine finds a word in a joined text and highlights it in the source. */
static int check_joined_text(blockmask::analyzer &analyzer)
{
    const std::string html =
        "<title>Caf&eacute;</title><nav><a href=/>Home</a></nav><h1>Menu</h1><p>Tea at the Caf&eacute;.";
    const auto page = analyzer.analyze(html);
    const auto marked = [&](const blockmask::joined_text &joined, std::string_view word) {
        const std::size_t start = joined.text().find(word);
        const blockmask::byte_range source = page.map_joined_range(joined, {start, start + word.size()});
        return "<b>" + html.substr(source.start, source.end - source.start) + "</b>";
    };
    blockmask::joined_text titles = page.join_fields({blockmask::field::title, blockmask::field::h1});
    CHECK(titles.text() == "Caf\xc3\xa9\nMenu" && titles.pieces().size() == 2);
    CHECK(marked(titles, "Caf\xc3\xa9") == "<b>Caf&eacute;</b>" && marked(titles, "Menu") == "<b>Menu</b>");
    const blockmask_piece &menu = titles.pieces()[1];
    CHECK(menu.joined_start == 6 && menu.length == 4 && page.blocks()[menu.block].text() == "Menu");
    const auto all = page.join_fields(blockmask::field_set::visible());
    CHECK(all.pieces().size() == page.blocks().size());
    CHECK(marked(all, "at the Caf\xc3\xa9") == "<b>at the Caf&eacute;</b>");
    const blockmask::joined_text moved = std::move(titles);
    CHECK(moved.text().size() == 10 && titles.text().empty() && titles.pieces().empty());
    const auto main_text = page.main_text();
    CHECK(!main_text.text().empty() && page.text().find(main_text.text().substr(0, 5)) != std::string_view::npos);
    CHECK(page.join_fields({}).text().empty() && page.join_fields({}).pieces().empty());
    try {
        page.join_fields({static_cast<blockmask::field>(99)});
        CHECK(!"an exception");
    } catch (const blockmask::error &error) {
        CHECK(error.status() == BLOCKMASK_BAD_ARGUMENT);
    }
    return 0;
}

/* A link to the page itself, as its address tells. */
static int check_input(blockmask::analyzer &analyzer)
{
    const std::string html = "<p><a href=/guide/page.html#end>The end of the page</a>";
    const std::string address = "https://example.org/guide/page.html";
    CHECK(analyzer.analyze(html).blocks()[0].field() == blockmask::field::link);
    blockmask::input input{html, {}, address};
    const auto page = analyzer.analyze(input);
    CHECK(page.blocks()[0].field() == blockmask::field::in_page_link && page.blocks()[0].link_targets() == 0);
    input.html = "<p>Caf\xe9";
    input.charset = "latin1";
    CHECK(analyzer.analyze(input).blocks()[0].text() == "Caf\xc3\xa9");
    CHECK(page.facts().encoding() == "windows-1252");
    input.address = "\xff";
    CHECK(analyzer.try_analyze(input) == BLOCKMASK_OK);
    return 0;
}

static int check_defaults()
{
    const blockmask::field_parameters title = blockmask::field_defaults(blockmask::field::title);
    CHECK(title.weight == 32 && title.length_normalization == 0.5f);
    CHECK(blockmask::field_defaults(blockmask::field::hidden).weight == 0);
    constexpr blockmask::field_set some = {blockmask::field::title, blockmask::field::code};
    static_assert(some.contains(blockmask::field::code) && !some.contains(blockmask::field::text), "two fields");
    static_assert(!blockmask::field_set::visible().contains(blockmask::field::hidden), "not to be searched");
    try {
        blockmask::field_defaults(static_cast<blockmask::field>(99));
        CHECK(!"an exception");
    } catch (const blockmask::error &error) {
        CHECK(error.status() == BLOCKMASK_BAD_ARGUMENT);
    }
    return 0;
}

static int check_long_strings(blockmask::analyzer &analyzer)
{
    std::string html;
    for (int i = 0; i < 300; i++)
        html += "<div class=longer>";
    html += "Text";
    const auto page = analyzer.analyze(html);
    CHECK(page.blocks()[0].tag_path().size() > 300 * 10);
    return 0;
}

static int check_errors()
{
    blockmask::options options;
    options->max_input = 5;
    blockmask::analyzer analyzer{blockmask::config(options)};
    CHECK(analyzer.try_analyze("<p>One") == BLOCKMASK_TOO_LARGE);
    CHECK(analyzer.try_analyze("One") == BLOCKMASK_OK);
    CHECK(analyzer.current().blocks()[0].text() == "One");
    try {
        analyzer.analyze("<p>One");
        CHECK(!"an exception");
    } catch (const blockmask::error &error) {
        CHECK(error.status() == BLOCKMASK_TOO_LARGE);
        CHECK(std::string(error.what()).find("limit of 5") != std::string::npos);
    }
    options->fusion = 99;
    try {
        blockmask::config config(options);
        CHECK(!"an exception");
    } catch (const blockmask::error &error) {
        CHECK(std::string(error.what()).find("fusion is 99") != std::string::npos);
    }
    blockmask::experimental_options experimental;
    experimental->seeker_radius = 1001;
    try {
        blockmask::config config(blockmask::options(), experimental);
        CHECK(!"an exception");
    } catch (const blockmask::error &error) {
        CHECK(std::string(error.what()).find("seeker_radius is 1001") != std::string::npos);
    }
    experimental->seeker_radius = 1;
    CHECK(blockmask::config(blockmask::options(), experimental).get() != nullptr);
    analyzer.set_model("");
    try {
        analyzer.set_model("no model");
        CHECK(!"an exception");
    } catch (const blockmask::error &error) {
        CHECK(error.status() == BLOCKMASK_BAD_OPTION && analyzer.last_error() == error.what());
    }
    try {
        blockmask::analyzer().current().blocks();
        CHECK(!"an exception");
    } catch (const blockmask::error &error) {
        CHECK(error.status() == BLOCKMASK_NO_PAGE);
    }
    return 0;
}

/* The built-in model as a file, and the file cut short. */
static int check_model(const char *file)
{
    std::ifstream stream(file, std::ios::binary);
    std::string model{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    blockmask::analyzer analyzer;
    const float before = analyzer.analyze(HTML).blocks()[2].record().probability;
    analyzer.set_model(model);
    CHECK(model.size() > 1000 && analyzer.analyze(HTML).blocks()[2].record().probability == before);
    model.pop_back();
    CHECK(analyzer.try_set_model(model) == BLOCKMASK_BAD_OPTION);
    return 0;
}

/* Statistics of a site, and the hashes of blocks. */
static int check_site(blockmask::analyzer &analyzer)
{
    blockmask::site site;
    const auto blocks = analyzer.analyze(HTML).blocks();
    CHECK(blocks[0].path_hash() == blocks[0].record().path_hash && blocks[0].text_hash() != blocks[1].text_hash());
    site.add(analyzer, "https://site.example/");
    const std::string bytes = site.write();
    blockmask::site same(bytes);
    same.merge(site);
    CHECK(same.pages() == 1 && same.write() == bytes);
    analyzer.set_site(same);
    CHECK(analyzer.analyze(HTML).blocks().size() == blocks.size());
    analyzer.set_site(nullptr);
    CHECK(same.try_read("x") == BLOCKMASK_BAD_OPTION && same.pages() == 1);
    blockmask::site none(nullptr);
    CHECK(none.try_add(analyzer, "") == BLOCKMASK_BAD_POINTER);
    return 0;
}

/* What a page says about itself, which outlives the page. */
static int check_facts(blockmask::analyzer &analyzer)
{
    using list = blockmask::fact_list;
    const std::string html =
        "<html lang=en><meta name=robots content=nofollow><meta name=someone content=noindex>"
        "<meta property=article:published_time content=2026-05-02><p x>Rain fell on the city.";
    const blockmask::page page = analyzer.analyze(html);
    const list plain = page.find_facts();
    const list given = page.find_facts({"noarchive", "someone", "x"});
    analyzer.analyze(HTML);
    CHECK(plain.size() == 4 && given.size() == 9 && list().find(BLOCKMASK_FACT_ROBOTS) == nullptr);
    const blockmask_fact *published = plain.find(BLOCKMASK_FACT_PUBLISHED);
    CHECK(published != nullptr && list::value(*published) == "2026-05-02" && published->confidence == 97);
    CHECK(html.substr(published->source_start, published->source_end - published->source_start) == "2026-05-02");
    CHECK(list::name(plain[0]) == "nofollow" && plain.find(BLOCKMASK_FACT_EXCLUSION) == nullptr);
    CHECK(list::name(given[0]) == "noindex" && list::name(given[1]) == "nofollow");
    const blockmask_fact *exclusion = given.find(BLOCKMASK_FACT_EXCLUSION);
    CHECK(exclusion != nullptr && list::name(*exclusion) == "attribute" && list::value(*exclusion) == "index");
    list none;
    CHECK(analyzer.current().try_find_facts({"", "", ""}, none) == BLOCKMASK_OK && none.size() == 0);
    return 0;
}

/* The records of the main list, which outlive the page. */
static int check_records(blockmask::analyzer &analyzer)
{
    const auto offer = [](const char *name) {
        return "<li><h3>" + std::string(name) + "</h3><p>The river guide in its third edition.<b>12.50</b></li>";
    };
    const std::string html = "<h1>Maps</h1><ul>" + offer("Rhine") + offer("Main") + offer("Neckar") + "</ul>";
    blockmask::options options;
    options->mask = BLOCKMASK_MASK_DENSITY;
    blockmask::analyzer of_lists{blockmask::config(options)};
    const blockmask::record_list records = of_lists.analyze(html).find_records();
    of_lists.analyze(HTML);
    CHECK(records.size() == 3 && html.compare(records[1].source_start, 9, "Main</h3>") == 0);
    CHECK(records.begin()->end_block == records[1].first_block && records.end()[-1].source_end < html.size());
    blockmask::record_list none;
    CHECK(analyzer.analyze("").try_find_records(none) == BLOCKMASK_OK && none.size() == 0);
    return 0;
}

/* Markdown with the ranges of its blocks, which outlives the page. */
static int check_markdown(blockmask::analyzer &analyzer)
{
    const std::string html = "<h1>The river</h1><p>Rain fell on the <a href=https://example.org/>city</a> for the third day.";
    const blockmask::markdown_text markdown = analyzer.analyze(html).markdown();
    const blockmask::markdown_text plain = analyzer.current().markdown(0);
    analyzer.analyze(HTML);
    CHECK(markdown.text() == "# The river\n\nRain fell on the [city](https://example.org/) for the third day.\n");
    CHECK(markdown.ranges().size() == 2 && markdown.ranges()[0].block == 0 && markdown.ranges()[0].start == 0);
    const blockmask_markdown_range &range = plain.ranges()[1];
    CHECK(plain.text().substr(range.start, range.end - range.start) == "Rain fell on the city for the third day.");
    CHECK(blockmask::markdown_text().text().empty() && blockmask::markdown_text().ranges().empty());
    try {
        analyzer.current().markdown(64);
        CHECK(!"an exception");
    } catch (const blockmask::error &error) {
        CHECK(error.status() == BLOCKMASK_BAD_ARGUMENT);
    }
    return 0;
}

/* Passages with the roles of their tokens, which outlive the page. */
static int check_passages(blockmask::analyzer &analyzer)
{
    const std::string html = "<h1>The river</h1><p>Rain fell on the city for the third day. The river rose.";
    const blockmask::page page = analyzer.analyze(html);
    const blockmask::passage_list passages = page.passages(12);
    const std::uint32_t starts[] = {0, 4, 10, 15, 20};
    const blockmask::passage_list by_others = page.passages_by(starts, 5);
    const blockmask::passage_list by_none = page.passages_by(nullptr, 0, 12);
    analyzer.analyze(HTML);
    CHECK(passages.size() == 2 && passages.text(0) == "The river\nRain fell on the city for the third day.");
    const auto roles = passages.roles(0);
    CHECK(roles.size() == 2 && roles[0].role == BLOCKMASK_ROLE_HEADING && roles[0].tokens == 2);
    CHECK(roles[1].role == BLOCKMASK_ROLE_MAIN && roles[1].tokens == 9);
    CHECK(passages.roles(1).size() == 1 && passages.roles(1).begin()->tokens == 3);
    CHECK(by_none.size() == 1 && by_none[0].tokens == 0 && by_none.roles(0).empty());
    CHECK(by_others.size() == 1 && by_others.roles(0)[0].tokens == 2 && by_others.roles(0)[1].tokens == 3);
    return 0;
}

int main()
{
    blockmask::options options;
    CHECK(options->parts == BLOCKMASK_PARTS_DEFAULT);
    options->parts = BLOCKMASK_PARTS_ALL;
    blockmask::analyzer first{blockmask::config(options)};
    blockmask::analyzer analyzer = std::move(first);
    first = blockmask::analyzer();
    if (check_page(analyzer.analyze(HTML, "utf-8")) != 0 || check_long_strings(analyzer) != 0 || check_errors() != 0)
        return 1;
    if (check_joined_text(analyzer) != 0 || check_input(analyzer) != 0 || check_defaults() != 0)
        return 1;
    CHECK(check_model(MODEL) == 0);
    CHECK(check_site(analyzer) == 0);
    CHECK(check_facts(analyzer) == 0);
    CHECK(check_records(analyzer) == 0);
    CHECK(check_markdown(analyzer) == 0);
    CHECK(check_passages(analyzer) == 0);
    CHECK(analyzer.memory_in_use() > 0);
    analyzer.shrink();
    analyzer.reset();
    analyzer.cancel();
    CHECK(analyzer.try_analyze(std::string_view()) == BLOCKMASK_CANCELLED);
    CHECK(analyzer.try_analyze(std::string_view()) == BLOCKMASK_OK);
    return 0;
}
