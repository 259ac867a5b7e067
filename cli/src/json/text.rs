//! The main text as JSON lines.

use super::Head;
use super::escape::line;
#[cfg(test)]
use super::schema;
use crate::origin::Origin;
use blockmask::{Counts, Document, PageKind, Quality, TextLanguage};
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
    /// With `--counts`: counts of the text, by which corpora are filtered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "schema::Of<Counts>"))]
    counts: Option<Counts>,
    /// With `--languages`: the language of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "schema::Of<TextLanguage>"))]
    page_language: Option<TextLanguage>,
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

/// What a line has besides the text.
#[derive(Clone, Copy, Default)]
pub struct Extras {
    pub counts: bool,
    pub languages: bool,
}

/// The main text.
pub fn main_text(document: &Document<'_>, origin: &Origin, extras: Extras) -> Vec<u8> {
    with_ranges(document, origin, document.main_text().text(), None, extras)
}

/// A text of the page, with the ranges of its blocks if requested.
pub fn with_ranges(
    document: &Document<'_>,
    origin: &Origin,
    text: &str,
    blocks: Option<Vec<BlockRange>>,
    extras: Extras,
) -> Vec<u8> {
    let (kind, quality) = (document.kind().map(PageKind::name), document.quality());
    let counts = extras.counts.then(|| document.counts());
    let page_language = extras.languages.then(|| document.page_language());
    line(&PageText {
        head: Head::of(origin),
        title: document.title(),
        kind,
        quality,
        counts,
        page_language,
        text,
        blocks,
    })
}
