//! Tokenizes attribute values and looks the words up in a vocabulary. Processes thirty-two bytes at a time, as this
//! runs for every element with text.

use crate::base::simd::{LANES, Lanes, load};
use std::ops::Range;

/// Longer attribute values are cut: the first words are enough.
const MAX_BYTES: usize = 512;

/// A hash table of words and their groups, with buckets of fixed size for branchless lookup. Words are identified by 32
/// bits of their hash; a test ensures that these differ.
///
/// Words end at any byte that is not an ASCII letter or digit, and before a capital that follows a lower-case letter.
pub(crate) struct Vocabulary<const BUCKETS: usize> {
    /// By [`prefix`], the lengths of the words of up to sixteen bytes: bit 0 is a length of 1. Most words that are looked
    /// up are not in the table, and this shows it for less than a hash costs.
    lengths: [[u16; BUCKET]; BUCKETS],
    /// The multiplier that maps a hash to a bucket.
    factor: u32,
    /// 0 where there is none.
    hashes: [[u32; BUCKET]; BUCKETS],
    /// The groups, counted from 1; 0 where there is none.
    groups: [[u8; BUCKET]; BUCKETS],
    beginning: Beginning,
}

/// What words that are not in the table begin with, to be in a group.
struct Beginning {
    /// Its [`prefix`]; of no word if there is none.
    prefix: usize,
    bytes: u128,
    len: usize,
    /// The byte after it that makes another word, in lower case.
    except: u8,
    /// Counted from 1.
    group: u8,
}

impl Beginning {
    const NONE: Beginning = Beginning { prefix: usize::MAX, bytes: 0, len: 0, except: 0, group: 0 };

    /// The group of a word, 0 for none.
    #[inline(never)]
    fn group_of(&self, word: &[u8]) -> u8 {
        let first = bytes_of(word);
        let is_it = first & FIRST_BYTES[self.len] == self.bytes && (first >> (8 * self.len)) as u8 != self.except;
        if is_it && word.len() > self.len { self.group } else { 0 }
    }
}

/// Maximum of words in a bucket.
const BUCKET: usize = 4;
/// A number for the first two bytes of a word, the same for small and capital letters.
#[inline]
const fn prefix(first: u8, second: u8) -> usize {
    (first as usize & 31) << 5 | second as usize & 31
}

impl<const BUCKETS: usize> Vocabulary<BUCKETS> {
    /// Builds the table of up to 31 groups, each a name and its words in lower case, of two letters or more.
    pub(crate) const fn of(list: &[(&str, &str)]) -> Vocabulary<BUCKETS> {
        let mut factor = 1;
        loop {
            // With enough buckets, one of the first factors overflows none.
            let mut table = Vocabulary::with_factor(factor);
            let (mut group, mut fits) = (0, true);
            while fits && group < list.len() {
                fits = table.add_all(list[group].1.as_bytes(), group as u8);
                group += 1;
            }
            if fits {
                return table;
            }
            factor += 2;
        }
    }

    /// Builds the table of words, each with the number of its group.
    pub(crate) const fn of_words(list: &[(&str, u8)]) -> Vocabulary<BUCKETS> {
        let mut factor = 1;
        loop {
            let mut table = Vocabulary::with_factor(factor);
            let (mut word, mut fits) = (0, true);
            while fits && word < list.len() {
                fits = table.add_all(list[word].0.as_bytes(), list[word].1);
                word += 1;
            }
            if fits {
                return table;
            }
            factor += 2;
        }
    }

    const fn with_factor(factor: u32) -> Vocabulary<BUCKETS> {
        let (hashes, groups) = ([[0; BUCKET]; BUCKETS], [[0; BUCKET]; BUCKETS]);
        Vocabulary { lengths: [[0; BUCKET]; BUCKETS], factor, hashes, groups, beginning: Beginning::NONE }
    }

    /// Adds all words that begin with `word`, except before the letter `except`, to a group.
    pub(crate) const fn with_beginning(mut self, word: &str, except: u8, group: u8) -> Vocabulary<BUCKETS> {
        let (bytes, len) = (word.as_bytes(), word.len());
        self.beginning =
            Beginning { prefix: prefix(bytes[0], bytes[1]), bytes: bytes_of(bytes), len, except, group: group + 1 };
        self
    }

