//! The mask by style density: content is what belongs to the page's areas.

use super::{UNSCORED, Verdict};
use crate::arena::Bump;
use crate::page::Page;
use crate::style_density::StyleDensity;
use crate::tag_path::TagPath;

/// A block is content if at least half of its bytes belong to areas.
pub(super) fn judge<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    tag_path: &TagPath<'_>,
    found: &StyleDensity<'_>,
) -> &'a mut [Verdict] {
    let mut pieces = found.pieces.iter().zip(found.area_of_piece).peekable();
    arena.alloc_slice_fill_iter(page.blocks.iter().map(|block| {
        let mut inside = 0;
        // Pieces are in the order of the text, and none of them is in two blocks.
        while let Some((piece, area)) = pieces.next_if(|(piece, _)| piece.text.0 < block.text.1) {
            inside += if *area != 0 { piece.text.1 - piece.text.0 } else { 0 };
        }
        let len = block.text.1 - block.text.0;
        let share = if len == 0 { 0.0 } else { (f64::from(inside) / f64::from(len)).min(1.0) as f32 };
        let template = u64::from(inside) * 2 < u64::from(len) || len == 0;
        let weight = match template {
            _ if block.flags & UNSCORED != 0 => 0,
            true => 2,
            false => 16,
        };
        let in_region = tag_path.holds(block.first_text, block.container);
        Verdict { probability: share, weight, template, in_region, ..Verdict::default() }
    }))
}
