"""Pages of a crawl on Ray Data: ``pip install "./bindings/python[ray]"``.

::

    import blockmask.ray

    pages = blockmask.ray.read_warc(["crawl/1.warc.gz", "crawl/2.warc.gz"])
    blockmask.ray.analyze(pages, "html", address="url", charset="charset").write_parquet("pages")
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Unpack

import pyarrow as pa
import ray.data

import blockmask
from blockmask import _crawl

if TYPE_CHECKING:
    from ray.data import Dataset

__all__ = ["analyze", "read_warc"]


def analyze(
    dataset: Dataset,
    column: str = "html",
    *,
    address: str | None = None,
    charset: str | None = None,
    columns: Sequence[str] | None = None,
    keep_html: bool = False,
    **options: Unpack[blockmask.Options],
) -> Dataset:
    """Analyzes a column of pages; takes the arguments of ``blockmask.spark.analyze``."""
    analysis = _crawl.Analysis(column, address, charset, columns, keep_html, options)

    def run(table: pa.Table) -> Iterator[pa.Table]:
        for batch in table.to_batches():
            for found in analysis.batches(batch):
                yield pa.Table.from_batches([found])

    return dataset.map_batches(run, batch_format="pyarrow", batch_size=None)


def read_warc(paths: Sequence[str]) -> Dataset:
    """The HTML responses of WARC files, one task a file, with the columns of ``blockmask.spark.read_warc``."""

    def run(table: pa.Table) -> Iterator[pa.Table]:
        for path in table.column("path").to_pylist():
            for batch in _crawl.read_warc(path):
                yield pa.Table.from_batches([batch])

    files = ray.data.from_items([{"path": path} for path in paths], override_num_blocks=max(1, len(paths)))
    return files.map_batches(run, batch_format="pyarrow", batch_size=1)
