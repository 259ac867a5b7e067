//! What pages say about themselves, as JSON lines and as text.

use super::bounded::{Lines, Rendered};
use super::screen;
use blockmask::{Alternate, Document, Exclusion, FactOptions, PageFacts};
use blockmask_cli::json::lists;
use blockmask_cli::memory::text as format;
use blockmask_cli::origin::Origin;
use blockmask_cli::view::usage;
use console::Style;

/// What facts depend on besides the page.
pub struct Settings {
    /// The value of an `X-Robots-Tag` header for all pages.
    pub x_robots_tag: String,
    /// Other headers for all pages, each `name: value`.
    pub headers: Vec<String>,
    pub agents: Vec<String>,
    pub exclusion_attributes: Vec<String>,
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
    let mut line = |name: &str, value: &str, from: &str| {
        lines.add(format_args!("{name:18} {}  ({from})", screen::fit(value, None)))
    };
    for directive in facts.robots.directives.iter().filter(|directive| directive.applies) {
        let (name, value) = (&directive.name, directive.value.as_deref().unwrap_or_default());
        let colon = if directive.value.is_some() { ": " } else { "" };
        line("robots", &format(format_args!("{name}{colon}{value}")), directive.origin.name());
    }
    for rule in facts.usage.iter().filter(|rule| rule.decides) {
        line("usage", &usage(rule), rule.origin.name());
    }
    if let Some(policy) = &facts.tdm_policy {
        line("tdm_policy", &policy.value, policy.origin.name());
    }
    for license in &facts.licenses {
        line("license", &license.address.value, license.address.origin.name());
    }
    let single = [
        ("canonical", &facts.canonical),
        ("language", &facts.language),
        ("title", &facts.title),
        ("page_type", &facts.page_type),
        ("image", &facts.image),
        ("site_name", &facts.site_name),
        ("description", &facts.description),
    ];
    for (name, fact) in single {
        if let Some(fact) = fact {
            line(name, &fact.value, fact.origin.name());
        }
    }
    for author in &facts.authors {
        line("author", &author.value, author.origin.name());
    }
    for (name, date) in [("published", &facts.published), ("modified", &facts.modified)] {
        if let Some(date) = date {
            line(name, &date.date, &format!("{}, confidence {:.2}", date.origin, date.confidence));
        }
    }
    for kind in &facts.types {
        line("type", &kind.value, kind.origin.name());
    }
    for Alternate { language, address, .. } in &facts.alternates {
        line("alternate", &format(format_args!("{language} {}", address.value)), address.origin.name());
    }
    for Exclusion { source, rule, scope, .. } in &facts.exclusions {
        line("excluded", &format!("bytes {} to {} from {scope}", source.start, source.end), rule.name());
    }
    // Each line is printable, and the first has a style.
    lines.finish(|text| text)
}
