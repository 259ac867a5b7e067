//! The learned model: gradient-boosted symmetric (oblivious) trees over byte features, read from a small file, which is
//! validated when it is read.
//!
//! In a symmetric tree all nodes of a level have the same split, `feature > threshold`, so that the results of the
//! splits, as bits, are the index of the leaf: evaluation is branchless, for many blocks [at once](crate::base::simd).
//! All values are integers, so scores are identical on every machine.
//!
//! A second set of trees, with a leaf value for each page kind, classifies the page.
//!
//! # Format
//! Little-endian: `BMTREES5`; five u32, the version of the features, the numbers of features of a page and of a block,
//! of trees of the page and of blocks; i32 bias; 7 i32, the biases of the kinds; 64 calibration bytes, the
//! probabilities in 255ths of score bins from -8 to 8 in quarters. Then the page trees: for each tree four pairs of u8,
//! feature and threshold, and 16 leaves of 7 i16. Then the block trees: for each tree four pairs, and 16 leaves of i16,
//! first the low bytes of all leaves, then the high bytes. Scores and leaves are log odds in units of 2^-10. Last a
//! u64, FNV-1a over all preceding bytes.

use super::features::{COUNT, PAGE_COUNT, VERSION};
#[cfg(feature = "unstable")]
use super::features::{Group, LANES};
use super::kind::{KindProbabilities, PAGE_KINDS};
use crate::base::fallible::copy;
use crate::base::fnv;
use crate::base::internal::internal;
#[cfg(feature = "unstable")]
use crate::base::simd::LEAVES;
use crate::base::simd::{self, TREE, Table, Tree};
use std::alloc::{Layout, handle_alloc_error};
use std::borrow::Cow;
use std::collections::TryReserveError;
use std::fmt;

const MAGIC: &[u8; 8] = b"BMTREES5";
/// Bins of scores, each with a calibrated probability.
pub(super) const BINS: usize = 64;
/// Words of the header: five counts and the biases.
const WORDS: usize = 6 + PAGE_KINDS;
pub(super) const HEAD: usize = 8 + 4 * WORDS + BINS;
const PAGE_DEPTH: usize = 4;
const PAGE_TREE: usize = 2 * PAGE_DEPTH + 2 * PAGE_KINDS * (1 << PAGE_DEPTH);
/// With more trees a sum of leaves could overflow.
const MAX_TREES: u32 = 16_384;
/// Log odds of 1.
const UNIT: i32 = 1024;

/// The file of the built-in model; `benches/lab/training/` makes it.
const BUILT_IN_FILE: &[u8] = include_bytes!("model.bin");

/// The built-in model, read at compile time: reading it would take longer than analyzing a small page, and a model of
/// the wrong length does not compile.
static BUILT_IN: Model = {
    let Ok(Parts { checksum, bias, kind_biases, calibration, page_trees, trees }) = Parts::read(BUILT_IN_FILE) else {
        panic!("src/judge/mask/model.bin is not a model for these features: make train")
    };
    let (page_trees, trees) = (Cow::Borrowed(page_trees), Cow::Borrowed(trees));
    Model { checksum, bias, kind_biases, cases: cases(&calibration), page_trees, trees }
};

/// Why a model is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelError {
    /// The file does not start with the magic number of a model.
    NotAModel,
    /// The model was trained with another feature version.
    OtherFeatures {
        /// The feature version of the model.
        found: u32,
    },
    /// The length of the file does not match the number of trees.
    WrongLength {
        /// The expected length in bytes.
        expected: u64,
    },
    /// The checksum is wrong.
    Damaged,
    /// A tree uses a feature that does not exist, or there are too many trees.
    OutOfRange,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::NotAModel => f.write_str("not a blockmask model file (bad magic number)"),
            ModelError::OtherFeatures { found } => {
                write!(
                    f,
                    "the model was trained for feature version {found}, this program needs {VERSION}: train it again"
                )
            }
            ModelError::WrongLength { expected } => {
                write!(f, "the model file is truncated or damaged: its header implies {expected} bytes")
            }
            ModelError::Damaged => f.write_str("the model file is damaged (wrong checksum)"),
            ModelError::OutOfRange => {
                f.write_str("the model file has a tree or feature number out of range: train it with this version")
            }
        }
    }
}

