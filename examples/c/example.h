/*
 * What the examples need besides blockmask: errors end the program, and a page is a file.
 */
#ifndef EXAMPLE_H
#define EXAMPLE_H

#include <blockmask.h>
#include <stdio.h>
#include <stdlib.h>

/* Prints why a call failed, and ends the program. */
static inline void check(blockmask_status status)
{
    if (status == BLOCKMASK_OK)
        return;
    fprintf(stderr, "%s\n", blockmask_last_error());
    exit(1);
}

/* The bytes of a file, which the caller frees. */
static inline char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    long size = -1;

    if (file != NULL && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0)
        bytes = malloc((size_t)size + 1);
    if (bytes == NULL || fseek(file, 0, SEEK_SET) != 0 || fread(bytes, 1, (size_t)size, file) != (size_t)size) {
        perror(path);
        exit(1);
    }
    fclose(file);
    *length = (size_t)size;
    return bytes;
}

#endif
