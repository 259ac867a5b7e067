"""What a page may be, and what happens if it is none."""

from __future__ import annotations

import array
import mmap
import os
import random
import re
from pathlib import Path
from typing import Any

import blockmask
import pytest
from conftest import RAIN, RAIN_TEXT

TEXTS = [
    "<p>Zoë &amp; Max — 日本語のテキスト, and the 🌧️ fell on the city for three days.</p><p>Ünïcödé <b>wörds</b>.</p>",
    "<title>Ж</title><nav><a href=/ü>Größe</a></nav><h1>Straße &eacute;</h1><p>" + "Καλημέρα κόσμε. " * 40,
    "\ufeff<p>A byte order mark, and then an é, in a sentence of more than ten words, here.",
    "<p>plain",
    "",
    "\U0001f327" * 300,
]


@pytest.mark.parametrize("make", [bytes, bytearray, memoryview, lambda b: memoryview(bytearray(b)).toreadonly()])
def test_buffers_are_pages(make: Any) -> None:
    page = blockmask.analyze(make(RAIN))
    assert page.main_text == RAIN_TEXT
    assert bytes(page.html[page.blocks[0].source]) == b"Home"


@pytest.mark.parametrize(
    ("html", "advice"),
    [
        ("page.html", "the name of a file"),
        (b"/tmp/a b/PAGE.HTM ", "the name of a file"),
        ("https://example.org/a?b", "an address"),
        (b"http://example.org/page.html", "an address"),
    ],
)
def test_places_of_pages_are_no_pages(html: Any, advice: str) -> None:
    for call in (blockmask.extract, blockmask.analyze, blockmask.Analyzer().extract, blockmask.parse):
        with pytest.warns(UserWarning, match=f"^html looks like {advice}; ") as warned:
            call(html)
        assert [warning.filename for warning in warned] == [__file__]


@pytest.mark.parametrize("html", ["<p>page.html", "page.html\nother.html", "see https://example.org/", "words", ""])
def test_short_pages_are_pages(html: str) -> None:
    assert blockmask.extract(html) == blockmask.extract(html.encode())


def test_the_module_has_no_names_but_its_own() -> None:
    modules = {"daft", "datatrove", "nemo_curator", "ray", "spark", "warc"}
    names = {name for name in dir(blockmask) if not name.startswith("_")}
    assert names - modules == set(blockmask.__all__) - {"__version__"}


def test_parts_and_steps_of_buffers() -> None:
    padded = b"xx" + RAIN + b"yy"
    page = blockmask.analyze(memoryview(padded)[2:-2])
    assert page == blockmask.analyze(RAIN)
    assert bytes(page.html[page.blocks[0].source]) == b"Home"
    backwards = memoryview(RAIN[::-1])[::-1]
    assert blockmask.extract(backwards) == RAIN_TEXT
    assert blockmask.extract(array.array("B", RAIN)) == RAIN_TEXT


