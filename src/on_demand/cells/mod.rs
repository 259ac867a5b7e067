//! The cells of data tables, each with its headers.
//!
//! Headers are assigned as HTML says ("Forming relationships between data cells and header cells"): by the attribute
//! `headers`, else the column headers above a cell and the row headers to its left ([`lines`]), and the headers of its
//! group of rows. Where the standard asks for tables as its authors imagined them, this follows tables as they are: an
//! empty `td` is no data, so that the empty corner of a table does not end its headers; a `th` whose `scope` is `colgroup`
//! heads the columns that it spans; and headers of columns and of rows that are no `th` are guessed, as for
//! [passages](crate::on_demand::passages::headers), and rows that head all rows below them, up to the next one.
//!
//! Work and results are linear in the number of cells: spans are charged to a budget, after which a cell counts for the
//! first row and column that it is in, and a cell has at most [`MAX_HEADERS`] headers. `headers` are not followed from
//! header to header, so that they cannot lead in a circle.

mod covered;
mod lines;
#[cfg(test)]
mod tests;

use crate::base::fallible::{List, or_end};
use crate::base::sort::sort;
use crate::document::{Document, TableCell};
use crate::on_demand::passages::headers::Headers;
use crate::read::html::{NONE, Node, Tag};
use covered::Covered;
use std::iter::repeat_n;
use std::ops::Range;

/// The maximum number of headers of a cell.
const MAX_HEADERS: usize = 16;
/// Steps for the spans of all cells of a page, and more of them for each cell.
const BUDGET: u64 = 1 << 16;
const BUDGET_PER_CELL: u64 = 16;

/// A cell of a data table with its headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadedCell {
    cell: TableCell,
    is_guessed: bool,
    headers: Vec<usize>,
    source: Range<usize>,
    blocks: Range<usize>,
}

impl HeadedCell {
    /// Its table, rows and columns. A guessed header is a header here, too.
    pub fn cell(&self) -> &TableCell {
        &self.cell
    }

    /// Whether the cell is no `th`, and a header only by its looks.
    pub fn is_guessed_header(&self) -> bool {
        self.is_guessed
    }

    /// Its headers, the indices of cells among [`Document::table_cells`], ascending: at most 16.
    pub fn headers(&self) -> &[usize] {
        &self.headers
    }

    /// The source range of the element.
    pub fn source(&self) -> Range<usize> {
        self.source.clone()
    }

    /// The range of its blocks, `[start, end)`; empty if it has none.
    pub fn blocks(&self) -> Range<usize> {
        self.blocks.clone()
    }
}

/// What a header is the header of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Auto,
    Row,
    Column,
    RowGroup,
}

/// A cell while headers are found.
struct Work<'d> {
    node: &'d Node,
    made: HeadedCell,
    scope: Scope,
    is_column_header: bool,
    is_row_header: bool,
    /// Whether it heads the rows below it by its looks, and whether an outer one heads these, too.
    is_group: bool,
    is_inner_group: bool,
    has_list: bool,
    row_group: u32,
}

impl Document<'_> {
    /// The cells of all data tables, in source order, each with its headers: by `headers`, `scope` and `th`, and guessed
    /// where a table has none of them. Needs [`Parts::STRUCTURE`](crate::Parts::STRUCTURE). Each call computes them again.
    ///
    /// ```
    /// use blockmask::{Analyzer, Options};
    ///
    /// let html = b"<table><tr><td><th>Rain<th>Wind<tr><th>Monday<td>30 mm<td>west</table>";
    /// let mut analyzer = Analyzer::new(Options::default());
    /// let page = analyzer.analyze(html)?;
    /// let cells = page.table_cells();
    /// let wind = cells.last().unwrap();
    /// assert_eq!((wind.cell().row, wind.cell().column), (1, 2));
    /// assert_eq!(wind.headers(), [2, 3]);
    /// assert_eq!(page.block(cells[3].blocks().start).unwrap().text(), "Monday");
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn table_cells(&self) -> Vec<HeadedCell> {
        or_end(|| cells_of(self)).into_vec()
    }
}

fn cells_of(document: &Document<'_>) -> List<HeadedCell> {
    let mut cells = places_of(document);
    let guessed = Headers::of(document);
    let mut budget = BUDGET + BUDGET_PER_CELL * cells.len() as u64;
    let mut start = 0;
    for table in cells.chunk_by_mut(|one, next| one.made.cell.table == next.made.cell.table) {
        document.end_if_cancelled();
        guess(table, &guessed);
        classify(table, &mut budget);
        assign(document, table, start, &mut budget);
        start += table.len();
    }
    cells.into_iter().map(|work| work.made).collect()
}

