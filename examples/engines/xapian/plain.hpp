// The baseline that --plain indexes: a page as one text without tags, and its title.
#ifndef PLAIN_HPP
#define PLAIN_HPP

#include <string>
#include <string_view>

struct plain_text {
    std::string title, body;
};

/* Strips tags, scripts and styles, and decodes character references, about as omindex of Xapian Omega does. */
plain_text strip_tags(std::string_view bytes);

#endif
