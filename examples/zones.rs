//! Mark zones: each block goes into an element named for its role, for engines that index text by the tag around it.
//!
//!     cargo run --example zones -- examples/demo.html > zoned.html

use blockmask::{Analyzer, Options};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "examples/demo.html".to_owned());
    let html = std::fs::read(path)?;
    let mut analyzer = Analyzer::new(Options::default());
    let zoned = analyzer.analyze(&html)?.zone_page()?;
    std::io::stdout().write_all(&zoned)?;
    Ok(())
}
