/* A batch holds what each page alone would have given; a page that fails takes nothing from the others. */
#include "check.h"

#define AT(type, slice, index) \
    BLOCKMASK_RECORD(type, (const char *)batch + (slice).offset, (slice).stride, (size_t)(index))

int main(void)
{
    blockmask_analyzer *analyzer;
    blockmask_batch *batch;
    blockmask_input inputs[4] = {{PAGE, PAGE_LENGTH, NULL}, {NULL, 9, NULL}, {NULL, 0, NULL}, {"<p>Caf\xe9 ol\xe9", 11, "latin1"}};
    const blockmask_batch_page *page;
    const blockmask_block *blocks;
    const char *text;
    size_t count, stride, length;

    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    CHECK_OK(blockmask_analyze_batch(analyzer, inputs, sizeof(inputs[0]), 4, BLOCKMASK_PART_ALL, &batch));
    CHECK(batch->failed == 1 && batch->pages.count == 4);
    CHECK(AT(blockmask_batch_page, batch->pages, 1)->status == BLOCKMASK_BAD_POINTER);
    CHECK(AT(blockmask_batch_page, batch->pages, 2)->status == BLOCKMASK_OK);
    CHECK(AT(blockmask_batch_page, batch->pages, 2)->blocks.count == 0);
    page = AT(blockmask_batch_page, batch->pages, 3);
    CHECK(page->status == BLOCKMASK_OK && strcmp(page->page.encoding, "windows-1252") == 0);
    CHECK(memcmp(AT(char, page->text, 0), "Caf\xc3\xa9 ol\xc3\xa9", 10) == 0);

    CHECK_STATUS(blockmask_get_text(analyzer, &text, &length), BLOCKMASK_NO_PAGE);
    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL));
    CHECK_OK(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    CHECK_OK(blockmask_get_text(analyzer, &text, &length));
    page = AT(blockmask_batch_page, batch->pages, 0);
    CHECK(page->blocks.count == count && page->blocks.stride == stride && page->blocks.offset % 8 == 0);
    CHECK(memcmp(AT(blockmask_block, page->blocks, 0), blocks, count * stride) == 0);
    CHECK(page->text.count == length && memcmp(AT(char, page->text, 0), text, length) == 0);
    CHECK(page->links.count == 2 && page->headings.count == 1 && page->regions.count == 1);
    blockmask_free(batch);

    CHECK_OK(blockmask_analyze_batch(analyzer, inputs, sizeof(inputs[0]), 1, BLOCKMASK_PART_BLOCKS, &batch));
    page = AT(blockmask_batch_page, batch->pages, 0);
    CHECK(page->text.count == 0 && page->blocks.count == count);
    blockmask_free(batch);

    CHECK_OK(blockmask_analyze_batch(analyzer, NULL, sizeof(inputs[0]), 0, 0, &batch));
    CHECK(batch->pages.count == 0 && batch->size == sizeof(*batch));
    blockmask_free(batch);
    CHECK_STATUS(blockmask_analyze_batch(analyzer, inputs, 8, 4, 1, &batch), BLOCKMASK_BAD_STRUCT_SIZE);
    CHECK_STATUS(blockmask_analyze_batch(analyzer, inputs, sizeof(inputs[0]), 4, 64, &batch), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_analyze_batch(analyzer, NULL, sizeof(inputs[0]), 4, 1, &batch), BLOCKMASK_BAD_POINTER);
    blockmask_free_analyzer(analyzer);
    return 0;
}
