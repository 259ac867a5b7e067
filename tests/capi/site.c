/* Statistics over the pages of a site, and the hashes of blocks that they are made of. */
#include "check.h"

struct story {
    char html[256], address[32];
};

/* The document of a story. Each story has another address. */
static const blockmask_document *tell(blockmask_analyzer *analyzer, struct story *story, int number)
{
    static const char page[] = "<div><p>Our town's newspaper<p>Since 1897</div><p>Story %d of a day on which it rained";
    const int length = snprintf(story->html, sizeof(story->html), page, number);
    const int address_length = snprintf(story->address, sizeof(story->address), "https://site.example/%d", number);
    blockmask_hints hints = {sizeof(hints), NULL, 0, story->address, (size_t)address_length};
    const blockmask_document *document;

    CHECK(length > 0 && (size_t)length < sizeof(story->html));
    CHECK_OK(blockmask_analyze(analyzer, story->html, (size_t)length, &hints, &document));
    return document;
}

static blockmask_block block(const blockmask_document *document, size_t index)
{
    blockmask_table blocks = get(document, BLOCKMASK_TABLE_BLOCKS);

    CHECK(index < blocks.count);
    return *BLOCKMASK_AT(blockmask_block, blocks, index);
}

static void check_hashes(blockmask_analyzer *analyzer)
{
    struct story story;
    const blockmask_document *document = tell(analyzer, &story, 1);
    const blockmask_block first = block(document, 0), second = block(document, 1), third = block(document, 2);

    CHECK(first.path_hash == second.path_hash && first.text_hash != second.text_hash);
    CHECK(first.path_hash != third.path_hash);
    document = tell(analyzer, &story, 2);
    CHECK(block(document, 0).text_hash == first.text_hash && block(document, 2).text_hash != third.text_hash);
    CHECK(BLOCKMASK_HASH_VERSION == 1);
}

static void check_statistics(blockmask_analyzer *analyzer)
{
    blockmask_site *whole, *part, *copy;
    struct story story;
    const blockmask_document *document;
    char *bytes, *again;
    size_t length, again_length;
    uint32_t pages;
    int i;

    CHECK_OK(blockmask_create_site_with_secret(0, 0, &whole));
    CHECK_OK(blockmask_create_site_with_secret(0, 0, &part));
    for (i = 0; i < 20; i++)
        CHECK_OK(blockmask_add_to_site(i < 8 ? part : whole, tell(analyzer, &story, i)));
    CHECK_OK(blockmask_merge_site(whole, part));
    CHECK_OK(blockmask_get_site_pages(whole, &pages));
    CHECK(pages == 20);
    CHECK_OK(blockmask_write_site(whole, &bytes, &length));
    CHECK_OK(blockmask_merge_site(whole, part));
    CHECK_OK(blockmask_write_site(whole, &again, &again_length));
    CHECK(again_length == length && memcmp(again, bytes, length) == 0 && length <= 20 * 3000);
    CHECK_OK(blockmask_restore_site(bytes, length, &copy));
    CHECK_OK(blockmask_set_site(analyzer, copy));
    blockmask_free_site(copy);

    document = tell(analyzer, &story, 50);
    CHECK(block(document, 0).is_template && block(document, 1).is_template && !block(document, 2).is_template);
    CHECK_STATUS(blockmask_add_to_site(NULL, document), BLOCKMASK_BAD_POINTER);
    CHECK_OK(blockmask_set_site(analyzer, NULL));
    CHECK_STATUS(blockmask_add_to_site(whole, document), BLOCKMASK_NO_PAGE);

    bytes[length / 2] ^= 1;
    CHECK_STATUS(blockmask_restore_site(bytes, length, &copy), BLOCKMASK_BAD_OPTION);
    CHECK(strstr(blockmask_last_error(), "damaged") != NULL);
    CHECK_STATUS(blockmask_restore_site(NULL, 1, &copy), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_create_site_with_secret(257, 0, &copy), BLOCKMASK_BAD_ARGUMENT);
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
