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

import pyarrow as pa

import blockmask
import blockmask.spark
import check
import crawl
from blockmask import _crawl, _spark_parquet
from pyspark.sql import SparkSession

#: Its name, and what it writes.
Contestant = tuple[str, str]
#: Gives CPU seconds.
Turn = Callable[[], float]

FILES, COPIES, ROUNDS = 4, 40, 3
#: The pages of all benchmarks.
PAGES = check.ROOT / "benches/pages.txt"
#: Pages of one monthly crawl of Common Crawl, about.
MONTH = 2.5e9
TICKS = os.sysconf("SC_CLK_TCK")
#: The default columns of Arrow batches.
WHOLE = ["main_text", "title", "kind", "blocks", "fingerprint"]
#: The row of 100 %.
LINE = ("`blockmask blocks --format parquet --columns` ...", "index")


def make_warcs(folder: Path) -> tuple[list[Path], int, int]:
    """WARC files of the pages of all benchmarks, with the number of pages and of their bytes."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    names = [line for line in PAGES.read_text().splitlines() if not line.startswith("#")]
    found = [gzip.decompress((check.CORPORA / name).read_bytes()) for name in names]
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
        # Its own time, and the time of the children that it has waited for.
        parents[process], times[process] = int(fields[1]), sum(map(int, fields[11:15]))
    ours = {os.getpid()}
    while added := {child for child, parent in parents.items() if parent in ours} - ours:
        ours |= added
    return sum(times[process] for process in ours) / TICKS


def run_program(command: list[object]) -> Callable[[], object]:
    return lambda: subprocess.run(list(map(str, command)), stdout=subprocess.DEVNULL, check=True)


def run_python(warcs: list[Path], out: Path) -> None:
    """The same in one process of Python, without an engine."""
    analysis = _crawl.Analysis("html", "url", "charset", crawl.COLUMNS, False, {})
    batches = (batch for path in warcs for batch in analysis.of_warc(path.as_uri()))
    _spark_parquet.write_file(batches, analysis.warc_schema, *_crawl.filesystem_of(out.as_uri()))


def run_ray(warcs: list[Path], out: Path) -> None:
    import blockmask.ray

    shutil.rmtree(out, ignore_errors=True)
    pages = blockmask.ray.read_warc([str(path) for path in warcs])
    found = blockmask.ray.analyze(pages, address="url", charset="charset", columns=crawl.COLUMNS)
    found.write_parquet(str(out), compression="zstd")


def of_command_line(cli: Path, warcs: list[Path], out: Path) -> dict[Contestant, Turn]:
    def turn(*arguments: object) -> Turn:
        return lambda: cpu_of_children(run_program([cli, *arguments, *warcs]))

    parquet = ["blocks", "--format", "parquet", "--output", out]
    return {
        ("`blockmask text --format jsonl`", "text"): turn("text", "--format", "jsonl"),
        ("`blockmask blocks --format jsonl`", "JSON"): turn("blocks", "--format", "jsonl"),
        ("`blockmask blocks --format parquet`", "more"): turn(*parquet),
        ("`blockmask blocks --format parquet --columns` ...", "all"): turn(*parquet, "--columns", ",".join(WHOLE)),
        LINE: turn(*parquet, "--columns", ",".join(crawl.COLUMNS)),
    }


def of_spark(spark: SparkSession, warcs: list[Path], out: Path) -> dict[Contestant, Turn]:
    paths = [str(path) for path in warcs]

    def by_workers(columns: list[str] | None) -> None:
        blockmask.spark.warc_to_parquet(spark, paths, str(out), overwrite=True, columns=columns)

    def as_example() -> None:
        by_workers(crawl.COLUMNS)

    def one_step() -> None:
        crawl.write(blockmask.spark.analyze_warc(spark, paths, columns=crawl.COLUMNS), str(out))

    def two_steps() -> None:
        pages = blockmask.spark.read_warc(spark, paths)
        found = blockmask.spark.analyze(pages, address="url", charset="charset", columns=crawl.COLUMNS)
        crawl.write(found, str(out))

    return {
        ("Spark: `warc_to_parquet`, as `examples/spark`", "index"): lambda: cpu_of_tree(as_example),
        ("Spark: `analyze_warc`", "index"): lambda: cpu_of_tree(one_step),
        ("Spark: `read_warc` and `analyze`", "index"): lambda: cpu_of_tree(two_steps),
        ("Spark: `warc_to_parquet`, `--all-fields`", "all"): lambda: cpu_of_tree(lambda: by_workers(None)),
    }


def measure(cli: Path, work: Path, warcs: list[Path]) -> dict[Contestant, float]:
    """CPU seconds by contestant."""
    import ray

    folder, file = work / "bench-out", work / "bench-out.parquet"
    python = ("Python: `warc.read`, `analyze_batch`, Parquet", "index")
    engine = ("Ray, as `examples/ray`", "index")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    of_ray = medians({engine: lambda: cpu_of_tree(lambda: run_ray(warcs, folder))})
    ray.shutdown()
    programs = of_command_line(cli, warcs, file)
    line = programs.pop(LINE)
    of_programs = medians(programs | {python: lambda: cpu_of_tree(lambda: run_python(warcs, file))})
    # Without the other rows between, as Spark ends workers that are idle for a minute.
    spark = check.session()
    of_line_and_spark = medians({LINE: line} | of_spark(spark, warcs, folder))
    spark.stop()
    return of_programs | of_ray | of_line_and_spark


def medians(turns: dict[Contestant, Turn]) -> dict[Contestant, float]:
    """Of rounds, in each of which all have a turn, as the load of the machine changes; the first is not counted."""
    seconds: dict[Contestant, list[float]] = {name: [] for name in turns}
    for _ in range(1 + ROUNDS):
        for name, turn in turns.items():
            seconds[name].append(turn())
    return {name: statistics.median(values[1:]) for name, values in seconds.items()}


def report(cli: Path, work: Path) -> str:
    warcs, pages, size = make_warcs(work / "bench-warc")
    load = os.getloadavg()
    seconds = measure(cli, work, warcs)
    line = seconds[LINE]
    table = ["| | writes | CPU s | pages per second | relative to the command line |", "|---|---|---:|---:|---:|"]
    month = ["| | writes | core-hours |", "|---|---|---:|"]
    for (name, writes), value in seconds.items():
        rates = f"{value:.2f} | {pages / value:.0f} | {100 * line / value:.0f} %"
        table.append(f"| {name} | {writes} | {rates} |")
        month.append(f"| {name} | {writes} | {MONTH * value / pages / 3600:,.0f} |")
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
        fields=len(crawl.FIELDS),
        names=", ".join(f"`{field}`" for field in crawl.FIELDS),
        all_fields=len(pa.schema(blockmask.analyze_batch([])).field("blocks").type.value_type),
        table="\n".join(table),
        month="\n".join(month),
        billions=MONTH / 1e9,
        per_page=size / pages / 1e3,
    )


TEXT = """\
# Benchmarks on WARC files

