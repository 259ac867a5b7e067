//! Token hashes: steps 1 and 2 of the frozen definition, with fast paths for ASCII words.
//!
//! Most words are a few ASCII letters, perhaps followed by a comma. The fast path loads eight bytes at once and
//! classifies them in parallel in a register (SWAR); the token is a prefix of the word, found without a branch on its
//! length. An ASCII word with punctuation elsewhere, such as `don't`, takes a slower path, and a word with any other
//! character the fallback, character by character.

use super::{FingerprintOptions, MULTIPLIER_END, MULTIPLIER_TOKEN, SEED_END, SEED_TOKEN, fold};
use crate::read::page::{runs, unicode};

const ONES: u64 = 0x0101_0101_0101_0101;
/// The high bit of each byte: the bitmasks below have one truth value a byte, in this bit.
const HIGH: u64 = 0x80 * ONES;
const SPACES: u64 = b' ' as u64 * ONES;

/// Calls `emit` with the hash of each token of a normalized text.
#[inline]
pub(super) fn for_each(text: &str, options: FingerprintOptions, mut emit: impl FnMut(u64)) {
    let mut start = 0;
    while start < text.len() {
        match ascii_word(text.as_bytes(), start, options.fold_case) {
            Some((end, hash)) => {
                if let Some(hash) = hash {
                    emit(hash);
                }
                start = end + 1;
            }
            None => start = hash_other_word(text, start, options, &mut emit) + 1,
        }
    }
}

/// Fast path: the word at `start`, if it consists of ASCII letters and digits followed by nothing but punctuation; else
/// `None`. Returns its end, and its hash if it is a token.
#[inline]
fn ascii_word(bytes: &[u8], start: usize, fold_case: bool) -> Option<(usize, Option<u64>)> {
    let mut state = SEED_TOKEN;
    let mut at = start;
    loop {
        let eight = load(bytes, at);
        let spaces = spaces(eight);
        let word = eight & bits_below(spaces);
        let letters = ascii_letters(word);
        let kept = letters | ascii_digits(word);
        let dropped = !kept & HIGH & bits_below(spaces);
        let prefix = bits_below(dropped);
        if word & HIGH != 0 || kept & !prefix != 0 || (dropped != 0 && spaces == 0) {
            return None;
        }
        // Lower case: sets bit 0x20, the high bit shifted by two, in every letter.
        let lower = if fold_case { letters >> 2 } else { 0 };
        let token = (word | lower) & prefix;
        if spaces == 0 {
            state = fold(state ^ token, MULTIPLIER_TOKEN);
            at += 8;
            continue;
        }
        if token != 0 {
            state = fold(state ^ token, MULTIPLIER_TOKEN);
        }
        let hash = (token != 0 || at > start).then(|| fold(state ^ SEED_END, MULTIPLIER_END));
        return Some((at + spaces.trailing_zeros() as usize / 8, hash));
    }
}

/// Loads eight bytes from `at` on, little-endian, padded with spaces after the end.
#[inline]
fn load(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.get(at..).unwrap_or_default();
    if let Some(eight) = rest.first_chunk::<8>() {
        return u64::from_le_bytes(*eight);
    }
    rest.iter().rev().fold(SPACES, |word, &byte| word << 8 | u64::from(byte))
}

/// The high bits of spaces. Only the lowest is exact: it marks the first space.
#[inline]
fn spaces(word: u64) -> u64 {
    let difference = word ^ SPACES;
    difference.wrapping_sub(ONES) & !difference & HIGH
}

/// A mask of all bytes below the lowest of the given high bits; of all eight if there is none.
#[inline]
fn bits_below(high_bits: u64) -> u64 {
    let lowest = high_bits & high_bits.wrapping_neg();
    (lowest >> 7).wrapping_sub(1)
}

/// The high bit of each byte that is an ASCII letter. Exact up to the first byte that is not ASCII.
#[inline]
fn ascii_letters(word: u64) -> u64 {
    let lower = word | (0x20 * ONES);
    lower.wrapping_add((0x80 - u64::from(b'a')) * ONES) & !lower.wrapping_add((0x7F - u64::from(b'z')) * ONES) & HIGH
}

/// The high bit of each byte that is an ASCII digit. Exact up to the first byte that is not ASCII.
#[inline]
fn ascii_digits(word: u64) -> u64 {
    word.wrapping_add((0x80 - u64::from(b'0')) * ONES) & !word.wrapping_add((0x7F - u64::from(b'9')) * ONES) & HIGH
}

