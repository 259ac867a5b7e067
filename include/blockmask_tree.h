/*
 * blockmask_tree.h - the tree of a page, read-only, the parser alone, selectors, and rules of a site's owner
 *
 * The rules of blockmask.h apply, and this header is as stable. docs/guides/tree.md introduces it:
 *
 *     blockmask_table nodes;
 *     size_t i;
 *
 *     if (blockmask_parse(analyzer, html, length, NULL, NULL, 0, &document) == BLOCKMASK_OK &&
 *         blockmask_get_table(document, BLOCKMASK_TABLE_NODES, &nodes) == BLOCKMASK_OK) {
 *         for (i = 0; i < nodes.count; i++) {
 *             const blockmask_node *node = BLOCKMASK_AT(blockmask_node, nodes, i);
 *             printf("%*s%.*s %u-%u\n", node->depth, "", (int)node->name_length, node->name,
 *                    (unsigned)node->source_start, (unsigned)node->source_end);
 *         }
 *     }
 *
 * This file is generated from the source of the library.
 */

#ifndef BLOCKMASK_TREE_H
#define BLOCKMASK_TREE_H

#include "blockmask.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A compiled selector. */
typedef struct blockmask_selector blockmask_selector;
/* The compiled rules of a site's owner. */
typedef struct blockmask_rules blockmask_rules;

/*
 * The tree
 * --------
 *
 * What the parser built, read-only: elements, texts, comments and declarations, each with its place in the bytes of the
 * page. A document of blockmask_analyze has the tree that was analyzed, which lacks whitespace between two blocks;
 * blockmask_parse makes a document that has a tree and nothing else.
 */

/*
 * table: the nodes in document order, from the document itself, which has index 0; rows are blockmask_node. A node and
 * its descendants are the rows from its own up to subtree_end.
 */
#define BLOCKMASK_TABLE_NODES 18

#define BLOCKMASK_TABLE_ATTRIBUTES 19 /* table: the attributes; rows are blockmask_attribute. */
/* table: for each block the index of the element that contains it; rows are uint32_t. */
#define BLOCKMASK_TABLE_BLOCK_NODES 20

/* string of a node: the text of a text or a comment, decoded; the data of a processing instruction; empty for others. */
#define BLOCKMASK_STRING_NODE_TEXT 9
/* string of a node: the public identifier of a document type declaration; empty for others. */
#define BLOCKMASK_STRING_PUBLIC_ID 10
/* string of a node: the system identifier of a document type declaration; empty for others. */
#define BLOCKMASK_STRING_SYSTEM_ID 11

#define BLOCKMASK_STRING_ATTRIBUTE_VALUE 12 /* string of an attribute: its value, character references decoded. */

#define BLOCKMASK_NODE_DOCUMENT 0               /* node_kind: the document. */
#define BLOCKMASK_NODE_DOCTYPE 1                /* node_kind: a document type declaration. */
#define BLOCKMASK_NODE_ELEMENT 2                /* node_kind: an element. */
#define BLOCKMASK_NODE_TEXT 3                   /* node_kind: text. Adjacent ones are one text node of the DOM. */
#define BLOCKMASK_NODE_COMMENT 4                /* node_kind: a comment. */
#define BLOCKMASK_NODE_PROCESSING_INSTRUCTION 5 /* node_kind: a processing instruction. */

#define BLOCKMASK_NAMESPACE_HTML 0   /* node_namespace: HTML, and all nodes that are no elements. */
#define BLOCKMASK_NAMESPACE_SVG 1    /* node_namespace: SVG. */
#define BLOCKMASK_NAMESPACE_MATHML 2 /* node_namespace: MathML. */

/* An attribute. Elements that misnesting repeats share the attributes of the original. */
typedef struct blockmask_attribute {
    /*
     * Its name as in the DOM, such as "class", "viewBox" or "xlink:href". UTF-8, not terminated by a zero; it belongs to
     * the document.
     */
    const char *name;
    /* The length of the name in bytes. */
    uint32_t name_length;
    /* 1 if it is the last one of its element, else 0. */
    uint32_t is_last;
    /* First byte of its name in the bytes of the page. */
    uint32_t name_source_start;
    /* One past its name. */
    uint32_t name_source_end;
    /* First byte of its value as written, inside of quotes; the end of the name if it has none. */
    uint32_t value_source_start;
    /* One past its value. */
    uint32_t value_source_end;
} blockmask_attribute;

/* A row of the table of nodes. */
typedef struct blockmask_node {
    /*
     * The name of an element as in the DOM, such as "div" or "foreignObject"; of a document type; the target of a
     * processing instruction. UTF-8, not terminated by a zero; it belongs to the document.
     */
    const char *name;
    /* Its length in bytes; 0 for other nodes. */
    uint32_t name_length;
    /* Depth in the tree; 0 for the document. */
    uint16_t depth;
    /* What it is: one of BLOCKMASK_NODE_. */
    uint8_t node_kind;
    /* One of BLOCKMASK_NAMESPACE_. */
    uint8_t node_namespace;
    /* The index of its parent, or BLOCKMASK_NONE. */
    uint32_t parent;
    /* The index of its first child, or BLOCKMASK_NONE. The children of a template are its contents. */
    uint32_t first_child;
    /* The index of its next sibling, or BLOCKMASK_NONE. */
    uint32_t next_sibling;
    /* One past the index of its last descendant. */
    uint32_t subtree_end;
    /* First byte of its start tag, of a text, or of the delimiters of a comment. */
    uint32_t source_start;
    /* One past its start tag; the first byte between the delimiters of a comment. */
    uint32_t content_start;
    /* First byte of its end tag, or where it was closed without one. */
    uint32_t content_end;
    /* One past its end tag. */
    uint32_t source_end;
    /* The index of its first attribute, or BLOCKMASK_NONE. The others follow, up to one that is_last. */
    uint32_t first_attribute;
    /* The first block that has characters between source_start and source_end. */
    uint32_t first_block;
    /* One past the last such block. */
    uint32_t end_block;
    /* 1 if it has a start tag, 0 if that is implied or it is no element. */
    uint8_t has_start_tag;
    /* 1 if it has an end tag, else 0. */
    uint8_t has_end_tag;
    /* Zero. */
    uint16_t reserved;
} blockmask_node;

