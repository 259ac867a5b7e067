//! The headers of rows that are not marked: a first column of labels.
//!
//! The first column of a table without `th` beside its data heads the rows if its cells are short and all different, most
//! of them no numbers, and something tells it from the other columns: a header above them, numbers beside it, a colon at
//! the end of each, or that it alone is in bold.

use super::boundaries::ends_in_colon;
use super::headers::{MAX_TOKENS, is_bold, is_number};
use crate::base::fallible::List;
use crate::base::sort::sort;
use crate::document::{Block, TableCell};

/// The fewest rows with a label.
const ROWS: usize = 2;

/// The first block of a cell in the first column.
struct Label {
    rows: (u32, u32),
    text: u64,
    is_short: bool,
    is_number: bool,
    is_bold: bool,
    has_colon: bool,
    /// Whether there are other cells in its row, and whether all of them are in bold, too.
    has_values: bool,
    has_bold_values: bool,
}

/// What a table says about its first column.
#[derive(Default)]
pub(super) struct Labels {
    labels: List<Label>,
    /// One past the last row with cells but without a label.
    end_of_unlabeled: u32,
    /// The last row: whether it has headers, and data.
    row: (u32, bool, bool),
    /// Whether a row has both.
    is_marked: bool,
}

impl Labels {
    /// Adds the block of a cell; they come in order.
    pub fn add(&mut self, block: &Block<'_, '_>, cell: &TableCell) {
        let row = cell.row;
        let (_, has_headers, has_data) = if self.row.0 == row { self.row } else { (row, false, false) };
        self.row = (row, has_headers || cell.is_header, has_data || !cell.is_header);
        self.is_marked |= self.row.1 && self.row.2;
        // A cell over several columns heads the rows below it.
        if cell.is_header || cell.column == 0 && cell.column_span > 1 {
            return;
        }
        let last = self.labels.last_mut().filter(|last| last.rows.0 <= row && row < last.rows.1);
        match (last, cell.column) {
            // A label is one block.
            (Some(label), 0) => label.is_short = false,
            (None, 0) => self.labels.push(Label {
                rows: (row, row.saturating_add(cell.row_span.into())),
                text: block.text_hash(),
                is_short: block.table_entry().words() <= MAX_TOKENS,
                is_number: is_number(block.text()),
                is_bold: is_bold(block),
                has_colon: ends_in_colon(block.text()),
                has_values: false,
                has_bold_values: true,
            }),
            (Some(label), _) => {
                label.has_values = true;
                label.has_bold_values = label.has_bold_values && label.is_bold && is_bold(block);
            }
            (None, _) => self.end_of_unlabeled = row + 1,
        }
    }

    /// Whether the cells of the first column head their rows, below a header, if the table has one, that ends at a row;
    /// `values` are the other cells, and the numbers among them.
    pub fn are_headers(&self, end_row: u32, has_header: bool, values: (u32, u32)) -> bool {
        let labels = || self.labels.iter().filter(|label| label.rows.0 >= end_row);
        let count = labels().count();
        if self.is_marked || count < ROWS || self.end_of_unlabeled > end_row {
            return false;
        }
        let is_label = |label: &Label| label.is_short && label.has_values;
        if !labels().all(is_label) || 2 * labels().filter(|label| label.is_number).count() > count {
            return false;
        }
        let is_told = has_header
            || 2 * values.1 > values.0
            || labels().all(|label| label.has_colon)
            || labels().all(|label| label.is_bold) && !labels().all(|label| label.has_bold_values);
        is_told && are_different(labels().map(|label| label.text))
    }
}

fn are_different(texts: impl Iterator<Item = u64>) -> bool {
    let mut texts: List<u64> = texts.collect();
    sort(&mut texts);
    !texts.windows(2).any(|pair| pair[0] == pair[1])
}
