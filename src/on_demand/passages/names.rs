//! First rows that name the columns of a table of texts.

use super::headers::COLUMNS;
use crate::base::fnv;
use crate::document::TableCell;

/// The most words of a name, and the fewest columns and rows below of a table with names.
const MOST_WORDS: u32 = 4;
const LEAST_COLUMNS: usize = 3;
const LEAST_ROWS: u32 = 3;

/// What the first row and the columns below it look like.
#[derive(Default)]
pub(super) struct Names {
    columns: [Column; COLUMNS],
    /// Whether a cell of the first row is long or over several columns, or stands in its column again.
    has_others: bool,
    last_row: u32,
    top: u32,
}

#[derive(Clone, Copy, Default)]
struct Column {
    /// The hash of the name, and its length in characters.
    name: Option<(u64, usize)>,
    /// The texts below it, those with digits, and those that are at least twice as long.
    below: u32,
    digits: u32,
    long: u32,
}

impl Names {
    /// Adds the text of a cell, in `words`; `top` is the first row.
    pub fn add(&mut self, text: &str, words: u32, cell: &TableCell, top: u32) {
        (self.top, self.last_row) = (top, cell.row);
        let Some(column) = self.columns.get_mut(usize::from(cell.column)) else { return };
        let hash = fnv::hash_bytes(text.as_bytes());
        if cell.row <= top {
            self.has_others |= words > MOST_WORDS || cell.column_span > 1 || column.name.is_some();
            column.name = Some((hash, text.chars().count()));
        } else if let Some((name, length)) = column.name {
            self.has_others |= hash == name;
            column.below = column.below.saturating_add(1);
            column.digits = column.digits.saturating_add(u32::from(text.contains(|c: char| c.is_ascii_digit())));
            let is_long = text.chars().nth((2 * length).saturating_sub(1)).is_some();
            column.long = column.long.saturating_add(u32::from(is_long));
        }
    }

    /// Whether the first row names `columns` columns: distinct short texts, and in half of the columns all texts below
    /// have digits or most are at least twice as long.
    pub fn is_header(&self, columns: u16) -> bool {
        let Some(all) = self.columns.get(..usize::from(columns)) else { return false };
        let are_named = all.iter().skip(1).all(|column| column.name.is_some());
        let name = |column: &Column| column.name.map(|name| name.0);
        let is_repeated = |at: usize| all[..at].iter().filter_map(name).any(|other| Some(other) == name(&all[at]));
        let differs = |column: &&Column| {
            column.below > 1 && (column.digits == column.below || 5 * column.long >= 4 * column.below)
        };
        !self.has_others
            && all.len() >= LEAST_COLUMNS
            && self.last_row >= self.top + LEAST_ROWS
            && are_named
            && 2 * all.iter().filter(differs).count() >= all.len()
            && !(0..all.len()).any(is_repeated)
    }
}
