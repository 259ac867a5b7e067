//! Adversarial pages: inputs on which a naive implementation of the HTML standard takes quadratic time or memory.

/// A kind of adversarial page.
pub struct Hostile {
    /// A unique name.
    pub name: &'static str,
    /// The number of repetitions at which it is measured.
    pub count: usize,
    /// Builds the page with a given number of repetitions.
    pub make: fn(usize) -> Vec<u8>,
}

/// A constructor that fits on one line.
pub const fn hostile(name: &'static str, count: usize, make: fn(usize) -> Vec<u8>) -> Hostile {
    Hostile { name, count, make }
}

/// Repeats `unit` `count` times.
pub fn times(unit: &str, count: usize) -> Vec<u8> {
    unit.repeat(count).into_bytes()
}

/// Concatenates `unit(0)`, `unit(1)` and so on, `count` in all.
pub fn numbered(count: usize, unit: impl Fn(usize) -> String) -> Vec<u8> {
    (0..count).map(unit).collect::<String>().into_bytes()
}

/// `start`, followed by `count` repetitions of `unit`.
pub fn after(start: &str, unit: &str, count: usize) -> Vec<u8> {
    [start.as_bytes(), &times(unit, count)].concat()
}

const TEXT: &str = "Rain fell on the city for the third day. ";

/// The pages for which the documentation promises at most ten times the cost per byte of a normal page.
pub const NAMED: &[Hostile] = &[
    hostile("nested div", 100_000, |n| times("<div>", n)),
    hostile("nested div, closed", 100_000, |n| [times("<div>", n), times("</div>", n)].concat()),
    hostile("only <", 1_000_000, |n| times("<", n)),
    hostile("one tag of many attributes", 200_000, |n| {
        [b"<p".to_vec(), numbered(n, |i| format!(" a{i}=b")), b">text".to_vec()].concat()
    }),
    hostile("one attribute repeated", 200_000, |n| [b"<p".to_vec(), times(" a=b", n), b">text".to_vec()].concat()),
    hostile("unterminated comment", 200_000, |n| after("<!--", "text -- > - ", n)),
    hostile("many unterminated comments", 200_000, |n| times("<!-- text ", n)),
    hostile("unterminated attribute", 200_000, |n| after("<p class=\"", "text > ", n)),
    hostile("many unterminated attributes", 200_000, |n| times("<p class=\"text ", n)),
    hostile("misnested formatting", 50_000, |n| times("<b><i>x</b>", n)),
    hostile("misnested formatting and blocks", 50_000, |n| times("<b><p>x</b>", n)),
    hostile("misnested formatting, three deep", 50_000, |n| times("<a><b><i><div>x</a></b>", n)),
    hostile("unclosed table", 50_000, |n| times("<table>", n)),
    hostile("unclosed table with cells", 50_000, |n| times("<table><tr><td>x", n)),
];

