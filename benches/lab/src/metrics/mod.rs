//! The evaluation metrics of the implemented papers.

pub mod areas;
pub mod distribution;
pub mod region;
pub mod segmentation;
pub mod subsequence;
