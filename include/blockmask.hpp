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
 * An analyzer owns its handle, can be moved but not copied, and is used by one thread at a time. A page is a view: it and
 * all that it gives are valid until its analyzer takes the next page, and as long as the bytes that were analysed.
 *
 * Errors are exceptions of type blockmask::error. Whoever does without exceptions uses the functions whose names begin with
 * try_, which return a status; they throw nothing. What the functions do is described in blockmask.h.
 */
#ifndef BLOCKMASK_HPP
#define BLOCKMASK_HPP

#include <blockmask.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace blockmask {

/* What a call that failed returned, and why. */
class error : public std::runtime_error {
public:
    error(blockmask_status status, const std::string &message) : std::runtime_error(message), status_(status) {}

    blockmask_status status() const noexcept { return status_; }

private:
    blockmask_status status_;
};

enum class role : std::uint8_t {
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

/* A table of records, however long they are in the library that is linked. */
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
        iterator(const char *at, std::size_t stride) noexcept : at_(at), stride_(static_cast<difference_type>(stride)) {}

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

struct free_memory {
    void operator()(void *memory) const noexcept { blockmask_free(memory); }
};

inline std::string last_error(blockmask_analyzer *analyzer, blockmask_status status)
{
    const char *message = nullptr;
    std::size_t length = 0;
    if (status == BLOCKMASK_BUSY || analyzer == nullptr ||
        blockmask_get_last_error(analyzer, &message, &length) != BLOCKMASK_OK || length == 0)
        return blockmask_status_text(status);
    return std::string(message, length);
}

inline void check(blockmask_analyzer *analyzer, blockmask_status status)
{
    if (status != BLOCKMASK_OK)
        throw error(status, last_error(analyzer, status));
}

/* Calls a function that writes a string, twice if it is long. */
template <typename Write> std::string written(blockmask_analyzer *analyzer, Write write)
{
    std::string text(128, '\0');
    std::size_t length = 0;
    blockmask_status status = write(&text[0], text.size(), &length);
    if (status == BLOCKMASK_BUFFER_TOO_SMALL) {
        text.resize(length);
        status = write(&text[0], text.size(), &length);
    }
    check(analyzer, status);
    text.resize(length);
    return text;
}

} // namespace detail

/* Options with their defaults, to be changed by way of ->. */
class options {
public:
    options() noexcept { blockmask_init_options(&options_, sizeof(options_)); }

    blockmask_options *operator->() noexcept { return &options_; }
    const blockmask_options *get() const noexcept { return &options_; }

private:
    blockmask_options options_;
};

/* Checked options. Any number of threads may make analyzers from one. */
class config {
public:
    explicit config(const options &from = options())
    {
        blockmask_config *made = nullptr;
        char message[256] = "";
        const blockmask_status status = blockmask_create_config(from.get(), &made, message, sizeof(message));
        if (status != BLOCKMASK_OK)
            throw error(status, message);
        config_.reset(made);
    }

    const blockmask_config *get() const noexcept { return config_.get(); }

private:
    std::unique_ptr<blockmask_config, detail::free_config> config_;
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
    std::string_view text() const noexcept
    {
        return std::string_view(text_ + record_->text_start, record_->text_end - record_->text_start);
    }
    blockmask::role role() const noexcept { return static_cast<blockmask::role>(record_->role); }
    bool is_template() const noexcept { return record_->is_template != 0; }
    unsigned weight() const noexcept { return record_->weight; }
    unsigned heading_level() const noexcept { return record_->heading_level; }
    std::string tag_path() const
    {
        return detail::written(analyzer_, [this](char *buffer, std::size_t capacity, std::size_t *length) {
            return blockmask_write_tag_path(analyzer_, index_, buffer, capacity, length);
        });
    }

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
        using iterator_category = std::input_iterator_tag;
        using value_type = block;
        using difference_type = std::ptrdiff_t;
        using pointer = void;
        using reference = block;

        iterator(const block_range *range, std::size_t index) noexcept : range_(range), index_(index) {}

        block operator*() const noexcept { return (*range_)[index_]; }
        iterator &operator++() noexcept { ++index_; return *this; }
        iterator operator++(int) noexcept { iterator old = *this; ++index_; return old; }
        friend bool operator==(iterator a, iterator b) noexcept { return a.index_ == b.index_; }
        friend bool operator!=(iterator a, iterator b) noexcept { return a.index_ != b.index_; }

    private:
        const block_range *range_;
        std::size_t index_;
    };

    block_range(blockmask_analyzer *analyzer, table<blockmask_block> records, const char *text) noexcept
        : analyzer_(analyzer), records_(records), text_(text) {}

    std::size_t size() const noexcept { return records_.size(); }
    bool empty() const noexcept { return records_.empty(); }
    block operator[](std::size_t index) const noexcept { return block(analyzer_, records_[index], index, text_); }
    iterator begin() const noexcept { return iterator(this, 0); }
    iterator end() const noexcept { return iterator(this, records_.size()); }
    const table<blockmask_block> &records() const noexcept { return records_; }

