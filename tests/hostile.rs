//! What hostile pages cost: linear in their length, and by the byte not much more than a normal page.
//!
//! Times are only compared in release builds (`cargo test --release`); a debug build checks that every page is read.

#[path = "common/hostile_pages.rs"]
mod hostile_pages;
#[path = "common/invariants/mod.rs"]
mod invariants;
#[path = "common/random.rs"]
mod random;
#[path = "common/realistic.rs"]
mod realistic;

use blockmask::mask::MaskMethod;
use blockmask::{Analyzer, Options};
use cpu_time::ThreadTime;
use hostile_pages::{Hostile, NAMED, OTHERS};
use std::time::Duration;

/// A page four times as long may take so many times as long.
const GROWTH: f64 = 6.0;
/// A byte of a named page may cost so many bytes of a normal one.
const COST: f64 = 10.0;
/// Named pages that miss that aim, and what they may cost until they reach it. They are little but tags: eleven to sixteen
/// bytes make four or five nodes and a block, where a normal page has sixty bytes for a tag. Repaired nodes also stand far
/// apart in memory, so that their time grows faster than their number once the tables leave the cache.
const MISSED: [(&str, f64); 4] = [
    ("misnested formatting", 20.0),
    ("misnested formatting and blocks", 45.0),
    ("misnested formatting, three deep", 20.0),
    ("unclosed table with cells", 30.0),
];
/// Tries, of which the best counts.
const TRIES: usize = 3;

/// Nanoseconds of CPU time for a byte of the page, the best of some tries in a warm analyzer.
fn cost_per_byte(analyzer: &mut Analyzer, page: &[u8]) -> f64 {
    let mut best = Duration::MAX;
    for _ in 0..TRIES {
        let start = ThreadTime::now();
        let result = analyzer.analyze(page).map(|document| document.blocks().len());
        best = best.min(start.elapsed());
        assert!(result.is_ok(), "{result:?}");
    }
    best.as_nanos() as f64 / page.len() as f64
}

/// The cost of a normal page: of more tries, as all else is compared with it.
fn normal_cost(analyzer: &mut Analyzer) -> f64 {
    let page = realistic::page(1_000_000, 3);
    (0..5).map(|_| cost_per_byte(analyzer, &page)).fold(f64::INFINITY, f64::min)
}

/// What is wrong with a kind of page, if something is.
fn measure(kind: &Hostile, normal: f64, named: bool) -> Option<String> {
    let mut analyzer = Analyzer::new(Options::default());
    let mut cost = |count: usize| cost_per_byte(&mut analyzer, &(kind.make)(count));
    let (short, long) = (cost(kind.count), cost(4 * kind.count));
    // Pages that number their parts grow a little more than fourfold, so the growth is that of the cost by the byte.
    let mut growth = 4.0 * long / short;
    if growth >= GROWTH && short.max(long) > normal / 2.0 {
        // Tables that no longer fit the processor's cache cost more, once; what is not linear costs more again.
        growth = growth.min(4.0 * cost(16 * kind.count) / long);
    }
    let relative = short.max(long) / normal;
    let missed = MISSED.iter().find(|missed| missed.0 == kind.name).map(|missed| missed.1);
    let costs = named && relative > missed.unwrap_or(COST);
    let grows = growth >= if missed.is_some() { 8.0 } else { GROWTH } && relative > 0.5;
    let verdict = match (grows || costs, named && relative > COST) {
        (true, _) => "  <-- fails",
        (_, true) => "  over the aim",
        _ => "",
    };
    println!("{:<52}{short:>10.2}{long:>10.2}{growth:>8.2}{relative:>8.1}{verdict}", kind.name);
    (grows || costs).then(|| format!("{}: growth {growth:.2}, cost {relative:.1}", kind.name))
}

#[test]
#[cfg_attr(debug_assertions, ignore = "times mean nothing in a debug build")]
fn hostile_pages_cost_linear_time() {
    let mut analyzer = Analyzer::new(Options::default());
    let normal = normal_cost(&mut analyzer);
    println!("a normal page: {normal:.2} ns/byte; columns: ns/byte, ns/byte of four times as much,");
    println!("growth of time for four times as much, cost by the byte over that of a normal page");
    let named = NAMED.iter().filter_map(|kind| measure(kind, normal, true));
    let failures: Vec<String> = named.chain(OTHERS.iter().filter_map(|kind| measure(kind, normal, false))).collect();
    assert!(failures.is_empty(), "{} of {}: {failures:#?}", failures.len(), NAMED.len() + OTHERS.len());
}

