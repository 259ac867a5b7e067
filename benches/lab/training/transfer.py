"""How well the learned mask works where nothing was chosen or trained: on generators and corpora left out, on rewritten
pages, and in nested cross-validation.

    make train TRAIN_FLAGS=--transfer

Writes `transfer.json` into the report folder, for `evaluate.py`. To save time these models are smaller than the one that
ships.
"""

import json
import time
from collections import Counter
from pathlib import Path

import numpy as np

import augment
import corpus
import generators
import kinds
import train
import trees

SMALLER = {"iterations": 150, "learning_rate": 0.2}
BLOCKS_PER_PAGE = 80

CUTS = {
    "expected F1": trees.best_cut,
    "expected F1 of sure scores": lambda *page: trees.best_cut(*page, spread=0),
    "probability 1/2": lambda scores, tokens, calibration: int(np.searchsorted(calibration, 128)),
}


def report(pages, options, args):
    folder = Path(args.report)
    folder.mkdir(parents=True, exist_ok=True)
    results = {}

    def add(name, value):
        """Writes what is known so far, as all of it takes long."""
        results[name] = value
        (folder / "transfer.json").write_text(json.dumps(results))

    models = kinds.FoldModels(pages, args.threads)
    train.cross_validate(pages, models, lambda seen: fit(seen, options))
    scores = {page: page.scores for page in pages}
    for name in ["", *augment.VARIANTS]:
        add(name or "by domain", means(f1_of_masks(pages, name)))
    add("without the corpus", means(leave_one_corpus_out(pages, options)))
    folds = [page.fold for page in pages]
    largest, f1 = by_generator(pages, options, args)
    add("by generator", {"largest": largest, **means(f1)})
    set_folds(pages, folds)
    chosen, f1 = Nested(pages, models, scores, options).f1()
    add("nested", {"chosen": chosen, **means(f1)})


def f1_of_masks(pages, variant=""):
    return {page: page.scorer.score(page.mask)[2] for page in pages if page.variant == variant}


def set_folds(pages, folds):
    for page, fold in zip(pages, folds, strict=True):
        page.fold = fold


def fit(pages, options):
    return train.fit(pages, options | SMALLER, count=BLOCKS_PER_PAGE, members=1)


def leave_one_corpus_out(pages, options):
    """F1 of each page by a model trained without its corpus. A kind of page that is in no other corpus has probability
    0."""
    found = [page for page in pages if not page.variant]
    held_out = {page: page.scores for page in found}
    results = {}
    for name in corpus.TRAINED_ON:
        start = time.time()
        seen = [page for page in pages if page.corpus != name]
        rest = [page for page in found if page.corpus == name]
        train.set_kinds(seen, [page.kinds for page in seen])
        of_kinds = kinds.train(seen, options["thread_count"])
        train.set_kinds(rest, of_kinds.probabilities(np.array([page.page for page in rest])))
        f1 = train.unseen_f1(seen, rest, fit(seen, options))
        results |= zip(rest, f1, strict=True)
        for page in rest:
            page.scores = held_out[page]
        print(f"without {name}: {np.mean(f1):.3f}, {time.time() - start:.0f} s", flush=True)
    return results


def by_generator(pages, options, args):
    """The largest generators, and F1 if the pages of a domain and of a generator are held out together. Replaces folds,
    kinds and scores of the pages."""
    folds, largest = generators.folds(pages, args.shared)
    set_folds(pages, folds)
    train.cross_validate(pages, kinds.FoldModels(pages, args.threads), lambda seen: fit(seen, options))
    return largest, f1_of_masks(pages)


class Nested:
    """Cross-validation in which the other folds choose the cut. No step sees the held-out fold: kinds and scores of the
    other folds come from models without it, and so does the calibration."""

    def __init__(self, pages, models, scores, options):
        """`scores` are by models that have not seen the fold of the page."""
        self.pages, self.models, self.options = pages, models, options
        self.found = [page for page in pages if not page.variant]
        # By the folds that the model has not seen.
        self.scores = {}
        for low in range(corpus.FOLDS):
            self.scores[frozenset({low})] = {page: scores[page] for page in self.found if page.fold == low}
            for high in range(low + 1, corpus.FOLDS):
                self.score({low, high})

    def score(self, held_out):
        start = time.time()
        train.set_kinds(self.pages, self.models.probabilities(held_out))
        model = fit([page for page in self.pages if page.fold not in held_out], self.options)
        rest = [page for page in self.found if page.fold in held_out]
        self.scores[frozenset(held_out)] = {page: model.scores(page.features) for page in rest}
        print(f"without folds {sorted(held_out)}: {time.time() - start:.0f} s", flush=True)

    def f1(self):
        """What each fold's other folds choose, and the F1 of each page."""
        result, chosen = {}, []
        for out in range(corpus.FOLDS):
            _, cut = max((self.f1_of_others(out, cut), cut) for cut in CUTS)
            chosen.append(cut)
            calibration = self.calibration(out, {out})
            for page, scores in self.scores[frozenset({out})].items():
                page.scores = scores
                result[page] = page.scorer.score(train.mask(page, calibration, CUTS[cut]))[2]
        return Counter(chosen), result

    def f1_of_others(self, out, cut):
        """The mean of the corpora over all folds but `out`, each held out in turn."""
        f1 = {}
        for fold in set(range(corpus.FOLDS)) - {out}:
            calibration = self.calibration(out, {out, fold})
            for page in self.set_scores(out, {fold}):
                f1[page] = page.scorer.score(train.mask(page, calibration, CUTS[cut]))[2]
        return float(np.mean([mean(f1, lambda page: page.corpus == some) for some in corpus.TRAINED_ON]))

    def calibration(self, out, without):
        return train.calibrate(self.set_scores(out, set(range(corpus.FOLDS)) - without))

    def set_scores(self, out, folds):
        """The pages of some folds, with scores by models that have seen neither their fold nor fold `out`."""
        pages = [page for page in self.found if page.fold in folds]
        for page in pages:
            page.scores = self.scores[frozenset({out, page.fold})][page]
        return pages


def mean(f1, condition):
    return float(np.mean([value for page, value in f1.items() if condition(page)]))


def means(f1):
    """Means by corpus, and for wcxb by kind of page and by split, which the ids name."""
    by_corpus = {name: mean(f1, lambda page: page.corpus == name) for name in corpus.TRAINED_ON}
    by_kind = {kind: mean(f1, lambda page: page.corpus == "wcxb" and page.kind == kind) for kind in kinds.KINDS}
    by_split = {split: mean(f1, lambda page: page.split == split) for split in corpus.SPLITS}
    return {"corpora": by_corpus, "kinds": by_kind, "splits": by_split}
