"""Fits and measures the tables of `src/on_demand/language`: docs/language.md.

    python train_language.py TRAINING HELD_OUT FOLDER

TRAINING is a JSON object of languages, each a list of paragraphs; HELD_OUT has such an object, of lists of documents, for
each corpus. Both are made of Debian packages, whose texts are not part of the repository: for training gnome-user-docs,
the translations of wesnoth-1.16, libreoffice-help-{en-us,et,eu} and half of the files of manpages-*; held out
debian-reference-*, debian-handbook and the other half of the manual pages. Paragraphs of translations that are left in
English are not used: those with a quarter of their three words in a row in English texts of the same packages. FOLDER
gets latin.bin and cyrillic.bin. The last lines compare with lingua, langdetect and py3langid, if they are installed.

The features are those of `src/on_demand/language/model.rs`.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import numpy as np
import scipy.sparse as sparse

LATIN = "en de fr es pt it nl sv da nb fi pl cs sk sl hr hu ro tr id vi ca gl eu et lv lt".split()
CYRILLIC = "ru uk bg sr mk".split()
MASK = 0xFFFFFFFF
LENGTHS = [2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25]
SNIPPETS = 14_000
EPOCHS = 10


def letters(text: str) -> list[int]:
    """Letters in lower case, with one space between words and at the end."""
    out: list[int] = []
    for c in text:
        if c.isalpha() or "\u0300" <= c <= "\u036f":
            out.append(ord(c.lower()[0]))
        elif out and out[-1] != 32:
            out.append(32)
    return out + [32] if out and out[-1] != 32 else out


def features(text: str, bits: int) -> list[int]:
    before = last = 32
    word = length = 0
    out = []
    for c in letters(text):
        mixed = (before * 0x9E3779B1 ^ last * 0x85EBCA77 ^ c * 0xC2B2AE3D) & MASK
        out.append((mixed * 0x27D4EB2F & MASK) >> 32 - bits)
        if c == 32:
            if 0 < length <= 12:
                out.append((word * 0x27D4EB2F & MASK) >> 32 - bits)
            word = length = 0
        else:
            word, length = ((word ^ c) * 0x01000193 + 0x9E3779B1) & MASK, length + 1
        before, last = last, c
    return out


def matrix(texts: list[str], bits: int) -> sparse.csr_matrix:
    rows = [features(text, bits) for text in texts]
    ends = np.cumsum([0, *map(len, rows)])
    columns = np.concatenate([np.array(row, np.int32) for row in rows])
    return sparse.csr_matrix((np.ones(len(columns), np.float32), columns, ends), (len(rows), 1 << bits))


def snippet(paragraph: str, length: int, rng: random.Random) -> str:
    words = paragraph.split()
    first = rng.randrange(max(1, len(words) - length + 1))
    return " ".join(words[first : first + length])


def fit(training: dict[str, list[str]], languages: list[str], bits: int) -> tuple[np.ndarray, float]:
    """The weights as bytes, and the one that stands for 1: multinomial logistic regression by AdaGrad."""
    rng = random.Random(7)
    texts = [snippet(rng.choice(training[one]), rng.choice(LENGTHS), rng) for one in languages for _ in range(SNIPPETS)]
    gold = np.repeat(np.arange(len(languages)), SNIPPETS)
    table, weights = matrix(texts, bits), np.zeros((1 << bits, len(languages)), np.float32)
    squares, order, shuffler = np.full_like(weights, 1e-3), np.arange(len(gold)), np.random.RandomState(1)
    for _ in range(EPOCHS):
        shuffler.shuffle(order)
        for start in range(0, len(order), 2048):
            batch = order[start : start + 2048]
            odds = table[batch] @ weights
            odds = np.exp(odds - odds.max(1, keepdims=True))
            odds /= odds.sum(1, keepdims=True)
            odds[np.arange(len(batch)), gold[batch]] -= 1
            slope = table[batch].T @ odds / len(batch) + 1e-6 * weights
            squares += slope * slope
            weights -= 0.1 * slope / np.sqrt(squares)
    weights -= weights.mean(1, keepdims=True)
    scale = 127 / np.percentile(np.abs(weights), 99.98)
    return np.clip(np.round(weights * scale), -127, 127).astype(np.int8), float(scale)


def peers() -> dict:
    found = {}
    try:
        from lingua import LanguageDetectorBuilder

        detector = LanguageDetectorBuilder.from_all_languages().build()
        code = lambda found: found.iso_code_639_1.name.lower() if found else ""
        found["lingua"] = lambda text: code(detector.detect_language_of(text))
    except ImportError as error:
        print(f"skipped: {error}")
    try:
        import langdetect

        langdetect.DetectorFactory.seed = 0
        found["langdetect"] = lambda text: langdetect.detect(text).replace("no", "nb")
    except ImportError as error:
        print(f"skipped: {error}")
    try:
        import py3langid

        found["py3langid"] = lambda text: py3langid.classify(text)[0].replace("no", "nb")
    except ImportError as error:
        print(f"skipped: {error}")
    return found


def measure(held_out: dict, detectors: dict, words: int, sample: int) -> None:
    for corpus, languages in held_out.items():
        right: dict[str, list[float]] = {name: [] for name in detectors}
        for language, documents in languages.items():
            rng = random.Random(9)
            texts = [" ".join(text.split()[:words]) for part in documents for text in part if len(text.split()) >= words]
            texts = rng.sample(texts, min(sample, len(texts)))
            if language in LATIN + CYRILLIC and len(texts) >= 10:
                for name, detect in detectors.items():
                    right[name].append(sum(detect(text) == language for text in texts) / len(texts))
        print(corpus, words, {name: round(float(np.mean(of_name)), 3) for name, of_name in right.items()})


def main() -> None:
    training, held_out = (json.loads(Path(path).read_text()) for path in sys.argv[1:3])
    tables = {}
    for name, languages, bits in [("latin", LATIN, 12), ("cyrillic", CYRILLIC, 11)]:
        weights, scale = fit(training, languages, bits)
        Path(sys.argv[3], f"{name}.bin").write_bytes(weights.tobytes())
        tables[name] = languages, weights.astype(np.float32), bits
        print(f"{name}: scale {scale:.1f}")

    def detect(text: str) -> str:
        is_cyrillic = sum("\u0400" <= c <= "\u052f" for c in text) * 2 > sum(c.isalpha() for c in text)
        languages, weights, bits = tables["cyrillic" if is_cyrillic else "latin"]
        return languages[int((matrix([text], bits) @ weights).argmax())]

    for words in (5, 20):
        measure(held_out, {"table": detect, **peers()}, words, 60)


if __name__ == "__main__":
    main()