/// Pages that the masks could stumble over: nested tables and records, many alike, with some text each.
const FOR_MASKS: [(&str, MakePage); 6] = [
    ("tables nested 200 deep", |n| "<table><tr><td>some words ".repeat(200).repeat(n / 200)),
    ("one deep table", |n| format!("{}{}", "<table><tr><td>x ".repeat(200), "<p>text</p>".repeat(n))),
    ("equal records", |n| "<div class=post><p>Some forty characters of text, or a few more.</p></div>".repeat(n)),
    ("pairs in pairs", |n| "<div class=a><div class=a>Some forty characters of text, or a few more.".repeat(n)),
    ("formatting in formatting", |n| format!("{}{}", "<p><b>x".repeat(100), "<br>y".repeat(n))),
    ("leaves", |n| "<li>x".repeat(2 * n)),
];
type MakePage = fn(usize) -> String;

#[test]
#[cfg_attr(debug_assertions, ignore = "times mean nothing in a debug build")]
fn every_mask_costs_linear_time() {
    for method in MaskMethod::ALL {
        let mut options = Options::default();
        options.mask = method;
        let mut analyzer = Analyzer::new(options);
        for (name, make) in FOR_MASKS {
            let mut cost = |count: usize| cost_per_byte(&mut analyzer, make(count).as_bytes());
            let (short, long) = (cost(5_000), cost(20_000));
            let mut growth = 4.0 * long / short;
            if growth >= GROWTH {
                growth = growth.min(4.0 * cost(80_000) / long);
            }
            println!("{:<12}{name:<28}{short:>8.2}{long:>8.2}{growth:>8.2}", method.name());
            assert!(growth < GROWTH, "{} on {name}: {growth}", method.name());
        }
    }
}

#[test]
fn hostile_pages_give_valid_documents() {
    let mut analyzer = Analyzer::new(Options::default());
    for kind in NAMED.iter().chain(OTHERS) {
        for count in [1, 2, 50, kind.count / 100] {
            let page = (kind.make)(count);
            let document = analyzer.analyze(&page).expect("a document");
            invariants::check(&document, &page, &format!("{} times {count}", kind.name));
        }
    }
}

/// Every beginning of a page: each breaks off in another state of the tokenizer and the tree builder.
#[test]
fn every_truncation_of_a_page() {
    let page = page_of_everything();
    let mut analyzer = Analyzer::new(Options::default());
    for end in 0..=page.len() {
        let document = analyzer.analyze(&page[..end]).expect("a document");
        invariants::check(&document, &page[..end], &format!("the first {end} bytes"));
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "times mean nothing in a debug build")]
fn truncations_cost_what_pages_cost() {
    let page = page_of_everything();
    let mut analyzer = Analyzer::new(Options::default());
    let mut total = || {
        let start = ThreadTime::now();
        for end in 0..page.len() {
            assert!(analyzer.analyze(&page[..end]).is_ok());
        }
        start.elapsed().as_nanos() as f64 / (page.len() * page.len() / 2) as f64
    };
    let truncated = (0..TRIES).map(|_| total()).fold(f64::INFINITY, f64::min);
    let normal = normal_cost(&mut analyzer);
    println!("truncations: {truncated:.2} ns/byte, a normal page: {normal:.2}");
    assert!(truncated <= COST * normal, "{truncated} against {normal}");
    let worst = (page.len() / 2..page.len())
        .map(|end| (cost_per_byte(&mut analyzer, &page[..end]) / normal, end))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    println!("the worst truncation: {worst:?}");
    assert!(worst.is_some_and(|(cost, _)| cost <= COST), "{worst:?}");
}

/// About 4 kB with every kind of markup.
fn page_of_everything() -> Vec<u8> {
    let mut page = realistic::page(2_400, 5);
    page.truncate(page.len() - "</div></body></html>\n".len());
    page.extend_from_slice(include_bytes!("fixtures/everything.html"));
    page
}
