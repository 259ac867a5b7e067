//! The texts of some blocks, joined, with a map back to the page: the main text, or what an engine with one column or
//! document field for some fields stores.

use crate::base::fallible::{List, Text, or_end};
use crate::document::{Block, Document};
use crate::judge::field::Field;
use std::ops::Range;

/// The texts of some blocks of a page, separated by line feeds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JoinedText {
    text: String,
    pieces: Vec<Piece>,
}

/// The text of one block in a [`JoinedText`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The offset of its start in the joined text.
    pub joined_start: u32,
    /// The offset of its start in [`Document::text`].
    pub text_start: u32,
    /// Its length in bytes.
    pub length: u32,
    /// The index of its block.
    pub block: u32,
}

/// A part of a block to be joined.
pub(crate) struct Part<'p> {
    /// The index of its block.
    pub block: usize,
    /// Its range of [`Document::text`].
    pub text: Range<usize>,
    /// The whitespace before it: between two blocks or lines, and the indentation of a line.
    pub before: (&'static str, &'p str),
}

impl Document<'_> {
    /// Joins the texts of the blocks in these fields, in source order and separated by line feeds.
    ///
    /// ```
    /// use blockmask::{Analyzer, Field, Options};
    ///
    /// let html = b"<title>Caf&eacute;</title><nav><a href=/>Home</a></nav><h1>Menu</h1><p>Tea &amp; cake";
    /// let mut analyzer = Analyzer::new(Options::default());
    /// let page = analyzer.analyze(html)?;
    /// let headings = page.join_fields(&[Field::Title, Field::H1]);
    /// assert_eq!(headings.text(), "Caf\u{e9}\nMenu");
    /// // What a search engine highlights, in the bytes of the page.
    /// assert_eq!(&html[headings.source_range(&page, 0..5)], b"Caf&eacute;");
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn join_fields(&self, fields: &[Field]) -> JoinedText {
        JoinedText::of(self, self.blocks().filter(|block| fields.contains(&block.field())))
    }

    /// The main text: the texts of the blocks that are not template, in source order and separated by line feeds.
    ///
    /// ```
    /// use blockmask::{Analyzer, Options};
    ///
    /// let html = b"<nav><a href=/>Home</a></nav><p>Rain fell on the city for the third day, and the river rose.</p>";
    /// let mut analyzer = Analyzer::new(Options::default());
    /// let page = analyzer.analyze(html)?;
    /// assert_eq!(page.main_text().text(), "Rain fell on the city for the third day, and the river rose.");
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn main_text(&self) -> JoinedText {
        JoinedText::of(self, self.main_blocks())
    }
}

impl JoinedText {
    /// Joins the texts of blocks, separated by line feeds.
    pub(crate) fn of<'d>(document: &Document<'_>, blocks: impl Iterator<Item = Block<'d, 'd>>) -> JoinedText {
        let part = |(number, block): (usize, Block<'_, '_>)| {
            document.end_if_cancelled();
            let before = (if number == 0 { "" } else { "\n" }, "");
            Part { block: block.index(), text: block.text_range(), before }
        };
        or_end(|| JoinedText::of_parts(document, 0, blocks.enumerate().map(part)))
    }

    /// Joins parts of blocks with the whitespace before each; `length` is about the one of the text. Unwinds if memory runs
    /// out.
    pub(crate) fn of_parts<'p>(
        document: &Document<'_>,
        length: usize,
        parts: impl Iterator<Item = Part<'p>>,
    ) -> JoinedText {
        let (mut joined, mut pieces) = (Text::default(), List::<Piece>::default());
        joined.reserve(length);
        pieces.reserve(parts.size_hint().0);
        for Part { block, text, before } in parts {
            joined.push_str(before.0);
            joined.push_str(before.1);
            pieces.push(Piece {
                joined_start: joined.len() as u32,
                text_start: text.start as u32,
                length: text.len() as u32,
                block: block as u32,
            });
            joined.push_str(document.text().get(text).unwrap_or_default());
        }
        JoinedText { text: joined.into_string(), pieces: pieces.into_vec() }
    }

    /// The joined text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The joined text, without its map.
    pub fn into_text(self) -> String {
        self.text
    }

    /// Maps a range of the joined text to a range of [`Document::text`]. A range across blocks also covers the text
    /// between them on the page; an offset beyond the end of the text is treated like the end. Takes logarithmic time.
    pub fn text_range(&self, range: Range<usize>) -> Range<usize> {
        map_range(self.pieces.len(), |i| self.pieces[i], range)
    }

    /// Maps a range of the joined text to a range of the input bytes, by [`JoinedText::text_range`] and
    /// [`Document::map_text_range`]. `document` must be the page of the joined text.
    pub fn source_range(&self, document: &Document<'_>, range: Range<usize>) -> Range<usize> {
        document.map_text_range(self.text_range(range))
    }

    #[cfg(feature = "capi")]
    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }
}

/// Maps a range of the joined text to a range of the page's text. `piece` returns each of `count` pieces.
pub(crate) fn map_range(count: usize, piece: impl Fn(usize) -> Piece, range: Range<usize>) -> Range<usize> {
    // The last piece that begins at `offset` or before it.
    let piece_at = |offset: usize| {
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low.midpoint(high);
            if piece(middle).joined_start as usize <= offset { low = middle + 1 } else { high = middle }
        }
        low.saturating_sub(1)
    };
    if count == 0 {
        return 0..0;
    }
    let start = piece(piece_at(range.start)).map(range.start);
    if range.end <= range.start {
        return start..start;
    }
    start..piece(piece_at(range.end - 1)).map(range.end).max(start)
}

impl Piece {
    /// An offset in the page's text; offsets beyond the piece are treated like its end.
    fn map(self, offset: usize) -> usize {
        self.text_start as usize + offset.saturating_sub(self.joined_start as usize).min(self.length as usize)
    }
}
