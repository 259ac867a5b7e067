"""How well the learned mask works where nothing was chosen or trained: on corpora left out, on rewritten pages, and in
nested cross-validation.

    make train TRAIN_FLAGS=--transfer

Writes `transfer.json` into the report folder, for `evaluate.py`. To save time the candidates are compared by smaller
models than the one that ships.
"""

import json
import time
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

import augment
import corpus
import kinds
import train
import trees

SMALLER = {"iterations": 150, "learning_rate": 0.2}
BLOCKS_PER_PAGE = 80


@dataclass
class Candidate:
    """A way to train."""

    options: dict = field(default_factory=dict)
    # The group of features that is left out.
    without: str = ""
    # The group of features that may only raise the score.
    monotonic: str = ""
    # The pages that are in the training.
    variants: tuple = augment.TRAINED_ON

    def columns(self, names):
        if not self.without:
            return None
        return np.array([not name.startswith(f"{self.without}.") for name in names], dtype=np.uint8)

    def fit(self, pages, names, options):
        options = options | SMALLER | self.options
        if self.monotonic:
            here = [i for i, name in enumerate(names) if name.startswith(f"{self.monotonic}.")]
            options["monotone_constraints"] = dict.fromkeys(here, 1)
        return train.fit(pages, options, self.columns(names), BLOCKS_PER_PAGE, members=1, variants=self.variants)


CANDIDATES = {
    "as shipped": Candidate(),
    "half the learning rate": Candidate({"learning_rate": 0.1}),
    "without repetition": Candidate(without="repetition"),
    "monotonic in the rules": Candidate(monotonic="rules"),
    "without rewritten pages": Candidate(variants=("",)),
}
EXPECTED_F1 = "expected F1"
CUTS = {
    EXPECTED_F1: trees.best_cut,
    "expected F1 of sure scores": lambda *page: trees.best_cut(*page, spread=0),
    "probability 1/2": lambda scores, tokens, calibration: int(np.searchsorted(calibration, 128)),
}


def report(pages, models, names, options, folder):
    found = [page for page in pages if not page.variant]
    results = {}

    def add(name, value):
        """Writes what is known so far, as all of it takes long."""
        results[name] = value
        (folder / "transfer.json").write_text(json.dumps(results))

    add("left out", means(found, leave_one_corpus_out(pages, lambda seen: train.fit(seen, options), options)))
    nested = Nested(pages, models, names, options)
    chosen, f1 = nested.f1([*CANDIDATES], [*CUTS])
    candidates = {}
    for name, candidate in CANDIDATES.items():
        of_name = candidates[name] = {"by domain": means(found, nested.f1([name], [EXPECTED_F1])[1])}
        for variant in augment.VARIANTS:
            of_name[variant] = nested.of_variant(name, variant)
        fit = lambda seen: candidate.fit(seen, names, options)
        left_out = leave_one_corpus_out(pages, fit, options, candidate.columns(names))
        of_name["without the corpus"] = means(found, left_out)["corpora"]
        print(name, json.dumps(of_name), flush=True)
    add("candidates", candidates)
    add("nested", {"chosen": chosen, **means(found, f1)})


def leave_one_corpus_out(pages, fit, options, columns=None):
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
        f1 = train.unseen_f1(seen, rest, fit(seen), columns)
        results |= zip(rest, f1, strict=True)
        for page in rest:
            page.scores = held_out[page]
        print(f"without {name}: {np.mean(f1):.3f}, {time.time() - start:.0f} s", flush=True)
    return results


class Nested:
    """Cross-validation in which the other folds choose the candidate and the cut. No step sees the held-out fold: kinds
    and scores of the other folds come from models without it, and so does the calibration."""

    def __init__(self, pages, models, names, options):
        self.pages, self.models, self.names, self.options = pages, models, names, options
        self.found = [page for page in pages if not page.variant]
        # By candidate and the folds that the model has not seen.
        self.scores = {}
        for low in range(corpus.FOLDS):
            for high in range(low, corpus.FOLDS):
                self.score({low, high})

    def score(self, held_out):
        """Scores of the pages in the held-out folds; of rewritten ones, too, if it is a single fold."""
        start = time.time()
        train.set_kinds(self.pages, self.models.probabilities(held_out))
        seen = [page for page in self.pages if page.fold not in held_out]
        rest = [page for page in self.pages if page.fold in held_out and (len(held_out) == 1 or not page.variant)]
        for name, candidate in CANDIDATES.items():
            model, columns = candidate.fit(seen, self.names, self.options), candidate.columns(self.names)
            scores = {page: model.scores(train.rows_of(page, columns)) for page in rest}
            self.scores[name, frozenset(held_out)] = scores
        print(f"without folds {sorted(held_out)}: {time.time() - start:.0f} s", flush=True)

    def f1(self, candidates, cuts):
        """What each fold's other folds choose, and the F1 of each page."""
        result, chosen = {}, []
        for out in range(corpus.FOLDS):
            best, name, cut = max((self.f1_of_others(out, name, cut), name, cut) for name in candidates for cut in cuts)
            chosen.append(f"{name}, {cut}")
            result |= self.f1_of_fold(out, name, "", cut)
        return Counter(chosen), result

    def of_variant(self, name, variant):
        """F1 on rewritten pages by corpus."""
        f1 = {}
        for out in range(corpus.FOLDS):
            f1 |= self.f1_of_fold(out, name, variant, EXPECTED_F1)
        return {some: mean(f1, lambda page: page.corpus == some) for some in corpus.TRAINED_ON}

    def f1_of_fold(self, out, name, variant, cut):
        calibration = self.calibration(out, name, {out})
        f1 = {}
        for page, scores in self.scores[name, frozenset({out})].items():
            if page.variant == variant:
                page.scores = scores
                f1[page] = page.scorer.score(train.mask(page, calibration, CUTS[cut]))[2]
        return f1

    def f1_of_others(self, out, name, cut):
        """The mean of the corpora over all folds but `out`, each held out in turn."""
        f1 = {}
        for fold in set(range(corpus.FOLDS)) - {out}:
            calibration = self.calibration(out, name, {out, fold})
            for page in self.set_scores(out, name, {fold}):
                f1[page] = page.scorer.score(train.mask(page, calibration, CUTS[cut]))[2]
        return float(np.mean([mean(f1, lambda page: page.corpus == some) for some in corpus.TRAINED_ON]))

    def calibration(self, out, name, without):
        return train.calibrate(self.set_scores(out, name, set(range(corpus.FOLDS)) - without))

    def set_scores(self, out, name, folds):
        """The pages of some folds, with scores by models that have seen neither their fold nor fold `out`."""
        pages = [page for page in self.found if page.fold in folds]
        for page in pages:
            page.scores = self.scores[name, frozenset({out, page.fold})][page]
        return pages


def mean(f1, condition):
    return float(np.mean([value for page, value in f1.items() if condition(page)]))


def means(pages, f1):
    """Means by corpus, and for wcxb by kind of page."""
    f1 = {page: f1[page] for page in pages}
    by_corpus = {name: mean(f1, lambda page: page.corpus == name) for name in corpus.TRAINED_ON}
    by_kind = {kind: mean(f1, lambda page: page.corpus == "wcxb" and page.kind == kind) for kind in kinds.KINDS}
    return {"corpora": by_corpus, "kinds": by_kind}
