/*
 * blockmask.hpp - blockmask for C++17, in one header
 *
 *     #include <blockmask.hpp>
 *     #include <iostream>
 *
 *     int main()
 *     {
 *         blockmask::analyzer analyzer;
 *         const blockmask::document page =
 *             analyzer.analyze("<p>Rain fell on the city for the third day, and the river rose.");
 *         for (const blockmask_block &block : page.blocks())
 *             std::cout << block.source_start << ' ' << page.text(block) << '\n';
 *     }
 *
 * An analyzer owns its handle, can be moved but not copied, and is used by one thread at a time. A document is a view: it
 * and its results are valid until the analyzer takes the next page, and as long as the bytes that were analyzed. An
 * owned_document has all functions of a document and lives on its own.
 *
 * Errors are exceptions of type blockmask::error. Each function that throws has a counterpart whose name begins with
 * try_, which returns a status, throws nothing and does not call operator new. With exceptions disabled (-fno-exceptions)
 * only these exist.
 *
 *     blockmask::analyzer analyzer(nullptr);
 *     blockmask::document page;
 *     blockmask::table<blockmask_block> blocks;
 *     if (analyzer.try_create() == BLOCKMASK_OK && analyzer.try_analyze(html, page) == BLOCKMASK_OK &&
 *         page.try_rows(BLOCKMASK_TABLE_BLOCKS, blocks) == BLOCKMASK_OK)
 *         for (const blockmask_block &block : blocks)
 *             index(block);
 *
 * Structs, constants and functions are described in blockmask.h, blockmask_search.h and blockmask_tree.h; what is not here, such as Arrow, is used through it. An
 * Arrow library for C++ imports the structs of blockmask_export_arrow, as arrow::ImportRecordBatch does.
 */
#ifndef BLOCKMASK_HPP
#define BLOCKMASK_HPP

#if defined(_MSVC_LANG) ? _MSVC_LANG < 201703L : __cplusplus < 201703L
#error "blockmask.hpp needs C++17 or later; blockmask.h can be used with C++11"
#endif

#include <blockmask.h>
#include <blockmask_search.h>
#include <blockmask_tree.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

/* Undefined at the end of this file. */
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define BLOCKMASK_THROWS
#endif

namespace blockmask {

#ifdef BLOCKMASK_THROWS
/* What a call that failed returned, and why. */
class error : public std::runtime_error {
public:
    error(blockmask_status status, const char *message) : std::runtime_error(message), status_(status) {}

