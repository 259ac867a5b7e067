/*
 * Blanks a page: everything except its main content becomes spaces. The copy is as long as the page, and each word of
 * the content stays at its byte offset, so that highlighting works on the page as it was. This suits analysis chains
 * with a character filter in front of the tokenizer. The copy is in the encoding of the page, and goes to stdout.
 *
 *     cc -std=c99 examples/c/blank.c -o blank $(pkg-config --cflags --libs blockmask) \
 *         -Wl,-rpath,$(pkg-config --variable=libdir blockmask) && ./blank examples/demo.html
 */
#include <blockmask.h>
#include <stdio.h>
#include <stdlib.h>

static blockmask_analyzer *analyzer;

/* Prints why a call failed, and ends the program. */
static void check(blockmask_status status)
{
    const char *message = "";
    size_t length;

    if (status == BLOCKMASK_OK)
        return;
    blockmask_get_last_error(analyzer, &message, &length);
    fprintf(stderr, "%s: %s\n", blockmask_status_text(status), message);
    exit(1);
}

static char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    long size = -1;

    if (file != NULL && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0)
        bytes = malloc((size_t)size + 1);
    if (bytes == NULL || fseek(file, 0, SEEK_SET) != 0 || fread(bytes, 1, (size_t)size, file) != (size_t)size) {
        perror(path);
        exit(1);
    }
    fclose(file);
    *length = (size_t)size;
    return bytes;
}

int main(int argc, char **argv)
{
    size_t length;
    char *html = read_file(argc > 1 ? argv[1] : "examples/demo.html", &length);
    char *copy = malloc(length + 1);

    if (copy == NULL)
        return 1;
    check(blockmask_create_analyzer(NULL, &analyzer));
    check(blockmask_analyze_page(analyzer, html, length, NULL, 0));
    check(blockmask_blank_page(analyzer, copy, length));
    fwrite(copy, 1, length, stdout);
    blockmask_free_analyzer(analyzer);
    free(copy);
    free(html);
    return 0;
}
