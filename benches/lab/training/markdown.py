"""Measures how much of the structure of main content Markdown keeps, by blockmask and by other programs.

    pip install -r benches/lab/training/markdown.txt
    python benches/lab/training/markdown.py --shared ../shared --cli target/release/blockmask

Expected are the headings, list items, table cells and lines of code of each page, by its HTML, whose words are a part of
the labeled main text: at least two words of a heading and four of an item, as fewer are there by chance. Found are those
that a parser of CommonMark (markdown-it-py) reads in the Markdown, or of HTML where a program writes that. Recall is the
share of the expected ones that are found as the same kind of element; precision, of those found whose words are in the
main text, the share that are such elements on the page. Prints a table.
"""

import argparse
import collections
import gzip
import importlib.metadata
import json
import re
import subprocess
from pathlib import Path

import lxml.html
from markdown_it import MarkdownIt

CORPORA = ["wcxb", "aeb", "magic-html-article"]
KINDS = ["headings", "list items", "table cells", "code lines"]
# Fewer words are in a main text by chance.
LEAST_WORDS = {"headings": 2, "list items": 4, "table cells": 1, "code lines": 1}
HEADINGS = {f"h{level}" for level in range(1, 7)}
DROPPED = {"script", "style", "template", "noscript", "svg", "math", "textarea", "option"}


def key(text):
    """The words of a text, in lower case."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def own_text(element, without=frozenset()):
    """The text of an element, without the text of elements inside it with these names."""
    parts, stack = [], [element]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        if not isinstance(node.tag, str) or node.tag in DROPPED or (node is not element and node.tag in without):
            continue
        children = [node.text or " "]
        for child in node:
            children += [child, f" {child.tail or ''}" if child.tag in ("br", "li", "p", "div") else child.tail or ""]
        stack += reversed(children)
    return "".join(parts)


def is_data_table(table):
    """Whether a table is one by its look: neither nested nor around headings, with several rows and columns."""
    if table.xpath(".//table | .//h1 | .//h2 | .//h3 | .//h4") or table.get("role") in ("presentation", "none"):
        return False
    rows = table.xpath(".//tr")
    return len(rows) > 1 and max(len(row.xpath("./td | ./th")) for row in rows) > 1


def elements_of_html(html):
    """The elements of a page: kind and words."""
    root = lxml.html.document_fromstring(html)
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        if element.tag in HEADINGS:
            yield "headings", key(own_text(element))
        elif element.tag == "li":
            yield "list items", key(own_text(element, {"ul", "ol"}))
        elif element.tag == "table" and is_data_table(element):
            for cell in element.xpath(".//td | .//th"):
                yield "table cells", key(own_text(cell))
        elif element.tag == "pre":
            for line in element.text_content().splitlines():
                yield "code lines", key(line)


def elements_of_markdown(text):
    """The elements that a parser reads in Markdown: kind and words."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    items, kind = [], None
    for token in tokens:
        if token.type in ("heading_open", "td_open", "th_open"):
            kind = "headings" if token.type == "heading_open" else "table cells"
        elif token.type == "list_item_open":
            items.append([])
        elif token.type == "list_item_close":
            yield "list items", key(" ".join(items.pop()))
        elif token.type == "fence" or token.type == "code_block":
            for line in token.content.splitlines():
                yield "code lines", key(line)
        elif token.type == "inline":
            words = "".join(" " if part.type in ("softbreak", "hardbreak") else part.content for part in token.children)
            if kind:
                yield kind, key(words)
            elif items:
                items[-1].append(words)
            kind = None


def ours(cli):
    def extract(path, _):
        command = [cli, "text", "--format", "markdown", str(path)]
        return subprocess.run(command, capture_output=True, check=True).stdout.decode()

    return extract


def trafilatura(_):
    from trafilatura import extract

    options = {"output_format": "markdown", "include_formatting": True, "include_tables": True}
    return lambda _, html: extract(html, **options) or ""


def resiliparse(_):
    from resiliparse.extract.html2text import extract_plain_text

    return lambda _, html: extract_plain_text(html, main_content=True, preserve_formatting="minimal_html")


