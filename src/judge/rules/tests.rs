//! Rules worked by hand on small pages.

use crate::base::random::Random;
use crate::base::simd::rounds;
use crate::{
    Analyzer, Document, Fallbacks, Field, Input, MaskMethod, Options, Role, Rule, RuleAction, Rules, Truncation,
};
use std::fmt::Write;

const STORY: &str = "<p>Rain fell on the city for the third day, and the river rose above its banks in the night.</p>\
    <p>Nobody was hurt, the mayor said, but the old bridge is closed until the water has gone.</p>";

fn rules(lines: &str) -> Rules {
    Rules::read(format!("blockmask rules 1\n{lines}").as_bytes()).unwrap_or_else(|error| panic!("{lines}: {error}"))
}

fn ruled<T>(html: &str, lines: &str, read: impl FnOnce(&Document<'_>) -> T) -> T {
    ruled_at(html, "https://docs.example.org/guide/rain.html", lines, read)
}

fn ruled_at<T>(html: &str, address: &str, lines: &str, read: impl FnOnce(&Document<'_>) -> T) -> T {
    let mut analyzer = Analyzer::new(Options::default());
    analyzer.set_rules(Some(rules(lines).into()));
    read(&analyzer.analyze_input(Input::new(html).address(address)).unwrap())
}

fn main_text(document: &Document<'_>) -> String {
    document.main_text().text().to_owned()
}

/// The block with this text.
fn about<T>(html: &str, lines: &str, text: &str, read: impl Fn(crate::Block<'_, '_>) -> T) -> T {
    ruled(html, lines, |document| {
        let block = document.blocks().find(|block| block.text() == text).unwrap_or_else(|| panic!("no {text}"));
        read(block)
    })
}

#[test]
fn content_and_template_are_what_rules_say() {
    let html = format!(
        "<h1>Rain</h1>{STORY}<aside>See the <a href=/map>map</a> of closed roads.</aside><p class=ad>Buy boats."
    );
    let plain = ruled(&html, "", main_text);
    assert!(!plain.contains("closed roads"), "{plain}");
    let text = ruled(&html, "content aside", main_text);
    assert!(text.contains("closed roads"), "{text}");
    let text = ruled(&html, "template p:nth-of-type(2)\ncontent .ad", main_text);
    assert!(!text.contains("Nobody") && text.contains("Buy boats"), "{text}");
}

#[test]
fn the_last_rule_decides_and_is_named() {
    let html = format!("<div class=a><div class=b>{STORY}</div></div>");
    let decided = |lines: &str| {
        about(
            &html,
            lines,
            "Nobody was hurt, the mayor said, but the old bridge is closed until the water has gone.",
            |b| (b.is_template(), b.rule()),
        )
    };
    assert_eq!(decided("content .a\ntemplate .b p + p"), (true, Some(1)));
    assert_eq!(decided("template .b p + p\ncontent .a"), (false, Some(1)));
    assert_eq!(decided("content .a\nrole aside p"), (false, Some(0)), "what decides about content is named");
    assert_eq!(decided("content .x\nrole aside p"), (false, Some(1)));
    assert_eq!(decided("content .x"), (false, None));
}

#[test]
fn dropped_text_is_not_there() {
    let html =
        format!("<h2>Rain<a class=permalink href=#r>#</a></h2>{STORY}<div class=x>Gone <p class=y>Kept</p></div>");
    ruled(&html, "drop .permalink, .x\ncontent .y", |document| {
        let texts: Vec<_> = document.blocks().map(|block| block.text()).collect();
        assert_eq!((texts[0], texts[3]), ("Rain", "Kept"), "{texts:?}");
        assert_eq!(texts.len(), 4, "{texts:?}");
    });
}

#[test]
fn roles_fields_and_weights() {
    let html = format!("<p class=sig>open(path)</p>{STORY}<p class=hint>A hint that is worth more.");
    let lines = "field code .sig\nrole aside .sig\nweight 2.5 .hint\nweight 0 .sig";
    let sig = about(&html, lines, "open(path)", |block| (block.field(), block.role(), block.weight(), block.rule()));
    assert_eq!(sig, (Field::Code, Role::Aside, 0, Some(3)));
    assert_eq!(about(&html, lines, "A hint that is worth more.", |block| block.weight()), 10);
    let many = about(&html, "weight 64 .hint", "A hint that is worth more.", |block| block.weight());
    assert_eq!(many, 255, "the highest weight");
}

#[test]
fn titles_are_headlines() {
    let html = format!("<title>Site</title><h1>Site</h1><p class=t>Rain again</p>{STORY}");
    ruled(&html, "title .t", |document| {
        let headline = document.headline().unwrap();
        assert_eq!((headline.text(), headline.role(), headline.field()), ("Rain again", Role::Heading, Field::H1));
        assert!(main_text(document).contains("Rain again"));
    });
}

#[test]
fn comments_and_records_are_units() {
    let said = |name: &str, text: &str| {
        format!("<div class=say><i class=who>{name}</i> <u class=when>2 May 2026</u><p>{text}</div>")
    };
    let html = format!(
        "<h1>Rain</h1>{STORY}{}{}",
        said("Ann", "My cellar is full of water."),
        said("Bo", "Mine, too, and nobody comes.")
    );
    ruled(&html, "comment .say\nauthor .who\ndate .when", |document| {
        let found: Vec<_> = document.comments().map(|c| (c.author(), c.date(), c.text())).collect();
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!((found[0].0, found[0].1), (Some("Ann"), Some("2 May 2026")));
        assert!(found[1].2.contains("nobody comes"));
        assert!(!main_text(document).contains("cellar"));
    });
    ruled(&html, "record .say\nauthor .say > i", |document| {
        let records = document.records();
        assert_eq!(records.len(), 2);
        assert!(html[records[1].source()].starts_with("Bo"));
        let groups = document.groups();
        let list = groups.iter().find(|group| group.is_main_list()).unwrap();
        assert_eq!(list.items()[1].author(), Some("Bo"));
    });
    let nested = format!("<h1>Rain</h1>{STORY}<div class=c><p>One of two.<div class=c><p>Two of two.</div></div>");
    ruled(&nested, "comment .c", |document| {
        let found: Vec<_> = document.comments().map(|c| (c.text(), c.parent())).collect();
        assert_eq!(found, [("One of two.".into(), None), ("Two of two.".into(), Some(0))]);
    });
}

#[test]
fn rules_hold_on_their_pages() {
    let html = format!("<h1>Rain</h1>{STORY}");
    let holds = |address: &str, on: &str| {
        let lines = format!("on {on}\nweight 2 p\non *\nweight 3 .x");
        ruled_at(&html, address, &lines, |document| document.block(1).unwrap().rule() == Some(0))
    };
    for (address, on, expected) in [
        ("https://docs.example.org/guide/rain.html", "docs.example.org", true),
        ("https://DOCS.example.org:8080/guide/", "docs.example.org/guide/*", true),
        ("https://docs.example.org/guides/", "docs.example.org/guide/*", false),
        ("https://example.org/", "docs.example.org", false),
        ("https://a.b.example.org", "*.example.org", true),
        ("https://example.org/a/print/b", "/*/print/*", true),
        ("https://example.org/a?x=1", "example.org/a", true),
        ("https://example.org/a?x=1", "example.org/a?x=2", false),
        ("https://example.org/a?x=1", "example.org/a?x=*", true),
        ("https://example.org/a", "other.org https://example.org/a", true),
        ("https://example.org", "/", true),
        ("", "/", false),
    ] {
        assert_eq!(holds(address, on), expected, "{address} {on}");
    }
    // A page without an address has the one that it declares.
    let html = format!("<link rel=canonical href=https://example.org/rain>{STORY}");
    let rule =
        ruled_at(&html, "file:///tmp/rain.html", "on example.org/rain\nweight 2 p", |d| d.block(0).unwrap().rule());
    assert_eq!(rule, Some(0));
}

#[test]
fn rules_that_leave_nothing_are_not_obeyed() {
    let html = format!("<h1>Rain</h1>{STORY}");
    for lines in ["template *", "drop body", "drop *", "template html\nweight 2 p"] {
        ruled(&html, lines, |document| {
            assert!(main_text(document).contains("Rain fell"), "{lines}");
            assert!(document.fallbacks().contains(Fallbacks::RULES), "{lines}");
        });
    }
    assert!(ruled(&html, "template p + p", |document| document.fallbacks().is_empty()));
    // A page that has nothing anyway.
    assert!(ruled("", "template *", |document| document.fallbacks().is_empty()));
}

#[test]
fn other_masks_obey() {
    let html = format!("<h1>Rain</h1>{STORY}<p class=ad>Buy boats.</p>");
    for method in [MaskMethod::Density, MaskMethod::TagPath, MaskMethod::Learned] {
        let mut analyzer = Analyzer::new(Options { mask: method, ..Options::default() });
        analyzer.set_rules(Some(rules("content .ad").into()));
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        assert!(document.blocks().any(|block| block.text() == "Buy boats." && !block.is_template()), "{method:?}");
    }
}

#[test]
fn errors_name_the_place_and_the_way_out() {
    for (file, place, expected) in [
        ("", (1, 1), "`blockmask rules 1` as the first line"),
        ("blockmask rules 2\n", (1, 1), "reads no other format"),
        ("blockmask rules 1\n\n  hide .ad", (3, 3), "expected an action (content, template, drop"),
        ("blockmask rules 1\ntemplate", (2, 9), "a selector"),
        ("blockmask rules 1\ntemplate .ä > .", (2, 16), "the name of a class"),
        ("blockmask rules 1\nrole boss .a", (2, 6), "a role (main, heading"),
        ("blockmask rules 1\nfield x .a", (2, 7), "a field (title, h1"),
        ("blockmask rules 1\nweight 65 .a", (2, 8), "a factor from 0 to 64, found `65`"),
        ("blockmask rules 1\nweight NaN .a", (2, 8), "a factor from 0 to 64"),
        ("blockmask rules 1\nweight 1", (2, 9), "a selector"),
        ("blockmask rules 1\ntemplate a[href='x", (2, 17), "a string that is closed"),
        ("blockmask rules 1\ntemplate p::before", (2, 11), "no pseudo-element"),
        ("blockmask rules 1\non", (2, 3), "addresses, such as"),
    ] {
        let error = Rules::read(file.as_bytes()).unwrap_err();
        assert!(error.to_string().contains(expected), "{file:?}: {error}");
        assert_eq!((error.line(), error.column()), place, "{file:?}: {error}");
    }
    let error = Rules::read(b"blockmask rules 1\n# \xff").unwrap_err();
    assert!(error.to_string().contains("UTF-8") && (error.line(), error.column()) == (2, 3), "{error}");
    let error = Rules::new(&[Rule::new(RuleAction::Weight(-1.0), "p")]).unwrap_err();
    assert_eq!(error.line(), 1);
}

#[test]
fn a_file_may_have_comments_blanks_and_a_mark() {
    let read = Rules::read("\u{feff}blockmask rules 1\r\n# a\r\n\r\n\ttemplate   .a , .b  \r\n".as_bytes()).unwrap();
    let rule = read.get(0).unwrap();
    assert_eq!((read.len(), rule.selector, rule.line, rule.addresses), (1, ".a , .b", 4, ""));
    assert_eq!(rule.action, RuleAction::Template);
}

#[test]
fn large_files_have_limits() {
    let header = "blockmask rules 1\n";
    let many = format!("{header}{}", "drop .a\n".repeat(100_000));
    let error = Rules::read(many.as_bytes()).unwrap_err();
    assert!(error.to_string().contains("65,536 rules; join selectors"), "{error}");
    assert_eq!(error.line(), 65_538);
    let long = format!("{header}drop {}", ".a".repeat(600_000));
    let error = Rules::read(long.as_bytes()).unwrap_err();
    assert!(error.to_string().contains("1 MiB; divide"), "{error}");
    let full = format!("{header}drop {}", ".a".repeat(500_000));
    assert_eq!(Rules::read(full.as_bytes()).unwrap().len(), 1);
    let pattern = format!("{header}on example.org/{}\ndrop p", "a".repeat(3000));
    assert!(Rules::read(pattern.as_bytes()).unwrap_err().to_string().contains("2,048 bytes"));
}

#[test]
fn hostile_rules_end_within_their_budget() {
    let html = format!("<div>{}</div>", "<p class=a>Rain <b>fell</b> here.</p>".repeat(300));
    let lines = "drop :is(.b ~ .c, .a ~ .a ~ .a ~ .d) *\n".repeat(20_000);
    let cut = ruled(&html, &lines, |document| document.truncation());
    assert!(cut.contains(Truncation::WORK));
}

#[test]
fn sets_of_selectors_match_as_each_selector_does() {
    let html = "<!doctype html><svg><linearGradient id=g1 class=k><title>t</title></linearGradient></svg><x-y id=g2 data-a=1>\
        <p id=g3 CLASS='k &#107;2'><td><a id=g4 href=x popover>y</a><table id=g5><tr id=g6><td id=g7 class=K>z</table>";
    let selectors = [
        "tbody",
        "html",
        "body",
        "linearGradient",
        "lineargradient",
        "svg title",
        "title",
        "x-y",
        "X-Y",
        ".k",
        ".k2",
        ".K",
        "#g3",
        "[data-a]",
        "[DATA-A='1']",
        "[href^='x']",
        "[HREF^='X' i]",
        "[href^='xy']",
        "[data-a|='1']",
        "[class^='']",
        "[class^='k \u{6b}2']",
        "[id^=g]",
        "#g5 [id^='g6']",
        ".k + table .K",
        "svg ~ p.k2",
        "[popover]",
        "[hidden]",
        "*",
        ":not(p)",
        "p, .k2, #g4",
        "a[href]",
        "tr td",
        ":is(td, a)",
        "[class]",
        "svg *",
        "p + *",
    ];
    let lines: String = selectors.iter().map(|selector| format!("weight 2 {selector}\n")).collect();
    let compiled = rules(&lines);
    each_matches_as_alone(html, &selectors, &compiled);
}

/// Many selectors for one subject, which differ in what is above it: by class, id, attribute and name.
#[test]
fn rules_are_found_by_what_is_above() {
    const NAMES: [&str; 4] = ["div", "dfn", "x-y", "svg"];
    let above = |number: usize| match number % 5 {
        0 => format!(".c{}", number / 5),
        1 => format!("#i{}", number / 5),
        2 => format!("[data-k='{}']", number / 5),
        3 => format!("[data-k^='{}']", number / 5),
        _ => NAMES[number / 5 % 4].to_owned(),
    };
    let mut selectors: Vec<String> = (0..60).map(|number| format!("{} .s", above(number))).collect();
    selectors.extend((0..60).map(|number| format!("{} > x-y {} ~ b", above(number), above(number + 7))));
    selectors.extend([".s".to_owned(), "b".to_owned(), "body > .s".to_owned()]);
    let compiled = rules(&selectors.iter().map(|selector| format!("drop {selector}\n")).collect::<String>());
    let mut random = Random(7);
    for _ in 0..rounds(40) {
        let (mut html, mut open) = ("<!doctype html><body>".to_owned(), Vec::new());
        for _ in 0..80 {
            match random.below(5) {
                0 if !open.is_empty() => {
                    let _ = write!(html, "</{}>", open.pop().unwrap());
                }
                1 => html += "<b class=s>x</b>",
                2 => html += "<b>y</b>",
                _ => {
                    let (name, k) = (NAMES[random.below(4)], random.below(13));
                    open.push(name);
                    let attribute = ["class='s c", "class='c", "id='i", "data-k='"][random.below(4)];
                    let _ = write!(html, "<{name} {attribute}{k}'>");
                }
            }
        }
        let selectors: Vec<&str> = selectors.iter().map(String::as_str).collect();
        each_matches_as_alone(&html, &selectors, &compiled);
    }
}

fn each_matches_as_alone(html: &str, selectors: &[&str], compiled: &Rules) {
    let mut analyzer = Analyzer::new(Options::default());
    let document = analyzer.analyze(html.as_bytes()).unwrap();
    let mut found = vec![Vec::new(); selectors.len()];
    let table = &document.page.tree;
    compiled.selectors.for_each_match(table, |_| true, |node, rule| found[rule as usize].push(node as usize)).unwrap();
    for (selector, found) in selectors.iter().zip(&found) {
        let one = crate::Selector::parse(selector).unwrap();
        let expected: Vec<_> = document.tree().select(&one).unwrap().iter().map(|node| node.index()).collect();
        let mut found = found.clone();
        found.dedup();
        assert_eq!(found, expected, "{selector}");
    }
}
