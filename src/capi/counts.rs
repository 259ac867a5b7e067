//! Counts.
//!
//! Counts of the main text and of each block, by which corpora of web pages are filtered: docs/counts.md has the rules of
//! C4, Gopher and FineWeb in these terms.

use super::document::View;
use super::start::blockmask_table;
use super::status::Failure;
use super::tables::{Rows, Table};
use crate::{Counts, Document};

/// table: the counts of the main text; one row, blockmask_counts. Without BLOCKMASK_PART_MASK all text is main text.
pub const BLOCKMASK_TABLE_COUNTS: u32 = 24;
/// table: the counts of each block; rows are blockmask_counts.
pub const BLOCKMASK_TABLE_BLOCK_COUNTS: u32 = 25;

/// columns: counts, struct.
pub const BLOCKMASK_COLUMN_COUNTS: u32 = 67108864;
/// columns: block_counts, list of struct.
pub const BLOCKMASK_COLUMN_BLOCK_COUNTS: u32 = 134217728;

// Both tables, each made on its first use.
#[derive(Default)]
pub(super) struct CountTables {
    page: Table<Counts>,
    blocks: Table<Counts>,
}

impl CountTables {
    pub fn tables(&mut self) -> [&mut dyn Rows; 2] {
        [&mut self.page, &mut self.blocks]
    }

    // The table of this number, if it is one of these.
    pub fn table(&mut self, table: u32, view: &View<'_>) -> Option<Result<blockmask_table, Failure>> {
        match table {
            BLOCKMASK_TABLE_COUNTS => {
                Some(self.page.fill_of(|| view.derive(Document::counts).map(std::iter::once), |row| row))
            }
            BLOCKMASK_TABLE_BLOCK_COUNTS => {
                Some(self.blocks.fill_of(|| view.derive(Document::block_counts), |row| row))
            }
            _ => None,
        }
    }
}
