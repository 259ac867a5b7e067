"""Pages with their gold text, the features of their blocks, and block labels by alignment of the two."""

import bisect
import gzip
import hashlib
import json
import re
import subprocess
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

import augment

TRAINED_ON = ["wcxb", "aeb", "magic-html-article", "magic-html-forum", "harvest-forum"]
FOLDS = 5
# The splits that wcxb is published in.
SPLITS = ["dev", "test"]

# In scripts without spaces every character is a word, because alignment needs small units.
ALIGNED_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
SCORED_WORD = re.compile(r"\w+")


class Page:
    """One page: its labels from the corpus, and its blocks from the library."""

    def __init__(self, corpus, entry, exported, variant=""):
        self.corpus = corpus
        # How the markup was rewritten, one of `augment.VARIANTS`; empty for the page as it was found.
        self.variant = variant
        self.id = entry["id"]
        self.html_file = entry["html_file"]
        self.domain = entry.get("domain") or entry["id"]
        # The cross-validation fold, by domain; stable, so that folds never change.
        self.fold = int.from_bytes(hashlib.sha256(self.domain.encode()).digest()[:4], "big") % FOLDS
        # One of `SPLITS`, which the ids of wcxb begin with.
        self.split = self.id.partition("-")[0] if corpus == "wcxb" else ""
        self.kind = entry.get("page_type") or ""
        self.lang = entry.get("lang") or ""
        self.gold = entry.get("gold_text") or ""
        self.coverage = entry.get("gold_cov")
        self.wanted = entry.get("with") or []
        self.unwanted = entry.get("without") or []
        self.texts = exported["texts"]
        # The tag path and the parent of each block's container.
        self.paths, self.parents = exported["paths"], exported["parents"]
        self.tokens = np.array(exported["tokens"], dtype=np.int64)
        self.flags = np.array(exported["flags"], dtype=np.int64)
        self.by_rules = np.array(exported["by_rules"], dtype=bool)
        self.page = np.frombuffer(bytes.fromhex(exported["page"]), dtype=np.uint8)
        rows = bytes.fromhex("".join(exported["features"]))
        self.features = np.frombuffer(rows, dtype=np.uint8).reshape(len(self.texts), -1).copy()


def export(shared, corpus, exporter, variant=""):
    """The entries of a corpus in order of ids, and what an exporter writes: its first line, and a record per page."""
    folder = Path(shared) / "corpus" / corpus
    with gzip.open(folder / "pages.jsonl.gz", "rt") as lines:
        entries = sorted((json.loads(line) for line in lines), key=lambda entry: entry["id"])
    files = [folder / entry["html_file"] for entry in entries]
    with tempfile.TemporaryDirectory() as rewritten:
        if variant:
            files = [rewrite(file, Path(rewritten) / f"{i}.html", variant) for i, file in enumerate(files)]
        return entries, *exported(files, exporter)


def exported(files, exporter, *arguments):
    """What an exporter writes for files: its first line, and a record per page."""
    names = "\n".join(map(str, files))
    output = subprocess.run([exporter, *arguments, "-"], input=names, capture_output=True, text=True, check=True).stdout
    # Not splitlines: texts may contain Unicode line separators.
    head, *records = map(json.loads, output.rstrip("\n").split("\n"))
    return head, records


def rewrite(file, out, variant):
    out.write_bytes(augment.VARIANTS[variant](gzip.decompress(file.read_bytes())))
    return out


def load(shared, corpus, exporter, variant=""):
    """The pages of a corpus in order of ids, and the names of the features."""
    entries, head, records = export(shared, corpus, exporter, variant)
    return [Page(corpus, entry, record, variant) for entry, record in zip(entries, records, strict=True)], head


def aligned_words(text):
    return ALIGNED_WORD.findall(text.lower())


def labels(page):
    """For each block the share of its words that are in the gold text.

    Long blocks are matched by their 4-grams, anywhere in the gold text. Short ones are matched only between the
    positions of the nearest matched long blocks, since a single word may occur anywhere.
    """
    gold = aligned_words(page.gold)
    positions = defaultdict(list)
    for i in range(len(gold) - 3):
        positions[tuple(gold[i : i + 4])].append(i)
    result = np.zeros(len(page.texts))
    words = [aligned_words(text) for text in page.texts]
    found = {}
    for i, block in enumerate(words):
        if len(block) < 4:
            continue
        grams = [tuple(block[k : k + 4]) for k in range(len(block) - 3)]
        hits = [k for k, gram in enumerate(grams) if gram in positions]
        result[i] = len(hits) / len(grams)
        if result[i] >= 0.5:
            found[i] = [positions[grams[hits[0]]], positions[grams[hits[-1]]]]
    short_labels(gold, words, found, result)
    return result


def short_labels(gold, words, found, result):
    """Labels blocks of fewer than four words, in order, in the gaps between the matched long blocks."""
    starts = defaultdict(list)
    for i, word in enumerate(gold):
        starts[word].append(i)
    long_blocks = sorted(found)
    cursor = 0
    for i, block in enumerate(words):
        if i in found:
            later = [last for last in found[i][1] if last + 4 >= cursor]
            cursor = (later[0] if later else found[i][1][0]) + 4
            continue
        if not 0 < len(block) < 4:
            continue
        at = bisect.bisect(long_blocks, i)
        limit = len(gold)
        if at < len(long_blocks):
            next_starts = [first for first in found[long_blocks[at]][0] if first >= cursor]
            limit = next_starts[0] if next_starts else cursor
        # Far from any long block the match of a single word is not evidence.
        reach = 12 if long_blocks else len(gold)
        for start in starts[block[0]]:
            if start < cursor - 1 or start + len(block) > limit + 1:
                continue
            near = start - cursor <= reach or (at < len(long_blocks) and limit - start <= reach + len(block))
            if near and gold[start : start + len(block)] == block:
                result[i] = 1.0
                cursor = start + len(block)
                break


def scored_words(text):
    return Counter(SCORED_WORD.findall(text.lower()))


class Scorer:
    """Word scores of many masks of one page: precision, recall and F1 of two multisets of words."""

    def __init__(self, page):
        gold = scored_words(page.gold)
        index = {word: i for i, word in enumerate(gold)}
        self.gold = np.array(list(gold.values()), dtype=np.int64)
        blocks = [scored_words(text) for text in page.texts]
        self.words = np.array([sum(block.values()) for block in blocks], dtype=np.int64)
        # One entry for each gold word of each block.
        found = [(i, index[word], block[word]) for i, block in enumerate(blocks) for word in block if word in index]
        self.block, self.word, self.count = np.array(found, dtype=np.int64).reshape(-1, 3).T

    def score(self, mask):
        mask = np.asarray(mask, dtype=bool)
        here = mask[self.block]
        kept = np.bincount(self.word[here], self.count[here], len(self.gold))
        common = np.minimum(kept, self.gold).sum()
        precision = common / max(1, self.words[mask].sum())
        recall = common / max(1, self.gold.sum())
        f1 = 2 * precision * recall / (precision + recall) if common else 0.0
        return precision, recall, f1
