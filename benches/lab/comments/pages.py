#!/usr/bin/env python3
"""Writes pages with comments, posts and reviews, and measures on them what the command line finds. A grammar makes the
texts (words.py); the markup imitates programs of 1999 to today (templates.txt).

    python3 benches/lab/comments/pages.py FOLDER             # writes the pages, and labels in FOLDER/labels.jsonl
    python3 benches/lab/comments/pages.py FOLDER PROGRAM     # also measures: PROGRAM is the command line `blockmask`

Labels have `file`, `template`, `half`, `layout`, `comments` and `main`: byte ranges of comment text and of main text.
"""

import json
import random
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from string import Template

from words import GRAMMAR, IN, INTERFACE, KANA, KEYS, LATIN_NAMES, NAMES, STOP, SYLLABLES, dates

HERE = Path(__file__).resolve().parent
# Around texts until their offsets are known: of comments, and of main text.
COMMENT, MAIN, END = "\ue000", "\ue001", "\ue002"
LANGUAGES = list(GRAMMAR)
PAGES_OF_TEMPLATE = 6
WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_\u3040-\u30ff\u3400-\u9fff]+")

FRAMES = {
    "modern": """<!DOCTYPE html><html lang="$language"><head><meta charset="utf-8"><title>$title - The Pier</title></head><body>
<header><a href="/">The Pier</a><nav><ul>$menu</ul></nav></header><main><article class="entry"><h1>$title</h1>
<p class="byline">$posted <a href="/u">Iris Moor</a> <time>$day</time></p><div class="entry-content">$body</div></article>
$discussion $form</main><aside class="sidebar"><h3>Read</h3><ul>$links</ul></aside><footer><p>© 2014 The Pier</p></footer></body></html>""",
    "columns": """<html><head><meta charset="utf-8"><title>The Pier: $title</title></head><body><div id="container">
<div id="banner"><h1><a href="/">The Pier</a></h1></div><div id="left"><div class="sidebar"><h2>Archive</h2><ul>$links</ul></div></div>
<div id="center"><div class="content"><p><a href="/1">&laquo; Tide</a> | <a href="/">Main</a></p><h2 class="date">$day</h2>
<h3>$title</h3>$body<p class="posted">$posted Iris Moor $on $day | <a href="/tb">TrackBack</a></p>$discussion $form</div></div>
<div id="foot">Powered by Pier 2.6</div></div></body></html>""",
    "tables": """<html><head><meta charset="utf-8"><title>$title</title></head><body bgcolor="#ffffff"><table width="100%"><tr>
<td colspan="3"><font size="5">The Pier</font></td></tr><tr><td width="140" valign="top">$menu</td><td valign="top"><font size="4"><b>$title</b></font><br>
<font size="1">Iris Moor, $day</font>$body $discussion $form</td><td width="120" valign="top"><b>Links</b>$links</td></tr>
<tr><td colspan="3"><font size="1">Copyright 2003 The Pier</font></td></tr></table></body></html>""",
}
BARE = """<!DOCTYPE html><html lang="$language"><head><meta charset="utf-8"><title>$title - Pier forum</title></head><body>
<div class="header"><a href="/">Pier forum</a><ul>$menu</ul></div><div class="content" role="main">$discussion</div>
<div class="side"><h3>Links</h3><ul>$links</ul></div><div class="footer">Powered by Pier</div></body></html>"""
SHOP = """<!DOCTYPE html><html lang="$language"><head><meta charset="utf-8"><title>$title | Pier shop</title></head><body>
<header><a href="/">Pier shop</a><nav><ul>$menu</ul></nav></header><main class="product"><h1>$title</h1><p class="price">€ 49.90</p>
<button>Add to cart</button><div class="product-description">$body</div>$discussion</main><footer><ul>$links</ul></footer></body></html>"""


