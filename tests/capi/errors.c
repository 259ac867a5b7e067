/* Invalid calls: a status and a message, and no other effect. */
#include "check.h"

#include <blockmask_experimental.h>

/* The message of the last error is this one. */
static void says(const char *expected)
{
    if (strcmp(blockmask_last_error(), expected) != 0) {
        fprintf(stderr, "\"%s\", not \"%s\"\n", blockmask_last_error(), expected);
        exit(1);
    }
}

static blockmask_options options;
static blockmask_experimental_options experimental;
static blockmask_fingerprint print = {sizeof(print), 0, 0, 0, {0}, 0, 0, 0};

static void check_null(blockmask_analyzer *analyzer, const blockmask_document *document)
{
    const blockmask_document *made;
    blockmask_hints hints = {sizeof(hints), NULL, 5, NULL, 0};
    blockmask_table rows;
    uint64_t keys[8];
    size_t count;
    uint32_t start;

    CHECK_STATUS(blockmask_create_analyzer(NULL, NULL), BLOCKMASK_BAD_POINTER);
    says("analyzer is NULL");
    CHECK_STATUS(blockmask_create_experimental_analyzer(NULL, NULL, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_init_options(NULL, sizeof(options)), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_init_experimental_options(NULL, sizeof(experimental)), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_analyze(NULL, PAGE, PAGE_LENGTH, NULL, &made), BLOCKMASK_BAD_POINTER);
    says("analyzer is NULL or not an analyzer");
    CHECK_STATUS(blockmask_analyze(analyzer, NULL, 1, NULL, &made), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_analyze(analyzer, PAGE, PAGE_LENGTH, NULL, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_analyze(analyzer, PAGE, PAGE_LENGTH, &hints, &made), BLOCKMASK_BAD_POINTER);
    says("charset is NULL");
    CHECK_STATUS(blockmask_analyze_owned(analyzer, PAGE, PAGE_LENGTH, NULL, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_get_blocks(NULL, &rows), BLOCKMASK_BAD_POINTER);
    says("document is NULL or not a document");
    CHECK_STATUS(blockmask_get_blocks(document, NULL), BLOCKMASK_BAD_POINTER);
    says("blocks is NULL");
    CHECK_STATUS(blockmask_get_table(document, BLOCKMASK_TABLE_LINKS, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_get_page(document, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_get_fingerprint(document, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_get_text(document, NULL, &count), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_map_range(document, NULL, 0, 1, &start, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_render(document, BLOCKMASK_FORMAT_PLAIN, 0, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_match_fingerprints(NULL, &print, NULL, NULL, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_match_fingerprints(&print, NULL, NULL, NULL, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_OK(blockmask_match_fingerprints(&print, &print, NULL, NULL, NULL));
    CHECK_STATUS(blockmask_write_band_keys(&print, 1, NULL, &count), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_write_band_keys(&print, 0, keys, &count), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_write_band_keys(&print, 9, keys, &count), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_export_arrow(analyzer, NULL, 1, 0, NULL, NULL), BLOCKMASK_BAD_POINTER);
    blockmask_free_analyzer(NULL);
    blockmask_free_document(NULL);
    blockmask_free(NULL);
}

static void check_no_page(blockmask_analyzer *analyzer)
{
    const blockmask_document *document = analyze(analyzer, NULL, 0), *none = NULL;
    blockmask_table blocks = {NULL, 77, 0};
    char buffer[4];

    CHECK_OK(blockmask_get_blocks(document, &blocks));
    CHECK(blocks.count == 0 && blocks.rows != NULL);
    CHECK_OK(blockmask_blank_page(document, NULL, 0));
    /* After a page that is refused, there is no document. */
    CHECK_OK(blockmask_cancel_analyzer(analyzer));
    CHECK_STATUS(blockmask_analyze(analyzer, PAGE, PAGE_LENGTH, NULL, &none), BLOCKMASK_CANCELLED);
    CHECK(none == NULL);
    blocks.count = 77;
    CHECK_STATUS(blockmask_get_blocks(document, &blocks), BLOCKMASK_NO_PAGE);
    CHECK(blocks.count == 77 && strlen(blockmask_last_error()) > 10);
    CHECK_STATUS(blockmask_blank_page(document, buffer, 4), BLOCKMASK_NO_PAGE);
}

static blockmask_status create(void)
{
    blockmask_analyzer *analyzer = NULL;
    const blockmask_status status = blockmask_create_experimental_analyzer(&options, &experimental, &analyzer);

    CHECK((status == BLOCKMASK_OK) == (analyzer != NULL));
    blockmask_free_analyzer(analyzer);
    return status;
}

/* Sets one option to an invalid value and expects its name in the message. */
static void refuse(uint32_t *option, uint32_t value, const char *name)
{
    const uint32_t valid = *option;

    *option = value;
    CHECK_STATUS(create(), BLOCKMASK_BAD_OPTION);
    CHECK(strstr(blockmask_last_error(), name) != NULL);
    *option = valid;
}

#define REFUSE(field, value) refuse(&options.field, value, #field)
#define REFUSE_EXPERIMENTAL(field, value) refuse(&experimental.field, value, #field)

static void check_options(void)
{
    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    CHECK_OK(blockmask_init_experimental_options(&experimental, sizeof(experimental)));
    CHECK(options.size == sizeof(options) && options.wrap_width == 80 && options.max_depth == 512);
    CHECK(experimental.size == sizeof(experimental) && experimental.seeker_radius == 2);
    REFUSE(max_depth, 0);
    REFUSE(max_depth, 3);
    REFUSE(max_depth, 65536);
    REFUSE(max_nodes, 0x80000000u);
    REFUSE(wrap_width, 0);
    REFUSE(token_mode, 2);
    REFUSE(mask, 0xffffffffu);
    REFUSE(parts, BLOCKMASK_PARTS_ALL + 1);
    REFUSE(on_limit, 3);
    REFUSE(use_metadata, 2);
    REFUSE(omit_metadata, 2);
    REFUSE(ignore_page_rules, 2);
    REFUSE(fold_case, 2);
    REFUSE(comments, 3);
    REFUSE(fingerprint_text, 2);
    REFUSE_EXPERIMENTAL(fusion, 6);
    REFUSE_EXPERIMENTAL(style_density, 3);
    REFUSE_EXPERIMENTAL(visual, 2);
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

    experimental.fusion = BLOCKMASK_FUSION_PLAIN;
    experimental.fusion_threshold_numerator = 19;
    experimental.fusion_threshold_denominator = 50;
    CHECK_OK(create());
}

/* The status of creating an analyzer from options of this size, in a place where all other bytes are set. */
static blockmask_status of_size(uint32_t size)
{
    struct { blockmask_options known; uint32_t unknown[2]; } longer;
    blockmask_analyzer *analyzer = NULL;
    blockmask_status status;

    memset(&longer, 0, sizeof(longer));
    CHECK_OK(blockmask_init_options(&longer.known, sizeof(options)));
    longer.known.size = size;
    longer.unknown[1] = 1;
    status = blockmask_create_analyzer(&longer.known, &analyzer);
    blockmask_free_analyzer(analyzer);
    return status;
}

/* Structs begin with their size; a larger one, of a newer header, must not set what is unknown. */
static void check_sizes(void)
{
    struct { blockmask_options known; uint32_t unknown[2]; } longer;
    blockmask_analyzer *analyzer;
    uint32_t near = 7;

    memset(&longer, 0xee, sizeof(longer));
    CHECK_OK(blockmask_init_options(&longer.known, sizeof(longer)));
    CHECK(longer.known.size == sizeof(longer) && longer.unknown[0] == 0 && longer.unknown[1] == 0);
    CHECK_OK(blockmask_create_analyzer(&longer.known, &analyzer));
    blockmask_free_analyzer(analyzer);
    longer.unknown[1] = 1;
    CHECK_STATUS(blockmask_create_analyzer(&longer.known, &analyzer), BLOCKMASK_BAD_STRUCT_SIZE);
    says("options sets a field that this version of the library does not know");
    CHECK_OK(of_size(sizeof(options)));
    CHECK_STATUS(of_size(0), BLOCKMASK_BAD_STRUCT_SIZE);
    says("the size of options is 0; it must be sizeof, at least 96");
    CHECK_STATUS(of_size(88), BLOCKMASK_BAD_STRUCT_SIZE);
    CHECK_STATUS(of_size(sizeof(options) + 4), BLOCKMASK_BAD_STRUCT_SIZE);
    CHECK_STATUS(of_size(4104), BLOCKMASK_BAD_STRUCT_SIZE);
    CHECK_STATUS(blockmask_init_options(&options, 4), BLOCKMASK_BAD_STRUCT_SIZE);
    print.size = 8;
    CHECK_STATUS(blockmask_match_fingerprints(&print, &print, &near, NULL, NULL), BLOCKMASK_BAD_STRUCT_SIZE);
    CHECK(near == 7);
    print.size = sizeof(print);
}

/* Names of what the library does not know are never NULL. */
static void check_name(uint32_t names, uint32_t number, const char *expected)
{
    CHECK(strcmp(blockmask_name(names, number), expected) == 0);
}

static void check_names(void)
{
    check_name(BLOCKMASK_NAMES_ROLE, BLOCKMASK_ROLE_NAVIGATION, "navigation");
    check_name(BLOCKMASK_NAMES_KIND, BLOCKMASK_KIND_FORUM, "forum");
    check_name(BLOCKMASK_NAMES_KIND, BLOCKMASK_NONE, "unknown");
    check_name(BLOCKMASK_NAMES_FLAG, BLOCKMASK_FLAG_NO_SNIPPET, "no-snippet");
    check_name(BLOCKMASK_NAMES_FLAG, BLOCKMASK_FLAG_HIDDEN | BLOCKMASK_FLAG_COLLAPSED, "unknown");
    check_name(BLOCKMASK_NAMES_TRUNCATION, BLOCKMASK_TRUNCATED_MEMORY, "memory");
    check_name(BLOCKMASK_NAMES_ENCODING_SOURCE, BLOCKMASK_ENCODING_META, "meta");
    check_name(BLOCKMASK_NAMES_PAGE_LAYOUT, BLOCKMASK_PAGE_LAYOUT_ARTICLE_WITH_COMMENTS, "article-with-comments");
    check_name(BLOCKMASK_NAMES_LAYOUT_AREA, BLOCKMASK_LAYOUT_AREA_ITEM, "item");
    check_name(BLOCKMASK_NAMES_VISUAL, BLOCKMASK_VISUAL_PEREX, "perex");
    check_name(BLOCKMASK_NAMES_HIDDEN, BLOCKMASK_HIDDEN_CLIPPED, "clipped");
    check_name(0, 1, "unknown");
}

/* What was not asked for is refused, by a message that names the way out. */
static void check_parts(void)
{
    blockmask_analyzer *analyzer = create_with_parts(BLOCKMASK_PART_MASK);
    const blockmask_document *document = analyze(analyzer, PAGE, PAGE_LENGTH);
    const blockmask_fingerprint *fingerprint;
    blockmask_table rows = get(document, BLOCKMASK_TABLE_BLOCKS);

    CHECK(rows.count == 5 && BLOCKMASK_AT(blockmask_block, rows, 0)->weight == 4);
    CHECK_STATUS(blockmask_get_table(document, BLOCKMASK_TABLE_SEGMENTS, &rows), BLOCKMASK_NOT_COMPUTED);
    says("the segments were not computed: add BLOCKMASK_PART_SEGMENTS to the option parts");
    CHECK_STATUS(blockmask_get_table(document, BLOCKMASK_TABLE_MAIN_REGIONS, &rows), BLOCKMASK_NOT_COMPUTED);
    says("the main region was not computed: add BLOCKMASK_PART_REGION to the option parts");
    CHECK_STATUS(blockmask_get_table(document, BLOCKMASK_TABLE_STRUCTURE, &rows), BLOCKMASK_NOT_COMPUTED);
    CHECK_STATUS(blockmask_get_table(document, BLOCKMASK_TABLE_IMAGES, &rows), BLOCKMASK_NOT_COMPUTED);
    says("the structure was not computed: add BLOCKMASK_PART_STRUCTURE to the option parts");
    CHECK_STATUS(blockmask_get_fingerprint(document, &fingerprint), BLOCKMASK_NOT_COMPUTED);
    says("the fingerprint was not computed: add BLOCKMASK_PART_FINGERPRINT to the option parts");
    CHECK_STATUS(blockmask_get_table(document, 1000, &rows), BLOCKMASK_BAD_ARGUMENT);
    blockmask_free_analyzer(analyzer);
}

/* A handle of another kind is refused. */
static void check_handles(blockmask_analyzer *analyzer)
{
    const blockmask_document *document = analyze(analyzer, PAGE, PAGE_LENGTH);
    blockmask_document *owned;
    blockmask_table rows;
    blockmask_site *site;
    uint32_t pages;

    CHECK_OK(blockmask_create_site_with_secret(0, 0, &site));
    CHECK_STATUS(blockmask_get_site_pages((const blockmask_site *)analyzer, &pages), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_set_site((blockmask_analyzer *)site, site), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_get_blocks((const blockmask_document *)analyzer, &rows), BLOCKMASK_BAD_POINTER);
    blockmask_free_site((blockmask_site *)analyzer);
    /* A borrowed document is not the caller's. */
    blockmask_free_document((blockmask_document *)document);
    CHECK_OK(blockmask_get_blocks(document, &rows));
    CHECK_STATUS(blockmask_return_document(analyzer, (blockmask_document *)document), BLOCKMASK_BAD_ARGUMENT);
    CHECK_OK(blockmask_analyze_owned(analyzer, PAGE, PAGE_LENGTH, NULL, &owned));
    CHECK_STATUS(blockmask_return_document((blockmask_analyzer *)owned, owned), BLOCKMASK_BAD_POINTER);
    blockmask_free_document(owned);
    CHECK_OK(blockmask_get_site_pages(site, &pages));
    CHECK(pages == 0);
    blockmask_free_site(site);
}

static void check_limit(void)
{
    const blockmask_document *document;
    blockmask_analyzer *analyzer;
    blockmask_hints hints = {sizeof(hints), "no-such-charset", 15, NULL, 0};

    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    options.max_input = 10;
    CHECK_OK(blockmask_create_analyzer(&options, &analyzer));
    CHECK_STATUS(blockmask_analyze(analyzer, PAGE, PAGE_LENGTH, NULL, &document), BLOCKMASK_TOO_LARGE);
    CHECK(strstr(blockmask_last_error(), "limit of 10") != NULL);
    CHECK_STATUS(blockmask_analyze(analyzer, PAGE, (size_t)-1, NULL, &document), BLOCKMASK_BAD_POINTER);
    CHECK_OK(blockmask_analyze(analyzer, "<p>One", 6, &hints, &document));
    CHECK_OK(blockmask_reset_analyzer(analyzer));
    CHECK_STATUS(blockmask_analyze(analyzer, PAGE, PAGE_LENGTH, NULL, &document), BLOCKMASK_TOO_LARGE);
    blockmask_free_analyzer(analyzer);
}

int main(void)
{
    blockmask_analyzer *analyzer;
    int status;

    CHECK(strcmp(blockmask_last_error(), "") == 0);
    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    check_null(analyzer, analyze(analyzer, PAGE, PAGE_LENGTH));
    check_no_page(analyzer);
    check_options();
    check_sizes();
    check_parts();
    check_handles(analyzer);
    check_limit();
    check_names();
    for (status = -1; status < 100; status++)
        CHECK(blockmask_status_text(status)[0] != 0);
    blockmask_free_analyzer(analyzer);
    return 0;
}
