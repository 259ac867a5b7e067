//! Splits a page into the fields of a search engine by the roles of its blocks: title, headings, body, comments, and
//! the rest. An engine that has fields can give each a boost of its own, or leave some out of a search. Hidden text is
//! in no field. Roles are an open set: what a newer library adds goes into the field for the rest.
//!
//!     cargo run --example split_fields -- examples/demo.html

use blockmask::{Analyzer, Block, Options, Role};
use std::io::Write;

/// The field that a block belongs to.
fn field_of(block: &Block) -> Option<&'static str> {
    match block.role() {
        Role::Title => Some("title"),
        Role::Heading if !block.is_template() => Some("heading"),
        Role::Main => Some("body"),
        Role::Comment => Some("comment"),
        Role::Hidden => None,
        _ => Some("other"),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).unwrap_or_else(|| "examples/demo.html".into());
    let html = std::fs::read(path)?;
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze(&html)?;
    let mut output = std::io::stdout().lock();
    for field in ["title", "heading", "body", "comment", "other"] {
        writeln!(output, "[{field}]")?;
        for block in page.blocks().filter(|block| field_of(block) == Some(field)) {
            writeln!(output, "{}", block.text())?;
        }
    }
    Ok(())
}
