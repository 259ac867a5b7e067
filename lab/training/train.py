"""Trains the model of the learned mask: cross-validation by domain, then the model that ships.

    python lab/training/train.py --shared ../shared --out src/mask/model.bin --report target/training

Writes the model, and the held-out scores of all pages into the report folder, for `evaluate.py`. Training is
deterministic.
"""

import argparse
import hashlib
import json
import time
from collections import Counter
from pathlib import Path

import numpy as np

import corpus
import groups
import kinds
import trees

# Deeper trees overfit; stronger regularization of deep trees, equal weights of kinds, and weights proportional to
# tokens gain nothing.
OPTIONS = {"iterations": 300, "learning_rate": 0.1, "rsm": 0.25, "subsample": 0.8, "l2_leaf_reg": 5}
# The mean of two models generalizes better to other domains and other corpora than one.
MEMBERS = 2
# The maximum number of training blocks per page; the sample is reweighted to represent all blocks.
BLOCKS_PER_PAGE = 160
# The weight of a corpus is its number of pages to this power, so that the largest does not dominate.
BALANCE = 0.65
# Likewise for the page kinds within a corpus: rare kinds have a higher weight, by this power of their share.
KIND_BALANCE = 0.25
# Pages whose gold text is mostly not in the HTML are not used for training.
MIN_COVERAGE = 0.8
EXCLUDED = 1 | 4 | 16  # Hidden, in the head, noindex: never content, whatever the score.
# Texts with fewer tokens may be kept several times.
MIN_REPEATED_TOKENS = 3
# Texts that occur more often than this on one tag path may be kept several times, too.
MAX_COPIES = 4


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", default="../shared")
    parser.add_argument("--exporter", default="target/release/export_features")
    parser.add_argument("--out", default="src/mask/model.bin")
    parser.add_argument("--report", default="target/training")
    # CatBoost's order of summation, and so the last bits of the model, depend on it.
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--transfer", action="store_true", help="also evaluate each corpus with a model without it")
    parser.add_argument("--groups", action="store_true", help="only run the ablation study of feature groups")
    args = parser.parse_args()
    options = OPTIONS | {"thread_count": args.threads}

    pages, head = load_all(args)
    print(f"{len(pages)} pages, {sum(len(page.texts) for page in pages)} blocks, {len(head['names'])} features")
    if args.groups:
        groups.report(pages, head["names"], options, Path(args.report))
        return
    cross_validate(pages, options, range(corpus.FOLDS))
    if args.transfer:
        leave_one_corpus_out(pages, options, Path(args.report))
    set_kinds(pages, [page.kinds for page in pages])
    model = fit(pages, options)
    of_page = kinds.train(pages, args.threads)
    data = model.to_bytes(head["version"], len(head["page_names"]), len(head["names"]), of_page, calibrate(pages))
    Path(args.out).write_bytes(data)
    print(f"{args.out}: {len(data)} bytes")
    write_report(Path(args.report), pages, model, head)


def cross_validate(pages, options, folds):
    """Computes held-out scores, masks and kind probabilities of all pages."""
    start = time.time()
    by_fold = kinds.cross_validated(pages, options["thread_count"], folds)
    print(f"kinds: {time.time() - start:.0f} s", flush=True)
    for page, i in zip(pages, range(len(pages))):
        page.kinds = by_fold[page.fold][i]
    for fold in folds:
        start = time.time()
        set_kinds(pages, by_fold[fold])
        model = fit([page for page in pages if page.fold != fold], options)
        for page in (page for page in pages if page.fold == fold):
            page.scores = model.scores(page.features)
        print(f"fold {fold}: {time.time() - start:.0f} s", flush=True)
    for fold in folds:
        calibration = calibrate([page for page in pages if page.fold != fold])
        for page in (page for page in pages if page.fold == fold):
            page.mask = mask(page, calibration)


def set_kinds(pages, rows):
    """Sets the last features of the blocks, the probabilities of the page kinds."""
    for page, row in zip(pages, rows):
        page.features[:, -len(kinds.KINDS) :] = row


def leave_one_corpus_out(pages, options, folder):
    """Evaluates each corpus by a model trained without it, and writes the results to the report folder."""
    folder.mkdir(parents=True, exist_ok=True)
    held_out = {page: (page.scores, page.mask) for page in pages}
    results = {}
    for name, seen, rest in without_each_corpus(pages):
        set_kinds(seen, [page.kinds for page in seen])
        model = kinds.train(seen, options["thread_count"])
        set_kinds(rest, model.probabilities(np.array([page.page for page in rest])))
        results[name] = unseen_f1(seen, rest, fit(seen, options))
        print(f"trained without {name}: F1 {results[name]:.3f}", flush=True)
        for page in rest:
            page.scores, page.mask = held_out[page]
    (folder / "transfer.json").write_text(json.dumps(results))


