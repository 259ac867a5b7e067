// What the index holds of a page: the names of its terms, its values and its document data.
#ifndef SCHEMA_HPP
#define SCHEMA_HPP

#include <blockmask.hpp>
#include <xapian.h>

#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>

/* Values, for what the matcher or a list of results needs without reading the document data. */
enum slot : Xapian::valueno {
    HASH_SLOT,  /* of the bytes of the page, for incremental indexing */
    PATH_SLOT,  /* its id */
    TITLE_SLOT,
    KIND_SLOT,  /* by name; empty if unknown */
    DATE_SLOT,  /* Xapian::sortable_serialise of the seconds since 1970 */
    GROUP_SLOT  /* the fingerprint that its near-duplicates share; empty if it has none */
};

/* Prefixes of terms. Q and S are Xapian's conventions for the unique term and the title; X begins one's own. */
const char UNIQUE_PREFIX[] = "Q";
const char FOLDER_PREFIX[] = "XFOLDER"; /* the folder that it was found in */
const char KIND_PREFIX[] = "XKIND";
const char HASH_PREFIX[] = "XMINHASH"; /* of the fingerprint in GROUP_SLOT */
const char TITLE_PREFIX[] = "S";
const char HEADING_PREFIX[] = "XHEADING";

/* Metadata of the database: how it was made, "blockmask" or "plain". */
const char MODE_KEY[] = "mode";

/* The prefix of the words of a field, for searches such as title:rain; NULL if it cannot be searched alone. */
inline const char *prefix_of(blockmask::field field)
{
    switch (field) {
    case blockmask::field::title:
    case blockmask::field::h1:
        return TITLE_PREFIX;
    case blockmask::field::heading:
    case blockmask::field::linked_heading:
        return HEADING_PREFIX;
    default:
        return nullptr;
    }
}

/* FNV-1a, 64 bits. */
std::uint64_t hash_bytes(std::string_view bytes);

/* The term that only the page with this id has. Terms are limited to 245 bytes. */
std::string unique_term(const std::string &id);

/* The term of all pages of a folder. */
std::string folder_term(const std::string &folder);

/* The document data: the page as it was indexed, which snippets are made from. */
struct stored_page {
    std::string address, charset, html;
};

std::string serialize(const stored_page &page);
stored_page parse_stored_page(const std::string &data);

#endif
