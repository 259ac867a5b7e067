//! The blocks as a human-readable table.

use super::{Origin, screen};
use blockmask::{Block, Document};
use console::Style;
use std::fmt::Write;

/// Titles of the columns before the text. All are numeric, except for the marks and the field.
const TITLES: [&str; 11] =
    ["main", "region", "start", "end", "tokens", "linked", "density", "segment", "prob", "field", "weight"];

/// A summary line, then one line per block; `#` marks main content and blocks in the main region.
pub fn render(document: &Document<'_>, origin: &Origin) -> Vec<u8> {
    let rows: Vec<[String; TITLES.len()]> = document.blocks().map(cells).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).fold(TITLES[column].len(), usize::max);
    let widths: [usize; TITLES.len()] = std::array::from_fn(width);
    let available = screen::columns().map(|columns| columns.saturating_sub(widths.iter().map(|width| width + 2).sum()));
    let (bold, dim) = (Style::new().bold(), Style::new().dim());
    let mut out = format!("{}\n", bold.apply_to(screen::fit(&summary(document, origin.name()), screen::columns())));
    let _ = writeln!(out, "{}", dim.apply_to(line(&TITLES, &widths, "text")));
    for (block, row) in document.blocks().zip(&rows) {
        let line = line(row, &widths, &screen::fit(block.text(), available.map(|columns| columns.max(MIN_TEXT))));
        let _ = match block.is_template() {
            true => writeln!(out, "{}", dim.apply_to(line)),
            false => writeln!(out, "{line}"),
        };
    }
    out.into_bytes()
}

/// The minimum width of the text column.
const MIN_TEXT: usize = 16;

fn summary(document: &Document<'_>, file: &str) -> String {
    let tag_path = document.tag_path();
    let source = document.encoding_source();
    let (blocks, segments) = (document.blocks().len(), document.segments().len());
    let mut summary = format!("{file}: {} ({source}), {blocks} blocks, {segments} segments", document.encoding());
    let _ = write!(summary, ", {} of {} nodes in region", tag_path.kept, tag_path.sequence.len());
    if !document.truncation().is_empty() {
        let limits: Vec<&str> = document.truncation().names().collect();
        let _ = write!(summary, ", cut short ({})", limits.join(", "));
    }
    summary
}

fn cells(block: Block<'_, '_>) -> [String; TITLES.len()] {
    let mark = |is_set: bool| if is_set { "#" } else { "" }.to_owned();
    let source = block.source();
    [
        mark(!block.is_template()),
        mark(block.is_in_region()),
        source.start.to_string(),
        source.end.to_string(),
        block.tokens().to_string(),
        block.linked_tokens().to_string(),
        format!("{:.2}", block.text_density().value()),
        block.segment().map_or_else(|| "-".to_owned(), |segment| segment.to_string()),
        format!("{:.2}", block.probability()),
        block.field().to_string(),
        block.weight().to_string(),
    ]
}

fn line(cells: &[impl AsRef<str>], widths: &[usize], text: &str) -> String {
    let mut line = String::new();
    for (cell, &width) in cells.iter().zip(widths) {
        let _ = write!(line, "{:>width$}  ", cell.as_ref());
    }
    line.push_str(text);
    line
}