impl std::error::Error for ModelError {}

/// A validated model. [`Model::built_in`] is the built-in one; `benches/lab/training/README.md` explains how to train
/// others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The checksum of the file, which identifies the model.
    checksum: u64,
    bias: i32,
    kind_biases: [i32; PAGE_KINDS],
    /// See [`cases`].
    cases: [[u8; BINS]; 3],
    page_trees: Cow<'static, [[u8; PAGE_TREE]]>,
    trees: Cow<'static, [Tree]>,
}

/// The parts of a model file.
struct Parts<'m> {
    checksum: u64,
    bias: i32,
    kind_biases: [i32; PAGE_KINDS],
    calibration: [u8; BINS],
    page_trees: &'m [[u8; PAGE_TREE]],
    trees: &'m [Tree],
}

impl Model {
    /// Reads a model file; the model keeps a copy of what it needs.
    ///
    /// # Errors
    /// If the file is not a model, is damaged, or has another feature version.
    pub fn read(bytes: &[u8]) -> Result<Model, ModelError> {
        Ok(Model::try_read(bytes)?.unwrap_or_else(|_| handle_alloc_error(Layout::for_value(bytes))))
    }

    /// [`Model::read`] for callers that handle a lack of memory.
    pub(crate) fn try_read(bytes: &[u8]) -> Result<Result<Model, TryReserveError>, ModelError> {
        let parts = Parts::read(bytes)?;
        if !has_valid_checksum(bytes) {
            return Err(ModelError::Damaged);
        }
        if !parts.is_in_range() {
            return Err(ModelError::OutOfRange);
        }
        let Parts { checksum, bias, kind_biases, calibration, page_trees, trees } = parts;
        let cases = cases(&calibration);
        let copies = copy(page_trees).and_then(|page_trees| Ok((page_trees.into(), copy(trees)?.into())));
        Ok(copies.map(|(page_trees, trees)| Model { checksum, bias, kind_biases, cases, page_trees, trees }))
    }

    internal! {
        /// The built-in model.
        fn built_in() -> &'static Model {
            &BUILT_IN
        }
    }

    /// A number that identifies the model: the checksum of the file.
    pub(crate) fn number(&self) -> u64 {
        self.checksum
    }
}

/// Whether the checksum at the end of a model file is correct.
fn has_valid_checksum(bytes: &[u8]) -> bool {
    bytes.split_last_chunk().is_some_and(|(rest, &sum)| fnv::hash(rest.iter().copied()) == u64::from_le_bytes(sum))
}

