//! The measures by which the papers evaluate their methods.

pub mod areas;
pub mod distribution;
pub mod region;
pub mod segmentation;
pub mod subsequence;
