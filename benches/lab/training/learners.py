"""Compares learners on the visual areas: boosted trees, naive Bayes over discretized features, C4.5, a linear SVM.

    python benches/lab/training/learners.py --shared ../shared --report docs/visual-accuracy.md

All learners use equal features and labels, and are evaluated on held-out domains. Rewrites the last section of the
report.
"""

import struct
import subprocess
import time
from pathlib import Path

import numpy as np

HEADING = "## Other learners"


def main():
    import visual

    parser = visual.arguments(__doc__)
    parser.add_argument("--c45", default="target/release/learn_c45")
    parser.add_argument("--report", default="docs/visual-accuracy.md")
    args = parser.parse_args()
    golden()
    pages, _ = visual.load(args)
    learners = {
        "boosted trees": lambda name: Boosted(name, args),
        "naive Bayes": lambda name: Bayes(),
        "C4.5": lambda name: Tree(args.c45),
        "linear SVM": lambda name: Svm(),
    }
    section = compare(visual, pages, learners)
    print(section)
    report = Path(args.report)
    report.write_text(report.read_text().split(HEADING)[0].rstrip() + "\n\n" + section)


def replace_report(path, report):
    """Writes a report, but keeps the comparison of learners at the end of the old one."""
    path = Path(path)
    old = path.read_text() if path.exists() else ""
    path.write_text(report + ("\n" + HEADING + old.split(HEADING)[1] if HEADING in old else ""))


def compare(visual, pages, learners):
    lines = [HEADING, "", "Written by `make compare-visual`: the same features, labels and folds. F1 of areas at each learner's best"]
    lines += ["threshold; for heading, author and date also F1 of pages, as above. Sizes are for all seven classifiers."]
    lines += ["", "| class | " + " | ".join(learners) + " |", "|---" * (len(learners) + 1) + "|"]
    sizes = dict.fromkeys(learners, 0)
    sums = {learner: [] for learner in learners}
    for name in visual.HEADS:
        cells = []
        for label, make in learners.items():
            start = time.time()
            scores, size = held_out(visual, name, pages, make)
            sizes[label] += size
            cells.append(figures(visual, name, pages, scores))
            sums[label].append(cells[-1][0])
            print(f"{name}, {label}: {cells[-1]}, {time.time() - start:.0f} s", flush=True)
        lines.append(f"| {name} | " + " | ".join(" / ".join(f"{value:.3f}" for value in cell) for cell in cells) + " |")
    lines.append("| mean of areas | " + " | ".join(f"{np.mean(values):.3f}" for values in sums.values()) + " |")
    lines.append("| size, kB | " + " | ".join(f"{size / 1000:.0f}" for size in sizes.values()) + " |")
    lines += ["", "Naive Bayes: features discretized by Fayyad and Irani's rule, counts + 0.5. C4.5: the learner of Content Seeker"]
    lines += ["(`benches/lab/src/c45`), at least ten examples in a leaf. Linear SVM: C = 1, features scaled to 0 to 1. The library ships"]
    lines += ["the boosted trees only."]
    return "\n".join([*lines, ""])


def held_out(visual, name, pages, make):
    """Cross-validation scores of the areas of all pages, and the mean size of a learner."""
    scores, sizes = {}, []
    for fold in range(visual.declared.FOLDS):
        rows, labels, weights = visual.stacked(name, [page for page in pages if page.fold != fold])
        test = [page for page in pages if page.fold == fold]
        learner = make(name)
        found = learner.learn(rows, labels, weights, np.concatenate([page.features for page in test]))
        ends = np.cumsum([len(page.areas) for page in test])
        scores.update((id(page), part) for page, part in zip(test, np.split(found, ends[:-1])))
        sizes.append(learner.size)
    return scores, int(np.mean(sizes))


def figures(visual, name, pages, scores):
    taught = [page for page in pages if (page.shown[name] if name in ("h1", "author", "date") else page.body)]
    all_scores = np.concatenate([scores[id(page)] for page in taught])
    labels = np.concatenate([visual.is_positive(name, page) for page in taught])
    result = [best_area_f1(all_scores, labels)]
    if name in ("h1", "author", "date"):
        outcomes = []
        for page in taught:
            best = int(np.argmax(scores[id(page)]))
            right = best in page.shown[name] or best in page.ignored.get(name, set())
            outcomes.append((scores[id(page)][best], right))
        result.append(max(visual.page_f1(outcomes, score - 1e-9)[2] for score, _ in outcomes))
    return result


def best_area_f1(scores, labels):
    order = np.argsort(-scores, kind="stable")
    right = np.cumsum(labels[order])
    f1 = 2 * right / (np.arange(1, len(order) + 1) + labels.sum())
    # Areas with equal scores are accepted or rejected together.
    last = np.append(np.diff(scores[order]) != 0, True)
    return float(f1[last].max())


