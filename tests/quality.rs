//! The reasons why pages have little main text, on pages in several languages, and the expected F1. A file of
//! `tests/quality` has the pages of a reason; those of `none` only look like one.

use blockmask::{Analyzer, MaskMethod, Options, Parts, Quality, QualityReason};
use std::path::Path;

fn quality(html: &[u8]) -> Quality {
    Analyzer::new(Options::default()).analyze(html).unwrap().quality().unwrap()
}

/// The names and pages of a file: a line begins a page.
fn pages(reason: &str) -> Vec<(String, String)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/quality").join(format!("{reason}.txt"));
    let text = std::fs::read_to_string(file).unwrap();
    let page = |part: &str| part.split_once('\n').map(|(name, html)| (name.to_owned(), html.to_owned()));
    text.strip_prefix("=== ").unwrap().split("\n=== ").filter_map(page).collect()
}

#[test]
fn every_page_has_its_reason() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (reason, expected) in
        QualityReason::VALUES.iter().map(|&reason| (reason.name(), Some(reason))).chain([("none", None)])
    {
        for (name, html) in pages(reason) {
            count += 1;
            let found = quality(html.as_bytes()).reason;
            if found != expected {
                wrong.push(format!("{reason}/{name}: {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count >= 60, "{count}");
}

#[test]
fn pages_without_content_have_a_low_score() {
    for reason in ["error-page", "parked-domain", "login-wall", "script-shell", "wrong-encoding"] {
        for (name, html) in pages(reason) {
            assert!(quality(html.as_bytes()).score <= 0.1, "{reason}/{name}");
        }
    }
    for (name, html) in pages("no-text") {
        assert_eq!(quality(html.as_bytes()).score, 0.0, "{name}");
    }
}

#[test]
fn content_has_a_high_score() {
    for (name, html) in pages("none").iter().filter(|(name, _)| name.contains("article") || name.contains("about")) {
        assert!(quality(html.as_bytes()).score > 0.7, "{name}: {:?}", quality(html.as_bytes()));
    }
}

#[test]
fn every_mask_has_a_quality_and_no_mask_has_none() {
    let (_, html) = &pages("none")[0];
    for &mask in MaskMethod::VALUES {
        let mut options = Options::default();
        options.mask = mask;
        let quality = Analyzer::new(options).analyze(html.as_bytes()).unwrap().quality().unwrap();
        assert!((0.0..=1.0).contains(&quality.score), "{mask}: {quality:?}");
    }
    let mut options = Options::default();
    options.parts = Parts::from_bits(0);
    assert_eq!(Analyzer::new(options).analyze(html.as_bytes()).unwrap().quality(), None);
}

#[test]
fn hostile_pages_have_a_quality() {
    let deep = "<div id=a>".repeat(30_000);
    let links = "<a href=/x>x</a><p>".repeat(30_000);
    let headings = "<h1>404 not found</h1>".repeat(10_000);
    let scripts = "<script></script>".repeat(30_000);
    let inputs = "<input type=password>".repeat(30_000);
    let long = format!("<title>{}</title>", "not found ".repeat(100_000));
    let broken = "\u{c3}\u{bc}".repeat(100_000);
    for html in ["", "x", "\0", &deep, &links, &headings, &scripts, &inputs, &long, &broken] {
        let start = std::time::Instant::now();
        let quality = quality(html.as_bytes());
        assert!((0.0..=1.0).contains(&quality.score), "{quality:?}");
        assert!(start.elapsed().as_secs() < 20, "{}", html.get(..20).unwrap_or_default());
    }
}

#[test]
fn a_page_cannot_raise_its_score_by_hidden_words() {
    let (_, html) = &pages("none")[0];
    let before = quality(html.as_bytes());
    let hidden = "<div hidden>404 page not found, this domain is for sale, please log in</div>";
    let after = quality(html.replace("<article>", &format!("{hidden}<article>")).as_bytes());
    assert_eq!(after.reason, None);
    assert!(after.score <= before.score + 0.02, "{before:?} {after:?}");
}
