#include "searcher.hpp"

#include "schema.hpp"
#include "words.hpp"

#include <vector>

namespace {

/* blockmask weights terms in quarters: a term frequency of 4 is one word of plain text. */
const double UNIT = 4;
const double K1 = 1.2, B = 0.75;
/* Xapian's default: pages shorter than half of the average count as that long. */
const double MIN_NORMALIZED_LENGTH = 0.5;

/* Words in a field: documents must have them there, and are ranked by their weights, in the field and elsewhere. */
class field_words : public Xapian::FieldProcessor {
public:
    explicit field_words(const char *prefix) : prefix_(prefix) {}

    Xapian::Query operator()(const std::string &text) override
    {
        std::vector<Xapian::Query> words;
        for (const word &each : split_words(text))
            words.push_back({Xapian::Query::OP_FILTER, Xapian::Query(each.term), Xapian::Query(prefix_ + each.term)});
        return {Xapian::Query::OP_AND, words.begin(), words.end()};
    }

private:
    std::string prefix_;
};

struct field_name {
    const char *name, *prefix;
};

const field_name FIELDS[] = {{"title", TITLE_PREFIX}, {"heading", HEADING_PREFIX}};

/* Whether a colon at this place ends the name of a field. */
bool ends_field_name(const std::string &text, std::size_t colon)
{
    for (const field_name &field : FIELDS) {
        const std::string name = field.name;
        if (colon >= name.size() && text.compare(colon - name.size(), name.size(), name) == 0 &&
            (colon == name.size() || text[colon - name.size() - 1] == ' '))
            return true;
    }
    return false;
}

} // namespace

searcher::searcher(const std::string &path) : database_(path), is_plain_(database_.get_metadata(MODE_KEY) == "plain") {}

Xapian::Query searcher::parse(const std::string &text) const
{
    Xapian::QueryParser parser;
    parser.set_default_op(Xapian::Query::OP_OR);
    for (const field_name &field : FIELDS)
        parser.add_prefix(field.name, (new field_words(field.prefix))->release());
    /* Queries are split into words as pages are; but for these the parser has rules of its own. */
    std::string cleaned = blank_separators(text);
    for (std::size_t i = 0; i < text.size(); i++)
        if (text[i] == '"' || (text[i] == ':' && ends_field_name(text, i)))
            cleaned[i] = text[i];
    return parser.parse_query(cleaned, Xapian::QueryParser::FLAG_PHRASE);
}

Xapian::MSet searcher::find(const Xapian::Query &query, const search_options &options) const
{
    Xapian::Enquire enquire(database_);
    const double unit = is_plain_ ? 1 : UNIT;
    enquire.set_weighting_scheme(Xapian::BM25Weight(K1 * unit, 0, 1, B, MIN_NORMALIZED_LENGTH));
    enquire.set_query(options.kind.empty() ? query
                                           : Xapian::Query(Xapian::Query::OP_FILTER, query,
                                                           Xapian::Query(KIND_PREFIX + options.kind)));
    if (!options.with_duplicates)
        enquire.set_collapse_key(GROUP_SLOT);
    return enquire.get_mset(0, options.limit);
}
