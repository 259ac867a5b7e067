//! Words in any case, looked up in sorted lists in lower case.

use crate::base::words::{Words, first_eight};
use std::cmp::Ordering;

/// Whether a word is an entry of a sorted list, all of two bytes or more.
pub(super) fn is_in(list: Words, word: &str) -> bool {
    let word = Word::new(word);
    let at = list.partition_point(|entry| word.compare(list, entry) == Ordering::Less);
    at < list.len() && word.compare(list, at) == Ordering::Equal
}

/// The index of the entry of a sorted list that a word begins with. No entry begins with another, and all have two
/// bytes or more.
pub(in crate::judge::mask) fn beginning_of(list: Words, word: &str) -> Option<usize> {
    let folded = Word::new(word);
    let at = list.partition_point(|entry| folded.compare(list, entry) != Ordering::Greater).checked_sub(1)?;
    begins_as(word, list, at).then_some(at)
}

/// A word that entries in lower case are compared with. Most differ in their first eight bytes.
struct Word<'w> {
    text: &'w str,
    /// These bytes, with ASCII letters in lower case.
    start: u64,
}

impl<'w> Word<'w> {
    fn new(text: &'w str) -> Self {
        Word { text, start: lower_ascii(first_eight(text.as_bytes())) }
    }

    /// How an entry of a list compares with the word.
    #[inline(always)]
    fn compare(&self, list: Words, entry: usize) -> Ordering {
        let first_two = (self.start >> 48) as u16;
        match list.first_two(entry).cmp(&first_two) {
            // Most differ there.
            different if different != Ordering::Equal && first_two & 0x8080 == 0 => different,
            _ => self.compare_text(list.first_eight(entry), || list.get(entry)),
        }
    }

    /// How an entry with these first eight bytes compares with the word.
    #[inline(always)]
    fn compare_text<'e>(&self, of_entry: u64, entry: impl FnOnce() -> &'e str) -> Ordering {
        let is_ascii = (self.start | of_entry) & HIGH_BITS == 0;
        if is_ascii && of_entry != self.start {
            of_entry.cmp(&self.start)
        } else {
            self.compare_rest(entry(), of_entry)
        }
    }

    /// Compares an entry that begins as the word does, or if one of them has a letter beyond ASCII there.
    #[inline(never)]
    fn compare_rest(&self, entry: &str, of_entry: u64) -> Ordering {
        // What follows such a letter is compared below.
        let ascii_bits = ((self.start | of_entry) & HIGH_BITS).leading_zeros();
        let ascii = |bytes: u64| bytes.checked_shr(u64::BITS - ascii_bits).unwrap_or(0);
        match ascii(of_entry).cmp(&ascii(self.start)) {
            Ordering::Equal => compare(entry, self.text),
            different => different,
        }
    }
}

/// The high bit of each byte.
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// Eight bytes with the ASCII letters among them in lower case.
fn lower_ascii(bytes: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let low = bytes & !HIGH_BITS;
    let from_a = low + EACH * (0x80 - b'A' as u64);
    let after_z = low + EACH * (0x7f - b'Z' as u64);
    bytes | (from_a & !after_z & !bytes & HIGH_BITS) >> 2
}

/// Whether a word in any case begins with an entry of a list.
fn begins_as(word: &str, list: Words, entry: usize) -> bool {
    let bytes = list.bytes(entry);
    let is_same = |&(a, b): &(&u8, u8)| a.is_ascii() && *a == b.to_ascii_lowercase();
    let same = bytes.iter().zip(word.bytes()).take_while(is_same).count();
    if same == bytes.len() {
        return true;
    }
    let (Some(rest), Some(word)) = (list.get(entry).get(same..), word.get(same..)) else { return false };
    let mut letters = lower(word);
    rest.chars().all(|c| letters.next() == Some(c))
}

/// Compares an entry in lower case with a word in any case. Most differ in the first letter, which its first byte shows: of
/// letters beyond ASCII only those that begin with 0xc4 and 0xe2 may be ASCII in lower case, and from 0xe3 on letters in
/// lower case begin as the others.
fn compare(entry: &str, word: &str) -> Ordering {
    match (entry.as_bytes().first(), word.as_bytes().first()) {
        (Some(0x80..), Some(..0x80)) => Ordering::Greater,
        (Some(..0x80), Some(0xc5..=0xe1 | 0xe3..)) => Ordering::Less,
        (Some(&a @ 0xe3..), Some(&b @ 0xe3..)) if a != b => a.cmp(&b),
        _ => compare_letters(entry, word),
    }
}

fn compare_letters(entry: &str, word: &str) -> Ordering {
    let mut at = 0;
    while let (Some(&a), Some(&b)) = (entry.as_bytes().get(at), word.as_bytes().get(at))
        && (a | b).is_ascii()
    {
        let b = b.to_ascii_lowercase();
        if a != b {
            return a.cmp(&b);
        }
        at += 1;
    }
    entry[at..].chars().cmp(lower(&word[at..]))
}

/// The letters of a word in lower case. The dot of the Turkish capital İ is no letter.
fn lower(word: &str) -> impl Iterator<Item = char> {
    word.chars().flat_map(char::to_lowercase).filter(|&c| c != '\u{307}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_compare_by_their_letters_in_lower_case() {
        let words = [
            "",
            "a",
            "Ok",
            "okay",
            "Zulu",
            "Accepting",
            "ACCEPTED",
            "accepté",
            "accept\u{130}",
            "accepting all",
            "[@`{",
            "\u{212a}iosk",
            "\u{130}stanbul",
            "ß",
            "Ÿ",
            "Ω",
            "Яма",
            "ы",
            "मधु",
            "日本",
            "本",
            "한",
            "ＡＢ",
            "ꙁ",
            "\u{20000}",
        ];
        for entry in words.map(str::to_lowercase) {
            for word in words {
                let found = Word::new(word).compare_text(first_eight(entry.as_bytes()), || &entry);
                assert_eq!(found, entry.chars().cmp(lower(word)), "{entry} {word}");
            }
        }
    }

    #[test]
    fn ascii_letters_are_folded() {
        for byte in 0..=u8::MAX {
            let bytes = [b'Z', byte, b'@', byte, 0xff, byte, b'a', byte];
            let folded = lower_ascii(u64::from_be_bytes(bytes));
            assert_eq!(folded.to_be_bytes(), bytes.map(|byte| byte.to_ascii_lowercase()));
        }
    }
}
