/* Statistics over the pages of a site, and the hashes of blocks that they are made of. */
#include "check.h"

static void analyze(blockmask_analyzer *analyzer, char *html, size_t room, int number)
{
    static const char page[] = "<div><p>Our town's newspaper<p>Since 1897</div><p>Story %d of a day on which it rained";
    const int length = snprintf(html, room, page, number);

    CHECK(length > 0 && (size_t)length < room);
    CHECK_OK(blockmask_analyze_page(analyzer, html, (size_t)length, NULL, 0));
}

static blockmask_block block(blockmask_analyzer *analyzer, size_t index)
{
    const blockmask_block *blocks;
    size_t count, stride;

    CHECK_OK(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    CHECK(index < count);
    return *BLOCKMASK_RECORD(blockmask_block, blocks, stride, index);
}

static void check_hashes(blockmask_analyzer *analyzer)
{
    char html[256];
    blockmask_block first, second, story;

    analyze(analyzer, html, sizeof(html), 1);
    first = block(analyzer, 0);
    second = block(analyzer, 1);
    story = block(analyzer, 2);
    CHECK(first.path_hash == second.path_hash && first.text_hash != second.text_hash);
    CHECK(first.path_hash != story.path_hash);
    analyze(analyzer, html, sizeof(html), 2);
    CHECK(block(analyzer, 0).text_hash == first.text_hash && block(analyzer, 2).text_hash != story.text_hash);
    CHECK(BLOCKMASK_HASH_VERSION == 1);
}

static void check_statistics(blockmask_analyzer *analyzer)
{
    blockmask_site *whole, *part, *copy;
    char html[256], address[32], message[64], *bytes, *again;
    size_t length, again_length;
    uint32_t pages;
    int i;

    CHECK_OK(blockmask_create_site(0, &whole));
    CHECK_OK(blockmask_create_site(0, &part));
    for (i = 0; i < 20; i++) {
        const int address_length = snprintf(address, sizeof(address), "https://site.example/%d", i);
        analyze(analyzer, html, sizeof(html), i);
        CHECK_OK(blockmask_add_to_site(i < 8 ? part : whole, analyzer, address, (size_t)address_length));
    }
    CHECK_OK(blockmask_merge_site(whole, part));
    CHECK_OK(blockmask_get_site_pages(whole, &pages));
    CHECK(pages == 20);
    CHECK_OK(blockmask_write_site(whole, &bytes, &length));
    CHECK_OK(blockmask_merge_site(whole, part));
    CHECK_OK(blockmask_write_site(whole, &again, &again_length));
    CHECK(again_length == length && memcmp(again, bytes, length) == 0 && length <= 20 * 3000);
    CHECK_OK(blockmask_read_site(bytes, length, &copy, NULL, 0));
    CHECK_OK(blockmask_set_site(analyzer, copy));
    blockmask_free_site(copy);

    analyze(analyzer, html, sizeof(html), 50);
    CHECK(block(analyzer, 0).is_template && block(analyzer, 1).is_template && !block(analyzer, 2).is_template);
    CHECK_OK(blockmask_set_site(analyzer, NULL));

    bytes[length / 2] ^= 1;
    CHECK_STATUS(blockmask_read_site(bytes, length, &copy, message, sizeof(message)), BLOCKMASK_BAD_OPTION);
    CHECK(strstr(message, "damaged") != NULL);
    CHECK_STATUS(blockmask_read_site(NULL, 1, &copy, message, sizeof(message)), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_add_to_site(whole, analyzer, NULL, 0), BLOCKMASK_NO_PAGE);
    CHECK_STATUS(blockmask_add_to_site(NULL, analyzer, NULL, 0), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_create_site(257, &copy), BLOCKMASK_BAD_ARGUMENT);
    blockmask_free(bytes);
    blockmask_free(again);
    blockmask_free_site(part);
    blockmask_free_site(whole);
    blockmask_free_site(NULL);
}

int main(void)
{
    blockmask_analyzer *analyzer;

    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    check_hashes(analyzer);
    check_statistics(analyzer);
    blockmask_free_analyzer(analyzer);
    return 0;
}
