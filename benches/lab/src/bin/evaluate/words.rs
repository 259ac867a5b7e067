//! Word precision, recall and F1: texts as multisets of `\w+` in lower case.

use blockmask::internals::page::unicode::{TOKEN, class};
use std::collections::BTreeMap;

/// The words of a text, `\w+`.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| class(c) & TOKEN == 0 && c != '_').filter(|word| !word.is_empty())
}

/// How often each word occurs.
pub struct Words {
    counts: BTreeMap<String, u32>,
    total: u32,
}

impl Words {
    pub fn of(text: &str) -> Words {
        let mut counts = BTreeMap::new();
        let mut total = 0;
        for word in words(text) {
            *counts.entry(word.to_lowercase()).or_insert(0) += 1;
            total += 1;
        }
        Words { counts, total }
    }
}

/// Precision and recall of the found words, and their harmonic mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    pub precision: f64,
    pub recall: f64,
    pub f1: f64,
}

impl Score {
    /// Scores `found` against `wanted`: 1 if both have no words, 0 if only one has.
    pub fn of(wanted: &Words, found: &Words) -> Score {
        if wanted.total == 0 && found.total == 0 {
            return Score { precision: 1.0, recall: 1.0, f1: 1.0 };
        }
        let common = |(word, &count): (&String, &u32)| count.min(found.counts.get(word).copied().unwrap_or(0));
        let common = f64::from(wanted.counts.iter().map(common).sum::<u32>());
        let share = |of: u32| if of == 0 { 0.0 } else { common / f64::from(of) };
        let f1 = 2.0 * common / f64::from(wanted.total + found.total);
        Score { precision: share(found.total), recall: share(wanted.total), f1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(wanted: &str, found: &str) -> (f64, f64, f64) {
        let Score { precision, recall, f1 } = Score::of(&Words::of(wanted), &Words::of(found));
        (precision, recall, f1)
    }

    #[test]
    fn words_are_a_multiset() {
        assert_eq!(score("The cat, the mat", "the THE dog"), (2.0 / 3.0, 0.5, 4.0 / 7.0));
        assert_eq!(score("a_b 3.5 don't", "a_b"), (1.0, 0.2, 1.0 / 3.0));
        assert_eq!(score("one", "..."), (0.0, 0.0, 0.0));
        assert_eq!(score("", ""), (1.0, 1.0, 1.0));
    }
}
