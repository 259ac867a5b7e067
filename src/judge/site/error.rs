//! Why statistics are refused.

use std::collections::TryReserveError;
use std::fmt;

/// Why statistics of a site, or a page for them, are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SiteError {
    /// The bytes do not begin as statistics of a site do.
    NotStats,
    /// They are of another version of the format.
    OtherVersion {
        /// Their version.
        found: u32,
    },
    /// They were made with another version of the hashes or of the model's features.
    OtherFeatures {
        /// Their version of the features.
        found: u32,
    },
    /// They were made with another model.
    OtherModel,
    /// Their length, their checksum or their order is wrong.
    Damaged,
    /// The page was not analyzed with the learned mask, which makes the statistics.
    NotLearned,
    /// The system refused memory.
    OutOfMemory,
}

impl From<TryReserveError> for SiteError {
    fn from(_: TryReserveError) -> SiteError {
        SiteError::OutOfMemory
    }
}

impl fmt::Display for SiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SiteError::NotStats => f.write_str("not the statistics of a site"),
            SiteError::OtherVersion { found } => {
                write!(
                    f,
                    "the statistics of the site have version {found} of the format, not {}; ",
                    super::format::VERSION
                )?;
                f.write_str("make them again from the pages")
            }
            SiteError::OtherFeatures { found } => {
                let own = super::format::FEATURES;
                write!(f, "the statistics of the site are for version {found} of the features, not {own}; ")?;
                f.write_str("make them again from the pages")
            }
            SiteError::OtherModel => {
                f.write_str("the statistics of the site are from another model; make them again with this one")
            }
            SiteError::Damaged => f.write_str("the statistics of the site are damaged; make them again from the pages"),
            SiteError::NotLearned => {
                f.write_str("the page was analyzed with another mask; statistics of a site need the learned one")
            }
            SiteError::OutOfMemory => f.write_str("out of memory"),
        }
    }
}

impl std::error::Error for SiteError {}
