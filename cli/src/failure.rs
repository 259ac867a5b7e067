//! Why a page could not be read or analyzed, and the guard that makes a lack of memory or a panic end one page.

use blockmask::Error;
use blockmask_cli::memory;
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

pub enum Failure {
    /// Of a file.
    Unreadable(io::Error),
    /// Of a record.
    Damaged(String),
    /// More bytes than this limit.
    OverLimit(u64),
    Analysis(Error),
    /// A bug was met; the pages after this one are analyzed.
    Bug,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Unreadable(error) => error.fmt(f),
            Failure::Damaged(reason) => f.write_str(reason),
            Failure::OverLimit(limit) => write!(f, "the page has more bytes than the limit of {limit}"),
            Failure::Analysis(error) => error.fmt(f),
            Failure::Bug => f.write_str("a bug in the program; please report it with the page"),
        }
    }
}

/// Runs the work on a page; a lack of memory or a panic ends that page, not the run.
pub fn caught<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    const REFUSED: Failure = Failure::Analysis(Error::OutOfMemory);
    if !memory::has_memory() {
        return Err(REFUSED);
    }
    // After a panic the analyzer is not used again; what was made of the page is lost.
    match catch_unwind(AssertUnwindSafe(|| memory::catch_refusal(work))) {
        Ok(result) => result.unwrap_or(Err(REFUSED)),
        // Zstandard's binding panics without memory.
        Err(_) if !memory::has_memory() => Err(REFUSED),
        Err(_) => Err(Failure::Bug),
    }
}
