#!/usr/bin/env python3
"""Ranks the documentation sites by a real engine: the search program on Tantivy, by plain text and by fields.

engine.py PROGRAM FOLDER: FOLDER has what `blockmask-ranking --export` writes.
"""

import pathlib
import subprocess
import sys

METHODS = ("plain", "bm25f")
# Title queries are left out: the program has no search without the title.
KINDS = {"hand": "book index", "api": "names", "desc": "names"}


def run(*command):
    return subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout


def reciprocal_ranks(program, index, queries, file):
    """The reciprocal rank of each query, by kind."""
    file.write_text("".join(text + "\n" for _, text, _ in queries))
    found = {}
    for line in run(program, "search", "--limit", 50, "--queries", file, index).splitlines():
        text, rank, path, _ = line.split("\t")
        found.setdefault(text, {})[path] = int(rank)
    ranks = {}
    for kind, text, relevant in queries:
        best = min((found.get(text, {}).get(path, 0) or 10**9 for path in relevant), default=10**9)
        ranks.setdefault(kind, []).append(1 / best if best < 10**9 else 0.0)
    return ranks


def main():
    program, folder = map(pathlib.Path, sys.argv[1:3])
    print("| site | kind | queries | " + " | ".join(METHODS) + " |\n|---|---|--:|" + "--:|" * len(METHODS))
    sums = {}
    for site in sorted(path for path in folder.iterdir() if (path / "queries.tsv").exists()):
        lines = (line.split("\t") for line in (site / "queries.tsv").read_text().splitlines())
        queries = [(kind, text, relevant) for kind, text, *relevant in lines if kind in KINDS]
        if not queries:
            continue
        ranks = {}
        for method, options in (("plain", ["--plain"]), ("bm25f", [])):
            run(program, "index", *options, site / method, site / "pages")
            ranks[method] = reciprocal_ranks(program, site / method, queries, site / "queries.txt")
        for kind in sorted({kind for kind, _, _ in queries}):
            means = [sum(ranks[method][kind]) / len(ranks[method][kind]) for method in METHODS]
            sums.setdefault(KINDS[kind], []).append(means)
            print(f"| {site.name} | {kind} | {len(ranks['plain'][kind])} | " + " | ".join(f"{m:.3f}" for m in means) + " |")
    for kind, rows in sums.items():
        means = [sum(column) / len(rows) for column in zip(*rows)]
        print(f"| mean of {len(rows)} views | {kind} | | " + " | ".join(f"{m:.3f}" for m in means) + " |")


if __name__ == "__main__":
    main()
