//! Units: the pieces of the main text of which passages consist: blocks, table rows, and sentences of longer blocks.

use super::lines::Lines;
use super::sentences::sentence_starts;
use crate::base::fallible::List;
use crate::document::Block;
use crate::judge::structure::BlockType;
use crate::read::html::NONE;
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

/// Units that stay together: a row of a table, or else one unit.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub units: Range<usize>,
    pub tokens: u32,
    /// 1 to 6 for a heading, else 0.
    pub heading_level: u8,
    /// The list, table or code that it is part of.
    pub whole: Whole,
    pub segment: Option<usize>,
}

/// A structure that a passage keeps together if it fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whole {
    None,
    /// The number of its outermost list.
    List(u32),
    /// The number of its table.
    Table(u32),
    /// The scope of the code.
    Code(u32),
}

/// The starts of tokens in the text of a page, ascending.
#[derive(Clone, Copy)]
pub(super) struct TokenStarts<'t>(pub &'t [u32]);

impl TokenStarts<'_> {
    /// The number of tokens that begin in a range.
    pub fn count(&self, text: &Range<usize>) -> u32 {
        self.before(text.end).saturating_sub(self.before(text.start)) as u32
    }

    fn before(&self, offset: usize) -> usize {
        self.0.partition_point(|&start| (start as usize) < offset)
    }

    /// The start of token number `count`, from 0, in a range; `None` if there are fewer tokens.
    fn after(&self, text: &Range<usize>, count: u32) -> Option<usize> {
        let start = *self.0.get(self.before(text.start) + count as usize)? as usize;
        (start < text.end).then_some(start)
    }
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

/// Groups the units of a page.
pub(super) fn groups_of(units: &[Unit], block_of: impl Fn(usize) -> Facts) -> List<Group> {
    let mut groups: List<Group> = List::default();
    let mut last_row = None;
    for (i, unit) in units.iter().enumerate() {
        let Facts { heading_level, whole, row, segment } = block_of(unit.block);
        if let Some(group) = groups.last_mut().filter(|_| row.is_some() && row == last_row) {
            group.units.end = i + 1;
            group.tokens += unit.tokens;
        } else {
            groups.push(Group { units: i..i + 1, tokens: unit.tokens, heading_level, whole, segment });
        }
        last_row = row;
    }
    groups
}

/// Properties of a block for grouping.
pub(super) struct Facts {
    pub heading_level: u8,
    pub whole: Whole,
    /// Its table and row.
    pub row: Option<(u32, u32)>,
    pub segment: Option<usize>,
}

impl Facts {
    /// Of no block.
    pub fn none() -> Facts {
        Facts { heading_level: 0, whole: Whole::None, row: None, segment: None }
    }

    pub fn of(block: &Block<'_, '_>) -> Facts {
        let cell = block.table_cell();
        let whole = match (cell, block.block_type()) {
            (Some(cell), _) => Whole::Table(cell.table),
            (None, BlockType::Code) => Whole::Code(block.scope_index()),
            _ => match block.outermost_list() {
                NONE => Whole::None,
                list => Whole::List(list),
            },
        };
        Facts {
            heading_level: block.level(),
            whole,
            row: cell.map(|cell| (cell.table, cell.row)),
            segment: block.segment(),
        }
    }
}
