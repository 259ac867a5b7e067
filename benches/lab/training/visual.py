"""Trains the classifiers of visual areas, and evaluates them on held-out domains.

    python benches/lab/training/visual.py --shared ../shared --out src/published/visual/model.bin --report docs/visual-accuracy.md

Seven binary classifiers of boosted symmetric trees, one per class; an area that is both author and date is
`authordate`. All figures are from cross-validation by domain.
"""

import argparse
import struct
import time
from pathlib import Path

import numpy as np

import declared
import learners
import trees

CORPORA = ["wcxb", "aeb", "magic-html-article", "trafilatura-eval", "webseg-rkrzr"]
HEADS = ["h1", "h2", "subtitle", "perex", "paragraph", "author", "date"]
# Trees of each classifier: more gain little and cost time on every page.
ITERATIONS = {"h1": 80, "h2": 80, "subtitle": 30, "perex": 40, "paragraph": 80, "author": 150, "date": 100}
OPTIONS = {"learning_rate": 0.15, "rsm": 0.5, "subsample": 0.8, "l2_leaf_reg": 6}
# The score of an area rejected by the early exit.
REJECTED = -32 * trees.UNIT
# Areas far from the heading are subsampled: every nth is used, with weight n.
SAMPLE_STEP = 8
NEAR = 40


def arguments(description):
    """The options shared by all programs that train on visual areas."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", default="../shared")
    parser.add_argument("--exporter", default="target/release/export_areas")
    parser.add_argument("--threads", type=int, default=2)
    return parser


def main():
    parser = arguments(__doc__)
    parser.add_argument("--out", default="src/published/visual/model.bin")
    parser.add_argument("--report", default="docs/visual-accuracy.md")
    args = parser.parse_args()

    pages, head = load(args)
    for page in pages:
        page.scores = np.zeros((len(HEADS), len(page.areas)), dtype=np.int64)
        page.early = np.zeros_like(page.scores)
    cuts, thresholds, calibrations, models = [], [], [], []
    for number, name in enumerate(HEADS):
        start = time.time()
        for fold in range(declared.FOLDS):
            model = fit(name, [page for page in pages if page.fold != fold], args)
            for page in pages:
                if page.fold == fold:
                    page.early[number], page.scores[number] = early_and_full(model, page.features)
        cuts.append(best_cut(name, number, pages))
        for page in pages:
            page.scores[number][page.early[number] < cuts[-1]] = REJECTED
        calibrations.append(calibrate(name, number, pages))
        thresholds.append(best_threshold(name, number, pages))
        models.append(fit(name, pages, args))
        print(f"{name}: {time.time() - start:.0f} s, threshold {thresholds[-1]}", flush=True)
    data = to_bytes(models, thresholds, cuts, calibrations, head["version"], len(head["names"]))
    Path(args.out).write_bytes(data)
    print(f"{args.out}: {len(data)} bytes")
    report = write_report(pages, thresholds)
    learners.replace_report(args.report, report)
    print(report)


def load(args):
    """The pages of all corpora, and the exporter's description of the features."""
    pages, head = [], None
    for name in CORPORA:
        some, head = declared.load(args.shared, name, args.exporter)
        pages += some
    print(f"{len(pages)} pages, {sum(len(page.areas) for page in pages)} areas", flush=True)
    return pages, head


def early_and_full(model, rows):
    """Scores after a quarter of the trees, for the early exit, and after all of them."""
    count = len(model.leaves) // 4
    early = trees.Trees(model.bias, model.features[:count], model.thresholds[:count], model.leaves[:count])
    return early.scores(rows), model.scores(rows)


def best_cut(name, number, pages):
    """The early-exit threshold: the early score that 99.5% of the positives reach, minus a margin."""
    early = np.concatenate([page.early[number][is_positive(name, page)] for page in pages])
    return int(np.percentile(early, 0.5)) - trees.UNIT // 4


def is_positive(name, page):
    labels = page.labels
    both = declared.CLASSES.index("authordate")
    own = labels == declared.CLASSES.index(name)
    return own | (labels == both) if name in ("author", "date") else own


def rows_of(name, page):
    """The training areas of a class and their weights. Pages that do not declare the class are not used."""
    taught = {
        "h1": bool(page.shown["h1"]),
        "author": bool(page.shown["author"]),
        "date": bool(page.shown["date"]),
    }.get(name, bool(page.body))
    weight = 1.0
    if not taught:
        # Pages that are neither article nor post are negative examples for authors and dates.
        if name == "h1" or page.kind not in ("listing", "product", "collection", "service"):
            return np.zeros(0, dtype=int), np.zeros(0)
        weight = 0.2
    count = len(page.areas)
    ignored = page.ignored.get(name, set())
    positive = is_positive(name, page)
    index = np.arange(count)
    anchor = min(page.shown["h1"], default=0)
    near = np.abs(index - anchor) <= NEAR
    sampled = (index * 2654435761 % 2**32) % SAMPLE_STEP == 0
    keep = (positive | near | sampled) & ~np.isin(index, list(ignored))
    weights = np.where(positive | near, 1.0, SAMPLE_STEP) * weight
    return index[keep], weights[keep]


