#!/usr/bin/env python3
"""Checks one search program on small pages, and the highlights on pages of the tests: `check_program.py PROGRAM`."""

import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile

FIXTURES = pathlib.Path(__file__).parents[2] / "tests/fixtures"
RIVER = ("Rain fell on the city for the third day, and the river rose above its banks, so that the people of the lower "
         "town had to leave their houses and the old bridge was closed.")
MENU = "<nav><a href=/>Menu of the caf&eacute;</a></nav>"
PAGES = {
    "rain.html": f"<title>Weather</title>{MENU}<h1>Rain</h1><p>{RIVER}<p hidden>sesame",
    "gone.html": f"<title>Weather</title><h1>Rain again</h1><p>{RIVER}",
    "sub/cafe.HTM": "<title>The Caf&eacute;</title><h1>Tea</h1><p>Tea &amp; cake at the Caf&eacute; de la <b>Ga</b>re,"
                    " with some_name in it.<p data-nosnippet>secret recipe",
    "latin.html": "<meta charset=iso-8859-1><title>x</title><p>Stra\u00dfe am Strand",
    "notes.txt": "rain",
}


class Program:
    def __init__(self, command, folder):
        self.command, self.pages, self.index_path = command, folder / "pages", folder / "index"

    def write(self, name, text):
        file = self.pages / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode("iso-8859-1"))

    def run(self, *arguments, status=0):
        done = subprocess.run([self.command, *map(str, arguments)], capture_output=True, text=True, timeout=120)
        require(done.returncode == status, f"{arguments}: exit status {done.returncode}, not {status}: {done.stderr}")
        return done.stdout

    def index(self, *options):
        report = self.run("index", *options, self.index_path, self.pages)
        return [int(number) for number in re.findall(r"(?:indexed|unchanged|deleted|failed) (\d+)", report)]

    def search(self, query, *options):
        return [json.loads(line) for line in self.run("search", *options, self.index_path, query).splitlines()]

    def paths(self, query, *options):
        return [hit["path"] for hit in self.search(query, *options)]

    def marked(self, hit):
        source = (self.pages / hit["path"]).read_bytes()
        return [source[start:end] for start, end in hit["highlights"]]


def require(condition, message):
    if not condition:
        sys.exit(f"check_program.py: {message}")


def equal(found, expected, what):
    require(found == expected, f"{what}: {found}, not {expected}")


def check_ranks(program):
    equal(program.index(), [4, 0, 0, 0], "new pages")
    equal(program.index(), [0, 4, 0, 0], "the same pages")
    equal(program.paths("tea"), ["sub/cafe.HTM"], "one page")
    equal(program.paths("CAF\u00c9"), ["sub/cafe.HTM", "rain.html"], "a title before a menu")
    for words in ("some", "NAME", "stra\u00dfe"):
        equal(len(program.search(words)), 1, words)
    for words in ("sesame", "desert", "&", "...", '"', "*", ""):
        equal(program.search(words), [], words)
    for words in ('"tea', "NEAR(tea", "^tea", "title:tea*", "-tea", "(tea", "tea\"*", "{tea}: x", "OR tea AND", "tea*"):
        require("sub/cafe.HTM" in program.paths(words), f"{words}: is not read as a list of words")
    queries = program.index_path.parent / "queries"
    queries.write_text("tea\n\ndesert\nweather menu\n")
    rows = [line.split("\t") for line in program.run("search", "--queries", queries, program.index_path).splitlines()]
    equal(len(program.search("river")), 2, "two pages")
    equal(len(program.search("river", "--limit", 1)), 1, "a limit")
    equal([row[:3] for row in rows], [["tea", "1", "sub/cafe.HTM"], ["weather menu", "1", "rain.html"],
                                      ["weather menu", "2", "gone.html"]], "a table")
    require(all(float(row[3]) > 0 for row in rows), f"scores of {rows}")


def check_snippets(program):
    hit = program.search("caf\u00e9 GARE")[0]
    equal([hit["rank"], hit["title"]], [1, "The Caf\u00e9"], "rank and title")
    equal(hit["snippet"], "Tea & cake at the Caf\u00e9 de la Gare, with some_name in it.", "a snippet")
    equal(program.marked(hit), [b"Caf&eacute;", b"Ga</b>re"], "highlights")
    hit = program.search("rain the")[0]
    require(hit["snippet"].startswith("Rain fell on the city") and hit["snippet"].endswith(" \u2026"), hit)
    equal(program.search("menu")[0]["snippet"], "Menu of the caf\u00e9", "template, where nothing else matches")
    equal(program.marked(program.search("stra\u00dfe")[0]), ["Stra\u00dfe".encode("iso-8859-1")], "another encoding")
    hit = program.search("recipe")[0]
    require("recipe" not in hit["snippet"] and hit["highlights"] == [], f"text that must not be shown: {hit}")


def check_changes(program):
    program.write("sub/cafe.HTM", "<title>Menu</title><p>Soup of the day")
    (program.pages / "gone.html").unlink()
    equal(program.index(), [1, 2, 1, 0], "changes")
    equal([program.paths("tea"), program.paths("soup"), program.paths("river")],
          [[], ["sub/cafe.HTM"], ["rain.html"]], "what changed")
    program.run("index", program.index_path, program.pages / "missing", status=1)
    equal(program.index(), [0, 3, 0, 0], "after a run without a folder")
    equal(program.index("--plain"), [3, 0, 0, 0], "the engine's own means")
    equal(program.paths("soup"), ["sub/cafe.HTM"], "a plain index")
    equal(program.index(), [3, 0, 0, 0], "blockmask again")


def check_usage(program):
    for wrong in ([], ["index"], ["index", "x"], ["search", "x"], ["search", "--limit", "0", "x", "y"], ["delete"],
                  ["search", "--x", "x", "y"]):
        program.run(*wrong, status=2)
    program.run("search", program.pages / "nothing", "x", status=1)


def check_fixtures(program):
    """Highlights are words of the query in the source, and cut neither characters nor references."""
    program.pages = FIXTURES
    program.index_path = program.index_path.parent / "fixtures"
    program.index()
    checked = 0
    for query in ("the", "a of", "und der", "\u00e9 \u00fc", "2", "caf\u00e9 r\u00e9sum\u00e9", "to be or not"):
        for hit in program.search(query, "--limit", 100):
            for piece in program.marked(hit):
                text = html.unescape(re.sub(r"<[^>]*>", "", piece.decode("utf-8", "replace"))).lower()
                require(text in query.split() or "\ufffd" in text, f"{hit['path']}: {piece!r} for {query!r}")
                checked += 1
    require(checked > 20, f"only {checked} highlights")
    return checked


def main():
    with tempfile.TemporaryDirectory() as folder:
        program = Program(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(folder))
        for name, text in PAGES.items():
            program.write(name, text)
        for check in (check_ranks, check_snippets, check_changes, check_usage):
            check(program)
        print(f"{program.command.name}: small pages, and {check_fixtures(program)} highlights")


if __name__ == "__main__":
    main()
