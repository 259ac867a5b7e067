//! Repetition: blocks on the same tag path come from the same part of a template, so what holds for most of them holds
//! for each. Tag paths as a sign of repeated structure are due to Velloso and Dorneles 2013.

use super::elements::{Elements, Sums};
use crate::arena::Bump;
use crate::html::NONE;
use crate::page::Block;
use crate::scale::{log, share};
use crate::tag_path::Sequence;

/// Names of [`Repetition::values`].
pub(super) const NAMES: [&str; 10] = [
    "path_blocks",
    "path_tokens",
    "path_links",
    "path_prose",
    "path_mean",
    "parent_path_blocks",
    "parent_path_tokens",
    "parent_path_links",
    "parent_path_prose",
    "same_text",
];

/// Bytes that [`Repetition::of`] allocates.
pub(super) fn capacity(blocks: usize, sequence: &Sequence<'_>) -> usize {
    2 * (sequence.symbols as usize + 1) * size_of::<Sums>() + blocks * size_of::<u16>()
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
    /// `first` is for each block the first one with the same text.
    pub(super) fn of(
        arena: &'a Bump,
        blocks: &[Block],
        elements: &Elements<'_>,
        sequence: &Sequence<'a>,
        first: &[u32],
    ) -> Self {
        let symbols = sequence.symbols as usize + 1;
        let of_paths: &mut [Sums] = arena.alloc_slice_fill_default(symbols);
        let of_parent_paths: &mut [Sums] = arena.alloc_slice_fill_default(symbols);
        let path_of_node = sequence.path_of_node;
        for (block, &element) in blocks.iter().zip(elements.of_blocks) {
            let (own, parent) = paths(path_of_node, elements, element);
            of_paths[own].add(Sums::of(block));
            of_parent_paths[parent].add(Sums::of(block));
        }
        Repetition { of_paths, of_parent_paths, path_of_node, same_texts: same_texts(arena, first) }
    }

    /// The features of a block.
    #[inline]
    pub(super) fn values(&self, elements: &Elements<'_>, index: usize) -> [u8; NAMES.len()] {
        let (own, parent) = paths(self.path_of_node, elements, elements.of_blocks[index]);
        let mut values = [0; NAMES.len()];
        let of_own = path_values(self.of_paths[own], elements.page());
        let of_parent = path_values(self.of_parent_paths[parent], elements.page());
        values[..OF_PATH].copy_from_slice(&of_own);
        values[OF_PATH..OF_PATH + OF_PARENT].copy_from_slice(&of_parent[..OF_PARENT]);
        values[OF_PATH + OF_PARENT] = self.same_texts[index].min(255) as u8;
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
pub(super) fn paths(path_of_node: &[u32], elements: &Elements<'_>, element: u32) -> (usize, usize) {
    let symbol = |node: u32| path_of_node.get(node as usize).filter(|&&code| code != NONE).map_or(0, |&c| c as usize);
    let element = &elements.list[element as usize];
    (symbol(element.node), symbol(elements.list[element.parent as usize].node))
}

/// For each block its ordinal among those with the same text, from 1.
fn same_texts<'a>(arena: &'a Bump, first: &[u32]) -> &'a [u16] {
    // The first one counts for all, until all have been counted.
    let counts = arena.alloc_slice_fill_copy(first.len(), 0u16);
    for (i, &of_text) in first.iter().enumerate() {
        counts[of_text as usize] = counts[of_text as usize].saturating_add(1);
        counts[i] = counts[of_text as usize];
    }
    for (i, &of_text) in first.iter().enumerate() {
        if of_text as usize == i {
            counts[i] = 1;
        }
    }
    counts
}
