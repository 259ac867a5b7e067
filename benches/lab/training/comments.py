#!/usr/bin/env python3
"""Trains the finder of comments on the labels in benches/lab/comments, and measures it on held-out domains.

    python3 benches/lab/training/comments.py --shared FOLDER           # prints the tables of docs/comments.md
    python3 benches/lab/training/comments.py --shared FOLDER --write   # also writes src/judge/comments/weights.rs
    python3 benches/lab/training/comments.py --shared FOLDER --unseen FOLDER   # also measures pages outside of the corpora
"""

import argparse
import hashlib
import json
import math
import sys
import tempfile
import textwrap
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from sklearn.linear_model import LogisticRegression

import corpus
import kinds

ROOT = Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "benches/lab/comments"))
import pages as made_pages  # noqa: E402

LABELS = ROOT / "benches/lab/comments/labels.jsonl"
UNSEEN = ROOT / "benches/lab/comments/unseen.jsonl"
WEIGHTS = ROOT / "src/judge/comments/weights.rs"
CORPORA = [*corpus.TRAINED_ON, "trafilatura-eval"]
TEXT = 1
# The integers of weights.rs are hundredths.
UNIT = 100
# Renamed pages teach the model what does not depend on names; on real pages names are the better guide.
WITHHELD_WEIGHT = 0.35
# Pages that a script made are more alike than real ones.
MADE_WEIGHT = 0.2
# Features of groups that are named for comments, as in src/judge/comments/score.rs.
NAMED = ["own-comment", "above-comment"]
NOT_CONTENT_FLAGS = 1 | 4 | 16  # and noindex
FORUM, PRODUCT = kinds.KINDS.index("forum"), kinds.KINDS.index("product")


class View:
    """A page as the library sees it, with or without the names of its elements."""

    def __init__(self, exported, label):
        self.tokens, self.linked, self.flags = exported["tokens"], exported["linked"], exported["flags"]
        self.texts = exported["texts"]
        self.of_page = np.frombuffer(bytes.fromhex(exported["page"]), dtype=np.uint8)
        texts = sorted(tuple(text) for comment in (label or {}).get("comments", []) for text in comment["text"])
        self.is_comment = np.zeros(len(self.tokens), dtype=bool)
        order = np.argsort(exported["starts"], kind="stable")
        starts = np.array(exported["starts"])[order]
        for low, high in texts:
            first, end = np.searchsorted(starts, [low, max(high, low + 1)])
            # If no block begins in it, the block around it also has the byline.
            self.is_comment[order[first:end] if first < end else order[max(first - 1, 0) : first]] = True
        self.groups = [Group(group, self) for group in exported["groups"]]

    def words(self, blocks):
        return sum(self.tokens[i] for i in blocks)


class Found:
    """The comments of a page, or its posts."""

    def __init__(self, exported):
        # By whether forum is the most probable kind.
        self.least_forum = exported["least_forum"]
        self.are_the_page = exported["are_the_page"]
        self.blocks = [i for i, _ in exported["blocks"]]
        self.texts = [i for i, part in exported["blocks"] if part == TEXT]


class Group:
    def __init__(self, exported, view):
        self.features = exported["features"]
        self.blocks = [i for i, _ in exported["blocks"]]
        self.texts = [i for i, part in exported["blocks"] if part == TEXT]
        self.words = view.words(self.texts)
        wanted = view.words(i for i in self.texts if view.is_comment[i])
        self.is_comments = 2 * wanted > self.words


def load(shared, exporter):
    labels = {}
    for line in LABELS.read_text().splitlines():
        label = json.loads(line)
        labels[label["corpus"], label["id"]] = label
    pages = []
    for name in CORPORA:
        entries, head, records = corpus.export(shared, name, exporter)
        for entry, record in zip(entries, records, strict=True):
            label = labels.get((name, entry["id"]))
            page = SimpleNamespace(corpus=name, id=entry["id"], label=label, variant="")
            page.gold = entry.get("gold_text") or ""
            page.kind = entry.get("page_type") or ""
            page.domain = entry.get("domain") or entry["id"]
            page.fold = int.from_bytes(hashlib.sha256(page.domain.encode()).digest()[:4], "big") % corpus.FOLDS
            page.layout = label["layout"] if label else "thread" if kinds.OF_CORPUS.get(name) == "forum" else None
            page.layout = "thread" if page.kind == "forum" else page.layout
            page.file = Path(shared) / "corpus" / name / entry["html_file"]
            page.views = {mode: View(record[mode], label) for mode in ("named", "withheld")}
            pages.append(page)
    return pages, head["names"]


