//! What the blocks of a page say about who wrote the text beside them, and when, for any repeated parts.

use super::clues::{Clue, ClueReader};
use super::{Unit, UnitRole, byline};
use crate::base::arena::Bump;
use crate::judge::containers::Containers;
use crate::read::class_words::GroupCache;
use crate::read::html::NONE;
use crate::read::page::Page;
use std::ops::Range;

/// The clues of all blocks.
#[derive(Clone, Copy)]
pub(crate) struct Signs<'s> {
    clues: &'s [Clue],
}

impl<'s> Signs<'s> {
    /// Reads all blocks.
    pub fn of(
        scratch: &'s Bump,
        page: &Page<'_>,
        containers: &Containers<'_>,
        groups: &mut GroupCache<'_>,
    ) -> Signs<'s> {
        let mut reader = ClueReader::new(scratch, page, containers, groups);
        Signs { clues: scratch.alloc_slice_fill_iter(page.blocks.iter().map(|block| reader.clue(block))) }
    }

    /// Whether a block is a button to reply.
    pub fn is_reply(&self, block: usize) -> bool {
        self.clues[block] == Clue::Reply
    }

    /// Whether a block announces comments.
    pub fn is_announcement(&self, block: usize) -> bool {
        self.clues[block] == Clue::Announcement
    }

    /// The text ranges of the first author and the first date in a range of blocks; empty if there are none.
    pub fn byline(&self, page: &Page<'_>, blocks: Range<usize>) -> [(u32, u32); 2] {
        let mut unit = Unit::new(NONE, UnitRole::default());
        for index in blocks.filter(|&index| self.clues[index].is_anchor()) {
            byline::read(page, &page.blocks[index], self.clues[index], &mut unit);
        }
        [unit.author, unit.date]
    }
}
