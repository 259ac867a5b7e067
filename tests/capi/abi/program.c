/*
 * A program of version 0.2.0, compiled with the header of that version and run with the library of today: the sizes that
 * it passes are those of 0.2.0, the smallest that a library accepts. The last checks pretend to be a newer program.
 */
#include "../check.h"

static void check_page(blockmask_analyzer *analyzer)
{
    const blockmask_block *blocks, *block;
    blockmask_block copy[8];
    blockmask_page page;
    blockmask_fingerprint fingerprint;
    blockmask_run run;
    const float *probabilities;
    const char *text;
    size_t count, stride, length, cursor = 0;
    uint32_t near;

    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, "utf-8", 5));
    CHECK_OK(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    CHECK_OK(blockmask_get_text(analyzer, &text, &length));
    CHECK(count == 5 && stride >= sizeof(blockmask_block));
    block = BLOCKMASK_RECORD(blockmask_block, blocks, stride, 3);
    CHECK(memcmp(PAGE + block->source_start, "Rain fell", 9) == 0 && memcmp(text + block->text_start, "Rain fell", 9) == 0);
    CHECK(block->role == BLOCKMASK_ROLE_MAIN && !block->is_template && block->probability > 0.5f);
    CHECK(block->tokens == 15 && block->density_lines >= 1 && block->flags == 0 && block->depth == 4);
    CHECK(block->is_in_region <= 1 && block->heading_level == 0);
    CHECK_OK(blockmask_copy_records(analyzer, BLOCKMASK_TABLE_BLOCKS, copy, sizeof(copy[0]), 8, &count));
    CHECK(count == 5 && memcmp(&copy[3], block, sizeof(copy[0])) == 0);
    CHECK_OK(blockmask_get_page(analyzer, &page, sizeof(page)));
    CHECK(strcmp(page.encoding, "UTF-8") == 0 && page.source_length == PAGE_LENGTH && page.text_length == length);
    CHECK(page.title_block == 0 && page.truncation == 0 && page.is_recovered == 0);
    CHECK_OK(blockmask_get_kind_probabilities(analyzer, &probabilities, &count));
    CHECK(count >= 7 && page.kind < count && probabilities[page.kind] > 0);
    CHECK_OK(blockmask_get_fingerprint(analyzer, &fingerprint, sizeof(fingerprint)));
    CHECK_OK(blockmask_compare_fingerprints(&fingerprint, &fingerprint, sizeof(fingerprint), &near));
    CHECK(near == 1 && fingerprint.is_valid == 1);
    CHECK_OK(blockmask_next_run(analyzer, &cursor, &run, sizeof(run)));
    CHECK(run.text_length == 12 && memcmp(run.text, "Rain & river", 12) == 0 && run.role == BLOCKMASK_ROLE_TITLE);
}

static void check_batch(blockmask_analyzer *analyzer)
{
    blockmask_input inputs[2] = {{PAGE, PAGE_LENGTH, NULL, 0, NULL, 0}, {PAGE, 20, "utf-8", 5, NULL, 0}};
    const blockmask_batch_page *page;
    blockmask_batch *batch;

    CHECK_OK(blockmask_analyze_batch(analyzer, inputs, sizeof(inputs[0]), 2, BLOCKMASK_BATCH_ALL, &batch));
    CHECK(batch->failed == 0 && batch->pages.count == 2 && batch->pages.stride >= sizeof(*page));
    page = BLOCKMASK_RECORD(blockmask_batch_page, (const char *)batch + batch->pages.offset, batch->pages.stride, 0);
    CHECK(page->status == BLOCKMASK_OK && page->blocks.count == 5 && page->page.count == 1);
    blockmask_free(batch);
}

static void check_push(blockmask_analyzer *analyzer)
{
    blockmask_attribute attributes[2] = {{"href", 4, "/a", 2}, {"id", 2, "b", 1}};
    const blockmask_link *links;
    char target[4];
    size_t count, stride, length;

    CHECK_OK(blockmask_begin_page(analyzer));
    CHECK_OK(blockmask_push_start_tag(analyzer, "a", 1, attributes, sizeof(attributes[0]), 2, 0, 0, 9));
    CHECK_OK(blockmask_push_text(analyzer, "One", 3, 9, 12));
    CHECK_OK(blockmask_end_page(analyzer));
    CHECK_OK(blockmask_get_links(analyzer, &links, &count, &stride));
    CHECK(count == 1 && links[0].source_start == 9);
    CHECK_OK(blockmask_write_link_target(analyzer, 0, target, sizeof(target), &length));
    CHECK(length == 2 && memcmp(target, "/a", 2) == 0);
}

static void check_options(void)
{
    blockmask_options options;
    blockmask_config *config;
    blockmask_analyzer *analyzer;
    uint32_t layout;

    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    CHECK(options.mask == BLOCKMASK_MASK_LEARNED && options.max_depth == 512 && options.comments == 0);
    options.mask = BLOCKMASK_MASK_DENSITY;
    options.style_density = BLOCKMASK_STYLE_DENSITY_PAPER;
    CHECK_OK(blockmask_create_config(&options, sizeof(options), &config, NULL, 0));
    CHECK_OK(blockmask_create_analyzer(config, &analyzer));
    blockmask_free_config(config);
    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0));
    CHECK_OK(blockmask_get_layout(analyzer, &layout));
    CHECK(layout != BLOCKMASK_LAYOUT_NONE);
    blockmask_free_analyzer(analyzer);
}

