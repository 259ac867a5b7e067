"""Fits the table of the expected F1, and prints how well it does: src/on_demand/quality/weights.rs, docs/quality.md.

The expected F1 of a page is a constant and, for each observation, the value of a line through a few points. The values
have the least squared error, with a penalty, on pages whose masks are by models that do not know their domain.

    python3 benches/lab/training/train.py --folds
    target/release/evaluate quality --export target/training/quality.tsv
    python3 benches/lab/training/train_quality.py target/training/quality.tsv
"""

import argparse
import hashlib
from pathlib import Path

import numpy as np

WEIGHTS = Path(__file__).parents[3] / "src/on_demand/quality/weights.rs"
KNOTS = 4
PENALTY = 3.0
FOLDS = 10
# The shares of the pages that are handed to a slower tool.
HANDED = [0, 0.02, 0.05, 0.1, 0.2, 0.3]
BINS = [0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.001]


def points(values):
    """How much each point counts at these values."""
    place = np.clip(values, 0, 1) * (KNOTS - 1)
    first = np.minimum(place.astype(int), KNOTS - 2)
    row, beyond = np.zeros((len(values), KNOTS)), place - first
    row[np.arange(len(values)), first] = 1 - beyond
    row[np.arange(len(values)), first + 1] = beyond
    return row


def fit(rows, f1):
    mean = f1.mean()
    return mean, np.linalg.solve(rows.T @ rows + PENALTY * np.eye(rows.shape[1]), rows.T @ (f1 - mean))


def held_out(rows, f1, groups):
    """The expectations of each group by the others."""
    result = np.zeros(len(f1))
    for group in sorted(set(groups)):
        here = groups == group
        mean, table = fit(rows[~here], f1[~here])
        result[here] = np.clip(mean + rows[here] @ table, 0, 1)
    return result


def correlation(expected, f1):
    return np.corrcoef(expected, f1)[0, 1]


def report(corpora, f1, columns):
    names = sorted(set(corpora), key=lambda name: -(corpora == name).sum())
    print("| correlation with F1 | " + " | ".join(columns) + " |")
    print("|---|" + "---:|" * len(columns))
    for name in ["all pages", *names]:
        here = corpora == name if name in names else np.full(len(f1), True)
        print(f"| {name} ({here.sum()}) | " + " | ".join(f"{correlation(p[here], f1[here]):.3f}" for p in columns.values()) + " |")
    means = [np.mean([correlation(p[corpora == name], f1[corpora == name]) for name in names]) for p in columns.values()]
    print("| mean of the corpora | " + " | ".join(f"{mean:.3f}" for mean in means) + " |")
    expected = columns["by domain"]
    print("\n| expected F1 | pages | mean expected | mean F1 |\n|---|---:|---:|---:|")
    for low, high in zip(BINS, BINS[1:]):
        here = (expected >= low) & (expected < high)
        if here.any():
            print(f"| {low:.2f} to {min(high, 1):.2f} | {here.sum()} | {expected[here].mean():.3f} | {f1[here].mean():.3f} |")
    print("\n| share handed to a slower tool | F1 of the others | worst corpus | if F1 were known | by chance |\n|---:|---:|---:|---:|---:|")
    for share in HANDED:
        kept = np.argsort(expected, kind="stable")[round(share * len(f1)) :]
        best = np.sort(f1)[round(share * len(f1)) :].mean()
        worst = min((f1[kept][corpora[kept] == name].mean(), name) for name in names if (corpora[kept] == name).any())
        print(f"| {share:.2f} | {f1[kept].mean():.3f} | {worst[0]:.3f} ({worst[1]}) | {best:.3f} | {f1.mean():.3f} |")


def write(mean, table):
    rows = ["    [" + ", ".join(f"{value:.3f}" for value in row) + "]," for row in table.reshape(-1, KNOTS)]
    text = WEIGHTS.read_text()
    text = text.split("MEAN: f32 = ")[0] + f"MEAN: f32 = {mean:.3f};\n" + "/// By observation.\n"
    WEIGHTS.write_text(text + f"pub(super) const TABLE: [[f32; KNOTS]; {len(rows)}] = [\n" + "\n".join(rows) + "\n];\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("observations")
    args = parser.parse_args()
    lines = [line.split("\t") for line in Path(args.observations).read_text().splitlines()]
    corpora, domains = (np.array([line[i] for line in lines]) for i in (0, 2))
    f1 = np.array([float(line[3]) for line in lines])
    values = np.array([[float(value) for value in line[4:]] for line in lines])
    rows = np.hstack([points(column) for column in values.T])
    folds = np.array([int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") % FOLDS for name in domains])
    by_domain, by_corpus = held_out(rows, f1, folds), held_out(rows, f1, corpora)
    report(corpora, f1, {"by domain": by_domain, "without the corpus": by_corpus, "expected F1 of the mask alone": values[:, 0]})
    write(*fit(rows, f1))


main()
