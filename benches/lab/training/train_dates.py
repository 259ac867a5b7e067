"""Fits the weights of the evidence for dates: src/on_demand/facts/dates/weights.rs.

The model is that of the module `dates`: a day's log odds are the sum of the positive log odds of the sources that state
it (of each source its best candidate), and its probability is its odds divided by the sum of the odds of all days plus 1.
The weights have the greatest likelihood, with a penalty, on one half of the domains; slope and intercept of the confidence
are fitted on the other half.

    target/release/evaluate dates --export target/training/dates.tsv
    python3 benches/lab/training/train_dates.py target/training/dates.tsv
"""

import argparse
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

WEIGHTS = Path(__file__).parents[3] / "src/on_demand/facts/dates/weights.rs"
# How far the weights may move from those that one would choose without pages: the pages are few, and most of one language.
PENALTY = 4.0
PRIOR = [
    3.5, 2.5, 3.5, 2.0, 2.6, 1.0, -0.3, 2.7, -2.0, 1.5, -2.0, 1.0, 0.4, -0.6, 1.6, 0.3, -0.5, -0.3, 0.2, 0.6, -1.0, -1.0,
    -1.6, -0.6, 1.0, -1.2, -2.6, -1.0, -0.5, 1.0, -0.4, -1.5,
]  # fmt: skip


def pages(path, names):
    """Of each page half, days with the candidates of each source, and the index of the right day (None: none is)."""
    for line in Path(path).read_text().splitlines():
        corpus, _, half, reference, *found = line.split("\t")
        if corpus != "htmldate" or reference == "-":
            continue
        days = []
        for candidate in found:
            kind, day, origin, evidence = candidate.split()
            if kind != "0":
                continue
            day, evidence = int(day), int(evidence)
            row = [evidence >> bit & 1 for bit in range(names)]
            if not any(abs(day - other) <= 1 for other, _ in days):
                days.append((day, None))
        grouped = []
        for first, _ in days:
            sources = {}
            for candidate in found:
                kind, day, origin, evidence = candidate.split()
                if kind == "0" and abs(int(day) - first) <= 1:
                    sources.setdefault(origin, []).append([int(evidence) >> bit & 1 for bit in range(names)])
            grouped.append([np.array(rows, float) for rows in sources.values()])
        right = next((i for i, (day, _) in enumerate(days) if abs(day - int(reference)) <= 1), None)
        yield int(half), grouped, right


def log_odds(weights, sources):
    """The log odds of a day, and their gradient."""
    best, total, gradient, lowest = -np.inf, 0.0, np.zeros_like(weights), None
    for rows in sources:
        odds = rows @ weights
        at = odds.argmax()
        if odds[at] > best:
            best, lowest = odds[at], rows[at]
        if odds[at] > 0:
            total += odds[at]
            gradient += rows[at]
    return (total, gradient) if best > 0 else (best, lowest)


def loss(weights, data, prior):
    total, gradient = PENALTY / 2 * ((weights - prior) ** 2).sum(), PENALTY * (weights - prior)
    for _, days, right in data:
        if not days:
            continue
        found = [log_odds(weights, sources) for sources in days]
        odds = np.array([value for value, _ in found] + [0.0])
        shares = np.exp(odds - odds.max())
        shares /= shares.sum()
        target = len(days) if right is None else right
        total -= np.log(max(shares[target], 1e-12))
        for i, (_, slope) in enumerate(found):
            gradient = gradient + (shares[i] - (i == target)) * slope
    return total, gradient


def chosen(weights, days):
    """The chosen day and the log of its odds against all others and none."""
    odds = np.array([log_odds(weights, sources)[0] for sources in days])
    best = int(odds.argmax())
    others = np.exp(np.delete(odds, best)).sum() + 1
    return best, odds[best] - np.log(others)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("candidates")
    args = parser.parse_args()
    prior = np.array(PRIOR)
    data = list(pages(args.candidates, len(prior)))
    fitted = [page for page in data if page[0] == 0]
    held_out = [page for page in data if page[0] == 1]
    weights = minimize(loss, prior, (fitted, prior), jac=True, method="L-BFGS-B").x
    for name, half in (("fitted", fitted), ("held out", held_out)):
        for label, values in (("before", prior), ("after", weights)):
            right = sum(chosen(values, days)[0] == right for _, days, right in half if days)
            print(name, label, f"{right / len(half):.3f}", "possible", f"{sum(p[2] is not None for p in half) / len(half):.3f}")
    logits, hits = zip(*[(o, b == right) for _, days, right in held_out if days for b, o in [chosen(weights, days)]])
    logits, hits = np.array(logits), np.array(hits, float)

    def calibration(x):
        p = 1 / (1 + np.exp(-(x[0] * logits + x[1])))
        return -(hits * np.log(p + 1e-9) + (1 - hits) * np.log(1 - p + 1e-9)).sum() + (x[0] - 1) ** 2 + x[1] ** 2

    slope, intercept = minimize(calibration, [1.0, 0.0]).x
    write(weights, slope, intercept)


def write(weights, slope, intercept):
    rows = ["    " + " ".join(f"{x:.2f}," for x in weights[i : i + 12]) for i in range(0, len(weights), 12)]
    text = WEIGHTS.read_text()
    start, rest = text.split("= [")[0], text.split("];", 1)[1]
    rest = rest.split("(f32, f32) = ")[0] + f"(f32, f32) = ({slope:.2f}, {intercept:.2f});\n"
    WEIGHTS.write_text(start + "= [\n" + "\n".join(rows) + "\n];" + rest)


main()
