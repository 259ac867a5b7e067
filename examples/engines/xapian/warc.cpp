// WARC files: libarchive decompresses them, and this file reads the records. (The WARC reader of libarchive names a
// record for the last part of its URI only, and leaves out those that end with a slash, such as home pages.)
#include "sources.hpp"

#include <archive.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace {

/* Longer records are not read into memory. */
const std::size_t MAX_RECORD = 256 << 20;

/* The bytes of a file or of a string, decompressed if they are compressed. */
class decompressor {
public:
    explicit decompressor(const std::string &path) : decompressor()
    {
        open(archive_read_open_filename(archive_.get(), path.c_str(), 1 << 16));
    }
    explicit decompressor(std::string_view bytes) : decompressor()
    {
        open(archive_read_open_memory(archive_.get(), bytes.data(), bytes.size()));
    }

    /* Appends what comes next; false at the end. */
    bool read(std::string &bytes)
    {
        if (is_empty_)
            return false;
        char buffer[1 << 15];
        const auto count = archive_read_data(archive_.get(), buffer, sizeof(buffer));
        if (count < 0)
            throw std::runtime_error(archive_error_string(archive_.get()));
        bytes.append(buffer, static_cast<std::size_t>(count));
        return count > 0;
    }

private:
    decompressor() : archive_(archive_read_new(), archive_read_free)
    {
        archive_read_support_filter_all(archive_.get());
        archive_read_support_format_raw(archive_.get());
        archive_read_support_format_empty(archive_.get());
    }

    void open(int status)
    {
        archive_entry *entry = nullptr;
        if (status == ARCHIVE_OK)
            status = archive_read_next_header(archive_.get(), &entry);
        is_empty_ = status == ARCHIVE_EOF;
        if (status < ARCHIVE_WARN)
            throw std::runtime_error(archive_error_string(archive_.get()));
    }

    std::unique_ptr<archive, int (*)(archive *)> archive_;
    bool is_empty_ = false;
};

std::string lower(std::string_view text)
{
    std::string copy(text);
    for (char &c : copy)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return copy;
}

std::string_view trim(std::string_view text)
{
    const std::size_t start = std::min(text.find_first_not_of(" \t\r\n\""), text.size());
    return text.substr(start, text.find_last_not_of(" \t\r\n\"") + 1 - start);
}

/* The value of a header; names are compared without case. Empty if there is none. */
std::string_view find_header(std::string_view headers, const std::string &name)
{
    while (!headers.empty()) {
        const std::size_t end = std::min(headers.find('\n'), headers.size() - 1) + 1;
        const std::string_view line = headers.substr(0, end);
        if (line.size() > name.size() && line[name.size()] == ':' && lower(line.substr(0, name.size())) == name)
            return trim(line.substr(name.size() + 1));
        headers.remove_prefix(end);
    }
    return {};
}

std::size_t parse_number(std::string_view digits, int base)
{
    return std::strtoul(std::string(digits).c_str(), nullptr, base);
}

/* A body in chunks, joined. Some crawlers keep the header after joining them: a body without chunks is returned. */
std::string join_chunks(std::string_view body)
{
    std::string joined;
    for (std::string_view rest = body;;) {
        const std::size_t line = rest.find("\r\n");
        if (line == rest.npos || !std::isxdigit(static_cast<unsigned char>(rest[0])))
            return std::string(joined.empty() ? body : joined);
        const std::size_t length = parse_number(rest.substr(0, line), 16);
        rest.remove_prefix(line + 2);
        joined.append(rest.substr(0, length));
        if (length == 0 || rest.size() < length + 2)
            return joined;
        rest.remove_prefix(length + 2);
    }
}

std::string decompress(std::string_view bytes)
{
    std::string all;
    for (decompressor source(bytes); source.read(all);)
        if (all.size() > MAX_RECORD)
            throw std::runtime_error("the decompressed page is too long");
    return all;
}

