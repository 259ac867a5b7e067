/* What is wrong is answered with a status and a sentence, and nothing else happens. */
#include "check.h"

/* The message of the last error is this one. */
static void says(blockmask_analyzer *analyzer, const char *expected)
{
    const char *message;
    size_t length;

    CHECK_OK(blockmask_get_last_error(analyzer, &message, &length));
    CHECK(strcmp(message, expected) == 0);
}

static void check_null(blockmask_analyzer *analyzer)
{
    const blockmask_block *blocks;
    size_t count, stride;
    uint32_t near;

    CHECK_STATUS(blockmask_create_analyzer(NULL, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_create_config(NULL, NULL, NULL, 0), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_init_options(NULL, sizeof(blockmask_options)), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_analyze_page(NULL, PAGE, PAGE_LENGTH, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_analyze_page(analyzer, NULL, 1, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_get_blocks(NULL, &blocks, &count, &stride), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_get_blocks(analyzer, NULL, &count, &stride), BLOCKMASK_BAD_POINTER);
    says(analyzer, "blocks is NULL");
    CHECK_STATUS(blockmask_get_links(analyzer, NULL, &count, &stride), BLOCKMASK_BAD_POINTER);
    says(analyzer, "links is NULL");
    CHECK_STATUS(blockmask_get_visual_areas(analyzer, NULL, &count, &stride), BLOCKMASK_BAD_POINTER);
    says(analyzer, "areas is NULL");
    CHECK_STATUS(blockmask_get_block_looks(analyzer, NULL, &count, &stride), BLOCKMASK_BAD_POINTER);
    says(analyzer, "looks is NULL");
    CHECK_STATUS(blockmask_get_page(analyzer, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_next_run(analyzer, NULL, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_compare_fingerprints(NULL, NULL, &near), BLOCKMASK_BAD_POINTER);
    blockmask_free_analyzer(NULL);
    blockmask_free_config(NULL);
    blockmask_free(NULL);
}

static void check_no_page(blockmask_analyzer *analyzer)
{
    const blockmask_block *blocks = NULL;
    const char *message;
    char buffer[4];
    size_t count = 77, stride, length;

    CHECK_STATUS(blockmask_get_blocks(analyzer, &blocks, &count, &stride), BLOCKMASK_NO_PAGE);
    CHECK(blocks == NULL && count == 77);
    CHECK_OK(blockmask_get_last_error(analyzer, &message, &length));
    CHECK(length > 10 && strlen(message) == length);
    CHECK_STATUS(blockmask_blank_page(analyzer, buffer, 4), BLOCKMASK_NO_PAGE);
    CHECK_OK(blockmask_analyze_page(analyzer, NULL, 0, NULL));
    CHECK_OK(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    CHECK(count == 0 && blocks != NULL);
    CHECK_OK(blockmask_blank_page(analyzer, NULL, 0));
    /* A page that is refused leaves none behind. */
    CHECK_STATUS(blockmask_analyze_page(analyzer, NULL, 1, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_get_blocks(analyzer, &blocks, &count, &stride), BLOCKMASK_NO_PAGE);
}

/* Sets one option to a bad value and looks for its name in the message. */
static void refuse(size_t offset, uint32_t value, const char *name)
{
    blockmask_options options;
    blockmask_config *config = NULL;
    char message[128];

    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    memcpy((char *)&options + offset, &value, sizeof(value));
    CHECK_STATUS(blockmask_create_config(&options, &config, message, sizeof(message)), BLOCKMASK_BAD_OPTION);
    CHECK(config == NULL && strstr(message, name) != NULL);
    CHECK_STATUS(blockmask_create_config(&options, &config, message, 5), BLOCKMASK_BAD_OPTION);
    CHECK(strlen(message) == 4);
    CHECK_STATUS(blockmask_create_config(&options, &config, NULL, 0), BLOCKMASK_BAD_OPTION);
}

#define REFUSE(field, value) refuse(offsetof(blockmask_options, field), value, #field)

static void check_options(void)
{
    struct { blockmask_options known; uint32_t unknown[2]; } longer;
    blockmask_options options;
    blockmask_config *config;

    REFUSE(max_depth, 0);
    REFUSE(max_depth, 65536);
    REFUSE(max_nodes, 0x80000000u);
    REFUSE(wrap_width, 0);
    REFUSE(token_mode, 2);
    REFUSE(fusion_method, 6);
    REFUSE(fusion_smooth_low, 2);
    REFUSE(tag_path_filter, 2);
    REFUSE(tag_path_style, 3);
    REFUSE(tag_path_text_symbols, 2);
    REFUSE(tag_path_scan_all, 2);
    REFUSE(tag_path_content_test, 3);
    REFUSE(mask_method, 0xffffffffu);
    REFUSE(fingerprint_fold_case, 2);
    REFUSE(seeker_model, 4);
    REFUSE(seeker_learner, 2);
    REFUSE(seeker_text, 2);
    REFUSE(seeker_radius, 1001);
    REFUSE(seeker_inline_counts, 2);
    refuse(offsetof(blockmask_options, fusion_threshold_numerator), 1, "threshold");

    CHECK_STATUS(blockmask_init_options(&options, 4), BLOCKMASK_BAD_STRUCT_SIZE);
    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    CHECK(options.struct_size == sizeof(options) && options.wrap_width == 80 && options.max_depth == 512);
    options.struct_size = 0;
    CHECK_STATUS(blockmask_create_config(&options, &config, NULL, 0), BLOCKMASK_BAD_STRUCT_SIZE);
    options.struct_size = sizeof(options);
    options.fusion_method = BLOCKMASK_FUSION_PLAIN;
    options.fusion_threshold_numerator = 19;
    options.fusion_threshold_denominator = 50;
    CHECK_OK(blockmask_create_config(&options, &config, NULL, 0));
    blockmask_free_config(config);

    /* A program with a newer header: what is unknown must not be set. */
    memset(&longer, 0xee, sizeof(longer));
    CHECK_OK(blockmask_init_options(&longer.known, sizeof(longer)));
    CHECK(longer.unknown[0] == 0 && longer.unknown[1] == 0);
    CHECK_OK(blockmask_create_config(&longer.known, &config, NULL, 0));
    blockmask_free_config(config);
    longer.unknown[1] = 1;
    CHECK_STATUS(blockmask_create_config(&longer.known, &config, NULL, 0), BLOCKMASK_BAD_OPTION);
}

/* Sizes of structs in which a field is cut in two, and those of older and newer headers. */
static void check_sizes(blockmask_analyzer *analyzer)
{
    struct { blockmask_page known; char unknown[64]; } page;
    struct { blockmask_options known; char unknown[64]; } options;
    struct { blockmask_run known; char unknown[64]; } run;
    blockmask_config *config;
    char records[4096];
    size_t size, count, cursor;

    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL));
    for (size = 64; size < sizeof(blockmask_options) + 64; size++) {
        blockmask_status expected = size < 72 || size % 8 != 0 ? BLOCKMASK_BAD_STRUCT_SIZE : BLOCKMASK_OK;
        CHECK_STATUS(blockmask_init_options(&options.known, size), expected);
        options.known.struct_size = (uint32_t)size;
        CHECK_STATUS(blockmask_create_config(&options.known, &config, NULL, 0), expected);
        if (expected == BLOCKMASK_OK)
            blockmask_free_config(config);
    }
    for (size = 150; size < sizeof(page); size++) {
        page.known.struct_size = (uint32_t)size;
        CHECK_STATUS(blockmask_get_page(analyzer, &page.known),
                     size < 160 || size % 8 != 0 ? BLOCKMASK_BAD_STRUCT_SIZE : BLOCKMASK_OK);
    }
    for (size = 24; size < sizeof(run); size++) {
        run.known.struct_size = (uint32_t)size;
        cursor = 0;
        CHECK_STATUS(blockmask_next_run(analyzer, &cursor, &run.known),
                     size < sizeof(blockmask_run) || size % 8 != 0 ? BLOCKMASK_BAD_STRUCT_SIZE : BLOCKMASK_OK);
    }
    for (size = 1; size < 100; size++)
        CHECK_STATUS(blockmask_copy_records(analyzer, BLOCKMASK_TABLE_BLOCKS, records, size, 8, &count),
                     size < 8 || size % 4 != 0 ? BLOCKMASK_BAD_STRUCT_SIZE : BLOCKMASK_OK);
}

static void check_limit(void)
{
    blockmask_options options;
    blockmask_config *config;
    blockmask_analyzer *analyzer;
    const char *message;
    size_t length;

    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    options.max_input = 10;
    CHECK_OK(blockmask_create_config(&options, &config, NULL, 0));
    CHECK_OK(blockmask_create_analyzer(config, &analyzer));
    blockmask_free_config(config);
    CHECK_STATUS(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL), BLOCKMASK_TOO_LARGE);
    CHECK_OK(blockmask_get_last_error(analyzer, &message, &length));
    CHECK(strstr(message, "limit of 10") != NULL);
    CHECK_STATUS(blockmask_analyze_page(analyzer, PAGE, (size_t)-1, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_OK(blockmask_analyze_page(analyzer, "<p>One", 6, "no-such-charset"));
    CHECK_OK(blockmask_reset_analyzer(analyzer));
    CHECK_STATUS(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL), BLOCKMASK_TOO_LARGE);
    blockmask_free_analyzer(analyzer);
}

int main(void)
{
    blockmask_analyzer *analyzer;
    int status;

    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    check_null(analyzer);
    blockmask_reset_analyzer(analyzer);
    check_no_page(analyzer);
    check_options();
    check_sizes(analyzer);
    check_limit();
    for (status = -1; status < 100; status++)
        CHECK(blockmask_status_text(status)[0] != 0);
    blockmask_free_analyzer(analyzer);
    return 0;
}
