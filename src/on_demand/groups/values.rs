//! Prices and ratings in short texts, as written.

use crate::judge::mask::features::is_currency;
use crate::read::page::Page;
use crate::read::page::unicode::is_letter;

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// A number with a currency beside it: "$12.50", "1 299,- EUR".
    Price,
    /// Stars, or a number of points out of some: "★★★★☆", "4.5/5", "4 out of 5".
    Rating,
}

/// All values, by number.
pub(super) const VALUES: [Value; 2] = [Value::Price, Value::Rating];

/// Longer blocks are text.
const MAX_BYTES: usize = 140;

/// Codes and abbreviations of currencies, in small letters.
const CURRENCIES: [&str; 24] = [
    "eur", "euro", "euros", "usd", "gbp", "chf", "jpy", "cny", "inr", "rub", "kr", "sek", "nok", "dkk", "zł", "pln",
    "kč", "czk", "ft", "huf", "lei", "руб", "грн", "元",
];
/// Words between the points and their maximum.
const OUT_OF: [&str; 11] = ["/", "of", "out", "von", "sur", "de", "su", "van", "av", "из", "z"];
/// What is counted, in small letters.
const STARS: [&str; 10] =
    ["star", "stars", "stern", "sterne", "sternen", "étoiles", "estrellas", "stelle", "sterren", "звезд"];
/// The maxima of ratings.
const MAXIMA: [u32; 2] = [5, 10];

/// The text range of the value in a block.
pub(super) fn find(page: &Page<'_>, block: usize, value: Value) -> Option<(u32, u32)> {
    let start = page.blocks[block].text.0;
    let text = page.text_of(&page.blocks[block]);
    if text.len() > MAX_BYTES {
        return None;
    }
    let (first, end) = match value {
        Value::Price => price(text)?,
        Value::Rating => rating(text)?,
    };
    Some((start + first as u32, start + end as u32))
}

/// The first number with a currency beside it.
fn price(text: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some((first, end)) = number(text, from) {
        let (before, after) = (&text[..first], &text[end..]);
        let code = word_before(before);
        let left = before.trim_end();
        if let Some(sign) = left.chars().next_back().filter(|&c| is_currency(c)) {
            return Some((left.len() - sign.len_utf8(), end));
        }
        if CURRENCIES.contains(&code.to_lowercase().as_str()) {
            return Some((left.len() - code.len(), end));
        }
        let right = after.trim_start_matches([' ', '\u{a0}', '\u{202f}', ',', '-', '\u{2013}']);
        let at = text.len() - right.len();
        if let Some(sign) = right.chars().next().filter(|&c| is_currency(c)) {
            return Some((first, at + sign.len_utf8()));
        }
        let code = word_after(right);
        if CURRENCIES.contains(&code.to_lowercase().as_str()) {
            return Some((first, at + code.len()));
        }
        from = end;
    }
    None
}

fn rating(text: &str) -> Option<(usize, usize)> {
    let is_star = |c: char| matches!(c, '★' | '☆' | '⭐' | '✩' | '✭' | '🌟');
    if let Some(first) = text.find(is_star) {
        let end = first + text[first..].find(|c| !is_star(c)).unwrap_or(text.len() - first);
        return (text[first..end].chars().count() >= 3).then_some((first, end));
    }
    let mut from = 0;
    while let Some((first, end)) = number(text, from) {
        from = end;
        if text[..first].ends_with('/') {
            continue;
        }
        let points = points(&text[first..end]);
        let rest = text[end..].trim_start();
        let word = if rest.starts_with('/') { "/" } else { word_after(rest) };
        if STARS.contains(&word.to_lowercase().as_str()) && points.is_some_and(|points| points <= 10.0) {
            return Some((first, text.len() - rest.len() + word.len()));
        }
        if !OUT_OF.contains(&word.to_lowercase().as_str()) {
            continue;
        }
        let Some((start, last)) = number(text, end) else { continue };
        let between = text[end..start].trim();
        let is_between = between == word || between.eq_ignore_ascii_case("out of");
        let maximum = text[start..last].parse().ok().filter(|maximum| MAXIMA.contains(maximum));
        let (Some(points), Some(maximum)) = (points, maximum) else { continue };
        // "Page 1 of 5" is no rating.
        let says_so = word == "/" || between.len() > 3 || text[first..end].contains(['.', ',']) || has_star_word(text);
        if is_between && says_so && points <= f64::from(maximum) && !text[last..].starts_with('/') {
            return Some((first, last));
        }
    }
    None
}

fn has_star_word(text: &str) -> bool {
    text.split(|c| !is_letter(c)).any(|word| STARS.contains(&word.to_lowercase().as_str()))
}

/// The next number from a place on, with its separators.
fn number(text: &str, from: usize) -> Option<(usize, usize)> {
    let first = from + text[from..].find(|c: char| c.is_ascii_digit())?;
    let bytes = text.as_bytes();
    let mut end = first + 1;
    loop {
        let rest = &text[end..];
        let mut chars = rest.chars();
        match (chars.next(), chars.next()) {
            (Some(digit), _) if digit.is_ascii_digit() => end += 1,
            (Some(mark @ ('.' | ',' | '\'' | '\u{a0}' | '\u{202f}')), Some(digit)) if digit.is_ascii_digit() => {
                end += mark.len_utf8();
            }
            // Spaces group three digits.
            (Some(' '), _) if groups_three(&bytes[end..]) && end - first <= 3 => end += 1,
            _ => return Some((first, end)),
        }
    }
}

/// Whether a space and three digits follow, and no more.
fn groups_three(rest: &[u8]) -> bool {
    let digits = rest.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
    digits == 3
}

fn points(text: &str) -> Option<f64> {
    text.replace(',', ".").parse().ok()
}

fn word_before(text: &str) -> &str {
    let text = text.trim_end();
    let rest = text.trim_end_matches(is_letter);
    &text[rest.len()..]
}

fn word_after(text: &str) -> &str {
    let rest = text.trim_start_matches(is_letter);
    &text[..text.len() - rest.len()]
}

#[cfg(test)]
mod tests {
    use super::{price, rating};

    fn of(find: fn(&str) -> Option<(usize, usize)>, text: &str) -> Option<&str> {
        find(text).map(|(first, end)| &text[first..end])
    }

    #[test]
    fn prices() {
        for (text, expected) in [
            ("$12.50", Some("$12.50")),
            ("ab 1.299,00 € inkl. MwSt.", Some("1.299,00 €")),
            ("Was £ 20, now £15", Some("£ 20")),
            ("1 299 kr", Some("1 299 kr")),
            ("EUR 5,- je Stück", Some("EUR 5")),
            ("49,- EUR", Some("49,- EUR")),
            ("￥1200", Some("￥1200")),
            ("3 pieces", None),
            ("12 May 2024", None),
            ("", None),
        ] {
            assert_eq!(of(price, text), expected, "{text}");
        }
    }

    #[test]
    fn ratings() {
        for (text, expected) in [
            ("★★★★☆ (12)", Some("★★★★☆")),
            ("4.5/5", Some("4.5/5")),
            ("Rated 4 out of 5", Some("4 out of 5")),
            ("3,5 von 5 Sternen", Some("3,5 von 5")),
            ("5 stars", Some("5 stars")),
            ("Page 1 of 5", None),
            ("2/5/2024", None),
            ("12/5", None),
            ("★ Favorite", None),
        ] {
            assert_eq!(of(rating, text), expected, "{text}");
        }
    }
}
