//! Calendar dates, and how texts write them.
//!
//! `text` reads dates of texts, `calendars` converts those that are not counted in the Gregorian calendar. Days that the
//! calendar does not have are no dates, nor are dates without a year.

mod calendars;
mod text;

use std::fmt::{self, Write};
pub(in crate::on_demand) use text::digit;
pub use text::{Found, Locale};

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

impl Date {
    /// The first date in a text of at most 160 bytes.
    pub fn parse(text: &str) -> Option<Date> {
        Date::parse_in(text, &Locale::default())
    }

    /// The first date in a text of at most 160 bytes, of which the language is known.
    pub fn parse_in(text: &str, locale: &Locale<'_>) -> Option<Date> {
        text::parse(text, locale)
    }

    /// A moment in seconds or milliseconds since 1970, from September 2001 on, as earlier ones have fewer digits.
    pub fn of_timestamp(text: &str) -> Option<Date> {
        let text = text.trim();
        if !matches!(text.len(), 10 | 13) || !text.bytes().all(|byte| byte.is_ascii_digit()) || text.starts_with('0') {
            return None;
        }
        let seconds: u32 = text[..10].parse().ok()?;
        let (days, of_day) = (seconds / 86_400, seconds % 86_400);
        let time = Time { hour: of_day / 3600, minute: of_day / 60 % 60, second: Some(of_day % 60), offset: Some(0) };
        Some(Date { time: Some(time), ..Date::checked(1970, 1, 1)?.after(days)? })
    }

    fn checked(year: u32, month: u32, day: u32) -> Option<Date> {
        let is_valid = YEARS.contains(&year) && (1..=12).contains(&month) && (1..=days_of(year, month)).contains(&day);
        is_valid.then_some(Date { year, month, day, time: None })
    }

    /// The date a number of days later.
    fn after(self, mut days: u32) -> Option<Date> {
        let Date { mut year, mut month, day, .. } = self;
        days += day;
        while days > days_of(year, month) {
            days -= days_of(year, month);
            (year, month) = if month < 12 { (year, month + 1) } else { (year + 1, 1) };
        }
        Date::checked(year, month, days)
    }

    /// The year and the month, 0 if only the year is known.
    pub fn year_and_month(&self) -> (u32, u32) {
        (self.year, self.month)
    }

    /// Whether its time is one of day in a time zone of its own, which its readers may see as the day before or after.
    pub fn is_universal(&self) -> bool {
        self.time.is_some_and(|time| time.offset == Some(0))
    }

    /// Days since the first of January of the year 0, in the Gregorian calendar.
    pub fn day_number(&self) -> u32 {
        let (year, month) = (self.year, self.month.max(1));
        let leap_days = year.div_ceil(4) - year.div_ceil(100) + year.div_ceil(400);
        let before = (1..month).map(|month| days_of(year, month)).sum::<u32>();
        year * 365 + leap_days + before + self.day.max(1) - 1
    }

    /// The day of the week: 0 is a Saturday.
    fn weekday(&self) -> u32 {
        self.day_number() % 7
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
            ("Mar 5, '24", "2024-03-05"),
            ("Mar 5, ’98, 10:15", "1998-03-05T10:15"),
            ("5.III.2024", "2024-03-05"),
            ("2024. XII. 5.", "2024-12-05"),
            ("w dniu 21 - XI - 1999 r.", "1999-11-21"),
            ("Thu, 06/07/2012 - 10:15", "2012-06-07T10:15"),
            ("on Friday 06/07/2012", "2012-07-06"),
        ] {
            assert_eq!(iso(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn timestamps() {
        let iso = |text: &str| Date::of_timestamp(text).map(|date| date.to_string());
        assert_eq!(iso("1777723200").as_deref(), Some("2026-05-02T12:00:00Z"));
        assert_eq!(iso(" 1777723261999 ").as_deref(), Some("2026-05-02T12:01:01Z"));
        assert_eq!(iso("1000000000").as_deref(), Some("2001-09-09T01:46:40Z"));
        for text in ["", "999999999", "9999999999", "0123456789", "17777232000", "-777723200", "1777723200.5"] {
            assert_eq!(iso(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_date() {
        let long = format!("{}2026-05-02", "x".repeat(160));
        for text in [
            "",
            "2/3/2026",
            "Mon, 06/07/2012",
            "Saturn 06/07/2012",
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
            "Act 5 V 2024",
            "section 5.X.20",
            "Mar 5, 24",
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
