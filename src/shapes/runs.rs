//! Weighted runs: text after text with what its words should count, for loops over term generators.

use super::Role;
use crate::document::{Block, Document};

/// A text of one role and weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run<'a> {
    /// Normalized text, never empty.
    pub text: &'a str,
    /// What its words should count: 16 is 1.0, 0 is searchable but unscored.
    pub weight: u8,
    /// What it is.
    pub role: Role,
    /// Where it begins in [`Document::text`].
    pub offset: usize,
    /// Where it begins in the caller's bytes.
    pub source: usize,
}

/// The runs of a page in source order: one a block.
pub fn runs<'d, 'a>(document: &'d Document<'a>) -> impl ExactSizeIterator<Item = Run<'a>> + use<'d, 'a> {
    document.blocks().map(|block| run(&block))
}

/// The run of a block.
pub fn run<'a>(block: &Block<'_, 'a>) -> Run<'a> {
    Run {
        text: block.text(),
        weight: block.weight(),
        role: block.role(),
        offset: block.text_range().start,
        source: block.source().start,
    }
}
