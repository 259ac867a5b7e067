//! Headers of tables that are not marked. Tables whose first row, and nothing else, is of `th` are written with `td`
//! alone, once with their first row and once without it. Tables whose first column is of `th` are written with `td` below
//! their first row, once with their first column and once without it.

use crate::sites::RawSite;
use blockmask::{Analyzer, Document, Field, Input, Options, PassageOptions};
use std::collections::BTreeMap;

/// The most tables of a site.
const MOST: usize = 300;
/// A table with fewer rows has no passage that begins below its header.
const LEAST_ROWS: u32 = 5;

/// The cells of a table by row, and whether its first row is of `th`.
type Rows = BTreeMap<u32, Vec<String>>;
type Table = (Rows, bool);

/// The tables of a page by what is marked in them.
#[derive(Default)]
struct Tables {
    of_rows: Vec<Table>,
    of_columns: Vec<Table>,
}

/// A table while its cells are read.
#[derive(Default)]
struct Draft {
    rows: Rows,
    has_spans: bool,
    /// Data in the first row; below it any header, and headers elsewhere than in the first column or data there.
    has_data_above: bool,
    has_headers: bool,
    has_others: bool,
}

/// Adds the tables of a page.
fn tables(document: &Document<'_>, found: &mut Tables) {
    let mut all: BTreeMap<u32, Draft> = BTreeMap::new();
    for block in document.blocks().filter(|block| block.field() != Field::Hidden) {
        let Some(cell) = block.table_cell() else { continue };
        let draft = all.entry(cell.table).or_default();
        draft.has_spans |= cell.row_span > 1 || cell.column_span > 1;
        draft.has_data_above |= cell.row == 0 && !cell.is_header;
        draft.has_others |= cell.row > 0 && cell.is_header != (cell.column == 0);
        draft.has_headers |= cell.row > 0 && cell.is_header;
        let row = draft.rows.entry(cell.row).or_default();
        row.resize(row.len().max(usize::from(cell.column) + 1), String::new());
        let text = &mut row[usize::from(cell.column)];
        *text = format!("{text}<p>{}", block.text().replace(['<', '&'], " "));
    }
    let is_long = |rows: &Rows| rows.len() as u32 >= LEAST_ROWS && rows.get(&0).is_some_and(|first| first.len() > 1);
    for draft in all.into_values().filter(|draft| !draft.has_spans && is_long(&draft.rows)) {
        let table = (draft.rows, !draft.has_data_above);
        if table.1 && !draft.has_headers {
            found.of_rows.push(table);
        } else if draft.has_headers && !draft.has_others {
            found.of_columns.push(table);
        }
    }
}

/// A table whose cells are `td`, but for a header.
fn written(rows: &mut dyn Iterator<Item = &[String]>, has_header: bool) -> String {
    let mut html = String::from("<h1>Table</h1><table>");
    for (i, row) in rows.enumerate() {
        let tag = if has_header && i == 0 { "th" } else { "td" };
        html += "<tr>";
        row.iter().for_each(|cell| html += &format!("<{tag}>{cell}"));
    }
    html
}

/// Whether passages of a table repeat its first row.
fn has_header(analyzer: &mut Analyzer, rows: &mut dyn Iterator<Item = &[String]>) -> bool {
    let html = written(rows, false);
    let mut options = PassageOptions::default();
    options.max_tokens = 16;
    let document = analyzer.analyze_input(Input::new(html.as_bytes()));
    document.is_ok_and(|page| page.passages(&options).iter().any(|passage| passage.context().text().contains('\n')))
}

/// Whether the first column of a table heads its rows.
fn has_labels(analyzer: &mut Analyzer, (rows, has_header): &Table, first: usize) -> bool {
    let mut rows = rows.values().map(|row| row.get(first..).unwrap_or_default());
    let html = written(&mut rows, *has_header);
    let document = analyzer.analyze_input(Input::new(html.as_bytes()));
    document.is_ok_and(|page| page.table_cells().iter().any(|cell| cell.is_guessed_header()))
}

/// Some of the tables.
fn some(tables: Vec<Table>) -> Vec<Table> {
    let step = tables.len().div_ceil(MOST).max(1);
    tables.into_iter().step_by(step).collect()
}

/// The tables of a site with a marked row, and how many have a header with their first row, and without it; tables with a
/// marked column, and how many have labels with their first column, and without it; tables of the first kind with labels.
fn measure(site: &RawSite) -> [usize; 7] {
    let (mut analyzer, mut found) = (Analyzer::new(Options::default()), Tables::default());
    for page in &site.pages {
        if let Ok(document) = analyzer.analyze(&page.bytes) {
            tables(&document, &mut found);
        }
    }
    let (rows, columns) = (some(found.of_rows), some(found.of_columns));
    let mut count = |tables: &[Table], holds: &dyn Fn(&mut Analyzer, &Table) -> bool| {
        tables.iter().filter(|table| holds(&mut analyzer, table)).count()
    };
    let with_header = |analyzer: &mut Analyzer, (rows, _): &Table, first: usize| {
        has_header(analyzer, &mut rows.values().skip(first).map(Vec::as_slice))
    };
    [
        rows.len(),
        count(&rows, &|analyzer, table| with_header(analyzer, table, 0)),
        count(&rows, &|analyzer, table| with_header(analyzer, table, 1)),
        columns.len(),
        count(&columns, &|analyzer, table| has_labels(analyzer, table, 0)),
        count(&columns, &|analyzer, table| has_labels(analyzer, table, 1)),
        count(&rows, &|analyzer, table| has_labels(analyzer, table, 0)),
    ]
}

/// Prints how many of the tables of all sites have a header, and labels.
pub fn print(sites: &[RawSite]) {
    let measured = crate::in_parallel(sites.iter().map(|site| move || measure(site)).collect());
    let sum = |i: usize| measured.iter().map(|counts| counts[i]).sum::<usize>();
    let share = |i: usize, of: usize| sum(i) as f32 / sum(of).max(1) as f32;
    println!(
        "\nHeaders guessed of {} tables without th: {:.3}, of the same without their first row: {:.3}",
        sum(0),
        share(1, 0),
        share(2, 0)
    );
    println!(
        "Labels guessed of {} tables whose first column is not marked: {:.3}, of the same without it: {:.3}; of the tables \
         above, whose first column nobody marked: {:.3}",
        sum(3),
        share(4, 3),
        share(5, 3),
        share(6, 0)
    );
}
