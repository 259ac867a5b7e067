//! What pages say about themselves, as JSON lines and as text.

use super::bounded::{Lines, Rendered};
use super::screen;
use blockmask::{Document, FactOptions, PageFacts};
use blockmask_cli::facts::{Row, rows};
use blockmask_cli::json::lists;
use blockmask_cli::origin::Origin;
use console::Style;

/// What facts depend on besides the page.
pub struct Settings {
    /// The value of an `X-Robots-Tag` header for all pages.
    pub x_robots_tag: String,
    /// Other headers for all pages, each `name: value`.
    pub headers: Vec<String>,
    pub agents: Vec<String>,
    pub exclusion_attributes: Vec<String>,
    pub properties: bool,
}

/// The facts of a page; a page of a WARC file comes with its own headers.
fn facts_of(document: &Document<'_>, origin: &Origin, settings: &Settings) -> PageFacts {
    let agents: Vec<&str> = settings.agents.iter().map(String::as_str).collect();
    let attributes: Vec<&str> = settings.exclusion_attributes.iter().map(String::as_str).collect();
    let x_robots_tag = [settings.x_robots_tag.as_str(), &origin.headers.x_robots_tag].join("\n");
    let headers = [settings.headers.join("\n").as_str(), &origin.headers.others].join("\n");
    let mut options = FactOptions::default();
    (options.x_robots_tag, options.headers) = (&x_robots_tag, &headers);
    (options.agents, options.exclusion_attributes) = (&agents, &attributes);
    options.properties = settings.properties;
    document.facts(&options)
}

/// One object per page.
pub fn jsonl(document: &Document<'_>, origin: &Origin, settings: &Settings) -> Vec<u8> {
    lists::facts(document, origin, || facts_of(document, origin, settings))
}

/// A line for each fact, with where it is from.
pub fn text(document: &Document<'_>, origin: &Origin, settings: &Settings) -> Rendered {
    let facts = facts_of(document, origin, settings);
    let mut lines = Lines::of(document);
    lines.add(format_args!("{}", Style::new().bold().apply_to(screen::fit(origin.name(), None))));
    for Row { name, value, origin, confidence, .. } in rows(facts) {
        let confidence = confidence.map(|confidence| format!(", confidence {confidence:.2}")).unwrap_or_default();
        lines.add(format_args!("{name:18} {}  ({origin}{confidence})", screen::fit(&value, None)));
    }
    // Each line is printable, and the first has a style.
    lines.finish(|text| text)
}
