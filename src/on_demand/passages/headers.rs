//! The headers of tables: the cells of the first rows that are marked as headers, or a first row that looks like one.
//!
//! A table without marked headers has one if its first row is in a `thead`; if all of its cells are in bold and not all
//! of the next row are; or if all of its cells are short and without digits, and most cells below one of them are numbers.
//! Whether its first column heads its rows, [`labels`](super::labels) tells.

use super::labels::Labels;
use crate::base::fallible::List;
use crate::document::{Block, Document, TableCell};
use crate::on_demand::facts::date::digit;
use crate::read::html::{Node, Tag};
use crate::read::page::unicode::is_letter;
use std::ops::Range;

/// What is above the rows of a table: the cells of its first rows, if all of them are headers.
#[derive(Default)]
pub(in crate::on_demand) struct Header {
    pub table: u32,
    pub caption: Option<usize>,
    /// The blocks of its cells, a range of [`Headers::cells`].
    cells: Range<usize>,
    /// One past its last row.
    pub end_row: u32,
    /// Whether it is a header by its looks alone.
    is_guessed: bool,
    /// Whether the first column heads the rows below by its looks.
    has_labels: bool,
}

/// The headers of all tables of a page.
#[derive(Default)]
pub(in crate::on_demand) struct Headers {
    /// In ascending order of tables.
    headers: List<Header>,
    cells: List<usize>,
    /// What the last table says about a header that is not marked.
    guess: Guess,
    labels: Labels,
}

impl Headers {
    /// Adds the block of a cell; they come in order. `caption` is the caption right before it.
    pub fn add(&mut self, block: &Block<'_, '_>, cell: &TableCell, caption: Option<usize>) {
        let is_new = self.headers.last().is_none_or(|header| header.table < cell.table);
        if is_new {
            self.end_table();
        }
        let (end, row) = (self.cells.len(), cell.row);
        if is_new {
            self.headers.push(Header { table: cell.table, caption, cells: end..end, ..Header::default() });
        }
        let Some(header) = self.headers.last_mut().filter(|header| header.table == cell.table) else { return };
        self.guess.add(block, cell);
        self.labels.add(block, cell);
        let follows = header.cells.end == end && row <= header.end_row;
        match cell.is_header {
            _ if !follows => {}
            true if row < header.end_row || is_new || !header.cells.is_empty() => {
                header.end_row = row + 1;
                header.cells.end += 1;
                self.cells.push(block.index());
            }
            true => {}
            // A row with data is no header.
            false => {
                let is_of_row = |cell: &usize| {
                    block
                        .document()
                        .block(*cell)
                        .and_then(|block| block.table_cell())
                        .is_some_and(|cell| cell.row == row)
                };
                while header.cells.end > header.cells.start && self.cells.last().is_some_and(is_of_row) {
                    self.cells.pop();
                    header.cells.end -= 1;
                }
                header.end_row = header.end_row.min(row);
            }
        }
    }

    /// After the last cell of a table: its first row is its header, and its first column heads its rows, if they look so.
    fn end_table(&mut self) {
        let (guess, labels) = (std::mem::take(&mut self.guess), std::mem::take(&mut self.labels));
        let Some(header) = self.headers.last_mut() else { return };
        if header.cells.is_empty() && guess.is_header() {
            self.cells.extend(guess.first.iter().copied());
            header.cells = header.cells.start..self.cells.len();
            (header.end_row, header.is_guessed) = (1, true);
        }
        header.has_labels = labels.are_headers(header.end_row, !header.cells.is_empty(), guess.values());
    }

    /// After the last block of the page: forgets the tables with nothing above their rows.
    pub fn end(&mut self) {
        self.end_table();
        let is_known = |header: &Header| header.caption.is_some() || !header.cells.is_empty() || header.has_labels;
        self.headers.retain(is_known);
    }

    /// The headers of a page.
    pub fn of(document: &Document<'_>) -> Headers {
        let mut headers = Headers::default();
        for block in document.blocks() {
            if let Some(cell) = block.table_cell() {
                headers.add(&block, &cell, None);
            }
        }
        headers.end();
        headers
    }

    /// Whether a cell of a table is a header by its looks alone: one of rows.
    pub fn is_label(&self, cell: &TableCell) -> bool {
        let header = self.header_of(cell.table).filter(|_| cell.column == 0 && !cell.is_header);
        header.is_some_and(|header| header.has_labels && cell.row >= header.end_row)
    }

