//! The lexical level of CSS: where comments, strings, parentheses, declarations and blocks end (CSS Syntax Module Level
//! 3, simplified). Every function scans forward once, so a style sheet is parsed in linear time.

use crate::base::simd::{LANES, Lanes};
use crate::read::html::scan;

/// Bytes at which [`find`] can stop.
pub mod stop {
    /// `;`
    pub const SEMICOLON: u8 = 1;
    /// `{`
    pub const OPEN: u8 = 2;
    /// `}`
    pub const CLOSE: u8 = 4;
    /// `,`
    pub const COMMA: u8 = 8;
    /// `:`
    pub const COLON: u8 = 16;
}

const SPECIAL: u8 = 32;
const WHITESPACE: u8 = 64;
const IDENTIFIER: u8 = 128;

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut i = 0;
    while i < 256 {
        let byte = i as u8;
        if byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_' || byte == b'\\' || byte >= 0x80 {
            classes[i] = IDENTIFIER;
        }
        i += 1;
    }
    classes[b';' as usize] = stop::SEMICOLON;
    classes[b'{' as usize] = stop::OPEN;
    classes[b'}' as usize] = stop::CLOSE;
    classes[b',' as usize] = stop::COMMA;
    classes[b':' as usize] = stop::COLON;
    classes[b'"' as usize] = SPECIAL;
    classes[b'\'' as usize] = SPECIAL;
    classes[b'/' as usize] = SPECIAL;
    classes[b'\\' as usize] |= SPECIAL;
    classes[b'(' as usize] = SPECIAL;
    classes[b')' as usize] = SPECIAL;
    classes[b'[' as usize] = SPECIAL;
    classes[b']' as usize] = SPECIAL;
    classes[b' ' as usize] = WHITESPACE;
    classes[b'\t' as usize] = WHITESPACE;
    classes[b'\n' as usize] = WHITESPACE;
    classes[b'\r' as usize] = WHITESPACE;
    classes[0x0c] = WHITESPACE;
    classes
};

#[inline]
fn class(byte: u8) -> u8 {
    CLASSES[usize::from(byte)]
}

/// Whether a byte may be part of an identifier; a backslash starts an escape.
#[inline]
pub fn is_identifier_byte(byte: u8) -> bool {
    class(byte) & IDENTIFIER != 0
}

/// CSS whitespace.
#[inline]
pub fn is_whitespace(byte: u8) -> bool {
    class(byte) & WHITESPACE != 0
}

/// The position of the first byte, at or after `at`, of a class in `stops` that is outside strings, comments, escapes,
/// parentheses and brackets; the length of the source if there is none.
pub fn find(source: &[u8], mut at: usize, stops: u8) -> usize {
    let mut depth = 0u32;
    while let Some(&byte) = source.get(at) {
        let class = class(byte);
        if class & (stops | SPECIAL) == 0 {
            at += 1;
            continue;
        }
        if class & stops != 0 && depth == 0 {
            return at;
        }
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at = after_special(source, at);
    }
    source.len()
}

/// The position of the first brace, at or after `at`, that [`find`] would stop at.
pub fn find_brace(source: &[u8], mut at: usize) -> usize {
    let mut depth = 0u32;
    loop {
        at = scan::find_lanes(source, at, Lanes::braces_quotes_or_parentheses);
        match source.get(at) {
            None => return at,
            Some(b'{' | b'}') if depth == 0 => return at,
            Some(b'(' | b'[') => depth += 1,
            Some(b')' | b']') => depth = depth.saturating_sub(1),
            _ => {}
        }
        at = after_special(source, at);
    }
}

