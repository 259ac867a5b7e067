CREATE EXTENSION blockmask;
CREATE TABLE page (id integer PRIMARY KEY, html bytea);
INSERT INTO page VALUES (1, '<html lang=en><title>Rain &amp; river</title><nav><a href=/>Home</a> <a href=/news>News</a></nav>
<h1>Rain &amp; river</h1><p>Rain fell on the city for the <a href=third>third day</a>, and the river rose.
<h2>What to do</h2><ul><li>Stay at home until the river falls.<li>Call the town hall if water comes in.</ul>
<footer>Copyright The Daily River</footer>');
\pset format unaligned
\pset tuples_only on
SELECT blockmask_text(html) FROM page;
SELECT blockmask_markdown(html) FROM page;
-- With its address, the links of a page are absolute.
SELECT blockmask_markdown(html, address => 'https://river.example/2026/') FROM page;
-- The charset of the header decides, unless the page contradicts it.
SELECT blockmask_text('\x3c703ecf20f0e5eae0'::bytea, 'windows-1251');
SELECT blockmask_text(convert_to('<meta charset=koi8-r><p>Дождь шёл над городом третий день.', 'KOI8R'));
-- STRICT: no page, no result. An empty page has an empty text.
SELECT blockmask_text(NULL) IS NULL, blockmask_markdown(html, NULL) IS NULL FROM page;
SELECT '[' || blockmask_text('') || ']', '[' || blockmask_markdown('') || ']';
-- IMMUTABLE: it may be indexed, and stored as generated columns.
ALTER TABLE page ADD main_text text GENERATED ALWAYS AS (blockmask_text(html)) STORED;
SELECT length(main_text) = length(blockmask_text(html)) FROM page;
SELECT provolatile, proparallel, proisstrict, count(*) FROM pg_proc
    WHERE proname ~ '^blockmask_' AND proname <> 'blockmask_version' GROUP BY 1, 2, 3;
