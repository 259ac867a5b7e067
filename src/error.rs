//! Why a page could not be analyzed.

use crate::html::node::truncated;
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
    /// The system has no memory left for the tables of the page.
    OutOfMemory,
    /// A limit was reached, and [`crate::OnLimit::Fail`] is set; or there is too little memory for any part of the
    /// page.
    LimitReached {
        /// Which: bits of [`crate::html::node::truncated`].
        limits: u8,
    },
    /// Somebody asked for it: [`crate::CancelToken::cancel`].
    Cancelled,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::TooLarge { len, limit } => {
                // Of a longer one the tables would not hold the offsets, whatever max_input is.
                let advice =
                    if *len < u64::from(u32::MAX) { "raise max_input or leave it out" } else { "leave it out" };
                write!(f, "the page has {len} bytes, more than the limit of {limit}; {advice}")
            }
            Error::OutOfMemory => f.write_str("no memory left for the tables of the page"),
            Error::LimitReached { limits } => {
                let names = truncated::NAMES.iter().filter(|(bit, _)| limits & bit != 0).map(|(_, name)| *name);
                f.write_str("the page reaches a limit:")?;
                names.enumerate().try_for_each(|(i, name)| write!(f, "{}{name}", if i == 0 { " " } else { ", " }))
            }
            Error::Cancelled => f.write_str("the analysis was cancelled"),
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::Error;

    /// Of a page that no limit admits nobody is told to raise the limit.
    #[test]
    fn advice_can_help() {
        let text = |len| Error::TooLarge { len, limit: 1 << 20 }.to_string();
        assert!(text(2 << 20).ends_with("more than the limit of 1048576; raise max_input or leave it out"));
        assert!(text(u64::from(u32::MAX) - 1).contains("raise max_input"));
        assert!(text(u64::from(u32::MAX)).ends_with("; leave it out") && text(1 << 40).ends_with("; leave it out"));
    }
}
