//! The classifiers: for each class an ensemble of boosted symmetric (oblivious) trees over byte features, in a small
//! file that is validated once.
//!
//! Burget and Burgetová 2011 compare naive Bayes, C4.5 and support vector machines; on our data none of them beats
//! boosted trees in any class (`docs/visual-accuracy.md`). In a symmetric tree all nodes of a level have the same
//! condition, `feature > threshold`, so the outcomes, as bits, are the index of the leaf. All values are integers:
//! scores are the same to the last bit on every machine.
//!
//! # Format
//! Little-endian: `BMVISUA2`; u32 version of the features; u32 number of features; then the classifiers up to the end
//! of the file: u8 class, u8 zero, u16 number of trees, i32 bias, i32 threshold, i32 early-exit threshold, 64
//! calibration bytes (the probabilities in 255ths of scores from -8 to 8 in quarters), and for each tree four pairs of
//! u8, feature and threshold, and 16 leaves of i16, first the low bytes of all, then the high bytes. Scores and leaves
//! are log odds in steps of 2^-10. Early exit: an area whose score after the first quarter of the trees is below that
//! threshold is rejected without the other trees, which saves most of the work.

use super::VisualClass;
use super::features::{COUNT, VERSION};
use crate::base::simd::{self, TREE, Table, Tree};

const MAGIC: &[u8; 8] = b"BMVISUA2";
/// Entries of a calibration table.
const STEPS: usize = 64;
const HEADER: usize = 16;
/// Log odds of 1, in the units of scores.
const ONE: i32 = 1024;
/// One classifier for each class, except for `None` and `AuthorDate`.
const MAX_CLASSIFIERS: usize = VisualClass::VALUES.len() - 2;
/// The score of an area after an early exit.
const REJECTED: i32 = -32 * ONE;
/// Areas that are classified side by side.
pub const LANES: usize = simd::ROWS;
/// For each feature its values in all lanes.
pub type Columns = [[u8; LANES]; COUNT];

/// A binary classifier: one class against all others.
#[derive(Clone, Copy, Debug)]
struct Classifier<'m> {
    class: VisualClass,
    bias: i32,
    threshold: i32,
    early_exit: i32,
    calibration: &'m [u8; STEPS],
    trees: &'m [Tree],
}

/// A validated model, which borrows its file.
#[derive(Clone, Copy, Debug)]
pub struct Model<'m> {
    classifiers: [Option<Classifier<'m>>; MAX_CLASSIFIERS],
}

