//! Errors of an analysis.

use crate::base::arena::OutOfMemory;
use crate::base::flags::Truncation;
use std::fmt;

/// An error of [`crate::Analyzer::analyze`]. The analyzer stays usable after any of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The page is longer than the limit.
    TooLarge {
        /// The length of the page in bytes.
        len: u64,
        /// The limit in bytes: [`crate::Limits::max_input`], or 4 GiB for the page in UTF-8.
        limit: u64,
    },
    /// The system refused memory.
    OutOfMemory,
    /// A limit was reached and [`crate::OnLimit::Fail`] is set; or [`crate::Limits::max_memory`] is too small for even
    /// a part of the page.
    LimitReached {
        /// The limits that were reached.
        limits: Truncation,
    },
    /// The analysis was cancelled: [`crate::CancelToken::cancel`].
    Cancelled,
}

impl Error {
    /// The name of the error in the column `status` of Arrow batches.
    #[cfg(feature = "arrow")]
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Error::TooLarge { .. } => name::TOO_LARGE,
            Error::OutOfMemory => name::OUT_OF_MEMORY,
            Error::LimitReached { .. } => name::LIMIT_REACHED,
            Error::Cancelled => name::CANCELLED,
        }
    }
}

/// The names of errors.
#[cfg(feature = "arrow")]
pub(crate) mod name {
    pub const TOO_LARGE: &str = "too-large";
    pub const OUT_OF_MEMORY: &str = "out-of-memory";
    pub const LIMIT_REACHED: &str = "limit-reached";
    pub const CANCELLED: &str = "cancelled";
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::TooLarge { len, limit } => {
                // The offsets of longer pages do not fit into 32 bits, whatever max_input is.
                let advice =
                    if *len < u64::from(u32::MAX) { "raise max_input or skip the page" } else { "skip the page" };
                write!(f, "the page has {len} bytes, more than the limit of {limit}; {advice}")
            }
            Error::OutOfMemory => f.write_str("the system refused memory for the tables of the page"),
            Error::LimitReached { limits } => {
                f.write_str("the page reaches a limit:")?;
                limits.names().enumerate().try_for_each(|(i, name)| {
                    f.write_str(if i == 0 { " " } else { ", " })?;
                    match name {
                        "work" => f.write_str("the built-in budget of steps for repair and search"),
                        name => write!(f, "max_{name}"),
                    }
                })
            }
            Error::Cancelled => f.write_str("the analysis was cancelled"),
        }
    }
}

impl std::error::Error for Error {}

/// Why an attempt to analyze a page failed: with an error for the caller, or for lack of memory, after which it may be
/// retried.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Failure {
    Error(Error),
    Memory(OutOfMemory),
}

impl From<OutOfMemory> for Failure {
    fn from(memory: OutOfMemory) -> Failure {
        Failure::Memory(memory)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Error(error)
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Error {
        match failure {
            Failure::Error(error) => error,
            Failure::Memory(OutOfMemory::System) => Error::OutOfMemory,
            Failure::Memory(OutOfMemory::Limit) => Error::LimitReached { limits: Truncation::MEMORY },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Error;

    /// The message suggests raising the limit only if that can help.
    #[test]
    fn advice_is_applicable() {
        let text = |len| Error::TooLarge { len, limit: 1 << 20 }.to_string();
        assert!(text(2 << 20).ends_with("more than the limit of 1048576; raise max_input or skip the page"));
        assert!(text(u64::from(u32::MAX) - 1).contains("raise max_input"));
        assert!(text(u64::from(u32::MAX)).ends_with("; skip the page") && text(1 << 40).ends_with("; skip the page"));
    }
}
