"""Runs other extractors over the labeled pages, so that `evaluate text --predictions` can score them.

    pip install -r benches/lab/training/peers.txt
    cargo build --release --manifest-path benches/Cargo.toml --no-default-features --features extractors
    python benches/lab/training/peers.py --shared ../shared --out target/peers

Writes one file per program, with one {"corpus", "id", "text"} a line, and prints versions and CPU times. A page on
which a program fails has an empty text. The extractors in Rust need the second command (benches/src/extractors.rs).
"""

import argparse
import gzip
import importlib.metadata
import json
import re
import subprocess
import time
import tomllib
from pathlib import Path

CORPORA = ["wcxb", "aeb", "magic-html-article", "magic-html-forum", "harvest-forum", "trafilatura-eval"]


def trafilatura():
    from trafilatura import extract

    return lambda html: extract(html, include_comments=True, include_tables=True)


def trafilatura_recall():
    from trafilatura import extract

    return lambda html: extract(html, include_comments=True, include_tables=True, favor_recall=True)


def newspaper():
    from newspaper import Article

    def text(html):
        article = Article("http://localhost/", fetch_images=False)
        article.download(input_html=html)
        article.parse()
        return article.text

    return text


def goose():
    from goose3 import Goose

    extractor = Goose({"enable_image_fetching": False})
    return lambda html: extractor.extract(raw_html=html).cleaned_text


def readability():
    from lxml.html import fromstring
    from readability import Document

    return lambda html: fromstring(Document(html).summary()).text_content()


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text

    return lambda html: extract_plain_text(html, main_content=True)


def justext():
    from justext import get_stoplist, justext

    words = get_stoplist("English")
    return lambda html: "\n".join(p.text for p in justext(html, words) if not p.is_boilerplate)


def boilerpy3():
    from boilerpy3.extractors import NumWordsRulesExtractor

    extractor = NumWordsRulesExtractor(raise_on_failure=False)
    return lambda html: extractor.get_content(html)


def turbohtml():
    from turbohtml import parse

    return lambda html: parse(html).main_text()


PEERS = {
    "trafilatura": ("trafilatura", trafilatura),
    "trafilatura-recall": ("trafilatura", trafilatura_recall),
    "newspaper4k": ("newspaper4k", newspaper),
    "goose3": ("goose3", goose),
    "readability": ("readability-lxml", readability),
    "resiliparse": ("resiliparse", resiliparse),
    "justext": ("jusText", justext),
    "boilerpy3": ("boilerpy3", boilerpy3),
    "turbohtml": ("turbohtml", turbohtml),
}
# By name for benches/src/extractors.rs: the crate.
RUST_PEERS = {"rs-trafilatura": "rs-trafilatura", "trafilatura-rs": "trafilatura", "dom_smoothie": "dom_smoothie"}
BENCHES = Path(__file__).resolve().parents[2]
CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([\w-]+)", re.I)


def decode(data):
    """Decodes as a careful caller would: as UTF-8 if valid, else with the declared charset."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    declared = CHARSET.search(data[:4096])
    try:
        return data.decode(declared.group(1).decode() if declared else "windows-1252", "replace")
    except LookupError:
        return data.decode("windows-1252", "replace")


def pages(shared):
    for corpus in CORPORA:
        folder = Path(shared) / "corpus" / corpus
        with gzip.open(folder / "pages.jsonl.gz", "rt", encoding="utf-8") as lines:
            for entry in map(json.loads, lines):
                if entry.get("gold_text") or entry.get("records") or entry.get("with"):
                    yield corpus, entry["id"], folder / entry["html_file"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", default="../shared")
    parser.add_argument("--out", default="target/peers")
    parser.add_argument("peers", nargs="*", help="the programs to run (default: all): " + ", ".join([*PEERS, *RUST_PEERS]))
    args = parser.parse_args()
    Path(args.out).mkdir(parents=True, exist_ok=True)
    for name in args.peers or [*PEERS, *RUST_PEERS]:
        if name in RUST_PEERS:
            run_rust(name, args)
            continue
        package, make = PEERS[name]
        try:
            extract, version = make(), importlib.metadata.version(package)
        except ImportError as error:
            print(f"skipped: {name}, which is not installed ({error})")
            continue
        run(name, extract, version, args)


def run(name, extract, version, args):
    spent, failed, size = 0.0, 0, 0
    with open(Path(args.out) / f"{name}.jsonl", "w", encoding="utf-8") as out:
        for corpus, number, path in pages(args.shared):
            data = gzip.decompress(path.read_bytes())
            html = decode(data)
            start = time.process_time()
            try:
                text = extract(html) or ""
            except Exception:  # Any failure counts as an empty text.
                text, failed = "", failed + 1
            spent += time.process_time() - start
            size += len(data)
            print(json.dumps({"corpus": corpus, "id": number, "text": text}), file=out)
    report(name, version, size, spent, failed)


def run_rust(name, args):
    program = BENCHES / "target/release/extractors"
    if not program.exists():
        print(f"skipped: {name}, because {program} is not built")
        return
    data = [(corpus, number, gzip.decompress(path.read_bytes())) for corpus, number, path in pages(args.shared)]
    lines = "".join(json.dumps({"html": decode(html)}) + "\n" for _, _, html in data)
    done = subprocess.run([program, name], input=lines, capture_output=True, text=True, check=True)
    texts = [json.loads(line)["text"] for line in done.stdout.split("\n") if line]
    with open(Path(args.out) / f"{name}.jsonl", "w", encoding="utf-8") as out:
        for (corpus, number, _), text in zip(data, texts, strict=True):
            print(json.dumps({"corpus": corpus, "id": number, "text": text or ""}), file=out)
    packages = tomllib.loads((BENCHES / "Cargo.lock").read_text(encoding="utf-8"))["package"]
    version = next(package["version"] for package in packages if package["name"] == RUST_PEERS[name])
    report(name, version, sum(len(html) for _, _, html in data), float(done.stderr), texts.count(None))


def report(name, version, size, seconds, failed):
    print(f"{name} {version}: {size / 1e6 / seconds:.1f} MB/s, failed on {failed} pages", flush=True)


if __name__ == "__main__":
    main()
