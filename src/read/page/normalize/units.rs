//! Blocks, fragments and links: where each begins and ends in text and source.

use super::super::block::Block;
use super::super::context::Context;
use super::super::fragment::Fragment;
use super::super::link::Link;
use super::super::unit_counts::UnitCounts;
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::read::html::{NONE, Tree};

/// Where the current text comes from, which decides on the units that it opens.
pub(super) struct Origin<'c> {
    pub context: &'c Context,
    pub node: u32,
    pub flags: u16,
    pub link: u32,
}

pub(super) struct Units<'a> {
    pub fragments: ArenaVec<'a, Fragment>,
    pub blocks: ArenaVec<'a, Block>,
    pub links: ArenaVec<'a, Link>,
    /// [`gap`](super::gap) bits of all tags since the last fragment.
    pub fragment_gap: u8,
    pub in_block: bool,
    pub in_fragment: bool,
    /// The link that is open, or [`NONE`].
    pub link: u32,
}

impl<'a> Units<'a> {
    /// Bytes of arena memory that the tables need.
    pub fn arena_capacity(counts: &UnitCounts) -> usize {
        counts.fragments * size_of::<Fragment>() + counts.blocks * size_of::<Block>() + counts.links * size_of::<Link>()
    }

    pub fn new(arena: &'a Bump, counts: &UnitCounts) -> Self {
        Units {
            fragments: ArenaVec::with_capacity_in(counts.fragments + 1, arena),
            blocks: ArenaVec::with_capacity_in(counts.blocks + 1, arena),
            links: ArenaVec::with_capacity_in(counts.links, arena),
            fragment_gap: 0,
            in_block: false,
            in_fragment: false,
            link: NONE,
        }
    }

    /// Whether text of `origin` needs a unit that is not open.
    #[inline(always)]
    pub fn must_open(&self, origin: &Origin) -> bool {
        !self.in_block || !self.in_fragment || self.link != origin.link
    }

    /// Opens the units that text of `origin` begins.
    pub fn open(&mut self, tree: &Tree, text: u32, source: u32, origin: &Origin) {
        let (text, source) = ((text, text), (source, source));
        if !self.in_block {
            self.in_block = true;
            let container = &tree.nodes[origin.context.container as usize];
            self.blocks.push(Block {
                text,
                source,
                container: origin.context.container,
                first_text: origin.node,
                depth: container.depth,
                fragments: (self.fragments.len() as u32, 0),
                flags: origin.flags,
                heading: origin.context.heading,
                tag: container.tag,
                ..Block::default()
            });
        }
        if !self.in_fragment {
            self.in_fragment = true;
            let gap = std::mem::take(&mut self.fragment_gap);
            self.fragments.push(Fragment { text, source, gap, ..Fragment::default() });
        }
        if self.link != origin.link {
            self.link = origin.link;
            self.links.push(Link { text, source, node: origin.link });
        }
    }

    /// Extends the last link to the end of what is written.
    #[inline(always)]
    pub fn extend_link(&mut self, text_end: u32, source_end: u32) {
        if let Some(last) = self.links.last_mut() {
            last.text.1 = text_end;
            last.source.1 = source_end;
        }
    }

    pub fn close_fragment(&mut self, text_end: u32, source_end: u32) {
        if self.in_fragment
            && let Some(fragment) = self.fragments.last_mut()
        {
            fragment.text.1 = text_end;
            fragment.source.1 = source_end;
        }
        self.in_fragment = false;
    }

    /// Closes what is open; returns whether a block was.
    pub fn close_block(&mut self, text_end: u32, source_end: u32) -> bool {
        self.close_fragment(text_end, source_end);
        self.link = NONE;
        let was_open = std::mem::take(&mut self.in_block);
        if was_open && let Some(block) = self.blocks.last_mut() {
            block.text.1 = text_end;
            block.source.1 = source_end;
            block.fragments.1 = self.fragments.len() as u32;
        }
        was_open
    }
}
