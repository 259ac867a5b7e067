/*
 * Indexes HTML pages with Xapian and searches them; README.md describes the commands.
 */
#include "indexer.hpp"
#include "plain.hpp"
#include "schema.hpp"
#include "searcher.hpp"
#include "snippet.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

const char USAGE[] = "usage: search_pages index [--plain] INDEX PATH...\n"
                     "       search_pages search [--limit N] [--kind KIND] [--duplicates] INDEX QUERY...\n"
                     "       search_pages search [--limit N] [--kind KIND] [--duplicates] INDEX --queries FILE\n"
                     "       search_pages stats INDEX\n";

struct usage_error : std::runtime_error {
    using runtime_error::runtime_error;
};

/* What was typed after the name of the program: options anywhere, and the rest. */
struct arguments {
    bool is_plain = false;
    search_options search;
    std::string queries;
    std::vector<std::string> rest;
};

bool is_kind(const std::string &name)
{
    for (std::uint32_t kind = 0; std::strcmp(blockmask_kind_name(kind), "unknown") != 0; kind++)
        if (name == blockmask_kind_name(kind))
            return true;
    return false;
}

arguments parse(int count, char **values)
{
    arguments parsed;
    int i = 1;
    const auto value = [&]() -> std::string {
        if (i + 1 == count)
            throw usage_error(std::string(values[i]) + " needs a value");
        return values[++i];
    };
    for (; i < count; i++) {
        const std::string given = values[i];
        if (given == "--plain")
            parsed.is_plain = true;
        else if (given == "--duplicates")
            parsed.search.with_duplicates = true;
        else if (given == "--queries")
            parsed.queries = value();
        else if (given == "--limit")
            parsed.search.limit = static_cast<unsigned>(std::max(0, std::atoi(value().c_str())));
        else if (given == "--kind")
            parsed.search.kind = value();
        else if (given.compare(0, 2, "--") == 0)
            throw usage_error(given + " is no option");
        else
            parsed.rest.push_back(given);
    }
    if (parsed.search.limit == 0)
        throw usage_error("--limit needs a number");
    if (!parsed.search.kind.empty() && !is_kind(parsed.search.kind))
        throw usage_error(parsed.search.kind + " is no kind of page");
    return parsed;
}

std::uintmax_t bytes_of(const std::string &index)
{
    std::uintmax_t bytes = 0;
    for (const auto &file : std::filesystem::directory_iterator(index))
        bytes += file.file_size();
    return bytes;
}

int index_pages(const arguments &given)
{
    indexer index(given.rest[1], given.is_plain);
    for (std::size_t i = 2; i < given.rest.size(); i++)
        index.add(given.rest[i]);
    index.commit();
    const auto &totals = index.totals();
    std::printf("indexed %u, unchanged %u, deleted %u, failed %u pages; ", totals.indexed, totals.unchanged,
                totals.deleted, totals.failed);
    std::printf("%.2f s CPU, of it %.2f s blockmask; index %ju bytes\n",
                static_cast<double>(std::clock()) / CLOCKS_PER_SEC, totals.blockmask_seconds, bytes_of(given.rest[1]));
    return totals.failed == 0 ? 0 : 1;
}

/* A JSON string. */
std::string quote(const std::string &text)
{
    std::string quoted = "\"";
    for (const char c : text) {
        char escape[8] = "\\";
        if (static_cast<unsigned char>(c) < 32)
            std::snprintf(escape, sizeof(escape), "\\u%04x", static_cast<unsigned>(c));
        if (static_cast<unsigned char>(c) < 32 || c == '"' || c == '\\')
            quoted += escape;
        if (static_cast<unsigned char>(c) >= 32)
            quoted += c;
    }
    return quoted + '"';
}

snippet snippet_of(const Xapian::MSetIterator &hit, const Xapian::MSet &hits, bool is_plain,
                   blockmask::analyzer &analyzer, const std::set<std::string> &terms)
{
    const stored_page page = parse_stored_page(hit.get_document().get_data());
    if (!is_plain)
        return make_snippet(analyzer, page, terms);
    snippet made;
    made.text = hits.snippet(strip_tags(page.html).body, 200, Xapian::Stem(), 0, "", "");
    return made;
}

int print_hits(const searcher &index, const std::string &text, const search_options &options)
{
    blockmask::analyzer analyzer;
    const Xapian::Query query = index.parse(text);
    const std::set<std::string> terms(query.get_terms_begin(), query.get_terms_end());
    const Xapian::MSet hits = index.find(query, options);
    for (auto hit = hits.begin(); hit != hits.end(); ++hit) {
        const Xapian::Document document = hit.get_document();
        const snippet found = snippet_of(hit, hits, index.is_plain(), analyzer, terms);
        std::printf("{\"rank\":%u,\"score\":%.4f,\"path\":%s,\"title\":%s,\"kind\":%s,\"snippet\":%s,\"highlights\":[",
                    hit.get_rank() + 1, hit.get_weight(), quote(document.get_value(PATH_SLOT)).c_str(),
                    quote(document.get_value(TITLE_SLOT)).c_str(), quote(document.get_value(KIND_SLOT)).c_str(),
                    quote(found.text).c_str());
        const char *separator = "";
        for (const blockmask::byte_range range : found.highlights) {
            std::printf("%s[%zu,%zu]", separator, range.start, range.end);
            separator = ",";
        }
        std::puts("]}");
    }
    return 0;
}

int print_table(const searcher &index, const std::string &path, const search_options &options)
{
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error(path + ": " + std::strerror(errno));
    for (std::string line; std::getline(file, line);) {
        const Xapian::MSet hits = index.find(index.parse(line), options);
        for (auto hit = hits.begin(); hit != hits.end(); ++hit)
            std::printf("%s\t%u\t%s\t%.4f\n", line.c_str(), hit.get_rank() + 1,
                        hit.get_document().get_value(PATH_SLOT).c_str(), hit.get_weight());
    }
    return 0;
}

int search_pages(const arguments &given)
{
    const searcher index(given.rest[1]);
    if (!given.queries.empty())
        return print_table(index, given.queries, given.search);
    std::string query;
    for (std::size_t i = 2; i < given.rest.size(); i++)
        query += given.rest[i] + ' ';
    return print_hits(index, query, given.search);
}

int run(const arguments &given)
{
    const std::string command = given.rest.empty() ? "" : given.rest[0];
    const std::size_t count = given.rest.size();
    if (command == "index" && count >= 3)
        return index_pages(given);
    if (command == "search" && (given.queries.empty() ? count >= 3 : count == 2))
        return search_pages(given);
    if (command != "stats" || count != 2)
        throw usage_error("no such command, or something is missing or too much");
    std::printf("%u pages, %ju bytes\n", searcher(given.rest[1]).pages(), bytes_of(given.rest[1]));
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    try {
        return run(parse(argc, argv));
    } catch (const usage_error &error) {
        std::cerr << error.what() << '\n' << USAGE;
        return 2;
    } catch (const Xapian::Error &error) {
        std::cerr << error.get_description() << '\n';
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
    }
    return 1;
}
