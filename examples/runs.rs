//! Walk a page as weighted runs of text: for loops over a term generator that takes a text and a weight.
//!
//!     cargo run --example runs -- examples/demo.html

use blockmask::{Analyzer, Options};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "examples/demo.html".to_owned());
    let html = std::fs::read(path)?;
    let mut analyzer = Analyzer::new(Options::default());
    for run in analyzer.analyze(&html)?.runs() {
        println!("{:>3}  {:<10}  {}", run.weight, run.role, run.text);
    }
    Ok(())
}
