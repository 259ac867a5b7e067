\pset format unaligned
-- Ranges count bytes of the page.
SELECT b.block, b.field, b.role, b.weight, b.is_template, b.heading_level, b.text,
    convert_from(substring(html FROM source_start + 1 FOR source_end - source_start), 'UTF8') AS source
    FROM page, blockmask_blocks(html) b;
SELECT count(*), bool_and(probability BETWEEN 0 AND 1) FROM page, blockmask_blocks(html);
-- A passage has the headings above it as its context.
SELECT p.passage, p.context, p.text, p.tokens, p.id <> 0 AS has_id FROM page, blockmask_passages(html, 20) p;
-- With an overlap whole sentences are repeated.
SELECT p.passage, p.text FROM blockmask_passages(
    '<p>Rain fell on the city today. The river rose by a metre. Boats lay on the road. No one was hurt at all.', 12, 6) p;
SELECT count(*) FROM blockmask_blocks('');
SELECT count(*) FROM blockmask_passages('');
SELECT count(*) FROM blockmask_blocks(NULL);
SELECT * FROM blockmask_passages('<p>Rain', 0);
SELECT * FROM blockmask_passages('<p>Rain', 10, -1);
-- Several at once, and one that is left early.
SELECT a.block, b.block FROM page, blockmask_blocks(html) a JOIN blockmask_blocks(html) b ON a.block + 1 = b.block LIMIT 2;
