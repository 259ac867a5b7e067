//! Where on the page something stands: at the headline, beside the article, in a comment.

use super::read::Reader;
use crate::read::html::Tag;

/// Where the headline and the main text are, as indices of blocks.
#[derive(Clone, Copy)]
pub(super) struct Places {
    pub headline: Option<usize>,
    /// The headline, else the first block of the main text.
    pub start: usize,
    /// The last block of the main text.
    pub end: usize,
}

impl Places {
    pub fn of(reader: Reader<'_, '_>) -> Places {
        let document = reader.document;
        let headline = document.headline().map(|block| block.index());
        let mut main = document.main_blocks().map(|block| block.index());
        let start = main.next().unwrap_or(0);
        let end = main.last().unwrap_or(start);
        Places { headline, start: headline.unwrap_or(start), end }
    }
}

impl Reader<'_, '_> {
    /// Whether the nearest sectioning element around an element is beside the article.
    pub fn is_aside(self, node: u32) -> bool {
        const SECTIONING: [Tag; 5] = [Tag::ARTICLE, Tag::MAIN, Tag::ASIDE, Tag::NAV, Tag::FOOTER];
        let nodes = self.tree().nodes;
        let mut tags = self.tree().ancestors(node).filter_map(|at| nodes.get(at as usize)).map(|node| node.tag);
        let nearest = tags.find(|tag| SECTIONING.contains(tag));
        nearest.is_some_and(|tag| !matches!(tag, Tag::ARTICLE | Tag::MAIN))
    }

    /// Whether a place is in a comment; the first post of a thread is none.
    pub fn is_in_comment(self, start: u32) -> bool {
        let document = self.document;
        let units = document.comment_tables().found;
        let after = units.partition_point(|unit| unit.source.0 <= start);
        after > usize::from(document.comment_tables().is_thread) && units[after - 1].source.1 > start
    }
}
