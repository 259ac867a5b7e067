/* Invalid calls: a status and a message, and no other effect. */
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
    blockmask_experimental_options experimental;
    blockmask_fingerprint print = {{0}, 0, 0, 0, 0, {0}, 0, 0};
    uint64_t keys[8];
    blockmask_config *config;
    size_t count, stride;
    uint32_t near;

    CHECK_STATUS(blockmask_create_analyzer(NULL, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_create_config(NULL, 0, NULL, NULL, 0), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_init_options(NULL, sizeof(blockmask_options)), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_analyze_page(NULL, PAGE, PAGE_LENGTH, NULL, 0), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_analyze_page(analyzer, NULL, 1, NULL, 0), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_get_blocks(NULL, &blocks, &count, &stride), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_get_blocks(analyzer, NULL, &count, &stride), BLOCKMASK_BAD_POINTER);
    says(analyzer, "blocks is NULL");
    CHECK_STATUS(blockmask_get_links(analyzer, NULL, &count, &stride), BLOCKMASK_BAD_POINTER);
    says(analyzer, "links is NULL");
    CHECK_STATUS(blockmask_get_visual_areas(analyzer, NULL, &count, &stride), BLOCKMASK_BAD_POINTER);
    says(analyzer, "areas is NULL");
    CHECK_STATUS(blockmask_get_block_visibility(analyzer, NULL, &count, &stride), BLOCKMASK_BAD_POINTER);
    says(analyzer, "visibility is NULL");
    CHECK_STATUS(blockmask_get_page(analyzer, NULL, sizeof(blockmask_page)), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_get_fingerprint(analyzer, NULL, sizeof(print)), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_get_kind_probabilities(analyzer, NULL, &count), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_map_text_range(analyzer, 0, 1, &near, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_next_run(analyzer, NULL, NULL, sizeof(blockmask_run)), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_compare_fingerprints(NULL, &print, sizeof(print), &near), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_compare_fingerprints(&print, NULL, sizeof(print), &near), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_compare_fingerprints(&print, &print, sizeof(print), NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_compare_fingerprints(&print, &print, 8, &near), BLOCKMASK_BAD_STRUCT_SIZE);
    CHECK_STATUS(blockmask_measure_fingerprints(&print, &print, sizeof(print), NULL, &near), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_get_band_keys(&print, sizeof(print), 1, NULL, &count), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_get_band_keys(&print, sizeof(print), 0, keys, &count), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_get_band_keys(&print, sizeof(print), 9, keys, &count), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 5), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_analyze_batch(analyzer, NULL, sizeof(blockmask_input), 1, 0, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_init_experimental_options(NULL, sizeof(experimental)), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_create_experimental_config(NULL, 0, NULL, sizeof(experimental), &config, NULL, 0),
                 BLOCKMASK_BAD_POINTER);
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
    CHECK_OK(blockmask_analyze_page(analyzer, NULL, 0, NULL, 0));
    CHECK_OK(blockmask_get_blocks(analyzer, &blocks, &count, &stride));
    CHECK(count == 0 && blocks != NULL);
    CHECK_OK(blockmask_blank_page(analyzer, NULL, 0));
    /* After a page that is refused, the analyzer holds none. */
    CHECK_STATUS(blockmask_analyze_page(analyzer, NULL, 1, NULL, 0), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_get_blocks(analyzer, &blocks, &count, &stride), BLOCKMASK_NO_PAGE);
}

static blockmask_options options;
static blockmask_experimental_options experimental;

/* Sets one option to an invalid value and expects its name in the message. */
static void refuse(uint32_t *option, uint32_t value, const char *name)
{
    const uint32_t valid = *option;
    blockmask_config *config = NULL;
    char message[128];

    *option = value;
    CHECK_STATUS(blockmask_create_experimental_config(&options, sizeof(options), &experimental, sizeof(experimental),
                                                      &config, message, sizeof(message)), BLOCKMASK_BAD_OPTION);
    CHECK(config == NULL && strstr(message, name) != NULL);
    CHECK_STATUS(blockmask_create_experimental_config(&options, sizeof(options), &experimental, sizeof(experimental),
                                                      &config, message, 5), BLOCKMASK_BAD_OPTION);
    CHECK(strlen(message) == 4);
    CHECK_STATUS(blockmask_create_experimental_config(&options, sizeof(options), &experimental, sizeof(experimental),
                                                      &config, NULL, 0), BLOCKMASK_BAD_OPTION);
    *option = valid;
}

#define REFUSE(field, value) refuse(&options.field, value, #field)
#define REFUSE_EXPERIMENTAL(field, value) refuse(&experimental.field, value, #field)

static void check_options(void)
{
    struct { blockmask_options known; uint32_t unknown[2]; } longer;
    blockmask_config *config;

    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    CHECK_OK(blockmask_init_experimental_options(&experimental, sizeof(experimental)));
    CHECK(options.wrap_width == 80 && options.max_depth == 512 && experimental.seeker_radius == 2);
    REFUSE(max_depth, 0);
    REFUSE(max_depth, 3);
    REFUSE(max_depth, 65536);
    REFUSE(max_nodes, 0x80000000u);
    REFUSE(wrap_width, 0);
    REFUSE(token_mode, 2);
    REFUSE(fusion, 6);
    REFUSE(mask, 0xffffffffu);
    REFUSE(style_density, 3);
    REFUSE(on_limit, 3);
    REFUSE(visual, 2);
    REFUSE(use_metadata, 2);
    REFUSE(fold_case, 2);
    REFUSE(comments, 3);
    REFUSE(fingerprint_text, 2);
    REFUSE_EXPERIMENTAL(fusion_smooth_low, 2);
    REFUSE_EXPERIMENTAL(tag_path_filter, 2);
    REFUSE_EXPERIMENTAL(tag_path_style, 3);
    REFUSE_EXPERIMENTAL(tag_path_text_symbols, 2);
    REFUSE_EXPERIMENTAL(tag_path_scan_all, 2);
    REFUSE_EXPERIMENTAL(tag_path_content_test, 3);
    REFUSE_EXPERIMENTAL(style_density_t1, 101);
    REFUSE_EXPERIMENTAL(style_density_program, 2);
    REFUSE_EXPERIMENTAL(style_density_strict, 2);
    REFUSE_EXPERIMENTAL(style_density_keep_nested, 2);
    REFUSE_EXPERIMENTAL(seeker_model, 4);
    REFUSE_EXPERIMENTAL(seeker_learner, 2);
    REFUSE_EXPERIMENTAL(seeker_text, 2);
    REFUSE_EXPERIMENTAL(seeker_radius, 1001);
    REFUSE_EXPERIMENTAL(seeker_inline_counts, 2);
    refuse(&experimental.fusion_threshold_numerator, 1, "threshold");

    options.fusion = BLOCKMASK_FUSION_PLAIN;
    experimental.fusion_threshold_numerator = 19;
    experimental.fusion_threshold_denominator = 50;
    CHECK_OK(blockmask_create_experimental_config(&options, sizeof(options), &experimental, sizeof(experimental),
                                                  &config, NULL, 0));
    blockmask_free_config(config);

    /* A program with a newer header: what is unknown must not be set. */
    memset(&longer, 0xee, sizeof(longer));
    CHECK_OK(blockmask_init_options(&longer.known, sizeof(longer)));
    CHECK(longer.unknown[0] == 0 && longer.unknown[1] == 0);
    CHECK_OK(blockmask_create_config(&longer.known, sizeof(longer), &config, NULL, 0));
    blockmask_free_config(config);
    longer.unknown[1] = 1;
    CHECK_STATUS(blockmask_create_config(&longer.known, sizeof(longer), &config, NULL, 0), BLOCKMASK_BAD_STRUCT_SIZE);
}

/* Names of what the library does not know are never NULL. */
static void check_names(void)
{
    CHECK(strcmp(blockmask_role_name(BLOCKMASK_ROLE_NAVIGATION), "navigation") == 0);
    CHECK(strcmp(blockmask_kind_name(BLOCKMASK_KIND_FORUM), "forum") == 0);
    CHECK(strcmp(blockmask_kind_name(BLOCKMASK_NONE), "unknown") == 0);
    CHECK(strcmp(blockmask_flag_name(BLOCKMASK_FLAG_NO_SNIPPET), "no-snippet") == 0);
    CHECK(strcmp(blockmask_flag_name(BLOCKMASK_FLAG_HIDDEN | BLOCKMASK_FLAG_COLLAPSED), "unknown") == 0);
    CHECK(strcmp(blockmask_truncation_name(BLOCKMASK_TRUNCATED_MEMORY), "memory") == 0);
    CHECK(strcmp(blockmask_encoding_source_name(BLOCKMASK_ENCODING_META), "meta") == 0);
    CHECK(strcmp(blockmask_layout_name(BLOCKMASK_LAYOUT_ARTICLE_WITH_COMMENTS), "article-with-comments") == 0);
    CHECK(strcmp(blockmask_area_role_name(BLOCKMASK_AREA_ITEM), "item") == 0);
    CHECK(strcmp(blockmask_visual_class_name(BLOCKMASK_VISUAL_PEREX), "perex") == 0);
    CHECK(strcmp(blockmask_hidden_name(BLOCKMASK_HIDDEN_CLIPPED), "clipped") == 0);
}

/* What was not asked for is refused, by a message that names the way out. */
static void check_parts(void)
{
    blockmask_analyzer *analyzer;
    blockmask_config *config;
    blockmask_fingerprint print;
    const void *table;
    size_t count, stride;

    CREATE_WITH_PARTS(BLOCKMASK_PART_MASK, &analyzer);
    CHECK_OK(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0));
    CHECK_OK(blockmask_get_blocks(analyzer, (const blockmask_block **)&table, &count, &stride));
    CHECK(count == 5 && ((const blockmask_block *)table)->weight == 4);
    CHECK_STATUS(blockmask_get_segments(analyzer, (const blockmask_segment **)&table, &count, &stride),
                 BLOCKMASK_NOT_COMPUTED);
    says(analyzer, "the segments were not computed: add BLOCKMASK_PART_SEGMENTS to the option parts");
    CHECK_STATUS(blockmask_get_regions(analyzer, (const blockmask_region **)&table, &count, &stride),
                 BLOCKMASK_NOT_COMPUTED);
    says(analyzer, "the regions were not computed: add BLOCKMASK_PART_REGION to the option parts");
    CHECK_STATUS(blockmask_get_structure(analyzer, (const blockmask_block_structure **)&table, &count, &stride),
                 BLOCKMASK_NOT_COMPUTED);
    CHECK_STATUS(blockmask_get_images(analyzer, (const blockmask_image **)&table, &count, &stride),
                 BLOCKMASK_NOT_COMPUTED);
    says(analyzer, "the structure was not computed: add BLOCKMASK_PART_STRUCTURE to the option parts");
    CHECK_STATUS(blockmask_get_fingerprint(analyzer, &print, sizeof(print)), BLOCKMASK_NOT_COMPUTED);
    says(analyzer, "the fingerprint was not computed: add BLOCKMASK_PART_FINGERPRINT to the option parts");
    blockmask_free_analyzer(analyzer);

    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    options.parts = BLOCKMASK_PARTS_ALL + 1;
    CHECK_STATUS(blockmask_create_config(&options, sizeof(options), &config, NULL, 0), BLOCKMASK_BAD_OPTION);
}

/* A handle of another kind is refused. */
static void check_handles(blockmask_analyzer *analyzer)
{
    blockmask_config *config;
    blockmask_site *site;
    blockmask_analyzer *made = NULL;
    uint32_t pages;

    CHECK_OK(blockmask_create_config(NULL, 0, &config, NULL, 0));
    CHECK_OK(blockmask_create_site(0, &site));
    CHECK_STATUS(blockmask_create_analyzer((const blockmask_config *)site, &made), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_get_site_pages((const blockmask_site *)config, &pages), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_set_site((blockmask_analyzer *)config, site), BLOCKMASK_BAD_POINTER);
    blockmask_free_site((blockmask_site *)analyzer);
    blockmask_free_config((blockmask_config *)site);
    CHECK_OK(blockmask_get_site_pages(site, &pages));
    CHECK(made == NULL && pages == 0);
    blockmask_free_site(site);
    blockmask_free_config(config);
}

static void check_limit(void)
{
    blockmask_config *config;
    blockmask_analyzer *analyzer;
    const char *message;
    size_t length;

    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    options.max_input = 10;
    CHECK_OK(blockmask_create_config(&options, sizeof(options), &config, NULL, 0));
    CHECK_OK(blockmask_create_analyzer(config, &analyzer));
    blockmask_free_config(config);
    CHECK_STATUS(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0), BLOCKMASK_TOO_LARGE);
    CHECK_OK(blockmask_get_last_error(analyzer, &message, &length));
    CHECK(strstr(message, "limit of 10") != NULL);
    CHECK_STATUS(blockmask_analyze_page(analyzer, PAGE, (size_t)-1, NULL, 0), BLOCKMASK_BAD_POINTER);
    CHECK_OK(blockmask_analyze_page(analyzer, "<p>One", 6, "no-such-charset", 15));
    CHECK_OK(blockmask_reset_analyzer(analyzer));
    CHECK_STATUS(blockmask_analyze_page(analyzer, PAGE, PAGE_LENGTH, NULL, 0), BLOCKMASK_TOO_LARGE);
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
    check_parts();
    check_handles(analyzer);
    check_limit();
    check_names();
    for (status = -1; status < 100; status++)
        CHECK(blockmask_status_text(status)[0] != 0);
    blockmask_free_analyzer(analyzer);
    return 0;
}
