//! What is derived from a page is bounded like the page: paths, targets, HTML and zones cannot multiply it.

#[path = "common/hostile_kinds.rs"]
#[allow(unused_imports)]
mod hostile_kinds;
#[path = "common/thorough.rs"]
mod thorough;

use blockmask::{Analyzer, Document, Error, OnLimit, Options, Parts, Truncation};
use thorough::sparse;

/// The default of `max_output`.
fn limit(page: &[u8]) -> usize {
    64 * page.len() + (1 << 20)
}

/// Bytes of all tag paths, and of all targets.
fn texts(document: &Document<'_>) -> (usize, usize) {
    let paths = document.blocks().map(|block| block.tag_path().to_string().len()).sum();
    (paths, document.links().map(|link| link.target().len()).sum())
}

/// Nested elements with long classes around many small blocks.
fn deep_page() -> Vec<u8> {
    let classes = (0..100).map(|i| format!("<div class='level-{i} {}'>", "wide ".repeat(48)));
    (classes.collect::<String>() + &"<p>x".repeat(20_000)).into_bytes()
}

/// Links with long targets around many small blocks: one that stays open, and one that is cloned for each paragraph.
fn linked_pages() -> [Vec<u8>; 2] {
    let link = format!("<a href='{}'>x", "y".repeat(50_000));
    [
        (link.clone() + &"<div>x</div>".repeat(20_000)).into_bytes(),
        ("<p>".to_owned() + &link + &"<p>x".repeat(20_000)).into(),
    ]
}

#[test]
fn tag_paths_keep_their_end() {
    let page = deep_page();
    let mut analyzer = Analyzer::default();
    let document = analyzer.analyze(&page).expect("a document");
    assert_eq!(document.truncation(), Truncation::OUTPUT);
    let (paths, _) = texts(&document);
    assert!(paths <= limit(&page) && paths > limit(&page) / 2, "{paths} of {}", limit(&page));
    let path = document.block(7).expect("a block").tag_path().to_string();
    assert!(path.starts_with("…/div.level-9") && path.ends_with(".wide/p"), "{path}");
    // Whole, if the caller asks for it.
    let mut options = Options::with_parts(Parts::ALL);
    options.limits.max_output = u64::MAX;
    let mut analyzer = Analyzer::new(options);
    let document = analyzer.analyze(&page).expect("a document");
    assert_eq!(document.truncation(), Truncation::default());
    let whole = document.block(7).expect("a block").tag_path().to_string();
    assert!(whole.starts_with("html/body/div.level-0.wide") && whole.ends_with(&path["…".len()..]), "{whole}");
}

#[test]
fn targets_of_later_links_are_left_out() {
    for page in linked_pages() {
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(&page).expect("a document");
        assert_eq!(document.truncation(), Truncation::OUTPUT);
        let (_, targets) = texts(&document);
        assert!(targets <= limit(&page) && targets > limit(&page) / 8, "{targets} of {}", limit(&page));
        let lengths: Vec<usize> = document.links().map(|link| link.target().len()).collect();
        assert_eq!((lengths[0], lengths[lengths.len() - 1]), (50_000, 0));
    }
}

#[test]
fn the_limit_can_be_an_error() {
    let mut options = Options::with_parts(Parts::ALL);
    options.limits.on_limit = OnLimit::Fail;
    let error = Analyzer::new(options).analyze(&deep_page()).err();
    assert_eq!(error, Some(Error::LimitReached { limits: Truncation::OUTPUT }));
    assert_eq!(error.map(|error| error.to_string()).as_deref(), Some("the page reaches a limit: max_output"));
}

#[test]
fn normal_pages_are_whole() {
    for page in [format!("<a href=/x>{}</a>", "<p>some text</p>".repeat(500)), "<div><ul><li>x".repeat(300)] {
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(page.as_bytes()).expect("a document");
        assert!(!document.truncation().contains(Truncation::OUTPUT));
    }
}

/// Formatting elements that stay open, and are cloned for each paragraph.
#[test]
fn clones_do_not_multiply_html() {
    let open: String = (0..300).map(|i| format!("<font size={i}>")).collect();
    let page = (open + &"<p>x".repeat(4_000)).into_bytes();
    let mut analyzer = Analyzer::default();
    let document = analyzer.analyze(&page).expect("a document");
    let html = document.pruned_html().len().max(document.main_html().len());
    assert!(html <= limit(&page), "{html} of {}", limit(&page));
}

/// Every output of hostile pages, of each kind in a thorough run.
#[test]
fn hostile_pages_are_not_multiplied() {
    let mut analyzer = Analyzer::default();
    for kind in hostile_kinds::kinds().step_by(sparse(4)) {
        let page = (kind.make)(kind.count / 8);
        let document = analyzer.analyze(&page).expect("a document");
        let (paths, targets) = texts(&document);
        let zoned = document.zone_page().map_or(0, |zoned| zoned.len());
        let (main, pruned) = (document.main_html().len(), document.pruned_html().len());
        let text = document.text().len();
        for (what, bytes) in [
            ("paths", paths),
            ("targets", targets),
            ("zones", zoned),
            ("main HTML", main),
            ("pruned HTML", pruned),
            ("text", text),
        ] {
            assert!(bytes <= limit(&page), "{}: {bytes} bytes of {what} for {}", kind.name, page.len());
        }
    }
}
