/* Blocks, passages and facts, as lists of structs. */
#include "extension.h"

#include <blockmask_search.h>



#define PASSAGE_TOKENS 256
#define MAX_FIELDS 10

struct field {
    const char *name;
    duckdb_type type;
};

enum block_field { BLOCK_TEXT, BLOCK_FIELD, BLOCK_ROLE, BLOCK_WEIGHT, BLOCK_IS_TEMPLATE, BLOCK_START, BLOCK_END, BLOCK_FIELDS };
static const struct field block_fields[BLOCK_FIELDS] = {
    {"text", DUCKDB_TYPE_VARCHAR},        {"field", DUCKDB_TYPE_VARCHAR},         {"role", DUCKDB_TYPE_VARCHAR},
    {"weight", DUCKDB_TYPE_FLOAT},        {"is_template", DUCKDB_TYPE_BOOLEAN},   {"source_start", DUCKDB_TYPE_UINTEGER},
    {"source_end", DUCKDB_TYPE_UINTEGER},
};

enum passage_field { PASSAGE_TEXT, PASSAGE_CONTEXT, PASSAGE_ID, PASSAGE_COUNT, PASSAGE_START, PASSAGE_END, PASSAGE_FIELDS };
static const struct field passage_fields[PASSAGE_FIELDS] = {
    {"text", DUCKDB_TYPE_VARCHAR},    {"context", DUCKDB_TYPE_VARCHAR},       {"id", DUCKDB_TYPE_UBIGINT},
    {"tokens", DUCKDB_TYPE_UINTEGER}, {"source_start", DUCKDB_TYPE_UINTEGER}, {"source_end", DUCKDB_TYPE_UINTEGER},
};

enum fact_field { FACT_KIND, FACT_NAME, FACT_VALUE, FACT_FIELDS };
static const struct field fact_fields[FACT_FIELDS] = {
    {"kind", DUCKDB_TYPE_VARCHAR},
    {"name", DUCKDB_TYPE_VARCHAR},
    {"value", DUCKDB_TYPE_VARCHAR},
};

/* The words for kinds of facts in all languages of the library. */
static const char *const fact_kinds[] = {
    [BLOCKMASK_FACT_ROBOTS] = "robots",
    [BLOCKMASK_FACT_DIRECTIVE] = "directive",
    [BLOCKMASK_FACT_CANONICAL] = "canonical",
    [BLOCKMASK_FACT_ALTERNATE] = "alternate",
    [BLOCKMASK_FACT_LANGUAGE] = "language",
    [BLOCKMASK_FACT_TITLE] = "title",
    [BLOCKMASK_FACT_PAGE_TYPE] = "page_type",
    [BLOCKMASK_FACT_IMAGE] = "image",
    [BLOCKMASK_FACT_SITE_NAME] = "site_name",
    [BLOCKMASK_FACT_DESCRIPTION] = "description",
    [BLOCKMASK_FACT_KEYWORDS] = "keywords",
    [BLOCKMASK_FACT_TYPE] = "type",
    [BLOCKMASK_FACT_PUBLISHED] = "published",
    [BLOCKMASK_FACT_MODIFIED] = "modified",
    [BLOCKMASK_FACT_EXCLUSION] = "exclusion",
    [BLOCKMASK_FACT_USAGE] = "usage",
    [BLOCKMASK_FACT_TDM_POLICY] = "tdm_policy",
    [BLOCKMASK_FACT_LICENSE] = "license",
    [BLOCKMASK_FACT_HEADLINE] = "headline",
    [BLOCKMASK_FACT_AUTHOR] = "author",
};
#define FACT_KINDS (sizeof(fact_kinds) / sizeof(fact_kinds[0]))

static duckdb_logical_type list_type(const struct field *fields, idx_t count)
{
    duckdb_logical_type types[MAX_FIELDS], row, list;
    const char *names[MAX_FIELDS];
    idx_t i;

    for (i = 0; i < count; i++) {
        types[i] = duckdb_create_logical_type(fields[i].type);
        names[i] = fields[i].name;
    }
    row = duckdb_create_struct_type(types, names, count);
    list = duckdb_create_list_type(row);
    duckdb_destroy_logical_type(&row);
    for (i = 0; i < count; i++)
        duckdb_destroy_logical_type(&types[i]);
    return list;
}

duckdb_logical_type blocks_type(void)
{
    return list_type(block_fields, BLOCK_FIELDS);
}

duckdb_logical_type passages_type(void)
{
    return list_type(passage_fields, PASSAGE_FIELDS);
}

duckdb_logical_type facts_type(void)
{
    return list_type(fact_fields, FACT_FIELDS);
}