/// The cells of data tables with their elements and blocks.
fn places_of<'d>(document: &Document<'d>) -> List<Work<'d>> {
    let (tree, structure) = (&document.page.tree, &document.structure);
    let nodes: &'d [Node] = tree.nodes;
    let mut cells = List::default();
    // By index of all cells of the page: the cell among these.
    let mut index_of: List<usize> = repeat_n(usize::MAX, structure.cells.len()).collect();
    for scope in structure.scopes {
        let Some(node) = nodes.get(scope.node as usize).filter(|node| matches!(node.tag, Tag::TD | Tag::TH)) else {
            continue;
        };
        let (Some(cell), Some(index)) =
            (structure.cells.get(scope.cell as usize), index_of.get_mut(scope.cell as usize))
        else {
            continue;
        };
        if *index != usize::MAX {
            continue;
        }
        *index = cells.len();
        let source = document.source_range((node.start, node.end));
        let cell = TableCell::of(cell);
        let made = HeadedCell { cell, is_guessed: false, headers: Vec::new(), source, blocks: 0..0 };
        let (scope, has_list) = attributes(document, node);
        let row = nodes.get(node.parent as usize);
        let row_group = row.map_or(NONE, |row| row.parent);
        cells.push(Work {
            node,
            made,
            scope,
            is_column_header: false,
            is_row_header: false,
            is_group: false,
            is_inner_group: false,
            has_list,
            row_group,
        });
    }
    for block in document.blocks() {
        document.end_if_cancelled();
        let found = index_of.get(block.scope().cell as usize).and_then(|&index| cells.get_mut(index));
        if let Some(Work { made, .. }) = found {
            let start = if made.blocks.is_empty() { block.index() } else { made.blocks.start };
            made.blocks = start..block.index() + 1;
        }
    }
    cells
}

/// What the attributes of a cell say: its scope, and whether it lists its headers.
fn attributes(document: &Document<'_>, node: &Node) -> (Scope, bool) {
    let tree = &document.page.tree;
    let (mut scope, mut has_list) = (Scope::Auto, false);
    for attribute in tree.each_attribute(node) {
        let name = tree.raw_attribute_name(attribute);
        if name.eq_ignore_ascii_case(b"headers") {
            has_list = true;
        } else if name.eq_ignore_ascii_case(b"scope") {
            let value = tree.raw_value(attribute);
            let scopes = [("row", Scope::Row), ("col", Scope::Column), ("colgroup", Scope::Column)];
            let found = scopes.into_iter().chain([("rowgroup", Scope::RowGroup)]);
            scope = found
                .into_iter()
                .find(|(name, _)| value.eq_ignore_ascii_case(name.as_bytes()))
                .map_or(Scope::Auto, |(_, scope)| scope);
        }
    }
    (scope, has_list)
}

