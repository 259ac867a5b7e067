#!/usr/bin/env python3
"""Fits the scores of the judge of groups on the labels in benches/lab/groups, and measures them on held-out domains.

    python3 benches/lab/training/group_kinds.py --shared FOLDER           # prints the tables of docs/groups.md
    python3 benches/lab/training/group_kinds.py --shared FOLDER --write   # also writes src/on_demand/groups/weights.rs

The model is a multinomial logistic regression over features that a group has or not. The labels are few, and some kinds
are rare, so the scores start from those set by hand (benches/lab/groups/scores.json), and the fit pays for each that it
moves.
"""

import argparse
import hashlib
import json
import sys
import textwrap
from collections import defaultdict
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from scipy.optimize import minimize

import corpus

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "benches/lab/groups"))
import group_pages  # noqa: E402

GROUPS = ROOT / "benches/lab/groups"
LABELS = GROUPS / "labels.jsonl"
SCORES = GROUPS / "scores.json"
PAGES = ROOT / "target/group-pages"
WEIGHTS = ROOT / "src/on_demand/groups/weights.rs"
MODES = {"named": "as they are", "withheld": "renamed"}
# The integers of weights.rs are hundredths.
UNIT = 100
# What moving a score by 1 costs, in halves of its square.
PENALTY = 3.0
# The least share of the common bytes of a group and its label in those of either.
OVERLAP = 0.9
# What a group of a page that a script made counts in the fit, beside one of a real page.
MADE = 0.75
# Kinds that the judge does not give: comments are found elsewhere.
NOT_JUDGED = ["comments"]


def load(shared, exporter):
    """The labeled groups, with the features that they have with and without names."""
    pages = [json.loads(line) for line in LABELS.read_text().splitlines()]
    files = [Path(shared) / "corpus" / page["corpus"] / "html" / f"{page['id']}.html.gz" for page in pages]
    head, records = corpus.exported(files, exporter)
    groups = []
    for page, record in zip(pages, records, strict=True):
        fold = int.from_bytes(hashlib.sha256(page["domain"].encode()).digest()[:4], "big") % corpus.FOLDS
        for label in page["groups"]:
            for mode in MODES:
                found = [group for group in record[mode] if is_same(group, label)]
                if found:
                    row = SimpleNamespace(fold=fold, mode=mode, kind=label["kind"], page=(page["corpus"], page["id"]))
                    row.features, row.by_hand = found[0]["features"], found[0]["kind"]
                    groups.append(row)
    return groups, head


def load_made(exporter):
    """The groups of the pages that a script made; those that are not found have no features."""
    labels = group_pages.write(PAGES)
    _, records = corpus.exported([PAGES / label["file"] for label in labels], exporter)
    groups = []
    for label, record in zip(labels, records, strict=True):
        for mode in MODES:
            found = [group for group in record[mode] if is_same(group, label)]
            row = SimpleNamespace(mode=mode, kind=label["kind"], template=label["template"], half=label["half"])
            row.features = found[0]["features"] if found else None
            row.found = sorted((group["items"], group["source"]) for group in record[mode])
            groups.append(row)
    return groups


def is_same(group, label):
    """Whether a group that was found is the one of a label."""
    (start, end), (first, last) = group["source"], label["source"]
    common = min(end, last) - max(start, first)
    longest = max(end - start, last - first)
    return common >= OVERLAP * longest and abs(group["items"] - label["items"]) * 10 <= label["items"]


class Judge:
    """Scores by kind: a bias and one for each feature."""

    def __init__(self, kinds, table):
        self.kinds, self.table = kinds, table

    def scores(self, rows):
        return self.table[:, 0] + np.array(rows, dtype=float) @ self.table[:, 1:].T

    def best(self, groups):
        return [self.kinds[at] for at in self.scores([group.features for group in groups]).argmax(axis=1)]


def set_by_hand(kinds, features):
    table = np.zeros((len(kinds), 1 + len(features)))
    for kind, scores in json.loads(SCORES.read_text()).items():
        row = table[kinds.index(kind)]
        for name, score in scores.items():
            row[0 if name == "bias" else 1 + features.index(name)] = score / UNIT
    return Judge(kinds, table)


def fit(groups, made, prior):
    """The scores of the greatest likelihood, with the penalty. Each group counts once, with and without names."""
    weights = np.array([1.0] * len(groups) + [MADE] * len(made))
    groups = [*groups, *made]
    rows = np.hstack([np.ones((len(groups), 1)), np.array([group.features for group in groups], dtype=float)])
    wanted = np.zeros((len(groups), len(prior.kinds)))
    wanted[np.arange(len(groups)), [prior.kinds.index(group.kind) for group in groups]] = 1

    def cost(flat):
        table = flat.reshape(prior.table.shape)
        scores = rows @ table.T
        scores -= scores.max(axis=1, keepdims=True)
        logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        moved = table - prior.table
        gradient = ((np.exp(logs) - wanted) * weights[:, None]).T @ rows + PENALTY * moved
        return -(logs * wanted * weights[:, None]).sum() + PENALTY / 2 * (moved**2).sum(), gradient.ravel()

    found = minimize(cost, prior.table.ravel(), jac=True, method="L-BFGS-B", options={"maxiter": 500})
    return Judge(prior.kinds, np.round(found.x.reshape(prior.table.shape) * UNIT) / UNIT)


