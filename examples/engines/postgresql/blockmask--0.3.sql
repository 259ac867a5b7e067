-- The functions of the extension. A page is the bytes that the server sent, in any encoding.
\echo Use "CREATE EXTENSION blockmask" to load this file. \quit

-- All functions take what is known besides the bytes: the charset of the HTTP header, and the address for links.
-- An empty text means that it is not known. The cost is the time for a page of 50 kB in units of a simple operator.

CREATE FUNCTION blockmask_text(page bytea, charset text DEFAULT '') RETURNS text
    AS 'MODULE_PATHNAME', 'blockmask_pg_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION blockmask_text IS 'the main text of an HTML page';

CREATE FUNCTION blockmask_markdown(page bytea, charset text DEFAULT '', address text DEFAULT '') RETURNS text
    AS 'MODULE_PATHNAME', 'blockmask_pg_markdown' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION blockmask_markdown IS 'the main content of an HTML page as Markdown; with links if its address is known';

CREATE FUNCTION blockmask_facts(page bytea, charset text DEFAULT '', address text DEFAULT '') RETURNS jsonb
    AS 'MODULE_PATHNAME', 'blockmask_pg_facts' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000;
COMMENT ON FUNCTION blockmask_facts IS 'what an HTML page says about itself: canonical address, dates, directives to robots';

CREATE FUNCTION blockmask_blocks(page bytea, charset text DEFAULT '', address text DEFAULT '',
    OUT block integer, OUT source_start integer, OUT source_end integer, OUT text text, OUT field text, OUT role text,
    OUT weight real, OUT is_template boolean, OUT probability real, OUT heading_level integer)
    RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'blockmask_pg_blocks' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000 ROWS 100;
COMMENT ON FUNCTION blockmask_blocks IS 'the blocks of an HTML page, each with its range of bytes, field, weight and role';

CREATE FUNCTION blockmask_passages(page bytea, max_tokens integer DEFAULT 256, overlap_tokens integer DEFAULT 0,
    charset text DEFAULT '', address text DEFAULT '',
    OUT passage integer, OUT text text, OUT context text, OUT id bigint, OUT source_start integer,
    OUT source_end integer, OUT tokens integer)
    RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'blockmask_pg_passages' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 10000 ROWS 10;
COMMENT ON FUNCTION blockmask_passages IS 'the main text of an HTML page in passages, each with the headings above it';

CREATE FUNCTION blockmask_tsvector(config regconfig, page bytea, charset text DEFAULT '', address text DEFAULT '')
    RETURNS tsvector
    AS 'MODULE_PATHNAME', 'blockmask_pg_tsvector' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE COST 20000;
COMMENT ON FUNCTION blockmask_tsvector IS
    'the words of an HTML page: A title and headline, B headings and labels, C text, D links, template and the like';

-- README.md says how the weights were chosen. The normalization is the one of ts_rank.
CREATE FUNCTION blockmask_rank(page tsvector, query tsquery, normalization integer DEFAULT 0) RETURNS real
    AS $$ SELECT ts_rank('{0.2, 0.7, 0.7, 1}', page, query, normalization) $$
    LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION blockmask_rank IS 'the rank of what blockmask_tsvector made, for ORDER BY';

CREATE FUNCTION blockmask_version() RETURNS text
    AS 'MODULE_PATHNAME', 'blockmask_pg_version' LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION blockmask_version IS 'the version of the library: results may differ between versions';
