/*
 * A search engine for HTML pages on SQLite FTS5 and blockmask. README.md explains it.
 *
 *     search-sqlite index [--plain] INDEX PATH...
 *     search-sqlite search [--limit N] [--kind KIND] [--duplicates] INDEX QUERY...
 *     search-sqlite search [--limit N] [--kind KIND] [--duplicates] INDEX --queries FILE
 *     search-sqlite page INDEX PATH QUERY...
 *     search-sqlite stats INDEX
 */
#include "pages.h"
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int print_usage(void)
{
    fputs("usage: search-sqlite index [--plain] INDEX PATH...\n"
          "       search-sqlite search [--limit N] [--kind KIND] [--duplicates] INDEX QUERY...\n"
          "       search-sqlite search [--limit N] [--kind KIND] [--duplicates] INDEX --queries FILE\n"
          "       search-sqlite page INDEX PATH QUERY...\n"
          "       search-sqlite stats INDEX\n",
          stderr);
    return 2;
}

/* Joins words by spaces. */
static char *join(char **words, int count)
{
    struct buffer text = {NULL, 0, 0};
    int i;

    append_string(&text, "");
    for (i = 0; i < count; i++) {
        append_string(&text, i > 0 ? " " : "");
        append_string(&text, words[i]);
    }
    return text.bytes;
}

static int run_index(int count, char **arguments)
{
    int is_plain = count > 0 && strcmp(arguments[0], "--plain") == 0;

    count -= is_plain;
    arguments += is_plain;
    if (count < 2 || strncmp(arguments[0], "--", 2) == 0)
        return print_usage();
    return index_paths(arguments[0], arguments + 1, count - 1, is_plain) > 0;
}

static int run_search(int count, char **arguments)
{
    struct search_options options = {10, NULL, 0};
    char *query;

    while (count > 0 && strncmp(*arguments, "--", 2) == 0) {
        const char *option = *arguments;

        count--;
        arguments++;
        if (strcmp(option, "--duplicates") == 0) {
            options.with_duplicates = 1;
            continue;
        }
        if (count == 0)
            return print_usage();
        if (strcmp(option, "--limit") == 0)
            options.limit = atoi(*arguments);
        else if (strcmp(option, "--kind") == 0)
            options.kind = *arguments;
        else
            return print_usage();
        count--;
        arguments++;
    }
    if (count < 2 || options.limit < 1 || options.limit > 100000)
        return print_usage();
    if (strcmp(arguments[1], "--queries") == 0)
        return count == 3 ? !search_all(arguments[0], arguments[2], &options) : print_usage();
    query = join(arguments + 1, count - 1);
    search(arguments[0], query, &options);
    free(query);
    return 0;
}

static int run_page(int count, char **arguments)
{
    char *query;
    int is_found;

    if (count < 3)
        return print_usage();
    query = join(arguments + 2, count - 2);
    is_found = show_page(arguments[0], arguments[1], query);
    free(query);
    return !is_found;
}

int main(int argc, char **argv)
{
    const char *command = argc > 1 ? argv[1] : "";

    if (strcmp(command, "index") == 0)
        return run_index(argc - 2, argv + 2);
    if (strcmp(command, "search") == 0)
        return run_search(argc - 2, argv + 2);
    if (strcmp(command, "page") == 0)
        return run_page(argc - 2, argv + 2);
    if (strcmp(command, "stats") == 0 && argc == 3) {
        print_stats(argv[2]);
        return 0;
    }
    return print_usage();
}
