//! The languages of Latin and Cyrillic letters, by the sums of what each three letters in a row and each
//! word say for them: a linear model whose features are hashes (Weinberger et al. 2009), as in whichlang.
//!
//! `benches/lab/training/train_language.py` fits it. A row of the table belongs to a hash, and has a weight for each
//! language.

use super::script::Script;
use crate::read::page::unicode::{ZERO_WIDTH, class, is_letter};

/// The letters after which the answer of a text is looked at, and the ones after which it is final.
const FIRST_LOOK: usize = 40;
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
/// Lower logarithms of odds change a probability by less than a thousandth.
const LEAST_ODDS: f32 = -11.0;

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

/// The lanes of a vector.
const LANES: usize = 16;

/// What speaks for each language: the first and the last ones, some of which may be in both; all of a table with fewer
/// languages are among the first ones.
#[derive(Default)]
struct Sums {
    first: [i16; LANES],
    last: [i16; LANES],
}

#[inline]
fn add_lanes(sums: &mut [i16; LANES], weights: &[u8; LANES]) {
    sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum = sum.saturating_add(i16::from(weight.cast_signed())));
}

impl Sums {
    // Inlined, the sums are taken apart into numbers.
    #[inline(never)]
    fn add<const N: usize>(&mut self, weights: &[u8; N]) {
        match (weights.first_chunk(), weights.last_chunk()) {
            (Some(first), Some(last)) => {
                add_lanes(&mut self.first, first);
                add_lanes(&mut self.last, last);
            }
            _ => self.first.iter_mut().zip(weights).for_each(|(sum, weight)| {
                *sum = sum.saturating_add(i16::from(weight.cast_signed()));
            }),
        }
    }

    /// By the number of the language.
    fn by_language<const N: usize>(&self) -> [i16; N] {
        let mut sums = [0; N];
        sums.iter_mut().zip(self.first).for_each(|(sum, first)| *sum = first);
        if let Some(end) = sums.last_chunk_mut() {
            *end = self.last;
        }
        sums
    }
}

impl<const N: usize> Table<N> {
    fn guess(&self, text: &str, declared: Option<&str>) -> Guess {
        let declared = declared.and_then(|declared| self.languages.iter().position(|known| *known == declared));
        let mut sums = Sums::default();
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
                    if letters >= LAST_LOOK || self.lead(&self.expecting(&sums, declared)) >= SURE_LEAD {
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
        let (language, probability) = self.most_probable(&self.expecting(&sums, declared));
        Guess { language, probability, letters }
    }

    /// The sums by language; the declared one is expected.
    fn expecting(&self, sums: &Sums, declared: Option<usize>) -> [i16; N] {
        let mut sums = sums.by_language();
        if let Some(expected) = declared.and_then(|declared| sums.get_mut(declared)) {
            *expected = expected.saturating_add((EXPECTED * self.scale) as i16);
        }
        sums
    }

    #[inline]
    fn add(&self, sums: &mut Sums, hash: u32) {
        if let Some(row) = self.weights.get((hash >> self.shift) as usize) {
            sums.add(row);
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
        let odds = |sum: &i16| (f32::from(*sum) - f32::from(best)) * TEMPERATURE / self.scale;
        let all: f32 = sums.iter().map(odds).filter(|&odds| odds > LEAST_ODDS).map(f32::exp).sum();
        let index = sums.iter().position(|&sum| sum == best).unwrap_or_default();
        (self.languages.get(index).copied().unwrap_or_default(), 1.0 / all)
    }
}

/// The characters of ASCII: a letter in lower case, or a space.
const SMALL: [u8; 128] = {
    let mut small = [b' '; 128];
    let mut letter = b'a';
    while letter <= b'z' {
        small[letter as usize] = letter;
        small[letter.to_ascii_uppercase() as usize] = letter;
        letter += 1;
    }
    small
};

/// A letter or mark in lower case, or a space.
#[inline]
fn small_letter(c: char) -> u32 {
    match c {
        _ if c.is_ascii() => SMALL[c as usize & 0x7f].into(),
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
