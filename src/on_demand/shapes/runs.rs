//! Weighted runs: the texts of a page with term weights, for engines with a term generator loop.

use crate::document::{Block, Document};
use crate::judge::field::Field;
use crate::judge::mask::Role;

/// The text of a block with its field, role and weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Run<'a> {
    /// Normalized text, never empty.
    pub text: &'a str,
    /// Its field; see [`Block::field`].
    pub field: Field,
    /// The term weight in quarters: 4 is 1.0, and text with weight 0 should not be searched; see [`Block::weight`].
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
    /// The page as weighted runs in source order: one per block, without blocks that
    /// [`Options::comments`](crate::Options::comments) leaves out.
    pub fn runs(&self) -> impl ExactSizeIterator<Item = Run<'a>> + '_ {
        let left = (0..self.blocks().len()).filter(|&block| !self.leaves_out(block)).count();
        Runs { document: self, block: 0, left }
    }
}

/// The runs from a block on.
struct Runs<'d, 'a> {
    document: &'d Document<'a>,
    block: usize,
    left: usize,
}

impl<'a> Iterator for Runs<'_, 'a> {
    type Item = Run<'a>;

    fn next(&mut self) -> Option<Run<'a>> {
        self.left = self.left.checked_sub(1)?;
        while self.document.leaves_out(self.block) {
            self.block += 1;
        }
        self.block += 1;
        self.document.block(self.block - 1).map(|block| Run::new(&block))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Runs<'_, '_> {}

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
