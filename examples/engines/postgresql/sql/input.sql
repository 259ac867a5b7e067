\pset format unaligned
\pset tuples_only on
-- Any bytes are a page. What is not UTF-8 becomes U+FFFD or another encoding, never an error of the database.
SELECT blockmask_text('\x3c703e5261696e20ff20fe2066656c6c'::bytea) <> '';
SELECT blockmask_text('\x3c703e5261696e00206665006c6c'::bytea);
SELECT blockmask_text('<p>Rain&#0;fell &#xD800; on &#x110000; us');
SELECT blockmask_text(decode('fffe3c0070003e005200610069006e00', 'hex'));
SELECT blockmask_text('\x00'::bytea), blockmask_text('<'), blockmask_text('<!--');
SELECT count(*) FROM generate_series(0, 255) i, blockmask_blocks(decode(repeat(lpad(to_hex(i), 2, '0'), 300), 'hex'));
-- A charset that nobody knows is ignored, and so is one that is no name at all.
SELECT blockmask_text('<p>Rain fell', 'no-such-charset'), blockmask_text('<p>Rain fell', E'\u00e9\n');
-- Depth is limited, not refused.
SELECT blockmask_text(convert_to(repeat('<div>', 100000) || 'Rain fell on the city.', 'UTF8'));
-- Stored compressed and out of line.
CREATE TABLE long_page (html bytea);
INSERT INTO long_page SELECT convert_to('<title>Long</title>' || string_agg(format('<p>Line %s of a long page, which says little.', i), ''), 'UTF8')
    FROM generate_series(1, 20000) i;
SELECT length(html) > 100000, length(blockmask_text(html)) > 500000, pg_column_size(html) < length(html) FROM long_page;
SELECT length(blockmask_text(substring(html FROM 1 FOR 2000))) FROM long_page;
DROP TABLE long_page;
