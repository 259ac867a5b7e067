#include "bridge.h"

#include <stdlib.h>
#include <string.h>

typedef blockmask_status write_string(blockmask_analyzer *analyzer, size_t index, char *buffer, size_t capacity,
                                      size_t *length);

blockmask_status bridge_create(const blockmask_options *options, struct bridge **out, char *message, size_t capacity)
{
    blockmask_config *config = NULL;
    blockmask_status status = blockmask_create_config(options, &config, message, capacity);
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

static void free_strings(struct bridge_strings *strings)
{
    free(strings->bytes);
    free(strings->ends);
    memset(strings, 0, sizeof(*strings));
}

void bridge_free(struct bridge *bridge)
{
    blockmask_free_analyzer(bridge->analyzer);
    free_strings(&bridge->tag_paths);
    free_strings(&bridge->link_targets);
    free_strings(&bridge->area_texts);
    free(bridge);
}

/* Makes room for needed elements, at least twice what there was, so that few pages of a crawl need more. */
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

/* Long enough for the names of all encodings. */
enum { CHARSET_CAPACITY = 64 };

/* Ends the charset by a zero. One that cannot name an encoding becomes NULL: ignored, as all unknown ones are. */
static const char *terminated(const char *charset, size_t length, char buffer[CHARSET_CAPACITY])
{
    if (charset == NULL || length >= CHARSET_CAPACITY || memchr(charset, 0, length) != NULL)
        return NULL;
    memcpy(buffer, charset, length);
    buffer[length] = 0;
    return buffer;
}

static blockmask_status analyze(struct bridge *bridge, const char *html, size_t length, const char *charset,
                                size_t charset_length)
{
    char buffer[CHARSET_CAPACITY];

    return blockmask_analyze_page(bridge->analyzer, html, length, terminated(charset, charset_length, buffer));
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
    blockmask_status status;
    size_t length;

    bridge->page.struct_size = sizeof(bridge->page);
    status = blockmask_get_page(bridge->analyzer, &bridge->page);
    if (status == BLOCKMASK_OK)
        status = blockmask_get_text(bridge->analyzer, &bridge->text, &length);
    if (status == BLOCKMASK_OK && bridge->wants_areas)
        status = blockmask_get_page_type(bridge->analyzer, &bridge->page_type);
    if (status != BLOCKMASK_OK)
        return status;
    if (length == 0)
        bridge->text = NULL;
    GET_TABLE(bridge->parts & BLOCKMASK_PART_BLOCKS, blocks, block);
    GET_TABLE(bridge->parts & BLOCKMASK_PART_SEGMENTS, segments, segment);
    GET_TABLE(bridge->parts & BLOCKMASK_PART_REGIONS, regions, region);
    GET_TABLE(bridge->parts & BLOCKMASK_PART_LINKS, links, link);
    GET_TABLE(bridge->parts & BLOCKMASK_PART_HEADINGS, headings, heading);
    GET_TABLE(bridge->wants_areas, areas, area);
    GET_TABLE(bridge->wants_visual, visual_areas, visual_area);
    GET_TABLE(bridge->wants_visual, block_looks, block_look);
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
    if (status == BLOCKMASK_OK && bridge->wants_areas)
        status = write_strings(bridge, &bridge->area_texts, bridge->areas.count, write_area_text);
    return status;
}

/* Fetches the text of an error of the library's. Those of the bridge have none. */
static blockmask_status explain(struct bridge *bridge, blockmask_status status)
{
    bridge->message_length = 0;
    if (status != BLOCKMASK_OK &&
        blockmask_get_last_error(bridge->analyzer, &bridge->message, &bridge->message_length) != BLOCKMASK_OK)
        bridge->message_length = 0;
    return status;
}

blockmask_status bridge_analyze(struct bridge *bridge, const char *html, size_t length, const char *charset,
                                size_t charset_length)
{
    blockmask_status status = analyze(bridge, html, length, charset, charset_length);

    status = explain(bridge, status == BLOCKMASK_OK ? collect_tables(bridge) : status);
    return status == BLOCKMASK_OK ? collect_strings(bridge) : status;
}

blockmask_status bridge_blank(struct bridge *bridge, const char *html, size_t length, const char *charset,
                              size_t charset_length, char *blanked)
{
    blockmask_status status = analyze(bridge, html, length, charset, charset_length);

    return explain(bridge, status == BLOCKMASK_OK ? blockmask_blank_page(bridge->analyzer, blanked, length) : status);
}

blockmask_status bridge_annotate(struct bridge *bridge, const char *html, size_t length, const char *charset,
                                 size_t charset_length, char **annotated, size_t *annotated_length)
{
    blockmask_status status = analyze(bridge, html, length, charset, charset_length);

    if (status == BLOCKMASK_OK)
        status = blockmask_annotate_page(bridge->analyzer, annotated, annotated_length);
    return explain(bridge, status);
}

blockmask_status bridge_set_model(struct bridge *bridge, const char *model, size_t length)
{
    return explain(bridge, blockmask_set_model(bridge->analyzer, model, length));
}

blockmask_status bridge_shrink(struct bridge *bridge)
{
    free_strings(&bridge->tag_paths);
    free_strings(&bridge->link_targets);
    free_strings(&bridge->area_texts);
    return explain(bridge, blockmask_shrink_analyzer(bridge->analyzer));
}
