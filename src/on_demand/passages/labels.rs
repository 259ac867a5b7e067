//! The headers of rows that are not marked: a column of labels, and rows of one cell that head the rows below them.
//!
//! The first column of a table without `th` beside its data heads the rows if its cells are short and all different, most
//! of them no quantities, and something tells it from the other columns: a header above them, numbers beside it, a colon at
//! the end of each, that it alone is in bold, or rows of one cell between its pairs. If it only counts the rows, the second
//! column heads them.
//!
//! A row of one cell over all columns, or of one in bold where no other label is, heads the rows below it, up to the next
//! such row; labels are different if they are so below one of them. Of two such rows that follow each other the first one is
//! an outer one, which heads the rows below the inner ones, too, up to the next outer one: if the two look different, if the
//! first row below the header is one, or if this is so twice. All rows that look like outer ones are.

use super::boundaries::ends_in_colon;
use super::headers::MAX_TOKENS;
use super::looks::{is_bold, look};
use super::sentences::ends_sentence;
use super::series::{Number, Series, is_number};
use crate::base::fallible::List;
use crate::base::hash::mix;
use crate::base::sort::sort;
use crate::document::{Block, TableCell};

/// The fewest rows with a label.
const ROWS: usize = 2;

/// The first block of a cell that may be a label.
struct Label {
    block: usize,
    rows: (u32, u32),
    text: u64,
    /// The columns that it spans.
    span: u16,
    is_short: bool,
    is_sentence: bool,
    /// What it is if it is a number.
    number: Option<Number>,
    is_bold: bool,
    /// Whether it is in bold or a `th`.
    is_strong: bool,
    /// Of a cell that may head the rows below it: its [`look`].
    look: u64,
    has_colon: bool,
    /// Whether there are other cells in its row, and whether all of them are in bold, too.
    has_values: bool,
    has_bold_values: bool,
}

/// A row that heads the rows below it.
pub(super) struct Group {
    pub row: u32,
    pub block: usize,
    /// The block of the row above that heads this one and others.
    pub outer: Option<usize>,
}

/// A column that may head the rows.
#[derive(Default)]
struct Column {
    labels: List<Label>,
    /// One past the last row with cells but without a label.
    end_of_unlabeled: u32,
}

/// What a table says about its first two columns.
#[derive(Default)]
pub(super) struct Labels {
    columns: [Column; 2],
    /// The number of columns with a cell that begins there.
    width: u16,
    /// The last row: whether it has headers, and data.
    row: (u32, bool, bool),
    /// Whether a row has both.
    is_marked: bool,
}

impl Column {
    /// Adds the block of a cell, where this is the column `at`; they come in order.
    fn add(&mut self, at: u16, block: &Block<'_, '_>, cell: &TableCell) {
        let row = cell.row;
        let last = self.labels.last_mut().filter(|last| last.rows.0 <= row && row < last.rows.1);
        match (last, cell.column.checked_sub(at)) {
            (_, None) => {}
            // A label is one block.
            (Some(label), Some(0)) => label.is_short = false,
            (None, Some(0)) => self.add_label(block, cell),
            (Some(label), Some(_)) => {
                label.has_values = true;
                label.has_bold_values = label.has_bold_values && label.is_bold && is_bold(block);
            }
            (None, Some(_)) => self.end_of_unlabeled = row + 1,
        }
    }

    fn add_label(&mut self, block: &Block<'_, '_>, cell: &TableCell) {
        let is_bold = is_bold(block);
        self.labels.push(Label {
            block: block.index(),
            rows: (cell.row, cell.row.saturating_add(cell.row_span.into())),
            text: block.text_hash(),
            span: cell.column_span,
            is_short: block.table_entry().words() <= MAX_TOKENS,
            is_sentence: block.text().ends_with(ends_sentence),
            number: is_number(block.text()).then(|| Number::of(block.text())),
            is_bold,
            is_strong: is_bold || cell.is_header,
            look: if is_bold || cell.column_span > 1 { look(block) } else { 0 },
            has_colon: ends_in_colon(block.text()),
            has_values: false,
            has_bold_values: true,
        });
    }

    /// Whether these labels, below a header that ends at a row, are short and different, each beside a value.
    fn are_labels(&self, end_row: u32, groups: &[Group]) -> bool {
        let labels = || self.below(end_row, groups);
        let is_label = |label: &Label| label.is_short && label.has_values;
        labels().count() >= ROWS
            && self.end_of_unlabeled <= end_row
            && labels().all(is_label)
            && are_different(labels().map(|label| mix(group_of(groups, label.rows.0), label.text)))
    }

    /// The cells of one column below a header that are no groups.
    fn below<'c>(&'c self, end_row: u32, groups: &'c [Group]) -> impl Iterator<Item = &'c Label> {
        let is_group = |label: &Label| groups.binary_search_by_key(&label.rows.0, |group| group.row).is_ok();
        self.labels.iter().filter(move |label| label.rows.0 >= end_row && label.span == 1 && !is_group(label))
    }

    fn series(&self, end_row: u32, groups: &[Group]) -> Series {
        let numbers: List<Number> = self.below(end_row, groups).filter_map(|label| label.number).collect();
        Series::of(&numbers)
    }

    fn are_numbers(&self, end_row: u32, groups: &[Group]) -> bool {
        let labels = || self.below(end_row, groups);
        2 * labels().filter(|label| label.number.is_some()).count() > labels().count()
    }
}

