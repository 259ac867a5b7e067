//! Analyze many pages on all cores: one analyzer for each thread, which keeps its memory from page to page.
//!
//!     cargo run --release --example many_pages -- FOLDER

use blockmask::{Analyzer, Options};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "tests/fixtures/pages".to_owned());
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    paths.sort();
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut analyzer = Analyzer::new(Options::default());
                while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match std::fs::read(path).map_err(|error| error.to_string()) {
                        Ok(html) => match analyzer.analyze(&html) {
                            Ok(page) => println!("{}: {} blocks", path.display(), page.blocks().len()),
                            Err(error) => eprintln!("{}: {error}", path.display()),
                        },
                        Err(error) => eprintln!("{}: {error}", path.display()),
                    }
                }
            });
        }
    });
    Ok(())
}
