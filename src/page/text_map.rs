//! The map from the normalized text back to the source.

/// From text offset `text` on, the text stands at `source` in the source, byte for byte, up to the next entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapEntry {
    /// Offset in the normalized text.
    pub text: u32,
    /// Offset in the UTF-8 view of the page.
    pub source: u32,
}

/// The map of a whole page: entries in order of both offsets.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextMap<'a> {
    /// An entry wherever text and source stop running in step: at collapsed whitespace, character references, tags.
    pub entries: &'a [MapEntry],
}

impl TextMap<'_> {
    /// Where the character at a text offset comes from. Offsets inside a decoded reference stay inside it.
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

/// A place in the text, or the end of the character that it is within. Where a node of the page ends with a malformed
/// byte or a NUL, for which three bytes stand in the text, counting on from the last entry ends within these.
pub(crate) fn end_of_character(text: &str, mut at: u32) -> u32 {
    while !text.is_char_boundary(at as usize) {
        at += 1;
    }
    at
}