class Writer:
    """Fills in one page."""

    def __init__(self, template, number):
        self.template = template
        self.random = random.Random(f"{template['name']} {number}")
        self.language = LANGUAGES[number] if number < 2 else self.random.choice(LANGUAGES)
        self.interface = dict(zip(KEYS.split(), INTERFACE[self.language].split("|"), strict=True))
        self.number = 0

    def sentence(self):
        first, middle, last, separator = GRAMMAR[self.language]
        syllables = [self.random.choice(KANA if self.language == "ja" else SYLLABLES) for _ in range(3)]
        place = IN[self.language].format("".join(syllables).capitalize())
        first, middle, last = [self.random.choice(part) for part in (first, middle, last)]
        sentence = separator.join([first, middle, place, last])
        return sentence[0].upper() + sentence[1:] + STOP.get(self.language, ".")

    def text(self, least, most):
        sentences = [self.sentence() for _ in range(self.random.randint(least, most))]
        return ("" if self.language in STOP else " ").join(sentences)

    def fields(self, mark):
        """What an item shows. Replies are shorter and shorter."""
        self.number += 1
        pick = self.random
        paragraphs = [mark + self.text(1, 3) + END for _ in range(pick.choice([1, 1, 1, 2, 3]))]
        year, month, day = pick.randint(2001, 2024), pick.randint(1, 12), pick.randint(1, 28)
        hour, minute = pick.randint(0, 23), pick.randint(0, 59)
        return {
            **self.interface, **dates(self.language, day, month, year, hour, minute), "n": self.number,
            "iso": f"{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:00Z", "score": pick.randint(1, 90),
            "author": pick.choice([*NAMES.get(self.language, LATIN_NAMES), *LATIN_NAMES[:4]]), "title": self.title,
            "text": "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs), "plain": "<br><br>".join(paragraphs),
            "short": COMMENT + self.sentence() + END if "note" in self.template else self.sentence(),
        }

    def items(self, count, mark, depth=0):
        filled = []
        for _ in range(count):
            fields = self.fields(mark)
            replies = notes = ""
            if "$replies" in self.template["item"] and depth < 3:
                replies = self.items(self.random.choice([0, 0, 1, 2]), mark, depth + 1)
            if "note" in self.template:
                count = self.random.randint(0, 3)
                notes = "".join(fill(self.template["note"], self.fields(mark)) for _ in range(count))
            filled.append(fill(self.template["item"], {**fields, "replies": replies, "notes": notes}))
        return "".join(filled)

    def page(self):
        kind = self.template["kind"]
        self.title = self.sentence().rstrip(".。")
        mark = {"thread": MAIN, "main": MAIN, "none": ""}.get(kind, COMMENT)
        count = self.random.choice([2, 3, 5, 8, 14]) if kind != "thread" else self.random.choice([3, 5, 9])
        items = self.items(count, mark)
        opening = f"<p>{MAIN}{self.text(2, 4)}{END}</p>"
        fields = {**self.fields(mark), "items": items, "count": count, "opening": opening}
        discussion = fill(self.template["list"], fields)
        body = "".join(f"<p>{MAIN}{self.text(2, 6)}{END}</p>" for _ in range(self.random.randint(3, 8)))
        links = "".join(f'<li><a href="/p/{i}">{self.sentence()}</a></li>' for i in range(6))
        menu = "".join(f'<li><a href="/{name}">{name}</a></li>' for name in ("Home", "Map", "Tides", "Archive"))
        button = f'<input type="submit" value="{self.interface["send"]}">'
        form = f'<h3>{self.interface["leave"]}</h3><form><textarea></textarea>{button}</form>'
        frame = BARE if kind == "thread" else SHOP if kind == "product" else FRAMES[self.random.choice(list(FRAMES))]
        fields = {"language": self.language, "menu": menu, "links": links, "body": body, "discussion": discussion,
                  "form": self.random.choice([form, ""])}
        return fill(frame, {**self.fields(mark), **fields, "title": self.title})


def fill(text, fields):
    return Template(text).substitute(fields)


def templates():
    found = []
    for line in (HERE / "templates.txt").read_text().splitlines():
        if line.startswith("== "):
            found.append(dict(zip(("name", "half", "kind"), line.split()[1:], strict=True)))
        elif line and not line.startswith("#"):
            key, value = line.split(": ", 1)
            found[-1][key] = value
    return found


