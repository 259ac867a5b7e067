//! Words that indicate dates and authors, in the languages of most pages: a hash table built at compile time, with a
//! Bloom filter in front of it, as few words of a page are in the lists.

use crate::base::months;
use crate::read::html::names::name_key;

/// What a word indicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum WordCategory {
    /// Nothing.
    None = 0,
    /// A month, by name or abbreviation.
    Month = 1,
    /// A date nearby: days of the week, "published", "ago".
    Date = 2,
    /// An author nearby: "by", "editor".
    Author = 3,
}

const WORD_LISTS: [(WordCategory, &str); 3] = [
    (WordCategory::Month, months::FOR_LOOKS),
    (
        WordCategory::Date,
        "ago yesterday today published updated posted modified date hour hours hrs minutes mins days weeks \
         veröffentlicht aktualisiert datum stand uhr gestern heute vor publié mis jour hier publicado actualizado \
         hace fecha pubblicato aggiornato oggi geplaatst bijgewerkt опубликовано назад utc gmt est edt pst pdt cet am \
         pm monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun montag dienstag \
         mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes \
         miércoles jueves viernes sábado domingo",
    ),
    (
        WordCategory::Author,
        "by author authors written writer reporter editor correspondent words staff von autor autorin par auteur por \
         door di oleh przez автор av redaktion redactie redazione текст",
    ),
];

const SLOTS: usize = 512;
struct Table {
    /// 0 marks a free slot.
    keys: [u64; SLOTS],
    categories: [WordCategory; SLOTS],
}

const WORD_TABLE: Table = {
    let mut table = Table { keys: [0; SLOTS], categories: [WordCategory::None; SLOTS] };
    let mut list = 0;
    while list < WORD_LISTS.len() {
        let words = WORD_LISTS[list].1.as_bytes();
        let (mut start, mut at) = (0, 0);
        while at <= words.len() {
            if at == words.len() || words[at] == b' ' {
                let key = name_key(words.split_at(at).0.split_at(start).1);
                let mut slot = slot_of(key, SLOTS);
                while table.keys[slot] != 0 && table.keys[slot] != key {
                    slot = (slot + 1) % SLOTS;
                }
                table.keys[slot] = key;
                table.categories[slot] = WORD_LISTS[list].0;
                start = at + 1;
            }
            at += 1;
        }
        list += 1;
    }
    table
};

static TABLE: Table = WORD_TABLE;

/// The home slot of a word's key ([`name_key`]) in a table whose size is a power of two.
#[inline]
pub const fn slot_of(key: u64, slots: usize) -> usize {
    // The high bits of the product depend on all bytes.
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (slots - 1)
}

/// A Bloom filter of words with one hash function: no false negatives, few false positives.
pub type BloomFilter = [u64; 64];

/// Adds a key.
pub const fn insert(filter: &mut BloomFilter, key: u64) {
    let bit = slot_of(key, 64 * 64);
    filter[bit / 64] |= 1 << (bit % 64);
}

/// Whether the key may have been added.
#[inline]
pub fn may_contain(filter: &BloomFilter, key: u64) -> bool {
    let bit = slot_of(key, 64 * 64);
    filter[bit / 64] >> (bit % 64) & 1 == 1
}

/// The filter of all words in the lists.
pub const FILTER: BloomFilter = {
    let mut filter = [0; 64];
    let mut slot = 0;
    while slot < SLOTS {
        if WORD_TABLE.keys[slot] != 0 {
            insert(&mut filter, WORD_TABLE.keys[slot]);
        }
        slot += 1;
    }
    filter
};

/// The category of a word, by its key.
#[inline]
pub fn category_of(key: u64) -> WordCategory {
    let mut slot = slot_of(key, SLOTS);
    loop {
        match TABLE.keys[slot] {
            0 => return WordCategory::None,
            known if known == key => return TABLE.categories[slot],
            _ => slot = (slot + 1) % SLOTS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_words_are_found() {
        let of = |word: &str| {
            let key = name_key(word.as_bytes());
            assert!(category_of(key) == WordCategory::None || may_contain(&FILTER, key), "{word}");
            category_of(key)
        };
        for (category, words) in WORD_LISTS {
            // A word in two lists belongs to the last one.
            let found = words.split_whitespace().filter(|word| of(word) == category).count();
            assert!(found + 3 >= words.split_whitespace().count());
        }
        assert_eq!(
            [of("house"), of("MARCH"), of("märz")],
            [WordCategory::None, WordCategory::Month, WordCategory::Month]
        );
    }
}
