// The C++ header: handles, ranges, errors with and without exceptions, and the C header as C++.
#include <blockmask.hpp>
#include <blockmask_experimental.h>

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
static_assert(!std::is_copy_constructible<blockmask::owned_document>::value, "move only");
static_assert(std::is_nothrow_move_constructible<blockmask::owned_document>::value, "movable");
static_assert(std::is_trivially_copyable<blockmask::document>::value, "a view");
template <typename Html, typename = void> struct can_analyze : std::false_type {};
template <typename Html>
struct can_analyze<Html, decltype(void(std::declval<blockmask::analyzer &>().analyze(std::declval<Html>())))>
    : std::true_type {};
static_assert(can_analyze<const char *>::value && can_analyze<const std::string &>::value, "bytes that stay");
static_assert(!can_analyze<std::string>::value, "a string that is destroyed after the statement");
static_assert(!can_analyze<const std::string>::value, "a constant one likewise");
template <typename Html, typename = void> struct can_try : std::false_type {};
template <typename Html>
struct can_try<Html, decltype(void(std::declval<blockmask::analyzer &>().try_analyze(
                         std::declval<Html>(), std::declval<blockmask::document &>())))>
    : std::true_type {};
static_assert(can_try<const char *>::value && can_try<const std::string &>::value, "bytes that stay");
static_assert(!can_try<std::string>::value && !can_try<const std::string>::value, "a string that is gone");
static_assert(noexcept(std::declval<blockmask::analyzer &>().try_analyze("", std::declval<blockmask::document &>())),
              "no exception");

static const std::string HTML =
    "<title>T</title><h1>Rain &amp; river</h1><p>Rain fell on the city for the third day, and the river rose.<p>"
    "<a href='/a?b&amp;c'>Ad</a>";

/* The status of the error that a function throws; its message must be the last error of the thread. */
template <typename Work> static blockmask_status thrown(Work work)
{
    try {
        work();
    } catch (const blockmask::error &error) {
        return std::strcmp(error.what(), blockmask_last_error()) == 0 ? error.status() : BLOCKMASK_OK;
    }
    return BLOCKMASK_OK;
}

static int check_page(const blockmask::document &page)
{
    std::string texts;
    for (const blockmask_block &block : page.blocks()) {
        CHECK(block.source_start < block.source_end);
        texts.append(page.text(block)) += '|';
    }
    CHECK(texts == "T|Rain & river|Rain fell on the city for the third day, and the river rose.|Ad|");
    const auto blocks = page.blocks();
    CHECK(blocks.size() == 4 && !blocks.empty() && blocks.end() - blocks.begin() == 4);
    CHECK(blocks[1].heading_level == 1 && page.string(BLOCKMASK_STRING_TAG_PATH, 1) == "html/body/h1");
    CHECK(blocks[2].role == BLOCKMASK_ROLE_MAIN && blocks.begin()[2].tokens == 13);
    CHECK(page.links().size() == 1 && page.text(page.links()[0]) == "Ad");
    CHECK(page.string(BLOCKMASK_STRING_LINK_TARGET, 0) == "/a?b&c");
    CHECK(!page.rows<blockmask_segment>(BLOCKMASK_TABLE_SEGMENTS).empty());
    CHECK(page.structure().size() == 4 && page.images().empty() && page.records().empty());
    const std::size_t reference = page.text().find('&');
    const blockmask::byte_range mapped = page.map_range({reference, reference + 1});
    CHECK(page.map_offset(reference) == HTML.find("&amp;"));
    CHECK(HTML.substr(mapped.start, mapped.end - mapped.start) == "&amp;");
    CHECK(std::string_view(page.page().encoding) == "UTF-8" && page.page().source_length == HTML.size());
    CHECK(page.page().encoding_source == BLOCKMASK_ENCODING_HINT && page.title() == "T");
    CHECK(page.kind_probabilities().size() == 7 && page.page().kind < 7);
    const std::string blanked = page.blank();
    CHECK(blanked.size() == HTML.size() && blanked.find("Rain fell") == HTML.find("Rain fell"));
    CHECK(page.render(BLOCKMASK_FORMAT_ZONES).text().find("<blk-main>Rain fell") != std::string_view::npos);
    CHECK(page.comments().empty() && blocks[0].comment == BLOCKMASK_NONE && page.runs().size() == 4);
    for (const blockmask_run &run : page.runs())
        CHECK(std::string_view(run.text, run.text_length) == page.text(blocks[run.block]));
    return 0;
}