def made(exporter):
    """Pages of the templates that rules may be tuned on (benches/lab/comments/pages.py)."""
    with tempfile.TemporaryDirectory() as folder:
        labels = [label for label in made_pages.write(Path(folder)) if label["half"] == "tuned"]
        records = corpus.exported([Path(folder) / label["file"] for label in labels], exporter)[1]
    pages = []
    for label, record in zip(labels, records, strict=True):
        views = {mode: View(record[mode], {"comments": [{"text": label["comments"]}]}) for mode in ("named", "withheld")}
        pages.append(SimpleNamespace(corpus="made", views=views, layout=label["layout"], fold=-1))
    return pages


def fit(pages, names):
    """Two logistic regressions over groups of these pages: of all, for those with names, and of those without. Posts of
    threads are neither comments nor anything else."""
    is_named = [names.index(name) for name in NAMED]
    unnamed = lambda group: not any(group.features[i] for i in is_named)
    return regression(pages, lambda group: True, WITHHELD_WEIGHT), regression(pages, unnamed, 1)


def regression(pages, is_wanted, withheld_weight):
    rows, labels, weights = [], [], []
    for page in pages:
        for mode, view in page.views.items():
            for group in view.groups:
                if group.words and is_wanted(group) and page.layout not in ("thread", "unclear"):
                    rows.append(group.features)
                    labels.append(group.is_comments)
                    weight = (withheld_weight if mode == "withheld" else 1) * (MADE_WEIGHT if page.corpus == "made" else 1)
                    weights.append(math.log(1 + group.words) ** 2 * weight)
    model = LogisticRegression(C=0.3, max_iter=3000)
    model.fit(np.array(rows, dtype=float), np.array(labels), sample_weight=np.array(weights))
    return round(model.intercept_[0] * UNIT), np.round(model.coef_[0] * UNIT).astype(int)


