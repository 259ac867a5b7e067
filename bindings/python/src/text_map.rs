//! The map from the text of a page to its source.
//!
//! The tables of the library live as long as the next page is not analyzed. So a page is analyzed again when its map is
//! first asked for, with the same result, and where each character comes from is kept.

use crate::offsets::Characters;
use blockmask::Document;
use std::ops::Range;

/// Where each character of a text comes from.
pub struct TextMap {
    runs: Vec<Run>,
    /// How many characters the text has.
    length: usize,
    /// The offset in the source of the end of the text.
    end: usize,
}

/// Characters that follow each other in the text and in the source.
struct Run {
    /// The index of its first character in the text.
    text: usize,
    /// The offset of its first character in the source.
    source: usize,
    /// The width of each of its characters in the source.
    width: usize,
    /// How many characters it has.
    count: usize,
}

impl TextMap {
    /// The map of a document. `is_text` is whether its source is a string, in UTF-8.
    pub fn of(document: &Document<'_>, is_text: bool) -> TextMap {
        let text = document.text();
        let in_source = if is_text { Characters::of(document.bytes()) } else { Characters::Same };
        let mut map =
            TextMap { runs: Vec::new(), length: 0, end: in_source.offset(document.map_text_offset(text.len())) };
        for (offset, character) in text.char_indices() {
            map.push(in_source.range(document.map_text_range(offset..offset + character.len_utf8())));
        }
        map
    }

    fn push(&mut self, Range { start, end }: Range<usize>) {
        let width = end - start;
        match self.runs.last_mut() {
            Some(run) if run.width == width && run.source + run.count * width == start => run.count += 1,
            _ => self.runs.push(Run { text: self.length, source: start, width, count: 1 }),
        }
        self.length += 1;
    }

    /// Where a range of characters of the text is in the source: from the start of its first to the end of its last
    /// one. Offsets beyond the text are treated like its end.
    pub fn source_range(&self, start: usize, stop: usize) -> (usize, usize) {
        let stop = stop.min(self.length);
        if start >= stop {
            let at = self.character(start).start;
            return (at, at);
        }
        let (first, last) = (self.character(start), self.character(stop - 1));
        (first.start, last.end.max(first.start))
    }

    /// Where a character is in the source.
    fn character(&self, index: usize) -> Range<usize> {
        if index >= self.length {
            return self.end..self.end;
        }
        let run = &self.runs[self.runs.partition_point(|run| run.text <= index) - 1];
        let start = run.source + (index - run.text) * run.width;
        start..start + run.width
    }
}