/// Hashes the tokens of any word, several in scripts without spaces, and returns its end.
#[inline(never)]
fn hash_other_word(text: &str, start: usize, options: FingerprintOptions, emit: &mut impl FnMut(u64)) -> usize {
    if let Some((end, hash)) = punctuated_word(text.as_bytes(), start, options.fold_case) {
        if let Some(hash) = hash {
            emit(hash);
        }
        return end;
    }
    let rest = text.get(start..).unwrap_or_default();
    let length = rest.bytes().position(|byte| byte == b' ').unwrap_or(rest.len());
    let word = rest.get(..length).unwrap_or_default();
    for run in runs(word, options.tokens).filter(|run| run.is_token) {
        emit(hash_run(word.get(run.start..run.end).unwrap_or_default(), options.fold_case));
    }
    start + length
}

/// Slower path for an ASCII word with punctuation anywhere; returns as [`ascii_word`] does.
fn punctuated_word(bytes: &[u8], start: usize, fold_case: bool) -> Option<(usize, Option<u64>)> {
    let mut hasher = TokenHasher::default();
    let mut any = false;
    let mut at = start;
    loop {
        let eight = load(bytes, at);
        let spaces = spaces(eight);
        let word = eight & bits_below(spaces);
        if word & HIGH != 0 {
            return None;
        }
        let letters = ascii_letters(word);
        let kept = letters | ascii_digits(word);
        let lower = if fold_case { letters >> 2 } else { 0 };
        let count = kept.count_ones();
        any |= count != 0;
        hasher.write(compress_bytes(word | lower, kept), count);
        if spaces != 0 {
            let end = at + spaces.trailing_zeros() as usize / 8;
            return Some((end, any.then(|| hasher.finish())));
        }
        at += 8;
    }
}

/// Compresses the bytes of `word` that `kept` marks to the low end; zeros above.
#[inline]
fn compress_bytes(mut word: u64, mut kept: u64) -> u64 {
    let mut count = kept.count_ones();
    let mut result = 0;
    let mut shift = 0;
    while count != 0 {
        // Skip the bytes below the next kept one, then take the bytes up to the next gap.
        let gap = kept.trailing_zeros() & !7;
        (word, kept) = (word >> gap, kept >> gap);
        let len = (!kept & HIGH).trailing_zeros() / 8;
        let mask = bits_below(!kept & HIGH);
        result |= (word & mask) << shift;
        if len >= count {
            break;
        }
        count -= len;
        shift += 8 * len;
        (word, kept) = (word & !mask, kept & !mask);
    }
    result
}

/// Fallback: the hash of a run, reduced to letters and digits.
fn hash_run(run: &str, fold_case: bool) -> u64 {
    let mut hasher = TokenHasher::default();
    for c in run.chars() {
        if !is_kept(c) {
            continue;
        }
        if fold_case {
            c.to_lowercase().for_each(|c| hasher.write_char(c));
        } else {
            hasher.write_char(c);
        }
    }
    hasher.finish()
}

/// Whether a character is part of the reduced token.
#[inline]
fn is_kept(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphanumeric() } else { unicode::class(c) & unicode::TOKEN != 0 }
}

/// Step 2 of the definition as a streaming hasher.
struct TokenHasher {
    state: u64,
    word: u64,
    bits: u32,
}

impl Default for TokenHasher {
    fn default() -> TokenHasher {
        TokenHasher { state: SEED_TOKEN, word: 0, bits: 0 }
    }
}

impl TokenHasher {
    /// Adds `count` bytes, at most 8, little-endian; all bytes above them are zero.
    #[inline]
    fn write(&mut self, bytes: u64, count: u32) {
        self.word |= bytes << self.bits;
        self.bits += 8 * count;
        if self.bits >= 64 {
            self.state = fold(self.state ^ self.word, MULTIPLIER_TOKEN);
            self.bits -= 64;
            // The bytes that did not fit; none if the word was exactly full.
            self.word = bytes.checked_shr(8 * count - self.bits).unwrap_or(0);
        }
    }

    #[inline]
    fn write_char(&mut self, c: char) {
        let mut bytes = [0; 4];
        let count = c.encode_utf8(&mut bytes).len() as u32;
        self.write(u64::from(u32::from_le_bytes(bytes)), count);
    }

    fn finish(mut self) -> u64 {
        if self.bits != 0 {
            self.state = fold(self.state ^ self.word, MULTIPLIER_TOKEN);
        }
        fold(self.state ^ SEED_END, MULTIPLIER_END)
    }
}
