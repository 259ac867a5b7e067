/*
 * Functions of pages in columns of type BLOB, for DuckDB 1.2 and later, by its C API for extensions.
 *
 * DuckDB calls a function with a chunk of up to 2,048 rows, in several threads at once: a call takes an analyzer from a
 * pool and gives it back.
 */
#include "extension.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>



/* More memory than this is freed when an analyzer returns to the pool. */
#define KEPT_MEMORY (16u << 20)
#define POOL 64

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static blockmask_analyzer *pool[POOL];
static size_t pool_count;

static blockmask_analyzer *take_analyzer(void)
{
    blockmask_analyzer *analyzer = NULL;

    pthread_mutex_lock(&pool_lock);
    if (pool_count > 0)
        analyzer = pool[--pool_count];
    pthread_mutex_unlock(&pool_lock);
    if (analyzer == NULL && blockmask_create_analyzer(NULL, &analyzer) != BLOCKMASK_OK)
        return NULL;
    return analyzer;
}

static void give_back(blockmask_analyzer *analyzer)
{
    size_t bytes;

    if (blockmask_get_memory_in_use(analyzer, &bytes) == BLOCKMASK_OK && bytes > KEPT_MEMORY)
        blockmask_reset_analyzer(analyzer);
    pthread_mutex_lock(&pool_lock);
    if (pool_count < POOL) {
        pool[pool_count++] = analyzer;
        analyzer = NULL;
    }
    pthread_mutex_unlock(&pool_lock);
    blockmask_free_analyzer(analyzer);
}

static blockmask_status render(const blockmask_document *document, uint32_t format, uint32_t flags, duckdb_vector result,
                               idx_t row)
{
    blockmask_rendered *rendered;
    blockmask_status status = blockmask_render(document, format, flags, &rendered);

    if (status == BLOCKMASK_OK) {
        duckdb_vector_assign_string_element_len(result, row, rendered->text, rendered->length);
        blockmask_free(rendered);
    }
    return status;
}

static blockmask_status write_text(const blockmask_document *document, const char *address, duckdb_vector result, idx_t row)
{
    (void)address;
    return render(document, BLOCKMASK_FORMAT_PLAIN, 0, result, row);
}

static blockmask_status write_markdown(const blockmask_document *document, const char *address, duckdb_vector result,
                                       idx_t row)
{
    return render(document, BLOCKMASK_FORMAT_MARKDOWN, address != NULL ? BLOCKMASK_RENDER_LINKS : 0, result, row);
}

/* The strings of a column, and which of them are not NULL. */
struct column {
    duckdb_string_t *strings;
    uint64_t *validity;
};

static struct column column_of(duckdb_data_chunk input, idx_t index)
{
    duckdb_vector vector = duckdb_data_chunk_get_vector(input, index);
    struct column column = {duckdb_vector_get_data(vector), duckdb_vector_get_validity(vector)};

    return column;
}

static bool is_null(struct column column, idx_t row)
{
    return column.validity != NULL && !duckdb_validity_row_is_valid(column.validity, row);
}

/* Analyzes a page and writes its row. The address is NULL if the function was called without one. */
static blockmask_status do_row(blockmask_analyzer *analyzer, duckdb_string_t *page, duckdb_string_t *address, write_row *write,
                               duckdb_vector result, idx_t row)
{
    blockmask_hints hints = {sizeof(hints), NULL, 0, NULL, 0};
    const blockmask_document *document;
    blockmask_status status;

    if (address != NULL) {
        hints.address = duckdb_string_t_data(address);
        hints.address_length = duckdb_string_t_length(*address);
    }
    status = blockmask_analyze(analyzer, duckdb_string_t_data(page), duckdb_string_t_length(*page), &hints, &document);
    return status == BLOCKMASK_OK ? write(document, hints.address, result, row) : status;
}

