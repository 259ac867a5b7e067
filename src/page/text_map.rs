//! The offset map from the normalized text back to the source.
//!
//! Normalization mostly copies, so the map is run-length encoded: an entry wherever text and source get out of step,
//! and a binary search to look an offset up.

/// From text offset `text` on, the text is a copy of the source from offset `source` on, up to the next entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapEntry {
    /// Offset in the normalized text.
    pub text: u32,
    /// Offset in the UTF-8 view of the page.
    pub source: u32,
}

/// The map of a whole page: entries ascend by both offsets.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextMap<'a> {
    /// An entry wherever text and source get out of step: at collapsed whitespace, character references, tags.
    pub entries: &'a [MapEntry],
}

impl TextMap<'_> {
    /// Maps a text offset to the view. Offsets inside a decoded character reference stay inside the reference.
    pub fn to_view(&self, text: u32) -> u32 {
        let after = self.entries.partition_point(|entry| entry.text <= text);
        let Some(entry) = after.checked_sub(1).and_then(|i| self.entries.get(i)) else { return 0 };
        let offset = entry.source.saturating_add(text - entry.text);
        match self.entries.get(after) {
            Some(next) => offset.min(next.source),
            None => offset,
        }
    }
}

/// Rounds a text offset up to a character boundary. Where a node ends with a malformed byte or a NUL, which is one byte
/// in the source and three (U+FFFD) in the text, extrapolating from the last map entry ends inside a character.
pub(crate) fn end_of_character(text: &str, mut at: u32) -> u32 {
    while !text.is_char_boundary(at as usize) {
        at += 1;
    }
    at
}
