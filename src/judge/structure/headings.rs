//! The headings above a block: the last heading of each level that no heading of a higher rank follows. The headline of
//! the page has the highest rank of all, whatever its element is.

use crate::judge::mask::{BlockLabel, Role};
use crate::read::html::NONE;
use crate::read::page::{Block, Page, flag};

/// Text that readers do not see together with the blocks around it.
const APART: u16 = flag::HIDDEN | flag::IN_HEAD | flag::METADATA_SOURCE;

/// The headings above the next block.
#[derive(Debug)]
pub(super) struct Headings<'p> {
    blocks: &'p [Block],
    labels: &'p [BlockLabel],
    headline: u32,
    /// Of all blocks.
    all: Open,
    /// Of main text.
    main: Open,
    /// The first block with text after the last heading that was looked at.
    text: usize,
}

impl<'p> Headings<'p> {
    pub fn new(page: &Page<'p>, labels: &'p [BlockLabel], headline: u32) -> Headings<'p> {
        let (all, main) = (Open::default(), Open::default());
        Headings { blocks: page.blocks, labels, headline, all, main, text: 0 }
    }

    /// The nearest heading above a block of higher rank than itself, or [`NONE`]. Takes the blocks in order. The
    /// headings of a sidebar are not above main text.
    #[inline]
    pub fn above(&mut self, index: usize) -> u32 {
        let block = &self.blocks[index];
        if block.flags & APART != 0 {
            return NONE;
        }
        let is_template = self.labels[index].is_template;
        let is_headline = index == self.headline as usize;
        if block.heading == 0 && !is_headline {
            return if is_template { &self.all } else { &self.main }.nearest;
        }
        let level = if is_headline { 0 } else { usize::from(block.heading) };
        let is_main = is_headline || !is_template || self.begins_content(index);
        let above = if is_main { &self.main } else { &self.all }.above(level);
        self.all.add(level, index as u32);
        if is_main {
            self.main.add(level, index as u32);
        }
        above
    }

    /// Whether main text follows a heading that is template itself, but not the heading of a menu, a sidebar or a teaser.
    /// A byline or further headings may stand between them.
    fn begins_content(&mut self, heading: usize) -> bool {
        if self.labels[heading].role != Role::Heading || self.blocks[heading].is_linked() {
            return false;
        }
        let is_text = |index: usize| {
            let (block, label) = (&self.blocks[index], &self.labels[index]);
            let is_byline = label.is_template && label.role == Role::Metadata;
            (block.heading == 0 || block.is_linked()) && block.flags & APART == 0 && !is_byline
        };
        let mut at = self.text.max(heading + 1);
        while at < self.labels.len() && !is_text(at) {
            at += 1;
        }
        self.text = at;
        self.labels.get(at).is_some_and(|label| !label.is_template)
    }
}

/// The headings that are open, by level; the level of the headline is 0.
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
