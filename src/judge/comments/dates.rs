//! Dates and ages in short texts: numbers with their units, names of months that are not all ASCII, "il y a 2 ans".

use super::lines::LINE_BYTES;
use crate::base::months;
use crate::base::simd::Lanes;
use crate::read::html::scan;
use crate::read::page::unicode::is_letter;

/// Whether a text has a day before the name of a month that is not all ASCII, or a word of an age beside a number, as
/// languages with other letters have them.
pub(super) fn has_foreign_date(text: &str) -> bool {
    const AGES: [&str; 6] = ["назад", "тому", "منذ", "पहले", "πριν", "לפני"];
    // Signs such as dashes, currencies and dots in the middle of a line are no letters.
    let is_letter_byte = |byte: u8| byte >= 0xc3 && byte != 0xe2;
    let has_letters = || text.bytes().fold(false, |any, byte| any | is_letter_byte(byte));
    if text.is_ascii() || !has_letters() || text.len() > LINE_BYTES as usize {
        return false;
    }
    // Bytes are divided faster than characters.
    let mut follows_day = false;
    text.as_bytes().split(|&byte| byte == b' ').any(|word| {
        let is_month = || {
            let name = str::from_utf8(word).unwrap_or_default().trim_end_matches([',', '.']);
            name.starts_with(|c| is_letter(c) || c == '·') && months::month_of(name, "").is_some()
        };
        let is_age = || AGES.iter().any(|age| age.as_bytes() == word);
        let is_date = !word.is_ascii() && (is_age() || follows_day && is_month());
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        follows_day = (1..=2).contains(&digits) && word[digits..].iter().all(|&byte| byte == b'.');
        is_date
    })
}

/// Whether the text is an age, such as `6d` or `3 h`.
pub(super) fn is_age(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let unit = text[digits..].trim_start();
    (1..=3).contains(&digits) && matches!(unit, "s" | "m" | "h" | "d" | "w" | "y" | "mo" | "min" | "hr" | "hrs" | "yr")
}

/// Whether the first number of a text, which begins at a byte, is an age such as "il y a 2 ans".
pub(super) fn has_french_age(text: &str, number: usize) -> bool {
    text.as_bytes()[..number].ends_with(b"l y a ")
}

/// Where the first number of a text begins.
pub(super) fn first_number(text: &str) -> usize {
    scan::find_lanes(text.as_bytes(), 0, Lanes::digits)
}

/// Whether there is a time such as `18:05`, a date such as `2024-04-02` or `2.4.24`, or a date in Chinese characters,
/// from the first number on.
pub(super) fn has_numeric_date(text: &[u8], mut number: usize) -> bool {
    let mut at = 0;
    // How many numbers in a row have the same separator.
    let (mut numbers, mut separator) = (0, 0);
    loop {
        if number == text.len() {
            return false;
        }
        numbers = if number > at { 0 } else { numbers };
        at = number;
        let digits = text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        at += digits;
        let next = text.get(at).copied().unwrap_or(b' ');
        if starts_with_unit(&text[at..]) {
            return true;
        }
        let follows = numbers > 0;
        numbers = if digits <= 4 { numbers + 1 } else { 0 };
        if follows && separator == b':' && digits == 2 || numbers == 3 {
            return true;
        }
        let is_separator = matches!(next, b':' | b'.' | b'-' | b'/')
            && text.get(at + 1).is_some_and(u8::is_ascii_digit)
            && (numbers == 1 || next == separator);
        separator = next;
        if is_separator {
            at += 1
        } else {
            numbers = 0
        }
        number = scan::find_lanes(text, at, Lanes::digits);
    }
}

/// Units of dates and durations in Chinese, Japanese and Korean, after a number.
fn starts_with_unit(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    text.first().is_some_and(|byte| !byte.is_ascii())
        && ["年", "月", "日", "小时", "分钟", "小時", "分鐘", "天前", "時間", "년", "분", "시간", "일 전"]
            .iter()
            .any(|unit| text.starts_with(unit.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::super::lines::is_date;

    #[test]
    fn ages_in_many_languages() {
        for text in [
            "6d",
            "il y a 2 ans",
            "Zoë \u{2022} il y a 3 heures",
            "2年前",
            "5 分钟前",
            "3時間前 編集済み",
            "2년 전",
            "3 시간 전",
            "2 anos atrás",
            "2 роки тому",
            "2 года назад",
            "acum 2 ani",
            "prije 2 godine",
            "před 2 lety",
            "2 vuotta sitten",
        ] {
            assert!(is_date(text), "{text}");
        }
        for text in ["il y a deux chats", "12前", "前 2", "3 전화", "2 ans", "la 3e"] {
            assert!(!is_date(text), "{text}");
        }
    }
}
