//! A request to cancel ends everything that is made of a page, at the next block or element, and nothing else.

#[path = "common/outputs.rs"]
#[allow(dead_code)]
mod outputs;
#[path = "../src/base/random.rs"]
mod random;
#[path = "common/realistic.rs"]
mod realistic;

use blockmask::{Analyzer, CancelToken, Document, Error, Options, Parts};
use outputs::{Coverage, OUTPUTS, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The outputs that a request to cancel does not end: why. Another one checks for it at every block or element.
const NOT_CANCELLED: &[Coverage] = &[
    Coverage {
        why: "of one block, link, image or node, or of the analysis: the loop is the caller's",
        of: &[
            "text",
            "tag paths",
            "formatted text",
            "headings",
            "languages",
            "link targets",
            "link addresses",
            "link relations",
            "images",
            "comments",
            "runs",
            "tree",
        ],
    },
    Coverage { why: "a copy of the page, which would be left half blanked", of: &["blanked page"] },
    Coverage { why: "of at most 3 kB, from tables of the analysis", of: &["site statistics"] },
];

/// An analyzer whose token cancels when so many checks are made.
fn analyzer(options: Options) -> (Analyzer, CancelToken, Arc<AtomicU64>) {
    let checks = Arc::new(AtomicU64::new(u64::MAX));
    let token = CancelToken::after(Arc::clone(&checks));
    let mut analyzer = Analyzer::new(options);
    analyzer.set_cancel_token(token.clone());
    (analyzer, token, checks)
}

fn cancelled() -> impl Iterator<Item = &'static Output> {
    let is_cancelled = |output: &&Output| !NOT_CANCELLED.iter().any(|others| others.of.contains(&output.name));
    OUTPUTS.iter().filter(is_cancelled)
}

fn pages() -> [Vec<u8>; 3] {
    let list = "<li><h3>Rhine</h3><p>The river guide in its third edition.<b>12.50</b>".repeat(30);
    let formulas = "<p>The force is \\(F = ma\\) on <ruby>mass<rt>m</rt></ruby>, <i>as</i> always.".repeat(40);
    let scripts = "<script>MathJax</script><script src=mathjax.js></script>";
    [
        realistic::page(20_000, 3),
        format!("<meta name=robots content=noindex><h1>Maps</h1><ul>{list}</ul>").into_bytes(),
        format!("<title>Force</title>{scripts}{formulas}<p hidden data-nosnippet>x").into_bytes(),
    ]
}

/// The checks that an output makes.
fn checks_of(output: &Output, document: &Document<'_>, checks: &AtomicU64) -> u64 {
    checks.store(u64::MAX, Ordering::Relaxed);
    (output.length)(document);
    u64::MAX - checks.load(Ordering::Relaxed)
}

#[test]
fn every_output_can_be_cancelled() {
    for page in pages() {
        let (mut analyzer, token, checks) = analyzer(Options::with_parts(Parts::ALL));
        let document = analyzer.analyze(&page).expect("a document");
        for output in cancelled() {
            let whole = (output.length)(&document);
            let count = checks_of(output, &document, &checks);
            assert!(count > 0, "{} does not check for requests", output.name);
            for after in [0, 1, count / 2, count - 1].into_iter().filter(|&after| after < count) {
                checks.store(after, Ordering::Relaxed);
                let length = (output.length)(&document);
                assert!(length == 0, "{} has {length} bytes of {whole} after {after} checks", output.name);
                checks.store(u64::MAX, Ordering::Relaxed);
                assert!(token.is_cancelled() && token.clear(), "{}", output.name);
                assert_eq!((output.length)(&document), whole, "{}", output.name);
            }
        }
        for others in NOT_CANCELLED {
            for output in OUTPUTS.iter().filter(|output| others.of.contains(&output.name)) {
                assert!(!others.why.is_empty() && checks_of(output, &document, &checks) < 1 << 20, "{}", output.name);
            }
        }
    }
}

/// Between two checks is a bounded part of the page, and [`Limits::max_steps`](blockmask::Limits) bounds what is made of a
/// page with the tables from which it is made.
#[test]
fn checks_are_frequent_and_bounded_by_steps() {
    let page = realistic::page(200_000, 3);
    let (mut analyzer, _, checks) = analyzer(Options::with_parts(Parts::ALL));
    let document = analyzer.analyze(&page).expect("a document");
    let main = document.blocks().filter(|block| !block.is_template()).count() as u64;
    assert!(main > 100, "{main}");
    let most: Vec<u64> = cancelled().map(|output| checks_of(output, &document, &checks)).collect();
    for (output, &count) in cancelled().zip(&most) {
        let is_of_all = !["records", "annotations", "text fragment of a part"].contains(&output.name);
        assert!(count >= main || !is_of_all, "{}: {count} checks for {main} blocks", output.name);
    }
    let mut options = Options::with_parts(Parts::ALL);
    options.limits.max_steps = 1_000;
    let (mut analyzer, _, checks) = self::analyzer(options);
    let document = analyzer.analyze(&page).expect("a document");
    for output in cancelled() {
        let count = checks_of(output, &document, &checks);
        assert!(count <= 16 * options.limits.max_steps, "{}: {count} checks", output.name);
    }
}

/// The analysis of a large page checks in each of its long loops, and fails whichever check finds the request.
#[test]
fn an_analysis_is_cancelled_at_any_check() {
    let page = "<div><p>Rain fell <b>on</b> the city.</div>".repeat(20_000);
    let (mut analyzer, token, checks) = analyzer(Options::default());
    let mut checks_until = |after: u64| {
        checks.store(after, Ordering::Relaxed);
        let failed = analyzer.analyze(page.as_bytes()).err();
        token.clear();
        (failed, after - checks.load(Ordering::Relaxed))
    };
    let (failed, count) = checks_until(u64::MAX);
    // Tokens, nodes, text, blocks, features and trees: one for each 16,384 of each, and of tokens for each 1,024.
    assert!(failed.is_none() && count > 150, "{failed:?} after {count} checks");
    for after in (0..count).step_by(24).chain(count.saturating_sub(12)..count) {
        assert_eq!(checks_until(after), (Some(Error::Cancelled), after), "of {count}");
    }
}

/// A document that owns its memory is made at once: its analyzer goes on to other pages, and it has a token of its own.
#[test]
fn owned_documents_are_independent() {
    let page = pages()[0].clone();
    let mut analyzer = Analyzer::default();
    let owned = analyzer.analyze_owned(page.clone()).expect("a document");
    let token = analyzer.cancel_token();
    token.cancel();
    assert_eq!(owned.document().main_text(), Analyzer::default().analyze(&page).expect("a document").main_text());
    assert!(token.is_cancelled());
    assert_eq!(analyzer.analyze(&page).err(), Some(Error::Cancelled));
    let others = analyzer.analyze_owned(page.clone()).expect("a document");
    owned.cancel_token().cancel();
    assert_eq!(owned.document().main_text().text(), "");
    assert_eq!(others.document().main_text(), analyzer.analyze(&page).expect("a document").main_text());
    assert!(owned.cancel_token().clear());
    assert_eq!(owned.document().main_text(), others.document().main_text());
}
