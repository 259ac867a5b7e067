//! The classifiers: for each class boosted symmetric trees over bytes, read from a small file that is checked once.
//!
//! In a symmetric tree all nodes of a level ask the same question, `feature > threshold`, so that the answers, as bits,
//! are the number of the leaf. All values are integers: a score is the same to the last bit on every machine.
//!
//! # Format
//! Little-endian: `BMVISUA2`; u32 version of the features; u32 number of features; then one classifier after the other,
//! up to the end: u8 class, u8 zero, u16 number of trees, i32 bias, i32 threshold, i32 cut, 64 calibration bytes (the
//! probabilities in 255ths of scores from -8 to 8 in quarters), and for each tree four pairs of u8, feature and
//! threshold, and 16 leaves of i16, first the lower bytes of all, then the upper ones. Scores and leaves are log odds
//! in steps of 2^-10. An area whose score by the first quarter of the trees is below the cut is given up, whatever the
//! other trees would say: that saves most of the work.

use super::Class;
use super::features::{COUNT, VERSION};
use crate::simd::{self, TREE, Tree};

const MAGIC: &[u8; 8] = b"BMVISUA2";
/// Steps of a score that have a probability of their own.
const STEPS: usize = 64;
const HEAD: usize = 16;
/// Log odds of 1.
const UNIT: i32 = 1024;
/// Classifiers: one for each class but none and that of both author and date.
const MOST: usize = Class::ALL.len() - 2;
/// The score of an area that is given up early.
const HOPELESS: i32 = -32 * UNIT;
/// Rows that go down a tree side by side.
pub const LANES: usize = simd::ROWS;
/// For each feature its values for all lanes.
pub type Columns = [[u8; LANES]; COUNT];

/// One class against all others.
#[derive(Clone, Copy, Debug)]
struct Classifier<'m> {
    class: Class,
    bias: i32,
    threshold: i32,
    cut: i32,
    calibration: &'m [u8; STEPS],
    trees: &'m [Tree],
}

/// A checked model, which borrows its file.
#[derive(Clone, Copy, Debug)]
pub struct Model<'m> {
    classifiers: [Option<Classifier<'m>>; MOST],
}

impl<'m> Model<'m> {
    /// Reads a model file; nothing if it is damaged, or for other features.
    pub fn read(bytes: &'m [u8]) -> Option<Model<'m>> {
        let (head, mut rest) = bytes.split_first_chunk::<HEAD>()?;
        let word =
            |at: usize| head.get(at..at + 4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        if !head.starts_with(MAGIC) || word(8) != Some(VERSION) || word(12) != Some(COUNT as u32) {
            return None;
        }
        let mut model = Model { classifiers: [None; MOST] };
        for slot in &mut model.classifiers {
            if rest.is_empty() {
                break;
            }
            let (classifier, after) = Classifier::read(rest)?;
            (*slot, rest) = (Some(classifier), after);
        }
        rest.is_empty().then_some(model)
    }

    /// The classes of some areas, given their features, and how sure they are, in 255ths.
    pub fn classify(&self, columns: &Columns) -> [(Class, u8); LANES] {
        let mut found = [(Class::None, 0); LANES];
        let mut margins = [0; LANES];
        // Which of author and date an area is, as bits.
        let mut signs = [0u8; LANES];
        for classifier in self.classifiers.iter().flatten() {
            let sign = match classifier.class {
                Class::Author => 1,
                Class::Date => 2,
                _ => 0,
            };
            for (lane, score) in classifier.scores(columns).into_iter().enumerate() {
                let margin = score - classifier.threshold;
                signs[lane] |= if margin > 0 { sign } else { 0 };
                if margin > margins[lane] {
                    margins[lane] = margin;
                    found[lane] = (classifier.class, classifier.calibration[step_of(score)]);
                }
            }
        }
        for (found, signs) in found.iter_mut().zip(signs) {
            if signs == 3 && matches!(found.0, Class::Author | Class::Date) {
                found.0 = Class::AuthorDate;
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
        let (bias, threshold, cut) = (word(0)?, word(4)?, word(8)?);
        let class = Class::ALL.get(usize::from(class)).copied()?;
        let asks_for_known = trees.iter().flat_map(simd::splits).all(|split| usize::from(split[0]) < COUNT);
        let in_range = [bias, threshold, cut].iter().all(|number| number.unsigned_abs() <= 1 << 24);
        (in_range && asks_for_known).then_some(())?;
        Some((Classifier { class, bias, threshold, cut, calibration, trees }, rest))
    }

    /// Scores; that of an area that is given up is [`HOPELESS`].
    fn scores(&self, columns: &Columns) -> [i32; LANES] {
        let (first, others) = self.trees.split_at(self.trees.len() / 4);
        let mut scores = simd::scores(self.bias, first, columns, LANES);
        let is_hopeless = scores.map(|score| score < self.cut);
        if is_hopeless != [true; LANES] {
            let more = simd::scores(0, others, columns, LANES);
            scores.iter_mut().zip(more).for_each(|(score, more)| *score += more);
        }
        for (score, is_hopeless) in scores.iter_mut().zip(is_hopeless) {
            *score = if is_hopeless { HOPELESS } else { *score };
        }
        scores
    }
}

fn step_of(score: i32) -> usize {
    let step = (i64::from(score) + 8 * i64::from(UNIT)) * 4 / i64::from(UNIT);
    step.clamp(0, STEPS as i64 - 1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::LEAVES;

    /// One classifier of one tree: an area is a date if its first feature is above 9.
    fn tiny(class: Class, feature: u8, threshold: u8) -> Vec<u8> {
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

    fn classes(model: &[u8], row: [u8; COUNT]) -> (Class, u8) {
        Model::read(model).unwrap().classify(&row.map(|value| [value; LANES]))[3]
    }

    #[test]
    fn trees_are_asked() {
        let mut row = [0; COUNT];
        assert_eq!(classes(&tiny(Class::Date, 0, 9), row), (Class::None, 0));
        row[0] = 10;
        assert_eq!(classes(&tiny(Class::Date, 0, 9), row), (Class::Date, 200));
        let mut both = tiny(Class::Date, 0, 9);
        both.extend(&tiny(Class::Author, 0, 9)[HEAD..]);
        assert_eq!(classes(&both, row).0, Class::AuthorDate);
    }

    #[test]
    fn damaged_models_are_refused() {
        let whole = tiny(Class::H1, 0, 9);
        assert!((HEAD + 1..whole.len()).all(|len| Model::read(&whole[..len]).is_none()));
        assert!(Model::read(&tiny(Class::H1, 255, 9)).is_none());
        let mut changed = whole.clone();
        changed[HEAD] = 9;
        assert!(Model::read(&changed).is_none());
    }
}
