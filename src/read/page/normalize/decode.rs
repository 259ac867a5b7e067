//! Characters of source bytes: UTF-8 with its malformed sequences, and JSON strings with their escapes.

use super::super::metadata::Spelling;
use super::super::unicode;
use crate::read::encoding::stray_character;
use crate::read::html::entities;

/// Decodes the UTF-8 character at `at`; `None` if its bytes are malformed.
#[inline]
pub(in crate::read::page) fn decode_utf8(source: &[u8], at: usize) -> Option<(char, usize)> {
    let lead = source[at];
    let continuation = |i: usize| source.get(at + i).filter(|&&b| b & 0xc0 == 0x80).map(|&b| u32::from(b & 0x3f));
    let (code, len) = match lead {
        0xc2..=0xdf => (u32::from(lead & 0x1f) << 6 | continuation(1)?, 2),
        0xe0..=0xef => {
            let code = u32::from(lead & 0x0f) << 12 | continuation(1)? << 6 | continuation(2)?;
            (if code < 0x800 { return None } else { code }, 3)
        }
        0xf0..=0xf4 => {
            let code = u32::from(lead & 0x07) << 18 | continuation(1)? << 12 | continuation(2)? << 6 | continuation(3)?;
            (if code < 0x1_0000 { return None } else { code }, 4)
        }
        _ => return None,
    };
    char::from_u32(code).map(|c| (c, len))
}

/// Skips characters beyond ASCII that are copied as they are. Returns the next one that is not, `None` inside if its bytes
/// are malformed; `None` at an ASCII character and at the end.
#[inline]
pub(super) fn skip_letters(source: &[u8], at: &mut usize) -> Option<Option<(char, usize)>> {
    loop {
        match source.get(*at..)? {
            // Kana, ideographs and most syllables of Hangul.
            [0xe3, 0x81..=0x83, 0x80..=0xbf, ..] | [0xe4..=0xec, 0x80..=0xbf, 0x80..=0xbf, ..] => *at += 3,
            [0x80..=0xff, ..] => match decode_utf8(source, *at) {
                Some((c, len)) if is_copied(c) => *at += len,
                other => return Some(other),
            },
            _ => return None,
        }
    }
}

fn is_copied(c: char) -> bool {
    unicode::class(c) & unicode::SPACE == 0 && c != unicode::SOFT_HYPHEN
}

/// Decodes the character at `at` in a JSON string; returns it with the length of its escape or reference.
pub(crate) fn decode_json_char(source: &[u8], at: usize) -> (char, usize) {
    let rest = &source[at..];
    match *rest {
        [b'\\', b'u', ..] => decode_unicode_escape(rest, b"\\u"),
        [b'\\', other, ..] if other.is_ascii() && other != 0 => (escaped_char(char::from(other)), 2),
        [b'&', ..] => match entities::decode(rest, false) {
            Some((value, len)) => (value.as_str(&mut [0; 4]).chars().next().unwrap_or(' '), len),
            None => ('&', 1),
        },
        // As everywhere in HTML, so that no text has a character that ends strings of C.
        [0, ..] => (char::REPLACEMENT_CHARACTER, 1),
        [1..0x80, ..] => (char::from(rest[0]), 1),
        _ => decode_utf8(source, at).unwrap_or_else(|| (char::REPLACEMENT_CHARACTER, invalid_len(source, at))),
    }
}

/// Decodes the character at `at` in a JSON string that is itself in a string of JSON or JavaScript, whose escapes come first.
pub(in crate::read::page) fn decode_nested_json_char(source: &[u8], at: usize) -> (char, usize) {
    let rest = &source[at..];
    if rest[0] != b'\\' {
        return decode_json_char(source, at);
    }
    let (outer, length) = decode_escape(rest);
    if outer != '\\' || length == rest.len() {
        return (outer, length);
    }
    let (inner, inner_length) = decode_escape(&rest[length..]);
    let length = length + inner_length;
    match inner {
        'u' => decode_unicode_escape(rest, &rest[..length]),
        other => (escaped_char(other), length),
    }
}

