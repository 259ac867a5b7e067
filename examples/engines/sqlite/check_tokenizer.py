#!/usr/bin/env python3
"""Checks html_tokenizer.so in the shell of SQLite, on small pages and on pages of the tests."""

import html
import json
import pathlib
import re
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FIXTURES = HERE.parents[2] / "tests/fixtures"
TABLE = "CREATE VIRTUAL TABLE {0} USING fts5(html, tokenize = 'blockmask {1} unicode61 remove_diacritics 0');"
LOAD = f".load {HERE / 'html_tokenizer'}\n.mode json\n"
# A page, a query, and what highlight() returns; None if the page is not found.
EXAMPLES = [
    ("<p>Caf&eacute; r&#233;sum&#xE9;!", "café OR résumé", "<p>[Caf&eacute;] [r&#233;sum&#xE9;]!"),
    ("<p>one <b>hi</b>gh &amp; low", "high OR low", "<p>one <b>[hi</b>gh] &amp; [low]"),
    ("<p title=word><!-- word --><script>word</script>text", "word", None),
    ("<p>text<p hidden>word<p style='display:none'>word", "word", None),
    ("<p>the same<p>words", '"same words"', "<p>the [same<p>words]"),
    ("<p>stra\u00dfe &Auml;rger", "Straße OR ärger", "<p>[stra\u00dfe] [&Auml;rger]"),
    ("", "word", None),
]
MENU = "<nav><a href=/>Home</a></nav><p>Rain fell on the city for the third day, and the river rose above its banks."


def run(sql, database=":memory:"):
    """The rows of all statements."""
    done = subprocess.run(["sqlite3", "-bail", database], input=LOAD + sql, capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        raise SystemExit(f"check_tokenizer.py: {done.stderr}")
    return [row for rows in re.findall(r"^\[.*?\]$", done.stdout, re.MULTILINE | re.DOTALL) for row in json.loads(rows)]


def equal(found, expected, what):
    if found != expected:
        raise SystemExit(f"check_tokenizer.py: {what}: {found!r}, not {expected!r}")


def quote(text):
    return "'" + text.replace("'", "''") + "'"


def check_examples():
    for page, query, expected in EXAMPLES:
        rows = run(TABLE.format("page", "") + f"INSERT INTO page VALUES({quote(page)});"
                   f"SELECT highlight(page, 0, '[', ']') AS marked FROM page({quote(query)});")
        equal([row["marked"] for row in rows], [] if expected is None else [expected], page)


def check_options():
    rows = run(TABLE.format("visible", "") + TABLE.format("main", "main") + "".join(
        f"INSERT INTO {table} VALUES({quote(MENU)}); SELECT count(*) AS n FROM {table}('home');"
        f"SELECT count(*) AS n FROM {table}('river');" for table in ("visible", "main")))
    equal([row["n"] for row in rows], [1, 1, 0, 1], "the menu and the text, visible and main")
    # A word of a title counts more than one of text. It is still one word, so that phrases match.
    rows = run(TABLE.format("page", "weighted") +
               "INSERT INTO page VALUES('<title>first</title><p>second third'), ('<p>fourth'), ('<p>fifth');"
               "SELECT -(SELECT bm25(page) FROM page('first')) > -1.5 * (SELECT bm25(page) FROM page('second')) AS more,"
               " (SELECT highlight(page, 0, '[', ']') FROM page('first + second')) AS phrase;"
               "INSERT INTO page(page) VALUES('integrity-check'); DELETE FROM page;"
               "INSERT INTO page(page) VALUES('integrity-check');")
    equal(rows, [{"more": 1, "phrase": "<title>[first</title><p>second] third"}], "weighted")


def check_fixtures(folder):
    """On real pages, the words are those that the search program indexes, and highlights are words of the query."""
    index = folder / "index"
    subprocess.run([HERE / "search_pages", "index", index, FIXTURES], check=True, stdout=subprocess.DEVNULL)
    words = run(TABLE.format("visible", "") + "CREATE VIRTUAL TABLE visible_words USING fts5vocab(visible, row);"
                "CREATE VIRTUAL TABLE page_words USING fts5vocab(page_text, row);"
                "INSERT INTO visible(rowid, html) SELECT id, html FROM page;"
                "SELECT term, (SELECT doc FROM visible_words AS v WHERE v.term = p.term) AS pages, doc FROM page_words AS p"
                " WHERE pages IS NOT doc LIMIT 5;"
                "SELECT term FROM visible_words EXCEPT SELECT term FROM page_words LIMIT 5;", index)
    equal(words, [], "words of pages")
    pages = run("SELECT id, hex(page.html) AS html, hex(highlight(visible, 0, char(1), char(2))) AS marked"
                " FROM visible('the OR und OR résumé OR é') JOIN page ON id = visible.rowid", index)
    checked = sum(check_highlights(bytes.fromhex(page["html"]), bytes.fromhex(page["marked"])) for page in pages)
    run("DELETE FROM visible WHERE rowid % 2; INSERT INTO visible(visible) VALUES('integrity-check');", index)
    return len(pages), checked


def check_highlights(page, marked):
    if b"\0" in page or b"\1" in page or b"\2" in page:
        return 0
    equal(re.sub(rb"[\x01\x02]", b"", marked), page, "the page without its marks")
    pieces = re.findall(rb"\x01([^\x02]*)\x02", marked)
    for piece in pieces:
        text = html.unescape(re.sub(r"<[^>]*>", "", piece.decode("utf-8", "replace"))).lower()
        # Pages in other encodings than UTF-8 have words in their bytes.
        equal(text in ("the", "und", "résumé", "é") or "\ufffd" in text, True, f"the mark {piece!r}")
    return len(pieces)


def main():
    check_examples()
    check_options()
    with tempfile.TemporaryDirectory() as folder:
        pages, checked = check_fixtures(pathlib.Path(folder))
    if checked < 40:
        raise SystemExit(f"check_tokenizer.py: only {checked} highlights")
    print(f"html_tokenizer: {len(EXAMPLES)} examples, {pages} pages, {checked} highlights")


if __name__ == "__main__":
    main()
