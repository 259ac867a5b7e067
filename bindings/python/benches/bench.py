"""The overhead of Python over Rust, and the speed of peers relative to blockmask in the same process.

    make bench-python          # prints the figures
    make bench-python BLESS=1  # writes them to docs/benchmarks-python.md
    make bench-python PGO=1    # the peers against a package with profile-guided optimization; also with BLESS=1

CPU time of one thread, on the pages of all benchmarks (benches/pages.txt), or on pages made from the fixtures if there
is no corpus. The overhead is measured on pages of at least 20 kB.
"""

from __future__ import annotations

import argparse
import datetime
import gzip
import importlib.metadata
import os
import platform
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import blockmask
import pyarrow
from blockmask import _native

ROOT = Path(__file__).resolve().parents[3]
SHARED = Path(os.environ.get("BLOCKMASK_SHARED", ROOT.parent / "shared"))
LEAST_SIZE = 20_000
#: The pages of all benchmarks.
PAGES = ROOT / "benches/pages.txt"
#: Turns for a page, of which the fastest counts; and rounds of all contestants, of which the median counts.
TURNS, ROUNDS = 25, 5
DOCUMENT = ROOT / "docs/benchmarks-python.md"
#: The last section of the document, which is measured with another build.
PGO = "## With profile-guided optimization"
CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([\w-]+)", re.I)