/// Decodes the character at `at` in a string of percent-encoded UTF-8 (ECMAScript, "Decode").
pub(in crate::read::page) fn decode_percent_char(source: &[u8], at: usize) -> (char, usize) {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let byte_at = |at: usize| match *source.get(at..at + 3)? {
        [b'%', high, low] => Some((digit(high)? << 4 | digit(low)?) as u8),
        _ => None,
    };
    let mut bytes = [0; 4];
    let mut length = 0;
    while let (Some(byte), Some(slot)) = (byte_at(at + 3 * length), bytes.get_mut(length)) {
        *slot = byte;
        length += 1;
    }
    match bytes[0] {
        _ if length == 0 => decode_json_char(source, at),
        ascii @ 1..0x80 => (char::from(ascii), 3),
        _ => decode_utf8(&bytes[..length], 0).map_or((char::REPLACEMENT_CHARACTER, 3), |(c, bytes)| (c, 3 * bytes)),
    }
}

/// Decodes the character at `at` in the state that Angular leaves in a page.
pub(in crate::read::page) fn decode_angular_char(source: &[u8], at: usize) -> (char, usize) {
    let decoded = match source.get(at..at + 3) {
        Some(b"&q;") => '"',
        Some(b"&a;") => '&',
        Some(b"&s;") => '\'',
        Some(b"&l;") => '<',
        Some(b"&g;") => '>',
        _ => return decode_attribute_char(source, at),
    };
    (decoded, 3)
}

/// Decodes the character at `at` in the value of an attribute.
pub(in crate::read::page) fn decode_attribute_char(source: &[u8], at: usize) -> (char, usize) {
    match source[at] {
        b'\\' => ('\\', 1),
        _ => decode_json_char(source, at),
    }
}

/// Decodes the character at `at` in the query of the address of an image, where a program that draws formulas finds TeX.
/// In a parameter a plus sign is a space; some programs write `&space;`, which no reference of HTML is.
pub(in crate::read::page) fn decode_query_char(query: &[u8], at: usize, is_parameter: bool) -> (char, usize) {
    match query[at] {
        b'%' => decode_percent_char(query, at),
        b'+' if is_parameter => (' ', 1),
        b'&' => {
            const NAMES: [(&[u8], char); 3] = [(b"&space;", ' '), (b"&amp;space;", ' '), (b"&amp;plus;", '+')];
            let named = NAMES.iter().find(|(name, _)| query[at..].starts_with(name));
            named.map_or_else(|| decode_attribute_char(query, at), |&(name, sign)| (sign, name.len()))
        }
        _ => decode_attribute_char(query, at),
    }
}

/// Decodes the character at `at` in a JSON string inside another spelling, whose characters `outer` decodes.
pub(in crate::read::page) fn decode_json_inside(
    at: usize,
    outer: impl Fn(usize) -> Option<(char, usize)>,
) -> (char, usize) {
    let next = |from: usize| outer(at + from).map(|(c, length)| (c, from + length));
    let Some((first, length)) = next(0) else { return (char::REPLACEMENT_CHARACTER, 1) };
    if first == '&' {
        return reference_inside(length, next).unwrap_or((first, length));
    }
    let Some((escaped, end)) = next(length).filter(|_| first == '\\') else { return (first, length) };
    match escaped {
        'u' => {
            let unit = |from: usize| {
                let digit =
                    |(code, at): (u32, usize)| next(at).and_then(|(c, end)| Some((code << 4 | c.to_digit(16)?, end)));
                digit((0, from)).and_then(digit).and_then(digit).and_then(digit)
            };
            let Some((first, end)) = unit(end) else { return (first, length) };
            let second = || {
                let (_, letter) = next(end).filter(|&(c, _)| c == '\\')?;
                let (_, digits) = next(letter).filter(|&(c, _)| c == 'u')?;
                unit(digits).filter(|(code, _)| matches!(code, 0xdc00..0xe000))
            };
            match (first, (0xd800..0xdc00).contains(&first).then(second).flatten()) {
                (_, Some((second, end))) => (character(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00)), end),
                _ => (character(first), end),
            }
        }
        other => (escaped_char(other), end),
    }
}

