//! The languages of Latin and Cyrillic letters, by the sums of what each three letters in a row and each
//! word say for them: a linear model whose features are hashes (Weinberger et al. 2009), as in whichlang.
//!
//! `benches/lab/training/train_language.py` fits it. A row of the table belongs to a hash, and has a weight for each
//! language.

use super::script::Script;
use crate::read::page::unicode::{ZERO_WIDTH, class, is_letter};

/// The letters after which the answer of a text is looked at, and the ones after which it is final.
const FIRST_LOOK: usize = 64;
const LAST_LOOK: usize = 240;
/// The lead of a language, in the units of the table, at which no more is read.
const SURE_LEAD: f32 = 9.0;
/// The longest word that says something as a whole.
const MAX_WORD: u32 = 12;
const SPACE: u32 = 32;

/// The weights of a script.
struct Table<const N: usize> {
    languages: [&'static str; N],
    weights: &'static [[u8; N]],
    /// The number of rows is a power of two: 32 less its logarithm.
    shift: u32,
    /// The weight that says 1 in the logarithm of the odds.
    scale: f32,
}

/// The logarithm of the odds by which a declared language is more likely before a letter is read.
const EXPECTED: f32 = 2.0;
/// The features depend on each other, so that their sums say too much.
const TEMPERATURE: f32 = 0.7;

const LATIN: Table<27> = Table {
    languages: [
        "en", "de", "fr", "es", "pt", "it", "nl", "sv", "da", "nb", "fi", "pl", "cs", "sk", "sl", "hr", "hu", "ro",
        "tr", "id", "vi", "ca", "gl", "eu", "et", "lv", "lt",
    ],
    weights: rows(include_bytes!("latin.bin")),
    shift: 32 - 12,
    scale: 88.4,
};
const CYRILLIC: Table<5> = Table {
    languages: ["ru", "uk", "bg", "sr", "mk"],
    weights: rows(include_bytes!("cyrillic.bin")),
    shift: 32 - 11,
    scale: 123.3,
};

/// The rows of a file; what is left over is none.
const fn rows<const N: usize>(file: &[u8]) -> &[[u8; N]] {
    file.as_chunks().0
}

/// What speaks for each of the languages of a script.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess {
    pub language: &'static str,
    /// Of the language, if the text is in one that the table has.
    pub probability: f32,
    /// How many letters were read.
    pub letters: usize,
}

/// The language of a text with letters of a script; `declared` is expected.
pub(super) fn guess(text: &str, script: Script, declared: Option<&str>) -> Guess {
    match script {
        Script::Latin => LATIN.guess(text, declared),
        Script::Cyrillic => CYRILLIC.guess(text, declared),
    }
}

impl<const N: usize> Table<N> {
    fn guess(&self, text: &str, declared: Option<&str>) -> Guess {
        let mut sums = [0; N];
        if let Some(declared) = declared.and_then(|declared| self.languages.iter().position(|known| *known == declared))
        {
            sums[declared] = (EXPECTED * self.scale) as i16;
        }
        let mut letters = 0;
        let (mut before, mut last, mut word, mut length) = (SPACE, SPACE, 0, 0);
        let mut next_look = FIRST_LOOK;
        for c in text.chars().chain([' ']) {
            let c = match small_letter(c) {
                SPACE if last == SPACE => continue,
                c => c,
            };
            self.add(&mut sums, hash_of_three(before, last, c));
            if c == SPACE {
                if (1..=MAX_WORD).contains(&length) {
                    self.add(&mut sums, scatter(word));
                }
                (word, length) = (0, 0);
                if letters >= next_look {
                    if letters >= LAST_LOOK || self.lead(&sums) >= SURE_LEAD {
                        break;
                    }
                    next_look = letters + FIRST_LOOK / 2;
                }
            } else {
                word = (word ^ c).wrapping_mul(0x0100_0193).wrapping_add(0x9e37_79b1);
                length += 1;
                letters += 1;
            }
            (before, last) = (last, c);
        }
        let (language, probability) = self.most_probable(&sums);
        Guess { language, probability, letters }
    }

    #[inline]
    fn add(&self, sums: &mut [i16; N], hash: u32) {
        if let Some(row) = self.weights.get((hash >> self.shift) as usize) {
            sums.iter_mut()
                .zip(row)
                .for_each(|(sum, weight)| *sum = sum.saturating_add(i16::from(weight.cast_signed())));
        }
    }

    fn lead(&self, sums: &[i16; N]) -> f32 {
        let (mut first, mut second) = (i16::MIN, i16::MIN);
        for &sum in sums {
            (first, second) = if sum > first { (sum, first) } else { (first, second.max(sum)) };
        }
        (f32::from(first) - f32::from(second)) / self.scale
    }

    fn most_probable(&self, sums: &[i16; N]) -> (&'static str, f32) {
        let best = sums.iter().copied().max().unwrap_or_default();
        let odds = |sum: &i16| ((f32::from(*sum) - f32::from(best)) * TEMPERATURE / self.scale).exp();
        let all: f32 = sums.iter().map(odds).sum();
        let index = sums.iter().position(|&sum| sum == best).unwrap_or_default();
        (self.languages.get(index).copied().unwrap_or_default(), 1.0 / all)
    }
}

/// A letter or mark in lower case, or a space.
#[inline]
fn small_letter(c: char) -> u32 {
    match c {
        'a'..='z' => c.into(),
        'A'..='Z' => c.to_ascii_lowercase().into(),
        _ if c.is_ascii() => SPACE,
        _ if is_letter(c) => c.to_lowercase().next().unwrap_or(c).into(),
        _ if class(c) & ZERO_WIDTH != 0 => c.into(),
        _ => SPACE,
    }
}

#[inline]
fn hash_of_three(first: u32, second: u32, third: u32) -> u32 {
    let mixed = first.wrapping_mul(0x9e37_79b1) ^ second.wrapping_mul(0x85eb_ca77) ^ third.wrapping_mul(0xc2b2_ae3d);
    scatter(mixed)
}

#[inline]
fn scatter(hash: u32) -> u32 {
    hash.wrapping_mul(0x27d4_eb2f)
}
