"""The classifier of the page kind by page features: training, and probabilities in the library's integer arithmetic."""

import json
import os
import struct
import tempfile

import numpy as np
from catboost import CatBoostClassifier

from trees import UNIT, splits_of

DEPTH = 4
# In the order of `PageKind`.
KINDS = ["article", "service", "product", "collection", "forum", "listing", "documentation"]
# Corpora of a single kind, which have a lower weight because they come from few sites.
OF_CORPUS = {
    "aeb": "article",
    "magic-html-article": "article",
    "magic-html-forum": "forum",
    "harvest-forum": "forum",
}
OTHER_CORPORA = 0.3
# The score of a kind without training pages: its probability rounds to 0.
ABSENT = -(1 << 20)
OPTIONS = {"iterations": 200, "learning_rate": 0.08, "rsm": 0.3, "subsample": 0.8, "l2_leaf_reg": 5}


def kind_of(page):
    """The number of the page's kind; None if unknown."""
    name = page.kind or OF_CORPUS.get(page.corpus, "")
    return KINDS.index(name) if name in KINDS else None


class KindTrees:
    """Symmetric trees: features and thresholds of the splits, and leaves with one value per kind."""

    def __init__(self, biases, features, thresholds, leaves):
        self.biases, self.features, self.thresholds, self.leaves = biases, features, thresholds, leaves

    def probabilities(self, rows):
        """Probabilities in 255ths, rounded exactly as in the library."""
        scores = np.tile(np.array(self.biases, dtype=np.int64), (len(rows), 1))
        for features, thresholds, leaves in zip(self.features, self.thresholds, self.leaves):
            number = np.zeros(len(rows), dtype=np.int64)
            for level in range(DEPTH):
                number |= (rows[:, features[level]] > thresholds[level]).astype(np.int64) << level
            scores += leaves[number]
        return softmax(scores)

    def to_bytes(self):
        return b"".join(
            bytes(value for pair in zip(features, thresholds) for value in pair) + leaves.astype("<i2").tobytes()
            for features, thresholds, leaves in zip(self.features, self.thresholds, self.leaves)
        )

    def head(self):
        return struct.pack("<7i", *self.biases)


def powers(base, count):
    """The powers of `base` / 2^31 in fixed point, from the zeroth on."""
    result = [1 << 31]
    while len(result) < count:
        result.append(result[-1] * base >> 31)
    return np.array(result + [0], dtype=np.uint64)


WHOLE = powers(790_015_084, 24)
SIXTY_FOURTHS = powers(2_114_190_000, 64)


def softmax(scores):
    below = (scores.max(axis=1, keepdims=True) - scores) * 64 // UNIT
    whole = WHOLE[np.minimum(below // 64, len(WHOLE) - 1)]
    weights = whole * SIXTY_FOURTHS[below % 64] >> np.uint64(31)
    total = weights.sum(axis=1, keepdims=True)
    return ((weights * np.uint64(255) + total // np.uint64(2)) // total).astype(np.uint8)


def train(pages, threads):
    """Trains on the pages of known kind; rare kinds have a higher weight. A kind without pages gets probability 0."""
    known = [page for page in pages if kind_of(page) is not None and not page.variant]
    present = sorted({kind_of(page) for page in known})
    rows = np.array([page.page for page in known])
    labels = np.array([present.index(kind_of(page)) for page in known])
    weights = np.array([OTHER_CORPORA if page.corpus in OF_CORPUS else 1.0 for page in known])
    weights /= np.sqrt(np.bincount(labels, minlength=len(present))[labels])
    model = CatBoostClassifier(
        loss_function="MultiClass",
        classes_count=len(present),
        depth=DEPTH,
        random_seed=1,
        bootstrap_type="Bernoulli",
        border_count=64,
        verbose=0,
        allow_writing_files=False,
        thread_count=threads,
        **OPTIONS,
    )
    model.fit(rows, labels, sample_weight=weights / weights.mean())
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.json")
        model.save_model(path, format="json")
        with open(path) as file:
            return from_json(json.load(file), present)


def from_json(model, present):
    scale, biases = model["scale_and_bias"]
    features, thresholds, leaves = [], [], []
    for tree in model["oblivious_trees"]:
        of_tree = splits_of(tree, DEPTH)
        features.append(of_tree[0])
        thresholds.append(of_tree[1])
        values = np.zeros((len(tree["leaf_values"]) // len(present), len(KINDS)))
        values[:, present] = np.round(np.array(tree["leaf_values"]).reshape(-1, len(present)) * scale * UNIT)
        missing = DEPTH - len(tree["splits"] or [])
        leaves.append(np.tile(np.clip(values, -32768, 32767).astype(np.int64), (1 << missing, 1)))
    of_kinds = np.full(len(KINDS), ABSENT)
    of_kinds[present] = [round(bias * UNIT) for bias in biases]
    return KindTrees(of_kinds.tolist(), features, thresholds, leaves)


class FoldModels:
    """Classifiers trained without some folds."""

    def __init__(self, pages, threads):
        self.pages, self.threads, self.models = pages, threads, {}
        self.page_rows = np.array([page.page for page in pages])
        self.folds = np.array([page.fold for page in pages])

    def without(self, folds):
        if folds not in self.models:
            self.models[folds] = train([page for page in self.pages if page.fold not in folds], self.threads)
        return self.models[folds]

    def probabilities(self, held_out):
        """One row per page: for the pages of the held-out folds from a model of all other folds, for all others from
        models trained without the held-out folds and without their own."""
        result = np.zeros((len(self.pages), len(KINDS)), dtype=np.uint8)
        for fold in sorted(set(self.folds.tolist())):
            here = self.folds == fold
            result[here] = self.without(frozenset({*held_out, fold})).probabilities(self.page_rows[here])
        return result
