//! Writing ASCII text in the encoding of the page.

use crate::document::Document;
use std::fmt;

/// Text cannot be inserted into the encoding of the page: ISO-2022-JP, which is stateful, so that the meaning of bytes
/// depends on preceding escape sequences; or `replacement`, which is not decoded at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsupportedEncoding;

impl fmt::Display for UnsupportedEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text cannot be inserted into the encoding of the page, such as ISO-2022-JP")
    }
}

impl std::error::Error for UnsupportedEncoding {}

/// How the encoding of the page represents an ASCII character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Units {
    /// One byte.
    Bytes,
    /// Two bytes, low byte first.
    Utf16Le,
    /// Two bytes, high byte first.
    Utf16Be,
}

impl Units {
    pub fn of(document: &Document<'_>) -> Result<Units, UnsupportedEncoding> {
        match document.encoding() {
            "UTF-16LE" => Ok(Units::Utf16Le),
            "UTF-16BE" => Ok(Units::Utf16Be),
            "ISO-2022-JP" | "replacement" => Err(UnsupportedEncoding),
            _ => Ok(Units::Bytes),
        }
    }

    /// Encodes ASCII text.
    pub fn write<E>(self, ascii: &str, mut write: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        match self {
            Units::Bytes => write(ascii.as_bytes()),
            Units::Utf16Le => ascii.bytes().try_for_each(|byte| write(&[byte, 0])),
            Units::Utf16Be => ascii.bytes().try_for_each(|byte| write(&[0, byte])),
        }
    }

    /// Overwrites bytes with spaces, except for line feeds. A trailing odd byte in UTF-16 becomes a one-byte space.
    pub fn blank(self, bytes: &mut [u8]) {
        let (line_feed, space): ([u8; 2], [u8; 2]) = match self {
            Units::Bytes => {
                bytes.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
                return;
            }
            Units::Utf16Le => (*b"\n\0", *b" \0"),
            Units::Utf16Be => (*b"\0\n", *b"\0 "),
        };
        let (pairs, rest) = bytes.as_chunks_mut();
        pairs.iter_mut().filter(|pair| **pair != line_feed).for_each(|pair| *pair = space);
        rest.fill(b' ');
    }
}