private:
    blockmask_analyzer *analyzer_;
    table<blockmask_block> records_;
    const char *text_;
};

/* Memory of the library's that frees itself. */
class owned_text {
public:
    owned_text(char *text, std::size_t length) noexcept : text_(text), length_(length) {}

    std::string_view view() const noexcept { return std::string_view(text_.get(), length_); }

private:
    std::unique_ptr<char, detail::free_memory> text_;
    std::size_t length_;
};

/* The page that an analyzer holds: a view, as cheap to copy as a pointer. */
class page {
public:
    explicit page(blockmask_analyzer *analyzer) noexcept : analyzer_(analyzer) {}

    block_range blocks() const
    {
        return block_range(analyzer_, records<blockmask_block>(blockmask_get_blocks), text().data());
    }
    table<blockmask_segment> segments() const { return records<blockmask_segment>(blockmask_get_segments); }
    table<blockmask_region> regions() const { return records<blockmask_region>(blockmask_get_regions); }
    table<blockmask_link> links() const { return records<blockmask_link>(blockmask_get_links); }
    table<blockmask_heading> headings() const { return records<blockmask_heading>(blockmask_get_headings); }

    /* Normalised text, UTF-8. */
    std::string_view text() const
    {
        const char *text = nullptr;
        std::size_t length = 0;
        detail::check(analyzer_, blockmask_get_text(analyzer_, &text, &length));
        return std::string_view(text, length);
    }

    /* Where in the page's bytes a character of the text comes from. */
    std::size_t source_of_text(std::size_t offset) const
    {
        const std::uint32_t given = offset < UINT32_MAX ? static_cast<std::uint32_t>(offset) : UINT32_MAX;
        std::uint32_t source = 0;
        detail::check(analyzer_, blockmask_map_text_offsets(analyzer_, &given, &source, 1));
        return source;
    }

    blockmask_page facts() const
    {
        blockmask_page facts;
        facts.struct_size = sizeof(facts);
        detail::check(analyzer_, blockmask_get_page(analyzer_, &facts));
        return facts;
    }

    std::string link_target(std::size_t link) const
    {
        return detail::written(analyzer_, [this, link](char *buffer, std::size_t capacity, std::size_t *length) {
            return blockmask_write_link_target(analyzer_, link, buffer, capacity, length);
        });
    }

    /* As long as the page, spaces instead of all that is not text of the main content. */
    std::string blanked() const
    {
        std::string copy(facts().source_length, '\0');
        detail::check(analyzer_, blockmask_blank_page(analyzer_, &copy[0], copy.size()));
        return copy;
    }

    /* With zones around the blocks. */
    owned_text annotated() const
    {
        char *html = nullptr;
        std::size_t length = 0;
        detail::check(analyzer_, blockmask_annotate_page(analyzer_, &html, &length));
        return owned_text(html, length);
    }

private:
    template <typename Record>
    table<Record> records(
        blockmask_status (*get)(blockmask_analyzer *, const Record **, std::size_t *, std::size_t *)) const
    {
        const Record *first = nullptr;
        std::size_t count = 0, stride = 0;
        detail::check(analyzer_, get(analyzer_, &first, &count, &stride));
        return table<Record>(first, count, stride);
    }

    blockmask_analyzer *analyzer_;
};

/* Takes one page after another; see blockmask.h. */
class analyzer {
public:
    analyzer() : analyzer(nullptr) {}
    explicit analyzer(const config &from) : analyzer(from.get()) {}

    page analyze(std::string_view html, const char *charset = nullptr)
    {
        detail::check(get(), try_analyze(html, charset));
        return current();
    }

    /* A temporary string would be gone before its page is used. */
    template <typename String, typename = std::enable_if_t<std::is_same<String, std::string>::value>>
    page analyze(String &&html, const char *charset = nullptr) = delete;

    blockmask_status try_analyze(std::string_view html, const char *charset = nullptr) noexcept
    {
        return blockmask_analyze_page(get(), html.data(), html.size(), charset);
    }

    /* The page of the last analysis; what it gives throws if there is none. */
    page current() const noexcept { return page(get()); }

    /* Stops the analysis that runs in another thread, or the next one. */
    void cancel() const noexcept { (void)blockmask_cancel_analyzer(get()); }
    void reset() { detail::check(get(), blockmask_reset_analyzer(get())); }
    void shrink() { detail::check(get(), blockmask_shrink_analyzer(get())); }

    std::size_t memory_in_use() const
    {
        std::size_t bytes = 0;
        detail::check(get(), blockmask_get_memory_in_use(get(), &bytes));
        return bytes;
    }

    /* The handle, for the functions of blockmask.h. */
    blockmask_analyzer *get() const noexcept { return analyzer_.get(); }

private:
    explicit analyzer(const blockmask_config *from)
    {
        blockmask_analyzer *made = nullptr;
        detail::check(nullptr, blockmask_create_analyzer(from, &made));
        analyzer_.reset(made);
    }

    std::unique_ptr<blockmask_analyzer, detail::free_analyzer> analyzer_;
};

} // namespace blockmask

#endif
