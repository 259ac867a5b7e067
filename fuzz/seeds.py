#!/usr/bin/env python3
"""Generates the seed corpora: fuzz/seeds.py FOLDER writes FOLDER/<target>/<number>.

The seeds come from the test fixtures, the example page and the lists below, and are deterministic.
"""

import gzip
import json
import random
import struct
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "tests" / "fixtures"

# Markup with special rules in tree construction, normalization or the algorithms.
MARKUP = """
<p>Rain fell on the city for the third day, and the river rose.<p>More rain is expected on Thursday and Friday.
<nav><ul><li><a href=/>Home</a><li><a href=/a>About us</a></ul></nav><main><h1>Rain</h1><p>It rained &amp; rained.</main>
<title>T</title><meta charset=utf-8><link rel=x><style>p{color:red}</style><script>if(a<b)c()</script><body class=x>text
<table><caption>c<colgroup><col><thead><tr><th>a<tbody><tr><td>b<td>c<tfoot><tr><td>d</table>
<table>fostered<b>bold<tr>x<td>y<a href=z>l</table>after
<b><i><u>one</b>two</i>three</u><a><div><p>four</a>five</div>
<p><font color=red><p><font color=red><p><font color=red><p><font color=red>x
<select><option>a<optgroup><option>b<hr><select>c</select><input type=hidden>
<svg><g><path d=x /><foreignObject><p>in</p></foreignObject><![CDATA[x<y]]></svg><math><mi>x<annotation-xml encoding=text/html>
<template><tr><td>x</template><template><p>y<template>z</template></template>
<!--googleoff: all-->not this<!--googleon: all--><noscript>none</noscript><div hidden>h</div><p style="display:none">n
<p aria-hidden=true>a<div style='position:absolute;left:-9999px'>off</div><span class="a b c d">s</span>
&amp;&lt;&notit;&notin;&#65;&#x41;&#0;&#xD800;&#x110000;&nbsp;&copy &NotEqualTilde;&acE;
<textarea>\n x</textarea><pre>\n y</pre><listing>\n z</listing><xmp><b></xmp><iframe><p></iframe><plaintext>rest
<html lang=x><head><base href=/><body bgcolor=y></body>late</html>later<!--c--><frameset><frame></frameset>
<script type=application/ld+json>{"@type":"NewsArticle","articleBody":"Rain \\u00e9 fell"}</script><meta name=description content=d>
<script type="application/ld+json">[{"@graph":[{"description":"a\\"b\\\\"},{"articleBody":["x",1e9,null,true]}]}]</script><div id=app></div>
<p>a <math alttext="x^2"><semantics><mfrac><mi>x</mi><mn>2</mn></mfrac><annotation encoding=application/x-tex>x</semantics></math>, <img alt="$y$">
<span class=katex><math><msup><mi>x</mi><mrow><mn>2</mn></msup></math><span aria-hidden=true>x2</span></span><script type=math/tex>a|b</script>
<table><tr><td class=gutter><pre>1\n2</pre><td class=code><pre class="language-c">a\nb</table><h2>A<a class=anchor href=#a>¶</a></h2><button>c</button>
<ruby><ruby>a<rt>b</ruby><rt>c</ruby><ruby><rb>d<rb>e<rt>f<rt>g<rtc>h</ruby><ruby><rt>i</ruby><script src=katex.js></script><p>\\(x &lt; y\\) \\[z\\] $$w$$
<div id=app></div><script>window.__NUXT__={a:"The river rose over night. Nobody was hurt, but the old bridge is closed.",b:"{\\"c\\":\\"\\\\ud800 It rained for the third day, and the river rose.\\"}"}</script>
<ruby>a<rb>b<rt>c<rp>d<rtc>e</ruby><dl><dt>t<dd>d</dl><h1>1<h2>2</h1><button><p></button><form><form></form>
<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><p><table>
<div><div><div><div><div><div><div><div><p><span><em><strong>deep</strong></em></span></p></div></div></div></div>
<script><!--<script></script>--></script><style></styl</style><title>&lt;</titl</title>
\u4e2d\u6587\u7f51\u9875\u5185\u5bb9\u63d0\u53d6 \u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22 caf\u00e9 e\u0301 \u3000\u00a0\ufeff
""".strip().split("\n")

