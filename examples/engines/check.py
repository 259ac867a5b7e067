#!/usr/bin/env python3
"""Checks the search programs of this folder together: `make engines`.

check.py WORK SHARED PACKAGES NAME=PROGRAM...

Each program indexes the pages of a documentation site (or, where it is not there, pages made by this script), with
blockmask and without. Checked are: the counts of a first and a second run, that a run after a kill completes the index,
the agreement of all programs on fifty queries, and the highlights of snippets. Printed are ranks, time and size.
check_program.py checks each program by itself, on small pages.
"""

import gzip
import html
import itertools
import json
import pathlib
import re
import resource
import signal
import subprocess
import sys
import time

QUERIES = 50
SITE = "octave"
# Programs agree on a query if so much of their first ten pages is common, in the mean over queries.
LEAST_OVERLAP = 0.5
# And if the ranks of the pages that answer differ by no more than this.
MOST_DIFFERENCE = 0.12


def own_pages(folder):
    """Sixty pages, each about a different word, and fifty queries."""
    names = [first + second for first in ("stone", "river", "oak", "snow", "field", "mill") for second in
             ("bridge", "gate", "house", "path", "lamp", "wheel", "song", "bell", "wall", "yard")]
    menu = "".join(f"<li><a href={name}.html>{name}</a>" for name in names)
    for i, name in enumerate(names):
        other = names[(i + 7) % len(names)]
        text = f"<p>Caf&eacute; notes on the {name} &amp; the {other}, which stood there for {i + 2} years.</p>" * (i % 3 + 1)
        page = f"<title>The {name}</title><nav><ul>{menu}</ul></nav><main><h1>The {name}</h1>{text}</main>"
        (folder / f"{name}.html").write_text(page)
    return [(name, [f"{name}.html"]) for name in names[:QUERIES]]


