"""Checks the jobs on Spark and Ray, and the adapters for other engines, on WARC files of real pages: `make spark`."""

import argparse
import contextlib
import gzip
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import blockmask

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
#: Pages of the corpora, at most.
PAGES = 600
CORPORA = Path(os.environ.get("BLOCKMASK_SHARED", ROOT / "../shared")) / "corpus"
FLAT_PAGES = 100_000
#: How much the memory of the workers may grow over the second half of these pages, in MB.
FLAT_MEGABYTES = 40

#: The fields of blocks that the command line prints as they are in the columns; in JSON, probabilities are rounded.
COMPARED = set(
    "text source_start source_end role field weight is_template heading_level tokens linked_tokens block_type heading_path "
    "list item table row column language formatted_text".split()
)

HOSTILE = {
    "deep": b"<div>" * 200_000 + b"deep",
    "empty": b"",
    "binary": bytes(range(256)) * 40,
    "tables": b"<table><tr><td>" * 20_000,
    "bad charset": b"<p>caf\xe9 \xff\xfe and tea",
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", type=Path, required=True, help="the command line, which gives the expected rows")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--only", help="run one check")
    arguments = parser.parse_args()
    # Spark starts its workers by this.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    # As Ray will do by default; it prints a warning until this is chosen.
    os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"
    work = arguments.work
    warcs = make_warcs(work / "warc")
    checks = {
        "spark": lambda: check_spark(work, warcs, arguments.cli),
        "sites": lambda: check_sites(work, arguments.cli),
        "killed worker": lambda: check_killed_worker(work, warcs),
        "warc_to_parquet": lambda: check_warc_to_parquet(work, warcs),
        "worker without the package": lambda: check_bare_worker(work),
        "memory": lambda: check_memory(work),
        "ray": lambda: check_ray(work, warcs),
        "daft": check_daft,
        "datatrove": check_datatrove,
        "nemo_curator": check_nemo_curator,
    }
    for name, check in checks.items():
        if arguments.only in (None, name):
            start = time.monotonic()
            print(f"{name}: {check()} ({time.monotonic() - start:.0f} s)", flush=True)


