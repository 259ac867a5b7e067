//! Ranks by block: an occurrence of a term counts as much as the block that it is in, so that a word of the title
//! counts more than one of a menu. Where an indexer would add 1 to the frequency of a term, it adds the weight of the
//! block, in quarters: 4 stands for 1.0. This program looks up the terms of a query, by default two, and prints how
//! often each occurs and the sum of the weights. A term is a run of letters and digits; a search engine has its own
//! tokenizer.
//!
//!     cargo run --example rank_by_block -- examples/demo.html bridge weather

use blockmask::{Analyzer, Options};

/// How often a term is in a text, whatever the case of its ASCII letters. Characters beyond ASCII are parts of words.
fn count_term(text: &str, term: &str) -> u64 {
    let words = text.split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty() && word.eq_ignore_ascii_case(term)).count() as u64
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let path = arguments.next().unwrap_or_else(|| "examples/demo.html".into());
    let mut query: Vec<String> = arguments.map(|term| term.to_string_lossy().into_owned()).collect();
    if query.is_empty() {
        query = vec!["bridge".to_owned(), "weather".to_owned()];
    }
    let html = std::fs::read(path)?;
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze(&html)?;
    for term in query {
        let (mut occurrences, mut weight) = (0, 0);
        for block in page.blocks() {
            let count = count_term(block.text(), &term);
            occurrences += count;
            weight += count * u64::from(block.weight());
        }
        println!("{term}: count {occurrences}, weight {weight}");
    }
    Ok(())
}
