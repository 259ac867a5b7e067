//! JSON without characters that control a terminal: what a page says may be printed on one.

use crate::memory::{List, check};
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{Error, Result, Write};

/// Whether a character controls the terminal or reorders the rest of a line: control characters but line feeds and tabs,
/// and bidirectional embeddings, overrides and isolates (UAX 9).
pub fn is_harmful(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Writes compact JSON.
pub fn write<T: Serialize>(out: impl Write, value: &T) -> serde_json::Result<()> {
    value.serialize(&mut Serializer::with_formatter(out, Escaping::default()))
}

/// A value as a line of compact JSON.
pub fn line<T: Serialize>(value: &T) -> Vec<u8> {
    let mut line = Line::within(u64::MAX);
    // Serializing plain structs into memory cannot fail.
    let _ = write(&mut line, value);
    line.finish()
}

/// As many bytes are written without a look at the limit and at refused memory: JSON is written in many small pieces.
const BYTES_PER_CHECK: u64 = 4 << 10;

/// A line in memory that does not grow beyond a limit.
pub struct Line {
    bytes: List<u8>,
    limit: u64,
    /// The number of bytes until the next check.
    unchecked: u64,
}

impl Line {
    pub fn within(limit: u64) -> Line {
        Line { bytes: List::default(), limit, unchecked: 0 }
    }

    /// The number of bytes in the line.
    pub fn written(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The line with its line feed.
    pub fn finish(mut self) -> Vec<u8> {
        self.bytes.push(b'\n');
        self.bytes.into_vec()
    }

    #[cold]
    fn write_with_check(&mut self, bytes: &[u8]) -> Result<()> {
        check();
        let left = self.limit - self.written();
        let Some(left) = left.checked_sub(bytes.len() as u64) else { return Err(Error::other("the line is too long")) };
        self.bytes.push_all(bytes);
        self.unchecked = left.min(BYTES_PER_CHECK);
        Ok(())
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    // The default is a loop.
    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> Result<()> {
        let Some(unchecked) = self.unchecked.checked_sub(bytes.len() as u64) else {
            return self.write_with_check(bytes);
        };
        self.unchecked = unchecked;
        self.bytes.push_all(bytes);
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Escapes what JSON would let through. Half of the strings are keys, which are names in this program, so that they are
/// written as they are, with the signs around them in as few pieces as possible.
#[derive(Default)]
struct Escaping {
    in_key: bool,
}

impl Formatter for Escaping {
    #[inline]
    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, is_first: bool) -> Result<()> {
        self.in_key = true;
        out.write_all(if is_first { b"\"" } else { b",\"" })
    }

    #[inline]
    fn end_object_key<W: ?Sized + Write>(&mut self, _: &mut W) -> Result<()> {
        self.in_key = false;
        Ok(())
    }

    #[inline]
    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        out.write_all(b"\":")
    }

    #[inline]
    fn begin_string<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        if self.in_key { Ok(()) } else { out.write_all(b"\"") }
    }

    #[inline]
    fn end_string<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        if self.in_key { Ok(()) } else { out.write_all(b"\"") }
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> Result<()> {
        if self.in_key {
            return out.write_all(fragment.as_bytes());
        }
        let (mut written, mut from) = (0, 0);
        while let Some(at) = find_suspect(&fragment.as_bytes()[from..]).map(|at| from + at) {
            let Some(c) = fragment[at..].chars().next() else { break };
            from = at + c.len_utf8();
            if is_harmful(c) {
                out.write_all(&fragment.as_bytes()[written..at])?;
                write!(out, "\\u{:04x}", u32::from(c))?;
                written = from;
            }
        }
        out.write_all(&fragment.as_bytes()[written..])
    }
}

/// The first byte that may begin a harmful character: U+007F, U+0080 to U+009F, or U+202A to U+2069. JSON escapes the
/// control characters below.
fn find_suspect(bytes: &[u8]) -> Option<usize> {
    memchr::memchr3(0x7f, 0xc2, 0xe2, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn no_character_controls_a_terminal() {
        let text = "a\u{1b}[2J\u{7f}\u{9b}é\u{202e}\u{2066}\n\"";
        let json = String::from_utf8(line(&text)).unwrap();
        assert_eq!(json, "\"a\\u001b[2J\\u007f\\u009bé\\u202e\\u2066\\n\\\"\"\n");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }

    #[test]
    fn every_character_is_escaped_if_it_is_harmful() {
        for c in '\0'..=char::MAX {
            let json = String::from_utf8(line(&c)).unwrap();
            assert!(!json.chars().any(|c| is_harmful(c) || c == '\t'), "{c:?}");
            assert_eq!(serde_json::from_str::<char>(&json).unwrap(), c);
        }
    }

    #[test]
    fn keys_are_written_as_json_has_them() {
        let rows = [(1, [("first", "a\u{9b}b"), ("second", "\"")]), (22, [("third", ""), ("x", "y")])];
        let rows = BTreeMap::from(rows.map(|(number, row)| (number, BTreeMap::from(row))));
        let json = String::from_utf8(line(&rows)).unwrap();
        let expected = r#"{"1":{"first":"a\u009bb","second":"\""},"22":{"third":"","x":"y"}}"#;
        assert_eq!(json.trim_end(), expected);
        assert_eq!(serde_json::from_str::<BTreeMap<i32, BTreeMap<&str, String>>>(&json).unwrap()[&22]["x"], "y");
    }

    #[test]
    fn a_line_ends_at_its_limit() {
        let text = "é ".repeat(10_000);
        let length = line(&text).len() as u64 - 1;
        for (limit, fits) in [(length, true), (length - 1, false), (1, false), (0, false)] {
            let mut within = Line::within(limit);
            assert_eq!(write(&mut within, &text).is_ok(), fits, "{limit}");
            assert!(within.written() <= limit);
        }
        let mut pieces = Line::within(length + 2);
        let list: Vec<&str> = text.split_inclusive(' ').collect();
        assert!(write(&mut pieces, &list).is_err());
        assert!(pieces.written() <= length + 2);
    }
}
