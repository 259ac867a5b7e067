"""Pages a second of the jobs on Spark and Ray beside the command line's, over the same WARC files: `make bench-spark`.

By the CPU time of all processes: what one core does that is busy with it. What the engines take to start is not
counted, as a crawl takes hours.
"""

import argparse
import datetime
import gzip
import importlib.metadata
import os
import platform
import re
import resource
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq

import check
from blockmask import _crawl

FILES, COPIES, ROUNDS = 4, 4, 3
#: Pages of one monthly crawl of Common Crawl, about.
MONTH = 2.5e9
TICKS = os.sysconf("SC_CLK_TCK")


def make_warcs(folder: Path) -> tuple[list[Path], int, int]:
    """WARC files of real pages, with the number of pages and of their bytes."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    found = [html for html in check.pages(None) if html not in check.HOSTILE.values()]
    paths = [folder / f"{number}.warc.gz" for number in range(FILES)]
    for number, path in enumerate(paths):
        indices = range(number, len(found), FILES)
        records = [check.response(f"http://example.org/{index}", found[index]) for index in indices]
        path.write_bytes(COPIES * b"".join(map(gzip.compress, records)))
    return paths, COPIES * len(found), COPIES * sum(map(len, found))


def cpu_of_children(run: Callable[[], object]) -> float:
    """The CPU time in seconds of the programs that end while a function runs."""

    def used() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before = used()
    run()
    return used() - before


def cpu_of_tree(run: Callable[[], object]) -> float:
    """The CPU time in seconds of this process and of its descendants, which stay, while a function runs."""
    before = tree_time()
    run()
    return tree_time() - before


def tree_time() -> float:
    parents, times = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        process = int(stat.parent.name)
        # Its own, and those of the children that it has waited for.
        parents[process], times[process] = int(fields[1]), sum(map(int, fields[11:15]))
    ours = {os.getpid()}
    while added := {child for child, parent in parents.items() if parent in ours} - ours:
        ours |= added
    return sum(times[process] for process in ours) / TICKS


def run_program(command: list[object]) -> Callable[[], object]:
    return lambda: subprocess.run(list(map(str, command)), stdout=subprocess.DEVNULL, check=True)


def run_python(warcs: list[Path], out: Path) -> None:
    """The same in one process of Python, without an engine."""
    analysis = _crawl.Analysis("html", "url", "charset", None, False, {})
    writer = None
    for path in warcs:
        for batch in _crawl.read_warc(path.as_uri()):
            for found in analysis.batches(batch):
                writer = writer or pq.ParquetWriter(out, found.schema, compression="zstd")
                writer.write_batch(found)
    if writer:
        writer.close()


def measure_spark(warcs: list[Path], out: Path) -> dict[str, float]:
    import blockmask.spark
    import crawl

    spark = check.session()
    paths = [str(path) for path in warcs]

    def one_step() -> None:
        crawl.write(blockmask.spark.analyze_warc(spark, paths), str(out))

    def two_steps() -> None:
        pages = blockmask.spark.read_warc(spark, paths)
        crawl.write(blockmask.spark.analyze(pages, address="url", charset="charset"), str(out))

    seconds = {
        "Spark: `analyze_warc`, as `examples/spark`": median(lambda: cpu_of_tree(one_step)),
        "Spark: `read_warc` and `analyze`": median(lambda: cpu_of_tree(two_steps)),
    }
    spark.stop()
    return seconds


def measure_ray(warcs: list[Path], out: Path) -> float:
    import ray

    import blockmask.ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False

    def run() -> None:
        shutil.rmtree(out, ignore_errors=True)
        pages = blockmask.ray.read_warc([str(path) for path in warcs])
        blockmask.ray.analyze(pages, address="url", charset="charset").write_parquet(str(out), compression="zstd")

    seconds = median(lambda: cpu_of_tree(run))
    ray.shutdown()
    return seconds


def measure(cli: Path, work: Path, warcs: list[Path]) -> dict[str, float]:
    """CPU seconds by contestant: medians of rounds after one that is not counted."""
    out = work / "bench-out.parquet"
    by_children = {
        "`blockmask text --format jsonl`": [cli, "text", "--format", "jsonl", *warcs],
        "`blockmask blocks --format jsonl`": [cli, "blocks", "--format", "jsonl", *warcs],
        "`blockmask blocks --format parquet`": [cli, "blocks", "--format", "parquet", "--output", out, *warcs],
    }
    seconds = {}
    for name, command in by_children.items():
        seconds[name] = median(lambda: cpu_of_children(run_program(command)))
    seconds["Python: `warc.read`, `analyze_batch`, Parquet"] = median(
        lambda: cpu_of_tree(lambda: run_python(warcs, out))
    )
    seconds["Ray, as `examples/ray`"] = measure_ray(warcs, work / "bench-out")
    return seconds | measure_spark(warcs, work / "bench-out")


def median(turn: Callable[[], float]) -> float:
    turn()
    return statistics.median(turn() for _ in range(ROUNDS))


def report(cli: Path, work: Path) -> str:
    warcs, pages, size = make_warcs(work / "bench-warc")
    load = os.getloadavg()
    seconds = measure(cli, work, warcs)
    line = seconds["`blockmask blocks --format parquet`"]
    table = ["| | CPU s | pages a second | MB/s | of the Parquet of the command line |", "|---|---:|---:|---:|---:|"]
    month = ["| | core-hours |", "|---|---:|"]
    for name, value in seconds.items():
        table.append(
            f"| {name} | {value:.2f} | {pages / value:.0f} | {size / value / 1e6:.0f} | {100 * line / value:.0f} % |"
        )
        month.append(f"| {name} | {MONTH * value / pages / 3600:,.0f} |")
    packages = ("blockmask", "fastwarc", "pyarrow", "pyspark", "ray")
    versions = [f"{name} {importlib.metadata.version(name)}" for name in packages]
    models = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text()) or ["unknown"]
    return TEXT.format(
        files=FILES,
        pages=pages,
        copies=COPIES,
        size=size / 1e6,
        packed=sum(path.stat().st_size for path in warcs) / 1e6,
        date=datetime.date.today(),
        versions=", ".join([f"Python {platform.python_version()}", *versions]),
        machine=f"{os.cpu_count()} cores, {models[0]}",
        load=f"{load[0]:.2f} {load[1]:.2f} {load[2]:.2f}",
        rounds=ROUNDS,
        table="\n".join(table),
        month="\n".join(month),
        billions=MONTH / 1e9,
        per_page=size / pages / 1e3,
    )


TEXT = """\
# Benchmarks on WARC files

