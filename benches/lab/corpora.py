#!/usr/bin/env python3
"""Verifies the corpora against corpora.toml, and the shipped models against training/README.md.

    python3 benches/lab/corpora.py FOLDER    # the folder that contains corpus/
"""

import gzip
import hashlib
import re
import sys
import tomllib
from pathlib import Path

LAB = Path(__file__).resolve().parent
ROOT = LAB.parents[1]
# A row of the table of models: the file in the first column, its hash in the last.
MODEL_ROW = re.compile(r"^\| `(src/\S+\.bin)` \|.*\| `([0-9a-f]{64})` \|$", re.MULTILINE)


def digest(data):
    return hashlib.sha256(data).hexdigest()


def hash_of_folder(folder):
    """The hash of the output of `sha256sum` for all files, sorted by path."""
    files = sorted((path.relative_to(folder).as_posix(), path) for path in folder.rglob("*") if path.is_file())
    return digest("".join(f"{digest(path.read_bytes())}  {name}\n" for name, path in files).encode())


def check_corpora(shared):
    """Yields a message for each difference from the manifest."""
    if not (shared / "corpus").is_dir():
        print(f"skipped: the corpora, because there is no {shared}/corpus")
        return
    for name, expected in tomllib.loads((LAB / "corpora.toml").read_text()).items():
        folder = shared / "corpus" / name
        if not folder.is_dir():
            print(f"skipped: {name}, because there is no {folder}")
            continue
        with gzip.open(folder / "pages.jsonl.gz") as lines:
            pages = sum(1 for _ in lines)
        if pages != expected["pages"]:
            yield f"{name}: {pages} pages, not {expected['pages']}"
        found = hash_of_folder(folder)
        if found != expected["sha256"]:
            yield f"{name}: sha256 {found}, not {expected['sha256']}"
        else:
            print(f"{name}: {pages} pages, verified")


def check_models():
    rows = dict(MODEL_ROW.findall((LAB / "training/README.md").read_text()))
    models = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*.bin"))
    if sorted(rows) != models:
        yield f"benches/lab/training/README.md has rows for {sorted(rows)}; the models are {models}"
    for name in models:
        found = digest((ROOT / name).read_bytes())
        if found != rows.get(name):
            yield f"{name}: sha256 {found}, but benches/lab/training/README.md says {rows.get(name)}"
        else:
            print(f"{name}: verified")


def main():
    mismatches = [*check_models(), *check_corpora(Path(sys.argv[1]))]
    for mismatch in mismatches:
        print(f"mismatch: {mismatch}", file=sys.stderr)
    sys.exit(1 if mismatches else 0)


main()
