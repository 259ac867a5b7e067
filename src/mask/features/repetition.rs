//! How often the page repeats what the block is: blocks of the same tag path are of one kind, and what holds for the
//! kind holds for its members (spec 2.2).

use super::elements::{Elements, Sums};
use super::scale::{log, share};
use crate::arena::Bump;
use crate::html::NONE;
use crate::page::{Block, Page};
use crate::tag_path::TagPath;

/// Names of [`Repetition::values`].
pub(super) const NAMES: [&str; 11] = [
    "path_blocks",
    "path_tokens",
    "path_links",
    "path_prose",
    "path_mean",
    "parent_path_blocks",
    "parent_path_tokens",
    "parent_path_links",
    "parent_path_prose",
    "in_region",
    "same_text",
];

/// Room that [`Repetition::of`] takes in its arena, in bytes.
pub(super) fn room(blocks: usize, tag_path: &TagPath<'_>) -> usize {
    2 * (tag_path.sequence.symbols as usize + 1) * size_of::<Sums>()
        + slots(blocks) * size_of::<u64>()
        + blocks * size_of::<u16>()
}

/// Features of the blocks of a tag path.
const OF_PATH: usize = 5;
/// Features of the blocks whose parent has a tag path; without the mean.
const OF_PARENT: usize = 4;

/// Sums of the blocks of each tag path.
#[derive(Debug)]
pub(super) struct Repetition<'a> {
    of_paths: &'a [Sums],
    of_parent_paths: &'a [Sums],
    path_of_node: &'a [u32],
    same_texts: &'a [u16],
}

impl<'a> Repetition<'a> {
    pub(super) fn of(arena: &'a Bump, page: &Page<'_>, elements: &Elements<'_>, tag_path: &TagPath<'a>) -> Self {
        let symbols = tag_path.sequence.symbols as usize + 1;
        let of_paths: &mut [Sums] = arena.alloc_slice_fill_default(symbols);
        let of_parent_paths: &mut [Sums] = arena.alloc_slice_fill_default(symbols);
        let path_of_node = tag_path.sequence.path_of_node;
        for (block, &element) in page.blocks.iter().zip(elements.of_blocks) {
            let (own, parent) = paths(path_of_node, elements, element);
            of_paths[own].add(Sums::of(block));
            of_parent_paths[parent].add(Sums::of(block));
        }
        Repetition { of_paths, of_parent_paths, path_of_node, same_texts: same_texts(arena, page) }
    }

    /// The features of a block.
    #[inline]
    pub(super) fn values(
        &self,
        elements: &Elements<'_>,
        index: usize,
        block: &Block,
        tag_path: &TagPath<'_>,
    ) -> [u8; NAMES.len()] {
        let (own, parent) = paths(self.path_of_node, elements, elements.of_blocks[index]);
        let mut values = [0; NAMES.len()];
        let of_own = path_values(self.of_paths[own], elements.page());
        let of_parent = path_values(self.of_parent_paths[parent], elements.page());
        values[..OF_PATH].copy_from_slice(&of_own);
        values[OF_PATH..OF_PATH + OF_PARENT].copy_from_slice(&of_parent[..OF_PARENT]);
        let [.., in_region, same_text] = &mut values;
        *in_region = u8::from(tag_path.holds(block.first_text, block.container));
        *same_text = self.same_texts[index].min(255) as u8;
        values
    }
}

fn path_values(sums: Sums, page: Sums) -> [u8; OF_PATH] {
    [
        log(sums.blocks),
        share(sums.tokens, page.tokens),
        share(sums.linked, sums.tokens),
        share(sums.prose, page.prose),
        log(sums.tokens / sums.blocks.max(1)),
    ]
}

/// The symbols of an element's path and of its parent's; 0 for elements without one.
fn paths(path_of_node: &[u32], elements: &Elements<'_>, element: u32) -> (usize, usize) {
    let symbol = |node: u32| path_of_node.get(node as usize).filter(|&&code| code != NONE).map_or(0, |&c| c as usize);
    let element = &elements.list[element as usize];
    (symbol(element.node), symbol(elements.list[element.parent as usize].node))
}

/// Texts that are remembered.
fn slots(blocks: usize) -> usize {
    (2 * blocks).next_power_of_two().clamp(64, 8192)
}

/// For each block how many blocks before it, up to a collision of hashes, have the same text.
fn same_texts<'a>(arena: &'a Bump, page: &Page<'_>) -> &'a [u16] {
    // Only the last text of a slot is remembered: a miss costs a little accuracy, never time.
    let len = slots(page.blocks.len());
    // The hash, and in its last 16 bits the count.
    const COUNT: u64 = u16::MAX as u64;
    let slots: &mut [u64] = arena.alloc_slice_fill_copy(len, 0);
    arena.alloc_slice_fill_iter(page.blocks.iter().map(|block| {
        let hash = hash_ends(&page.text.as_bytes()[block.text.0 as usize..block.text.1 as usize]);
        let slot = &mut slots[(hash >> 32) as usize & (len - 1)];
        let count = if *slot & !COUNT == hash & !COUNT { (*slot & COUNT) + 1 } else { 1 };
        *slot = hash & !COUNT | count.min(COUNT);
        (*slot & COUNT) as u16
    }))
}

/// A hash of a text's length, its first and its last sixteen bytes: equal for equal texts, and rarely for others.
fn hash_ends(text: &[u8]) -> u64 {
    let mut hash = text.len() as u64 + 1;
    let head = &text[..text.len().min(16)];
    let tail = &text[text.len().saturating_sub(16)..];
    for part in [head, tail] {
        for chunk in part.chunks(8) {
            let word = chunk.iter().fold(0u64, |word, &byte| word << 8 | u64::from(byte));
            hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        }
    }
    hash
}