/// Makes the cells of guessed headers headers.
fn guess(table: &mut [Work<'_>], headers: &Headers) {
    for work in table.iter_mut().filter(|work| !work.made.blocks.is_empty()) {
        let cell = &work.made.cell;
        let is_guessed = headers.is_guessed(cell);
        let is_group = !is_guessed && headers.is_group(cell);
        if !is_guessed && !is_group && !headers.is_label(cell) {
            continue;
        }
        let scope = if is_guessed { Scope::Column } else { Scope::Row };
        work.is_group = is_group;
        work.is_inner_group = is_group && headers.is_inner_group(cell);
        (work.made.cell.is_header, work.made.is_guessed, work.scope) = (true, true, scope);
    }
}

/// Tells headers of columns from headers of rows.
fn classify(table: &mut [Work<'_>], budget: &mut u64) {
    let is_data = |work: &&Work<'_>| !work.made.cell.is_header && !work.made.blocks.is_empty();
    let rows = Covered::of(table.iter().filter(is_data).map(|work| rows_of(&work.made.cell)));
    let columns = Covered::of(table.iter().filter(is_data).map(|work| columns_of(&work.made.cell)));
    for work in table.iter_mut().filter(|work| work.made.cell.is_header) {
        *budget = budget.saturating_sub(1);
        let has_data_in_rows = rows.meets(rows_of(&work.made.cell));
        let has_data_in_columns = columns.meets(columns_of(&work.made.cell));
        let is_auto = work.scope == Scope::Auto;
        work.is_column_header = work.scope == Scope::Column || is_auto && !has_data_in_rows;
        work.is_row_header = work.scope == Scope::Row || is_auto && has_data_in_rows && !has_data_in_columns;
    }
}

fn rows_of(cell: &TableCell) -> Range<u32> {
    cell.row..cell.row.saturating_add(cell.row_span.into())
}

fn columns_of(cell: &TableCell) -> Range<u32> {
    let first = u32::from(cell.column);
    first..first + u32::from(cell.column_span)
}

/// Finds the headers of all cells of a table, of which the first one has this index on the page.
fn assign(document: &Document<'_>, table: &mut [Work<'_>], start: usize, budget: &mut u64) {
    let mut found: List<List<usize>> = List::default();
    table.iter().for_each(|_| found.push(List::default()));
    lines::scan(table, &mut found, budget);
    add_row_groups(table, &mut found);
    add_guessed_groups(table, &mut found);
    add_lists(document, table, &mut found);
    for (work, mut headers) in table.iter_mut().zip(found) {
        sort(&mut headers);
        let mut last = None;
        headers.retain(|header| last.replace(*header) != Some(*header));
        headers.truncate(MAX_HEADERS);
        work.made.headers = headers.into_iter().map(|header| start + header).collect::<List<_>>().into_vec();
    }
}

/// The headers of groups of rows: of the cells below them in the group that do not begin to their left.
fn add_row_groups(table: &[Work<'_>], found: &mut [List<usize>]) {
    let mut open: List<usize> = List::default();
    let mut group = NONE;
    for (index, work) in table.iter().enumerate() {
        if work.row_group != group {
            open.truncate(0);
            group = work.row_group;
        }
        let is_under = |&&header: &&usize| table[header].made.cell.column <= work.made.cell.column;
        found[index].extend(open.iter().filter(is_under).copied());
        if work.scope == Scope::RowGroup && work.made.cell.is_header && open.len() < MAX_HEADERS {
            open.push(index);
        }
    }
}

/// The rows by whose looks they head the rows below them; of successive ones all, and an outer one with each inner one.
fn add_guessed_groups(table: &[Work<'_>], found: &mut [List<usize>]) {
    let mut open: List<usize> = List::default();
    for (index, work) in table.iter().enumerate() {
        let row = work.made.cell.row;
        let row_of = |header: &usize| table[*header].made.cell.row;
        if work.is_group {
            let is_after = |last: &usize| row_of(last) + 1 < row || table[*last].is_inner_group && !work.is_inner_group;
            if open.last().is_none_or(is_after) || open.len() >= MAX_HEADERS {
                open.retain(|&header| work.is_inner_group && !table[header].is_inner_group);
            }
            open.push(index);
        } else {
            found[index].extend(open.iter().filter(|header| row_of(header) < row).copied());
        }
    }
}

/// The headers that cells list by their ids, instead of the others.
fn add_lists(document: &Document<'_>, table: &[Work<'_>], found: &mut [List<usize>]) {
    if !table.iter().any(|work| work.has_list) {
        return;
    }
    let tree = &document.page.tree;
    let value = |node: &Node, name: &[u8]| {
        let mut attributes = tree.each_attribute(node);
        let found = attributes.find(|attribute| tree.raw_attribute_name(attribute).eq_ignore_ascii_case(name));
        found.map(|attribute| tree.raw_value(attribute))
    };
    let mut ids: List<(&[u8], usize)> = List::default();
    for (index, work) in table.iter().enumerate() {
        ids.extend(value(work.node, b"id").filter(|id| !id.is_empty()).map(|id| (id, index)));
    }
    sort(&mut ids);
    for (index, work) in table.iter().enumerate().filter(|(_, work)| work.has_list) {
        let listed = value(work.node, b"headers").unwrap_or_default();
        let names = listed.split(u8::is_ascii_whitespace).filter(|name| !name.is_empty());
        found[index].truncate(0);
        for name in names.take(MAX_HEADERS) {
            let first = ids.partition_point(|(id, _)| *id < name);
            let header = ids.get(first).filter(|(id, header)| *id == name && *header != index);
            found[index].extend(header.map(|&(_, header)| header));
        }
    }
}
