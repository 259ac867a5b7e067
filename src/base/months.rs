//! The names of the months, in the languages of most pages: one table for all who read dates.
//!
//! Each name stands once, with its languages (ISO 639-1) and its readers. The readers differ in what a wrong name costs
//! them: `out` is a month beside the digits of a date, but a word in a comment.

/// Who reads a name, as a bitmask.
pub(crate) mod reader {
    /// Dates that a page declares or shows, whose words stand beside numbers.
    pub const DATES: u8 = 1;
    /// Visual annotation, which counts words of dates in an area.
    pub const LOOKS: u8 = 2;
    /// Short blocks beside comments. There a letter that is not ASCII ends a word, so that the rest of the name is listed.
    pub const COMMENTS: u8 = 4;
    pub const ALL: u8 = DATES | LOOKS | COMMENTS;
}
use reader::{ALL, COMMENTS, DATES, LOOKS};

/// A name or an abbreviation of a month, in lower case.
struct Name {
    month: u8,
    text: &'static str,
    #[cfg_attr(not(test), expect(dead_code, reason = "says what a name is"))]
    languages: &'static str,
    readers: u8,
}

const fn name(month: u8, text: &'static str, languages: &'static str, readers: u8) -> Name {
    Name { month, text, languages, readers }
}

/// By month.
const NAMES: [Name; 150] = [
    name(1, "january", "en", ALL),
    name(1, "jan", "de en nl pt", ALL),
    name(1, "januar", "da de no", ALL),
    name(1, "janvier", "fr", ALL),
    name(1, "enero", "es", ALL),
    name(1, "ene", "es", DATES | LOOKS),
    name(1, "gennaio", "it", ALL),
    name(1, "gen", "it", DATES),
    name(1, "janeiro", "pt", ALL),
    name(1, "januari", "id nl sv", ALL),
    name(1, "stycznia", "pl", ALL),
    name(1, "января", "ru", DATES | LOOKS),
    name(1, "ocak", "tr", ALL),
    name(2, "february", "en", ALL),
    name(2, "feb", "de en es it nl", ALL),
    name(2, "februar", "da de no", ALL),
    name(2, "février", "fr", DATES | LOOKS),
    name(2, "fevrier", "fr", DATES | LOOKS),
    name(2, "févr", "fr", DATES),
    name(2, "febrero", "es", ALL),
    name(2, "febbraio", "it", ALL),
    name(2, "fevereiro", "pt", ALL),
    name(2, "fev", "pt", DATES),
    name(2, "februari", "id nl sv", ALL),
    name(2, "lutego", "pl", ALL),
    name(2, "февраля", "ru", DATES | LOOKS),
    name(2, "şubat", "tr", DATES | LOOKS),
    name(2, "vrier", "fr", COMMENTS),
    name(2, "ubat", "tr", COMMENTS),
    name(3, "march", "en", ALL),
    name(3, "mar", "de en es it pt", ALL),
    name(3, "märz", "de", DATES | LOOKS),
    name(3, "marz", "de", DATES),
    name(3, "mars", "fr no sv", ALL),
    name(3, "marzo", "es it", ALL),
    name(3, "março", "pt", DATES | LOOKS),
    name(3, "marco", "pt", DATES),
    name(3, "maart", "nl", ALL),
    name(3, "mrt", "nl", DATES),
    name(3, "marca", "pl", ALL),
    name(3, "марта", "ru", DATES | LOOKS),
    name(3, "mart", "tr", ALL),
    name(3, "maret", "id", COMMENTS),
    name(4, "april", "da de en id nl no sv", ALL),
    name(4, "apr", "de en it nl", ALL),
    name(4, "avril", "fr", ALL),
    name(4, "avr", "fr", DATES),
    name(4, "abril", "es pt", ALL),
    name(4, "abr", "es pt", ALL),
    name(4, "aprile", "it", ALL),
    name(4, "kwietnia", "pl", ALL),
    name(4, "апреля", "ru", DATES | LOOKS),
    name(4, "nisan", "tr", ALL),
    name(5, "may", "en es", ALL),
    name(5, "mai", "de fr no pt", ALL),
    name(5, "mayo", "es", ALL),
    name(5, "maggio", "it", ALL),
    name(5, "mag", "it", DATES),
    name(5, "maio", "pt", ALL),
    name(5, "mei", "id nl", ALL),
    name(5, "maj", "da sv", DATES),
    name(5, "maja", "pl", ALL),
    name(5, "мая", "ru", DATES | LOOKS),
    name(5, "mayıs", "tr", DATES | LOOKS),
    name(6, "june", "en", ALL),
    name(6, "jun", "de en es nl pt", ALL),
    name(6, "juni", "da de id nl no sv", ALL),
    name(6, "juin", "fr", ALL),
    name(6, "junio", "es", ALL),
    name(6, "giugno", "it", ALL),
    name(6, "giu", "it", DATES),
    name(6, "junho", "pt", ALL),
    name(6, "czerwca", "pl", ALL),
    name(6, "июня", "ru", DATES | LOOKS),
    name(6, "haziran", "tr", ALL),
    name(7, "july", "en", ALL),
    name(7, "jul", "de en es nl pt", ALL),
    name(7, "juli", "da de id nl no sv", ALL),
    name(7, "juillet", "fr", ALL),
    name(7, "juil", "fr", DATES),
    name(7, "julio", "es", ALL),
    name(7, "luglio", "it", ALL),
    name(7, "lug", "it", DATES),
    name(7, "julho", "pt", ALL),
    name(7, "lipca", "pl", ALL),
    name(7, "июля", "ru", DATES | LOOKS),
    name(7, "temmuz", "tr", ALL),
    name(8, "august", "da de en no", ALL),
    name(8, "aug", "de en nl", ALL),
    name(8, "août", "fr", DATES | LOOKS),
    name(8, "aout", "fr", DATES | LOOKS),
    name(8, "agosto", "es it pt", ALL),
    name(8, "ago", "es it pt", DATES | LOOKS),
    name(8, "augustus", "nl", ALL),
    name(8, "augusti", "sv", DATES),
    name(8, "agustus", "id", ALL),
    name(8, "sierpnia", "pl", ALL),
    name(8, "августа", "ru", DATES | LOOKS),
    name(8, "ağustos", "tr", DATES | LOOKS),
    name(9, "september", "da de en id nl no sv", ALL),
    name(9, "sep", "de en es nl", ALL),
    name(9, "sept", "en fr", ALL),
    name(9, "septembre", "fr", ALL),
    name(9, "septiembre", "es", ALL),
    name(9, "settembre", "it", ALL),
    name(9, "setembro", "pt", ALL),
    name(9, "set", "it pt", DATES),
    name(9, "wrzesnia", "pl", DATES),
    name(9, "września", "pl", DATES | LOOKS),
    name(9, "сентября", "ru", DATES | LOOKS),
    name(9, "eylül", "tr", DATES | LOOKS),
    name(9, "eyl", "tr", COMMENTS),
    name(10, "october", "en", ALL),
    name(10, "oct", "en es fr", ALL),
    name(10, "oktober", "da de id nl no sv", ALL),
    name(10, "okt", "de nl", ALL),
    name(10, "octobre", "fr", ALL),
    name(10, "octubre", "es", ALL),
    name(10, "ottobre", "it", ALL),
    name(10, "ott", "it", DATES),
    name(10, "outubro", "pt", ALL),
    name(10, "out", "pt", DATES),
    name(10, "października", "pl", DATES | LOOKS),
    name(10, "октября", "ru", DATES | LOOKS),
    name(10, "ekim", "tr", ALL),
    name(11, "november", "da de en id nl no sv", ALL),
    name(11, "nov", "de en es fr it nl pt", ALL),
    name(11, "novembre", "fr it", ALL),
    name(11, "noviembre", "es", ALL),
    name(11, "novembro", "pt", ALL),
    name(11, "listopada", "pl", ALL),
    name(11, "ноября", "ru", DATES | LOOKS),
    name(11, "kasım", "tr", DATES | LOOKS),
    name(11, "kas", "tr", COMMENTS),
    name(12, "december", "da en nl sv", ALL),
    name(12, "dec", "en fr nl", ALL),
    name(12, "dezember", "de", ALL),
    name(12, "dez", "de pt", ALL),
    name(12, "décembre", "fr", DATES | LOOKS),
    name(12, "decembre", "fr", DATES | LOOKS),
    name(12, "diciembre", "es", ALL),
    name(12, "dic", "es it", DATES | LOOKS),
    name(12, "dicembre", "it", ALL),
    name(12, "dezembro", "pt", ALL),
    name(12, "desember", "id no", ALL),
    name(12, "grudnia", "pl", ALL),
    name(12, "декабря", "ru", DATES | LOOKS),
    name(12, "aralık", "tr", DATES | LOOKS),
    name(12, "cembre", "fr", COMMENTS),
    name(12, "aral", "tr", COMMENTS),
];

