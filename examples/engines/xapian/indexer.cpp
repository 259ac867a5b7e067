#include "indexer.hpp"

#include "groups.hpp"
#include "plain.hpp"
#include "schema.hpp"
#include "words.hpp"

#include <ctime>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <vector>

namespace fs = std::filesystem;

namespace {

/* Pages between two commits. */
const unsigned BATCH = 500;
/* Positions between two blocks, so that no phrase extends across them. */
const unsigned GAP = 100;
/* What omindex counts a word in the title. */
const unsigned PLAIN_TITLE_WEIGHT = 5;

double thread_seconds()
{
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/* A page is indexed anew if its bytes change, or the library does. */
std::string hash_of(const source_page &page)
{
    const std::uint64_t hash = hash_bytes(page.html) ^ hash_bytes(blockmask_version());
    return std::string(reinterpret_cast<const char *>(&hash), sizeof(hash));
}

/* Counts the words of each block by its weight. Words of some fields can be searched alone, which costs no weight. */
void index_runs(Xapian::TermGenerator &generator, const blockmask::page &page)
{
    std::size_t cursor = 0;
    for (blockmask_run run; page.next_run(cursor, run);) {
        if (run.weight == 0)
            continue;
        const std::string text = blank_separators({run.text, run.text_length});
        generator.index_text(text, run.weight);
        generator.increase_termpos(GAP);
        if (const char *prefix = prefix_of(static_cast<blockmask::field>(run.field)))
            generator.index_text_without_positions(text, 0, prefix);
    }
}

} // namespace

indexer::indexer(const std::string &path, bool is_plain)
    : database_(path, Xapian::DB_CREATE_OR_OPEN), is_plain_(is_plain)
{
    const std::string mode = is_plain ? "plain" : "blockmask", found = database_.get_metadata(MODE_KEY);
    if (!found.empty() && found != mode)
        throw std::runtime_error(path + ": was made " + (is_plain ? "without" : "with") + " --plain");
    database_.set_metadata(MODE_KEY, mode);
}

void indexer::add(const std::string &path)
{
    const visitor visit = {[this](const source_page &page) { update(page); },
                           [this](const std::string &id, const std::string &reason) { fail(id, reason); }};
    try {
        is_folder_ = fs::is_directory(path);
        if (!is_folder_ && !fs::is_regular_file(path))
            throw std::runtime_error("there is no such folder or file");
        if (!is_folder_) {
            visit_warc(path, visit);
            return;
        }
        folder_term_ = folder_term(fs::canonical(path).string());
        present_.clear();
        if (visit_folder(path, visit))
            delete_missing();
    } catch (const std::exception &error) {
        fail(path, error.what());
    }
}

void indexer::commit()
{
    database_.commit();
    pending_ = 0;
}

/* The document of a page, or 0. */
Xapian::docid indexer::find(const std::string &id) const
{
    const auto found = database_.postlist_begin(unique_term(id));
    return found == database_.postlist_end(unique_term(id)) ? 0 : *found;
}

/* A page that was read once and cannot be read now stays in the index. */
void indexer::fail(const std::string &id, const std::string &reason)
{
    std::cerr << id << ": " << reason << '\n';
    totals_.failed++;
    present_.insert(find(id));
}

void indexer::update(const source_page &page)
{
    const std::string hash = hash_of(page);
    const Xapian::docid old = find(page.id);
    if (old != 0 && is_current(database_.get_document(old), page, hash)) {
        present_.insert(old);
        totals_.unchanged++;
        return;
    }
    Xapian::Document document;
    document.add_value(HASH_SLOT, hash);
    document.add_value(PATH_SLOT, page.id);
    document.add_value(DATE_SLOT, Xapian::sortable_serialise(static_cast<double>(page.date)));
    document.set_data(serialize({page.address, page.charset, page.html}));
    document.add_boolean_term(unique_term(page.id));
    if (is_folder_)
        document.add_boolean_term(folder_term_);
    try {
        is_plain_ ? write_plain(document, page) : write_blocks(document, page);
    } catch (const blockmask::error &error) {
        fail(page.id, error.what());
        return;
    }
    present_.insert(database_.replace_document(unique_term(page.id), document));
    totals_.indexed++;
    if (++pending_ == BATCH)
        commit();
}

/* Whether the index has these bytes, or a later capture of the page. */
bool indexer::is_current(const Xapian::Document &document, const source_page &page, const std::string &hash) const
{
    const double date = Xapian::sortable_unserialise(document.get_value(DATE_SLOT));
    const bool is_older = !is_folder_ && static_cast<double>(page.date) < date;
    return is_older || document.get_value(HASH_SLOT) == hash;
}

/* Weights, and fingerprints to group near-duplicates. */
blockmask::analyzer indexer::create_analyzer()
{
    blockmask::options options;
    options->parts = BLOCKMASK_PART_FIELDS | BLOCKMASK_PART_FINGERPRINT;
    return blockmask::analyzer(blockmask::config(options));
}

void indexer::write_blocks(Xapian::Document &document, const source_page &page)
{
    const double before = thread_seconds();
    const auto analyzed = analyzer_.analyze(blockmask::input{page.html, page.charset, page.address});
    totals_.blockmask_seconds += thread_seconds() - before;

    Xapian::TermGenerator generator;
    generator.set_document(document);
    index_runs(generator, analyzed);
    document.add_value(TITLE_SLOT, std::string(analyzed.title()));
    if (const auto kind = analyzed.facts().kind()) {
        document.add_value(KIND_SLOT, blockmask::name(*kind));
        document.add_boolean_term(std::string(KIND_PREFIX) + blockmask::name(*kind));
    }
    add_to_group(document, database_, analyzed);
}

void indexer::write_plain(Xapian::Document &document, const source_page &page)
{
    const plain_text text = strip_tags(page.html);
    Xapian::TermGenerator generator;
    generator.set_document(document);
    generator.index_text(blank_separators(text.title), PLAIN_TITLE_WEIGHT);
    generator.increase_termpos(GAP);
    generator.index_text(blank_separators(text.body));
    document.add_value(TITLE_SLOT, text.title);
}

/* Deletes the pages of the folder that were not found in it. */
void indexer::delete_missing()
{
    std::vector<Xapian::docid> missing;
    for (auto at = database_.postlist_begin(folder_term_); at != database_.postlist_end(folder_term_); ++at)
        if (present_.count(*at) == 0)
            missing.push_back(*at);
    for (const Xapian::docid id : missing)
        database_.delete_document(id);
    totals_.deleted += static_cast<unsigned>(missing.size());
}
