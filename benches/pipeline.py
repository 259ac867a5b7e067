"""The command line on WARC files beside the steps that it cannot do without, each alone, in one run:

    make bench-pipeline            # prints the figures
    make bench-pipeline BLESS=1    # writes them to docs/benchmarks-pipeline.md

The files hold the pages of benches/pages.txt. Times are CPU times of all threads, medians of rounds in which all have a
turn, after a warm-up. `src/pipeline.rs` measures the steps.
"""

from __future__ import annotations

import argparse
import datetime
import gzip
import os
import re
import resource
import statistics
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CORPUS = Path(os.environ.get("BLOCKMASK_SHARED", ROOT.parent / "shared")) / "corpus"
DOCUMENT = ROOT / "docs/benchmarks-pipeline.md"
FILES, COPIES, ROUNDS = 2, 20, 5
#: A command, and the step of its analysis.
COMMANDS = {"text": "main-text", "blocks": "blocks"}


def record(number: int, page: bytes) -> bytes:
    """A response with a page, as a member of gzip."""
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
    head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.org/{number}\r\n"
    head += f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(body)}\r\n\r\n"
    return gzip.compress(head.encode() + body + b"\r\n\r\n")


def write_files(folder: Path) -> tuple[list[Path], int, int]:
    """WARC files, with the number of pages and of their bytes."""
    names = [line for line in (ROOT / "benches/pages.txt").read_text().splitlines() if not line.startswith("#")]
    pages = [gzip.decompress((CORPUS / name).read_bytes()) for name in names]
    records = [record(number, page) for number, page in enumerate(pages)]
    paths = [folder / f"{number}.warc.gz" for number in range(FILES)]
    for number, path in enumerate(paths):
        path.write_bytes(COPIES * b"".join(records[number::FILES]))
    return paths, COPIES * len(pages), COPIES * sum(map(len, pages))


def of_command(command: list[object]) -> float:
    """The CPU seconds of a program."""

    def used() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before = used()
    subprocess.run(list(map(str, command)), stdout=subprocess.DEVNULL, check=True)
    return used() - before


def medians(turns: dict[str, Callable[[], float]]) -> dict[str, float]:
    seconds: dict[str, list[float]] = {name: [] for name in turns}
    for _ in range(1 + ROUNDS):
        for name, turn in turns.items():
            seconds[name].append(turn())
    return {name: statistics.median(values[1:]) for name, values in seconds.items()}


def measure(cli: Path, steps: Path, paths: list[Path]) -> dict[str, float]:
    def step(name: str) -> Callable[[], float]:
        return lambda: float(subprocess.check_output([steps, name, *paths]))

    def program(name: str) -> Callable[[], float]:
        return lambda: of_command([cli, name, "--format", "jsonl", *paths])

    steps_alone = {name: step(name) for name in ("gunzip", *COMMANDS.values())}
    return medians(steps_alone | {f"`{name}`": program(name) for name in COMMANDS})


def report(cli: Path, steps: Path) -> str:
    load = os.getloadavg()
    with tempfile.TemporaryDirectory() as folder:
        paths, pages, size = write_files(Path(folder))
        packed = sum(path.stat().st_size for path in paths)
        seconds = measure(cli, steps, paths)
    gunzip = seconds["gunzip"]
    rows = []
    for name, step in COMMANDS.items():
        whole, analysis = seconds[f"`{name}`"], seconds[step]
        ratio = whole / (gunzip + analysis)
        speed = size / whole / 1e6
        rows.append(f"| `{name}` | {gunzip:.2f} | {analysis:.2f} | {whole:.2f} | {ratio:.2f} | {speed:.0f} |")
    models = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text()) or ["unknown"]
    return TEXT.format(
        files=FILES,
        pages=pages,
        copies=COPIES,
        packed=packed / 1e6,
        size=size / 1e6,
        rounds=ROUNDS,
        date=datetime.date.today(),
        machine=f"{models[0]}, {os.cpu_count()} cores",
        compiler=subprocess.check_output(["rustc", "--version"], text=True).strip(),
        load=f"{load[0]:.2f} {load[1]:.2f} {load[2]:.2f}",
        rows="\n".join(rows),
    )


TEXT = """\
# Benchmarks of the pipeline

Written by `make bench-pipeline BLESS=1`: medians of {rounds} rounds in which all have a turn, after a warm-up.

- input: {files} files `.warc.gz` with {pages} pages (each page of benches/pages.txt {copies} times): {packed:.0f} MB, pages of {size:.0f} MB
- processor: {machine}
- compiler: {compiler}
- date: {date}
- load average at the start: {load}

CPU seconds of `blockmask text` and `blocks`, both with `--format jsonl`, beside their steps alone with everything in
memory: decompressing by zlib-rs, and the analysis of what is printed, to which groups and facts belong for `blocks`. The
rest is reading records, moving pages between threads, and writing JSON. The ratio can be below 1, as the command line
decodes members that are in memory as a whole by libdeflate, in half of the time of zlib-rs.

| command | decompressing alone | analysis alone | command | command / sum of the steps | MB of pages a CPU second |
|---|---:|---:|---:|---:|---:|
{rows}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cli", type=Path, required=True)
    parser.add_argument("--steps", type=Path, required=True)
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks-pipeline.md")
    arguments = parser.parse_args()
    text = report(arguments.cli, arguments.steps)
    print(text)
    if arguments.write:
        DOCUMENT.write_text(text)


if __name__ == "__main__":
    main()
