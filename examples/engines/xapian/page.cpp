#include "page.hpp"

#include <xapian.h>

#include <algorithm>
#include <cctype>

namespace {

/* Words of a snippet, and how many of them stand before the first one that was found. */
const std::size_t LENGTH = 32, LEAD = 6;
/* What a word of plain text counts. */
const unsigned TEXT_WEIGHT = 4;
/* Xapian takes no longer terms. */
const std::size_t MAX_TERM = 245;

bool is_letter_or_digit(unsigned character)
{
    switch (Xapian::Unicode::get_category(character)) {
    case Xapian::Unicode::UPPERCASE_LETTER:
    case Xapian::Unicode::LOWERCASE_LETTER:
    case Xapian::Unicode::TITLECASE_LETTER:
    case Xapian::Unicode::MODIFIER_LETTER:
    case Xapian::Unicode::OTHER_LETTER:
    case Xapian::Unicode::DECIMAL_DIGIT_NUMBER:
    case Xapian::Unicode::LETTER_NUMBER:
    case Xapian::Unicode::OTHER_NUMBER:
        return true;
    default:
        return false;
    }
}

/* The words of a text. */
std::vector<range> split(std::string_view text)
{
    std::vector<range> words;
    bool is_in_word = false;
    for (Xapian::Utf8Iterator at(text.data(), text.size()); at != Xapian::Utf8Iterator();) {
        const std::size_t start = text.size() - at.left();
        const bool is_word = is_letter_or_digit(*at);
        ++at;
        if (is_word && !is_in_word)
            words.push_back({start, start});
        if (is_word)
            words.back().second = text.size() - at.left();
        is_in_word = is_word;
    }
    return words;
}

std::string term_of(std::string_view word)
{
    return Xapian::Unicode::tolower(std::string(word)).substr(0, MAX_TERM);
}

bool is_same_letter(char one, char other)
{
    return std::tolower(static_cast<unsigned char>(one)) == std::tolower(static_cast<unsigned char>(other));
}

/* Whether a text begins with another, whatever the case. */
bool begins(std::string_view text, std::string_view with)
{
    return text.size() >= with.size() && std::equal(with.begin(), with.end(), text.begin(), is_same_letter);
}

} // namespace

page_text read_page(blockmask::analyzer &analyzer, const std::string &html, const std::string &address)
{
    const blockmask::document page = analyzer.analyze(html, {{}, address});
    page_text result{std::string(page.title()), std::string(page.text()), {}};
    for (const blockmask_block &block : page.blocks()) {
        if (block.weight == 0)
            continue;
        const place shown = (block.flags & BLOCKMASK_FLAG_NO_SNIPPET) != 0 ? place::not_shown
            : (block.flags & BLOCKMASK_FLAG_IN_HEAD) != 0                  ? place::title
            : block.is_template                                            ? place::template_text
                                                                           : place::content;
        for (const auto &[start, end] : split(page.text(block))) {
            const range text = {block.text_start + start, block.text_start + end};
            const blockmask::byte_range source = page.map_range({text.first, text.second});
            result.words.push_back({term_of(page.text(block).substr(start, end - start)), block.weight, shown, text,
                                    {block.text_start, block.text_end}, {source.start, source.end}});
        }
    }
    return result;
}

page_text read_plain(std::string_view html)
{
    static const std::pair<std::string_view, const char *> references[] = {
        {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&nbsp;", " "}};
    page_text page;
    while (!html.empty()) {
        std::size_t length = std::max<std::size_t>(1, html.find_first_of("<&", 1));
        std::string_view text = html.substr(0, length);
        if (html[0] == '<') {
            const std::string_view mark = begins(html, "<!--") ? "-->"
                : begins(html, "<script")                       ? "</script>"
                : begins(html, "<style")                        ? "</style>"
                                                                : ">";
            const auto end = std::search(html.begin(), html.end(), mark.begin(), mark.end(), is_same_letter);
            length = static_cast<std::size_t>(end - html.begin()) + mark.size();
            text = " ";
        }
        for (const auto &[reference, character] : references) {
            if (begins(html, reference)) {
                length = reference.size();
                text = character;
            }
        }
        page.text += text;
        html.remove_prefix(std::min(length, html.size()));
    }
    for (const range &word : split(page.text))
        page.words.push_back({term_of(page.text.substr(word.first, word.second - word.first)), TEXT_WEIGHT,
                              place::not_shown, {}, {}, {}});
    return page;
}

std::set<std::string> terms_of(std::string_view query)
{
    std::set<std::string> terms;
    for (const auto &[start, end] : split(query))
        terms.insert(term_of(query.substr(start, end - start)));
    return terms;
}

snippet make_snippet(const page_text &page, const std::set<std::string> &query)
{
    const std::vector<word> &words = page.words;
    range best;
    std::pair<place, std::size_t> best_value = {place::not_shown, 0};
    for (std::size_t i = 0; i < words.size(); i++) {
        const bool is_found = query.count(words[i].term) != 0;
        /* A page that was found by words that must not be shown has its first content instead. */
        if (words[i].shown == place::not_shown || (!is_found && best_value.first != place::not_shown))
            continue;
        std::size_t first = i - std::min(i, LEAD), last = i;
        while (words[first].block != words[i].block)
            first++;
        std::set<std::string> found;
        for (; last < std::min(first + LENGTH, words.size()) && words[last].block == words[i].block; last++)
            if (query.count(words[last].term) != 0)
                found.insert(words[last].term);
        const std::pair<place, std::size_t> value = {is_found ? words[i].shown : place::not_shown, found.size()};
        if (value > best_value || best.second == 0) {
            best = {first, last};
            best_value = value;
        }
    }
    if (best.second == 0)
        return {};
    const word &first = words[best.first], &last = words[best.second - 1];
    const bool starts_block = best.first == 0 || words[best.first - 1].block != first.block;
    const bool ends_block = best.second == words.size() || words[best.second].block != last.block;
    const std::size_t start = starts_block ? first.block.first : first.text.first;
    const std::size_t end = ends_block ? last.block.second : last.text.second;
    snippet made;
    made.text = (starts_block ? "" : "\u2026 ") + page.text.substr(start, end - start) + (ends_block ? "" : " \u2026");
    for (std::size_t i = best.first; i < best.second; i++)
        if (query.count(words[i].term) != 0)
            made.highlights.push_back(words[i].source);
    return made;
}
