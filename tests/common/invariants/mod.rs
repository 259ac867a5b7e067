//! What holds for every document, whatever the bytes and the options: all that the library promises of its tables, in
//! one place, for the tests and the fuzz targets. It uses the public interface only, and is included by its path.
//!
//! | file | checks |
//! |---|---|
//! | `tree` | the node and attribute tables |
//! | `text` | the normalized text, its map, and the blocks that part it |
//! | `results` | fragments, links, segments, region, mask |

/// Gives an error unless a condition holds.
macro_rules! require {
    ($condition:expr, $($words:tt)+) => {
        if !$condition {
            return Err(format!($($words)+));
        }
    };
}

mod results;
mod text;
pub mod tree;

use blockmask::Document;
use std::fmt::Write;

/// Panics with `what` if the document of `bytes` contradicts itself.
#[allow(dead_code)]
pub fn check(document: &Document, bytes: &[u8], what: &str) {
    if let Err(violation) = violation(document, bytes) {
        panic!("{violation}: {what}");
    }
}

/// What the document of `bytes` contradicts, if it does.
pub fn violation(document: &Document, bytes: &[u8]) -> Result<(), String> {
    require!(std::ptr::eq(document.bytes(), bytes), "the document is not that of the bytes");
    tree::violation(&document.page().tree)?;
    text::violation(document)?;
    results::violation(document)
}

/// Everything that a caller sees, as text, to compare two documents by.
#[allow(dead_code)]
pub fn description(document: &Document) -> String {
    let mut out = String::new();
    for block in document.blocks() {
        let verdict = (block.probability(), block.weight(), block.is_template(), block.is_in_region());
        let (entry, source) = (block.table_entry(), block.source());
        let _ = writeln!(out, "{entry:?} {source:?} {verdict:?} {:?} {}", block.text(), block.tag_path());
    }
    let region: Vec<_> = document.regions().collect();
    let page = document.page();
    let _ = writeln!(out, "{:?} {region:?} {:?}", document.segmentation().segments, document.fingerprint());
    let _ = writeln!(out, "{} {:?} {:?}", document.encoding(), document.title(), document.truncation());
    let _ = writeln!(out, "{:?} {:?}", page.links, page.text_map.entries);
    out
}