/* What DuckDB calls: for each row a page, and an address if there is a second column. */
static void run_function(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector result)
{
    write_row *write = *(write_row **)duckdb_scalar_function_get_extra_info(info);
    bool has_address = duckdb_data_chunk_get_column_count(input) > 1;
    struct column pages = column_of(input, 0), addresses = has_address ? column_of(input, 1) : pages;
    idx_t row, count = duckdb_data_chunk_get_size(input);
    blockmask_analyzer *analyzer = take_analyzer();
    blockmask_status status = analyzer != NULL ? BLOCKMASK_OK : BLOCKMASK_OUT_OF_MEMORY;

    for (row = 0; row < count && status == BLOCKMASK_OK; row++) {
        if (is_null(pages, row) || is_null(addresses, row)) {
            duckdb_vector_ensure_validity_writable(result);
            duckdb_validity_set_row_invalid(duckdb_vector_get_validity(result), row);
        } else {
            status = do_row(analyzer, pages.strings + row, has_address ? addresses.strings + row : NULL, write, result, row);
        }
    }
    if (status != BLOCKMASK_OK) {
        char message[300];

        snprintf(message, sizeof(message), "blockmask: %s", blockmask_last_error());
        duckdb_scalar_function_set_error(info, message);
    }
    if (analyzer != NULL)
        give_back(analyzer);
}

/* Adds a function to a set of that name: of a page, or of a page and its address. */
static void add_to_set(duckdb_scalar_function_set set, const char *name, duckdb_logical_type type, write_row **write,
                       bool has_address)
{
    duckdb_scalar_function function = duckdb_create_scalar_function();
    duckdb_logical_type blob = duckdb_create_logical_type(DUCKDB_TYPE_BLOB);
    duckdb_logical_type varchar = duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR);

    duckdb_scalar_function_set_name(function, name);
    duckdb_scalar_function_add_parameter(function, blob);
    if (has_address)
        duckdb_scalar_function_add_parameter(function, varchar);
    duckdb_scalar_function_set_return_type(function, type);
    duckdb_scalar_function_set_extra_info(function, write, NULL);
    duckdb_scalar_function_set_function(function, run_function);
    /* DuckDB would answer NULL for NULL without a call for constants only; rows that are NULL are ours. */
    duckdb_scalar_function_set_special_handling(function);
    duckdb_add_scalar_function_to_set(set, function);
    duckdb_destroy_logical_type(&varchar);
    duckdb_destroy_logical_type(&blob);
    duckdb_destroy_scalar_function(&function);
}

static bool add_functions(duckdb_connection connection, const char *name, duckdb_logical_type type, write_row **write)
{
    duckdb_scalar_function_set set = duckdb_create_scalar_function_set(name);
    duckdb_state state;

    add_to_set(set, name, type, write, false);
    add_to_set(set, name, type, write, true);
    state = duckdb_register_scalar_function_set(connection, set);
    duckdb_destroy_scalar_function_set(&set);
    duckdb_destroy_logical_type(&type);
    return state == DuckDBSuccess;
}

DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection connection, duckdb_extension_info info, struct duckdb_extension_access *access)
{
    /* What the functions find as their extra information, for as long as they exist. */
    static write_row *text = write_text, *markdown = write_markdown, *blocks = write_blocks, *passages = write_passages;
    static write_row *facts = write_facts;

    if (blockmask_abi_version() != BLOCKMASK_ABI_VERSION) {
        access->set_error(info, "the library blockmask is of another version than the extension");
        return false;
    }
    return add_functions(connection, "blockmask_text", duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR), &text) &&
           add_functions(connection, "blockmask_markdown", duckdb_create_logical_type(DUCKDB_TYPE_VARCHAR), &markdown) &&
           add_functions(connection, "blockmask_blocks", blocks_type(), &blocks) &&
           add_functions(connection, "blockmask_passages", passages_type(), &passages) &&
           add_functions(connection, "blockmask_facts", facts_type(), &facts);
}
