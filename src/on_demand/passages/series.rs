//! Numbers that name rows and columns: years, dates, times, ranges and codes. All others are quantities.

use crate::on_demand::facts::date::digit;
use crate::read::page::unicode::is_letter;

/// What a number is by its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// With a unit, a sign or a fraction.
    Quantity,
    /// Digits alone, perhaps with a full stop; whether they begin with a zero, and how many they are.
    Integer {
        value: u32,
        is_padded: bool,
        digits: u8,
    },
    Year(u32),
    /// A date, a time, or a range.
    Place,
}

/// Signs between and after the digits of a number.
mod sign {
    pub const SPACE: u8 = 1;
    pub const DOT: u8 = 1 << 1;
    pub const SLASH: u8 = 1 << 2;
    pub const DASH: u8 = 1 << 3;
    pub const COLON: u8 = 1 << 4;
    /// Year, month and day in Chinese, Japanese and Korean.
    pub const CALENDAR: u8 = 1 << 5;
    pub const PLUS: u8 = 1 << 6;
    pub const OTHER: u8 = 1 << 7;
}

fn sign_of(c: char) -> u8 {
    match c {
        '.' | '*' => sign::DOT,
        '/' => sign::SLASH,
        '-' | '~' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{301c}' | '\u{ff5e}' => sign::DASH,
        ':' | '\u{ff1a}' => sign::COLON,
        '年' | '月' | '日' | '년' | '월' | '일' | '度' => sign::CALENDAR,
        '+' => sign::PLUS,
        _ if c.is_whitespace() => sign::SPACE,
        _ => sign::OTHER,
    }
}

/// The longest text that is read.
const MAX_BYTES: usize = 64;

impl Number {
    /// What a text that begins with a digit is.
    pub fn of(text: &str) -> Number {
        if text.len() > MAX_BYTES || text.chars().next().and_then(digit).is_none() {
            return Number::Quantity;
        }
        let (mut groups, mut years, mut are_short, mut first) = (0, 0, true, (0, 0, false));
        let (mut between, mut signs) = (0, 0);
        // The digits that are being read: their value, how many they are, and whether the first one is a zero.
        let mut group = (0u32, 0u8, false);
        for c in text.chars().chain(['\n']) {
            if let Some(digit) = digit(c) {
                if group.1 == 0 {
                    between |= signs;
                    (signs, group.2) = (0, digit == 0);
                }
                group = (group.0.saturating_mul(10).saturating_add(digit), group.1 + 1, group.2);
                continue;
            }
            if group.1 > 0 {
                first = if groups == 0 { group } else { first };
                groups += 1;
                years += u32::from(is_year(group.0, group.1));
                are_short &= group.1 <= 2;
                group = (0, 0, false);
            }
            signs |= if c == '\n' { 0 } else { sign_of(c) };
        }
        let (value, digits, is_padded) = first;
        match groups {
            1 if signs & sign::CALENDAR != 0 && years == 1 => Number::Year(value),
            1 if signs == sign::PLUS => Number::Place,
            1 if signs & !sign::DOT != 0 => Number::Quantity,
            1 if years == 1 => Number::Year(value),
            1 => Number::Integer { value, is_padded: is_padded && digits > 1, digits },
            _ if between & (sign::OTHER | sign::PLUS) != 0 => Number::Quantity,
            _ if between & (sign::DASH | sign::COLON | sign::CALENDAR) != 0 => Number::Place,
            _ if years > 0 || groups == 3 && are_short && between & (sign::DOT | sign::SLASH) != 0 => Number::Place,
            _ => Number::Quantity,
        }
    }

    /// The value of a number without parts.
    fn value(self) -> Option<u32> {
        match self {
            Number::Integer { value, .. } | Number::Year(value) => Some(value),
            Number::Quantity | Number::Place => None,
        }
    }
}

fn is_year(value: u32, digits: u8) -> bool {
    digits == 4 && (1000..2200).contains(&value)
}

/// What the numbers of a column say about its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Series {
    /// Nothing: they are quantities.
    None,
    /// They count the rows, from 0 or 1.
    Count,
    /// They name the rows.
    Names,
}

