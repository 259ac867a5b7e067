"""Compares the C4.5 trees of Content Seeker with scikit-learn's trees on the same examples and folds. Run by hand:

    make measure-seeker
    python benches/lab/training/check_c45.py

The learners prune differently, so their trees differ, but their accuracy on held-out domains should not. Prints a table
of the accuracy of scikit-learn's trees (entropy, with leaves at least as large as those of C4.5 on average).
"""

import argparse
import csv
from pathlib import Path

import numpy as np
from sklearn.tree import DecisionTreeClassifier


def read(path):
    with open(path) as lines:
        rows = csv.reader(lines)
        next(rows)
        table = np.array([list(map(int, row)) for row in rows], dtype=np.int64)
    return table[:, 0], table[:, 1], table[:, 2:]


def weights(features, words):
    """As `weight` in src/bin/train_seeker/learning.rs."""
    return np.clip(np.sqrt(features[:, words]).astype(int) // 4, 1, 12)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--report", default="target/training/seeker")
    parser.add_argument("--least", type=int, default=20, help="minimum number of examples in a leaf")
    args = parser.parse_args()
    print("| kind and decision | examples | accuracy |\n|---|---:|---:|")
    for path in sorted(Path(args.report).glob("*.csv")):
        with open(path) as lines:
            words = lines.readline().strip().split(",").index("words") - 2
        folds, classes, features = read(path)
        right = 0
        for fold in np.unique(folds):
            seen = folds != fold
            tree = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=args.least, random_state=1)
            tree.fit(features[seen], classes[seen], sample_weight=weights(features[seen], words))
            right += int((tree.predict(features[~seen]) == classes[~seen]).sum())
        print(f"| {path.stem} | {len(classes)} | {right / len(classes):.3f} |")


if __name__ == "__main__":
    main()