static int check_fingerprint(const blockmask::document &page)
{
    const blockmask_fingerprint print = page.fingerprint();
    blockmask_fingerprint none = {};
    none.size = sizeof(none);
    const blockmask::likeness same = blockmask::match(print, print), other = blockmask::match(print, none);
    CHECK(same.is_near_duplicate && same.similarity == 1 && same.distance == 0);
    CHECK(!other.is_near_duplicate && other.similarity == 0 && other.distance == 64);
    return 0;
}

/* A search engine finds a word in a joined text and highlights it in the source. */
static int check_joined(blockmask::analyzer &analyzer)
{
    const std::string html =
        "<title>Caf&eacute;</title><nav><a href=/>Home</a></nav><h1>Menu</h1><p>Tea at the Caf&eacute;.";
    const auto page = analyzer.analyze(html);
    const auto marked = [&](const blockmask::rendered &joined, std::string_view word) {
        const std::size_t start = joined.text().find(word);
        const blockmask::byte_range source = page.map_range({start, start + word.size()}, joined);
        return "<b>" + html.substr(source.start, source.end - source.start) + "</b>";
    };
    blockmask::rendered titles = page.join_fields(blockmask::fields({BLOCKMASK_FIELD_TITLE, BLOCKMASK_FIELD_H1}));
    CHECK(titles.text() == "Caf\xc3\xa9\nMenu" && titles.pieces().size() == 2);
    CHECK(marked(titles, "Caf\xc3\xa9") == "<b>Caf&eacute;</b>" && marked(titles, "Menu") == "<b>Menu</b>");
    const blockmask_piece &menu = titles.pieces()[1];
    CHECK(menu.rendered_start == 6 && menu.rendered_end == 10 && page.text(page.blocks()[menu.block]) == "Menu");
    const auto all = page.join_fields(BLOCKMASK_FIELDS_VISIBLE);
    CHECK(all.pieces().size() == page.blocks().size());
    CHECK(marked(all, "at the Caf\xc3\xa9") == "<b>at the Caf&eacute;</b>");
    const blockmask::rendered moved = std::move(titles);
    CHECK(moved.text().size() == 10 && titles.text().empty() && titles.pieces().empty());
    CHECK(page.text().find(page.main_text().text().substr(0, 5)) != std::string_view::npos);
    CHECK(page.join_fields(0).text().empty() && page.join_fields(0).pieces().empty());
    CHECK(thrown([&] { page.join_fields(blockmask::fields({99})); }) == BLOCKMASK_BAD_ARGUMENT);
    return 0;
}

/* A link to the page itself, as its address tells. */
static int check_hints(blockmask::analyzer &analyzer)
{
    const std::string html = "<p><a href=/guide/page.html#end>The end of the page</a>";
    const std::string latin = "<p>Caf\xe9";
    const blockmask::hints hints = {"latin1", "https://example.org/guide/page.html"};
    CHECK(analyzer.analyze(html).blocks()[0].field == BLOCKMASK_FIELD_LINK);
    CHECK(analyzer.analyze(html, hints).blocks()[0].field == BLOCKMASK_FIELD_IN_PAGE_LINK);
    const auto page = analyzer.analyze(latin, hints);
    CHECK(page.text(page.blocks()[0]) == "Caf\xc3\xa9" && std::string_view(page.page().encoding) == "windows-1252");
    blockmask::document other;
    CHECK(analyzer.try_analyze(html, other, {{}, "\xff"}) == BLOCKMASK_OK);
    return 0;
}

static int check_long_strings(blockmask::analyzer &analyzer)
{
    std::string html;
    for (int i = 0; i < 300; i++)
        html += "<div class=longer>";
    html += "Text";
    CHECK(analyzer.analyze(html).string(BLOCKMASK_STRING_TAG_PATH, 0).size() > 300 * 10);
    return 0;
}