/// The number of a month, 1 to 12, by a name in any case, as readers of [`reader::DATES`] know it.
pub(crate) fn month_of(word: &str) -> Option<u32> {
    let is_it = |name: &&Name| name.readers & DATES != 0 && name.text.eq_ignore_ascii_case(word);
    NAMES.iter().find(is_it).map(|name| u32::from(name.month))
}

/// The names for visual annotation, separated by spaces.
#[cfg(feature = "visual")]
pub(crate) const FOR_LOOKS: &str = {
    const BYTES: [u8; length(LOOKS)] = joined(LOOKS);
    as_str(&BYTES)
};

/// The names for short blocks beside comments, separated by spaces.
pub(crate) const FOR_COMMENTS: &str = {
    const BYTES: [u8; length(COMMENTS)] = joined(COMMENTS);
    as_str(&BYTES)
};

/// The length of the names for a reader with the spaces between them.
const fn length(reader: u8) -> usize {
    let (mut length, mut i) = (0, 0);
    while i < NAMES.len() {
        if NAMES[i].readers & reader != 0 {
            length += NAMES[i].text.len() + 1;
        }
        i += 1;
    }
    length - 1
}

const fn joined<const LENGTH: usize>(reader: u8) -> [u8; LENGTH] {
    let mut text = [b' '; LENGTH];
    let (mut at, mut i) = (0, 0);
    while i < NAMES.len() {
        let name = NAMES[i].text.as_bytes();
        if NAMES[i].readers & reader != 0 {
            let mut byte = 0;
            while byte < name.len() {
                text[at + byte] = name[byte];
                byte += 1;
            }
            at += name.len() + 1;
        }
        i += 1;
    }
    text
}

