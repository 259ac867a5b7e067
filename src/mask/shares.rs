//! Labels from the results of algorithms outside of this module: how much of each block they take for content.

use super::{BlockLabel, UNSCORED};
use crate::arena::Bump;
use crate::page::{Block, Page, flag};
use crate::tag_path::TagPath;

/// Labels blocks by the share of their characters that is content, 0 to 1: content if it is more than half.
pub(crate) fn by_share<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    tag_path: &TagPath<'_>,
    shares: &[f32],
) -> &'a mut [BlockLabel] {
    arena.alloc_slice_fill_iter(page.blocks.iter().zip(shares).map(|(block, &share)| {
        let is_template = share <= 0.5;
        label(block, tag_path, share, is_template, if is_template { 4 } else { 16 })
    }))
}

/// Labels blocks by how many of their bytes are content: content if it is at least half.
pub(crate) fn by_bytes<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    tag_path: &TagPath<'_>,
    bytes: &[u32],
) -> &'a mut [BlockLabel] {
    arena.alloc_slice_fill_iter(page.blocks.iter().zip(bytes).map(|(block, &inside)| {
        let len = block.text.1 - block.text.0;
        let share = if len == 0 { 0.0 } else { (f64::from(inside) / f64::from(len)).min(1.0) as f32 };
        let is_template = u64::from(inside) * 2 < u64::from(len) || len == 0;
        label(block, tag_path, share, is_template, if is_template { 2 } else { 16 })
    }))
}

/// Labels the blocks in the main region as content.
pub(crate) fn by_region<'a>(arena: &'a Bump, page: &Page<'_>, tag_path: &TagPath<'_>) -> &'a mut [BlockLabel] {
    arena.alloc_slice_fill_iter(page.blocks.iter().map(|block| {
        let is_shown = block.flags & (flag::IN_HEAD | flag::HIDDEN) == 0;
        let is_content = is_shown && tag_path.holds(block.first_text, block.container);
        label(block, tag_path, f32::from(u8::from(is_content)), !is_content, if is_content { 16 } else { 4 })
    }))
}

fn label(block: &Block, tag_path: &TagPath<'_>, probability: f32, is_template: bool, weight: u8) -> BlockLabel {
    let weight = if block.flags & UNSCORED != 0 { 0 } else { weight };
    let is_in_region = tag_path.holds(block.first_text, block.container);
    BlockLabel { probability, weight, is_template, is_in_region, ..BlockLabel::default() }
}
