/*
 * blockmask.hpp - blockmask for C++17, in one header
 *
 *     #include <blockmask.hpp>
 *     #include <iostream>
 *
 *     int main()
 *     {
 *         blockmask::analyzer analyzer;
 *         auto page = analyzer.analyze("<p>Rain fell on the city for the third day, and the river rose.");
 *         for (const blockmask::block block : page.blocks())
 *             std::cout << block.source_start() << ' ' << block.text() << '\n';
 *     }
 *
 * An analyzer owns its handle, can be moved but not copied, and is used by one thread at a time. A page is a view: it
 * and its results are valid until the analyzer takes the next page, and as long as the bytes that were analyzed.
 *
 * Errors are exceptions of type blockmask::error. Each function that throws has a counterpart whose name begins with
 * try_, which returns a status, throws nothing and does not call operator new. With exceptions disabled (-fno-exceptions)
 * only these exist.
 *
 *     blockmask::analyzer analyzer(nullptr);
 *     blockmask::block_range blocks;
 *     if (analyzer.try_create() == BLOCKMASK_OK && analyzer.try_analyze(html) == BLOCKMASK_OK &&
 *         analyzer.current().try_blocks(blocks) == BLOCKMASK_OK)
 *         for (const blockmask::block block : blocks)
 *             index(block.text());
 *
 * The functions are described in blockmask.h; batches, Arrow and pushed pages are used through the functions declared
 * there. An Arrow library for C++ imports the structs of blockmask_export_batch, as arrow::ImportRecordBatch does.
 */
#ifndef BLOCKMASK_HPP
#define BLOCKMASK_HPP

#if defined(_MSVC_LANG) ? _MSVC_LANG < 201703L : __cplusplus < 201703L
#error "blockmask.hpp needs C++17 or later; blockmask.h can be used with C++11"
#endif

#include <blockmask.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
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
    error(blockmask_status status, const std::string &message) : std::runtime_error(message), status_(status) {}

    blockmask_status status() const noexcept { return status_; }

private:
    blockmask_status status_;
};
#endif

/* Numbers of the library. A newer library may return values that are not listed here; name() accepts any. */
enum class role : std::uint32_t {
    main = BLOCKMASK_ROLE_MAIN,
    heading = BLOCKMASK_ROLE_HEADING,
    comment = BLOCKMASK_ROLE_COMMENT,
    metadata = BLOCKMASK_ROLE_METADATA,
    navigation = BLOCKMASK_ROLE_NAVIGATION,
    aside = BLOCKMASK_ROLE_ASIDE,
    legal = BLOCKMASK_ROLE_LEGAL,
    title = BLOCKMASK_ROLE_TITLE,
    hidden = BLOCKMASK_ROLE_HIDDEN
};

enum class field : std::uint32_t {
    title = BLOCKMASK_FIELD_TITLE,
    h1 = BLOCKMASK_FIELD_H1,
    heading = BLOCKMASK_FIELD_HEADING,
    linked_heading = BLOCKMASK_FIELD_LINKED_HEADING,
    label = BLOCKMASK_FIELD_LABEL,
    text = BLOCKMASK_FIELD_TEXT,
    code = BLOCKMASK_FIELD_CODE,
    in_page_link = BLOCKMASK_FIELD_IN_PAGE_LINK,
    link = BLOCKMASK_FIELD_LINK,
    byline = BLOCKMASK_FIELD_BYLINE,
    comment = BLOCKMASK_FIELD_COMMENT,
    hidden = BLOCKMASK_FIELD_HIDDEN
};

enum class page_kind : std::uint32_t {
    article = BLOCKMASK_KIND_ARTICLE,
    service = BLOCKMASK_KIND_SERVICE,
    product = BLOCKMASK_KIND_PRODUCT,
    collection = BLOCKMASK_KIND_COLLECTION,
    forum = BLOCKMASK_KIND_FORUM,
    listing = BLOCKMASK_KIND_LISTING,
    documentation = BLOCKMASK_KIND_DOCUMENTATION
};

enum class page_layout : std::uint32_t {
    none = BLOCKMASK_LAYOUT_NONE,
    article = BLOCKMASK_LAYOUT_ARTICLE,
    article_with_comments = BLOCKMASK_LAYOUT_ARTICLE_WITH_COMMENTS,
    multiple = BLOCKMASK_LAYOUT_MULTIPLE
};

inline const char *name(role value) noexcept { return blockmask_role_name(static_cast<std::uint32_t>(value)); }
inline const char *name(field value) noexcept { return blockmask_field_name(static_cast<std::uint32_t>(value)); }
inline const char *name(page_kind value) noexcept { return blockmask_kind_name(static_cast<std::uint32_t>(value)); }
inline const char *name(page_layout value) noexcept { return blockmask_layout_name(static_cast<std::uint32_t>(value)); }

/* Bytes from start up to, but not including, end. */
struct byte_range {
    std::size_t start = 0, end = 0;
};

/* Fields to be joined, such as {field::title, field::h1}. */
class field_set {
public:
    constexpr field_set() noexcept = default;
    constexpr field_set(std::initializer_list<field> fields) noexcept
    {
        for (const field value : fields)
            bits_ |= bit(value);
    }

    /* All fields above but field::hidden. */
    static constexpr field_set visible() noexcept
    {
        field_set all;
        all.bits_ = BLOCKMASK_FIELDS_VISIBLE;
        return all;
    }

    constexpr bool contains(field value) const noexcept { return (bits_ & bit(value)) != 0; }
    /* As blockmask_join_fields takes them. */
    constexpr std::uint32_t bits() const noexcept { return bits_; }

private:
    static constexpr std::uint32_t bit(field value) noexcept
    {
        const auto number = static_cast<std::uint32_t>(value);
        return UINT32_C(1) << (number < 32 ? number : 0); /* bit 0 is no field: BLOCKMASK_BAD_ARGUMENT */
    }

    std::uint32_t bits_ = 0;
};

/* What a field counts in a ranking: its weight, in quarters, and its parameter b of BM25F. */
struct field_parameters {
    std::uint32_t weight = 0;
    float length_normalization = 0;
};

/* A page, and what is known about it. Views of strings of the caller's; empty if unknown. */
struct input {
    std::string_view html;
    /* The encoding that came with the page. */
    std::string_view charset;
    /* The absolute address (URL) that it came from. */
    std::string_view address;
};

