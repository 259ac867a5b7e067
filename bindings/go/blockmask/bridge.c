#include "bridge.h"

#ifndef BLOCKMASK_GO_NO_LIBRARY

#include <stdlib.h>
#include <string.h>

typedef blockmask_status write_string(blockmask_analyzer *analyzer, size_t index, char *buffer, size_t capacity,
                                      size_t *length);

static blockmask_status create_config(const blockmask_options *options,
                                      const blockmask_experimental_options *experimental, blockmask_config **config,
                                      char *message, size_t capacity)
{
    if (experimental == NULL)
        return blockmask_create_config(options, sizeof(*options), config, message, capacity);
    return blockmask_create_experimental_config(options, sizeof(*options), experimental, sizeof(*experimental), config,
                                                message, capacity);
}

blockmask_status bridge_create(const blockmask_options *options, const blockmask_experimental_options *experimental,
                               struct bridge **out, char *message, size_t capacity)
{
    blockmask_config *config = NULL;
    blockmask_status status = create_config(options, experimental, &config, message, capacity);
    struct bridge *bridge;

    if (status != BLOCKMASK_OK)
        return status;
    bridge = calloc(1, sizeof(*bridge));
    status = bridge == NULL ? BLOCKMASK_OUT_OF_MEMORY : blockmask_create_analyzer(config, &bridge->analyzer);
    blockmask_free_config(config);
    if (status != BLOCKMASK_OK) {
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
    blockmask_free(bridge->passages);
    blockmask_free(bridge->records);
    blockmask_free(bridge->facts);
    bridge->markdown = NULL;
    bridge->passages = NULL;
    bridge->records = NULL;
    bridge->facts = NULL;
    bridge->passage_count = bridge->passage_role_count = bridge->record_count = bridge->fact_count = 0;
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
    free(bridge->passage_roles);
    bridge->passage_roles = NULL;
    bridge->passage_role_capacity = 0;
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

static blockmask_status append_string(struct bridge *bridge, struct bridge_strings *strings, size_t index,
                                      write_string *write)
{
    size_t length = 0;
    blockmask_status status = write(bridge->analyzer, index, strings->bytes + strings->length,
                                    strings->capacity - strings->length, &length);

    if (status == BLOCKMASK_BUFFER_TOO_SMALL) {
        if (!reserve((void **)&strings->bytes, &strings->capacity, strings->length + length, 1))
            return BLOCKMASK_OUT_OF_MEMORY;
        status = write(bridge->analyzer, index, strings->bytes + strings->length, strings->capacity - strings->length,
                       &length);
    }
    if (status != BLOCKMASK_OK)
        return status;
    /* Go keeps the ends as 32 bits too. */
    if (strings->length + length > UINT32_MAX)
        return BLOCKMASK_TOO_LARGE;
    strings->length += length;
    strings->ends[strings->count++] = (uint32_t)strings->length;
    return BLOCKMASK_OK;
}

static blockmask_status write_strings(struct bridge *bridge, struct bridge_strings *strings, size_t count,
                                      write_string *write)
{
    blockmask_status status = BLOCKMASK_OK;
    size_t i;

    strings->length = strings->count = 0;
    if (!reserve((void **)&strings->bytes, &strings->capacity, 4096, 1) ||
        !reserve((void **)&strings->ends, &strings->ends_capacity, count, sizeof(*strings->ends)))
        return BLOCKMASK_OUT_OF_MEMORY;
    for (i = 0; i < count && status == BLOCKMASK_OK; i++)
        status = append_string(bridge, strings, i, write);
    return status;
}

#define GET_TABLE(is_wanted, table, type)                                                                         \
    do {                                                                                                          \
        const blockmask_##type *first = NULL;                                                                     \
        if (is_wanted) {                                                                                          \
            status = blockmask_get_##table(bridge->analyzer, &first, &bridge->table.count, &bridge->table.stride); \
            if (status != BLOCKMASK_OK)                                                                           \
                return status;                                                                                    \
            bridge->table.first = bridge->table.count == 0 ? NULL : first;                                        \
        }                                                                                                         \
    } while (0)

static blockmask_status collect_tables(struct bridge *bridge)
{
    blockmask_status status = blockmask_get_page(bridge->analyzer, &bridge->page, sizeof(bridge->page));
    const float *probabilities = NULL;
    size_t length = 0;

    if (status == BLOCKMASK_OK && bridge->wants_fingerprint)
        status = blockmask_get_fingerprint(bridge->analyzer, &bridge->fingerprint, sizeof(bridge->fingerprint));
    if (status == BLOCKMASK_OK)
        status = blockmask_get_kind_probabilities(bridge->analyzer, &probabilities, &bridge->kind_probabilities.count);
    if (status == BLOCKMASK_OK)
        status = blockmask_get_text(bridge->analyzer, &bridge->text, &length);
    if (status == BLOCKMASK_OK && bridge->wants_areas)
        status = blockmask_get_layout(bridge->analyzer, &bridge->layout);
    if (status != BLOCKMASK_OK)
        return status;
    if (length == 0)
        bridge->text = NULL;
    bridge->kind_probabilities.first = bridge->kind_probabilities.count == 0 ? NULL : probabilities;
    bridge->kind_probabilities.stride = sizeof(*probabilities);
    GET_TABLE(bridge->tables & BLOCKMASK_BATCH_BLOCKS, blocks, block);
    GET_TABLE(bridge->tables & BLOCKMASK_BATCH_SEGMENTS, segments, segment);
    GET_TABLE(bridge->tables & BLOCKMASK_BATCH_REGIONS, regions, region);
    GET_TABLE(bridge->tables & BLOCKMASK_BATCH_LINKS, links, link);
    GET_TABLE(bridge->tables & BLOCKMASK_BATCH_HEADINGS, headings, heading);
    GET_TABLE(bridge->tables & BLOCKMASK_BATCH_COMMENTS, comments, comment);
    GET_TABLE(bridge->wants_areas, areas, area);
    GET_TABLE(bridge->wants_visual, visual_areas, visual_area);
    GET_TABLE(bridge->wants_visual, block_visibility, block_visibility);
    GET_TABLE(bridge->wants_structure, structure, block_structure);
    GET_TABLE(bridge->wants_structure, images, image);
    return BLOCKMASK_OK;
}

static blockmask_status write_area_text(blockmask_analyzer *analyzer, size_t index, char *buffer, size_t capacity,
                                        size_t *length)
{
    const char *text;
    blockmask_status status = blockmask_get_area_text(analyzer, index, &text, length);

    if (status == BLOCKMASK_OK && *length > capacity)
        return BLOCKMASK_BUFFER_TOO_SMALL;
    if (status == BLOCKMASK_OK && *length > 0)
        memcpy(buffer, text, *length);
    return status;
}

static blockmask_status collect_strings(struct bridge *bridge)
{
    blockmask_status status = BLOCKMASK_OK;

    if (bridge->wants_tag_paths)
        status = write_strings(bridge, &bridge->tag_paths, bridge->blocks.count, blockmask_write_tag_path);
    if (status == BLOCKMASK_OK && bridge->wants_link_targets)
        status = write_strings(bridge, &bridge->link_targets, bridge->links.count, blockmask_write_link_target);
    if (status == BLOCKMASK_OK && bridge->wants_link_targets)
        status = write_strings(bridge, &bridge->link_addresses, bridge->links.count, blockmask_write_link_address);
    if (status == BLOCKMASK_OK && bridge->wants_link_targets)
        status = write_strings(bridge, &bridge->link_rels, bridge->links.count, blockmask_write_link_rel);
    if (status == BLOCKMASK_OK && bridge->wants_structure)
        status = write_strings(bridge, &bridge->image_alts, bridge->images.count, blockmask_write_image_alt);
    if (status == BLOCKMASK_OK && bridge->wants_areas)
        status = write_strings(bridge, &bridge->area_texts, bridge->areas.count, write_area_text);
    return status;
}

static blockmask_status append_roles(struct bridge *bridge, const blockmask_passage *passage)
{
    const blockmask_role_tokens *roles;
    size_t count;
    blockmask_status status = blockmask_get_passage_roles(passage, &roles, &count);

    if (status != BLOCKMASK_OK)
        return status;
    if (!reserve((void **)&bridge->passage_roles, &bridge->passage_role_capacity, bridge->passage_role_count + count,
                 sizeof(*roles)))
        return BLOCKMASK_OUT_OF_MEMORY;
    if (count > 0)
        memcpy(bridge->passage_roles + bridge->passage_role_count, roles, count * sizeof(*roles));
    bridge->passage_role_count += count;
    return BLOCKMASK_OK;
}

static blockmask_status cut_passages(struct bridge *bridge, const uint32_t *token_starts, size_t token_count)
{
    blockmask_status status = blockmask_cut_passages(bridge->analyzer, bridge->passage_tokens, bridge->overlap_tokens,
                                                     token_starts, token_count, &bridge->passages,
                                                     &bridge->passage_count);
    size_t i;

    for (i = 0; i < bridge->passage_count && status == BLOCKMASK_OK; i++)
        status = append_roles(bridge, &bridge->passages[i]);
    return status;
}

static blockmask_status collect_rendered(struct bridge *bridge)
{
    blockmask_status status = BLOCKMASK_OK;

    free_rendered(bridge);
    if (bridge->wants_markdown)
        status = blockmask_render_markdown(bridge->analyzer, BLOCKMASK_RENDER_LINKS, &bridge->markdown);
    if (status == BLOCKMASK_OK && bridge->passage_tokens > 0 && !bridge->has_other_tokens)
        status = cut_passages(bridge, NULL, 0);
    if (status == BLOCKMASK_OK && bridge->wants_records)
        status = blockmask_find_records(bridge->analyzer, &bridge->records, &bridge->record_count);
    return status;
}

static blockmask_status collect_facts(struct bridge *bridge, const char *x_robots_tag, size_t x_robots_tag_length)
{
    const char *agents = bridge->agents, *attributes = bridge->exclusion_attributes;
    const blockmask_fact_options options = {x_robots_tag, x_robots_tag_length,
                                            agents,       agents == NULL ? 0 : strlen(agents),
                                            attributes,   attributes == NULL ? 0 : strlen(attributes)};

    return blockmask_find_facts(bridge->analyzer, &options, sizeof(options), &bridge->facts, &bridge->fact_count);
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

/* Fetches the text of an error of the library. Errors of the bridge itself have none. */
static blockmask_status explain(struct bridge *bridge, blockmask_status status)
{
    bridge->message_length = 0;
    if (status != BLOCKMASK_OK &&
        blockmask_get_last_error(bridge->analyzer, &bridge->message, &bridge->message_length) != BLOCKMASK_OK)
        bridge->message_length = 0;
    return status;
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
    blockmask_status status = blockmask_map_text_range(bridge->analyzer, span.text_start, (uint32_t)end,
                                                       &span.source_start, &span.source_end);

    if (status != BLOCKMASK_OK)
        return status;
    source_left = bridge->page.source_length - span.source_start;
    if (start >= *next_try && span.source_start < bridge->page.source_length)
        prefix = common_prefix(bridge->text + start, html + span.source_start,
                               text_left < source_left ? text_left : source_left, is_utf8);
    if (prefix > end - start) {
        status = blockmask_map_text_range(bridge->analyzer, run.text_start, (uint32_t)(start + prefix),
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
        status = blockmask_map_text_range(bridge->analyzer, length, length, &end.source_start, &end.source_end);
    return status == BLOCKMASK_OK ? append_span(&bridge->text_map, end, length) : status;
}

blockmask_status bridge_analyze(struct bridge *bridge, const char *html, size_t length, const char *charset,
                                size_t charset_length, const char *address, size_t address_length,
                                const char *x_robots_tag, size_t x_robots_tag_length)
{
    const blockmask_input input = {html, length, charset, charset_length, address, address_length};
    blockmask_status status = blockmask_analyze_input(bridge->analyzer, &input, sizeof(input));

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
    blockmask_status status = blockmask_analyze_page(bridge->analyzer, html, length, charset, charset_length);

    return explain(bridge, status == BLOCKMASK_OK ? blockmask_blank_page(bridge->analyzer, blanked, length) : status);
}

blockmask_status bridge_zone(struct bridge *bridge, const char *html, size_t length, const char *charset,
                             size_t charset_length, char **zoned, size_t *zoned_length)
{
    blockmask_status status = blockmask_analyze_page(bridge->analyzer, html, length, charset, charset_length);

    if (status == BLOCKMASK_OK)
        status = blockmask_zone_page(bridge->analyzer, zoned, zoned_length);
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
    return explain(bridge,
                   blockmask_export_batch(bridge->analyzer, inputs, sizeof(*inputs), count, columns, schema, array));
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
    const blockmask_input input = {html, length, charset, charset_length, address, address_length};
    blockmask_status status = blockmask_analyze_input(bridge->analyzer, &input, sizeof(input));

    if (status == BLOCKMASK_OK)
        status = blockmask_add_to_site(site, bridge->analyzer, address, address_length);
    return explain(bridge, status);
}

blockmask_status bridge_shrink(struct bridge *bridge)
{
    free_memory(bridge);
    return explain(bridge, blockmask_shrink_analyzer(bridge->analyzer));
}

#endif
