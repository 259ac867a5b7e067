//! Limit what a page may cost. By default the analysis is cut short and says by which limit; here once more with an
//! error instead.
//!
//!     cargo run --example limits -- examples/demo.html

use blockmask::{Analyzer, Error, OnLimit, Options};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "examples/demo.html".to_owned());
    let html = std::fs::read(path)?;
    let mut options = Options::default();
    options.limits.max_input = 16 << 20;
    options.limits.max_memory = 64 << 20;
    options.limits.max_nodes = 100;
    let page_cut_short = |options: Options| match Analyzer::new(options).analyze(&html) {
        Ok(page) if page.truncation().is_empty() => println!("{} blocks", page.blocks().len()),
        Ok(page) => {
            let limits: Vec<&str> = page.truncation().names().collect();
            println!("{} blocks, cut short by {}", page.blocks().len(), limits.join(", "));
        }
        Err(Error::LimitReached { limits }) => println!("refused: {limits:?}"),
        Err(error) => println!("refused: {error}"),
    };
    page_cut_short(options);
    options.limits.on_limit = OnLimit::Fail;
    page_cut_short(options);
    Ok(())
}
