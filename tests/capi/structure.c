/* The structure of blocks, images, addresses of links, what is rendered, passages, and records of the main list. */
#include "check.h"
#include "blockmask_search.h"

static const char HTML[] =
    "<html lang=en><base href=https://example.org/a/><h1>Bread</h1>"
    "<p>Flour, <b>water</b> and salt, and time enough for the dough to rise twice, once in the bowl and once in its form.<br>"
    "Then bake it for an hour.</p><p>Turn the loaves in the oven after half of the time, so that all are brown.</p>"
    "<ol start=3><li>Knead.</ol><table><tr><th>a<td colspan=2>b</table>"
    "<img alt='A  l&ouml;af' src=x.png><a href=../y rel='nofollow ugc'>Y</a>";

static void check_string(const blockmask_document *document, uint32_t string, size_t index, const char *expected)
{
    char buffer[160];
    size_t length;

    CHECK_STATUS(blockmask_write_string(document, string, index, NULL, 0, &length), BLOCKMASK_BUFFER_TOO_SMALL);
    CHECK_OK(blockmask_write_string(document, string, index, buffer, sizeof(buffer), &length));
    CHECK(length == strlen(expected) && memcmp(buffer, expected, length) == 0);
    CHECK_STATUS(blockmask_write_string(document, string, 1000, buffer, sizeof(buffer), &length),
                 BLOCKMASK_BAD_ARGUMENT);
}

static void check_structure(const blockmask_document *document)
{
    blockmask_table structure = get(document, BLOCKMASK_TABLE_STRUCTURE), images = get(document, BLOCKMASK_TABLE_IMAGES);
    const blockmask_block_structure *first = BLOCKMASK_AT(blockmask_block_structure, structure, 0), *item, *cell;
    const blockmask_image *image = BLOCKMASK_AT(blockmask_image, images, 0);

    CHECK(structure.count == 7 && structure.stride == sizeof(*first));
    CHECK(first[0].block_type == BLOCKMASK_TYPE_HEADING && first[0].heading == BLOCKMASK_NONE);
    CHECK(first[1].block_type == BLOCKMASK_TYPE_PARAGRAPH && first[1].list == BLOCKMASK_NONE);
    item = BLOCKMASK_AT(blockmask_block_structure, structure, 3);
    CHECK(item->block_type == BLOCKMASK_TYPE_LIST_ITEM && item->list == 0 && item->item == 0 && item->number == 3);
    CHECK(item->is_ordered == 1 && item->list_depth == 1 && item->table == BLOCKMASK_NONE && item->row_span == 0);
    CHECK(memcmp(HTML + item->language_source_start, "en>", 3) == 0);
    CHECK(item->language_source_end == item->language_source_start + 2);
    cell = BLOCKMASK_AT(blockmask_block_structure, structure, 5);
    CHECK(first[4].is_header == 1 && cell->block_type == BLOCKMASK_TYPE_TABLE_CELL && cell->table == 0);
    CHECK(cell->row == 0 && cell->column == 1 && cell->column_span == 2 && cell->row_span == 1);
    CHECK(strcmp(blockmask_name(BLOCKMASK_NAMES_TYPE, BLOCKMASK_TYPE_LIST_ITEM), "list-item") == 0);

    CHECK(images.count == 1 && image->block == 5 && image->weight == 1);
    CHECK(memcmp(HTML + image->alt_source_start, "A  l&ouml;af'", 13) == 0);
    CHECK(image->alt_source_end == image->alt_source_start + 12);
    CHECK(memcmp(HTML + image->source_start, "<img ", 5) == 0 && HTML[image->source_end - 1] == '>');
}

/* Renders, and frees what it is compared with the beginning of. */
static void check_format(const blockmask_document *document, uint32_t format, const char *expected)
{
    blockmask_rendered *rendered;

    CHECK_OK(blockmask_render(document, format, BLOCKMASK_RENDER_LINKS, &rendered));
    CHECK(rendered->length > strlen(expected) && memcmp(rendered->text, expected, strlen(expected)) == 0);
    CHECK(rendered->format == format);
    blockmask_free(rendered);
}