def without_each_corpus(pages):
    """Yields each corpus as name, all other pages and its own pages, unless the others lack a page kind."""
    for name in corpus.TRAINED_ON:
        seen = [page for page in pages if page.corpus != name]
        if len({kinds.kind_of(page) for page in seen} - {None}) == len(kinds.KINDS):
            yield name, seen, [page for page in pages if page.corpus == name]


def unseen_f1(seen, rest, model, columns=None):
    """F1 on the pages `rest` of a model trained on the pages `seen`; sets the scores of `rest`."""
    calibration = calibrate(seen)
    for page in rest:
        page.scores = model.scores(rows_of(page, columns))
    return float(np.mean([page.scorer.score(mask(page, calibration))[2] for page in rest]))


def load_all(args):
    pages, head = [], None
    for name in corpus.TRAINED_ON:
        some, head = corpus.load(args.shared, name, args.exporter)
        pages += [page for page in some if page.gold and len(page.texts)]
    for page in pages:
        page.label = corpus.labels(page) >= 0.5
        page.scorer = corpus.Scorer(page)
    return pages, head


def weights_of(page, of_pages):
    """Weights of the blocks: the square root of their tokens, normalized to the weight of the page."""
    weights = np.sqrt(np.maximum(page.tokens, 1).astype(float))
    return weights / weights.sum() * of_pages[page.corpus, page.kind]


def page_weights(pages):
    """The weight of a page by corpus and kind."""
    result = {}
    for name in corpus.TRAINED_ON:
        some = [page for page in pages if page.corpus == name]
        kinds_here = {page.kind for page in some}
        for kind in kinds_here:
            share = sum(page.kind == kind for page in some) / len(some) * len(kinds_here)
            result[name, kind] = len(some) ** (BALANCE - 1) * share**-KIND_BALANCE
    return result


def stacked(pages, rows_of, index_of=lambda page: slice(None)):
    """Rows, labels and weights of the blocks of all pages, or of reweighted samples."""
    of_pages = page_weights(pages)
    rows, labels, weights = [], [], []
    for page in pages:
        index = index_of(page)
        weight = weights_of(page, of_pages)
        some = weight[index]
        rows.append(rows_of(page)[index])
        labels.append(page.label[index])
        weights.append(some * (weight.sum() / some.sum()))
    rows, labels, weights = map(np.concatenate, (rows, labels, weights))
    return rows, labels.astype(int), weights * len(weights) / weights.sum()


def some_blocks(page, count):
    """The indices of at most `count` blocks of a page, chosen deterministically."""
    seed = int.from_bytes(hashlib.sha256(page.id.encode()).digest()[:4], "big")
    return np.sort(np.random.default_rng(seed).permutation(len(page.texts))[:count])


def rows_of(page, columns=None):
    """The features of a page's blocks, with all columns outside `columns` set to 0."""
    return page.features if columns is None else page.features * columns


def fit(pages, options, columns=None, count=BLOCKS_PER_PAGE, members=MEMBERS):
    training = [page for page in pages if page.coverage is None or page.coverage >= MIN_COVERAGE]
    some = lambda page: some_blocks(page, count)
    return trees.train(*stacked(training, lambda page: rows_of(page, columns), some), options, members)


def calibrate(pages):
    """Calibrates probabilities on held-out scores."""
    return trees.calibrate(*stacked(pages, lambda page: page.scores, lambda page: ~repeated(page)))


def repeated(page):
    """Which blocks duplicate another one that is at least as likely content, as in src/mask/duplicates.rs."""
    steps = trees.steps_of(page.scores)
    result = np.zeros(len(page.texts), dtype=bool)
    copies = Counter(page.texts)
    stays = {}
    for i in np.flatnonzero((page.flags & EXCLUDED == 0) & (page.tokens >= MIN_REPEATED_TOKENS)):
        text = page.texts[i]
        before = stays.setdefault(text, i)
        if before == i or page.parents[before] == page.parents[i]:
            continue
        if copies[text] > MAX_COPIES and page.paths[before] == page.paths[i]:
            continue
        stays[text] = i if steps[i] > steps[before] else before
        result[i + before - stays[text]] = True
    return result


def mask(page, calibration):
    seen = (page.flags & EXCLUDED == 0) & ~repeated(page)
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
            record["kinds"] = page.kinds.tolist()
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
