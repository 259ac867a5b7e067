//! Reading the words of attribute values: which groups of a vocabulary they belong to. Sixteen bytes at a time, as these
//! are read for every element that holds text.

use crate::simd::{LANES, load};

/// Longer attribute values are cut: their words cost time, and the first ones tell enough.
const MAX_BYTES: usize = 512;

/// Groups of words, by the hashes of the words: a table with room for twice as many. Words are told apart by 32 bits of the
/// hash; two words of a table never share them (a test sees to it).
///
/// In a text, words end at any byte that is no ASCII letter or digit, and before a capital that follows a small letter.
pub(super) struct Vocabulary<const SLOTS: usize> {
    /// 0 where there is none.
    hashes: [u32; SLOTS],
    groups: [u8; SLOTS],
}

impl<const SLOTS: usize> Vocabulary<SLOTS> {
    /// The table of up to 32 groups, each a name and its words in lower case.
    pub(super) const fn of(list: &[(&str, &str)]) -> Vocabulary<SLOTS> {
        let mut table = Vocabulary { hashes: [0; SLOTS], groups: [0; SLOTS] };
        let mut group = 0;
        while group < list.len() {
            let words = list[group].1.as_bytes();
            let (mut at, mut start) = (0, 0);
            while at <= words.len() {
                if at == words.len() || words[at] == b' ' {
                    let hash = hash_of_long(words, start, at);
                    let mut slot = hash as usize % SLOTS;
                    while table.hashes[slot] != 0 {
                        slot = (slot + 1) % SLOTS;
                    }
                    table.hashes[slot] = stored(hash);
                    table.groups[slot] = group as u8;
                    start = at + 1;
                }
                at += 1;
            }
            group += 1;
        }
        table
    }

    #[inline]
    fn group_of(&self, hash: u64) -> Option<u8> {
        let mut slot = hash as usize % SLOTS;
        loop {
            match self.hashes[slot] {
                0 => return None,
                known if known == stored(hash) => return Some(self.groups[slot]),
                _ => slot = (slot + 1) % SLOTS,
            }
        }
    }

    /// The group of a name as a whole, in any case.
    pub(super) fn group_of_name(&self, name: &[u8]) -> Option<usize> {
        self.group_of(hash_of_long(name, 0, name.len().min(MAX_BYTES))).map(usize::from)
    }
}

/// The hash of a word of up to sixteen bytes, padded with zeros.
#[inline]
const fn hash_of(word: u128, len: usize) -> u64 {
    step(len as u64, word)
}

/// The hash of the word `bytes[at..end]` of any length, its capitals taken for small letters.
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

/// What a table keeps of a hash; never 0.
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

impl<const SLOTS: usize> Vocabulary<SLOTS> {
    /// The groups of the words of a text, as bits.
    pub(super) fn groups_in(&self, value: &[u8]) -> u32 {
        let value = &value[..value.len().min(MAX_BYTES)];
        let mut groups = 0;
        let mut at = 0;
        while at < value.len() {
            let window = Window::of(&value[at..]);
            let mut starts = window.starts;
            let mut next = LANES;
            while starts != 0 {
                let start = starts.trailing_zeros() as usize;
                let Some(len) = window.len_of_word(start) else {
                    // Seen whole from its start, unless it is a very long one.
                    next = start;
                    break;
                };
                if len > 1 {
                    groups |= self.bit_of(hash_of(window.word(start, len), len));
                }
                starts &= starts - 1;
            }
            at += next;
            if next == 0 {
                let end = end_of_word(value, at);
                groups |= self.bit_of(hash_of_long(value, at, end));
                at = end;
            }
        }
        groups
    }

    #[inline]
    fn bit_of(&self, hash: u64) -> u32 {
        self.group_of(hash).map_or(0, |group| 1 << group)
    }
}

/// Sixteen bytes of a value, at the start of a word or behind the end of one.
struct Window {
    bytes: u128,
    /// A bit for each first byte of a word.
    starts: u32,
    /// A bit for each byte that ends the word before it; also one behind the last byte of the value.
    stops: u32,
}

impl Window {
    /// The beginning of a value.
    #[inline]
    fn of(value: &[u8]) -> Window {
        let mut padded = [0; LANES];
        let bytes = value.first_chunk::<LANES>().unwrap_or_else(|| {
            padded[..value.len()].copy_from_slice(value);
            &padded
        });
        let [words, upper, lower] =
            load(bytes, 0).map_or([0; 3], |lanes| [lanes.alphanumeric(), lanes.upper(), lanes.lower()]);
        let humps = upper & lower << 1;
        let end = u32::from(value.len() <= LANES) << LANES;
        let stops = !words & ((1 << LANES) - 1) | humps | end;
        Window { bytes: u128::from_le_bytes(*bytes), starts: words & (!(words << 1) | humps), stops }
    }

    /// Of the word that starts there, if its end is in the window.
    #[inline]
    fn len_of_word(&self, start: usize) -> Option<usize> {
        let stops = self.stops >> start >> 1;
        (stops != 0).then(|| 1 + stops.trailing_zeros() as usize)
    }

    /// The word in lower case, padded with zeros.
    #[inline]
    fn word(&self, start: usize, len: usize) -> u128 {
        const SPACES: u128 = u128::from_ne_bytes([0x20; LANES]);
        let unused = 8 * (LANES - len) as u32;
        ((self.bytes >> (8 * start)) | SPACES) << unused >> unused
    }
}

/// Where the word ends that starts at `start`.
fn end_of_word(value: &[u8], start: usize) -> usize {
    let pairs = value[start..].windows(2);
    let is_end =
        |pair: &[u8]| !pair[1].is_ascii_alphanumeric() || pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
    start + 1 + pairs.take_while(|pair| !is_end(pair)).count()
}

#[cfg(test)]
mod tests {
    use super::super::words::{GROUPS, groups_in};
    use super::*;
    use crate::random::Random;

    /// Byte by byte.
    fn naive_groups(value: &[u8]) -> u32 {
        let (mut groups, mut word, mut before) = (0, String::new(), b' ');
        for &byte in value.iter().take(MAX_BYTES).chain(b" ") {
            let ends = !byte.is_ascii_alphanumeric() || before.is_ascii_lowercase() && byte.is_ascii_uppercase();
            if ends {
                let is_word =
                    |(_, words): &&(&str, &str)| word.len() > 1 && words.split(' ').any(|known| known == word);
                groups |= GROUPS.iter().position(|group| is_word(&group)).map_or(0, |at| 1 << at);
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