static int check_errors()
{
    blockmask::options options;
    options.max_input = 5;
    blockmask::analyzer analyzer(options);
    blockmask::document page;
    CHECK(page.get() == nullptr && thrown([&] { page.blocks(); }) == BLOCKMASK_BAD_POINTER);
    CHECK(analyzer.try_analyze("<p>One", page) == BLOCKMASK_TOO_LARGE);
    CHECK(analyzer.try_analyze("One", page) == BLOCKMASK_OK && page.text(page.blocks()[0]) == "One");
    CHECK(thrown([&] { analyzer.analyze("<p>One"); }) == BLOCKMASK_TOO_LARGE);
    CHECK(std::string(blockmask_last_error()).find("limit of 5") != std::string::npos);
    options.mask = 99;
    CHECK(thrown([&] { blockmask::analyzer made(options); }) == BLOCKMASK_BAD_OPTION);
    CHECK(std::string(blockmask_last_error()).find("mask is 99") != std::string::npos);
    analyzer.set_model("");
    CHECK(thrown([&] { analyzer.set_model("no model"); }) == BLOCKMASK_BAD_OPTION);
    CHECK(thrown([&] { page.blocks(); }) == BLOCKMASK_NO_PAGE);
    return 0;
}

/* An analyzer that the functions of C made. */
static int check_experimental()
{
    blockmask_experimental_options options;
    blockmask_analyzer *handle = nullptr;
    blockmask::check(blockmask_init_experimental_options(&options, sizeof(options)));
    options.style_density = BLOCKMASK_STYLE_DENSITY_PAPER;
    blockmask::check(blockmask_create_experimental_analyzer(nullptr, &options, &handle));
    blockmask::analyzer analyzer(handle);
    const auto page = analyzer.analyze(HTML);
    CHECK(page.page().page_layout == BLOCKMASK_PAGE_LAYOUT_ARTICLE);
    CHECK(page.rows<blockmask_layout_area>(BLOCKMASK_TABLE_LAYOUT_AREAS).size() == 1);
    CHECK(page.string(BLOCKMASK_STRING_LAYOUT_AREA, 0).find("Rain fell") != std::string::npos);
    return 0;
}

/* Documents that live on, are moved, and give their memory back. */
static int check_owned()
{
    blockmask::owned_document kept, page;
    {
        blockmask::analyzer analyzer;
        std::string html = HTML;
        kept = analyzer.analyze_owned(html);
        page = analyzer.analyze_owned("<p>One");
        html.assign(html.size(), 'x');
        const blockmask::document view = page;
        CHECK(view.text(view.blocks()[0]) == "One");
        analyzer.give_back(std::move(page));
        CHECK(page.get() == nullptr && thrown([&] { page.text(); }) == BLOCKMASK_BAD_POINTER);
        CHECK(analyzer.analyze("<p>Two").blocks().size() == 1);
    }
    page = std::move(kept);
    CHECK(kept.get() == nullptr && page.blocks().size() == 4);
    page.cancel();
    CHECK(thrown([&] { page.markdown(); }) == BLOCKMASK_CANCELLED);
    CHECK(page.string(BLOCKMASK_STRING_LINK_TARGET, 0) == "/a?b&c" && !page.markdown().text().empty());
    return 0;
}

