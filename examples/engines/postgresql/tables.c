/* blockmask_blocks and blockmask_passages: a page in, rows out. */
#include "page.h"

#include <blockmask_search.h>
#include <funcapi.h>
#include <miscadmin.h>
#include <utils/builtins.h>

PG_FUNCTION_INFO_V1(blockmask_pg_blocks);
PG_FUNCTION_INFO_V1(blockmask_pg_passages);

/* Adds a row. The columns whose bits are set in `made` have values that were made for it and are freed. */
static void put_row(FunctionCallInfo fcinfo, Datum *values, int columns, unsigned made)
{
    ReturnSetInfo *result = (ReturnSetInfo *)fcinfo->resultinfo;
    bool nulls[16] = {false};
    int i;

    CHECK_FOR_INTERRUPTS();
    tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
    for (i = 0; i < columns; i++)
        if (made & (1u << i))
            pfree(DatumGetPointer(values[i]));
}

static Datum name_datum(uint32_t names, uint32_t number)
{
    return CStringGetTextDatum(blockmask_name(names, number));
}

Datum blockmask_pg_blocks(PG_FUNCTION_ARGS)
{
    const blockmask_document *document = analyze_argument(fcinfo, 0, 1, 2);
    blockmask_table blocks;
    const char *text;
    size_t length, i;

    check_call(blockmask_get_blocks(document, &blocks));
    check_call(blockmask_get_text(document, &text, &length));
    InitMaterializedSRF(fcinfo, 0);
    for (i = 0; i < blocks.count; i++) {
        const blockmask_block *block = BLOCKMASK_AT(blockmask_block, blocks, i);
        Datum values[] = {
            Int32GetDatum((int32)i),
            Int32GetDatum((int32)block->source_start),
            Int32GetDatum((int32)block->source_end),
            text_datum(text + block->text_start, block->text_end - block->text_start),
            name_datum(BLOCKMASK_NAMES_FIELD, block->field),
            name_datum(BLOCKMASK_NAMES_ROLE, block->role),
            Float4GetDatum((float4)block->weight / 4),
            BoolGetDatum(block->is_template != 0),
            Float4GetDatum(block->probability),
            Int32GetDatum(block->heading_level),
        };

        put_row(fcinfo, values, lengthof(values), 1u << 3 | 1u << 4 | 1u << 5);
    }
    return (Datum)0;
}

/* An argument that counts tokens. */
static uint32_t tokens_argument(int32 tokens, int32 least, const char *name)
{
    if (tokens < least)
        ereport(ERROR,
                (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("%s is %d, and must be at least %d", name, tokens, least)));
    return (uint32_t)tokens;
}

Datum blockmask_pg_passages(PG_FUNCTION_ARGS)
{
    uint32_t max_tokens = tokens_argument(PG_GETARG_INT32(1), 1, "max_tokens");
    uint32_t overlap = tokens_argument(PG_GETARG_INT32(2), 0, "overlap_tokens");
    const blockmask_document *document = analyze_argument(fcinfo, 0, 3, 4);
    blockmask_table passages = {NULL, 0, 0};
    blockmask_status status;
    size_t i;

    CALL_AGAIN(status, blockmask_cut_passages(document, max_tokens, overlap, BLOCKMASK_PASSAGES_MAIN_ONLY, NULL, 0, &passages));
    check_result(status, document, passages.rows);
    InitMaterializedSRF(fcinfo, 0);
    for (i = 0; i < passages.count; i++) {
        const blockmask_passage *passage = BLOCKMASK_AT(blockmask_passage, passages, i);
        Datum values[] = {
            Int32GetDatum((int32)i),
            text_datum(passage->text, passage->length),
            text_datum(passage->context, passage->context_length),
            Int64GetDatum((int64)passage->id),
            Int32GetDatum((int32)passage->source_start),
            Int32GetDatum((int32)passage->source_end),
            Int32GetDatum((int32)passage->tokens),
        };

        put_row(fcinfo, values, lengthof(values), 1u << 1 | 1u << 2);
    }
    return (Datum)0;
}
