//! The headers above a cell and to its left: the standard's scan through a column or a row, for all cells at once.
//!
//! A line, a column or a row, is read from its start. Headers that follow each other are a block of headers, which ends
//! at a data cell; behind it they head what follows, and replace earlier headers of the same place and size. Rows that
//! head those below them by their looks are no part of a line.

use super::{MAX_HEADERS, Work, columns_of, rows_of};
use crate::base::fallible::List;
use crate::base::sort::{sort, sort_by_key};
use crate::document::TableCell;
use std::ops::Range;

/// A column or a row, as far as it was read.
#[derive(Default)]
pub(super) struct Line {
    /// The headers that ended blocks left.
    ended: List<usize>,
    /// The headers of the block that is being read.
    block: List<usize>,
}

/// Whether a line is a column or a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Column,
    Row,
}

impl Direction {
    /// The place and the size of a cell across the line.
    fn across(self, cell: &TableCell) -> (u32, u16) {
        match self {
            Direction::Column => (cell.column.into(), cell.column_span),
            Direction::Row => (cell.row, cell.row_span),
        }
    }

    /// Whether a cell is a header of this line.
    fn is_headed_by(self, work: &Work<'_>) -> bool {
        match self {
            Direction::Column => work.is_column_header,
            Direction::Row => work.is_row_header,
        }
    }
}

impl Line {
    /// Reads the next cell, and adds the headers before it.
    fn read(&mut self, index: usize, table: &[Work<'_>], direction: Direction, found: &mut List<usize>) {
        let cell = &table[index].made.cell;
        if !cell.is_header {
            self.end_block(table, direction);
        }
        let across = |index: usize| direction.across(&table[index].made.cell);
        let block = || self.block.iter().chain(cell.is_header.then_some(&index));
        let is_replaced = |header: usize| block().any(|&other| across(other) == across(header));
        let earlier = self.ended.iter().filter(|&&header| !is_replaced(header));
        for &header in earlier.chain(self.block.iter()) {
            let is_new = direction.is_headed_by(&table[header]) && !found.contains(&header);
            if is_new && found.len() < MAX_HEADERS {
                found.push(header);
            }
        }
        if cell.is_header && self.block.len() < MAX_HEADERS {
            self.block.push(index);
        }
    }

    /// At a data cell: the headers of the block replace earlier ones.
    fn end_block(&mut self, table: &[Work<'_>], direction: Direction) {
        if self.block.is_empty() {
            return;
        }
        let block = std::mem::take(&mut self.block);
        let across = |index: usize| direction.across(&table[index].made.cell);
        self.ended.retain(|&header| !block.iter().any(|&other| across(other) == across(header)));
        self.ended.extend(block);
        let left_out = self.ended.len().saturating_sub(MAX_HEADERS);
        if left_out > 0 {
            self.ended = self.ended.iter().skip(left_out).copied().collect();
        }
    }
}

/// Adds to each cell of a table the headers above it and to its left.
pub(super) fn scan(table: &[Work<'_>], found: &mut [List<usize>], budget: &mut u64) {
    let cell = |index: usize| &table[index].made.cell;
    // Between two successive edges all columns have the same cells.
    let mut edges: List<u32> = table.iter().flat_map(|work| ends_of(columns_of(&work.made.cell))).collect();
    sort(&mut edges);
    let mut last = None;
    edges.retain(|edge| last.replace(*edge) != Some(*edge));
    let mut columns: List<Line> = List::default();
    edges.iter().for_each(|_| columns.push(Line::default()));
    // The cells of earlier rows that reach into the current one.
    let mut above: List<usize> = List::default();
    let mut first = 0;
    for row in table.chunk_by(|one, next| one.made.cell.row == next.made.cell.row) {
        let own = first..first + row.len();
        first = own.end;
        let number = row.first().map_or(0, |work| work.made.cell.row);
        *budget = budget.saturating_sub(above.len() as u64);
        above.retain(|&index| *budget > 0 && rows_of(cell(index)).end > number);
        let mut covering: List<usize> = above.iter().copied().chain(own.clone()).collect();
        sort_by_key(&mut covering, |&index| (cell(index).column, index));
        let mut line = Line::default();
        for index in covering.into_iter().filter(|&index| !table[index].is_group) {
            line.read(index, table, Direction::Row, &mut found[index]);
        }
        for index in own.clone().filter(|&index| !table[index].is_group) {
            let covered = columns_of(cell(index));
            let [start, end] = [covered.start, covered.end].map(|edge| edges.partition_point(|&known| known < edge));
            for column in &mut columns[start..end] {
                column.read(index, table, Direction::Column, &mut found[index]);
                if *budget == 0 {
                    break;
                }
                *budget -= 1;
            }
        }
        above.extend(own.filter(|&index| cell(index).row_span > 1));
    }
}

fn ends_of(range: Range<u32>) -> [u32; 2] {
    [range.start, range.end]
}
