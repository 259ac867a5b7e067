//! Text runs: the text of each text node as a range of the normalized text, and the offset maps between text and
//! source.
//!
//! A run has one computed style, so it is the unit from which lines and areas are built.

use super::cascade::Styles;
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::base::simd::{LANES, load};
use crate::base::sort::sort_by_key;
use crate::read::html::{NONE, Tag};
use crate::read::page::text_map::{MapEntry, end_of_character};
use crate::read::page::{Page, TextMap, flag};

/// The text of one text node.
#[derive(Clone, Copy, Debug)]
pub struct TextRun {
    /// The text node.
    pub node: u32,
    /// Byte range in the normalized text, trimmed of whitespace; not empty.
    pub text: (u32, u32),
    /// Characters.
    pub characters: u32,
    /// Characters other than spaces.
    pub non_spaces: u32,
    /// Why it is hidden: bits of [`super::hidden`]; 0 if it is visible.
    pub hidden: u8,
    /// Whether it is in a link.
    pub is_linked: bool,
}

/// The text runs of a page, in preorder of their nodes.
pub fn text_runs<'a>(arena: &'a Bump, page: &Page<'_>, styles: &Styles<'_>) -> &'a [TextRun] {
    let tree = &page.tree;
    let mut runs = ArenaVec::with_capacity_in(page.blocks.len() * 2, arena);
    let mut to_text = SourceToText { entries: page.text_map.entries, at: 0 };
    let mut add = |index: u32| {
        let node = &tree.nodes[index as usize];
        if node.tag != Tag::TEXT || node.parent == NONE {
            return;
        }
        let context = &page.contexts[node.parent as usize];
        if context.flags & (flag::DROPPED | flag::IN_HEAD) != 0 {
            return;
        }
        let mut text_of = |source| end_of_character(page.text, to_text.text_of(source).min(page.text.len() as u32));
        let (start, end) = (text_of(node.start), text_of(node.end));
        let Some(text) = trimmed(page.text, start, end) else { return };
        let (characters, spaces) = count(page.text.as_bytes(), text.0 as usize, text.1 as usize);
        runs.push(TextRun {
            node: index,
            text,
            characters,
            non_spaces: characters - spaces,
            hidden: styles.of(index).hidden_text,
            is_linked: context.link != NONE,
        });
    };
    match tree.source_order {
        [] => (0..tree.nodes.len() as u32).for_each(add),
        order => {
            order.iter().for_each(|&index| add(index));
            sort_by_key(&mut runs, |run| run.node);
        }
    }
    runs.into_bump_slice()
}

fn trimmed(text: &str, start: u32, end: u32) -> Option<(u32, u32)> {
    let bytes = text.as_bytes().get(start as usize..end as usize)?;
    let is_text = |b: &u8| *b != b' ' && *b != b'\n';
    let first = bytes.iter().position(is_text)?;
    let last = bytes.iter().rposition(is_text)?;
    Some((start + first as u32, start + last as u32 + 1))
}

/// The number of characters in `start..end`, and of spaces and line feeds among them.
fn count(text: &[u8], start: usize, end: usize) -> (u32, u32) {
    let (mut characters, mut spaces) = ((end - start) as u32, 0);
    let mut at = start;
    while at < end {
        let left = end - at;
        let inside = if left < LANES { (1 << left) - 1 } else { u32::MAX };
        let Some(lanes) = load(text, at) else {
            // Less than one vector is left at the end of the text.
            let part = &text[at..end];
            spaces += part.iter().map(|byte| u32::from(*byte == b' ') + u32::from(*byte == b'\n')).sum::<u32>();
            characters -= part.iter().map(|byte| u32::from(byte & 0xc0 == 0x80)).sum::<u32>();
            break;
        };
        spaces += ((lanes.equal(b' ') | lanes.equal(b'\n')) & inside).count_ones();
        if lanes.non_ascii() & inside != 0 {
            let part = &text[at..end.min(at + LANES)];
            characters -= part.iter().map(|byte| u32::from(byte & 0xc0 == 0x80)).sum::<u32>();
        }
        at += LANES;
    }
    (characters, spaces)
}

/// Maps source offsets, given in ascending order, to text offsets.
struct SourceToText<'p> {
    entries: &'p [MapEntry],
    /// The entries before this one lie before the last source offset.
    at: usize,
}

impl SourceToText<'_> {
    /// The offset of the first text that comes from `source` or later.
    fn text_of(&mut self, source: u32) -> u32 {
        while self.entries.get(self.at).is_some_and(|entry| entry.source < source) {
            self.at += 1;
        }
        let next = self.entries.get(self.at);
        if let Some(entry) = next.filter(|entry| entry.source == source) {
            return entry.text;
        }
        let next = next.map_or(u32::MAX, |entry| entry.text);
        match self.at.checked_sub(1).and_then(|last| self.entries.get(last)) {
            Some(last) => next.min(last.text.saturating_add(source - last.source)),
            None => next,
        }
    }
}

/// Maps text offsets to source offsets (of the UTF-8 view); fastest if they come in nearly ascending order.
pub struct TextToSource<'p> {
    map: &'p TextMap<'p>,
    /// The entries before this one start at or before the last text offset.
    after: usize,
}

impl<'p> TextToSource<'p> {
    /// At the beginning of the page.
    pub fn new(page: &'p Page<'_>) -> TextToSource<'p> {
        TextToSource { map: &page.text_map, after: 0 }
    }

    /// See [`TextMap::to_view`].
    pub fn source_of(&mut self, text: u32) -> u32 {
        /// Entries to try one by one before a binary search.
        const MAX_LINEAR: usize = 16;
        let entries = self.map.entries;
        let starts_before = |at: usize| entries.get(at).is_some_and(|entry| entry.text <= text);
        if self.after == 0 || !starts_before(self.after - 1) {
            self.after = entries.partition_point(|entry| entry.text <= text);
        }
        let stop = self.after + MAX_LINEAR;
        while starts_before(self.after) {
            self.after += 1;
            if self.after == stop {
                self.after += entries[stop..].partition_point(|entry| entry.text <= text);
            }
        }
        let Some(entry) = self.after.checked_sub(1).and_then(|at| entries.get(at)) else { return 0 };
        let offset = entry.source.saturating_add(text - entry.text);
        entries.get(self.after).map_or(offset, |next| offset.min(next.source))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_and_spaces() {
        let text = "A river\nrose: \u{e9}t\u{e9}, \u{65e5}\u{672c} \u{1f30a} and then more of it ".repeat(3);
        for (end, _) in text.char_indices() {
            for start in [0, 2, 17] {
                let Some(part) = text.get(start..end) else { continue };
                let spaces = part.chars().filter(|c| matches!(c, ' ' | '\n')).count() as u32;
                assert_eq!(count(text.as_bytes(), start, end), (part.chars().count() as u32, spaces));
            }
        }
    }
}