/// What was joined from strings is one.
const fn as_str(text: &[u8]) -> &str {
    match std::str::from_utf8(text) {
        Ok(text) => text,
        Err(_) => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_name_stands_once() {
        let names: BTreeSet<_> = NAMES.iter().map(|name| name.text).collect();
        assert_eq!(names.len(), NAMES.len());
        assert!(NAMES.is_sorted_by_key(|name| name.month));
        for Name { month, text, languages, readers } in &NAMES {
            assert!((1..=12).contains(month) && !text.is_empty() && *readers <= ALL);
            assert_eq!(*text, text.to_lowercase());
            assert!(languages.split(' ').all(|code| code.len() == 2), "{text}: {languages}");
        }
    }

    #[test]
    fn months_of_words() {
        let of = |word| month_of(word).unwrap_or_default();
        assert_eq!(["MAY", "März", "октября", "ago", "kasım"].map(of), [5, 3, 10, 8, 11]);
        assert_eq!(["", "ma", "kas", "vrier", "monday"].map(of), [0; 5]);
    }

    #[test]
    fn names_by_reader() {
        let of = |names: &'static str| names.split(' ').collect::<Vec<_>>();
        let (looks, comments) = (of(FOR_LOOKS), of(FOR_COMMENTS));
        assert!(looks.contains(&"ago") && !looks.contains(&"out") && !looks.contains(&"vrier"));
        assert!(comments.contains(&"vrier") && comments.iter().all(|name| name.is_ascii()));
        let count = |reader| NAMES.iter().filter(|name| name.readers & reader != 0).count();
        assert_eq!((looks.len(), comments.len()), (count(LOOKS), count(COMMENTS)));
    }
}
