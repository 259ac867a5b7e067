#!/usr/bin/env python3
"""Builds the documentation as a book by mdBook: docs/book.py MDBOOK BLOCKMASK FOLDER.

The chapters are listed in docs/SUMMARY.md. Links between chapters stay within the book; links to other files lead to the
repository. The pictures are drawn anew by docs/pictures.py. Fails if a page of docs/ is no chapter, if a link or its
anchor leads nowhere, or if a picture in the repository is out of date.
"""

import os.path
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from pictures import pictures

ROOT = Path(__file__).resolve().parent.parent
REPOSITORY = "https://github.com/blockmask/blockmask"
SETTINGS = """\
[book]
title = "blockmask"
src = "src"

# There are no directives of mdBook in the pages, and README.md is a page like others.
[build]
build-dir = "html"
use-default-preprocessors = false

[output.html]
git-repository-url = "https://github.com/blockmask/blockmask"
input-404 = ""

[output.html.print]
enable = false
"""
# Code, which has no links, or the target of a link.
CODE_OR_LINK = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)|\]\(([^)\s]+)\)", re.DOTALL)


def relocate(text, folder, move):
    """Replaces the target of each link by what `move` makes of its path in the repository and its anchor."""

    def replace(match):
        target = match[2]
        if target is None or urlsplit(target).scheme or target.startswith("#"):
            return match[0]
        path, mark, anchor = target.partition("#")
        return f"]({move(os.path.normpath(os.path.join(folder, path)), mark + anchor, target)})"

    return CODE_OR_LINK.sub(replace, text)


def stage(source):
    """Writes the chapters to a folder, in folders as in the repository."""
    chapters, errors = [], []

    def chapter(path, anchor, target):
        if (ROOT / path).is_file():
            chapters.append(path)
        else:
            errors.append(f"docs/SUMMARY.md: {target} is not in the repository")
        return path + anchor

    summary = relocate((ROOT / "docs/SUMMARY.md").read_text("utf-8"), "docs", chapter)
    for page in sorted((ROOT / "docs").rglob("*.md")):
        path = page.relative_to(ROOT).as_posix()
        if path not in chapters and page.name != "SUMMARY.md":
            errors.append(f"docs/SUMMARY.md: {path} is no chapter")
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    (source / "SUMMARY.md").write_text(summary, "utf-8")
    for page in chapters:

        def to_repository(path, anchor, target, page=page):
            if path in chapters or path.startswith("docs/pictures/") and path.endswith(".svg"):
                return target
            if not (ROOT / path).exists():
                errors.append(f"{page}: {target} is not in the repository")
            return f"{REPOSITORY}/{'tree' if (ROOT / path).is_dir() else 'blob'}/main/{path}{anchor}"

        (source / page).parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / page).read_text("utf-8")
        (source / page).write_text(relocate(text, os.path.dirname(page), to_repository), "utf-8")
    return errors


def draw(blockmask, source):
    """Draws the pictures of the book; the pictures in the repository have to be the same."""
    folder = source / "docs/pictures"
    folder.mkdir()
    for name, svg in pictures(blockmask):
        (folder / f"{name}.svg").write_text(svg, "utf-8")
        kept = ROOT / f"docs/pictures/{name}.svg"
        if not kept.is_file() or kept.read_text("utf-8") != svg:
            yield f"docs/pictures/{name}.svg is not what blockmask draws now: make pictures"


class Page(HTMLParser):
    """The anchors of a page of the book, and what it leads to."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.targets = set(), set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.anchors.add(value)
            elif name in ("href", "src") and value and not urlsplit(value).scheme:
                self.targets.add(value)


def broken_links(book):
    pages = {path: Page(path) for path in sorted(book.rglob("*.html"))}
    for path, page in pages.items():
        for target in sorted(page.targets):
            parts = urlsplit(target)
            found = Path(os.path.normpath(path.parent / unquote(parts.path))) if parts.path else path
            found = found / "index.html" if found.is_dir() else found
            if not found.is_file():
                yield f"{path.relative_to(book)}: there is no {target}"
            elif parts.fragment and unquote(parts.fragment) not in pages[found].anchors:
                yield f"{path.relative_to(book)}: {target} has no such anchor"


def main():
    mdbook, blockmask, folder = sys.argv[1], Path(sys.argv[2]).resolve(), Path(sys.argv[3])
    errors = stage(folder / "src")
    errors += draw(blockmask, folder / "src")
    (folder / "book.toml").write_text(SETTINGS, "utf-8")
    shutil.rmtree(folder / "html", ignore_errors=True)
    subprocess.run([mdbook, "build", folder], check=True)
    errors += broken_links(folder / "html")
    for error in errors:
        print(error, file=sys.stderr)
    print(f"{len(errors)} errors; the book is {folder / 'html/index.html'}")
    sys.exit(bool(errors))


if __name__ == "__main__":
    main()
