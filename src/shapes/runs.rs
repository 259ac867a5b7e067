//! Weighted runs: the texts of a page with term weights, for engines with a term generator loop.

use crate::document::{Block, Document};
use crate::mask::Role;

/// A run of text with one role and weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Run<'a> {
    /// Normalized text, never empty.
    pub text: &'a str,
    /// The weight of its terms: 16 is 1.0; 0 means searchable without affecting the score.
    pub weight: u8,
    /// Its role on the page.
    pub role: Role,
    /// The offset of its start in [`Document::text`].
    pub text_offset: usize,
    /// The offset of its start in the input bytes.
    pub source_offset: usize,
}

impl<'a> Document<'a> {
    /// The page as weighted runs in source order, one per block.
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
