#include "snippet.hpp"

#include "words.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace {

const std::size_t WORDS = 30;

/* Words of a block, from first up to last. */
struct window {
    std::size_t block = 0, first = 0, last = 0;
    /* Whether it matches and is content; and not the title or the headline, which a list of results shows anyway. */
    bool is_content = false, is_text = false;
    /* Different terms in it, and matches. */
    std::size_t terms = 0, matches = 0;

    bool is_better_than(const window &other) const
    {
        return std::tie(is_content, is_text, terms, matches) >
               std::tie(other.is_content, other.is_text, other.terms, other.matches);
    }
};

bool is_headline(blockmask::field field)
{
    return field == blockmask::field::title || field == blockmask::field::h1;
}

/* The best window of a block: the first with the most different terms. */
window best_window(const std::vector<word> &words, const std::set<std::string> &terms)
{
    window best;
    std::map<std::string, std::size_t> counts;
    std::size_t matches = 0;
    for (std::size_t i = 0; i < words.size(); i++) {
        if (i >= WORDS && terms.count(words[i - WORDS].term) != 0) {
            matches--;
            if (--counts[words[i - WORDS].term] == 0)
                counts.erase(words[i - WORDS].term);
        }
        if (terms.count(words[i].term) == 0)
            continue;
        counts[words[i].term]++;
        matches++;
        window now;
        now.last = i + 1;
        now.terms = counts.size();
        now.matches = matches;
        if (now.is_better_than(best))
            best = now;
    }
    return best;
}

/* Puts the matches of a window that ends with one into the middle of WORDS words. */
void center(window &at, const std::vector<word> &words, const std::set<std::string> &terms)
{
    std::size_t first_match = at.last - std::min(at.last, WORDS);
    while (first_match < at.last && terms.count(words[first_match].term) == 0)
        first_match++;
    const std::size_t spare = WORDS - (at.last - first_match);
    at.first = first_match - std::min(first_match, spare / 2);
    at.last = std::min(at.first + WORDS, words.size());
    at.first = at.last - std::min(at.last, WORDS);
}

/* The text of a window, with the punctuation behind it. */
snippet cut(const blockmask::page &page, const window &at, const std::vector<word> &words,
            const std::set<std::string> &terms)
{
    const blockmask::block block = page.blocks()[at.block];
    const std::string_view text = block.text();
    const std::size_t start = at.first == 0 ? 0 : words[at.first].start;
    const bool is_last = at.last == words.size();
    const std::size_t end = is_last ? text.size() : text.find_last_not_of(' ', words[at.last].start - 1) + 1;
    snippet made;
    made.text = text.substr(start, end - start);
    for (std::size_t i = at.first; i < at.last; i++)
        if (terms.count(words[i].term) != 0)
            made.highlights.push_back(page.map_text_range(
                {block.text_start() + words[i].start, block.text_start() + words[i].end}));
    return made;
}

} // namespace

snippet make_snippet(blockmask::analyzer &analyzer, const stored_page &stored, const std::set<std::string> &terms)
{
    const auto page = analyzer.analyze(blockmask::input{stored.html, stored.charset, stored.address});
    window best;
    std::vector<word> words;
    for (const blockmask::block block : page.blocks()) {
        if (block.weight() == 0 || (block.flags() & BLOCKMASK_FLAG_NO_SNIPPET) != 0)
            continue;
        std::vector<word> found = split_words(block.text());
        window candidate = best_window(found, terms);
        candidate.block = block.index();
        candidate.is_content = candidate.matches > 0 && !block.is_template();
        candidate.is_text = candidate.matches > 0 && !is_headline(block.field());
        const bool is_first_content = words.empty() && !block.is_template();
        if (candidate.is_better_than(best) || is_first_content) {
            center(candidate, found, terms);
            best = candidate;
            words = std::move(found);
        }
    }
    return words.empty() ? snippet() : cut(page, best, words, terms);
}
