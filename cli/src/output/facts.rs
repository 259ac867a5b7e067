//! What pages say about themselves, as JSON lines and as text.

use super::budget::{Budget, bounded_line};
use super::{Origin, SCHEMA_VERSION, WarcOrigin, screen};
use blockmask::{
    Alternate, DateFact, Document, Exclusion, Fact, FactOptions, ImagePreview, PageFacts, RobotsDirective,
};
use console::Style;
use serde::Serialize;
use std::fmt::Write;
use std::ops::Range;

/// What facts depend on besides the page.
pub struct Settings {
    /// The value of an `X-Robots-Tag` header for all pages.
    pub x_robots_tag: String,
    pub agents: Vec<String>,
    pub exclusion_attributes: Vec<String>,
}

/// A page, as `blockmask facts --format jsonl` prints it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PageRecord<'a> {
    file: &'a str,
    /// The version of this schema.
    schema: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    warc: Option<WarcOrigin<'a>>,
    facts: FactsRecord<'a>,
    truncation: Vec<&'static str>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FactsRecord<'a> {
    robots: RobotsRecord<'a>,
    canonical: Option<FactRecord<'a>>,
    alternates: Vec<AlternateRecord<'a>>,
    language: Option<FactRecord<'a>>,
    title: Option<FactRecord<'a>>,
    page_type: Option<FactRecord<'a>>,
    image: Option<FactRecord<'a>>,
    site_name: Option<FactRecord<'a>>,
    description: Option<FactRecord<'a>>,
    types: Vec<FactRecord<'a>>,
    published: Option<DateRecord<'a>>,
    modified: Option<DateRecord<'a>>,
    exclusions: Vec<ExclusionRecord>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RobotsRecord<'a> {
    rules: Vec<&'static str>,
    max_snippet: Option<u32>,
    max_image_preview: Option<&'static str>,
    max_video_preview: Option<u32>,
    unavailable_after: Option<&'a str>,
    directives: Vec<DirectiveRecord<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct DirectiveRecord<'a> {
    agent: &'a str,
    name: &'a str,
    value: Option<&'a str>,
    applies: bool,
    origin: &'static str,
    /// Absent for headers.
    #[serde(flatten)]
    source: Option<SourceRecord>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SourceRecord {
    source_start: usize,
    source_end: usize,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FactRecord<'a> {
    value: &'a str,
    origin: &'static str,
    #[serde(flatten)]
    source: SourceRecord,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct AlternateRecord<'a> {
    language: &'a str,
    #[serde(flatten)]
    address: FactRecord<'a>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct DateRecord<'a> {
    date: &'a str,
    confidence: f64,
    origin: &'static str,
    #[serde(flatten)]
    source: SourceRecord,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ExclusionRecord {
    rule: &'static str,
    scope: &'static str,
    #[serde(flatten)]
    source: SourceRecord,
}

/// The facts of a page; a page of a WARC file has headers of its own.
fn facts_of(document: &Document<'_>, origin: &Origin, settings: &Settings) -> PageFacts {
    let agents: Vec<&str> = settings.agents.iter().map(String::as_str).collect();
    let attributes: Vec<&str> = settings.exclusion_attributes.iter().map(String::as_str).collect();
    let header = [settings.x_robots_tag.as_str(), origin.x_robots_tag.as_str()].join("\n");
    let mut options = FactOptions::default();
    (options.x_robots_tag, options.agents, options.exclusion_attributes) = (&header, &agents, &attributes);
    document.facts(&options)
}

/// One object per page.
pub fn jsonl(document: &Document<'_>, origin: &Origin, settings: &Settings) -> Vec<u8> {
    let facts = facts_of(document, origin, settings);
    bounded_line(document, |budget| PageRecord {
        file: origin.name(),
        schema: SCHEMA_VERSION,
        warc: origin.warc(),
        facts: record(&facts, budget),
        truncation: budget.truncation(document),
    })
}

fn record<'a>(facts: &'a PageFacts, budget: &mut Budget) -> FactsRecord<'a> {
    let robots = &facts.robots;
    FactsRecord {
        robots: RobotsRecord {
            rules: robots.rules.names().collect(),
            max_snippet: robots.max_snippet,
            max_image_preview: robots.max_image_preview.map(ImagePreview::name),
            max_video_preview: robots.max_video_preview,
            unavailable_after: robots.unavailable_after.as_deref(),
            directives: budget.take(robots.directives.iter().map(directive_record)),
        },
        canonical: facts.canonical.as_ref().map(fact_record),
        alternates: budget.take(
            facts
                .alternates
                .iter()
                .map(|Alternate { language, address, .. }| AlternateRecord { language, address: fact_record(address) }),
        ),
        language: facts.language.as_ref().map(fact_record),
        title: facts.title.as_ref().map(fact_record),
        page_type: facts.page_type.as_ref().map(fact_record),
        image: facts.image.as_ref().map(fact_record),
        site_name: facts.site_name.as_ref().map(fact_record),
        description: facts.description.as_ref().map(fact_record),
        types: budget.take(facts.types.iter().map(fact_record)),
        published: facts.published.as_ref().map(date_record),
        modified: facts.modified.as_ref().map(date_record),
        exclusions: budget.take(facts.exclusions.iter().map(|Exclusion { source, rule, scope, .. }| ExclusionRecord {
            rule: rule.name(),
            scope: scope.name(),
            source: source_record(source),
        })),
    }
}

fn source_record(source: &Range<usize>) -> SourceRecord {
    SourceRecord { source_start: source.start, source_end: source.end }
}

fn fact_record(fact: &Fact) -> FactRecord<'_> {
    FactRecord { value: &fact.value, origin: fact.origin.name(), source: source_record(&fact.source) }
}

