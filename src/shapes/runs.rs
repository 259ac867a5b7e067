//! Weighted runs: text after text with what its terms should count, for loops over a term generator.

use crate::document::{Block, Document};
use crate::mask::Role;

/// A text of one role and weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Run<'a> {
    /// Normalized text, never empty.
    pub text: &'a str,
    /// What its terms should count: 16 is 1.0, 0 is searchable but does not score.
    pub weight: u8,
    /// What it is for.
    pub role: Role,
    /// Where it begins in [`Document::text`].
    pub text_offset: usize,
    /// Where it begins in the caller's bytes.
    pub source_offset: usize,
}

impl<'a> Document<'a> {
    /// The page as weighted runs, in the order of the source: one for each block.
    pub fn runs(&self) -> impl ExactSizeIterator<Item = Run<'a>> + '_ {
        self.blocks().map(|block| Run::new(&block))
    }
}

impl<'a> Run<'a> {
    pub(crate) fn new(block: &Block<'_, 'a>) -> Run<'a> {
        Run {
            text: block.text(),
            weight: block.weight(),
            role: block.role(),
            text_offset: block.text_range().start,
            source_offset: block.source().start,
        }
    }
}
