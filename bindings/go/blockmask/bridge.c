#include "bridge.h"

#ifndef BLOCKMASK_GO_NO_LIBRARY

#include <stdlib.h>
#include <string.h>

/* Keeps the text of an error of the library. Errors of the bridge itself have none. */
static blockmask_status explain(struct bridge *bridge, blockmask_status status)
{
    bridge->message[0] = 0;
    if (status != BLOCKMASK_OK)
        strncat(bridge->message, blockmask_last_error(), sizeof(bridge->message) - 1);
    return status;
}

blockmask_status bridge_create(const blockmask_options *options, const blockmask_experimental_options *experimental,
                               struct bridge **out, char *message, size_t capacity)
{
    struct bridge *bridge = calloc(1, sizeof(*bridge));
    blockmask_status status;

    message[0] = 0;
    if (bridge == NULL)
        return BLOCKMASK_OUT_OF_MEMORY;
    status = blockmask_create_experimental_analyzer(options, experimental, &bridge->analyzer);
    if (status != BLOCKMASK_OK) {
        strncat(message, blockmask_last_error(), capacity - 1);
        free(bridge);
        return status;
    }
    *out = bridge;
    return BLOCKMASK_OK;
}

static void free_spans(struct bridge_spans *map)
{
    free(map->spans);
    memset(map, 0, sizeof(*map));
}

static void free_strings(struct bridge_strings *strings)
{
    free(strings->bytes);
    free(strings->ends);
    memset(strings, 0, sizeof(*strings));
}

static void free_rendered(struct bridge *bridge)
{
    blockmask_free(bridge->markdown);
    blockmask_free(bridge->passages.rows);
    blockmask_free(bridge->facts.rows);
    bridge->markdown = NULL;
    memset(&bridge->passages, 0, sizeof(bridge->passages));
    memset(&bridge->facts, 0, sizeof(bridge->facts));
}

static void free_memory(struct bridge *bridge)
{
    free_strings(&bridge->tag_paths);
    free_strings(&bridge->link_targets);
    free_strings(&bridge->link_addresses);
    free_strings(&bridge->link_rels);
    free_strings(&bridge->area_texts);
    free_strings(&bridge->image_alts);
    free_spans(&bridge->text_map);
    free_rendered(bridge);
    free(bridge->heading_rows);
    bridge->heading_rows = NULL;
    bridge->heading_capacity = 0;
}

void bridge_free(struct bridge *bridge)
{
    blockmask_free_analyzer(bridge->analyzer);
    free_memory(bridge);
    free(bridge->agents);
    free(bridge->exclusion_attributes);
    free(bridge);
}

/* Ensures a capacity of needed elements. It at least doubles when it grows, so that few pages of a crawl reallocate. */
static int reserve(void **array, size_t *capacity, size_t needed, size_t element)
{
    size_t wanted = needed < 2 * *capacity ? 2 * *capacity : needed;
    void *grown;

    if (needed <= *capacity)
        return 1;
    grown = wanted > SIZE_MAX / element ? NULL : realloc(*array, wanted * element);
    if (grown == NULL)
        return 0;
    *array = grown;
    *capacity = wanted;
    return 1;
}

static blockmask_status append_string(struct bridge *bridge, struct bridge_strings *strings, uint32_t which, size_t index)
{
    size_t length = 0;
    blockmask_status status =
        blockmask_write_string(bridge->document, which, index, strings->bytes + strings->length,
                               strings->capacity - strings->length, &length);

    if (status == BLOCKMASK_BUFFER_TOO_SMALL) {
        if (!reserve((void **)&strings->bytes, &strings->capacity, strings->length + length, 1))
            return BLOCKMASK_OUT_OF_MEMORY;
        status = blockmask_write_string(bridge->document, which, index, strings->bytes + strings->length,
                                        strings->capacity - strings->length, &length);
    }
    if (status != BLOCKMASK_OK)
        return explain(bridge, status);
    /* Go keeps the ends as 32 bits too. */
    if (strings->length + length > UINT32_MAX)
        return BLOCKMASK_TOO_LARGE;
    strings->length += length;
    strings->ends[strings->count++] = (uint32_t)strings->length;
    return BLOCKMASK_OK;
}

