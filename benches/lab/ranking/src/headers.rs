//! Headers of tables that are not marked: tables whose first row, and nothing else, is of `th` are written with `td`
//! alone, once with their first row and once without it.

use crate::sites::RawSite;
use blockmask::{Analyzer, Document, Field, Input, Options, PassageOptions};
use std::collections::BTreeMap;

/// The most tables of a site.
const MOST: usize = 300;
/// A table with fewer rows has no passage that begins below its header.
const LEAST_ROWS: u32 = 5;

type Rows = BTreeMap<u32, Vec<String>>;

/// The rows of the tables of a page whose headers are their first row.
fn tables(document: &Document<'_>, found: &mut Vec<Rows>) {
    let mut all: BTreeMap<u32, (Rows, bool)> = BTreeMap::new();
    for block in document.blocks().filter(|block| block.field() != Field::Hidden) {
        let Some(cell) = block.table_cell() else { continue };
        let (rows, is_plain) = all.entry(cell.table).or_insert((Rows::new(), true));
        *is_plain &= cell.is_header == (cell.row == 0) && cell.row_span == 1 && cell.column_span == 1;
        rows.entry(cell.row).or_default().push(block.text().replace(['<', '&'], " "));
    }
    let is_long = |rows: &Rows| rows.len() as u32 >= LEAST_ROWS && rows.get(&0).is_some_and(|first| first.len() > 1);
    found.extend(all.into_values().filter(|(rows, is_plain)| *is_plain && is_long(rows)).map(|(rows, _)| rows));
}

/// Whether passages of a table of `td` alone repeat its first row.
fn has_header(analyzer: &mut Analyzer, rows: &mut dyn Iterator<Item = &Vec<String>>) -> bool {
    let mut html = String::from("<h1>Table</h1><table>");
    for row in rows {
        html += "<tr>";
        row.iter().for_each(|cell| html += &format!("<td>{cell}"));
    }
    let mut options = PassageOptions::default();
    options.max_tokens = 16;
    let document = analyzer.analyze_input(Input::new(html.as_bytes()));
    document.is_ok_and(|page| page.passages(&options).iter().any(|passage| passage.context().text().contains('\n')))
}

/// The tables of a site, and how many have a header with their first row, and without it.
fn measure(site: &RawSite) -> [usize; 3] {
    let (mut analyzer, mut found) = (Analyzer::new(Options::default()), Vec::new());
    for page in &site.pages {
        if let Ok(document) = analyzer.analyze(&page.bytes) {
            tables(&document, &mut found);
        }
    }
    let step = found.len().div_ceil(MOST).max(1);
    let chosen: Vec<Rows> = found.into_iter().step_by(step).collect();
    let with = chosen.iter().filter(|rows| has_header(&mut analyzer, &mut rows.values())).count();
    let without = chosen.iter().filter(|rows| has_header(&mut analyzer, &mut rows.values().skip(1))).count();
    [chosen.len(), with, without]
}

/// Prints how many of the tables of all sites have a header.
pub fn print(sites: &[RawSite]) {
    let measured = crate::in_parallel(sites.iter().map(|site| move || measure(site)).collect());
    let sum = |i: usize| measured.iter().map(|counts| counts[i]).sum::<usize>();
    let share = |i: usize| sum(i) as f32 / sum(0).max(1) as f32;
    println!(
        "\nHeaders guessed of {} tables without th: {:.3}, of the same without their first row: {:.3}",
        sum(0),
        share(1),
        share(2)
    );
}