STYLES = """
p{color:red;margin:1px 2em;display:none}.a .b>#c+d~e{background:#fff!important}*{position:absolute;left:-9999px}
@media (min-width:10px) and screen{.a{color:rgb(1,2,3)}}@import url(x);@font-face{src:url("y")}@supports(a:b){p{top:0}}
:root{--a:var(--b,1px);--b:hsl(1 2% 3%/.5)}.a{width:var(--a);height:calc(1px + 2em)}p:not(.a):first-child::before{content:"x"}
[class^='a' i],[id~="b"]{opacity:0;visibility:hidden;font:italic bold 12px/1.5 x}/*c*/<!-- .\\41 b{clip:rect(0 0 0 0)} -->
.a{text-indent:-999em;overflow:hidden;color:#ffffff;background-color:white;font-size:0;float:left}</style><p class=a>x<b style="color:white">y
h1,h2 , h3{font-size:larger}table td{display:table-cell;width:50%}li{display:list-item}.a{position:fixed;z-index:-1}
""".strip().split("\n")

TEXT = "<p>D\u00e9j\u00e0 vu \u20ac \u2013 \u65e5\u672c\u8a9e \u4e2d\u6587 \ud55c\uad6d \u0411\u044b \u03b1 \u05e9 \u0e01 \u00ff \u00ca\u0304</p>"
# Python codecs, and the index of the encoding among the hints of the target.
CODECS = [
    ("utf-8", 1), ("utf-16-le", 2), ("utf-16-be", 3), ("gbk", 5), ("gb18030", 6), ("big5hkscs", 7), ("euc_jp", 8),
    ("iso2022_jp", 9), ("shift_jis", 10), ("euc_kr", 11), ("cp1252", 12), ("cp1251", 13), ("koi8_r", 17), ("cp874", 25),
]


def pages():
    """Pages and fragments of markup, as bytes."""
    found = [line.replace("\\n", "\n").encode() for line in MARKUP]
    for name in ["tree.dat", "standard.dat"]:
        found += [case.encode() for case in re.findall(r"#data\n(.*?)\n#errors", (FIXTURES / name).read_text(), re.S)]
    tests = json.loads((FIXTURES / "tokenizer.test").read_text())["tests"]
    found += [test["input"].encode("utf-8", "surrogatepass") for test in tests]
    found += [path.read_bytes() for path in sorted((FIXTURES / "pages").iterdir()) + [FIXTURES / "everything.html"]]
    found.append((ROOT / "examples" / "demo.html").read_bytes())
    return list(dict.fromkeys(found))


def choices(source, count, length):
    """Random bytes, which the targets decode as a sequence of choices."""
    return [bytes(source.randrange(256) for _ in range(source.randrange(length))) for _ in range(count)]


