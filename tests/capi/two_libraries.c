/* Calls blockmask and a second Rust library in the same program. */
#include "check.h"

uint32_t second_library_answer(void);

int main(void)
{
    blockmask_analyzer *analyzer;

    CHECK(second_library_answer() == 42);
    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    analyze(analyzer, PAGE, PAGE_LENGTH);
    blockmask_free_analyzer(analyzer);
    CHECK(second_library_answer() == 42);
    return 0;
}
