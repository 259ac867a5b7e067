//! Walks a page as weighted runs of text, in the order of the page. A run is the text of one block, with its field and
//! weight: what a loop over a term generator needs that takes a text and a weight. A weight of 4 stands for 1.0; text of
//! weight 0 is not to be searched. This program prints weight, field and text of each run.
//!
//!     cargo run --example runs -- examples/demo.html

use blockmask::{Analyzer, Options};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).unwrap_or_else(|| "examples/demo.html".into());
    let html = std::fs::read(path)?;
    let mut analyzer = Analyzer::new(Options::default());
    let mut output = std::io::stdout().lock();
    for run in analyzer.analyze(&html)?.runs() {
        writeln!(output, "{:>3}  {:<14}  {}", run.weight, run.field, run.text)?;
    }
    Ok(())
}