Made by `make bench-spark BLESS=1`.

- input: {files} files `.warc.gz` with {pages} pages, the corpus {copies} times: {packed:.0f} MB, pages of {size:.0f} MB
- date: {date}
- versions: {versions}
- machine: {machine}
- load of the machine at the start: {load}

## Pages a second

CPU time of all processes, the engines' own included, without what they take to start: what one core does that is busy
with it. Medians of {rounds} runs after one that is not counted. All of them decompress the files; the command line
writes more columns to Parquet than the default ones of the others.

The aim for Spark and Ray is 70 % of the command line's Parquet. What they take beyond the row of Python is their own:
in Spark it is Java, which turns the columns of the workers into rows and writes Parquet from these.

{table}

## A month of Common Crawl

core-hours = pages x CPU seconds / pages measured / 3600, for {billions} billion pages, which is about what a monthly
crawl has. A page measured has {per_page:.0f} kB in the mean; where pages are larger, the time grows in proportion.
Fetching the files and starting the engines is not in it.

{month}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cli", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks-warc.md")
    arguments = parser.parse_args()
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"
    text = report(arguments.cli, arguments.work)
    print(text)
    if arguments.write:
        (check.ROOT / "docs/benchmarks-warc.md").write_text(text)


if __name__ == "__main__":
    main()
