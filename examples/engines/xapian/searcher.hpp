// Reads an index: parses queries and ranks pages by BM25 over weighted terms.
#ifndef SEARCHER_HPP
#define SEARCHER_HPP

#include <xapian.h>

#include <string>

struct search_options {
    unsigned limit = 10;
    /* The kind that pages must have; empty for any. */
    std::string kind;
    /* Whether near-duplicates of a better page are results, too. */
    bool with_duplicates = false;
};

class searcher {
public:
    explicit searcher(const std::string &path);

    /* Any of the words. Words in double quotes are a phrase; title: and heading: search there only. */
    Xapian::Query parse(const std::string &text) const;

    Xapian::MSet find(const Xapian::Query &query, const search_options &options) const;

    bool is_plain() const { return is_plain_; }
    Xapian::doccount pages() const { return database_.get_doccount(); }

private:
    Xapian::Database database_;
    bool is_plain_;
};

#endif
