//! Calendar dates in texts: ISO 8601, the formats of mail and HTTP headers, and dates as people write them.
//!
//! The tokens of a text (numbers, words, marks) are matched against a few patterns. Ambiguous dates, such as 2/3/2026,
//! and dates that the calendar does not have are rejected.

use crate::base::months::month_of;
use std::fmt::{self, Write};

/// Longer texts, in bytes, are not dates.
const MAX_BYTES: usize = 160;
/// Tokens of a text that are read.
const MAX_TOKENS: usize = 32;
/// Earlier years are placeholders such as 0001-01-01, later ones garbage.
const YEARS: std::ops::RangeInclusive<u32> = 1000..=9999;

/// A date, with its time of day if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    year: u32,
    /// 1 to 12; 0 if only the year is known.
    month: u32,
    /// 1 to 31; 0 if only year and month are known.
    day: u32,
    time: Option<Time>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Time {
    hour: u32,
    minute: u32,
    second: Option<u32>,
    /// Minutes east of Greenwich.
    offset: Option<i32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    /// A number, and how many digits it has.
    Number(u32, usize),
    Word(&'t str),
    Mark(char),
}

impl Date {
    /// The first date in a text of at most 160 bytes.
    pub fn parse(text: &str) -> Option<Date> {
        let text = text.trim();
        if text.len() > MAX_BYTES {
            return None;
        }
        let mut buffer = [Token::Mark(' '); MAX_TOKENS];
        let count = tokenize(text, &mut buffer);
        let tokens = &buffer[..count];
        let (date, end) = (0..count).find_map(|at| day_at(tokens, at)).or_else(|| partial(tokens))?;
        let time = if date.day > 0 { time_after(&tokens[end..]) } else { None };
        Some(Date { time, ..date })
    }

    fn checked(year: u32, month: u32, day: u32) -> Option<Date> {
        let is_valid = YEARS.contains(&year) && (1..=12).contains(&month) && (1..=days_of(year, month)).contains(&day);
        is_valid.then_some(Date { year, month, day, time: None })
    }

    /// Days since the first of January of the year 0, in the Gregorian calendar.
    pub fn day_number(&self) -> u32 {
        let (year, month) = (self.year, self.month.max(1));
        let leap_days = year.div_ceil(4) - year.div_ceil(100) + year.div_ceil(400);
        let before = (1..month).map(|month| days_of(year, month)).sum::<u32>();
        year * 365 + leap_days + before + self.day.max(1) - 1
    }

    /// Whether it is the day on which the clocks of computers begin: a publication date that was never set.
    pub fn is_epoch(&self) -> bool {
        (self.year, self.month, self.day) == (1970, 1, 1)
    }

    /// Whether it names a day, not only a month or a year.
    pub fn is_day(&self) -> bool {
        self.day > 0
    }

    /// Seconds by which moments are ordered; a time without an offset counts as UTC.
    pub fn moment(&self) -> i64 {
        let time = self.time.map_or(0, |time| {
            let local = time.hour * 3600 + time.minute * 60 + time.second.unwrap_or(0);
            i64::from(local) - i64::from(time.offset.unwrap_or(0)) * 60
        });
        i64::from(self.day_number()) * 86_400 + time
    }
}

/// ISO 8601, extended format, as precise as it is known.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if self.month > 0 {
            write!(f, "-{:02}", self.month)?;
        }
        if self.day > 0 {
            write!(f, "-{:02}", self.day)?;
        }
        let Some(Time { hour, minute, second, offset }) = self.time else { return Ok(()) };
        write!(f, "T{hour:02}:{minute:02}")?;
        if let Some(second) = second {
            write!(f, ":{second:02}")?;
        }
        match offset {
            None => Ok(()),
            Some(0) => f.write_char('Z'),
            Some(offset) => {
                let sign = if offset < 0 { '-' } else { '+' };
                write!(f, "{sign}{:02}:{:02}", offset.abs() / 60, offset.abs() % 60)
            }
        }
    }
}

fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_of(year: u32, month: u32) -> u32 {
    match month {
        2 => 28 + u32::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Splits a text into tokens, without spaces; returns their number.
fn tokenize<'t>(text: &'t str, tokens: &mut [Token<'t>; MAX_TOKENS]) -> usize {
    let mut count = 0;
    let mut rest = text;
    while let (Some(c), Some(slot)) = (rest.chars().next(), tokens.get_mut(count)) {
        let len = match c {
            '0'..='9' => rest.bytes().take_while(u8::is_ascii_digit).count(),
            c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(len);
        rest = after;
        if c.is_whitespace() {
            continue;
        }
        *slot = match c {
            // A number of more digits than that is no part of a date.
            '0'..='9' => Token::Number(if len <= 8 { token.parse().unwrap_or(0) } else { 0 }, len),
            c if is_word(c) => Token::Word(token),
            c => Token::Mark(c),
        };
        count += 1;
    }
    count
}

/// Whether a character can be part of the name of a month. Chinese, Japanese and Korean letters are not: they follow
/// numbers without a space.
fn is_word(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '\u{c0}'..='\u{1fff}')
}

/// The date that begins at a token, and where it ends.
fn day_at(tokens: &[Token<'_>], at: usize) -> Option<(Date, usize)> {
    use Token::{Mark, Number, Word};
    let date = |year, month, day, len| Date::checked(year, month, day).map(|date| (date, at + len));
    // Digits, a sign or a dot before a date make it part of something else, such as the year 275760.
    let is_free = at == 0 || !matches!(tokens[at - 1], Number(..) | Mark('+' | '-' | '/' | '.'));
    match tokens[at..] {
        _ if !is_free => None,
        [Number(ymd, 8), ..] => date(ymd / 10_000, ymd / 100 % 100, ymd % 100, 1),
        [Number(year, 4), Mark(one @ ('-' | '/' | '.')), Number(month, 1..=2), Mark(two), Number(day, 1..=2), ..]
            if one == two =>
        {
            date(year, month, day, 5)
        }
        [Number(year, 4), Mark('年' | '년'), Number(month, 1..=2), Mark('月' | '월'), Number(day, 1..=2), ..] => {
            date(year, month, day, 5)
        }
        [
            Number(one, 1..=2),
            Mark(first @ ('-' | '/' | '.')),
            Number(two, 1..=2),
            Mark(second),
            Number(year, 4),
            ..,
        ] if first == second => {
            let (day, month) = day_and_month(one, two, first)?;
            date(year, month, day, 5)
        }
        [Number(day, 1..=2), Mark('-'), Word(month), Mark('-'), Number(year, 2 | 4), ..] => {
            date(full_year(year), month_of(month)?, day, 5)
        }
        [Number(day, 1..=2), ref rest @ ..] => {
            let month_at =
                rest.iter().take(4).position(|token| matches!(token, Word(word) if month_of(word).is_some()))?;
            let is_between = |token: &Token<'_>| {
                matches!(token, Mark('.' | ',' | 'º' | 'ª') | Word("de" | "of" | "st" | "nd" | "rd" | "th" | "er"))
            };
            let Word(month) = rest[month_at] else { return None };
            let after = &rest[month_at + 1..];
            let skipped = after.iter().take(2).take_while(|token| is_between(token)).count();
            match after.get(skipped) {
                Some(&Number(year, 4)) if rest[..month_at].iter().all(is_between) => {
                    date(year, month_of(month)?, day, 1 + month_at + 1 + skipped + 1)
                }
                _ => None,
            }
        }
        [Word(month), ref rest @ ..] => {
            let month = month_of(month)?;
            let dot = usize::from(rest.first() == Some(&Mark('.')));
            let Some(&Number(day, 1..=2)) = rest.get(dot) else { return None };
            let after = rest.get(dot + 1..)?;
            let is_between = |token: &Token<'_>| matches!(token, Mark(',') | Word("st" | "nd" | "rd" | "th"));
            let skipped = after.iter().take(2).take_while(|token| is_between(token)).count();
            match after.get(skipped) {
                Some(&Number(year, 4)) => date(year, month, day, 1 + dot + 1 + skipped + 1),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The day and the month of two numbers before a year, unless both orders are possible. Dots stand between day and
/// month in that order.
fn day_and_month(one: u32, two: u32, mark: char) -> Option<(u32, u32)> {
    match (one, two) {
        _ if mark == '.' || one > 12 || one == two => Some((one, two)),
        _ if two > 12 => Some((two, one)),
        _ => None,
    }
}

/// RFC 850 has two digits.
fn full_year(year: u32) -> u32 {
    match year {
        0..70 => year + 2000,
        70..100 => year + 1900,
        _ => year,
    }
}

/// A text that is only a year, or a year and a month.
fn partial(tokens: &[Token<'_>]) -> Option<(Date, usize)> {
    let (year, month) = match *tokens {
        [Token::Number(year, 4)] => (year, 0),
        [Token::Number(year, 4), Token::Mark('-'), Token::Number(month @ 1..=12, 2)] => (year, month),
        _ => return None,
    };
    YEARS.contains(&year).then_some((Date { year, month, day: 0, time: None }, tokens.len()))
}

/// The first time of day in the tokens after a date.
fn time_after(tokens: &[Token<'_>]) -> Option<Time> {
    use Token::{Mark, Number, Word};
    for at in 0..tokens.len() {
        let (hour, minute, second, len) = match tokens[at..] {
            [Number(hour, 1..=2), Mark(':'), Number(minute, 2), Mark(':'), Number(second, 2), ..] => {
                (hour, minute, Some(second), 5)
            }
            [Number(hour, 1..=2), Mark(':'), Number(minute, 2), ..] => (hour, minute, None, 3),
            [Word("T"), Number(hms, 6), ..] => (hms / 10_000, hms / 100 % 100, Some(hms % 100), 2),
            [Word("T"), Number(hm, 4), ..] => (hm / 100, hm % 100, None, 2),
            _ => continue,
        };
        let mut rest = &tokens[at + len..];
        if let [Mark('.' | ','), Number(..), after @ ..] = rest {
            rest = after;
        }
        let mut hour = hour;
        if let [Word(word), after @ ..] = rest {
            let half = [("am", 0), ("pm", 12)].into_iter().find(|(name, _)| word.eq_ignore_ascii_case(name));
            if let Some((_, plus)) = half.filter(|_| (1..=12).contains(&hour)) {
                (hour, rest) = (hour % 12 + plus, after);
            }
        }
        let is_valid = hour < 24 && minute < 60 && second.is_none_or(|second| second < 60);
        return is_valid.then(|| Time { hour, minute, second, offset: offset_of(rest) });
    }
    None
}

/// The offset from UTC at the start of the tokens, in minutes.
fn offset_of(tokens: &[Token<'_>]) -> Option<i32> {
    use Token::{Mark, Number, Word};
    /// RFC 822, section 5.1; in minutes.
    const ZONES: [(&str, i32); 11] = [
        ("z", 0),
        ("utc", 0),
        ("gmt", 0),
        ("est", -300),
        ("edt", -240),
        ("cst", -360),
        ("cdt", -300),
        ("mst", -420),
        ("mdt", -360),
        ("pst", -480),
        ("pdt", -420),
    ];
    // JavaScript prints GMT+0100.
    let tokens = match tokens {
        [Word("GMT" | "UTC"), rest @ ..] if matches!(rest, [Mark('+' | '-'), Number(..), ..]) => rest,
        _ => tokens,
    };
    let (sign, hours, minutes) = match *tokens {
        [Word(zone), ..] => {
            return ZONES.iter().find(|(name, _)| zone.eq_ignore_ascii_case(name)).map(|&(_, offset)| offset);
        }
        [Mark(sign), Number(hours, 2), Mark(':'), Number(minutes, 2), ..] => (sign, hours, minutes),
        [Mark(sign), Number(both, 4), ..] => (sign, both / 100, both % 100),
        [Mark(sign), Number(hours, 2), ..] => (sign, hours, 0),
        _ => return None,
    };
    let offset = (hours < 24 && minutes < 60).then_some((hours * 60 + minutes) as i32)?;
    match sign {
        '+' => Some(offset),
        '-' | '\u{2212}' => Some(-offset),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Date;

    fn iso(text: &str) -> Option<String> {
        Date::parse(text).map(|date| date.to_string())
    }

    #[test]
    fn dates_of_machines() {
        for (text, expected) in [
            ("2026-05-02", "2026-05-02"),
            ("2026-05-02T10:11:12Z", "2026-05-02T10:11:12Z"),
            ("2026-05-02 10:11", "2026-05-02T10:11"),
            ("2026-05-02T10:11:12.345+02:00", "2026-05-02T10:11:12+02:00"),
            ("2026-05-02T10:11:12-0330", "2026-05-02T10:11:12-03:30"),
            ("2026-05-02T10:11+02", "2026-05-02T10:11+02:00"),
            ("20260502T101112Z", "2026-05-02T10:11:12Z"),
            ("20260502", "2026-05-02"),
            ("2026/5/2", "2026-05-02"),
            ("2026-05", "2026-05"),
            ("2026", "2026"),
            ("Tue, 25 May 2010 21:42:43 GMT", "2010-05-25T21:42:43Z"),
            ("25 Jun 2010 15:00:00 PST", "2010-06-25T15:00:00-08:00"),
            ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"),
            ("Sat Nov 23 2024 10:00:00 GMT+0100 (CET)", "2024-11-23T10:00:00+01:00"),
        ] {
            assert_eq!(iso(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn dates_of_people() {
        for (text, expected) in [
            ("Posted Feb 4, 2019", "2019-02-04"),
            ("Updated Feb. 14, 2019 8:05 pm EST", "2019-02-14T20:05-05:00"),
            ("May 2nd, 2026 at 12:05 AM", "2026-05-02T00:05"),
            ("2 May 2026", "2026-05-02"),
            ("2nd of May 2026", "2026-05-02"),
            ("Am 2. Mai 2026, 10:11 Uhr", "2026-05-02T10:11"),
            ("2 de mayo de 2026", "2026-05-02"),
            ("1er février 2026", "2026-02-01"),
            ("2 мая 2026", "2026-05-02"),
            ("2026年5月2日", "2026-05-02"),
            ("2.5.2026", "2026-05-02"),
            ("13/5/2026", "2026-05-13"),
            ("5/13/2026", "2026-05-13"),
            ("5/5/2026", "2026-05-05"),
        ] {
            assert_eq!(iso(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_date() {
        let long = format!("{}2026-05-02", "x".repeat(160));
        for text in [
            "",
            "2/3/2026",
            "2026-02-30",
            "1900-02-29",
            "2026-13-01",
            "2026-00-10",
            "+275760-09-13",
            "275760-09-13",
            "0001-01-01T00:00:00",
            "-0044-03-15",
            "99999999",
            "20261345",
            "1700000000",
            "yesterday",
            "May",
            "3 ago",
            "1.2.3.4",
            "12:30",
            "May 32, 2026",
            "202605021011",
            &long,
        ] {
            assert_eq!(iso(text), None, "{text}");
        }
        assert_eq!(iso("2000-02-29").as_deref(), Some("2000-02-29"));
        assert_eq!(iso("2026-05-02T25:00").as_deref(), Some("2026-05-02"));
    }

    #[test]
    fn days_and_moments_are_in_order() {
        let day = |text: &str| Date::parse(text).unwrap().day_number();
        assert_eq!(day("2000-03-01") - day("2000-02-28"), 2);
        assert_eq!(day("1900-03-01") - day("1900-02-28"), 1);
        assert_eq!(day("2026-01-01") - day("2025-01-01"), 365);
        assert_eq!(day("2001-01-01") - day("2000-01-01"), 366);
        let moment = |text: &str| Date::parse(text).unwrap().moment();
        assert!(moment("2010-06-25T15:00:00-08:00") > moment("2010-06-25T22:59:59Z"));
        assert_eq!(moment("2010-06-25T15:00:00-08:00"), moment("2010-06-25T23:00Z"));
    }
}
