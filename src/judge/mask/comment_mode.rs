//! Comments in the mask: excluded, included, or the only content.

use super::{BlockLabel, NOT_CONTENT};
use crate::base::named::named;
use crate::judge::comments::{Comments, Part};
use crate::read::page::Block;

/// Whether comments of readers and reviews of customers are content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum CommentMode {
    /// Comments are not content.
    #[default]
    Exclude = 0,
    /// Comments are content, like the main text.
    Include = 1,
    /// Only comments are content.
    Only = 2,
}

named! {
    CommentMode { Exclude = "exclude", Include = "include", Only = "only" }
}

impl CommentMode {
    /// Whether a block is left out by the mode alone.
    pub(crate) fn leaves_out(self, part: Part) -> bool {
        match self {
            CommentMode::Exclude => part != Part::Outside,
            CommentMode::Include => false,
            CommentMode::Only => part == Part::Outside,
        }
    }
}

/// Corrects the labels of all blocks: the text of comments is content unless comments are excluded; blocks that the
/// mode leaves out are not content.
pub(crate) fn apply(mode: CommentMode, blocks: &[Block], comments: &Comments<'_>, labels: &mut [BlockLabel]) {
    for (i, (block, label)) in blocks.iter().zip(labels).enumerate() {
        let part = comments.part(i);
        let is_eligible = block.flags & NOT_CONTENT == 0 && !label.is_duplicate;
        label.is_template = match part {
            _ if mode.leaves_out(part) => true,
            Part::Text => !is_eligible,
            _ => label.is_template,
        };
    }
}
