"""Runs other extractors over the pages that declare their authors, without the scripts that declare them, so that
`evaluate authors --predictions` can score what they find.

    pip install trafilatura newspaper4k lxml_html_clean
    target/release/evaluate authors --shared ../shared --export target/authors.tsv
    python benches/lab/training/authors.py target/authors.tsv --shared ../shared --out target/peers

Writes one file per program, with one {"corpus", "id", "authors"} a line, and prints versions.
"""

import argparse
import gzip
import importlib.metadata
import json
import re
from pathlib import Path

SCRIPTS = re.compile(rb"<script[^>]*ld\+json.*?</script>", re.DOTALL | re.IGNORECASE)


def trafilatura(html):
    from trafilatura.metadata import extract_metadata

    found = extract_metadata(html)
    names = found.author if found else None
    return [name.strip() for name in (names or "").split(";") if name.strip()]


def newspaper4k(html):
    from newspaper import Article

    article = Article("http://localhost/", fetch_images=False)
    article.download(input_html=html)
    article.parse()
    return list(article.authors)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", type=Path)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--out", type=Path, default=Path("target/peers"))
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    wanted = {tuple(line.split("\t")[:2]) for line in arguments.pages.read_text().splitlines()}
    outputs = {
        program: (arguments.out / f"{program.__name__}.jsonl").open("w") for program in (trafilatura, newspaper4k)
    }
    for corpus in sorted({corpus for corpus, _ in wanted}):
        folder = arguments.shared / "corpus" / corpus
        for line in gzip.open(folder / "pages.jsonl.gz", "rt"):
            page = json.loads(line)
            if (corpus, page["id"]) not in wanted:
                continue
            html = SCRIPTS.sub(b"", gzip.open(folder / page["html_file"]).read()).decode("utf-8", "replace")
            for program, output in outputs.items():
                try:
                    authors = program(html)
                except Exception:
                    authors = []
                print(json.dumps({"corpus": corpus, "id": page["id"], "authors": authors}), file=output)
    for program in outputs:
        print(program.__name__, importlib.metadata.version(program.__name__))


if __name__ == "__main__":
    main()