    /// Adds words that are separated by spaces; false if one of their buckets is full.
    const fn add_all(&mut self, words: &[u8], group: u8) -> bool {
        let (mut at, mut start) = (0, 0);
        while at <= words.len() {
            if at == words.len() || words[at] == b' ' {
                let hash = hash_of_long(words, start, at);
                let bucket = self.bucket_of(hash);
                let mut slot = 0;
                while slot < BUCKET && self.hashes[bucket][slot] != 0 {
                    slot += 1;
                }
                if slot == BUCKET {
                    return false;
                }
                self.hashes[bucket][slot] = stored(hash);
                self.groups[bucket][slot] = group + 1;
                if at - start <= LANES {
                    let prefix = prefix(words[start], words[start + 1]);
                    self.lengths[prefix / BUCKET % BUCKETS][prefix % BUCKET] |= 1 << (at - start - 1);
                }
                start = at + 1;
            }
            at += 1;
        }
        true
    }

    #[inline]
    const fn bucket_of(&self, hash: u64) -> usize {
        ((hash as u32).wrapping_mul(self.factor) >> 16) as usize % BUCKETS
    }

    /// The group of a word, counted from 1; 0 for none.
    #[inline]
    fn group_of(&self, hash: u64) -> u8 {
        let bucket = self.bucket_of(hash);
        let mut found = 0;
        for slot in 0..BUCKET {
            let is_it = self.hashes[bucket][slot] == stored(hash);
            found |= self.groups[bucket][slot] & 0u8.wrapping_sub(u8::from(is_it));
        }
        found
    }

    /// The group of a word of any length.
    #[inline(never)]
    fn group_of_long(&self, word: &[u8]) -> u8 {
        self.group_of(hash_of_long(word, 0, word.len()))
    }

    /// The group of a whole value as one word, in any case.
    pub(crate) fn group_of_name(&self, name: &[u8]) -> Option<usize> {
        usize::from(self.group_of_long(&name[..name.len().min(MAX_BYTES)])).checked_sub(1)
    }
}

/// The hash of a word of up to sixteen bytes, padded with zeros.
#[inline]
const fn hash_of(word: u128, len: usize) -> u64 {
    step(len as u64, word)
}

/// The first sixteen bytes of a word in lower case, padded with zeros.
const fn bytes_of(word: &[u8]) -> u128 {
    let (mut bytes, mut at) = (0, 0);
    while at < word.len() && at < LANES {
        bytes |= ((word[at] | 0x20) as u128) << (8 * at);
        at += 1;
    }
    bytes
}

/// The hash of the word `bytes[at..end]` of any length, in any case.
const fn hash_of_long(bytes: &[u8], mut at: usize, end: usize) -> u64 {
    let mut hash = (end - at) as u64;
    loop {
        let (mut part, mut i) = (0, 0);
        while i < 16 && at < end {
            part |= ((bytes[at] | 0x20) as u128) << (8 * i);
            (i, at) = (i + 1, at + 1);
        }
        hash = step(hash, part);
        if at == end {
            return hash;
        }
    }
}

/// The bits of a hash that the table stores; never 0.
#[inline]
const fn stored(hash: u64) -> u32 {
    (hash >> 32) as u32 | 1
}

#[inline]
const fn step(hash: u64, part: u128) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let first = (hash ^ part as u64).wrapping_mul(ODD);
    let second = (first ^ first >> 32 ^ (part >> 64) as u64).wrapping_mul(ODD);
    second ^ second >> 32
}

impl<const BUCKETS: usize> Vocabulary<BUCKETS> {
    /// The groups of the words of a value, as a bitmask.
    pub(crate) fn groups_in(&self, value: &[u8]) -> u32 {
        self.groups_within(value, 0..value.len())
    }

