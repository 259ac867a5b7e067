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

/* An analyzer that computes these parts, to be freed by the caller; a macro, as not every program needs it. */
#define CREATE_WITH_PARTS(asked, analyzer)                                          \
    do {                                                                            \
        blockmask_options with_parts;                                               \
        blockmask_config *of_parts;                                                 \
        CHECK_OK(blockmask_init_options(&with_parts, sizeof(with_parts)));          \
        with_parts.parts = (asked);                                                 \
        CHECK_OK(blockmask_create_config(&with_parts, sizeof(with_parts), &of_parts, NULL, 0)); \
        CHECK_OK(blockmask_create_analyzer(of_parts, analyzer));                    \
        blockmask_free_config(of_parts);                                            \
    } while (0)

static const char PAGE[] =
    "<!doctype html><title>Rain &amp; river</title>\n"
    "<nav><a href=/>Home</a> <a href=\"/news?a=1&amp;b=2\">News</a></nav>\n"
    "<h2>The third day</h2>\n"
    "<div class='main text'><p>Rain fell on the city for the <b>third</b> day, &amp; the river rose above its banks.\n"
    "<p hidden>Nobody sees this</div>";

#define PAGE_LENGTH (sizeof(PAGE) - 1)

#endif