/* Appends the strings of all rows to a list. */
static blockmask_status write_strings(struct bridge *bridge, struct bridge_strings *strings, size_t count, uint32_t which)
{
    blockmask_status status = BLOCKMASK_OK;
    size_t i;

    strings->length = strings->count = 0;
    if (!reserve((void **)&strings->bytes, &strings->capacity, 4096, 1) ||
        !reserve((void **)&strings->ends, &strings->ends_capacity, count, sizeof(*strings->ends)))
        return BLOCKMASK_OUT_OF_MEMORY;
    for (i = 0; i < count && status == BLOCKMASK_OK; i++)
        status = append_string(bridge, strings, which, i);
    return status;
}

/* Borrows a table; an empty one if it is not wanted. */
static blockmask_status get_table(struct bridge *bridge, int is_wanted, uint32_t which, struct bridge_table *table)
{
    blockmask_table found = {NULL, 0, 0};
    blockmask_status status = BLOCKMASK_OK;

    if (is_wanted)
        status = blockmask_get_table(bridge->document, which, &found);
    table->first = found.count == 0 ? NULL : found.rows;
    table->count = found.count;
    table->stride = found.stride;
    return status;
}

static blockmask_status collect_headings(struct bridge *bridge)
{
    blockmask_table blocks;
    blockmask_status status = blockmask_get_blocks(bridge->document, &blocks);
    size_t i;

    bridge->headings.count = 0;
    for (i = 0; status == BLOCKMASK_OK && i < blocks.count; i++) {
        const uint32_t level = BLOCKMASK_AT(blockmask_block, blocks, i)->heading_level;
        struct bridge_heading *row;
        if (level == 0)
            continue;
        if (!reserve((void **)&bridge->heading_rows, &bridge->heading_capacity, bridge->headings.count + 1,
                     sizeof(*bridge->heading_rows)))
            return BLOCKMASK_OUT_OF_MEMORY;
        row = &bridge->heading_rows[bridge->headings.count++];
        row->block = (uint32_t)i;
        row->level = level;
    }
    bridge->headings.first = bridge->headings.count == 0 ? NULL : bridge->heading_rows;
    bridge->headings.stride = sizeof(*bridge->heading_rows);
    return status;
}

static blockmask_status collect_tables(struct bridge *bridge)
{
    const struct {
        int is_wanted;
        uint32_t which;
        struct bridge_table *table;
    } tables[] = {
        {1, BLOCKMASK_TABLE_KIND_PROBABILITIES, &bridge->kind_probabilities},
        {(bridge->tables & BRIDGE_BLOCKS) != 0, BLOCKMASK_TABLE_BLOCKS, &bridge->blocks},
        {(bridge->tables & BRIDGE_SEGMENTS) != 0, BLOCKMASK_TABLE_SEGMENTS, &bridge->segments},
        {(bridge->tables & BRIDGE_REGIONS) != 0, BLOCKMASK_TABLE_MAIN_REGIONS, &bridge->regions},
        {(bridge->tables & BRIDGE_LINKS) != 0, BLOCKMASK_TABLE_LINKS, &bridge->links},
        {(bridge->tables & BRIDGE_COMMENTS) != 0, BLOCKMASK_TABLE_COMMENTS, &bridge->comments},
        {bridge->wants_areas != 0, BLOCKMASK_TABLE_LAYOUT_AREAS, &bridge->areas},
        {bridge->wants_visual != 0, BLOCKMASK_TABLE_VISUAL_AREAS, &bridge->visual_areas},
        {bridge->wants_visual != 0, BLOCKMASK_TABLE_BLOCK_VISIBILITY, &bridge->block_visibility},
        {bridge->wants_structure != 0, BLOCKMASK_TABLE_STRUCTURE, &bridge->structure},
        {bridge->wants_structure != 0, BLOCKMASK_TABLE_IMAGES, &bridge->images},
        {bridge->wants_records != 0, BLOCKMASK_TABLE_RECORDS, &bridge->records},
    };
    const blockmask_page *page;
    blockmask_status status = blockmask_get_page(bridge->document, &page);
    size_t length = 0, i;

    if (status == BLOCKMASK_OK) {
        bridge->page = *page;
        status = blockmask_get_text(bridge->document, &bridge->text, &length);
    }
    if (status == BLOCKMASK_OK && bridge->wants_fingerprint)
        status = blockmask_get_fingerprint(bridge->document, &bridge->fingerprint);
    if (length == 0)
        bridge->text = NULL;
    for (i = 0; i < sizeof(tables) / sizeof(tables[0]) && status == BLOCKMASK_OK; i++)
        status = get_table(bridge, tables[i].is_wanted, tables[i].which, tables[i].table);
    if (status == BLOCKMASK_OK && bridge->tables & BRIDGE_HEADINGS)
        status = collect_headings(bridge);
    return status;
}

