/* What the two files of the extension share. */
#ifndef BLOCKMASK_DUCKDB_EXTENSION_H
#define BLOCKMASK_DUCKDB_EXTENSION_H

/* The oldest version with these functions; later ones of DuckDB have them, too. */
#define DUCKDB_EXTENSION_API_VERSION_MAJOR 1
#define DUCKDB_EXTENSION_API_VERSION_MINOR 2
#define DUCKDB_EXTENSION_API_VERSION_PATCH 0
#define DUCKDB_EXTENSION_NAME blockmask

#include <blockmask.h>
#include <duckdb_extension.h>

DUCKDB_EXTENSION_EXTERN

/* Writes what a function makes of a page as a row of its result. */
typedef blockmask_status write_row(const blockmask_document *document, const char *address, duckdb_vector result, idx_t row);

/* A type of lists of structs, and the functions that write them: lists.c. */
duckdb_logical_type blocks_type(void);
duckdb_logical_type passages_type(void);
duckdb_logical_type facts_type(void);
write_row write_blocks, write_passages, write_facts;

#endif