/* A table of records, with the stride of the library that is linked. */
template <typename Record> class table {
public:
    class iterator {
    public:
        using iterator_category = std::random_access_iterator_tag;
        using value_type = Record;
        using difference_type = std::ptrdiff_t;
        using pointer = const Record *;
        using reference = const Record &;

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
        difference_type stride_ = sizeof(Record);
    };

    using value_type = Record;
    using const_iterator = iterator;

    table() noexcept = default;
    table(const Record *first, std::size_t count, std::size_t stride) noexcept
        : first_(reinterpret_cast<const char *>(first)), count_(count), stride_(stride) {}

    std::size_t size() const noexcept { return count_; }
    bool empty() const noexcept { return count_ == 0; }
    const Record &operator[](std::size_t index) const noexcept
    {
        return *reinterpret_cast<const Record *>(first_ + index * stride_);
    }
    iterator begin() const noexcept { return {first_, stride_}; }
    iterator end() const noexcept { return {first_ + count_ * stride_, stride_}; }

private:
    const char *first_ = nullptr;
    std::size_t count_ = 0;
    std::size_t stride_ = sizeof(Record);
};

namespace detail {

struct free_config {
    void operator()(blockmask_config *config) const noexcept { blockmask_free_config(config); }
};

struct free_analyzer {
    void operator()(blockmask_analyzer *analyzer) const noexcept { blockmask_free_analyzer(analyzer); }
};

struct free_site {
    void operator()(blockmask_site *site) const noexcept { blockmask_free_site(site); }
};

struct free_memory {
    void operator()(void *memory) const noexcept { blockmask_free(memory); }
};

/* Empty if there is none. */
inline std::string_view last_error(blockmask_analyzer *analyzer) noexcept
{
    const char *message = nullptr;
    std::size_t length = 0;
    if (analyzer == nullptr || blockmask_get_last_error(analyzer, &message, &length) != BLOCKMASK_OK)
        return std::string_view();
    return std::string_view(message, length);
}

#ifdef BLOCKMASK_THROWS
inline void check(blockmask_analyzer *analyzer, blockmask_status status)
{
    if (status == BLOCKMASK_OK)
        return;
    /* BLOCKMASK_BUSY leaves no text; the last one is that of an earlier error. */
    const std::string_view text = status == BLOCKMASK_BUSY ? std::string_view() : last_error(analyzer);
    throw error(status, text.empty() ? blockmask_status_text(status) : std::string(text));
}

/* Calls a function that writes a string, twice if the string is long. */
template <typename Write> std::string written(blockmask_analyzer *analyzer, Write write)
{
    std::string text(128, '\0');
    std::size_t length = 0;
    blockmask_status status = write(&text[0], text.size(), length);
    if (status == BLOCKMASK_BUFFER_TOO_SMALL) {
        text.resize(length);
        status = write(&text[0], text.size(), length);
    }
    check(analyzer, status);
    text.resize(length);
    return text;
}
#endif

inline std::optional<std::size_t> index_of(std::uint32_t index) noexcept
{
    return index == BLOCKMASK_NONE ? std::nullopt : std::optional<std::size_t>(index);
}

inline std::uint32_t offset_of(std::size_t offset) noexcept
{
    return offset < UINT32_MAX ? static_cast<std::uint32_t>(offset) : UINT32_MAX;
}

} // namespace detail

/* BLOCKMASK_BAD_ARGUMENT if the library does not know the field. */
inline blockmask_status try_field_defaults(field of, field_parameters &defaults) noexcept
{
    return blockmask_get_field_defaults(static_cast<std::uint32_t>(of), &defaults.weight,
                                        &defaults.length_normalization);
}

#ifdef BLOCKMASK_THROWS
inline field_parameters field_defaults(field of)
{
    field_parameters defaults;
    detail::check(nullptr, try_field_defaults(of, defaults));
    return defaults;
}
#endif

/* Options with their defaults; -> changes them. */
class options {
public:
    options() noexcept { (void)blockmask_init_options(&options_, sizeof(options_)); }

    blockmask_options *operator->() noexcept { return &options_; }
    const blockmask_options *get() const noexcept { return &options_; }

private:
    blockmask_options options_ = {};
};

/* Parameters of the algorithms, which may change in any release. */
class experimental_options {
public:
    experimental_options() noexcept { (void)blockmask_init_experimental_options(&options_, sizeof(options_)); }

    blockmask_experimental_options *operator->() noexcept { return &options_; }
    const blockmask_experimental_options *get() const noexcept { return &options_; }

private:
    blockmask_experimental_options options_ = {};
};

/* Checked options. Any number of threads may create analyzers from one configuration. */
class config {
public:
#ifdef BLOCKMASK_THROWS
    explicit config(const options &from = options())
    {
        char message[256] = "";
        check(try_create(from, message, sizeof(message)), message);
    }
    config(const options &from, const experimental_options &experimental)
    {
        char message[256] = "";
        check(try_create(from, experimental, message, sizeof(message)), message);
    }
#endif
    /* None, until try_create creates it; analyzers treat it as the defaults. */
    explicit config(std::nullptr_t) noexcept {}

    /* If a value is invalid, message names the option. On errors the configuration is unchanged. */
    blockmask_status try_create(const options &from, char *message = nullptr, std::size_t capacity = 0) noexcept
    {
        blockmask_config *created = nullptr;
        const blockmask_status status =
            blockmask_create_config(from.get(), sizeof(*from.get()), &created, message, capacity);
        return keep(status, created);
    }
    blockmask_status try_create(const options &from, const experimental_options &experimental, char *message = nullptr,
                                std::size_t capacity = 0) noexcept
    {
        blockmask_config *created = nullptr;
        const blockmask_status status =
            blockmask_create_experimental_config(from.get(), sizeof(*from.get()), experimental.get(),
                                                 sizeof(*experimental.get()), &created, message, capacity);
        return keep(status, created);
    }

    const blockmask_config *get() const noexcept { return config_.get(); }

private:
    blockmask_status keep(blockmask_status status, blockmask_config *created) noexcept
    {
        if (status == BLOCKMASK_OK)
            config_.reset(created);
        return status;
    }
#ifdef BLOCKMASK_THROWS
    static void check(blockmask_status status, const char *message)
    {
        if (status != BLOCKMASK_OK)
            throw error(status, message);
    }
#endif

    std::unique_ptr<blockmask_config, detail::free_config> config_;
};