impl Labels {
    /// Adds the block of a cell; they come in order.
    pub fn add(&mut self, block: &Block<'_, '_>, cell: &TableCell) {
        let row = cell.row;
        let (_, has_headers, has_data) = if self.row.0 == row { self.row } else { (row, false, false) };
        self.row = (row, has_headers || cell.is_header, has_data || !cell.is_header);
        self.is_marked |= self.row.1 && self.row.2;
        self.width = self.width.max(cell.column.saturating_add(1));
        if cell.is_header && (cell.column > 0 || cell.column_span == 1) {
            return;
        }
        for (at, column) in (0..).zip(&mut self.columns) {
            // A cell over several columns heads the rows below it.
            if at == 0 || cell.column > 0 || cell.column_span == 1 {
                column.add(at, block, cell);
            }
        }
    }

    /// Where a header ends, of which the last rows head the rows below them like later ones, and the first block of these.
    pub fn end_of_header(&self, end_row: u32) -> Option<(u32, usize)> {
        let is_wide = |label: &&Label| label.span > 1 && label.span >= self.width && !label.has_values;
        let wide = || self.columns[0].labels.iter().filter(is_wide);
        if !wide().any(|label| (end_row..self.row.0).contains(&label.rows.0)) {
            return None;
        }
        let mut end = None;
        for label in wide().filter(|label| (1..end_row).contains(&label.rows.0)).rev() {
            let last = end.map_or(end_row, |(row, _)| row);
            if label.rows.1 == last {
                end = Some((label.rows.0, label.block));
            }
        }
        end
    }

    /// The rows below a header, which ends at a row, that head the rows below them.
    pub fn groups(&self, end_row: u32) -> List<Group> {
        let labels = || self.columns[0].labels.iter().filter(|label| label.rows.0 >= end_row);
        let is_bold_beside_values = labels().any(|label| label.has_values && label.is_bold);
        let is_group = |label: &Label| {
            let is_apart = label.span > 1 && label.span >= self.width || label.is_bold && !is_bold_beside_values;
            is_apart && !label.has_values && label.is_short && !label.is_sentence && label.rows.0 < self.row.0
        };
        match self.width {
            0 | 1 => List::default(),
            _ => {
                let found: List<&Label> = labels().filter(|label| is_group(label)).collect();
                nested(&found, end_row)
            }
        }
    }

    /// The column that heads the rows, below a header, if the table has one, that ends at a row; `values` are the cells
    /// behind the first column, and the numbers among them.
    pub fn column(&self, end_row: u32, has_header: bool, values: (u32, u32), groups: &[Group]) -> Option<u16> {
        let [first, second] = &self.columns;
        if self.is_marked || !first.are_labels(end_row, groups) {
            return None;
        }
        if first.are_numbers(end_row, groups) {
            return match first.series(end_row, groups) {
                _ if !has_header => None,
                Series::None => None,
                Series::Names => Some(0),
                Series::Count if second.are_numbers(end_row, groups) => Some(0),
                Series::Count => second.are_labels(end_row, groups).then_some(1),
            };
        }
        let labels = || first.below(end_row, groups);
        let is_told = has_header
            || 2 * values.1 > values.0
            || self.width == 2 && !groups.is_empty()
            || labels().all(|label| label.has_colon)
            || labels().all(|label| label.is_bold) && !labels().all(|label| label.has_bold_values);
        is_told.then_some(0)
    }
}

/// The rows that head those below them, each with the outer one above it. Two rows that look alike may be one without rows
/// below it and the next one.
fn nested(found: &[&Label], end_row: u32) -> List<Group> {
    let is_above = |pair: &&[&Label]| pair[0].rows.1 == pair[1].rows.0;
    let pairs = || found.windows(2).filter(is_above);
    let alike = pairs().filter(|pair| pair[0].look == pair[1].look).count();
    let mut all: List<u64> = found.iter().map(|label| label.look).collect();
    sort(&mut all);
    let recurs =
        |look: u64| all.partition_point(|&other| other <= look) - all.partition_point(|&other| other < look) > 1;
    // The caption of a picture above a row in bold does not head it, and one inner row is none.
    let is_outer = |pair: &&[&Label]| {
        pair[0].look != pair[1].look && pair[0].is_strong >= pair[1].is_strong && recurs(pair[1].look)
    };
    let mut looks: List<u64> = pairs().filter(is_outer).map(|pair| pair[0].look).collect();
    sort(&mut looks);
    let mut outer = None;
    let group = |at: usize| {
        let label = found[at];
        let next = found.get(at + 1).filter(|next| label.rows.1 == next.rows.0);
        let is_outer = match next {
            Some(next) if next.look == label.look => looks.is_empty() && (alike > 1 || label.rows.0 == end_row),
            _ => looks.binary_search(&label.look).is_ok(),
        };
        let above = if is_outer { None } else { outer };
        outer = if is_outer { Some(label.block) } else { outer };
        Group { row: label.rows.0, block: label.block, outer: above }
    };
    (0..found.len()).map(group).collect()
}

/// The group that a row belongs to, as a number.
fn group_of(groups: &[Group], row: u32) -> u64 {
    groups.partition_point(|group| group.row < row) as u64
}

fn are_different(texts: impl Iterator<Item = u64>) -> bool {
    let mut texts: List<u64> = texts.collect();
    sort(&mut texts);
    !texts.windows(2).any(|pair| pair[0] == pair[1])
}