fn date_record(date: &DateFact) -> DateRecord<'_> {
    DateRecord {
        date: &date.date,
        confidence: (f64::from(date.confidence) * 100.0).round() / 100.0,
        origin: date.origin.name(),
        source: source_record(&date.source),
    }
}

fn directive_record(directive: &RobotsDirective) -> DirectiveRecord<'_> {
    DirectiveRecord {
        agent: &directive.agent,
        name: &directive.name,
        value: directive.value.as_deref(),
        applies: directive.applies,
        origin: directive.origin.name(),
        source: directive.source.as_ref().map(source_record),
    }
}

/// A line for each fact, with where it is from.
pub fn text(document: &Document<'_>, origin: &Origin, settings: &Settings) -> Vec<u8> {
    let facts = facts_of(document, origin, settings);
    let mut out = format!("{}\n", Style::new().bold().apply_to(screen::fit(origin.name(), None)));
    let mut line = |name: &str, value: &str, from: &str| {
        let _ = writeln!(out, "{name:18} {}  ({from})", screen::fit(value, None));
    };
    for directive in facts.robots.directives.iter().filter(|directive| directive.applies) {
        let value = directive.value.as_ref().map(|value| format!(": {value}")).unwrap_or_default();
        line("robots", &format!("{}{value}", directive.name), directive.origin.name());
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
    for (name, date) in [("published", &facts.published), ("modified", &facts.modified)] {
        if let Some(date) = date {
            line(name, &date.date, &format!("{}, confidence {:.2}", date.origin, date.confidence));
        }
    }
    for kind in &facts.types {
        line("type", &kind.value, kind.origin.name());
    }
    for Alternate { language, address, .. } in &facts.alternates {
        line("alternate", &format!("{language} {}", address.value), address.origin.name());
    }
    for Exclusion { source, rule, scope, .. } in &facts.exclusions {
        line("excluded", &format!("bytes {} to {} from {scope}", source.start, source.end), rule.name());
    }
    out.into_bytes()
}
