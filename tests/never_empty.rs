//! Whatever the mask and the options: a page with a paragraph of prose has a main text. The invariants say so; here every
//! method and option reads random pages, and real ones.

mod support;

use blockmask::{Analyzer, CommentMode, MaskMethod, Options, Parts};
use support::rng::Rng;
use support::{invariants, random_markup};

/// All mask methods with each option that decides what is main text.
fn analyzers() -> Vec<(String, Analyzer)> {
    let mut all = Vec::new();
    for &mask in MaskMethod::VALUES {
        for &comments in CommentMode::VALUES {
            for bits in 0..4 {
                let mut options = Options::with_parts(Parts::MASK | Parts::FIELDS);
                (options.mask, options.comments) = (mask, comments);
                (options.omit_headline, options.use_metadata) = (bits & 1 != 0, bits & 2 != 0);
                all.push((format!("{} {} {bits}", mask.name(), comments.name()), Analyzer::new(options)));
            }
        }
    }
    all
}

/// Elements around a sentence, most of which a mask takes for template, or readers do not see.
const AROUND: [&str; 16] = [
    "p",
    "div class=comment",
    "nav",
    "footer",
    "aside class=cookie-consent",
    "div hidden",
    "div style='display:none'",
    "noindex",
    "h1",
    "li",
    "td",
    "noscript",
    "dialog",
    "form",
    "div data-nosnippet",
    "a href=/x",
];

/// A random page with sentences in random elements.
fn page(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let mut html = String::new();
    for part in 0..1 + rng.below(6) {
        let (outer, inner) = (rng.one_of(&AROUND), rng.one_of(&AROUND));
        let words: String = (0..rng.below(40)).map(|word| format!("word{} ", (word * 7 + part) % 23)).collect();
        html += &format!("<{outer}><{inner}>{words}</{}>", inner.split(' ').next().unwrap_or_default());
        if rng.chance(50) {
            html += &format!("</{}>", outer.split(' ').next().unwrap_or_default());
        }
        if rng.chance(30) {
            html += &random_markup::document(seed + part as u64, 40);
        }
    }
    html
}

#[test]
fn random_pages_with_prose_have_a_main_text() {
    let mut analyzers = analyzers();
    for seed in 0..1_000 / support::thorough::sparse(25) as u64 {
        let html = page(seed);
        for (name, analyzer) in &mut analyzers {
            let document = analyzer.analyze(html.as_bytes()).expect("within the limits");
            invariants::check(&document, html.as_bytes(), &format!("{name}: {html}"));
        }
    }
}

#[test]
fn real_pages_with_prose_have_a_main_text() {
    let Some(root) = support::shared("corpus") else { return };
    let mut analyzers = analyzers();
    // Each page by some of the methods; all pages together by all.
    let (pages, step) = (support::corpus::sample(&root), support::thorough::sparse(8));
    for (i, file) in pages.iter().step_by(step).enumerate() {
        let bytes = file.bytes();
        for (name, analyzer) in analyzers.iter_mut().skip(i % 17).step_by(17) {
            let document = analyzer.analyze(&bytes).expect("within the limits");
            invariants::check(&document, &bytes, &format!("{name}: {}", file.name));
        }
    }
}
