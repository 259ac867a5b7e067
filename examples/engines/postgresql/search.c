/*
 * blockmask_tsvector: the words of a page in the order of the page, each with a label by the weight of its block.
 *
 * PostgreSQL's parser fills one list of words for all blocks, and counts positions on. The label of a word is found
 * again by its position once the vector is made.
 */
#include "page.h"

#include <miscadmin.h>
#include <tsearch/ts_type.h>
#include <tsearch/ts_utils.h>

PG_FUNCTION_INFO_V1(blockmask_pg_tsvector);

/* The labels A to D, as PostgreSQL numbers them. */
enum label { LABEL_D, LABEL_C, LABEL_B, LABEL_A };

/* Weights of blocks are in quarters: 64 for title and headline, 8 to 24 for headings and labels, 4 for text. */
static enum label label_of(const blockmask_block *block)
{
    return block->weight >= 64 ? LABEL_A : block->weight >= 8 ? LABEL_B : block->weight >= 4 ? LABEL_C : LABEL_D;
}

/* Adds the words of a block, and notes the label of their positions. */
static void add_block(ParsedText *words, Oid config, server_string text, enum label label, uint8 *labels)
{
    int before = words->pos, i;

    parsetext(config, words, text.bytes, text.length);
    for (i = before + 1; i <= words->pos && i < MAXENTRYPOS; i++)
        labels[i] = label;
    /* A gap, so that no phrase is found across two blocks; as PostgreSQL has it between the strings of a JSON object. */
    if (words->pos > before)
        words->pos++;
}

static void set_labels(TSVector vector, const uint8 *labels)
{
    WordEntry *entries = ARRPTR(vector);
    int i, j;

    for (i = 0; i < vector->size; i++) {
        int count = POSDATALEN(vector, entries + i);
        WordEntryPos *positions = POSDATAPTR(vector, entries + i);

        for (j = 0; j < count; j++)
            WEP_SETWEIGHT(positions[j], labels[WEP_GETPOS(positions[j])]);
    }
}

Datum blockmask_pg_tsvector(PG_FUNCTION_ARGS)
{
    Oid config = PG_GETARG_OID(0);
    const blockmask_document *document = analyze_argument(fcinfo, 1, 2, 3);
    uint8 *labels = palloc0(MAXENTRYPOS);
    ParsedText words = {0};
    blockmask_table blocks;
    TSVector vector;
    const char *text;
    size_t length, i;

    check_call(blockmask_get_blocks(document, &blocks));
    check_call(blockmask_get_text(document, &text, &length));
    /* A guess, as PostgreSQL makes it; the list grows. */
    words.lenwords = (int)Max(length / 6, 2);
    words.words = (ParsedWord *)palloc(sizeof(ParsedWord) * (Size)words.lenwords);
    for (i = 0; i < blocks.count; i++) {
        const blockmask_block *block = BLOCKMASK_AT(blockmask_block, blocks, i);

        CHECK_FOR_INTERRUPTS();
        if (block->weight > 0)
            add_block(&words, config, to_server(text + block->text_start, block->text_end - block->text_start),
                      label_of(block), labels);
    }
    vector = make_tsvector(&words);
    set_labels(vector, labels);
    PG_RETURN_TSVECTOR(vector);
}
