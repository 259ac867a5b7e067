// Writes an index: one Xapian document for each page, with weighted terms, values and the page itself.
#ifndef INDEXER_HPP
#define INDEXER_HPP

#include "sources.hpp"

#include <blockmask.hpp>
#include <xapian.h>

#include <set>
#include <string>

class indexer {
public:
    struct counts {
        unsigned indexed = 0, unchanged = 0, deleted = 0, failed = 0;
        /* CPU time inside of blockmask. */
        double blockmask_seconds = 0;
    };

    /* Opens the index, or creates it. Throws if it was made in the other mode. */
    indexer(const std::string &path, bool is_plain);

    /* Brings the pages of a folder or a WARC file up to date. What cannot be read is reported and counted. */
    void add(const std::string &path);

    /* What is committed is on disk; the rest is lost if the program is killed. */
    void commit();

    const counts &totals() const { return totals_; }

private:
    void update(const source_page &page);
    void fail(const std::string &id, const std::string &reason);
    Xapian::docid find(const std::string &id) const;
    bool is_current(const Xapian::Document &document, const source_page &page, const std::string &hash) const;
    void write_blocks(Xapian::Document &document, const source_page &page);
    void write_plain(Xapian::Document &document, const source_page &page);
    void delete_missing();
    static blockmask::analyzer create_analyzer();

    Xapian::WritableDatabase database_;
    blockmask::analyzer analyzer_ = create_analyzer();
    bool is_plain_;
    bool is_folder_ = false;
    std::string folder_term_;
    /* Of the pages of the folder. */
    std::set<Xapian::docid> present_;
    unsigned pending_ = 0;
    counts totals_;
};

#endif