impl<'m> Parts<'m> {
    /// Splits a file of the right length; [`has_valid_checksum`] and [`Parts::is_in_range`] validate the rest.
    const fn read(bytes: &'m [u8]) -> Result<Parts<'m>, ModelError> {
        let Some((head, rest)) = bytes.split_first_chunk::<HEAD>() else { return Err(ModelError::NotAModel) };
        let Some((magic, numbers)) = head.split_first_chunk::<8>() else { return Err(ModelError::NotAModel) };
        if u64::from_le_bytes(*magic) != u64::from_le_bytes(*MAGIC) {
            return Err(ModelError::NotAModel);
        }
        let (words, calibration) = numbers.split_at(4 * WORDS);
        let (words, Some(&calibration)) = (words.as_chunks::<4>().0, calibration.first_chunk::<BINS>()) else {
            return Err(ModelError::NotAModel);
        };
        let version = u32::from_le_bytes(words[0]);
        if version != VERSION {
            return Err(ModelError::OtherFeatures { found: version });
        }
        let [page_features, features] = [u32::from_le_bytes(words[1]), u32::from_le_bytes(words[2])];
        let [page_trees, trees] = [u32::from_le_bytes(words[3]), u32::from_le_bytes(words[4])];
        let is_for_features = page_features as usize == PAGE_COUNT && features as usize == COUNT;
        if !is_for_features || page_trees > MAX_TREES || trees > MAX_TREES {
            return Err(ModelError::OutOfRange);
        }
        let of_page = page_trees as u64 * PAGE_TREE as u64;
        let expected = HEAD as u64 + of_page + trees as u64 * TREE as u64 + size_of::<u64>() as u64;
        if bytes.len() as u64 != expected {
            return Err(ModelError::WrongLength { expected });
        }
        let (of_page, of_blocks) = rest.split_at(of_page as usize);
        let Some(&checksum) = of_blocks.last_chunk() else { return Err(ModelError::WrongLength { expected }) };
        let (mut kind_biases, mut kind) = ([0; PAGE_KINDS], 0);
        while kind < PAGE_KINDS {
            kind_biases[kind] = i32::from_le_bytes(words[6 + kind]);
            kind += 1;
        }
        Ok(Parts {
            checksum: u64::from_le_bytes(checksum),
            bias: i32::from_le_bytes(words[5]),
            kind_biases,
            calibration,
            page_trees: of_page.as_chunks().0,
            // The remainder is the checksum.
            trees: of_blocks.as_chunks().0,
        })
    }

    /// Whether no sum overflows, and the trees use existing features.
    fn is_in_range(&self) -> bool {
        self.kind_biases.iter().chain([&self.bias]).all(|bias| bias.unsigned_abs() <= 1 << 24)
            && self.trees.iter().flat_map(simd::splits).all(|split| usize::from(split[0]) < COUNT)
            && self.page_trees.iter().all(|tree| (0..PAGE_DEPTH).all(|level| usize::from(tree[2 * level]) < PAGE_COUNT))
    }
}

impl Model {
    /// The probability of each page kind.
    pub(super) fn kinds(&self, page: &[u8; PAGE_COUNT]) -> KindProbabilities {
        let mut values = [0; 256];
        values[..PAGE_COUNT].copy_from_slice(page);
        let sums = simd::sums_of_row::<PAGE_TREE, PAGE_KINDS>(&self.page_trees, &values);
        KindProbabilities::of_scores(std::array::from_fn(|kind| self.kind_biases[kind] + sums[1 + kind]))
    }

    /// How likely the page is of each kind, and the scores of a group of blocks: log odds in bins of 2^-10.
    #[cfg(feature = "unstable")]
    pub fn evaluate(&self, page: &[u8; PAGE_COUNT], group: &Group) -> (KindProbabilities, [i32; LANES]) {
        (self.kinds(page), self.scores_of_first(group, LANES))
    }

    /// The scores of the first blocks of a group; the rest are unspecified.
    pub(super) fn scores_of_first<const N: usize>(&self, group: &Table<N>, blocks: usize) -> [i32; N] {
        simd::scores(self.bias, &self.trees, group, blocks)
    }

    /// Adds the contribution of each feature to the scores of the rows `wanted`, in log odds, to `effects`, and returns
    /// the mean score of all rows: see [`super::explain`].
    #[cfg(feature = "unstable")]
    pub(super) fn explain(&self, rows: &[[u8; COUNT]], wanted: &[usize], effects: &mut [[f32; COUNT]]) -> f32 {
        let mut base = self.bias as f32;
        for tree in &*self.trees {
            let leaf_of = |row: &[u8; COUNT]| simd::leaf_index(simd::splits(tree), |feature| row[usize::from(feature)]);
            let mut counts = [0u32; LEAVES];
            rows.iter().for_each(|row| counts[leaf_of(row)] += 1);
            let means = means(&simd::leaves(tree), &counts);
            base += means[0][0];
            for (&index, effects) in wanted.iter().zip(&mut *effects) {
                let leaf = leaf_of(&rows[index]);
                for (level, &[feature, _]) in simd::splits(tree).iter().enumerate() {
                    let [before, after] = [level, level + 1].map(|level| means[level][leaf & ((1 << level) - 1)]);
                    effects[usize::from(feature)] += (after - before) / UNIT as f32;
                }
            }
        }
        base / UNIT as f32
    }

