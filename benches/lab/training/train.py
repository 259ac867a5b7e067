"""Trains the model of the learned mask: cross-validation by domain, then the model that ships.

    python benches/lab/training/train.py --shared ../shared --out src/judge/mask/model.bin --report target/training

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

import augment
import corpus
import groups
import kinds
import transfer
import trees

# Twice as many trees with half the learning rate are not better on other domains and other corpora, and take twice as long
# in every analysis (benches/lab/training/README.md). Deeper trees overfit; stronger regularization of deep trees, equal weights of kinds, and weights proportional to
# tokens gain nothing.
OPTIONS = {"iterations": 150, "learning_rate": 0.2, "rsm": 0.25, "subsample": 0.8, "l2_leaf_reg": 5}
# The mean of two models generalizes better to other domains and other corpora than one.
MEMBERS = 2
# Rewritten pages are in the training with a fraction of the weight and of the blocks.
REWRITTEN_WEIGHT = 0.2
REWRITTEN_BLOCKS = 0.5
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
    parser.add_argument("--out", default="src/judge/mask/model.bin")
    parser.add_argument("--report", default="target/training")
    # CatBoost's order of summation, and so the last bits of the model, depend on it.
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--transfer", action="store_true", help="only evaluate on what was left out, and nested")
    parser.add_argument("--groups", action="store_true", help="only run the ablation study of feature groups")
    parser.add_argument("--folds", action="store_true", help="only write a model without each fold, for `make fit-quality`")
    args = parser.parse_args()
    options = OPTIONS | {"thread_count": args.threads}

    pages, head = load_all(args, ["", *augment.VARIANTS] if args.transfer else augment.TRAINED_ON)
    print(f"{len(pages)} pages, {sum(len(page.texts) for page in pages)} blocks, {len(head['names'])} features")
    if args.groups:
        groups.report([page for page in pages if not page.variant], head["names"], options, Path(args.report))
        return
    if args.transfer:
        transfer.report(pages, options, args)
        return
    models = cross_validate(pages, kinds.FoldModels(pages, args.threads), lambda seen: fit(seen, options))
    if args.folds:
        write_folds(pages, models, head, args)
        return
    set_kinds(pages, [page.kinds for page in pages])
    model = fit(pages, options)
    of_page = kinds.train(pages, args.threads)
    data = model.to_bytes(head["version"], len(head["page_names"]), len(head["names"]), of_page, calibrate(pages))
    Path(args.out).write_bytes(data)
    print(f"{args.out}: {len(data)} bytes")
    write_report(Path(args.report), pages, model, head)


def cross_validate(pages, models, fit):
    """Computes held-out scores, masks and kind probabilities of all pages; returns the models by fold."""
    found = []
    for fold in range(corpus.FOLDS):
        start = time.time()
        held_out = [page for page in pages if page.fold == fold]
        set_kinds(pages, models.probabilities({fold}))
        keep_kinds(held_out)
        model = fit([page for page in pages if page.fold != fold])
        for page in held_out:
            page.scores = model.scores(page.features)
        print(f"fold {fold}: {time.time() - start:.0f} s", flush=True)
        found.append(model)
    set_masks(pages)
    return found


def write_folds(pages, models, head, args):
    """Writes a model for each fold that knows no page of its domains, and the list of the pages by fold."""
    folder = Path(args.report)
    folder.mkdir(parents=True, exist_ok=True)
    counts = head["version"], len(head["page_names"]), len(head["names"])
    for fold, model in enumerate(models):
        seen = [page for page in pages if page.fold != fold]
        data = model.to_bytes(*counts, kinds.train(seen, args.threads), calibrate(seen))
        (folder / f"fold-{fold}.bin").write_bytes(data)
    rows = [f"{page.corpus}\t{page.id}\t{page.fold}\n" for page in pages if not page.variant]
    (folder / "folds.tsv").write_text("".join(rows))


def set_masks(pages):
    """Masks by held-out scores, each fold by the calibration of the others."""
    for fold in range(corpus.FOLDS):
        calibration = calibrate([page for page in pages if page.fold != fold])
        for page in (page for page in pages if page.fold == fold):
            page.mask = mask(page, calibration)


def set_kinds(pages, rows):
    """Sets the last features of the blocks, the probabilities of the page kinds."""
    for page, row in zip(pages, rows):
        page.features[:, -len(kinds.KINDS) :] = row


def keep_kinds(pages):
    """Keeps the probabilities of the page kinds that were set last."""
    for page in pages:
        page.kinds = page.features[0, -len(kinds.KINDS) :].copy()


def without_each_corpus(pages):
    """Yields each corpus as name, all other pages and its own pages, unless the others lack a page kind."""
    for name in corpus.TRAINED_ON:
        seen = [page for page in pages if page.corpus != name]
        if len({kinds.kind_of(page) for page in seen} - {None}) == len(kinds.KINDS):
            yield name, seen, [page for page in pages if page.corpus == name]


def unseen_f1(seen, rest, model, columns=None):
    """F1 of each of the pages `rest` by a model trained on the pages `seen`; sets their scores."""
    calibration = calibrate(seen)
    for page in rest:
        page.scores = model.scores(rows_of(page, columns))
    return [page.scorer.score(mask(page, calibration))[2] for page in rest]


def load_all(args, variants=("",)):
    pages, head = [], None
    for variant in variants:
        for name in corpus.TRAINED_ON:
            some, head = corpus.load(args.shared, name, args.exporter, variant)
            pages += [page for page in some if page.gold and len(page.texts)]
    for page in pages:
        page.label = corpus.labels(page) >= 0.5
        page.scorer = corpus.Scorer(page)
        page.copies = Counter(page.texts)
        can_repeat = [page.copies[text] > 1 for text in page.texts]
        page.repeated = np.flatnonzero(np.array(can_repeat) & (page.tokens >= MIN_REPEATED_TOKENS))
    return pages, head


def weights_of(page, of_pages):
    """Weights of the blocks: the square root of their tokens, normalized to the weight of the page."""
    weights = np.sqrt(np.maximum(page.tokens, 1).astype(float))
    weights *= of_pages[page.corpus, page.kind] / weights.sum()
    return weights * REWRITTEN_WEIGHT if page.variant else weights


def page_weights(pages):
    """The weight of a page by corpus and kind."""
    result = {}
    for name in corpus.TRAINED_ON:
        some = [page for page in pages if page.corpus == name and not page.variant]
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


def fit(pages, options, columns=None, count=BLOCKS_PER_PAGE, members=MEMBERS, variants=augment.TRAINED_ON):
    training = [page for page in pages if page.variant in variants]
    training = [page for page in training if page.coverage is None or page.coverage >= MIN_COVERAGE]
    some = lambda page: some_blocks(page, round(count * REWRITTEN_BLOCKS) if page.variant else count)
    return trees.train(*stacked(training, lambda page: rows_of(page, columns), some), options, members)


def calibrate(pages):
    """Calibrates probabilities on held-out scores."""
    found = [page for page in pages if not page.variant]
    return trees.calibrate(*stacked(found, lambda page: page.scores, lambda page: ~repeated(page)))


def repeated(page):
    """Which blocks duplicate another one that is at least as likely content, as in src/judge/mask/duplicates.rs."""
    steps = trees.steps_of(page.scores)
    result = np.zeros(len(page.texts), dtype=bool)
    stays = {}
    for i in page.repeated[(page.flags & EXCLUDED == 0)[page.repeated]]:
        text = page.texts[i]
        before = stays.setdefault(text, i)
        if before == i or page.parents[before] == page.parents[i]:
            continue
        if page.copies[text] > MAX_COPIES and page.paths[before] == page.paths[i]:
            continue
        stays[text] = i if steps[i] > steps[before] else before
        result[i + before - stays[text]] = True
    return result


def mask(page, calibration, best_cut=trees.best_cut):
    seen = (page.flags & EXCLUDED == 0) & ~repeated(page)
    cut = best_cut(page.scores, np.where(seen, page.tokens, 0), calibration)
    return (trees.steps_of(page.scores) >= cut) & seen


def write_report(folder, pages, model, head):
    folder.mkdir(parents=True, exist_ok=True)
    uses = np.bincount([feature for tree in model.features for feature in tree], minlength=len(head["names"]))
    order = np.argsort(-uses, kind="stable")
    (folder / "features.txt").write_text("".join(f"{uses[i]:5d} {head['names'][i]}\n" for i in order))
    with open(folder / "held_out.jsonl", "w") as out:
        for page in (page for page in pages if not page.variant):
            record = {"corpus": page.corpus, "id": page.id, "scores": page.scores.tolist(), "mask": page.mask.tolist()}
            record["kinds"] = page.kinds.tolist()
            out.write(json.dumps(record) + "\n")
    groups = {}
    for page in pages:
        name = f"{page.corpus} {page.variant}".rstrip()
        for group in {name, f"{name} {page.kind}" if page.corpus == "wcxb" and not page.variant else name}:
            groups.setdefault(group, []).append(page.scorer.score(page.mask)[2])
    means = {name: float(np.mean(groups[name])) for name in sorted(groups)}
    (folder / "held_out.json").write_text(json.dumps(means))
    for name, f1 in means.items():
        print(f"{name:36} {len(groups[name]):5} pages  F1 {f1:.3f}")


if __name__ == "__main__":
    main()
