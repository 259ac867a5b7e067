//! Page layouts and areas by style density (Pappas et al. 2012), by both methods, on whole pages.

#[path = "common/hostile_pages.rs"]
mod hostile_pages;
mod support;

use blockmask::internals::style_density::{LayoutAreaRole, PageLayout, StyleDensityMethod};
use blockmask::{Analyzer, CommentMode, Document, Options};
use cpu_time::ThreadTime;
use std::time::Duration;

const METHODS: &[StyleDensityMethod] = StyleDensityMethod::VALUES;

fn analyzer(method: StyleDensityMethod) -> Analyzer {
    let mut options = Options::default();
    options.style_density = Some(method);
    Analyzer::new(options)
}

/// The page layout; and role, depth, parent and text of each area.
type Analysis = (PageLayout, Vec<(LayoutAreaRole, u32, Option<u32>, String)>);

fn analyze(html: &[u8], method: StyleDensityMethod) -> Analysis {
    let mut analyzer = analyzer(method);
    let document = analyzer.analyze(html).expect("a page");
    check(&document, html);
    let found = document.style_density().expect("style density is enabled");
    let areas = found.areas.iter().map(|area| (area.role, area.depth, area.parent, area.text.to_owned()));
    (found.layout, areas.collect())
}

/// Invariants of the areas of any page.
fn check(document: &Document<'_>, html: &[u8]) {
    let found = document.style_density().expect("style density is enabled");
    let nodes = document.page().tree.nodes;
    for (i, area) in found.areas.iter().enumerate() {
        let source = document.source_range(area.source);
        assert!(source.start <= source.end && source.end <= html.len(), "{source:?}");
        let node = &nodes[area.node as usize];
        assert!(document.page().tree.source_order.len() > 1 || area.text.is_empty() || node.start <= area.source.0);
        assert_eq!(area.text.chars().count(), area.characters as usize);
        assert!(!area.text.starts_with(['\n', ' ']) && !area.text.ends_with(['\n', ' ']), "{:?}", area.text);
        let depth = area.parent.map_or(0, |parent| found.areas[parent as usize].depth + 1);
        assert_eq!(area.depth, depth);
        assert!(area.parent.is_none_or(|parent| (parent as usize) < i));
    }
    assert!(found.areas.windows(2).all(|pair| pair[0].node < pair[1].node));
    let text: usize = found.areas.iter().map(|area| area.text.len()).sum();
    assert!(text <= document.text().len());
    let comments = found.areas.iter().any(|area| area.role == LayoutAreaRole::Comment);
    assert!(!comments || found.layout == PageLayout::ArticleWithComments);
}

const SENTENCES: [&str; 4] = [
    "The ringers of the old tower meet before sunrise, when the streets below are still empty and cold.",
    "Nobody pays them; the rope has been handed on from mother to daughter for two hundred years.",
    "A new bell would cost more than the roof, and so the cracked one is struck with a wooden hammer.",
    "Visitors may climb the stairs on the first Sunday of the month, if they leave their shoes below.",
];

fn paragraphs(count: usize) -> String {
    (0..count).map(|i| format!("<p>{}</p>", SENTENCES[i % 4])).collect()
}

fn framed(main: &str) -> String {
    format!(
        "<!doctype html><title>Bells</title><nav class=menu><ul><li><a href=/>Home</a>\
         <li><a href=/news>News of the town</a></ul></nav><main>{main}</main>\
         <footer class=footer><p><a href=/legal>Legal notice of the publisher</a></footer>"
    )
}

fn article() -> String {
    format!("<article class=story><h1>Bells at dawn</h1>{}</article>", paragraphs(8))
}

const COMMENTS: &str = "<section class=comments><h2>Comments</h2><ol class=comment-list>\
    <li class=comment><b>Ada</b><div class=comment-text><p>My aunt rang there for thirty years, every Sunday.</p></div>\
    <ol class=children><li class=comment><b>Ben</b><div class=comment-text>\
    <p>Then she will have known my grandfather.</p></div></li></ol></li>\
    <li class=comment><b>Cyd</b><div class=comment-text>\
    <p>I can hear them from the harbour in west wind.</p></div></li>\
    </ol></section>";

#[test]
fn an_article() {
    for &method in METHODS {
        let (layout, areas) = analyze(framed(&article()).as_bytes(), method);
        assert_eq!((layout, areas.len()), (PageLayout::Article, 1), "{method:?}: {areas:?}");
        assert_eq!((areas[0].0, areas[0].1), (LayoutAreaRole::Article, 0));
        assert!(areas[0].3.contains(SENTENCES[0]) && !areas[0].3.contains("News of the town"), "{}", areas[0].3);
    }
}

