/* Every table and every string of one page. */
#include "check.h"

#include <blockmask_experimental.h>

static void check_blocks(const blockmask_document *document)
{
    const blockmask_block *block;
    blockmask_table blocks;
    const char *text, *path = "html/body/div.main.text/p";
    const uint32_t PATH = BLOCKMASK_STRING_TAG_PATH;
    char buffer[64];
    size_t length;

    CHECK_OK(blockmask_get_blocks(document, &blocks));
    CHECK_OK(blockmask_get_text(document, &text, &length));
    CHECK(blocks.count == 5 && blocks.stride == sizeof(blockmask_block));
    CHECK(get(document, BLOCKMASK_TABLE_BLOCKS).rows == blocks.rows);
    block = BLOCKMASK_AT(blockmask_block, blocks, 0);
    CHECK(block->role == BLOCKMASK_ROLE_TITLE && block->flags == BLOCKMASK_FLAG_IN_HEAD);
    CHECK(block->segment == BLOCKMASK_NONE);
    CHECK(block->text_end - block->text_start == 12 && memcmp(text + block->text_start, "Rain & river", 12) == 0);
    CHECK(memcmp(PAGE + block->source_start, "Rain &amp; river<", 17) == 0);
    CHECK(BLOCKMASK_AT(blockmask_block, blocks, 1)->linked_tokens == 2);
    CHECK(BLOCKMASK_AT(blockmask_block, blocks, 2)->heading_level == 2);
    block = BLOCKMASK_AT(blockmask_block, blocks, 3);
    CHECK(block->role == BLOCKMASK_ROLE_MAIN && !block->is_template && block->weight == 4);
    CHECK(block->tokens == 15 && block->probability > 0.5f);
    CHECK(memcmp(PAGE + block->source_start, "Rain fell", 9) == 0);
    CHECK(BLOCKMASK_AT(blockmask_block, blocks, 4)->role == BLOCKMASK_ROLE_HIDDEN);

    CHECK_OK(blockmask_write_string(document, PATH, 3, buffer, sizeof(buffer), &length));
    CHECK(length == strlen(path) && memcmp(buffer, path, length) == 0);
    CHECK_STATUS(blockmask_write_string(document, PATH, 3, buffer, length - 1, &length), BLOCKMASK_BUFFER_TOO_SMALL);
    CHECK(length == strlen(path));
    CHECK_STATUS(blockmask_write_string(document, PATH, 3, NULL, 0, &length), BLOCKMASK_BUFFER_TOO_SMALL);
    CHECK_STATUS(blockmask_write_string(document, PATH, 5, buffer, sizeof(buffer), &length), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_write_string(document, 99, 0, buffer, sizeof(buffer), &length), BLOCKMASK_BAD_ARGUMENT);
}

static void check_other_tables(const blockmask_document *document)
{
    blockmask_table segments = get(document, BLOCKMASK_TABLE_SEGMENTS);
    blockmask_table regions = get(document, BLOCKMASK_TABLE_MAIN_REGIONS);
    blockmask_table links = get(document, BLOCKMASK_TABLE_LINKS);
    blockmask_table kinds = get(document, BLOCKMASK_TABLE_KIND_PROBABILITIES);
    char buffer[32];
    size_t length, i;
    float sum = 0;

    CHECK(segments.count >= 1 && segments.stride == sizeof(blockmask_segment));
    CHECK(BLOCKMASK_AT(blockmask_segment, segments, 0)->tokens > 0);
    CHECK(regions.count == 1 && BLOCKMASK_AT(blockmask_main_region, regions, 0)->source_end <= PAGE_LENGTH);
    CHECK(links.count == 2 && links.stride == sizeof(blockmask_link));
    CHECK(memcmp(PAGE + BLOCKMASK_AT(blockmask_link, links, 1)->source_start, "News<", 5) == 0);
    CHECK_OK(blockmask_write_string(document, BLOCKMASK_STRING_LINK_TARGET, 1, buffer, sizeof(buffer), &length));
    CHECK(length == 13 && memcmp(buffer, "/news?a=1&b=2", 13) == 0);
    CHECK_STATUS(blockmask_write_string(document, BLOCKMASK_STRING_LINK_TARGET, 2, buffer, sizeof(buffer), &length),
                 BLOCKMASK_BAD_ARGUMENT);
    for (i = 0; i < kinds.count; i++)
        sum += *BLOCKMASK_AT(float, kinds, i);
    CHECK(kinds.count == 7 && sum > 0.99f && sum < 1.01f);
}

