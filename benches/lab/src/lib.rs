//! Evaluation and training of blockmask, which is not part of the library.
//!
//! | module | idea |
//! |---|---|
//! | [`c45`], [`forest`] | the learners of Content Seeker's classifiers |
//! | [`pages`] | the input of the exporters |
//!
//! The programs are in `src/bin`: `evaluate`, the feature exporters for `training/`, `train_seeker`, `learn_c45`,
//! `measure_c` and `public_api`.

pub mod c45;
pub mod forest;
pub mod pages;