static blockmask_status collect_strings(struct bridge *bridge)
{
    const struct {
        uint32_t is_wanted;
        struct bridge_strings *strings;
        size_t count;
        uint32_t which;
    } lists[] = {
        {bridge->wants_tag_paths, &bridge->tag_paths, bridge->blocks.count, BLOCKMASK_STRING_TAG_PATH},
        {bridge->wants_link_targets, &bridge->link_targets, bridge->links.count, BLOCKMASK_STRING_LINK_TARGET},
        {bridge->wants_link_targets, &bridge->link_addresses, bridge->links.count, BLOCKMASK_STRING_LINK_ADDRESS},
        {bridge->wants_link_targets, &bridge->link_rels, bridge->links.count, BLOCKMASK_STRING_LINK_REL},
        {bridge->wants_structure, &bridge->image_alts, bridge->images.count, BLOCKMASK_STRING_IMAGE_ALT},
        {bridge->wants_areas, &bridge->area_texts, bridge->areas.count, BLOCKMASK_STRING_LAYOUT_AREA},
    };
    blockmask_status status = BLOCKMASK_OK;
    size_t i;

    for (i = 0; i < sizeof(lists) / sizeof(lists[0]) && status == BLOCKMASK_OK; i++)
        if (lists[i].is_wanted)
            status = write_strings(bridge, lists[i].strings, lists[i].count, lists[i].which);
    return status;
}

static blockmask_status cut_passages(struct bridge *bridge, const uint32_t *token_starts, size_t token_count)
{
    return blockmask_cut_passages(bridge->document, bridge->passage_tokens, bridge->overlap_tokens, token_starts,
                                  token_count, &bridge->passages);
}

static blockmask_status collect_rendered(struct bridge *bridge)
{
    blockmask_status status = BLOCKMASK_OK;

    free_rendered(bridge);
    if (bridge->wants_markdown)
        status = blockmask_render(bridge->document, BLOCKMASK_FORMAT_MARKDOWN, BLOCKMASK_RENDER_LINKS, &bridge->markdown);
    if (status == BLOCKMASK_OK && bridge->passage_tokens > 0 && !bridge->has_other_tokens)
        status = cut_passages(bridge, NULL, 0);
    return status;
}

static blockmask_status collect_facts(struct bridge *bridge, const char *x_robots_tag, size_t x_robots_tag_length)
{
    const char *agents = bridge->agents, *attributes = bridge->exclusion_attributes;
    const blockmask_fact_options options = {sizeof(options),
                                            x_robots_tag, x_robots_tag_length,
                                            agents,       agents == NULL ? 0 : strlen(agents),
                                            attributes,   attributes == NULL ? 0 : strlen(attributes)};

    return blockmask_find_facts(bridge->document, &options, &bridge->facts);
}

/* The end of the UTF-8 character that contains the byte at position, at most length. */
static size_t character_end(const char *text, size_t position, size_t length)
{
    do
        position++;
    while (position < length && (text[position] & 0xC0) == 0x80);
    return position;
}

