//! Punctuation of all scripts, and the characters of a page by class.

use crate::base::simd::{self, LANES, Level, Task, WIDE, load};
use crate::read::page::sentences::is_sentence_end;

/// The class of a character.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Punctuation {
    /// Anything else.
    Other = 0,
    /// Ends a clause.
    Comma = 1,
    /// A currency sign.
    Currency = 2,
    /// Ends a sentence.
    SentenceEnd = 3,
}

impl Punctuation {
    /// The class of a character of any script.
    pub(super) fn of(c: char) -> Punctuation {
        match c {
            _ if is_sentence_end(c) => Punctuation::SentenceEnd,
            ',' | ';' | ':' | '，' | '、' | '；' | '：' | '،' | '؛' | '፣' => Punctuation::Comma,
            '$' | '€' | '£' | '¥' | '₹' | '￥' | '₽' | '₩' => Punctuation::Currency,
            _ => Punctuation::Other,
        }
    }
}

/// Whether a character is a currency sign.
pub(crate) fn is_currency(c: char) -> bool {
    Punctuation::of(c) == Punctuation::Currency
}

/// The number of characters of each class in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CharacterCounts {
    /// [`Punctuation::SentenceEnd`].
    pub sentence_ends: u32,
    /// ASCII digits.
    pub digits: u32,
    /// [`Punctuation::Currency`].
    pub money: u32,
    /// Words that start with a lower-case letter, or one outside of ASCII.
    pub lower_words: u32,
}

/// Length of the parts that are counted or left out.
const PART: usize = 255;
/// Of a longer text only every fourth part is counted, and the counts are multiplied by four.
const LONG: usize = 4 << 10;
/// Bytes that are counted at once.
const CHUNK: usize = WIDE;

impl CharacterCounts {
    /// The counts of a normalized text.
    pub(super) fn of(text: &str) -> CharacterCounts {
        simd::run(Count(text))
    }
}

/// The counts of a text, as a task.
struct Count<'t>(&'t str);

impl Task for Count<'_> {
    type Output = CharacterCounts;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> CharacterCounts {
        let Count(text) = self;
        let mut counts = CharacterCounts::default();
        if text.len() <= LONG {
            counts.add_part(level, text, 0, text.len());
            return counts;
        }
        for start in (0..text.len()).step_by(4 * PART) {
            counts.add_part(level, text, start, text.len().min(start + PART));
        }
        let CharacterCounts { sentence_ends, digits, money, lower_words } = counts;
        let [sentence_ends, digits, money, lower_words] =
            [sentence_ends, digits, money, lower_words].map(|count| count * 4);
        CharacterCounts { sentence_ends, digits, money, lower_words }
    }
}

impl CharacterCounts {
    /// Adds the characters that begin in `start..end`.
    #[inline(always)]
    fn add_part(&mut self, level: impl Level, text: &str, start: usize, end: usize) {
        let bytes = text.as_bytes();
        let mut lanes = Lanes::default();
        // The first byte of a text has none before it.
        let first = if start == 0 { end.min(1) } else { start };
        if start < first {
            self.add_rest(level, &mut lanes, text, [b" ", &bytes[..1]], 0);
        }
        let rest = (end - first) % CHUNK;
        let chunks = bytes[first..end - rest].as_chunks::<CHUNK>().0.iter();
        let before = bytes.get(first.saturating_sub(1)..).unwrap_or_default().as_chunks::<CHUNK>().0;
        for (i, (before, chunk)) in before.iter().zip(chunks).enumerate() {
            lanes.add(before, chunk);
            self.add_marks(level, text, first + i * CHUNK, chunk);
            // The counts of so many chunks, with the first byte and the rest, fit in a byte.
            if i % 128 == 127 {
                std::mem::take(&mut lanes).add_to(self);
            }
        }
        if rest > 0 {
            let at = end - rest;
            self.add_rest(level, &mut lanes, text, [&bytes[at - 1..end - 1], &bytes[at..end]], at);
        }
        lanes.add_to(self);
    }

    /// Adds less than a chunk, which begins at `at`, with the bytes before each of its bytes.
    #[inline(always)]
    fn add_rest(&mut self, level: impl Level, lanes: &mut Lanes, text: &str, sides: [&[u8]; 2], at: usize) {
        let [before, chunk] = sides.map(|bytes| {
            let mut padded = [0; CHUNK];
            padded[..bytes.len()].copy_from_slice(bytes);
            padded
        });
        lanes.add(&before, &chunk);
        self.add_marks(level, text, at, &chunk);
    }

    /// Adds the marks above ASCII in a chunk, which begins at `at`.
    #[inline(always)]
    fn add_marks(&mut self, level: impl Level, text: &str, at: usize, chunk: &[u8; CHUNK]) {
        if level.non_ascii(chunk) == 0 {
            return;
        }
        let half = |at: usize| load(chunk, at).map_or(0, |lanes| begin_marks(lanes) << at);
        let mut begins = half(0) | half(LANES);
        while begins != 0 {
            self.add_mark(&text[at + begins.trailing_zeros() as usize..]);
            begins &= begins - 1;
        }
    }

