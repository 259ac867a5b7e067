//! Links and their targets.

use super::Document;
use super::output::MAX_REL;
use crate::base::fallible::{Text, or_end};
use crate::read::html::attributes::Name;
use crate::read::html::text::{Decoding, TextSink, decode};
use crate::read::page;
use std::fmt;
use std::ops::Range;

/// A link with its text.
#[derive(Clone, Copy, Debug)]
pub struct Link<'d, 'a> {
    document: &'d Document<'a>,
    index: usize,
}

impl<'d, 'a> Link<'d, 'a> {
    pub(super) fn new(document: &'d Document<'a>, index: usize) -> Link<'d, 'a> {
        Link { document, index }
    }

    fn entry(&self) -> &'a page::Link {
        &self.document.page.links[self.index]
    }

    /// The source range, from the first to the last character of the text.
    pub fn source(&self) -> Range<usize> {
        self.document.source_range(self.entry().source)
    }

    /// The range of the text in [`Document::text`].
    pub fn text_range(&self) -> Range<usize> {
        self.entry().text.0 as usize..self.entry().text.1 as usize
    }

    /// The value of the `href` attribute: character references decoded, neither trimmed nor resolved. Empty if the
    /// targets of earlier links exhaust [`Limits::max_output`](crate::Limits::max_output).
    pub fn target(&self) -> String {
        self.displayed_target().map(|target| target.to_string()).unwrap_or_default()
    }

    /// The target as an absolute address, resolved against [`Document::base_address`]. `None` if the target is relative
    /// and the address of the page is unknown, if one of them has more than 8,192 bytes, or if the targets or addresses
    /// of earlier links exhaust [`Limits::max_output`](crate::Limits::max_output).
    ///
    /// ```
    /// use blockmask::{Analyzer, Input, Options};
    ///
    /// let mut analyzer = Analyzer::new(Options::default());
    /// let page = analyzer.analyze_input(Input::new(b"<a href=../b>B</a>").address("https://example.org/x/y/"))?;
    /// assert_eq!(page.links().next().unwrap().address().unwrap(), "https://example.org/x/b");
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn address(&self) -> Option<String> {
        let is_within = self.index < self.document.output.links;
        let address = || self.document.resolve_link(self.index, &self.attribute(Name::HREF)?);
        or_end(|| is_within.then(address).flatten()).map(Text::into_string)
    }

    /// The value of the `rel` attribute, such as `nofollow ugc`: words separated by whitespace, in upper or lower case.
    /// Empty if it is missing or has more than 1,024 bytes, and beyond the output limit, as [`Link::target`].
    pub fn rel(&self) -> String {
        let is_within = self.index < self.document.output.links;
        let rel = or_end(|| is_within.then(|| self.attribute(Name::REL)).flatten());
        rel.filter(|rel| rel.len() <= MAX_REL).unwrap_or_default().into_string()
    }

    /// The decoded value of an attribute.
    fn attribute(&self, name: Name) -> Option<Text> {
        let tree = &self.document.page.tree;
        let attribute = tree.attribute(tree.nodes.get(self.entry().node as usize)?, name)?;
        Some(tree.decoded_value(attribute))
    }

    /// The target, which is written without allocating memory.
    pub(crate) fn displayed_target(&self) -> Option<impl fmt::Display + use<'a>> {
        if self.index >= self.document.output.links {
            return None;
        }
        let tree = self.document.page.tree;
        let href = tree.attribute(tree.nodes.get(self.entry().node as usize)?, Name::HREF)?;
        Some(DecodedAttribute { source: tree.source, start: href.value_start as usize, end: href.value_end as usize })
    }
}

/// The value of an attribute, decoded.
struct DecodedAttribute<'a> {
    source: &'a [u8],
    start: usize,
    end: usize,
}

impl fmt::Display for DecodedAttribute<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sink = FormatterSink { out: f, result: Ok(()) };
        decode(self.source, self.start, self.end, Decoding::ATTRIBUTE, &mut sink);
        sink.result
    }
}

/// Writes decoded text.
struct FormatterSink<'f, 'b> {
    out: &'f mut fmt::Formatter<'b>,
    result: fmt::Result,
}

impl TextSink for FormatterSink<'_, '_> {
    fn plain(&mut self, bytes: &[u8], at: usize) {
        // The bytes are well-formed.
        self.replaced(std::str::from_utf8(bytes).unwrap_or_default(), at..at);
    }

    fn replaced(&mut self, text: &str, _source: Range<usize>) {
        if self.result.is_ok() {
            self.result = self.out.write_str(text);
        }
    }
}
