"""Folds in which pages of one generator stand together, as pages of one domain do."""

import gzip
import hashlib
import re
from collections import Counter
from pathlib import Path

import corpus

DECLARED = re.compile(rb"""<meta\b[^>]*\bname\s*=\s*["']?generator\b[^>]*>""", re.IGNORECASE)
VALUE = re.compile(rb"""\bcontent\s*=\s*["']?\s*([a-z]\w*)""", re.IGNORECASE)
# Traces in the addresses of files and in scripts, of generators that say nothing or whose plugins speak for them.
TRACES = [
    ("wordpress", rb"/wp-content/|/wp-includes/"),
    ("drupal", rb"/sites/(?:default|all)/|drupal-settings-json|drupal\.settings"),
    ("shopify", rb"cdn\.shopify\.com"),
    ("xenforo", rb"xenforo|data-xf-init"),
    ("phpbb", rb"phpbb"),
    ("vbulletin", rb"vbulletin"),
    ("discourse", rb"discourse-"),
    ("next", rb"__next_data__|/_next/"),
    ("nuxt", rb"__nuxt__"),
    ("squarespace", rb"squarespace"),
    ("webflow", rb"webflow"),
    ("aem", rb"/etc\.clientlibs/"),
    ("mediawiki", rb"mediawiki"),
    ("sphinx", rb"_static/pygments\.css"),
]
TRACES = [(name, re.compile(trace, re.IGNORECASE)) for name, trace in TRACES]


def generator_of(html):
    """What made a page; empty if it does not show."""
    for name, trace in TRACES:
        if trace.search(html):
            return name
    meta = DECLARED.search(html)
    value = meta and VALUE.search(meta[0])
    return value[1].decode().lower() if value else ""


def folds(pages, shared):
    """The fold of each page, and the largest groups. The pages of a domain are with those of its generator; the
    largest groups are dealt out first, each to the smallest fold."""
    of_domain = {}
    for page in (page for page in pages if not page.variant):
        html = gzip.decompress((Path(shared) / "corpus" / page.corpus / page.html_file).read_bytes())
        of_domain.setdefault(page.domain, Counter())[generator_of(html)] += 1
    names = {domain: found.most_common(1)[0][0] or f"domain {domain}" for domain, found in of_domain.items()}
    sizes = Counter(names[page.domain] for page in pages if not page.variant)
    filled, fold_of = [0] * corpus.FOLDS, {}
    for name in sorted(sizes, key=lambda name: (-sizes[name], hashlib.sha256(name.encode()).digest())):
        fold_of[name] = filled.index(min(filled))
        filled[fold_of[name]] += sizes[name]
    return [fold_of[names[page.domain]] for page in pages], sizes.most_common(5)
