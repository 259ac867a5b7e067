//! The blocks as a human-readable table.

use super::bounded::{Lines, Rendered};
use super::screen;
use blockmask::{Block, Document, Role};
use blockmask_cli::memory::{List, Text, check};
use blockmask_cli::origin::Origin;
use console::Style;
use std::fmt::Write;

/// The columns before the text: what most people look for, in little space. The marks come first.
const COLUMNS: &[Column] = &[
    ("main", |block| mark(block.is_main())),
    ("block", |block| block.index().to_string()),
    ("weight", |block| block.weight().to_string()),
    ("role", |block| block.role().to_string()),
];

/// All measures.
const WIDE_COLUMNS: &[Column] = &[
    ("main", |block| mark(block.is_main())),
    ("region", |block| mark(block.is_in_main_region())),
    ("block", |block| block.index().to_string()),
    ("start", |block| block.source().start.to_string()),
    ("end", |block| block.source().end.to_string()),
    ("tokens", |block| block.tokens().to_string()),
    ("linked", |block| block.linked_tokens().to_string()),
    ("density", |block| format!("{:.2}", block.text_density().value())),
    ("segment", |block| block.segment().map_or_else(|| "-".to_owned(), |segment| segment.to_string())),
    ("prob", |block| format!("{:.2}", block.probability())),
    ("field", |block| block.field().to_string()),
    ("weight", |block| block.weight().to_string()),
    ("role", |block| block.role().to_string()),
];

/// A title, and the cell of a block.
type Column = (&'static str, fn(&Block<'_, '_>) -> String);

fn mark(is_set: bool) -> String {
    if is_set { "#" } else { "" }.to_owned()
}

/// A summary line, then one line per block; `#` marks main content and blocks in the main region.
pub fn render(document: &Document<'_>, origin: &Origin, is_wide: bool) -> Rendered {
    let columns = if is_wide { WIDE_COLUMNS } else { COLUMNS };
    let titles: Vec<String> = columns.iter().map(|&(title, _)| title.to_owned()).collect();
    let row = |block: Block<'_, '_>| -> Vec<String> {
        check();
        columns.iter().map(|(_, cell)| cell(&block)).collect()
    };
    let rows: List<Vec<String>> = document.blocks().map(row).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).fold(titles[column].len(), usize::max);
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let available = screen::columns().map(|columns| columns.saturating_sub(widths.iter().map(|width| width + 2).sum()));
    let (bold, dim) = (Style::new().bold(), Style::new().dim());
    let mut lines = Lines::of(document);
    let summary = screen::fit(&summary(document, origin.name()), screen::columns());
    lines.add(format_args!("{}", bold.apply_to(summary)));
    lines.add(format_args!("{}", dim.apply_to(line(&titles, &widths, "text"))));
    for (block, row) in document.blocks().zip(&*rows) {
        let line = line(row, &widths, &screen::fit(block.text(), available.map(|columns| columns.max(MIN_TEXT))));
        if !lines.add(format_args!("{}", style_of(&block).apply_to(line))) {
            break;
        }
    }
    // Each line is printable, and has a style.
    lines.finish(|text| text)
}

/// Template is dim, what names the page or a part of it bold, comments and metadata have colors.
fn style_of(block: &Block<'_, '_>) -> Style {
    let style = Style::new();
    match block.role() {
        _ if !block.is_main() => style.dim(),
        Role::Title | Role::Heading => style.bold(),
        Role::Comment => style.cyan(),
        Role::Metadata => style.green(),
        _ => style,
    }
}

/// The minimum width of the text column.
const MIN_TEXT: usize = 16;

fn summary(document: &Document<'_>, file: &str) -> String {
    let source = document.encoding_source();
    let (blocks, segments) = (document.blocks().len(), document.segments().len());
    let mut summary = format!("{file}: {} ({source}), {blocks} blocks, {segments} segments", document.encoding());
    let _ = match document.tag_path() {
        Some(found) => write!(summary, ", {} of {} nodes in region", found.kept, found.sequence.len()),
        None => Ok(()),
    };
    if !document.truncation().is_empty() {
        let limits: Vec<&str> = document.truncation().names().collect();
        let _ = write!(summary, ", cut short ({})", limits.join(", "));
    }
    summary
}

fn line(cells: &[String], widths: &[usize], text: &str) -> String {
    let mut line = Text::default();
    for (cell, &width) in cells.iter().zip(widths) {
        let _ = write!(line, "{:>width$}  ", cell);
    }
    line.push_str(text);
    line.into_string()
}
