"""What profile-guided optimization takes as typical use: `make wheel PGO=1` runs it with an instrumented build.

The pages are in this repository, as for the C library (packaging/pgo.mk).
"""

import itertools
from pathlib import Path

import blockmask

ROOT = Path(__file__).resolve().parents[3]
FILES = ["examples/demo.html", "benches/pages/small.html", "tests/fixtures/*.html", "tests/fixtures/pages/*.html"]
ROUNDS = 50


def main() -> None:
    files = itertools.chain.from_iterable(sorted(ROOT.glob(pattern)) for pattern in FILES)
    pages = [file.read_bytes() for file in files]
    for _ in range(ROUNDS):
        for html in pages:
            blockmask.extract(html)
            for block in blockmask.analyze(html).blocks:
                (block.text, block.field, block.weight)
        blockmask.analyze_batch(pages)


main()
