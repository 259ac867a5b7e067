\pset format unaligned
\pset tuples_only on
CREATE TABLE large AS SELECT convert_to(repeat('<div><p>Rain fell <b>on</b> the city for the third day.</div>', 400000), 'UTF8') AS html;
-- Memory: an error that names the setting, and the next page is read.
SET blockmask.max_memory = '8MB';
SELECT length(blockmask_text(html)) FROM large;
\set VERBOSITY sqlstate
SELECT length(blockmask_text(html)) FROM large;
\set VERBOSITY default
SELECT blockmask_text('<p>Rain fell on the city for the third day.');
RESET blockmask.max_memory;
SET blockmask.max_memory = '1kB';
SET blockmask.no_such_setting = 1;
-- Longer than the library reads.
\set VERBOSITY sqlstate
SELECT blockmask_text(convert_to(repeat('Rain fell on the city for 3 days', 9000000), 'UTF8'));
-- A vector of more than a megabyte, as in to_tsvector.
SELECT length(blockmask_tsvector('simple', convert_to(string_agg('wordnumber' || i, ' '), 'UTF8'))) FROM generate_series(1, 200000) i;
\set VERBOSITY default
-- Time: the analysis ends, and so does what is made of it.
SET statement_timeout = '50ms';
SELECT length(blockmask_text(html)) FROM large;
SELECT count(*) FROM large, blockmask_blocks(html);
SELECT length(blockmask_tsvector('simple', html)) FROM large;
RESET statement_timeout;
SELECT blockmask_text('<p>Rain fell on the city for the third day.');
-- An error does not end a transaction block's savepoint, and the analyzer works on.
BEGIN;
SAVEPOINT before;
SET LOCAL blockmask.max_memory = '1MB';
SELECT length(blockmask_text(html)) FROM large;
ROLLBACK TO before;
SELECT blockmask_text('<p>Rain fell on the city for the third day.');
COMMIT;
DROP TABLE large;
-- The columns that are made of pages depend on the extension.
DROP EXTENSION blockmask;
DROP EXTENSION blockmask CASCADE;
SELECT count(*) FROM page;
