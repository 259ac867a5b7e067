"""Trees and selectors beside other parsers, on one list of pages (benches/pages.txt), in one run:

    make bench-trees            # prints the figures
    make bench-trees BLESS=1    # writes them to docs/benchmarks-trees.md

It starts the Rust program `peers` for the parsers of Rust, and measures the parsers that Python reaches itself: the C
library through ctypes, and Lexbor through the packages selectolax and Resiliparse. All times are CPU times of one thread,
medians of rounds in which the contestants take turns, after a warm-up.
"""

from __future__ import annotations

import argparse
import ctypes
import datetime
import gzip
import importlib.metadata
import os
import platform
import re
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import blockmask
import turbohtml
from resiliparse.parse.html import HTMLTree
from selectolax.lexbor import LexborHTMLParser

ROOT = Path(__file__).resolve().parents[1]
CORPUS = Path(os.environ.get("BLOCKMASK_SHARED", ROOT.parent / "shared")) / "corpus"
DOCUMENT = ROOT / "docs/benchmarks-trees.md"
PACKAGES = ("selectolax", "resiliparse", "turbohtml")
#: In blockmask_tree.h.
TABLE_NODES = 18


class Table(ctypes.Structure):
    """A blockmask_table."""

    _fields_ = [("rows", ctypes.c_void_p), ("count", ctypes.c_size_t), ("stride", ctypes.c_size_t)]


class Library:
    """The C library."""

    def __init__(self, path: str) -> None:
        self.calls = ctypes.CDLL(path)
        self.analyzer = ctypes.c_void_p()
        self.document = ctypes.c_void_p()
        self.expect(self.calls.blockmask_create_analyzer(None, ctypes.byref(self.analyzer)))

    def expect(self, status: int) -> None:
        if status != 0:
            raise SystemExit(f"the C library failed with status {status}")

    def parse(self, html: bytes) -> None:
        document = ctypes.byref(self.document)
        length = ctypes.c_size_t(len(html))
        self.expect(self.calls.blockmask_parse(self.analyzer, html, length, None, None, ctypes.c_size_t(0), document))

    def nodes(self, html: bytes) -> None:
        self.parse(html)
        self.expect(self.calls.blockmask_get_table(self.document, TABLE_NODES, ctypes.byref(Table())))


def medians(works: list[Callable[[], object]], rounds: int) -> list[float]:
    """The time of each in seconds. The first round is not counted."""
    times: list[list[float]] = [[] for _ in works]
    for turn in range(rounds + 1):
        for at in range(len(works)):
            at = (at + turn) % len(works)
            start = time.thread_time()
            works[at]()
            if turn > 0:
                times[at].append(time.thread_time() - start)
    return [statistics.median(of_one) for of_one in times]


def over(read: Callable[[object], object], pages: list) -> Callable[[], None]:
    def work() -> None:
        for page in pages:
            read(page)

    return work


def trees(pages: list[bytes], library: Library, rounds: int) -> tuple[list[tuple[str, str, float]], float, float]:
    """Rows of a name, the work and MB/s; and the speeds of the fastest Lexbor and the fastest other package."""
    texts = [page.decode("utf-8", "replace") for page in pages]
    contestants = [
        ("blockmask, C", "`blockmask_parse`", over(library.parse, pages)),
        ("blockmask, C, with nodes", "the same, and the table of all nodes", over(library.nodes, pages)),
        ("blockmask, Python", "`blockmask.parse` of bytes", over(blockmask.parse, pages)),
        ("blockmask, Python, str", "the same, of a string", over(blockmask.parse, texts)),
        ("Lexbor, selectolax", "`LexborHTMLParser` of bytes", over(LexborHTMLParser, pages)),
        ("Lexbor, Resiliparse", "`HTMLTree.parse` of a string", over(HTMLTree.parse, texts)),
        ("turbohtml", "`turbohtml.parse` of a string", over(turbohtml.parse, texts)),
        (
            "turbohtml, without positions",
            "the same, with `positions=False`",
            over(lambda text: turbohtml.parse(text, positions=False), texts),
        ),
    ]
    size = sum(map(len, pages)) / 1e6
    speeds = [size / spent for spent in medians([work for *_, work in contestants], rounds)]
    rows = [(name, work, speed) for (name, work, _), speed in zip(contestants, speeds, strict=True)]
    return rows, max(speeds[4:6]), max(speeds[4:])


