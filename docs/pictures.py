#!/usr/bin/env python3
"""Draws the pictures of the documentation: docs/pictures.py BLOCKMASK FOLDER.

Each is an SVG of what the program BLOCKMASK finds on a page of this repository: the numbers of `blockmask view`, drawn
without a browser. The same program draws the same bytes.
"""

import json
import re
import subprocess
import sys
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEMO = "examples/demo.html"
# A palette safe for color blindness, on white.
KEPT, LEFT_OUT, MARKUP, INK, SOFT, LINE = "#0a5bd3", "#e39b1b", "#d4d4d4", "#1b1b1b", "#595959", "#a6a6a6"
WIDTH = 860
DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)


def short(number):
    """A length with one decimal at most."""
    return f"{number:.1f}".removesuffix(".0")


class Picture:
    """An SVG, whose lengths are pixels."""

    def __init__(self, title, height):
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
            f'font-family="system-ui, sans-serif" font-size="11">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        ]

    def rect(self, x, y, width, height, fill, opacity=1.0):
        seen = f' fill-opacity="{opacity:.2f}"' if opacity < 1 else ""
        box = f'x="{short(x)}" y="{short(y)}" width="{short(width)}" height="{short(height)}"'
        self.parts.append(f'<rect {box} fill="{fill}"{seen}/>')

    def text(self, x, y, words, fill=INK, more=""):
        self.parts.append(f'<text x="{short(x)}" y="{short(y)}" fill="{fill}"{more}>{escape(words)}</text>')

    def path(self, points, stroke=INK, more='fill="none"'):
        d = "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)
        self.parts.append(f'<path d="{d}" stroke="{stroke}" {more}/>')

    def svg(self):
        return "\n".join([*self.parts, "</svg>\n"])


def run(blockmask, *arguments):
    return subprocess.run([blockmask, *arguments], cwd=ROOT, check=True, capture_output=True, encoding="utf-8").stdout


def view(blockmask, page, *options):
    return json.loads(DATA.search(run(blockmask, "view", *options, page))[1])


def shortened(text, length):
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def color(block):
    return KEPT if block["kept"] else LEFT_OUT