/// The fewest numbers, other than years, whose order tells anything.
const LEAST: usize = 3;

impl Series {
    pub fn of(numbers: &[Number]) -> Series {
        let places = numbers.iter().filter(|number| matches!(number, Number::Place | Number::Year(_))).count();
        let are_years = numbers.iter().all(|number| matches!(number, Number::Year(_)));
        if !numbers.iter().all(|number| number.value().is_some()) {
            return if 4 * places >= 3 * numbers.len() { Series::Names } else { Series::None };
        }
        let each = |holds: fn(u32, u32) -> bool| {
            let mut pairs = numbers.windows(2).map(|pair| (pair[0].value(), pair[1].value()));
            pairs.all(|(one, next)| one.zip(next).is_some_and(|(one, next)| holds(one, next)))
        };
        let first = numbers.first().and_then(|number| number.value());
        if first.is_some_and(|first| first < 2) && each(|one, next| next == one + 1) {
            return Series::Count;
        }
        let is_sorted = each(|one, next| one < next) || are_years && each(|one, next| one > next);
        let is_enough = numbers.len() >= if are_years { 2 } else { LEAST };
        match is_enough && (is_sorted || are_padded(numbers)) {
            true => Series::Names,
            false => Series::None,
        }
    }
}

/// Whether numbers are codes: of equal length, some with a zero in front.
fn are_padded(numbers: &[Number]) -> bool {
    let length = |number: &Number| match number {
        Number::Integer { digits, .. } => *digits,
        _ => 4,
    };
    numbers.iter().any(|number| matches!(number, Number::Integer { is_padded: true, .. }))
        && numbers.windows(2).all(|pair| length(&pair[0]) == length(&pair[1]))
}

/// Whether a text is a number, perhaps with a unit: it begins with a digit behind at most two other characters, and is no
/// name with a sign of numbers, such as a paragraph.
pub(super) fn is_number(text: &str) -> bool {
    let is_digit = |c| digit(c).is_some();
    let is_name = text.starts_with(['#', '§', '№']);
    !is_name && text.chars().take(3).take_while(|&c| is_digit(c) || !is_letter(c)).any(is_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_numbers() {
        let integer = |value, digits, is_padded| Number::Integer { value, is_padded, digits };
        for (text, expected) in [
            ("1998", Number::Year(1998)),
            ("1998年", Number::Year(1998)),
            ("2020*", Number::Year(2020)),
            ("404", integer(404, 3, false)),
            ("7.", integer(7, 1, false)),
            ("0114", integer(114, 4, true)),
            ("2019/20", Number::Place),
            ("2019–20", Number::Place),
            ("05.03.24", Number::Place),
            ("3/2024", Number::Place),
            ("2024年3月5日", Number::Place),
            ("8:00", Number::Place),
            ("15–24", Number::Place),
            ("65+", Number::Place),
            ("12 mm", Number::Quantity),
            ("1500 g", Number::Quantity),
            ("1.063", Number::Quantity),
            ("1 234 567", Number::Quantity),
            ("3,5", Number::Quantity),
            ("1/2", Number::Quantity),
            ("-5", Number::Quantity),
            ("", Number::Quantity),
        ] {
            assert_eq!(Number::of(text), expected, "{text}");
        }
    }

    #[test]
    fn series_of_numbers() {
        let series = |texts: &[&str]| Series::of(&texts.iter().map(|text| Number::of(text)).collect::<Vec<_>>());
        for texts in [
            &["1990", "2000", "2010"][..],
            &["2021", "2018"],
            &["200", "404", "503"],
            &["0114", "0203", "0117"],
            &["05.03.2024", "01.03.2024"],
            &["0–14", "15–64", "65+"],
        ] {
            assert_eq!(series(texts), Series::Names, "{texts:?}");
        }
        for texts in [&["1990", "2010", "2000"][..], &["404", "200"], &["503", "404", "200"], &["12 mm", "13 mm"]] {
            assert_eq!(series(texts), Series::None, "{texts:?}");
        }
        assert_eq!(series(&["1.", "2.", "3."]), Series::Count);
    }
}
