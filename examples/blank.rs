//! Blank a page: everything but its main content becomes spaces, so that byte offsets stay valid. For analysis chains
//! with a character filter in front of the tokenizer.
//!
//!     cargo run --example blank -- examples/demo.html > blanked.html

use blockmask::{Analyzer, Options};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "examples/demo.html".to_owned());
    let html = std::fs::read(path)?;
    let mut analyzer = Analyzer::new(Options::default());
    let mut copy = html.clone();
    analyzer.analyze(&html)?.blank_page(&mut copy)?;
    assert_eq!(copy.len(), html.len());
    std::io::stdout().write_all(&copy)?;
    Ok(())
}
