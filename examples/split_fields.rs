//! Split a page into the fields of a search engine by the roles of its blocks: title, headings, body, comments, rest.
//!
//!     cargo run --example split_fields -- examples/demo.html

use blockmask::{Analyzer, Options, Role};
use std::collections::BTreeMap;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "examples/demo.html".to_owned());
    let html = std::fs::read(path)?;
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze(&html)?;

    let mut fields: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for block in page.blocks() {
        let field = match block.role() {
            Role::Title => "title",
            Role::Heading if !block.is_template() => "heading",
            Role::Main => "body",
            Role::Comment => "comment",
            // Roles are an open set: later versions may add some.
            _ => "other",
        };
        fields.entry(field).or_default().push(block.text());
    }
    for (field, texts) in fields {
        println!("{field}: {} blocks, first: {}", texts.len(), texts[0]);
    }
    Ok(())
}