def stacked(name, pages):
    rows, labels, weights = [], [], []
    for page in pages:
        index, weight = rows_of(name, page)
        if len(index):
            rows.append(page.features[index])
            labels.append(is_positive(name, page)[index].astype(int))
            weights.append(weight)
    return np.concatenate(rows), np.concatenate(labels), np.concatenate(weights)


def fit(name, pages, args):
    options = OPTIONS | {"iterations": ITERATIONS[name], "thread_count": args.threads}
    return trees.train(*stacked(name, pages), options)


def calibrate(name, number, pages):
    scores, labels, weights = [], [], []
    for page in pages:
        index, weight = rows_of(name, page)
        scores.append(page.scores[number][index])
        labels.append(is_positive(name, page)[index].astype(int))
        weights.append(weight)
    return trees.calibrate(np.concatenate(scores), np.concatenate(labels), np.concatenate(weights))


def best_threshold(name, number, pages):
    """The threshold with the best F1 of areas; for classes that occur once per page, of areas and of pages."""
    candidates = range(-4 * trees.UNIT, 4 * trees.UNIT, trees.UNIT // 8)
    if name in ("h1", "author", "date"):
        some = [page for page in pages if page.shown[name]]
        outcomes = [outcome(name, number, page) for page in some]
        scores = np.concatenate([page.scores[number] for page in some])
        labels = np.concatenate([is_positive(name, page) for page in some])
        return max(candidates, key=lambda t: (page_f1(outcomes, t)[2] + area_f1(scores > t, labels)[2], -abs(t)))
    taught = [page for page in pages if page.body]
    scores = np.concatenate([page.scores[number] for page in taught])
    labels = np.concatenate([is_positive(name, page) for page in taught])
    return max(candidates, key=lambda t: (area_f1(scores > t, labels)[2], -abs(t)))


def outcome(name, number, page):
    """The score of the page's best area, and whether that area is correct."""
    scores = page.scores[number]
    best = int(np.argmax(scores))
    right = best in page.shown[name] or best in page.ignored.get(name, set())
    return int(scores[best]), right


def page_f1(outcomes, threshold):
    """Precision, recall and F1 over pages that declare and show the class, with one predicted area per page."""
    answered = [right for score, right in outcomes if score > threshold]
    right = sum(answered)
    return f1(right, len(answered), len(outcomes))


def area_f1(found, labels):
    return f1(int((found & labels).sum()), int(found.sum()), int(labels.sum()))


def f1(right, found, wanted):
    precision, recall = right / max(1, found), right / max(1, wanted)
    return precision, recall, 2 * right / max(1, found + wanted)


def classes_of(page, thresholds):
    """The classes of the areas, decided as in the library."""
    margins = page.scores - np.array(thresholds)[:, None]
    best = margins.argmax(axis=0)
    classes = np.where(margins.max(axis=0) > 0, [declared.CLASSES.index(HEADS[b]) for b in best], 0)
    author, date = HEADS.index("author"), HEADS.index("date")
    both = (margins[author] > 0) & (margins[date] > 0) & np.isin(best, [author, date])
    classes[both] = declared.CLASSES.index("authordate")
    h1 = np.flatnonzero(classes == 1)
    if len(h1) > 1:
        keep = h1[np.argmax(page.scores[0][h1])]
        classes[h1[h1 != keep]] = declared.CLASSES.index("h2")
    return classes


def to_bytes(models, thresholds, cuts, calibrations, version, features):
    """The format is described in src/published/visual/model.rs."""
    data = b"BMVISUA2" + struct.pack("<II", version, features)
    for name, model, threshold, cut, calibration in zip(HEADS, models, thresholds, cuts, calibrations):
        count = len(model.leaves)
        data += struct.pack("<BxHiii", declared.CLASSES.index(name), count, model.bias, threshold, cut)
        data += bytes(calibration) + model.body()
    return data


def write_report(pages, thresholds):
    lines = ["# Accuracy of visual areas", ""]
    lines += ["Written by `make train-visual`; do not edit. Folds by domain: no page was classified by a model that had"]
    lines += ["seen a page of its domain. Labels are the declared values, matched with areas (benches/lab/training/declared.py).", ""]
    lines += ["## Heading, author and date", ""]
    lines += ["Pages that declare it and show it; the best area of the page is correct if its text is what is declared.", ""]
    lines += ["| class | pages | precision | recall | F1 |", "|---|---:|---:|---:|---:|"]
    for name in ("h1", "author", "date"):
        number = HEADS.index(name)
        outcomes = [outcome(name, number, page) for page in pages if page.shown[name]]
        lines.append(row(name, len(outcomes), page_f1(outcomes, thresholds[number])))
    lines += ["", "## Areas", "", "All areas of pages whose main text is known, against their labels.", ""]
    lines += ["| class | areas | precision | recall | F1 |", "|---|---:|---:|---:|---:|"]
    some = [page for page in pages if page.body and page.shown["h1"]]
    found = np.concatenate([classes_of(page, thresholds) for page in some])
    labels = np.concatenate([page.labels for page in some])
    for number, name in enumerate(declared.CLASSES):
        lines.append(row(name, int((labels == number).sum()), area_f1(found == number, labels == number)))
    return "\n".join([*lines, ""])


def row(name, count, values):
    return f"| {name} | {count} | " + " | ".join(f"{value:.3f}" for value in values) + " |"


if __name__ == "__main__":
    main()
