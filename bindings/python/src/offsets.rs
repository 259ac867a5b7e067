//! Offsets in bytes of UTF-8 to offsets in characters, which index a `str`.

use std::ops::Range;

/// Counts of characters are stored for each block of this many bytes.
const BLOCK: usize = 128;

/// The map from offsets in bytes of a text to offsets in characters.
pub enum Characters<'a> {
    /// Every character has one byte, or offsets stay in bytes.
    Same,
    /// How many characters begin before each block.
    Counted {
        /// The text in UTF-8.
        bytes: &'a [u8],
        /// By block.
        before: Vec<usize>,
    },
}

impl<'a> Characters<'a> {
    /// The map of a text in UTF-8.
    pub fn of(bytes: &'a [u8]) -> Characters<'a> {
        if bytes.is_ascii() {
            return Characters::Same;
        }
        let mut count = 0;
        let before = bytes.chunks(BLOCK).map(|block| {
            let before = count;
            count += starts(block);
            before
        });
        Characters::Counted { before: before.collect(), bytes }
    }

    /// How many characters begin before the byte at `offset`.
    pub fn offset(&self, offset: usize) -> usize {
        match self {
            Characters::Same => offset,
            Characters::Counted { bytes, before } => {
                // An offset at the end of the text may have no block of its own.
                let block = (offset / BLOCK).min(before.len().saturating_sub(1));
                before[block] + starts(bytes.get(block * BLOCK..offset).unwrap_or_default())
            }
        }
    }

    /// A range of bytes as a range of characters.
    pub fn range(&self, range: Range<usize>) -> Range<usize> {
        self.offset(range.start)..self.offset(range.end)
    }
}

/// Offsets in characters of a text as offsets in bytes; `None` if one does not ascend or is beyond the text.
pub fn to_bytes(text: &str, offsets: &[usize]) -> Option<Vec<u32>> {
    let mut starts = text.char_indices().map(|(start, _)| start).enumerate();
    let byte_of =
        |&offset: &usize| starts.find(|&(at, _)| at == offset).and_then(|(_, start)| u32::try_from(start).ok());
    offsets.iter().map(byte_of).collect()
}

/// How many characters begin in these bytes.
fn starts(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}
