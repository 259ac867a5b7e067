//! The headers of tables: the cells of the first rows that are marked as headers, or first rows that look like some.
//!
//! Cells of a `thead` are headers, marked or not. A table without marked headers has one, perhaps below a title over all
//! columns, if all cells of its first row are in bold and not all of the next row are; if classes call all of them headers and
//! not all of the next row; if they are short and without digits,
//! and most cells below one of them are numbers; if they only begin with letters, and all columns but the first one are of
//! numbers; if they are years above numbers; or if they are names above texts that look otherwise
//! ([`Names`](super::names)). Units below a header belong to it.
//!
//! Which column heads the rows, and which rows head those below them, [`labels`](super::labels) tells.

use super::labels::{Group, Labels};
use super::looks::{is_bold, is_in_head, is_named_header};
use super::names::Names;
use super::series::{Number, is_number};
use crate::base::fallible::List;
use crate::document::{Block, Document, TableCell};
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
    /// Whether a row with data ended it.
    is_ended: bool,
    /// Whether a cell of it is a `td` of a `thead`.
    has_unmarked: bool,
    /// The column that heads the rows below by its looks.
    label_column: Option<u16>,
    /// The rows that head the rows below them, a range of [`Headers::groups`].
    groups: Range<usize>,
}

/// The headers of all tables of a page.
#[derive(Default)]
pub(in crate::on_demand) struct Headers {
    /// In ascending order of tables.
    headers: List<Header>,
    cells: List<usize>,
    /// Rows that head the rows below them.
    groups: List<Group>,
    /// What the last table says about a header that is not marked.
    guess: Guess,
    labels: Labels,
}

