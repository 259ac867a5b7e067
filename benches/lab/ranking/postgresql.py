#!/usr/bin/env python3
"""Ranks the documentation sites by ts_rank of PostgreSQL, with weights of the extension in examples/engines/postgresql.

postgresql.py FOLDER [QUERIES]: FOLDER has what `blockmask-ranking --export` writes; so many queries of each kind are asked
for each site. A server with the extension must be where psql finds it (PGHOST, PGPORT, PGUSER); tables in the schema
blockmask_ranking are made anew. Besides the queries of the folder, eight words of the main text of a page are one.

Prints the mean reciprocal rank by kind, on every other site and on the sites between: weights were chosen on the first.
"""

import os
import pathlib
import subprocess
import sys

KINDS = {"ptitle": "title", "api": "name", "hand": "book index", "desc": "book index"}
# Weights of D, C, B, A, normalization, and whether words have labels.
METHODS = {
    "one weight": ("1, 1, 1, 1", 0, False),
    "one weight, by length": ("1, 1, 1, 1", 1, False),
    "weights of PostgreSQL": ("0.1, 0.2, 0.4, 1", 0, True),
    "weights of blocks": ("0.06, 0.125, 0.5, 1", 0, True),
    "blockmask_rank": ("0.2, 0.7, 0.7, 1", 0, True),
    "blockmask_rank, by length": ("0.2, 0.7, 0.7, 1", 1, True),
}

SCHEMA = """DROP SCHEMA IF EXISTS blockmask_ranking CASCADE; CREATE SCHEMA blockmask_ranking;
CREATE UNLOGGED TABLE page (site text, path text, html bytea);
CREATE UNLOGGED TABLE query (id serial, site text, kind text, words text, relevant text[])"""

INDEX = """ALTER TABLE page ADD weighted tsvector;
UPDATE page SET weighted = blockmask_tsvector('simple', html);
INSERT INTO query (site, kind, words, relevant) SELECT site, 'content', array_to_string(word[at:at + 7], ' '), ARRAY[path]
    FROM (SELECT site, path, word, 1 + ('x' || substr(md5(path), 1, 7))::bit(28)::integer % (cardinality(word) - 8) AS at
    FROM (SELECT site, path, regexp_split_to_array(blockmask_text(html), '\\s+') AS word FROM page) text
    WHERE cardinality(word) > 200) chosen"""

# Words of a query are joined by OR, as in the search programs.
CANDIDATES = """CREATE UNLOGGED TABLE asked AS SELECT id, site, kind, relevant, query FROM (SELECT *,
    row_number() OVER (PARTITION BY site, kind ORDER BY md5(id::text)) AS number,
    (SELECT string_agg(quote_literal(word), ' | ')::tsquery FROM unnest(tsvector_to_array(to_tsvector('simple', words))) word)
    AS query FROM query) numbered WHERE number <= {queries} AND query IS NOT NULL AND length(words) < 200;
CREATE UNLOGGED TABLE found AS SELECT id, query, path, path = ANY(relevant) AS is_relevant, weighted,
    setweight(weighted, 'D') AS plain FROM asked JOIN page USING (site) WHERE weighted @@ query;
ANALYZE found; CREATE UNLOGGED TABLE half AS SELECT site, row_number() OVER (ORDER BY site) % 2 AS half
    FROM (SELECT DISTINCT site FROM asked) sites"""

# The mean of the means of each site.
MEASURE = """SELECT half, kind, avg(mean) FROM (SELECT half, kind, avg(coalesce(reciprocal, 0)) AS mean
    FROM asked JOIN half USING (site) LEFT JOIN (SELECT id, max(1.0 / rank) FILTER (WHERE is_relevant AND rank <= 100) AS reciprocal
    FROM (SELECT id, is_relevant, row_number() OVER (PARTITION BY id ORDER BY ts_rank('{{{weights}}}', {column}, query,
    {normalization}) DESC, path) AS rank FROM found) ranked GROUP BY id) best USING (id) GROUP BY half, site, kind) sites
    GROUP BY half, kind"""


def psql(statements, data=None):
    options = os.environ.get("PGOPTIONS", "") + " -c search_path=blockmask_ranking,public -c client_min_messages=error"
    command = ["psql", "-XqAt", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-c", statements]
    ran = subprocess.run(command, input=data, capture_output=True, text=True, env={**os.environ, "PGOPTIONS": options})
    if ran.returncode != 0:
        sys.exit(ran.stderr)
    return [line.split("\t") for line in ran.stdout.splitlines()]


def escaped(text):
    return text.replace("\\", "\\\\").replace("\t", " ")


def load(site):
    """Pages and queries of a site."""
    rows = []
    for page in sorted(path for path in (site / "pages").rglob("*") if path.is_file()):
        rows.append(f"{site.name}\t{escaped(str(page.relative_to(site / 'pages')))}\t\\\\x{page.read_bytes().hex()}\n")
    psql("COPY page FROM STDIN", "".join(rows))
    rows = []
    for line in (site / "queries.tsv").read_text().splitlines():
        kind, words, *relevant = line.split("\t")
        paths = ",".join('"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"' for path in relevant)
        rows.append("\t".join(map(escaped, (site.name, KINDS[kind], words, "{" + paths + "}"))) + "\n")
    psql("COPY query (site, kind, words, relevant) FROM STDIN", "".join(rows))


def main():
    folder, queries = pathlib.Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "12"
    psql(SCHEMA)
    for site in sorted(path for path in folder.iterdir() if (path / "queries.tsv").exists()):
        load(site)
    psql(INDEX)
    psql(CANDIDATES.format(queries=queries))
    kinds = ["title", "name", "book index", "content"]
    print("| | " + " | ".join(f"{kind}, {half}" for half in ("chosen", "tested") for kind in kinds) + " |")
    print("|---|" + "--:|" * (2 * len(kinds)))
    for name, (weights, normalization, has_labels) in METHODS.items():
        column = "weighted" if has_labels else "plain"
        rows = psql(MEASURE.format(weights=weights, normalization=normalization, column=column))
        means = {(half, kind): f"{float(mean):.3f}" for half, kind, mean in rows}
        print(f"| {name} | " + " | ".join(means[half, kind] for half in "10" for kind in kinds) + " |", flush=True)


if __name__ == "__main__":
    main()