    blockmask_status status() const noexcept { return status_; }

private:
    blockmask_status status_;
};

/* Throws the last error of this thread unless the status is BLOCKMASK_OK. */
inline void check(blockmask_status status)
{
    if (status != BLOCKMASK_OK)
        throw error(status, blockmask_last_error());
}
#endif

/* Bytes from start up to, but not including, end. */
struct byte_range {
    std::size_t start = 0, end = 0;
};

/* What is known about a page besides its bytes; empty if unknown. See blockmask_hints. */
struct hints {
    std::string_view charset, address;
};

/* A blockmask_fact_options with views of the caller's strings, which are not needed after the call. */
struct fact_options {
    std::string_view x_robots_tag = {}, agents = {}, exclusion_attributes = {}, headers = {};
    bool properties = false;
};

/* How alike two fingerprints are; see blockmask_match_fingerprints. */
struct likeness {
    bool is_near_duplicate = false;
    float similarity = 0;
    std::uint32_t distance = 64;
};

inline likeness match(const blockmask_fingerprint &left, const blockmask_fingerprint &right) noexcept
{
    likeness found;
    std::uint32_t near = 0;
    (void)blockmask_match_fingerprints(&left, &right, &near, &found.similarity, &found.distance);
    found.is_near_duplicate = near == 1;
    return found;
}

/* The union that blockmask_join_fields takes, of BLOCKMASK_FIELD_. */
constexpr std::uint32_t fields(std::initializer_list<std::uint32_t> numbers) noexcept
{
    std::uint32_t bits = 0;
    for (const std::uint32_t number : numbers)
        bits |= UINT32_C(1) << (number < 32 ? number : 0); /* bit 0 is no field: BLOCKMASK_BAD_ARGUMENT */
    return bits;
}

/* The rows of a table, with the stride of the library that is linked. */
template <typename Row> class table {
public:
    class iterator {
    public:
        using iterator_category = std::random_access_iterator_tag;
        using value_type = Row;
        using difference_type = std::ptrdiff_t;
        using pointer = const Row *;
        using reference = const Row &;

        iterator() noexcept = default;
        iterator(const char *at, std::size_t stride) noexcept
            : at_(at), stride_(static_cast<difference_type>(stride)) {}

        reference operator*() const noexcept { return *reinterpret_cast<pointer>(at_); }
        pointer operator->() const noexcept { return &**this; }
        reference operator[](difference_type n) const noexcept { return *(*this + n); }
        iterator &operator++() noexcept { return *this += 1; }
        iterator &operator--() noexcept { return *this += -1; }
        iterator operator++(int) noexcept { iterator old = *this; ++*this; return old; }
        iterator operator--(int) noexcept { iterator old = *this; --*this; return old; }
        iterator &operator+=(difference_type n) noexcept { at_ += n * stride_; return *this; }
        iterator &operator-=(difference_type n) noexcept { return *this += -n; }
        friend iterator operator+(iterator i, difference_type n) noexcept { return i += n; }
        friend iterator operator+(difference_type n, iterator i) noexcept { return i += n; }
        friend iterator operator-(iterator i, difference_type n) noexcept { return i -= n; }
        friend difference_type operator-(iterator a, iterator b) noexcept { return (a.at_ - b.at_) / a.stride_; }
        friend bool operator==(iterator a, iterator b) noexcept { return a.at_ == b.at_; }
        friend bool operator!=(iterator a, iterator b) noexcept { return a.at_ != b.at_; }
        friend bool operator<(iterator a, iterator b) noexcept { return a.at_ < b.at_; }
        friend bool operator>(iterator a, iterator b) noexcept { return b < a; }
        friend bool operator<=(iterator a, iterator b) noexcept { return !(b < a); }
        friend bool operator>=(iterator a, iterator b) noexcept { return !(a < b); }

    private:
        const char *at_ = nullptr;
        difference_type stride_ = sizeof(Row);
    };

    using value_type = Row;
    using const_iterator = iterator;

    table() noexcept = default;
    explicit table(const blockmask_table &rows) noexcept : rows_(rows) {}

    std::size_t size() const noexcept { return rows_.count; }
    bool empty() const noexcept { return rows_.count == 0; }
    const Row &operator[](std::size_t index) const noexcept { return *BLOCKMASK_AT(Row, rows_, index); }
    iterator begin() const noexcept { return {static_cast<const char *>(rows_.rows), rows_.stride}; }
    iterator end() const noexcept { return begin() + static_cast<std::ptrdiff_t>(rows_.count); }

private:
    blockmask_table rows_ = {nullptr, 0, sizeof(Row)};
};

namespace detail {

struct release {
    void operator()(blockmask_analyzer *analyzer) const noexcept { blockmask_free_analyzer(analyzer); }
    void operator()(blockmask_document *document) const noexcept { blockmask_free_document(document); }
    void operator()(blockmask_site *site) const noexcept { blockmask_free_site(site); }
    void operator()(blockmask_selector *selector) const noexcept { blockmask_free_selector(selector); }
    void operator()(blockmask_rules *rules) const noexcept { blockmask_free_rules(rules); }
    void operator()(const void *memory) const noexcept { blockmask_free(memory); }
};

template <typename T> using owned = std::unique_ptr<T, release>;

inline std::uint32_t offset_of(std::size_t offset) noexcept
{
    return offset < UINT32_MAX ? static_cast<std::uint32_t>(offset) : UINT32_MAX;
}

inline blockmask_hints given(const hints &from) noexcept
{
    return {sizeof(blockmask_hints), from.charset.data(), from.charset.size(), from.address.data(), from.address.size()};
}

} // namespace detail

/* A table in memory of the library, which the destructor frees. It needs no document. */
template <typename Row> class owned_table : public table<Row> {
public:
    owned_table() noexcept = default;
    /* Takes what a function of blockmask.h made. */
    explicit owned_table(const blockmask_table &rows) noexcept : table<Row>(rows), memory_(rows.rows) {}

private:
    detail::owned<const void> memory_;
};

using passage_table = owned_table<blockmask_passage>;
using fact_table = owned_table<blockmask_fact>;
using change_table = owned_table<blockmask_passage_change>;
using node_table = owned_table<std::uint32_t>;

inline std::string_view text(const blockmask_passage &passage) noexcept { return {passage.text, passage.length}; }

/* What a passage is about, to be put in front of its text. */
inline std::string_view context(const blockmask_passage &passage) noexcept
{
    return {passage.context, passage.context_length};
}

/* Compares the passages of two versions of a page by their ids; see blockmask_diff_passages. */
inline blockmask_status try_diff_passages(change_table &changes, const std::uint64_t *old_ids, std::size_t old_count,
                                          const std::uint64_t *new_ids, std::size_t new_count) noexcept
{
    blockmask_table made;
    const blockmask_status status = blockmask_diff_passages(old_ids, old_count, new_ids, new_count, &made);
    if (status == BLOCKMASK_OK)
        changes = change_table(made);
    return status;
}

inline std::string_view name(const blockmask_fact &fact) noexcept { return {fact.name, fact.name_length}; }
inline std::string_view value(const blockmask_fact &fact) noexcept { return {fact.value, fact.value_length}; }
inline std::string_view object_type(const blockmask_fact &fact) noexcept
{
    return {fact.object_type, fact.object_type_length};
}

/* The first fact of a kind, one of BLOCKMASK_FACT_, or null. */
inline const blockmask_fact *find(const fact_table &facts, std::uint32_t kind) noexcept
{
    for (const blockmask_fact &fact : facts)
        if (fact.kind == kind)
            return &fact;
    return nullptr;
}

/* A rendered text, in memory of the library, which the destructor frees. It does not need the document. */
class rendered {
public:
    rendered() noexcept = default;
    /* Takes what a function of blockmask.h made. */
    explicit rendered(blockmask_rendered *made) noexcept : made_(made) {}

