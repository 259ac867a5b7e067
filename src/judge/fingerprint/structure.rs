//! The structure hash: a hash of the set of tag paths with text.

use crate::base::arena::{Bump, Vec};
use crate::base::bit_counters::BitCounters;
use crate::read::page::hashes::PathHashes;
use crate::read::page::{Page, flag};

/// Bytes of scratch memory for [`structure_hash`].
pub(crate) fn scratch_capacity(page: &Page<'_>) -> usize {
    (page.tree.nodes.len() + page.blocks.len()) * size_of::<u64>()
}

/// Step 7 of the definition.
#[inline(never)]
pub(crate) fn structure_hash(scratch: &Bump, page: &Page<'_>) -> u64 {
    let mut paths = PathHashes::new(scratch.alloc_slice_fill_copy(page.tree.nodes.len(), 0));
    let mut hashes = Vec::with_capacity_in(page.blocks.len(), scratch);
    let mut last = None;
    for block in page.blocks.iter().filter(|block| block.flags & flag::IN_HEAD == 0) {
        if last.replace(block.container) != Some(block.container) {
            hashes.push(paths.of(&page.tree, block.container));
        }
    }
    hashes.sort_unstable();
    let (mut bits, mut eight, mut distinct) = (BitCounters::default(), [0; 8], 0);
    for equal in hashes.chunk_by(|a, b| a == b) {
        eight[distinct % 8] = equal[0];
        distinct += 1;
        if distinct % 8 == 0 {
            bits.add(&std::mem::take(&mut eight));
        }
    }
    bits.add(&eight);
    bits.more_than(distinct as u32 / 2)
}
