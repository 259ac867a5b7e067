\pset format unaligned
\pset tuples_only on
SELECT jsonb_pretty(blockmask_facts('<html lang=de><meta name=robots content="noindex, max-snippet:50">
<link rel=canonical href=/regen><link rel=alternate hreflang=en href=/rain><link rel=alternate hreflang=fr href=/pluie>
<meta property=og:title content="Regen &quot;am&quot; Fluß"><meta name=description content="Drei Tage \\o/ Regen.">
<link rel=license href=https://licenses.example/by>
<script type=application/ld+json>{"@type": "NewsArticle", "datePublished": "2026-05-02"}</script>
<p data-nosnippet>Nicht zeigen.'::bytea, address => 'https://fluss.example/a'));
SELECT blockmask_facts('');
SELECT blockmask_facts(NULL) IS NULL;
-- A zero, which jsonb does not have.
SELECT blockmask_facts('<script type=application/ld+json>{"@type": "News\\u0000Article"}</script>');