def trainable(made, prior):
    """The groups of pages made by a script that the scores are fitted on."""
    return [row for row in made if row.half == "tuned" and row.features and row.kind in prior.kinds]


def report_made(made, judge):
    """How many groups of pages made by a script are found, and right, by kind; then what was wrong, by template."""
    print("\n| templates | kind | groups | found | right | found, renamed | right |\n|---|---|---:|---:|---:|---:|---:|")
    judged = [row for row in made if row.features]
    given = dict(zip(map(id, judged), judge.best(judged)))
    for half in "tuned", "held":
        for kind in [*judge.kinds, "all"]:
            cells = []
            for mode in MODES:
                some = [row for row in made if row.half == half and row.mode == mode and row.kind in judge.kinds]
                some = [row for row in some if kind in (row.kind, "all")]
                cells += [len(some)] * (not cells) + [sum(id(row) in given for row in some)]
                cells.append(sum(given.get(id(row)) == row.kind for row in some))
            print(f"| {half} | `{kind}` | " + " | ".join(map(str, cells)) + " |")
    wrong = defaultdict(lambda: defaultdict(int))
    for row in made:
        if row.kind in judge.kinds and given.get(id(row)) != row.kind:
            wrong[row.half, row.kind, row.template][given.get(id(row), "not found") + " " + row.mode] += 1
    print("\nWrong of made pages:")
    for (half, _, template), kinds in sorted(wrong.items()):
        print(f"{half} {template}: " + ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())))


def report(groups, made, prior):
    """How many groups are right, by the kind of the label, with the scores set by hand and with fitted ones of other
    domains."""
    fitted = {}
    for fold in range(corpus.FOLDS):
        some = [group for group in groups if group.fold == fold]
        judge = fit([group for group in groups if group.fold != fold], made, prior)
        fitted |= zip(map(id, some), judge.best(some))
    by_hand = dict(zip(map(id, groups), prior.best(groups)))
    print("| kind | groups | by hand | fitted | groups, renamed | by hand | fitted |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for kind in [*prior.kinds, "all"]:
        cells = []
        for mode in MODES:
            some = [group for group in groups if group.mode == mode and kind in (group.kind, "all")]
            right = [sum(found[id(group)] == group.kind for group in some) for found in (by_hand, fitted)]
            cells += [len(some), *(f"{count / max(1, len(some)):.2f}" for count in right)]
        if cells[0] or cells[3]:
            print(f"| `{kind}` | " + " | ".join(map(str, cells)) + " |")
    for mode in MODES:
        some = [group for group in groups if group.mode == mode]
        for name, found in ("by hand", by_hand), ("fitted", fitted):
            wrong = {}
            for group in some:
                if found[id(group)] != group.kind:
                    wrong.setdefault(found[id(group)], []).append(group.kind)
            print(f"\n{MODES[mode]}, {name}, wrong: " + ", ".join(f"{kind} {len(of)}" for kind, of in sorted(wrong.items())))


def write(judge):
    text = (
        "//! The scores of the judge, in hundredths of the logarithm of the odds. Written by `make train-groups`; do not edit.\n"
        "\nuse super::judge::{GroupKind, Scores};\n\n"
        "/// Those of all kinds but comments, which are found elsewhere.\n"
        "#[rustfmt::skip]\n"
        "pub(super) const SCORES: &[Scores] = &[\n"
    )
    for kind, (bias, *scores) in zip(judge.kinds, np.round(judge.table * UNIT).astype(int)):
        name = kind.title().replace("-", "")
        values = textwrap.fill(", ".join(map(str, scores)), 112, initial_indent=12 * " ", subsequent_indent=12 * " ")
        text += f"    Scores {{\n        kind: GroupKind::{name},\n        bias: {bias},\n        of_features: [\n"
        text += f"{values},\n        ],\n    }},\n"
    WEIGHTS.write_text(text + "];\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shared", default="../shared")
    parser.add_argument("--exporter", default="target/release/export_groups")
    parser.add_argument("--write", action="store_true", help="write src/on_demand/groups/weights.rs")
    args = parser.parse_args()
    groups, head = load(args.shared, args.exporter)
    kinds = [kind for kind in head["kinds"] if kind not in NOT_JUDGED]
    prior = set_by_hand(kinds, head["features"])
    made = load_made(args.exporter)
    report(groups, trainable(made, prior), prior)
    judge = fit(groups, trainable(made, prior), prior)
    report_made(made, judge)
    if args.write:
        write(judge)


if __name__ == "__main__":
    main()
