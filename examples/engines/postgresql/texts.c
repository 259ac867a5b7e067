/* blockmask_text, blockmask_markdown, blockmask_facts: a page in, one value out. */
#include "page.h"

#include <utils/builtins.h>
#include <utils/json.h>
#include <utils/jsonb.h>

PG_FUNCTION_INFO_V1(blockmask_pg_text);
PG_FUNCTION_INFO_V1(blockmask_pg_markdown);
PG_FUNCTION_INFO_V1(blockmask_pg_facts);
PG_FUNCTION_INFO_V1(blockmask_pg_version);

static Datum render(const blockmask_document *document, uint32_t format, uint32_t flags)
{
    blockmask_rendered *rendered = NULL;
    blockmask_status status;

    CALL_AGAIN(status, blockmask_render(document, format, flags, &rendered));
    check_result(status, document, rendered);
    return text_datum(rendered->text, rendered->length);
}

Datum blockmask_pg_text(PG_FUNCTION_ARGS)
{
    return render(analyze_argument(fcinfo, 0, 1, -1), BLOCKMASK_FORMAT_PLAIN, 0);
}

Datum blockmask_pg_markdown(PG_FUNCTION_ARGS)
{
    bool has_address = VARSIZE_ANY_EXHDR(PG_GETARG_TEXT_PP(2)) > 0;

    return render(analyze_argument(fcinfo, 0, 1, 2), BLOCKMASK_FORMAT_MARKDOWN, has_address ? BLOCKMASK_RENDER_LINKS : 0);
}

Datum blockmask_pg_version(PG_FUNCTION_ARGS)
{
    PG_RETURN_TEXT_P(cstring_to_text(blockmask_version()));
}

/* How the facts of a kind are written. */
enum shape {
    ONE_VALUE, /* "canonical": "https://..." */
    VALUES,    /* "types": ["Article"] */
    RULES,     /* "robots": ["noindex", "max-snippet:50"] */
    BY_NAME,   /* "alternates": {"de": "https://..."} */
};

/* The words of the JSON of the command line, by kind; kinds that are not here are left out. */
static const struct {
    uint32_t kind;
    enum shape shape;
    const char *key;
} keys[] = {
    {BLOCKMASK_FACT_ROBOTS, RULES, "robots"},
    {BLOCKMASK_FACT_CANONICAL, ONE_VALUE, "canonical"},
    {BLOCKMASK_FACT_ALTERNATE, BY_NAME, "alternates"},
    {BLOCKMASK_FACT_LANGUAGE, ONE_VALUE, "language"},
    {BLOCKMASK_FACT_TITLE, ONE_VALUE, "title"},
    {BLOCKMASK_FACT_PAGE_TYPE, ONE_VALUE, "page_type"},
    {BLOCKMASK_FACT_IMAGE, ONE_VALUE, "image"},
    {BLOCKMASK_FACT_SITE_NAME, ONE_VALUE, "site_name"},
    {BLOCKMASK_FACT_DESCRIPTION, ONE_VALUE, "description"},
    {BLOCKMASK_FACT_KEYWORDS, ONE_VALUE, "keywords"},
    {BLOCKMASK_FACT_TYPE, VALUES, "types"},
    {BLOCKMASK_FACT_PUBLISHED, ONE_VALUE, "published"},
    {BLOCKMASK_FACT_MODIFIED, ONE_VALUE, "modified"},
    {BLOCKMASK_FACT_EXCLUSION, BY_NAME, "exclusions"},
    {BLOCKMASK_FACT_USAGE, BY_NAME, "usage"},
    {BLOCKMASK_FACT_TDM_POLICY, ONE_VALUE, "tdm_policy"},
    {BLOCKMASK_FACT_LICENSE, VALUES, "licenses"},
};

/* Appends a JSON string. */
static void append_string(StringInfo json, const char *utf8, size_t length)
{
    server_string string = to_server(utf8, length);
    char *copy = pnstrdup(string.bytes, string.length);

    escape_json(json, copy);
    pfree(copy);
}

static void append_fact(StringInfo json, const blockmask_fact *fact, enum shape shape)
{
    if (shape == RULES && fact->value_length > 0) {
        char *rule = psprintf("%.*s:%.*s", (int)fact->name_length, fact->name, (int)fact->value_length, fact->value);

        append_string(json, rule, strlen(rule));
    } else if (shape == RULES) {
        append_string(json, fact->name, fact->name_length);
    } else {
        if (shape == BY_NAME) {
            append_string(json, fact->name, fact->name_length);
            appendStringInfoChar(json, ':');
        }
        append_string(json, fact->value, fact->value_length);
    }
}

/* Appends the facts of a kind as a member of the object, if there are any. */
static void append_kind(StringInfo json, const blockmask_table *facts, size_t key)
{
    static const char *const opening[] = {"", "[", "[", "{"}, *const closing[] = {"", "]", "]", "}"};
    enum shape shape = keys[key].shape;
    bool is_first = true;
    size_t i;

    for (i = 0; i < facts->count; i++) {
        const blockmask_fact *fact = BLOCKMASK_AT(blockmask_fact, *facts, i);

        if (fact->kind != keys[key].kind || (fact->kind == BLOCKMASK_FACT_USAGE && !fact->applies) ||
            (shape == ONE_VALUE && !is_first))
            continue;
        if (is_first)
            appendStringInfo(json, "%s\"%s\":%s", json->len > 1 ? "," : "", keys[key].key, opening[shape]);
        else
            appendStringInfoChar(json, ',');
        append_fact(json, fact, shape);
        is_first = false;
    }
    if (!is_first)
        appendStringInfoString(json, closing[shape]);
}

Datum blockmask_pg_facts(PG_FUNCTION_ARGS)
{
    const blockmask_document *document = analyze_argument(fcinfo, 0, 1, 2);
    blockmask_table facts = {NULL, 0, 0};
    blockmask_status status;
    StringInfoData json;
    size_t key;

    CALL_AGAIN(status, blockmask_find_facts(document, NULL, &facts));
    check_result(status, document, facts.rows);
    initStringInfo(&json);
    appendStringInfoChar(&json, '{');
    for (key = 0; key < lengthof(keys); key++)
        append_kind(&json, &facts, key);
    appendStringInfoChar(&json, '}');
    return DirectFunctionCall1(jsonb_in, CStringGetDatum(json.data));
}
