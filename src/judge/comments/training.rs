//! The groups of a page with their features, from which `lab/` learns the weights.

use super::score::{Features, PageSums};
use super::{Part, candidates, part_of};
use crate::base::arena::Bump;
use crate::judge::containers::Containers;
use crate::read::class_words::GroupCache;
use crate::read::page::Page;

/// The features of all groups of a page, and the blocks of each with their parts, for training.
pub fn groups_of(
    page: &Page<'_>,
    containers: &Containers<'_>,
    groups: &mut GroupCache<'_>,
) -> Vec<(Features, Vec<(usize, Part)>)> {
    let scratch = Bump::new();
    let Some(found) = candidates(&scratch, page, containers, groups) else { return Vec::new() };
    let sums = PageSums::of(&scratch, page, containers, &found);
    let blocks_of = |group: usize| {
        let blocks = (0..page.blocks.len()).filter(|&i| found.unit_of(i).is_some_and(|u| u.group as usize == group));
        blocks.map(|i| (i, part_of(found.clues[i]))).collect()
    };
    (0..found.groups.len()).map(|i| (sums.features(page, containers, &found, i), blocks_of(i))).collect()
}
