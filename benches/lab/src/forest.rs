//! Random forests (Breiman 2001) of unpruned trees. Each tree is learned from a bootstrap sample, and each split
//! chooses among a few random attributes. A forest is determined by its seed.

use crate::c45::{Examples, Options, Tree, learn_from};

/// How a forest is learned.
#[derive(Clone, Copy, Debug)]
pub struct ForestOptions {
    /// The number of trees.
    pub trees: usize,
    /// The minimum number of examples on either side of a split.
    pub least: usize,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// Learns a forest; `log2(attributes) + 1` random attributes are considered for each split.
pub fn learn(examples: &Examples<'_>, options: &ForestOptions) -> Vec<Tree> {
    let count = examples.classes.len();
    let width = examples.rows.first().map_or(0, |row| row.len());
    let drawn = Some(width.max(1).ilog2() as usize + 1);
    let tree_options = Options { least: options.least, confidence: None, drawn };
    let grow = |number: usize| {
        let mut random = random(options.seed.wrapping_add(number as u64));
        let sample: Vec<usize> = (0..count).map(|_| random(count)).collect();
        learn_from(examples, &sample, &tree_options, &mut random)
    };
    (0..options.trees).map(grow).collect()
}

/// The mean probability of the trees.
pub fn probability(trees: &[Tree], row: &[u32]) -> f64 {
    trees.iter().map(|tree| tree.probability(row)).sum::<f64>() / trees.len().max(1) as f64
}

/// A generator of random numbers below a bound (splitmix64).
pub fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |bound| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forest_learns_exclusive_or() {
        // True where exactly one of two attributes is above 4.
        let all: Vec<[u32; 2]> = (0..100).map(|i| [i % 10, i / 10]).collect();
        let rows: Vec<&[u32]> = all.iter().map(<[u32; 2]>::as_slice).collect();
        let classes: Vec<bool> = all.iter().map(|row| (row[0] > 4) != (row[1] > 4)).collect();
        let examples = Examples { rows: &rows, classes: &classes };
        let options = ForestOptions { trees: 30, least: 1, seed: 1 };
        let forest = learn(&examples, &options);
        let right = rows.iter().zip(&classes).filter(|(row, class)| (probability(&forest, row) > 0.5) == **class);
        assert!(right.count() >= 98);
        assert_eq!(forest, learn(&examples, &options));
    }
}
