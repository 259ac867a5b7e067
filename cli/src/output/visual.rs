//! Visual areas with their classes, as a human-readable table.

use super::bounded::{Lines, Rendered};
use super::screen;
use blockmask::{Document, VisualClass};
use blockmask_cli::origin::Origin;
use console::Style;

/// A summary line, then one line per area; areas without a class are dim.
pub fn table(document: &Document<'_>, origin: &Origin) -> Rendered {
    let (bold, dim) = (Style::new().bold(), Style::new().dim());
    let summary = format!("{}: {} areas", origin.name(), document.visual_areas().len());
    let mut lines = Lines::of(document);
    lines.add(format_args!("{}", bold.apply_to(screen::fit(&summary, screen::columns()))));
    let titles = format!(
        "{:10}  {:>5}  {:>9}  {:>9}  {:>6}  {:>4}  {:>6}  text",
        "class", "prob", "start", "end", "font", "x", "y"
    );
    lines.add(format_args!("{}", dim.apply_to(titles)));
    for area in document.visual_areas() {
        let class = if area.hidden.is_empty() { area.class.name() } else { "(hidden)" };
        let numbers = format!(
            "{class:10}  {:>5.2}  {:>9}  {:>9}  {:>6.1}  {:>4}  {:>6}  ",
            area.probability,
            area.source.start,
            area.source.end,
            f64::from(area.font_size) / 1000.0,
            area.x,
            area.y,
        );
        let columns = screen::columns().map(|columns| columns.saturating_sub(numbers.len()).max(MIN_TEXT));
        let text = screen::fit(&document.text()[area.text], columns);
        let style = if area.class == VisualClass::None { dim.clone() } else { Style::new() };
        if !lines.add(format_args!("{}", style.apply_to(format_args!("{numbers}{text}")))) {
            break;
        }
    }
    // Each line is printable, and some have a style.
    lines.finish(|text| text)
}

/// The minimum width of the text column.
const MIN_TEXT: usize = 16;
