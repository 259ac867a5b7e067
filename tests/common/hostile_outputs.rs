//! Pages that would make an output many times as long as they are, or take long to be made into one.

use super::hostile_pages::{Hostile, after, hostile, numbered, times};

fn long_base(unit: &str, count: usize) -> Vec<u8> {
    after(&format!("<base href='https://example.org/{}/'>", "y".repeat(8_000)), unit, count)
}

/// Main text around a unit, so that it is main text as well.
fn in_article(start: &str, unit: &str, count: usize) -> Vec<u8> {
    const LONG: &str = "Rain fell on the city for the third day, and the river rose over its banks in the night.";
    format!("<article><h1>{LONG}</h1><p>{LONG}{start}{}<p>{LONG}", unit.repeat(count)).into_bytes()
}

pub const OUTPUTS: &[Hostile] = &[
    hostile("links below a long base", 40_000, |n| long_base("<a href=x>y</a> ", n)),
    hostile("alternates below a long base", 40_000, |n| long_base("<link rel=alternate hreflang=a href=x>", n)),
    hostile("clones of a link to a long address", 40_000, |n| {
        after(&format!("<p><a href='{}'>x", "\u{1}".repeat(8_000)), "<p>x", n)
    }),
    hostile("targets of control characters", 400, |n| times(&format!("<a href='x{}'>y</a> ", "\u{1}".repeat(500)), n)),
    hostile("long headings above words", 100_000, |n| {
        let heading = |level: usize| format!("<h{level}>{}</h{level}>", "word ".repeat(n / 6));
        in_article(&(1..=6).map(heading).collect::<String>(), "<p>some words of text", n / 4)
    }),
    hostile("ten thousand headings", 50_000, |n| in_article("", "<h2>some words</h2><p>x", n)),
    hostile("headings at all depths", 20_000, |n| {
        let heading = |level: usize| format!("<h{level}>{}</h{level}>x", "word ".repeat(60));
        in_article("", &(1..=6).map(heading).collect::<String>(), n / 300)
    }),
    hostile("long captions above words", 20_000, |n| {
        in_article("", &format!("<table><caption>{}<tr><th>a<th>b<tr><td>x<td>y</table>", "word ".repeat(100)), n / 100)
    }),
    hostile("rows below a wide header", 20_000, |n| {
        in_article(&format!("<table><tr>{}", "<th>some words".repeat(n / 2)), "<tr><td>x<td>y", n / 2)
    }),
    hostile("rows below a long cell", 50_000, |n| {
        in_article(&format!("<table><caption>{0}<tr><th>{0}<th>b", "word ".repeat(n)), "<tr><td>x<td>y", n / 2)
    }),
    hostile("rows that begin with headers", 20_000, |n| in_article("<table>", "<tr><th>some words<td>x", n)),
    hostile("wide rows", 20_000, |n| in_article("<table><tr><th>a<th>b<tr>", "<td>x", n)),
    hostile("rows with one wide cell", 10_000, |n| {
        in_article("<table><tr><th>a<th>b", "<tr><td colspan=63>x<td>y<tr><td colspan=64>x<td>y", n)
    }),
    hostile("rows out of order", 10_000, |n| {
        in_article("<table><tr><th>a<th>b", "<tr><td rowspan=2>x<td>y<table><tr><td>z</table>w", n)
    }),
    hostile("wide tables", 4_000, |n| in_article("", "<table><tr><th>a<th>b<tr><td>c<td colspan=70>d<td>e</table>", n)),
    hostile("last columns", 10_000, |n| in_article("<table><tr><th>a<th>b", "<tr><td colspan=63><td>x", n)),
    hostile("lines of code in nested lists", 50_000, |n| {
        in_article(&("<ol start=999999999><li>".repeat(16) + "<pre><code>x"), "\nx", n)
    }),
    hostile("items in nested lists", 50_000, |n| in_article(&"<ul><li>".repeat(16), "<li>x", n)),
    hostile("quotations in nested lists", 50_000, |n| in_article(&"<ol start=999999999><li>".repeat(40), "<br>x", n)),
    hostile("paragraphs in nested lists", 50_000, |n| in_article(&"<ol start=999999999><li>".repeat(100), "<p>x", n)),
    hostile("excluded parts", 50_000, |n| times("<b x>y</b><p>z", n)),
    hostile("parts without snippets", 50_000, |n| times("<b data-nosnippet>y</b>", n)),
    hostile("directives to robots", 2_000, |n| times("<meta name=robots content='a,b,c,d,e,f,g,h'>", n)),
    hostile("long languages of short texts", 50_000, |n| after(&format!("<p lang={}>", "a-".repeat(31)), "<p>x", n)),
    hostile("relations of links", 20_000, |n| after(&format!("<a rel='{}' href=x>", "r ".repeat(500)), "<p>x", n)),
    hostile("deep tags around words", 50_000, |n| {
        let classes = (0..100).map(|i| format!("<div class='level-{i} {}'>", "wide ".repeat(48)));
        after(&classes.collect::<String>(), "<p>x", n)
    }),
    hostile("long alternative texts", 2_000, |n| {
        numbered(n, |i| format!("<p>x<img src=y{i} alt='{}'>", "*".repeat(90)))
    }),
    hostile("items of a group", 50_000, |n| after("<ul>", "<li><b>x</b><p>y", n)),
    hostile("items of groups in items", 50_000, |n| {
        numbered(n, |i| format!("<div><h3>x</h3><p>y{}", "</div>".repeat(if i % 400 == 399 { 400 } else { 0 })))
    }),
    hostile("items of different shapes", 20_000, |n| {
        let tags = ["b", "i", "p", "td", "h1", "ul", "dl", "pre", "form", "address", "center", "article"];
        let inner = |i: usize| tags.iter().enumerate().filter(move |(bit, _)| i >> bit & 1 == 1);
        numbered(n, |i| format!("<div>x{}</div>", inner(i).map(|(_, tag)| format!("<{tag}>y")).collect::<String>()))
    }),
    hostile("interleaved groups", 20_000, |n| times("<h3>x</h3><div><p>y</div><hr><h4>z</h4><p>w", n)),
    hostile("long items", 100, |n| times(&format!("<li><h3>x</h3>{}", "<p>word word".repeat(1_000)), n)),
    hostile("one item", 50_000, |n| after("<ul><li>", "<p>word word", n)),
    hostile("forged groups", 20_000, |n| {
        let names = "class='review comment product faq step' itemprop=review itemtype=https://schema.org/Review";
        after("<nav>", &format!("<li itemscope {names}><a href=x>y?</a>"), n)
    }),
    hostile("items of prices and ratings", 50_000, |n| after("<ul>", "<li>1/5 $1 1/5 1 of 1", n)),
    hostile("escaped characters", 100_000, |n| in_article("<p>", "*_`[", n)),
    hostile("references in code", 20_000, |n| in_article("<pre><code>", "&NotEqualTilde;&#13;", n)),
    hostile("emphasis of words", 20_000, |n| in_article("<p>", "<b>x</b> ", n)),
    hostile("code in cells", 10_000, |n| in_article("<table><tr><th>a<th>b", "<tr><td><code>|||</code><td>c", n)),
    hostile("formulas closed far away", 20_000, |n| {
        let open = r"\( \[ $$ \begin{a} ".repeat(n / 2);
        in_article("<script src=/mathjax.js></script>", &(open + &r"\) \] \end{b} ".repeat(n / 2)), 1)
    }),
    hostile("formulas with dollar signs", 20_000, |n| {
        in_article("", "<math><annotation encoding='application/x-tex'>\\text{if $x|y$}</annotation></math> ", n)
    }),
    hostile("ruby in ruby", 20_000, |n| in_article("", "<ruby>a<rt>b", n)),
    hostile("deep MathML", 10_000, |n| in_article("", "<math><mrow><msup><mi>x</mi>", n)),
    hostile("controls of panels", 10_000, |n| {
        numbered(n, |i| format!("<button aria-controls=i{i}>x</button><div id=i{} hidden>y</div>", n - i))
    }),
    hostile("labels of labels", 10_000, |n| {
        numbered(n, |i| format!("<label id=l{i} for=l{} aria-labelledby='l{} l{}'>x</label>", i + 1, i * 7 % n, i / 2))
    }),
    hostile("equal ids", 20_000, |n| in_article("", "<a href=#a>x</a><p id=a>y", n)),
    hostile("candidates of an image", 20_000, |n| {
        in_article("", &format!("<img alt=x srcset='{}'>", "a.jpg 1x, ".repeat(n)), 1)
    }),
    hostile("shadow roots", 10_000, |n| {
        in_article("", "<div><template shadowrootmode=open><p>x<slot></slot></template>y</div>", n)
    }),
    hostile("nested shadow roots", 10_000, |n| in_article("", "<div><template shadowrootmode=open><slot>x", n)),
    hostile("terms and data", 20_000, |n| in_article("<dl>", "<dt>term<dd>data", n)),
    hostile("dates in one paragraph", 20_000, |n| in_article("", "12 March 2024, ", n)),
    hostile("lone surrogates in metadata", 20_000, |n| {
        let text = r"\ud800x".repeat(n);
        let json = format!("{{\"@type\":\"Article\",\"headline\":\"{text}\",\"articleBody\":\"{text}\"}}");
        format!("<script type=application/ld+json>{json}</script><p>x").into_bytes()
    }),
    hostile("objects that name each other", 10_000, |n| {
        let objects = numbered(n, |i| format!("{{\"@id\":\"#{i}\",\"author\":{{\"@id\":\"#{}\"}}}},", i * 7 % n));
        [b"<script type=application/ld+json>{\"@graph\":[".as_slice(), &objects, b"{}]}</script><p>x"].concat()
    }),
];
