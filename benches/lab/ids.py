"""How many passages keep their ids when one paragraph of a page is edited.

    python3 benches/lab/ids.py PROGRAM FOLDER [PAGES]

In each page of FOLDER with at least 3 paragraphs of plain text, one word in the middle of one of them is replaced by
another one, or by as many as the variable WORDS says. Of the passages of `PROGRAM passages`, by pages of up to 9
passages, of 10 to 29 and of more, it prints the share that keep their ids, and how many change at an edit.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

# The words that take the place of one.
INSERTED = int(os.environ.get("WORDS", "1"))
PARAGRAPH = re.compile(rb"<p>([^<>&]{80,})</p>")


def edited(page: bytes, chance: random.Random) -> bytes | None:
    found = list(PARAGRAPH.finditer(page))
    if len(found) < 3:
        return None
    start, end = chance.choice(found).span(1)
    words = page[start:end].split(b" ")
    words[len(words) // 2] = b" ".join([b"edited"] * INSERTED)
    return page[:start] + b" ".join(words) + page[end:]


def ids(program: str, folder: Path) -> dict[str, list[str]]:
    command = [program, "passages", "--format", "jsonl", "--recursive", str(folder)]
    lines = subprocess.run(command, capture_output=True, check=False, text=True).stdout.splitlines()
    pages = map(json.loads, lines)
    return {Path(page["file"]).name: [passage["id"] for passage in page["passages"]] for page in pages}


def main(program: str, folder: str, limit: str = "1000") -> None:
    chance = random.Random(40)
    paths = sorted(path for path in Path(folder).rglob("*.html") if path.is_file())
    chance.shuffle(paths)
    with tempfile.TemporaryDirectory() as scratch:
        old, new = Path(scratch, "old"), Path(scratch, "new")
        old.mkdir()
        new.mkdir()
        count = 0
        for path in paths:
            page = path.read_bytes()
            after = edited(page, chance)
            if after is not None and count < int(limit):
                (old / f"{count}.html").write_bytes(page)
                (new / f"{count}.html").write_bytes(after)
                count += 1
        before, after = ids(program, old), ids(program, new)
    rows = {"1 to 9": [], "10 to 29": [], "30 and more": []}
    for name, old_ids in before.items():
        if not old_ids or name not in after:
            continue
        kept = sum((Counter(old_ids) & Counter(after[name])).values())
        size = "1 to 9" if len(old_ids) < 10 else "10 to 29" if len(old_ids) < 30 else "30 and more"
        rows[size].append((kept, len(old_ids)))
    print("passages of a page | pages | ids that stay | changed per edit")
    for size, pages in rows.items():
        total = sum(count for _, count in pages)
        kept = sum(kept for kept, _ in pages)
        if total:
            print(f"{size} | {len(pages)} | {kept / total:.3f} | {(total - kept) / len(pages):.2f}")


main(*sys.argv[1:])
