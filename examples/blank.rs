//! Blanks a page: everything except its main content becomes spaces. The copy is as long as the page, and each word of
//! the content stays at its byte offset, so that highlighting works on the page as it was. This suits analysis chains
//! with a character filter in front of the tokenizer. The copy is in the encoding of the page, and goes to stdout.
//!
//!     cargo run --example blank -- examples/demo.html

use blockmask::{Analyzer, Options};
use std::io::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).unwrap_or_else(|| "examples/demo.html".into());
    let html = std::fs::read(path)?;
    let mut analyzer = Analyzer::new(Options::default());
    let mut copy = html.clone();
    analyzer.analyze(&html)?.blank_page(&mut copy)?;
    std::io::stdout().write_all(&copy)?;
    Ok(())
}
