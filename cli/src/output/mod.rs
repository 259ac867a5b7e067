//! The output formats.

pub mod json;
pub mod plain;
pub mod screen;
pub mod table;
pub mod tree;
pub mod tsv;
pub mod visual;

use blockmask::Document;

/// Renders a document; the second argument is the file name.
pub type Renderer = dyn Fn(&Document<'_>, &str) -> Vec<u8> + Sync;