/* The status that a struct of so many bytes deserves. */
static blockmask_status for_size(size_t size, size_t known, size_t alignment)
{
    return size < known || size % alignment != 0 ? BLOCKMASK_BAD_STRUCT_SIZE : BLOCKMASK_OK;
}

/* Only the sizes of this version and larger ones are accepted, and none in which a field is cut in two. */
static void check_sizes(blockmask_analyzer *analyzer)
{
    uint64_t room[64] = {0}, input[64] = {0};
    blockmask_config *config;
    blockmask_batch *batch;
    char records[4096];
    size_t size, count, cursor, word = sizeof(void *);
    uint32_t near;

    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0));
    for (size = 0; size < 200; size++) {
        blockmask_status expected = for_size(size, sizeof(blockmask_options), 8);
        memset(room, 0xee, sizeof(room));
        CHECK_STATUS(blockmask_init_options((blockmask_options *)room, size), expected);
        CHECK(((unsigned char *)room)[size] == 0xee);
        CHECK_STATUS(blockmask_create_config((blockmask_options *)room, size, &config, NULL, 0), expected);
        if (expected == BLOCKMASK_OK)
            blockmask_free_config(config);
        expected = for_size(size, sizeof(blockmask_experimental_options), 4);
        CHECK_STATUS(blockmask_init_experimental_options((blockmask_experimental_options *)room, size), expected);
        CHECK_STATUS(blockmask_create_experimental_config(NULL, 0, (blockmask_experimental_options *)room, size,
                                                          &config, NULL, 0), expected);
        if (expected == BLOCKMASK_OK)
            blockmask_free_config(config);
        CHECK_STATUS(blockmask_get_page(analyzer, (blockmask_page *)room, size),
                     for_size(size, sizeof(blockmask_page), 4));
        expected = for_size(size, sizeof(blockmask_fingerprint), 8);
        CHECK_STATUS(blockmask_get_fingerprint(analyzer, (blockmask_fingerprint *)room, size), expected);
        CHECK_STATUS(blockmask_compare_fingerprints((blockmask_fingerprint *)room, (blockmask_fingerprint *)room, size,
                                                    &near), expected);
        cursor = 0;
        CHECK_STATUS(blockmask_next_run(analyzer, &cursor, (blockmask_run *)room, size),
                     for_size(size, sizeof(blockmask_run), word));
        CHECK_STATUS(blockmask_copy_records(analyzer, BLOCKMASK_TABLE_BLOCKS, records, size, 8, &count),
                     for_size(size, sizeof(blockmask_block), 8));
        CHECK_STATUS(blockmask_copy_records(analyzer, BLOCKMASK_TABLE_LINKS, records, size, 8, &count),
                     for_size(size, sizeof(blockmask_link), 4));
    }
    for (size = 0; size < 200; size++) {
        blockmask_status expected = for_size(size, sizeof(blockmask_input), word);
        CHECK_STATUS(blockmask_analyze_batch(analyzer, (blockmask_input *)input, size, 1, 0, &batch), expected);
        if (expected == BLOCKMASK_OK)
            blockmask_free(batch);
    }
    CHECK_OK(blockmask_begin_page(analyzer));
    for (size = 0; size < 200; size++) {
        blockmask_attribute *attribute = (blockmask_attribute *)input;
        attribute->name = "id", attribute->name_length = 2;
        CHECK_STATUS(blockmask_push_start_tag(analyzer, "p", 1, attribute, size, 1, 0, 0, 0),
                     for_size(size, sizeof(blockmask_attribute), word));
    }
    CHECK_STATUS(blockmask_get_page(analyzer, (blockmask_page *)room, 4100), BLOCKMASK_BAD_STRUCT_SIZE);
    /* Fields of a version after that of the library, if they are set. */
    CHECK_OK(blockmask_init_options((blockmask_options *)room, sizeof(room)));
    CHECK_OK(blockmask_create_config((blockmask_options *)room, sizeof(room), &config, NULL, 0));
    blockmask_free_config(config);
    room[63] = 1;
    CHECK_STATUS(blockmask_create_config((blockmask_options *)room, sizeof(room), &config, NULL, 0),
                 BLOCKMASK_BAD_STRUCT_SIZE);
    input[63] = 1;
    CHECK_STATUS(blockmask_analyze_batch(analyzer, (blockmask_input *)input, sizeof(input), 1, 0, &batch),
                 BLOCKMASK_BAD_STRUCT_SIZE);
    CHECK_STATUS(blockmask_push_start_tag(analyzer, "p", 1, (blockmask_attribute *)input, sizeof(input), 1, 0, 0, 0),
                 BLOCKMASK_BAD_STRUCT_SIZE);
}

int main(void)
{
    blockmask_analyzer *analyzer;

    CHECK(blockmask_abi_version() == BLOCKMASK_ABI_VERSION);
    CREATE_WITH_PARTS(BLOCKMASK_PARTS_ALL, &analyzer);
    check_page(analyzer);
    check_batch(analyzer);
    check_push(analyzer);
    check_options();
    check_sizes(analyzer);
    blockmask_free_analyzer(analyzer);
    return 0;
}
