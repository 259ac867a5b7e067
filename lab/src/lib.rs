//! The laboratory of blockmask: what evaluates and trains it, and is no part of the library.
//!
//! | module | idea |
//! |---|---|
//! | [`metrics`] | the measures by which the papers evaluate their methods |
//! | [`c45`], [`forest`] | the learners of Content Seeker's decisions |
//! | [`pages`] | the pages that an exporter reads |
//!
//! The programs are in `src/bin`: `evaluate`, the exporters of features for `training/`, `train_seeker`, `learn_c45`,
//! and `measure_c`.

pub mod c45;
pub mod forest;
pub mod metrics;
pub mod pages;

#[cfg(test)]
#[path = "../../src/random.rs"]
#[allow(dead_code)]
mod random;
