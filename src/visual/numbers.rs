//! Things as numbers: a table from hashes of 64 bits to numbers in the order in which they were met.
//!
//! Two things with the same hash are taken for one, as tag paths are.

use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use crate::html::names::lower_packed;

/// A hash that is being made of words and texts.
#[derive(Clone, Copy, Debug)]
pub struct Hash(u64);

impl Hash {
    /// Of nothing yet; things of different sorts begin with different seeds.
    #[inline]
    pub const fn new(seed: u64) -> Hash {
        // So that the first word does not undo it.
        Hash(seed.wrapping_mul(0xd6e8_feb8_6659_fd93))
    }

    /// Goes on with a word.
    #[inline]
    pub fn word(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product as u64) ^ (product >> 64) as u64;
    }

    /// Goes on with a text and its length.
    #[inline]
    pub fn text(&mut self, text: &[u8]) {
        self.0 ^= (text.len() as u64) << 40;
        each_word(text, |word| self.word(u64::from_le_bytes(word)));
    }

    /// The hash; never 0.
    #[inline]
    pub fn finish(self) -> u64 {
        self.0.max(1)
    }
}

/// The words of eight bytes of a text; the last one overlaps the one before, or has zeros behind a short text.
#[inline]
pub fn each_word(text: &[u8], mut each: impl FnMut([u8; 8])) {
    match text.last_chunk::<8>() {
        Some(&last) => {
            text[..text.len() - 1].as_chunks::<8>().0.iter().for_each(|&word| each(word));
            each(last);
        }
        None => each(text.iter().rfold(0u64, |word, &byte| word << 8 | u64::from(byte)).to_le_bytes()),
    }
}

/// Eight bytes with the letters of ASCII in lower case, all at once.
#[inline]
pub fn lower(word: [u8; 8]) -> u64 {
    lower_packed(u64::from_le_bytes(word))
}

/// Numbers from 0 on.
#[derive(Debug)]
pub struct Numbers<'a> {
    /// Open addressing: hash and number; a hash of 0 is a free slot.
    slots: ArenaVec<'a, (u64, u32)>,
    len: u32,
}

impl<'a> Numbers<'a> {
    /// With room for so many things.
    pub fn new(arena: &'a Bump, room: usize) -> Numbers<'a> {
        let slots = (2 * room).next_power_of_two().max(64);
        let mut numbers = Numbers { slots: ArenaVec::with_capacity_in(slots, arena), len: 0 };
        numbers.slots.resize(slots, (0, 0));
        numbers
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// The number of the thing with this hash, if it was met.
    pub fn find(&self, hash: u64) -> Option<u32> {
        let (known, number) = self.slots[self.slot_of(hash)];
        (known != 0).then_some(number)
    }

    /// The number of the thing with this hash: a new one, which is the [`Numbers::len`] before, if it was not met.
    #[inline]
    pub fn number(&mut self, hash: u64) -> u32 {
        let slot = self.slot_of(hash);
        match self.slots[slot] {
            (0, _) => self.add(hash, slot),
            (_, number) => number,
        }
    }

    fn add(&mut self, hash: u64, mut slot: usize) -> u32 {
        if self.len() * 2 >= self.slots.len() {
            self.grow();
            slot = self.slot_of(hash);
        }
        self.slots[slot] = (hash, self.len);
        self.len += 1;
        self.len - 1
    }

    fn grow(&mut self) {
        let arena = self.slots.bump();
        let mut bigger = ArenaVec::with_capacity_in(2 * self.slots.len(), arena);
        bigger.resize(2 * self.slots.len(), (0, 0));
        let old = std::mem::replace(&mut self.slots, bigger);
        for entry in old.into_iter().filter(|entry| entry.0 != 0) {
            let slot = self.slot_of(entry.0);
            self.slots[slot] = entry;
        }
    }

    #[inline]
    fn slot_of(&self, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (hash >> 20) as usize & mask;
        while self.slots[slot].0 != hash && self.slots[slot].0 != 0 {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(text: &str) -> u64 {
        let mut hash = Hash::new(1);
        hash.text(text.as_bytes());
        hash.finish()
    }

    #[test]
    fn things_keep_their_numbers() {
        let arena = Bump::new();
        let mut numbers = Numbers::new(&arena, 1);
        let names: Vec<String> = (0..500).map(|i| "n".repeat(i % 40) + &i.to_string()).collect();
        for (i, name) in names.iter().enumerate() {
            assert_eq!(numbers.find(hash(name)), None);
            assert_eq!((numbers.len(), numbers.number(hash(name))), (i, i as u32));
            assert_eq!(numbers.number(hash(&names[i / 2])), i as u32 / 2);
        }
        assert!(names.iter().enumerate().all(|(i, name)| numbers.find(hash(name)) == Some(i as u32)));
    }

    #[test]
    fn letters_in_lower_case() {
        for bytes in (0..=u8::MAX).map(|byte| [byte, b'A', 0, byte, b'z', 0xff, b'@', byte]) {
            assert_eq!(lower(bytes), u64::from_le_bytes(bytes.map(|byte| byte.to_ascii_lowercase())));
        }
    }

    #[test]
    fn texts_are_told_apart() {
        assert!(hash("") != hash("\0") && hash("abcdefgh") != hash("abcdefghabcdefgh") && hash("a") != hash("A"));
        let (mut one, mut two) = (Hash::new(1), Hash::new(1));
        for (hash, texts) in [(&mut one, ["ab", "c"]), (&mut two, ["a", "bc"])] {
            texts.into_iter().for_each(|text| hash.text(text.as_bytes()));
        }
        assert_ne!(one.finish(), two.finish());
        let of = |seed, word| {
            let mut hash = Hash::new(seed);
            hash.word(word);
            hash.finish()
        };
        assert_ne!(of(5, 3), of(6, 0));
    }
}
