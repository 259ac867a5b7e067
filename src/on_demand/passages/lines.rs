//! The line breaks in preformatted text and by `br`, which are spaces in the text of a page.

use super::boundaries::ends_in_colon;
use super::units::Unit;
use crate::base::fallible::{List, Text};
use crate::document::{Block, TableCell};
use crate::judge::structure::BlockType;
use crate::on_demand::shapes::Part;
use crate::read::page::unicode::{SPACE, class};
use std::ops::Range;

/// Whitespace that the text of the page replaces by a single space.
#[derive(Clone, Debug)]
struct Gap {
    /// The offset after the space, or the start of the block.
    end: usize,
    /// Whether the whitespace is at the start of its block, where the text has no space.
    is_start: bool,
    /// The whitespace, a range of [`Lines::spaces`].
    space: Range<usize>,
}

/// All such whitespace of the main text.
#[derive(Debug, Default)]
pub(in crate::on_demand) struct Lines {
    /// In the order of the text.
    gaps: List<Gap>,
    spaces: Text,
}

impl Lines {
    /// Adds a block; they come in order.
    pub fn add(&mut self, block: &Block<'_, '_>) {
        let Some(formatted) = block.formatted_lines() else { return };
        let mut rest = &*formatted;
        let mut at = block.text_range().start;
        for (i, word) in block.text().split(' ').enumerate() {
            let words = match rest.as_bytes() {
                // Most words stand behind one space.
                [b' ', next, ..] if next.is_ascii_graphic() => &rest[1..],
                [next, ..] if next.is_ascii_graphic() => rest,
                _ => rest.trim_start_matches(|c| class(c) & SPACE != 0),
            };
            let space = &rest[..rest.len() - words.len()];
            // Both have the same words.
            let Some(after) = words.strip_prefix(word) else { return };
            let is_start = i == 0;
            at += usize::from(!is_start);
            if space != (if is_start { "" } else { " " }) {
                let start = self.spaces.len();
                self.spaces.push_str(space);
                self.gaps.push(Gap { end: at, is_start, space: start..self.spaces.len() });
            }
            at += word.len();
            rest = after;
        }
    }

    /// The lines of a part of a block.
    pub fn split(&self, text: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let starts = self.inside(text).iter().filter(|gap| self.space(gap).contains('\n')).map(|gap| gap.end);
        let mut at = text.start;
        starts.chain([text.end]).map(move |next| std::mem::replace(&mut at, next)..next)
    }

    /// Whether an empty line ends at an offset, and whether the line that begins there is not indented then.
    pub fn paragraph_at(&self, start: usize) -> Option<bool> {
        let found = self.gaps.binary_search_by_key(&start, |gap| gap.end).ok()?;
        let gap = self.gaps.get(found).filter(|gap| !gap.is_start)?;
        let space = self.space(gap);
        (space.matches('\n').count() > 1).then(|| space.ends_with('\n'))
    }

    /// The formatted text of some units. Successive units of a block are one piece; `separator` gives what stands between
    /// two blocks, and before the first one.
    pub(super) fn laid_out(
        &self,
        units: &[Unit],
        separator: impl Fn(Option<usize>, usize) -> &'static str,
    ) -> List<Part<'_>> {
        let mut parts = List::default();
        let mut before = None;
        let follows = |one: &Unit, next: &Unit| one.block == next.block && one.text.end == next.text.start;
        for run in units.chunk_by(follows) {
            if let [first, .., last] | [first @ last] = run {
                let separator = separator(before, first.block);
                self.lay_out(first.block, first.text.start..last.text.end, separator, &mut parts);
                before = Some(first.block);
            }
        }
        parts
    }

    fn lay_out<'l>(&'l self, block: usize, text: Range<usize>, separator: &'static str, parts: &mut List<Part<'l>>) {
        let mut before = (separator, self.indentation(text.start));
        let mut at = text.start;
        for gap in self.inside(&text) {
            parts.push(Part { block, text: at..gap.end - 1, before });
            (at, before) = (gap.end, ("", self.space(gap)));
        }
        parts.push(Part { block, text: at..text.end, before });
    }

    /// The gaps after the start of a range.
    fn inside(&self, text: &Range<usize>) -> &[Gap] {
        let first = self.gaps.partition_point(|gap| gap.end <= text.start);
        let end = self.gaps.partition_point(|gap| gap.end < text.end);
        self.gaps.get(first..end).unwrap_or_default()
    }

    /// The whitespace at the start of the line that begins at an offset.
    fn indentation(&self, start: usize) -> &str {
        let found = self.gaps.binary_search_by_key(&start, |gap| gap.end);
        let Some(gap) = found.ok().and_then(|at| self.gaps.get(at)) else { return "" };
        let space = self.space(gap);
        match space.rfind('\n') {
            Some(line_feed) => &space[line_feed + 1..],
            None if gap.is_start => space,
            None => "",
        }
    }

    fn space(&self, gap: &Gap) -> &str {
        &self.spaces[gap.space.clone()]
    }
}

/// What stands between two blocks of a passage, and before its first one: rows of a table are lines with bars between their
/// cells, also for cells without text, a label and its value or a term and its definition are joined by a colon, and all
/// else is a line of its own. `is_guessed` tells whether a cell is a label by its looks.
pub(super) fn separator(
    before: Option<&Block<'_, '_>>,
    after: &Block<'_, '_>,
    is_guessed: impl Fn(&TableCell) -> bool,
) -> &'static str {
    let next = after.table_cell();
    let Some(before) = before else { return &bars(next.as_ref(), 0)[2..] };
    let has_colon = ends_in_colon(before.text());
    let colon = |bars: &'static str| if has_colon { &bars[1..] } else { bars };
    match (before.table_cell(), next) {
        (Some(one), Some(next)) if (one.table, one.row) == (next.table, next.row) => {
            let is_label = (one.is_header || is_guessed(&one)) && !next.is_header;
            let bars = bars(Some(&next), one.column.saturating_add(one.column_span));
            if one.column == next.column {
                " "
            } else if is_label {
                colon(bars)
            } else {
                &BARS[..bars.len() + 1]
            }
        }
        (None, None)
            if before.block_type() == BlockType::DefinitionTerm && after.block_type() == BlockType::Definition =>
        {
            colon(": ")
        }
        _ => line_before(after),
    }
}

/// A line feed, with bars for the cells without text that a row begins with.
pub(super) fn line_before(block: &Block<'_, '_>) -> &'static str {
    &LINE_BARS[..bars(block.table_cell().as_ref(), 0).len() - 1]
}

/// A bar for each of some cells without text, behind what stands before a cell: a bar, a colon or a line feed.
const BARS: &str = " | | | | | | | | ";
const COLON_BARS: &str = ": | | | | | | | ";
const LINE_BARS: &str = "\n| | | | | | | ";

/// The colon before a cell with the bars of the cells without text between it and a column.
fn bars(cell: Option<&TableCell>, column: u16) -> &'static str {
    let missing = cell.map_or(0, |cell| usize::from(cell.column.saturating_sub(column)));
    &COLON_BARS[..2 + 2 * missing.min(7)]
}
