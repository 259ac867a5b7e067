//! The blocks in a range of nodes.

use crate::base::arena::{Bump, Vec};
use crate::read::page::{Page, flag};
use std::ops::Range;

/// The blocks of the body in the order of the tree, and for each node how many of them begin before it.
pub(crate) struct Texts<'s> {
    /// Block indices, ordered by their first text nodes.
    blocks: &'s [u32],
    /// By node index, and one past the last.
    ranks: &'s [u32],
}

impl<'s> Texts<'s> {
    /// The blocks of a page that are not in its head.
    pub fn of(scratch: &'s Bump, page: &Page<'_>) -> Texts<'s> {
        let nodes = page.tree.nodes.len();
        let mut texts: Vec<'s, (u32, u32)> = Vec::with_capacity_in(page.blocks.len(), scratch);
        for (index, block) in page.blocks.iter().enumerate() {
            if block.flags & flag::IN_HEAD == 0 && (block.first_text as usize) < nodes {
                texts.push((block.first_text, index as u32));
            }
        }
        texts.sort_unstable();
        let ranks = scratch.alloc_slice_fill_copy(nodes + 1, texts.len() as u32);
        let mut next = 0;
        for (rank, &(text, _)) in texts.iter().enumerate() {
            ranks[next..=text as usize].fill(rank as u32);
            next = text as usize + 1;
        }
        Texts { blocks: scratch.alloc_slice_fill_iter(texts.iter().map(|&(_, block)| block)), ranks }
    }

    /// Whether the order of the blocks is that of the tree.
    pub fn are_ordered(&self) -> bool {
        self.blocks.is_sorted()
    }

    /// The places in the order of the tree of the blocks that begin in a range of nodes.
    #[inline]
    pub fn places(&self, nodes: &Range<u32>) -> Range<usize> {
        self.ranks[nodes.start as usize] as usize..self.ranks[nodes.end as usize] as usize
    }

    /// The number of blocks that begin in a range of nodes.
    #[inline]
    pub fn count(&self, nodes: &Range<u32>) -> u32 {
        self.places(nodes).len() as u32
    }

    /// The range of blocks that begin in a range of nodes, from the first to the last one in the order of the tree;
    /// `None` if there are none. Only misnested markup orders blocks otherwise.
    pub fn blocks(&self, nodes: &Range<u32>) -> Option<Range<u32>> {
        let blocks = &self.blocks[self.places(nodes)];
        let (first, last) = (*blocks.first()?, *blocks.last()?);
        Some(first.min(last)..first.max(last) + 1)
    }
}