/// Other pages, for which only linear cost is promised.
pub const OTHERS: &[Hostile] = &[
    hostile("MathML, nested", 10_000, |n| after("<p>a<math>", "<mfrac><mi>x</mi><msqrt>", n)),
    hostile("MathML with prefixes, nested", 10_000, |n| [times("<m:math>", n), times("</m:math>", n)].concat()),
    hostile("MathML with references and scripts", 20_000, |n| {
        after("<p>a<math>", "<mtext>&alpha;<script>x</script></mtext><mi>&it;", n)
    }),
    hostile("delimiters of formulas", 50_000, |n| {
        after("<script src=mathjax.js></script><p>", "\\( \\[ $$ \\begin{a} \\begin{", n)
    }),
    hostile("formulas between delimiters", 50_000, |n| {
        after("<script src=mathjax.js></script><p>", "\\(x\\)<b>\\[y\\]</b>", n)
    }),
    hostile("data with surrogates that stand alone", 50_000, |n| {
        after("<div id=a></div><script type=application/json>[\"", &format!("{TEXT}\\ud800\\u0000 "), n)
    }),
    hostile("data in strings of scripts", 50_000, |n| {
        after("<script>window.__A=\"", &format!("\\\":\\\"{TEXT}\\\\\\\"\\\\ud800"), n)
    }),
    hostile("data that scripts decode", 50_000, |n| {
        after("<script>", &format!("decodeURIComponent('%3Cp%E0%00{TEXT}');decodeURIComponent(\""), n)
    }),
    hostile("pieces of data", 50_000, |n| {
        times(&format!("<script>self.__next_f.push([1,\"1a:T2,{TEXT}{TEXT}\"])</script>"), n)
    }),
    hostile("classes that hide", 50_000, |n| {
        let rules = numbered(n, |i| format!(".c{i}{{display:none}}"));
        [b"<style>".to_vec(), rules, b"</style>".to_vec(), numbered(n, |i| format!("<p class=c{i}>{TEXT}"))].concat()
    }),
    hostile("all hidden", 50_000, |n| times(&format!("<p hidden>{TEXT}"), n)),
    hostile("googleoff in the head", 50_000, |n| {
        after("<head><!--googleoff: all--><title>x</title><body>", &format!("<p>{TEXT}<!--googleoff: all-->"), n)
    }),
    hostile("readings without a base", 50_000, |n| times("<ruby><rt>x</rt></ruby><rtc>y", n)),
    hostile("ruby in ruby", 50_000, |n| times("<ruby>x<rt>y<ruby><rb>", n)),
    hostile("formulas in hosts, nested", 10_000, |n| times("<span class=katex><math><mi>x", n)),
    hostile("formulas between spans", 20_000, |n| times("<span></span><img alt=$x$>", n)),
    hostile("scripts of formulas", 20_000, |n| times("<span class=MathJax></span><script type=math/tex>x</script>", n)),
    hostile("line numbers, nested", 10_000, |n| times("<td class=gutter>1<table><td><pre><a href=#1>1</a>", n)),
    hostile("headings of links, nested", 10_000, |n| times("<h2><a href=#x>¶<div>", n)),
    hostile("JSON-LD of many objects", 20_000, |n| {
        after("<script type=application/ld+json>[", "{\"@type\":\"Article\",\"publisher\":{\"name\":\"x\"}},", n)
    }),
    hostile("JSON-LD, nested", 20_000, |n| after("<script type=application/ld+json>", "{\"mainEntity\":[", n)),
    hostile("excluded parts, nested", 20_000, |n| times("<div data-nosnippet class=robots-nocontent>x", n)),
    hostile("comments that exclude parts", 20_000, |n| times("<!--googleoff: all-->x<!--noindex-->", n)),
    hostile("dates and directives", 20_000, |n| {
        times("<meta name=robots content='noindex,max-snippet:9'><time datetime=2026-05-02>x</time>", n)
    }),
    hostile("links to other versions", 20_000, |n| {
        after("<base href='http://a/b/c/d/e/f/g/'>", "<link rel=alternate hreflang=de href=x>", n)
    }),
    hostile("records, nested", 20_000, |n| times("<div class=post><p>x<p>y", n)),
    hostile("records of several siblings", 20_000, |n| times("<h3>x</h3><div><p>y</div><section>z</section>", n)),
    hostile("nested lists", 30_000, |n| times("<ul><li>x", n)),
    hostile("cells with large spans", 30_000, |n| {
        after("<table><tr><th>x", "<tr><td colspan=999 rowspan=65534>x<td>y", n)
    }),
    hostile("rows under many spans", 20_000, |n| {
        [b"<table><tr>".to_vec(), times("<th rowspan=65534>x", n), times("<tr><td>x", n)].concat()
    }),
    hostile("nested quotations", 30_000, |n| times("<blockquote>x", n)),
    hostile("long code", 100_000, |n| after("<pre>", "  x = y\n", n)),
    hostile("one sentence without an end", 100_000, |n| after("<p>", "x. ", n)),
    hostile("images in languages", 30_000, |n| times("<div lang=en><img alt=x src=y>", n)),
    hostile("formatting with unique attributes", 50_000, |n| numbered(n, |i| format!("<font color={i}>x"))),
    hostile("formatting with unique attributes in paragraphs", 50_000, |n| {
        numbered(n, |i| format!("<p><font a={i}>x"))
    }),
    hostile("formatting with many attributes in paragraphs", 5_000, |n| {
        let attributes: String = (0..40).map(|i| format!(" a{i}=v")).collect();
        numbered(n, |i| format!("<p><font x={i}{attributes}>x"))
    }),
    hostile("button, deep spans, then div", 100_000, |n| {
        [b"<p><button>".to_vec(), times("<span>", 400), times("<div></div>", n)].concat()
    }),
    hostile("deep spans, then p", 100_000, |n| [b"<p>".to_vec(), times("<span>", 400), times("</p>", n)].concat()),
    hostile("anchors in tables", 50_000, |n| times("<table><a>x", n)),
    hostile("select and option", 100_000, |n| times("<select><option>x", n)),
    hostile("optgroup and option", 100_000, |n| after("<select>", "<optgroup><option>x", n)),
    hostile("nested svg", 100_000, |n| times("<svg>", n)),
    hostile("deep svg, unmatched end tags", 100_000, |n| [times("<svg><g>", 250), times("</x>", n)].concat()),
    hostile("svg and breakout", 100_000, |n| times("<svg><g><p>x", n)),
    hostile("integration points", 100_000, |n| times("<svg><desc><math><mi>x", n)),
    hostile("deep stack, unknown end tags", 200_000, |n| [times("<div>", 500), times("</x>", n)].concat()),
    hostile("deep stack, unknown end tags of known slots", 100_000, |n| {
        [b"<x>".to_vec(), times("<i>", 400), numbered(n, |i| format!("</x{}>", i % 997))].concat()
    }),
    hostile("deep stack, end tags blocked by a special element", 100_000, |n| {
        [b"<y>".to_vec(), times("<z>", 400), b"<div>".to_vec(), times("</y>", n)].concat()
    }),
    hostile("nested template", 100_000, |n| times("<template>", n)),
    hostile("template rows", 50_000, |n| times("<template><tr><td>x</template>", n)),
    hostile("template end tags", 100_000, |n| after("<template><div>", "</template><template>", n)),
    hostile("nested frameset", 100_000, |n| times("<frameset>", n)),
    hostile("foster parenting in deep tables", 50_000, |n| {
        [times("<table><tr><td>", 100), times("<table>x<b>", n)].concat()
    }),
    hostile("fostered text", 100_000, |n| after("<table>", "x<tr>", n)),
    hostile("fostered formatting", 50_000, |n| after("<table>", "<b>x", n)),
    hostile("fostered anchors", 50_000, |n| after("<table>", "<a href=x>x", n)),
    hostile("anchors around blocks", 50_000, |n| times("<a href=x><div>x", n)),
    hostile("anchors around nested blocks, ends", 50_000, |n| times("<a href=x><div><p>x</a>", n)),
    hostile("nobr", 50_000, |n| times("<nobr><div>x", n)),
    hostile("adoption agency with many children", 20_000, |n| {
        [b"<a><div>".to_vec(), times("<br>", n), times("</a><a>", n)].concat()
    }),
    hostile("comment that ends immediately", 200_000, |n| times("<!--><!--->", n)),
    hostile("comment with false ends", 200_000, |n| after("<!--", "--!->", n)),
    hostile("bogus comments", 200_000, |n| times("<!x></ ><?x>", n)),
    hostile("CDATA in svg", 100_000, |n| after("<svg>", "<![CDATA[x]]>", n)),
    hostile("unterminated CDATA in svg", 100_000, |n| after("<svg>", "<![CDATA[x", n)),
    hostile("escaped script", 100_000, |n| times("<script><!--<script ", n)),
    hostile("script with false ends", 100_000, |n| after("<script>", "</scrip <!-- --> ", n)),
    hostile("many unterminated scripts", 100_000, |n| times("<script>x</script", n)),
    hostile("unterminated title", 100_000, |n| times("<title>x ", n)),
    hostile("unterminated title, textarea and style", 50_000, |n| times("<title>x<textarea>y<style>z<xmp>", n)),
    hostile("self-closing iframe", 100_000, |n| times("<iframe/>x ", n)),
    hostile("alternating title and iframe", 50_000, |n| times("<title></title><iframe/><noembed>", n)),
    hostile("raw text with end tags far away", 50_000, |n| {
        [times("<textarea/><style/>", n), b"</style></textarea>x".to_vec()].concat()
    }),
    hostile("paragraph ends", 200_000, |n| times("</p>", n)),
    hostile("line break ends", 200_000, |n| times("</br>", n)),
    hostile("repeated body", 100_000, |n| numbered(n, |i| format!("<body a{i}=b>"))),
    hostile("repeated html", 100_000, |n| numbered(n, |i| format!("<html a{i}=b>"))),
    hostile("bodies of many attributes", 2_000, |n| {
        numbered(n, |i| format!("<body{}>", (0..50).map(|k| format!(" a{}=b", i * 50 + k)).collect::<String>()))
    }),
    hostile("body ends", 100_000, |n| times("</body>x", n)),
    hostile("html ends and comments", 100_000, |n| times("</html><!--x-->", n)),
    hostile("only &", 1_000_000, |n| times("&", n)),
    hostile("references out of range", 100_000, |n| times("&#xFFFFFFFF;", n)),
    hostile("one long reference", 1_000_000, |n| after("&#", "9", n)),
    hostile("prefixes of entities", 100_000, |n| times("&CounterClockwiseContourIntegra", n)),
    hostile("unknown entities", 100_000, |n| numbered(n, |i| format!("&not{i}"))),
    hostile("references to spaces", 100_000, |n| times("&#32;&nbsp;", n)),
    hostile("references to spaces in a table", 100_000, |n| after("<table>", "&#32;", n)),
    hostile("class names", 100_000, |n| numbered(n, |i| format!("<p class=c{i}>x"))),
    hostile("many class names of one element", 100_000, |n| {
        [b"<p class=\"".to_vec(), numbered(n, |i| format!("c{i} ")), b"\">x".to_vec()].concat()
    }),
    hostile("tag names", 100_000, |n| numbered(n, |i| format!("<x{i}>x</x{i}>"))),
    hostile("tag names, long and nested", 20_000, |n| numbered(n, |i| format!("<some-custom-element-{i}>x"))),
    hostile("one long tag name", 1_000_000, |n| [b"<".to_vec(), times("x", n), b">x".to_vec()].concat()),
    hostile("long unknown tag names", 100, |n| {
        let name = "x".repeat(10_000);
        times(&format!("<{name}>x</{name}>"), n)
    }),
    hostile("NUL", 1_000_000, |n| times("\0", n)),
    hostile("NUL in svg", 1_000_000, |n| after("<svg><desc>", "\0", n)),
    hostile("NUL in tag names", 200_000, |n| times("<\0a\0 \0=\0>", n)),
    hostile("CR", 1_000_000, |n| times("\r", n)),
    hostile("byte 0x80", 1_000_000, |n| vec![0x80; n]),
    hostile("byte 0xF0 in declared UTF-8", 1_000_000, |n| [b"<meta charset=utf-8>".to_vec(), vec![0xf0; n]].concat()),
    hostile("byte 0xE4 in declared GBK", 1_000_000, |n| [b"<meta charset=gbk>".to_vec(), vec![0xe4; n]].concat()),
    hostile("escapes in a page that says ISO-2022-JP", 200_000, |n| {
        after("<meta charset=iso-2022-jp>", "\x1b$B\x1b(B", n)
    }),
    hostile("pairs of Big5 with two characters", 200_000, |n| {
        [b"<meta charset=big5>".to_vec(), b"\x88\x62\x88\x64".repeat(n)].concat()
    }),
    hostile("one-byte references in UTF-16", 200_000, |n| [vec![0xff, 0xfe], b"\x00\xd8<\x00".repeat(n)].concat()),
    hostile("long attribute values", 100, |n| times(&format!("<p title=\"{}\">x", "y > ".repeat(5_000)), n)),
    hostile("long class values", 100, |n| times(&format!("<p class=\"{}\">x", "y ".repeat(10_000)), n)),
    hostile("long style values", 100, |n| times(&format!("<p style=\"{}\">x", "a:b;".repeat(5_000)), n)),
    hostile("one long word", 5_000_000, |n| times("x", n)),
    hostile("one long word of symbols", 2_000_000, |n| times("_", n)),
    hostile("one long word, not ASCII", 1_000_000, |n| times("\u{e9}", n)),
    hostile("combining marks", 1_000_000, |n| after("e", "\u{301}", n)),
    hostile("CJK without spaces", 500_000, |n| times("\u{4e2d}", n)),
    hostile("Thai without spaces", 500_000, |n| times("\u{0e01}", n)),
    hostile("one-letter words", 1_000_000, |n| times("x ", n)),
    hostile("whitespace", 2_000_000, |n| times(" \n", n)),
    hostile("whitespace between tags", 300_000, |n| times(" <i> ", n)),
    hostile("whitespace that is not ASCII", 300_000, |n| times("\u{3000}\u{a0}", n)),
    hostile("meta", 100_000, |n| times("<meta charset=x>", n)),
    hostile("meta, unterminated", 200_000, |n| times("<meta charset=", n)),
    hostile("link", 100_000, |n| times("<link rel=x>", n)),
    hostile("input type=hidden in tables", 100_000, |n| after("<table>", "<input type=hidden>", n)),
    hostile("nested form", 100_000, |n| times("<form>x", n)),
    hostile("deep form ends", 100_000, |n| {
        [b"<form>".to_vec(), times("<div>", 400), times("</form><form>", n)].concat()
    }),
    hostile("deep lists", 100_000, |n| times("<ul><li>x", n)),
    hostile("list items", 200_000, |n| times("<li>x", n)),
    hostile("list items under deep spans", 100_000, |n| [times("<span>", 400), times("<li>", n)].concat()),
    hostile("definitions in deep inline", 100_000, |n| times("<dd><b><span>x", n)),
    hostile("deep inline with text", 100_000, |n| times("<span>x", n)),
    hostile("deep inline with text, closed", 100_000, |n| [times("<span>x", n), times("y</span>", n)].concat()),
    hostile("headings", 100_000, |n| times("<h1>x<h2>", n)),
    hostile("deep anchors without href, linked words", 100_000, |n| {
        [b"<a href=x>".to_vec(), times("<span>", 400), times("x<i>y</i>", n)].concat()
    }),
    hostile("links", 200_000, |n| times("<a href=x>x</a>", n)),
    hostile("googleoff comments", 100_000, |n| times("<!--googleoff: all-->x<!--googleon: all-->", n)),
    hostile("alternating noindex", 100_000, |n| times("<div hidden>x</div>y", n)),
    hostile("doctypes", 200_000, |n| times("<!DOCTYPE html>", n)),
    hostile("unterminated doctype", 200_000, |n| after("<!DOCTYPE html PUBLIC \"", "x ", n)),
    hostile("ruby", 100_000, |n| times("<ruby><rb>x<rt>y<rp>", n)),
    hostile("captions and columns", 50_000, |n| after("<table>", "<caption>x<col>y<colgroup>", n)),
    hostile("isindex and void tags", 200_000, |n| times("<br><hr><img>", n)),
    hostile("fragments of alternating density", 50_000, |n| {
        numbered(n, |i| if i % 2 == 0 { format!("<div>{}</div>", TEXT.repeat(4)) } else { "<div>x</div>".into() })
    }),
    hostile("fragments of growing density", 20_000, |n| {
        numbered(n, |i| format!("<i>{}</i>", "x ".repeat(i % 100 + 1)))
    }),
    hostile("fragments that fuse one by one", 50_000, |n| {
        numbered(n, |i| format!("<div>{}</div>", "w ".repeat(1 + i % 15)))
    }),
    hostile("symbols that all differ", 50_000, |n| numbered(n, |i| format!("<div style=\"a:{i}\"><p>x</div>"))),
    hostile("symbols in halves", 50_000, |n| {
        [numbered(n, |i| format!("<p id=a{i}>x")), times("<div>x</div>", n)].concat()
    }),
];
