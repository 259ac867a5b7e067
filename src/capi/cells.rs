//! Cells of tables.
//!
//! The cells of data tables, each with its headers: what is asked of a table, such as the rain of Monday, is a cell whose
//! headers say both.

use super::document::View;
use super::start::blockmask_table;
use super::status::Failure;
use super::structure::computed;
use super::tables::{Rows, Table};
use crate::{Document, HeadedCell};

/// table: the cells of data tables in the order of the page; rows are blockmask_table_cell. Needs
/// BLOCKMASK_PART_STRUCTURE.
pub const BLOCKMASK_TABLE_CELLS: u32 = 21;
/// table: the headers of all cells as indices of cells, grouped by cell; rows are uint32_t.
pub const BLOCKMASK_TABLE_CELL_HEADERS: u32 = 22;

/// columns: table_cells, list of struct.
pub const BLOCKMASK_COLUMN_TABLE_CELLS: u32 = 4194304;

/// A cell of a data table.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_table_cell {
    /// The first byte of its element in the bytes of the page.
    pub source_start: u32,
    /// One past the last byte of its element.
    pub source_end: u32,
    /// The number of its table on the page, from 0; layout tables are counted, too.
    pub table: u32,
    /// Its first row, from 0.
    pub row: u32,
    /// Its first column, from 0.
    pub column: u32,
    /// How many rows it spans; 65534 if it spans all following rows.
    pub row_span: u32,
    /// How many columns it spans.
    pub column_span: u32,
    /// Flag: it is a header.
    pub is_header: u32,
    /// Flag: it is a header by its looks alone, and no th.
    pub is_guessed_header: u32,
    /// Its first block.
    pub first_block: u32,
    /// One past its last block; first_block if it has none.
    pub end_block: u32,
    /// Its first header in BLOCKMASK_TABLE_CELL_HEADERS.
    pub first_header: u32,
    /// One past its last header there; it has at most 16.
    pub end_header: u32,
}

// Both tables, made together.
#[derive(Default)]
pub(super) struct CellTables {
    cells: Table<blockmask_table_cell>,
    headers: Table<u32>,
}

impl CellTables {
    pub fn tables(&mut self) -> [&mut dyn Rows; 2] {
        [&mut self.cells, &mut self.headers]
    }

    // The table of this number, if it is one of these.
    pub fn table(&mut self, table: u32, view: &View<'_>) -> Option<Result<blockmask_table, Failure>> {
        match table {
            BLOCKMASK_TABLE_CELLS => Some(self.make(view).map(|()| self.cells.lend())),
            BLOCKMASK_TABLE_CELL_HEADERS => Some(self.make(view).map(|()| self.headers.lend())),
            _ => None,
        }
    }

    fn make(&mut self, view: &View<'_>) -> Result<(), Failure> {
        computed(view)?;
        if self.cells.is_made() && self.headers.is_made() {
            return Ok(());
        }
        let found = view.derive(Document::table_cells)?;
        let headers: usize = found.iter().map(|cell| cell.headers().len()).sum();
        let mut all = found.iter().flat_map(|cell| cell.headers().iter().map(|&header| header as u32));
        self.headers.fill((0..headers).map(|_| all.next().unwrap_or(0)))?;
        let mut first = 0;
        self.cells.fill(found.iter().map(|cell| {
            let end = first + cell.headers().len() as u32;
            row(cell, std::mem::replace(&mut first, end), end)
        }))?;
        Ok(())
    }
}

fn row(headed: &HeadedCell, first_header: u32, end_header: u32) -> blockmask_table_cell {
    let (cell, source, blocks) = (headed.cell(), headed.source(), headed.blocks());
    blockmask_table_cell {
        source_start: source.start as u32,
        source_end: source.end as u32,
        table: cell.table,
        row: cell.row,
        column: cell.column.into(),
        row_span: cell.row_span.into(),
        column_span: cell.column_span.into(),
        is_header: cell.is_header.into(),
        is_guessed_header: headed.is_guessed_header().into(),
        first_block: blocks.start as u32,
        end_block: blocks.end as u32,
        first_header,
        end_header,
    }
}
