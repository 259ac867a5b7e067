// What a word is: a run of letters and digits of any script. Everything else separates words, the underscore included.
#ifndef WORDS_HPP
#define WORDS_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/* A copy of the same length in which each byte that is no part of a word is a space, so that offsets are unchanged. */
std::string blank_separators(std::string_view text);

/* A word of a text: where it is, and its term. */
struct word {
    std::size_t start, end;
    std::string term;
};

/* The words of a text, with terms in lower case, as Xapian::TermGenerator makes them of blank_separators(text). */
std::vector<word> split_words(std::string_view text);

#endif
