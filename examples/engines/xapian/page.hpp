// Pages as they are indexed and shown. page.cpp has all calls of blockmask.
#ifndef PAGE_HPP
#define PAGE_HPP

#include <blockmask.hpp>

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/* [start, end) */
using range = std::pair<std::size_t, std::size_t>;

/* Where snippets are taken from: what comes later is preferred. */
enum class place { not_shown, title, template_text, content };

/* A run of letters and digits. */
struct word {
    /* In lower case. */
    std::string term;
    /* The term weight of its block, in quarters. */
    unsigned weight;
    place shown;
    /* Its byte range and the range of its block in the text of the page. */
    range text, block;
    /* Its bytes in the page. */
    range source;
};

struct page_text {
    std::string title, text;
    std::vector<word> words;
};

/* Reads a page: to index it, and again for its snippet. */
page_text read_page(blockmask::analyzer &analyzer, const std::string &html, const std::string &address);

/* What an indexer does without blockmask: strips the tags. All words weigh the same. */
page_text read_plain(std::string_view html);

/* The words of a query. */
std::set<std::string> terms_of(std::string_view query);

struct snippet {
    std::string text;
    /* The words of the query that are in it, as bytes of the page. */
    std::vector<range> highlights;
};

/* A part of one block with as many words of the query as possible, from the content if that has any of them. */
snippet make_snippet(const page_text &page, const std::set<std::string> &query);

#endif
