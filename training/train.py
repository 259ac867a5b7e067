"""Trains the model of the learned mask: cross-validation by domain, then the model that ships.

    python training/train.py --shared ../shared --out src/mask/model.bin --report target/training

Writes the model, and into the report folder the held-out scores of all pages for `evaluate.py`. The same corpus gives
the same bytes.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np

import corpus
import trees

# Chosen on the folds; more trees or deeper ones gain nothing there.
OPTIONS = {"iterations": 320, "learning_rate": 0.1, "rsm": 0.25, "subsample": 0.8, "l2_leaf_reg": 5}
# A corpus counts with its pages to this power, so that the large one does not decide everything.
BALANCE = 0.65
# Pages whose gold is not in their HTML teach nothing.
LEAST_COVERAGE = 0.8
UNSEEN = 1 | 4  # Hidden, in the head: never content, whatever the score.


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", default="../shared")
    parser.add_argument("--exporter", default="target/release/examples/export_features")
    parser.add_argument("--out", default="src/mask/model.bin")
    parser.add_argument("--report", default="target/training")
    # The order of CatBoost's sums, and so the last bits of the model, depend on it.
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    options = OPTIONS | {"thread_count": args.threads}

    pages, head = load_all(args)
    print(f"{len(pages)} pages, {sum(len(page.texts) for page in pages)} blocks, {len(head['names'])} features")
    for fold in range(corpus.FOLDS):
        start = time.time()
        model = fit([page for page in pages if page.fold != fold], options)
        for page in (page for page in pages if page.fold == fold):
            page.scores = model.scores(page.features)
        print(f"fold {fold}: {time.time() - start:.0f} s", flush=True)
    for fold in range(corpus.FOLDS):
        calibration = calibrate([page for page in pages if page.fold != fold])
        for page in (page for page in pages if page.fold == fold):
            page.mask = mask(page, calibration)

    model = fit(pages, options)
    data = model.to_bytes(head["version"], len(head["names"]), calibrate(pages))
    Path(args.out).write_bytes(data)
    print(f"{args.out}: {len(data)} bytes")
    write_report(Path(args.report), pages, model, head)


def load_all(args):
    pages, head = [], None
    for name in corpus.TRAINED_ON:
        some, head = corpus.load(args.shared, name, args.exporter)
        pages += [page for page in some if page.gold and len(page.texts)]
    for page in pages:
        page.label = corpus.labels(page) >= 0.5
        page.scorer = corpus.Scorer(page)
    return pages, head


def weights_of(page, pages_of):
    """Blocks by the square root of their tokens; all blocks of a page together as one page of its corpus."""
    weights = np.sqrt(np.maximum(page.tokens, 1).astype(float))
    return weights / weights.sum() * pages_of[page.corpus] ** (BALANCE - 1)


def stacked(pages, rows_of):
    counts = {name: sum(page.corpus == name for page in pages) for name in corpus.TRAINED_ON}
    rows = np.concatenate([rows_of(page) for page in pages])
    labels = np.concatenate([page.label for page in pages]).astype(int)
    weights = np.concatenate([weights_of(page, counts) for page in pages])
    return rows, labels, weights * len(weights) / weights.sum()


def fit(pages, options):
    teaching = [page for page in pages if page.coverage is None or page.coverage >= LEAST_COVERAGE]
    return trees.train(*stacked(teaching, lambda page: page.features), options)


def calibrate(pages):
    """Probabilities from scores of models that had not seen the pages."""
    return trees.calibrate(*stacked(pages, lambda page: page.scores))


def mask(page, calibration):
    seen = page.flags & UNSEEN == 0
    cut = trees.best_cut(page.scores, np.where(seen, page.tokens, 0), calibration)
    return (trees.steps_of(page.scores) >= cut) & seen


def write_report(folder, pages, model, head):
    folder.mkdir(parents=True, exist_ok=True)
    uses = np.bincount([feature for tree in model.features for feature in tree], minlength=len(head["names"]))
    order = np.argsort(-uses, kind="stable")
    (folder / "features.txt").write_text("".join(f"{uses[i]:5d} {head['names'][i]}\n" for i in order))
    with open(folder / "held_out.jsonl", "w") as out:
        for page in pages:
            record = {"corpus": page.corpus, "id": page.id, "scores": page.scores.tolist(), "mask": page.mask.tolist()}
            out.write(json.dumps(record) + "\n")
    groups = {}
    for page in pages:
        score = page.scorer.score(page.mask)[2]
        for name in {page.corpus, f"{page.corpus} {page.kind}" if page.corpus == "wcxb" else page.corpus}:
            groups.setdefault(name, []).append(score)
    for name in sorted(groups):
        print(f"{name:24} {len(groups[name]):5} pages  F1 {np.mean(groups[name]):.3f}")


if __name__ == "__main__":
    main()