std::time_t parse_date(std::string_view date)
{
    std::tm time = {};
    if (std::sscanf(std::string(date).c_str(), "%d-%d-%dT%d:%d:%d", &time.tm_year, &time.tm_mon, &time.tm_mday,
                    &time.tm_hour, &time.tm_min, &time.tm_sec) < 3)
        return 0;
    time.tm_year -= 1900;
    time.tm_mon -= 1;
    return timegm(&time);
}

/* Fills in the page from an HTTP response; false if that is not an HTML page. */
bool parse_response(std::string_view response, source_page &page)
{
    const std::size_t end = response.find("\r\n\r\n");
    if (end == response.npos || response.substr(0, 5) != "HTTP/" || response.find(" 200") != response.find(' '))
        return false;
    const std::string_view headers = response.substr(0, end + 2);
    const std::string type = lower(find_header(headers, "content-type"));
    if (type.compare(0, 9, "text/html") != 0 && type.compare(0, 21, "application/xhtml+xml") != 0)
        return false;
    const std::size_t charset = type.find("charset=");
    page.charset = charset == type.npos ? "" : trim(type.substr(charset + 8, type.find(';', charset) - charset - 8));
    page.html = response.substr(end + 4);
    if (lower(find_header(headers, "transfer-encoding")) == "chunked")
        page.html = join_chunks(page.html);
    const std::string encoding = lower(find_header(headers, "content-encoding"));
    if (encoding == "gzip" || encoding == "x-gzip" || encoding == "zstd")
        page.html = decompress(page.html);
    else if (!encoding.empty() && encoding != "identity")
        throw std::runtime_error("content encoding " + encoding + " is not supported");
    return true;
}

/* Reads a WARC file record by record. */
class warc_reader {
public:
    explicit warc_reader(const std::string &path) : source_(path) {}

    /* Reads the next record; false at the end. The views are valid until the next call. */
    bool next(std::string_view &headers, std::string_view &content)
    {
        buffer_.erase(0, used_);
        used_ = 0;
        std::size_t start, end;
        while ((start = buffer_.find_first_not_of("\r\n")) == buffer_.npos)
            if (!source_.read(buffer_))
                return false;
        while ((end = buffer_.find("\r\n\r\n", start)) == buffer_.npos)
            read_more();
        if (buffer_.compare(start, 5, "WARC/") != 0)
            throw std::runtime_error("no WARC record where one should begin");
        end += 4;
        const std::size_t length =
            parse_number(find_header(std::string_view(buffer_).substr(start, end - start), "content-length"), 10);
        if (length > MAX_RECORD)
            throw std::runtime_error("a record is too long");
        while (buffer_.size() < end + length)
            read_more();
        headers = std::string_view(buffer_).substr(start, end - start);
        content = std::string_view(buffer_).substr(end, length);
        used_ = end + length;
        return true;
    }

private:
    void read_more()
    {
        if (buffer_.size() > 2 * MAX_RECORD || !source_.read(buffer_))
            throw std::runtime_error("the file ends within a record");
    }

    decompressor source_;
    std::string buffer_;
    std::size_t used_ = 0;
};

} // namespace

void visit_warc(const std::string &path, const visitor &visit)
{
    warc_reader reader(path);
    std::string_view headers, content;
    while (reader.next(headers, content)) {
        if (lower(find_header(headers, "warc-type")) != "response")
            continue;
        source_page page;
        std::string_view uri = find_header(headers, "warc-target-uri");
        if (!uri.empty() && uri.front() == '<') /* as some programs write it */
            uri = uri.substr(1, uri.size() - 2);
        page.id = page.address = std::string(uri);
        page.date = parse_date(find_header(headers, "warc-date"));
        try {
            if (!parse_response(content, page))
                continue;
            if (page.id.empty())
                throw std::runtime_error("a page without WARC-Target-URI");
            visit.page(page);
        } catch (const std::runtime_error &error) {
            visit.failed(page.id.empty() ? path : page.id, error.what());
        }
    }
}
