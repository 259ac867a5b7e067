"""How often a page is of the same kind as its English version.

    python3 benches/lab/twins.py PROGRAM FOLDER

FOLDER has a folder for each language, named like it, with pages of the same paths. A page counts if its `lang` is the
language of its folder, as manuals show English where a translation is missing, or if it has none. It prints for each language the number
of pages, the share whose kind by `PROGRAM blocks` is the kind of the English page, and the most frequent differences.
"""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

# The bytes at the start of a page in which its language is declared.
HEAD = 400


def pages(folder: Path) -> dict[str, Path]:
    """The pages in the language of a folder, by their paths."""
    declared = f'lang="{folder.name}"'.encode()
    found = {str(page.relative_to(folder)): page for page in sorted(folder.rglob("*.html"))}
    head = {name: page.read_bytes()[:HEAD] for name, page in found.items()}
    return {name: page for name, page in found.items() if declared in head[name] or b'lang="' not in head[name]}


def kinds(program: str, files: list[Path]) -> dict[str, str]:
    command = [program, "blocks", "--format", "jsonl", "--fields", "file,kind", *map(str, files)]
    lines = subprocess.run(command, capture_output=True, check=True, text=True).stdout.splitlines()
    return {page["file"]: page["kind"] for page in map(json.loads, lines)}


def main() -> None:
    program, root = sys.argv[1], Path(sys.argv[2])
    languages = {folder.name: pages(folder) for folder in sorted(root.iterdir()) if folder.is_dir()}
    english = languages.pop("en")
    kind = kinds(program, [page for found in [english, *languages.values()] for page in found.values()])
    for language, found in languages.items():
        pairs = [(kind[str(english[name])], kind[str(page)]) for name, page in found.items() if name in english]
        if not pairs:
            continue
        same = sum(one == other for one, other in pairs)
        differences = Counter(pair for pair in pairs if pair[0] != pair[1]).most_common(3)
        listed = ", ".join(f"{one} as {other} {count}" for (one, other), count in differences)
        print(f"{language}: {same / len(pairs):.3f} of {len(pairs)} ({listed})")


if __name__ == "__main__":
    main()
