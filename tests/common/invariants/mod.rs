//! Invariants of every document, for any input and any options, shared by the tests and the fuzz targets. The module
//! uses the public interface only and is included by path.
//!
//! | file | checks |
//! |---|---|
//! | `tree` | the node and attribute tables |
//! | `public_tree` | the same by the public interface: links, tags where their ranges say |
//! | `text` | the normalized text, its source map, and its partition into blocks |
//! | `results` | fragments, links, segments, regions, mask |
//! | `facts` | what the page says about itself |
//! | `records` | the records of the main list |
//! | `groups` | the groups, and that records and comments are items of them |
//! | `annotations` | formulas and readings |
//! | `structure` | the structure of blocks, images, and what is rendered and cut from the main text |

/// Returns an error unless a condition holds.
macro_rules! require {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}

mod annotations;
mod facts;
mod groups;
pub mod public_tree;
mod records;
mod results;
mod structure;
mod text;
pub mod tree;

use blockmask::{Document, FactOptions};
use std::fmt::Write;

/// Panics with the label `what` if the document of `bytes` violates an invariant.
#[allow(dead_code)]
pub fn check(document: &Document, bytes: &[u8], what: &str) {
    if let Err(violation) = violation(document, bytes) {
        panic!("{violation}: {what}");
    }
}

/// Checks all invariants of the document of `bytes`; the error describes the first violation.
pub fn violation(document: &Document, bytes: &[u8]) -> Result<(), String> {
    require!(std::ptr::eq(document.bytes(), bytes), "the document refers to other bytes");
    tree::violation(&document.page().tree)?;
    public_tree::violation(&document.tree(), public_tree::has_ascii_tags(document))?;
    text::violation(document)?;
    results::violation(document)?;
    structure::violation(document)?;
    facts::violation(document)?;
    records::violation(document)?;
    groups::violation(document)?;
    annotations::violation(document)
}

/// Everything that a caller can observe, as text, for comparing two documents.
#[allow(dead_code)]
pub fn description(document: &Document) -> String {
    let mut out = String::new();
    for block in document.blocks() {
        let verdict =
            (block.probability(), block.field(), block.weight(), block.is_template(), block.is_in_main_region());
        let (entry, source) = (block.table_entry(), block.source());
        let _ = writeln!(out, "{entry:?} {source:?} {verdict:?} {:?} {}", block.text(), block.tag_path());
        let structure = (block.block_type(), block.heading(), block.list_item(), block.table_cell(), block.direction());
        let _ = writeln!(out, "{structure:?} {:?} {:?}", block.quote_depth(), block.language_source());
    }
    for image in document.images() {
        let _ = writeln!(out, "{:?} {:?} {:?} {}", image.source(), image.alt(), image.block(), image.weight());
    }
    let region: Vec<_> = document.main_regions().collect();
    let page = document.page();
    let _ = writeln!(out, "{:?} {region:?} {:?}", document.segmentation().segments, document.fingerprint());
    let _ = writeln!(out, "{} {:?} {:?}", document.encoding(), document.title(), document.truncation());
    let _ = writeln!(out, "{:?} {:?}", page.links, page.text_map.entries);
    let _ = writeln!(out, "{:?}", document.facts(&FactOptions::default()));
    let _ = writeln!(out, "{:?}", document.records());
    let _ = writeln!(out, "{:?} {:?}", document.annotations(), document.fallbacks());
    out
}