def test_mapped_files(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(RAIN)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        page = blockmask.analyze(mapped)
    # The mapping is closed: nothing refers to it.
    assert page.main_text == RAIN_TEXT and page.html == RAIN


def test_a_buffer_that_changes_does_not_change_the_page() -> None:
    buffer = bytearray(RAIN)
    page = blockmask.analyze(buffer)
    buffer[:] = b"<p>gone"
    assert page.html == RAIN and "Rain" in page.to_html()
    # It is not exported any more, so it can be resized.
    buffer.append(1)


@pytest.mark.parametrize("text", TEXTS)
def test_offsets_of_a_str_are_characters(text: str) -> None:
    of_text, of_bytes = blockmask.analyze(text), blockmask.analyze(text.encode(), charset="utf-8")
    encoded = text.encode()
    assert of_text.text == of_bytes.text and of_text.main_text == of_bytes.main_text
    assert (of_text.encoding, of_bytes.encoding) == ("UTF-8", "UTF-8")
    pairs: list[tuple[Any, Any]] = [
        *zip(of_text.blocks, of_bytes.blocks, strict=True),
        *zip(of_text.segments, of_bytes.segments, strict=True),
        *zip(of_text.links, of_bytes.links, strict=True),
    ]
    for characters, octets in pairs:
        assert text[characters.source].encode() == encoded[octets.source]
        assert characters.text_range == octets.text_range
        assert of_text.text[characters.text_range] == characters.text
    for region, other in zip(of_text.main_regions, of_bytes.main_regions, strict=True):
        assert text[region].encode() == encoded[other]
    for start in range(0, len(of_text.text) + 3, 7):
        for stop in (start, start + 1, start + 9):
            source, other = of_text.map_text_range(start, stop), of_bytes.map_text_range(start, stop)
            assert text[source].encode() == encoded[other]


def test_offsets_of_random_text() -> None:
    random.seed(17)
    pieces = [
        "<p>",
        "</p>",
        "<b>",
        "</b>",
        "<a href=x>",
        "</a>",
        "&eacute;",
        "é",
        "日本",
        "🌧",
        "word ",
        "\n",
        "<h2>",
        "<td>",
    ]
    for _ in range(300):
        text = "".join(random.choices(pieces, k=random.randrange(80)))
        page = blockmask.analyze(text)
        octets = blockmask.analyze(text.encode(), charset="utf-8")
        assert page.text == octets.text
        for block, other in zip(page.blocks, octets.blocks, strict=True):
            assert text[block.source].encode() == text.encode()[other.source]
            assert page.text[block.text_range] == block.text == other.text
            assert page.map_text_range(block.text_start, block.text_end) == block.source


def test_lone_surrogates_are_replaced() -> None:
    text = "<p>Before \ud83c and after: a sentence of more than ten words, é, here.\udf27</p><p>Next \udc80 one."
    page = blockmask.analyze(text)
    assert "Before \ufffd and after" in page.text and page.text.count("\ufffd") == 3
    assert page.html == text
    for block in page.blocks:
        assert re.sub("[\ud800-\udfff]", "\ufffd", text[block.source]) == block.text
    assert blockmask.extract("\ud800") == blockmask.extract("\ufffd")


def test_encodings() -> None:
    assert "Café noir" in blockmask.analyze("<p>Café noir".encode("cp1252"), charset="windows-1252").text
    assert "Café noir" in blockmask.analyze(b"\xfe\xff" + "<p>Café noir".encode("utf-16-be"), charset="utf-8").text
    page = blockmask.analyze("<p>Café noir".encode("utf-16-le"), charset="utf-16le")
    assert (page.encoding, page.encoding_source) == ("UTF-16LE", "hint")
    assert blockmask.analyze(b"<p>x", charset="no such charset").encoding == "UTF-8"
    assert blockmask.analyze("<meta charset=latin1><p>é").text.strip() == "é"


def test_the_address_tells_links_within_the_page() -> None:
    html = '<p><a href="https://example.org/menu#tea">Tea</a>'
    assert blockmask.analyze(html).blocks[0].field == "link"
    assert blockmask.analyze(html, address="https://example.org/menu").blocks[0].field == "in-page-link"
    assert blockmask.Analyzer().analyze(html, address="https://example.org/menu").blocks[0].field == "in-page-link"


@pytest.mark.parametrize("html", [b"", b"\x00" * 1000, bytes(range(256)) * 50, b"%PDF-1.7 \xff\xfe", "", b"<" * 10_000])
def test_anything_is_a_page(html: bytes | str) -> None:
    assert isinstance(blockmask.extract(html), str)
    assert isinstance(blockmask.analyze(html), blockmask.Page)


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        (None, "NoneType"),
        (5, "int"),
        (["<p>"], "list"),
        (Path("x.html"), "PosixPath"),
        (array.array("i", [1]), "array"),
    ],
)
def test_wrong_types_are_named(html: Any, kind: str) -> None:
    for call in (blockmask.extract, blockmask.analyze, blockmask.Analyzer().extract, blockmask.Analyzer().analyze):
        with pytest.raises(TypeError, match=f"html must be bytes, str or a buffer of bytes, not .*{kind}"):
            call(html)