def pages() -> list[bytes]:
    """Real pages if they are there; pages of the tests, and some that want to do harm."""
    real = sorted(CORPORA.glob("*/html/*.html.gz"))
    if not real:
        print(f"skipped: real pages, because there are none in {CORPORA}; fixtures instead")
    found = [gzip.decompress(file.read_bytes()) for file in real[:: max(1, len(real) // PAGES)][:PAGES]]
    fixtures = sorted((ROOT / "tests/fixtures/pages").glob("*.html")) + [ROOT / "examples/demo.html"]
    return found + [file.read_bytes() for file in fixtures] + list(HOSTILE.values())


def make_warcs(folder: Path) -> list[Path]:
    """Three files: compressed by record, not compressed, and one that ends in the middle of its last record."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    records = [response(f"http://example.org/{number}", html) for number, html in enumerate(pages())]
    others = [record("warcinfo", None, b"software: a crawler\r\n"), record("revisit", "http://example.org/0", b"")]
    parts = [others + records[0::3], records[1::3], records[2::3]]
    paths = [folder / "gzip.warc.gz", folder / "plain.warc", folder / "cut.warc.gz"]
    paths[0].write_bytes(b"".join(gzip.compress(part) for part in parts[0]))
    paths[1].write_bytes(b"".join(parts[1]))
    paths[2].write_bytes(b"".join(gzip.compress(part) for part in parts[2])[:-40])
    return paths


def record(kind: str, address: str | None, content: bytes, content_type: str = "text/plain") -> bytes:
    head = f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Date: 2026-11-23T00:00:00Z\r\nContent-Type: {content_type}\r\n"
    if address:
        head += f"WARC-Target-URI: {address}\r\n"
    return f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content + b"\r\n\r\n"


def response(address: str, html: bytes) -> bytes:
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html
    return record("response", address, http, "application/http; msgtype=response")


def expected_rows(cli: Path, warcs: list[Path], *arguments: object) -> dict[str, dict]:
    """What the command line finds, by address."""
    run = subprocess.run(
        [cli, "blocks", "--format", "jsonl", *map(str, arguments), *warcs], capture_output=True, check=False
    )
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    return {row["file"]: row for row in rows}


def compare(found: list[dict], expected: dict[str, dict], fields: set[str]) -> int:
    """Compares rows, whose blocks have these fields, with what the command line printed."""
    analyzed = {row["url"]: row for row in found if row["url"] is not None}
    assert len(analyzed) == sum(row["url"] is not None for row in found), "a page is there twice"
    assert analyzed.keys() == expected.keys(), sorted(analyzed.keys() ^ expected.keys())[:5]
    for url, row in analyzed.items():
        page = expected[url]
        assert row["status"] == "ok", (url, row["error"])
        assert row["title"] == page["title"] and row["kind"] == page["kind"], url
        content = [block["text"] for block in page["blocks"] if not block["is_template"] or "headline" in block["flags"]]
        assert row["main_text"] == "\n".join(content), url
        assert row["fingerprint"]["sim_hash"] % 2**64 == int(page["fingerprint"]["sim_hash"], 16), url
        assert len(row["blocks"]) == len(page["blocks"]), url
        for block, wanted in zip(row["blocks"], page["blocks"], strict=True):
            assert block.keys() == fields, (url, block.keys() ^ fields)
            assert abs(block["probability"] - wanted["probability"]) < 1e-6, (url, block, wanted)
            for name in COMPARED & fields:
                assert block[name] == wanted.get(name), (url, name, block[name], wanted.get(name))
    return len(analyzed)


def read(path: Path) -> list[dict]:
    return pq.read_table(path).to_pylist()


def check_spark(work: Path, warcs: list[Path], cli: Path) -> str:
    """The job, row by row; and its near-duplicates, pair by pair."""
    import crawl

    out = work / "spark-out"
    submit(["--out", out, *warcs])
    found = read(out / "pages")
    count = compare(found, expected_rows(cli, warcs), set(crawl.FIELDS))
    errors = [row for row in found if row["warc_error"] is not None]
    assert len(errors) == 1 and errors[0]["warc"].endswith("cut.warc.gz"), errors
    duplicates = read(out / "duplicates")
    prints = {row["url"]: fingerprint(row) for row in found if row["fingerprint"] is not None}
    for row in duplicates:
        assert row["duplicate_of"] < row["url"]
        assert prints[row["url"]].is_near_duplicate(prints[row["duplicate_of"]]), row
    missed = len(nearest(prints) - {row["url"] for row in duplicates})
    return f"{count} pages as the command line, {len(duplicates)} near-duplicates, {missed} found only by all pairs"


def submit(arguments: list[object]) -> None:
    """Runs the job."""
    program = Path(sys.executable).with_name("spark-submit")
    command = [program, "--master", "local[2]", HERE / "crawl.py", *map(str, arguments)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-3000:]


def check_sites(work: Path, cli: Path) -> str:
    """The job with statistics of sites and all fields: these, and every row, against the command line, host by host."""
    folder, out = work / "sites", work / "sites-out"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    hosts = {f"host{number}.example": [story(number, page) for page in range(40)] for number in range(3)}
    hosts["hostile.example"] = list(HOSTILE.values())
    records = {
        host: [response(f"http://{host}/{number}", html) for number, html in enumerate(found)]
        for host, found in hosts.items()
    }
    everything = random.Random(1).sample([one for of_host in records.values() for one in of_host], k=125)
    warcs = [folder / f"all{number}.warc.gz" for number in range(4)]
    for number, warc in enumerate(warcs):
        warc.write_bytes(b"".join(gzip.compress(one) for one in everything[number::4]))
    submit(["--sites", "--all-fields", "--out", out, *warcs])
    expected: dict[str, dict] = {}
    stats = {row["host"]: row["stats"] for row in read(out / "sites")}
    assert stats.keys() == hosts.keys(), stats.keys()
    for host, of_host in records.items():
        warc, site = folder / f"{host}.warc", folder / f"{host}.bin"
        warc.write_bytes(b"".join(of_host))
        subprocess.run([cli, "site", "--output", site, warc], check=True)
        assert stats[host] == site.read_bytes(), host
        expected |= expected_rows(cli, [warc], "--site", site)
    all_fields = pa.schema(blockmask.analyze_batch([])).field("blocks").type.value_type
    count = compare(read(out / "pages"), expected, {field.name for field in all_fields})
    without = expected_rows(cli, warcs)
    changed = sum(expected[url]["blocks"] != without[url]["blocks"] for url in expected)
    assert changed >= 100, changed
    return f"{count} pages of {len(hosts)} hosts as the command line, {changed} of them other than without statistics"


def story(site: int, page: int) -> bytes:
    """A page of a site: a menu and a footer that all pages have, and a story in words of no other page."""
    chosen = random.Random(1000 * site + page)
    words = "".join(f"<p>{' '.join(f'w{chosen.getrandbits(30)}' for _ in range(count))}</p>" for count in (60, 40))
    end = "<p>We were founded when the railway came to our town.</p><p>We print on recycled paper in the old mill.</p>"
    return f"<title>{page}</title><nav>Newspaper {site}</nav><div>{words}</div><div class=end>{end}</div>".encode()


def fingerprint(row: dict) -> blockmask.Fingerprint:
    """Hashes are unsigned; Spark has signed integers only."""
    fields = dict(row["fingerprint"])
    for name in ("sim_hash", "content_hash", "structure_hash"):
        fields[name] %= 2**64
    fields["min_hashes"] = [hash_ % 2**64 for hash_ in fields["min_hashes"]]
    return blockmask.Fingerprint(**fields)


def nearest(prints: dict[str, blockmask.Fingerprint]) -> set[str]:
    """The pages that are near-duplicates of any with a smaller key, by comparing all pairs."""
    keys = sorted(prints)
    return {
        one
        for number, one in enumerate(keys)
        for other in keys[:number]
        if prints[one].is_near_duplicate(prints[other])
    }


def session(settings: dict[str, str] | None = None):
    from pyspark.sql import SparkSession

    spark = (
        SparkSession.builder.master("local[2,3]")
        .config(map=settings or {})
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.parquet.compression.codec", "zstd")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    return spark


def check_killed_worker(work: Path, warcs: list[Path]) -> str:
    """A worker that is killed half way: its task is run again, and the output has each page once."""
    import blockmask.spark

    spark = session()
    mark, out = work / "killed", work / "killed-out"
    mark.unlink(missing_ok=True)

    def kill_once(batches):
        for batch in batches:
            yield batch
            if not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)

    pages = blockmask.spark.read_warc(spark, [str(path) for path in warcs])
    pages = pages.mapInArrow(kill_once, pages.schema)
    found = blockmask.spark.analyze(pages, address="url", columns=["main_text"])
    found.write.mode("overwrite").parquet(str(out))
    assert mark.exists(), "no worker was killed"
    urls = [row["url"] for row in read(out) if row["url"] is not None]
    total = blockmask.spark.read_warc(spark, [str(path) for path in warcs]).where("url is not null").count()
    assert len(urls) == len(set(urls)) == total, (len(urls), len(set(urls)), total)
    spark.stop()
    return f"{total} pages, each once"


def check_warc_to_parquet(work: Path, warcs: list[Path]) -> str:
    """Files appear when a job has ended and only then, also if workers are killed while they write."""
    import blockmask.spark
    from py4j.protocol import Py4JJavaError

    spark = session()
    out = work / "written-out"
    shutil.rmtree(out, ignore_errors=True)
    paths = [str(path) for path in warcs]

    def write(inputs: list[str], **arguments: object) -> None:
        blockmask.spark.warc_to_parquet(spark, inputs, str(out), columns=["main_text"], **arguments)

    def rows() -> list[tuple]:
        return sorted((row["warc"], row["warc_offset"] or 0, row["main_text"] or "") for row in read(out))

    write([])
    assert rows() == [] and pq.read_schema(next(out.glob("*.parquet"))).names[-1] == "main_text", list(out.iterdir())
    write(paths[:1], overwrite=True)
    part = rows()
    write(paths, overwrite=True)
    found = blockmask.spark.analyze_warc(spark, paths, columns=["main_text"]).toPandas()
    whole, expected = rows(), len(found)
    assert 0 < len(part) < len(whole) == len(set(whole)) == expected, (len(part), len(whole), expected)
    try:
        write(paths)
    except FileExistsError as error:
        assert str(out) in str(error)
    else:
        raise AssertionError("it wrote among other files")

    assert killing(out, 1, lambda: write(paths, overwrite=True)) == 1
    assert rows() == whole
    files = sorted(out.iterdir())
    try:
        killing(out, 100, lambda: write(paths[:1], overwrite=True))
    except Py4JJavaError as error:
        assert "Python worker exited unexpectedly" in str(error), error
    else:
        raise AssertionError("the job went on without its workers")
    # Nothing has changed, and nothing is left.
    assert sorted(out.iterdir()) == files and rows() == whole
    spark.stop()
    return f"{len(whole)} rows, each once, also after a killed worker; none of a job that failed"


def killing(out: Path, times: int, run: Callable[[], None]) -> int:
    """Kills this number of workers while they write a file into a folder, and gives how many it found."""
    killed: set[str] = set()

    def kill() -> None:
        for process in Path("/proc").glob("[0-9]*"):
            try:
                opened = {os.readlink(link) for link in (process / "fd").iterdir()}
                is_worker = b"pyspark" in (process / "cmdline").read_bytes()
            except OSError:
                continue
            files = {path for path in opened if path.startswith(f"{out}/_temporary-") and "/part-" in path}
            if is_worker and files - killed and len(killed) < times:
                killed.update(files)
                os.kill(int(process.name), signal.SIGKILL)

    with repeating(kill, 0.005):
        run()
    return len(killed)


@contextlib.contextmanager
def repeating(act: Callable[[], None], seconds: float) -> Iterator[None]:
    """Calls a function on another thread again and again, with this number of seconds between."""
    done = threading.Event()

    def loop() -> None:
        while not done.wait(seconds):
            act()

    thread = threading.Thread(target=loop)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def check_bare_worker(work: Path) -> str:
    """A worker that lacks the package fails with an error that names it."""
    import blockmask.spark
    from pyspark.errors import PySparkException

    missing = work / "missing"
    missing.mkdir(exist_ok=True)
    (missing / "blockmask.py").write_text("raise ModuleNotFoundError(\"No module named 'blockmask'\")\n")
    spark = session({"spark.executorEnv.PYTHONPATH": str(missing)})
    try:
        blockmask.spark.analyze(spark.createDataFrame([(b"<p>x",)], "html binary")).collect()
    except PySparkException as error:
        assert "No module named 'blockmask'" in str(error), error
    else:
        raise AssertionError("the worker found the package")
    finally:
        spark.stop()
    return "the error names it"


def check_memory(work: Path) -> str:
    """The memory of the workers does not grow with the number of pages, of a data frame or of WARC files."""
    import blockmask.spark

    html = (ROOT / "examples/demo.html").read_bytes()
    spark = session()
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "1000")
    out = work / "memory-out"

    def make(batches):
        for batch in batches:
            yield pa.RecordBatch.from_pydict({"html": pa.array([html] * batch.num_rows, pa.binary())})

    def of_frame() -> None:
        pages = spark.range(0, FLAT_PAGES, 1, 2).mapInArrow(make, "html binary")
        blockmask.spark.analyze(pages).write.mode("overwrite").parquet(str(out))

    def of_warc() -> None:
        blockmask.spark.warc_to_parquet(spark, str(warc), str(out), overwrite=True)

    warc = work / "memory.warc.gz"
    warc.write_bytes(FLAT_PAGES * gzip.compress(response("http://example.org/", html)))
    found = [f"{name} {flat_megabytes(run, out)}" for name, run in (("data frame", of_frame), ("WARC file", of_warc))]
    spark.stop()
    warc.unlink()
    return f"{FLAT_PAGES} pages, MB of the largest worker in the first and the second half: {', '.join(found)}"


def flat_megabytes(run: Callable[[], None], out: Path) -> str:
    """The memory of the largest worker in both halves of a job."""
    samples: list[float] = []
    with repeating(lambda: samples.append(max(worker_megabytes(), default=0.0)), 0.2):
        run()
    assert pq.ParquetDataset(out).read(["status"]).num_rows == FLAT_PAGES
    running = [sample for sample in samples if sample > 0]
    assert len(running) >= 10, f"the job ended too soon to be watched: {len(running)} samples"
    middle, end = max(running[: len(running) // 2]), max(running[len(running) // 2 :])
    assert end <= middle + FLAT_MEGABYTES, f"{middle:.0f} MB in the first half, {end:.0f} MB in the second"
    return f"{middle:.0f} and {end:.0f}"


def worker_megabytes() -> list[float]:
    """The resident memory of Spark's Python workers."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"pyspark" in (process / "cmdline").read_bytes() and b"daemon" in (process / "cmdline").read_bytes():
                pages_ = int((process / "statm").read_text().split()[1])
                found.append(pages_ * os.sysconf("SC_PAGE_SIZE") / 1e6)
        except OSError:
            continue
    return found


def check_ray(work: Path, warcs: list[Path]) -> str:
    """The job on Ray gives the rows of the job on Spark."""
    out = work / "ray-out"
    shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, ROOT / "examples/ray/crawl.py", "--out", out, *warcs]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-3000:]

    def key(row: dict) -> str:
        return row["url"] or ""

    ours, theirs = sorted(read(out), key=key), sorted(read(work / "spark-out/pages"), key=key)
    assert len(ours) == len(theirs), (len(ours), len(theirs))
    for one, other in zip(ours, theirs, strict=True):
        one.pop("warc"), other.pop("warc")
        assert one == other, one["url"]
    return f"{len(ours)} rows as on Spark"


def check_daft() -> str:
    import daft

    import blockmask.daft

    html = [b"<p>Rain fell on the city for the third day, and the river rose.", None]
    frame = daft.from_pydict({"html": html})
    found = frame.with_column("page", blockmask.daft.analyze(frame["html"], columns=["main_text"])).to_pydict()
    assert [page["status"] for page in found["page"]] == ["ok", "missing"], found
    assert found["page"][0]["main_text"] == blockmask.extract(html[0])
    return "rows of bytes and of nulls"


def check_datatrove() -> str:
    from datatrove.data import Document

    from blockmask.datatrove import Blockmask

    html = (ROOT / "examples/demo.html").read_text()
    found = list(Blockmask(timeout=60).run([Document(text=html, id="1"), Document(text="", id="2")]))
    assert [document.text for document in found] == [blockmask.extract(html)], found
    return "a page, and none"


def check_nemo_curator() -> str:
    try:
        from blockmask.nemo_curator import BlockmaskExtractor
    except ImportError as error:
        return f"skipped: {error}"
    html = (ROOT / "examples/demo.html").read_text()
    found = BlockmaskExtractor().extract_text(html, frozenset(), "ENGLISH")
    assert "\n".join(found) == blockmask.extract(html)
    assert BlockmaskExtractor().extract_text("", frozenset(), "ENGLISH") is None
    return "a page, and none"


if __name__ == "__main__":
    main()