static void check_offsets(const blockmask_document *document)
{
    const char *text, *river;
    uint32_t offsets[2], start, end, at;
    size_t length;

    CHECK_OK(blockmask_get_text(document, &text, &length));
    river = (const char *)memchr(text, '&', length);
    CHECK(river != NULL);
    at = (uint32_t)(river - text);
    offsets[0] = at;
    offsets[1] = at + 2;
    CHECK_OK(blockmask_map_offsets(document, offsets, offsets, 2));
    CHECK(memcmp(PAGE + offsets[0], "&amp;", 5) == 0);
    CHECK(memcmp(PAGE + offsets[1], "river", 5) == 0);
    /* The reference is mapped as a whole, and so is the text before a tag. */
    CHECK_OK(blockmask_map_range(document, NULL, at, at + 1, &start, &end));
    CHECK(memcmp(PAGE + start, "&amp;", 5) == 0 && end == start + 5);
    CHECK_OK(blockmask_map_range(document, NULL, at + 2, at + 7, &start, &end));
    CHECK(memcmp(PAGE + start, "river</title>", 13) == 0 && end == start + 5);
    CHECK_OK(blockmask_map_range(document, NULL, 3, 3, &start, &end));
    CHECK(start == end);
    CHECK_OK(blockmask_map_range(document, NULL, UINT32_MAX, 0, &start, &end));
    CHECK(start == end);
    CHECK_OK(blockmask_map_offsets(document, NULL, NULL, 0));
    CHECK_STATUS(blockmask_map_offsets(document, offsets, NULL, 2), BLOCKMASK_BAD_POINTER);
}

static void check_page(const blockmask_document *document)
{
    const blockmask_page *page;
    const blockmask_fingerprint *fingerprint;
    uint32_t near = 7, distance = 7;
    uint64_t keys[8];
    size_t count;
    float similarity;

    CHECK_OK(blockmask_get_page(document, &page));
    CHECK(strcmp(page->encoding, "UTF-8") == 0 && page->encoding_source == BLOCKMASK_ENCODING_UTF8_VALIDITY);
    CHECK(page->source_length == PAGE_LENGTH && page->title_block == 0 && page->truncation == 0);
    CHECK(memcmp(PAGE + page->title_source_start, "Rain &amp; river<", 17) == 0);
    CHECK(page->title_text_end - page->title_text_start == 12);
    CHECK_OK(blockmask_get_fingerprint(document, &fingerprint));
    CHECK(fingerprint->size == sizeof(*fingerprint) && fingerprint->version == 0x42);
    CHECK(fingerprint->is_valid == 1 && fingerprint->tokens >= 13);
    CHECK(fingerprint->content_hash != 0 && fingerprint->structure_hash != 0);
    CHECK_OK(blockmask_match_fingerprints(fingerprint, fingerprint, &near, &similarity, &distance));
    CHECK(near == 1 && similarity == 1 && distance == 0);
    CHECK_OK(blockmask_write_band_keys(fingerprint, 3, keys, &count));
    CHECK(count == 2 && keys[0] != keys[1] && keys[2] == 0);
}

static void check_all(const blockmask_document *document)
{
    check_blocks(document);
    check_other_tables(document);
    check_offsets(document);
    check_page(document);
}

/* A document of the caller's lives without the page and the analyzer, and its memory can be given back. */
static void check_owned(void)
{
    blockmask_analyzer *analyzer = create_with_parts(BLOCKMASK_PARTS_ALL);
    blockmask_document *first, *second;
    char *page = (char *)malloc(PAGE_LENGTH);

    CHECK(page != NULL);
    memcpy(page, PAGE, PAGE_LENGTH);
    CHECK_OK(blockmask_analyze_owned(analyzer, page, PAGE_LENGTH, NULL, &first));
    memset(page, 'x', PAGE_LENGTH);
    CHECK_OK(blockmask_analyze_owned(analyzer, "<p>One", 6, NULL, &second));
    check_all(first);
    CHECK_OK(blockmask_return_document(analyzer, second));
    analyze(analyzer, page, PAGE_LENGTH);
    blockmask_free_analyzer(analyzer);
    free(page);
    check_all(first);
    blockmask_free_document(first);
    blockmask_free_document(NULL);
}

int main(void)
{
    blockmask_analyzer *analyzer;
    const blockmask_page *page;
    const blockmask_document *document;
    size_t bytes, bytes_after;

    CHECK(blockmask_abi_version() == BLOCKMASK_ABI_VERSION);
    CHECK(strlen(blockmask_version()) >= 5);
    analyzer = create_with_parts(BLOCKMASK_PARTS_ALL);
    document = analyze(analyzer, PAGE, PAGE_LENGTH);
    check_all(document);
    CHECK_OK(blockmask_get_memory_in_use(analyzer, &bytes));
    CHECK_OK(blockmask_reset_analyzer(analyzer));
    CHECK_OK(blockmask_get_memory_in_use(analyzer, &bytes_after));
    CHECK(bytes_after < bytes);
    CHECK_STATUS(blockmask_get_page(document, &page), BLOCKMASK_NO_PAGE);
    blockmask_free_analyzer(analyzer);
    check_owned();
    return 0;
}
