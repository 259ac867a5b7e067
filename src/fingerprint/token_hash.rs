//! The tokens of a text and their hashes: steps 1 and 2 of the frozen definition, fast for ASCII words.
//!
//! Most words of most pages are a few ASCII letters, perhaps with a comma after them. Eight bytes are loaded at once
//! and classified by arithmetic on all of them; what is kept is a prefix of the word, found without a branch on its
//! length. An ASCII word with punctuation elsewhere, such as `don't`, takes a few steps more; a word with any other
//! character is read character by character.

use super::{FingerprintOptions, MULTIPLIER_END, MULTIPLIER_TOKEN, SEED_END, SEED_TOKEN, fold};
use crate::page::runs;
use crate::page::unicode;

const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte: where the masks below keep one truth value a byte.
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
            None => start = other_word(text, start, options, &mut emit) + 1,
        }
    }
}

/// A word of ASCII letters and digits, followed by nothing but punctuation, that begins at `start`: its end, and its
/// hash if it has any letters. `None` if the word is another one.
#[inline]
fn ascii_word(bytes: &[u8], start: usize, fold_case: bool) -> Option<(usize, Option<u64>)> {
    let mut state = SEED_TOKEN;
    let mut at = start;
    loop {
        let eight = load(bytes, at);
        let spaces = spaces(eight);
        let word = eight & below(spaces);
        let letters = ascii_letters(word);
        let kept = letters | ascii_digits(word);
        let dropped = !kept & HIGH & below(spaces);
        let prefix = below(dropped);
        if word & HIGH != 0 || kept & !prefix != 0 || (dropped != 0 && spaces == 0) {
            return None;
        }
        // Adding 0x20 to an upper-case letter is the same as setting that bit in any letter.
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

/// Eight bytes from `at` on, the first lowest; spaces after the end.
#[inline]
fn load(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.get(at..).unwrap_or_default();
    if let Some(eight) = rest.first_chunk::<8>() {
        return u64::from_le_bytes(*eight);
    }
    rest.iter().rev().fold(SPACES, |word, &byte| word << 8 | u64::from(byte))
}

/// High bits of bytes that are spaces. Only the lowest one can be relied on, and it marks the first space.
#[inline]
fn spaces(word: u64) -> u64 {
    let difference = word ^ SPACES;
    difference.wrapping_sub(ONES) & !difference & HIGH
}

/// All bytes below the lowest of the given high bits; all eight if there is none.
#[inline]
fn below(marks: u64) -> u64 {
    let lowest = marks & marks.wrapping_neg();
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

/// Hashes the tokens of any word, which are several in scripts without spaces, and returns its end.
#[inline(never)]
fn other_word(text: &str, start: usize, options: FingerprintOptions, emit: &mut impl FnMut(u64)) -> usize {
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
        emit(reduced_hash(word.get(run.start..run.end).unwrap_or_default(), options.fold_case));
    }
    start + length
}

/// As [`ascii_word`], for a word with punctuation anywhere; `None` if it has characters that are not ASCII.
fn punctuated_word(bytes: &[u8], start: usize, fold_case: bool) -> Option<(usize, Option<u64>)> {
    let mut hasher = TokenHasher::default();
    let mut any = false;
    let mut at = start;
    loop {
        let eight = load(bytes, at);
        let spaces = spaces(eight);
        let word = eight & below(spaces);
        if word & HIGH != 0 {
            return None;
        }
        let letters = ascii_letters(word);
        let kept = letters | ascii_digits(word);
        let lower = if fold_case { letters >> 2 } else { 0 };
        let count = kept.count_ones();
        any |= count != 0;
        hasher.write(without_gaps(word | lower, kept), count);
        if spaces != 0 {
            let end = at + spaces.trailing_zeros() as usize / 8;
            return Some((end, any.then(|| hasher.finish())));
        }
        at += 8;
    }
}

/// The bytes of `word` that `kept` marks, moved together at the low end; zeros above.
#[inline]
fn without_gaps(mut word: u64, mut kept: u64) -> u64 {
    let mut count = kept.count_ones();
    let mut result = 0;
    let mut shift = 0;
    while count != 0 {
        // Leave out what lies below the next kept byte, then take the bytes up to the next gap.
        let gap = kept.trailing_zeros() & !7;
        (word, kept) = (word >> gap, kept >> gap);
        let stretch = (!kept & HIGH).trailing_zeros() / 8;
        let stretch_mask = below(!kept & HIGH);
        result |= (word & stretch_mask) << shift;
        if stretch >= count {
            break;
        }
        count -= stretch;
        shift += 8 * stretch;
        (word, kept) = (word & !stretch_mask, kept & !stretch_mask);
    }
    result
}

/// The hash of a run's letters, digits and marks.
fn reduced_hash(run: &str, fold_case: bool) -> u64 {
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

/// Whether a character stays in a token.
#[inline]
fn is_kept(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphanumeric() } else { unicode::class(c) & unicode::TOKEN != 0 }
}

/// Step 2 of the definition, for bytes that come in any portions.
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
    /// Adds `count` bytes, at most 8, the first lowest; all bytes above them are zero.
    #[inline]
    fn write(&mut self, bytes: u64, count: u32) {
        self.word |= bytes << self.bits;
        self.bits += 8 * count;
        if self.bits >= 64 {
            self.state = fold(self.state ^ self.word, MULTIPLIER_TOKEN);
            self.bits -= 64;
            // What did not fit; nothing if the word was full to the last byte.
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
