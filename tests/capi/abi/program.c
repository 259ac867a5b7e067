/* The program of the README of version 0.2.0. */
#include <blockmask.h>
#include <stdio.h>

int main(void)
{
    const char html[] = "<nav><a href=/>Home</a></nav><p>Rain fell on the city for the third day, and the river rose.";
    blockmask_analyzer *analyzer;
    const blockmask_block *blocks;
    const char *text;
    size_t count, stride, length, i;

    if (blockmask_create_analyzer(NULL, &analyzer) != BLOCKMASK_OK)
        return 1;
    if (blockmask_analyze_page(analyzer, html, sizeof(html) - 1, NULL, 0) == BLOCKMASK_OK &&
        blockmask_get_blocks(analyzer, &blocks, &count, &stride) == BLOCKMASK_OK &&
        blockmask_get_text(analyzer, &text, &length) == BLOCKMASK_OK) {
        for (i = 0; i < count; i++) {
            const blockmask_block *block = BLOCKMASK_RECORD(blockmask_block, blocks, stride, i);
            printf("%s %u %.*s\n", blockmask_field_name(block->field), (unsigned)block->weight,
                   (int)(block->text_end - block->text_start), text + block->text_start);
        }
    }
    blockmask_free_analyzer(analyzer);
    return 0;
}
