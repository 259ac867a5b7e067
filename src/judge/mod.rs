//! Algorithms that classify the blocks of every page: content or template, field, weight, structure; and the fingerprint
//! of the page.

pub mod comments;
pub mod containers;
pub mod field;
pub mod fingerprint;
pub mod groups;
pub mod headline;
pub mod mask;
pub(crate) mod rules;
pub mod structure;