/*
 * Parses a page, and writes the address of a document that has a tree and nothing else: all other tables and texts are
 * empty. It is borrowed like a document of blockmask_analyze. context is NULL for a whole document. For a fragment it is
 * the name of the element whose content it is, such as "body", "td", "svg path" or "math mi"; the nodes of a fragment are
 * children of the document. The limits of the options apply.
 */
BLOCKMASK_API
blockmask_status blockmask_parse(blockmask_analyzer *analyzer,
                                 const char *html,
                                 size_t length,
                                 const blockmask_hints *hints,
                                 const char *context,
                                 size_t context_length,
                                 const blockmask_document **document);

/*
 * Parses a page like blockmask_parse, and writes the address of a document that the caller owns, as
 * blockmask_analyze_owned does.
 */
BLOCKMASK_API
blockmask_status blockmask_parse_owned(blockmask_analyzer *analyzer,
                                       const char *html,
                                       size_t length,
                                       const blockmask_hints *hints,
                                       const char *context,
                                       size_t context_length,
                                       blockmask_document **document);

/*
 * Selectors
 * ---------
 *
 * CSS Selectors Level 4 as far as a document without scripts and users has them, for the elements of any document: lists,
 * names, classes, ids, attributes, combinators, :is(), :where(), :not(), :has(), :nth-child() and its kin; docs/guides/tree.md
 * lists them. A compiled selector belongs to no document, and any number of threads may use it at the same time.
 */

/*
 * Compiles a selector, such as "main > article h2", to be freed with blockmask_free_selector. Its text is not needed after
 * the call. Returns BLOCKMASK_BAD_ARGUMENT for what is none, and the text of the error names the byte.
 */
BLOCKMASK_API
blockmask_status blockmask_compile_selector(const char *selector,
                                            size_t length,
                                            blockmask_selector **compiled);

/* Frees a selector, or NULL. No thread may be inside a call with it. */
BLOCKMASK_API void blockmask_free_selector(blockmask_selector *selector);

/*
 * Writes the nodes below a node, or of the whole page for node 0, that a selector matches: a table of uint32_t in document
 * order, which the caller frees with blockmask_free. :scope is the node. Returns BLOCKMASK_LIMIT_REACHED if a crafted
 * selector takes too many steps.
 */
BLOCKMASK_API
blockmask_status blockmask_select(const blockmask_document *document,
                                  const blockmask_selector *selector,
                                  uint32_t node,
                                  blockmask_table *nodes);

/*
 * Writes which node a selector matches: the node itself, else the innermost one around it, else BLOCKMASK_NONE. The node
 * matches if it is the one that is written. :scope is the node. Returns what blockmask_select returns.
 */
BLOCKMASK_API
blockmask_status blockmask_closest(const blockmask_document *document,
                                   const blockmask_selector *selector,
                                   uint32_t node,
                                   uint32_t *closest);

/*
 * Rules
 * -----
 *
 * What the owner of a site knows about its pages, as a text of lines with selectors: "template .related", "drop .permalink",
 * "title h1.name"; docs/guides/rules.md explains it. Compiled rules belong to no analyzer, and any number of analyzers and
 * threads may use them at the same time. What the pages themselves say is obeyed without them, unless the option
 * ignore_page_rules is set.
 */

/*
 * Compiles the text of a file of rules, to be freed with blockmask_free_rules. The text is not needed after the call. Returns
 * BLOCKMASK_BAD_ARGUMENT for what is none, and the text of the error names line and column.
 */
BLOCKMASK_API
blockmask_status blockmask_read_rules(const char *file,
                                      size_t length,
                                      blockmask_rules **rules);

/* Frees rules, or NULL. No thread may be inside a call with them; analyzers that use them may go on. */
BLOCKMASK_API void blockmask_free_rules(blockmask_rules *rules);

/*
 * Sets the rules for the next pages of the analyzer; NULL removes them. The borrowed document of the analyzer is discarded.
 * blockmask_reset_analyzer does not change them.
 */
BLOCKMASK_API
blockmask_status blockmask_set_rules(blockmask_analyzer *analyzer,
                                     const blockmask_rules *rules);

/*
 * Writes for each block the rule that decided whether it is content, or else the last one that decided its role, field or
 * weight, by its number in the file from 0; BLOCKMASK_NONE if no rule did: a table of uint32_t, which the caller frees with
 * blockmask_free.
 */
BLOCKMASK_API
blockmask_status blockmask_get_block_rules(const blockmask_document *document,
                                           blockmask_table *rules);

#ifdef __cplusplus
}
#endif

#endif /* BLOCKMASK_TREE_H */
