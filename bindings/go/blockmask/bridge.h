/*
 * The part of the Go package that is written in C: what Go cannot do as well. A call from Go to C costs as much as
 * analyzing some hundred bytes, so what every page has is collected in one; and Go must not pass structs with addresses of
 * its memory, so those are made here.
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
#include <blockmask_search.h>
#include <blockmask_tree.h>

#if BLOCKMASK_ABI_VERSION != 2
#error "this version of the Go package needs binary interface 2 of the blockmask library: install a matching version"
#endif

/* A document, and what every page has, which belongs to it. */
struct bridge_page {
    blockmask_document *document;
    const blockmask_page *page;
    const char *text;
    blockmask_table blocks;
};

/* Analyzes a page with hints. spare is NULL, or a document whose memory the analyzer gets back, also if it fails. */
blockmask_status bridge_analyze(blockmask_analyzer *analyzer, blockmask_document *spare, const char *html, size_t length,
                                const char *charset, size_t charset_length, const char *address, size_t address_length,
                                struct bridge_page *page);

/* Parses a page, or with a context a fragment; what every page has is empty then. */
blockmask_status bridge_parse(blockmask_analyzer *analyzer, blockmask_document *spare, const char *html, size_t length,
                              const char *charset, size_t charset_length, const char *context, size_t context_length,
                              struct bridge_page *page);

/* Gives memory back to an analyzer. spare is NULL or a document. */
void bridge_return(blockmask_analyzer *analyzer, blockmask_document *spare);

/* Like blockmask_find_facts, with the members of its options. */
blockmask_status bridge_find_facts(const blockmask_document *document, const char *x_robots_tag, size_t x_robots_tag_length,
                                   const char *agents, size_t agents_length, const char *attributes,
                                   size_t attributes_length, const char *headers, size_t headers_length,
                                   uint64_t properties, blockmask_table *facts);

/* An address for pages without bytes, as NULL is no page. */
extern const char bridge_no_bytes[1];

/* Calls the release functions of those that are not NULL and not released. */
void bridge_release(struct ArrowSchema *schema, struct ArrowArray *array);

#endif
#endif