static void check_rendering(const blockmask_document *document)
{
    static const char MARKDOWN[] = "# Bread\n\nFlour, **water** and salt, and time enough for the dough to rise twice, "
                                   "once in the bowl and once in its form.\\\nThen bake it for an hour.\n";
    blockmask_rendered *rendered = NULL;

    check_format(document, BLOCKMASK_FORMAT_MARKDOWN, MARKDOWN);
    check_format(document, BLOCKMASK_FORMAT_JOINED, "Bread\nFlour");
    check_format(document, BLOCKMASK_FORMAT_PLAIN, "Bread\n\nFlour");
    check_format(document, BLOCKMASK_FORMAT_HTML, "<html ");
    check_format(document, BLOCKMASK_FORMAT_ZONES, "<html ");
    CHECK_STATUS(blockmask_render(document, 9, 0, &rendered), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_render(document, BLOCKMASK_FORMAT_PLAIN, 64, &rendered), BLOCKMASK_BAD_ARGUMENT);
    CHECK(rendered == NULL);
}

static int is_at(const blockmask_rendered *rendered, size_t index, uint32_t block, const char *expected)
{
    const blockmask_piece *piece = BLOCKMASK_AT(blockmask_piece, rendered->pieces, index);
    const size_t length = piece->rendered_end - piece->rendered_start;

    return index < rendered->pieces.count && piece->rendered_end <= rendered->length && piece->block == block &&
           length == strlen(expected) && memcmp(rendered->text + piece->rendered_start, expected, length) == 0;
}

/* Where blocks are in Markdown. */
static void check_markdown(blockmask_analyzer *analyzer)
{
    static const char RECIPE[] =
        "<h1>Bread</h1><blockquote>Flour, <b>water</b> and salt,<br>and time enough for the dough to rise.</blockquote>"
        "<ol start=3><li>Knead the dough &amp; form it, while the oven gets hot.</ol>"
        "<pre>for loaf in loaves:\n    oven.bake(loaf, \"until it is brown on all sides, for an hour or so\")</pre>"
        "<table><tr><th>The dough that rises over night<td>is baked in the morning, before the guests come."
        "<tr><th>The dough that rises by day<td>is baked in the evening, after the guests have gone.</table>";
    static const char TABLE[] =
        "| The dough that rises over night | is baked in the morning, before the guests come. |\n| --- | --- |\n"
        "| The dough that rises by day | is baked in the evening, after the guests have gone. |";
    const blockmask_document *document = analyze(analyzer, RECIPE, sizeof(RECIPE) - 1);
    blockmask_table blocks = get(document, BLOCKMASK_TABLE_BLOCKS);
    blockmask_rendered *rendered;
    uint32_t i;

    CHECK_OK(blockmask_render(document, BLOCKMASK_FORMAT_MARKDOWN, BLOCKMASK_RENDER_LINKS, &rendered));
    CHECK(rendered->pieces.count == 8 && is_at(rendered, 0, 0, "# Bread"));
    CHECK(is_at(rendered, 1, 1, "Flour, **water** and salt,\\\n> and time enough for the dough to rise."));
    CHECK(is_at(rendered, 2, 2, "Knead the dough & form it, while the oven gets hot."));
    CHECK(is_at(rendered, 3, 3, "```\nfor loaf in loaves:\n"
                                "    oven.bake(loaf, \"until it is brown on all sides, for an hour or so\")\n```"));
    for (i = 4; i < 8; i++)
        CHECK(is_at(rendered, i, i, TABLE));
    for (i = 0; i < 8; i++)
        CHECK(BLOCKMASK_AT(blockmask_piece, rendered->pieces, i)->text_start ==
              BLOCKMASK_AT(blockmask_block, blocks, i)->text_start);
    blockmask_free(rendered);
    document = analyze(analyzer, "", 0);
    CHECK_OK(blockmask_render(document, BLOCKMASK_FORMAT_MARKDOWN, 0, &rendered));
    CHECK(rendered->length == 0 && rendered->text != NULL);
    CHECK(rendered->pieces.count == 0 && rendered->pieces.rows != NULL);
    blockmask_free(rendered);
}

static blockmask_table cut(const blockmask_document *document, uint32_t max, uint32_t overlap, const uint32_t *starts,
                           size_t count)
{
    blockmask_table passages;

    CHECK_OK(blockmask_cut_passages(document, max, overlap, 0, starts, count, &passages));
    CHECK(passages.rows != NULL && passages.stride == sizeof(blockmask_passage));
    return passages;
}