Written by `make bench-spark BLESS=1`.

- input: {files} files `.warc.gz` with {pages} pages (each page of benches/pages.txt {copies} times): {packed:.0f} MB, pages of {size:.0f} MB
- date: {date}
- versions: {versions}
- machine: {machine}
- load average at the start: {load}

## Pages per second

Pages per second of CPU time, which includes all processes of an engine, but not its start. Medians of {rounds} rounds after
a warm-up. The 100 % row and the Spark rows take turns, so that they run under the same load. All programs
decompress the files; those that do not write JSON lines write Parquet, compressed by zstd at level 1. Written per page:

| | |
|---|---|
| text | the main text |
| JSON | the default output |
| more | the default columns of the command line's Parquet |
| all | `main_text`, `title`, `kind`, `fingerprint` and `blocks` with all {all_fields} fields |
| index | the same columns, but only the {fields} fields of `blocks` that an index needs: {names} |

In `warc_to_parquet` the Python workers write the Parquet files. A data frame, as of `analyze_warc`, is written by Java,
which converts the columns of the workers to rows, and the rows to Parquet, value by value; so its cost depends on the
number of fields.

{table}

## A month of Common Crawl

core-hours = pages x CPU seconds / measured pages / 3600, for {billions} billion pages, about the size of a monthly crawl. The
measured pages have a mean size of {per_page:.0f} kB; time grows in proportion to the size. Fetching the files and starting the
engines is not included.

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
