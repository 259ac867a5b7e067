/* What the functions of the extension share: one analyzer for each server process. */
#ifndef BLOCKMASK_PG_PAGE_H
#define BLOCKMASK_PG_PAGE_H

#include <blockmask.h>
#include <postgres.h>
#include <fmgr.h>
#if PG_VERSION_NUM >= 160000
#include <varatt.h>
#endif

/* PostgreSQL loads extensions with RTLD_GLOBAL: other extensions must not see these names. */
#pragma GCC visibility push(hidden)

/* A string in the encoding of the database, not terminated by a zero. */
typedef struct server_string {
    char *bytes;
    int length;
} server_string;

/*
 * Analyzes the page that is an argument of a function; charset and address are the numbers of the arguments of these
 * names, or -1. The document is valid until the function returns.
 */
const blockmask_document *analyze_argument(FunctionCallInfo fcinfo, int page, int charset, int address);

/*
 * Makes a call, and makes it again while signals stop it that end no query, such as the message of a parallel worker.
 */
#define CALL_AGAIN(status, call) \
    do \
        (status) = (call); \
    while (must_call_again(status))

bool must_call_again(blockmask_status status);

/* Raises an error unless a call of blockmask was successful. */
void check_call(blockmask_status status);

/*
 * As check_call, and gives the result of the call to the document, which frees it: whatever PostgreSQL raises
 * afterwards, nothing is leaked.
 */
void check_result(blockmask_status status, const blockmask_document *document, const void *result);

/* A text of blockmask in the encoding of the database; a character that the encoding lacks is an error. */
server_string to_server(const char *utf8, size_t length);

/* The same as a value of type text. */
Datum text_datum(const char *utf8, size_t length);

#pragma GCC visibility pop

#endif