static void check_passages(const blockmask_document *document)
{
    blockmask_table passages = cut(document, 24, 0, NULL, 0);
    const blockmask_passage *passage = BLOCKMASK_AT(blockmask_passage, passages, 0);
    static const uint32_t falling[] = {8, 4}, far[] = {1 << 30};
    uint32_t tokens = 0;
    size_t i;

    CHECK(passages.count > 1 && passage->heading == 0 && memcmp(passage->text, "Bread\nFlour", 11) == 0);
    CHECK(passage->context_length == 0 && passage->context_tokens == 0 && passage->id != 0);
    for (i = 0; i < passages.count; i++) {
        passage = BLOCKMASK_AT(blockmask_passage, passages, i);
        CHECK(i == 0 || (passage->context_length > 0 && passage->context_tokens > 0));
        CHECK(passage->tokens <= 24 && passage->overlap_tokens == 0 && passage->length > 0);
        CHECK(passage->source_start < passage->source_end && passage->first_block < passage->end_block);
        tokens += passage->tokens;
    }
    CHECK(tokens >= 20);
    blockmask_free(passages.rows);
    CHECK_STATUS(blockmask_cut_passages(document, 0, 0, 0, NULL, 0, &passages), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_cut_passages(document, 1, 0, 2, NULL, 0, &passages), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_cut_passages(document, 1, 0, 0, NULL, 0, NULL), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_cut_passages(document, 9, 0, 0, falling, 2, &passages), BLOCKMASK_BAD_ARGUMENT);
    CHECK_STATUS(blockmask_cut_passages(document, 9, 0, 0, far, 1, &passages), BLOCKMASK_BAD_ARGUMENT);
}

/* The table of the page: a header, and a cell of two columns beside it. */
static void check_cells(const blockmask_document *document)
{
    blockmask_table cells, headers;
    const blockmask_table_cell *cell;

    CHECK_OK(blockmask_get_table(document, BLOCKMASK_TABLE_CELLS, &cells));
    CHECK_OK(blockmask_get_table(document, BLOCKMASK_TABLE_CELL_HEADERS, &headers));
    CHECK(cells.count == 2 && headers.count == 1 && *BLOCKMASK_AT(uint32_t, headers, 0) == 0);
    cell = BLOCKMASK_AT(blockmask_table_cell, cells, 0);
    CHECK(cell->is_header == 1 && cell->is_guessed_header == 0 && cell->first_header == cell->end_header);
    cell = BLOCKMASK_AT(blockmask_table_cell, cells, 1);
    CHECK(cell->row == 0 && cell->column == 1 && cell->column_span == 2 && cell->row_span == 1);
    CHECK(cell->first_header == 0 && cell->end_header == 1 && cell->end_block == cell->first_block + 1);
    CHECK(memcmp(HTML + cell->source_start, "<td colspan=2>b", 15) == 0);
}

/* The page is short. */
static void check_quality(const blockmask_document *document)
{
    blockmask_table rows;
    const blockmask_quality *quality;

    CHECK_OK(blockmask_get_table(document, BLOCKMASK_TABLE_QUALITY, &rows));
    CHECK(rows.count == 1);
    quality = BLOCKMASK_AT(blockmask_quality, rows, 0);
    CHECK(quality->score >= 0 && quality->score <= 1 && quality->reason <= BLOCKMASK_REASON_WRONG_ENCODING);
    CHECK(strcmp(blockmask_name(BLOCKMASK_NAMES_REASON, BLOCKMASK_REASON_ERROR_PAGE), "error-page") == 0);
}

/* Of the main text, and of each block. */
static void check_counts(const blockmask_document *document)
{
    blockmask_table blocks, page, each;
    const blockmask_counts *counts;
    size_t i;

    CHECK_OK(blockmask_get_table(document, BLOCKMASK_TABLE_BLOCKS, &blocks));
    CHECK_OK(blockmask_get_table(document, BLOCKMASK_TABLE_COUNTS, &page));
    CHECK_OK(blockmask_get_table(document, BLOCKMASK_TABLE_BLOCK_COUNTS, &each));
    CHECK(page.count == 1 && each.count == blocks.count);
    counts = BLOCKMASK_AT(blockmask_counts, page, 0);
    CHECK(counts->lines > 0 && counts->words > 0 && counts->word_characters <= counts->characters);
    for (i = 0; i < each.count; i++)
        CHECK(BLOCKMASK_AT(blockmask_counts, each, i)->words == BLOCKMASK_AT(blockmask_block, blocks, i)->tokens);
}

