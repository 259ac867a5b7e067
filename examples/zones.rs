//! Marks zones: each block is enclosed in an element that is named for its role, such as blk-main or blk-nav. This
//! suits engines that index text by the element that it is in, and weight or leave out elements by name. Except for
//! these tags the copy is the page, byte for byte. It is in the encoding of the page, and goes to stdout.
//!
//!     cargo run --example zones -- examples/demo.html

use blockmask::{Analyzer, Options};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).unwrap_or_else(|| "examples/demo.html".into());
    let html = std::fs::read(path)?;
    let mut analyzer = Analyzer::new(Options::default());
    let zoned = analyzer.analyze(&html)?.zone_page()?;
    std::io::stdout().write_all(&zoned)?;
    Ok(())
}