def find(pages, models, exporter):
    """What the library finds on each page with the weights of its fold."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump([[[int(bias), weights.tolist()] for bias, weights in model] for model in models], file)
        file.flush()
        found = corpus.exported([page.file for page in pages], exporter, "--weights", file.name)[1]
    for page, record in zip(pages, found, strict=True):
        for mode, view in page.views.items():
            view.found = Found(record[mode][page.fold])


def is_thread(view, kinds_of_page):
    """By the rules of src/judge/mask/thread.rs, with probabilities of kinds from models of other domains."""
    best = np.argmax(kinds_of_page)
    is_like_forum = kinds_of_page[FORUM] / 255 >= view.found.least_forum[int(best == FORUM)]
    return best != PRODUCT and (is_like_forum or view.found.are_the_page)


def known_kinds(pages):
    """The pages that classifiers of kinds learn from."""
    for page in pages:
        page.page = page.views["named"].of_page
    return [page for page in pages if page.corpus in corpus.TRAINED_ON and page.gold]


def kind_probabilities(pages, mode, threads):
    """For each page the probabilities of its kinds, from a model of other domains."""
    known = known_kinds(pages)
    for fold in range(corpus.FOLDS):
        model = kinds.train([page for page in known if page.fold != fold], threads)
        some = [page for page in pages if page.fold == fold]
        for page, row in zip(some, model.probabilities(np.array([page.views[mode].of_page for page in some]))):
            page.kinds = row


def measure(pages, mode):
    """Counts of words and pages on held-out domains."""
    count = dict.fromkeys(["wanted", "found", "given", "main", "main_as_comment", "threads", "threads_right",
                           "articles", "articles_right"], 0)
    for page in pages:
        view = page.views[mode]
        has_units = bool(view.found.blocks)
        thread = has_units and is_thread(view, page.kinds)
        if has_units and page.layout in ("thread", "article-with-comments"):
            name = "threads" if page.layout == "thread" else "articles"
            count[name] += 1
            count[f"{name}_right"] += thread == (page.layout == "thread")
        texts = set() if thread else set(view.found.texts)
        if page.layout in ("article", "article-with-comments", "thread"):
            count["given"] += view.words(texts)
            count["found"] += view.words(i for i in texts if view.is_comment[i])
            count["wanted"] += view.words(np.flatnonzero(view.is_comment))
        if page.gold and page.layout != "unclear":
            main = [i for i in np.flatnonzero(corpus.labels(SimpleNamespace(gold=page.gold, texts=view.texts)) >= 0.5)]
            count["main"] += view.words(main)
            count["main_as_comment"] += view.words(i for i in main if i in texts)
    return count


def report(pages, threads):
    print("| classes and ids | recall of comment words | precision | main words with role comment | threads recognized "
          "| articles recognized |")
    print("|---|---:|---:|---:|---:|---:|")
    for mode, title in (("named", "as they are"), ("withheld", "renamed")):
        kind_probabilities(pages, mode, threads)
        c = measure(pages, mode)
        print(
            f"| {title} | {c['found'] / c['wanted']:.3f} of {c['wanted']} | {c['found'] / c['given']:.3f} "
            f"| {100 * c['main_as_comment'] / c['main']:.2f} % of {c['main']} "
            f"| {c['threads_right']} of {c['threads']} | {c['articles_right']} of {c['articles']} |"
        )


def unseen(pages, model, folder, exporter, threads):
    """The table row of pages outside of the corpora, of other domains, by models of all pages of the corpora."""
    labels = [json.loads(line) for line in UNSEEN.read_text().splitlines()]
    files = [Path(folder) / label["file"] for label in labels]
    for file, label in zip(files, labels, strict=True):
        if hashlib.sha256(file.read_bytes()).hexdigest() != label["sha256"]:
            raise SystemExit(f"{file} is not the page that was labeled")
    kind = kinds.train(known_kinds(pages), threads)
    some = []
    for file, label, record in zip(files, labels, corpus.exported(files, exporter)[1], strict=True):
        views = {mode: View(record[mode], {"comments": [label]}) for mode in ("named", "withheld")}
        some.append(SimpleNamespace(views=views, file=file, layout=label["layout"], gold="", fold=0))
    find(some, [model], exporter)
    for mode, title in (("named", "as they are"), ("withheld", "renamed")):
        for page in some:
            page.kinds = kind.probabilities(np.array([page.views[mode].of_page]))[0]
        c = measure(some, mode)
        print(
            f"| {title} | {c['found'] / c['wanted']:.3f} of {c['wanted']} | {c['found'] / max(1, c['given']):.3f} "
            f"| {c['articles_right']} of {c['articles']} |"
        )


def modes(pages, threads, folder):
    """F1 of the held-out mask by corpus, as it is and with comments left out or kept: for docs/accuracy.md."""
    held_out = {}
    with open(folder / "held_out.jsonl") as lines:
        for record in map(json.loads, lines):
            held_out[record["corpus"], record["id"]] = np.array(record["mask"])
    kind_probabilities(pages, "named", threads)
    rows = {}
    for page in pages:
        before = held_out.get((page.corpus, page.id))
        if before is None:
            continue
        view = page.views["named"]
        has_comments = bool(view.found.blocks) and not is_thread(view, page.kinds)
        excluded, included = before.copy(), before.copy()
        if has_comments:
            excluded[view.found.blocks] = False
            included[[i for i in view.found.texts if not view.flags[i] & NOT_CONTENT_FLAGS]] = True
        scorer = corpus.Scorer(SimpleNamespace(gold=page.gold, texts=view.texts))
        scores = [scorer.score(mask)[2] for mask in (before, excluded, included)]
        for name in (page.corpus, f"{page.corpus}, comments found" if has_comments else None, of_layout(page)):
            if name:
                rows.setdefault(name, []).append(scores)
    table = {name: [len(scores), *np.mean(scores, axis=0)] for name, scores in sorted(rows.items())}
    (folder / "comments.json").write_text(json.dumps(table))
    for name, (count, *means) in table.items():
        print(f"{name:44} {count:5.0f} pages  F1 " + "  ".join(f"{mean:.4f}" for mean in means))


def of_layout(page):
    return f"{page.corpus}, labeled comments" if page.layout == "article-with-comments" else None


def write(model, names):
    text = (
        "//! The weights of the classifier. Written by `make train-comments`; do not edit.\n\n"
        "use super::score::{Regression, Weights};\n\n"
        "/// Those that ship.\n"
        "#[rustfmt::skip]\n"
        "pub const WEIGHTS: Weights = Weights {\n"
    )
    for field, (bias, weights) in zip(("named", "unnamed"), model, strict=True):
        values = textwrap.fill(", ".join(map(str, weights)), 108, initial_indent=12 * " ", subsequent_indent=12 * " ")
        text += f"    {field}: Regression {{\n        bias: {bias},\n        of_features: [\n{values},\n        ],\n    }},\n"
        print(f"{field}: {dict(zip(names, map(int, weights)))}")
    WEIGHTS.write_text(text + "};\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shared", default="../shared")
    parser.add_argument("--exporter", default="target/release/export_comments")
    parser.add_argument("--unseen", help="folder with the pages of benches/lab/comments/unseen.jsonl")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--report", default="target/training", help="where `make train` put its held-out masks")
    parser.add_argument("--write", action="store_true", help="write src/judge/comments/weights.rs")
    args = parser.parse_args()
    pages, names = load(args.shared, args.exporter)
    of_script = made(args.exporter)
    models = [fit([page for page in pages if page.fold != fold] + of_script, names) for fold in range(corpus.FOLDS)]
    find(pages, models, args.exporter)
    report(pages, args.threads)
    if args.unseen:
        unseen(pages, fit(pages + of_script, names), args.unseen, args.exporter, args.threads)
    if (Path(args.report) / "held_out.jsonl").exists():
        modes(pages, args.threads, Path(args.report))
    if args.write:
        write(fit(pages + of_script, names), names)


if __name__ == "__main__":
    main()