/// The position after the block whose `{` is before `at`.
pub fn skip_block(source: &[u8], mut at: usize) -> usize {
    let mut depth = 1u32;
    loop {
        at = scan::find_lanes(source, at, Lanes::braces_or_quotes);
        let Some(&byte) = source.get(at) else { return at };
        at = after_special(source, at);
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
}

/// The position after a string, a comment or an escape; after any other byte, the next one.
#[inline]
pub fn after_special(source: &[u8], at: usize) -> usize {
    match source[at] {
        quote @ (b'"' | b'\'') => after_string(source, at + 1, quote),
        b'/' if source.get(at + 1) == Some(&b'*') => after_comment(source, at + 2),
        b'\\' => (at + 2).min(source.len()),
        _ => at + 1,
    }
}

/// A string ends at its quote or, if unclosed, at the end of its line.
fn after_string(source: &[u8], mut at: usize, quote: u8) -> usize {
    while let Some(found) = memchr::memchr3(b'\\', b'\n', quote, source.get(at..).unwrap_or_default()) {
        at += found;
        match source[at] {
            b'\\' => at += 2,
            b'\n' => return at,
            _ => return at + 1,
        }
    }
    source.len()
}

fn after_comment(source: &[u8], at: usize) -> usize {
    memchr::memmem::find(&source[at..], b"*/").map_or(source.len(), |end| at + end + 2)
}

/// Skips whitespace and comments.
#[inline]
pub fn skip_whitespace(source: &[u8], mut at: usize) -> usize {
    loop {
        match source.get(at) {
            Some(&byte) if is_whitespace(byte) => at += 1,
            Some(b'/') if source.get(at + 1) == Some(&b'*') => at = after_comment(source, at + 2),
            _ => return at,
        }
    }
}

/// Skips whitespace, comments, and the `<!--` and `-->` that may stand between rules.
pub fn skip_between_rules(source: &[u8], mut at: usize) -> usize {
    loop {
        at = skip_whitespace(source, at);
        match source.get(at..) {
            Some([b'<', b'!', b'-', b'-', ..]) => at += 4,
            Some([b'-', b'-', b'>', ..]) => at += 3,
            _ => return at,
        }
    }
}

/// The end of the identifier that starts at `at`.
#[inline]
pub fn identifier_end(source: &[u8], mut at: usize) -> usize {
    loop {
        at = scan::find_lanes(source, at, identifier_ends);
        if source.get(at) != Some(&b'\\') || !is_valid_escape(source, at) {
            return at;
        }
        at = escape(source, at).1;
    }
}

/// Bytes that end an identifier or start an escape.
#[inline]
fn identifier_ends(lanes: Lanes) -> u32 {
    let plain = lanes.alphanumeric() | lanes.equal(b'-') | lanes.equal(b'_') | lanes.non_ascii();
    !plain & ((1 << LANES) - 1)
}

/// Removes whitespace at both ends and comments at the start.
pub fn trim(source: &[u8]) -> &[u8] {
    let source = &source[skip_whitespace(source, 0)..];
    let end = source.iter().rposition(|&byte| !is_whitespace(byte)).map_or(0, |last| last + 1);
    &source[..end]
}

/// Passes an identifier, or the inside of a string, on with its escapes resolved, in parts.
pub fn for_each_part(source: &[u8], mut part: impl FnMut(&[u8])) {
    let (mut start, mut from) = (0, 0);
    while let Some(found) = memchr::memchr(b'\\', source.get(from..).unwrap_or_default()) {
        let backslash = from + found;
        part(&source[start..backslash]);
        let (character, end) = escape(source, backslash);
        (start, from) = match (character, source.get(backslash + 1..)) {
            (Some(character), _) => {
                part(character.encode_utf8(&mut [0; 4]).as_bytes());
                (end, end)
            }
            // A line feed in a string.
            (None, Some([b'\r', b'\n', ..])) => (end + 1, end + 1),
            (None, Some([b'\n' | b'\r' | b'\x0c', ..])) => (end, end),
            // The character itself.
            (None, _) => (backslash + 1, end),
        };
    }
    part(source.get(start..).unwrap_or_default());
}

/// Whether the backslash at a position escapes something.
pub fn is_valid_escape(source: &[u8], backslash: usize) -> bool {
    !matches!(source.get(backslash + 1), None | Some(b'\n' | b'\r' | b'\x0c'))
}

/// The character that the escape at a backslash is the number of, and the position after the escape; `None` if it stands for
/// the byte after the backslash.
pub fn escape(source: &[u8], backslash: usize) -> (Option<char>, usize) {
    let digits = source[backslash + 1..].iter().take(6).take_while(|byte| byte.is_ascii_hexdigit());
    let (mut code, mut end) = (0, backslash + 1);
    for digit in digits {
        code = code * 16 + char::from(*digit).to_digit(16).unwrap_or(0);
        end += 1;
    }
    if end == backslash + 1 {
        return (None, end + 1);
    }
    // One whitespace character ends the number and is part of it.
    let is_line_end = source.get(end..end + 2) == Some(b"\r\n");
    end += if is_line_end { 2 } else { usize::from(source.get(end).is_some_and(|&byte| is_whitespace(byte))) };
    (Some(char::from_u32(code).filter(|c| *c != '\0').unwrap_or(char::REPLACEMENT_CHARACTER)), end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;
    use crate::base::simd::rounds;

    #[test]
    fn find_ignores_strings_comments_and_parentheses() {
        let at = |source: &str| find(source.as_bytes(), 0, stop::SEMICOLON | stop::CLOSE);
        assert_eq!(at("a:b;c"), 3);
        assert_eq!(at("a:'b;c';d"), 7);
        assert_eq!(at("a:/*;*/b}"), 8);
        assert_eq!(at("a:url(data:x;y);z"), 15);
        assert_eq!(at(r"a\;b;"), 4);
        assert_eq!(at("a:'not closed\n;"), 14);
        assert_eq!(at("/* never closed ;"), 17);
        assert_eq!(at("("), 1);
        assert_eq!(at("\\"), 1);
    }

    #[test]
    fn blocks_end_at_their_brace() {
        let rest = |source: &'static str| &source[skip_block(source.as_bytes(), 0)..];
        assert_eq!(rest("a{b}c}d"), "d");
        assert_eq!(rest("'}'/*}*/}x"), "x");
        assert_eq!(rest("a{b"), "");
        assert_eq!(rest(r"\}}x"), "x");
    }

    #[test]
    fn block_ends_match_a_scalar_loop() {
        let mut random = Random(11);
        for round in 0..rounds(4000) {
            let source: Vec<u8> = (0..round % 90).map(|_| *random.pick(b"ab {}\"'/*\\\n(;    ")).collect();
            let (mut at, mut depth) = (0, 1);
            while at < source.len() && depth > 0 {
                match source[at] {
                    b'{' => depth += 1,
                    b'}' => depth -= 1,
                    _ => {}
                }
                at = after_special(&source, at);
            }
            assert_eq!(skip_block(&source, 0), at.min(source.len()), "{:?}", source.escape_ascii().to_string());
        }
    }

    #[test]
    fn braces_are_found_as_by_a_scalar_loop() {
        let mut random = Random(12);
        for round in 0..rounds(4000) {
            let source: Vec<u8> = (0..round % 90).map(|_| *random.pick(b"ab {}\"'/*\\\n()[]|    ")).collect();
            let expected = find(&source, 0, stop::OPEN | stop::CLOSE);
            assert_eq!(find_brace(&source, 0), expected, "{:?}", source.escape_ascii().to_string());
        }
    }

    #[test]
    fn escapes() {
        let read = |name: &str| {
            let mut resolved = Vec::new();
            for_each_part(name.as_bytes(), |part| resolved.extend_from_slice(part));
            String::from_utf8(resolved).unwrap()
        };
        for (written, expected) in [
            ("plain", "plain"),
            (r"md\:flex", "md:flex"),
            (r"\31 0", "10"),
            ("\\31\r\n0\\0x", "10\u{fffd}x"),
            (r"w-1\/2", "w-1/2"),
            (r"\\a\é\\", "\\aé\\"),
            (r"a\", "a"),
            ("in a \\\nstr\\\r\ning", "in a string"),
        ] {
            assert_eq!(read(written), expected, "{written:?}");
        }
        assert_eq!(identifier_end(br"\31 0px b", 0), 7);
        assert_eq!(identifier_end(b"a\\\nb", 0), 1);
    }
}
