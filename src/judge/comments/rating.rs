//! Numbers in short texts, as written, and ratings: stars, or points out of a maximum.

use crate::base::simd::Lanes;
use crate::read::html::scan;
use crate::read::page::unicode::is_letter;

/// Words between the points and their maximum.
const OUT_OF: [&str; 11] = ["/", "of", "out", "von", "sur", "de", "su", "van", "av", "из", "z"];
/// What is counted, in small letters.
const STARS: [&str; 10] =
    ["star", "stars", "stern", "sterne", "sternen", "étoiles", "estrellas", "stelle", "sterren", "звезд"];
/// So many bytes at the start of a text are read for its rating.
const HEAD_BYTES: usize = 80;
/// The maxima of ratings.
const MAXIMA: [u32; 2] = [5, 10];

/// The first rating.
pub(crate) fn rating(text: &str) -> Option<(usize, usize)> {
    let is_star = |c: char| matches!(c, '★' | '☆' | '⭐' | '✩' | '✭' | '🌟');
    let stars = if text.is_ascii() { None } else { text.find(is_star) };
    if let Some(first) = stars {
        let end = first + text[first..].find(|c| !is_star(c)).unwrap_or(text.len() - first);
        return (text[first..end].chars().count() >= 3).then_some((first, end));
    }
    let mut from = 0;
    while let Some((first, end)) = number(text, from) {
        from = end;
        if text[..first].ends_with('/') {
            continue;
        }
        let points = || tenths(&text[first..end]);
        let rest = text[end..].trim_start();
        let word = if rest.starts_with('/') { "/" } else { word_after(rest) };
        if word.is_empty() {
            continue;
        }
        if is_any(&STARS, word) && points().is_some_and(|points| points <= 100) {
            return Some((first, text.len() - rest.len() + word.len()));
        }
        if !is_any(&OUT_OF, word) {
            continue;
        }
        let Some((start, last)) = number(text, end) else { continue };
        let between = text[end..start].trim();
        let is_between = between == word || between.eq_ignore_ascii_case("out of");
        let maximum = text[start..last].parse().ok().filter(|maximum| MAXIMA.contains(maximum));
        let (Some(points), Some(maximum)) = (points(), maximum) else { continue };
        // "Page 1 of 5" is no rating.
        let says_so = word == "/" || between.len() > 3 || text[first..end].contains(['.', ',']) || has_star_word(text);
        if is_between && says_so && points <= 10 * maximum && !text[last..].starts_with('/') {
            return Some((first, last));
        }
    }
    None
}

/// The rating at the start of a text, or after a name or a date there.
pub(crate) fn opening_rating(text: &str) -> Option<(usize, usize)> {
    let head = text.as_bytes().get(..HEAD_BYTES).map(|head| head.iter().rposition(|&byte| byte == b' '));
    rating(&text[..head.map_or(text.len(), Option::unwrap_or_default)])
}

/// Whether a rating is at the start of a text, or at its end, below what it rates.
pub(crate) fn is_rated(text: &str) -> bool {
    if text.len() <= HEAD_BYTES {
        return rating(text).is_some();
    }
    let tail = text.len() - HEAD_BYTES;
    let tail = text.as_bytes()[tail..].iter().position(|&byte| byte == b' ').map_or(text.len(), |space| tail + space);
    opening_rating(text).is_some() || rating(&text[tail..]).is_some()
}

fn has_star_word(text: &str) -> bool {
    text.split(|c| !is_letter(c)).any(|word| is_any(&STARS, word))
}

/// Whether a word is one of some in small letters; compared without memory.
fn is_any(words: &[&str], word: &str) -> bool {
    match word.is_ascii() {
        true => words.iter().any(|other| other.eq_ignore_ascii_case(word)),
        false => words.iter().any(|other| word.chars().flat_map(char::to_lowercase).eq(other.chars())),
    }
}

/// Tenths of a number with at most two digits before its point.
fn tenths(text: &str) -> Option<u32> {
    let (whole, rest) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    let digit = rest.bytes().next().filter(u8::is_ascii_digit)?;
    (whole.len() <= 2).then(|| whole.parse::<u32>().ok().map(|whole| 10 * whole + u32::from(digit - b'0')))?
}

/// The next number from a place on, with its separators.
pub(crate) fn number(text: &str, from: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let first = scan::find_lanes(bytes, from, Lanes::digits);
    if first == bytes.len() {
        return None;
    }
    let mut end = first + 1;
    loop {
        end += bytes[end..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let mut chars = text[end..].chars();
        match (chars.next(), chars.next()) {
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

/// The word that a text begins with.
pub(crate) fn word_after(text: &str) -> &str {
    let rest = text.trim_start_matches(is_letter);
    &text[..text.len() - rest.len()]
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