/// The character of a reference of HTML whose characters are spelled otherwise, and where it ends.
fn reference_inside(start: usize, next: impl Fn(usize) -> Option<(char, usize)>) -> Option<(char, usize)> {
    let mut reference = [b'&'; 12];
    let mut at = start;
    for used in 1..reference.len() {
        let (c, end) = next(at)?;
        reference[used] = u8::try_from(c).ok().filter(u8::is_ascii)?;
        at = end;
        if c == ';' {
            let (value, length) = entities::decode(&reference[..=used], false)?;
            return value.as_str(&mut [0; 4]).chars().next().filter(|_| length == used + 1).map(|c| (c, at));
        }
    }
    None
}

/// What a backslash before a character makes of it in JSON, besides numbers.
fn escaped_char(after: char) -> char {
    match after {
        'n' | 'r' => '\n',
        't' | 'b' | 'f' => ' ',
        other => other,
    }
}

/// The character with this number; U+0000 and surrogates are none.
fn character(code: u32) -> char {
    char::from_u32(code).filter(|&c| c != '\0').unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Decodes the character or the escape of JavaScript that some bytes begin with.
pub(in crate::read::page) fn decode_escape(rest: &[u8]) -> (char, usize) {
    let digit = |at: usize| rest.get(at).and_then(|&byte| char::from(byte).to_digit(16));
    match *rest {
        [b'\\', b'x', ..] => match (digit(2), digit(3)) {
            (Some(high), Some(low)) if high + low > 0 => (char::from((high << 4 | low) as u8), 4),
            _ => (char::REPLACEMENT_CHARACTER, 2),
        },
        [b'&', ..] => ('&', 1),
        _ => decode_json_char(rest, 0),
    }
}

/// Decodes `\uXXXX`, or a surrogate pair of them, with `prefix` before each four digits.
fn decode_unicode_escape(rest: &[u8], prefix: &[u8]) -> (char, usize) {
    let length = prefix.len() + 4;
    let unit = |at: usize| {
        let digits = rest.get(at..at + length).and_then(|escape| escape.strip_prefix(prefix))?;
        digits.iter().try_fold(0, |code, &digit| Some(code << 4 | char::from(digit).to_digit(16)?))
    };
    let Some(first) = unit(0) else { return ('\\', 1) };
    if let (0xd800..0xdc00, Some(second @ 0xdc00..0xe000)) = (first, unit(length)) {
        let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
        return (character(code), 2 * length);
    }
    (character(first), length)
}

/// Whether the `<` right before `at` begins a tag.
pub(in crate::read::page) fn starts_tag(source: &[u8], at: usize, spelling: Spelling) -> bool {
    at < source.len() && matches!(spelling.decode(source, at).0, '/' | 'a'..='z' | 'A'..='Z')
}

/// What the malformed sequence at `at` stands for, with its length.
pub(super) fn invalid_character(source: &[u8], at: usize) -> (char, usize) {
    (stray_character(source, at), invalid_len(source, at))
}

/// Length of the malformed sequence at `at` that is replaced by one character.
pub(in crate::read::page) fn invalid_len(source: &[u8], at: usize) -> usize {
    let bytes = &source[at..source.len().min(at + 4)];
    bytes.utf8_chunks().next().map_or(1, |chunk| chunk.invalid().len().max(1))
}

#[cfg(test)]
mod tests {
    use super::{is_copied, skip_letters};

    #[test]
    fn letters_are_skipped_to_the_next_that_is_not_copied() {
        for (text, skipped, other) in [
            ("漢字かな한글é𠀀a", 24, None),
            ("漢\u{3000}字", 3, Some('\u{3000}')),
            ("é\u{ad}n", 2, Some('\u{ad}')),
            ("한\u{2003}", 3, Some('\u{2003}')),
            ("", 0, None),
        ] {
            let mut at = 0;
            let found = skip_letters(text.as_bytes(), &mut at).map(|other| other.map(|(c, _)| c));
            assert_eq!((at, found), (skipped, other.map(Some)), "{text}");
        }
        for broken in [&b"\xe4\xb8"[..], b"\xe4\xb8\x41", b"\xed\xa0\x80", b"\xff"] {
            let mut at = 0;
            assert_eq!((skip_letters(broken, &mut at), at), (Some(None), 0), "{broken:?}");
        }
    }

    #[test]
    fn no_character_that_is_skipped_by_its_bytes_is_whitespace() {
        assert!(('\u{3040}'..='\u{30ff}').chain('\u{4000}'..='\u{cfff}').all(is_copied));
    }
}
