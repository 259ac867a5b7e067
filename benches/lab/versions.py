"""How much of the text that two versions of a manual share is in passages that keep their ids.

    python3 benches/lab/versions.py PROGRAM OLD NEW

Pages of the folders OLD and NEW with equal paths are compared. Text is unchanged if a block of the old page has it that
the new page has, too, word for word; it keeps its id if all passages with that block have ids that passages of the new
page have. Prints the pages, those that changed, and the share of unchanged words that keep their ids: of changed pages, of
the text in passages without an edit, and of the worst pages with at least 1,000 words. The second share says how much is
lost because passages begin and end elsewhere or are below another heading.
"""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

# Pages whose paths are given to one process.
BATCH = 200


def lines(program: str, command: str, keys: str, paths: list[Path]) -> dict[str, dict]:
    found = {}
    for start in range(0, len(paths), BATCH):
        part = [str(path) for path in paths[start : start + BATCH]]
        call = [program, command, "--format", "jsonl", "--fields", keys, *part]
        output = subprocess.run(call, capture_output=True, check=False, text=True).stdout
        found |= {page["file"]: page for page in map(json.loads, output.splitlines())}
    return found


def kept(old: dict, new: dict, old_passages: dict, new_passages: dict) -> list[int]:
    """The unchanged words of a page, and how many of them keep their ids; both of all passages and of unedited ones."""
    ids = {passage["id"] for passage in new_passages["passages"]}
    texts = Counter(block["text"] for block in new["blocks"])
    passages = old_passages["passages"]
    parts = []
    for number, block in enumerate(old["blocks"]):
        start, end = block["source_start"], block["source_end"]
        is_part = lambda one: one["first_block"] <= number < one["end_block"] and one["source_start"] < end
        own = [i for i, one in enumerate(passages) if is_part(one) and start < one["source_end"]]
        if own:
            texts[block["text"]] -= 1
            parts.append((own, len(block["text"].split()), texts[block["text"]] >= 0))
    edited = {i for own, _, is_unchanged in parts if not is_unchanged for i in own}
    counts = [0, 0, 0, 0]
    for own, words, is_unchanged in parts:
        if is_unchanged:
            stays = words if all(passages[i]["id"] in ids for i in own) else 0
            of_unedited = edited.isdisjoint(own)
            added = (words, stays, words * of_unedited, stays * of_unedited)
            counts = [sum(pair) for pair in zip(counts, added, strict=True)]
    return counts


def main(program: str, old: str, new: str) -> None:
    names = sorted(path.relative_to(old) for path in Path(old).rglob("*.html") if path.is_file())
    names = [name for name in names if Path(new, name).is_file()]
    changed = [name for name in names if Path(old, name).read_bytes() != Path(new, name).read_bytes()]
    tables = []
    for folder in (old, new):
        paths = [Path(folder, name) for name in changed]
        blocks = lines(program, "blocks", "file,blocks.text,blocks.source_start,blocks.source_end", paths)
        keys = ("id", "first_block", "end_block", "source_start", "source_end")
        passages = lines(program, "passages", "file," + ",".join(f"passages.{key}" for key in keys), paths)
        tables.append((blocks, passages))
    (old_blocks, old_passages), (new_blocks, new_passages) = tables
    pages = []
    for name in changed:
        one, other = str(Path(old, name)), str(Path(new, name))
        if one in old_passages and other in new_passages:
            words = kept(old_blocks[one], new_blocks[other], old_passages[one], new_passages[other])
            pages.append((*words, name))
    unchanged, stay, unedited, stay_unedited = (sum(page[i] for page in pages) for i in range(4))
    print(f"{len(names)} pages, {len(changed)} changed: {stay / max(1, unchanged):.3f} of {unchanged} unchanged words")
    print(f"  {stay_unedited / max(1, unedited):.3f} of {unedited} in passages without an edit")
    long = [(stay / words, words, name) for words, stay, *_, name in pages if words >= 1000]
    for share, words, name in sorted(long)[:3]:
        print(f"  {share:.3f} of {words}: {name}")


main(*sys.argv[1:])