/* Adds a list of that many structs as a row. Writes the vectors of the fields, and returns the index of the first struct. */
static idx_t add_list(duckdb_vector result, idx_t row, idx_t count, duckdb_vector *vectors, idx_t fields)
{
    idx_t first = duckdb_list_vector_get_size(result), i;
    duckdb_list_entry *entries = duckdb_vector_get_data(result);

    duckdb_list_vector_reserve(result, first + count);
    duckdb_list_vector_set_size(result, first + count);
    entries[row].offset = first;
    entries[row].length = count;
    for (i = 0; i < fields; i++)
        vectors[i] = duckdb_struct_vector_get_child(duckdb_list_vector_get_child(result), i);
    return first;
}

static void set_uint(duckdb_vector vector, idx_t index, uint32_t value)
{
    ((uint32_t *)duckdb_vector_get_data(vector))[index] = value;
}

blockmask_status write_blocks(const blockmask_document *document, const char *address, duckdb_vector result, idx_t row)
{
    duckdb_vector to[BLOCK_FIELDS];
    blockmask_status status;
    blockmask_table blocks;
    const char *text;
    size_t length;
    idx_t first, i;

    (void)address;
    if ((status = blockmask_get_blocks(document, &blocks)) != BLOCKMASK_OK ||
        (status = blockmask_get_text(document, &text, &length)) != BLOCKMASK_OK)
        return status;
    first = add_list(result, row, blocks.count, to, BLOCK_FIELDS);
    for (i = 0; i < blocks.count; i++) {
        const blockmask_block *block = BLOCKMASK_AT(blockmask_block, blocks, i);
        idx_t at = first + i;

        duckdb_vector_assign_string_element_len(to[BLOCK_TEXT], at, text + block->text_start,
                                                block->text_end - block->text_start);
        duckdb_vector_assign_string_element(to[BLOCK_FIELD], at, blockmask_name(BLOCKMASK_NAMES_FIELD, block->field));
        duckdb_vector_assign_string_element(to[BLOCK_ROLE], at, blockmask_name(BLOCKMASK_NAMES_ROLE, block->role));
        ((float *)duckdb_vector_get_data(to[BLOCK_WEIGHT]))[at] = (float)block->weight / 4;
        ((bool *)duckdb_vector_get_data(to[BLOCK_IS_TEMPLATE]))[at] = block->is_template != 0;
        set_uint(to[BLOCK_START], at, block->source_start);
        set_uint(to[BLOCK_END], at, block->source_end);
    }
    return BLOCKMASK_OK;
}

blockmask_status write_passages(const blockmask_document *document, const char *address, duckdb_vector result, idx_t row)
{
    duckdb_vector to[PASSAGE_FIELDS];
    blockmask_table passages;
    blockmask_status status;
    idx_t first, i;

    (void)address;
    status = blockmask_cut_passages(document, PASSAGE_TOKENS, 0, BLOCKMASK_PASSAGES_MAIN_ONLY, NULL, 0, &passages);
    if (status != BLOCKMASK_OK)
        return status;
    first = add_list(result, row, passages.count, to, PASSAGE_FIELDS);
    for (i = 0; i < passages.count; i++) {
        const blockmask_passage *passage = BLOCKMASK_AT(blockmask_passage, passages, i);
        idx_t at = first + i;

        duckdb_vector_assign_string_element_len(to[PASSAGE_TEXT], at, passage->text, passage->length);
        duckdb_vector_assign_string_element_len(to[PASSAGE_CONTEXT], at, passage->context, passage->context_length);
        ((uint64_t *)duckdb_vector_get_data(to[PASSAGE_ID]))[at] = passage->id;
        set_uint(to[PASSAGE_COUNT], at, passage->tokens);
        set_uint(to[PASSAGE_START], at, passage->source_start);
        set_uint(to[PASSAGE_END], at, passage->source_end);
    }
    blockmask_free(passages.rows);
    return BLOCKMASK_OK;
}

blockmask_status write_facts(const blockmask_document *document, const char *address, duckdb_vector result, idx_t row)
{
    duckdb_vector to[FACT_FIELDS];
    blockmask_table facts;
    blockmask_status status = blockmask_find_facts(document, NULL, &facts);
    idx_t first, i;

    (void)address;
    if (status != BLOCKMASK_OK)
        return status;
    first = add_list(result, row, facts.count, to, FACT_FIELDS);
    for (i = 0; i < facts.count; i++) {
        const blockmask_fact *fact = BLOCKMASK_AT(blockmask_fact, facts, i);
        const char *kind = fact->kind < FACT_KINDS ? fact_kinds[fact->kind] : NULL;

        duckdb_vector_assign_string_element(to[FACT_KIND], first + i, kind != NULL ? kind : "unknown");
        duckdb_vector_assign_string_element_len(to[FACT_NAME], first + i, fact->name, fact->name_length);
        duckdb_vector_assign_string_element_len(to[FACT_VALUE], first + i, fact->value, fact->value_length);
    }
    blockmask_free(facts.rows);
    return BLOCKMASK_OK;
}
