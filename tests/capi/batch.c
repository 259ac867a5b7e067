/* A batch holds what each page alone would have given; a page that fails does not affect the others. */
#include "check.h"

#define AT(type, slice, index) \
    BLOCKMASK_RECORD(type, (const char *)batch + (slice).offset, (slice).stride, (size_t)(index))

int main(void)
{
    blockmask_analyzer *analyzer;
    blockmask_batch *batch;
    blockmask_input inputs[4] = {
        {PAGE, PAGE_LENGTH, NULL, 0, NULL, 0}, {NULL, 9, NULL, 0, NULL, 0}, {NULL, 0, NULL, 0, NULL, 0},
        {"<p>Caf\xe9 ol\xe9", 11, "latin1..", 6, NULL, 0}};
    struct { blockmask_input known; size_t unknown; } longer[2] = {{{PAGE, PAGE_LENGTH, NULL, 0, NULL, 0}, 0},
                                                                 {{PAGE, 0, NULL, 0, NULL, 0}, 0}};
    const blockmask_batch_page *page;
    const blockmask_block *blocks;
    blockmask_page facts;
    blockmask_fingerprint fingerprint;
    const float *probabilities;
    const char *text;
    size_t count, stride, length;

    CREATE_WITH_PARTS(BLOCKMASK_PARTS_ALL, &analyzer);
    CHECK_OK(blockmask_analyze_batch(analyzer, inputs, sizeof(inputs[0]), 4, BLOCKMASK_BATCH_ALL, &batch));
    CHECK(batch->failed == 1 && batch->pages.count == 4);
    CHECK(AT(blockmask_batch_page, batch->pages, 1)->status == BLOCKMASK_BAD_POINTER);
    CHECK(AT(blockmask_batch_page, batch->pages, 2)->status == BLOCKMASK_OK);
    CHECK(AT(blockmask_batch_page, batch->pages, 2)->blocks.count == 0);
    page = AT(blockmask_batch_page, batch->pages, 3);
    CHECK(page->status == BLOCKMASK_OK && page->page.count == 1);
    CHECK(strcmp(AT(blockmask_page, page->page, 0)->encoding, "windows-1252") == 0);
    CHECK(memcmp(AT(char, page->text, 0), "Caf\xc3\xa9 ol\xc3\xa9", 10) == 0);

    CHECK_STATUS(blockmask_get_text(analyzer, &text, &length), BLOCKMASK_NO_PAGE);
    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0));
    CHECK_OK(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    CHECK_OK(blockmask_get_text(analyzer, &text, &length));
    page = AT(blockmask_batch_page, batch->pages, 0);
    CHECK(page->blocks.count == count && page->blocks.stride == stride && page->blocks.offset % 8 == 0);
    CHECK(memcmp(AT(blockmask_block, page->blocks, 0), blocks, count * stride) == 0);
    CHECK(page->text.count == length && memcmp(AT(char, page->text, 0), text, length) == 0);
    CHECK_OK(blockmask_get_page(analyzer, &facts, sizeof(facts)));
    CHECK(page->page.stride == sizeof(facts) && memcmp(AT(blockmask_page, page->page, 0), &facts, sizeof(facts)) == 0);
    CHECK_OK(blockmask_get_fingerprint(analyzer, &fingerprint, sizeof(fingerprint)));
    CHECK(memcmp(AT(blockmask_fingerprint, page->fingerprint, 0), &fingerprint, sizeof(fingerprint)) == 0);
    CHECK_OK(blockmask_get_kind_probabilities(analyzer, &probabilities, &count));
    CHECK(count == 7 && page->kind_probabilities.count == 7 && page->kind_probabilities.stride == sizeof(float));
    CHECK(memcmp(AT(float, page->kind_probabilities, 0), probabilities, sizeof(float) * 7) == 0);
    CHECK(probabilities[facts.kind] > 1.0f / 7);
    CHECK(page->links.count == 2 && page->headings.count == 1 && page->regions.count == 1);
    blockmask_free(batch);

    CHECK_OK(blockmask_analyze_batch(analyzer, inputs, sizeof(inputs[0]), 1, BLOCKMASK_BATCH_BLOCKS, &batch));
    page = AT(blockmask_batch_page, batch->pages, 0);
    CHECK(page->text.count == 0 && page->blocks.count == 5);
    blockmask_free(batch);

    CHECK_OK(blockmask_analyze_batch(analyzer, NULL, sizeof(inputs[0]), 0, 0, &batch));
    CHECK(batch->pages.count == 0 && batch->size == sizeof(*batch));
    blockmask_free(batch);
    CHECK_OK(blockmask_analyze_batch(analyzer, &longer[0].known, sizeof(longer[0]), 2, BLOCKMASK_BATCH_BLOCKS, &batch));
    CHECK(AT(blockmask_batch_page, batch->pages, 0)->blocks.count == 5 && batch->failed == 0);
    CHECK(AT(blockmask_batch_page, batch->pages, 1)->blocks.count == 0);
    blockmask_free(batch);
    longer[1].unknown = 1;
    CHECK_STATUS(blockmask_analyze_batch(analyzer, &longer[0].known, sizeof(longer[0]), 2, 1, &batch), BLOCKMASK_BAD_STRUCT_SIZE);
    CHECK_STATUS(blockmask_analyze_batch(analyzer, inputs, 8, 4, 1, &batch), BLOCKMASK_BAD_STRUCT_SIZE);
    CHECK_STATUS(blockmask_analyze_batch(analyzer, inputs, sizeof(inputs[0]), 4, 128, &batch), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_analyze_batch(analyzer, NULL, sizeof(inputs[0]), 4, 1, &batch), BLOCKMASK_BAD_POINTER);
    blockmask_free_analyzer(analyzer);
    return 0;
}