/* The facts about a page; a copy. */
class page_facts {
public:
    const blockmask_page &record() const noexcept { return record_; }
    std::string_view encoding() const noexcept { return record_.encoding; }
    /* One of BLOCKMASK_ENCODING_. */
    std::uint32_t encoding_source() const noexcept { return record_.encoding_source; }
    std::size_t source_length() const noexcept { return record_.source_length; }
    std::size_t text_length() const noexcept { return record_.text_length; }
    std::optional<std::size_t> title_block() const noexcept { return detail::index_of(record_.title_block); }
    byte_range title_source() const noexcept { return {record_.title_source_start, record_.title_source_end}; }
    byte_range title_text() const noexcept { return {record_.title_text_start, record_.title_text_end}; }
    /* Union of BLOCKMASK_TRUNCATED_. */
    std::uint32_t truncation() const noexcept { return record_.truncation; }
    bool is_recovered() const noexcept { return record_.is_recovered != 0; }
    /* None if the mask does not classify pages. */
    std::optional<page_kind> kind() const noexcept
    {
        if (record_.kind == BLOCKMASK_NONE)
            return std::nullopt;
        return static_cast<page_kind>(record_.kind);
    }

private:
    friend class page;
    blockmask_page record_ = {};
};

/* The hashes of a page, to find its duplicates; a copy. One that is default-constructed is not valid. */
class fingerprint {
public:
    fingerprint() noexcept = default;
    explicit fingerprint(const blockmask_fingerprint &record) noexcept : record_(record) {}

    const blockmask_fingerprint &record() const noexcept { return record_; }
    bool is_valid() const noexcept { return record_.is_valid != 0; }
    bool is_near_duplicate(const fingerprint &other) const noexcept
    {
        std::uint32_t answer = 0;
        return blockmask_compare_fingerprints(&record_, &other.record_, sizeof(record_), &answer) == BLOCKMASK_OK &&
               answer == 1;
    }
    /* The share of equal min-hashes, 0 to 1; 0 for what cannot be compared. */
    float similarity(const fingerprint &other) const noexcept { return measure(other).first; }
    /* How many bits of the sim-hashes differ, 0 to 64; 64 for what cannot be compared. */
    unsigned distance(const fingerprint &other) const noexcept { return measure(other).second; }
    /* Equal for pages of equal main text; 0 if there is none. */
    std::uint64_t content_hash() const noexcept { return record_.content_hash; }
    /* Of the tag paths; pages of one template differ in few bits. */
    std::uint64_t structure_hash() const noexcept { return record_.structure_hash; }
    /* Writes 8 / rows keys, that near-duplicates may have in common, and returns how many. rows is 1 to 8. */
    std::size_t band_keys(unsigned rows, std::uint64_t (&keys)[8]) const noexcept
    {
        std::size_t count = 0;
        (void)blockmask_get_band_keys(&record_, sizeof(record_), rows, keys, &count);
        return count;
    }

private:
    std::pair<float, unsigned> measure(const fingerprint &other) const noexcept
    {
        float similarity = 0;
        std::uint32_t distance = 64;
        (void)blockmask_measure_fingerprints(&record_, &other.record_, sizeof(record_), &similarity, &distance);
        return {similarity, distance};
    }

    friend class page;
    blockmask_fingerprint record_ = {};
};

/* A block, and the page that it is on. */
class block {
public:
    block(blockmask_analyzer *analyzer, const blockmask_block &record, std::size_t index, const char *text) noexcept
        : analyzer_(analyzer), record_(&record), index_(index), text_(text) {}

    const blockmask_block &record() const noexcept { return *record_; }
    std::size_t index() const noexcept { return index_; }
    std::size_t source_start() const noexcept { return record_->source_start; }
    std::size_t source_end() const noexcept { return record_->source_end; }
    std::size_t text_start() const noexcept { return record_->text_start; }
    std::size_t text_end() const noexcept { return record_->text_end; }
    std::string_view text() const noexcept
    {
        return std::string_view(text_ + record_->text_start, record_->text_end - record_->text_start);
    }
    unsigned tokens() const noexcept { return record_->tokens; }
    unsigned linked_tokens() const noexcept { return record_->linked_tokens; }
    unsigned lines() const noexcept { return record_->lines; }
    unsigned characters() const noexcept { return record_->characters; }
    /* The text density is density_tokens over density_lines, which is at least 1. */
    unsigned density_tokens() const noexcept { return record_->density_tokens; }
    unsigned density_lines() const noexcept { return record_->density_lines; }
    /* The index of the segment that it begins in. */
    std::optional<std::size_t> segment() const noexcept { return detail::index_of(record_->segment); }
    /* The index of the comment that it belongs to. */
    std::optional<std::size_t> comment() const noexcept { return detail::index_of(record_->comment); }
    float probability() const noexcept { return record_->probability; }
    /* Union of BLOCKMASK_FLAG_. */
    std::uint32_t flags() const noexcept { return record_->flags; }
    unsigned depth() const noexcept { return record_->depth; }
    /* In quarters: 4 is 1.0, 0 is not to be searched. */
    unsigned weight() const noexcept { return record_->weight; }
    blockmask::field field() const noexcept { return static_cast<blockmask::field>(record_->field); }
    /* How many other pages it links to. */
    unsigned link_targets() const noexcept { return record_->link_targets; }
    /* Hashes of its tag path and of its text, of version BLOCKMASK_HASH_VERSION. */
    std::uint64_t path_hash() const noexcept { return record_->path_hash; }
    std::uint64_t text_hash() const noexcept { return record_->text_hash; }
    blockmask::role role() const noexcept { return static_cast<blockmask::role>(record_->role); }
    unsigned heading_level() const noexcept { return record_->heading_level; }
    bool is_template() const noexcept { return record_->is_template != 0; }
    bool is_in_region() const noexcept { return record_->is_in_region != 0; }
    blockmask_status try_tag_path(char *buffer, std::size_t capacity, std::size_t &length) const noexcept
    {
        return blockmask_write_tag_path(analyzer_, index_, buffer, capacity, &length);
    }
#ifdef BLOCKMASK_THROWS
    std::string tag_path() const
    {
        return detail::written(analyzer_, [this](char *buffer, std::size_t capacity, std::size_t &length) {
            return try_tag_path(buffer, capacity, length);
        });
    }
#endif

private:
    blockmask_analyzer *analyzer_;
    const blockmask_block *record_;
    std::size_t index_;
    const char *text_;
};

/* The blocks of a page, for range-for. */
class block_range {
public:
    class iterator {
    public:
        /* Holds the block that -> refers to, as blocks are created on dereference. */
        class pointer {
        public:
            explicit pointer(const block &to) noexcept : to_(to) {}

            const block *operator->() const noexcept { return &to_; }

        private:
            block to_;
        };

        using iterator_category = std::input_iterator_tag;
        using value_type = block;
        using difference_type = std::ptrdiff_t;
        using reference = block;

        iterator(const block_range *range, std::size_t index) noexcept : range_(range), index_(index) {}

