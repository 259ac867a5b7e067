//! The names of the months in the languages of most pages.

/// By month: names and abbreviations, in lower case, separated by spaces.
const MONTHS: [&str; 12] = [
    "january jan januar janvier enero ene gennaio gen janeiro januari stycznia января ocak",
    "february feb februar février fevrier févr febrero febbraio fevereiro fev februari lutego февраля şubat",
    "march mar märz marz mars marzo março marco maart mrt marca марта mart",
    "april apr avril avr abril abr aprile kwietnia апреля nisan",
    "may mai mayo maggio mag maio mei maj maja мая mayıs",
    "june jun juni juin junio giugno giu junho czerwca июня haziran",
    "july jul juli juillet juil julio luglio lug julho lipca июля temmuz",
    "august aug août aout agosto ago augustus augusti agustus sierpnia августа ağustos",
    "september sep sept septembre septiembre settembre setembro set wrzesnia września сентября eylül",
    "october oct oktober okt octobre octubre ottobre ott outubro out października октября ekim",
    "november nov novembre noviembre novembro listopada ноября kasım",
    "december dec dezember dez décembre decembre diciembre dic dicembre dezembro desember grudnia декабря aralık",
];

/// The number of a month, 1 to 12.
pub(super) fn month_of(word: &str) -> Option<u32> {
    let is_listed = |names: &&str| names.split(' ').any(|name| name.eq_ignore_ascii_case(word));
    MONTHS.iter().position(is_listed).map(|index| index as u32 + 1)
}