def test_wrong_arguments_are_named() -> None:
    call: Any = blockmask.extract
    cases: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"mask": "best"}, ValueError, 'mask="best": no such name; the names are density, learned, '),
        ({"mask": 3}, TypeError, "mask must be a str, not int"),
        ({"fusion": "none"}, ValueError, 'fusion="none": no such name; the names are word-wrap, '),
        ({"on_limit": "raise"}, ValueError, 'on_limit="raise": no such name; the names are truncate, fail, '),
        ({"wrap_width": 0}, ValueError, "wrap_width=0: must be from 1 to 4294967295"),
        ({"max_nodes": -1}, ValueError, "max_nodes=-1: must be from 1 to 2147483647"),
        ({"max_input": 1 << 32}, ValueError, "max_input=4294967296: must be from 0 to 4294967294"),
        ({"max_steps": 10**30}, ValueError, "max_steps=1000000000000000000000000000000: must be from 1 to "),
        ({"max_depth": True}, TypeError, "max_depth must be an int, not bool"),
        ({"max_memory": 1.5}, TypeError, "max_memory must be an int, not float"),
        ({"visual": 1}, TypeError, "visual must be a bool, not int"),
        ({"maks": "learned"}, TypeError, 'unknown option "maks"; the options are parts, mask, comments, '),
        ({"maks": None}, TypeError, 'unknown option "maks"'),
        ({"charset": 5}, TypeError, "charset"),
        ({"address": b"x"}, TypeError, "address"),
    ]
    for arguments, error, message in cases:
        with pytest.raises(error, match=re.escape(message)):
            call(b"<p>x", **arguments)
    with pytest.raises(ValueError, match="charset is for bytes: a str is decoded already"):
        blockmask.extract("<p>x", charset="utf-8")
    with pytest.raises(TypeError):
        call()


def test_limits_are_exceptions_or_truncation() -> None:
    with pytest.raises(blockmask.TooLargeError) as too_large:
        blockmask.extract(RAIN, max_input=10)
    assert (too_large.value.size, too_large.value.limit) == (len(RAIN), 10)
    assert str(too_large.value) == "the page has 92 bytes, more than the limit of 10; raise max_input or skip the page"
    for html in (RAIN, bytearray(RAIN)):
        page = blockmask.analyze(html, max_input=30, on_limit="truncate-input")
        assert page.truncation == {"input"} and "Rain" not in page.text
    assert blockmask.analyze(RAIN, max_nodes=6).truncation == {"nodes"}
    with pytest.raises(blockmask.LimitReachedError, match="max_nodes") as reached:
        blockmask.analyze(RAIN, max_nodes=6, on_limit="fail")
    assert reached.value.limits == ("nodes",)
    assert issubclass(blockmask.OutOfMemoryError, MemoryError)
    for error in ("TooLargeError", "LimitReachedError", "OutOfMemoryError", "CancelledError"):
        assert issubclass(getattr(blockmask, error), blockmask.Error)


def test_a_page_of_five_gigabytes_is_refused_without_reading_it(tmp_path: Path) -> None:
    path = tmp_path / "huge.html"
    path.touch()
    os.truncate(path, 5 << 30)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        with pytest.raises(
            blockmask.TooLargeError, match="5368709120 bytes, more than the limit of 268435456; skip the page"
        ):
            blockmask.extract(mapped)
        with memoryview(mapped) as view, pytest.raises(blockmask.TooLargeError):
            blockmask.extract(view)


def test_none_stands_for_the_default() -> None:
    options: Any = dict.fromkeys(blockmask.Analyzer().options)
    assert blockmask.Analyzer(**options).options == blockmask.Analyzer().options
    assert set(options) == set(blockmask.Options.__annotations__)
