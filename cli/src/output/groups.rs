//! The groups of a page with their items, as lines for people.

use super::bounded::{Lines, Rendered};
use super::screen;
use blockmask::{Document, Group, GroupItem};
use blockmask_cli::origin::Origin;
use console::Style;

/// The minimum width of the text column.
const MIN_TEXT: usize = 16;

/// A line for each group, and one for each of its items.
pub fn table(document: &Document<'_>, origin: &Origin) -> Rendered {
    let (bold, dim) = (Style::new().bold(), Style::new().dim());
    let groups = document.groups();
    let mut lines = Lines::of(document);
    let name = screen::fit(origin.name(), None);
    lines.add(format_args!("{}", bold.apply_to(format!("{name}: {} groups", groups.len()))));
    for group in &groups {
        let is_written = lines.add(format_args!("{}", dim.apply_to(summary(group))));
        let mut items = group.items().iter().enumerate();
        if !is_written || !items.all(|(index, item)| lines.add(format_args!("{}", line(document, index, item)))) {
            break;
        }
    }
    // Each line is printable, and some have a style.
    lines.finish(|text| text)
}

fn summary(group: &Group<'_>) -> String {
    let (kind, items, source) = (group.group_kind().name(), group.items().len(), group.source());
    let main = if group.is_main_list() { ", the main list" } else { "" };
    let probability = group.probability();
    format!("{kind}{main}: {items} items, bytes {} to {}, probability {probability:.2}", source.start, source.end)
}

/// An item: its number and bytes, what is known of it, and the beginning of its text.
fn line(document: &Document<'_>, index: usize, item: &GroupItem<'_>) -> String {
    let source = item.source();
    let answered = item.parent().map(|parent| format!("answers {parent}"));
    let known = [answered.as_deref(), item.author(), item.date(), item.rating(), item.price()];
    let known: Vec<String> =
        known.into_iter().flatten().map(|text| format!("[{}] ", screen::fit(text, None))).collect();
    let head = format!("{index:>6} {:>9} {:>9}  {}", source.start, source.end, known.concat());
    let columns = screen::columns().map(|columns| columns.saturating_sub(head.len()).max(MIN_TEXT));
    format!("{head}{}", screen::fit(&text_of(document, item, columns.unwrap_or(MAX_TEXT)), columns))
}

/// As much of a text is shown without a terminal, in characters.
const MAX_TEXT: usize = 200;

/// The beginning of the text of an item.
fn text_of(document: &Document<'_>, item: &GroupItem<'_>, columns: usize) -> String {
    let text_of = |index| document.block(index).map_or("", |block| block.text());
    let mut text = String::new();
    for block in item.blocks() {
        let space = if text.is_empty() { "" } else { " " };
        let left = (columns + 1).saturating_sub(text.chars().count());
        if left == 0 {
            break;
        }
        text.push_str(space);
        text.extend(text_of(block).chars().take(left));
    }
    text
}