    /// Whether a cell of a table is a header by its looks alone: one of columns.
    pub fn is_guessed(&self, cell: &TableCell) -> bool {
        cell.row == 0 && self.header_of(cell.table).is_some_and(|header| header.is_guessed)
    }

    fn header_of(&self, table: u32) -> Option<&Header> {
        let found = self.headers.binary_search_by_key(&table, |header| header.table).ok()?;
        self.headers.get(found)
    }

    /// What is above the rows of a table, and the blocks of its header.
    pub fn of_table(&self, table: u32) -> Option<(&Header, &[usize])> {
        let header = self.header_of(table)?;
        Some((header, &self.cells[header.cells.clone()]))
    }
}

/// Cells of a header have at most this many tokens.
pub(super) const MAX_TOKENS: u32 = 8;
/// The columns that are read, and the fewest rows below a header.
const COLUMNS: usize = 16;
const ROWS: u16 = 2;

/// What a table without marked headers says about its first row.
#[derive(Default)]
struct Guess {
    /// The blocks of the first row, and how many columns it has.
    first: List<usize>,
    columns: u16,
    is_marked: bool,
    is_in_head: bool,
    /// Whether all cells of the first row are short and without digits, and all in bold.
    is_short: bool,
    is_bold: bool,
    is_second_bold: bool,
    last_row: u32,
    /// By column, below the first row: cells, and numbers.
    below: [(u16, u16); COLUMNS],
}

impl Guess {
    fn add(&mut self, block: &Block<'_, '_>, cell: &TableCell) {
        self.is_marked |= cell.is_header;
        self.last_row = cell.row;
        // Only the first rows decide, besides numbers.
        let is_bold = || is_bold(block);
        match cell.row {
            0 => {
                if self.first.is_empty() {
                    (self.is_short, self.is_bold, self.is_second_bold) = (true, true, true);
                    self.is_in_head = is_in_head(block);
                }
                self.columns = self.columns.max(cell.column.saturating_add(1));
                self.is_short &=
                    block.table_entry().words() <= MAX_TOKENS && !block.text().contains(|c: char| c.is_ascii_digit());
                self.is_bold = self.is_bold && is_bold();
                self.first.push(block.index());
            }
            1 => self.is_second_bold = self.is_second_bold && is_bold(),
            _ => {}
        }
        if let Some((cells, numbers)) = self.below.get_mut(usize::from(cell.column)).filter(|_| cell.row > 0) {
            *cells = cells.saturating_add(1);
            *numbers = numbers.saturating_add(u16::from(is_number(block.text())));
        }
    }

    /// The cells below the first row that are not in the first column, and the numbers among them.
    fn values(&self) -> (u32, u32) {
        let beside = self.below.iter().skip(1);
        beside.fold((0, 0), |(cells, numbers), column| (cells + u32::from(column.0), numbers + u32::from(column.1)))
    }

    fn is_header(&self) -> bool {
        let has_numbers = || self.below.iter().any(|&(cells, numbers)| cells >= ROWS && 2 * numbers > cells);
        let is_table = !self.is_marked && self.columns > 1 && self.last_row >= u32::from(ROWS);
        is_table
            && self.first.len() <= 4 * COLUMNS
            && (self.is_in_head || self.is_bold && !self.is_second_bold || self.is_short && has_numbers())
    }
}

/// Whether a text is a number, perhaps with a unit: it begins with a digit behind at most two other characters.
pub(super) fn is_number(text: &str) -> bool {
    let is_digit = |c| digit(c).is_some();
    text.chars().take(3).take_while(|&c| is_digit(c) || !is_letter(c)).any(is_digit)
}

/// The elements between the text of a block and its container.
fn around<'d>(block: &Block<'_, 'd>) -> impl Iterator<Item = &'d Node> {
    let (nodes, table) = (block.document().page.tree.nodes, block.table_entry());
    let parent = |node: &&'d Node| nodes.get(node.parent as usize);
    let first = nodes.get(table.first_text as usize).and_then(|text| nodes.get(text.parent as usize));
    std::iter::successors(first, parent).take(16)
}

/// Whether all of a block is in bold.
pub(super) fn is_bold(block: &Block<'_, '_>) -> bool {
    let end = block.table_entry().source.1;
    let inside = around(block).take_while(|node| !matches!(node.tag, Tag::TD | Tag::TH));
    inside.filter(|node| node.end >= end).any(|node| matches!(node.tag, Tag::B | Tag::STRONG))
}

fn is_in_head(block: &Block<'_, '_>) -> bool {
    around(block).take_while(|node| node.tag != Tag::TABLE).any(|node| node.tag == Tag::THEAD)
}