/// The most rows of a `thead` whose `td` are headers.
const MAX_HEAD_ROWS: u32 = 4;

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
        if header.is_ended || row > header.end_row {
            return;
        }
        let is_unmarked = !cell.is_header && is_in_head(block);
        if cell.is_header || is_unmarked {
            header.end_row = row + 1;
            header.has_unmarked |= is_unmarked;
            header.cells.end += 1;
            return self.cells.push(block.index());
        }
        // A row with data is no header.
        let is_of_row = |cell: &usize| {
            let cell = block.document().block(*cell).and_then(|block| block.table_cell());
            cell.is_some_and(|cell| cell.row == row)
        };
        while header.cells.end > header.cells.start && self.cells.last().is_some_and(is_of_row) {
            self.cells.pop();
            header.cells.end -= 1;
        }
        (header.end_row, header.is_ended) = (header.end_row.min(row), true);
    }

    /// After the last cell of a table: what its cells look like.
    fn end_table(&mut self) {
        let (guess, labels) = (std::mem::take(&mut self.guess), std::mem::take(&mut self.labels));
        let Some(header) = self.headers.last_mut() else { return };
        let has_rows = header.end_row <= guess.last_row.min(MAX_HEAD_ROWS);
        if header.has_unmarked && !has_rows {
            self.cells.truncate(header.cells.start);
            header.end_row = 0;
        }
        let is_open = self.cells.len() == header.cells.start || header.end_row == guess.top;
        if is_open && guess.is_header() {
            let title = guess.title.filter(|_| self.cells.len() == header.cells.start);
            self.cells.extend(title.into_iter().chain(guess.first.iter().copied()));
            header.end_row = guess.top + 1;
        }
        if self.cells.len() > header.cells.start
            && let Some(units) = guess.units(header.end_row)
        {
            self.cells.extend(units.iter().copied());
            header.end_row += 1;
        }
        if let Some((end_row, block)) = labels.end_of_header(header.end_row) {
            let start = header.cells.start;
            let kept = self.cells[start..].iter().take_while(|&&cell| cell < block).count();
            self.cells.truncate(start + kept);
            header.end_row = end_row;
        }
        header.cells = header.cells.start..self.cells.len();
        let groups = labels.groups(header.end_row);
        header.label_column = labels.column(header.end_row, !header.cells.is_empty(), guess.values(), &groups);
        let start = self.groups.len();
        self.groups.extend(groups);
        header.groups = start..self.groups.len();
    }

    /// After the last block of the page: forgets the tables with nothing above their rows.
    pub fn end(&mut self) {
        self.end_table();
        let is_known = |header: &Header| {
            header.caption.is_some()
                || !header.cells.is_empty()
                || header.label_column.is_some()
                || !header.groups.is_empty()
        };
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

    /// Whether a cell of a table is a header by its looks alone: one of its row.
    pub fn is_label(&self, cell: &TableCell) -> bool {
        let header = self.header_of(cell.table).filter(|_| cell.column < 2 && !cell.is_header);
        let is_label = |header: &Header| header.label_column == Some(cell.column) && cell.row >= header.end_row;
        header.is_some_and(is_label) && (cell.column_span == 1 && !self.is_group(cell))
    }

    /// Whether a cell of a table is a header by its looks alone: one of columns.
    pub fn is_guessed(&self, cell: &TableCell) -> bool {
        !cell.is_header && self.header_of(cell.table).is_some_and(|header| cell.row < header.end_row)
    }

    /// Whether a cell of a table is a header by its looks alone: one of the rows below it.
    pub fn is_group(&self, cell: &TableCell) -> bool {
        let is_first = cell.column == 0 && !cell.is_header;
        is_first && self.group_of(cell).is_some_and(|group| group.row == cell.row)
    }

    /// Whether a cell heads rows below a row that heads several such parts.
    pub fn is_inner_group(&self, cell: &TableCell) -> bool {
        self.group_of(cell).is_some_and(|group| group.outer.is_some())
    }

    /// The row that heads the row of a cell, perhaps that row itself.
    fn group_of(&self, cell: &TableCell) -> Option<&Group> {
        let header = self.header_of(cell.table)?;
        let groups = self.groups.get(header.groups.clone())?;
        let end = groups.partition_point(|group| group.row <= cell.row);
        groups.get(end.checked_sub(1)?)
    }

    /// The blocks of the rows that head the row of a cell, the outer one first.
    pub fn groups_above(&self, cell: &TableCell) -> impl Iterator<Item = usize> + use<> {
        let group = self.group_of(cell);
        let outer = group.and_then(|group| group.outer);
        outer.into_iter().chain(group.filter(|group| group.row < cell.row).map(|group| group.block))
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
pub(super) const COLUMNS: usize = 16;
const ROWS: u16 = 2;
/// The first rows, one of which may have units, and the most words and bytes of a unit.
const UNIT_ROWS: usize = 4;
const UNIT_WORDS: u32 = 3;
const UNIT_BYTES: usize = 24;

/// What a table without marked headers says about its first row.
#[derive(Default)]
struct Guess {
    /// The first row, or the second one if the first one is a cell over several columns, which may be a title.
    top: u32,
    title: Option<usize>,
    title_span: u16,
    /// The blocks of that row.
    first: List<usize>,
    columns: u16,
    is_marked: bool,
    /// Whether a cell of that row is long, has digits, or is a number, and whether one is not in bold.
    has_long: bool,
    has_digits: bool,
    has_numbers: bool,
    has_plain: bool,
    is_second_plain: bool,
    /// Whether that row, or the next one, has a cell that no class calls a header.
    has_unnamed: bool,
    is_second_unnamed: bool,
    /// The years in that row behind the first column.
    years: List<u32>,
    last_row: u32,
    /// By column, below that row: cells, and numbers.
    below: [(u16, u16); COLUMNS],
    rows: [FirstRow; UNIT_ROWS],
    names: Names,
}

/// One of the first rows, which may have units.
#[derive(Default)]
struct FirstRow {
    blocks: List<usize>,
    /// The columns of its cells, as bits.
    columns: u16,
    /// Whether a cell behind the first column is no unit, or not in brackets.
    has_others: bool,
    has_bare: bool,
}

impl FirstRow {
    fn add(&mut self, block: &Block<'_, '_>, cell: &TableCell) {
        self.blocks.push(block.index());
        self.columns |= 1u16.checked_shl(cell.column.into()).unwrap_or_default();
        if cell.column > 0 {
            let text = block.text();
            let is_bracketed = text.starts_with(['(', '[', '\u{ff08}', '\u{3010}']);
            let has_unit = text.contains(|c: char| is_letter(c) || "%‰°$€£¥₩₽".contains(c));
            let is_short = block.table_entry().words() <= UNIT_WORDS && text.len() <= UNIT_BYTES;
            self.has_others |= !has_unit || !is_short || !is_bracketed && is_number(text);
            self.has_bare |= !is_bracketed;
        }
    }
}

impl Guess {
    fn add(&mut self, block: &Block<'_, '_>, cell: &TableCell) {
        if cell.row == 1 && self.top == 0 && self.title_span > 1 && self.first.len() == 1 {
            self.title = self.first.pop();
            *self = Guess { top: 1, title: self.title, title_span: self.title_span, ..Guess::default() };
        }
        self.is_marked |= cell.is_header;
        self.last_row = cell.row;
        self.columns = self.columns.max(cell.column.saturating_add(1));
        self.names.add(block.text(), block.table_entry().words(), cell, self.top);
        if cell.row == self.top {
            self.add_first(block, cell);
        } else if cell.row == self.top + 1 {
            self.is_second_plain = self.is_second_plain || !is_bold(block);
            self.is_second_unnamed = self.is_second_unnamed || !is_named_header(block);
        }
        if let Some(row) = self.rows.get_mut(cell.row as usize) {
            row.add(block, cell);
        }
        let below = self.below.get_mut(usize::from(cell.column)).filter(|_| cell.row > self.top);
        if let Some((cells, numbers)) = below {
            *cells = cells.saturating_add(1);
            *numbers = numbers.saturating_add(u16::from(is_number(block.text())));
        }
    }

    /// Adds the block of a cell of the first row.
    fn add_first(&mut self, block: &Block<'_, '_>, cell: &TableCell) {
        let text = block.text();
        if cell.column == 0 && self.top == 0 {
            self.title_span = cell.column_span;
        }
        self.has_long |= block.table_entry().words() > MAX_TOKENS;
        self.has_digits |= text.contains(|c: char| c.is_ascii_digit());
        self.has_plain = self.has_plain || !is_bold(block);
        self.has_unnamed = self.has_unnamed || !is_named_header(block);
        match is_number(text).then(|| Number::of(text)) {
            Some(Number::Year(year)) if cell.column > 0 => self.years.push(year),
            number => self.has_numbers |= number.is_some(),
        }
        self.first.push(block.index());
    }

    /// The cells below the first row that are not in the first column, and the numbers among them.
    fn values(&self) -> (u32, u32) {
        let beside = self.below.iter().skip(1);
        beside.fold((0, 0), |(cells, numbers), column| (cells + u32::from(column.0), numbers + u32::from(column.1)))
    }

    fn is_header(&self) -> bool {
        let is_numeric = |&(cells, numbers): &(u16, u16)| cells >= ROWS && 2 * u32::from(numbers) > u32::from(cells);
        let has_numeric = || self.below.iter().any(is_numeric);
        let are_numeric = || {
            let behind = || self.below.iter().skip(1).filter(|column| column.0 > 0);
            behind().next().is_some() && behind().all(is_numeric)
        };
        let are_years = || {
            let is_sorted = |holds: fn(&u32, &u32) -> bool| self.years.windows(2).all(|pair| holds(&pair[0], &pair[1]));
            self.years.len() > 1 && (is_sorted(u32::lt) || is_sorted(u32::gt))
        };
        let is_short = || {
            !self.has_long
                && !self.has_numbers
                && match self.has_digits {
                    false => has_numeric(),
                    true if self.years.is_empty() => are_numeric(),
                    true => are_years() && are_numeric(),
                }
        };
        let is_title = self.title.is_none() || self.title_span >= self.columns;
        let is_table = !self.is_marked && self.columns > 1 && self.last_row >= self.top + u32::from(ROWS);
        is_table
            && is_title
            && self.first.len() <= 4 * COLUMNS
            && (!self.has_plain && self.is_second_plain
                || !self.has_unnamed && self.is_second_unnamed
                || is_short()
                || !self.has_digits && self.names.is_header(self.columns))
    }

    /// The blocks of a row of units below a header: of short texts above numbers, none of them in the first column, or
    /// all of them in brackets.
    fn units(&self, row: u32) -> Option<&[usize]> {
        let found = self.rows.get(row as usize).filter(|found| found.columns & !1 != 0 && !found.has_others)?;
        let has_label = found.columns & 1 != 0;
        let is_numeric = |&(cells, numbers): &(u16, u16)| numbers >= ROWS && 2 * u32::from(numbers) > u32::from(cells);
        let mut columns = (1..COLUMNS).filter(|column| found.columns >> column & 1 != 0);
        let is_units = !(has_label && found.has_bare) && columns.all(|column| is_numeric(&self.below[column]));
        is_units.then_some(&found.blocks[..])
    }
}