    /// The calibrated probability of a score, given as log odds.
    #[cfg(test)]
    pub(super) fn probability_of(&self, log_odds: f32) -> f32 {
        f32::from(self.probability(bin_of((log_odds * UNIT as f32).round() as i32))) / 255.0
    }

    /// The calibrated probability of a bin, in 255ths.
    pub(super) fn probability(&self, bin: u8) -> u8 {
        let [_, calibration, _] = &self.cases;
        calibration[usize::from(bin) % BINS]
    }

    /// The calibrated probabilities of all bins in 255ths in three scenarios: the scores of the page are too high,
    /// correct, or too low.
    pub(super) fn cases(&self) -> &[[u8; BINS]; 3] {
        &self.cases
    }
}

/// The bias of all scores of a page in the scenarios "too high" and "too low", in bins: 2 log odds. On held-out pages
/// the bias has a standard deviation of 1.7 log odds, as three equally likely values -2, 0 and 2 have.
const SPREAD: usize = 8;

/// The probabilities of scores in the scenarios: too high by [`SPREAD`], correct, or too low by [`SPREAD`].
const fn cases(probabilities: &[u8; BINS]) -> [[u8; BINS]; 3] {
    let (mut too_high, mut too_low) = (*probabilities, *probabilities);
    let mut bin = 0;
    while bin < BINS {
        too_high[bin] = probabilities[bin.saturating_sub(SPREAD)];
        too_low[bin] = probabilities[if bin + SPREAD < BINS { bin + SPREAD } else { BINS - 1 }];
        bin += 1;
    }
    [too_high, *probabilities, too_low]
}

/// Fractional bits of half of F1.
const F1_BITS: u32 = 23;

/// The lowest bin to keep, which maximizes the expected F1 of the page. `tokens` is the number of tokens in each bin,
/// less than 2^32 in total; the probabilities of bins are in 255ths and do not decrease.
///
/// Of `n` tokens with probability `p`, `n p` are expected to be content. F1 is twice the content kept, divided by the
/// sum of all tokens kept and all content. So a page on which all blocks are uncertain keeps more of them than a page
/// with a clear main text.
///
/// Score errors are correlated within a page. So the expected F1 is the mean over three bias scenarios with different
/// probabilities, see [`cases`].
pub(super) fn threshold(tokens: &[u64; BINS], cases: &[[u8; BINS]; 3]) -> u8 {
    let expected = |bin: usize, case: &[u8; BINS]| tokens[bin] * u64::from(case[bin]);
    // An empty bin changes nothing, and on short pages most are empty.
    let used = tokens.iter().rev().fold(0u64, |used, &tokens| used << 1 | u64::from(tokens > 0));
    let bins = || descending_bits(used);
    // The content expected on the page, and among the tokens kept, in 255ths of tokens.
    let mut all = [0; 3];
    bins().for_each(|bin| all.iter_mut().zip(cases).for_each(|(all, case)| *all += expected(bin, case)));
    let (mut good, mut kept) = ([0; 3], 0);
    let (mut best, mut best_f1) = (BINS, 0);
    for bin in bins() {
        kept += 255 * tokens[bin];
        let mut f1 = 0;
        for ((case, good), all) in cases.iter().zip(&mut good).zip(all) {
            *good += expected(bin, case);
            f1 += (*good << F1_BITS) / (kept + all);
        }
        if f1 > best_f1 {
            (best, best_f1) = (bin, f1);
        }
    }
    best as u8
}

/// Probabilities in 255ths: from the first on a block is surely content, from the second on it may be.
pub(super) const SURE: u8 = 230;
const DOUBTED: u8 = 40;
/// This share of the tokens that may be content makes a page mostly sure.
const SHARE_SURE: [u64; 2] = [2, 5];

/// Whether much of the text of a page is surely content. Then [`threshold`] is too low for an article: of the three scenarios
/// the one of too low scores decides, as sure text hardly changes in the others.
pub(super) fn is_mostly_sure(tokens: &[u64; BINS], probabilities: &[u8; BINS]) -> bool {
    let (mut sure, mut possible) = (0, 0);
    for (tokens, &probability) in tokens.iter().zip(probabilities).filter(|(tokens, _)| **tokens > 0) {
        sure += if probability >= SURE { *tokens } else { 0 };
        possible += if probability >= DOUBTED { *tokens } else { 0 };
    }
    let [part, whole] = SHARE_SURE;
    whole * sure >= part * possible
}

/// The lowest bin whose blocks are rather content than not.
pub(super) fn bin_of_half(probabilities: &[u8; BINS]) -> u8 {
    probabilities.partition_point(|&probability| probability < 128).min(BINS - 1) as u8
}

/// The positions of the bits that are set, the highest first.
fn descending_bits(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let highest = bits.checked_ilog2()?;
        bits ^= 1 << highest;
        Some(highest as usize)
    })
}

