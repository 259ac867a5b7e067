"""Evaluates the masks and writes the tables of docs/accuracy.md.

    python benches/lab/training/evaluate.py --shared ../shared --report target/training --out docs/accuracy.md

The learned mask is evaluated on held-out pages only: by the cross-validation scores of `train.py`, with folds by
domain, or, for corpora that were not used in training, by the program with the model that ships.
"""

import argparse
import datetime
import gzip
import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np

import corpus
import groups
import kinds
import train

SNIPPETS_ONLY = ["trafilatura-eval"]
# Title, kind of ancestor (the element itself or its parent), kind of page.
ELEMENTS = [
    ("headings", "heading", ""),
    ("definition lists", "dl", ""),
    ("definition lists", "dl", "documentation"),
    ("figures and captions", "figure", ""),
    ("table cells", "cell", ""),
    ("table cells", "cell", "product"),
    ("table cells", "cell", "forum"),
    ("preformatted text", "pre", ""),
]
TRANSFER_TEXT = """\
Word F1 of the mask `learned`, by models smaller than the one that ships (`make train TRAIN_FLAGS=--transfer`). In every
column a page is scored by a model that has not seen its domain.

- *By domain*: folds as in the tables above.
- *Nested*: the folds above were also used to choose the threshold rule. Here the other folds choose it for each fold:
  {chosen}. The fold is not used for the page kinds or the calibration either. The vocabulary of class names, the
  features and the rules of `density` are not chosen again.
- *By generator*: folds hold out the generator as well as the domain, so that no theme or program of a page was seen
  (`benches/lab/training/generators.py`). The largest groups:
  {largest}.
- *Without the corpus*: no page of the corpus was used for training or calibration. Without wcxb, only articles and
  forums remain for training, none of the five other page kinds.
- *Layout by tables*, *other names*: the same pages with rewritten markup (`benches/lab/training/augment.py`). *Layout by
  tables*: tables instead of classes, ids and landmarks, as in 2005. *Other names*: meaningless class and id names, no
  landmarks. The training data has pages with layout by tables, but none with other names.
"""
COLUMNS = {
    "by domain": "by domain",
    "nested": "nested",
    "by generator": "by generator",
    "without the corpus": "without the corpus",
    "layout by tables": "tables",
    "other names": "other-names",
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", default="../shared")
    parser.add_argument("--exporter", default="target/release/export_features")
    parser.add_argument("--program", default="target/release/blockmask")
    parser.add_argument("--report", default="target/training")
    parser.add_argument("--out", default="docs/accuracy.md")
    args = parser.parse_args()

    pages, head = train.load_all(args)
    held_out = {}
    with open(Path(args.report) / "held_out.jsonl") as lines:
        for record in map(json.loads, lines):
            held_out[record["corpus"], record["id"]] = record
    for page in pages:
        record = held_out[page.corpus, page.id]
        page.scores = np.array(record["scores"])
        page.kinds = np.array(record["kinds"])
        page.masks = {"learned": np.array(record["mask"]), "density": page.by_rules}

    parts = [heading(args), main_table(pages), by_language(pages), by_coverage(pages), block_table(pages)]
    parts += [element_table(pages, head["names"]), calibration_table(pages), kind_table(pages)]
    parts += [comments_table(args), transfer_tables(args)]
    parts += [group_table(args), snippet_table(pages, args)]
    Path(args.out).parent.mkdir(exist_ok=True)
    Path(args.out).write_text("\n".join(parts))
    print("\n".join(parts))


def heading(args):
    version = subprocess.run([args.program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return f"""# Accuracy

{datetime.date.today()}, {version}. Written by `make accuracy`; do not edit.

**Held out.** The figures for the mask `learned` are from five-fold cross-validation by domain: each page is scored by a
model that was trained and calibrated on other domains (`make train`, on this day's reading of the pages). The shipped
model is trained on all pages, so it scores better on these pages than on new ones. They are of the model alone: the
rules that judge tables, lists, notices and surroundings after it (`src/judge/mask/units` and its neighbors) were written
while looking at these pages, so no page of them is held out from these rules. The
rules of the mask `density` were tuned on one half of the domains; its figures cover both halves and are therefore
slightly optimistic.

Words are `\\w+` in lower case, compared as multisets; figures are means over pages. P is precision, R recall, and
`F1 < .5` the share of pages with an F1 below .5.
"""


def scores(page, method):
    return page.scorer.score(page.masks[method])


def row(name, pages):
    cells = [name, str(len(pages))]
    for method in ["learned", "density"]:
        results = np.array([scores(page, method) for page in pages])
        cells += [f"{value:.3f}" for value in results.mean(axis=0)]
        cells.append(f"{100 * np.mean(results[:, 2] < 0.5):.1f} %")
    return "| " + " | ".join(cells) + " |"


HEAD = """| {} | pages | learned P | R | F1 | F1 < .5 | density P | R | F1 | F1 < .5 |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"""


def main_table(pages):
    lines = ["## Main text, by corpus", "", HEAD.format("corpus")]
    for name in corpus.TRAINED_ON:
        lines.append(row(name, [page for page in pages if page.corpus == name]))
    for split in corpus.SPLITS:
        lines.append(row(f"wcxb, split {split}", [page for page in pages if page.split == split]))
    lines += ["", "## wcxb, by page kind", "", HEAD.format("kind")]
    wcxb = [page for page in pages if page.corpus == "wcxb"]
    kinds = sorted({page.kind for page in wcxb})
    for kind in kinds:
        lines.append(row(kind, [page for page in wcxb if page.kind == kind]))
    means = {}
    for method in ["learned", "density"]:
        of_kinds = [np.mean([scores(page, method)[2] for page in wcxb if page.kind == kind]) for kind in kinds]
        means[method] = np.mean(of_kinds)
    lines += ["", f"Mean F1 over the kinds: learned {means['learned']:.3f}, density {means['density']:.3f}.", ""]
    return "\n".join(lines)


def by_language(pages):
    lines = ["## By language", "", HEAD.format("language")]
    languages = sorted({page.lang for page in pages if page.lang})
    for language in languages:
        some = [page for page in pages if page.lang == language]
        if len(some) >= 5:
            lines.append(row(language, some))
    return "\n".join([*lines, ""])


def by_coverage(pages):
    low = [page for page in pages if page.coverage is not None and page.coverage < train.MIN_COVERAGE]
    rest = [page for page in pages if page.coverage is None or page.coverage >= train.MIN_COVERAGE]
    lines = ["## Pages whose HTML lacks main text", "", HEAD.format("share of gold words in the HTML")]
    return "\n".join([*lines, row("at least .8, or unknown", rest), row("less (left out of training)", low), ""])


def block_table(pages):
    """How well scores separate content from template (held out)."""
    from sklearn.metrics import roc_auc_score

    lines = ["## Blocks", "", "| corpus | blocks | content | AUC of words |", "|---|---:|---:|---:|"]
    for name in corpus.TRAINED_ON:
        some = [page for page in pages if page.corpus == name]
        labels = np.concatenate([page.label for page in some])
        weights = np.concatenate([page.tokens for page in some])
        values = np.concatenate([page.scores for page in some])
        auc = roc_auc_score(labels, values, sample_weight=weights)
        lines.append(f"| {name} | {len(labels)} | {100 * labels.mean():.0f} % | {auc:.3f} |")
    return "\n".join([*lines, ""])


def calibration_table(pages):
    """Predicted probability against observed share; each fold by the calibration of the others."""
    promised, kept, tokens = [], [], []
    for fold in range(corpus.FOLDS):
        calibration = np.array(train.calibrate([page for page in pages if page.fold != fold])) / 255
        for page in (page for page in pages if page.fold == fold):
            promised.append(calibration[train.trees.steps_of(page.scores)])
            kept.append(page.label)
            tokens.append(np.maximum(page.tokens, 1) ** 0.5 / (np.maximum(page.tokens, 1) ** 0.5).sum())
    promised, kept, tokens = map(np.concatenate, (promised, kept, tokens))
    lines = ["## Calibration", "", "Blocks by predicted probability; every page has the same weight.", ""]
    lines += ["| probability | mean | content | share of blocks |", "|---|---:|---:|---:|"]
    for low in np.arange(0, 1, 0.1):
        here = (promised >= low) & (promised < low + 0.1 + (low > 0.85))
        if here.any():
            means = [np.average(values[here], weights=tokens[here]) for values in (promised, kept)]
            share = 100 * tokens[here].sum() / tokens.sum()
            lines.append(f"| {low:.1f} to {low + 0.1:.1f} | {means[0]:.2f} | {means[1]:.2f} | {share:.1f} % |")
    return "\n".join([*lines, ""])


def kind_table(pages):
    """The confusion matrix of the page kinds of wcxb, held out by domain."""
    some = [page for page in pages if page.corpus == "wcxb" and kinds.kind_of(page) is not None]
    table = np.zeros((len(kinds.KINDS), len(kinds.KINDS)), dtype=int)
    for page in some:
        table[kinds.kind_of(page), page.kinds.argmax()] += 1
    lines = ["## Page kinds (wcxb, held out)", ""]
    lines += ["| actual, predicted | " + " | ".join(kinds.KINDS) + " | recall |"]
    lines += ["|---" + "|---:" * (len(kinds.KINDS) + 1) + "|"]
    for name, row in zip(kinds.KINDS, table):
        right = 100 * row[kinds.KINDS.index(name)] / max(1, row.sum())
        lines.append(f"| {name} | " + " | ".join(map(str, row)) + f" | {right:.0f} % |")
    right = 100 * np.trace(table) / max(1, table.sum())
    return "\n".join([*lines, "", f"Accuracy: {right:.1f} % of {table.sum()} pages.", ""])


def element_table(pages, names):
    """Blocks of some elements, by their held-out labels: what is content, and what the mask keeps of it."""
    lines = ["## Blocks by element", "", "Shares of tokens; `wcxb`, held out.", ""]
    lines += ["| blocks in | page kind | blocks | content | recall | precision | mean probability of content |"]
    lines += ["|---|---|---:|---:|---:|---:|---:|"]
    calibrations = [train.calibrate([page for page in pages if page.fold != fold]) for fold in range(corpus.FOLDS)]
    wcxb = [page for page in pages if page.corpus == "wcxb"]
    for title, tag, kind in ELEMENTS:
        # The last feature of this name: groups of class words come before tags.
        column = len(names) - 1 - names[::-1].index(f"near.{tag}")
        some = [page for page in wcxb if kind in ("", page.kind)]
        blocks = [(page, page.features[:, column] >= 14) for page in some]
        tokens = np.concatenate([page.tokens[here] for page, here in blocks])
        content = np.concatenate([page.label[here] for page, here in blocks])
        kept = np.concatenate([page.masks["learned"][here] for page, here in blocks])
        steps = [(page.fold, train.trees.steps_of(page.scores[here])) for page, here in blocks]
        found = np.concatenate([np.array(calibrations[fold])[some] / 255 for fold, some in steps])
        share = lambda part, whole: f"{100 * tokens[part & whole].sum() / max(1, tokens[whole].sum()):.0f} %"
        cells = [title, kind or "all", str(len(tokens)), share(content, tokens >= 0), share(kept, content)]
        cells += [share(content, kept), f"{np.average(found[content], weights=tokens[content] + 1e-9):.2f}"]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join([*lines, ""])


COMMENTS_TEXT = """\
F1 of the mask `learned` alone, and with reader comments left out (`exclude`, the default) or kept (`include`). Comments
are detected by a model trained on other domains (`make comments`). Rows: all pages of a corpus, pages labeled to have
comments, and pages on which comments were detected. The other tables of this page are for the mask alone, except the
snippets of trafilatura-eval.
"""


def comments_table(args):
    """What the option `comments` does to the main text, if `comments.py` was run."""
    path = Path(args.report) / "comments.json"
    if not path.exists():
        return ""
    measured = datetime.date.fromtimestamp(path.stat().st_mtime)
    lines = ["## Comments", "", f"{COMMENTS_TEXT}Measured on {measured}.", "", "| pages of | pages | alone | exclude | include |"]
    lines += ["|---|---:|---:|---:|---:|"]
    for name, (count, *scores) in json.loads(path.read_text()).items():
        lines.append(f"| {name} | {count} | " + " | ".join(f"{score:.3f}" for score in scores) + " |")
    return "\n".join([*lines, ""])


def transfer_tables(args):
    """Generators and corpora left out, rewritten pages and nested cross-validation, if `train.py --transfer` was run."""
    path = Path(args.report) / "transfer.json"
    if not path.exists():
        return ""
    results = json.loads(path.read_text())
    columns = {title: results[name] for title, name in COLUMNS.items() if name in results}
    largest = ", ".join(f"{name} {count} pages" for name, count in results.get("by generator", {}).get("largest", []))
    chosen = results.get("nested", {}).get("chosen", {})
    chosen = ", ".join(f"{name} for {count}" for name, count in sorted(chosen.items()))
    lines = ["## Unseen generators, corpora and markup", "", TRANSFER_TEXT.format(chosen=chosen, largest=largest)]
    titles = {"corpora": "", "splits": "wcxb, split ", "kinds": "wcxb, "}
    lines += ["| pages | " + " | ".join(columns) + " |", "|---" + "|---:" * len(columns) + "|"]
    row = lambda name, values: lines.append(f"| {name} | " + " | ".join(f"{value:.3f}" for value in values) + " |")
    for group, title in titles.items():
        for name in results["by domain"][group]:
            row(f"{title}{name}", [column[group][name] for column in columns.values()])
        if group != "splits":
            row(f"mean of the {group}", [np.mean([*column[group].values()]) for column in columns.values()])
            row(f"worst of the {group}", [min(column[group].values()) for column in columns.values()])
    worst = {min(column["corpora"], key=column["corpora"].get) for column in columns.values()}
    return "\n".join([*lines, "", f"The worst corpus of all columns: {', '.join(sorted(worst))}.", ""])


def group_table(args):
    """The ablation study, if `train.py --groups` was run."""
    path = Path(args.report) / "groups.json"
    if not path.exists():
        return ""
    results = json.loads(path.read_text())
    everything = results.pop("all")
    measures = ["wcxb", "kinds", "corpora", "transfer"]
    lines = ["## Ablation of feature groups", ""]
    lines += ["F1 of smaller models, and how it changes without each group (`make train TRAIN_FLAGS=--groups`). Differences"]
    lines += ["below .002 are noise.", ""]
    lines += ["| without | features left | wcxb, pages | wcxb, kinds | all corpora | corpora not seen |"]
    lines += ["|---|---:|---:|---:|---:|---:|"]
    cells = [f"{everything[measure]:.3f}" for measure in measures]
    lines.append(f"| nothing | {everything['features']} | " + " | ".join(cells) + " |")
    for group, result in results.items():
        cells = [f"{result[measure] - everything[measure]:+.3f}" for measure in measures]
        lines.append(f"| `{group}`: {groups.GROUPS[group]} | {result['features']} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, ""])


def snippet_table(pages, args):
    lines = ["## Snippets", ""]
    lines += ["Sentences that must be in the main text (wanted), and sentences that must not (unwanted).", ""]
    lines += ["| corpus | pages | mask | wanted found | unwanted left out |", "|---|---:|---|---:|---:|"]
    some = [page for page in pages if page.wanted or page.unwanted]
    for method in ["learned", "density"]:
        texts = ["\n".join(text for text, keep in zip(page.texts, page.masks[method]) if keep) for page in some]
        lines.append(snippet_row("wcxb (held out)", method, some, texts))
    for name in SNIPPETS_ONLY:
        folder = Path(args.shared) / "corpus" / name
        with gzip.open(folder / "pages.jsonl.gz", "rt") as entries:
            entries = [json.loads(entry) for entry in entries]
        known = {page.domain for page in pages}
        entries = [entry for entry in entries if entry["domain"] not in known]
        for method in ["learned", "density"]:
            texts = program_texts(args.program, method, folder, entries)
            lines.append(snippet_row(f"{name} (never trained on)", method, entries, texts))
    return "\n".join([*lines, ""])


def snippet_row(name, method, pages, texts):
    found, wanted, left_out, unwanted = 0, 0, 0, 0
    for page, text in zip(pages, texts):
        has = lambda key, field: (page.get(key) if isinstance(page, dict) else getattr(page, field)) or []
        text = " ".join(text.split())
        here = [" ".join(snippet.split()) in text for snippet in has("with", "wanted")]
        there = [" ".join(snippet.split()) in text for snippet in has("without", "unwanted")]
        found, wanted = found + sum(here), wanted + len(here)
        left_out, unwanted = left_out + len(there) - sum(there), unwanted + len(there)
    return (
        f"| {name} | {len(pages)} | {method} | {100 * found / max(1, wanted):.1f} % of {wanted} "
        f"| {100 * left_out / max(1, unwanted):.1f} % of {unwanted} |"
    )


def program_texts(program, method, folder, entries):
    """The main text of each page, by the program."""
    with tempfile.TemporaryDirectory() as pages:
        files = []
        for i, entry in enumerate(entries):
            path = Path(pages) / f"{i}.html"
            path.write_bytes(gzip.decompress((folder / entry["html_file"]).read_bytes()))
            files.append(str(path))
        command = [program, "text", "--format", "jsonl", "--mask", method, "--files", "-"]
        output = subprocess.run(command, input="\n".join(files), capture_output=True, text=True, check=True).stdout
        by_file = {record["file"]: record["text"] for record in map(json.loads, output.splitlines())}
        return [by_file[file] for file in files]


if __name__ == "__main__":
    main()
