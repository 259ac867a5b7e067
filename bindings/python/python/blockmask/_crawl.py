"""What the adapters for distributed engines share: pages of WARC files as Arrow batches, and their analysis."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyarrow import fs

import blockmask

if TYPE_CHECKING:
    from blockmask import warc

#: Bytes of pages that are read or analyzed at once, which bounds the memory of a worker.
BATCH_BYTES = 32 << 20

WARC_SCHEMA = pa.schema(
    [
        ("url", pa.string()),
        ("html", pa.binary()),
        ("charset", pa.string()),
        ("date", pa.string()),
        ("warc", pa.string()),
        ("warc_offset", pa.int64()),
        ("warc_error", pa.string()),
    ]
)


def read_warc(path: str) -> Iterator[pa.RecordBatch]:
    """The HTML responses of a WARC file, by ``WARC_SCHEMA``; what is broken is a row with an error and no page."""
    # Needs fastwarc, without which columns of pages can still be analyzed.
    from blockmask import warc

    records: list[warc.Record] = []
    size = 0
    try:
        with _open(path) as file:
            reader = warc.read(file)
            for record in reader:
                records.append(record)
                size += len(record.html)
                if size >= BATCH_BYTES:
                    yield _rows(path, records)
                    records, size = [], 0
            broken = [f"{count} records: {reason}" for reason, count in reader.skipped.items() if reason in warc.DAMAGE]
    except (OSError, ValueError) as error:
        broken = [str(error)]
    if records:
        yield _rows(path, records)
    if broken:
        yield pa.RecordBatch.from_pylist([{"warc": path, "warc_error": error} for error in broken], WARC_SCHEMA)


def _rows(path: str, records: Sequence[warc.Record]) -> pa.RecordBatch:
    pages = [record.html for record in records]
    # Into memory of Arrow, which it uses again; an array made of these objects would be copied several times.
    ends = list(itertools.accumulate(map(len, pages), initial=0))
    data = pa.allocate_buffer(ends[-1])
    target = memoryview(data).cast("B")
    for page, (start, end) in zip(pages, itertools.pairwise(ends), strict=True):
        target[start:end] = page
    offsets = pa.array(ends, pa.int32()).buffers()[1]
    html = pa.BinaryArray.from_buffers(pa.binary(), len(pages), [None, offsets, data])
    return pa.RecordBatch.from_arrays(
        [
            pa.array([record.address for record in records], pa.string()),
            html,
            pa.array([record.charset for record in records], pa.string()),
            pa.array([record.date for record in records], pa.string()),
            pa.repeat(pa.scalar(path, pa.string()), len(records)),
            pa.array([record.offset for record in records], pa.int64()),
            pa.nulls(len(records), pa.string()),
        ],
        schema=WARC_SCHEMA,
    )


def filesystem_of(uri: str) -> tuple[fs.FileSystem, str]:
    """The file system of a URI or of an absolute path, and the path in it."""
    # Hadoop's name of the file system that Arrow calls s3.
    for prefix in ("s3a://", "s3n://"):
        if uri.startswith(prefix):
            uri = "s3://" + uri.removeprefix(prefix)
    filesystem, path = fs.FileSystem.from_uri(uri)
    return filesystem, path


def _open(path: str) -> Any:
    filesystem, inner = filesystem_of(path)
    # Each read of a remote file is a request.
    return io.BufferedReader(filesystem.open_input_file(inner), BATCH_BYTES // 4)


@dataclass
class Analysis:
    """Adds what blockmask finds to batches with a column of pages. Can be sent to workers."""

    column: str
    address: str | None
    charset: str | None
    columns: Sequence[str] | None
    keep_html: bool
    options: blockmask.Options
    analyzer: blockmask.Analyzer = field(init=False, repr=False)
    #: Of what is added.
    schema: pa.Schema = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # Fails here, not in a worker, if an option or a column is wrong.
        self.analyzer = blockmask.Analyzer(**self.options)
        self.schema = pa.schema(self.analyzer.analyze_batch([], columns=self.columns))

    def output_names(self, names: Iterable[str]) -> list[str]:
        """The columns of the input that are kept."""
        kept = [name for name in names if self.keep_html or name != self.column]
        if taken := sorted(set(kept) & set(self.schema.names)):
            raise ValueError(f"the input already has the columns {taken}: rename or drop them first")
        return kept

    @property
    def warc_schema(self) -> pa.Schema:
        """Of the rows of WARC files: ``of_warc``."""
        kept = self.output_names(WARC_SCHEMA.names)
        return pa.schema([*map(WARC_SCHEMA.field, kept), *self.schema])

    def of_warc(self, path: str) -> Iterator[pa.RecordBatch]:
        """The analyzed rows of a WARC file, in order; for an analysis of the columns of ``WARC_SCHEMA``."""
        for batch in read_warc(path):
            yield from self.batches(batch)

    def batches(self, batch: pa.RecordBatch, analyzer: blockmask.Analyzer | None = None) -> Iterator[pa.RecordBatch]:
        """The analyzed rows of a batch, in order."""
        names = self.output_names(batch.schema.names)
        analyzer = analyzer or self.analyzer
        for part in split(batch, self.column):
            found = pa.record_batch(
                analyzer.analyze_batch(
                    part.column(self.column),
                    addresses=part.column(self.address) if self.address else None,
                    charset=part.column(self.charset) if self.charset else None,
                    columns=self.columns,
                )
            )
            arrays = [part.column(name) for name in names] + found.columns
            yield pa.RecordBatch.from_arrays(arrays, schema=pa.schema([*map(part.field, names), *found.schema]))


def split(batch: pa.RecordBatch, column: str) -> Iterator[pa.RecordBatch]:
    """Batches with at most ``BATCH_BYTES`` of pages on average, at least a row each."""
    rows = max(1, batch.num_rows * BATCH_BYTES // max(1, batch.column(column).nbytes))
    for start in range(0, batch.num_rows, rows):
        yield batch.slice(start, rows)