/// For a tree, by the number of known splits and their results: the mean of the reachable leaves, weighted by the
/// number of rows in each leaf.
#[cfg(feature = "unstable")]
fn means(leaves: &[i16; LEAVES], counts: &[u32; LEAVES]) -> [[f32; LEAVES]; simd::DEPTH + 1] {
    let mut means = [[0.0; LEAVES]; simd::DEPTH + 1];
    for (level, means) in means.iter_mut().enumerate() {
        for (known, mean) in means.iter_mut().enumerate().take(1 << level) {
            let reached = (0..LEAVES).filter(|leaf| leaf & ((1 << level) - 1) == known);
            let (count, sum) = reached.fold((0, 0), |(count, sum), leaf| {
                (count + i64::from(counts[leaf]), sum + i64::from(counts[leaf]) * i64::from(leaves[leaf]))
            });
            *mean = sum as f32 / count.max(1) as f32;
        }
    }
    means
}

/// The bin of a score, less than [`BINS`].
#[inline]
pub(super) fn bin_of(score: i32) -> u8 {
    let bin = (i64::from(score) + 8 * i64::from(UNIT)) * 4 / i64::from(UNIT);
    bin.clamp(0, BINS as i64 - 1) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;

    /// A model without trees, whose bin `i` has the probability `4 i / 255`.
    fn plain() -> Model {
        let mut bytes = MAGIC.to_vec();
        let words = [VERSION, PAGE_COUNT as u32, COUNT as u32].into_iter().chain([0; WORDS - 3]);
        words.for_each(|word| bytes.extend(word.to_le_bytes()));
        bytes.extend((0..BINS as u8).map(|bin| 4 * bin));
        Model::read(&with_checksum(bytes)).unwrap()
    }

    fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
        bytes.extend(fnv::hash(bytes.iter().copied()).to_le_bytes());
        bytes
    }

    #[test]
    fn a_page_with_much_sure_text_is_mostly_sure() {
        let probabilities: [u8; BINS] = std::array::from_fn(|bin| (4 * bin) as u8);
        let half = bin_of_half(&probabilities);
        assert_eq!((probabilities[usize::from(half)], probabilities[usize::from(half) - 1]), (128, 124));
        let tokens = |sure: u64, doubted: u64, unlikely: u64| {
            let mut tokens = [0; BINS];
            (tokens[58], tokens[20], tokens[2]) = (sure, doubted, unlikely);
            tokens
        };
        assert!(is_mostly_sure(&tokens(40, 60, 1000), &probabilities));
        assert!(!is_mostly_sure(&tokens(39, 61, 0), &probabilities));
        assert!(is_mostly_sure(&tokens(0, 0, 0), &probabilities));
    }

    #[test]
    fn the_model_is_valid_and_damaged_ones_are_rejected() {
        assert_eq!(Model::read(BUILT_IN_FILE), Ok(Model::built_in().clone()));
        assert!(BUILT_IN_FILE.len() <= 400_000 && !Model::built_in().trees.is_empty());
        let shorter = &BUILT_IN_FILE[..BUILT_IN_FILE.len() - 1];
        assert_eq!(Model::read(shorter).err(), Some(ModelError::WrongLength { expected: BUILT_IN_FILE.len() as u64 }));
        for len in 0..HEAD + 20 {
            assert!(Model::read(&BUILT_IN_FILE[..len]).is_err());
        }
        let end = BUILT_IN_FILE.len() - size_of::<u64>();
        let changed = |at: usize, byte: u8| {
            let mut bytes = BUILT_IN_FILE[..end].to_vec();
            bytes[at] = byte;
            Model::read(&with_checksum(bytes)).err()
        };
        assert_eq!(changed(0, b'x'), Some(ModelError::NotAModel));
        assert_eq!(changed(8, 99), Some(ModelError::OtherFeatures { found: 99 }));
        assert!(matches!(changed(20, 255), Some(ModelError::WrongLength { .. })));
        assert_eq!(changed(23, 255), Some(ModelError::OutOfRange));
        assert_eq!(changed(31, 127), Some(ModelError::OutOfRange));
        assert_eq!(changed(HEAD, 255), Some(ModelError::OutOfRange));
        assert_eq!(changed(end - TREE, 255), Some(ModelError::OutOfRange));
        for at in (8 + 4 * WORDS..BUILT_IN_FILE.len()).step_by(7) {
            let mut bytes = BUILT_IN_FILE.to_vec();
            bytes[at] ^= 1 << (at % 8);
            assert_eq!(Model::read(&bytes).err(), Some(ModelError::Damaged), "byte {at}");
        }
    }

    #[test]
    fn bins_of_scores() {
        assert_eq!([i32::MIN, -8 * UNIT, 0, UNIT / 4, 8 * UNIT, i32::MAX].map(bin_of), [0, 0, 32, 33, 63, 63]);
    }

    #[test]
    fn the_threshold_is_the_best_of_all() {
        let model = plain();
        let mut random = Random(7);
        for _ in 0..2000 {
            let tokens = std::array::from_fn(|_| if random.below(4) == 0 { random.below(256) as u64 } else { 0 });
            let [_, calibration, _] = model.cases();
            for cases in [[*calibration; 3], *model.cases()] {
                let f1 = |threshold: usize| {
                    let of_case = |case: &[u8; BINS]| {
                        let good = |i: usize| tokens[i] as f64 * f64::from(case[i]) / 255.0;
                        let kept = tokens[threshold..].iter().sum::<u64>() as f64;
                        let all = (0..BINS).map(good).sum::<f64>();
                        2.0 * (threshold..BINS).map(good).sum::<f64>() / (kept + all).max(1.0)
                    };
                    cases.iter().map(of_case).sum::<f64>() / 3.0
                };
                let best = (0..BINS).map(f1).fold(0.0, f64::max);
                assert!((f1(usize::from(threshold(&tokens, &cases))) - best).abs() < 1e-6);
            }
        }
        assert_eq!(usize::from(threshold(&[0; BINS], model.cases())), BINS);
        // The largest page.
        let all_kept = threshold(&[(1 << 32) / BINS as u64; BINS], &[[255; BINS]; 3]);
        assert_eq!(all_kept, 0);
    }
}