    std::string_view text() const noexcept { return made_ ? std::string_view(made_->text, made_->length) : ""; }
    /* The blocks that it is made of; only of joined texts and Markdown. */
    table<blockmask_piece> pieces() const noexcept
    {
        return made_ ? table<blockmask_piece>(made_->pieces) : table<blockmask_piece>();
    }
    /* A union of BLOCKMASK_TRUNCATED_. */
    std::uint32_t truncation() const noexcept { return made_ ? made_->truncation : 0; }
    const blockmask_rendered *get() const noexcept { return made_.get(); }

private:
    detail::owned<blockmask_rendered> made_;
};

/* A compiled selector; see blockmask_compile_selector. Any number of threads may use it. */
class selector {
public:
    /* None, until try_compile makes one. */
    explicit selector(std::nullptr_t) noexcept {}

    /* Replaces the selector; on errors it is unchanged. */
    blockmask_status try_compile(std::string_view text) noexcept
    {
        blockmask_selector *compiled = nullptr;
        const blockmask_status status = blockmask_compile_selector(text.data(), text.size(), &compiled);
        if (status == BLOCKMASK_OK)
            handle_.reset(compiled);
        return status;
    }

    const blockmask_selector *get() const noexcept { return handle_.get(); }

#ifdef BLOCKMASK_THROWS
    explicit selector(std::string_view text) { check(try_compile(text)); }
#endif

private:
    detail::owned<blockmask_selector> handle_;
};

/* Compiled rules of a site's owner; see blockmask_read_rules. Any number of analyzers and threads may use them. */
class rules {
public:
    /* None, until try_read makes some. */
    explicit rules(std::nullptr_t) noexcept {}

    /* Replaces the rules; on errors they are unchanged. */
    blockmask_status try_read(std::string_view file) noexcept
    {
        blockmask_rules *compiled = nullptr;
        const blockmask_status status = blockmask_read_rules(file.data(), file.size(), &compiled);
        if (status == BLOCKMASK_OK)
            handle_.reset(compiled);
        return status;
    }

    const blockmask_rules *get() const noexcept { return handle_.get(); }

#ifdef BLOCKMASK_THROWS
    explicit rules(std::string_view file) { check(try_read(file)); }
#endif

private:
    detail::owned<blockmask_rules> handle_;
};

/*
 * The result for a page: a view, as cheap to copy as a pointer. The try_ functions write their results to what is passed
 * to them, if they return BLOCKMASK_OK.
 */
class document {
public:
    /* None: the status of its functions is BLOCKMASK_BAD_POINTER. */
    document() noexcept = default;
    explicit document(const blockmask_document *handle) noexcept : handle_(handle) {}

    /* The handle, for the functions of blockmask.h. */
    const blockmask_document *get() const noexcept { return handle_; }

    /* A table, one of BLOCKMASK_TABLE_, by the type of its rows. */
    template <typename Row> blockmask_status try_rows(std::uint32_t number, table<Row> &rows) const noexcept
    {
        blockmask_table found;
        const blockmask_status status = blockmask_get_table(handle_, number, &found);
        if (status == BLOCKMASK_OK)
            rows = table<Row>(found);
        return status;
    }

    /* For each block the rule that decided about it, or BLOCKMASK_NONE; see blockmask_get_block_rules. */
    blockmask_status try_block_rules(node_table &rules) const noexcept
    {
        blockmask_table found;
        const blockmask_status status = blockmask_get_block_rules(handle_, &found);
        if (status == BLOCKMASK_OK)
            rules = node_table(found);
        return status;
    }

