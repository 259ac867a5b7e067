//! What announces a list, a table or code: the line before that ends in a colon, and of code the sentence before.

use super::boundaries::{Whole, ends_in_colon};
use super::sentences::sentence_starts;
use crate::base::fallible::List;
use crate::document::Block;
use crate::judge::structure::BlockType;
use std::ops::Range;

/// The start of a list, a table or code.
struct Opening {
    /// Its first block.
    block: usize,
    whole: Whole,
    /// The block right before it, if that announces it.
    lead: Option<usize>,
}

/// The starts of all lists, tables and code of a page.
#[derive(Default)]
pub(super) struct Openings {
    /// In source order.
    all: List<Opening>,
    /// The last block, with the list, table or code that it is in.
    last: Option<(usize, Whole)>,
}

impl Openings {
    /// Adds a visible block; they come in order.
    pub fn add(&mut self, block: &Block<'_, '_>) {
        let whole = Whole::of(block);
        let last = self.last.replace((block.index(), whole));
        if last.is_some_and(|(_, before)| before == whole) || last.is_none() && whole == Whole::None {
            return;
        }
        let announces = |index: &usize| {
            let Some(before) = block.document().block(*index).filter(|before| before.level() == 0) else {
                return false;
            };
            let is_code = matches!(whole, Whole::Code(_)) && before.block_type() == BlockType::Paragraph;
            is_code || ends_in_colon(before.text())
        };
        let lead = last.map(|(index, _)| index).filter(|_| whole != Whole::None).filter(announces);
        self.all.push(Opening { block: block.index(), whole, lead });
    }

    /// What announces the list, table or code that a block is in: its block, and its last sentence.
    pub fn lead_of(&self, block: &Block<'_, '_>) -> Option<(usize, Range<usize>)> {
        let at = self.all.partition_point(|opening| opening.block <= block.index()).checked_sub(1)?;
        let opening = self.all.get(at).filter(|opening| opening.whole == Whole::of(block))?;
        let lead = block.document().block(opening.lead?)?;
        let start = sentence_starts(lead.text()).into_iter().last().unwrap_or(0);
        let range = lead.text_range();
        Some((lead.index(), range.start + start..range.end))
    }
}

/// The most blocks of a definition above one that are read.
const MAX_DEFINITION: usize = 32;

/// The term of the definition that a block is in.
pub(super) fn term_of<'d, 'a>(block: &Block<'d, 'a>) -> Option<Block<'d, 'a>> {
    if block.block_type() != BlockType::Definition {
        return None;
    }
    let above = (0..block.index()).rev().take(MAX_DEFINITION).filter_map(|index| block.document().block(index));
    let mut own = above.skip_while(|above| above.block_type() == BlockType::Definition);
    own.next().filter(|above| above.block_type() == BlockType::DefinitionTerm)
}
