"""Statistics of sites over batches of pages as engines send them, without an engine."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterable, Iterator
from typing import Any, Unpack

import blockmask
import pyarrow as pa
import pytest
from blockmask import _crawl, _sites
from test_site import NOTE, article

SITES = ["a", "b", "c", None]
Row = dict[str, Any]


def pages(count: int = 60) -> list[Row]:
    """Pages of sites in no order; some are missing."""
    chosen = random.Random(3)
    rows = []
    for number in range(count):
        site = chosen.choice(SITES)
        html = None if number % 13 == 5 else article(number)
        rows.append({"site": site, "html": html, "url": f"https://{site}.example/{number}", "charset": "utf-8"})
    return rows


def batches(rows: list[Row], size: int, schema: pa.Schema | None = None) -> Iterator[pa.RecordBatch]:
    for start in range(0, len(rows), size):
        yield pa.RecordBatch.from_pylist(rows[start : start + size], schema)


def rows_of(found: Iterable[pa.RecordBatch]) -> list[Row]:
    return [row for batch in found for row in batch.to_pylist()]


def sampling(**options: Unpack[blockmask.Options]) -> _sites.Sampling:
    return _sites.Sampling("site", "html", "url", "charset", 8, options)


def expected_stats(rows: list[Row]) -> dict[str, blockmask.SiteStats]:
    stats: dict[str, blockmask.SiteStats] = {}
    for row in rows:
        if row["site"] is not None and row["html"] is not None:
            stats.setdefault(row["site"], blockmask.SiteStats(8)).add(row["html"], address=row["url"])
    return stats


@pytest.mark.parametrize("size", [1, 7, 1000])
@pytest.mark.parametrize("kept", [1, 10, 20_000])
def test_statistics_of_parts_are_merged(monkeypatch: pytest.MonkeyPatch, size: int, kept: int) -> None:
    monkeypatch.setattr(_sites, "PAGES", kept)
    rows = pages()
    tasks = [rows[:20], rows[20:21], rows[21:]]
    parts = [part for task in tasks for part in rows_of(sampling().batches(batches(task, size)))]
    assert len(parts) > (30 if kept == 1 else 6)
    parts.sort(key=lambda part: str(part["site"]))
    merged = list(_sites.merge(batches(parts, size), "site"))
    assert all(batch.schema.names == ["site", "stats", "pages"] for batch in merged)
    found = {row["site"]: row for row in rows_of(merged)}
    wanted = expected_stats(rows)
    assert len(rows_of(merged)) == len(found) == 3
    for site, stats in wanted.items():
        assert (found[site]["stats"], found[site]["pages"]) == (stats.to_bytes(), stats.pages)


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_pages_are_analyzed_with_the_statistics_of_their_site(size: int) -> None:
    rows = pages()
    stats = {site: of_site for site, of_site in expected_stats(rows).items() if site != "c"}
    known = [{"site": site, _sites.STATS: of_site.to_bytes()} for site, of_site in stats.items()]
    # Statistics that are in several parts, too.
    known.append({"site": "a", _sites.STATS: blockmask.SiteStats().to_bytes()})
    schema = pa.RecordBatch.from_pylist(rows).schema.append(pa.field(_sites.STATS, pa.binary()))
    mixed: list[Row] = [*rows, *known]
    mixed.sort(key=lambda row: (str(row["site"] or ""), _sites.STATS not in row))
    analysis = _crawl.Analysis("html", "url", "charset", ["main_text"], False, {})
    found = rows_of(_sites.analyze(batches(mixed, size, schema), analysis, "site"))
    assert sorted(row["url"] for row in found) == sorted(row["url"] for row in rows)
    html = {row["url"]: row["html"] for row in rows}
    with_note = set()
    for row in found:
        assert set(row) == {"site", "url", "charset", "status", "error", "main_text"}
        of_page = html[row["url"]]
        if of_page is None:
            assert (row["status"], row["main_text"]) == ("missing", None)
            continue
        assert row["main_text"] == blockmask.extract(of_page, address=row["url"], site=stats.get(row["site"]))
        if NOTE in row["main_text"]:
            with_note.add(row["site"])
    assert with_note == {"c", None}


def test_pages_that_fail_and_strings() -> None:
    rows = [{"site": "a", "html": html, "url": None, "charset": "utf-8"} for html in ("<p>x", "<p>" + "long " * 99)]
    (found,) = rows_of(sampling(max_input=100).batches(batches(rows, 9)))
    stats = blockmask.SiteStats(8)
    stats.add(str(rows[0]["html"]))
    assert (found["stats"], found["pages"]) == (stats.to_bytes(), 1)
    assert list(sampling().batches([])) == list(_sites.merge([], "site")) == []


def test_statistics_of_one_site_are_sent_to_workers_as_an_option() -> None:
    rows = [row for row in pages() if row["site"] == "a"]
    stats = expected_stats(rows)["a"]
    analysis = _crawl.Analysis("html", "url", "charset", ["main_text"], False, {"site": stats})
    sent = pickle.loads(pickle.dumps(analysis))
    (batch,) = batches(rows, 100)
    (found,) = sent.batches(batch)
    assert found == next(analysis.batches(batch))
    texts = [text for text in found["main_text"].to_pylist() if text is not None]
    assert len(texts) >= 10 and not any(NOTE in text for text in texts)


def test_wrong_arguments_fail_before_the_job_starts() -> None:
    with pytest.raises(blockmask.SiteError, match="another mask"):
        sampling(mask="density")
    with pytest.raises(TypeError, match="unknown option"):
        sampling(maks="learned")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="capacity=0: must be from 1 to 256"):
        _sites.Sampling("site", "html", None, None, 0, {})


def test_statistics_are_sampled_by_the_secret() -> None:
    rows = [row for row in pages() if row["site"] == "a"]
    keyed = _sites.Sampling("site", "html", "url", "charset", 8, {}, secret=7)
    (part,) = rows_of(keyed.batches(batches(rows, 100)))
    stats = blockmask.SiteStats(8, secret=7)
    for row in rows:
        if row["html"] is not None:
            stats.add(row["html"], address=row["url"])
    assert part["stats"] == stats.to_bytes()


def test_damaged_statistics_are_named() -> None:
    damaged = [{"site": "a.example", "stats": blockmask.SiteStats().to_bytes()[:-1]}]
    with pytest.raises(blockmask.SiteError, match="^a.example: the site statistics are damaged"):
        list(_sites.merge(batches(damaged, 1), "site"))
