/*
 * Ranks by block: an occurrence of a term counts as much as the block that it is in, so that a word of the title counts
 * more than one of a menu. Where an indexer would add 1 to the frequency of a term, it adds the weight of the block, in
 * quarters: 4 stands for 1.0. This program looks up the terms of a query, by default two, and prints how often each
 * occurs and the sum of the weights. A term is a run of letters and digits; a search engine has its own tokenizer.
 *
 *     cc -std=c99 examples/c/rank_by_block.c -o rank_by_block $(pkg-config --cflags --libs blockmask) \
 *         -Wl,-rpath,$(pkg-config --variable=libdir blockmask) && ./rank_by_block examples/demo.html bridge weather
 */
#define _POSIX_C_SOURCE 200809L
#include "example.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Bytes beyond ASCII are parts of words. */
static int is_word(char byte)
{
    return (unsigned char)byte >= 128 || isalnum((unsigned char)byte);
}

/* How often a term is in a text, whatever the case of its ASCII letters. */
static unsigned count_term(const char *text, size_t length, const char *term)
{
    size_t term_length = strlen(term), start, end;
    unsigned count = 0;

    for (start = 0; start < length; start = end + 1) {
        for (end = start; end < length && is_word(text[end]); end++)
            ;
        if (end > start && end - start == term_length && strncasecmp(text + start, term, term_length) == 0)
            count++;
    }
    return count;
}

int main(int argc, char **argv)
{
    blockmask_analyzer *analyzer;
    const blockmask_document *document;
    static char *default_query[] = {"bridge", "weather"};
    char **query = argc > 2 ? argv + 2 : default_query;
    int terms = argc > 2 ? argc - 2 : 2, i;
    blockmask_table runs;
    size_t length, r;
    char *html = read_file(argc > 1 ? argv[1] : "examples/demo.html", &length);

    check(blockmask_create_analyzer(NULL, &analyzer));
    check(blockmask_analyze(analyzer, html, length, NULL, &document));
    check(blockmask_get_table(document, BLOCKMASK_TABLE_RUNS, &runs));
    for (i = 0; i < terms; i++) {
        unsigned long occurrences = 0, weight = 0;

        for (r = 0; r < runs.count; r++) {
            const blockmask_run *run = BLOCKMASK_AT(blockmask_run, runs, r);
            unsigned count = count_term(run->text, run->text_length, query[i]);

            occurrences += count;
            weight += (unsigned long)count * run->weight;
        }
        printf("%s: count %lu, weight %lu\n", query[i], occurrences, weight);
    }
    blockmask_free_analyzer(analyzer);
    free(html);
    return 0;
}
