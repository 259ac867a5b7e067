/* Every table and every string of one page. */
#include "check.h"

static void check_blocks(blockmask_analyzer *analyzer)
{
    const blockmask_block *blocks, *block;
    blockmask_block copy[8];
    const char *text, *path = "html/body/div.main.text/p";
    char buffer[64];
    size_t count, stride, length, i;

    CHECK_OK(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    CHECK_OK(blockmask_get_text(analyzer, &text, &length));
    CHECK(count == 5 && stride == sizeof(blockmask_block));
    block = BLOCKMASK_RECORD(blockmask_block, blocks, stride, 0);
    CHECK(block->role == BLOCKMASK_ROLE_TITLE && block->flags == BLOCKMASK_FLAG_IN_HEAD);
    CHECK(block->segment == BLOCKMASK_NONE);
    CHECK(block->text_end - block->text_start == 12 && memcmp(text + block->text_start, "Rain & river", 12) == 0);
    CHECK(memcmp(PAGE + block->source_start, "Rain &amp; river<", 17) == 0);
    CHECK(BLOCKMASK_RECORD(blockmask_block, blocks, stride, 1)->linked_tokens == 2);
    CHECK(BLOCKMASK_RECORD(blockmask_block, blocks, stride, 2)->heading_level == 2);
    block = BLOCKMASK_RECORD(blockmask_block, blocks, stride, 3);
    CHECK(block->role == BLOCKMASK_ROLE_MAIN && !block->is_template && block->weight == 4);
    CHECK(block->tokens == 15 && block->probability > 0.5f);
    CHECK(memcmp(PAGE + block->source_start, "Rain fell", 9) == 0);
    CHECK(BLOCKMASK_RECORD(blockmask_block, blocks, stride, 4)->role == BLOCKMASK_ROLE_HIDDEN);

    memset(copy, 0xee, sizeof(copy));
    CHECK_OK(blockmask_copy_records(analyzer, BLOCKMASK_TABLE_BLOCKS, copy, sizeof(copy[0]), 8, &count));
    for (i = 0; i < count; i++)
        CHECK(memcmp(&copy[i], BLOCKMASK_RECORD(blockmask_block, blocks, stride, i), sizeof(copy[0])) == 0);
    CHECK(((unsigned char *)&copy[5])[0] == 0xee);

    CHECK_OK(blockmask_write_tag_path(analyzer, 3, buffer, sizeof(buffer), &length));
    CHECK(length == strlen(path) && memcmp(buffer, path, length) == 0);
    CHECK_STATUS(blockmask_write_tag_path(analyzer, 3, buffer, length - 1, &length), BLOCKMASK_BUFFER_TOO_SMALL);
    CHECK(length == strlen(path));
    CHECK_STATUS(blockmask_write_tag_path(analyzer, 3, NULL, 0, &length), BLOCKMASK_BUFFER_TOO_SMALL);
    CHECK_STATUS(blockmask_write_tag_path(analyzer, 5, buffer, sizeof(buffer), &length), BLOCKMASK_BAD_ARGUMENT);
}

/* A program of a later version, whose records are longer; shorter ones than the first version are refused. */
static void check_record_sizes(blockmask_analyzer *analyzer)
{
    struct { blockmask_block known; uint32_t unknown; } longer[8];
    size_t count, i;

    memset(longer, 0xee, sizeof(longer));
    CHECK_OK(blockmask_copy_records(analyzer, BLOCKMASK_TABLE_BLOCKS, longer, sizeof(longer[0]), 8, &count));
    CHECK_STATUS(blockmask_copy_records(analyzer, BLOCKMASK_TABLE_BLOCKS, longer, sizeof(blockmask_block) - 4, 8, &count),
                 BLOCKMASK_BAD_STRUCT_SIZE);
    for (i = 0; i < count; i++) {
        CHECK(longer[i].unknown == 0);
        CHECK(longer[i].known.source_end > longer[i].known.source_start);
    }
    CHECK(longer[count].unknown == 0xeeeeeeee);
}

static void check_other_tables(blockmask_analyzer *analyzer)
{
    const blockmask_segment *segments;
    const blockmask_region *regions;
    const blockmask_link *links;
    const blockmask_heading *headings;
    char buffer[32];
    size_t count, stride, length;

    CHECK_OK(blockmask_get_segments(analyzer, &segments, &count, &stride));
    CHECK(count >= 1 && stride == sizeof(*segments) && segments[0].tokens > 0);
    CHECK_OK(blockmask_get_regions(analyzer, &regions, &count, &stride));
    CHECK(count == 1 && regions[0].source_end <= PAGE_LENGTH);
    CHECK_OK(blockmask_get_headings(analyzer, &headings, &count, &stride));
    CHECK(count == 1 && headings[0].block == 2 && headings[0].level == 2);
    CHECK_OK(blockmask_get_links(analyzer, &links, &count, &stride));
    CHECK(count == 2 && stride == sizeof(*links));
    CHECK(memcmp(PAGE + links[1].source_start, "News<", 5) == 0);
    CHECK_OK(blockmask_write_link_target(analyzer, 1, buffer, sizeof(buffer), &length));
    CHECK(length == 13 && memcmp(buffer, "/news?a=1&b=2", 13) == 0);
    CHECK_STATUS(blockmask_write_link_target(analyzer, 2, buffer, sizeof(buffer), &length), BLOCKMASK_BAD_ARGUMENT);
}

static void check_text_offsets(blockmask_analyzer *analyzer)
{
    const char *text, *river;
    uint32_t offsets[2], start, end;
    size_t length;

    CHECK_OK(blockmask_get_text(analyzer, &text, &length));
    river = memchr(text, '&', length);
    CHECK(river != NULL);
    offsets[0] = (uint32_t)(river - text);
    offsets[1] = (uint32_t)(river + 2 - text);
    CHECK_OK(blockmask_map_text_offsets(analyzer, offsets, offsets, 2));
    CHECK(memcmp(PAGE + offsets[0], "&amp;", 5) == 0);
    CHECK(memcmp(PAGE + offsets[1], "river", 5) == 0);
    /* The reference is mapped as a whole, and so is the text before a tag. */
    CHECK_OK(blockmask_map_text_range(analyzer, (uint32_t)(river - text), (uint32_t)(river - text) + 1, &start, &end));
    CHECK(memcmp(PAGE + start, "&amp;", 5) == 0 && end == start + 5);
    CHECK_OK(blockmask_map_text_range(analyzer, (uint32_t)(river - text) + 2, (uint32_t)(river - text) + 7, &start, &end));
    CHECK(memcmp(PAGE + start, "river</title>", 13) == 0 && end == start + 5);
    CHECK_OK(blockmask_map_text_range(analyzer, 3, 3, &start, &end));
    CHECK(start == end);
    CHECK_OK(blockmask_map_text_range(analyzer, UINT32_MAX, 0, &start, &end));
    CHECK(start == end);
    CHECK_OK(blockmask_map_text_offsets(analyzer, NULL, NULL, 0));
    CHECK_STATUS(blockmask_map_text_offsets(analyzer, offsets, NULL, 2), BLOCKMASK_BAD_POINTER);
}

static void check_facts(blockmask_analyzer *analyzer)
{
    blockmask_page page;
    blockmask_fingerprint fingerprint;
    uint32_t near = 7, distance = 7;
    uint64_t keys[8];
    size_t count;
    float similarity;

    CHECK_OK(blockmask_get_page(analyzer, &page, sizeof(page)));
    CHECK(strcmp(page.encoding, "UTF-8") == 0 && page.encoding_source == BLOCKMASK_ENCODING_UTF8_VALIDITY);
    CHECK(page.source_length == PAGE_LENGTH && page.title_block == 0 && page.truncation == 0);
    CHECK(memcmp(PAGE + page.title_source_start, "Rain &amp; river<", 17) == 0);
    CHECK(page.title_text_end - page.title_text_start == 12);
    CHECK_OK(blockmask_get_fingerprint(analyzer, &fingerprint, sizeof(fingerprint)));
    CHECK(fingerprint.is_valid == 1 && fingerprint.tokens >= 13);
    CHECK_OK(blockmask_compare_fingerprints(&fingerprint, &fingerprint, sizeof(fingerprint), &near));
    CHECK(near == 1);
    CHECK(fingerprint.version == 0x42 && fingerprint.content_hash != 0 && fingerprint.structure_hash != 0);
    CHECK_OK(blockmask_measure_fingerprints(&fingerprint, &fingerprint, sizeof(fingerprint), &similarity, &distance));
    CHECK(similarity == 1 && distance == 0);
    CHECK_OK(blockmask_get_band_keys(&fingerprint, sizeof(fingerprint), 3, keys, &count));
    CHECK(count == 2 && keys[0] != keys[1] && keys[2] == 0);
}

int main(void)
{
    blockmask_analyzer *analyzer;
    size_t bytes, bytes_after;

    CHECK(blockmask_abi_version() == BLOCKMASK_ABI_VERSION);
    CHECK(strlen(blockmask_version()) >= 5);
    CREATE_WITH_PARTS(BLOCKMASK_PARTS_ALL, &analyzer);
    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0));
    check_blocks(analyzer);
    check_record_sizes(analyzer);
    check_other_tables(analyzer);
    check_text_offsets(analyzer);
    check_facts(analyzer);
    CHECK_OK(blockmask_get_memory_in_use(analyzer, &bytes));
    CHECK_OK(blockmask_shrink_analyzer(analyzer));
    CHECK_OK(blockmask_get_memory_in_use(analyzer, &bytes_after));
    CHECK(bytes_after < bytes);
    blockmask_free_analyzer(analyzer);
    return 0;
}
