//! The text that is written and its map back to the source.
//!
//! Whitespace is deferred: it is written as one space right before the next character of the same block, so none is
//! ever taken back.

use super::super::text_map::MapEntry;
use super::super::unit_counts::UnitCounts;
use super::super::wrap::PADDING;
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::read::html::NONE;

pub(super) struct MappedText<'a> {
    pub text: ArenaVec<'a, u8>,
    pub map: ArenaVec<'a, MapEntry>,
    /// One past the last source byte written.
    pub source_end: u32,
    /// `source - text` of the last map entry.
    delta: u32,
    /// Source offset of the deferred whitespace, or [`NONE`].
    pub pending_space: u32,
}

/// Initial capacity of the text in bytes, enough for most pages.
fn text_capacity(counts: &UnitCounts) -> usize {
    counts.bytes + counts.texts + 64 + PADDING
}

/// Initial capacity of the map in entries, enough for most pages.
fn map_capacity(counts: &UnitCounts) -> usize {
    counts.texts + counts.blocks + counts.bytes / 64 + 16
}

impl<'a> MappedText<'a> {
    /// Bytes of arena memory that text and map need.
    pub fn arena_capacity(counts: &UnitCounts) -> usize {
        text_capacity(counts) + map_capacity(counts) * size_of::<MapEntry>()
    }

    pub fn new(arena: &'a Bump, counts: &UnitCounts) -> Self {
        MappedText {
            text: ArenaVec::with_capacity_in(text_capacity(counts), arena),
            // Last, because only the last allocation of an arena can grow in place: its capacity is a guess.
            map: ArenaVec::with_capacity_in(map_capacity(counts), arena),
            source_end: 0,
            delta: u32::MAX,
            pending_space: NONE,
        }
    }

    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.text.len() as u32
    }

    /// Writes the source bytes from `start` to `end` verbatim.
    #[inline(always)]
    pub fn copy(&mut self, source: &[u8], start: usize, end: usize) {
        self.map(start as u32);
        self.text.extend_from_range(source, start, end);
        self.source_end = end as u32;
    }

    /// Writes a character that is represented by `len` bytes of source.
    #[inline(always)]
    pub fn push(&mut self, c: char, at: usize, len: usize) {
        self.map(at as u32);
        self.text.extend_from_slice_copy(c.encode_utf8(&mut [0; 4]).as_bytes());
        self.source_end = (at + len) as u32;
    }

    /// Writes the whitespace at `source`.
    #[inline(always)]
    pub fn push_space(&mut self, source: u32) {
        self.map(source);
        self.text.push(b' ');
    }

    /// Writes the line feed that separates blocks and belongs to none of them.
    #[inline(always)]
    pub fn end_block(&mut self) {
        self.map(self.source_end);
        self.text.push(b'\n');
    }

    /// Defers whitespace until a character follows; of a run of whitespace the first position counts.
    #[inline]
    pub fn defer_space(&mut self, at: u32) {
        // Branchless: half of all texts are blank, so a branch would be mispredicted.
        self.pending_space = if self.pending_space == NONE { at } else { self.pending_space };
    }

    /// Maps the next byte of text to `source`; an entry is needed only where text and source get out of step.
    #[inline]
    fn map(&mut self, source: u32) {
        let text = self.len();
        let delta = source.wrapping_sub(text);
        if delta != self.delta {
            self.delta = delta;
            self.map.push(MapEntry { text, source });
        }
    }
}
