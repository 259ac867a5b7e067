//! The scores of [`super::super::density`] of a block and its neighbors. Hand-written rules generalize to unusual
//! pages, and means over several blocks help where a single block has little evidence: cells, list items, short lines
//! of a record.

use super::elements::{Elements, Place};
use crate::base::arena::{Bump, Vec};
use crate::judge::mask::NOT_CONTENT;
use crate::read::page::Block;

/// Names of [`RuleScores::values`].
pub(super) const NAMES: [&str; 6] = ["score", "near1", "near3", "near10", "path", "siblings"];

/// Radii, in blocks, of the windows whose means are features.
const RADII: [usize; 3] = [1, 3, 10];
/// The largest of them.
const REACH: usize = 10;

/// A weighted sum of the scores of some blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct WeightedSum {
    weight: u32,
    sum: u32,
}

impl WeightedSum {
    fn of(block: &Block, score: u8) -> WeightedSum {
        let weight = if block.flags & NOT_CONTENT != 0 { 0 } else { weight(block.tokens) };
        WeightedSum { weight, sum: weight * u32::from(score) }
    }

    /// Saturates after some million blocks.
    fn add(&mut self, other: WeightedSum) {
        self.weight = self.weight.saturating_add(other.weight);
        self.sum = self.sum.saturating_add(other.sum);
    }

    /// For prefix sums, which may wrap: differences of near ones are still correct.
    fn after(self, other: WeightedSum) -> WeightedSum {
        WeightedSum { weight: self.weight.wrapping_add(other.weight), sum: self.sum.wrapping_add(other.sum) }
    }

    fn since(self, other: WeightedSum) -> WeightedSum {
        WeightedSum { weight: self.weight.wrapping_sub(other.weight), sum: self.sum.wrapping_sub(other.sum) }
    }

    /// The weighted mean; 0 of nothing.
    #[inline]
    fn mean(self) -> u8 {
        // The sum is 0 if the weight is.
        (self.sum / self.weight.max(1)).min(255) as u8
    }
}

/// About twice the square root of the tokens: a long block counts more than a short one, but less than several short
/// ones with as much text.
#[inline]
fn weight(tokens: u32) -> u32 {
    let octave = (u64::from(tokens) + 1).ilog2();
    if tokens == 0 { 0 } else { (2 + (octave & 1)) << (octave >> 1) }
}

/// A sum, then its mean.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    sum: WeightedSum,
    value: u8,
}

/// Prefix sums and means of a page.
#[derive(Debug)]
pub(super) struct RuleScores<'a> {
    of_blocks: &'a [u8],
    /// Prefix sums: entry `REACH + i` is the sum over the blocks before block `i`. The first and the last sum are
    /// repeated, so that the windows around all blocks have one length.
    before: Vec<'a, WeightedSum>,
    last: WeightedSum,
    /// Means over the blocks of each tag path, and over those in the children of each element.
    of_paths: &'a mut [Mean],
    of_children: &'a mut [Mean],
}

/// Bytes that [`RuleScores::new`] allocates for at most `paths` paths.
pub(super) fn capacity(blocks: usize, elements: usize, paths: usize) -> usize {
    size_of::<WeightedSum>() * (blocks + 1 + 2 * REACH) + size_of::<Mean>() * (elements + paths)
}

