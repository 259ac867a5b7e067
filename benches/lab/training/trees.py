"""Symmetric (oblivious) trees in the library's integer arithmetic: training, scoring and the model file."""

import json
import os
import struct
import tempfile

import numpy as np
from catboost import CatBoostClassifier

DEPTH = 4
UNIT = 1024
STEPS = 64
# Fractional bits of F1.
F1_BITS = 23


class Trees:
    """A trained model: for each tree the features and thresholds of its splits, and its leaves."""

    def __init__(self, bias, features, thresholds, leaves):
        self.bias, self.features, self.thresholds, self.leaves = bias, features, thresholds, leaves

    def scores(self, rows):
        """Log odds in units of 1 / UNIT, exactly as in the library."""
        result = np.full(len(rows), self.bias, dtype=np.int64)
        columns = np.ascontiguousarray(rows.T)
        for features, thresholds, leaves in zip(self.features, self.thresholds, self.leaves):
            number = np.zeros(len(rows), dtype=np.uint8)
            for level in range(DEPTH):
                number |= (columns[features[level]] > thresholds[level]).view(np.uint8) << level
            result += leaves[number]
        return result

    def to_bytes(self, version, page_features, features, kinds, calibration):
        counts = (version, page_features, features, len(kinds.leaves), len(self.leaves), self.bias)
        head = b"BMTREES5" + struct.pack("<IIIIIi", *counts) + kinds.head() + bytes(calibration) + kinds.to_bytes()
        model = head + self.body()
        return model + struct.pack("<Q", checksum(model))

    def body(self):
        """The trees in the layout of src/base/simd/trees.rs."""
        return b"".join(
            bytes(value for pair in zip(features, thresholds) for value in pair)
            # The lower bytes of all leaves, then the upper ones.
            + leaves.astype("<i2").view("u1").reshape(-1, 2).T.tobytes()
            for features, thresholds, leaves in zip(self.features, self.thresholds, self.leaves)
        )


def checksum(data):
    """64-bit FNV-1a, by which the library detects corrupt files."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def train(rows, labels, weights, options, members=1):
    """Trains the mean of several models that differ only in their random seeds. Training is deterministic."""
    models = [train_one(rows, labels, weights, options, seed) for seed in range(1, members + 1)]
    bias = sum(model["scale_and_bias"][1][0] for model in models) / members
    trees = [
        one_tree(tree, model["scale_and_bias"][0] / members) for model in models for tree in model["oblivious_trees"]
    ]
    return Trees(round(bias * UNIT), *map(list, zip(*trees)))


def train_one(rows, labels, weights, options, seed):
    """Trains one model and returns CatBoost's JSON."""
    model = CatBoostClassifier(
        depth=DEPTH,
        random_seed=seed,
        bootstrap_type="Bernoulli",
        border_count=254,
        verbose=0,
        allow_writing_files=False,
        **options,
    )
    model.fit(rows, labels, sample_weight=weights)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.json")
        model.save_model(path, format="json")
        with open(path) as file:
            return json.load(file)


def splits_of(tree, depth):
    """Features and thresholds, padded with splits that are always false."""
    splits = tree["splits"] or []
    features = [split["float_feature_index"] for split in splits]
    # Features are integers, so > 11.5 is > 11.
    thresholds = [min(255, max(0, int(np.floor(split["border"])))) for split in splits]
    missing = depth - len(splits)
    return features + [0] * missing, thresholds + [255] * missing


def one_tree(tree, scale):
    missing = DEPTH - len(tree["splits"] or [])
    leaves = np.round(np.array(tree["leaf_values"]) * scale * UNIT)
    leaves = np.tile(np.clip(leaves, -32768, 32767).astype(np.int64), 1 << missing)
    return *splits_of(tree, DEPTH), leaves


def calibrate(scores, labels, weights):
    """Isotonic calibration on held-out scores: probabilities in 255ths for scores from -8 to 8 in steps of 1/4."""
    from sklearn.isotonic import IsotonicRegression

    fit = IsotonicRegression(out_of_bounds="clip").fit(scores, labels, sample_weight=weights)
    middles = (np.arange(STEPS) / 4 - 8 + 0.125) * UNIT
    return np.round(fit.predict(middles) * 255).astype(int).tolist()


def steps_of(scores):
    return np.clip((scores + 8 * UNIT) * 4 // UNIT, 0, STEPS - 1)


# How far the scores of all blocks of a page may be too high or too low, in steps: 2 log odds. On held-out pages such
# errors have a standard deviation of 1.7 log odds, as have three equally likely points at 2.
SPREAD = 8


def best_cut(scores, tokens, calibration, spread=SPREAD):
    """The threshold step with the best expected F1, as in src/judge/mask/model.rs: the mean over pages whose blocks have the
    calibrated probabilities, or the probabilities of lower or of higher scores."""
    of_steps = np.bincount(steps_of(scores), tokens, STEPS).astype(np.int64)
    kept = 255 * np.cumsum(of_steps[::-1])
    f1 = np.zeros(STEPS, dtype=np.int64)
    for shift in (-spread, 0, spread):
        expected = of_steps * np.array(calibration)[np.clip(np.arange(STEPS) + shift, 0, STEPS - 1)]
        f1 += (np.cumsum(expected[::-1]) << F1_BITS) // np.maximum(1, kept + expected.sum())
    return STEPS - 1 - int(np.argmax(f1)) if f1.max() > 0 else STEPS