    blockmask_status try_select(const selector &from, node_table &nodes, std::uint32_t node = 0) const noexcept
    {
        blockmask_table found;
        const blockmask_status status = blockmask_select(handle_, from.get(), node, &found);
        if (status == BLOCKMASK_OK)
            nodes = node_table(found);
        return status;
    }

    blockmask_status try_closest(const selector &from, std::uint32_t node, std::uint32_t &closest) const noexcept
    {
        return blockmask_closest(handle_, from.get(), node, &closest);
    }

    /* Normalized text, UTF-8. */
    blockmask_status try_text(std::string_view &text) const noexcept
    {
        const char *first = nullptr;
        std::size_t length = 0;
        const blockmask_status status = blockmask_get_text(handle_, &first, &length);
        if (status == BLOCKMASK_OK)
            text = std::string_view(first, length);
        return status;
    }

    blockmask_status try_page(const blockmask_page *&page) const noexcept { return blockmask_get_page(handle_, &page); }

    blockmask_status try_fingerprint(const blockmask_fingerprint *&print) const noexcept
    {
        return blockmask_get_fingerprint(handle_, &print);
    }

    /* One of BLOCKMASK_STRING_. The length is also written with BLOCKMASK_BUFFER_TOO_SMALL. */
    blockmask_status try_string(std::uint32_t string, std::size_t index, char *buffer, std::size_t capacity,
                                std::size_t &length) const noexcept
    {
        return blockmask_write_string(handle_, string, index, buffer, capacity, &length);
    }

    /* Where the character at an offset of the text begins in the bytes of the page. */
    blockmask_status try_map_offset(std::size_t offset, std::size_t &source) const noexcept
    {
        const std::uint32_t given = detail::offset_of(offset);
        std::uint32_t mapped = 0;
        const blockmask_status status = blockmask_map_offsets(handle_, &given, &mapped, 1);
        if (status == BLOCKMASK_OK)
            source = mapped;
        return status;
    }

    /* What leads to a range of the text when it is appended to the address of the page. */
    blockmask_status try_text_fragment(byte_range text, char *buffer, std::size_t capacity,
                                       std::size_t &length) const noexcept
    {
        return blockmask_write_text_fragment(handle_, detail::offset_of(text.start), detail::offset_of(text.end), buffer,
                                             capacity, &length);
    }

    /* The bytes of the page that a range of the text, or of a joined text, comes from. */
    blockmask_status try_map_range(byte_range text, byte_range &source, const rendered *joined = nullptr) const noexcept
    {
        std::uint32_t start = 0, end = 0;
        const blockmask_status status =
            blockmask_map_range(handle_, joined == nullptr ? nullptr : joined->get(), detail::offset_of(text.start),
                                detail::offset_of(text.end), &start, &end);
        if (status == BLOCKMASK_OK)
            source = {start, end};
        return status;
    }

    /* The main content in a format, one of BLOCKMASK_FORMAT_; flags are BLOCKMASK_RENDER_. */
    blockmask_status try_render(std::uint32_t format, std::uint32_t flags, rendered &text) const noexcept
    {
        blockmask_rendered *made = nullptr;
        const blockmask_status status = blockmask_render(handle_, format, flags, &made);
        if (status == BLOCKMASK_OK)
            text = rendered(made);
        return status;
    }

    /* The texts of some fields, in source order and separated by line feeds; see blockmask::fields. */
    blockmask_status try_join_fields(std::uint32_t fields, rendered &text) const noexcept
    {
        blockmask_rendered *made = nullptr;
        const blockmask_status status = blockmask_join_fields(handle_, fields, &made);
        if (status == BLOCKMASK_OK)
            text = rendered(made);
        return status;
    }

    /* By the tokens of the library; or by those that begin at these offsets of the text, ascending. */
    blockmask_status try_passages(passage_table &passages, std::uint32_t max_tokens, std::uint32_t overlap_tokens = 0,
                                  const std::uint32_t *token_starts = nullptr, std::size_t tokens = 0,
                                  std::uint32_t flags = 0) const noexcept
    {
        blockmask_table made;
        const blockmask_status status =
            blockmask_cut_passages(handle_, max_tokens, overlap_tokens, flags, token_starts, tokens, &made);
        if (status == BLOCKMASK_OK)
            passages = passage_table(made);
        return status;
    }

