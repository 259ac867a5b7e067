/*
 * Writes a table of the blocks of all pages in a directory, as tab-separated values.
 *
 *     cc -O2 index_directory.c $(pkg-config --cflags --libs blockmask) -Wl,-rpath,$(pkg-config --variable=libdir blockmask) \
 *         -o index_directory
 *     ./index_directory pages > blocks.tsv
 *
 * One analyzer takes one page after another and reuses its memory. A page that cannot be analyzed is reported and
 * skipped.
 */
#define _POSIX_C_SOURCE 200809L

#include <blockmask.h>

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A buffer that grows and is used again. */
struct buffer {
    char *bytes;
    size_t length, capacity;
};

static void reserve(struct buffer *buffer, size_t capacity)
{
    if (capacity <= buffer->capacity)
        return;
    buffer->capacity = capacity < 2 * buffer->capacity ? 2 * buffer->capacity : capacity;
    buffer->bytes = realloc(buffer->bytes, buffer->capacity);
    if (buffer->bytes == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
}

/* Reads a file as a whole; 0 if that fails. */
static int read_file(const char *path, struct buffer *buffer)
{
    FILE *file = fopen(path, "rb");
    size_t got = 1;
    int failed;

    buffer->length = 0;
    if (file == NULL)
        return 0;
    while (got > 0) {
        reserve(buffer, buffer->length + 65536);
        got = fread(buffer->bytes + buffer->length, 1, 65536, file);
        buffer->length += got;
    }
    failed = ferror(file);
    fclose(file);
    return !failed;
}

static int write_path(const blockmask_document *document, size_t block, struct buffer *path)
{
    const uint32_t string = BLOCKMASK_STRING_TAG_PATH;
    blockmask_status status =
        blockmask_write_string(document, string, block, path->bytes, path->capacity, &path->length);

    if (status == BLOCKMASK_BUFFER_TOO_SMALL) {
        reserve(path, path->length);
        status = blockmask_write_string(document, string, block, path->bytes, path->capacity, &path->length);
    }
    return status == BLOCKMASK_OK;
}

/* Writes the blocks of a page; 0 if that fails. */
static int write_blocks(const blockmask_document *document, const char *name, struct buffer *path)
{
    blockmask_table blocks;
    const char *text;
    size_t length, i;

    if (blockmask_get_blocks(document, &blocks) != BLOCKMASK_OK ||
        blockmask_get_text(document, &text, &length) != BLOCKMASK_OK)
        return 0;
    for (i = 0; i < blocks.count; i++) {
        const blockmask_block *block = BLOCKMASK_AT(blockmask_block, blocks, i);

        if (!write_path(document, i, path))
            return 0;
        printf("%s\t%u\t%u\t%u\t%u\t%u/%u\t", name, (unsigned)block->source_start, (unsigned)block->source_end,
               (unsigned)block->tokens, (unsigned)block->linked_tokens, (unsigned)block->density_tokens,
               (unsigned)block->density_lines);
        printf("%s\t%u\t%u\t", blockmask_name(BLOCKMASK_NAMES_ROLE, block->role), (unsigned)block->weight,
               (unsigned)block->heading_level);
        fwrite(path->bytes, 1, path->length, stdout);
        putchar('\t');
        fwrite(text + block->text_start, 1, block->text_end - block->text_start, stdout);
        putchar('\n');
    }
    return 1;
}

static void index_page(blockmask_analyzer *analyzer, const char *directory, const char *name, int *failed)
{
    static struct buffer page, file_path, tag_path;
    const blockmask_document *document;
    size_t length = strlen(directory) + strlen(name) + 2;

    reserve(&file_path, length);
    snprintf(file_path.bytes, length, "%s/%s", directory, name);
    if (!read_file(file_path.bytes, &page)) {
        fprintf(stderr, "%s: %s\n", name, strerror(errno));
        *failed = 1;
    } else if (blockmask_analyze(analyzer, page.bytes, page.length, NULL, &document) != BLOCKMASK_OK ||
               !write_blocks(document, name, &tag_path)) {
        fprintf(stderr, "%s: %s\n", name, blockmask_last_error());
        *failed = 1;
    }
}

static int by_name(const struct dirent **left, const struct dirent **right)
{
    return strcmp((*left)->d_name, (*right)->d_name);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

int main(int argc, char **argv)
{
    blockmask_analyzer *analyzer;
    struct dirent **entries;
    int count, i, failed = 0;

    if (argc != 2) {
        fprintf(stderr, "usage: %s DIRECTORY\n", argv[0]);
        return 2;
    }
    count = scandir(argv[1], &entries, is_visible, by_name);
    if (count < 0) {
        fprintf(stderr, "%s: %s\n", argv[1], strerror(errno));
        return 1;
    }
    if (blockmask_create_analyzer(NULL, &analyzer) != BLOCKMASK_OK)
        return 1;
    puts("file\tstart\tend\ttokens\tlinked\tdensity\trole\tweight\theading\tpath\ttext");
    for (i = 0; i < count; i++) {
        index_page(analyzer, argv[1], entries[i]->d_name, &failed);
        free(entries[i]);
    }
    free(entries);
    blockmask_free_analyzer(analyzer);
    return failed;
}
