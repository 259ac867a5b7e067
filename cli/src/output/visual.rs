//! Visual areas with their classes, as JSON lines and as a human-readable table.

use super::budget::bounded_line;
use super::{Origin, SCHEMA_VERSION, WarcOrigin, screen};
use blockmask::{Document, VisualArea, VisualClass};
use console::Style;
use serde::Serialize;
use std::fmt::Write;

/// A page, as `blockmask visual --format jsonl` prints it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PageRecord<'a> {
    file: &'a str,
    /// The version of this schema.
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    warc: Option<WarcOrigin<'a>>,
    areas: Vec<AreaRecord<'a>>,
    /// The mean font size of the page in pixels.
    font_size: f64,
    height: u32,
    truncation: Vec<&'static str>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct AreaRecord<'a> {
    visual_class: &'static str,
    source_start: usize,
    source_end: usize,
    text: &'a str,
    probability: f64,
    block: u32,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    lines: u32,
    characters: u32,
    font_size: f64,
    bold: u32,
    italic: u32,
    linked: u32,
    color: String,
    background: String,
    hidden: Vec<&'static str>,
}

/// Converts thousandths to a number.
fn thousandths(value: u32) -> f64 {
    f64::from(value) / 1000.0
}

/// The complete record of the visual areas of a page.
pub fn jsonl(document: &Document<'_>, origin: &Origin) -> Vec<u8> {
    let record = |area: VisualArea| AreaRecord {
        visual_class: area.class.name(),
        source_start: area.source.start,
        source_end: area.source.end,
        text: &document.text()[area.text],
        probability: (f64::from(area.probability) * 1000.0).round() / 1000.0,
        block: area.block,
        x: area.x,
        y: area.y,
        width: area.width,
        height: area.height,
        lines: area.lines,
        characters: area.characters,
        font_size: thousandths(area.font_size),
        bold: area.bold,
        italic: area.italic,
        linked: area.linked,
        color: format!("#{:06x}", area.color),
        background: format!("#{:06x}", area.background),
        hidden: area.hidden.names().collect(),
    };
    bounded_line(document, |budget| PageRecord {
        file: origin.name(),
        schema: SCHEMA_VERSION,
        warc: origin.warc(),
        areas: budget.take(document.visual_areas().map(record)),
        font_size: thousandths(document.visual().map_or(0, |visual| visual.font_size)),
        height: document.visual().map_or(0, |visual| visual.height),
        truncation: budget.truncation(document),
    })
}

/// A summary line, then one line per area; areas without a class are dim.
pub fn table(document: &Document<'_>, origin: &Origin) -> Vec<u8> {
    let (bold, dim) = (Style::new().bold(), Style::new().dim());
    let summary = format!("{}: {} areas", origin.name(), document.visual_areas().len());
    let mut out = format!("{}\n", bold.apply_to(screen::fit(&summary, screen::columns())));
    let titles = format!(
        "{:10}  {:>5}  {:>9}  {:>9}  {:>6}  {:>4}  {:>6}  text",
        "class", "prob", "start", "end", "font", "x", "y"
    );
    let _ = writeln!(out, "{}", dim.apply_to(titles));
    for area in document.visual_areas() {
        let class = if area.hidden.is_empty() { area.class.name() } else { "(hidden)" };
        let numbers = format!(
            "{class:10}  {:>5.2}  {:>9}  {:>9}  {:>6.1}  {:>4}  {:>6}  ",
            area.probability,
            area.source.start,
            area.source.end,
            thousandths(area.font_size),
            area.x,
            area.y,
        );
        let columns = screen::columns().map(|columns| columns.saturating_sub(numbers.len()).max(MIN_TEXT));
        let line = numbers + &screen::fit(&document.text()[area.text], columns);
        let _ = match area.class {
            VisualClass::None => writeln!(out, "{}", dim.apply_to(line)),
            _ => writeln!(out, "{line}"),
        };
    }
    out.into_bytes()
}

/// The minimum width of the text column.
const MIN_TEXT: usize = 16;
