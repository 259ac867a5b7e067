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
    """Trains on the pages of known kind; rare kinds have a higher weight."""
    known = [page for page in pages if kind_of(page) is not None]
    rows = np.array([page.page for page in known])
    labels = np.array([kind_of(page) for page in known])
    weights = np.array([OTHER_CORPORA if page.corpus in OF_CORPUS else 1.0 for page in known])
    weights /= np.sqrt(np.bincount(labels, minlength=len(KINDS))[labels])
    model = CatBoostClassifier(
        loss_function="MultiClass",
        classes_count=len(KINDS),
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
            return from_json(json.load(file))


def from_json(model):
    scale, biases = model["scale_and_bias"]
    features, thresholds, leaves = [], [], []
    for tree in model["oblivious_trees"]:
        of_tree = splits_of(tree, DEPTH)
        features.append(of_tree[0])
        thresholds.append(of_tree[1])
        values = np.round(np.array(tree["leaf_values"]).reshape(-1, len(KINDS)) * scale * UNIT)
        missing = DEPTH - len(tree["splits"] or [])
        leaves.append(np.tile(np.clip(values, -32768, 32767).astype(np.int64), (1 << missing, 1)))
    return KindTrees([round(bias * UNIT) for bias in biases], features, thresholds, leaves)


def cross_validated(pages, threads, folds):
    """Kind probabilities for nested cross-validation. `result[fold]` has one row per page: for the pages of the
    held-out fold from a model of all other folds, for all others from models trained without that fold and without
    their own."""
    models = {}
    for low in folds:
        for high in folds:
            if low <= high:
                seen = [page for page in pages if page.fold not in (low, high)]
                models[low, high] = models[high, low] = train(seen, threads)
    rows = np.array([page.page for page in pages])
    of_pages = np.array([page.fold for page in pages])
    result = {}
    for out in folds:
        result[out] = np.zeros((len(pages), len(KINDS)), dtype=np.uint8)
        for fold in folds:
            here = of_pages == fold
            result[out][here] = models[out, fold].probabilities(rows[here])
    return result