def html2text(_):
    from html2text import HTML2Text
    from readability import Document

    converter = HTML2Text(bodywidth=0)
    return lambda _, html: converter.handle(Document(html).summary())


# Programs that write HTML in place of Markdown.
WRITES_HTML = {"resiliparse"}
PROGRAMS = {"blockmask": ours, "trafilatura": trafilatura, "resiliparse": resiliparse, "html2text": html2text}


def pages(shared):
    for corpus in CORPORA:
        folder = Path(shared) / "corpus" / corpus
        with gzip.open(folder / "pages.jsonl.gz", "rt", encoding="utf-8") as lines:
            for line in lines:
                page = json.loads(line)
                if page.get("gold_text") and page.get("gold_cov", 1) >= 0.8:
                    yield folder / page["html_file"], page


def is_in(gold, kind, words):
    """Whether an element is part of the main text."""
    return words and words.count(" ") + 1 >= LEAST_WORDS[kind] and f" {words} " in gold


def count(found, expected, on_page, gold, sums):
    """Adds what a program found on a page to its sums."""
    for kind in KINDS:
        of_kind = {words for of, words in found if of == kind and is_in(gold, kind, words)}
        wanted = {words for of, words in expected if of == kind}
        sums[kind, "expected"] += len(wanted)
        sums[kind, "recalled"] += len(of_kind & wanted)
        sums[kind, "found"] += len(of_kind)
        sums[kind, "right"] += sum((kind, words) in on_page for words in of_kind)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", default="../shared")
    parser.add_argument("--cli", default="target/release/blockmask")
    parser.add_argument("--every", type=int, default=1, help="only every n-th page")
    arguments = parser.parse_args()
    programs = {}
    for name, make in PROGRAMS.items():
        try:
            programs[name] = make(arguments.cli)
        except ImportError as error:
            print(f"skipped: {name}, because {error}")
    sums = {name: collections.Counter() for name in programs}
    number = 0
    for path, page in list(pages(arguments.shared))[:: arguments.every]:
        html = gzip.decompress(path.read_bytes()).decode(page.get("charset") or "utf-8", "replace")
        gold = f" {key(page['gold_text'])} "
        try:
            on_page = set(elements_of_html(re.sub(r"^\s*<\?xml[^>]*>", "", html)))
        except (lxml.etree.ParserError, ValueError):
            continue
        on_page = {(kind, words) for kind, words in on_page if words}
        expected = [(kind, words) for kind, words in on_page if is_in(gold, kind, words)]
        number += 1
        for name, extract in programs.items():
            try:
                text = extract(path, html)
                read = elements_of_html if name in WRITES_HTML else elements_of_markdown
                found = list(read(text)) if text.strip() else []
            except Exception as error:  # noqa: BLE001 - a program that fails on a page has found nothing there
                found = []
                sums[name]["failed", type(error).__name__] += 1
            count(set(found), expected, on_page, gold, sums[name])
    print(f"{number} pages; different elements of a page count once.\n")
    print("| program | " + " | ".join(f"{kind}: recall, precision" for kind in KINDS) + " |")
    print("|---|" + "---|" * len(KINDS))
    for name, total in sums.items():
        try:
            label = f"{name} {importlib.metadata.version(name)}"
        except importlib.metadata.PackageNotFoundError:
            label = name
        share = lambda part, whole: f"{part / whole:.3f}" if whole else "-"
        cells = [
            f"{share(total[kind, 'recalled'], total[kind, 'expected'])}, {share(total[kind, 'right'], total[kind, 'found'])}"
            for kind in KINDS
        ]
        print(f"| {label} | " + " | ".join(cells) + " |")
    first = next(iter(sums.values()))
    print("\nExpected: " + ", ".join(f"{first[kind, 'expected']} {kind}" for kind in KINDS))
    print("Failed: " + json.dumps({n: sum(v for k, v in t.items() if k[0] == "failed") for n, t in sums.items()}))


if __name__ == "__main__":
    main()
