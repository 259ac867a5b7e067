"""Pages of a crawl on Daft: ``pip install "./bindings/python[daft]"``.

::

    import blockmask.daft
    import daft

    pages = daft.read_parquet("crawl/*.parquet")
    pages.with_column("page", blockmask.daft.analyze(pages["html"])).select("url", daft.col("page")["main_text"])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import daft
import pyarrow as pa

import blockmask

__all__ = ["analyze"]


def analyze(
    pages: daft.Expression, *, columns: Sequence[str] | None = None, **options: Unpack[blockmask.Options]
) -> daft.Expression:
    """Analyzes a column of pages: a struct with ``status``, ``error`` and ``columns``."""
    analyzer = blockmask.Analyzer(**options)
    fields = pa.struct(list(pa.schema(analyzer.analyze_batch([], columns=columns))))

    def run(html: daft.Series) -> pa.Array:
        found = pa.record_batch(analyzer.analyze_batch(html.to_arrow(), columns=columns))
        return found.to_struct_array()

    return daft.func.batch(return_dtype=daft.DataType.from_arrow_type(fields))(run)(pages)
