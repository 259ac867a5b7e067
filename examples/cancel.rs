//! Cancels an analysis from another thread, here a watchdog with a deadline in milliseconds, 1000 if none is given. An
//! analysis that is cancelled fails with [`Error::Cancelled`] within moments, and its analyzer stays usable: this
//! program then analyzes the page again, without a deadline. A request that comes when no analysis runs stops the next
//! one, unless the token is cleared.
//!
//!     cargo run --example cancel -- examples/demo.html 1000

use blockmask::{Analyzer, Error, Options};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let path = arguments.next().unwrap_or_else(|| "examples/demo.html".into());
    let milliseconds = arguments.next().map_or(Ok(1000), |number| number.to_string_lossy().parse())?;
    let html = std::fs::read(path)?;
    let mut analyzer = Analyzer::new(Options::default());
    let token = analyzer.cancel_token();
    let (done, is_done) = channel::<()>();
    let blocks = std::thread::scope(|scope| {
        let token = &token;
        scope.spawn(move || {
            if is_done.recv_timeout(Duration::from_millis(milliseconds)) == Err(RecvTimeoutError::Timeout) {
                token.cancel();
            }
        });
        let blocks = analyzer.analyze(&html).map(|page| page.blocks().len());
        // Ends the watchdog.
        drop(done);
        blocks
    });
    token.clear();
    let blocks = match blocks {
        Err(Error::Cancelled) => {
            println!("cancelled");
            analyzer.analyze(&html)?.blocks().len()
        }
        blocks => blocks?,
    };
    println!("{blocks} blocks");
    Ok(())
}
