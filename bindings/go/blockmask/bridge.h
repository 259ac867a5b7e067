/*
 * The part of the Go package that is written in C. It analyzes a page and collects its results in one call, because a
 * call from Go to C costs as much as analyzing some hundred bytes, and a page has a dozen results.
 *
 * Results stay in C's memory, where Go's garbage collector does not see them, until Go has copied them. The bytes of the
 * page are Go's and may be read during the call only: what needs them, tag paths, link targets and the text map, is
 * written before the call returns. The library keeps their address until it takes the next page, but of the other
 * functions that Go calls only bridge_cut_passages reads them, for which Go pins them.
 */
#ifndef BLOCKMASK_GO_BRIDGE_H
#define BLOCKMASK_GO_BRIDGE_H

/* link.go adds the folders of the archive and of the header to the include path, unless pkg-config finds the library. */
#if !defined(BLOCKMASK_GO_PKGCONFIG) && defined(__has_include)
#if !__has_include(<libblockmask.a>) || !__has_include(<blockmask.h>)
#error "this copy of the Go module has no static library for this platform: run `make vendor-go` in the blockmask repository, or install the C library with `make install` and build with `-tags blockmask_pkgconfig`"
#define BLOCKMASK_GO_NO_LIBRARY
#endif
#endif

#ifndef BLOCKMASK_GO_NO_LIBRARY
#include <blockmask_experimental.h>

#if BLOCKMASK_ABI_VERSION != 2
#error "this version of the Go package needs binary interface 2 of the blockmask library: install a matching version"
#endif

/* Which tables to collect. */
#define BRIDGE_BLOCKS 2
#define BRIDGE_SEGMENTS 4
#define BRIDGE_REGIONS 8
#define BRIDGE_LINKS 16
#define BRIDGE_HEADINGS 32
#define BRIDGE_COMMENTS 64
#define BRIDGE_TABLES 126

/* A table of the library's. first is NULL if it is empty, because Go does not accept the dangling addresses of those. */
struct bridge_table {
    const void *first;
    size_t count, stride;
};

/* Strings that follow one another: number i ends at ends[i] and begins where the previous one ends. */
struct bridge_strings {
    char *bytes;
    size_t length, capacity;
    uint32_t *ends;
    size_t count, ends_capacity;
};

/*
 * Where a run of the text comes from. It ends where the next one begins. Its source is as long as its text if each byte of
 * the text is a byte of the source; otherwise it is one character, whose source is all of the range.
 */
struct bridge_span {
    uint32_t text_start, source_start, source_end;
};

/* A block inside h1 to h6. */
struct bridge_heading {
    uint32_t block, level;
};

struct bridge_spans {
    struct bridge_span *spans;
    size_t count, capacity;
};

struct bridge {
    blockmask_analyzer *analyzer;
    /* Borrowed from the analyzer. */
    const blockmask_document *document;
    /* Set once: which tables to collect, a union of BRIDGE_. */
    uint32_t tables;
    /* Set once: flags, what to derive from the bytes of each page. */
    uint32_t wants_tag_paths, wants_link_targets, wants_text_map;
    /* Set once: flags, whether to collect the tables that are empty without style_density and visual. */
    uint32_t wants_areas, wants_visual;
    /* Set once: flags, and the length of passages, 0 for none. */
    uint32_t wants_fingerprint, wants_structure, wants_markdown, wants_records, passage_tokens, overlap_tokens;
    /* Set once: a flag, whether bridge_cut_passages cuts the passages, and not bridge_analyze. */
    uint32_t has_other_tokens;
    /* Set once: a flag, and strings from malloc, or NULL. */
    uint32_t wants_facts;
    char *agents, *exclusion_attributes;
    /* The text of the last error, copied from the thread, which Go may leave between two calls. */
    char message[256];
    /* The results of the last page. */
    blockmask_page page;
    const blockmask_fingerprint *fingerprint;
    const char *text;
    struct bridge_table kind_probabilities, blocks, segments, regions, links, headings, comments, areas,
        visual_areas, block_visibility, structure, images, records;
    /* The memory of headings. */
    struct bridge_heading *heading_rows;
    size_t heading_capacity;
    struct bridge_strings tag_paths, link_targets, link_addresses, link_rels, area_texts, image_alts;
    /* Memory of the library, freed before the next page. */
    blockmask_rendered *markdown;
    blockmask_table passages, facts;
    struct bridge_spans text_map;
};

/* With an error, message has its text. */
blockmask_status bridge_create(const blockmask_options *options, const blockmask_experimental_options *experimental,
                               struct bridge **out, char *message, size_t capacity);

void bridge_free(struct bridge *bridge);

/*
 * Analyzes a page and collects all results; on errors only the message is set. The arguments are the page, its hints, and
 * the x_robots_tag of a blockmask_fact_options.
 */
blockmask_status bridge_analyze(struct bridge *bridge, const char *html, size_t length, const char *charset,
                                size_t charset_length, const char *address, size_t address_length,
                                const char *x_robots_tag, size_t x_robots_tag_length);

/*
 * Cuts the passages of the last page, whose bytes must still be where they were, by the tokens that begin at these
 * offsets of its text. NULL is no tokens.
 */
blockmask_status bridge_cut_passages(struct bridge *bridge, const uint32_t *token_starts, size_t token_count);

/* Writes the blanked page into a buffer of the same length as the page. */
blockmask_status bridge_blank(struct bridge *bridge, const char *html, size_t length, const char *charset,
                              size_t charset_length, char *blanked);

/* Makes a copy of the page with zones, to be freed with blockmask_free. */
blockmask_status bridge_zone(struct bridge *bridge, const char *html, size_t length, const char *charset,
                             size_t charset_length, blockmask_rendered **zoned);

/* Like blockmask_set_model. */
blockmask_status bridge_set_model(struct bridge *bridge, const char *model, size_t length);

/* An address for pages without bytes, as NULL is no page. */
extern const char bridge_no_bytes[1];

/* Like blockmask_export_arrow. */
blockmask_status bridge_export(struct bridge *bridge, const blockmask_input *inputs, size_t count, uint32_t columns,
                               struct ArrowSchema *schema, struct ArrowArray *array);

/* Calls the release functions of those that are not NULL and not released. */
void bridge_release(struct ArrowSchema *schema, struct ArrowArray *array);

/* Analyzes a page and adds it to the statistics of its site. */
blockmask_status bridge_add_to_site(struct bridge *bridge, blockmask_site *site, const char *html, size_t length,
                                    const char *charset, size_t charset_length, const char *address,
                                    size_t address_length);

/* Like the functions of blockmask.h for sites; a text of 256 bytes gets the message. */
blockmask_status bridge_restore_site(const char *bytes, size_t length, blockmask_site **site, char *message);
blockmask_status bridge_set_site(struct bridge *bridge, const blockmask_site *site);

/* Frees the memory of the last pages, including that of the bridge. */
blockmask_status bridge_shrink(struct bridge *bridge);

#endif
#endif
