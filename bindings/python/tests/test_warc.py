"""Pages from WARC files."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import blockmask
import pytest
from conftest import RAIN, RAIN_TEXT

pytest.importorskip("fastwarc")
from blockmask import warc  # noqa: E402


def record(kind: str, address: str, block: bytes, length: int | None = None) -> bytes:
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {address}\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
        "WARC-Date: 2026-11-23T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(block) if length is None else length}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def response(body: bytes, *headers: str, kind: str = "text/html", status: str = "200 OK") -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


CHUNKED = b"%x\r\n%s\r\n0\r\n\r\n" % (len(RAIN), RAIN)
ARCHIVE = b"".join(
    [
        record("warcinfo", "x", b"software: test"),
        record("request", "https://example.org/", b"GET / HTTP/1.1\r\n\r\n"),
        record("response", "https://example.org/plain", response(RAIN, kind="text/html; charset=utf-8")),
        record("response", "https://example.org/gzip", response(gzip.compress(RAIN), "Content-Encoding: gzip")),
        record("response", "https://example.org/broken", response(b"nonsense", "Content-Encoding: gzip")),
        record("response", "https://example.org/pdf", response(b"%PDF", kind="application/pdf")),
        record("revisit", "https://example.org/plain", response(b"")),
        record(
            "response", "https://example.org/chunked", response(CHUNKED, "Transfer-Encoding: chunked", status="404 No")
        ),
        record(
            "response", "https://example.org/last", response(RAIN, kind='application/xhtml+xml; charset="ISO-8859-1"')
        ),
    ]
)
SKIPPED = {"warcinfo": 1, "request": 1, "revisit": 1, "undecodable": 1, "not-html": 1}


@pytest.mark.parametrize("suffix", ["warc", "warc.gz"])
def test_pages_of_an_archive(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"crawl.{suffix}"
    path.write_bytes(gzip.compress(ARCHIVE) if suffix.endswith("gz") else ARCHIVE)
    reader = warc.read(path)
    records = list(reader)
    assert [record.address and record.address[20:] for record in records] == ["plain", "gzip", "chunked", "last"]
    assert [record.charset for record in records] == ["utf-8", None, None, "iso-8859-1"]
    assert [record.status for record in records] == [200, 200, 404, 200]
    assert all(record.html == RAIN for record in records)
    assert (records[0].record_id, records[0].date) == ("<urn:uuid:1>", "2026-11-23T00:00:00Z")
    assert reader.skipped == SKIPPED
    first = records[0]
    assert blockmask.extract(first.html, charset=first.charset, address=first.address) == RAIN_TEXT


HEADS = [
    (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", "as it is"),
    (b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nX: a\r\n b\r\n\r\n", "as it is"),
    (b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-encoding: identity\r\n\r\n", "as it is"),
    (b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nTRANSFER-ENCODING: chunked\r\n\r\n", "undecodable"),
    (b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-encoding: gzip\r\n\r\n", "not-html"),
    (b"HTTP/1.1 200 OK\nContent-Type: text/html\n\n", "not-html"),
    (b"HTTP/1.1 200 OK\r\n\r\n", "not-html"),
    (b"nonsense\r\n\r\n", "not-html"),
]


@pytest.mark.parametrize("head, expected", HEADS)
def test_bodies_begin_after_the_head(head: bytes, expected: str) -> None:
    body = b"<p>one\r\n\r\ntwo\n\nthree"
    reader = warc.read(io.BytesIO(record("response", "x", head + body)))
    found = [page.html for page in reader]
    if expected == "as it is":
        assert (found, reader.skipped) == ([body], {})
    else:
        assert (found, reader.skipped) == ([], {expected: 1})


def test_zstd_archives(tmp_path: Path) -> None:
    fastwarc = pytest.importorskip("fastwarc")
    buffer = io.BytesIO()
    with fastwarc.ZstdWriter(buffer) as writer:
        writer.write(ARCHIVE)
    assert len(list(warc.read(io.BytesIO(buffer.getvalue())))) == 4


def test_what_is_broken_is_counted_and_the_rest_goes_on() -> None:
    cut = warc.read(io.BytesIO(gzip.compress(ARCHIVE)[:-60]))
    assert 1 <= len(list(cut)) < 4 and sum(cut.skipped.values()) >= 4
    short = record("response", "https://example.org/", response(RAIN), length=10**6)
    reader = warc.read(io.BytesIO(ARCHIVE + short))
    assert (len(list(reader)), reader.skipped - warc.read(io.BytesIO()).skipped) == (4, SKIPPED | {"truncated": 1})


def test_long_pages_are_left_out() -> None:
    bomb = record("response", "x", response(gzip.compress(b"<p>" * 10**6), "Content-Encoding: gzip"))
    reader = warc.read(io.BytesIO(bomb + record("response", "x", response(b"x" * 10**6))), max_size=500_000)
    assert (list(reader), reader.skipped) == ([], {"too-large": 2})


def test_other_files_are_refused() -> None:
    for content in [b"hello", b"\x1f\x8b\x08", RAIN]:
        with pytest.raises(ValueError, match="not a WARC file"):
            list(warc.read(io.BytesIO(content)))
    with pytest.raises(FileNotFoundError):
        warc.read("/nonexistent.warc")
    assert list(warc.read(io.BytesIO())) == []
