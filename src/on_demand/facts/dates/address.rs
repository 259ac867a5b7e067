//! The date in the address of a page: `/2026/05/02/`, `-20260502.html`, `/02-05-2026`.

use super::start_of;
use crate::on_demand::facts::date::{Date, Locale};

/// Years of addresses with a date; other numbers are something else.
const YEARS: std::ops::RangeInclusive<u32> = 1995..=2099;
/// Longer addresses are cut.
const MAX_BYTES: usize = 1_024;

/// What the address says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dated {
    Day(Date),
    /// Year and month.
    Month(u32, u32),
}

/// The first day in the path of an address, else the first month.
pub(super) fn dated(address: &str, locale: &Locale<'_>) -> Option<Dated> {
    let address = start_of(address, MAX_BYTES);
    // The pages of archives have the date of the copy before the address of the page.
    let address = address.rfind("http").map_or(address, |at| &address[at..]);
    let path = address.split(['?', '#']).next()?;
    let parts = || numbers(path);
    let day = parts().find_map(|(at, part)| match part.len() {
        8 => compact(part),
        1 | 2 | 4 => separated(&path[at..], locale),
        _ => None,
    });
    let month = || {
        parts().find_map(|(at, part)| {
            let is_between = at > 0 && path[..at].ends_with('/');
            let month = path[at + part.len()..].strip_prefix(['/', '-'])?.get(..3)?;
            let (month, end) = month.split_at_checked(2)?;
            let month: u32 = month.parse().ok().filter(|_| is_between && end == "/")?;
            let year: u32 = part.parse().ok().filter(|year| YEARS.contains(year) && (1..=12).contains(&month))?;
            Some(Dated::Month(year, month))
        })
    };
    day.map(Dated::Day).or_else(month)
}

/// The numbers of a text, each with its place.
fn numbers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].bytes().position(|byte| byte.is_ascii_digit())?;
        at = start + text[start..].bytes().take_while(u8::is_ascii_digit).count();
        Some((start, &text[start..at]))
    })
}

fn compact(part: &str) -> Option<Date> {
    Date::parse(part).filter(is_likely)
}

/// Numbers with the same mark between them, and none of them longer.
fn separated(rest: &str, locale: &Locale<'_>) -> Option<Date> {
    let end = rest
        .bytes()
        .position(|byte| !(byte.is_ascii_digit() || matches!(byte, b'/' | b'-' | b'_')))
        .unwrap_or(rest.len());
    let mut parts = rest[..end].split(['/', '-', '_']);
    let numbers = [parts.next()?, parts.next()?, parts.next()?];
    let written = match numbers.map(str::len) {
        [4, 1..=2, 1..=2] => [numbers[0], numbers[1], numbers[2]].join("-"),
        [1..=2, 1..=2, 4] => numbers.join("-"),
        _ => return None,
    };
    Date::parse_in(&written, locale).filter(is_likely)
}

fn is_likely(date: &Date) -> bool {
    date.is_day() && YEARS.contains(&date.year_and_month().0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_in_addresses() {
        let day = |address: &str| match dated(address, &Locale::of("de")) {
            Some(Dated::Day(date)) => Some(date.to_string()),
            Some(Dated::Month(year, month)) => Some(format!("{year}-{month:02}")),
            None => None,
        };
        for (address, expected) in [
            ("https://a.example/2019/11/8/20948348/rain", Some("2019-11-08")),
            ("https://a.example/news/rain-20200226.html", Some("2020-02-26")),
            ("https://a.example/20200226/rain", Some("2020-02-26")),
            ("https://a.example/media/29-10-2021", Some("2021-10-29")),
            ("https://a.example/2021_10_29", Some("2021-10-29")),
            ("https://web.archive.org/web/20140226054445/http://a.example/2013/08/07/rain", Some("2013-08-07")),
            ("https://a.example/2019/11/rain", Some("2019-11")),
            ("https://a.example/2019-02-30/", None),
            ("https://a.example/1234/5/6", None),
            ("https://a.example/202005021011", None),
            ("https://a.example/?d=2019-11-08", None),
            ("https://a.example/\u{e4}2019/11", None),
            ("", None),
        ] {
            assert_eq!(day(address).as_deref(), expected, "{address}");
        }
    }
}