def lexbor_selectors(pages: list[bytes], rounds: int) -> dict[str, float]:
    """Nanoseconds of each selector on a page that is parsed. The list of Python objects is part of them."""
    common = re.search(r"const COMMON: .*?\[\n(.*?)\n\];", (ROOT / "benches/src/selectors.rs").read_text(), re.S)
    selectors = re.findall(r'"(.*)"', common[1] if common else "")
    parsed = [LexborHTMLParser(page) for page in pages]
    works = [over(lambda page, selector=selector: page.css(selector), parsed) for selector in selectors]
    times = medians(works, rounds)
    return {selector: spent * 1e9 / len(pages) for selector, spent in zip(selectors, times, strict=True)}


def with_lexbor(table: str, lexbor: dict[str, float]) -> str:
    """The table of selectors with two more columns."""
    lines = []
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| selector"):
            line += " Lexbor, ns a page | blockmask relative to the faster |"
        elif line.startswith("|---"):
            line += "---:|---:|"
        elif line.startswith("|") and (spent := lexbor.get(cells[0].strip("`"))) is not None:
            ours, scraper = float(cells[1]), float(cells[2])
            line += f" {spent:.0f} | {ours / min(scraper, spent):.2f} |"
        elif line.startswith("| all"):
            line += f" {statistics.mean(lexbor.values()):.0f} | |"
        lines.append(line)
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", help="libblockmask.so")
    parser.add_argument("peers", help="the program peers of benches/")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    names = [line for line in (ROOT / "benches/pages.txt").read_text().splitlines() if not line.startswith("#")]
    pages = [gzip.decompress((CORPUS / name).read_bytes()) for name in names]
    run = [arguments.peers, "--rounds", str(arguments.rounds)]
    environment = dict(os.environ, BLOCKMASK_SHARED=str(CORPUS.parent))
    of_rust = subprocess.run([*run, "trees"], env=environment, check=True, capture_output=True, text=True).stdout
    head, rust, selectors = re.split(r"\n## .*\n", of_rust)
    rows, lexbor, package = trees(pages, Library(arguments.library), arguments.rounds)
    fastest = {name: speed for name, _, speed in rows}
    for line in rust.strip().splitlines()[2:]:
        name, speed, work = (cell.strip() for cell in line.strip("|").split("|"))
        rows.append((name, work, float(speed)))
        fastest[name] = float(speed)
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)
    out = [
        "# Benchmarks of trees and selectors",
        "",
        "Written by `make bench-trees BLESS=1`: medians of the CPU time of one thread, in one run.",
        "",
        *[line for line in head.splitlines() if line.startswith("- ") and "date:" not in line],
        f"- date: {datetime.date.today()}",
        f"- Python {platform.python_version()}, {versions}",
        f"- load average at the end, of two cores: {' '.join(f'{load:.2f}' for load in os.getloadavg())}",
        "",
        "## Trees",
        "",
        "Parsing alone, from the bytes or the string of a page to a tree, whose memory is freed or used again. blockmask's",
        "tree has the place of every node in the source; of the others only turbohtml's has.",
        "",
        "| program | MB/s | relative to Lexbor | work |",
        "|---|---:|---:|---|",
        *[f"| {name} | {speed:.0f} | {speed / lexbor:.2f} | {work} |" for name, work, speed in rows],
        "",
        f"blockmask in Rust is {fastest['blockmask, Rust'] / lexbor:.1f} times as fast as the faster Lexbor, in C "
        f"{fastest['blockmask, C'] / lexbor:.1f} times,",
        f"with the table of all nodes {fastest['blockmask, C, with nodes'] / lexbor:.1f} times; in Python it is "
        f"{fastest['blockmask, Python'] / package:.1f} times as fast as the fastest other package.",
        "The goals are 3 times in Rust and C, and 2 times in Python. With the table of all nodes, which copies them into rows "
        f"of 64 bytes, C {'misses' if fastest['blockmask, C, with nodes'] < 3 * lexbor else 'reaches'} its goal.",
        "",
        "## Selectors",
        "",
        "On parsed pages; the lists of Python objects of selectolax are part of the time of Lexbor.",
        "",
        with_lexbor(selectors.strip(), lexbor_selectors(pages, arguments.rounds)),
        "",
    ]
    text = "\n".join(out)
    print(text)
    if arguments.write:
        DOCUMENT.write_text(text)


if __name__ == "__main__":
    main()
