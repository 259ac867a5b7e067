//! What each block of a page is, on every page that asks for it: content or template, field, weight, structure.

pub mod comments;
pub mod containers;
pub mod field;
pub mod mask;
pub mod site;
pub mod structure;
