//! Cancel an analysis from another thread, here after a deadline. The analyzer stays usable.
//!
//!     cargo run --example cancel -- examples/demo.html

use blockmask::{Analyzer, Error, Options};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "examples/demo.html".to_owned());
    let html = std::fs::read(path)?;
    let mut analyzer = Analyzer::new(Options::default());
    let token = analyzer.cancel_token();
    let (done, is_done) = channel::<()>();
    let watchdog = std::thread::spawn(move || {
        if is_done.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
            token.cancel();
        }
    });
    match analyzer.analyze(&html) {
        Ok(page) => println!("{} blocks in time", page.blocks().len()),
        Err(Error::Cancelled) => println!("the page took too long"),
        Err(error) => return Err(error.into()),
    }
    // Ends the watchdog.
    drop(done);
    watchdog.join().map_err(|_| "the watchdog panicked")?;
    Ok(())
}
