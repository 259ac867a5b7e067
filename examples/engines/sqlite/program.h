/* The commands of the program. Each ends the program, with status 1, if the index cannot be read or written. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stddef.h>

/* Indexes folders and web archives. Returns how many pages failed. */
size_t index_paths(const char *index, char **paths, int count, int is_plain);

struct search_options {
    int limit;
    /* Of which kind pages must be; NULL for any. */
    const char *kind;
    /* Whether pages with nearly the same text are all listed. */
    int with_duplicates;
};

/* Prints the best pages for a query, as JSON Lines. */
void search(const char *index, const char *query, const struct search_options *options);

/* Prints the best pages for each line of a file, as tab-separated values. Returns 0 if the file cannot be read. */
int search_all(const char *index, const char *queries, const struct search_options *options);

/* Prints a page as it was found, with the words of a query in <mark>. Returns 0 if it is not in the index. */
int show_page(const char *index, const char *path, const char *query);

void print_stats(const char *index);

#endif
