//! Rank by block: each term counts as much as the block that it is in. Prints the heaviest terms of a page.
//!
//!     cargo run --example rank_by_block -- examples/demo.html

use blockmask::{Analyzer, Options};
use std::collections::BTreeMap;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "examples/demo.html".to_owned());
    let html = std::fs::read(path)?;
    // One analyzer for each thread; it keeps its memory from page to page.
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze(&html)?;

    let mut postings: BTreeMap<String, u64> = BTreeMap::new();
    for block in page.blocks().filter(|block| block.weight() > 0) {
        for term in block.text().split(|c: char| !c.is_alphanumeric()).filter(|term| !term.is_empty()) {
            *postings.entry(term.to_lowercase()).or_default() += u64::from(block.weight());
        }
    }
    let mut terms: Vec<(u64, String)> = postings.into_iter().map(|(term, weight)| (weight, term)).collect();
    terms.sort_by(|a, b| b.cmp(a));
    for (weight, term) in terms.iter().take(10) {
        println!("{weight:>6}  {term}");
    }
    Ok(())
}
