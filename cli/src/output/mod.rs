//! What is printed of a page, by format.

pub mod json;
pub mod plain;
pub mod screen;
pub mod table;
pub mod tree;
pub mod tsv;
pub mod visual;

use blockmask::Document;

/// Renders a page; the second argument is the name of its file.
pub type Renderer = dyn Fn(&Document<'_>, &str) -> Vec<u8> + Sync;
