//! Measures limits from the outside, on adversarial and real pages: none is exceeded by more than 5%. Memory is
//! measured at the allocator.

#[path = "common/hostile_pages.rs"]
mod hostile_pages;
#[path = "common/hostile_texts.rs"]
mod hostile_texts;
#[path = "common/hostile_trees.rs"]
mod hostile_trees;
#[path = "common/kinds.rs"]
mod kinds;
#[path = "common/peak.rs"]
mod peak;
#[path = "../src/base/random.rs"]
mod random;
#[path = "common/realistic.rs"]
mod realistic;
mod support;

use blockmask::internals::html::{Node, Tag};
use blockmask::{Analyzer, Document, Limits, OnLimit, Options, Parts};
use hostile_pages::{NAMED, OTHERS};
use hostile_texts::{METADATA, ORDERS, STYLES, TEXTS};
use hostile_trees::{REPAIRS, TOKENS};
use peak::peak_of;

/// Every nth page of the corpora is used.
const SAMPLE_STEP: usize = 30;

/// Adversarial, generated and real pages, by name.
fn pages() -> Vec<(String, Vec<u8>)> {
    let kinds = [NAMED, OTHERS, METADATA, TEXTS, ORDERS, STYLES, TOKENS, REPAIRS].into_iter().flatten();
    let hostile = kinds.map(|kind| (kind.name.to_owned(), (kind.make)((kind.count / 50).max(50))));
    let generated = kinds::all().into_iter().map(|(name, page)| (name.to_owned(), page));
    let mut pages: Vec<(String, Vec<u8>)> = hostile.chain(generated).collect();
    if let Some(root) = support::shared("corpus") {
        let real = support::corpus::pages(&root).into_iter().step_by(SAMPLE_STEP);
        pages.extend(real.map(|file| (file.name.clone(), file.bytes())));
    }
    pages.into_iter().step_by(support::thorough::sparse(4)).collect()
}

/// A limit plus the tolerance of 5%.
fn with_tolerance(limit: u64) -> u64 {
    limit + limit / 20
}

/// An analyzer with modified limits.
fn analyzer_with(set: impl Fn(&mut Limits)) -> Analyzer {
    let mut options = Options::with_parts(Parts::ALL);
    set(&mut options.limits);
    Analyzer::new(options)
}

/// The nodes that exist whatever the limits: the document, `html`, `head` and `body`.
const FIXED_NODES: u64 = 4;

/// A limit, and how to measure its usage in a document.
struct Count {
    name: &'static str,
    set: fn(&mut Limits, u64),
    used: fn(&Document) -> u64,
}

const COUNTS: [Count; 6] = [
    Count {
        name: "nodes",
        set: |limits, value| limits.max_nodes = value as u32,
        used: |document| document.page().tree.nodes.len() as u64,
    },
    Count {
        name: "depth",
        set: |limits, value| limits.max_depth = value as u16,
        used: |document| elements(document).map(|node| u64::from(node.depth)).max().unwrap_or(0),
    },
    Count {
        name: "attributes",
        set: |limits, value| limits.max_attributes = value as u32,
        used: |document| document.page().tree.attributes.len() as u64,
    },
    Count {
        name: "blocks",
        set: |limits, value| limits.max_blocks = value as u32,
        used: |document| document.blocks().len() as u64,
    },
    Count { name: "steps", set: |limits, value| limits.max_steps = value, used: tokens },
    Count {
        name: "input",
        set: |limits, value| (limits.max_input, limits.on_limit) = (value, OnLimit::TruncateInput),
        used: |document| document.blocks().map(|block| block.source().end).max().unwrap_or(0) as u64,
    },
];

fn elements<'d>(document: &'d Document) -> impl Iterator<Item = &'d Node> {
    document.page().tree.nodes.iter().filter(|node| node.tag.is_element())
}

/// The number of tags and comments that became nodes, each of which is a step; implied elements are not.
fn tokens(document: &Document) -> u64 {
    let nodes = document.page().tree.nodes.iter().filter(|node| node.tag != Tag::TEXT && node.start < node.content);
    let mut starts: Vec<u32> = nodes.map(|node| node.start).collect();
    // Clones of an element have its start offset.
    starts.sort_unstable();
    starts.dedup();
    starts.len() as u64
}

#[test]
fn counts_stay_within_tolerance() {
    let pages = pages();
    let (mut tried, mut exceeded) = (0, Vec::new());
    for (name, page) in &pages {
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(page).expect("a document");
        for count in &COUNTS {
            let needed = (count.used)(&document);
            for value in [needed / 2, needed / 10, needed / 40].into_iter().filter(|&value| value > 2 * FIXED_NODES) {
                let mut limited = analyzer_with(|limits| (count.set)(limits, value));
                let used = (count.used)(&limited.analyze(page).expect("a document"));
                tried += 1;
                if used > with_tolerance(value) {
                    exceeded.push(format!("{name}: {used} {} of {value}", count.name));
                }
            }
        }
    }
    println!("{tried} limits on {} pages", pages.len());
    assert!(tried > 100 && exceeded.is_empty(), "{}: {exceeded:#?}", exceeded.len());
}

/// Bytes that two arenas keep for unwinding when memory runs out.
const RESERVES: u64 = 2 << 10;

#[test]
fn memory_stays_within_tolerance() {
    let pages = pages();
    let (mut tried, mut max_excess, mut exceeded) = (0, 0.0f64, Vec::new());
    for (name, page) in &pages {
        let needed = peak_of(|| drop(Analyzer::default().analyze(page)));
        // Two arenas keep a reserve for unwinding, which no limit can take away.
        for limit in [needed, needed / 2, needed / 5, (needed / 20).max(RESERVES), 100_000] {
            let held = peak_of(|| drop(analyzer_with(|limits| limits.max_memory = limit).analyze(page)));
            tried += 1;
            max_excess = max_excess.max(held as f64 / limit as f64 - 1.0);
            if held > limit {
                exceeded.push(format!("{name}: {held} of {limit}"));
            }
        }
    }
    println!("{tried} limits on {} pages; the largest excess is {:.1} %", pages.len(), 100.0 * max_excess);
    assert!(exceeded.is_empty(), "{}: {exceeded:#?}", exceeded.len());
}
