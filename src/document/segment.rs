//! A segment: fused fragments.

use super::Document;
use crate::published::fusion;
use crate::read::page::Density;
use std::ops::Range;

/// One segment of a document: neighboring text that belongs together by its density.
#[derive(Clone, Copy, Debug)]
pub struct Segment<'d, 'a> {
    document: &'d Document<'a>,
    entry: &'a fusion::Segment,
}

impl<'d, 'a> Segment<'d, 'a> {
    pub(super) fn new(document: &'d Document<'a>, entry: &'a fusion::Segment) -> Segment<'d, 'a> {
        Segment { document, entry }
    }

    /// Its bytes in the source, from the first to the last character of its text.
    pub fn source(&self) -> Range<usize> {
        self.document.source_range(self.entry.source)
    }

    /// The range of its text in [`Document::text`].
    pub fn text_range(&self) -> Range<usize> {
        self.entry.text.0 as usize..self.entry.text.1 as usize
    }

    /// How many tokens it has.
    pub fn tokens(&self) -> u32 {
        self.entry.token_count()
    }

    /// How many of its tokens begin inside a link.
    pub fn linked_tokens(&self) -> u32 {
        self.entry.linked_tokens
    }

    /// Lines when wrapped at [`Options::wrap_width`](crate::Options::wrap_width) columns.
    pub fn lines(&self) -> u32 {
        self.entry.lines.1 - self.entry.lines.0
    }

    /// Tokens per line, as an exact fraction.
    pub fn text_density(&self) -> Density {
        self.entry.density
    }
}
