//! The learned model: boosted symmetric trees over bytes, read from a small file that is checked once.
//!
//! In a symmetric tree all nodes of a level ask the same question, `feature > threshold`, so the answers, as bits, are
//! the number of the leaf: no branches, and sixteen blocks go down a tree side by side. All values are integers: a
//! score is the same to the last bit on every machine.
//!
//! # Format
//! Little-endian: `BMTREES1`; u32 version of the features; u32 number of features; u32 number of trees; i32 bias; 64
//! calibration bytes, the probabilities in 255ths of scores from -8 to 8 in quarters; then, one tree after the other, six
//! pairs of u8, feature and threshold, and 64 leaves of i16. Scores and leaves are log odds in steps of 2^-10.

use super::features::{COUNT, Group, LANES, VERSION};
use std::fmt;

/// Questions of a tree.
const DEPTH: usize = 6;
const LEAVES: usize = 1 << DEPTH;
const MAGIC: &[u8; 8] = b"BMTREES1";
/// Steps of a score that have a probability of their own.
pub(super) const STEPS: usize = 64;
const HEAD: usize = 8 + 4 * 4 + STEPS;
const TREE: usize = 2 * DEPTH + 2 * LEAVES;
/// With more trees a sum of leaves could overflow.
const MAX_TREES: u32 = 16_384;
/// Log odds of 1.
const UNIT: i32 = 1024;

/// Why a model is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelError {
    /// It does not begin as a model does.
    NotAModel,
    /// It was trained on features of another version.
    OtherFeatures {
        /// The version that the model is for.
        found: u32,
    },
    /// Its length is not that of its trees.
    WrongLength {
        /// Bytes that it should have.
        expected: u64,
    },
    /// A tree asks for a feature that there is not, or there are too many trees.
    OutOfRange,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::NotAModel => f.write_str("not a model of this program"),
            ModelError::OtherFeatures { found } => {
                write!(f, "the model is for version {found} of the features, not {VERSION}; train it again")
            }
            ModelError::WrongLength { expected } => write!(f, "the model is damaged: it should have {expected} bytes"),
            ModelError::OutOfRange => f.write_str("the model is damaged: a number is out of range"),
        }
    }
}

impl std::error::Error for ModelError {}

/// A checked model, which borrows its file.
#[derive(Clone, Copy, Debug)]
pub struct Model<'m> {
    bias: i32,
    calibration: &'m [u8; STEPS],
    trees: &'m [[u8; TREE]],
}

