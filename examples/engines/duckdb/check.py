#!/usr/bin/env python3
"""Checks the extension in the DuckDB of the package duckdb."""

import pathlib
import tempfile
import time

import duckdb

HERE = pathlib.Path(__file__).resolve().parent
PAGE = (
    "<title>Rain &amp; river</title><nav><a href=/>Home</a></nav><h1>Rain &amp; river</h1>"
    "<p>Rain fell on <a href=x>the city</a> for the third day, and the river rose."
)


def connect():
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": "4"})
    connection.execute(f"LOAD '{HERE / 'blockmask.duckdb_extension'}'")
    return connection


def check_functions(connection):
    def value(call, *arguments):
        return connection.execute(f"SELECT {call}", arguments).fetchone()[0]

    page = PAGE.encode()
    text = "Rain & river\n\nRain fell on the city for the third day, and the river rose."
    assert value("blockmask_text(?::BLOB)", page) == text
    assert value("blockmask_markdown(?::BLOB)", page).startswith("# Rain & river\n\nRain fell on the city")
    assert "[the city](http://a/x)" in value("blockmask_markdown(?::BLOB, 'http://a/b')", page)
    blocks = value("blockmask_blocks(?::BLOB)", page)
    assert [block["field"] for block in blocks] == ["title", "link", "h1", "text"]
    assert [block["weight"] for block in blocks] == [16, 0.5, 16, 1]
    assert page[blocks[2]["source_start"] : blocks[2]["source_end"]] == b"Rain &amp; river"
    (passage,) = value("blockmask_passages(?::BLOB)", page)
    assert passage["context"] == "" and passage["text"].startswith("Rain & river") and passage["text"].endswith("rose.") and passage["tokens"] > 10
    facts = value("blockmask_facts(?::BLOB, 'http://a/b')", b"<html lang=en><meta name=robots content=noindex><link rel=canonical href=/c>")
    assert [(fact["kind"], fact["name"], fact["value"]) for fact in facts if fact["kind"] in ("robots", "canonical", "language")] == [
        ("robots", "noindex", ""), ("canonical", "", "http://a/c"), ("language", "", "en")]
    # Any bytes, in any encoding; NULL is NULL, and an empty page has an empty text.
    assert value("blockmask_text(?::BLOB)", "<meta charset=shift_jis><p>雨が降った。".encode("shift_jis")) == "雨が降った。"
    assert value("blockmask_text('\\x00\\xFF<p'::BLOB)") is not None
    assert value("blockmask_text(''::BLOB)") == "" and value("blockmask_blocks(''::BLOB)") == []
    for call in ["text(NULL)", "markdown(NULL, 'a')", "markdown(''::BLOB, NULL)", "blocks(NULL)", "passages(NULL)", "facts(NULL)"]:
        assert value(f"blockmask_{call}") is None, call


def check_many(connection):
    """Chunks, threads, NULL among pages, constants beside columns: each row is what it would be alone."""
    connection.execute("""CREATE TABLE page AS SELECT i, CASE WHEN i % 7 > 0 THEN encode(
        '<title>' || i || '</title><p>Rain fell on <a href=x>the city</a> for day ' || i || ', and the river rose.') END AS html
        FROM range(20000) t(i)""")
    rows = "FROM page WHERE html IS NOT NULL"
    wrong = f"""SELECT count(*) {rows} AND (blockmask_text(html) <> 'Rain fell on the city for day ' || i || ', and the river rose.'
        OR len(blockmask_blocks(html)) <> 2 OR blockmask_blocks(html)[1].text <> i::VARCHAR
        OR blockmask_passages(html)[1].context <> i::VARCHAR OR blockmask_markdown(html, 'http://a/') NOT LIKE '%(http://a/x)%')"""
    assert connection.execute(wrong).fetchone() == (0,)
    nulls = "SELECT count(*) FROM page WHERE html IS NULL AND blockmask_blocks(html) IS NULL AND blockmask_text(html) IS NULL"
    assert connection.execute(nulls).fetchone() == (2858,)
    unnested = "SELECT count(*), count(DISTINCT text) FROM (SELECT unnest(blockmask_blocks(html), recursive := true) FROM page)"
    assert connection.execute(unnested).fetchone() == (2 * 17142, 2 * 17142)


def check_errors(connection):
    """A page that is refused is an error, which TRY turns into NULL; the next query works."""
    large = "encode(repeat('<p>Rain fell. ', 20000000))"
    try:
        connection.execute(f"SELECT blockmask_text({large})")
        raise AssertionError("a page of 280 MB")
    except duckdb.Error as error:
        assert "blockmask: the page has 280000000 bytes" in str(error), error
    assert connection.execute("SELECT blockmask_text('<p>Rain fell'::BLOB)").fetchone() == ("Rain fell",)


def check_folder(connection):
    """What README.md shows: a folder of pages to Parquet, and its tables."""
    with tempfile.TemporaryDirectory() as folder:
        for i in range(50):
            pathlib.Path(folder, f"{i}.html").write_text(PAGE.replace("third", f"{i}th"))
        connection.execute((HERE / "read_html.sql").read_text())
        pages, target = f"{folder}/*.html", f"{folder}/clean.parquet"
        connection.execute(f"""COPY (SELECT filename, blockmask_markdown(content) AS markdown FROM read_blob('{pages}'))
            TO '{target}' (FORMAT parquet)""")
        clean = f"SELECT count(*), count(DISTINCT markdown) FROM '{target}'"
        assert connection.execute(clean).fetchone() == (50, 50)
        found = f"SELECT count(*), any_value(text) FROM read_html('{pages}') WHERE field = 'h1'"
        assert connection.execute(found).fetchone() == (50, "Rain & river")
        assert connection.execute(f"SELECT count(*) FROM read_html_passages('{pages}')").fetchone() == (50,)


def main():
    connection, before = connect(), time.monotonic()
    for check in [check_functions, check_many, check_errors, check_folder]:
        check(connection)
    # A second database of the process, and none of them.
    check_functions(connect())
    connection.close()
    print(f"duckdb: all checks passed with DuckDB {duckdb.__version__}, in {time.monotonic() - before:.1f} s")


if __name__ == "__main__":
    main()
