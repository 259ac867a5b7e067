/* Comments: the table, the blocks of each, the option. */
#include "check.h"

#define SENTENCE "<p>The ringers of the old tower meet before sunrise, when the streets below are still empty and cold."

static const char ARTICLE[] =
    "<article><h1>Bells at dawn</h1>" SENTENCE SENTENCE SENTENCE SENTENCE SENTENCE SENTENCE "</article>"
    "<section class=comments><h2>2 comments</h2>"
    "<div class=comment><p><b>Ann</b> <time>1 April 2026</time></p><p>My aunt rang there for thirty years.</p>"
    "<a href=#>Reply</a><div class=answers>"
    "<div class=comment><p><b>Bob</b> <time>2 April 2026</time></p><p>Then she will have known my grandfather.</p>"
    "<a href=#>Reply</a></div></div></div></section>";

#define ARTICLE_LENGTH (sizeof(ARTICLE) - 1)

static blockmask_analyzer *analyzer_with(uint32_t comments)
{
    blockmask_options options;
    blockmask_config *config;
    blockmask_analyzer *analyzer;

    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    CHECK(options.comments == BLOCKMASK_COMMENTS_EXCLUDE);
    options.comments = comments;
    CHECK_OK(blockmask_create_config(&options, sizeof(options), &config, NULL, 0));
    CHECK_OK(blockmask_create_analyzer(config, &analyzer));
    blockmask_free_config(config);
    CHECK_OK(blockmask_analyze_page(analyzer, ARTICLE, ARTICLE_LENGTH, NULL, 0));
    return analyzer;
}

static void check_comments(blockmask_analyzer *analyzer)
{
    static const char *const authors[2] = {"Ann", "Bob"};
    static const char *const dates[2] = {"1 April 2026", "2 April 2026"};
    const blockmask_comment *comments;
    blockmask_comment copies[2];
    const char *text;
    size_t count, stride, length, i;

    CHECK_OK(blockmask_get_comments(analyzer, &comments, &count, &stride));
    CHECK(count == 2 && stride == sizeof(blockmask_comment));
    CHECK_OK(blockmask_get_text(analyzer, &text, &length));
    for (i = 0; i < count; i++) {
        const blockmask_comment *comment = BLOCKMASK_RECORD(blockmask_comment, comments, stride, i);
        CHECK(memcmp(ARTICLE + comment->source_start, authors[i], 3) == 0);
        CHECK(memcmp(ARTICLE + comment->source_end - 5, "Reply", 5) == 0);
        CHECK(comment->author_end - comment->author_start == 3);
        CHECK(memcmp(text + comment->author_start, authors[i], 3) == 0);
        CHECK(comment->date_end - comment->date_start == 12);
        CHECK(memcmp(text + comment->date_start, dates[i], 12) == 0);
        CHECK(comment->parent == (i == 0 ? BLOCKMASK_NONE : 0));
    }
    CHECK_OK(blockmask_copy_records(analyzer, BLOCKMASK_TABLE_COMMENTS, copies, sizeof(copies[0]), 2, &count));
    CHECK(count == 2 && memcmp(copies, comments, sizeof(copies)) == 0);
    CHECK_STATUS(blockmask_get_comments(analyzer, NULL, &count, &stride), BLOCKMASK_BAD_POINTER);
}

/* Which blocks are content, and which have runs. */
static void check_mode(uint32_t mode)
{
    blockmask_analyzer *analyzer = analyzer_with(mode);
    const blockmask_block *blocks;
    blockmask_run run;
    size_t count, stride, i, cursor = 0, runs = 0, left_out = 0, texts = 0;

    check_comments(analyzer);
    CHECK_OK(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    for (i = 0; i < count; i++) {
        const blockmask_block *block = BLOCKMASK_RECORD(blockmask_block, blocks, stride, i);
        left_out += (block->flags & BLOCKMASK_FLAG_LEFT_OUT) != 0;
        if (block->role == BLOCKMASK_ROLE_COMMENT) {
            CHECK(block->comment == texts++);
            CHECK(block->is_template == (mode == BLOCKMASK_COMMENTS_EXCLUDE));
        }
        if (block->role == BLOCKMASK_ROLE_MAIN)
            CHECK(block->comment == BLOCKMASK_NONE && block->is_template == (mode == BLOCKMASK_COMMENTS_ONLY));
    }
    CHECK(texts == 2);
    while (blockmask_next_run(analyzer, &cursor, &run, sizeof(run)) == BLOCKMASK_OK)
        runs++;
    CHECK(runs + left_out == count && (left_out == 0) == (mode == BLOCKMASK_COMMENTS_INCLUDE));
    blockmask_free_analyzer(analyzer);
}

static void check_batch(void)
{
    blockmask_analyzer *analyzer = analyzer_with(BLOCKMASK_COMMENTS_INCLUDE);
    blockmask_input input;
    blockmask_batch *batch;
    const blockmask_batch_page *page;

    memset(&input, 0, sizeof(input));
    input.html = ARTICLE;
    input.length = ARTICLE_LENGTH;
    CHECK_OK(blockmask_analyze_batch(analyzer, &input, sizeof(input), 1, BLOCKMASK_BATCH_COMMENTS, &batch));
    page = (const blockmask_batch_page *)((const char *)batch + batch->pages.offset);
    CHECK(page->comments.count == 2 && page->comments.stride == sizeof(blockmask_comment) && page->blocks.count == 0);
    blockmask_free(batch);
    blockmask_free_analyzer(analyzer);
}

int main(void)
{
    blockmask_analyzer *analyzer;
    const blockmask_comment *comments;
    size_t count, stride;

    check_mode(BLOCKMASK_COMMENTS_EXCLUDE);
    check_mode(BLOCKMASK_COMMENTS_INCLUDE);
    check_mode(BLOCKMASK_COMMENTS_ONLY);
    check_batch();
    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    CHECK_STATUS(blockmask_get_comments(analyzer, &comments, &count, &stride), BLOCKMASK_NO_PAGE);
    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0));
    CHECK_OK(blockmask_get_comments(analyzer, &comments, &count, &stride));
    CHECK(count == 0 && comments != NULL);
    blockmask_free_analyzer(analyzer);
    return 0;
}
