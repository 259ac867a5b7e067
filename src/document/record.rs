//! Segments and links.

use super::Document;
use crate::fusion;
use crate::html::attributes::Name;
use crate::page::{self, Density};
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

/// Text inside a link.
#[derive(Clone, Copy, Debug)]
pub struct Link<'d, 'a> {
    document: &'d Document<'a>,
    entry: &'a page::Link,
}

impl<'d, 'a> Link<'d, 'a> {
    pub(super) fn new(document: &'d Document<'a>, entry: &'a page::Link) -> Link<'d, 'a> {
        Link { document, entry }
    }

    /// Its bytes in the source, from the first to the last character of its text.
    pub fn source(&self) -> Range<usize> {
        self.document.source_range(self.entry.source)
    }

    /// The range of its text in [`Document::text`].
    pub fn text_range(&self) -> Range<usize> {
        self.entry.text.0 as usize..self.entry.text.1 as usize
    }

    /// Its target as the `href` attribute has it: character references decoded, neither trimmed nor resolved.
    pub fn target(&self) -> String {
        let tree = &self.document.page.tree;
        let href = tree.nodes.get(self.entry.node as usize).and_then(|node| tree.attribute(node, Name::HREF));
        href.map(|attribute| tree.value_of(attribute)).unwrap_or_default()
    }
}
