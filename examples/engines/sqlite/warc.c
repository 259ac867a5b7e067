/*
 * Reads the pages of a web archive (WARC), compressed or not. libarchive decompresses; the records are read here, as
 * libarchive's own reader of WARC has no addresses. A record is a line with the version, headers up to an empty line,
 * as many bytes as Content-Length says, and two line ends. The bytes of a response are an HTTP message.
 */
#define _POSIX_C_SOURCE 200809L

#include "pages.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Larger records are skipped. */
#define MAX_RECORD ((size_t)256 << 20)
#define MAX_LINE 65536

struct warc {
    /* The file, for messages. */
    const char *path;
    struct archive *archive;
    /* What was decompressed and not yet read. */
    const char *rest;
    size_t rest_length;
    /* The line that was read last, the headers of the record, and its bytes. */
    struct buffer line, headers, body;
};

/* Opens a file, or bytes if path is NULL, to be decompressed if need be. */
static struct archive *open_archive(const char *path, const char *bytes, size_t length)
{
    struct archive *archive = archive_read_new();
    struct archive_entry *entry;
    int status;

    if (archive == NULL)
        return NULL;
    archive_read_support_filter_all(archive);
    archive_read_support_format_raw(archive);
    archive_read_support_format_empty(archive);
    status = path != NULL ? archive_read_open_filename(archive, path, 1 << 16)
                          : archive_read_open_memory(archive, bytes, length);
    if (status == ARCHIVE_OK)
        archive_read_next_header(archive, &entry);
    return archive;
}

/* Sees to it that something is left to read; 0 at the end, and after an error. */
static int fill(struct warc *warc)
{
    const void *block;
    size_t length;
    la_int64_t offset;

    while (warc->rest_length == 0) {
        if (archive_errno(warc->archive) != 0 ||
            archive_read_data_block(warc->archive, &block, &length, &offset) != ARCHIVE_OK)
            return 0;
        warc->rest = block;
        warc->rest_length = length;
    }
    return 1;
}

/* Reads or, if it is NULL, skips so many bytes; 0 if there are less. */
static int read_bytes(struct warc *warc, struct buffer *bytes, unsigned long long count)
{
    while (count > 0 && fill(warc)) {
        size_t length = count < warc->rest_length ? (size_t)count : warc->rest_length;

        if (bytes != NULL)
            append(bytes, warc->rest, length);
        warc->rest += length;
        warc->rest_length -= length;
        count -= length;
    }
    return count == 0;
}

/* Reads a line, without its end; 0 at the end of the file. */
static int read_line(struct warc *warc)
{
    warc->line.length = 0;
    append_string(&warc->line, "");
    while (fill(warc)) {
        const char *end = memchr(warc->rest, '\n', warc->rest_length);
        size_t length = end != NULL ? (size_t)(end - warc->rest) : warc->rest_length;

        if (warc->line.length + length > MAX_LINE)
            return 0;
        read_bytes(warc, &warc->line, length);
        if (end != NULL) {
            read_bytes(warc, NULL, 1);
            if (length > 0 && warc->line.bytes[warc->line.length - 1] == '\r')
                warc->line.bytes[--warc->line.length] = '\0';
            return 1;
        }
    }
    return warc->line.length > 0;
}

/* The value of a header, with its length; NULL if there is none. The headers end with a zero. */
static const char *find_header(const char *headers, const char *name, size_t *length)
{
    size_t name_length = strlen(name);
    const char *line = headers;

    while (line != NULL) {
        if (strncasecmp(line, name, name_length) == 0 && line[name_length] == ':') {
            line += name_length + 1;
            line += strspn(line, " \t");
            *length = strcspn(line, "\r\n");
            return line;
        }
        line = strchr(line, '\n');
        if (line != NULL)
            line++;
    }
    return NULL;
}

/* Whether a header has a value that begins like this. */
static int has_header(const char *headers, const char *name, const char *value)
{
    size_t length;
    const char *found = find_header(headers, name, &length);

    return found != NULL && length >= strlen(value) && strncasecmp(found, value, strlen(value)) == 0;
}

/* Joins the chunks of a message, in place; 0 if they are not well-formed. */
static int join_chunks(struct buffer *body)
{
    char *in = body->bytes, *end = body->bytes + body->length, *out = body->bytes, *digits;
    unsigned long length;

    for (;;) {
        length = strtoul(in, &digits, 16);
        in = memchr(digits, '\n', (size_t)(end - digits));
        if (in == NULL || length > (size_t)(end - in - 1))
            return 0;
        in++;
        if (length == 0)
            break;
        memmove(out, in, length);
        out += length;
        in += length;
    }
    *out = '\0';
    body->length = (size_t)(out - body->bytes);
    return 1;
}

/* Decompresses the body of a message; 0 if that fails. */
static int decompress(struct buffer *body)
{
    struct warc message = {NULL, open_archive(NULL, body->bytes, body->length), NULL, 0, {NULL, 0, 0}, {NULL, 0, 0},
                           {NULL, 0, 0}};
    int is_done;

    if (message.archive == NULL)
        return 0;
    while (message.body.length <= MAX_RECORD && fill(&message))
        read_bytes(&message, &message.body, message.rest_length);
    is_done = archive_errno(message.archive) == 0 && message.body.length <= MAX_RECORD;
    body->length = 0;
    append(body, message.body.bytes, message.body.length);
    free(message.body.bytes);
    archive_read_free(message.archive);
    return is_done;
}

