"""Ablation study: models trained without one group of features each, evaluated on other domains and other corpora.

    make train TRAIN_FLAGS=--groups

Writes `groups.json` into the report folder, for `evaluate.py`. To save time these models are smaller than the one that
ships, and learn from no rewritten pages, so only the differences are meaningful.
"""

import json
import time

import numpy as np

import corpus
import kinds
import train

OPTIONS = {"iterations": 150, "learning_rate": 0.2}
BLOCKS_PER_PAGE = 80
# Groups of features by the prefix of their names.
GROUPS = {
    "text": "the block by itself",
    "near": "kinds of ancestors: tags, and words of class names",
    "repetition": "blocks of the same tag path, equal texts",
    "place": "position, neighbors, the containers around",
    "rules": "what the mask `density` says",
    "kind": "probabilities of the kinds of page",
}


def report(pages, names, options, folder):
    folder.mkdir(parents=True, exist_ok=True)
    options = options | OPTIONS
    models = kinds.FoldModels(pages, options["thread_count"])
    by_fold = [models.probabilities({fold}) for fold in range(corpus.FOLDS)]
    for i, page in enumerate(pages):
        page.kinds = by_fold[page.fold][i]
    unseen = [
        (name, seen, rest, kinds.train(seen, options["thread_count"]).probabilities(np.array([p.page for p in rest])))
        for name, seen, rest in train.without_each_corpus(pages)
    ]
    results = {}
    for group in [None, *GROUPS]:
        start = time.time()
        columns = np.array([not name.startswith(f"{group}.") for name in names], dtype=np.uint8)
        results[group or "all"] = {
            "features": int(columns.sum()),
            **other_domains(pages, options, columns),
            "transfer": other_corpora(pages, unseen, options, columns),
        }
        print(f"without {group}: {results[group or 'all']}, {time.time() - start:.0f} s", flush=True)
        (folder / "groups.json").write_text(json.dumps(results))


def other_domains(pages, options, columns):
    """Mean F1 over the pages of wcxb, over its page kinds and over all corpora, held out by domain."""
    train.set_kinds(pages, [page.kinds for page in pages])
    for fold in range(corpus.FOLDS):
        model = train.fit([page for page in pages if page.fold != fold], options, columns, BLOCKS_PER_PAGE, members=1)
        for page in (page for page in pages if page.fold == fold):
            page.scores = model.scores(train.rows_of(page, columns))
    f1 = {}
    for fold in range(corpus.FOLDS):
        calibration = train.calibrate([page for page in pages if page.fold != fold])
        for page in (page for page in pages if page.fold == fold):
            f1[page] = page.scorer.score(train.mask(page, calibration))[2]
    mean = lambda some: float(np.mean([f1[page] for page in some]))
    wcxb = [page for page in pages if page.corpus == "wcxb"]
    return {
        "wcxb": mean(wcxb),
        "kinds": np.mean([mean([page for page in wcxb if page.kind == kind]) for kind in kinds.KINDS]),
        "corpora": np.mean([mean([page for page in pages if page.corpus == name]) for name in corpus.TRAINED_ON]),
    }


def other_corpora(pages, unseen, options, columns):
    """Mean F1 over corpora that are held out entirely."""
    held_out = {page: page.scores for page in pages}
    f1 = []
    for _, seen, rest, probabilities in unseen:
        train.set_kinds(seen, [page.kinds for page in seen])
        train.set_kinds(rest, probabilities)
        model = train.fit(seen, options, columns, BLOCKS_PER_PAGE, members=1)
        f1.append(float(np.mean(train.unseen_f1(seen, rest, model, columns))))
        for page in rest:
            page.scores = held_out[page]
    return float(np.mean(f1))
