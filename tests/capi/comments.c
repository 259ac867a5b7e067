/* Comments: the table, the blocks of each, the option. */
#include "check.h"
#include "story.h"

#define ARTICLE_LENGTH (sizeof(ARTICLE) - 1)

static blockmask_analyzer *analyzer_with(uint32_t comments)
{
    blockmask_options options;
    blockmask_analyzer *analyzer;

    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    CHECK(options.comments == BLOCKMASK_COMMENTS_EXCLUDE);
    options.comments = comments;
    CHECK_OK(blockmask_create_analyzer(&options, &analyzer));
    return analyzer;
}

static void check_comments(const blockmask_document *document)
{
    static const char *const authors[2] = {"Ann", "Bob"};
    static const char *const dates[2] = {"1 April 2026", "2 April 2026"};
    blockmask_table comments = get(document, BLOCKMASK_TABLE_COMMENTS);
    const char *text;
    size_t length, i;

    CHECK(comments.count == 2 && comments.stride == sizeof(blockmask_comment));
    CHECK_OK(blockmask_get_text(document, &text, &length));
    for (i = 0; i < comments.count; i++) {
        const blockmask_comment *comment = BLOCKMASK_AT(blockmask_comment, comments, i);
        CHECK(memcmp(ARTICLE + comment->source_start, authors[i], 3) == 0);
        CHECK(memcmp(ARTICLE + comment->source_end - 5, "Reply", 5) == 0);
        CHECK(comment->author_text_end - comment->author_text_start == 3);
        CHECK(memcmp(text + comment->author_text_start, authors[i], 3) == 0);
        CHECK(comment->date_text_end - comment->date_text_start == 12);
        CHECK(memcmp(text + comment->date_text_start, dates[i], 12) == 0);
        CHECK(comment->parent == (i == 0 ? BLOCKMASK_NONE : 0));
    }
}

/* Which blocks are content, and which have runs. */
static void check_mode(uint32_t mode)
{
    blockmask_analyzer *analyzer = analyzer_with(mode);
    const blockmask_document *document = analyze(analyzer, ARTICLE, ARTICLE_LENGTH);
    blockmask_table blocks = get(document, BLOCKMASK_TABLE_BLOCKS), runs = get(document, BLOCKMASK_TABLE_RUNS);
    size_t i, left_out = 0, texts = 0;

    check_comments(document);
    for (i = 0; i < blocks.count; i++) {
        const blockmask_block *block = BLOCKMASK_AT(blockmask_block, blocks, i);
        left_out += (block->flags & BLOCKMASK_FLAG_LEFT_OUT) != 0;
        if (block->role == BLOCKMASK_ROLE_COMMENT) {
            CHECK(block->comment == texts++);
            CHECK(block->is_template == (mode == BLOCKMASK_COMMENTS_EXCLUDE));
        }
        if (block->role == BLOCKMASK_ROLE_MAIN)
            CHECK(block->comment == BLOCKMASK_NONE && block->is_template == (mode == BLOCKMASK_COMMENTS_ONLY));
    }
    CHECK(texts == 2 && runs.count + left_out == blocks.count);
    CHECK((left_out == 0) == (mode == BLOCKMASK_COMMENTS_INCLUDE));
    blockmask_free_analyzer(analyzer);
}

int main(void)
{
    blockmask_analyzer *analyzer;

    check_mode(BLOCKMASK_COMMENTS_EXCLUDE);
    check_mode(BLOCKMASK_COMMENTS_INCLUDE);
    check_mode(BLOCKMASK_COMMENTS_ONLY);
    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    CHECK(get(analyze(analyzer, PAGE, PAGE_LENGTH), BLOCKMASK_TABLE_COMMENTS).count == 0);
    blockmask_free_analyzer(analyzer);
    return 0;
}
