//! Links to a place in the page: text fragments ([WICG](https://wicg.github.io/scroll-to-text-fragment/)), on which
//! browsers scroll to a text and mark it, or else the `id` of an element before it.
//!
//! | file | contents |
//! |---|---|
//! | `directive` | what a text fragment names: a text or its two ends, and the text around it |
//! | `occurrences` | whether a text occurs earlier in the page, where a browser would find it first |

mod directive;
mod occurrences;
#[cfg(test)]
mod tests;

use crate::base::fallible::{Text, or_end};
use crate::document::{Block, Document};
use crate::judge::field::Field;
use crate::read::html::Tag;
use crate::read::html::attributes::Name;
use directive::Directive;
use std::ops::Range;

/// A part of the text of a block.
#[derive(Clone, Debug)]
struct Part<'d> {
    block: Block<'d, 'd>,
    /// Its range in the text of the page.
    text: Range<usize>,
}

impl Document<'_> {
    /// The fragment of an address that leads to a range of [`Document::text`], to be appended to the address of the
    /// page: `#:~:text=` with whole words, on which a browser scrolls there and marks them. A text that occurs earlier in
    /// the page is named with words around it. If that is not enough, or the range has no visible words: `#` and the
    /// nearest `id` before it, or nothing. At most some 3,000 bytes; takes time in proportion to the text of the page.
    ///
    /// ```
    /// let mut analyzer = blockmask::Analyzer::new(blockmask::Options::default());
    /// let page = analyzer.analyze(b"<p>Rain fell, and the river rose - by two metres.").unwrap();
    /// let start = page.text().find("river").unwrap();
    /// assert_eq!(page.text_fragment(start..start + "river rose - by".len()), "#:~:text=river%20rose%20%2D%20by");
    /// ```
    pub fn text_fragment(&self, range: Range<usize>) -> String {
        let fragment = || {
            let start = range.start.min(self.text().len());
            match self.ends(start..range.end).and_then(|(first, last)| Directive::of(self, &first, &last)) {
                Some(directive) => directive.written(),
                None => self.nearest_id(start),
            }
        };
        or_end(fragment).into_string()
    }

    /// The first and the last part of a range that a browser shows; both may be in one block.
    fn ends(&self, range: Range<usize>) -> Option<(Part<'_>, Part<'_>)> {
        let first = self.page.block_at(range.start as u32);
        let indices = first..self.blocks().len();
        let in_range =
            indices.map_while(|index| self.block(index).filter(|block| block.text_range().start < range.end));
        let mut parts = in_range.filter(is_shown).filter_map(|block| {
            let whole = block.text_range();
            let text = words_around(block.text(), range.start.saturating_sub(whole.start), range.end - whole.start)?;
            Some(Part { text: whole.start + text.start..whole.start + text.end, block })
        });
        let first = parts.next()?;
        let last = parts.last().unwrap_or_else(|| first.clone());
        Some((first, last))
    }

    /// `#` and the last `id` of an element that begins before an offset in the text, or nothing.
    fn nearest_id(&self, offset: usize) -> Text {
        let tree = &self.page.tree;
        let block = self.block(self.page.block_at(offset as u32));
        let at = block.map_or(0, |block| block.table_entry().first_text as usize);
        let inside = tree.nodes.get(..at).unwrap_or_default().iter().rev();
        let mut elements =
            inside.take_while(|node| node.tag != Tag::BODY).filter(|node| node.known & Name::ID.bit() != 0);
        let id = elements.find_map(|node| tree.attribute(node, Name::ID).filter(|id| id.value_start < id.value_end));
        let mut written = Text::default();
        if let Some(id) = id {
            let value = tree.decoded_value(id);
            if value.len() <= directive::MAX_TEXT {
                written.push('#');
                directive::encode(&value, &mut written);
            }
        }
        written
    }
}

/// Whether a browser shows a block.
fn is_shown(block: &Block<'_, '_>) -> bool {
    !matches!(block.field(), Field::Title | Field::Hidden)
}

/// The range `[start, end)` of a text, extended to whole words and without the rest at its ends; `None` if it has no word.
fn words_around(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    let floor = |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let (start, end) = (floor(start), floor(end.max(start)));
    let is_inside = |at: usize| {
        let before = text[..at].chars().next_back().is_some_and(occurrences::is_of_word);
        before && text[at..].chars().next().is_some_and(occurrences::is_of_word)
    };
    let run = |c: &char| occurrences::is_of_word(*c);
    let bytes = |chars: &mut dyn Iterator<Item = char>| chars.map(char::len_utf8).sum::<usize>();
    let before = if is_inside(start) { bytes(&mut text[..start].chars().rev().take_while(run)) } else { 0 };
    let after = if is_inside(end) { bytes(&mut text[end..].chars().take_while(run)) } else { 0 };
    let range = start - before..end + after;
    let inside = text.get(range.clone())?;
    let start = range.start + inside.find(occurrences::is_of_word)?;
    let trimmed = inside.trim_end();
    Some(start..range.start + trimmed.len())
}