def encodings(source):
    """Text in many encodings, complete and truncated, with the right hint, a wrong one and none."""
    for codec, hint in CODECS:
        text = TEXT.encode(codec, "ignore")
        garbage = bytes(source.randrange(256) for _ in range(60))
        for page in [text, text[: len(text) // 2], text + garbage, garbage]:
            yield from (bytes([first]) + page for first in [hint, (hint + 1) % 32, 255])
        yield b"\xff<meta charset=" + codec.replace("_", "-").encode() + b">" + text
    for mark in [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"]:
        yield b"\xff" + mark + TEXT.encode("utf-16-le")


def models(source):
    """Truncations of the built-in model, with and without its header, and random trees."""
    model = (ROOT / "src" / "judge" / "mask" / "model.bin").read_bytes()
    yield b"\0" + model
    for trees in range(4):
        yield bytes([1 + 2 * trees]) + model[28 : 124 + trees * 232]
    for cut in [0, 7, 8, 20, 28, 60, 123, 124, 356]:
        yield b"\0" + model[:cut]
    yield from (b"\1" + bytes(source.randrange(256) for _ in range(96 + 140 * trees)) for trees in range(3))


def sites(source):
    """Statistics of a site with up to three pages, one a class, for the built-in model and for another."""
    own = (ROOT / "src" / "judge" / "mask" / "model.bin").read_bytes()
    for model, pages in [(own[-8:], 0), (own[-8:], 1), (own[-8:], 3), (bytes(range(8)), 1)]:
        head = b"BMSITE" + struct.pack("<HI", 2, 1) + own[8:12] + model + struct.pack("<QHH", 0, 8, pages)
        for _ in range(3):
            body = b""
            for page in range(pages):
                paths = sorted(source.sample(range(1 << 32), 2))
                texts = sorted(source.sample(range(1 << 32), 3))
                body += struct.pack("<QIQ8IHH", page, 1, source.randrange(1 << 64), *range(1, 9), len(paths), len(texts))
                body += b"".join(struct.pack("<IHH", path, 20, 160) for path in paths)
                body += struct.pack("<3I", *texts)
            yield b"\1" + head + body
            yield b"\0" + head + body[: len(body) // 2]


def archives():
    """A record, twice, plain and as members of gzip; a page that is compressed by HTTP; damage between them."""
    def record(body):
        content = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + body
        head = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/\r\nContent-Length: %d\r\n\r\n"
        return head % len(content) + content + b"\r\n\r\n"

    def pack(member):
        return gzip.compress(member, mtime=0)

    plain = record(b"\r\n<p>Rain")
    encoded = record(b"Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n1a\r\n" + pack(b"<p>Rain"))
    for damage in [b"", b"WARC/1.0\r\n", b"\x1f\x8b\x08", plain[:60]]:
        yield b"\0" + plain + damage + encoded
        yield b"\1" + pack(plain) + damage + pack(encoded)
    yield b"\2\x28\xb5\x2f\xfd\x20\x09\x49\0\0WARC/1.0\n"


SELECTORS = [
    "a", "*", ".a.b", "#x", "li > a[href]", "ul li + li ~ li", "a[title~='s' i], [lang|=en s]", "[href^='/'][title$=s]",
    ":is(ul, ol) > li:not(.a, .b)", "li:has(> a b):nth-child(2n + 1 of .a)", ":nth-last-of-type(-n+2):lang('en', \"*-US\")",
    "fieldset:disabled :checked, :root :empty", ".\\31 0 \\.a, svg|a", "p:first-child:only-of-type /* c */ ~ p",
    "[viewBox] a[xlink\\:href=q]", ":not(:not(:is(:where(a))))", "a:hover", "b::before", "a,",
]


def inputs():
    source = random.Random(1)
    html = pages()
    return {
        "tokenizer": [bytes([i % 16]) + page for i, page in enumerate(html)],
        "tree": html,
        # Zeros select the default options and no charset; otherwise 18 bytes select both.
        "analyze": [b"\0\0" + page for page in html]
        + [bytes(1 + source.randrange(255) for _ in range(18)) + page for page in html],
        "capi": choices(source, 60, 300),
        "encoding": list(encodings(source)) + [b"\xff" + page for page in html[:40]],
        "model": list(models(source)),
        "archive": list(archives()),
        "site": list(sites(random.Random(2))),
        # A batch of one page and one of three, one of which failed; all columns, or some.
        "arrow": [b"\xff\xff\xff\xff" + page for page in html[:80]]
        + [
            struct.pack("<I", source.randrange(1 << 32)) + page + b"\xff\xff" + other
            for page, other in zip(html, html[7:40])
        ],
        # Default options, passages of 4 tokens with an overlap of 1, links and images, all fields, no header.
        "outputs": [b"\0\x04\x01\1\1\xff\0" + page for page in html]
        + [b"\0\x40\0\1\0\x0f\x60noindex, x: max-snippet:" + page for page in html[:40]],
        # A selector, and a page after it.
        "rules": [
            b"blockmask rules 1\n# a\ntemplate .a, nav\ndrop .c\nweight 2.5 h1\non docs.example.org/guide/* *.org\n"
            b"role aside li\nfield code p > b\ncomment li\nauthor .d\non *\ntitle h1\nrecord li\ncontent main",
            b"template *\ndrop body",
        ],
        "selectors": [selector.encode() for selector in SELECTORS]
        + [selector.encode() + b"\xff" + page for selector, page in zip(SELECTORS, html)],
        "css": [line.encode() for line in STYLES],
    }


def main():
    folder = Path(sys.argv[1])
    for target, seeds in inputs().items():
        (folder / target).mkdir(parents=True, exist_ok=True)
        for number, seed in enumerate(seeds):
            (folder / target / f"{number:03}").write_bytes(seed)


if __name__ == "__main__":
    main()
