//! Selectors worked by hand from the specifications; `oracle` compares with an obvious matcher.

mod oracle;
mod siblings;

use crate::{Error, Input, Limits, Node, Parser, Selector, Tree, Truncation};

/// The ids of what a selector matches in a page.
fn ids(html: &str, selector: &str) -> String {
    let selector = Selector::parse(selector).unwrap_or_else(|error| panic!("{selector}: {error}"));
    let mut parser = Parser::new(Limits::default());
    let tree = parser.parse(html.as_bytes()).unwrap();
    let found = tree.select(&selector).unwrap();
    for node in tree.nodes() {
        let is_found = found.iter().any(|found| found.index() == node.index());
        assert_eq!(node.matches(&selector).unwrap(), is_found, "{selector:?} {}", node.name());
    }
    words(&found)
}

fn words(found: &[Node<'_, '_>]) -> String {
    let name = |node: &Node<'_, '_>| match node.attribute("id") {
        Some(id) => id.value(),
        None => node.name().into_owned(),
    };
    found.iter().map(name).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check(html: &str, cases: &[(&str, &str)]) {
    for (selector, expected) in cases {
        assert_eq!(ids(html, selector), *expected, "{selector}");
    }
}

const LIST: &str = "<!doctype html><body id=body><ul id=u class='list  Main'>\
    <li id=1 class=a><a id=l1 href=/x>x</a><li id=2 class='a b'><b id=b2><i id=i2>t</i></b><li id=3><p id=p3>y<p id=q3>z\
    <li id=4 class=b>w</ul><ol id=o><li id=5 class=a></ol>";

#[test]
fn types_classes_ids() {
    check(
        LIST,
        &[
            ("ul", "u"),
            ("UL", "u"),
            ("li.a", "1 2 5"),
            (".a.b", "2"),
            (".list.Main", "u"),
            (".main", ""),
            ("#u, #o", "u o"),
            ("#o, #u", "u o"),
            ("*.b", "2 4"),
            ("li#\\35 ", "5"),
            ("#\\000031", "1"),
            ("nosuch", ""),
            ("html", "html"),
            (" ul ", "u"),
            ("/* a */ ul /* b */ > /**/ li.b", "2 4"),
            // Comments separate nothing.
            ("li/**/.a/* */.b", "2"),
            ("ul/**/ /**/.b", "2 4"),
            // A class has no whitespace.
            ("li.a\\ b", ""),
            ("[class='a\\20 b']", "2"),
        ],
    );
}

#[test]
fn combinators() {
    check(
        LIST,
        &[
            ("ul li", "1 2 3 4"),
            ("body li", "1 2 3 4 5"),
            ("ul > li > a", "l1"),
            ("ul > a", ""),
            ("ul a", "l1"),
            ("ul>li>b>i", "i2"),
            ("body > i", ""),
            ("li + li", "2 3 4"),
            ("li.a + li", "2 3"),
            ("li.a ~ li", "2 3 4"),
            (".b ~ .b", "4"),
            ("#\\31 ~ #\\33 + li", "4"),
            ("ul ~ ol li", "5"),
            ("p + p", "q3"),
            ("ul + ol > .a", "5"),
            ("body *", "u 1 l1 2 b2 i2 3 p3 q3 4 o 5"),
        ],
    );
    // The nearest ancestor is not always the right one.
    let nested = "<div id=1 class=a><div id=2><div id=3 class=a><p id=p></p></div></div></div>";
    check(
        nested,
        &[
            (".a > div p", "p"),
            (".a > div > .a > p", "p"),
            ("body > .a p", "p"),
            ("body > div > div p", "p"),
            ("body > div > div > div > p", "p"),
            (".a .a .a p", ""),
        ],
    );
    let rows = "<p id=1 class=x></p><p id=2 class=y></p><p id=3 class=y></p><p id=4 class=z></p>";
    check(rows, &[(".x + .y ~ .z", "4"), (".x + .z", ""), ("body > .x + .y ~ .y", "3"), (".x ~ .y + .y + .z", "4")]);
}

#[test]
fn attributes() {
    let html = "<!doctype html><p id=1 title='one two' lang=en-US data-x=''><p id=2 title=one data-x='a&amp;b'>\
        <p id=3 title='one-two' class='A b'><input id=4 type=TEXT><svg id=5 viewBox='0 0' class=x><a id=6 xlink:href=q />";
    check(
        html,
        &[
            ("[title]", "1 2 3"),
            ("[TITLE]", "1 2 3"),
            ("[title=one]", "2"),
            ("[title='One']", ""),
            ("[title='One' i]", "2"),
            ("[title=\"ONE\"I]", "2"),
            ("[title~=two]", "1"),
            ("[title~='one two']", ""),
            ("[title~='']", ""),
            ("[title|=one]", "2 3"),
            ("[lang|=en]", "1"),
            ("[title^=one]", "1 2 3"),
            ("[title^='']", ""),
            ("[title$=two]", "1 3"),
            ("[title$='']", ""),
            ("[title*='e t']", "1"),
            ("[title*='E T' i]", "1"),
            ("[title*='']", ""),
            ("[data-x='']", "1"),
            ("[data-x='a&b']", "2"),
            ("[ data-x = \"a\\26 b\" ]", "2"),
            // HTML compares the values of some attributes ignoring case.
            ("[type=text]", "4"),
            ("[type=text s]", ""),
            ("[class=a]", ""),
            // Names of SVG have their case.
            ("[viewBox]", "5"),
            ("[viewbox]", ""),
            ("[xlink\\:href=q]", "6"),
            ("svg[class='X' i]", "5"),
        ],
    );
}

#[test]
fn names_have_their_case() {
    let html =
        "<!doctype html><My-Element id=1></my-element><svg id=2><linearGradient id=3 /><foreignObject id=4><P id=5>";
    check(
        html,
        &[
            ("my-element", "1"),
            ("MY-ELEMENT", "1"),
            ("linearGradient", "3"),
            ("lineargradient", ""),
            ("foreignObject p", "5"),
            ("SVG", ""),
            ("svg > *", "3 4"),
        ],
    );
    // Without a document type, in quirks mode, classes and ids have no case.
    check("<p id=A class=Big>", &[(".big#a", "A"), (".BIG", "A"), ("#b", "")]);
    check("<!doctype html><p id=A class=Big>", &[(".big", ""), ("#a", ""), (".Big#A", "A")]);
    check(
        "<p id='&#65;' class='x&#32;y&amp;'>",
        &[(".y\\&", "A"), ("#A", "A"), (".x", "A"), (".y", ""), (".Y\\26 ", "A")],
    );
}

#[test]
fn positions() {
    check(
        LIST,
        &[
            ("li:first-child", "1 5"),
            ("li:last-child", "4 5"),
            ("li:only-child", "5"),
            (":root", "html"),
            ("html:first-child", "html"),
            ("li:nth-child(2)", "2"),
            ("li:nth-child(odd)", "1 3 5"),
            ("li:nth-child(EVEN)", "2 4"),
            ("li:nth-child(2n+1)", "1 3 5"),
            ("li:nth-child( 2n + 0 )", "2 4"),
            ("li:nth-child(n+3)", "3 4"),
            ("li:nth-child(-n+2)", "1 2 5"),
            ("li:nth-child(-2n+3)", "1 3 5"),
            ("li:nth-child(0n+3)", "3"),
            ("li:nth-child(n)", "1 2 3 4 5"),
            ("li:nth-child(-n)", ""),
            ("li:nth-child(+3)", "3"),
            ("li:nth-child(3n-2)", "1 4 5"),
            ("li:nth-child(99999999999999999999)", ""),
            ("li:nth-last-child(1)", "4 5"),
            ("li:nth-last-child(2n)", "1 3"),
            ("li:nth-child(2 of .a)", "2"),
            ("li:nth-child(odd of .b, #\\33 )", "2 4"),
            ("li:nth-last-child(1 of .a)", "2 5"),
            (":nth-child(1 of li:not(.a))", "3"),
        ],
    );
    let mixed =
        "<p id=1>t<b id=2></b><i id=3></i><!--c--><b id=4></b>u<x-y id=5></x-y><x-z id=6></x-z><x-y id=7></x-y></p>";
    check(
        mixed,
        &[
            ("p > :first-of-type", "2 3 5 6"),
            ("p > :last-of-type", "3 4 6 7"),
            ("p > :only-of-type", "3 6"),
            ("b:nth-of-type(2)", "4"),
            ("p > :nth-last-of-type(2)", "2 5"),
            ("p > :nth-of-type(n+2)", "4 7"),
            ("p > :last-child", "7"),
        ],
    );
}

#[test]
fn functions() {
    check(
        LIST,
        &[
            ("li:not(.a)", "3 4"),
            ("li:not(.a, .b)", "3"),
            ("li:not(ul > .a)", "3 4 5"),
            ("li:is(.a, #\\34 )", "1 2 4 5"),
            (":where(ul, ol) > li.a", "1 2 5"),
            (":is(ul > li, ol) :is(a, i)", "l1 i2"),
            (":is()", ""),
            (":not(:is())#u", "u"),
            ("li:has(a)", "1"),
            ("li:has(> i)", ""),
            ("li:has(> b > i)", "2"),
            ("li:has(i)", "2"),
            ("li:has(+ .b)", "1 3"),
            ("li:has(~ .b)", "1 2 3"),
            ("ul:has(~ ol .a)", "u"),
            ("li:has(p + p)", "3"),
            ("li:has(ul p)", ""),
            ("li:has(:is(ul p))", "3"),
            ("li:has(a, i)", "1 2"),
            ("li:not(:has(*))", "4 5"),
            ("ul:has(> li:nth-child(4))", "u"),
            ("li:has(> p):not(.a)", "3"),
            ("li:NOT(.a):Has(P)", "3"),
        ],
    );
}

#[test]
fn states() {
    let html = "<!doctype html><html lang=en id=h><a id=1 href=x></a><a id=2></a><link id=k href=y><area id=3 href>\
        <input id=4 type=checkbox checked><input id=5 type=Radio><input id=6 checked><select id=7><option id=8 selected>a\
        <optgroup id=9 disabled><option id=10>b</select><fieldset id=11 disabled><legend id=12><input id=13></legend>\
        <legend id=14><input id=15></legend><button id=16></button></fieldset><button id=17 disabled></button>\
        <p id=18 lang=de-Latn-CH-1996></p><p id=19 lang></p><p id=20><q id=21 lang=fr></q></p><p id=22> <!--x--> </p><p id=23>x";
    check(
        html,
        &[
            (":link", "1 3"),
            (":any-link", "1 3"),
            (":checked", "4 8"),
            (":disabled", "9 10 11 15 16 17"),
            (":enabled", "4 5 6 7 8 13"),
            ("p:lang(de)", "18"),
            ("p:lang(de-CH)", "18"),
            ("p:lang('*-CH')", "18"),
            ("p:lang(de-1997)", ""),
            ("p:lang(DE-latn)", "18"),
            ("p:lang(en)", "20 22 23"),
            ("p:lang(\"\")", "19"),
            ("q:lang(en, fr)", "21"),
            ("p:empty", "18 19 22"),
        ],
    );
}

#[test]
fn required_fields() {
    let html = "<input id=1 required><input id=2><input id=3 type=Hidden required><select id=4 required></select>\
        <textarea id=5></textarea><p id=6 required><svg><input id=7></svg>";
    check(
        html,
        &[(":required", "1 4"), (":optional", "2 3 5"), ("svg :optional", ""), (":not(:optional)[required]", "1 4 6")],
    );
}

#[test]
fn scope_and_closest() {
    let mut parser = Parser::new(Limits::default());
    let tree = parser.parse(LIST.as_bytes()).unwrap();
    let selector = |text: &str| Selector::parse(text).unwrap();
    let ul = tree.select(&selector("ul")).unwrap()[0];
    assert_eq!(words(&ul.select(&selector("li")).unwrap()), "1 2 3 4");
    assert_eq!(words(&ul.select(&selector("body .b")).unwrap()), "2 4");
    assert_eq!(words(&ul.select(&selector(":scope > .b")).unwrap()), "2 4");
    assert_eq!(words(&ul.select(&selector(":scope")).unwrap()), "");
    assert_eq!(words(&tree.select(&selector(":scope > body")).unwrap()), "body");
    let i = tree.select(&selector("i")).unwrap()[0];
    assert_eq!(
        i.closest(&selector("li, ul")).unwrap().map(|node| node.index()),
        i.parent().unwrap().parent().map(|li| li.index())
    );
    assert_eq!(i.closest(&selector("i")).unwrap().map(|node| node.index()), Some(i.index()));
    assert!(i.closest(&selector("ol")).unwrap().is_none());
    assert!(i.matches(&selector(":scope")).unwrap() && !tree.root().matches(&selector("*")).unwrap());
    // Nodes that are no elements match nothing, and their ancestors may.
    let text = i.first_child().unwrap();
    assert!(!text.matches(&selector("*")).unwrap());
    assert_eq!(text.closest(&selector("*")).unwrap().map(|node| node.index()), Some(i.index()));
    // The elements of a fragment have no root.
    let tree = parser.parse_fragment(Input::new("<p id=1>a<p id=2>b"), "body").unwrap();
    assert_eq!(words(&tree.select(&selector("p:first-child, p + p")).unwrap()), "1 2");
    assert_eq!(words(&tree.select(&selector(":root, :scope, body p")).unwrap()), "");
}

#[test]
fn errors_name_the_place() {
    for (selector, expected) in [
        ("", "expected a selector at byte 0 of the selector, where it ends"),
        ("a,", "expected a selector at byte 2 of the selector, where it ends"),
        (",a", "expected a selector at byte 0 of the selector, found `,`"),
        ("a >", "expected a selector at byte 3 of the selector, where it ends"),
        ("> a", "expected a selector at byte 0 of the selector, found `>`"),
        ("a > > b", "expected a selector at byte 4 of the selector, found `>`"),
        ("a !b", "expected a selector at byte 2 of the selector, found `!`"),
        ("p/**/q", "expected `.`, `#`, `[`, `:` or a combinator at byte 5 of the selector, found `q`"),
        ("a b{", "expected `.`, `#`, `[`, `:` or a combinator at byte 3 of the selector, found `{`"),
        (".1", "expected the name of a class at byte 1 of the selector, found `1`"),
        ("#1a", "expected an id at byte 1 of the selector, found `1a`"),
        (
            "p:hover",
            "expected a pseudo-class that a document without scripts has at byte 1 of the selector, found `:hover`",
        ),
        (
            "p:nosuch(2)",
            "expected a pseudo-class that a document without scripts has at byte 1 of the selector, found `:nosuch`",
        ),
        (
            "p::before",
            "expected no pseudo-element, which is no node of a document, at byte 1 of the selector, found `::before`",
        ),
        ("a[href", "expected `]`, `=`, `~=`, `|=`, `^=`, `$=` or `*=` at byte 6 of the selector, where it ends"),
        ("a[href=]", "expected a value: an identifier or a quoted string at byte 7 of the selector, found `]`"),
        ("a[href='x]", "expected a string that is closed at byte 7 of the selector, found `'`"),
        ("a[href='x\n']", "expected a string that is closed at byte 7 of the selector, found `'`"),
        ("a[href='x' q]", "expected `i`, `s` or `]` at byte 11 of the selector, found `q`"),
        ("a[b=c d e]", "expected `i`, `s` or `]` at byte 6 of the selector, found `d`"),
        ("a:not(", "expected `)` at byte 6 of the selector, where it ends"),
        ("a:not()", "expected a selector at byte 6 of the selector, found `)`"),
        ("a:not(b", "expected `)` at byte 7 of the selector, where it ends"),
        ("a)", "expected a selector, as no parenthesis is open, at byte 1 of the selector, found `)`"),
        ("a:is", "expected `(` at byte 4 of the selector, where it ends"),
        ("a:has(b:has(c))", "expected no `:has()` in another one at byte 7 of the selector, found `:has`"),
        ("a:nth-child(2x)", "expected a position such as `3`, `odd` or `2n+1` at byte 12 of the selector, found `2x`"),
        ("a:nth-child(2n+)", "expected a position such as `3`, `odd` or `2n+1` at byte 12 of the selector, found `2n`"),
        ("a:nth-child(2 in b)", "expected `of` or `)` at byte 14 of the selector, found `in`"),
        ("a:nth-of-type(2 of b)", "expected `)` at byte 16 of the selector, found `of`"),
        ("a:lang()", "expected a language, such as `en` or `\"*-CH\"` at byte 7 of the selector, found `)`"),
        ("svg|a", "expected no namespace at byte 3 of the selector, found `|`"),
        ("a || b", "expected no namespace at byte 2 of the selector, found `|`"),
        ("a\u{1}", "expected `.`, `#`, `[`, `:` or a combinator at byte 1 of the selector, found `\\u{1}`"),
        ("\\", "expected a selector at byte 0 of the selector, found `\\`"),
    ] {
        let error = Selector::parse(selector).expect_err(selector);
        assert_eq!(error.to_string(), expected, "{selector}");
    }
    let long = "a,".repeat(1 << 19);
    assert_eq!(Selector::parse(&(long.clone() + "a")).unwrap_err().offset(), 1 << 20);
    assert!(Selector::parse(&(long[..long.len() - 2].to_owned() + "a")).is_ok());
}

/// Selectors of many bytes on pages of many elements: they end, with an answer or with the status of a spent budget.
#[test]
fn hostile_selectors_end() {
    let nested = |name: &str, depth: usize| format!("{}a{}", format!(":{name}(").repeat(depth), ")".repeat(depth));
    let deep = "<div>".repeat(400) + "<a>";
    let wide = "<p><a>".repeat(1000);
    for selector in [
        nested("not", 150_000),
        nested("is", 200_000),
        nested("nth-child(1 of ", 50_000).replace("of (", "of "),
        format!("{}b", "div ".repeat(200_000)),
        format!("{}b", "p ~ ".repeat(200_000)),
        format!("{}b", "div > div ".repeat(50_000)),
        "div:is(div div) ".repeat(20_000) + "b",
        ".x".repeat(500_000),
        format!("p:not({}b)", "a,".repeat(100_000)),
        format!("p:not({}b)", "a ~ a > a,".repeat(100_000)),
        "p:nth-last-child(2n of p:has(a)),".repeat(20_000) + "b",
        ":has(a b)".repeat(50_000),
        ":is(:has(a ~ b), :has(b ~ a), :nth-child(2n))".repeat(10_000),
        "[title*='a' i]".repeat(50_000),
    ] {
        let name = &selector[..selector.len().min(40)];
        let selector = Selector::parse(&selector).unwrap_or_else(|error| panic!("{name}: {error}"));
        for html in [&deep, &wide] {
            let mut parser = Parser::new(Limits::default());
            let tree = parser.parse(html.as_bytes()).unwrap();
            let found = tree.select(&selector).map(|found| found.len());
            assert!(found.is_ok() || found == Err(Error::LimitReached { limits: Truncation::WORK }), "{name}");
        }
    }
}

#[test]
fn usual_selectors_stay_within_the_budget() {
    let rows = "<tr><td><a href=/x>x</a><td class=v>y".repeat(5000);
    let html = format!("<table class=t>{rows}</table>");
    let mut parser = Parser::new(Limits::default());
    let tree = parser.parse(html.as_bytes()).unwrap();
    let count = |tree: &Tree<'_>, text: &str| tree.select(&Selector::parse(text).unwrap()).unwrap().len();
    for (selector, expected) in [
        ("table.t tr > td:first-child a[href]", 5000),
        ("tr:nth-child(odd)", 2500),
        ("tr:nth-last-of-type(3n)", 1666),
        ("tr:nth-child(2n of :has(.v))", 2500),
        ("tr:has(a):not(:last-child)", 4999),
        ("tr ~ tr td + td", 4999),
        (":is(table, div) :is(tr, p):first-of-type :not(a)", 2),
        ("table:has(tr:last-child .v)", 1),
    ] {
        assert_eq!(count(&tree, selector), expected, "{selector}");
    }
}