impl<'m> Model<'m> {
    /// Reads a model file.
    ///
    /// # Errors
    /// If it is not a model for these features, or damaged.
    pub fn read(bytes: &'m [u8]) -> Result<Model<'m>, ModelError> {
        let (head, rest) = bytes.split_first_chunk::<HEAD>().ok_or(ModelError::NotAModel)?;
        let (magic, numbers) = head.split_first_chunk::<8>().ok_or(ModelError::NotAModel)?;
        if magic != MAGIC {
            return Err(ModelError::NotAModel);
        }
        let (numbers, calibration) = numbers.split_first_chunk::<16>().ok_or(ModelError::NotAModel)?;
        let word = |i: usize| numbers.as_chunks::<4>().0.get(i).copied().unwrap_or_default();
        let [version, features, trees] = [0, 1, 2].map(|i| u32::from_le_bytes(word(i)));
        if version != VERSION || features as usize != COUNT {
            return Err(ModelError::OtherFeatures { found: version });
        }
        let expected = HEAD as u64 + u64::from(trees) * TREE as u64;
        if bytes.len() as u64 != expected {
            return Err(ModelError::WrongLength { expected });
        }
        let calibration = calibration.first_chunk().ok_or(ModelError::NotAModel)?;
        let bias = i32::from_le_bytes(word(3));
        let model = Model { bias, calibration, trees: rest.as_chunks::<TREE>().0 };
        if trees > MAX_TREES || bias.unsigned_abs() > 1 << 24 || !model.questions_exist() {
            return Err(ModelError::OutOfRange);
        }
        Ok(model)
    }

    fn questions_exist(&self) -> bool {
        self.trees.iter().all(|tree| (0..DEPTH).all(|level| usize::from(tree[2 * level]) < COUNT))
    }

    /// The scores of a group of blocks: log odds in steps of 2^-10.
    pub fn scores(&self, group: &Group) -> [i32; LANES] {
        let mut scores = [self.bias; LANES];
        for tree in self.trees {
            let (questions, leaves) = tree.split_at(2 * DEPTH);
            let mut numbers = [0u8; LANES];
            for (level, question) in questions.as_chunks::<2>().0.iter().enumerate() {
                let values = &group[usize::from(question[0])];
                for (number, &value) in numbers.iter_mut().zip(values) {
                    *number |= u8::from(value > question[1]) << level;
                }
            }
            let leaves = leaves.as_chunks::<2>().0;
            for (score, &number) in scores.iter_mut().zip(&numbers) {
                // The number has six bits.
                *score += i32::from(i16::from_le_bytes(leaves[usize::from(number) & (LEAVES - 1)]));
            }
        }
        scores
    }

    /// The calibrated probability of a step, in 255ths.
    pub(super) fn probability(&self, step: u8) -> u8 {
        self.calibration[usize::from(step) % STEPS]
    }

    /// The step from which on blocks are kept: the one that promises the best F1 of the page's words, given how many
    /// tokens the blocks of each step have.
    ///
    /// Of `n` tokens with probability `p`, `n p` are expected to be content. What is kept then has an F1 of twice
    /// the content kept, over all that is kept and all content there is. So a page whose blocks are all doubtful keeps
    /// more of them than one with a clear story.
    pub(super) fn cut(&self, tokens: &[u64; STEPS]) -> u8 {
        let expected = |step: usize| tokens[step] * u64::from(self.calibration[step]);
        let all: u64 = (0..STEPS).map(expected).sum();
        let (mut kept, mut good) = (0, 0);
        let (mut best, mut best_good, mut best_size) = (STEPS, 0u64, 1u64);
        for step in (0..STEPS).rev() {
            kept += 255 * tokens[step];
            good += expected(step);
            if u128::from(good) * u128::from(best_size) > u128::from(best_good) * u128::from(kept + all) {
                (best, best_good, best_size) = (step, good, kept + all);
            }
        }
        best as u8
    }
}

/// The step of a score, less than [`STEPS`].
#[inline]
pub(super) fn step_of(score: i32) -> u8 {
    let step = (i64::from(score) + 8 * i64::from(UNIT)) * 4 / i64::from(UNIT);
    step.clamp(0, STEPS as i64 - 1) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A model without trees, of which step `i` has the probability `4 i / 255`.
    fn plain(bytes: &mut Vec<u8>) -> Model<'_> {
        bytes.extend(MAGIC);
        [VERSION, COUNT as u32, 0, 0].iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        bytes.extend((0..STEPS as u8).map(|step| 4 * step));
        Model::read(bytes).unwrap()
    }

    #[test]
    fn steps_of_scores() {
        assert_eq!([i32::MIN, -8 * UNIT, 0, UNIT / 4, 8 * UNIT, i32::MAX].map(step_of), [0, 0, 32, 33, 63, 63]);
    }

    #[test]
    fn the_cut_is_the_best_of_all_cuts() {
        let mut bytes = Vec::new();
        let model = plain(&mut bytes);
        let mut state = 7u64;
        for _ in 0..2000 {
            let tokens = std::array::from_fn(|_| {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                if state >> 62 == 0 { state >> 54 } else { 0 }
            });
            let f1 = |cut: usize| {
                let good = |from: usize| (from..STEPS).map(|i| (tokens[i] * 4 * i as u64) as f64 / 255.0).sum::<f64>();
                2.0 * good(cut) / (good(0) + tokens[cut..].iter().sum::<u64>() as f64).max(1.0)
            };
            let best = (0..STEPS).map(f1).fold(0.0, f64::max);
            assert!((f1(usize::from(model.cut(&tokens))) - best).abs() < 1e-9);
        }
        assert_eq!(usize::from(model.cut(&[0; STEPS])), STEPS);
    }
}