impl<'a> RuleScores<'a> {
    /// `rule_scores` has an entry for each block.
    pub(super) fn new(arena: &'a Bump, rule_scores: &'a [u8], elements: &Elements<'_>) -> RuleScores<'a> {
        let mut before = Vec::with_capacity_in(rule_scores.len() + 1 + 2 * REACH, arena);
        before.extend([WeightedSum::default(); REACH + 1]);
        RuleScores {
            of_blocks: rule_scores,
            before,
            last: WeightedSum::default(),
            of_paths: arena.alloc_slice_fill_default(elements.paths),
            of_children: arena.alloc_slice_fill_default(elements.list.len()),
        }
    }

    /// Adds the next block, number `i`.
    #[inline]
    pub(super) fn add(&mut self, i: usize, place: Place, block: &Block) {
        let own = WeightedSum::of(block, self.of_blocks[i]);
        self.last = self.last.after(own);
        self.before.push(self.last);
        self.of_paths[place.path as usize].sum.add(own);
        self.of_children[place.parent as usize].sum.add(own);
    }

    /// Computes the means, when all blocks are added.
    pub(super) fn finish(&mut self) {
        self.before.extend([self.last; REACH]);
        self.of_paths.iter_mut().chain(&mut *self.of_children).for_each(|mean| mean.value = mean.sum.mean());
    }

    /// The features of block `i`.
    #[inline]
    pub(super) fn values(&self, place: Place, i: usize) -> [u8; NAMES.len()] {
        let around = self.before[i..].first_chunk().unwrap_or(&[WeightedSum { weight: 0, sum: 0 }; 2 * REACH + 2]);
        let [near1, near3, near10] =
            RADII.map(|radius| around[REACH + radius + 1].since(around[REACH - radius]).mean());
        let path = self.of_paths[place.path as usize].value;
        [self.of_blocks[i], near1, near3, near10, path, self.of_children[place.parent as usize].value]
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::values_of;
    use super::*;
    use crate::Analyzer;
    use crate::read::page::flag;
    use std::vec::Vec;

    #[test]
    fn weights_are_about_twice_the_square_root() {
        assert_eq!([0, 1, 2, 3, 7, 15, 63, 255].map(weight), [0, 3, 3, 4, 6, 8, 16, 32]);
        for tokens in 1..100_000 {
            let exact = 2.0 * f64::from(tokens).sqrt();
            assert!((0.7..1.55).contains(&(weight(tokens) as f64 / exact)), "{tokens}");
        }
        assert!(weight(u32::MAX) <= 1 << 17);
    }

    #[test]
    fn means_are_by_weight_and_leave_out_what_is_hidden() {
        let block = |tokens, flags| Block { tokens, flags, ..Block::default() };
        let mut sums = WeightedSum::default();
        assert_eq!(sums.mean(), 0);
        // Weights 4 and 8.
        sums.add(WeightedSum::of(&block(3, 0), 240));
        sums.add(WeightedSum::of(&block(15, 0), 30));
        assert_eq!(sums.mean(), 100); // (4 * 240 + 8 * 30) / 12
        sums.add(WeightedSum::of(&block(1000, flag::HIDDEN), 0));
        assert_eq!(sums.mean(), 100);
        sums.add(WeightedSum { weight: u32::MAX, sum: u32::MAX });
        assert_eq!(sums.mean(), 1);
    }

    #[test]
    fn means_are_those_of_a_plain_count() {
        let rows: String =
            (0..9).map(|i| format!("<tr><td>{}<td hidden>no<td><b>{i}</b> x", "a b ".repeat(i))).collect();
        let html = format!("<title>T</title><h1>One</h1><table>{rows}</table><p>Two <p>three <ul><li>a<li>b c</ul>");
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        let (page, sequence) = (document.page(), document.sequence());
        let given: Vec<u8> = (0..page.blocks.len()).map(|i| (i * 37 % 256) as u8).collect();
        let values = values_of(page, sequence, &given, "rules");
        let path = |i: usize| sequence.path_of_node[page.blocks[i].container as usize];
        let parent = |i: usize| page.tree.nodes[page.blocks[i].container as usize].parent;
        for i in 0..page.blocks.len() {
            let mean = |takes: &dyn Fn(usize) -> bool| {
                let (mut sum, mut weights) = (0u32, 0u32);
                for (at, block) in page.blocks.iter().enumerate().filter(|(at, _)| takes(*at)) {
                    let weight = if block.flags & NOT_CONTENT == 0 { weight(block.tokens) } else { 0 };
                    (sum, weights) = (sum + weight * u32::from(given[at]), weights + weight);
                }
                u32::checked_div(sum, weights).unwrap_or(0) as u8
            };
            let near = |radius: usize| mean(&|at| at.abs_diff(i) <= radius);
            let (of_path, of_siblings) = (mean(&|at| path(at) == path(i)), mean(&|at| parent(at) == parent(i)));
            let expected = [given[i], near(1), near(3), near(10), of_path, of_siblings];
            assert_eq!(values[i], expected, "block {i}");
        }
    }
}