    /* What the page says about itself: the directives of its author, its canonical address, dates and other metadata. */
    blockmask_status try_facts(const fact_options &options, fact_table &facts) const noexcept
    {
        const blockmask_fact_options given = {sizeof(given),
                                              options.x_robots_tag.data(),
                                              options.x_robots_tag.size(),
                                              options.agents.data(),
                                              options.agents.size(),
                                              options.exclusion_attributes.data(),
                                              options.exclusion_attributes.size(),
                                              options.headers.data(),
                                              options.headers.size(),
                                              options.properties};
        blockmask_table made;
        const blockmask_status status = blockmask_find_facts(handle_, &given, &made);
        if (status == BLOCKMASK_OK)
            facts = fact_table(made);
        return status;
    }

    /* A copy of the page with spaces in place of everything but the main content. capacity is at least its length. */
    blockmask_status try_blank(char *buffer, std::size_t capacity) const noexcept
    {
        return blockmask_blank_page(handle_, buffer, capacity);
    }

#ifdef BLOCKMASK_THROWS
    template <typename Row> table<Row> rows(std::uint32_t number) const
    {
        table<Row> found;
        check(try_rows(number, found));
        return found;
    }

    table<blockmask_block> blocks() const { return rows<blockmask_block>(BLOCKMASK_TABLE_BLOCKS); }
    table<blockmask_link> links() const { return rows<blockmask_link>(BLOCKMASK_TABLE_LINKS); }
    table<blockmask_image> images() const { return rows<blockmask_image>(BLOCKMASK_TABLE_IMAGES); }
    table<blockmask_annotation> annotations() const
    {
        return rows<blockmask_annotation>(BLOCKMASK_TABLE_ANNOTATIONS);
    }
    table<blockmask_comment> comments() const { return rows<blockmask_comment>(BLOCKMASK_TABLE_COMMENTS); }
    table<blockmask_record> records() const { return rows<blockmask_record>(BLOCKMASK_TABLE_RECORDS); }
    table<blockmask_run> runs() const { return rows<blockmask_run>(BLOCKMASK_TABLE_RUNS); }
    table<float> kind_probabilities() const { return rows<float>(BLOCKMASK_TABLE_KIND_PROBABILITIES); }
    table<blockmask_block_structure> structure() const
    {
        return rows<blockmask_block_structure>(BLOCKMASK_TABLE_STRUCTURE);
    }

    /* The tree: nodes, the attributes to which they refer, and the node of each block. */
    table<blockmask_node> nodes() const { return rows<blockmask_node>(BLOCKMASK_TABLE_NODES); }
    table<blockmask_attribute> attributes() const { return rows<blockmask_attribute>(BLOCKMASK_TABLE_ATTRIBUTES); }
    table<std::uint32_t> block_nodes() const { return rows<std::uint32_t>(BLOCKMASK_TABLE_BLOCK_NODES); }

    /* For each block the rule that decided about it, or BLOCKMASK_NONE. */
    node_table block_rules() const
    {
        node_table found;
        check(try_block_rules(found));
        return found;
    }

    /* The nodes below a node that a selector matches. */
    node_table select(const selector &from, std::uint32_t node = 0) const
    {
        node_table found;
        check(try_select(from, found, node));
        return found;
    }

    /* The node, or the innermost one around it, that a selector matches; BLOCKMASK_NONE if there is none. */
    std::uint32_t closest(const selector &from, std::uint32_t node) const
    {
        std::uint32_t found = BLOCKMASK_NONE;
        check(try_closest(from, node, found));
        return found;
    }

    bool matches(const selector &from, std::uint32_t node) const { return closest(from, node) == node; }

    /* How well the main text was probably extracted, in one row: blockmask_search.h. */
    table<blockmask_quality> quality() const { return rows<blockmask_quality>(BLOCKMASK_TABLE_QUALITY); }

    /* Counts of the main text, in one row, and of each block: blockmask_search.h. */
    table<blockmask_counts> counts() const { return rows<blockmask_counts>(BLOCKMASK_TABLE_COUNTS); }
    table<blockmask_counts> block_counts() const { return rows<blockmask_counts>(BLOCKMASK_TABLE_BLOCK_COUNTS); }

    /* The language of the main text, in one row, and of each block: blockmask_search.h. */
    table<blockmask_text_language> page_language() const
    {
        return rows<blockmask_text_language>(BLOCKMASK_TABLE_PAGE_LANGUAGE);
    }
    table<blockmask_text_language> block_languages() const
    {
        return rows<blockmask_text_language>(BLOCKMASK_TABLE_BLOCK_LANGUAGES);
    }

    /* The cells of data tables, and the headers to which they refer: blockmask_search.h. */
    table<blockmask_table_cell> table_cells() const { return rows<blockmask_table_cell>(BLOCKMASK_TABLE_CELLS); }
    table<std::uint32_t> cell_headers() const { return rows<std::uint32_t>(BLOCKMASK_TABLE_CELL_HEADERS); }