/* The built-in model as a file, and the file cut short. */
static int check_model(const char *file)
{
    std::ifstream stream(file, std::ios::binary);
    std::string model{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    blockmask::analyzer analyzer;
    const float before = analyzer.analyze(HTML).blocks()[2].probability;
    analyzer.set_model(model);
    CHECK(model.size() > 1000 && analyzer.analyze(HTML).blocks()[2].probability == before);
    model.pop_back();
    CHECK(analyzer.try_set_model(model) == BLOCKMASK_BAD_OPTION);
    return 0;
}

/* Statistics of a site. */
static int check_site(blockmask::analyzer &analyzer)
{
    blockmask::site site;
    site.add(analyzer.analyze(HTML, {{}, "https://site.example/"}));
    const std::string bytes = site.write();
    blockmask::site same(bytes);
    same.merge(site);
    CHECK(same.pages() == 1 && same.write() == bytes);
    analyzer.set_site(same);
    CHECK(analyzer.analyze(HTML).blocks().size() == 4);
    analyzer.set_site(nullptr);
    CHECK(same.try_restore("x") == BLOCKMASK_BAD_OPTION && same.pages() == 1);
    blockmask::site none(nullptr);
    CHECK(none.try_add(analyzer.analyze(HTML)) == BLOCKMASK_BAD_POINTER);
    return 0;
}

/* What a page says about itself, which outlives the page. */
static int check_facts(blockmask::analyzer &analyzer)
{
    const std::string html =
        "<html lang=en><meta name=robots content=nofollow><meta name=someone content=noindex>"
        "<meta property=article:published_time content=2026-05-02><p x>Rain fell on the city.";
    const blockmask::document page = analyzer.analyze(html);
    const blockmask::fact_table plain = page.facts();
    const blockmask::fact_table given = page.facts({"noarchive", "someone", "x"});
    analyzer.analyze(HTML);
    CHECK(plain.size() == 4 && given.size() == 11 && blockmask::find({}, BLOCKMASK_FACT_ROBOTS) == nullptr);
    const blockmask_fact *published = blockmask::find(plain, BLOCKMASK_FACT_PUBLISHED);
    CHECK(published != nullptr && blockmask::value(*published) == "2026-05-02" && published->confidence == 91);
    CHECK(html.substr(published->source_start, published->source_end - published->source_start) == "2026-05-02");
    CHECK(blockmask::name(plain[0]) == "nofollow" && blockmask::find(plain, BLOCKMASK_FACT_EXCLUSION) == nullptr);
    CHECK(blockmask::name(given[0]) == "noindex" && blockmask::name(given[1]) == "nofollow");
    const blockmask_fact *exclusion = blockmask::find(given, BLOCKMASK_FACT_EXCLUSION);
    CHECK(exclusion != nullptr && blockmask::value(*exclusion) == "index");
    return 0;
}

/* Markdown and passages, which outlive the page. */
static int check_texts(blockmask::analyzer &analyzer)
{
    const std::string html =
        "<h1>The river</h1><p>Rain fell on the <a href=https://example.org/>city</a> for the third day. The river rose.";
    const blockmask::document page = analyzer.analyze(html);
    const blockmask::rendered markdown = page.markdown(), plain = page.markdown(0);
    const std::uint32_t starts[] = {0, 4, 10, 15, 20};
    const blockmask::passage_table passages = page.passages(12), by_others = page.passages(256, 0, starts, 5);
    analyzer.analyze(HTML);
    CHECK(markdown.text().find("# The river\n\nRain fell on the [city](https://example.org/) for") == 0);
    const blockmask_piece &piece = plain.pieces()[1];
    CHECK(plain.text().substr(piece.rendered_start, 26) == "Rain fell on the city for " && piece.block == 1);
    const std::uint64_t old_ids[] = {1, 2, 3}, new_ids[] = {2, 4};
    const blockmask::change_table changes = blockmask::diff_passages(old_ids, 3, new_ids, 2);
    CHECK(changes.size() == 3 && changes[0].change_kind == BLOCKMASK_CHANGE_STAYED && changes[0].old_passage == 1);
    CHECK(changes[2].change_kind == BLOCKMASK_CHANGE_WENT && changes[2].new_passage == BLOCKMASK_NONE);
    CHECK(passages.size() == 2);
    CHECK(blockmask::text(passages[0]) == "The river\nRain fell on the city for the third day.");
    CHECK(passages[0].role_count == 2 && passages[0].roles[0].role == BLOCKMASK_ROLE_HEADING);
    CHECK(by_others.size() == 1 && by_others[0].roles[0].tokens == 2 && by_others[0].roles[1].tokens == 3);
    CHECK(thrown([&] { analyzer.analyze(HTML).markdown(64); }) == BLOCKMASK_BAD_ARGUMENT);
    return 0;
}

int main()
{
    blockmask::options options;
    CHECK(options.parts == BLOCKMASK_PARTS_DEFAULT);
    options.parts = BLOCKMASK_PARTS_ALL;
    blockmask::analyzer first(options);
    blockmask::analyzer analyzer = std::move(first);
    first = blockmask::analyzer();
    CHECK(check_page(analyzer.analyze(HTML, {"utf-8", {}})) == 0 && check_fingerprint(analyzer.analyze(HTML)) == 0);
    CHECK(check_long_strings(analyzer) == 0 && check_errors() == 0 && check_experimental() == 0);
    CHECK(check_joined(analyzer) == 0 && check_hints(analyzer) == 0 && check_owned() == 0);
    CHECK(check_model(MODEL) == 0 && check_site(analyzer) == 0);
    CHECK(check_facts(analyzer) == 0 && check_texts(analyzer) == 0);
    CHECK(analyzer.memory_in_use() > 0);
    analyzer.reset();
    analyzer.cancel();
    CHECK(thrown([&] { analyzer.analyze(std::string_view()); }) == BLOCKMASK_CANCELLED);
    CHECK(analyzer.analyze(std::string_view()).blocks().empty());
    return 0;
}
