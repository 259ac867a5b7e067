//! Offsets in bytes of UTF-8, and offsets in characters, which index a `str`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ops::Range;

/// Counts of characters are stored for each block of this many bytes.
const BLOCK: usize = 128;

/// Maps between the offsets in bytes of a text, which the caller keeps, and offsets in characters.
pub enum Characters {
    /// Every character has one byte, or offsets stay in bytes.
    Same,
    /// How many characters begin before each block.
    Counted(Vec<usize>),
}

impl Characters {
    /// The map of a text in UTF-8.
    pub fn of(bytes: &[u8]) -> Characters {
        if bytes.is_ascii() {
            return Characters::Same;
        }
        let mut count = 0;
        let before = bytes.chunks(BLOCK).map(|block| {
            let before = count;
            count += starts(block);
            before
        });
        Characters::Counted(before.collect())
    }

    /// How many characters begin before the byte at `offset` of the text.
    pub fn offset(&self, text: &[u8], offset: usize) -> usize {
        match self {
            Characters::Same => offset,
            Characters::Counted(before) => {
                // An offset at the end of the text may belong to no block.
                let block = (offset / BLOCK).min(before.len().saturating_sub(1));
                before[block] + starts(text.get(block * BLOCK..offset).unwrap_or_default())
            }
        }
    }

    /// A range of bytes of the text as a range of characters.
    pub fn range(&self, text: &[u8], range: Range<usize>) -> Range<usize> {
        self.offset(text, range.start)..self.offset(text, range.end)
    }

    /// Where a character of the text begins in bytes; the end of the text if it has fewer.
    pub fn byte(&self, text: &[u8], character: usize) -> usize {
        match self {
            Characters::Same => character.min(text.len()),
            Characters::Counted(before) => {
                let block = before.partition_point(|&before| before <= character).saturating_sub(1);
                let rest = text.get(block * BLOCK..).unwrap_or_default();
                let mut starts = rest.iter().enumerate().filter(|&(_, &byte)| is_start(byte));
                starts.nth(character - before[block]).map_or(text.len(), |(start, _)| block * BLOCK + start)
            }
        }
    }

    /// A range of characters of the text as a range of bytes.
    pub fn byte_range(&self, text: &[u8], range: Range<usize>) -> Range<usize> {
        self.byte(text, range.start)..self.byte(text, range.end)
    }
}

/// Offsets in characters of a text as offsets in bytes; `None` if one does not ascend or is beyond the text.
pub fn to_bytes(text: &str, offsets: &[usize]) -> Option<Vec<u32>> {
    let mut starts = text.char_indices().map(|(start, _)| start).enumerate();
    let byte_of =
        |&offset: &usize| starts.find(|&(at, _)| at == offset).and_then(|(_, start)| u32::try_from(start).ok());
    offsets.iter().map(byte_of).collect()
}

/// An offset that a caller passes in.
pub fn argument(name: &str, value: i64) -> PyResult<usize> {
    usize::try_from(value).map_err(|_| PyValueError::new_err(format!("{name}={value}: must not be negative")))
}

/// How many characters begin in these bytes.
fn starts(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| is_start(byte)).count()
}

/// Whether a character begins with this byte.
fn is_start(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}
