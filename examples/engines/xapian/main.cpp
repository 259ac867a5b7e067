// A search program for a folder of HTML pages: Xapian, with blockmask to read the pages. README.md explains it.
#include "page.hpp"

#include <xapian.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fs = std::filesystem;

namespace {

const char USAGE[] = "usage: search_pages index [--plain] INDEX FOLDER\n"
                     "       search_pages search [--limit N] INDEX QUERY...\n"
                     "       search_pages search [--limit N] --queries FILE INDEX\n";

/* blockmask weights words in quarters: a frequency of 4 is one word of plain text. So k1 is 4 times as large. */
const double UNIT = 4, K1 = 1.2, B = 0.75;
/* Xapian's default: pages shorter than half of the average count as that long. */
const double MIN_NORMALIZED_LENGTH = 0.5;
/* Pages between two commits. A run that is killed loses no more than these, and the next one adds them. */
const unsigned BATCH = 500;
const Xapian::valueno PATH = 0, HASH = 1;

/* The words of a page as terms: the frequency of a word is the sum of its weights. */
void index_words(Xapian::Document &document, const page_text &page)
{
    for (const word &each : page.words)
        document.add_term(each.term, each.weight);
}

/* FNV-1a of the page, and of how it is read. */
std::string hash_of(std::string_view html, bool is_plain)
{
    std::uint64_t hash = 0xcbf29ce484222325 ^ static_cast<std::uint64_t>(is_plain);
    for (const char c : html)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return std::to_string(hash);
}

/* The term that only this page has. Terms are limited to 245 bytes. */
std::string unique_term(const std::string &path)
{
    return 'Q' + (path.size() < 200 ? path : hash_of(path, false));
}

std::string read_file(const fs::path &path)
{
    std::ifstream file(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (!file)
        throw std::runtime_error("cannot be read");
    return bytes;
}

class indexer {
public:
    indexer(const std::string &index, bool is_plain)
        : database_(index, Xapian::DB_CREATE_OR_OPEN), is_plain_(is_plain)
    {
    }

    /* Brings the index up to date with a folder. Returns whether no page failed. */
    bool add(const fs::path &folder)
    {
        const fs::path root = fs::canonical(folder);
        std::vector<fs::path> files;
        for (const auto &entry : fs::recursive_directory_iterator(root)) {
            std::string extension = entry.path().extension().string();
            for (char &c : extension)
                c = static_cast<char>(c | 32);
            if (fs::is_regular_file(entry.symlink_status()) && (extension == ".html" || extension == ".htm"))
                files.push_back(entry.path());
        }
        std::sort(files.begin(), files.end());
        for (const fs::path &file : files) {
            const std::string path = file.lexically_relative(root).generic_string();
            try {
                update(file, path);
            } catch (const std::exception &error) {
                std::cerr << path << ": " << error.what() << '\n';
                failed_++;
            }
        }
        const unsigned deleted = delete_gone();
        database_.commit();
        std::cout << "indexed " << indexed_ << ", unchanged " << unchanged_ << ", deleted " << deleted << ", failed "
                  << failed_ << '\n';
        return failed_ == 0;
    }

private:
    /* A page is read if the hash of its bytes has changed. */
    void update(const fs::path &file, const std::string &path)
    {
        const std::string unique = unique_term(path);
        present_.insert(unique);
        const std::string html = read_file(file), hash = hash_of(html, is_plain_);
        const auto old = database_.postlist_begin(unique);
        if (old != database_.postlist_end(unique) && database_.get_document(*old).get_value(HASH) == hash) {
            unchanged_++;
            return;
        }
        Xapian::Document document;
        index_words(document, is_plain_ ? read_plain(html) : read_page(analyzer_, html, "file://" + file.string()));
        document.add_boolean_term(unique);
        document.add_value(PATH, path);
        document.add_value(HASH, hash);
        document.set_data(html);
        database_.replace_document(unique, document);
        if (++indexed_ % BATCH == 0)
            database_.commit();
    }

    /* Deletes the pages that are not in the folder any more. */
    unsigned delete_gone()
    {
        std::vector<std::string> gone;
        for (auto term = database_.allterms_begin("Q"); term != database_.allterms_end("Q"); ++term)
            if (present_.count(*term) == 0)
                gone.push_back(*term);
        for (const std::string &term : gone)
            database_.delete_document(term);
        return static_cast<unsigned>(gone.size());
    }

    Xapian::WritableDatabase database_;
    blockmask::analyzer analyzer_;
    bool is_plain_;
    std::set<std::string> present_;
    unsigned indexed_ = 0, unchanged_ = 0, failed_ = 0;
};

/* The best pages with any of the words; pages of equal score are ordered by path. */
Xapian::MSet find(const Xapian::Database &database, const std::set<std::string> &terms, unsigned limit)
{
    Xapian::Enquire enquire(database);
    enquire.set_query(Xapian::Query(Xapian::Query::OP_OR, terms.begin(), terms.end()));
    enquire.set_weighting_scheme(Xapian::BM25Weight(K1 * UNIT, 0, 1, B, MIN_NORMALIZED_LENGTH));
    enquire.set_sort_by_relevance_then_value(PATH, false);
    return enquire.get_mset(0, limit);
}

std::string quote(const std::string &text)
{
    static const char digits[] = "0123456789abcdef";
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            quoted.append(1, '\\').append(1, c);
        else if (static_cast<unsigned char>(c) < 0x20)
            quoted.append("\\u00").append(1, digits[c >> 4]).append(1, digits[c & 15]);
        else
            quoted += c;
    }
    return quoted + '"';
}

/* Prints a JSON object for each page. Its bytes are in the index, and are read again for the snippet. */
void search(const Xapian::Database &database, const std::string &query, unsigned limit)
{
    blockmask::analyzer analyzer;
    const std::set<std::string> terms = terms_of(query);
    const Xapian::MSet hits = find(database, terms, limit);
    for (auto hit = hits.begin(); hit != hits.end(); ++hit) {
        const page_text page = read_page(analyzer, hit.get_document().get_data(), "");
        const snippet shown = make_snippet(page, terms);
        std::cout << "{\"rank\":" << hit.get_rank() + 1 << ",\"score\":" << hit.get_weight()
                  << ",\"path\":" << quote(hit.get_document().get_value(PATH)) << ",\"title\":" << quote(page.title)
                  << ",\"snippet\":" << quote(shown.text) << ",\"highlights\":[";
        for (const range &each : shown.highlights)
            std::cout << (&each == &shown.highlights.front() ? "" : ",") << '[' << each.first << ',' << each.second << ']';
        std::cout << "]}\n";
    }
}

/* Prints query, rank, path and score for each line of a file. */
void search_all(const Xapian::Database &database, const std::string &queries, unsigned limit)
{
    std::ifstream file(queries);
    if (!file)
        throw std::runtime_error(queries + ": cannot be read");
    for (std::string query; std::getline(file, query);) {
        const Xapian::MSet hits = find(database, terms_of(query), limit);
        for (auto hit = hits.begin(); hit != hits.end(); ++hit)
            std::cout << query << '\t' << hit.get_rank() + 1 << '\t' << hit.get_document().get_value(PATH) << '\t'
                      << hit.get_weight() << '\n';
    }
}

} // namespace