#[test]
fn nested_comments_keep_order_and_nesting() {
    for &method in METHODS {
        let html = framed(&(article() + COMMENTS));
        let (layout, areas) = analyze(html.as_bytes(), method);
        assert_eq!(layout, PageLayout::ArticleWithComments, "{method:?}");
        assert!(areas[0].3.contains(SENTENCES[3]) && !areas[0].3.contains("aunt"));
        let comments: Vec<_> =
            areas[1..].iter().map(|(role, depth, parent, text)| (*role, *depth, *parent, text.as_str())).collect();
        let expected = [
            (LayoutAreaRole::Comment, 0, None, "My aunt rang there for thirty years, every Sunday."),
            (LayoutAreaRole::Comment, 1, Some(1), "Then she will have known my grandfather."),
            (LayoutAreaRole::Comment, 0, None, "I can hear them from the harbour in west wind."),
        ];
        assert_eq!(comments, expected, "{method:?}");
    }
}

#[test]
fn source_ranges_are_correct_in_any_encoding() {
    let html = framed(&(article() + COMMENTS)).replace("Sunday.", "Sunday \u{e0} midi.");
    let (latin, ..) = encoding_rs::WINDOWS_1252.encode(&html);
    for bytes in [html.as_bytes(), &latin] {
        let mut analyzer = analyzer(StyleDensityMethod::Learned);
        let document = analyzer.analyze(bytes).expect("a page");
        let areas = document.style_density().expect("style density is enabled").areas;
        let source = &bytes[document.source_range(areas[1].source)];
        assert!(source.starts_with(b"My aunt") && source.ends_with(b" midi."), "{}", String::from_utf8_lossy(source));
    }
}

fn thread(posts: usize) -> String {
    let post = |i: usize| {
        let text = paragraphs(1 + i % 3);
        format!(
            "<div class=\"post bg{}\" id=p{i}><dl class=postprofile>\
             <dt><a href=/u{i}>user{i}</a></dt><dd>Posts: {i}</dd></dl>\
             <div class=postbody><p class=author>by user{i}, May {i}</p><div class=content>{text}</div></div></div>",
            i % 2
        )
    };
    let posts: String = (1..=posts).map(post).collect();
    format!("<h2 class=topic-title><a href=/t1>Who rings the bells?</a></h2>{posts}")
}

#[test]
fn posts_of_a_thread_are_separate_areas() {
    let html = framed(&thread(7)).replace("<!doctype html>", "<!doctype html><body class=section-viewtopic id=phpbb>");
    let (layout, areas) = analyze(html.as_bytes(), StyleDensityMethod::Learned);
    assert_eq!((layout, areas.len()), (PageLayout::ArticleWithComments, 7), "{areas:?}");
    for (i, (role, _, _, text)) in areas.iter().enumerate() {
        assert_eq!(*role, if i == 0 { LayoutAreaRole::Article } else { LayoutAreaRole::Comment });
        let sentences: Vec<&str> = text.lines().collect();
        assert_eq!(sentences, &SENTENCES[..1 + (i + 1) % 3]);
    }
    let (layout, areas) = analyze(html.as_bytes(), StyleDensityMethod::Paper);
    assert_eq!(layout, PageLayout::Multiple);
    assert!(areas.len() >= 4 && areas.iter().all(|area| area.0 == LayoutAreaRole::Item));
}

#[test]
fn list_entries_are_areas() {
    for name in ["list.html", "forum.html"] {
        let html = std::fs::read(support::fixture("pages").join(name)).expect("a fixture");
        let (layout, areas) = analyze(&html, StyleDensityMethod::Learned);
        let expected = if name == "list.html" { 8 } else { 4 };
        assert_eq!((layout, areas.len()), (PageLayout::Multiple, expected), "{name}");
        assert!(areas.iter().all(|area| area.0 == LayoutAreaRole::Item && area.1 == 0));
    }
}

/// On three pages with layouts worked out by hand for the paper's method (an article with comments, a list of posts, an
/// empty page), the learned method agrees.
#[test]
fn learned_method_agrees_on_golden_pages() {
    let text = |letter: &str, count: usize| format!("<p>{}</p>", letter.repeat(count));
    let html = format!(
        "<div id=menu><p>Home and other short links here</p></div><div id=main>\
         <div class=story><h1>Title</h1>{}{}</div><div class=\"comment c1\">{}</div>\
         <div class=\"comment c1\">{}</div></div>\
         <div style=\"display:none\">{}</div>",
        text("a", 600),
        text("b", 400),
        text("c", 150),
        text("d", 550),
        text("e", 900)
    );
    let (layout, areas) = analyze(html.as_bytes(), StyleDensityMethod::Learned);
    assert_eq!((layout, areas.len()), (PageLayout::ArticleWithComments, 3), "{areas:?}");
    let post = |count| format!("<div class=post><h2>A title</h2>{}</div>", text("x", count));
    let (layout, areas) = analyze(format!("<div>{}{}{}</div>", post(500), post(480), post(460)).as_bytes(), METHODS[1]);
    assert_eq!((layout, areas.len()), (PageLayout::Multiple, 3), "{areas:?}");
    assert_eq!(analyze(b"", METHODS[1]), (PageLayout::Multiple, Vec::new()));
}

