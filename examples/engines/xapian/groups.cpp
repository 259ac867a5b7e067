// Xapian collapses documents with equal values, but being a near-duplicate is not an equality: at least 4 of 8
// min-hashes agree. So a group has the fingerprint of its first page, and others join if they are near-duplicates of
// that one. All documents of a group carry its fingerprint as value and its min-hashes as terms, so that the group
// outlives its first page.
#include "groups.hpp"

#include "schema.hpp"

#include <cstring>
#include <string>
#include <vector>

namespace {

std::string value_of(const blockmask::fingerprint &print)
{
    const blockmask_fingerprint &record = print.record();
    return std::string(reinterpret_cast<const char *>(&record), sizeof(record));
}

bool parse_value(const std::string &value, blockmask::fingerprint &print)
{
    blockmask_fingerprint record;
    if (value.size() != sizeof(record))
        return false;
    std::memcpy(&record, value.data(), sizeof(record));
    print = blockmask::fingerprint(record);
    return true;
}

/* One term for each min-hash. */
std::vector<std::string> hash_terms(const blockmask::fingerprint &print)
{
    std::vector<std::string> terms;
    char number = '0';
    for (const std::uint64_t &hash : print.record().min_hashes)
        terms.push_back(HASH_PREFIX + std::string(1, number++) +
                        std::string(reinterpret_cast<const char *>(&hash), sizeof(hash)));
    return terms;
}

/* The group whose fingerprint has the most min-hashes in common, if they are near-duplicates; else a new one. */
blockmask::fingerprint find_group(const Xapian::Database &database, const blockmask::fingerprint &print)
{
    const std::vector<std::string> terms = hash_terms(print);
    Xapian::Enquire enquire(database);
    enquire.set_query(Xapian::Query(Xapian::Query::OP_OR, terms.begin(), terms.end()));
    enquire.set_weighting_scheme(Xapian::CoordWeight());
    const Xapian::MSet best = enquire.get_mset(0, 1);
    blockmask::fingerprint group;
    if (!best.empty() && parse_value(best.begin().get_document().get_value(GROUP_SLOT), group) &&
        group.is_near_duplicate(print))
        return group;
    return print;
}

} // namespace

void add_to_group(Xapian::Document &document, const Xapian::Database &database, const blockmask::page &page)
{
    const auto print = page.fingerprint();
    if (!print.is_valid())
        return;
    const blockmask::fingerprint group = find_group(database, print);
    document.add_value(GROUP_SLOT, value_of(group));
    for (const std::string &term : hash_terms(group))
        document.add_boolean_term(term);
}
