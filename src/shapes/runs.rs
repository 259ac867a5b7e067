//! Weighted runs: the texts of a page with term weights, for engines with a term generator loop.

use crate::document::{Block, Document};
use crate::field::Field;
use crate::mask::Role;

/// A run of text with one field, role and weight: that of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Run<'a> {
    /// Normalized text, never empty.
    pub text: &'a str,
    /// Its field; see [`Block::field`].
    pub field: Field,
    /// The weight of its terms, in quarters: 4 is 1.0, 0 means not to be searched; see [`Block::weight`].
    pub weight: u8,
    /// Its role on the page.
    pub role: Role,
    /// 1 to 6 inside `h1` to `h6`, else 0.
    pub heading_level: u8,
    /// The index of its block.
    pub block: usize,
    /// The offset of its start in [`Document::text`].
    pub text_start: usize,
    /// The offset of its end in [`Document::text`].
    pub text_end: usize,
    /// The offset of its first byte in the input.
    pub source_start: usize,
    /// The offset of its end in the input.
    pub source_end: usize,
}

impl<'a> Document<'a> {
    /// The page as weighted runs in source order, one per block.
    pub fn runs(&self) -> impl ExactSizeIterator<Item = Run<'a>> + '_ {
        self.blocks().map(|block| Run::new(&block))
    }
}

impl<'a> Run<'a> {
    pub(crate) fn new(block: &Block<'_, 'a>) -> Run<'a> {
        let (text, source) = (block.text_range(), block.source());
        Run {
            text: block.text(),
            field: block.field(),
            weight: block.weight(),
            role: block.role(),
            heading_level: block.heading_level(),
            block: block.index(),
            text_start: text.start,
            text_end: text.end,
            source_start: source.start,
            source_end: source.end,
        }
    }
}
