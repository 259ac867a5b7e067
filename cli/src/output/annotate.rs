//! Visual areas with their classes, as JSON and as a table for people.

use super::{json, screen};
use crate::names;
use blockmask::Document;
use blockmask::visual::{Color, VisualArea, VisualClass};
use console::Style;
use serde::Serialize;
use std::fmt::Write;

#[derive(Serialize)]
struct PageRecord<'a> {
    file: &'a str,
    areas: Vec<AreaRecord<'a>>,
    /// Mean font size of the page in pixels.
    font_size: f64,
    height: u32,
    truncated: bool,
}

#[derive(Serialize)]
struct AreaRecord<'a> {
    class: &'static str,
    start: usize,
    end: usize,
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

fn areas<'d>(document: &'d Document<'_>) -> &'d [VisualArea] {
    document.visual().map_or(&[], |visual| visual.areas)
}

fn text_of<'d>(document: &'d Document<'_>, area: &VisualArea) -> &'d str {
    &document.text()[area.text.0 as usize..area.text.1 as usize]
}

fn hexadecimal(color: Color) -> String {
    let [red, green, blue] = color.channels();
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Thousandths as they are printed.
fn thousandths(value: u32) -> f64 {
    f64::from(value) / 1000.0
}

/// Everything about the areas of a page.
pub fn jsonl(document: &Document<'_>, file: &str) -> Vec<u8> {
    let record = |area: &VisualArea| {
        let source = document.source_range(area.source);
        AreaRecord {
            class: area.class.name(),
            start: source.start,
            end: source.end,
            text: text_of(document, area),
            probability: (f64::from(area.score) / 255.0 * 1000.0).round() / 1000.0,
            block: area.block,
            x: area.rect.x,
            y: area.rect.y,
            width: area.rect.width,
            height: area.rect.height,
            lines: area.lines,
            characters: area.characters,
            font_size: thousandths(area.font_size),
            bold: area.bold,
            italic: area.italic,
            linked: area.linked,
            color: hexadecimal(area.color),
            background: hexadecimal(area.background),
            hidden: names::hidden(area.hidden),
        }
    };
    json::line(&PageRecord {
        file,
        areas: areas(document).iter().map(record).collect(),
        font_size: thousandths(document.visual().map_or(0, |visual| visual.font_size)),
        height: document.visual().map_or(0, |visual| visual.height),
        truncated: document.is_truncated(),
    })
}

/// A line about the page, then one an area; areas without a class are dim.
pub fn table(document: &Document<'_>, file: &str) -> Vec<u8> {
    let (bold, dim) = (Style::new().bold(), Style::new().dim());
    let areas = areas(document);
    let summary = format!("{file}: {} areas", areas.len());
    let mut out = format!("{}\n", bold.apply_to(screen::fit(&summary, screen::columns())));
    let titles = format!(
        "{:10}  {:>5}  {:>9}  {:>9}  {:>6}  {:>4}  {:>6}  text",
        "class", "prob", "start", "end", "font", "x", "y"
    );
    let _ = writeln!(out, "{}", dim.apply_to(titles));
    for area in areas {
        let source = document.source_range(area.source);
        let class = if area.hidden != 0 { "(hidden)" } else { area.class.name() };
        let numbers = format!(
            "{class:10}  {:>5.2}  {:>9}  {:>9}  {:>6.1}  {:>4}  {:>6}  ",
            f64::from(area.score) / 255.0,
            source.start,
            source.end,
            thousandths(area.font_size),
            area.rect.x,
            area.rect.y,
        );
        let room = screen::columns().map(|columns| columns.saturating_sub(numbers.len()).max(MIN_TEXT));
        let line = numbers + &screen::fit(text_of(document, area), room);
        let _ = match area.class {
            VisualClass::None => writeln!(out, "{}", dim.apply_to(line)),
            _ => writeln!(out, "{line}"),
        };
    }
    out.into_bytes()
}

/// Columns that the text gets on the narrowest terminal.
const MIN_TEXT: usize = 16;
