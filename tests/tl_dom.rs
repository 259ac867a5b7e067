//! Differential tests of the `tl` feature: `tl` parses the normalized main content into the same tree as our parser.
#![cfg(feature = "tl")]

mod support;

use blockmask::internals::arena::Bump;
use blockmask::internals::html::{ParseOptions, Tag, Tree, Workspace, parse};
use blockmask::{Analyzer, Options, tl_dom};
use std::path::Path;

/// An element (depth, name) or a text (depth, content).
#[derive(Debug, PartialEq)]
enum Event {
    Element(usize, String),
    Text(usize, String),
}

impl Event {
    fn push_text(events: &mut Vec<Event>, depth: usize, text: &str) {
        match events.last_mut() {
            Some(Event::Text(at, before)) if *at == depth => before.push_str(text),
            _ => events.push(Event::Text(depth, text.to_owned())),
        }
    }
}

fn our_events(tree: &Tree<'_>) -> Vec<Event> {
    let mut events = Vec::new();
    for node in &tree.nodes[1..] {
        let depth = usize::from(node.depth) - 1;
        match node.tag {
            Tag::TEXT => Event::push_text(&mut events, depth, &tree.text_of(node)),
            Tag::DOCTYPE => {}
            _ => events.push(Event::Element(depth, Tree::decoded_name(tree.raw_name(node)))),
        }
    }
    events
}

fn tl_events(dom: &tl::VDom<'_>) -> Vec<Event> {
    let mut events = Vec::new();
    let mut pending: Vec<(usize, tl::NodeHandle)> = dom.children().iter().rev().map(|&handle| (0, handle)).collect();
    // tl keeps the leading line feed that the standard drops in these elements.
    let mut drops_line_feed = false;
    while let Some((depth, handle)) = pending.pop() {
        match handle.get(dom.parser()).unwrap() {
            tl::Node::Tag(tag) => {
                let name = tag.name().as_utf8_str().into_owned();
                drops_line_feed = ["pre", "textarea", "listing"].contains(&&*name);
                events.push(Event::Element(depth, name));
                pending.extend(tag.children().top().as_slice().iter().rev().map(|&child| (depth + 1, child)));
            }
            tl::Node::Raw(raw) => {
                let text = decode_references(&raw.as_utf8_str());
                let dropped = text.strip_prefix('\n').filter(|_| drops_line_feed);
                Event::push_text(&mut events, depth, dropped.unwrap_or(&text));
                drops_line_feed = false;
            }
            tl::Node::Comment(comment) => panic!("{comment:?}"),
        }
    }
    events
}

/// Decodes the character references that the serializer writes.
fn decode_references(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&nbsp;", "\u{a0}");
    text.replace("&#13;", "\r").replace("&amp;", "&")
}

/// Compares tl's tree of a page's main content with ours. Returns the number of elements.
fn compare(page: &[u8], name: &str) -> usize {
    let mut analyzer = Analyzer::new(Options::default());
    let html = analyzer.analyze(page).unwrap().main_html();
    let arena = Bump::new();
    let ours = our_events(&parse(&arena, html.as_bytes(), &ParseOptions::default(), &mut Workspace::default()));
    let dom = tl_dom::parse_dom(&html).unwrap();
    let theirs = tl_events(&dom);
    let differing = (0..ours.len().max(theirs.len())).find(|&at| ours.get(at) != theirs.get(at));
    if let Some(at) = differing {
        panic!("{name}: event {at}: ours {:?}, tl's {:?}", ours.get(at), theirs.get(at));
    }
    ours.iter().filter(|event| matches!(event, Event::Element(..))).count()
}

#[test]
fn fixture_pages() {
    for folder in ["tests/fixtures/pages", "examples"] {
        for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "html") {
                let elements = compare(&std::fs::read(&path).unwrap(), &path.display().to_string());
                assert!(elements > 8, "{}: {elements} elements", path.display());
            }
        }
    }
}

#[test]
fn markup_that_tl_alone_misparses() {
    let words = "one two three four five six seven eight nine ten";
    for page in [
        format!("<P>{words}<P>{words}</P >"),
        format!("<script>if (a<b) '<p>'</script><p>{words}"),
        format!("<ul><li>{words}<li>{words}</ul>"),
        format!("<p title='a>b' @x=y>{words} &lt;p&gt; &copy;<!-- > -- -->"),
        format!("<b><p>{words}</b> {words}"),
        format!("<pre>\n\n{words}</pre><xmp><p>{words}</xmp>"),
        format!("<p>{words}<svg><wbr></svg>{words}<x.y>{words}</x.y><basefont>{words}"),
        format!("<p>{words}<br/>{words}<img src=x>{words}<plaintext><p>{words}"),
    ] {
        compare(page.as_bytes(), &page);
    }
}

#[test]
fn dom_has_the_main_content_only() {
    let page = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/demo.html")).unwrap();
    let mut analyzer = Analyzer::new(Options::default());
    let html = analyzer.analyze(&page).unwrap().main_html();
    let dom = tl_dom::parse_dom(&html).unwrap();
    let texts = |selector: &str| -> Vec<String> {
        let found = dom.query_selector(selector).unwrap();
        found.map(|node| node.get(dom.parser()).unwrap().inner_text(dom.parser()).into_owned()).collect()
    };
    assert_eq!(texts("h1"), ["Village rebuilds its footbridge in a single winter"]);
    assert_eq!(texts("ul.facts").len(), 1);
    assert!(texts("nav").is_empty() && texts("script").is_empty(), "{html}");
}

#[test]
fn real_pages() {
    let Some(root) = support::shared("corpus") else { return };
    let pages = support::corpus::pages(&root);
    assert!(!pages.is_empty(), "no pages in {}", root.display());
    let mut elements = 0;
    for page in pages.iter().step_by(7) {
        elements += compare(&page.bytes(), &page.name);
    }
    println!("{elements} equal elements on {} pages", pages.len().div_ceil(7));
}