        block operator*() const noexcept { return (*range_)[index_]; }
        pointer operator->() const noexcept { return pointer(**this); }
        iterator &operator++() noexcept { ++index_; return *this; }
        iterator operator++(int) noexcept { iterator old = *this; ++index_; return old; }
        friend bool operator==(iterator a, iterator b) noexcept { return a.index_ == b.index_; }
        friend bool operator!=(iterator a, iterator b) noexcept { return a.index_ != b.index_; }

    private:
        const block_range *range_;
        std::size_t index_;
    };

    block_range() noexcept = default;
    block_range(blockmask_analyzer *analyzer, table<blockmask_block> records, const char *text) noexcept
        : analyzer_(analyzer), records_(records), text_(text) {}

    std::size_t size() const noexcept { return records_.size(); }
    bool empty() const noexcept { return records_.empty(); }
    block operator[](std::size_t index) const noexcept { return block(analyzer_, records_[index], index, text_); }
    iterator begin() const noexcept { return iterator(this, 0); }
    iterator end() const noexcept { return iterator(this, records_.size()); }
    const table<blockmask_block> &records() const noexcept { return records_; }

private:
    blockmask_analyzer *analyzer_ = nullptr;
    table<blockmask_block> records_;
    const char *text_ = nullptr;
};

/* Text in memory of the library, which the destructor frees. */
class owned_text {
public:
    owned_text() noexcept = default;
    owned_text(char *text, std::size_t length) noexcept : text_(text), length_(length) {}

    std::string_view view() const noexcept { return std::string_view(text_.get(), length_); }

private:
    std::unique_ptr<char, detail::free_memory> text_;
    std::size_t length_ = 0;
};

/* The texts of some fields of a page, in memory of the library, which the destructor frees. Needs no analyzer. */
class joined_text {
public:
    joined_text() noexcept = default;
    /* Takes what blockmask_join_fields made. */
    explicit joined_text(blockmask_joined_text *joined) noexcept : joined_(joined) {}

    std::string_view text() const noexcept
    {
        return joined_ ? std::string_view(joined_->text, joined_->length) : std::string_view();
    }
    /* The blocks that it is made of, in source order. */
    table<blockmask_piece> pieces() const noexcept
    {
        return joined_ ? table<blockmask_piece>(joined_->pieces, joined_->count, sizeof(blockmask_piece))
                       : table<blockmask_piece>();
    }
    const blockmask_joined_text *get() const noexcept { return joined_.get(); }

private:
    std::unique_ptr<blockmask_joined_text, detail::free_memory> joined_;
};

/* The main text as Markdown, in memory of the library, which the destructor frees. Needs no analyzer. */
class markdown_text {
public:
    markdown_text() noexcept = default;
    /* Takes what blockmask_render_markdown made. */
    explicit markdown_text(blockmask_markdown *markdown) noexcept : markdown_(markdown) {}

    std::string_view text() const noexcept
    {
        return markdown_ ? std::string_view(markdown_->text, markdown_->length) : std::string_view();
    }
    /* Where its blocks are, in order. */
    table<blockmask_markdown_range> ranges() const noexcept
    {
        return markdown_ ? table<blockmask_markdown_range>(markdown_->ranges, markdown_->count,
                                                           sizeof(blockmask_markdown_range))
                         : table<blockmask_markdown_range>();
    }

private:
    std::unique_ptr<blockmask_markdown, detail::free_memory> markdown_;
};

/* Passages of the main text, in memory of the library, which the destructor frees. Needs no analyzer. */
class passage_list {
public:
    passage_list() noexcept = default;
    /* Takes what blockmask_cut_passages made. */
    passage_list(blockmask_passage *passages, std::size_t count) noexcept : passages_(passages), count_(count) {}

    std::size_t size() const noexcept { return count_; }
    const blockmask_passage &operator[](std::size_t index) const noexcept { return passages_.get()[index]; }
    const blockmask_passage *begin() const noexcept { return passages_.get(); }
    const blockmask_passage *end() const noexcept { return passages_.get() + count_; }
    std::string_view text(std::size_t index) const noexcept
    {
        return std::string_view((*this)[index].text, (*this)[index].length);
    }
    /* How many of its tokens are in blocks of each role; roles without any are left out. */
    table<blockmask_role_tokens> roles(std::size_t index) const noexcept
    {
        const blockmask_role_tokens *first = nullptr;
        std::size_t count = 0;
        (void)blockmask_get_passage_roles(&(*this)[index], &first, &count);
        return {first, count, sizeof(blockmask_role_tokens)};
    }

private:
    std::unique_ptr<blockmask_passage, detail::free_memory> passages_;
    std::size_t count_ = 0;
};

/* A blockmask_fact_options with views of the caller's strings, which are not needed after the call. */
struct fact_options {
    /* The values of the X-Robots-Tag headers that came with the page, one per line. */
    std::string_view x_robots_tag;
    /* Names of crawlers whose directives apply besides those for all robots, separated by spaces. */
    std::string_view agents;
    /* Names of attributes that exclude an element from the index, separated by spaces. */
    std::string_view exclusion_attributes;
};

/* Records of the main list, in memory of the library, which the destructor frees. Needs no analyzer. */
class record_list {
public:
    record_list() noexcept = default;
    /* Takes what blockmask_find_records made. */
    record_list(blockmask_record *records, std::size_t count) noexcept : records_(records), count_(count) {}

    std::size_t size() const noexcept { return count_; }
    const blockmask_record &operator[](std::size_t index) const noexcept { return records_.get()[index]; }
    const blockmask_record *begin() const noexcept { return records_.get(); }
    const blockmask_record *end() const noexcept { return records_.get() + count_; }

private:
    std::unique_ptr<blockmask_record, detail::free_memory> records_;
    std::size_t count_ = 0;
};

/*
 * What a page says about itself to search engines, ordered by kind, in memory of the library, which the destructor
 * frees. Needs no analyzer.
 */
class fact_list {
public:
    fact_list() noexcept = default;
    /* Takes what blockmask_find_facts made. */
    fact_list(blockmask_fact *facts, std::size_t count) noexcept : facts_(facts), count_(count) {}

