//! JSON without characters that control a terminal: what a page says may be printed on one.

use crate::memory::{List, check};
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{Result, Write};

/// Whether a character controls the terminal or reorders the rest of a line: control characters but line feeds and tabs,
/// and bidirectional embeddings, overrides and isolates (UAX 9).
pub fn is_harmful(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Writes compact JSON.
pub fn write<T: Serialize>(out: impl Write, value: &T) -> serde_json::Result<()> {
    value.serialize(&mut Serializer::with_formatter(out, Escaping))
}

/// A value as a line of compact JSON.
pub fn line<T: Serialize>(value: &T) -> Vec<u8> {
    let mut line = Growing::default();
    // Serializing plain structs into memory cannot fail.
    let _ = write(&mut line, value);
    line.0.push(b'\n');
    line.0.into_vec()
}

/// Bytes in memory.
#[derive(Default)]
pub struct Growing(pub List<u8>);

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    // JSON is written in many small pieces, for each of which the default is a loop.
    fn write_all(&mut self, bytes: &[u8]) -> Result<()> {
        check();
        self.0.push_all(bytes);
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Escapes what JSON would let through.
struct Escaping;

impl Formatter for Escaping {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(is_harmful) {
            out.write_all(&rest.as_bytes()[..at])?;
            let mut after = rest[at..].chars();
            let harmful = after.next().unwrap_or_default();
            write!(out, "\\u{:04x}", u32::from(harmful))?;
            rest = after.as_str();
        }
        out.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn no_character_controls_a_terminal() {
        let text = "a\u{1b}[2J\u{7f}\u{9b}é\u{202e}\u{2066}\n\"";
        let json = String::from_utf8(line(&text)).unwrap();
        assert_eq!(json, "\"a\\u001b[2J\\u007f\\u009bé\\u202e\\u2066\\n\\\"\"\n");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
