//! A segment: neighboring fragments fused by Block Fusion.

use super::Document;
use crate::published::fusion;
use crate::read::page::Density;
use std::ops::Range;

/// A segment of a document: neighboring fragments of similar text density, fused by Block Fusion.
#[derive(Clone, Copy, Debug)]
pub struct Segment<'d, 'a> {
    document: &'d Document<'a>,
    entry: &'a fusion::Segment,
}

impl<'d, 'a> Segment<'d, 'a> {
    pub(super) fn new(document: &'d Document<'a>, entry: &'a fusion::Segment) -> Segment<'d, 'a> {
        Segment { document, entry }
    }

    /// The source range, from the first to the last character of the text.
    pub fn source(&self) -> Range<usize> {
        self.document.source_range(self.entry.source)
    }

    /// The range of the text in [`Document::text`].
    pub fn text_range(&self) -> Range<usize> {
        self.entry.text.0 as usize..self.entry.text.1 as usize
    }

    /// The number of tokens.
    pub fn tokens(&self) -> u32 {
        self.entry.token_count()
    }

    /// The number of tokens that begin inside a link.
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