    std::size_t size() const noexcept { return count_; }
    const blockmask_fact &operator[](std::size_t index) const noexcept { return facts_.get()[index]; }
    const blockmask_fact *begin() const noexcept { return facts_.get(); }
    const blockmask_fact *end() const noexcept { return facts_.get() + count_; }
    /* The first fact of a kind, one of BLOCKMASK_FACT_, or null. */
    const blockmask_fact *find(std::uint32_t kind) const noexcept
    {
        for (const blockmask_fact &fact : *this)
            if (fact.kind == kind)
                return &fact;
        return nullptr;
    }
    static std::string_view name(const blockmask_fact &fact) noexcept { return {fact.name, fact.name_length}; }
    static std::string_view value(const blockmask_fact &fact) noexcept { return {fact.value, fact.value_length}; }

private:
    std::unique_ptr<blockmask_fact, detail::free_memory> facts_;
    std::size_t count_ = 0;
};

/*
 * The page that an analyzer holds: a view, as cheap to copy as a pointer. The try_ functions write their results to
 * what is passed to them, if they return BLOCKMASK_OK.
 */
class page {
public:
    explicit page(blockmask_analyzer *analyzer) noexcept : analyzer_(analyzer) {}

    blockmask_status try_blocks(block_range &blocks) const noexcept
    {
        table<blockmask_block> found;
        std::string_view text;
        blockmask_status status = try_records(blockmask_get_blocks, found);
        if (status == BLOCKMASK_OK)
            status = try_text(text);
        if (status == BLOCKMASK_OK)
            blocks = block_range(analyzer_, found, text.data());
        return status;
    }
    blockmask_status try_segments(table<blockmask_segment> &segments) const noexcept
    {
        return try_records(blockmask_get_segments, segments);
    }
    blockmask_status try_regions(table<blockmask_region> &regions) const noexcept
    {
        return try_records(blockmask_get_regions, regions);
    }
    blockmask_status try_links(table<blockmask_link> &links) const noexcept
    {
        return try_records(blockmask_get_links, links);
    }
    blockmask_status try_headings(table<blockmask_heading> &headings) const noexcept
    {
        return try_records(blockmask_get_headings, headings);
    }
    blockmask_status try_comments(table<blockmask_comment> &comments) const noexcept
    {
        return try_records(blockmask_get_comments, comments);
    }
    blockmask_status try_areas(table<blockmask_area> &areas) const noexcept
    {
        return try_records(blockmask_get_areas, areas);
    }
    blockmask_status try_visual_areas(table<blockmask_visual_area> &areas) const noexcept
    {
        return try_records(blockmask_get_visual_areas, areas);
    }
    blockmask_status try_block_visibility(table<blockmask_block_visibility> &visibility) const noexcept
    {
        return try_records(blockmask_get_block_visibility, visibility);
    }
    /* One record for each block. */
    blockmask_status try_structure(table<blockmask_block_structure> &structure) const noexcept
    {
        return try_records(blockmask_get_structure, structure);
    }
    blockmask_status try_images(table<blockmask_image> &images) const noexcept
    {
        return try_records(blockmask_get_images, images);
    }
    /* By the number of the kind; empty if the mask does not classify pages. */
    blockmask_status try_kind_probabilities(table<float> &probabilities) const noexcept
    {
        const float *first = nullptr;
        std::size_t count = 0;
        const blockmask_status status = blockmask_get_kind_probabilities(analyzer_, &first, &count);
        if (status == BLOCKMASK_OK)
            probabilities = table<float>(first, count, sizeof(float));
        return status;
    }

    /* Normalized text, UTF-8. */
    blockmask_status try_text(std::string_view &text) const noexcept
    {
        return try_view(text, [this](const char **first, std::size_t *length) {
            return blockmask_get_text(analyzer_, first, length);
        });
    }

    /* The text of an area of areas. */
    blockmask_status try_area_text(std::size_t area, std::string_view &text) const noexcept
    {
        return try_view(text, [this, area](const char **first, std::size_t *length) {
            return blockmask_get_area_text(analyzer_, area, first, length);
        });
    }

    /* Empty if there is none. */
    blockmask_status try_title(std::string_view &title) const noexcept
    {
        page_facts facts;
        std::string_view text;
        blockmask_status status = try_facts(facts);
        if (status == BLOCKMASK_OK)
            status = try_text(text);
        if (status == BLOCKMASK_OK) {
            const byte_range range = facts.title_text();
            title = std::string_view(text.data() + range.start, range.end - range.start);
        }
        return status;
    }

    /* Where the character at an offset of the text begins in the bytes of the page. */
    blockmask_status try_map_text_offset(std::size_t offset, std::size_t &source) const noexcept
    {
        const std::uint32_t given = detail::offset_of(offset);
        std::uint32_t mapped = 0;
        const blockmask_status status = blockmask_map_text_offsets(analyzer_, &given, &mapped, 1);
        if (status == BLOCKMASK_OK)
            source = mapped;
        return status;
    }

    /* The bytes of the page that a range of the text comes from. */
    blockmask_status try_map_text_range(byte_range text, byte_range &source) const noexcept
    {
        std::uint32_t start = 0, end = 0;
        const blockmask_status status = blockmask_map_text_range(analyzer_, detail::offset_of(text.start),
                                                                 detail::offset_of(text.end), &start, &end);
        if (status == BLOCKMASK_OK)
            source = {start, end};
        return status;
    }

    /* The texts of some fields, in source order and separated by line feeds. */
    blockmask_status try_join_fields(field_set fields, joined_text &joined) const noexcept
    {
        blockmask_joined_text *made = nullptr;
        const blockmask_status status = blockmask_join_fields(analyzer_, fields.bits(), &made);
        if (status == BLOCKMASK_OK)
            joined = joined_text(made);
        return status;
    }

    blockmask_status try_main_text(joined_text &joined) const noexcept
    {
        blockmask_joined_text *made = nullptr;
        const blockmask_status status = blockmask_join_main_text(analyzer_, &made);
        if (status == BLOCKMASK_OK)
            joined = joined_text(made);
        return status;
    }

    /* The bytes of the page that a range of a joined text comes from. joined was made from this page. */
    blockmask_status try_map_joined_range(const joined_text &joined, byte_range range,
                                          byte_range &source) const noexcept
    {
        std::uint32_t start = 0, end = 0;
        const blockmask_status status = blockmask_map_joined_range(
            analyzer_, joined.get(), detail::offset_of(range.start), detail::offset_of(range.end), &start, &end);
        if (status == BLOCKMASK_OK)
            source = {start, end};
        return status;
    }

    blockmask_status try_facts(page_facts &facts) const noexcept
    {
        return blockmask_get_page(analyzer_, &facts.record_, sizeof(facts.record_));
    }

    blockmask_status try_fingerprint(blockmask::fingerprint &print) const noexcept
    {
        return blockmask_get_fingerprint(analyzer_, &print.record_, sizeof(print.record_));
    }

