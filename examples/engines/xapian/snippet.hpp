// What a list of results shows of a page: a few words of it that match, and where they are in its source.
#ifndef SNIPPET_HPP
#define SNIPPET_HPP

#include "schema.hpp"

#include <blockmask.hpp>

#include <set>
#include <string>
#include <vector>

struct snippet {
    std::string text;
    /* The words that match, in the bytes of the page; in the order of the text. */
    std::vector<blockmask::byte_range> highlights;
};

/*
 * Makes a snippet with as many of the terms as possible, from content if it has any of them. If they are only in text
 * that is not for snippets, it is the beginning of the content.
 */
snippet make_snippet(blockmask::analyzer &analyzer, const stored_page &page, const std::set<std::string> &terms);

#endif