    /// Adds the first character of the text.
    fn add_mark(&mut self, text: &str) {
        match text.chars().next().map(Punctuation::of) {
            Some(Punctuation::SentenceEnd) => self.sentence_ends += 1,
            Some(Punctuation::Currency) => self.money += 1,
            _ => {}
        }
    }
}

/// The bytes with which the UTF-8 of a mark above ASCII may start, as a bitmask.
#[inline]
fn begin_marks(lanes: simd::Lanes) -> u32 {
    [(0xc2, 0xd8), (0xdb, 0xef), (0xe0, 0xe1), (0xe2, 0xe3)]
        .iter()
        .fold(0, |mask, &(first, second)| mask | lanes.either(first, second))
}

/// Counts of the ASCII characters of each class, and of words, by their place in a chunk. Compilers make vectors of them.
#[derive(Clone, Copy, Default)]
struct Lanes {
    sentence_ends: [u8; CHUNK],
    digits: [u8; CHUNK],
    money: [u8; CHUNK],
    lower_words: [u8; CHUNK],
}

impl Lanes {
    /// Adds a chunk; `before` are the bytes before each of its bytes.
    #[inline(always)]
    fn add(&mut self, before: &[u8; CHUNK], chunk: &[u8; CHUNK]) {
        for (i, (&before, &byte)) in before.iter().zip(chunk).enumerate() {
            self.sentence_ends[i] += u8::from(byte == b'.') | u8::from(byte == b'!') | u8::from(byte == b'?');
            self.digits[i] += u8::from(byte.is_ascii_digit());
            self.money[i] += u8::from(byte == b'$');
            let is_space = u8::from(before == b' ') | u8::from(before == b'\n');
            self.lower_words[i] += is_space & (u8::from(byte.is_ascii_lowercase()) | u8::from(byte >= 0xc2));
        }
    }

    fn add_to(&self, counts: &mut CharacterCounts) {
        // Sums of neighbors, in 16 bits each, then their sum in the highest of these by a product.
        let sum = |lanes: &[u8; CHUNK]| {
            const LOW: u64 = 0x00ff_00ff_00ff_00ff;
            let halves = lanes.as_chunks::<8>().0.iter().map(|&half| u64::from_le_bytes(half));
            let pairs: u64 = halves.map(|half| (half & LOW) + (half >> 8 & LOW)).sum();
            (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
        };
        counts.sentence_ends += sum(&self.sentence_ends);
        counts.digits += sum(&self.digits);
        counts.money += sum(&self.money);
        counts.lower_words += sum(&self.lower_words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;

    #[test]
    fn characters_of_each_kind() {
        let expected = CharacterCounts { sentence_ends: 2, digits: 2, money: 1, lower_words: 2 };
        assert_eq!(CharacterCounts::of("Buy it, (New) for $12.!"), expected);
        assert_eq!(CharacterCounts::of("été\nA b").lower_words, 2);
        assert_eq!(CharacterCounts::of(""), CharacterCounts::default());
        assert_eq!(CharacterCounts::of("我们的善良，痛苦。真的吗？").sentence_ends, 2);
        let long = CharacterCounts::of(&"1.".repeat(255 * 400));
        let is_near = |count: u32| count.abs_diff(255 * 400) < 255 * 4;
        assert!(is_near(long.digits) && is_near(long.sentence_ends), "{long:?}");
    }

    #[test]
    fn counts_are_those_of_a_plain_loop() {
        let mut random = Random(11);
        for round in 0..400 {
            let text: String =
                (0..round * 3).map(|_| *random.pick(&[' ', 'a', 'Z', '7', '.', '€', 'é', '。', '\n'])).collect();
            let text = text.trim();
            let mut expected = CharacterCounts::default();
            let mut before = ' ';
            for c in text.chars() {
                expected.sentence_ends += u32::from(Punctuation::of(c) == Punctuation::SentenceEnd);
                expected.digits += u32::from(c.is_ascii_digit());
                expected.money += u32::from(Punctuation::of(c) == Punctuation::Currency);
                let begins = matches!(before, ' ' | '\n') && (c.is_ascii_lowercase() || !c.is_ascii());
                expected.lower_words += u32::from(begins);
                before = c;
            }
            assert_eq!(CharacterCounts::of(text), expected, "{text}");
        }
    }

    #[test]
    fn first_bytes_of_classes() {
        for c in ('\u{80}'..=char::MAX).filter(|&c| Punctuation::of(c) != Punctuation::Other) {
            let chunk = format!("{c}{}", " ".repeat(CHUNK));
            assert_eq!(load(chunk.as_bytes(), 0).map(begin_marks), Some(1), "{c}");
        }
    }
}
