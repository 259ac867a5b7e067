//! Precision, recall and F1 of an extracted text by its longest common subsequence with the gold text (equation 2 of
//! the Content Seeker paper).

use std::collections::BTreeMap;

/// Precision, recall and F1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scores {
    /// The share of the extracted text that is correct.
    pub precision: f64,
    /// The share of the gold text that was found.
    pub recall: f64,
    /// Their harmonic mean.
    pub f1: f64,
}

/// Scores by characters.
pub fn by_characters(truth: &str, found: &str) -> Scores {
    scores(&truth.chars().collect::<Vec<_>>(), &found.chars().collect::<Vec<_>>())
}

/// Scores by words, separated by whitespace.
pub fn by_words(truth: &str, found: &str) -> Scores {
    scores(&truth.split_whitespace().collect::<Vec<_>>(), &found.split_whitespace().collect::<Vec<_>>())
}

/// Scores of two sequences: 1 if both are empty, 0 if one is.
pub fn scores<T: Ord>(truth: &[T], found: &[T]) -> Scores {
    if truth.is_empty() && found.is_empty() {
        return Scores { precision: 1.0, recall: 1.0, f1: 1.0 };
    }
    let common = common_length(truth, found) as f64;
    let share = |of: usize| if of == 0 { 0.0 } else { common / of as f64 };
    let f1 = 2.0 * common / (truth.len() + found.len()) as f64;
    Scores { precision: share(found.len()), recall: share(truth.len()), f1 }
}

/// Length of the longest common subsequence, bit-parallel: 64 items of `a` at a time for each item of `b` (Hyyrö 2004).
///
/// A zero bit of `rows` marks an item of `a` at which the length grows. For an item of `b` with the matches `m`, the
/// next row is `(v + u) | (v - u)` with `u = v & m`: an addition with carry through all words, and a subtraction
/// without borrow, as `u` is a subset of `v`.
pub fn common_length<T: Ord>(a: &[T], b: &[T]) -> usize {
    let words = a.len().div_ceil(64);
    let mut numbers: BTreeMap<&T, usize> = BTreeMap::new();
    let mut matches: Vec<Vec<u64>> = Vec::new();
    for (i, item) in a.iter().enumerate() {
        let number = *numbers.entry(item).or_insert(matches.len());
        if number == matches.len() {
            matches.push(vec![0; words]);
        }
        matches[number][i / 64] |= 1 << (i % 64);
    }
    let mut rows = vec![u64::MAX; words];
    for item in b {
        let Some(&number) = numbers.get(item) else { continue };
        let mut carry = false;
        for (row, of_item) in rows.iter_mut().zip(&matches[number]) {
            let both = *row & of_item;
            let (sum, first) = row.overflowing_add(both);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first || second;
            *row = sum | (*row - both);
        }
    }
    let last = a.len() % 64;
    let ones: usize = rows.iter().map(|row| row.count_ones() as usize).sum();
    // Bits after the last item never change: they have no matches, and a carry into them is lost in the `or`.
    64 * words - ones - if last == 0 { 0 } else { extra_zeros(&rows, last) }
}

/// Zeros after the last item.
fn extra_zeros(rows: &[u64], last: usize) -> usize {
    rows.last().map_or(0, |row| (!row >> last).count_ones() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn characters_and_words_of_a_sentence() {
        let (truth, found) = ("the cat sat on the mat", "cat sat on a mat today");
        let sixth = |value: f64| (value * 1e6).round() / 1e6;
        let characters = by_characters(truth, found);
        assert_eq!([characters.precision, characters.recall, characters.f1].map(sixth), [0.681_818; 3]);
        let words = by_words(truth, found);
        assert_eq!([words.precision, words.recall, words.f1].map(sixth), [0.666_667; 3]);
    }

    #[test]
    fn empty_texts() {
        let all = |value| Scores { precision: value, recall: value, f1: value };
        assert_eq!(by_characters("text", ""), all(0.0));
        assert_eq!(by_words("", "text"), all(0.0));
        assert_eq!(by_characters("", ""), all(1.0));
    }

    /// The reference implementation by the definition, in quadratic time.
    fn naive(a: &[u8], b: &[u8]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for x in a {
            let mut diagonal = 0;
            for (j, y) in b.iter().enumerate() {
                let above = row[j + 1];
                row[j + 1] = if x == y { diagonal + 1 } else { above.max(row[j]) };
                diagonal = above;
            }
        }
        row[b.len()]
    }

    #[test]
    fn bit_parallel_length_equals_the_naive_one() {
        let mut random = Random(1);
        let mut below = |bound: usize| random.below(bound);
        for round in 0..400 {
            let alphabet = 1 + below(6);
            let mut text = |max: usize| (0..below(max)).map(|_| below(alphabet) as u8).collect::<Vec<_>>();
            let (a, b) = if round % 4 == 0 { (text(300), text(300)) } else { (text(140), text(70)) };
            assert_eq!(common_length(&a, &b), naive(&a, &b), "{a:?} {b:?}");
            assert_eq!(common_length(&b, &a), naive(&a, &b));
        }
        for len in [0, 1, 63, 64, 65, 128, 200] {
            assert_eq!(common_length(&vec![1; len], &vec![1; len]), len);
        }
    }
}
