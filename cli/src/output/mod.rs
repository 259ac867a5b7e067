//! The output formats.

pub mod json;
pub mod plain;
pub mod screen;
pub mod table;
pub mod tree;
pub mod tsv;
pub mod visual;

use blockmask::Document;
use serde::Serialize;

/// Where a page is from.
pub struct Origin<'a> {
    /// The path of the file; for a WARC record the address of the page, or else the path.
    pub file: &'a str,
    pub warc: Option<WarcOrigin<'a>>,
}

/// A record of a WARC file.
#[derive(Clone, Copy, Serialize)]
pub struct WarcOrigin<'a> {
    pub file: &'a str,
    /// The offset in the file of the record, or of the compressed member that holds it.
    pub offset: u64,
    pub record_id: Option<&'a str>,
    pub date: Option<&'a str>,
}

/// Renders a document.
pub type Renderer = dyn Fn(&Document<'_>, &Origin<'_>) -> Vec<u8> + Sync;
