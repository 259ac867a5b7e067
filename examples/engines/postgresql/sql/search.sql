\pset format unaligned
SELECT blockmask_tsvector('english', html) FROM page;
-- Words of two blocks are no phrase.
SELECT v @@ phraseto_tsquery('simple', 'b c') AS within, v @@ phraseto_tsquery('simple', 'd e') AS across
    FROM blockmask_tsvector('simple', '<p>a b c d<p>e f') v;
-- Labels can be asked for.
SELECT v @@ 'river:A'::tsquery AS title, v @@ 'home:A'::tsquery AS home, v @@ 'hurt'::tsquery AS hurt
    FROM page, blockmask_tsvector('simple', html) v;
SELECT blockmask_tsvector('simple', ''), blockmask_tsvector(NULL, '') IS NULL;
SELECT blockmask_tsvector('nothing', '');
-- A column with an index, and what a search is.
ALTER TABLE page ADD words tsvector GENERATED ALWAYS AS (blockmask_tsvector('english', html)) STORED;
CREATE INDEX ON page USING gin (words);
INSERT INTO page SELECT 1 + i, convert_to(format('<title>Page about %s</title><nav><a href=/>Rain</a></nav><p>It says '
    'something about %s, and is long enough to be a text of its own.', CASE WHEN i = 500 THEN 'rain' ELSE 'snow' END,
    CASE WHEN i % 100 = 0 THEN 'rain' ELSE 'snow' END), 'UTF8') FROM generate_series(1, 1000) i;
ANALYZE page;
SET enable_seqscan = off;
EXPLAIN (COSTS off) SELECT id FROM page WHERE words @@ websearch_to_tsquery('english', 'rain -snow');
SELECT id FROM page, websearch_to_tsquery('english', 'rain') query WHERE words @@ query AND id > 1
    ORDER BY blockmask_rank(words, query) DESC, id LIMIT 3;
RESET enable_seqscan;
-- Positions end at 16383, as those of to_tsvector do; the rest of a long page is found all the same.
SELECT v @@ 'last'::tsquery AS last, v @@ 'word:C'::tsquery AS word
    FROM blockmask_tsvector('simple', convert_to('<p>' || repeat('word ', 20000) || '<p>The last of the words.', 'UTF8')) v;
-- In parallel workers as in the leader.
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
EXPLAIN (COSTS off) SELECT sum(length(blockmask_text(html))) FROM page;
SELECT sum(length(blockmask_text(html))) = sum(length(main_text)) FROM page;
