"""Lexbor, through the Python package selectolax, on the pages and with the selectors of `peers selectors`:

    python3 benches/lexbor.py [ROUNDS]

The times are CPU times, medians of rounds after a warm-up. The cost of the calls from Python is part of them: about 100 ns.
"""
import gzip
import os
import re
import statistics
import sys
import time
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

BENCHES = Path(__file__).parent
CORPUS = Path(os.environ.get("BLOCKMASK_SHARED", BENCHES / "../../shared")) / "corpus"
ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5


def median(work):
    times = []
    for _ in range(ROUNDS + 1):
        start = time.process_time_ns()
        work()
        times.append(time.process_time_ns() - start)
    return statistics.median(times[1:])


names = [line for line in (BENCHES / "pages.txt").read_text().splitlines() if not line.startswith("#")]
pages = [gzip.decompress((CORPUS / name).read_bytes()) for name in names]
common = re.search(r"const COMMON: .*?\[\n(.*?)\n\];", (BENCHES / "src/selectors.rs").read_text(), re.S)[1]
selectors = re.findall(r'"(.*)"', common)

parse = median(lambda: [LexborHTMLParser(page) for page in pages])
print(f"lexbor, tree: {sum(map(len, pages)) / parse * 1e3:.0f} MB/s")
parsed = [LexborHTMLParser(page) for page in pages]
total = 0
for selector in selectors:
    spent = median(lambda selector=selector: [page.css_matches(selector) for page in parsed]) / len(pages)
    found = median(lambda selector=selector: [page.css(selector) for page in parsed]) / len(pages)
    total += found
    print(f"| `{selector}` | {found:.0f} | {spent:.0f} |")
print(f"| all | {total / len(selectors):.0f} |")