impl<'m> Model<'m> {
    /// Parses a model file; `None` if it is damaged or was trained for other features.
    pub fn read(bytes: &'m [u8]) -> Option<Model<'m>> {
        let (header, mut rest) = bytes.split_first_chunk::<HEADER>()?;
        let word =
            |at: usize| header.get(at..at + 4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        if !header.starts_with(MAGIC) || word(8) != Some(VERSION) || word(12) != Some(COUNT as u32) {
            return None;
        }
        let mut model = Model { classifiers: [None; MAX_CLASSIFIERS] };
        for slot in &mut model.classifiers {
            if rest.is_empty() {
                break;
            }
            let (classifier, after) = Classifier::read(rest)?;
            (*slot, rest) = (Some(classifier), after);
        }
        rest.is_empty().then_some(model)
    }

    /// Classes of the areas of a batch, with their confidence in 255ths.
    pub fn classify(&self, columns: &Columns) -> [(VisualClass, u8); LANES] {
        let mut found = [(VisualClass::None, 0); LANES];
        let mut margins = [0; LANES];
        // Bitmask for each lane: 1 if it is an author, 2 if a date.
        let mut author_date = [0u8; LANES];
        let mut table = [[0; LANES]; simd::FEATURES];
        table[..COUNT].copy_from_slice(columns);
        for classifier in self.classifiers.iter().flatten() {
            let bit = match classifier.class {
                VisualClass::Author => 1,
                VisualClass::Date => 2,
                _ => 0,
            };
            for (lane, score) in classifier.scores(&table).into_iter().enumerate() {
                let margin = score - classifier.threshold;
                author_date[lane] |= if margin > 0 { bit } else { 0 };
                if margin > margins[lane] {
                    margins[lane] = margin;
                    found[lane] = (classifier.class, classifier.calibration[calibration_step(score)]);
                }
            }
        }
        for (found, author_date) in found.iter_mut().zip(author_date) {
            if author_date == 3 && matches!(found.0, VisualClass::Author | VisualClass::Date) {
                found.0 = VisualClass::AuthorDate;
            }
        }
        found
    }
}

impl<'m> Classifier<'m> {
    fn read(bytes: &'m [u8]) -> Option<(Classifier<'m>, &'m [u8])> {
        let (&[class, _, low, high, ref numbers @ ..], rest) = bytes.split_first_chunk::<16>()?;
        let (calibration, rest) = rest.split_first_chunk::<STEPS>()?;
        let word = |at: usize| {
            let word = numbers.get(at..at + 4)?;
            Some(i32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        };
        let (trees, rest) = rest.split_at_checked(usize::from(u16::from_le_bytes([low, high])) * TREE)?;
        let trees = trees.as_chunks::<TREE>().0;
        let (bias, threshold, early_exit) = (word(0)?, word(4)?, word(8)?);
        let class = VisualClass::VALUES.get(usize::from(class)).copied()?;
        let has_known_features = trees.iter().flat_map(simd::splits).all(|split| usize::from(split[0]) < COUNT);
        let in_range = [bias, threshold, early_exit].iter().all(|number| number.unsigned_abs() <= 1 << 24);
        (in_range && has_known_features).then_some(())?;
        Some((Classifier { class, bias, threshold, early_exit, calibration, trees }, rest))
    }

    /// The scores of a batch, [`REJECTED`] for areas after an early exit.
    fn scores(&self, table: &Table<LANES>) -> [i32; LANES] {
        let (first, others) = self.trees.split_at(self.trees.len() / 4);
        let mut scores = simd::scores(self.bias, first, table, LANES);
        let is_rejected = scores.map(|score| score < self.early_exit);
        if is_rejected != [true; LANES] {
            let more = simd::scores(0, others, table, LANES);
            scores.iter_mut().zip(more).for_each(|(score, more)| *score += more);
        }
        for (score, is_rejected) in scores.iter_mut().zip(is_rejected) {
            *score = if is_rejected { REJECTED } else { *score };
        }
        scores
    }
}

/// The entry of the calibration table for a score.
fn calibration_step(score: i32) -> usize {
    let step = (i64::from(score) + 8 * i64::from(ONE)) * 4 / i64::from(ONE);
    step.clamp(0, STEPS as i64 - 1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::simd::LEAVES;

    /// A model with one classifier of one tree, for areas whose `feature` is above `threshold`.
    fn tiny(class: VisualClass, feature: u8, threshold: u8) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((COUNT as u32).to_le_bytes());
        bytes.extend([class as u8, 0, 1, 0]);
        bytes.extend((-100i32).to_le_bytes());
        bytes.extend(50i32.to_le_bytes());
        bytes.extend((-1000i32).to_le_bytes());
        bytes.extend([200; STEPS]);
        bytes.extend([feature, threshold, 0, 255, 0, 255, 0, 255]);
        let leaves: [[u8; 2]; LEAVES] = std::array::from_fn(|leaf| if leaf == 1 { 200i16 } else { -200 }.to_le_bytes());
        (0..2).for_each(|half| bytes.extend(leaves.map(|leaf| leaf[half])));
        bytes
    }

    fn classes(model: &[u8], row: [u8; COUNT]) -> (VisualClass, u8) {
        Model::read(model).unwrap().classify(&row.map(|value| [value; LANES]))[3]
    }

    #[test]
    fn trees_classify() {
        let mut row = [0; COUNT];
        assert_eq!(classes(&tiny(VisualClass::Date, 0, 9), row), (VisualClass::None, 0));
        row[0] = 10;
        assert_eq!(classes(&tiny(VisualClass::Date, 0, 9), row), (VisualClass::Date, 200));
        let mut both = tiny(VisualClass::Date, 0, 9);
        both.extend(&tiny(VisualClass::Author, 0, 9)[HEADER..]);
        assert_eq!(classes(&both, row).0, VisualClass::AuthorDate);
    }

    #[test]
    fn damaged_models_are_rejected() {
        let whole = tiny(VisualClass::H1, 0, 9);
        assert!((HEADER + 1..whole.len()).all(|len| Model::read(&whole[..len]).is_none()));
        assert!(Model::read(&tiny(VisualClass::H1, 255, 9)).is_none());
        let mut changed = whole.clone();
        changed[HEADER] = 9;
        assert!(Model::read(&changed).is_none());
    }
}