#[test]
fn mask_keeps_areas() {
    let mut options = Options::default();
    options.mask = blockmask::internals::mask::MaskMethod::StyleDensity;
    options.comments = CommentMode::Include;
    let html = framed(&(article() + COMMENTS));
    let mut analyzer = Analyzer::new(options);
    let document = analyzer.analyze(html.as_bytes()).expect("a page");
    let kept: Vec<&str> = document.blocks().filter(|block| !block.is_template()).map(|block| block.text()).collect();
    // With the names of the comments' authors.
    assert_eq!(kept.len(), 8 + 2 * 3);
    assert!(kept.iter().all(|text| !text.contains("News") && !text.contains("Legal")));
}

#[test]
fn hostile_pages_satisfy_invariants() {
    let sentence = "x".repeat(60);
    let pages: Vec<(&str, String)> = vec![
        ("tables, 200 deep", format!("{}{sentence}", "<table><tr><td>".repeat(200))),
        ("200,000 nodes", format!("<div class=a><p>{sentence}</div>").repeat(70_000)),
        ("no text", "<div class=a><p></p></div>".repeat(20_000)),
        ("no body", "<frameset><frame><noframes>text</noframes></frameset>".to_owned()),
        (
            "a long class above many",
            format!("<div class={}>{}", "comment".repeat(20_000), format!("<div>{sentence}</div>").repeat(5000)),
        ),
        ("all nested", format!("<div class=post>{sentence}").repeat(5000)),
        ("headings everywhere", format!("<h2>a</h2><div class=b>{sentence}</div>").repeat(20_000)),
        ("unique classes", (0..20_000).map(|i| format!("<div class=z{i}>{sentence}</div>")).collect()),
    ];
    let named = hostile_pages::NAMED.iter().chain(hostile_pages::OTHERS);
    let named = named.map(|kind| (kind.name, String::from_utf8_lossy(&(kind.make)(kind.count.min(2000))).into_owned()));
    for (name, html) in pages.into_iter().chain(named) {
        for &method in METHODS {
            let mut analyzer = analyzer(method);
            let start = ThreadTime::now();
            let document = analyzer.analyze(html.as_bytes()).expect(name);
            check(&document, html.as_bytes());
            // Far more than any of them takes, and far less than quadratic time would take.
            assert!(start.elapsed() < Duration::from_secs(20), "{name}");
        }
    }
}

#[test]
fn random_markup_satisfies_invariants() {
    for seed in 0..300 {
        let html = support::random_markup::document(seed, 60);
        for &method in METHODS {
            analyze(html.as_bytes(), method);
        }
    }
}

#[test]
fn real_pages_satisfy_invariants() {
    let Some(root) = support::shared("corpus") else { return };
    let mut analyzers: Vec<Analyzer> = METHODS.iter().map(|&method| analyzer(method)).collect();
    for page in support::corpus::pages(&root).iter().step_by(8) {
        let bytes = page.bytes();
        for analyzer in &mut analyzers {
            let document = analyzer.analyze(&bytes).expect("a page");
            check(&document, &bytes);
        }
    }
}

/// A malformed byte at the end of a text becomes U+FFFD, three bytes; ranges must still end within the page.
#[test]
fn texts_that_end_with_malformed_bytes() {
    let mut options = Options::default();
    options.style_density = Some(StyleDensityMethod::Paper);
    options.visual = true;
    options.mask = blockmask::internals::mask::MaskMethod::SeekerLbs;
    let mut analyzer = Analyzer::new(options);
    for text in [&b"thre\xc3"[..], b"\xc3", b"\xe2\x82", b"thre\xc3\xe2\x82\xff", b"x\xf0\x9f\x98"] {
        let ends: [&[u8]; 6] = [b"", b"</p>", b"<b>x", b"<!---->\x88", b"<!--x--> \xc3", b"<p>\xff"];
        for end in ends {
            for start in [&b"<p>one<p>two<p>"[..], b"", b"<meta charset=utf-8><table>x<p>"] {
                let page = [start, text, end].concat();
                let document = analyzer.analyze(&page).expect("a document");
                let areas = document.style_density().expect("style density is enabled").areas;
                assert!(areas.iter().all(|area| document.source_range(area.source).end <= page.len()));
            }
        }
    }
}
