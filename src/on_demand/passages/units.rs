//! Units: the pieces of the main text of which passages consist: blocks, table rows, and sentences of longer blocks.

use super::lines::Lines;
use super::sentences::sentence_starts;
use super::tokens::TokenStarts;
use crate::base::fallible::List;
use crate::document::Block;
use crate::judge::structure::BlockType;
use std::ops::Range;

/// A piece of one block.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// The index of its block.
    pub block: usize,
    /// Its text in the text of the page.
    pub text: Range<usize>,
    pub tokens: u32,
}

/// The units of a block, of at most `max` tokens each: the whole block if it has at most `room` tokens, or its
/// sentences, or parts of sentences.
pub(super) fn units_of(
    block: &Block<'_, '_>,
    lines: &Lines,
    starts: TokenStarts<'_>,
    (max, room): (u32, u32),
    units: &mut List<Unit>,
) {
    let text = block.text_range();
    let tokens = starts.count(&text);
    if tokens <= room.min(max) {
        return units.push(Unit { block: block.index(), text, tokens });
    }
    for sentence in sentences(block, lines, &text) {
        let mut rest = sentence;
        while let Some(end) = starts.after(&rest, max).map(|at| boundary(block, at, &rest)) {
            let part = rest.start..end;
            units.push(Unit { block: block.index(), tokens: starts.count(&part), text: part });
            rest.start = end;
        }
        units.push(Unit { block: block.index(), tokens: starts.count(&rest), text: rest });
    }
}

/// The sentences of a part of a block, or the lines of code.
pub(super) fn sentences(block: &Block<'_, '_>, lines: &Lines, text: &Range<usize>) -> List<Range<usize>> {
    if block.block_type() == BlockType::Code {
        return lines.split(text).collect();
    }
    let start = block.text_range().start;
    let inside = &block.text()[text.start - start..text.end - start];
    let mut at = text.start;
    let ends = sentence_starts(inside).into_iter().map(|end| text.start + end).chain([text.end]);
    ends.map(|end| std::mem::replace(&mut at, end)..end).collect()
}

/// An offset of the caller, moved to the start of its character, or to the next character if it is at the start of the
/// text.
fn boundary(block: &Block<'_, '_>, at: usize, rest: &Range<usize>) -> usize {
    let (text, start) = (block.text(), block.text_range().start);
    let is_start = |at: &usize| text.is_char_boundary(at - start);
    let before = (rest.start + 1..at + 1).rev().take(4).find(is_start);
    before.or_else(|| (rest.start + 1..rest.end).find(is_start)).unwrap_or(rest.end)
}
