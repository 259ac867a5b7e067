/* Wrong on purpose: reads a table after its analyzer was freed. An address sanitizer must stop it. */
#include "check.h"

int main(void)
{
    blockmask_analyzer *analyzer;
    blockmask_table blocks;

    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    blocks = get(analyze(analyzer, PAGE, PAGE_LENGTH), BLOCKMASK_TABLE_BLOCKS);
    blockmask_free_analyzer(analyzer);
    printf("%u\n", (unsigned)BLOCKMASK_AT(blockmask_block, blocks, 0)->tokens);
    return 0;
}