int main(int count, char **values)
{
    bool is_plain = false, is_wrong = false;
    unsigned limit = 10;
    std::string queries;
    std::vector<std::string> rest;
    for (int i = 1; i < count; i++) {
        const std::string given = values[i];
        if (given == "--plain")
            is_plain = true;
        else if (given == "--limit" && i + 1 < count)
            limit = static_cast<unsigned>(std::strtoul(values[++i], nullptr, 10));
        else if (given == "--queries" && i + 1 < count)
            queries = values[++i];
        else if (given.compare(0, 2, "--") == 0)
            is_wrong = true;
        else
            rest.push_back(given);
    }
    const bool is_index = rest.size() == 3 && rest[0] == "index";
    const bool is_search = rest.size() + !queries.empty() > 2 && rest[0] == "search" && limit > 0;
    if (is_wrong || (!is_index && !is_search)) {
        std::cerr << USAGE;
        return 2;
    }
    try {
        if (is_index)
            return indexer(rest[1], is_plain).add(rest[2]) ? 0 : 1;
        const Xapian::Database database(rest[1]);
        std::string query;
        for (std::size_t i = 2; i < rest.size(); i++)
            query += rest[i] + ' ';
        queries.empty() ? search(database, query, limit) : search_all(database, queries, limit);
        return 0;
    } catch (const Xapian::Error &error) {
        std::cerr << error.get_description() << '\n';
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
    }
    return 1;
}