def pages() -> tuple[list[bytes], str]:
    """The pages, and where they are from."""
    if (SHARED / "corpus").is_dir():
        names = [line for line in PAGES.read_text().splitlines() if not line.startswith("#")]
        return [gzip.decompress((SHARED / "corpus" / name).read_bytes()) for name in names], "benches/pages.txt"
    fixtures = [path.read_bytes() for path in sorted((ROOT / "tests/fixtures/pages").glob("*.html"))]
    made = [html * (1 + LEAST_SIZE * size // len(html)) for html in fixtures for size in (1, 3, 10)]
    return made, "repeated fixtures; there is no corpus"


def decode(html: bytes) -> str:
    """As a careful caller would: as UTF-8 if valid, else with the declared charset."""
    try:
        return html.decode()
    except UnicodeDecodeError:
        declared = CHARSET.search(html[:4096])
    try:
        return html.decode(declared[1].decode() if declared else "windows-1252", "replace")
    except LookupError:
        return html.decode("windows-1252", "replace")


def least(work: Callable[[], object], turns: int = TURNS) -> int:
    """The least CPU time in nanoseconds."""
    times = []
    for _ in range(turns):
        start = time.thread_time_ns()
        work()
        times.append(time.thread_time_ns() - start)
    return min(times)


def overhead(html: list[bytes]) -> list[str]:
    """The table of the overhead of Python, from the minimum of many runs in both languages."""
    native: Any = _native
    analyzer = blockmask.Analyzer()
    rows = []
    for name, call in [("extract", analyzer.extract), ("analyze", analyzer.analyze)]:
        rust, python = [], []
        for page in html:
            # By turns, so that what else the machine does slows both.
            pairs = [(native._time_extract(page, 5), least(lambda: call(page), 5)) for _ in range(TURNS // 5)]
            rust.append(min(pair[0] for pair in pairs))
            python.append(min(pair[1] for pair in pairs))
        single = statistics.median(p / r - 1 for p, r in zip(python, rust))
        rows.append((f"`{name}`", sum(rust), sum(python), f"{100 * single:.2f} %"))
    column = pyarrow.array(html, pyarrow.large_binary())
    pairs = [(native._time_batch(html, 2), least(lambda: analyzer.analyze_batch(column), 2)) for _ in range(TURNS // 2)]
    rows.append(("`analyze_batch`", min(p[0] for p in pairs), min(p[1] for p in pairs), ""))
    table = ["| | Rust, ms | Python, ms | overhead | overhead, median of the pages |", "|---|---:|---:|---:|---:|"]
    for name, rust_time, python_time, single_page in rows:
        ratio = f"{100 * (python_time / rust_time - 1):.2f} %"
        table.append(f"| {name} | {rust_time / 1e6:.1f} | {python_time / 1e6:.1f} | {ratio} | {single_page} |")
    return table


def contestants(html: list[bytes]) -> dict[str, Callable[[], object]]:
    """What is compared, by name: each goes over all pages."""
    texts = [decode(page) for page in html]
    column = pyarrow.array(html, pyarrow.large_binary())
    analyzer = blockmask.Analyzer()
    found: dict[str, Callable[[], object]] = {
        "blockmask, `extract` of bytes": lambda: [analyzer.extract(page) for page in html],
        "blockmask, `extract` of str": lambda: [analyzer.extract(page) for page in texts],
        "blockmask, `analyze`": lambda: [analyzer.analyze(page) for page in html],
        "blockmask, `analyze` and all blocks' texts": lambda: [
            [block.text for block in analyzer.analyze(page).blocks] for page in html
        ],
        "blockmask, `analyze_batch`": lambda: analyzer.analyze_batch(column),
    }
    try:
        from resiliparse.extract.html2text import extract_plain_text

        found["resiliparse, main content"] = lambda: [extract_plain_text(page, main_content=True) for page in texts]
    except ImportError:
        print("skipped: resiliparse, which is not installed", file=sys.stderr)
    try:
        import turbohtml

        found["turbohtml, main text"] = lambda: [turbohtml.parse(page).main_text() for page in texts]
    except ImportError:
        print("skipped: turbohtml, which is not installed", file=sys.stderr)
    try:
        import trafilatura

        found["trafilatura"] = lambda: [trafilatura.extract(page) for page in texts]
    except ImportError:
        print("skipped: trafilatura, which is not installed", file=sys.stderr)
    return found


def throughput(html: list[bytes]) -> list[str]:
    """The table of relative times: medians of rounds, in which all take turns."""
    work = contestants(html)
    times: dict[str, list[int]] = {name: [] for name in work}
    for turn in range(ROUNDS + 1):
        for name, run in work.items():
            start = time.process_time_ns()
            run()
            # The first round warms up.
            if turn > 0:
                times[name].append(time.process_time_ns() - start)
    medians = {name: statistics.median(values) for name, values in times.items()}
    fastest = medians["blockmask, `extract` of str"]
    table = ["| | time relative to `extract` of str |", "|---|---:|"]
    table += [f"| {name} | {median / fastest:.2f} |" for name, median in medians.items()]
    return table


def copies(html: list[bytes]) -> list[str]:
    """The table of the cost of copying a buffer."""
    analyzer = blockmask.Analyzer()
    table = ["| input | ms, all pages | over bytes |", "|---|---:|---:|"]
    forms: dict[str, list[Any]] = {
        "bytes": list(html),
        "memoryview of bytes": [memoryview(page) for page in html],
        "bytearray, copied once": [bytearray(page) for page in html],
        "str": [decode(page) for page in html],
    }
    times = dict.fromkeys(forms, 0)
    for index in range(len(html)):
        for name, pages_of_form in forms.items():
            times[name] += least(lambda: analyzer.extract(pages_of_form[index]), 9)
    for name, value in times.items():
        table.append(f"| {name} | {value / 1e6:.1f} | {100 * (value / times['bytes'] - 1):+.1f} % |")
    return table


def setting(html: list[bytes], what: str) -> str:
    """The pages, the date, the versions and the load."""
    load = os.getloadavg()
    names = ["blockmask", "resiliparse", "turbohtml", "trafilatura", "pyarrow"]
    versions = []
    for name in names:
        try:
            versions.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            versions.append(f"no {name}")
    rustc = subprocess.run(["rustc", "--version"], capture_output=True, text=True).stdout.strip()
    return (
        f"- pages: {len(html)} ({what}), {sum(map(len, html)) / 1e6:.1f} MB\n"
        f"- date: {datetime.date.today()}\n"
        f"- versions: Python {platform.python_version()}, {', '.join(versions)}, {rustc or 'rustc unknown'}\n"
        f"- load average at the start: {load[0]:.2f} {load[1]:.2f} {load[2]:.2f}"
    )


def report(html: list[bytes], what: str) -> str:
    parts = [
        "# Benchmarks of the Python package",
        "Written by `make bench-python BLESS=1`. CPU time of one thread; [benchmarks.md](benchmarks.md) has MB/s.",
        setting(html, what),
        "## Python over Rust",
        "The same work called from Rust in the same library, on the pages of at least 20 kB. In both languages `extract`\n"
        "makes the main text; `analyze` also keeps all results for Python, while the Rust column is again the main text.\n"
        f"Minimum of {TURNS} runs per page and per batch.",
        "\n".join(overhead([page for page in html if len(page) >= LEAST_SIZE])),
        "## Peers",
        f"Medians of {ROUNDS} rounds over all pages, in which the programs take turns. The peers get decoded text.",
        "\n".join(throughput(html)),
        "## Buffers",
        "`extract`; minimum of 9 runs per page.",
        "\n".join(copies(html)),
    ]
    return "\n\n".join(parts) + "\n"


def report_pgo(html: list[bytes], what: str) -> str:
    parts = [
        PGO,
        "The peers again, against a package built like `make wheel PGO=1`. Written by\n"
        "`make bench-python PGO=1 BLESS=1`.",
        setting(html, what),
        "\n".join(throughput(html)),
    ]
    return "\n\n".join(parts) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks-python.md")
    parser.add_argument("--pgo", action="store_true", help="measure the peers only: the build is profile-guided")
    arguments = parser.parse_args()
    html, what = pages()
    text = report_pgo(html, what) if arguments.pgo else report(html, what)
    print(text)
    if arguments.write:
        others, heading, rest = DOCUMENT.read_text().partition(PGO)
        parts = [others, text] if arguments.pgo else [text, heading + rest]
        DOCUMENT.write_text("\n\n".join(part.strip() for part in parts if part) + "\n")


if __name__ == "__main__":
    main()
