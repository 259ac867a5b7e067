/* Wrong on purpose: reads a table after its analyzer was freed. An address sanitizer must stop it. */
#include "check.h"

int main(void)
{
    blockmask_analyzer *analyzer;
    const blockmask_block *blocks;
    size_t count, stride;

    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0));
    CHECK_OK(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    blockmask_free_analyzer(analyzer);
    printf("%u\n", (unsigned)blocks[0].tokens);
    return 0;
}
