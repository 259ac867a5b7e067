//! The positions of the cells of a table (HTML, "Forming a table"), cell by cell, in the order of the source.
//!
//! Spans have the limits of the HTML standard, and all columns after 65,535 count as column 65,535. Spans into later
//! rows are kept as a list, not as a grid of slots, and the work for them is charged to a budget.

/// The largest span in rows.
const MAX_ROW_SPAN: u16 = 65_534;
const MAX_COLUMN_SPAN: u16 = 1_000;

/// A cell of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The number of its table on the page, from 0.
    pub table: u32,
    /// Its first row, from 0.
    pub row: u32,
    /// Its first column, from 0.
    pub column: u16,
    /// The number of columns that it spans, at least 1.
    pub column_span: u16,
    /// The number of rows that it spans, at least 1; [`MAX_ROW_SPAN`] if it spans all following rows.
    pub row_span: u16,
    /// Whether it is a `th`.
    pub is_header: bool,
}

/// A cell that reaches into later rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// Its columns, `[first, end)`.
    columns: (u16, u16),
    /// One past its last row.
    row_end: u32,
}

/// The position of the next cell of a table. The spans of all open tables are on one stack; each table owns a part of
/// it, with the spans of earlier rows sorted by first column, then the spans of the current row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Position {
    /// The number of rows that have begun.
    rows: u32,
    /// The next column of the current row.
    column: u16,
    /// Where the spans of this table begin on the stack.
    start: usize,
    /// The first span of an earlier row that may be right of the current column.
    next: usize,
    /// Where the spans of the current row begin.
    current: usize,
}

/// The spans in columns and rows that a cell declares; 0 rows means all following rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct DeclaredSpans {
    pub columns: u32,
    pub rows: u32,
}

impl Position {
    /// The position in a table that begins.
    pub fn new(spans: &[Span]) -> Position {
        let end = spans.len();
        Position { start: end, next: end, current: end, ..Position::default() }
    }

    /// Begins a row, and forgets the spans that ended above it; all of them if the budget is spent.
    pub fn begin_row(&mut self, spans: &mut Vec<'_>, budget: &mut u64) {
        self.rows = self.rows.saturating_add(1);
        self.column = 0;
        let row = self.rows - 1;
        *budget = budget.saturating_sub((spans.len() - self.start) as u64);
        if *budget == 0 {
            self.end_group(spans);
        }
        self.merge_current(spans);
        let mut kept = self.start;
        for i in self.start..spans.len() {
            if spans[i].row_end > row {
                spans[kept] = spans[i];
                kept += 1;
            }
        }
        spans.truncate(kept);
        (self.next, self.current) = (self.start, kept);
    }

    /// Merges the spans of the current row with the spans of earlier rows, from the last to the first: in linear time,
    /// unlike sorting, and in the space behind them.
    fn merge_current(&self, spans: &mut Vec<'_>) {
        let (len, mut earlier) = (spans.len(), self.current);
        if earlier == self.start || earlier == len {
            return;
        }
        for i in self.current..len {
            spans.push(spans[i]);
        }
        let mut current = spans.len();
        for slot in (self.start..len).rev() {
            if current == len {
                break;
            }
            if earlier > self.start && spans[earlier - 1].columns.0 > spans[current - 1].columns.0 {
                earlier -= 1;
                spans[slot] = spans[earlier];
            } else {
                current -= 1;
                spans[slot] = spans[current];
            }
        }
        spans.truncate(len);
    }

    /// Ends the spans of a group of rows, or of the table.
    pub fn end_group(&mut self, spans: &mut Vec<'_>) {
        spans.truncate(self.start);
        (self.next, self.current) = (self.start, self.start);
    }

    /// Places the next cell of the current row.
    pub fn place(&mut self, table: u32, declared: DeclaredSpans, spans: &mut Vec<'_>, budget: &mut u64) -> Cell {
        if self.rows == 0 {
            self.begin_row(spans, budget);
        }
        let column = self.free_column(spans);
        let column_span = declared.columns.clamp(1, MAX_COLUMN_SPAN.into()) as u16;
        let row_span = match declared.rows {
            0 => MAX_ROW_SPAN,
            rows => rows.min(MAX_ROW_SPAN.into()) as u16,
        };
        self.column = column.saturating_add(column_span);
        let row = self.rows - 1;
        // At the last column, which stands for all further ones, a span covers nothing.
        if row_span > 1 && column < self.column && *budget > 0 {
            spans.push(Span { columns: (column, self.column), row_end: row.saturating_add(row_span.into()) });
        }
        Cell { table, row, column, column_span, row_span, is_header: false }
    }

    /// The first column at or after the current one that no cell of an earlier row covers.
    fn free_column(&mut self, spans: &[Span]) -> u16 {
        let mut column = self.column;
        while let Some(span) = spans[self.next..self.current].first().filter(|span| span.columns.0 <= column) {
            column = column.max(span.columns.1);
            self.next += 1;
        }
        column
    }

    /// How many rows have begun.
    pub fn rows(&self) -> u32 {
        self.rows
    }
}

/// The stack of spans.
pub(super) type Vec<'s> = crate::base::arena::Vec<'s, Span>;
