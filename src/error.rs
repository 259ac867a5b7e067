//! Why a page could not be analysed.

use std::fmt;

/// An error of [`crate::Analyzer::analyze`]. The analyzer stays usable after any of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The page is longer than the limit.
    TooLarge {
        /// Bytes of the page.
        len: u64,
        /// The limit: [`crate::Limits::max_input`], or 4 GiB for the page as UTF-8.
        limit: u64,
    },
    /// The system has no memory for the page as UTF-8. (Tables that cannot be allocated panic, for now.)
    OutOfMemory,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::TooLarge { len, limit } => {
                write!(f, "the page has {len} bytes, more than the limit of {limit}; raise max_input or leave it out")
            }
            Error::OutOfMemory => f.write_str("no memory left for the tables of the page"),
        }
    }
}

impl std::error::Error for Error {}
