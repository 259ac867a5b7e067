/* The tree: nodes and attributes of a page and of a fragment, and what a program makes of them without recursion. */

#include "blockmask_tree.h"
#include "check.h"

#include <stdio.h>
#include <string.h>

static const char HTML[] = "<!DOCTYPE html><ul><li><a href='/a?b&amp;c'>One</a><li>Two<!--three--></ul>";

static int is_named(const blockmask_node *node, const char *name)
{
    return node->name_length == strlen(name) && memcmp(node->name, name, node->name_length) == 0;
}

int main(void)
{
    blockmask_analyzer *analyzer = NULL;
    const blockmask_document *document = NULL;
    blockmask_table nodes, attributes, found;
    blockmask_selector *selector = NULL;
    char value[16];
    size_t i, length = 0, items = 0, comments = 0;
    uint32_t at;

    CHECK(blockmask_create_analyzer(NULL, &analyzer) == BLOCKMASK_OK);
    CHECK(blockmask_parse(analyzer, HTML, sizeof(HTML) - 1, NULL, NULL, 0, &document) == BLOCKMASK_OK);
    CHECK(blockmask_get_table(document, BLOCKMASK_TABLE_NODES, &nodes) == BLOCKMASK_OK);
    CHECK(blockmask_get_table(document, BLOCKMASK_TABLE_ATTRIBUTES, &attributes) == BLOCKMASK_OK);
    for (i = 0; i < nodes.count; i++) {
        const blockmask_node *node = BLOCKMASK_AT(blockmask_node, nodes, i);

        CHECK(i == 0 || node->parent < i);
        CHECK(node->source_start <= node->content_start && node->content_end <= node->source_end);
        CHECK(!node->has_start_tag || HTML[node->source_start] == '<');
        if (node->node_kind == BLOCKMASK_NODE_COMMENT)
            comments++;
        if (is_named(node, "ul"))
            for (at = node->first_child; at != BLOCKMASK_NONE;
                 at = BLOCKMASK_AT(blockmask_node, nodes, at)->next_sibling)
                items++;
        for (at = node->first_attribute; at != BLOCKMASK_NONE; at++) {
            const blockmask_attribute *attribute = BLOCKMASK_AT(blockmask_attribute, attributes, at);

            CHECK(is_named(node, "a") && attribute->name_length == 4);
            CHECK(strncmp(HTML + attribute->value_source_start, "/a?b&amp;c", 10) == 0);
            CHECK(blockmask_write_string(document, BLOCKMASK_STRING_ATTRIBUTE_VALUE, at, value, sizeof(value), &length) ==
                  BLOCKMASK_OK);
            CHECK(length == 6 && memcmp(value, "/a?b&c", 6) == 0);
            if (attribute->is_last)
                break;
        }
    }
    CHECK(items == 2 && comments == 1);

    CHECK(blockmask_compile_selector("ul > li:first-child a[href]", 27, &selector) == BLOCKMASK_OK);
    CHECK(blockmask_select(document, selector, 0, &found) == BLOCKMASK_OK);
    CHECK(found.count == 1);
    at = *BLOCKMASK_AT(uint32_t, found, 0);
    CHECK(is_named(BLOCKMASK_AT(blockmask_node, nodes, at), "a"));
    blockmask_free((void *)found.rows);
    CHECK(blockmask_closest(document, selector, at + 1, &at) == BLOCKMASK_OK && at != BLOCKMASK_NONE);
    CHECK(blockmask_closest(document, selector, 0, &at) == BLOCKMASK_OK && at == BLOCKMASK_NONE);
    blockmask_free_selector(selector);
    CHECK(blockmask_compile_selector("a[href", 6, &selector) == BLOCKMASK_BAD_ARGUMENT);
    CHECK(strstr(blockmask_last_error(), "at byte 6 of the selector") != NULL);

    CHECK(blockmask_parse(analyzer, "<td>1<td>2", 10, NULL, "tr", 2, &document) == BLOCKMASK_OK);
    CHECK(blockmask_get_table(document, BLOCKMASK_TABLE_NODES, &nodes) == BLOCKMASK_OK);
    CHECK(nodes.count == 5 && is_named(BLOCKMASK_AT(blockmask_node, nodes, 1), "td"));
    blockmask_free_analyzer(analyzer);
    printf("ok\n");
    return 0;
}
