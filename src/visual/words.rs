//! Words that tell dates and authors, in the languages that most pages are written in.

use crate::html::names::name_key;

/// What a word tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Tells {
    /// Nothing.
    Nothing = 0,
    /// The name of a month, or its abbreviation.
    Month = 1,
    /// That a date follows, or how long ago it was.
    Date = 2,
    /// That an author follows.
    Author = 3,
}

const LISTS: [(Tells, &str); 3] = [
    (
        Tells::Month,
        "january jan february feb march mar april apr may june jun july jul august aug september sep sept october oct \
         november nov december dec januar februar märz mai juni juli oktober okt dezember dez janvier février fevrier \
         mars avril juin juillet août aout septembre octobre novembre décembre decembre enero febrero marzo abril \
         mayo junio julio agosto septiembre octubre noviembre diciembre ene abr ago dic gennaio febbraio aprile \
         maggio giugno luglio settembre ottobre dicembre janeiro fevereiro março maio junho julho setembro outubro \
         novembro dezembro januari februari maart mei augustus agustus desember stycznia lutego marca kwietnia maja \
         czerwca lipca sierpnia września października listopada grudnia января февраля марта апреля мая июня июля \
         августа сентября октября ноября декабря ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım \
         aralık",
    ),
    (
        Tells::Date,
        "ago yesterday today published updated posted modified date hour hours hrs minutes mins days weeks \
         veröffentlicht aktualisiert datum stand uhr gestern heute vor publié mis jour hier publicado actualizado \
         hace fecha pubblicato aggiornato oggi geplaatst bijgewerkt опубликовано назад utc gmt est edt pst pdt cet am \
         pm monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun montag dienstag \
         mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes \
         miércoles jueves viernes sábado domingo",
    ),
    (
        Tells::Author,
        "by author authors written writer reporter editor correspondent words staff von autor autorin par auteur por \
         door di oleh przez автор av redaktion redactie redazione текст",
    ),
];

const SLOTS: usize = 512;
struct Table {
    /// 0 is an empty slot.
    keys: [u64; SLOTS],
    tells: [Tells; SLOTS],
}

const TABLE_OF_WORDS: Table = {
    let mut table = Table { keys: [0; SLOTS], tells: [Tells::Nothing; SLOTS] };
    let mut list = 0;
    while list < LISTS.len() {
        let words = LISTS[list].1.as_bytes();
        let (mut start, mut at) = (0, 0);
        while at <= words.len() {
            if at == words.len() || words[at] == b' ' {
                let key = name_key(words.split_at(at).0.split_at(start).1);
                let mut slot = place_of(key, SLOTS);
                while table.keys[slot] != 0 && table.keys[slot] != key {
                    slot = (slot + 1) % SLOTS;
                }
                table.keys[slot] = key;
                table.tells[slot] = LISTS[list].0;
                start = at + 1;
            }
            at += 1;
        }
        list += 1;
    }
    table
};

static TABLE: Table = TABLE_OF_WORDS;

/// The place of a word's key ([`name_key`]) among so many, a power of two.
#[inline]
pub const fn place_of(key: u64, places: usize) -> usize {
    // The high bits of the product depend on all letters.
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (places - 1)
}

/// A set of words that says of a few more that they are in it: one bit of many for each.
pub type Filter = [u64; 64];

/// Puts the word of this key into a set.
pub const fn insert(filter: &mut Filter, key: u64) {
    let place = place_of(key, 64 * 64);
    filter[place / 64] |= 1 << (place % 64);
}

/// Whether the word of this key may be in a set.
#[inline]
pub fn has(filter: &Filter, key: u64) -> bool {
    let place = place_of(key, 64 * 64);
    filter[place / 64] >> (place % 64) & 1 == 1
}

/// The words that tell something.
pub const FILTER: Filter = {
    let mut filter = [0; 64];
    let mut slot = 0;
    while slot < SLOTS {
        if TABLE_OF_WORDS.keys[slot] != 0 {
            insert(&mut filter, TABLE_OF_WORDS.keys[slot]);
        }
        slot += 1;
    }
    filter
};

/// What the word of this key tells.
#[inline]
pub fn tells(key: u64) -> Tells {
    let mut slot = place_of(key, SLOTS);
    loop {
        match TABLE.keys[slot] {
            0 => return Tells::Nothing,
            known if known == key => return TABLE.tells[slot],
            _ => slot = (slot + 1) % SLOTS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found() {
        let of = |word: &str| {
            let key = name_key(word.as_bytes());
            assert!(tells(key) == Tells::Nothing || has(&FILTER, key), "{word}");
            tells(key)
        };
        for (kind, words) in LISTS {
            // A word of two lists is of the last one.
            let found = words.split_whitespace().filter(|word| of(word) == kind).count();
            assert!(found + 3 >= words.split_whitespace().count());
        }
        assert_eq!([of("house"), of("MARCH"), of("märz")], [Tells::Nothing, Tells::Month, Tells::Month]);
    }
}