def labeled(marked):
    """The page without its marks, and the byte ranges that they surround."""
    page, ranges, at = [], {COMMENT: [], MAIN: []}, 0
    for part in re.split(f"([{COMMENT}{MAIN}{END}])", marked):
        if part in ranges:
            ranges[part].append([at, at])
            last = ranges[part]
        elif part == END:
            last[-1][1] = at
        else:
            page.append(part)
            at += len(part.encode())
    return "".join(page).encode(), ranges[COMMENT], ranges[MAIN]


# Letters of names become consonants that form no word, as export_comments renames them.
NAMING = re.compile(rb'(?<=\s)((?:class|id)=)("[^"]*")', re.IGNORECASE)
LETTER = re.compile(rb"[A-Za-z]")


def withheld(page):
    rename = lambda letter: b"qxzjkvwp"[(ord(letter[0].lower()) - ord("a")) % 8 :][:1]
    return NAMING.sub(lambda match: match[1] + LETTER.sub(rename, match[2]), page)


def write(folder):
    folder.mkdir(parents=True, exist_ok=True)
    labels = []
    for template in templates():
        for number in range(PAGES_OF_TEMPLATE):
            page, comments, main = labeled(Writer(template, number).page())
            name = f"{template['name']}-{number}"
            (folder / f"{name}.html").write_bytes(page)
            (folder / f"{name}.withheld.html").write_bytes(withheld(page))
            layout = {"article": "article-with-comments", "thread": "thread", "product": "product"}
            label = {"file": f"{name}.html", "template": template["name"], "half": template["half"]}
            label |= {"layout": layout.get(template["kind"], "article"), "comments": comments, "main": main}
            labels.append(label)
    (folder / "labels.jsonl").write_text("".join(json.dumps(label) + "\n" for label in labels))
    return labels


def words_in(page, ranges):
    return sum(len(WORD.findall(page[start:end].decode())) for start, end in ranges)


def overlap(ranges, others):
    cut = ([max(a, c), min(b, d)] for a, b in ranges for c, d in others)
    return [[low, high] for low, high in cut if low < high]


def measure(folder, labels, program):
    """For each half, with and without names: the shares of words with the right role, by template."""
    for mode, ending in (("as they are", ".html"), ("renamed", ".withheld.html")):
        files = [str(folder / label["file"].replace(".html", ending)) for label in labels]
        command = [program, "blocks", "--format", "jsonl", "-q", *files]
        output = subprocess.run(command, capture_output=True, check=True).stdout
        counts = defaultdict(lambda: [0] * 6)
        for label, file, line in zip(labels, files, output.decode().rstrip("\n").split("\n"), strict=True):
            page = Path(file).read_bytes()
            blocks = json.loads(line)["blocks"]
            taken = [[b["source_start"], b["source_end"]] for b in blocks if b["role"] == "comment"]
            kept = [[b["source_start"], b["source_end"]] for b in blocks if not b["is_template"]]
            found = words_in(page, overlap(label["comments"], taken))
            main_taken = words_in(page, overlap(label["main"], taken))
            wanted, main = words_in(page, label["comments"]), words_in(page, label["main"])
            main_kept = words_in(page, overlap(label["main"], kept))
            counted = [wanted, found, found + main_taken, main, main_taken, main_kept]
            for key in (label["template"], f"({label['half']}, {label['layout']})", f"({label['half']})"):
                counts[label["half"], key] = [a + b for a, b in zip(counts[label["half"], key], counted)]
        print(f"\n| classes and ids {mode} | recall of comment words | precision | main words with role comment "
              "| main words kept |\n|---|---:|---:|---:|---:|")
        for (half, key), (wanted, found, given, main, main_taken, main_kept) in sorted(counts.items()):
            share = lambda a, b: f"{a / b:.3f}" if b else ""
            print(f"| {half} {key} | {share(found, wanted)} of {wanted} | {share(found, given)} | {share(main_taken, main)} "
                  f"| {share(main_kept, main)} of {main} |")


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    labels = write(folder)
    if len(sys.argv) > 2:
        measure(folder, labels, sys.argv[2])


if __name__ == "__main__":
    main()
