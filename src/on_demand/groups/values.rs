//! Prices and ratings in short texts, as written.

use crate::judge::mask::price::{number, price, word_after};
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

fn points(text: &str) -> Option<f64> {
    text.replace(',', ".").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::rating;

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
            assert_eq!(rating(text).map(|(first, end)| &text[first..end]), expected, "{text}");
        }
    }
}
