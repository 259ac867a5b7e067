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
            Failure::Unreadable(error) => f.write_str(&with_arguments(&error.to_string())),
            Failure::Damaged(reason) => f.write_str(reason),
            Failure::OverLimit(limit) => {
                write!(f, "the page has more bytes than the limit of {limit}; raise --max-input or skip the page")
            }
            Failure::Analysis(error) => f.write_str(&with_arguments(&error.to_string())),
            Failure::Bug => f.write_str("a bug in the program; please report it with the page"),
        }
    }
}

/// A message of the library with the names of arguments instead of fields.
fn with_arguments(message: &str) -> String {
    const LIMITS: [(&str, &str); 8] = [
        ("max_input", "--max-input"),
        ("max_nodes", "--max-nodes"),
        ("max_depth", "--max-depth"),
        ("max_attributes", "--max-attributes"),
        ("max_blocks", "--max-blocks"),
        ("max_memory", "--max-memory"),
        ("max_steps", "--max-steps"),
        ("max_output", "--max-output"),
    ];
    LIMITS.iter().fold(message.to_owned(), |message, (field, argument)| message.replace(field, argument))
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