    std::string_view text() const
    {
        std::string_view found;
        check(try_text(found));
        return found;
    }

    /* The text of a block, a link or another row that has a range of the text. */
    template <typename Row> std::string_view text(const Row &row) const
    {
        return text().substr(row.text_start, row.text_end - row.text_start);
    }

    const blockmask_page &page() const
    {
        const blockmask_page *found = nullptr;
        check(try_page(found));
        return *found;
    }

    /* Empty if there is none. */
    std::string_view title() const
    {
        const blockmask_page &found = page();
        return text().substr(found.title_text_start, found.title_text_end - found.title_text_start);
    }

    const blockmask_fingerprint &fingerprint() const
    {
        const blockmask_fingerprint *found = nullptr;
        check(try_fingerprint(found));
        return *found;
    }

    std::string string(std::uint32_t string, std::size_t index) const
    {
        std::string text(128, '\0');
        std::size_t length = 0;
        blockmask_status status = try_string(string, index, &text[0], text.size(), length);
        if (status == BLOCKMASK_BUFFER_TOO_SMALL) {
            text.resize(length);
            status = try_string(string, index, &text[0], text.size(), length);
        }
        check(status);
        text.resize(length);
        return text;
    }

    std::string text_fragment(byte_range range) const
    {
        std::string text(1024, '\0');
        std::size_t length = 0;
        blockmask_status status = try_text_fragment(range, &text[0], text.size(), length);
        if (status == BLOCKMASK_BUFFER_TOO_SMALL) {
            text.resize(length);
            status = try_text_fragment(range, &text[0], text.size(), length);
        }
        check(status);
        text.resize(length);
        return text;
    }

    std::size_t map_offset(std::size_t offset) const
    {
        std::size_t source = 0;
        check(try_map_offset(offset, source));
        return source;
    }

    byte_range map_range(byte_range text) const
    {
        byte_range source;
        check(try_map_range(text, source));
        return source;
    }

    byte_range map_range(byte_range text, const rendered &joined) const
    {
        byte_range source;
        check(try_map_range(text, source, &joined));
        return source;
    }

    rendered render(std::uint32_t format, std::uint32_t flags = BLOCKMASK_RENDER_LINKS) const
    {
        rendered text;
        check(try_render(format, flags, text));
        return text;
    }

    rendered main_text() const { return render(BLOCKMASK_FORMAT_JOINED); }
    rendered markdown(std::uint32_t flags = BLOCKMASK_RENDER_LINKS) const
    {
        return render(BLOCKMASK_FORMAT_MARKDOWN, flags);
    }

    rendered join_fields(std::uint32_t fields) const
    {
        rendered text;
        check(try_join_fields(fields, text));
        return text;
    }

    passage_table passages(std::uint32_t max_tokens = 256, std::uint32_t overlap_tokens = 0,
                           const std::uint32_t *token_starts = nullptr, std::size_t tokens = 0,
                           std::uint32_t flags = 0) const
    {
        passage_table passages;
        check(try_passages(passages, max_tokens, overlap_tokens, token_starts, tokens, flags));
        return passages;
    }

    fact_table facts(const fact_options &options = {}) const
    {
        fact_table facts;
        check(try_facts(options, facts));
        return facts;
    }

    std::string blank() const
    {
        std::string copy(page().source_length, '\0');
        check(try_blank(&copy[0], copy.size()));
        return copy;
    }
#endif

protected:
    const blockmask_document *handle_ = nullptr;
};

/* A document that lives on its own, without the page and the analyzer. It can be moved but not copied. */
class owned_document : public document {
public:
    owned_document() noexcept = default;
    /* Takes what blockmask_analyze_owned made. */
    explicit owned_document(blockmask_document *handle) noexcept : document(handle), owner_(handle) {}
    owned_document(owned_document &&other) noexcept : owned_document(other.release()) {}
    owned_document &operator=(owned_document &&other) noexcept
    {
        owner_.reset(other.release());
        handle_ = owner_.get();
        return *this;
    }

    /* Stops what other threads derive from it, or the next call that does. */
    void cancel() const noexcept { (void)blockmask_cancel_document(handle_); }

    /* Gives up the handle, which the caller frees. */
    blockmask_document *release() noexcept
    {
        handle_ = nullptr;
        return owner_.release();
    }

private:
    detail::owned<blockmask_document> owner_;
};

/* A blockmask_options with the defaults, whose members the program changes. */
struct options : blockmask_options {
    options() noexcept : blockmask_options() { (void)blockmask_init_options(this, sizeof(blockmask_options)); }

