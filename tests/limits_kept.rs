//! How far limits are passed, measured from outside on hostile and real pages: by no more than a twentieth. Memory is
//! that which the allocator gave.

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
#[path = "../src/random.rs"]
mod random;
#[path = "common/realistic.rs"]
mod realistic;
mod support;

use blockmask::html::{Node, Tag};
use blockmask::{Analyzer, Document, Limits, OnLimit, Options};
use hostile_pages::{NAMED, OTHERS};
use hostile_texts::{METADATA, ORDERS, STYLES, TEXTS};
use hostile_trees::{REPAIRS, TOKENS};
use peak::peak_of;

/// Of the real pages, one of so many.
const EACH: usize = 30;

/// Pages of every kind.
fn pages() -> Vec<(String, Vec<u8>)> {
    let kinds = [NAMED, OTHERS, METADATA, TEXTS, ORDERS, STYLES, TOKENS, REPAIRS].into_iter().flatten();
    let hostile = kinds.map(|kind| (kind.name.to_owned(), (kind.make)((kind.count / 50).max(50))));
    let made = kinds::all().into_iter().map(|(name, page)| (name.to_owned(), page));
    let mut pages: Vec<(String, Vec<u8>)> = hostile.chain(made).collect();
    if let Some(root) = support::shared("corpus") {
        let real = support::corpus::pages(&root).into_iter().step_by(EACH);
        pages.extend(real.map(|file| (file.name.clone(), file.bytes())));
    }
    pages
}

/// What a page may use of a limit.
fn allowed(limit: u64) -> u64 {
    limit + limit / 20
}

/// An analyzer with a limit.
fn with(set: impl Fn(&mut Limits)) -> Analyzer {
    let mut options = Options::default();
    set(&mut options.limits);
    Analyzer::new(options)
}

/// Whatever the limits, a page has a document, and `html`, `head` and `body`.
const ALWAYS: u64 = 4;

/// A count of a document, and the limit on it.
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

/// The tags and comments that became nodes. Each is a step; elements that no tag asked for have none.
fn tokens(document: &Document) -> u64 {
    let nodes = document.page().tree.nodes.iter().filter(|node| node.tag != Tag::TEXT && node.start < node.content);
    let mut starts: Vec<u32> = nodes.map(|node| node.start).collect();
    // Clones of one element begin where it does.
    starts.sort_unstable();
    starts.dedup();
    starts.len() as u64
}

#[test]
fn no_count_passes_its_limit_by_more_than_a_twentieth() {
    let pages = pages();
    let (mut tried, mut passed) = (0, Vec::new());
    for (name, page) in &pages {
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(page).expect("a document");
        for count in &COUNTS {
            let needed = (count.used)(&document);
            for value in [needed / 2, needed / 10, needed / 40].into_iter().filter(|&value| value > 2 * ALWAYS) {
                let mut limited = with(|limits| (count.set)(limits, value));
                let used = (count.used)(&limited.analyze(page).expect("a document"));
                tried += 1;
                if used > allowed(value) {
                    passed.push(format!("{name}: {used} {} of {value}", count.name));
                }
            }
        }
    }
    println!("{tried} limits on {} pages", pages.len());
    assert!(tried > 100 && passed.is_empty(), "{}: {passed:#?}", passed.len());
}

#[test]
fn no_more_memory_is_held_than_the_limit_and_a_twentieth() {
    let pages = pages();
    let (mut tried, mut most_passed, mut passed) = (0, 0.0f64, Vec::new());
    for (name, page) in &pages {
        let needed = peak_of(|| drop(Analyzer::default().analyze(page)));
        for limit in [needed, needed / 2, needed / 5, needed / 20, 100_000] {
            let held = peak_of(|| drop(with(|limits| limits.max_memory = limit).analyze(page)));
            tried += 1;
            most_passed = most_passed.max(held as f64 / limit as f64 - 1.0);
            if held > allowed(limit) {
                passed.push(format!("{name}: {held} of {limit}"));
            }
        }
    }
    println!("{tried} limits on {} pages; the one that was passed most, by {:.1} %", pages.len(), 100.0 * most_passed);
    assert!(passed.is_empty(), "{}: {passed:#?}", passed.len());
}
