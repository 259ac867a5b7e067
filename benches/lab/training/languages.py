"""Makes the texts on which detectors of languages are compared: `make compare-languages`, docs/language.md.

    python languages.py BLOCKMASK FOLDER

Fetches Debian packages to FOLDER with apt-get, and writes FOLDER/texts/CORPUS/LANGUAGE.txt with a paragraph on each line:
of debian-reference, debian-handbook, and half of the manual pages (the table is fitted on the other half). Paragraphs of
translations that are left in English are not used: those with a quarter of their three words in a row in English texts.
"""

import gzip
import json
import re
import subprocess
import sys
import zlib
from pathlib import Path

REFERENCE = "en de fr it pt es id ja zh-cn".split()
MANUALS = "cs da de el es fi fr hu id it mk nb nl pl pt-br ro ru sr sv tr uk vi".split()
LEAST_WORDS = 5


def fetch(folder: Path, package: str) -> Path:
    target = folder / package
    if not target.is_dir():
        subprocess.run(["apt-get", "download", "-q", package], cwd=folder, check=False, capture_output=True, timeout=300)
        for archive in folder.glob(f"{package}_*.deb"):
            subprocess.run(["dpkg-deb", "-x", archive.name, package], cwd=folder, check=True)
            archive.unlink()
    return target


def of_html(program: str, pages: list[Path]) -> list[str]:
    paragraphs = []
    for start in range(0, len(pages), 100):
        call = [program, "blocks", "--format", "jsonl", "--fields", "blocks.text,blocks.block_type,blocks.is_template"]
        call += map(str, pages[start : start + 100])
        lines = subprocess.run(call, capture_output=True, check=False, text=True).stdout.splitlines()
        blocks = [block for line in lines for block in json.loads(line)["blocks"]]
        paragraphs += [one["text"] for one in blocks if one["block_type"] == "paragraph" and not one["is_template"]]
    return paragraphs


def of_manual(page: Path) -> list[str]:
    """The paragraphs of a manual page: the lines without requests, and without escapes."""
    text = gzip.decompress(page.read_bytes()).decode("utf-8", "replace")
    paragraphs, words = [], []
    for line in [*text.splitlines(), ".PP"]:
        if line.startswith((".", "'", "\\")) or not line.strip():
            paragraphs.append(" ".join(words))
            words = []
        else:
            words += re.sub(r"\\(f\[[^]]*\]|f.|\(..|\[[^]]*\]|[-&e])", "", line).split()
    return paragraphs


def threes(paragraph: str) -> list[str]:
    words = paragraph.split()
    return [" ".join(words[i : i + 3]) for i in range(len(words) - 2)]


def write(folder: Path, corpus: str, texts: dict[str, list[str]]) -> None:
    english = {three for text in texts.get("en", []) for three in threes(text)}
    (folder / "texts" / corpus).mkdir(parents=True, exist_ok=True)
    for language, paragraphs in texts.items():
        kept = []
        for text in dict.fromkeys(" ".join(text.split()) for text in paragraphs):
            left = threes(text) if language != "en" else []
            if len(text.split()) < LEAST_WORDS and language not in ("ja", "zh"):
                continue
            if 4 * sum(three in english for three in left) <= len(left):
                kept.append(text)
        (folder / "texts" / corpus / f"{language}.txt").write_text("\n".join(kept) + "\n")


def main(program: str, to: str) -> None:
    folder = Path(to)
    folder.mkdir(parents=True, exist_ok=True)
    texts = {}
    for name in REFERENCE:
        pages = sorted(fetch(folder, f"debian-reference-{name}").rglob(f"*.{name}.html"))
        texts[name.split("-")[0]] = of_html(program, pages)
    write(folder, "reference", texts)
    handbook = fetch(folder, "debian-handbook") / "usr/share/doc/debian-handbook/html"
    folders = {path.name[:2]: path for path in sorted(handbook.iterdir()) if path.name not in ("pt-BR", "zh-TW")}
    folders["pt"] = handbook / "pt-BR"
    write(folder, "handbook", {name: of_html(program, sorted(path.glob("*.html"))) for name, path in folders.items()})
    texts = {}
    for name in ["", *MANUALS]:
        pages = sorted(fetch(folder, f"manpages-{name}".rstrip("-")).rglob("man/**/*.gz"))
        held_out = [page for page in pages if zlib.crc32(page.name.encode()) % 2]
        texts[name.split("-")[0] or "en"] = [text for page in held_out for text in of_manual(page)]
    write(folder, "manuals", texts)


main(*sys.argv[1:])
