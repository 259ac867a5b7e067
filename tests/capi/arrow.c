/* Arrow batches: what a consumer of the C data interface does with them. */
#include "check.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static char long_page[600];

static const blockmask_hints BAD_HINTS = {sizeof(blockmask_hints), NULL, 7, NULL, 0};
static const blockmask_hints HINTS = {sizeof(blockmask_hints), "utf-8", 5, NULL, 0};

static const blockmask_input INPUTS[] = {
    {sizeof(blockmask_input), PAGE, PAGE_LENGTH, NULL},
    {sizeof(blockmask_input), NULL, 0, NULL},
    {sizeof(blockmask_input), long_page, sizeof(long_page), NULL},
    {sizeof(blockmask_input), "", 0, NULL},
    {sizeof(blockmask_input), "<p>x", 4, &BAD_HINTS},
    {sizeof(blockmask_input), PAGE, PAGE_LENGTH, &HINTS},
};

/* The column with a name. */
static size_t find(const struct ArrowSchema *schema, const char *name)
{
    int64_t i;

    for (i = 0; i < schema->n_children; i++) {
        if (strcmp(schema->children[i]->name, name) == 0)
            return (size_t)i;
    }
    fprintf(stderr, "there is no column %s\n", name);
    exit(1);
}

static int is_null(const struct ArrowArray *array, int64_t row)
{
    const unsigned char *bits = (const unsigned char *)array->buffers[0];

    return bits != NULL && (bits[row / 8] >> (row % 8) & 1) == 0;
}

static void check_text(const struct ArrowArray *array, int64_t row, const char *expected)
{
    const int64_t *offsets = (const int64_t *)array->buffers[1];
    const char *bytes = (const char *)array->buffers[2];

    CHECK(array->n_buffers == 3 && !is_null(array, row));
    CHECK((size_t)(offsets[row + 1] - offsets[row]) == strlen(expected));
    CHECK(memcmp(bytes + offsets[row], expected, strlen(expected)) == 0);
}

/* What every array must be, whatever it holds; reads all of its buffers. */
static size_t check_array(const struct ArrowSchema *schema, const struct ArrowArray *array)
{
    int64_t nulls = 0, i;
    size_t sum = 0;

    CHECK(array->release != NULL && schema->release != NULL && array->offset == 0);
    CHECK(array->n_children == schema->n_children && array->dictionary == NULL && schema->dictionary == NULL);
    for (i = 0; i < array->length; i++)
        nulls += is_null(array, i);
    CHECK(nulls == array->null_count && (nulls == 0 || (schema->flags & ARROW_FLAG_NULLABLE) != 0));
    if (strcmp(schema->format, "U") == 0) {
        const int64_t *offsets = (const int64_t *)array->buffers[1];
        for (i = 0; i < offsets[array->length]; i++)
            sum += ((const unsigned char *)array->buffers[2])[i];
    } else if (strcmp(schema->format, "+l") == 0) {
        CHECK(((const int32_t *)array->buffers[1])[array->length] == array->children[0]->length);
    } else if (strcmp(schema->format, "l") == 0) {
        for (i = 0; i < array->length; i++)
            sum += (size_t)((const int64_t *)array->buffers[1])[i];
    }
    for (i = 0; i < array->n_children; i++)
        sum += check_array(schema->children[i], array->children[i]);
    return sum;
}

static void export(blockmask_analyzer *analyzer, uint32_t columns, struct ArrowSchema *schema, struct ArrowArray *array)
{
    memset(schema, 0xAA, sizeof(*schema));
    memset(array, 0xAA, sizeof(*array));
    CHECK_OK(blockmask_export_arrow(analyzer, INPUTS, COUNT(INPUTS), columns, schema, array));
    CHECK(array->length == (int64_t)COUNT(INPUTS) && array->null_count == 0);
}

/* A page is a row, also one that fails; none of them depends on the analyzer. */
static void check_rows(void)
{
    static const char *const STATUSES[] = {"ok", "missing", "too-large", "ok", "bad-pointer", "ok"};
    struct ArrowSchema schema;
    struct ArrowArray array;
    const struct ArrowArray *title, *blocks;
    blockmask_options options;
    blockmask_analyzer *analyzer;
    size_t i;

    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    options.max_input = 400;
    CHECK_OK(blockmask_create_analyzer(&options, &analyzer));
    export(analyzer, BLOCKMASK_COLUMNS_ALL, &schema, &array);
    blockmask_free_analyzer(analyzer);
    CHECK(check_array(&schema, &array) > 0);
    title = array.children[find(&schema, "title")];
    blocks = array.children[find(&schema, "blocks")];
    for (i = 0; i < COUNT(STATUSES); i++) {
        int failed = strcmp(STATUSES[i], "ok") != 0;
        check_text(array.children[find(&schema, "status")], (int64_t)i, STATUSES[i]);
        CHECK(is_null(array.children[find(&schema, "error")], (int64_t)i) == !failed);
        CHECK(is_null(blocks, (int64_t)i) == failed);
    }
    check_text(title, 0, "Rain & river");
    check_text(title, 5, "Rain & river");
    CHECK(is_null(title, 3));
    array.release(&array);
    schema.release(&schema);
    CHECK(array.release == NULL && schema.release == NULL);
}

