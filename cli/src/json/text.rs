//! The main text as JSON lines.

use super::Head;
use super::escape::line;
#[cfg(test)]
use super::schema;
use crate::origin::Origin;
use blockmask::{Document, PageKind, Quality};
use serde::Serialize;

/// A page, as `blockmask text --format jsonl` prints it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PageText<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    title: Option<&'a str>,
    kind: Option<&'static str>,
    /// How well the main text was probably extracted.
    #[cfg_attr(test, schemars(with = "Option<schema::Of<Quality>>"))]
    quality: Option<Quality>,
    text: &'a str,
    /// With `--offsets`: the ranges of each block of the main text.
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<Vec<BlockRange>>,
}

/// A block of the main text.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BlockRange {
    /// Its number.
    pub block: usize,
    /// Its first byte in `text`.
    pub text_start: usize,
    /// One past its last byte in `text`.
    pub text_end: usize,
    /// Its first byte in the page.
    pub source_start: usize,
    /// One past its last byte in the page.
    pub source_end: usize,
}

/// The main text.
pub fn main_text(document: &Document<'_>, origin: &Origin) -> Vec<u8> {
    with_ranges(document, origin, document.main_text().text(), None)
}

/// A text of the page, with the ranges of its blocks if requested.
pub fn with_ranges(document: &Document<'_>, origin: &Origin, text: &str, blocks: Option<Vec<BlockRange>>) -> Vec<u8> {
    let (kind, quality) = (document.kind().map(PageKind::name), document.quality());
    line(&PageText { head: Head::of(origin), title: document.title(), kind, quality, text, blocks })
}
