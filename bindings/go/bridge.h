/*
 * What the Go package asks of C: each page in one call, because a call from Go to C costs as much as some hundred bytes
 * of a page, and a page has a dozen results.
 *
 * Results are left in the bridge, in C's memory, so that Go's garbage collector never sees them. The page's bytes are
 * Go's and may be read during the call only: what needs them, tag paths and link targets, is written before it ends.
 * The library keeps their address until it takes the next page, but reads through it for nobody else.
 */
#ifndef BLOCKMASK_GO_BRIDGE_H
#define BLOCKMASK_GO_BRIDGE_H

#include <blockmask.h>

/* A table of the library's. first is NULL if it is empty: Go aborts on the made-up addresses of empty arrays. */
struct bridge_table {
    const void *first;
    size_t count, stride;
};

/* Strings one after another: number i ends at ends[i] and begins where the one before it ends. */
struct bridge_strings {
    char *bytes;
    size_t length, capacity;
    uint32_t *ends;
    size_t count, ends_capacity;
};

struct bridge {
    blockmask_analyzer *analyzer;
    /* Set once: which tables to collect, a union of BLOCKMASK_PART_. */
    uint32_t parts;
    /* Set once: flags, which strings to write for each page. */
    uint32_t wants_tag_paths, wants_link_targets;
    /* Set once: flags, which of the tables to collect that only options bring. */
    uint32_t wants_areas, wants_visual;
    /* The text of the last error, borrowed from the analyzer. */
    const char *message;
    size_t message_length;
    /* The results of the last page. */
    blockmask_page page;
    const char *text;
    uint32_t page_type;
    struct bridge_table blocks, segments, regions, links, headings, areas, visual_areas, block_looks;
    struct bridge_strings tag_paths, link_targets, area_texts;
};

/* Options by NULL are the defaults. On BLOCKMASK_BAD_OPTION the message names the option. */
blockmask_status bridge_create(const blockmask_options *options, struct bridge **out, char *message, size_t capacity);

void bridge_free(struct bridge *bridge);

/*
 * Analyzes a page and collects all results; on errors only the message is set. The charset need not end by a zero; NULL
 * is none.
 */
blockmask_status bridge_analyze(struct bridge *bridge, const char *html, size_t length, const char *charset,
                                size_t charset_length);

/* Writes the blanked page into a buffer as long as the page. */
blockmask_status bridge_blank(struct bridge *bridge, const char *html, size_t length, const char *charset,
                              size_t charset_length, char *blanked);

/* Makes the annotated page, to be freed with blockmask_free. */
blockmask_status bridge_annotate(struct bridge *bridge, const char *html, size_t length, const char *charset,
                                 size_t charset_length, char **annotated, size_t *annotated_length);

/* As blockmask_set_model. */
blockmask_status bridge_set_model(struct bridge *bridge, const char *model, size_t length);

/* Gives back the memory of the last pages, also that of the bridge. */
blockmask_status bridge_shrink(struct bridge *bridge);

#endif
