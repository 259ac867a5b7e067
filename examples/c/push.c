/*
 * Pushes a page tag by tag, for indexers that have a parser of their own and need not parse twice. Between begin_page
 * and end_page, one call passes each tag and text, with the positions that the caller wants to get back: here those in
 * "<nav><a href=/>Home</a></nav><p>Rain fell ...". What is pushed is the output of a tokenizer: end tags that the page
 * lacks, such as that of p, are not added. This program prints position, role, weight and text of each block.
 *
 *     cc -std=c99 examples/c/push.c -o push $(pkg-config --cflags --libs blockmask) \
 *         -Wl,-rpath,$(pkg-config --variable=libdir blockmask) && ./push
 */
#include "example.h"
#include <string.h>

enum kind { START, TEXT, END };
struct event { enum kind kind; const char *text, *href; uint32_t start, end; };

static const struct event events[] = {
    {START, "nav", NULL, 0, 5}, {START, "a", "/", 5, 15}, {TEXT, "Home", NULL, 15, 19}, {END, "a", NULL, 19, 23},
    {END, "nav", NULL, 23, 29}, {START, "p", NULL, 29, 32},
    {TEXT, "Rain fell on the city for the third day, and the river rose.", NULL, 32, 92},
};

static blockmask_status push(const struct event *event)
{
    size_t length = strlen(event->text);
    blockmask_attribute href = {"href", 4, event->href, event->href == NULL ? 0 : strlen(event->href)};

    switch (event->kind) {
    case START:
        return blockmask_push_start_tag(analyzer, event->text, length, &href, sizeof(href), event->href != NULL, 0,
                                        event->start, event->end);
    case END: return blockmask_push_end_tag(analyzer, event->text, length, event->start, event->end);
    default: return blockmask_push_text(analyzer, event->text, length, event->start, event->end);
    }
}

int main(void)
{
    size_t count, stride, length, i;
    const blockmask_block *blocks;
    const char *text;

    check(blockmask_create_analyzer(NULL, &analyzer));
    check(blockmask_begin_page(analyzer));
    for (i = 0; i < sizeof(events) / sizeof(events[0]); i++)
        check(push(&events[i]));
    check(blockmask_end_page(analyzer));
    check(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    check(blockmask_get_text(analyzer, &text, &length));
    for (i = 0; i < count; i++) {
        const blockmask_block *block = BLOCKMASK_RECORD(blockmask_block, blocks, stride, i);

        printf("%u-%u %s %u %.*s\n", (unsigned)block->source_start, (unsigned)block->source_end,
               blockmask_role_name(block->role), (unsigned)block->weight,
               (int)(block->text_end - block->text_start), text + block->text_start);
    }
    blockmask_free_analyzer(analyzer);
    return 0;
}
