#include "bridge.h"

#ifndef BLOCKMASK_GO_NO_LIBRARY

const char bridge_no_bytes[1] = {0};

void bridge_return(blockmask_analyzer *analyzer, blockmask_document *spare)
{
    if (spare != NULL && blockmask_return_document(analyzer, spare) != BLOCKMASK_OK)
        blockmask_free_document(spare);
}

/* What every page has; without it the document is freed. */
static blockmask_status collect(struct bridge_page *page)
{
    size_t text_length;
    blockmask_status status = blockmask_get_page(page->document, &page->page);

    status = status ? status : blockmask_get_text(page->document, &page->text, &text_length);
    status = status ? status : blockmask_get_blocks(page->document, &page->blocks);
    if (status != BLOCKMASK_OK)
        blockmask_free_document(page->document);
    return status;
}

blockmask_status bridge_analyze(blockmask_analyzer *analyzer, blockmask_document *spare, const char *html, size_t length,
                                const char *charset, size_t charset_length, const char *address, size_t address_length,
                                struct bridge_page *page)
{
    const blockmask_hints hints = {sizeof(hints), charset, charset_length, address, address_length};
    blockmask_status status;

    bridge_return(analyzer, spare);
    status = blockmask_analyze_owned(analyzer, html, length, &hints, &page->document);
    return status ? status : collect(page);
}

blockmask_status bridge_parse(blockmask_analyzer *analyzer, blockmask_document *spare, const char *html, size_t length,
                              const char *charset, size_t charset_length, const char *context, size_t context_length,
                              struct bridge_page *page)
{
    const blockmask_hints hints = {sizeof(hints), charset, charset_length, NULL, 0};
    blockmask_status status;

    bridge_return(analyzer, spare);
    status = blockmask_parse_owned(analyzer, html, length, &hints, context, context_length, &page->document);
    return status ? status : collect(page);
}

blockmask_status bridge_find_facts(const blockmask_document *document, const char *x_robots_tag, size_t x_robots_tag_length,
                                   const char *agents, size_t agents_length, const char *attributes,
                                   size_t attributes_length, const char *headers, size_t headers_length,
                                   uint64_t properties, blockmask_table *facts)
{
    const blockmask_fact_options options = {sizeof(options), x_robots_tag, x_robots_tag_length, agents, agents_length,
                                            attributes, attributes_length, headers, headers_length,
                                            properties};

    return blockmask_find_facts(document, &options, facts);
}

void bridge_release(struct ArrowSchema *schema, struct ArrowArray *array)
{
    if (schema != NULL && schema->release != NULL)
        schema->release(schema);
    if (array != NULL && array->release != NULL)
        array->release(array);
}

#endif