/*
 * How many bytes of a text and of its source, both limited, are equal and cannot be the spelling of something else: up to
 * a character reference, a tag, an escape of JSON, or the end of a line. In encodings other than UTF-8 only ASCII
 * characters can be equal.
 */
static size_t common_prefix(const char *text, const char *source, size_t limit, int is_utf8)
{
    size_t n = 0;

    while (n < limit && text[n] == source[n] && text[n] != '&' && text[n] != '<' && text[n] != '\\' &&
           text[n] != '\n' && (is_utf8 || (text[n] & 0x80) == 0))
        n++;
    while (n > 0 && n < limit && (text[n] & 0xC0) == 0x80)
        n--;
    return n;
}

static blockmask_status append_span(struct bridge_spans *map, struct bridge_span span, size_t text_end)
{
    struct bridge_span *last = map->count == 0 ? NULL : &map->spans[map->count - 1];
    uint32_t length = (uint32_t)text_end - span.text_start;

    if (last != NULL && span.source_end - span.source_start == length && last->source_end == span.source_start &&
        last->source_end - last->source_start == span.text_start - last->text_start) {
        last->source_end = span.source_end;
        return BLOCKMASK_OK;
    }
    if (!reserve((void **)&map->spans, &map->capacity, map->count + 1, sizeof(span)))
        return BLOCKMASK_OUT_OF_MEMORY;
    map->spans[map->count++] = span;
    return BLOCKMASK_OK;
}

/*
 * Maps a run of the text, as long as it is a copy of its source but at least one character, and advances the position.
 * Copies are not looked for before *next_try, so that the time stays linear.
 */
static blockmask_status map_run(struct bridge *bridge, const char *html, int is_utf8, size_t *position, size_t *next_try)
{
    const size_t start = *position, text_left = bridge->page.text_length - start;
    struct bridge_span span = {(uint32_t)start, 0, 0}, run = span;
    size_t end = character_end(bridge->text, start, bridge->page.text_length), source_left, prefix = 0;
    blockmask_status status = blockmask_map_range(bridge->document, NULL, span.text_start, (uint32_t)end,
                                                       &span.source_start, &span.source_end);

    if (status != BLOCKMASK_OK)
        return status;
    source_left = bridge->page.source_length - span.source_start;
    if (start >= *next_try && span.source_start < bridge->page.source_length)
        prefix = common_prefix(bridge->text + start, html + span.source_start,
                               text_left < source_left ? text_left : source_left, is_utf8);
    if (prefix > end - start) {
        status = blockmask_map_range(bridge->document, NULL, run.text_start, (uint32_t)(start + prefix),
                                          &run.source_start, &run.source_end);
        if (status != BLOCKMASK_OK)
            return status;
        /* A longer source means that something was dropped in between, and that the bytes are equal by chance. */
        *next_try = start + prefix;
        if (run.source_end - run.source_start == prefix) {
            span = run;
            end = start + prefix;
        }
    }
    *position = end;
    return append_span(&bridge->text_map, span, end);
}

static blockmask_status map_text(struct bridge *bridge, const char *html)
{
    const uint32_t length = bridge->page.text_length;
    const int is_utf8 = strcmp(bridge->page.encoding, "UTF-8") == 0;
    struct bridge_span end = {length, 0, 0};
    blockmask_status status = BLOCKMASK_OK;
    size_t position = 0, next_try = 0;

    bridge->text_map.count = 0;
    while (position < length && status == BLOCKMASK_OK)
        status = map_run(bridge, html, is_utf8, &position, &next_try);
    if (status == BLOCKMASK_OK)
        status = blockmask_map_range(bridge->document, NULL, length, length, &end.source_start, &end.source_end);
    return status == BLOCKMASK_OK ? append_span(&bridge->text_map, end, length) : status;
}

static blockmask_status analyze(struct bridge *bridge, const char *html, size_t length, const char *charset,
                                size_t charset_length, const char *address, size_t address_length)
{
    const blockmask_hints hints = {sizeof(hints), charset, charset_length, address, address_length};

    return blockmask_analyze(bridge->analyzer, html, length, &hints, &bridge->document);
}

