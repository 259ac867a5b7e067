//! An analyzed page, and its offsets as Python counts them.

use crate::offsets::Characters;
use crate::source::PageBytes;
use crate::values::Text;
use blockmask::{Document, OwnedDocument};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The document of a page, from which its results are read when they are asked for.
///
/// Offsets in its text are in characters; those in its source, too, if that is a string.
pub struct Analyzed {
    owned: OwnedDocument<PageBytes>,
    text: OnceLock<Arc<str>>,
    in_text: OnceLock<Characters>,
    in_source: OnceLock<Characters>,
    is_text: bool,
}

impl Analyzed {
    /// The page of a document. `is_text` is whether its source is a string, in UTF-8.
    pub fn new(owned: OwnedDocument<PageBytes>, is_text: bool) -> Analyzed {
        let (text, in_text, in_source) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Analyzed { owned, text, in_text, in_source, is_text }
    }

    /// The document, whose offsets are in bytes.
    pub fn document(&self) -> &Document<'_> {
        self.owned.document()
    }

    /// A range of bytes of the source as a range for Python.
    pub fn source(&self, range: Range<usize>) -> Range<usize> {
        let bytes = self.document().bytes();
        let characters = || if self.is_text { Characters::of(bytes) } else { Characters::Same };
        self.in_source.get_or_init(characters).range(bytes, range)
    }

    /// A range of bytes of the text as a range of characters.
    pub fn characters(&self, range: Range<usize>) -> Range<usize> {
        let text = self.document().text().as_bytes();
        self.in_text().range(text, range)
    }

    /// The part of the text in a range of bytes, and the range in characters.
    pub fn text(&self, range: Range<usize>) -> (Text, Range<usize>) {
        let text = self.text.get_or_init(|| self.document().text().into());
        (Text::part_of(text, range.clone()), self.characters(range))
    }

    /// Where a range of characters of the text is in the source.
    pub fn source_of_text(&self, range: Range<usize>) -> Range<usize> {
        let document = self.document();
        let text = self.in_text().byte_range(document.text().as_bytes(), range);
        self.source(document.map_text_range(text))
    }

    /// The fragment of an address that leads to a range of characters of the text.
    pub fn text_fragment(&self, range: Range<usize>) -> String {
        let document = self.document();
        document.text_fragment(self.in_text().byte_range(document.text().as_bytes(), range))
    }

    fn in_text(&self) -> &Characters {
        self.in_text.get_or_init(|| Characters::of(self.document().text().as_bytes()))
    }
}
