"""Compares the counts of `blockmask text --counts` with datatrove's own filters (PyPI, Apache-2.0): docs/counts.md.

    python check.py BLOCKMASK PAGES...

The functions of datatrove that count repeats get the words of blockmask, divided here by regular expressions, and must
return the same numbers; its filters get them too, and must decide as the counts do. The last lines say how often they
decide so with their own words, if spaCy is there.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter

try:
    import regex
    from datatrove.data import Document
    from datatrove.pipeline.filters import c4_filters, fineweb_quality_filter, gopher_quality_filter
    from datatrove.pipeline.filters import gopher_repetition_filter as repetition
except ImportError as error:
    print(f"skipped: counts against datatrove: {error} (pip install datatrove regex spacy)")
    sys.exit(0)

# Scripts without spaces, whose words are divided otherwise: pages with them are not compared.
DIVIDED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\u30fc]")
EDGE = r"[^\p{L}\p{N}]+"
DUPLICATES = dict(zip("five six seven eight nine ten".split(), range(5, 11)))


def runs(text: str) -> list[str]:
    """Words without the punctuation around them, and what stands between spaces without a letter or a number."""
    trimmed = [(regex.sub(f"^{EDGE}|{EDGE}$", "", run), run) for run in regex.split(r"[\p{White_Space}\u200b\ufeff]+", text)]
    return [word or run for word, run in trimmed if run]


def words(text: str) -> list[str]:
    return [run for run in runs(text) if regex.search(r"[\p{L}\p{N}]", run)]


def differing(text: str, counts: dict[str, int]) -> list[str]:
    """The counts that datatrove counts otherwise."""
    lines, own = text.split("\n"), words(text)
    expected = {
        "words": len(own),
        "word_characters": sum(map(len, own)),
        "characters": len(text),
        "lines": len(lines),
        "hashes": text.count("#"),
        "ellipses": text.count("...") + text.count("…"),
        "gopher_stop_words": len(set(gopher_quality_filter.STOP_WORDS) & set(own)),
        "short_lines": sum(len(line) <= 30 for line in lines),
        "punctuated_lines": sum(line.endswith(tuple(fineweb_quality_filter.TERMINAL_PUNCTUATION)) for line in lines),
    }
    expected["repeated_lines"], expected["repeated_line_characters"] = repetition.find_duplicates(lines)
    for name, n in {"two": 2, "three": 3, "four": 4}.items():
        grams = repetition.get_n_grams(own, n)
        expected[f"top_{name}_gram_characters"] = repetition.find_top_duplicate(grams) if grams else 0
    for name, n in DUPLICATES.items():
        expected[f"repeated_{name}_gram_characters"] = repetition.find_all_duplicate(own, n)
    return [name for name, value in expected.items() if counts[name] != value]


def gopher_quality(counts: dict[str, int]) -> bool:
    runs_ = counts["words"] + counts["symbol_words"]
    return (
        50 <= counts["words"] <= 100_000
        and 3 <= counts["word_characters"] / counts["words"] <= 10
        and counts["hashes"] <= 0.1 * runs_
        and counts["ellipses"] <= 0.1 * runs_
        and counts["bullet_lines"] <= 0.9 * counts["lines"]
        and counts["ellipsis_lines"] <= 0.3 * counts["lines"]
        and counts["alphabetic_words"] >= 0.8 * runs_
        and counts["gopher_stop_words"] >= 2
    )


def gopher_repetition(counts: dict[str, int]) -> bool:
    share = {"two": 0.2, "three": 0.18, "four": 0.16}
    repeated = {"five": 0.15, "six": 0.14, "seven": 0.13, "eight": 0.12, "nine": 0.11, "ten": 0.1}
    length = counts["characters"]
    return (
        counts["repeated_lines"] <= 0.3 * counts["lines"]
        and counts["repeated_line_characters"] <= 0.2 * length
        and all(counts[f"top_{n}_gram_characters"] <= most * length for n, most in share.items())
        and all(counts[f"repeated_{n}_gram_characters"] <= most * length for n, most in repeated.items())
    )


def fineweb(counts: dict[str, int]) -> bool:
    letters = counts["characters"] - counts["lines"] + 1
    return (
        counts["punctuated_lines"] >= 0.12 * counts["lines"]
        and counts["short_lines"] <= 0.67 * counts["lines"]
        and counts["repeated_line_characters"] <= 0.01 * letters
        and counts["lines"] - 1 <= 0.3 * counts["words"]
    )


def c4(counts: dict[str, int]) -> bool:
    return counts["c4_sentences"] >= 5 and counts["lorem_ipsum"] == 0 and counts["braces"] == 0


FILTERS = {
    "Gopher quality": (gopher_quality, gopher_quality_filter.GopherQualityFilter, runs),
    "Gopher repetition": (gopher_repetition, repetition.GopherRepetitionFilter, words),
    "FineWeb quality": (fineweb, fineweb_quality_filter.FineWebQualityFilter, words),
    "C4 quality": (c4, c4_filters.C4QualityFilter, None),
}


def decisions(rows: list[dict], ours: dict[str, str]) -> None:
    """Prints how often filters decide as the counts do, with their own words or with these."""
    for name, (rule, of_datatrove, split) in FILTERS.items():
        module, kept = sys.modules[of_datatrove.__module__], Counter()
        if ours["words"] == "the same" and split:
            module.split_into_words = lambda text, language, split=split: split(text)
        try:
            judge = of_datatrove()
            for row in rows:
                theirs = judge.filter(Document(text=row["text"], id=""))
                theirs = theirs if isinstance(theirs, bool) else theirs[0]
                kept[rule(row["counts"]), theirs] += 1
        except ImportError as error:
            print(f"skipped: {name} with its own words: {error}")
            continue
        agree = (kept[True, True] + kept[False, False]) / max(1, kept.total())
        print(f"| {name} | {ours['words']} | {kept.total()} | {kept[True, True] + kept[False, True]} | {agree:.3f} |")


def main() -> None:
    blockmask, *pages = sys.argv[1:]
    lines = subprocess.run([blockmask, "text", "--format=jsonl", "--counts", *pages], stdout=subprocess.PIPE, check=False)
    rows = [json.loads(line) for line in lines.stdout.splitlines()]
    rows = [row for row in rows if row["counts"]["words"] > 10 and not DIVIDED.search(row["text"])]
    wrong = Counter(name for row in rows for name in differing(row["text"], row["counts"]))
    print(f"{len(rows)} pages; counts that differ: {dict(wrong) or 'none'}")
    print("| filter | words | pages | kept by datatrove | agreement |\n|---|---|---:|---:|---:|")
    decisions(rows, {"words": "its own"})
    decisions(rows, {"words": "the same"})
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
