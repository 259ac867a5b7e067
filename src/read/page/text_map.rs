//! The offset map from the normalized text back to the source.
//!
//! Normalization mostly copies, so the map is run-length encoded: an entry wherever text and source get out of step,
//! and a binary search to look an offset up.

use super::metadata::Spelling;
use super::normalize::{decode_json_char, decode_utf8, invalid_len};
use super::unicode;
use crate::read::html::entities;

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
    pub fn to_view(self, text: u32) -> u32 {
        let after = self.entries.partition_point(|entry| entry.text <= text);
        let Some(entry) = after.checked_sub(1).and_then(|i| self.entries.get(i)) else { return 0 };
        let offset = entry.source.saturating_add(text - entry.text);
        match self.entries.get(after) {
            Some(next) => offset.min(next.source),
            None => offset,
        }
    }

    /// The offset of the first character of `text` that stands at this offset of the view or after it.
    pub fn to_text(self, view: u32, text: &str) -> u32 {
        let after = self.entries.partition_point(|entry| entry.source < view);
        let end = self.entries.get(after).map_or(text.len() as u32, |next| next.text);
        let Some(entry) = after.checked_sub(1).and_then(|i| self.entries.get(i)) else {
            return end.min(text.len() as u32);
        };
        let mut at = entry.text.saturating_add(view - entry.source).min(end) as usize;
        while !text.is_char_boundary(at) {
            at += 1;
        }
        at as u32
    }

    /// One past the last byte in the `view` of the character that the `text` has at `start`: of the whole reference, if
    /// it was written as one. `is_json` tells whether the text comes from a string of a script, which has escapes.
    pub fn end_in_view(&self, view: &[u8], text: &str, start: usize, is_json: impl Fn() -> bool) -> u32 {
        let c = text[start..].chars().next().unwrap_or_default();
        let (from, end) = (self.to_view(start as u32), (start + c.len_utf8()) as u32);
        // A line feed is between two blocks, and in none.
        if c == '\n' {
            return from;
        }
        // Only where an entry or the text ends may the view have another spelling of the character.
        let is_in_step = self.entries.binary_search_by_key(&end, |entry| entry.text).is_err();
        if is_in_step && (end as usize) < text.len() {
            return from + c.len_utf8() as u32;
        }
        let at = from as usize;
        let spelled_in_data = |spelling: Spelling| Some(spelling.decode(view, at)).filter(|&(spelled, _)| spelled == c);
        let (spelled, length) = match view.get(at..).unwrap_or_default() {
            [] => return from,
            [b'\\' | b'%' | b'&', ..] if is_json() => {
                Spelling::OF_DATA.into_iter().find_map(spelled_in_data).unwrap_or_else(|| decode_json_char(view, at))
            }
            rest @ [b'&', ..] => entities::decode(rest, false)
                .map_or(('&', 1), |(value, length)| (value.as_str(&mut [0; 4]).chars().next().unwrap_or(c), length)),
            [byte @ 0..0x80, ..] => (char::from(*byte), 1),
            _ => decode_utf8(view, at).unwrap_or_else(|| (char::REPLACEMENT_CHARACTER, invalid_len(view, at))),
        };
        // Where a tag separates words or the parts of a formula, nothing in the view stands for the character of the text.
        let is_tag = c == ' ' && unicode::class(spelled) & unicode::SPACE == 0 || spelled == '<' && c != '<';
        let length = if is_tag { 0 } else { length };
        from + length as u32
    }
}

/// Rounds a text offset up to a character boundary. Where a node ends with a malformed byte or a NUL, which is one byte
/// in the source and three (U+FFFD) in the text, extrapolating from the last map entry ends inside a character.
#[cfg(any(feature = "seeker", feature = "style-density", feature = "visual"))]
pub fn end_of_character(text: &str, mut at: u32) -> u32 {
    while !text.is_char_boundary(at as usize) {
        at += 1;
    }
    at
}
