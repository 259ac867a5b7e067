//! Characters of one text: decodes references, collapses whitespace, leaves out soft hyphens (they say where a word may
//! be broken, and are not part of it).

use super::super::fragment::gap;
use super::super::metadata::Spelling;
use super::super::{unicode, words};
use super::decode::{decode_utf8, invalid_character, skip_letters, starts_tag};
use super::{Origin, Writer};
use crate::base::simd::Level;
use crate::read::html::NONE;
use crate::read::html::entities;
use crate::read::html::scan;
use crate::read::html::text::Decoding;

impl Writer<'_, '_> {
    /// Writes the source from `at` to `end`, normalized.
    #[inline(always)]
    pub(super) fn write(&mut self, level: impl Level, mut at: usize, end: usize, decoding: Decoding, origin: &Origin) {
        let source = &self.tree.source[..end];
        // Start of the bytes that are copied verbatim.
        let mut start = at;
        loop {
            at = scan::plain_text_end_at(level, self.tree.source, at, end);
            let Some(&byte) = source.get(at) else { break };
            match byte {
                0x80.. => match skip_letters(source, &mut at) {
                    None => {}
                    Some(other) => {
                        self.copy(start, at, origin);
                        let (c, len) = other.unwrap_or_else(|| invalid_character(source, at));
                        self.write_char(c, at, len, origin);
                        at += len;
                        start = at;
                    }
                },
                b'&' if decoding.references => match entities::decode(&source[at..], decoding.attribute) {
                    Some((value, len)) => {
                        self.copy(start, at, origin);
                        let mut buffer = [0; 4];
                        for c in value.as_str(&mut buffer).chars() {
                            self.write_char(c, at, len, origin);
                        }
                        at += len;
                        start = at;
                    }
                    None => at += 1,
                },
                b' ' | b'\t'..=b'\r' => {
                    self.copy(start, at, origin);
                    self.out.defer_space(at as u32);
                    at = scan::skip_space_at(level, source, at + usize::from(byte == 0x0b));
                    start = at;
                }
                0 => {
                    self.copy(start, at, origin);
                    if decoding.replace_nul {
                        self.write_char(char::REPLACEMENT_CHARACTER, at, 1, origin);
                    }
                    at += 1;
                    start = at;
                }
                _ => at += 1,
            }
        }
        self.copy(start, source.len(), origin);
    }

    /// Writes a JSON string. A line feed in it ends the block, and tags are whitespace.
    pub(super) fn write_json(&mut self, start: usize, end: usize, spelling: Spelling, origin: &Origin) {
        let source = &self.tree.source[..end];
        let mut at = start;
        let mut in_tag = false;
        while at < end {
            let (c, len) = spelling.decode(source, at);
            match c {
                '>' if in_tag => in_tag = false,
                _ if in_tag => {}
                '<' if starts_tag(source, at + len, spelling) => {
                    in_tag = true;
                    self.out.defer_space(at as u32);
                }
                '\n' => self.close_block(),
                _ if !self.units.in_block && self.is_full() => return,
                _ => self.write_char(c, at, len, origin),
            }
            at += len;
        }
    }

    /// Copies source bytes verbatim; a space at their start or end is deferred.
    #[inline]
    fn copy(&mut self, mut start: usize, mut end: usize, origin: &Origin) {
        let source = self.tree.source;
        // The space may follow other whitespace, such as U+00A0, or a NUL at the start of a block.
        if start < end && source[start] == b' ' {
            self.out.defer_space(start as u32);
            start += 1;
        }
        if start >= end {
            return;
        }
        let ends_in_space = source[end - 1] == b' ';
        if ends_in_space {
            end -= 1;
        }
        if start < end {
            self.begin_text(start, origin);
            self.out.copy(source, start, end);
        }
        if ends_in_space {
            self.out.defer_space(end as u32);
        }
    }

    /// Writes a character that is represented by `len` bytes of source, unless it is a soft hyphen.
    pub(super) fn write_char(&mut self, c: char, at: usize, len: usize, origin: &Origin) {
        if c == unicode::SOFT_HYPHEN {
            return;
        }
        if unicode::class(c) & unicode::SPACE != 0 {
            self.out.defer_space(at as u32);
            return;
        }
        self.begin_text(at, origin);
        self.out.push(c, at, len);
    }

    /// Called before text is written: writes the deferred whitespace and opens the units that the text begins.
    #[inline(always)]
    fn begin_text(&mut self, source: usize, origin: &Origin) {
        let space = std::mem::replace(&mut self.out.pending_space, NONE);
        if space != NONE && self.units.in_block && !self.joins_lines(space as usize, source) {
            self.out.push_space(space);
        }
        if self.units.must_open(origin) {
            self.units.open(self.tree, self.out.len(), source as u32, origin);
        }
    }

    /// Whether the whitespace between the last character and the next one is no space; see [`words`].
    #[inline]
    fn joins_lines(&self, space: usize, source: usize) -> bool {
        let is_ascii =
            self.tree.source.get(source).is_none_or(u8::is_ascii) || self.out.text.last().is_none_or(u8::is_ascii);
        // A line break or a picture in between separates words, whatever whitespace stands beside it.
        let is_parted = self.units.fragment_gap & (gap::SPACE | gap::WORD) != 0;
        !is_ascii && !is_parted && self.joins_wide_lines(space, source)
    }

    #[inline(never)]
    fn joins_wide_lines(&self, space: usize, source: usize) -> bool {
        let whitespace = self.tree.source.get(space..source).unwrap_or_default();
        match (words::last_character(&self.out.text), decode_utf8(self.tree.source, source)) {
            (Some(before), Some((after, _))) => {
                words::joins_lines(before, words::has_line_feed(whitespace), after)
                    || words::joins_syllables(before, whitespace, after)
            }
            _ => false,
        }
    }
}
