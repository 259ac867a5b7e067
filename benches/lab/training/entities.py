"""Compares the properties that `blockmask facts --properties` finds with what extruct finds on the same pages.

    pip install extruct
    cargo build --release -p blockmask-cli
    python benches/lab/training/entities.py --shared ../shared --blockmask target/release/blockmask

Prints for JSON-LD and microdata how many of the pairs of path and value that extruct finds are in the table, and how many
pairs of the table extruct finds, over the pages on which extruct reads the syntax without an error. Spaces are collapsed,
and addresses are compared by their ends, because extruct is not told the address of the page.
"""

import argparse
import collections
import gzip
import html
import importlib.metadata
import json
import subprocess
import tempfile
from pathlib import Path

CORPORA = ["wcxb", "aeb", "htmldate", "trafilatura-eval", "magic-html-article"]
SYNTAXES = ["json-ld", "microdata"]
HIDDEN = {"@context", "@type", "type"}
TRANSPARENT = {"@graph", "@list", "@set", "@value"}


def pairs(value, path, found):
    """The pairs of path and value in what extruct returns."""
    if isinstance(value, list):
        for item in value:
            pairs(item, path, found)
    elif isinstance(value, dict):
        if "properties" in value and "type" in value and isinstance(value["properties"], dict):
            value = value["properties"]
        for key, item in value.items():
            if key in TRANSPARENT:
                pairs(item, path, found)
            elif key not in HIDDEN:
                pairs(item, [*path, key], found)
    elif value is not None and path:
        text = json.dumps(value) if isinstance(value, (bool, int, float)) else str(value)
        add(found, ".".join(path), text)


def add(found, path, value):
    value = " ".join(html.unescape(value).split())
    try:
        value = str(float(value))
    except ValueError:
        pass
    if value:
        found[path, value.rsplit("/", 2)[-1] if "/" in value[:200] and " " not in value else value] += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--blockmask", default="target/release/blockmask")
    parser.add_argument("--detail", action="store_true")
    arguments = parser.parse_args()
    import extruct

    totals = {syntax: collections.Counter() for syntax in SYNTAXES}
    for corpus in CORPORA:
        folder = arguments.shared / "corpus" / corpus
        pages = [json.loads(line.replace(": NaN", ": null")) for line in gzip.open(folder / "pages.jsonl.gz", "rt")]
        with tempfile.TemporaryDirectory() as temporary:
            files = []
            for number, page in enumerate(pages):
                files.append(Path(temporary) / f"{number}.html")
                files[-1].write_bytes(gzip.open(folder / page["html_file"]).read())
            command = [arguments.blockmask, "facts", "--properties", "--format", "jsonl", "--fields", "file,facts.properties"]
            lines = subprocess.run([*command, *map(str, files)], check=True, capture_output=True, text=True).stdout
            tables = {json.loads(line)["file"]: json.loads(line)["facts"]["properties"] for line in lines.splitlines()}
            for file in files:
                source = file.read_bytes().decode("utf-8", "replace")
                for syntax in SYNTAXES:
                    try:
                        theirs = extruct.extract(source, syntaxes=[syntax], uniform=False)[syntax]
                    except Exception:
                        continue
                    expected, ours = collections.Counter(), collections.Counter()
                    for item in theirs:
                        pairs(item, [], expected)
                    for row in tables[str(file)]:
                        if row["origin"] == syntax:
                            add(ours, row["path"], row["value"])
                    both = expected & ours
                    total = totals[syntax]
                    total.update(pages=bool(expected), expected=expected.total(), ours=ours.total(), both=both.total())
                    if arguments.detail and expected != ours:
                        print(file.name, syntax, list((expected - ours).items())[:3], list((ours - expected).items())[:3])
    print(f"extruct {importlib.metadata.version('extruct')}")
    for syntax, total in totals.items():
        print(
            f"{syntax}: {total['pages']} pages; of {total['expected']} pairs of extruct "
            f"{total['both'] / max(total['expected'], 1):.4f} are in the table; of its {total['ours']} pairs extruct has "
            f"{total['both'] / max(total['ours'], 1):.4f}"
        )


if __name__ == "__main__":
    main()