    /// The groups of the words of a part of a text, which is faster than of a copy: what follows may be loaded with it.
    pub(crate) fn groups_within(&self, text: &[u8], part: Range<usize>) -> u32 {
        let Range { start: mut at, end } = part;
        let value = &text[..end.min(at + MAX_BYTES)];
        let mut padded = [0; PADDED];
        // Bit 0 means no group.
        let mut groups = 0u32;
        while at < value.len() {
            let len = value.len() - at;
            let window = match text[at..].first_chunk() {
                Some(bytes) => Window::of(bytes, len),
                None => {
                    copy(&value[at..], &mut padded);
                    Window::of(&padded, len)
                }
            };
            let mut starts = window.starts_of_whole_words();
            // The next window starts at the first incomplete word; a word longer than a window is hashed separately.
            let next = (window.starts & !starts | 1 << WINDOW).trailing_zeros() as usize;
            while starts != 0 {
                let (start, len) = window.word_at(starts.trailing_zeros());
                let prefix = window.prefix(start);
                if len > LANES {
                    let start = at + start;
                    groups |= 1 << self.group_of_long(&value[start..start + len]);
                } else if self.lengths[prefix / BUCKET % BUCKETS][prefix % BUCKET] >> (len - 1) & 1 != 0 {
                    groups |= 1 << self.group_of(hash_of(window.word(start, len), len));
                }
                if prefix == self.beginning.prefix {
                    groups |= 1 << self.beginning.group_of(&value[at + start..at + start + len]);
                }
                starts &= starts - 1;
            }
            at += next;
            if next == 0 {
                let end = end_of_word(value, at);
                groups |= 1 << self.group_of_long(&value[at..end]);
                groups |= 1 << self.beginning.group_of(&value[at..end]);
                at = end;
            }
        }
        groups >> 1
    }
}

/// Bytes whose words are looked up at once.
const WINDOW: usize = 2 * LANES;
/// Those bytes, and what is read with a word that starts at the last of them.
const PADDED: usize = WINDOW + LANES;

/// Thirty-two bytes of a value, from the start or the end of a word.
struct Window<'v> {
    bytes: &'v [u8; PADDED],
    /// A bitmask of the first bytes of words.
    starts: u64,
    /// A bitmask of the bytes that end the word before them, and of the end of the value.
    stops: u64,
}

impl Window<'_> {
    /// The window at the start of a value of this length.
    #[inline]
    fn of(bytes: &[u8; PADDED], len: usize) -> Window<'_> {
        let both = |test: fn(Lanes) -> u32| {
            let half = |at| load(bytes, at).map_or(0, |lanes| u64::from(test(lanes)) << at);
            // Most values are short.
            half(0) | if len > LANES { half(LANES) } else { 0 }
        };
        let inside = if len < WINDOW { (1 << len) - 1 } else { (1 << WINDOW) - 1 };
        let words = both(Lanes::alphanumeric) & inside;
        let upper = both(Lanes::upper);
        let humps = if upper == 0 { 0 } else { upper & both(Lanes::lower) << 1 & inside };
        let end = u64::from(len <= WINDOW) << WINDOW;
        let stops = !words & ((1 << WINDOW) - 1) | humps | end;
        Window { bytes, starts: words & (!(words << 1) | humps), stops }
    }

    /// The starts of the words that end in the window: those before the last stop.
    #[inline]
    fn starts_of_whole_words(&self) -> u64 {
        let before_last_stop = (1u64 << self.stops.checked_ilog2().unwrap_or(0)) - 1;
        self.starts & before_last_stop
    }

    /// Start and length of the word that starts there and ends in the window. The length is at most [`WINDOW`].
    #[inline]
    fn word_at(&self, start: u32) -> (usize, usize) {
        let start = start as usize % WINDOW;
        (start, 1 + (self.stops >> start >> 1).trailing_zeros() as usize)
    }

    /// The [`prefix`] of the word that starts there; anything if it has one letter.
    #[inline]
    fn prefix(&self, start: usize) -> usize {
        prefix(self.bytes[start % WINDOW], self.bytes[start % WINDOW + 1])
    }

    /// A word of up to sixteen bytes in lower case, padded with zeros.
    #[inline]
    fn word(&self, start: usize, len: usize) -> u128 {
        const SPACES: u128 = u128::from_ne_bytes([0x20; LANES]);
        let word = self.bytes[start % WINDOW..].first_chunk().map_or(0, |bytes| u128::from_le_bytes(*bytes));
        (word | SPACES) & FIRST_BYTES[len % FIRST_BYTES.len()]
    }
}

