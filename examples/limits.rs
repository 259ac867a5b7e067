//! Limits what a page may cost: its bytes, the memory for its tables, the nodes of its tree. By default a page that
//! reaches a limit is cut short: its result covers what was read, and its truncation names the limits. With the option
//! `on_limit` it is refused instead. This program does both, with a limit on nodes that most pages reach.
//!
//!     cargo run --example limits -- examples/demo.html

use blockmask::{Analyzer, OnLimit, Options};

/// Analyzes a page by these options, and prints which limits it reaches.
fn analyze(options: Options, html: &[u8]) {
    match Analyzer::new(options).analyze(html) {
        Ok(page) => {
            let reached: Vec<&str> = page.truncation().names().collect();
            let reached = if reached.is_empty() { "none".to_owned() } else { reached.join(" ") };
            println!("{} blocks, limits reached: {reached}", page.blocks().len());
        }
        Err(error) => println!("refused: {error}"),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).unwrap_or_else(|| "examples/demo.html".into());
    let html = std::fs::read(path)?;
    let mut options = Options::default();
    options.limits.max_input = 16 << 20;
    options.limits.max_memory = 64 << 20;
    options.limits.max_nodes = 100;
    analyze(options, &html);
    options.limits.on_limit = OnLimit::Fail;
    analyze(options, &html);
    Ok(())
}
