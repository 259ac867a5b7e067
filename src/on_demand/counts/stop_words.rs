//! The frequent words of languages. `stop_words.txt` has a language on each line, with its words.

use crate::base::fnv::{self, EMPTY};

/// Of Gopher, in its order.
pub(super) const GOPHER: [&str; 8] = ["the", "be", "to", "of", "and", "that", "have", "with"];

const LISTS: &str = include_str!("stop_words.txt");
const LANGUAGES: usize = 31;
/// A power of two, more than twice as many as there are words.
const SLOTS: usize = 2048;
/// The longest word in bytes.
const MAX_WORD: usize = 24;

/// The upper half of the hash of a word, and the languages that it is of; no language where the slot is free.
type Slot = (u32, u32);

static TABLE: [Slot; SLOTS] = table(LISTS.as_bytes());

/// Open addressing, by the lower half of the hash.
const fn table(lists: &[u8]) -> [Slot; SLOTS] {
    let mut slots = [(0, 0); SLOTS];
    let (mut at, mut language, mut is_first) = (0, 0, true);
    while at < lists.len() {
        let mut hash = EMPTY;
        while lists[at] != b' ' && lists[at] != b'\n' {
            hash = fnv::step(hash, lists[at]);
            at += 1;
        }
        if !is_first {
            let slot = find(&slots, hash);
            slots[slot] = ((hash >> 32) as u32, slots[slot].1 | 1 << language);
        }
        is_first = lists[at] == b'\n';
        language += is_first as u32;
        at += 1;
    }
    assert!(language as usize == LANGUAGES);
    slots
}

/// The slot of a hash, or a free one.
const fn find(slots: &[Slot; SLOTS], hash: u64) -> usize {
    let mut slot = hash as usize % SLOTS;
    while slots[slot].1 != 0 && slots[slot].0 != (hash >> 32) as u32 {
        slot = (slot + 1) % SLOTS;
    }
    slot
}

/// The stop words of a text, by language.
#[derive(Default)]
pub(super) struct Tally([u32; LANGUAGES]);

impl Tally {
    /// Adds a word, in any case.
    pub fn add(&mut self, word: &str) {
        if word.len() > MAX_WORD {
            return;
        }
        let hash = if word.is_ascii() {
            fnv::hash(word.bytes().map(|byte| byte.to_ascii_lowercase()))
        } else {
            word.chars()
                .flat_map(char::to_lowercase)
                .fold(EMPTY, |hash, c| c.encode_utf8(&mut [0; 4]).bytes().fold(hash, fnv::step))
        };
        let mut languages = TABLE[find(&TABLE, hash)].1;
        while languages != 0 {
            self.0[languages.trailing_zeros() as usize] += 1;
            languages &= languages - 1;
        }
    }

    /// The words of the language with most of them.
    pub fn most(&self) -> u32 {
        self.0.iter().copied().max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_in_small_letters() {
        let mut languages = Vec::new();
        for line in LISTS.lines() {
            let (language, words) = line.split_once(' ').unwrap();
            languages.push(language);
            let words: Vec<&str> = words.split(' ').collect();
            assert!(words.is_sorted() && words.len() >= 15, "{line}");
            assert!(words.iter().all(|word| word.to_lowercase() == *word && word.len() <= MAX_WORD), "{line}");
        }
        assert!(languages.is_sorted() && languages.len() == LANGUAGES);
    }

    #[test]
    fn the_table_has_each_word_for_its_languages_and_no_other() {
        for (language, line) in LISTS.lines().enumerate() {
            for word in line.split(' ').skip(1) {
                let mut tally = Tally::default();
                tally.add(word);
                let expected: Vec<u32> =
                    LISTS.lines().map(|line| line.split(' ').skip(1).any(|w| w == word).into()).collect();
                assert_eq!(tally.0[..], expected, "{word}");
                assert_eq!(tally.0[language], 1);
            }
        }
        for word in ["rain", "Katze", "", "дождь"] {
            let mut tally = Tally::default();
            tally.add(word);
            assert_eq!(tally.most(), 0, "{word}");
        }
    }
}