/// Copies the end of a value, which is shorter than `to`; the bytes after it are unspecified. By blocks of a fixed
/// length that overlap, as most values are so short that a call takes longer than the copy.
#[inline]
fn copy(value: &[u8], to: &mut [u8; PADDED]) {
    fn ends<const N: usize>(value: &[u8], to: &mut [u8; PADDED]) -> bool {
        let (Some(first), Some(last)) = (value.first_chunk::<N>(), value.last_chunk::<N>()) else { return false };
        let (start, end) = (value.len() - N, value.len());
        to[..N].copy_from_slice(first);
        to[start..end].copy_from_slice(last);
        true
    }
    if let Some(middle) = value.get(LANES..WINDOW) {
        to[LANES..WINDOW].copy_from_slice(middle);
    }
    let _ = ends::<LANES>(value, to)
        || ends::<8>(value, to)
        || ends::<4>(value, to)
        || ends::<2>(value, to)
        || ends::<1>(value, to);
}

/// Masks of the first bytes of a word, by length.
static FIRST_BYTES: [u128; 32] = {
    let mut masks = [u128::MAX; 32];
    let mut len = 0;
    while len < LANES {
        masks[len] = (1 << (8 * len)) - 1;
        len += 1;
    }
    masks
};

/// Where the word ends that starts at `start`.
fn end_of_word(value: &[u8], start: usize) -> usize {
    let pairs = value[start..].windows(2);
    let is_end =
        |pair: &[u8]| !pair[1].is_ascii_alphanumeric() || pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
    start + 1 + pairs.take_while(|pair| !is_end(pair)).count()
}

#[cfg(test)]
mod tests {
    use super::super::dictionary::{Meaning, count, with_meaning};
    use super::super::groups_in;
    use super::*;
    use crate::base::random::Random;

    /// Byte by byte.
    fn naive_groups(value: &[u8]) -> u32 {
        let known = with_meaning::<{ count(Meaning::Group) }>(Meaning::Group);
        let (mut groups, mut word, mut before) = (0, String::new(), b' ');
        for &byte in value.iter().take(MAX_BYTES).chain(b" ") {
            let ends = !byte.is_ascii_alphanumeric() || before.is_ascii_lowercase() && byte.is_ascii_uppercase();
            if ends {
                groups |= known.iter().find(|(known, _)| *known == word).map_or(0, |(_, group)| 1 << group);
                let rest = word.strip_prefix("comment").unwrap_or_default();
                let is_comment = !rest.is_empty() && !rest.starts_with('a');
                groups |= if is_comment { super::super::group("comment") } else { 0 };
                word.clear();
            }
            if byte.is_ascii_alphanumeric() {
                word.push(char::from(byte.to_ascii_lowercase()));
            }
            before = byte;
        }
        groups
    }

    #[test]
    fn words_are_those_that_a_naive_reader_finds() {
        let pieces = [
            "nav",
            "Nav",
            "-",
            " ",
            "_",
            "side",
            "bar",
            "X",
            "ad",
            "ads",
            "é",
            "more",
            "9",
            "copyright",
            "articlebody",
            "comment",
            "commentbody",
            "commentary",
            "recommendations",
            "Recommendations",
            "averyveryverylongword",
            "\n",
        ];
        let mut random = Random(1);
        for _ in 0..20_000 {
            let count = 1 + random.below(24);
            let value: String = (0..count).map(|_| *random.pick(&pieces)).collect();
            assert_eq!(groups_in(value.as_bytes()), naive_groups(value.as_bytes()), "{value}");
        }
        let long = format!("{} nav", "Word".repeat(MAX_BYTES / 4 - 1));
        assert_eq!(groups_in(long.as_bytes()), naive_groups(long.as_bytes()));
    }
}