class Boosted:
    def __init__(self, name, args):
        self.name, self.args = name, args

    def learn(self, rows, labels, weights, test):
        import trees
        import visual

        options = visual.OPTIONS | {"iterations": visual.ITERATIONS[self.name], "thread_count": self.args.threads}
        model = trees.train(rows, labels, weights, options)
        self.size = len(model.leaves) * (2 * trees.DEPTH + 2 * (1 << trees.DEPTH))
        return model.scores(test).astype(float)


class Bayes:
    """Naive Bayes over features discretized by minimum description length, with counts + 0.5."""

    def learn(self, rows, labels, weights, test):
        columns = ([np.bincount(column[labels == c], minlength=256) for c in (0, 1)] for column in rows.T)
        edges = [mdl_cuts(np.array(column)) for column in columns]
        counts = np.array([weights[labels == c].sum() for c in (0, 1)])
        result = np.full(len(test), np.log(counts[1] / counts[0]))
        for edge, column, other in zip(edges, rows.T, test.T):
            bins = np.searchsorted(edge, column, side="right")
            of_class = [np.bincount(bins[labels == c], weights[labels == c], len(edge) + 1) for c in (0, 1)]
            table = np.array(of_class) + 0.5
            odds = np.log(table / table.sum(axis=1, keepdims=True))
            result += (odds[1] - odds[0])[np.searchsorted(edge, other, side="right")]
        self.size = sum(3 * len(edge) + 2 for edge in edges)
        return result


class Tree:
    def __init__(self, program):
        self.program = program

    def learn(self, rows, labels, weights, test):
        head = struct.pack("<III", rows.shape[1], len(rows), len(test))
        data = head + rows.tobytes() + labels.astype(np.uint8).tobytes() + np.ascontiguousarray(test).tobytes()
        output = subprocess.run([self.program], input=data, capture_output=True, check=True).stdout
        self.size = 6 * struct.unpack_from("<I", output)[0]
        return np.frombuffer(output, dtype="<f8", offset=4)


class Svm:
    def learn(self, rows, labels, weights, test):
        from sklearn.svm import LinearSVC

        model = LinearSVC(C=1, dual=False).fit(rows / 255, labels, sample_weight=weights)
        self.size = 4 * (rows.shape[1] + 1)
        return model.decision_function(test / 255)


def entropy(counts):
    total = counts.sum()
    share = counts[counts > 0] / max(1, total)
    return float(-(share * np.log2(share)).sum())


def mdl_cuts(counts):
    """The discretization of Fayyad and Irani 1993: cuts with an information gain above the MDL criterion. `counts` has
    a row for each class and a column for each value; a cut is the first value above it."""
    cuts, todo = [], [(0, counts.shape[1])]
    while todo:
        low, high = todo.pop()
        part = counts[:, low:high]
        total, whole = part.sum(), entropy(part.sum(axis=1))
        best = None
        for cut in range(low + 1, high):
            left, right = counts[:, low:cut].sum(axis=1), counts[:, cut:high].sum(axis=1)
            if left.sum() and right.sum():
                rest = (left.sum() * entropy(left) + right.sum() * entropy(right)) / total
                if best is None or rest < best[0] - 1e-12:
                    best = (rest, cut, left, right)
        if best is None:
            continue
        rest, cut, left, right = best
        kinds = [int((c > 0).sum()) for c in (part.sum(axis=1), left, right)]
        price = np.log2(3 ** kinds[0] - 2) - kinds[0] * whole + kinds[1] * entropy(left) + kinds[2] * entropy(right)
        if whole - rest > (np.log2(max(1, total - 1)) + price) / total:
            cuts.append(cut)
            todo += [(low, cut), (cut, high)]
    return np.array(sorted(cuts), dtype=int)


def golden():
    """Checks `mdl_cuts` on examples computed by hand."""
    # Four of one class at 1 and four of the other at 2: the cut gains 1 bit and costs (log2 7 + log2 7 - 2) / 8 = .45.
    assert list(mdl_cuts(np.array([[0, 4, 0], [0, 0, 4]]))) == [2]
    # Alternating classes: the best cut gains 1 - 3/4 * .918 = .31 and costs (log2 3 + log2 7 - 2 + 2 * .918) / 4 =
    # 1.06.
    assert list(mdl_cuts(np.array([[1, 0, 1, 0], [0, 1, 0, 1]]))) == []
    # Three intervals: the first cut gains .918 - 2/3 = .25. Among 27 it costs (log2 26 + log2 7 + .164) / 27 = .28,
    # among 270 (log2 269 + log2 7 + .164) / 270 = .04; the second one then separates the middle from the other end.
    assert list(mdl_cuts(np.array([[9, 0, 9], [0, 9, 0]]))) == []
    assert list(mdl_cuts(np.array([[90, 0, 90], [0, 90, 0]]))) == [1, 2]


if __name__ == "__main__":
    main()
