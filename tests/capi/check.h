/* Checks for the test programs: a failure tells its line and ends the program. */
#ifndef CHECK_H
#define CHECK_H

#include <blockmask.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                            \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);         \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

#define CHECK_STATUS(call, expected)                                                \
    do {                                                                            \
        blockmask_status check_status = (call);                                     \
        if (check_status != (expected)) {                                           \
            fprintf(stderr, "%s:%d: %s: %s, not %s\n", __FILE__, __LINE__, #call,   \
                    blockmask_status_text(check_status),                            \
                    blockmask_status_text(expected));                               \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

#define CHECK_OK(call) CHECK_STATUS(call, BLOCKMASK_OK)

/* An analyzer that computes these parts, to be freed by the caller. */
static inline blockmask_analyzer *create_with_parts(uint32_t parts)
{
    blockmask_options options;
    blockmask_analyzer *analyzer;

    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    options.parts = parts;
    CHECK_OK(blockmask_create_analyzer(&options, &analyzer));
    return analyzer;
}

/* The borrowed document of a page. */
static inline const blockmask_document *analyze(blockmask_analyzer *analyzer, const char *html, size_t length)
{
    const blockmask_document *document = NULL;

    CHECK_OK(blockmask_analyze(analyzer, html, length, NULL, &document));
    return document;
}

/* A table, which must be there. */
static inline blockmask_table get(const blockmask_document *document, uint32_t which)
{
    blockmask_table table = {NULL, 0, 0};

    CHECK_OK(blockmask_get_table(document, which, &table));
    CHECK(table.rows != NULL);
    return table;
}

static const char PAGE[] =
    "<!doctype html><title>Rain &amp; river</title>\n"
    "<nav><a href=/>Home</a> <a href=\"/news?a=1&amp;b=2\">News</a></nav>\n"
    "<h2>The third day</h2>\n"
    "<div class='main text'><p>Rain fell on the city for the <b>third</b> day, &amp; the river rose above its banks.\n"
    "<p hidden>Nobody sees this</div>";

#define PAGE_LENGTH (sizeof(PAGE) - 1)

#endif