/* A struct is moved by copying its bytes, twice here, and marking the original as released. */
static void check_moves(blockmask_analyzer *analyzer)
{
    struct ArrowSchema schema;
    struct ArrowArray array, second, *third = (struct ArrowArray *)malloc(sizeof(*third));

    CHECK(third != NULL);
    export(analyzer, BLOCKMASK_COLUMNS_DEFAULT, &schema, &array);
    second = array;
    array.release = NULL;
    *third = second;
    second.release = NULL;
    CHECK(check_array(&schema, third) > 0);
    third->release(third);
    CHECK(third->release == NULL);
    free(third);
    schema.release(&schema);
}

/* A child that was moved out lives longer than its parent, or shorter. */
static void check_children(blockmask_analyzer *analyzer)
{
    struct ArrowSchema schema, item;
    struct ArrowArray array, title, blocks;
    size_t title_at, blocks_at;

    export(analyzer, BLOCKMASK_COLUMNS_ALL, &schema, &array);
    title_at = find(&schema, "title");
    blocks_at = find(&schema, "blocks");
    title = *array.children[title_at];
    array.children[title_at]->release = NULL;
    title.release(&title);
    blocks = *array.children[blocks_at];
    array.children[blocks_at]->release = NULL;
    item = *schema.children[blocks_at];
    schema.children[blocks_at]->release = NULL;
    array.release(&array);
    schema.release(&schema);
    CHECK(check_array(&item, &blocks) > 0);
    blocks.release(&blocks);
    item.release(&item);
}

/* Batches that nobody reads, and those without a page or a column. */
static void check_unread(blockmask_analyzer *analyzer)
{
    struct ArrowSchema schema;
    struct ArrowArray array;

    export(analyzer, BLOCKMASK_COLUMNS_ALL, &schema, &array);
    schema.release(&schema);
    array.release(&array);
    CHECK_OK(blockmask_export_arrow(analyzer, NULL, 0, BLOCKMASK_COLUMNS_ALL, &schema, &array));
    CHECK(array.length == 0 && schema.n_children == 33 && check_array(&schema, &array) == 0);
    CHECK(strcmp(schema.format, "+s") == 0 && schema.metadata == NULL && schema.flags == 0);
    array.release(&array);
    schema.release(&schema);
    export(analyzer, 0, &schema, &array);
    CHECK(schema.n_children == 2 && check_array(&schema, &array) > 0);
    array.release(&array);
    schema.release(&schema);
}

/* Errors write nothing. */
static void check_errors(blockmask_analyzer *analyzer)
{
    struct ArrowSchema schema;
    struct ArrowArray array;
    const blockmask_document *document = analyze(analyzer, PAGE, PAGE_LENGTH);
    blockmask_input inputs[2];
    const char *text;
    size_t length;

    schema.release = NULL;
    array.release = NULL;
    CHECK_STATUS(blockmask_export_arrow(NULL, INPUTS, 1, 1, &schema, &array), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_export_arrow(analyzer, NULL, 1, 1, &schema, &array), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_export_arrow(analyzer, INPUTS, 1, 1, NULL, &array), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_export_arrow(analyzer, INPUTS, 1, 1, &schema, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_export_arrow(analyzer, INPUTS, 1, BLOCKMASK_COLUMNS_ALL + 1u, &schema, &array),
                 BLOCKMASK_BAD_ARGUMENT);
    memcpy(inputs, INPUTS, sizeof(inputs));
    inputs[1].size = 8;
    CHECK_STATUS(blockmask_export_arrow(analyzer, inputs, 2, 1, &schema, &array), BLOCKMASK_BAD_STRUCT_SIZE);
    inputs[0].size = 8;
    CHECK_STATUS(blockmask_export_arrow(analyzer, inputs, 1, 1, &schema, &array), BLOCKMASK_BAD_STRUCT_SIZE);
    CHECK(schema.release == NULL && array.release == NULL);
    CHECK_OK(blockmask_get_text(document, &text, &length));
    CHECK_OK(blockmask_export_arrow(analyzer, NULL, 0, 0, &schema, &array));
    array.release(&array);
    schema.release(&schema);
    CHECK_STATUS(blockmask_get_text(document, &text, &length), BLOCKMASK_NO_PAGE);
}

/* A request to cancel stops the rest of the batch. */
static void check_cancelled(blockmask_analyzer *analyzer)
{
    struct ArrowSchema schema;
    struct ArrowArray array;

    CHECK_OK(blockmask_cancel_analyzer(analyzer));
    export(analyzer, BLOCKMASK_COLUMNS_DEFAULT, &schema, &array);
    check_text(array.children[0], 0, "cancelled");
    check_text(array.children[0], 1, "missing");
    check_text(array.children[0], 5, "cancelled");
    array.release(&array);
    schema.release(&schema);
    export(analyzer, BLOCKMASK_COLUMNS_DEFAULT, &schema, &array);
    check_text(array.children[0], 0, "ok");
    array.release(&array);
    schema.release(&schema);
}

int main(void)
{
    blockmask_analyzer *analyzer;

    memset(long_page, 'x', sizeof(long_page));
    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    check_rows();
    check_moves(analyzer);
    check_children(analyzer);
    check_unread(analyzer);
    check_errors(analyzer);
    check_cancelled(analyzer);
    blockmask_free_analyzer(analyzer);
    return 0;
}
