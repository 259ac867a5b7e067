/* Where pages come from: folders (folder.c) and web archives (warc.c). */
#ifndef PAGES_H
#define PAGES_H

#include <stddef.h>

/* A page as it was found. Strings end with a zero and are valid during the call that passes them. */
struct page {
    /* Its name within its source: the path below the folder, or the address. */
    const char *path;
    /* The absolute address. */
    const char *address;
    /* The encoding that HTTP gave, or "". */
    const char *charset;
    /* NULL if it could not be read: then error says why. */
    const char *html;
    size_t length;
    const char *error;
};

typedef void page_callback(void *context, const struct page *page);

/*
 * Reads all *.html and *.htm files below a folder, in order of their paths. `root` is absolute. Returns 0 if a folder
 * could not be read, so that pages may be missing.
 */
int read_folder(const char *root, page_callback *take, void *context);

/*
 * Reads the responses of an archive that are HTML. A page that is named like the file and has an error says what is
 * wrong with the archive.
 */
void read_warc(const char *path, page_callback *take, void *context);

/* Bytes that grow, and are used again. A zero, which is not counted, follows them. */
struct buffer {
    char *bytes;
    size_t length, capacity;
};

/* Makes room for so many more bytes. Ends the program if there is no memory, as do all that append. */
void reserve(struct buffer *buffer, size_t more);
void append(struct buffer *buffer, const char *bytes, size_t length);
void append_string(struct buffer *buffer, const char *string);

#endif
