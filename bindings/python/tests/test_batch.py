"""Many pages at once, from and to every library that speaks Arrow."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import blockmask
import pyarrow as pa
import pytest
from conftest import RAIN, RAIN_TEXT, cancelled, fixture_pages

ALL = (
    "main_text text title kind encoding is_recovered truncation blocks segments main_regions links fingerprint "
    "kind_probabilities main_html comments images records facts headline annotations fallbacks groups "
    "quality counts block_counts page_language block_languages properties"
).split()
PAGES = [RAIN, b"<title>Two</title><p>The river rose until it stood at the doors.", None, b"", b"<p>\xff\xfe end"]
#: The row of each page, by what comes of it.
ROWS = [("ok", RAIN_TEXT), ("ok", None), ("missing", None), ("ok", ""), ("ok", None)]


def record_batch(batch: blockmask.Batch) -> Any:
    """A batch in pyarrow, after all checks of pyarrow."""
    result = batch.to_pyarrow()
    result.validate(full=True)
    return result


def check(batch: blockmask.Batch, pages: Sequence[bytes | str | None], address: str | None = None) -> None:
    """Compares every row with the page by itself."""
    rows = record_batch(batch).to_pylist()
    assert len(rows) == len(batch) == len(pages)
    for row, html in zip(rows, pages):
        if html is None:
            assert row.pop("status") == "missing" and row.pop("error") == "there is no page"
            assert set(row.values()) == {None}
            continue
        # Offsets are in bytes of UTF-8.
        charset = "utf-8" if isinstance(html, str) else None
        page = blockmask.analyze(html.encode() if isinstance(html, str) else html, charset=charset, address=address)
        compare(row, page)


def compare(row: dict[str, Any], page: blockmask.Page) -> None:
    assert (row["status"], row["error"]) == ("ok", None)
    expected = page.to_dict() | {"main_text": page.main_text, "text": page.text, "main_html": page.to_html()}
    expected["facts"] = page.facts()
    expected["quality"] = page.quality()
    expected["page_language"] = page.page_language()
    expected["block_languages"] = page.block_languages()
    expected["properties"] = page.facts(properties=True)["properties"]
    expected["counts"] = page.counts()
    expected["block_counts"] = page.block_counts()
    expected["groups"] = page.groups()
    expected["records"] = [
        {
            "source_start": source.start,
            "source_end": source.stop,
            "first_block": blocks.start,
            "end_block": blocks.stop,
        }
        for source, blocks in page.records()
    ]
    fingerprint = page.fingerprint
    hashes = (*fingerprint.min_hashes, fingerprint.sim_hash, fingerprint.content_hash, fingerprint.structure_hash)
    signed = [value - (1 << 64) if value >> 63 else value for value in hashes]
    expected["fingerprint"] = {
        "version": fingerprint.version,
        "is_valid": fingerprint.is_valid,
        "tokens": fingerprint.tokens,
        "sim_hash": signed[8],
        "min_hashes": signed[:8],
        "content_hash": signed[9],
        "structure_hash": signed[10],
    }
    kinds = page.kind_probabilities.items()
    expected["kind_probabilities"] = [{"kind": kind, "probability": value} for kind, value in kinds]
    text = page.text.encode()
    for name, value in row.items():
        if name in ("status", "error"):
            continue
        if name in ("facts", "quality", "page_language", "block_languages"):
            assert rounded(value) == expected[name]
        elif name == "groups":
            assert [stated(group) for group in value] == [stated(group) for group in expected[name]]
        elif isinstance(value, list) and value and isinstance(value[0], dict) and name != "kind_probabilities":
            assert len(value) == len(expected[name])
            for ours, theirs in zip(value, expected[name]):
                if "text_start" in ours:
                    start, end = theirs["text_start"], theirs["text_end"]
                    theirs |= {"text_start": len(page.text[:start].encode()), "text_end": len(page.text[:end].encode())}
                    assert text[ours["text_start"] : ours["text_end"]].decode() == page.text[start:end]
                assert ours == {key: theirs[key] for key in ours}
        else:
            assert value == expected[name], name


def stated(group: dict[str, Any]) -> dict[str, Any]:
    """A group as ``Page.groups`` has it: without what is not there."""
    items = [{name: value for name, value in item.items() if value is not None} for item in group["items"]]
    return group | {"probability": round(group["probability"], 2), "items": items}


def rounded(value: Any) -> Any:
    """The column of facts in the form of ``Page.facts``: certainties are rounded, and left out where there is none."""
    if isinstance(value, list):
        return [rounded(item) for item in value]
    if not isinstance(value, dict):
        return value
    for certainty in ("confidence", "score"):
        if value.get(certainty) is not None:
            return value | {certainty: round(value[certainty], 2)}
        value = {key: item for key, item in value.items() if key != certainty}
    return {key: rounded(item) for key, item in value.items()}


@pytest.mark.parametrize(
    "data_type",
    [pa.binary(), pa.large_binary(), pa.string(), pa.large_string(), pa.binary_view(), pa.string_view()],
    ids=str,
)
def test_columns_of_every_type(data_type: Any) -> None:
    texts = ["<p>Rain fell on the city for the third day, é.", None, "", "<title>日本</title><p>x", "<p>end 🌧 of it"]
    is_text = "str" in str(data_type)
    pages: list[Any] = [text if text is None or is_text else text.encode() for text in texts]
    array = pa.array(pages, data_type)
    check(blockmask.analyze_batch(array, columns=ALL), pages)
    # Slices have offsets, and chunks are one column.
    check(blockmask.analyze_batch(array[1:4], columns=ALL), pages[1:4])
    chunked = pa.chunked_array([array[3:], array[:0], array[1:3]])
    check(blockmask.analyze_batch(chunked, columns=ALL), [*pages[3:], *pages[1:3]])
    check(blockmask.analyze_batch(array[:0], columns=ALL), [])


def test_dictionary_encoded_columns() -> None:
    pages = [RAIN, None, b"<p>x", RAIN, b"<p>x"]
    array = pa.array(pages, pa.binary()).dictionary_encode()
    check(blockmask.analyze_batch(array), pages)
    check(blockmask.analyze_batch(array[1:4]), pages[1:4])
    nulls = pa.DictionaryArray.from_arrays(pa.array([None, None], pa.int8()), pa.array([], pa.string()))
    check(blockmask.analyze_batch(nulls), [None, None])
    values_with_null = pa.DictionaryArray.from_arrays(pa.array([1, 0, None], pa.int32()), pa.array([b"<p>y", None]))
    check(blockmask.analyze_batch(values_with_null), [None, b"<p>y", None])


def test_other_columns() -> None:
    check(blockmask.analyze_batch(pa.nulls(3)), [None] * 3)
    fixed = pa.array([b"<p>one", b"<p>two", None], pa.binary(6))
    check(blockmask.analyze_batch(fixed), fixed.to_pylist())


def test_sequences_of_pages() -> None:
    pages: list[Any] = [*PAGES, "<p>A str with é and 日本.", "<p>lone \ud800 one"]
    expected = [page if page is None or isinstance(page, bytes) else page.replace("\ud800", "\ufffd") for page in pages]
    batch = blockmask.analyze_batch(pages, columns=ALL)
    check(batch, expected)
    check(blockmask.analyze_batch(tuple(pages)), expected)
    check(blockmask.analyze_batch(page for page in pages), expected)
    check(blockmask.analyze_batch([bytearray(RAIN), memoryview(RAIN)]), [RAIN, RAIN])
    check(blockmask.analyze_batch([]), [])
    rows = record_batch(batch).to_pylist()
    assert [(row["status"], row["main_text"]) for row in rows[:4:3]] == [("ok", RAIN_TEXT), ("ok", "")]


def test_pages_of_the_repository_and_real_ones(corpus: list[bytes]) -> None:
    pages: list[Any] = [*fixture_pages().values(), *corpus]
    check(blockmask.Analyzer().analyze_batch(pa.array(pages, pa.large_binary()), columns=ALL), pages)


def test_columns_are_chosen() -> None:
    assert blockmask.analyze_batch([RAIN]).columns == (
        "status", "error", "main_text", "title", "kind", "blocks", "fingerprint"
    )  # fmt: skip
    assert blockmask.analyze_batch([], columns=[]).columns == ("status", "error")
    assert blockmask.analyze_batch([], columns=["links", "status", "title"]).columns == (
        "status",
        "error",
        "title",
        "links",
    )
    assert blockmask.analyze_batch([], columns=ALL).columns == ("status", "error", *ALL)
    wrong: Any = "title"
    with pytest.raises(TypeError, match="columns must be a sequence of names, not str"):
        blockmask.analyze_batch([], columns=wrong)
    with pytest.raises(ValueError, match='columns: "titel": no such name; the names are main_text, text, title, '):
        blockmask.analyze_batch([], columns=["titel"])


def test_fields_are_chosen() -> None:
    columns = ["fingerprint.sim_hash", "blocks.weight", "kind", "facts.robots.rules", "blocks.text", "links.target"]
    pages: list[Any] = [*PAGES, *fixture_pages().values()]
    whole = record_batch(blockmask.analyze_batch(pages, columns=ALL))
    chosen = record_batch(blockmask.analyze_batch(pages, columns=columns))
    assert chosen.schema.names == ["status", "error", "kind", "blocks", "links", "fingerprint", "facts"]
    assert [field.name for field in chosen.schema.field("blocks").type.value_type] == ["text", "weight"]
    for row, expected in zip(chosen.to_pylist(), whole.to_pylist(), strict=True):
        assert row["kind"] == expected["kind"]
        for name, fields in [("blocks", ["text", "weight"]), ("links", ["target"])]:
            items = expected[name]
            assert row[name] == (items and [{field: item[field] for field in fields} for item in items])
        fingerprint, facts = expected["fingerprint"], expected["facts"]
        assert row["fingerprint"] == (fingerprint and {"sim_hash": fingerprint["sim_hash"]})
        assert row["facts"] == (facts and {"robots": {"rules": facts["robots"]["rules"]}})
    # As fields of whole columns are declared, and without a page.
    assert chosen.schema == pa.schema(blockmask.analyze_batch([], columns=iter(columns)))
    weight = chosen.schema.field("blocks").type.value_type.field("weight")
    assert weight == whole.schema.field("blocks").type.value_type.field("weight")
    for columns in [["blocks", "blocks.text"], ["blocks.text", "blocks"]]:
        assert pa.schema(blockmask.analyze_batch([], columns=columns)).field("blocks") == whole.schema.field("blocks")


def test_wrong_fields_are_named() -> None:
    cases = [
        ("blocks.txt", "blocks has no such field; its fields are text, source_start, "),
        ("blocks.", "blocks has no such field; its fields are text, source_start, "),
        ("facts.robots.text", "robots has no such field; its fields are rules, max_snippet, "),
        ("title.text", "title has no fields"),
        ("blocks.flags.x", "flags has no fields"),
        ("block.text", "no such name; the names are main_text, text, title, "),
        (".text", "no such name; the names are main_text, text, title, "),
    ]
    for name, message in cases:
        with pytest.raises(ValueError, match=f'columns: "{name}": {message}'):
            blockmask.analyze_batch([], columns=["title", name])


def test_types_are_signed_and_large() -> None:
    schema = pa.schema(blockmask.analyze_batch([], columns=ALL))

    def leaves(data_type: Any) -> list[str]:
        if pa.types.is_struct(data_type):
            return [leaf for field in data_type for leaf in leaves(field.type)]
        return leaves(data_type.value_type) if pa.types.is_list(data_type) else [str(data_type)]

    types = {leaf for field in schema for leaf in leaves(field.type)}
    assert types == {"large_string", "bool", "int8", "int16", "int32", "int64", "float", "double"}
    assert not schema.field("status").nullable and schema.field("main_text").nullable
    assert schema == record_batch(blockmask.analyze_batch(PAGES, columns=ALL)).schema


def test_charsets_and_addresses() -> None:
    latin = "<p>Café noir, and a sentence of more words.".encode("latin-1")
    for charset in ["latin1", ["latin1", None, "latin1"], pa.array(["latin1", None, "latin1"])]:
        batch = blockmask.analyze_batch([latin, RAIN, latin], charset=charset, columns=["encoding"])
        encodings = record_batch(batch)["encoding"].to_pylist()
        assert encodings == ["windows-1252", "UTF-8" if charset != "latin1" else "windows-1252", "windows-1252"]
    # A str has no charset.
    assert (
        record_batch(blockmask.analyze_batch(["<p>é"], charset="latin1", columns=["text"]))["text"][0].as_py().strip()
        == "é"
    )
    html = '<p><a href="https://example.org/menu#tea">Tea</a>'
    for addresses in [["https://example.org/menu", None], pa.chunked_array([["https://example.org/menu"], [None]])]:
        batch = blockmask.analyze_batch([html, html], addresses=addresses, columns=["blocks"])
        fields = [row["blocks"][0]["field"] for row in record_batch(batch).to_pylist()]
        assert fields == ["in-page-link", "link"]
    wrong: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"addresses": ["x"]}, ValueError, "addresses has 1 values, but there are 2 pages"),
        ({"charset": pa.array(["x"] * 3)}, ValueError, "charset has 3 values, but there are 2 pages"),
        ({"addresses": "https://example.org"}, TypeError, "addresses must be a column of strings, not str"),
        ({"addresses": [1, 2]}, TypeError, "addresses must be a column of strings, not list"),
        ({"charset": 5}, TypeError, "charset must be a column of strings, not int"),
        ({"addresses": pa.array([b"x", b"y"])}, TypeError, "addresses must be a column of strings, not bytes"),
        (
            {"addresses": pa.array([1, 2])},
            TypeError,
            "addresses: must be a column of binary or string values, not of Int64",
        ),
    ]
    for arguments, error, message in wrong:
        with pytest.raises(error, match=message):
            blockmask.analyze_batch([html, html], **arguments)


def test_wrong_pages_are_named() -> None:
    call: Any = blockmask.analyze_batch
    cases: list[tuple[Any, str]] = [
        (RAIN, "pages must be an Arrow array or a sequence of pages, not bytes"),
        ("<p>", "pages must be an Arrow array or a sequence of pages, not str"),
        (None, "pages must be an Arrow array or a sequence of pages, not NoneType"),
        (5, "pages must be an Arrow array or a sequence of pages, not int"),
        ([RAIN, 5], r"pages\[1\] must be bytes, str or a buffer of bytes, not int"),
        (pa.array([1, 2]), "pages: must be a column of binary or string values, not of Int64"),
        (pa.array([["<p>"]]), "pages: must be a column of binary or string values, not of List"),
        (pa.record_batch({"html": [RAIN]}), "pages: must be a column of binary or string values, not of Struct"),
        (pa.table({"html": [RAIN]}), "pages: must be a column of binary or string values, not of Struct"),
    ]
    for pages, message in cases:
        with pytest.raises(TypeError, match=message):
            call(pages)
    with pytest.raises(TypeError, match='unknown option "maks"'):
        call([], maks="density")

    def broken() -> Any:
        yield RAIN
        raise KeyError("from the sequence")

    with pytest.raises(KeyError, match="from the sequence"):
        call(broken())


def test_capsules_in_the_wrong_order_are_an_error() -> None:
    class Swapped:
        def __arrow_c_array__(self, requested_schema: object = None) -> Any:
            return tuple(reversed(pa.array([RAIN]).__arrow_c_array__()))

    call: Any = blockmask.analyze_batch
    with pytest.raises(ValueError, match="(?i)capsule"):
        call(Swapped())


def test_a_page_that_fails_is_a_row() -> None:
    long, deep = RAIN * 9, b"<b>" * 600 + b"<p>x"
    columns: list[list[bytes | bytearray]] = [[long, RAIN, bytearray(long)], [long, RAIN, long]]
    for pages in columns:
        rows = record_batch(blockmask.analyze_batch(pages, max_input=100)).to_pylist()
        assert [row["status"] for row in rows] == ["too-large", "ok", "too-large"]
        assert rows[0]["error"].startswith("the page has 828 bytes, more than the limit of 100")
        assert rows[2] == rows[0] and rows[0]["main_text"] is None and rows[0]["blocks"] is None
    rows = record_batch(blockmask.analyze_batch([RAIN, deep], on_limit="fail")).to_pylist()
    assert [(row["status"], row["error"]) for row in rows] == [
        ("ok", None),
        ("limit-reached", "the page reaches a limit: max_depth"),
    ]


def test_a_batch_can_be_read_often_and_outlives_everything() -> None:
    def make() -> Any:
        array = pa.array([bytes(bytearray(RAIN))] * 100, pa.large_binary())
        batch = blockmask.Analyzer().analyze_batch(array, columns=ALL)
        return [batch.to_pyarrow(), pa.record_batch(batch), pa.table(batch).combine_chunks().to_batches()[0]]

    first, second, third = make()
    gc.collect()
    blockmask.extract(b"<p>another page" * 1000)
    for result in (first, second, third):
        result.validate(full=True)
        assert result == first and result["main_text"].to_pylist() == [RAIN_TEXT] * 100
    # The buffers are the same, not copies.
    addresses = [result["text"].buffers()[2].address for result in (first, second)]
    assert addresses[0] == addresses[1]


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    pages = polars.Series("html", PAGES, dtype=polars.Binary)
    frame = polars.DataFrame(blockmask.analyze_batch(pages, columns=ALL))
    assert frame["status"].to_list() == [status for status, _ in ROWS]
    assert frame["main_text"][0] == RAIN_TEXT and frame["title"][1] == "Two"
    fields = frame.select(polars.col("blocks").list.eval(polars.element().struct.field("field")))["blocks"].to_list()
    assert fields[0] == ["link", "text"] and fields[2] is None and fields[3] == []
    texts = polars.Series("html", ["<p>one", None, "<p>" + "two " * 20])
    assert polars.DataFrame(blockmask.analyze_batch(texts))["status"].to_list() == ["ok", "missing", "ok"]
    check(blockmask.analyze_batch(pages, columns=ALL), list(PAGES))


def test_nanoarrow() -> None:
    nanoarrow = pytest.importorskip("nanoarrow")

    def validate(array: Any) -> None:
        # Setting the view checks the numbers of buffers and children and the ends of offsets.
        view = array.view()
        for child in array.children:
            validate(child)
        # All offsets, too, which nanoarrow checks in arrays without children only.
        if array.n_children == 0:
            buffers = [bytes(buffer) if buffer.size_bytes else None for buffer in view.buffers]
            nanoarrow.c_array_from_buffers(
                array.schema, array.length, buffers, null_count=array.null_count, validation_level="full"
            )

    pages: list[Any] = [*PAGES, *fixture_pages().values()]
    for count in (0, 1, len(pages)):
        batch = blockmask.analyze_batch(pages[:count], columns=ALL)
        validate(nanoarrow.c_array(batch))
        assert nanoarrow.Array(batch).to_pylist() == record_batch(batch).to_pylist()
    # In the other direction, with what it makes.
    texts = ["<p>one", None, "<p>two"]
    check(blockmask.analyze_batch(nanoarrow.Array(texts, nanoarrow.string())), texts)
    check(blockmask.analyze_batch(nanoarrow.Array([b"<p>x", None], nanoarrow.binary())), [b"<p>x", None])


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    batch = blockmask.analyze_batch(PAGES, columns=ALL)  # noqa: F841
    connection = duckdb.connect()
    query = "select status, main_text, len(blocks), list_transform(blocks, lambda b: b.weight) from batch limit 1"
    assert connection.sql(query).fetchall() == [("ok", RAIN_TEXT, 2, [2, 4])]
    assert connection.sql("select count(*), sum(len(links)) from batch").fetchall() == [(5, 1)]
    pages = connection.sql("select unnest(['<p>one'::blob, null, '<p>two'::blob]) as html").to_arrow_table()["html"]
    check(blockmask.analyze_batch(pages), [b"<p>one", None, b"<p>two"])


def test_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    batch = blockmask.analyze_batch(PAGES)
    frame = (
        pandas.DataFrame.from_arrow(batch)
        if hasattr(pandas.DataFrame, "from_arrow")
        else batch.to_pyarrow().to_pandas()
    )
    assert frame["status"].tolist() == [status for status, _ in ROWS]
    assert frame["main_text"][0] == RAIN_TEXT
    series = pandas.Series(["<p>one", None, "<p>two"], dtype="str")
    assert record_batch(blockmask.analyze_batch(series))["status"].to_pylist() == ["ok", "missing", "ok"]
    check(
        blockmask.analyze_batch(pandas.Series([RAIN, b"<p>x"], dtype=pandas.ArrowDtype(pa.binary()))), [RAIN, b"<p>x"]
    )


def test_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pa.table(blockmask.analyze_batch(PAGES, columns=ALL))
    parquet.write_table(table, tmp_path / "pages.parquet")
    assert parquet.read_table(tmp_path / "pages.parquet") == table


def test_batches_run_in_parallel_and_can_be_cancelled() -> None:
    analyzer = blockmask.Analyzer()
    errors = cancelled(analyzer, lambda: analyzer.analyze_batch([RAIN * 1000] * 5000, columns=["kind"]))
    assert [type(error) for error in errors] == [blockmask.CancelledError] * 2
    assert len(analyzer.analyze_batch([RAIN])) == 1


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_batches_can_be_interrupted() -> None:
    # A shell starts programs in the background with this signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        blockmask.analyze_batch([RAIN * 1000] * 50_000, columns=["kind"])
    timer.join()
    signal.signal(signal.SIGINT, before)


def test_many_batches_leave_nothing() -> None:
    status = Path("/proc/self/status")
    if not status.exists():
        pytest.skip("the memory of the process: there is no /proc/self/status")

    def resident() -> int:
        return int(status.read_text().split("VmRSS:")[1].split()[0])

    array = pa.array([*fixture_pages().values(), None], pa.binary())

    def use(count: int) -> None:
        for _ in range(count):
            batch = blockmask.analyze_batch(array, columns=ALL)
            batch.to_pyarrow()
            pa.table(batch)
            batch.__arrow_c_schema__()
            batch.__arrow_c_array__()  # Not taken by anyone.

    use(300)
    before = resident()
    use(2_000)
    assert resident() - before < 8_000, f"grew from {before} to {resident()} kB"
