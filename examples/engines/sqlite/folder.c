/* Reads the pages of a folder. */
#define _POSIX_C_SOURCE 200809L

#include "pages.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* Larger files are not read. */
#define MAX_PAGE ((size_t)256 << 20)

struct walk {
    page_callback *take;
    void *context;
    /* The folder, then the path below it, from `root_length` + 1. */
    struct buffer path;
    size_t root_length;
    struct buffer address, html;
    int is_complete;
};

void reserve(struct buffer *buffer, size_t more)
{
    size_t needed = buffer->length + more + 1;

    if (needed <= buffer->capacity)
        return;
    buffer->capacity = needed < 2 * buffer->capacity ? 2 * buffer->capacity : needed;
    buffer->bytes = realloc(buffer->bytes, buffer->capacity);
    if (buffer->bytes == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
}

void append(struct buffer *buffer, const char *bytes, size_t length)
{
    reserve(buffer, length);
    if (length > 0)
        memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    buffer->bytes[buffer->length] = '\0';
}

void append_string(struct buffer *buffer, const char *string)
{
    append(buffer, string, strlen(string));
}

/* Appends a path to an address: all but letters, digits and what an address may contain becomes %XX. */
static void append_escaped(struct buffer *address, const char *path)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/+,=@";
    char escaped[4];

    for (; *path != '\0'; path++) {
        if (strchr(plain, *path) != NULL) {
            append(address, path, 1);
        } else {
            snprintf(escaped, sizeof(escaped), "%%%02X", (unsigned)(unsigned char)*path);
            append_string(address, escaped);
        }
    }
}

/* Reads a file as a whole; 0 if that fails, with errno. */
static int read_file(const char *path, struct buffer *html)
{
    int file = open(path, O_RDONLY | O_NONBLOCK);
    ssize_t got = 1;

    html->length = 0;
    if (file < 0)
        return 0;
    while (got > 0 && html->length <= MAX_PAGE) {
        reserve(html, 1 << 16);
        got = read(file, html->bytes + html->length, 1 << 16);
        if (got > 0)
            html->length += (size_t)got;
    }
    close(file);
    append_string(html, "");
    if (got > 0)
        errno = EFBIG;
    return got == 0;
}

static int is_page_name(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot != NULL && (strcasecmp(dot, ".html") == 0 || strcasecmp(dot, ".htm") == 0);
}

static void read_page(struct walk *walk)
{
    struct page page = {walk->path.bytes + walk->root_length + 1, "", "", NULL, 0, ""};

    walk->address.length = 0;
    append_string(&walk->address, "file://");
    append_escaped(&walk->address, walk->path.bytes);
    page.address = walk->address.bytes;
    if (read_file(walk->path.bytes, &walk->html)) {
        page.html = walk->html.bytes;
        page.length = walk->html.length;
    } else {
        page.error = strerror(errno);
    }
    walk->take(walk->context, &page);
}

/* Reports a folder that cannot be read. */
static void report_folder(struct walk *walk)
{
    struct page page = {walk->path.bytes, "", "", NULL, 0, strerror(errno)};

    walk->take(walk->context, &page);
    walk->is_complete = 0;
}

static int by_name(const struct dirent **left, const struct dirent **right)
{
    return strcmp((*left)->d_name, (*right)->d_name);
}

static int is_not_hidden(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Walks the folder at `path`. Links to files are followed, links to folders are not: they may go round in a circle. */
static void walk_folder(struct walk *walk)
{
    size_t length = walk->path.length;
    struct dirent **entries;
    struct stat status;
    int count = scandir(walk->path.bytes, &entries, is_not_hidden, by_name), i;

    if (count < 0) {
        report_folder(walk);
        return;
    }
    for (i = 0; i < count; i++) {
        append_string(&walk->path, "/");
        append_string(&walk->path, entries[i]->d_name);
        if (lstat(walk->path.bytes, &status) == 0 && S_ISDIR(status.st_mode))
            walk_folder(walk);
        else if (is_page_name(entries[i]->d_name))
            read_page(walk);
        walk->path.length = length;
        walk->path.bytes[length] = '\0';
        free(entries[i]);
    }
    free(entries);
}

int read_folder(const char *root, page_callback *take, void *context)
{
    struct walk walk = {take, context, {NULL, 0, 0}, strlen(root), {NULL, 0, 0}, {NULL, 0, 0}, 1};

    append_string(&walk.path, root);
    walk_folder(&walk);
    free(walk.path.bytes);
    free(walk.address.bytes);
    free(walk.html.bytes);
    return walk.is_complete;
}
