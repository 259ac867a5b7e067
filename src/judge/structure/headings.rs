//! The headings above a block: the last heading of each level that no heading of a higher rank follows.

use crate::read::html::NONE;
use crate::read::page::{Block, flag};

/// Text that readers do not see together with the blocks around it.
const APART: u16 = flag::HIDDEN | flag::IN_HEAD | flag::METADATA_SOURCE;

/// The headings above the next block.
#[derive(Debug, Default)]
pub(super) struct Headings {
    /// Of all blocks.
    all: Open,
    /// Of the blocks that are not template.
    main: Open,
}

impl Headings {
    /// The nearest heading above a block of higher rank than itself, or [`NONE`]. Takes the blocks in order. The
    /// headings of a sidebar are not above main text.
    #[inline]
    pub fn above(&mut self, index: u32, block: &Block, is_template: bool) -> u32 {
        if block.flags & APART != 0 {
            return NONE;
        }
        let open = if is_template { &self.all } else { &self.main };
        if block.heading == 0 {
            return open.nearest;
        }
        let level = usize::from(block.heading);
        let above = open.above(level);
        self.all.add(level, index);
        if !is_template {
            self.main.add(level, index);
        }
        above
    }
}

/// The headings that are open, by level.
#[derive(Debug)]
struct Open {
    by_level: [u32; 7],
    nearest: u32,
}

impl Default for Open {
    fn default() -> Open {
        Open { by_level: [NONE; 7], nearest: NONE }
    }
}

impl Open {
    /// The nearest heading of a higher rank than a level.
    fn above(&self, level: usize) -> u32 {
        self.by_level[..level].iter().rev().copied().find(|&heading| heading != NONE).unwrap_or(NONE)
    }

    fn add(&mut self, level: usize, index: u32) {
        self.by_level[level] = index;
        self.by_level[level + 1..].fill(NONE);
        self.nearest = index;
    }
}
