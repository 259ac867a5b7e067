"""Reads pages from WARC files, by the package fastwarc: ``pip install "./bindings/python[warc]"``.

>>> import blockmask
>>> from blockmask import warc
>>> records = warc.read("crawl.warc.gz")  # doctest: +SKIP
>>> for record in records:  # doctest: +SKIP
...     print(record.address, blockmask.extract(record.html, charset=record.charset, address=record.address))
>>> records.skipped  # doctest: +SKIP
Counter({'request': 41, 'not-html': 3, 'undecodable': 1})
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from os import PathLike
from typing import IO, Any, Literal

try:
    from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType
except ModuleNotFoundError as _missing:
    _message = "blockmask.warc needs fastwarc: pip install fastwarc"
    raise ModuleNotFoundError(_message, name=_missing.name) from _missing

__all__ = ["DAMAGE", "Reader", "Record", "read"]

#: The reasons in ``Reader.skipped`` that mean that a file or a record is damaged.
DAMAGE = frozenset({"broken-archive", "truncated", "undecodable"})

_HTML_TYPES = ("text/html", "application/xhtml+xml")
_ENCODINGS = ("Content-Encoding", "Transfer-Encoding")
_HEAD = (
    b"WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n"
)


@dataclass(frozen=True, slots=True)
class Record:
    """A page of a WARC file."""

    #: The page, as ``blockmask.extract`` and ``blockmask.analyze`` take it.
    html: bytes
    #: The charset that HTTP declared; None if it declared none.
    charset: str | None
    #: The address of the page, ``WARC-Target-URI``; None if the record has none.
    address: str | None
    #: The status code of HTTP.
    status: int | None
    #: ``WARC-Record-ID``.
    record_id: str | None
    #: ``WARC-Date``, as it stands there.
    date: str | None
    #: Where the record begins in the file, in bytes.
    offset: int


def read(path: str | PathLike[str] | IO[bytes], *, max_size: int = 256 << 20) -> Reader:
    """The pages of a WARC file, in order: ``.warc``, ``.warc.gz``, ``.warc.zst``, or an open binary file.

    Pages are HTML in response records. Everything else is counted in ``Reader.skipped``, and so is a page that is
    longer than ``max_size`` bytes or whose encoding is broken; the rest goes on.
    """
    return Reader(path, max_size)


class Reader:
    """Iterates over the pages of a WARC file: ``read``."""

    def __init__(self, path: str | PathLike[str] | IO[bytes], max_size: int) -> None:
        #: How many records were not given, by reason: ``not-html``, ``not-http``, ``too-large``, ``truncated`` (shorter
        #: than it says), ``undecodable``, the type of a record other than a response, such as ``request`` or
        #: ``revisit``; and ``broken-archive`` if the rest of the file could not be read.
        self.skipped: Counter[str] = Counter()
        self._max_size = max_size
        source = path if hasattr(path, "read") else str(path)
        self._records = ArchiveIterator(
            source, record_types=WarcRecordType.any_type, parse_http=False, fsspec_args=False
        )
        self._has_read = False

    def __iter__(self) -> Reader:
        return self

    def __next__(self) -> Record:
        while True:
            page = self._page_of(self._next_record())
            if isinstance(page, Record):
                return page
            self.skipped[page] += 1

    def _next_record(self) -> Any:
        try:
            record = next(self._records)
        except OSError as error:
            if not self._has_read:
                raise ValueError(f"not a WARC file: {error}") from error
            self.skipped["broken-archive"] += 1
            raise StopIteration from error
        self._has_read = True
        return record

    def _page_of(self, record: Any) -> Record | str:
        """The page of a record, or the reason why it has none."""
        if record.record_type != WarcRecordType.response:
            return str(record.record_type).rpartition(".")[2]
        if record.content_length > self._max_size:
            return "too-large"
        try:
            block = record.reader.read()
        except OSError:
            return "truncated"
        if len(block) < record.content_length:
            return "truncated"
        # Decoded on its own, so that a broken encoding does not end the file.
        try:
            end = _end_of_head(block)
            page = _parsed(block[:end] if end else block, "none")
            if not page.is_http_parsed:
                return "not-http"
            if page.http_content_type not in _HTML_TYPES:
                return "not-html"
            if end and not any(page.http_headers.get(name) for name in _ENCODINGS):
                html = block[end:]
            else:
                html = _parsed(block, "all").reader.read(self._max_size + 1)
        except OSError:
            return "undecodable"
        if len(html) > self._max_size:
            return "too-large"
        headers = record.headers
        return Record(
            html=html,
            charset=(page.http_charset or "").strip("\"' ") or None,
            address=headers.get("WARC-Target-URI"),
            status=page.http_headers.status_code,
            record_id=headers.get("WARC-Record-ID"),
            date=headers.get("WARC-Date"),
            offset=record.stream_pos,
        )


def _end_of_head(block: bytes) -> int:
    """Where the body of a response of HTTP begins; 0 if that is not plain."""
    end = block.find(b"\r\n\r\n") + 4
    return end if end >= 4 and block.find(b"\n\n", 0, end) < 0 else 0


def _parsed(block: bytes, auto_decode: Literal["none", "all"]) -> WarcRecord:
    # To copy a body through a record takes as long as to decompress the file.
    page = WarcRecord.from_bytes(b"".join((_HEAD % len(block), block, b"\r\n\r\n")))
    page.parse_http(auto_decode=auto_decode)
    return page
