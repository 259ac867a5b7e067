//! `:has()` of siblings, whose answers are kept, and directions.

use super::{check, ids};
use crate::{Limits, Parser, Selector};

#[test]
fn has_later_siblings() {
    let html = "<!doctype html><body id=y><p id=1><p id=2><b id=3></b><p id=4><i id=5></i></p><p id=6>\
        <div id=7><p id=8></p><b id=9></b><p id=10></div><b id=11><u id=12></u></b><p id=13>";
    check(
        html,
        &[
            ("p:has(~ b)", "1 2 4 6 8"),
            ("p:has(~ b u)", "1 2 4 6"),
            ("p:has(~ div > b)", "1 2 4 6"),
            ("p:has(~ p > i)", "1 2"),
            ("p:has(~ b ~ p)", "1 2 4 6 8"),
            ("p:has(~ b ~ b)", ""),
            ("p:has(+ b)", "8"),
            ("p:has(+ p > i)", "2"),
            ("p:has(+ p b)", "1"),
            ("p:has(+ div p)", "6"),
            ("p:has(+ div ~ p)", "6"),
            ("p:has(~ i, ~ b u)", "1 2 4 6"),
            // Siblings are asked from the last to the first.
            ("p:nth-last-child(1 of :has(~ b))", "8"),
            ("p:nth-last-child(2 of :has(~ b))", "6"),
            ("p:has(~ b) ~ div", "7"),
            ("p:not(:has(~ b))", "10 13"),
        ],
    );
}

/// What is found among later siblings of one element holds for others, so that the work grows with the page.
#[test]
fn many_siblings_share_what_is_found() {
    let paragraphs = "<p>x".repeat(20_000);
    let page = format!("{paragraphs}</p><b>y<u>z</u></b>{paragraphs}");
    let mut parser = Parser::new(Limits::default());
    let tree = parser.parse(page.as_bytes()).unwrap();
    for (selector, expected) in [
        ("p:has(~ b)", 20_000),
        ("p:has(~ b u)", 20_000),
        ("p:has(~ i)", 0),
        ("p:not(:has(~ b)):not(:has(~ i u))", 20_000),
        ("p:has(+ b u)", 1),
        ("p:has(+ i u)", 0),
        (":is(p:has(~ b), :has(~ p > s))", 20_000),
    ] {
        assert_eq!(tree.select(&Selector::parse(selector).unwrap()).unwrap().len(), expected, "{selector}");
    }
}

/// HTML, "The dir attribute".
#[test]
fn directions() {
    let html = "<!doctype html><html id=h><p id=1>a<p id=2 dir=RTL>a<b id=3>b</b><i id=4 dir=ltr>c</i><p id=5 dir=auto>12 \
        \u{5d0}b<p id=6 dir=auto>!<bdi id=7>\u{5d0}</bdi> c \u{5d0}<p id=8 dir=auto>7<p id=9 dir=other><bdi id=10>x</bdi>\
        <div id=11 dir=rtl><bdi id=12>5</bdi><bdi id=13>y</bdi><input id=14 type=TEL><input id=15 value=x>\
        <input id=16 dir=auto value='&#x5d0; x'><textarea id=17 dir=auto>\u{627}</textarea><svg id=18 dir=ltr></svg></div>";
    assert_eq!(ids(html, "body :dir(rtl)"), "2 3 5 7 11 12 15 16 17 18");
    assert_eq!(ids(html, "body :dir( LTR )"), "1 4 6 8 9 10 13 14");
    assert_eq!(ids(html, "p:dir(rtl) > :not(:dir(rtl))"), "4");
    for (selector, place) in [("p:dir", 5), ("p:dir(up)", 6), ("p:dir(ltr rtl)", 10), ("p:dir()", 6)] {
        assert_eq!(Selector::parse(selector).unwrap_err().offset(), place, "{selector}");
    }
}
