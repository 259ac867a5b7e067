//! The names of the months in the languages of CLDR: one table for all who read dates.
//!
//! `months.txt` is generated from CLDR by `benches/lab/training/months.py`. Names are compared letter by letter without
//! regard to case and accents (MÄRZ, Марта, ΜΑΡΤΙΟΥ, Subat), so that each stands once, as [`folded`]. Visual annotation and the finder
//! of comments, for whom the word alone counts and not the numbers beside it, know the names of fewer languages.

use super::folding::{Beginnings, Folded, count_parts, find_word, starts_of_parts};

/// Lines of a folded name, its month and, where languages differ, `language=month`. Sorted.
const NAMES: &str = include_str!("months.txt");
static LINES: [u16; count_parts(NAMES, b'\n')] = starts_of_parts(NAMES, b'\n');
/// Most words are no months, and begin with no name of one.
static BEGINNINGS: Beginnings = Beginnings::of(NAMES, b'\n');
/// Longer words are no months.
const MAX_NAME: usize = 64;

/// The number of a month, 1 to 12, by its name in any case. `language` is the primary subtag of a language tag, empty if
/// unknown; it decides between a month of Croatian and one of Polish.
pub(crate) fn month_of(name: &str, language: &str) -> Option<u32> {
    if name.len() > MAX_NAME || !name.bytes().any(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii()) {
        return None;
    }
    let name = Folded::of(name);
    if !BEGINNINGS.may_have(name.bytes()) {
        return None;
    }
    let line = &NAMES[usize::from(LINES[find_word(NAMES, &LINES, &name)?])..];
    let (_, months) = line.split('\n').next()?.split_once(' ')?;
    month_in(months, language)
}

/// The month of a line for a language.
fn month_in(months: &str, language: &str) -> Option<u32> {
    let mut parts = months.split(' ');
    let usual = parts.next()?;
    let own = parts.filter_map(|part| part.split_once('=')).find(|(known, _)| known.eq_ignore_ascii_case(language));
    own.map_or(usual, |(_, month)| month).parse().ok()
}

/// The names for visual annotation, separated by spaces.
#[cfg(feature = "visual")]
pub(crate) const FOR_LOOKS: &str = "\
    january jan januar janvier enero ene gennaio janeiro januari stycznia января ocak february feb februar février \
    fevrier febrero febbraio fevereiro februari lutego февраля şubat march mar märz mars marzo março maart marca \
    марта mart april apr avril abril abr aprile kwietnia апреля nisan may mai mayo maggio maio mei maja мая mayıs \
    june jun juni juin junio giugno junho czerwca июня haziran july jul juli juillet julio luglio julho lipca июля \
    temmuz august aug août aout agosto ago augustus agustus sierpnia августа ağustos september sep sept septembre \
    septiembre settembre setembro września сентября eylül october oct oktober okt octobre octubre ottobre outubro \
    października октября ekim november nov novembre noviembre novembro listopada ноября kasım december dec dezember \
    dez décembre decembre diciembre dic dicembre dezembro desember grudnia декабря aralık";

/// The names for short blocks beside comments, separated by spaces. There a letter that is not ASCII ends a word, so that
/// the rest of the name is listed.
pub(crate) const FOR_COMMENTS: &str = "\
    january jan januar janvier enero gennaio janeiro januari stycznia ocak february feb februar febrero febbraio \
    fevereiro februari lutego vrier ubat march mar mars marzo maart marca mart maret april apr avril abril abr \
    aprile kwietnia nisan may mai mayo maggio maio mei maja june jun juni juin junio giugno junho czerwca haziran \
    july jul juli juillet julio luglio julho lipca temmuz august aug agosto augustus agustus sierpnia september sep \
    sept septembre septiembre settembre setembro eyl october oct oktober okt octobre octubre ottobre outubro ekim \
    november nov novembre noviembre novembro listopada kas december dec dezember dez diciembre dicembre dezembro \
    desember grudnia cembre aral";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        let names: Vec<&str> = NAMES.lines().map(|line| line.split(' ').next().unwrap()).collect();
        assert!(names.is_sorted_by(|a, b| a < b), "each name once");
        assert!(names.iter().all(|name| Folded::of(name).bytes() == name.as_bytes()));
        for line in NAMES.lines() {
            let (name, months) = line.split_once(' ').unwrap();
            let month = month_of(name, "").unwrap_or_default();
            assert!((1..=12).contains(&month) && months.starts_with(&month.to_string()), "{line}");
        }
        assert!(NAMES.lines().count() > 1_500);
    }

    #[test]
    fn months_of_words() {
        let of = |word| month_of(word, "").unwrap_or_default();
        assert_eq!(
            ["MAY", "März", "MÄRZ", "MARZ", "октября", "Марта", "ago", "KASIM"].map(of),
            [5, 3, 3, 3, 10, 3, 8, 11]
        );
        assert_eq!(["Şubat", "ŞUBAT", "maaliskuuta", "ΜΑΡΤΙΟΥ", "Μαρτίου", "मार्च"].map(of), [2, 2, 3, 3, 3, 3]);
        assert_eq!(["مارس", "มีนาคม", "มี.ค", "kovo", "březen", "března"].map(of), [3; 6]);
        assert_eq!(["januarja", "februarja", "marca", "julija", "avgusta"].map(of), [1, 2, 3, 7, 8]);
        assert_eq!(["", "ma", "vrier", "monday", "5", "."].map(of), [0; 6]);
        let long = "x".repeat(1_000);
        assert_eq!(of(&long), 0);
    }

    #[test]
    fn months_that_the_language_decides() {
        assert_eq!(["hr", "pl", "cs", ""].map(|language| month_of("listopad", language)), [10, 11, 11, 11].map(Some));
        assert_eq!(["hr", "pl", "PL"].map(|language| month_of("lip", language)), [6, 7, 7].map(Some));
    }

    /// Readers of words alone know no name that is not in the table, except rests of names.
    #[test]
    fn names_of_other_readers() {
        const RESTS: [&str; 4] = ["vrier", "ubat", "cembre", "aral"];
        for name in FOR_COMMENTS.split(' ') {
            assert!(name.is_ascii() && (RESTS.contains(&name) || month_of(name, "").is_some()), "{name}");
        }
        #[cfg(feature = "visual")]
        for name in FOR_LOOKS.split(' ') {
            assert!(month_of(name, "").is_some(), "{name}");
        }
    }
}