def site_pages(shared, packages):
    """The folder of the site and queries from its index, or None."""
    sites = shared / "ranking/sites.json"
    if not sites.exists():
        return None
    site = next(site for site in json.loads(sites.read_text()) if site["name"] == SITE)
    folder = packages / site["package"] / site["root"]
    if not folder.is_dir():
        return None
    with gzip.open(shared / f"ranking/queries/{SITE}.jsonl.gz", "rt") as lines:
        queries = [json.loads(line) for line in lines]
    queries = [(query["q"], query["rel"]) for query in queries if query["kind"] == "api"]
    return folder, queries[:: max(1, len(queries) // QUERIES)][:QUERIES]


class Program:
    def __init__(self, name, command, work):
        self.name, self.command, self.work = name, command, work

    def run(self, *arguments, may_fail=False):
        done = subprocess.run([self.command, *map(str, arguments)], capture_output=True, text=True, timeout=600)
        if done.returncode != 0 and not may_fail:
            sys.exit(f"{self.name}: {' '.join(map(str, arguments))}: exit status {done.returncode}\n{done.stderr[-2000:]}")
        return done.stdout

    def index(self, folder, name, *options):
        index = self.work / self.name / name
        index.parent.mkdir(parents=True, exist_ok=True)
        return index, self.run("index", *options, index, folder)

    def ranks(self, index, queries):
        """For each query the pages found, best first."""
        file = self.work / "queries.txt"
        file.write_text("".join(query + "\n" for query, _ in queries))
        found = {query: [] for query, _ in queries}
        for line in self.run("search", "--limit", 10, "--queries", file, index).splitlines():
            query, _, path, _ = line.split("\t")
            found[query].append(path)
        return found


def numbers(report):
    """The numbers of the line that `index` prints, by the word before each."""
    return {key: int(count) for key, count in re.findall(r"(indexed|unchanged|deleted|failed) (\d+)", report)}


def size(index):
    """The bytes of an index, a file or a folder."""
    files = index.rglob("*") if index.is_dir() else [index]
    return sum(file.stat().st_size for file in files if file.is_file())


def cpu_seconds():
    """The processor time of the programs that were run so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def require(condition, message):
    if not condition:
        sys.exit(f"check.py: {message}")


def check_runs(program, folder, pages):
    """A first run, a second one, and one that completes what a killed one began."""
    start = cpu_seconds()
    index, report = program.index(folder, "index")
    seconds, counts = cpu_seconds() - start, numbers(report)
    require(counts["indexed"] == pages and counts["failed"] == 0, f"{program.name}: {pages} pages, but {report}")
    again = numbers(program.index(folder, "index")[1])
    require(again["indexed"] == 0 and again["unchanged"] == pages, f"{program.name}: a second run: {again}")
    killed = program.work / program.name / "killed"
    process = subprocess.Popen([program.command, "index", killed, folder], stdout=subprocess.DEVNULL)
    time.sleep(0.2)
    process.send_signal(signal.SIGKILL)
    process.wait()
    program.index(folder, "killed")
    return index, killed, seconds


def check_highlights(program, index, folder, queries):
    checked = 0
    for query, _ in queries[:20]:
        words = {word.lower() for word in re.findall(r"[^\W_]+", query)}
        for line in program.run("search", "--limit", 5, index, query).splitlines():
            hit = json.loads(line)
            source = (folder / hit["path"]).read_bytes()
            for start, end in hit["highlights"]:
                piece = source[start:end]
                text = html.unescape(re.sub(r"<[^>]*>", "", piece.decode("utf-8", "replace"))).lower()
                where = f"{program.name}: {hit['path']} {start}-{end}: {piece!r}"
                require(0 <= start < end <= len(source) and source[start] & 0xC0 != 0x80, where)
                require(end == len(source) or source[end] & 0xC0 != 0x80, where)
                require(not re.search(rb"&#?\w*$", piece) or source[end:end + 1] != b";", where)
                require(any(word in text for word in words), f"{where} has none of {words}")
                checked += 1
    require(checked > 0, f"{program.name} highlights nothing")
    return checked


def reciprocal(found, relevant):
    return next((1 / rank for rank, path in enumerate(found, 1) if path in relevant), 0.0)


def mean(values):
    return sum(values) / max(len(values), 1)


def main():
    work, shared, packages = map(pathlib.Path, sys.argv[1:4])
    programs = [Program(*argument.split("=", 1), work) for argument in sys.argv[4:]]
    work.mkdir(parents=True, exist_ok=True)
    found = site_pages(shared, packages)
    if found:
        folder, queries = found
    else:
        print("skipped: real pages, because the site of ../shared/ranking is not unpacked (make ranking); own pages instead")
        folder = work / "pages"
        folder.mkdir(exist_ok=True)
        queries = own_pages(folder)
    pages = len([path for path in folder.rglob("*.htm*") if not path.is_symlink()])
    print(f"{pages} pages of {folder}, {len(queries)} queries\n")
    print("| program | MRR | without blockmask | CPU s | index MB | highlights |")
    print("|---|--:|--:|--:|--:|--:|")
    ranks = {}
    for program in programs:
        index, killed, seconds = check_runs(program, folder, pages)
        ranks[program.name] = program.ranks(index, queries)
        require(program.ranks(killed, queries) == ranks[program.name], f"{program.name}: the index after a kill differs")
        plain = program.ranks(program.index(folder, "plain", "--plain")[0], queries)
        rate = [mean([reciprocal(ranking[query], relevant) for query, relevant in queries])
                for ranking in (ranks[program.name], plain)]
        highlights = check_highlights(program, index, folder, queries)
        print(f"| {program.name} | {rate[0]:.3f} | {rate[1]:.3f} | {seconds:.1f} | {size(index) / 1e6:.1f} | {highlights} |")
    print()
    for one, other in itertools.combinations(ranks, 2):
        overlaps, differences = [], []
        for query, relevant in queries:
            first, second = set(ranks[one][query]), set(ranks[other][query])
            overlaps.append(len(first & second) / max(len(first | second), 1))
            differences.append(reciprocal(ranks[one][query], relevant) - reciprocal(ranks[other][query], relevant))
        print(f"{one} and {other}: {mean(overlaps):.2f} of the first ten pages in common, MRR differs by {mean(differences):+.3f}")
        require(mean(overlaps) >= LEAST_OVERLAP, f"{one} and {other} find other pages")
        require(abs(mean(differences)) <= MOST_DIFFERENCE, f"{one} and {other} rank the answers apart")


if __name__ == "__main__":
    main()