    blockmask_status try_layout(page_layout &layout) const noexcept
    {
        std::uint32_t number = 0;
        const blockmask_status status = blockmask_get_layout(analyzer_, &number);
        if (status == BLOCKMASK_OK)
            layout = static_cast<page_layout>(number);
        return status;
    }

    /* The length is also written if it is more than capacity, with BLOCKMASK_BUFFER_TOO_SMALL. */
    blockmask_status try_link_target(std::size_t link, char *buffer, std::size_t capacity,
                                     std::size_t &length) const noexcept
    {
        return blockmask_write_link_target(analyzer_, link, buffer, capacity, &length);
    }

    /* The target as an absolute address; empty if it is relative and the address of the page is not known. */
    blockmask_status try_link_address(std::size_t link, char *buffer, std::size_t capacity,
                                      std::size_t &length) const noexcept
    {
        return blockmask_write_link_address(analyzer_, link, buffer, capacity, &length);
    }
    blockmask_status try_link_rel(std::size_t link, char *buffer, std::size_t capacity,
                                  std::size_t &length) const noexcept
    {
        return blockmask_write_link_rel(analyzer_, link, buffer, capacity, &length);
    }
    blockmask_status try_image_alt(std::size_t image, char *buffer, std::size_t capacity,
                                   std::size_t &length) const noexcept
    {
        return blockmask_write_image_alt(analyzer_, image, buffer, capacity, &length);
    }
    blockmask_status try_image_target(std::size_t image, char *buffer, std::size_t capacity,
                                      std::size_t &length) const noexcept
    {
        return blockmask_write_image_target(analyzer_, image, buffer, capacity, &length);
    }
    /* The text of a block with its line breaks. */
    blockmask_status try_formatted_text(std::size_t block, char *buffer, std::size_t capacity,
                                        std::size_t &length) const noexcept
    {
        return blockmask_write_formatted_text(analyzer_, block, buffer, capacity, &length);
    }

    /* The main content in a format, one of BLOCKMASK_FORMAT_; options are BLOCKMASK_RENDER_. */
    blockmask_status try_render(std::uint32_t format, std::uint32_t options, owned_text &rendered) const noexcept
    {
        char *text = nullptr;
        std::size_t length = 0;
        const blockmask_status status = blockmask_render(analyzer_, format, options, &text, &length);
        if (status == BLOCKMASK_OK)
            rendered = owned_text(text, length);
        return status;
    }

    /* The main text as Markdown, with the ranges of its blocks; options are BLOCKMASK_RENDER_. */
    blockmask_status try_markdown(std::uint32_t options, markdown_text &markdown) const noexcept
    {
        blockmask_markdown *made = nullptr;
        const blockmask_status status = blockmask_render_markdown(analyzer_, options, &made);
        if (status == BLOCKMASK_OK)
            markdown = markdown_text(made);
        return status;
    }

    /* The main text in passages, by the tokens of the library. */
    blockmask_status try_passages(std::uint32_t max_tokens, std::uint32_t overlap_tokens,
                                  passage_list &passages) const noexcept
    {
        return try_cut_passages(nullptr, 0, max_tokens, overlap_tokens, passages);
    }

    /* By the tokens of another tokenizer: where they begin in the text of the page, ascending. Null is no tokens. */
    blockmask_status try_passages_by(const std::uint32_t *token_starts, std::size_t token_count,
                                     std::uint32_t max_tokens, std::uint32_t overlap_tokens,
                                     passage_list &passages) const noexcept
    {
        const std::uint32_t none = 0;
        const bool is_none = token_starts == nullptr && token_count == 0;
        return try_cut_passages(is_none ? &none : token_starts, token_count, max_tokens, overlap_tokens, passages);
    }

    /* The records of the main list: results, offers, posts. */
    blockmask_status try_find_records(record_list &records) const noexcept
    {
        blockmask_record *first = nullptr;
        std::size_t count = 0;
        const blockmask_status status = blockmask_find_records(analyzer_, &first, &count);
        if (status == BLOCKMASK_OK)
            records = record_list(first, count);
        return status;
    }

    /* What the page says about itself: the directives of its author, its canonical address, dates and other metadata. */
    blockmask_status try_find_facts(const fact_options &options, fact_list &facts) const noexcept
    {
        blockmask_fact_options given = {};
        given.x_robots_tag = options.x_robots_tag.data();
        given.x_robots_tag_length = options.x_robots_tag.size();
        given.agents = options.agents.data();
        given.agents_length = options.agents.size();
        given.exclusion_attributes = options.exclusion_attributes.data();
        given.exclusion_attributes_length = options.exclusion_attributes.size();
        blockmask_fact *first = nullptr;
        std::size_t count = 0;
        const blockmask_status status = blockmask_find_facts(analyzer_, &given, sizeof(given), &first, &count);
        if (status == BLOCKMASK_OK)
            facts = fact_list(first, count);
        return status;
    }

    /* A copy of the page with spaces in place of everything but the main content. capacity is at least its length. */
    blockmask_status try_blank(char *buffer, std::size_t capacity) const noexcept
    {
        return blockmask_blank_page(analyzer_, buffer, capacity);
    }

    /* A copy of the page with a zone around each block. */
    blockmask_status try_zone(owned_text &zoned) const noexcept
    {
        char *html = nullptr;
        std::size_t length = 0;
        const blockmask_status status = blockmask_zone_page(analyzer_, &html, &length);
        if (status == BLOCKMASK_OK)
            zoned = owned_text(html, length);
        return status;
    }

    /* The next weighted run; the cursor is 0 before the first. BLOCKMASK_END after the last. */
    blockmask_status try_next_run(std::size_t &cursor, blockmask_run &run) const noexcept
    {
        return blockmask_next_run(analyzer_, &cursor, &run, sizeof(run));
    }

#ifdef BLOCKMASK_THROWS
    /* The functions above with exceptions; they return what they find. */
    block_range blocks() const { return found(&page::try_blocks); }
    table<blockmask_segment> segments() const { return found(&page::try_segments); }
    table<blockmask_region> regions() const { return found(&page::try_regions); }
    table<blockmask_link> links() const { return found(&page::try_links); }
    table<blockmask_heading> headings() const { return found(&page::try_headings); }
    /* What readers wrote under the article; block::comment says which blocks are whose. */
    table<blockmask_comment> comments() const { return found(&page::try_comments); }
    table<blockmask_area> areas() const { return found(&page::try_areas); }
    table<blockmask_visual_area> visual_areas() const { return found(&page::try_visual_areas); }
    table<blockmask_block_visibility> block_visibility() const { return found(&page::try_block_visibility); }
    table<blockmask_block_structure> structure() const { return found(&page::try_structure); }
    table<blockmask_image> images() const { return found(&page::try_images); }
    table<float> kind_probabilities() const { return found(&page::try_kind_probabilities); }
    std::string_view text() const { return found(&page::try_text); }
    std::string_view title() const { return found(&page::try_title); }
    page_facts facts() const { return found(&page::try_facts); }
    blockmask::fingerprint fingerprint() const { return found(&page::try_fingerprint); }
    page_layout layout() const { return found(&page::try_layout); }
    owned_text zone() const { return found(&page::try_zone); }

