"""What the adapters for distributed engines share: pages of WARC files as Arrow batches, and their analysis."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
from pyarrow import fs

import blockmask

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

    rows: list[dict[str, Any]] = []
    size = 0
    try:
        with _open(path) as file:
            reader = warc.read(file)
            for record in reader:
                rows.append(
                    {
                        "url": record.address,
                        "html": record.html,
                        "charset": record.charset,
                        "date": record.date,
                        "warc": path,
                        "warc_offset": record.offset,
                    }
                )
                size += len(record.html)
                if size >= BATCH_BYTES:
                    yield pa.RecordBatch.from_pylist(rows, WARC_SCHEMA)
                    rows, size = [], 0
            broken = [f"{count} records: {reason}" for reason, count in reader.skipped.items() if reason in warc.DAMAGE]
    except (OSError, ValueError) as error:
        broken = [str(error)]
    rows.extend({"warc": path, "warc_error": error} for error in broken)
    if rows:
        yield pa.RecordBatch.from_pylist(rows, WARC_SCHEMA)


def _open(path: str) -> Any:
    # Hadoop's name of the file system that Arrow calls s3.
    for prefix in ("s3a://", "s3n://"):
        if path.startswith(prefix):
            path = "s3://" + path.removeprefix(prefix)
    filesystem, inner = fs.FileSystem.from_uri(path)
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
            yield pa.RecordBatch.from_arrays(arrays, names=names + found.schema.names)


def split(batch: pa.RecordBatch, column: str) -> Iterator[pa.RecordBatch]:
    """Batches with at most ``BATCH_BYTES`` of pages on average, at least a row each."""
    rows = max(1, batch.num_rows * BATCH_BYTES // max(1, batch.column(column).nbytes))
    for start in range(0, batch.num_rows, rows):
        yield batch.slice(start, rows)
