//! The mask by rules: dense text with few links is content, and so is what stands close to it.

use super::Verdict;
use crate::fusion::Segmentation;
use crate::page::{Block, Page, flag};
use crate::tag_path::TagPath;
use bumpalo::Bump;

pub(super) fn judge<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    segmentation: &Segmentation<'_>,
    tag_path: &TagPath<'_>,
) -> &'a [Verdict] {
    let _ = segmentation;
    arena.alloc_slice_fill_with(page.blocks.len(), |i| {
        let block: &Block = &page.blocks[i];
        let in_region = tag_path.holds(block.first_text, block.container);
        let dense = block.density.tokens >= 5 * block.density.lines.max(1);
        let linked = 3 * block.linked_tokens >= block.tokens;
        let content = dense && !linked && block.flags & (flag::IN_HEAD | flag::HIDDEN) == 0;
        let probability = if content { 0.75 } else { 0.25 };
        Verdict { probability, weight: if content { 16 } else { 4 }, template: !content, in_region }
    })
}
