//! Masks from the results of other algorithms, such as regions and layout areas.

use super::BlockLabel;
use crate::base::arena::Bump;
use crate::read::page::{Block, Page};

/// Labels all blocks. `classify` gets the index of a block, and returns its probability and whether it is content.
pub(crate) fn label<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    classify: impl Fn(usize, &Block) -> (f32, bool),
) -> &'a mut [BlockLabel] {
    arena.alloc_slice_fill_iter(page.blocks.iter().enumerate().map(|(i, block)| {
        let (probability, is_content) = classify(i, block);
        BlockLabel { probability, is_template: !is_content, ..BlockLabel::default() }
    }))
}