/* Too short for a language of its letters, unless it is declared. */
static void check_languages(const blockmask_document *document)
{
    blockmask_table blocks, page, each;
    size_t i;

    CHECK_OK(blockmask_get_table(document, BLOCKMASK_TABLE_BLOCKS, &blocks));
    CHECK_OK(blockmask_get_table(document, BLOCKMASK_TABLE_PAGE_LANGUAGE, &page));
    CHECK_OK(blockmask_get_table(document, BLOCKMASK_TABLE_BLOCK_LANGUAGES, &each));
    CHECK(page.count == 1 && each.count == blocks.count);
    for (i = 0; i < each.count; i++) {
        const blockmask_text_language *found = BLOCKMASK_AT(blockmask_text_language, each, i);
        CHECK(found->confidence >= 0 && found->confidence <= 1);
        CHECK(found->language != 0 || found->confidence == 0);
    }
    CHECK(strcmp(blockmask_name(BLOCKMASK_NAMES_LANGUAGE, 1), "aa") == 0);
}

/* What became of the passages 1, 2 and 3 of a version whose next one has 1, 4 and 2. */
static void check_versions(void)
{
    static const uint64_t OLD[] = {1, 2, 3}, NEW[] = {1, 4, 2};
    static const uint32_t EXPECTED[][3] = {{BLOCKMASK_CHANGE_STAYED, 0, 0},
                                           {BLOCKMASK_CHANGE_CAME, BLOCKMASK_NONE, 1},
                                           {BLOCKMASK_CHANGE_STAYED, 1, 2},
                                           {BLOCKMASK_CHANGE_WENT, 2, BLOCKMASK_NONE}};
    blockmask_table changes;
    size_t i;

    CHECK_OK(blockmask_diff_passages(OLD, 3, NEW, 3, &changes));
    CHECK(changes.count == 4);
    for (i = 0; i < changes.count; i++) {
        const blockmask_passage_change *change = BLOCKMASK_AT(blockmask_passage_change, changes, i);
        CHECK(change->change_kind == EXPECTED[i][0] && change->old_passage == EXPECTED[i][1]);
        CHECK(change->new_passage == EXPECTED[i][2]);
    }
    blockmask_free(changes.rows);
    CHECK_OK(blockmask_diff_passages(NULL, 0, NULL, 0, &changes));
    CHECK(changes.count == 0);
    blockmask_free(changes.rows);
    CHECK_STATUS(blockmask_diff_passages(NULL, 1, NULL, 0, &changes), BLOCKMASK_BAD_POINTER);
    CHECK_STATUS(blockmask_diff_passages(OLD, 1, NEW, 1, NULL), BLOCKMASK_BAD_POINTER);
    CHECK(strcmp(blockmask_name(BLOCKMASK_NAMES_CHANGE, BLOCKMASK_CHANGE_WENT), "went") == 0);
}

/* The roles of a passage, by the tokens of the library and by the tokens of others. */
static void check_passage_roles(const blockmask_document *document)
{
    static const uint32_t STARTS[] = {0, 6, 7, 8, 9, 10};
    blockmask_table passages = cut(document, 24, 0, NULL, 0);
    const blockmask_passage *passage = BLOCKMASK_AT(blockmask_passage, passages, 0);
    uint32_t tokens, repeated = 0, j;
    size_t i;

    CHECK(passage->role_count == 2 && passage->tokens == 23);
    CHECK(passage->roles[0].role == BLOCKMASK_ROLE_HEADING && passage->roles[0].tokens == 1);
    CHECK(passage->roles[1].role == BLOCKMASK_ROLE_MAIN && passage->roles[1].tokens == 22);
    passage = BLOCKMASK_AT(blockmask_passage, passages, 1);
    CHECK(passage->role_count == 1 && passage->roles->role == BLOCKMASK_ROLE_MAIN);
    CHECK(passage->roles->tokens == passage->tokens);
    blockmask_free(passages.rows);

    passages = cut(document, 30, 15, NULL, 0);
    for (i = 0; i < passages.count; i++) {
        passage = BLOCKMASK_AT(blockmask_passage, passages, i);
        for (j = 0, tokens = 0; j < passage->role_count; j++)
            tokens += passage->roles[j].tokens;
        CHECK(tokens == passage->tokens);
        repeated += passage->overlap_tokens;
    }
    CHECK(repeated > 0);
    blockmask_free(passages.rows);

    passages = cut(document, 100, 0, STARTS, 6);
    passage = BLOCKMASK_AT(blockmask_passage, passages, 0);
    CHECK(passage->role_count == 2 && passage->roles[0].tokens == 1 && passage->roles[1].tokens == 5);
    blockmask_free(passages.rows);
    passages = cut(document, 100, 0, STARTS, 0);
    passage = BLOCKMASK_AT(blockmask_passage, passages, 0);
    CHECK(passages.count == 1 && passage->tokens == 0 && passage->length > 0);
    CHECK(passage->role_count == 0 && passage->roles != NULL);
    blockmask_free(passages.rows);
}

