#!/usr/bin/env python3
"""Measures how formulas are found in manuals of Debian packages: each once, in its sentence.

    measure.py PROGRAM FOLDER [PAGES]    PROGRAM is the command line `blockmask`. The packages are fetched into FOLDER, from
                                         the archive that apt is set up for, unless they are there; of each at most PAGES
                                         pages with formulas are read, chosen at random (100).

What should be found is read from the pages by their markup alone, with the HTML parser of Python: images and elements of
the class `math` or `formula`, and TeX between delimiters outside of code, if a script of the page draws it. A formula is
found if an annotation has its text and the word before it in the same block; formulas at the start of their block have none.
"""
import json, random, re, subprocess, sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

PACKAGES = ('gap-doc geographiclib-doc libeigen3-doc libitpp-doc macaulay2-common python-cvxopt-doc '
            'python-lmfit-doc python-mpmath-doc python-scipy-doc python-statsmodels-doc python-sympy-doc').split()
DISPLAY = r'\$\$(?P<a>.+?)\$\$|\\\[(?P<b>.+?)\\\]|\\\((?P<c>.+?)\\\)|(?P<d>\\begin\{(?P<e>[a-z*]+)\}.+?\\end\{(?P=e)\})'
DOLLARS = re.compile(DISPLAY + r'|(?<!\\)\$(?P<f>[^\s$](?:[^$]*?[^\s$\\])?)\$(?![\d$])', re.S)
PLAIN = re.compile(DISPLAY, re.S)
BLOCKS = set('address article aside blockquote body caption center dd details div dl dt figcaption figure footer form h1 h2 h3 '
             'h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead title tr ul'.split())
VOID = set('area base br col embed hr img input link meta source track wbr'.split())
SKIPPED = {'script', 'style', 'template', 'head', 'noscript', 'textarea', 'select'}
CODE = {'pre', 'code', 'kbd', 'samp', 'tt'}

def words(text): return re.findall(r'\w+', text)

class Page(HTMLParser):
    """Collects pairs of a formula and the word before it in its block, or None."""

    def __init__(self, source):
        super().__init__(convert_charrefs=True)
        scripts = ' '.join(re.findall(r'<script.*?</script>|<link[^>]*>', source, re.S | re.I))
        self.is_drawn = re.search(r'mathjax|katex', scripts, re.I)
        self.delimiters = DOLLARS if re.search(r"""['"]\$['"]""", scripts) else PLAIN
        self.open, self.before, self.text, self.found = [], '', '', []
        self.feed(source)
        self.flush()

    def skips(self, names): return any(name in names for name in self.open)

    def flush(self):
        text, self.text = self.text, ''
        if not text: return
        if self.is_drawn and not self.skips(CODE):
            for match in self.delimiters.finditer(text):
                formula = next(match[name] for name in 'abcdf' if match[name])
                self.add(formula, self.before + text[:match.start()])
        self.before += text

    def add(self, formula, before):
        before = words(before)
        self.found.append((' '.join(formula.split()), before[-1] if before else None))

    def handle_starttag(self, tag, attributes):
        self.flush()
        if tag in BLOCKS: self.before = ''
        if tag not in VOID: self.open.append(tag)
        named = dict(attributes)
        alt = named.get('alt') or ''
        if tag == 'img' and re.match(r'math|formula', named.get('class') or '') and alt.strip() and not self.skips(SKIPPED):
            alt = ' '.join(alt.split())
            match = re.fullmatch(r'\$(.*)\$|\\\[(.*)\\\]', alt)
            formula = next(filter(None, match.groups()), alt).strip() if match else alt
            self.add(formula, self.before)
            self.before += ' ' + formula

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID: self.handle_endtag(tag)

    def handle_endtag(self, tag):
        self.flush()
        if tag in BLOCKS: self.before = ''
        if tag in self.open:
            while self.open.pop() != tag: pass

    def handle_data(self, data):
        if not self.skips(SKIPPED): self.text += data

def fetched(package, folder):
    target = folder / package
    if not target.exists():
        subprocess.run(['apt-get', 'download', '-q', package], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        archive, = folder.glob(package + '_*.deb')
        subprocess.run(['dpkg-deb', '--extract', archive, target], check=True)
    return sorted(path for path in target.rglob('*.html') if path.is_file())

def score(program, file, expected):
    """How many of the formulas are found; and once more in the text, where they are not annotated."""
    line = subprocess.run([program, 'blocks', '--format', 'jsonl', '-q', file], capture_output=True, check=True).stdout
    page = json.loads(line)
    blocks = page['blocks']
    found, starts = Counter(), {}
    for annotation in page['annotations']:
        if annotation['annotation_type'] == 'reading': continue
        block = blocks[annotation['block']]
        text = block['text'].encode()[:annotation['text_start'] - block['text_start']].decode()
        before = words(text)
        found[annotation['text'], before[-1] if before else None] += 1
        starts[annotation['text']] = starts.get(annotation['text'], 0) + 1
    right = sum((found & Counter(expected)).values())
    wanted = Counter(formula for formula, _ in expected)
    return right, sum(max(0, count - wanted[text]) for text, count in starts.items())

def main():
    program, folder, limit = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 100
    folder.mkdir(parents=True, exist_ok=True)
    print('| package | pages | formulas | found once, in their sentence | found besides |\n|---|---:|---:|---:|---:|')
    sums = Counter()
    for package in PACKAGES:
        pages, files = [], fetched(package, folder)
        random.Random(1).shuffle(files)
        for file in files:
            source = file.read_text('utf-8', 'replace')
            if re.search(r'mathjax|katex|class="(?:math|formula)', source, re.I) and (expected := Page(source).found):
                pages.append((file, expected))
                if len(pages) == limit: break
        right = besides = 0
        for file, expected in pages:
            one, other = score(program, file, expected)
            right, besides = right + one, besides + other
            if '-v' in sys.argv and one < len(expected): print(file, one, len(expected), file=sys.stderr)
        count = sum(len(expected) for _, expected in pages)
        print(f'| {package} | {len(pages)} | {count:,} | {right / max(count, 1):.3f} | {besides} |', flush=True)
        sums.update(pages=len(pages), count=count, right=right, besides=besides)
    print(f"| all | {sums['pages']} | {sums['count']:,} | {sums['right'] / max(sums['count'], 1):.3f} | {sums['besides']} |")

if __name__ == '__main__': main()
