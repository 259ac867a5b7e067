//! Splits a page into the columns of a search engine by the fields of its blocks, as docs/ranking.md recommends: titles,
//! headings, labels, text, and the rest. An engine that ranks by fields gives each a weight. Hidden text is in none.
//! Fields are an open set: what a newer library adds is in no column until its users say where it belongs.
//!
//!     cargo run --example split_fields -- examples/demo.html

use blockmask::{Analyzer, Field, Options};
use std::io::Write;

const COLUMNS: [(&str, &[Field]); 5] = [
    ("title", &[Field::Title, Field::H1]),
    ("heading", &[Field::Heading]),
    ("label", &[Field::Label, Field::InPageLink]),
    ("text", &[Field::Text, Field::Byline, Field::Comment, Field::Code]),
    ("other", &[Field::Link, Field::LinkedHeading]),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).unwrap_or_else(|| "examples/demo.html".into());
    let html = std::fs::read(path)?;
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze(&html)?;
    let mut output = std::io::stdout().lock();
    for (column, fields) in COLUMNS {
        writeln!(output, "[{column}]\n{}", page.join_fields(fields).text())?;
    }
    Ok(())
}