def blocks(found):
    """From the bytes of a page to its blocks, the mask and the weights."""
    shown, row, top = found["blocks"], 16, 34
    height = top + row * len(shown) + 8
    source, lines, left = len(found["source"].encode()), 150, 10
    wide = -(-source // lines)
    step, unit = (height - top - 8) / lines, 120 / wide
    picture = Picture("The bytes of a page, its blocks, their roles, probabilities and weights", height)
    heads = [(left, "bytes"), (200, "blocks"), (560, "role"), (640, "probability"), (745, "weight")]
    for x, name in heads:
        picture.text(x, 18, name, more=' font-weight="bold"')
    for line in range(-(-source // wide)):
        picture.rect(left, top + line * step, min(wide, source - line * wide) * unit, step - 1, MARKUP)
    for i, block in enumerate(shown):
        (start, end), y = block["bytes"], top + i * row
        for line in range(start // wide, -(-end // wide)):
            begin, stop = max(start, line * wide), min(end, (line + 1) * wide)
            x = left + (begin - line * wide) * unit
            picture.rect(x, top + line * step, (stop - begin) * unit, step - 1, color(block))
        from_y = top + (start + end) / 2 / wide * step
        picture.path([(132, from_y), (196, y + row / 2)], color(block), 'fill="none" stroke-opacity=".5"')
        picture.rect(200, y, 350, row - 1, KEPT, min(block["weight"], 16) / 48)
        struck = "" if block["kept"] else ' text-decoration="line-through"'
        picture.text(204, y + 12, shortened(block["text"], 56), INK if block["kept"] else SOFT, struck)
        picture.text(560, y + 12, block["role"], SOFT)
        picture.rect(640, y + 3, 90 * block["probability"], row - 7, color(block))
        picture.rect(745, y + 3, 2.5 * block["weight"], row - 7, INK, 0.6)
        picture.text(749 + 2.5 * block["weight"], y + 12, str(block["weight"]), SOFT)
    cut = 640 + 90 * found["cut"]
    picture.path([(cut, top - 4), (cut, height - 8)], INK, 'fill="none" stroke-dasharray="3 2"')
    picture.text(cut - 8, 30, f"cut {found['cut']:.2f}", SOFT, ' font-size="9"')
    return picture.svg()


def density_plot(picture, found, top, name):
    """Bars of blocks, a line of segments, and a strip that shows where segments begin and end; 150 pixels high."""
    shown, base, left = found["blocks"], top + 118, 40
    bar = (WIDTH - left - 10) / len(shown)
    most = max(block["density"] for block in shown)
    y_of = lambda density: base - density / most * 100
    picture.text(left, top + 10, name, more=' font-weight="bold"')
    for density in (0, 5, 10, 15):
        if density <= most:
            picture.text(left - 20, y_of(density) + 4, str(density), SOFT)
            picture.path([(left - 4, y_of(density)), (WIDTH - 10, y_of(density))], MARKUP)
    line, odd, before = [], False, None
    for i, block in enumerate(shown):
        x = left + i * bar
        picture.rect(x, y_of(block["density"]), bar * 0.85, base - y_of(block["density"]), color(block))
        if block["segment"] is None:
            continue
        odd ^= block["segment"] != before
        before = block["segment"]
        picture.rect(x, base + 4, bar, 8, INK if odd else LINE)
        segment = y_of(found["segments"][block["segment"]]["density"])
        line += [(x, segment), (x + bar, segment)]
    picture.path(line, INK, 'fill="none" stroke-width="1.5"')
    picture.text(left, base + 24, "block 0", SOFT)
    picture.text(WIDTH - 60, base + 24, f"block {len(shown) - 1}", SOFT)


def densities(title, plots):
    picture = Picture(title, 160 * len(plots) + 4)
    for i, (name, found) in enumerate(plots):
        density_plot(picture, found, 8 + 160 * i, name)
    return picture.svg()


def tag_paths(found):
    """A point for each start of an element, end and text of a page: which tag path it has."""
    plot, left, base = found["tag_paths"], 60, 210
    x_of = lambda position: left + position / plot["positions"] * (WIDTH - left - 10)
    picture = Picture("Tag path sequence of a page of results, and its main region", 234)
    low, high = map(x_of, plot["region"])
    picture.rect(low, 10, high - low, base - 10, KEPT, 0.15)
    picture.text(low + 4, 24, "main region", KEPT)
    for i, code in enumerate(plot["codes"]):
        inside = plot["region"][0] <= i * plot["step"] < plot["region"][1]
        y = base - code / plot["symbols"] * (base - 14)
        picture.rect(x_of(i * plot["step"]), y - 3, 3, 3, KEPT if inside else SOFT)
    picture.text(4, 24, "tag path")
    picture.text(left, base + 18, "position in the page: 0", SOFT)
    picture.text(WIDTH - 40, base + 18, str(plot["positions"]), SOFT)
    return picture.svg()


def effects(found, number):
    """What moved the probability of a block."""
    block = found["blocks"][number]
    middle, row = 250, 20
    picture = Picture("What moved the probability of a block, in log odds", row * len(block["effects"]) + 46)
    picture.text(10, 18, f"block {number}: {shortened(block['text'], 70)}", more=' font-weight="bold"')
    scale = 150 / max(abs(effect) for *_, effect in block["effects"])
    for i, (feature, value, effect) in enumerate(block["effects"]):
        y = 34 + i * row
        start = min(middle, middle + effect * scale)
        picture.rect(start, y, abs(effect * scale), row - 6, KEPT if effect > 0 else LEFT_OUT)
        picture.text(10, y + 11, f"{effect:+.2f}")
        picture.text(middle + 170, y + 11, f"{found['features'][feature]}: {value}")
    picture.path([(middle, 28), (middle, 34 + row * len(block["effects"]))], INK)
    return picture.svg()


def kinds(pages):
    """The probability of each kind, of some pages."""
    picture = Picture("The kinds of three pages", 34 + 22 * len(pages))
    names = sorted(pages[0][1]["kinds"])
    wide = (WIDTH - 160) / len(names)
    for k, name in enumerate(names):
        picture.text(150 + k * wide, 16, name, more=' font-weight="bold"')
    for i, (page, found) in enumerate(pages):
        y = 26 + 22 * i
        picture.text(10, y + 12, page)
        best = max(found["kinds"].values())
        for k, name in enumerate(names):
            share = found["kinds"][name]
            picture.rect(150 + k * wide, y, share * (wide - 40), 14, KEPT if share == best else LINE)
            picture.text(154 + k * wide + share * (wide - 40), y + 12, f"{share:.2f}", SOFT)
    return picture.svg()


def judgements(title, columns, rows):
    """Which blocks are content, by mask or by mode."""
    shown, wide = columns[0][1]["blocks"], 420 // len(columns)
    picture = Picture(title, 32 + 16 * len(rows))
    for c, (name, _) in enumerate(columns):
        picture.text(430 + wide * c, 16, name, more=' font-weight="bold"')
    for at, i in enumerate(rows):
        y = 24 + 16 * at
        picture.text(10, y + 12, f"{i}  {shortened(shown[i]['text'], 52)}")
        picture.text(350, y + 12, shown[i]["role"], SOFT)
        for c, (_, found) in enumerate(columns):
            picture.rect(430 + wide * c, y + 2, wide - 20, 12, KEPT if found["blocks"][i]["kept"] else MARKUP)
    return picture.svg()


def comments(modes):
    """Which blocks are content in each mode of the option `comments`: the last three of the text, and the comments."""
    shown = modes[0][1]["blocks"]
    is_comment = [block["role"] == "comment" for block in shown]
    kept = [i for i, block in enumerate(shown) if block["kept"]]
    rows = kept[-3:] + list(range(is_comment.index(True) - 2, len(shown) - is_comment[::-1].index(True) + 2))
    return judgements("Which blocks are content with each value of the option comments", modes, rows)


def pictures(blockmask):
    """Name and SVG of each picture."""
    demo = view(blockmask, DEMO)
    yield "blocks", blocks(demo)
    yield "density", densities("Text density of the blocks of a page, and of its segments", [("tokens per line", demo)])
    methods = [(name, view(blockmask, DEMO, "--fusion", name)) for name in ("tag-gap", "plain", "rule-based")]
    yield "fusion", densities("Segments of a page by three methods of fusion", methods)
    yield "tag-paths", tag_paths(view(blockmask, "docs/pictures/results.html"))
    caption = next(i for i, block in enumerate(demo["blocks"]) if "first crossing" in block["text"])
    yield "effects", effects(demo, caption)
    thread, listing = (f"tests/fixtures/pages/{name}.html" for name in ("forum", "list"))
    pages = [("an article", DEMO), ("a thread", thread), ("a list", listing)]
    yield "kinds", kinds([(name, view(blockmask, page)) for name, page in pages])
    modes = ("exclude", "include", "only")
    yield "comments", comments([(mode, view(blockmask, DEMO, "--comments", mode)) for mode in modes])
    masks = ("learned", "density", "seeker", "seeker-lbs", "seeker-sls", "tag-path")
    columns = [(mask, view(blockmask, DEMO, "--mask", mask)) for mask in masks]
    yield "masks", judgements("Which blocks are content by six masks", columns, range(len(demo["blocks"])))


def main():
    blockmask, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    for name, svg in pictures(blockmask):
        (folder / f"{name}.svg").write_text(svg, "utf-8")
    print(f"the pictures are in {folder}")


if __name__ == "__main__":
    main()
