//! Analyzes many pages on all cores: one analyzer for each thread, which keeps its memory from page to page. After the
//! first pages an analyzer makes no more calls to the allocator. Each thread takes the next page that no other has
//! taken, so that a large page does not hold up the others. This program prints a line for each page, in the order of
//! its arguments; a page that fails does not affect the others.
//!
//!     cargo run --release --example many_pages -- examples/demo.html tests/fixtures/pages/*.html

use blockmask::{Analyzer, Options};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;

/// A line about a page.
fn summarize(analyzer: &mut Analyzer, path: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let html = std::fs::read(path)?;
    let page = analyzer.analyze(&html)?;
    let kind = page.kind().map_or("unknown", |kind| kind.name());
    let content = page.blocks().filter(|block| !block.is_template()).count();
    Ok(format!("{}: {kind}, {} blocks, {content} of them content", path.display(), page.blocks().len()))
}

fn main() -> ExitCode {
    let mut paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if paths.is_empty() {
        paths.push("examples/demo.html".into());
    }
    let mut results: Vec<Result<String, String>> = vec![Ok(String::new()); paths.len()];
    let pages = Mutex::new(paths.iter().zip(&mut results));
    let next = || pages.lock().ok()?.next();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut analyzer = Analyzer::new(Options::default());
                while let Some((path, result)) = next() {
                    *result = summarize(&mut analyzer, path).map_err(|error| format!("{}: {error}", path.display()));
                }
            });
        }
    });
    let mut exit = ExitCode::SUCCESS;
    for result in results {
        match result {
            Ok(line) => println!("{line}"),
            Err(error) => {
                eprintln!("{error}");
                exit = ExitCode::FAILURE;
            }
        }
    }
    exit
}
