"""Fits the weights of the learned page layout: cross-validation by domain, then the weights that ship.

    python benches/lab/training/train_kind.py --shared ../shared

Logistic regression over the features of `src/bin/export_kind_features.rs`, with weights rounded to integers and written
as Rust source. Prints the accuracy on each held-out fold.
"""

import argparse
import gzip
import hashlib
import json
import subprocess
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

GENRES = ["article", "thread", "list"]
GENRE_OF_TYPE = {
    "article": 0,
    "product": 0,
    "documentation": 0,
    "forum": 1,
    "listing": 2,
    "collection": 2,
    "list": 2,
    "homepage": 2,
}
CORPORA = [
    "wcxb",
    "aeb",
    "magic-html-article",
    "magic-html-forum",
    "harvest-forum",
    "records-testbed2017",
    "webseg-rkrzr",
]
# The evaluated corpora and page types; the pages of all others are only used for training, with half the weight.
EVALUATED = {("wcxb", kind) for kind in ("article", "product", "forum", "listing", "collection")}
EVALUATED |= {("magic-html-forum", "forum"), ("harvest-forum", "forum")}
FOLDS = 5
# Inverse strength of the penalty, chosen on the folds; from 0.2 to 1 there is hardly a difference.
STRENGTH = 0.5
# Features are 0 to 64; a weight is in parts of this.
SCALE = 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", default="../shared")
    parser.add_argument("--exporter", default="target/release/export_kind_features")
    parser.add_argument("--out", default="src/published/style_density/learned/weights.rs")
    args = parser.parse_args()
    pages = load(Path(args.shared) / "corpus")
    files = "\n".join(str(page["file"]) for page in pages)
    output = subprocess.run([args.exporter, "-"], input=files, capture_output=True, text=True, check=True).stdout
    features = np.array([json.loads(line) for line in output.splitlines()], dtype=float)
    genres = np.array([page["genre"] for page in pages])
    folds = np.array([page["fold"] for page in pages])
    evaluated = np.array([(page["corpus"], page["type"]) in EVALUATED for page in pages])

    found = np.zeros(len(pages), dtype=int)
    for fold in range(FOLDS):
        rows = folds != fold
        found[~rows] = scores(fit(features[rows], genres[rows], evaluated[rows]), features[~rows]).argmax(axis=1)
    print_held_out(pages, genres, found, evaluated)
    Path(args.out).write_text(to_rust(*fit(features, genres, evaluated)))


def load(folder):
    pages = []
    for corpus in CORPORA:
        with gzip.open(folder / corpus / "pages.jsonl.gz", "rt") as lines:
            for entry in map(json.loads, lines):
                kind = entry.get("page_type") or ""
                if kind not in GENRE_OF_TYPE:
                    continue
                domain = entry.get("domain") or entry["id"]
                pages.append(
                    {
                        "corpus": corpus,
                        "type": kind,
                        "genre": GENRE_OF_TYPE[kind],
                        "file": folder / corpus / entry["html_file"],
                        "fold": int.from_bytes(hashlib.sha256(domain.encode()).digest()[:4], "big") % FOLDS,
                    }
                )
    return pages


def fit(features, genres, evaluated):
    """Integer weights and biases; all genres have equal total weight."""
    weights = np.where(evaluated, 1.0, 0.5)
    for genre in range(len(GENRES)):
        weights[genres == genre] /= weights[genres == genre].sum()
    weights *= len(genres) / len(GENRES)
    model = LogisticRegression(C=STRENGTH, max_iter=5000).fit(features / 64, genres, sample_weight=weights)
    return np.round(model.coef_ * SCALE).astype(int), np.round(model.intercept_ * SCALE * 64).astype(int)


def scores(model, features):
    coefficients, biases = model
    return features @ coefficients.T + biases


def print_held_out(pages, genres, found, evaluated):
    shares = [np.mean(found[evaluated & (genres == genre)] == genre) for genre in range(len(GENRES))]
    each = ", ".join(f"{name} {share:.3f}" for name, share in zip(GENRES, shares))
    print(f"held out by domain: macro accuracy {np.mean(shares):.3f} ({each})")
    for group in sorted({(page["corpus"], page["type"]) for page in pages}):
        rows = [i for i, page in enumerate(pages) if (page["corpus"], page["type"]) == group]
        counts = np.bincount(found[rows], minlength=len(GENRES))
        print(f"  {' '.join(group):32}", *(f"{name} {count:4}" for name, count in zip(GENRES, counts)))


def to_rust(coefficients, biases):
    lines = [
        "//! The weights of [`super::model`]. Written by `benches/lab/training/train_kind.py`; do not edit.",
        "",
        "use super::features::COUNT;",
        "",
        f"/// Added to the sums: {', '.join(GENRES)}.",
        f"pub(super) const BIASES: [i32; {len(GENRES)}] = [{', '.join(map(str, biases))}];",
        "",
        "/// By feature, the weights for each genre.",
        f"pub(super) const WEIGHTS: [[i16; {len(GENRES)}]; COUNT] = [",
    ]
    lines += [f"    [{', '.join(map(str, row))}]," for row in coefficients.T]
    return "\n".join(lines) + "\n];\n"


if __name__ == "__main__":
    main()