    std::string_view area_text(std::size_t area) const
    {
        std::string_view text;
        detail::check(analyzer_, try_area_text(area, text));
        return text;
    }

    std::size_t map_text_offset(std::size_t offset) const
    {
        std::size_t source = 0;
        detail::check(analyzer_, try_map_text_offset(offset, source));
        return source;
    }

    byte_range map_text_range(byte_range text) const
    {
        byte_range source;
        detail::check(analyzer_, try_map_text_range(text, source));
        return source;
    }

    joined_text join_fields(field_set fields) const
    {
        joined_text joined;
        detail::check(analyzer_, try_join_fields(fields, joined));
        return joined;
    }

    joined_text main_text() const
    {
        joined_text joined;
        detail::check(analyzer_, try_main_text(joined));
        return joined;
    }

    byte_range map_joined_range(const joined_text &joined, byte_range range) const
    {
        byte_range source;
        detail::check(analyzer_, try_map_joined_range(joined, range, source));
        return source;
    }

    std::string link_target(std::size_t link) const
    {
        return detail::written(analyzer_, [this, link](char *buffer, std::size_t capacity, std::size_t &length) {
            return try_link_target(link, buffer, capacity, length);
        });
    }

    std::string link_address(std::size_t link) const { return written(&page::try_link_address, link); }
    std::string link_rel(std::size_t link) const { return written(&page::try_link_rel, link); }
    std::string image_alt(std::size_t image) const { return written(&page::try_image_alt, image); }
    std::string image_target(std::size_t image) const { return written(&page::try_image_target, image); }
    std::string formatted_text(std::size_t block) const { return written(&page::try_formatted_text, block); }

    owned_text render(std::uint32_t format, std::uint32_t options = BLOCKMASK_RENDER_LINKS) const
    {
        owned_text rendered;
        detail::check(analyzer_, try_render(format, options, rendered));
        return rendered;
    }

    markdown_text markdown(std::uint32_t options = BLOCKMASK_RENDER_LINKS) const
    {
        markdown_text markdown;
        detail::check(analyzer_, try_markdown(options, markdown));
        return markdown;
    }

    passage_list passages(std::uint32_t max_tokens = 256, std::uint32_t overlap_tokens = 0) const
    {
        passage_list passages;
        detail::check(analyzer_, try_passages(max_tokens, overlap_tokens, passages));
        return passages;
    }

    passage_list passages_by(const std::uint32_t *token_starts, std::size_t token_count,
                             std::uint32_t max_tokens = 256, std::uint32_t overlap_tokens = 0) const
    {
        passage_list passages;
        detail::check(analyzer_, try_passages_by(token_starts, token_count, max_tokens, overlap_tokens, passages));
        return passages;
    }

    record_list find_records() const
    {
        record_list records;
        detail::check(analyzer_, try_find_records(records));
        return records;
    }

    fact_list find_facts(const fact_options &options = {}) const
    {
        fact_list facts;
        detail::check(analyzer_, try_find_facts(options, facts));
        return facts;
    }

    std::string blank() const
    {
        std::string copy(facts().source_length(), '\0');
        detail::check(analyzer_, try_blank(&copy[0], copy.size()));
        return copy;
    }

    /* False after the last. */
    bool next_run(std::size_t &cursor, blockmask_run &run) const
    {
        const blockmask_status status = try_next_run(cursor, run);
        if (status != BLOCKMASK_END)
            detail::check(analyzer_, status);
        return status != BLOCKMASK_END;
    }
#endif

private:
    blockmask_status try_cut_passages(const std::uint32_t *token_starts, std::size_t token_count,
                                      std::uint32_t max_tokens, std::uint32_t overlap_tokens,
                                      passage_list &passages) const noexcept
    {
        blockmask_passage *first = nullptr;
        std::size_t count = 0;
        const blockmask_status status =
            blockmask_cut_passages(analyzer_, max_tokens, overlap_tokens, token_starts, token_count, &first, &count);
        if (status == BLOCKMASK_OK)
            passages = passage_list(first, count);
        return status;
    }

    template <typename Record>
    blockmask_status try_records(
        blockmask_status (*get)(blockmask_analyzer *, const Record **, std::size_t *, std::size_t *),
        table<Record> &records) const noexcept
    {
        const Record *first = nullptr;
        std::size_t count = 0, stride = 0;
        const blockmask_status status = get(analyzer_, &first, &count, &stride);
        if (status == BLOCKMASK_OK)
            records = table<Record>(first, count, stride);
        return status;
    }

    template <typename Get> static blockmask_status try_view(std::string_view &view, Get get) noexcept
    {
        const char *first = nullptr;
        std::size_t length = 0;
        const blockmask_status status = get(&first, &length);
        if (status == BLOCKMASK_OK)
            view = std::string_view(first, length);
        return status;
    }

#ifdef BLOCKMASK_THROWS
    std::string written(blockmask_status (page::*write)(std::size_t, char *, std::size_t, std::size_t &) const noexcept,
                        std::size_t index) const
    {
        return detail::written(analyzer_, [this, write, index](char *buffer, std::size_t capacity, std::size_t &length) {
            return (this->*write)(index, buffer, capacity, length);
        });
    }
    template <typename Result> Result found(blockmask_status (page::*find)(Result &) const noexcept) const
    {
        Result result = Result();
        detail::check(analyzer_, (this->*find)(result));
        return result;
    }
#endif

    blockmask_analyzer *analyzer_;
};

class site;

/* Takes one page after another; see blockmask.h. */
class analyzer {
public:
    /*
     * No analyzer, until try_create creates one: the status of its functions, and of those of an analyzer that was
     * moved from, is BLOCKMASK_BAD_POINTER.
     */
    explicit analyzer(std::nullptr_t) noexcept {}

    /* Replaces the analyzer and its page; on errors both are unchanged. */
    blockmask_status try_create() noexcept { return try_create(static_cast<const blockmask_config *>(nullptr)); }
    blockmask_status try_create(const config &from) noexcept { return try_create(from.get()); }

