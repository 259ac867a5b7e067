//! What a page says about itself, as records of JSON lines.

use super::budget::Budget;
use blockmask::{Alternate, DateFact, Exclusion, Fact, ImagePreview, PageFacts, RobotsDirective};
use serde::Serialize;
use std::ops::Range;

/// The object `facts` of a page.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FactsRecord<'a> {
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

impl<'a> FactsRecord<'a> {
    /// As many of the facts as fit.
    pub fn of(facts: &'a PageFacts, budget: &mut Budget) -> FactsRecord<'a> {
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
            alternates: budget.take(facts.alternates.iter().map(|Alternate { language, address, .. }| {
                AlternateRecord { language, address: fact_record(address) }
            })),
            language: facts.language.as_ref().map(fact_record),
            title: facts.title.as_ref().map(fact_record),
            page_type: facts.page_type.as_ref().map(fact_record),
            image: facts.image.as_ref().map(fact_record),
            site_name: facts.site_name.as_ref().map(fact_record),
            description: facts.description.as_ref().map(fact_record),
            types: budget.take(facts.types.iter().map(fact_record)),
            published: facts.published.as_ref().map(date_record),
            modified: facts.modified.as_ref().map(date_record),
            exclusions: budget.take(facts.exclusions.iter().map(|Exclusion { source, rule, scope, .. }| {
                ExclusionRecord { rule: rule.name(), scope: scope.name(), source: source_record(source) }
            })),
        }
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