/* Undoes what HTTP did to a page. Returns what is wrong, or NULL. */
static const char *decode(const char *headers, struct buffer *body)
{
    if (has_header(headers, "Transfer-Encoding", "chunked") && !join_chunks(body))
        return "its chunks are malformed";
    if (has_header(headers, "Content-Encoding", "gzip") || has_header(headers, "Content-Encoding", "x-gzip"))
        return decompress(body) ? NULL : "its compressed content is damaged";
    if (find_header(headers, "Content-Encoding", &(size_t){0}) != NULL &&
        !has_header(headers, "Content-Encoding", "identity"))
        return "its Content-Encoding is not supported";
    return NULL;
}

static void copy_charset(const char *headers, struct buffer *charset)
{
    size_t length, i;
    const char *type = find_header(headers, "Content-Type", &length);

    charset->length = 0;
    append_string(charset, "");
    for (i = 0; type != NULL && i + 8 < length; i++) {
        if (strncasecmp(type + i, "charset=", 8) == 0) {
            type += i + 8;
            type += *type == '"';
            append(charset, type, strcspn(type, "\"; \t\r\n"));
            return;
        }
    }
}

/* Passes on the response in the body, if it is a page: two and something hundred, and HTML. */
static void take_response(struct warc *warc, const char *address, page_callback *take, void *context)
{
    struct page page = {address, address, "", NULL, 0, ""};
    struct buffer message = {NULL, 0, 0}, charset = {NULL, 0, 0};
    char *head = warc->body.bytes, *end = strstr(head, "\r\n\r\n");

    if (end == NULL || strncmp(head, "HTTP/", 5) != 0 || strncmp(head + strcspn(head, " \r\n"), " 2", 2) != 0)
        return;
    end[2] = '\0';
    if (!has_header(head, "Content-Type", "text/html") && !has_header(head, "Content-Type", "application/xhtml+xml"))
        return;
    append(&message, end + 4, warc->body.length - (size_t)(end + 4 - head));
    page.error = decode(head, &message);
    copy_charset(head, &charset);
    page.charset = charset.bytes;
    if (page.error == NULL) {
        page.html = message.bytes;
        page.length = message.length;
    }
    take(context, &page);
    free(message.bytes);
    free(charset.bytes);
}

/* Reads a record. Returns 0 at the end of the file or after an error, of which `error` then tells. */
static int read_record(struct warc *warc, page_callback *take, void *context, const char **error)
{
    struct page failure = {warc->path, "", "", NULL, 0, NULL};
    unsigned long long length;
    size_t value_length;
    const char *value;
    char *address;

    while (read_line(warc) && warc->line.length == 0)
        ;
    if (warc->line.length == 0)
        return 0;
    *error = "this is not a record of a web archive";
    if (strncmp(warc->line.bytes, "WARC/", 5) != 0)
        return 0;
    warc->headers.length = warc->body.length = 0;
    append_string(&warc->headers, "");
    append_string(&warc->body, "");
    while (read_line(warc) && warc->line.length > 0) {
        append_string(&warc->headers, warc->line.bytes);
        append_string(&warc->headers, "\n");
    }
    value = find_header(warc->headers.bytes, "Content-Length", &value_length);
    if (value == NULL || *value < '0' || *value > '9')
        return 0;
    length = strtoull(value, NULL, 10);
    *error = "the last record is not complete";
    value = find_header(warc->headers.bytes, "WARC-Target-URI", &value_length);
    if (!has_header(warc->headers.bytes, "WARC-Type", "response"))
        return read_bytes(warc, NULL, length);
    if (value == NULL || length > MAX_RECORD) {
        failure.error = value == NULL ? "a response has no address" : "a response is longer than 256 MiB";
        take(context, &failure);
        return read_bytes(warc, NULL, length);
    }
    if (!read_bytes(warc, &warc->body, length))
        return 0;
    if (*value == '<' && value_length > 2) {
        /* WARC 1.0 has the address in angle brackets. */
        value++;
        value_length -= 2;
    }
    address = strndup(value, value_length);
    if (address != NULL)
        take_response(warc, address, take, context);
    free(address);
    return 1;
}

void read_warc(const char *path, page_callback *take, void *context)
{
    struct warc warc = {path, open_archive(path, NULL, 0), NULL, 0, {NULL, 0, 0}, {NULL, 0, 0}, {NULL, 0, 0}};
    struct page failure = {path, "", "", NULL, 0, NULL};
    const char *error = NULL;

    if (warc.archive == NULL)
        failure.error = "out of memory";
    while (failure.error == NULL && read_record(&warc, take, context, &error))
        error = NULL;
    if (failure.error == NULL && warc.archive != NULL)
        failure.error = archive_errno(warc.archive) != 0 ? archive_error_string(warc.archive) : error;
    if (failure.error != NULL)
        take(context, &failure);
    free(warc.line.bytes);
    free(warc.headers.bytes);
    free(warc.body.bytes);
    archive_read_free(warc.archive);
}
