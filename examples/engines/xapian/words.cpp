#include "words.hpp"

#include <xapian.h>

#include <algorithm>

namespace {

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

} // namespace

std::string blank_separators(std::string_view text)
{
    std::string blanked(text);
    const Xapian::Utf8Iterator end;
    for (Xapian::Utf8Iterator at(text.data(), text.size()); at != end;) {
        const unsigned character = *at;
        const std::size_t start = text.size() - at.left();
        ++at;
        if (!is_letter_or_digit(character))
            blanked.replace(start, text.size() - at.left() - start, text.size() - at.left() - start, ' ');
    }
    return blanked;
}

std::vector<word> split_words(std::string_view text)
{
    std::vector<word> words;
    const std::string blanked = blank_separators(text);
    for (std::size_t start = 0; (start = blanked.find_first_not_of(' ', start)) != blanked.npos;) {
        const std::size_t end = std::min(blanked.find(' ', start), blanked.size());
        words.push_back({start, end, Xapian::Unicode::tolower(blanked.substr(start, end - start))});
        start = end;
    }
    return words;
}