    const blockmask_options *get() const noexcept { return this; }
};

class site;

/* Takes one page after another; see blockmask.h. */
class analyzer {
public:
    /*
     * Holds no analyzer until try_create creates one. Until then, and after it was moved from, its functions return
     * BLOCKMASK_BAD_POINTER.
     */
    explicit analyzer(std::nullptr_t) noexcept {}
    /* Takes what blockmask_create_experimental_analyzer made. */
    explicit analyzer(blockmask_analyzer *handle) noexcept : handle_(handle) {}

    /* Replaces the analyzer; on errors it is unchanged. */
    blockmask_status try_create(const options &from = options()) noexcept
    {
        blockmask_analyzer *created = nullptr;
        const blockmask_status status = blockmask_create_analyzer(from.get(), &created);
        if (status == BLOCKMASK_OK)
            handle_.reset(created);
        return status;
    }

    /* The bytes of the page must stay as long as the document is used. */
    blockmask_status try_analyze(std::string_view html, document &page, const hints &about = {}) noexcept
    {
        const blockmask_hints given = detail::given(about);
        const blockmask_document *made = nullptr;
        const blockmask_status status = blockmask_analyze(get(), html.data(), html.size(), &given, &made);
        if (status == BLOCKMASK_OK)
            page = document(made);
        return status;
    }

    /* A temporary string would be destroyed before its document is used. */
    template <typename Traits, typename Memory>
    blockmask_status try_analyze(const std::basic_string<char, Traits, Memory> &&, document &, const hints & = {}) = delete;

    /* See blockmask_parse; without a context element, the page is a whole document. */
    blockmask_status try_parse(std::string_view html, document &page, const hints &about = {},
                               std::string_view context = {}) noexcept
    {
        const blockmask_hints given = detail::given(about);
        const blockmask_document *made = nullptr;
        const blockmask_status status =
            blockmask_parse(get(), html.data(), html.size(), &given, context.data(), context.size(), &made);
        if (status == BLOCKMASK_OK)
            page = document(made);
        return status;
    }

    template <typename Traits, typename Memory>
    blockmask_status try_parse(const std::basic_string<char, Traits, Memory> &&, document &, const hints & = {},
                               std::string_view = {}) = delete;

    blockmask_status try_analyze_owned(std::string_view html, owned_document &page, const hints &about = {}) noexcept
    {
        const blockmask_hints given = detail::given(about);
        blockmask_document *made = nullptr;
        const blockmask_status status = blockmask_analyze_owned(get(), html.data(), html.size(), &given, &made);
        if (status == BLOCKMASK_OK)
            page = owned_document(made);
        return status;
    }

    /* Takes the memory of a document for the next pages. */
    blockmask_status try_give_back(owned_document &&page) noexcept
    {
        blockmask_document *const given = page.release();
        const blockmask_status status = blockmask_return_document(get(), given);
        if (status != BLOCKMASK_OK)
            page = owned_document(given);
        return status;
    }

    /* Replaces the model; an empty one restores the built-in model. The bytes are copied. */
    blockmask_status try_set_model(std::string_view model) noexcept
    {
        return blockmask_set_model(get(), model.data(), model.size());
    }

    /* Sets what is known of the site of the next pages, of which the analyzer keeps what it needs; none removes it. */
    inline blockmask_status try_set_site(const site &stats) noexcept;
    blockmask_status try_set_site(std::nullptr_t) noexcept { return blockmask_set_site(get(), nullptr); }

    /* Sets the rules for the next pages; none removes them. They may be freed afterwards. */
    blockmask_status try_set_rules(const rules &from) noexcept { return blockmask_set_rules(get(), from.get()); }
    blockmask_status try_set_rules(std::nullptr_t) noexcept { return blockmask_set_rules(get(), nullptr); }

    /* Stops the analysis that runs in another thread, or the next one. */
    void cancel() const noexcept { (void)blockmask_cancel_analyzer(get()); }
    blockmask_status try_reset() noexcept { return blockmask_reset_analyzer(get()); }
    blockmask_status try_memory_in_use(std::size_t &bytes) const noexcept
    {
        return blockmask_get_memory_in_use(get(), &bytes);
    }

    /* The handle, for the functions of blockmask.h. */
    blockmask_analyzer *get() const noexcept { return handle_.get(); }

#ifdef BLOCKMASK_THROWS
    explicit analyzer(const options &from = options()) { check(try_create(from)); }

    document analyze(std::string_view html, const hints &about = {})
    {
        document page;
        check(try_analyze(html, page, about));
        return page;
    }

    template <typename Traits, typename Memory>
    document analyze(const std::basic_string<char, Traits, Memory> &&, const hints & = {}) = delete;