static void check_records(void)
{
    static const char LIST[] = "<h1>Maps</h1><ul>"
                               "<li><h3>Rhine</h3><p>The river guide in its third edition.<b>12.50</b></li>"
                               "<li><h3>Main</h3><p>The river guide in its third edition.<b>12.50</b></li>"
                               "<li><h3>Neckar</h3><p>The river guide in its third edition.<b>12.50</b></li></ul>";
    blockmask_options options;
    blockmask_analyzer *analyzer;
    const blockmask_record *record, *before = NULL;
    blockmask_table records;
    size_t i;

    CHECK_OK(blockmask_init_options(&options, sizeof(options)));
    options.mask = BLOCKMASK_MASK_DENSITY;
    CHECK_OK(blockmask_create_analyzer(&options, &analyzer));
    records = get(analyze(analyzer, LIST, sizeof(LIST) - 1), BLOCKMASK_TABLE_RECORDS);
    CHECK(records.count == 3);
    CHECK(memcmp(LIST + BLOCKMASK_AT(blockmask_record, records, 1)->source_start, "Main</h3>", 9) == 0);
    for (i = 0; i < records.count; i++, before = record) {
        record = BLOCKMASK_AT(blockmask_record, records, i);
        CHECK(record->end_block - record->first_block == 2);
        CHECK(memcmp(LIST + record->source_end - 5, "12.50", 5) == 0);
        CHECK(before == NULL || (before->end_block == record->first_block && before->source_end < record->source_start));
    }
    CHECK(get(analyze(analyzer, "", 0), BLOCKMASK_TABLE_RECORDS).count == 0);
    blockmask_free_analyzer(analyzer);
}

static void check_annotations(blockmask_analyzer *analyzer)
{
    static const char RUBY[] = "<p>A <math alttext='x^2'><mi>x</mi></math> <ruby>b<rt>bee</rt></ruby>";
    const blockmask_document *document = analyze(analyzer, RUBY, sizeof(RUBY) - 1);
    blockmask_table annotations = get(document, BLOCKMASK_TABLE_ANNOTATIONS);
    const blockmask_annotation *reading = BLOCKMASK_AT(blockmask_annotation, annotations, 1);

    CHECK(annotations.count == 2 && annotations.stride == sizeof(*reading));
    CHECK(reading->annotation_type == BLOCKMASK_ANNOTATION_READING && reading->block == 0);
    CHECK(reading->text_start == 6 && reading->text_end == 7);
    CHECK(memcmp(RUBY + reading->source_start, "<rt>", 4) == 0);
    check_string(document, BLOCKMASK_STRING_ANNOTATION, 0, "x^2");
    check_string(document, BLOCKMASK_STRING_ANNOTATION, 1, "bee");
    CHECK(strcmp(blockmask_name(BLOCKMASK_NAMES_ANNOTATION, BLOCKMASK_ANNOTATION_DISPLAY_FORMULA), "display-formula") == 0);
}

int main(void)
{
    blockmask_analyzer *analyzer;
    const blockmask_document *document;

    CHECK_OK(blockmask_create_analyzer(NULL, &analyzer));
    document = analyze(analyzer, HTML, sizeof(HTML) - 1);
    check_structure(document);
    check_string(document, BLOCKMASK_STRING_IMAGE_ALT, 0, "A l\xc3\xb6" "af");
    check_string(document, BLOCKMASK_STRING_IMAGE_TARGET, 0, "x.png");
    check_string(document, BLOCKMASK_STRING_LINK_ADDRESS, 0, "https://example.org/y");
    check_string(document, BLOCKMASK_STRING_LINK_REL, 0, "nofollow ugc");
    check_string(document, BLOCKMASK_STRING_FORMATTED_TEXT, 1,
                 "Flour, water and salt, and time enough for the dough to rise twice, once in the bowl and once in its form."
                 "\nThen bake it for an hour.");
    check_rendering(document);
    check_passages(document);
    check_versions();
    check_cells(document);
    check_quality(document);
    check_counts(document);
    check_languages(document);
    check_passage_roles(document);
    check_markdown(analyzer);
    check_records();
    check_annotations(analyzer);
    blockmask_free_analyzer(analyzer);
    return 0;
}
