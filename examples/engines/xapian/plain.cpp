#include "plain.hpp"

#include <xapian.h>

#include <algorithm>
#include <cstdlib>

namespace {

bool is_ascii_letter(char c)
{
    return (c | 32) >= 'a' && (c | 32) <= 'z';
}

/* The name of a tag, in lower case, with a slash if it is an end tag; empty if this is no tag. */
std::string tag_name(std::string_view rest)
{
    std::string name;
    for (std::size_t i = 1; i < rest.size(); i++) {
        const bool is_slash = i == 1 && rest[i] == '/';
        if (!is_slash && !is_ascii_letter(rest[i]) && (rest[i] < '0' || rest[i] > '9'))
            break;
        name += is_slash ? '/' : static_cast<char>(rest[i] | 32);
    }
    return name == "/" ? "" : name;
}

/* Where a tag ends; a > in a quoted value does not end it. */
std::size_t tag_end(std::string_view html, std::size_t at)
{
    char quote = 0;
    for (; at < html.size(); at++) {
        const char c = html[at];
        if (quote != 0)
            quote = c == quote ? '\0' : quote;
        else if (c == '>')
            return at + 1;
        else if ((c == '"' || c == '\'') && html[at - 1] == '=')
            quote = c;
    }
    return html.size();
}

/* Tags inside of words; all others separate words. */
bool is_inline(std::string name)
{
    static const std::string names = " a abbr b big cite code em font i kbd s samp small span strong sub sup tt u var ";
    name.erase(0, name[0] == '/');
    return names.find(' ' + name + ' ') != names.npos;
}

/* Appends a character reference, of which a few names are known; others separate words. Returns its length. */
std::size_t append_reference(std::string &text, std::string_view rest)
{
    const std::size_t end = rest.substr(0, 12).find(';');
    if (end == rest.npos || end < 2) {
        text += '&';
        return 1;
    }
    const std::string name(rest.substr(1, end - 1));
    if (name[0] == '#') {
        const bool is_hex = (name[1] | 32) == 'x';
        const unsigned long number = std::strtoul(name.c_str() + (is_hex ? 2 : 1), nullptr, is_hex ? 16 : 10);
        Xapian::Unicode::append_utf8(text, static_cast<unsigned>(std::min(number, 0x10fffful)));
    } else {
        text += name == "amp" ? '&' : name == "lt" ? '<' : name == "gt" ? '>' : name == "quot" ? '"' : ' ';
    }
    return end + 1;
}

/* Where the content of an element such as script ends: before its end tag. */
std::size_t raw_text_end(std::string_view html, std::size_t at, const std::string &name)
{
    for (; (at = html.find("</", at)) != html.npos; at += 2)
        if (tag_name(html.substr(at, name.size() + 3)) == '/' + name)
            return at;
    return html.size();
}

/* Bytes that are not UTF-8 are read as Latin-1, as everywhere in Xapian. */
std::string to_utf8(std::string_view bytes)
{
    std::string text;
    for (Xapian::Utf8Iterator at(bytes.data(), bytes.size()); at != Xapian::Utf8Iterator(); ++at)
        Xapian::Unicode::append_utf8(text, *at);
    return text;
}

} // namespace

plain_text strip_tags(std::string_view bytes)
{
    const std::string utf8 = to_utf8(bytes);
    const std::string_view html = utf8;
    plain_text page;
    std::string *text = &page.body;
    for (std::size_t at = 0; at < html.size();) {
        if (html[at] == '&') {
            at += append_reference(*text, html.substr(at));
        } else if (html[at] != '<') {
            *text += html[at++];
        } else if (html.substr(at, 4) == "<!--") {
            at = std::min(html.find("-->", at), html.size() - 3) + 3;
        } else if (at + 1 < html.size() && (html[at + 1] == '!' || html[at + 1] == '?')) {
            at = tag_end(html, at + 1);
        } else if (const std::string name = tag_name(html.substr(at)); !name.empty()) {
            at = tag_end(html, at + 1);
            if (name == "script" || name == "style")
                at = raw_text_end(html, at, name);
            else if (name == "title" || name == "/title")
                text = name == "title" && page.title.empty() ? &page.title : &page.body;
            else if (!is_inline(name))
                *text += ' ';
        } else {
            *text += html[at++];
        }
    }
    return page;
}
