//! Errors of site statistics.

use std::collections::TryReserveError;
use std::fmt;

/// Why site statistics, or a page to be added to them, were rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SiteError {
    /// The bytes do not start with the magic number of site statistics.
    NotStats,
    /// The statistics have another format version.
    OtherVersion {
        /// Their format version.
        found: u32,
    },
    /// The statistics were made with another version of the hashes or of the model's features.
    OtherFeatures {
        /// Their feature version.
        found: u32,
    },
    /// The statistics were made with another model.
    OtherModel,
    /// The statistics have another secret, so that their pages were sampled otherwise.
    OtherSecret,
    /// The length, the checksum or the order of entries is wrong.
    Damaged,
    /// The page was not analyzed with the learned mask, from whose results the statistics are made.
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
        let from_pages = "make them again from the pages";
        match self {
            SiteError::NotStats => f.write_str("not a blockmask file of site statistics (bad magic number)"),
            SiteError::OtherVersion { found } => {
                let own = super::format::VERSION;
                write!(f, "the site statistics have format version {found}, this program reads {own}; {from_pages}")
            }
            SiteError::OtherFeatures { found } => {
                let own = super::format::FEATURES;
                write!(f, "the site statistics are for feature version {found}, this program uses {own}; {from_pages}")
            }
            SiteError::OtherModel => {
                f.write_str("the site statistics were made with another model; make them again with this one")
            }
            SiteError::OtherSecret => {
                f.write_str("the site statistics have another secret; their samples cannot be merged")
            }
            SiteError::Damaged => write!(f, "the site statistics are damaged; {from_pages}"),
            SiteError::NotLearned => {
                f.write_str("the page was analyzed with another mask; site statistics need the learned mask")
            }
            SiteError::OutOfMemory => f.write_str("the system refused memory for the site statistics"),
        }
    }
}

impl std::error::Error for SiteError {}
