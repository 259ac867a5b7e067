"""What the adapters for distributed engines share: statistics over the pages of sites, and pages analyzed with them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

import blockmask
from blockmask._crawl import Analysis

#: Pages of which statistics are kept before they are sent on: less than 3 kB each.
PAGES = 20_000

#: The column with statistics in rows that come before the pages of their site.
STATS = "_blockmask_site_stats"


@dataclass
class Sampling:
    """Makes statistics over the pages of each site. Can be sent to workers."""

    by: str
    column: str
    address: str | None
    charset: str | None
    capacity: int
    options: blockmask.Options
    secret: int = 0

    def __post_init__(self) -> None:
        # Fails here, not in a worker, if an argument is wrong.
        self.add(self._new(), b"", None, None)

    def _new(self) -> blockmask.SiteStats:
        return blockmask.SiteStats(self.capacity, self.secret)

    def add(self, stats: blockmask.SiteStats, html: bytes | str, address: str | None, charset: str | None) -> None:
        """Adds a page, unless it fails; its row says so when it is analyzed."""
        try:
            stats.add(html, address=address, charset=None if isinstance(html, str) else charset, **self.options)
        except blockmask.Error:
            pass

    def batches(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Statistics over the pages of each site in some batches, in several parts if there are many pages."""
        sites: dict[Any, blockmask.SiteStats] = {}
        pages, key_type = 0, None
        for batch in batches:
            key_type = batch.schema.field(self.by).type
            columns = [batch.column(name) if name else [None] * batch.num_rows for name in self._names()]
            for row, site in enumerate(batch.column(self.by).to_pylist()):
                # One page at a time, as they may be large.
                html, address, charset = (_value(column[row]) for column in columns)
                if site is None or html is None:
                    continue
                self.add(sites.setdefault(site, self._new()), html, address, charset)
                pages += 1
                if pages == PAGES:
                    yield _batch(self.by, key_type, list(sites.items()))
                    pages, sites = 0, {}
        if sites:
            yield _batch(self.by, key_type, list(sites.items()))

    def _names(self) -> tuple[str, str | None, str | None]:
        return self.column, self.address, self.charset


def merge(batches: Iterable[pa.RecordBatch], by: str) -> Iterator[pa.RecordBatch]:
    """A row for each site, of statistics that are sorted by site."""
    merged: list[tuple[Any, blockmask.SiteStats]] = []
    key_type = None
    for batch in batches:
        key_type = batch.schema.field(by).type
        if len(merged) > 1:
            yield _batch(by, key_type, merged[:-1])
        # More rows of the last site may follow.
        merged = merged[-1:]
        for site, data in zip(batch.column(by).to_pylist(), batch.column("stats"), strict=True):
            stats = read(site, data.as_py())
            if merged and merged[-1][0] == site:
                merged[-1][1].merge(stats)
            else:
                merged.append((site, stats))
    if merged:
        yield _batch(by, key_type, merged)


def analyze(batches: Iterable[pa.RecordBatch], analysis: Analysis, by: str) -> Iterator[pa.RecordBatch]:
    """The analyzed pages of batches that are sorted by site, statistics before pages."""
    site, stats, analyzer = None, None, analysis.analyzer
    for batch in batches:
        sites, data = batch.column(by).to_pylist(), batch.column(STATS)
        pages = batch.drop_columns([STATS])
        runs = itertools.groupby(range(batch.num_rows), lambda row: (sites[row], data[row].is_valid))
        for (key, has_stats), run in runs:
            rows = list(run)
            if key != site:
                site, stats, analyzer = key, None, analysis.analyzer
            if not has_stats:
                yield from analysis.batches(pages.slice(rows[0], len(rows)), analyzer)
                continue
            for row in rows:
                part = read(site, data[row].as_py())
                if stats is None:
                    stats = part
                else:
                    stats.merge(part)
            options: blockmask.Options = {**analysis.options, "site": stats}
            analyzer = blockmask.Analyzer(**options)


def read(site: object, data: bytes) -> blockmask.SiteStats:
    """Statistics of a site; an error that names it if they are refused."""
    try:
        return blockmask.SiteStats.from_bytes(data)
    except blockmask.SiteError as error:
        raise blockmask.SiteError(f"{site}: {error}") from None


def _batch(by: str, key_type: pa.DataType, sites: list[tuple[Any, blockmask.SiteStats]]) -> pa.RecordBatch:
    arrays = [
        pa.array([site for site, _ in sites], key_type),
        pa.array([stats.to_bytes() for _, stats in sites], pa.binary()),
        pa.array([stats.pages for _, stats in sites], pa.int32()),
    ]
    return pa.RecordBatch.from_arrays(arrays, names=[by, "stats", "pages"])


def _value(scalar: Any) -> Any:
    return scalar if scalar is None else scalar.as_py()