    document parse(std::string_view html, const hints &about = {}, std::string_view context = {})
    {
        document page;
        check(try_parse(html, page, about, context));
        return page;
    }

    template <typename Traits, typename Memory>
    document parse(const std::basic_string<char, Traits, Memory> &&, const hints & = {}, std::string_view = {}) = delete;

    owned_document analyze_owned(std::string_view html, const hints &about = {})
    {
        owned_document page;
        check(try_analyze_owned(html, page, about));
        return page;
    }

    void give_back(owned_document &&page) { check(try_give_back(std::move(page))); }
    void set_model(std::string_view model) { check(try_set_model(model)); }
    void set_site(const site &stats) { check(try_set_site(stats)); }
    void set_site(std::nullptr_t) { check(try_set_site(nullptr)); }
    void set_rules(const rules &from) { check(try_set_rules(from)); }
    void set_rules(std::nullptr_t) { check(try_set_rules(nullptr)); }
    void reset() { check(try_reset()); }

    std::size_t memory_in_use() const
    {
        std::size_t bytes = 0;
        check(try_memory_in_use(bytes));
        return bytes;
    }
#endif

private:
    detail::owned<blockmask_analyzer> handle_;
};

/* Statistics over the pages of a site. They can be moved but not copied, and used by one thread at a time. */
class site {
public:
    /* None, until try_create or try_restore makes them. */
    explicit site(std::nullptr_t) noexcept {}

    /* On errors, these leave what was there. The sample has 1 to 256 pages, or 32 for 0. */
    blockmask_status try_create(std::uint32_t sample = 0, std::uint64_t secret = 0) noexcept
    {
        blockmask_site *created = nullptr;
        const blockmask_status status = blockmask_create_site_with_secret(sample, secret, &created);
        return keep(status, created);
    }
    blockmask_status try_restore(std::string_view bytes) noexcept
    {
        blockmask_site *created = nullptr;
        const blockmask_status status = blockmask_restore_site(bytes.data(), bytes.size(), &created);
        return keep(status, created);
    }

    blockmask_status try_add(const document &page) noexcept { return blockmask_add_to_site(get(), page.get()); }
    blockmask_status try_merge(const site &other) noexcept { return blockmask_merge_site(get(), other.get()); }
    blockmask_status try_pages(std::uint32_t &pages) const noexcept { return blockmask_get_site_pages(get(), &pages); }

    blockmask_site *get() const noexcept { return handle_.get(); }

#ifdef BLOCKMASK_THROWS
    site() { check(try_create()); }
    /* Restores statistics that write wrote. */
    explicit site(std::string_view bytes) { check(try_restore(bytes)); }

    void add(const document &page) { check(try_add(page)); }
    void merge(const site &other) { check(try_merge(other)); }

    std::uint32_t pages() const
    {
        std::uint32_t pages = 0;
        check(try_pages(pages));
        return pages;
    }

    std::string write() const
    {
        char *bytes = nullptr;
        std::size_t length = 0;
        check(blockmask_write_site(get(), &bytes, &length));
        const detail::owned<char> memory(bytes);
        return std::string(bytes, length);
    }
#endif

private:
    blockmask_status keep(blockmask_status status, blockmask_site *created) noexcept
    {
        if (status == BLOCKMASK_OK)
            handle_.reset(created);
        return status;
    }

    detail::owned<blockmask_site> handle_;
};

inline blockmask_status analyzer::try_set_site(const site &stats) noexcept
{
    return blockmask_set_site(get(), stats.get());
}

#ifdef BLOCKMASK_THROWS
inline change_table diff_passages(const std::uint64_t *old_ids, std::size_t old_count, const std::uint64_t *new_ids,
                                  std::size_t new_count)
{
    change_table changes;
    check(try_diff_passages(changes, old_ids, old_count, new_ids, new_count));
    return changes;
}
#endif

/* Names of version 0.2.0. Programs that use them do not compile, and the error says what replaced them. */
class [[deprecated("it is now blockmask_block")]] block;
class [[deprecated("it is now options")]] config;
class [[deprecated("it is now blockmask_experimental_options")]] experimental_options;
class [[deprecated("it is now fact_table")]] fact_list;
class [[deprecated("it is now a number: fields")]] field_set;
class [[deprecated("it is now hints")]] input;
class [[deprecated("it is now rendered")]] joined_text;
class [[deprecated("it is now rendered")]] markdown_text;
class [[deprecated("it is now document")]] page;
class [[deprecated("it is now passage_table")]] passage_list;
class [[deprecated("it is now table<blockmask_record>")]] record_list;

} // namespace blockmask

#undef BLOCKMASK_THROWS

#endif /* BLOCKMASK_HPP */
