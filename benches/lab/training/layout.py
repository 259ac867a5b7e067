"""What real geometry adds to the visual areas: the classifiers trained on Blitz's layout and on the approximate layout.

    python benches/lab/training/layout.py --shared ../shared

Cross-validation by domain; only prints a table. Pages on which Blitz fails, or renders less than half of the texts, are
excluded from both.
"""

import gzip
import json
import subprocess
import time
from pathlib import Path

import numpy as np

import learners
import visual


def main():
    parser = visual.arguments(__doc__)
    parser.add_argument("--layout", default="benches/layout/target/release/export_layout")
    args = parser.parse_args()
    pages, head = visual.load(args)
    found, milliseconds = {}, []
    for corpus in visual.CORPORA:
        for page_id, record in laid_out(args, corpus):
            milliseconds.append(record.get("ms", 0))
            if "features" in record and 2 * record["shown"] >= record["texts"]:
                found[corpus, page_id] = record["features"]
    pages = [page for page in pages if len(found.get((page.corpus, page.id), ())) == len(page.areas)]
    real = {id(page): rows_of(found[page.corpus, page.id]) for page in pages}
    cheap = {id(page): page.features for page in pages}
    print(f"{len(pages)} pages laid out, {np.median(milliseconds):.0f} ms a page (median), {max(milliseconds)} at most")
    print_differences(head["names"], np.concatenate(list(cheap.values())), np.concatenate(list(real.values())))
    print("\n| class | cheap geometry | real geometry |\n|---|---|---|", flush=True)
    for name in visual.HEADS:
        cells = []
        for features in (cheap, real):
            for page in pages:
                page.features = features[id(page)]
            scores, _ = learners.held_out(visual, name, pages, lambda name: learners.Boosted(name, args))
            cells.append(" / ".join(f"{value:.3f}" for value in learners.figures(visual, name, pages, scores)))
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def laid_out(args, corpus):
    """The layout of each page of a corpus, by page id."""
    folder = Path(args.shared) / "corpus" / corpus
    with gzip.open(folder / "pages.jsonl.gz", "rt") as lines:
        ids = {str(folder / entry["html_file"]): entry["id"] for entry in map(json.loads, lines)}
    start = time.time()
    output = subprocess.run([args.layout, "-"], input="\n".join(ids), capture_output=True, text=True).stdout
    print(f"{corpus}: {len(ids)} pages, {time.time() - start:.0f} s", flush=True)
    for line in output.split("\n"):
        # Blitz prints diagnostics to standard output, too.
        if line.startswith('{"f'):
            record = json.loads(line)
            yield ids[record["file"]], record


def rows_of(lines):
    rows = np.frombuffer(bytes.fromhex("".join(lines)), dtype=np.uint8)
    return rows.reshape(len(lines), -1)


def print_differences(names, cheap, real):
    changed = (cheap != real).mean(axis=0)
    order = [at for at in np.argsort(-changed) if changed[at] > 0]
    print("features that differ, by the share of areas: " + ", ".join(f"{names[at]} {changed[at]:.2f}" for at in order))


if __name__ == "__main__":
    main()
