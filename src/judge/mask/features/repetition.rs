//! Repetition: blocks on the same tag path come from the same part of a template, so statistics over them describe
//! each. Tag paths as evidence of repeated structure are due to Velloso and Dorneles 2013.

use super::elements::{Place, Sums};
use crate::base::arena::Bump;
use crate::base::scale::{Whole, log, share};

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

/// Features of the blocks of a tag path.
const OF_PATH: usize = 5;
/// Features of the blocks whose parent has a tag path; without the mean.
const OF_PARENT: usize = 4;

/// Bytes that [`Repetition::new`] allocates for at most `paths` paths.
pub(super) fn capacity(paths: usize) -> usize {
    paths * size_of::<OfPath>()
}

/// Sums and features of a tag path: of the blocks on it, and of those whose parent is on it.
#[derive(Clone, Copy, Debug, Default)]
struct OfPath {
    own: Sums,
    below: Sums,
    own_values: [u8; OF_PATH],
    below_values: [u8; OF_PARENT],
}

/// The blocks of each tag path.
#[derive(Debug)]
pub(super) struct Repetition<'a> {
    paths: &'a mut [OfPath],
}

impl<'a> Repetition<'a> {
    pub(super) fn new(arena: &'a Bump, paths: usize) -> Self {
        Repetition { paths: arena.alloc_slice_fill_default(paths) }
    }

    /// Adds a block.
    #[inline]
    pub(super) fn add(&mut self, place: Place, text: Sums) {
        self.paths[place.path as usize].own.add(text);
        self.paths[place.parent_path as usize].below.add(text);
    }

    /// Computes the features of the paths, when all blocks are added.
    pub(super) fn finish(&mut self, page: Sums) {
        let (tokens, prose) = (Whole::new(page.tokens), Whole::new(page.prose));
        for path in &mut *self.paths {
            let [own, below] = [path.own, path.below].map(|sums| match sums.blocks {
                // Many paths have blocks only of their own or only below them.
                0 => [0; 4],
                _ => [
                    log(sums.blocks),
                    tokens.share(sums.tokens),
                    share(sums.linked, sums.tokens),
                    prose.share(sums.prose),
                ],
            });
            let mean = log(path.own.tokens / path.own.blocks.max(1));
            path.own_values = [own[0], own[1], own[2], own[3], mean];
            path.below_values = below;
        }
    }

    /// The number of blocks on a tag path.
    pub(super) fn blocks_on(&self, path: u32) -> u32 {
        self.paths[path as usize].own.blocks
    }

    /// The features of a block, which is number `ordinal` of the blocks with its text.
    #[inline]
    pub(super) fn values(&self, place: Place, ordinal: u16) -> [u8; NAMES.len()] {
        let mut values = [0; NAMES.len()];
        values[..OF_PATH].copy_from_slice(&self.paths[place.path as usize].own_values);
        values[OF_PATH..OF_PATH + OF_PARENT].copy_from_slice(&self.paths[place.parent_path as usize].below_values);
        values[OF_PATH + OF_PARENT] = ordinal.min(255) as u8;
        values
    }
}
