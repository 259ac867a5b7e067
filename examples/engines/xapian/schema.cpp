#include "schema.hpp"

#include <cstdio>
#include <stdexcept>

namespace {

std::string hex(std::uint64_t number)
{
    char digits[17];
    std::snprintf(digits, sizeof(digits), "%016llx", static_cast<unsigned long long>(number));
    return digits;
}

/* A length in decimal, a colon and as many bytes. */
void append_string(std::string &data, const std::string &text)
{
    data.append(std::to_string(text.size())).append(1, ':').append(text);
}

std::string take_string(const std::string &data, std::size_t &at)
{
    const std::size_t colon = data.find(':', at);
    if (colon == data.npos)
        throw std::runtime_error("the document data is damaged");
    const std::size_t length = std::stoul(data.substr(at, colon - at));
    at = colon + 1 + length;
    return data.substr(colon + 1, length);
}

} // namespace

std::uint64_t hash_bytes(std::string_view bytes)
{
    std::uint64_t hash = UINT64_C(14695981039346656037);
    for (const char byte : bytes)
        hash = (hash ^ static_cast<unsigned char>(byte)) * UINT64_C(1099511628211);
    return hash;
}

std::string unique_term(const std::string &id)
{
    const std::size_t longest = 200;
    return UNIQUE_PREFIX + (id.size() <= longest ? id : id.substr(0, longest) + hex(hash_bytes(id)));
}

std::string folder_term(const std::string &folder)
{
    return FOLDER_PREFIX + hex(hash_bytes(folder));
}

std::string serialize(const stored_page &page)
{
    std::string data;
    append_string(data, page.address);
    append_string(data, page.charset);
    append_string(data, page.html);
    return data;
}

stored_page parse_stored_page(const std::string &data)
{
    std::size_t at = 0;
    stored_page page;
    page.address = take_string(data, at);
    page.charset = take_string(data, at);
    page.html = take_string(data, at);
    return page;
}