    /* charset is the encoding that came with the page, if any. */
    blockmask_status try_analyze(std::string_view html, std::string_view charset = std::string_view()) noexcept
    {
        return blockmask_analyze_page(get(), html.data(), html.size(), charset.data(), charset.size());
    }

    /* The bytes of the page must stay as long as its results are used; charset and address are not needed. */
    blockmask_status try_analyze(const input &from) noexcept
    {
        const blockmask_input given = {from.html.data(),    from.html.size(),    from.charset.data(),
                                       from.charset.size(), from.address.data(), from.address.size()};
        return blockmask_analyze_input(get(), &given, sizeof(given));
    }

    /* A temporary string would be destroyed before its page is used. */
    template <typename Traits, typename Memory>
    blockmask_status try_analyze(const std::basic_string<char, Traits, Memory> &&, std::string_view = {}) = delete;

    /* The page of the last analysis; the status of its functions is BLOCKMASK_NO_PAGE if there is none. */
    page current() const noexcept { return page(get()); }

    /* Replaces the model; an empty one restores the built-in model. The bytes are copied. */
    blockmask_status try_set_model(std::string_view model) noexcept
    {
        return blockmask_set_model(get(), model.data(), model.size());
    }

    /* Sets what is known of the site of the next pages, of which the analyzer keeps what it needs; none removes it. */
    inline blockmask_status try_set_site(const site &stats) noexcept;
    blockmask_status try_set_site(std::nullptr_t) noexcept { return blockmask_set_site(get(), nullptr); }

    /* Stops the analysis that runs in another thread, or the next one. */
    void cancel() const noexcept { (void)blockmask_cancel_analyzer(get()); }
    blockmask_status try_reset() noexcept { return blockmask_reset_analyzer(get()); }
    blockmask_status try_shrink() noexcept { return blockmask_shrink_analyzer(get()); }
    blockmask_status try_memory_in_use(std::size_t &bytes) const noexcept
    {
        return blockmask_get_memory_in_use(get(), &bytes);
    }

    /* The text of the last error, empty if there was none; valid until the next one. */
    std::string_view last_error() const noexcept { return detail::last_error(get()); }

    /* The handle, for the functions of blockmask.h. */
    blockmask_analyzer *get() const noexcept { return analyzer_.get(); }

#ifdef BLOCKMASK_THROWS
    analyzer() { detail::check(nullptr, try_create()); }
    explicit analyzer(const config &from) { detail::check(nullptr, try_create(from)); }

    page analyze(std::string_view html, std::string_view charset = std::string_view())
    {
        detail::check(get(), try_analyze(html, charset));
        return current();
    }

    page analyze(const input &from)
    {
        detail::check(get(), try_analyze(from));
        return current();
    }

    template <typename Traits, typename Memory>
    page analyze(const std::basic_string<char, Traits, Memory> &&, std::string_view = {}) = delete;

    void set_model(std::string_view model) { detail::check(get(), try_set_model(model)); }
    void set_site(const site &stats) { detail::check(get(), try_set_site(stats)); }
    void set_site(std::nullptr_t) { detail::check(get(), try_set_site(nullptr)); }
    void reset() { detail::check(get(), try_reset()); }
    void shrink() { detail::check(get(), try_shrink()); }

    std::size_t memory_in_use() const
    {
        std::size_t bytes = 0;
        detail::check(get(), try_memory_in_use(bytes));
        return bytes;
    }
#endif

private:
    blockmask_status try_create(const blockmask_config *from) noexcept
    {
        blockmask_analyzer *created = nullptr;
        const blockmask_status status = blockmask_create_analyzer(from, &created);
        if (status == BLOCKMASK_OK)
            analyzer_.reset(created);
        return status;
    }

    std::unique_ptr<blockmask_analyzer, detail::free_analyzer> analyzer_;
};

/* Statistics over the pages of a site. They can be moved but not copied, and used by one thread at a time. */
class site {
public:
    /* None, until try_create or try_read makes them. */
    explicit site(std::nullptr_t) noexcept {}

    /* On errors, these leave what was there. The sample has 1 to 256 pages, or 32 for 0. */
    blockmask_status try_create(std::uint32_t sample = 0) noexcept
    {
        blockmask_site *created = nullptr;
        const blockmask_status status = blockmask_create_site(sample, &created);
        return keep(status, created);
    }
    blockmask_status try_read(std::string_view bytes, char *message = nullptr, std::size_t capacity = 0) noexcept
    {
        blockmask_site *created = nullptr;
        const blockmask_status status =
            blockmask_read_site(bytes.data(), bytes.size(), &created, message, capacity);
        return keep(status, created);
    }

    /* Adds the page that the analyzer holds, with its address. The text of an error is the analyzer's. */
    blockmask_status try_add(const analyzer &from, std::string_view address) noexcept
    {
        return blockmask_add_to_site(get(), from.get(), address.data(), address.size());
    }
    blockmask_status try_merge(const site &other) noexcept { return blockmask_merge_site(get(), other.get()); }
    blockmask_status try_pages(std::uint32_t &pages) const noexcept { return blockmask_get_site_pages(get(), &pages); }

    blockmask_site *get() const noexcept { return site_.get(); }

#ifdef BLOCKMASK_THROWS
    site() { detail::check(nullptr, try_create()); }
    /* What write returned. */
    explicit site(std::string_view bytes)
    {
        char message[256] = "";
        const blockmask_status status = try_read(bytes, message, sizeof(message));
        if (status != BLOCKMASK_OK)
            throw error(status, message);
    }

    void add(const analyzer &from, std::string_view address) { detail::check(from.get(), try_add(from, address)); }
    void merge(const site &other) { detail::check(nullptr, try_merge(other)); }

    std::uint32_t pages() const
    {
        std::uint32_t pages = 0;
        detail::check(nullptr, try_pages(pages));
        return pages;
    }

    /* As bytes, which are the same on every machine. */
    std::string write() const
    {
        char *bytes = nullptr;
        std::size_t length = 0;
        detail::check(nullptr, blockmask_write_site(get(), &bytes, &length));
        const std::unique_ptr<char, detail::free_memory> owned(bytes);
        return std::string(bytes, length);
    }
#endif

private:
    blockmask_status keep(blockmask_status status, blockmask_site *created) noexcept
    {
        if (status == BLOCKMASK_OK)
            site_.reset(created);
        return status;
    }

    std::unique_ptr<blockmask_site, detail::free_site> site_;
};

inline blockmask_status analyzer::try_set_site(const site &stats) noexcept
{
    return blockmask_set_site(get(), stats.get());
}

} // namespace blockmask

#undef BLOCKMASK_THROWS

#endif
