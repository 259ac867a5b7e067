//! Words that tell dates and authors, in the languages that most pages are written in.

use crate::word_hash::{SEED, hash_step, slot_of};

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
         november nov december dec januar februar märz mai juni juli oktober okt dezember dez janvier février fevrier mars \
         avril juin juillet août aout septembre octobre novembre décembre decembre enero febrero marzo abril mayo junio \
         julio agosto septiembre octubre noviembre diciembre ene abr ago dic gennaio febbraio aprile maggio giugno luglio \
         settembre ottobre dicembre janeiro fevereiro março maio junho julho setembro outubro novembro dezembro januari \
         februari maart mei augustus agustus desember stycznia lutego marca kwietnia maja czerwca lipca sierpnia września \
         października listopada grudnia января февраля марта апреля мая июня июля августа сентября октября ноября декабря \
         ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
    ),
    (
        Tells::Date,
        "ago yesterday today published updated posted modified date hour hours hrs minutes mins days weeks veröffentlicht \
         aktualisiert datum stand uhr gestern heute vor publié mis jour hier publicado actualizado hace fecha pubblicato \
         aggiornato oggi geplaatst bijgewerkt опубликовано назад utc gmt est edt pst pdt cet am pm monday tuesday wednesday \
         thursday friday saturday sunday mon tue wed thu fri sat sun montag dienstag mittwoch donnerstag freitag samstag \
         sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo",
    ),
    (
        Tells::Author,
        "by author authors written writer reporter editor correspondent words staff von autor autorin par auteur por door di \
         oleh przez автор av redaktion redactie redazione текст",
    ),
];

const SLOTS: usize = 1024;
struct Table {
    hashes: [u32; SLOTS],
    tells: [Tells; SLOTS],
}

static TABLE: Table = {
    let mut table = Table { hashes: [0; SLOTS], tells: [Tells::Nothing; SLOTS] };
    let mut list = 0;
    while list < LISTS.len() {
        let words = LISTS[list].1.as_bytes();
        let (mut at, mut hash) = (0, SEED);
        while at <= words.len() {
            if at == words.len() || words[at] == b' ' {
                let mut slot = slot_of(hash, SLOTS);
                while table.hashes[slot] != 0 && table.hashes[slot] != hash {
                    slot = (slot + 1) % SLOTS;
                }
                table.hashes[slot] = hash;
                table.tells[slot] = LISTS[list].0;
                hash = SEED;
            } else {
                hash = hash_step(hash, words[at]);
            }
            at += 1;
        }
        list += 1;
    }
    table
};

/// What the word of this hash tells.
pub fn tells(hash: u32) -> Tells {
    let mut slot = slot_of(hash, SLOTS);
    loop {
        match TABLE.hashes[slot] {
            0 => return Tells::Nothing,
            known if known == hash => return TABLE.tells[slot],
            _ => slot = (slot + 1) % SLOTS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found() {
        let of = |word: &str| tells(word.bytes().fold(SEED, hash_step));
        for (kind, words) in LISTS {
            // A word of two lists is of the last one.
            let found = words.split_whitespace().filter(|word| of(word) == kind).count();
            assert!(found + 3 >= words.split_whitespace().count());
        }
        assert_eq!([of("house"), of(""), of("märz")], [Tells::Nothing, Tells::Nothing, Tells::Month]);
    }
}