blockmask_status bridge_analyze(struct bridge *bridge, const char *html, size_t length, const char *charset,
                                size_t charset_length, const char *address, size_t address_length,
                                const char *x_robots_tag, size_t x_robots_tag_length)
{
    blockmask_status status = analyze(bridge, html, length, charset, charset_length, address, address_length);

    status = explain(bridge, status == BLOCKMASK_OK ? collect_tables(bridge) : status);
    if (status == BLOCKMASK_OK)
        status = collect_strings(bridge);
    if (status == BLOCKMASK_OK)
        status = explain(bridge, collect_rendered(bridge));
    if (status == BLOCKMASK_OK && bridge->wants_facts)
        status = explain(bridge, collect_facts(bridge, x_robots_tag, x_robots_tag_length));
    return status == BLOCKMASK_OK && bridge->wants_text_map ? map_text(bridge, html) : status;
}

blockmask_status bridge_cut_passages(struct bridge *bridge, const uint32_t *token_starts, size_t token_count)
{
    static const uint32_t none[1] = {0};

    return explain(bridge, cut_passages(bridge, token_starts == NULL ? none : token_starts, token_count));
}

blockmask_status bridge_blank(struct bridge *bridge, const char *html, size_t length, const char *charset,
                              size_t charset_length, char *blanked)
{
    blockmask_status status = analyze(bridge, html, length, charset, charset_length, NULL, 0);

    return explain(bridge, status == BLOCKMASK_OK ? blockmask_blank_page(bridge->document, blanked, length) : status);
}

blockmask_status bridge_zone(struct bridge *bridge, const char *html, size_t length, const char *charset,
                             size_t charset_length, blockmask_rendered **zoned)
{
    blockmask_status status = analyze(bridge, html, length, charset, charset_length, NULL, 0);

    if (status == BLOCKMASK_OK)
        status = blockmask_render(bridge->document, BLOCKMASK_FORMAT_ZONES, 0, zoned);
    return explain(bridge, status);
}

blockmask_status bridge_set_model(struct bridge *bridge, const char *model, size_t length)
{
    return explain(bridge, blockmask_set_model(bridge->analyzer, model, length));
}

const char bridge_no_bytes[1] = {0};

blockmask_status bridge_export(struct bridge *bridge, const blockmask_input *inputs, size_t count, uint32_t columns,
                               struct ArrowSchema *schema, struct ArrowArray *array)
{
    return explain(bridge, blockmask_export_arrow(bridge->analyzer, inputs, count, columns, schema, array));
}

void bridge_release(struct ArrowSchema *schema, struct ArrowArray *array)
{
    if (schema != NULL && schema->release != NULL)
        schema->release(schema);
    if (array != NULL && array->release != NULL)
        array->release(array);
}

blockmask_status bridge_add_to_site(struct bridge *bridge, blockmask_site *site, const char *html, size_t length,
                                    const char *charset, size_t charset_length, const char *address,
                                    size_t address_length)
{
    blockmask_status status = analyze(bridge, html, length, charset, charset_length, address, address_length);

    if (status == BLOCKMASK_OK)
        status = blockmask_add_to_site(site, bridge->document);
    return explain(bridge, status);
}

blockmask_status bridge_restore_site(const char *bytes, size_t length, blockmask_site **site, char *message)
{
    blockmask_status status = blockmask_restore_site(bytes, length, site);

    message[0] = 0;
    if (status != BLOCKMASK_OK)
        strncat(message, blockmask_last_error(), 255);
    return status;
}

blockmask_status bridge_set_site(struct bridge *bridge, const blockmask_site *site)
{
    return explain(bridge, blockmask_set_site(bridge->analyzer, site));
}

blockmask_status bridge_shrink(struct bridge *bridge)
{
    free_memory(bridge);
    return explain(bridge, blockmask_reset_analyzer(bridge->analyzer));
}

#endif
