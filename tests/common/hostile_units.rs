//! Adversarial pages for the rules that look at units around a block: entries, cards, fields, twin lists, notes, prices.

use super::hostile_pages::{Hostile, after, hostile, numbered, times};

const TEXT: &str = "Rain fell on the city for the third day, and the river rose. ";

/// A short page with a headline and its text, and many units below.
fn below(start: &str, units: Vec<u8>) -> Vec<u8> {
    let head = format!("<title>Stools</title><main><h1>Stools</h1><p>{TEXT}{TEXT}</p>{start}");
    [head.into_bytes(), units].concat()
}

/// Units inside of each other, in chains of 500.
fn nested(open: &str, close: &str, n: usize) -> Vec<u8> {
    below("", numbered(n, |i| open.to_owned() + &close.repeat(if i % 500 == 499 { 500 } else { 0 })))
}

fn deep(unit: &str, n: usize) -> Vec<u8> {
    below(&"<div>".repeat(500), times(unit, n))
}

const ENTRY: &str = "<li><h3><a href=/x>A title</a></h3><p>Some words of text.";
const CARD: &str = "<div><h3>Repair</h3><p>Free.</p></div>";
const PRODUCT: &str = "<li><div><h3><a href=/p>Stool</a></h3><b>£5</b></div>";

pub const UNITS: &[Hostile] = &[
    hostile("entries of a list", 20_000, |n| below("<ul>", times(ENTRY, n))),
    hostile("two entries each", 20_000, |n| below("", times(&format!("<ul>{ENTRY}{ENTRY}</ul><p>x"), n))),
    hostile("entries without texts", 50_000, |n| below("", times("<div><a href=/x>x</a></div>", n))),
    hostile("entries in entries", 20_000, |n| nested(&format!("<ul>{ENTRY}"), "</li></ul>", n)),
    hostile("entries, deep", 20_000, |n| deep("<div><h3><a href=/>x</a></h3><p>Some words of text.</div>", n)),
    hostile("cards", 20_000, |n| below("<div>", times(CARD, n))),
    hostile("cards in pairs", 20_000, |n| below("<div>", times(&format!("<div>{CARD}{CARD}</div><p>x"), n))),
    hostile("cards of three", 20_000, |n| below("<div>", times(&format!("<div>{CARD}{CARD}{CARD}</div>"), n))),
    hostile("cards, deep", 20_000, |n| deep(CARD, n)),
    hostile("products", 20_000, |n| below("<ul>", times(PRODUCT, n))),
    hostile("products of three", 20_000, |n| {
        below("", times(&format!("<ul>{PRODUCT}{PRODUCT}{PRODUCT}</ul><h2>x</h2>"), n))
    }),
    hostile("numbers that are no prices", 100_000, |n| {
        below("<ul><li><h3>x</h3><p>", times("1 111 1 1111 ,- euroeuro ", n))
    }),
    hostile("prices without spaces", 100_000, |n| below("<ul><li><h3>x</h3><p>", times("1\u{a0}", n))),
    hostile("headings in headings", 20_000, |n| nested("<div><h3>x</h3><p>some words of text", "</div>", n)),
    hostile("fields of a description", 50_000, |n| below("<dl>", times("<dt>Label:<dd>x", n))),
    hostile("descriptions of one field", 20_000, |n| below("", times("<dl><dt>Label<dd>x</dl>", n))),
    hostile("descriptions in descriptions", 20_000, |n| nested("<dl><dt>x:<dd>text", "</dl>", n)),
    hostile("descriptions, deep", 20_000, |n| deep("<dl><dt>x<dd>y</dl>", n)),
    hostile("rows of labels", 20_000, |n| below("<table>", numbered(n, |i| format!("<tr><td>Label {i}:<td>x")))),
    hostile("equal rows of labels", 50_000, |n| below("<table>", times("<tr><td>Label:<td>x", n))),
    hostile("tables of labels", 20_000, |n| below("", times("<table><tr><td>A:<td>1<tr><td>B:<td>2</table>", n))),
    hostile("labels over many rows", 20_000, |n| below("<table>", times("<tr><td rowspan=9>A:<td>1", n))),
    hostile("twin lists", 20_000, |n| below("", times("<ul><li><a href=/x>x</a><li>y</ul><ul><li>x<li>y</ul>", n))),
    hostile("menus of one link", 20_000, |n| below("", times("<nav><ul><li><a href=/x>x</a></ul></nav><p>x", n))),
    hostile("spoilers", 20_000, |n| {
        below("", times("<div class=spoiler><div class=spoiler-head>x</div><div class=spoiler-body>y</div></div>", n))
    }),
    hostile("spoilers in spoilers", 10_000, |n| {
        nested("<div class=spoiler><b>x</b><div class=spoiler-body>y", "</div></div>", n)
    }),
    hostile("figures", 20_000, |n| below("", times("<figure><img src=x alt=y><figcaption>z</figcaption></figure>", n))),
    hostile("offers", 10_000, |n| {
        let offer =
            "<div itemscope itemtype=https://schema.org/Offer><b itemprop=name>x</b><i itemprop=price>$5</i></div>";
        below("", times(offer, n))
    }),
    hostile("notes to which links lead", 20_000, |n| {
        let texts = numbered(n, |i| format!("<p>x<a href=#n{i} id=r{i}>{i}</a>"));
        below("", [texts, numbered(n, |i| format!("<p id=n{i}><a href=#r{i}>{i}</a> Ibidem"))].concat())
    }),
    hostile("notes to which no link leads", 20_000, |n| {
        let texts = numbered(n, |i| format!("<p>x<a href=#m{i} id=r{i}>{i}</a>"));
        below("", [texts, numbered(n, |i| format!("<p id=n{i}><a href=#r{i}>{i}</a> Ibidem"))].concat())
    }),
    hostile("questions with answers", 20_000, |n| below("", times("<h3>What is it?</h3><p>It is this thing.", n))),
    hostile("announcements of lists", 20_000, |n| below("", times("<p>These are:<ul><li>x<li>y</ul>", n))),
    hostile("bylines", 20_000, |n| below("", times("<p class=byline>By Jo Smith, 12 March 2024", n))),
    hostile("dates in Chinese numerals", 50_000, |n| below("<p>", times("民國一一三年三月十二日", n))),
    hostile("dates in a script", 50_000, |n| below("<script>var a={", times("datePublished:'2024-03-12',", n))),
    hostile("profiles of authors", 20_000, |n| {
        below("", times("<a rel=author href=/a>Jo</a><b class='p-author h-card'>Al</b> ", n))
    }),
    hostile("breadcrumbs", 20_000, |n| after("<h1>x</h1>", "<nav class=breadcrumb><a href=/>x</a> &gt; y</nav>", n)),
];
