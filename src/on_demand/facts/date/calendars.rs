//! Years and dates that are not counted in the Gregorian calendar, where the conversion is certain: the Buddhist era of
//! Thailand, the eras of Japan, the Republic of China, the Solar Hijri calendar of Iran.

use super::Date;

/// The era in which the years of a date are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Era {
    #[default]
    Common,
    /// Years of the Buddhist era as Thailand counts them, where they can only be that.
    Buddhist,
    /// Months and years of Iran.
    Persian,
    /// Years of the Republic of China, where they have three digits.
    Republic,
}

/// Years that are taken for years of the Buddhist era, 1857 to 2157.
const BUDDHIST: std::ops::RangeInclusive<u32> = 2400..=2700;
/// Years in which the rule of leap years of [`is_persian_leap`] agrees with the equinox: 1865 to 2093.
const PERSIAN: std::ops::RangeInclusive<u32> = 1244..=1472;
/// The months of Iran, in Arabic letters.
const PERSIAN_MONTHS: [&str; 12] =
    ["فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور", "مهر", "آبان", "آذر", "دی", "بهمن", "اسفند"];
/// Eras of East Asia, with the year before their first.
const EAST_ASIAN: [(&str, u32); 6] =
    [("令和", 2018), ("平成", 1988), ("昭和", 1925), ("大正", 1911), ("民國", 1911), ("民国", 1911)];

impl Era {
    /// The date of a year, month and day of the era, if there is one.
    pub fn date(self, year: u32, month: u32, day: u32) -> Option<Date> {
        match self {
            Era::Buddhist if BUDDHIST.contains(&year) => Date::checked(year - 543, month, day),
            Era::Persian if PERSIAN.contains(&year) => from_persian(year, month, day),
            Era::Republic if year < 200 => Date::checked(year + 1911, month, day),
            _ => Date::checked(year, month, day),
        }
    }

    /// The era in which dates of numbers alone are counted.
    pub fn of_language(language: &str, region: &str) -> Era {
        match language {
            "th" => Era::Buddhist,
            "fa" => Era::Persian,
            "zh" if region.eq_ignore_ascii_case("TW") => Era::Republic,
            _ => Era::Common,
        }
    }
}

/// The month of Iran with this name, 1 to 12.
pub(super) fn persian_month(name: &str) -> Option<u32> {
    let at = PERSIAN_MONTHS.iter().position(|&known| known == name)?;
    Some(at as u32 + 1)
}

/// The year before the first of the East Asian era at the start of a text, and the length of its name.
pub(super) fn east_asian_era(text: &str) -> Option<(u32, usize)> {
    let &(name, year) = EAST_ASIAN.iter().find(|(name, _)| text.starts_with(name))?;
    Some((year, name.len()))
}

/// The number at the start of a text in Chinese numerals, and the length of its text: 二〇二六, 十二, 二十五.
pub(super) fn chinese_number(text: &str) -> Option<(u32, usize)> {
    const DIGITS: &str = "〇一二三四五六七八九";
    let value = |c: char| match c {
        '十' => Some(10),
        '零' | '○' => Some(0),
        _ => DIGITS.chars().position(|digit| digit == c).map(|at| at as u32),
    };
    let (mut number, mut len, mut before) = (0, 0, 10);
    for c in text.chars().take(4) {
        let Some(value) = value(c) else { break };
        number = match (value, before) {
            (10, _) if number == 0 => 10,
            (0..10, 10) => number + value,
            _ => number * 10 + if value == 10 { 0 } else { value },
        };
        (len, before) = (len + c.len_utf8(), value);
    }
    (len > 0).then_some((number, len))
}

/// Eight of 33 years are leap years (Borkowski, "The Persian calendar for 3000 years", 1996).
fn is_persian_leap(year: u32) -> bool {
    matches!(year % 33, 1 | 5 | 9 | 13 | 17 | 22 | 26 | 30)
}

fn from_persian(year: u32, month: u32, day: u32) -> Option<Date> {
    let length = match month {
        1..=6 => 31,
        7..=11 => 30,
        12 => 29 + u32::from(is_persian_leap(year)),
        _ => return None,
    };
    if !(1..=length).contains(&day) {
        return None;
    }
    // The first of Farvardin 1244 was the 21st of March 1865.
    let years = *PERSIAN.start()..year;
    let before = years.map(|year| 365 + u32::from(is_persian_leap(year))).sum::<u32>();
    let in_year = (month - 1) * 31 - month.saturating_sub(7) + day - 1;
    Date::checked(1865, 3, 21)?.after(before + in_year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eras() {
        let date = |era: Era, year, month, day| era.date(year, month, day).map(|date| date.to_string());
        assert_eq!(date(Era::Buddhist, 2567, 3, 5).as_deref(), Some("2024-03-05"));
        assert_eq!(date(Era::Buddhist, 2024, 3, 5).as_deref(), Some("2024-03-05"));
        assert_eq!(date(Era::Buddhist, 2567, 2, 30), None);
        for (year, month, day, expected) in [
            (1403, 1, 1, "2024-03-20"),
            (1402, 12, 15, "2024-03-05"),
            (1402, 12, 29, "2024-03-19"),
            (1403, 12, 30, "2025-03-20"),
            (1399, 7, 1, "2020-09-22"),
            (1357, 11, 22, "1979-02-11"),
            (1244, 1, 1, "1865-03-21"),
        ] {
            assert_eq!(date(Era::Persian, year, month, day).as_deref(), Some(expected));
        }
        assert_eq!(date(Era::Persian, 1402, 12, 30), None, "no leap year");
        assert_eq!(date(Era::Persian, 1402, 13, 1), None);
        assert_eq!(date(Era::Persian, 2024, 3, 5).as_deref(), Some("2024-03-05"));
    }

    #[test]
    fn chinese_numbers() {
        for (text, number) in [
            ("二〇二六年", 2026),
            ("二零一九年", 2019),
            ("五月", 5),
            ("十日", 10),
            ("十二月", 12),
            ("二十日", 20),
            ("三十一日", 31),
        ] {
            assert_eq!(chinese_number(text).map(|(number, _)| number), Some(number), "{text}");
        }
        assert_eq!(chinese_number("月"), None);
        assert_eq!(Era::Republic.date(113, 3, 5).map(|date| date.to_string()).as_deref(), Some("2024-03-05"));
    }

    #[test]
    fn names() {
        assert_eq!(persian_month("اسفند"), Some(12));
        assert_eq!(persian_month("مارس"), None);
        assert_eq!(east_asian_era("令和6年"), Some((2018, 6)));
        assert_eq!(east_asian_era("6年"), None);
    }
}
