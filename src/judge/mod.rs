//! Algorithms that classify the blocks of every page: content or template, field, weight, structure.

pub mod comments;
pub mod containers;
pub mod field;
pub mod mask;
pub mod site;
pub mod structure;
