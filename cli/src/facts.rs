//! What a page says about itself as rows, for the terminal and the view.

use crate::memory::text;
use blockmask::{Alternate, DateFact, EntityProperty, Exclusion, Fact, PageFacts, RobotsDirective, UsageRule};
use std::ops::Range;

/// A fact as text.
pub struct Row {
    pub name: &'static str,
    pub value: String,
    pub origin: &'static str,
    /// The probability that it is right, if it is chosen from several sources.
    pub confidence: Option<f32>,
    /// Bytes of the page; `None` for headers.
    pub source: Option<Range<usize>>,
}

/// The facts as rows: what is declared once first, then lists.
pub fn rows(facts: PageFacts) -> Vec<Row> {
    let mut rows: Vec<Row> = facts.robots.directives.iter().filter(|found| found.applies).map(directive).collect();
    let single = [
        ("canonical", facts.canonical),
        ("language", facts.language),
        ("title", facts.title),
        ("page_type", facts.page_type),
        ("image", facts.image),
        ("site_name", facts.site_name),
        ("description", facts.description),
        ("keywords", facts.keywords),
        ("headline", facts.headline),
    ];
    rows.extend(single.into_iter().filter_map(|(name, found)| Some(fact(name, found?))));
    rows.extend(facts.authors.into_iter().map(|author| fact("author", author)));
    let dates = [("published", facts.published), ("modified", facts.modified)];
    rows.extend(dates.into_iter().filter_map(|(name, found)| Some(date(name, found?))));
    rows.extend(facts.types.into_iter().map(|kind| fact("type", kind)));
    rows.extend(facts.alternates.into_iter().map(alternate));
    let deciding = facts.usage.iter().filter(|rule| rule.decides);
    rows.extend(deciding.map(|rule| row("usage", usage(rule), rule.origin.name(), rule.source.clone())));
    rows.extend(facts.tdm_policy.map(|policy| fact("tdm_policy", policy)));
    rows.extend(facts.licenses.into_iter().map(|license| fact("license", license.address)));
    rows.extend(facts.exclusions.into_iter().map(exclusion));
    rows.extend(facts.properties.into_iter().map(property));
    rows
}

fn row(name: &'static str, value: String, origin: &'static str, source: Option<Range<usize>>) -> Row {
    Row { name, value, origin, confidence: None, source }
}

fn fact(name: &'static str, fact: Fact) -> Row {
    let confidence = fact.confidence;
    Row { confidence, ..row(name, fact.value, fact.origin.name(), Some(fact.source)) }
}

fn property(property: EntityProperty) -> Row {
    let EntityProperty { entity, object_type, path, value, .. } = &property;
    let value = text(format_args!("{entity} {object_type} {path}: {value}"));
    row("property", value, property.origin.name(), Some(property.source))
}

fn directive(directive: &RobotsDirective) -> Row {
    let (name, value) = (&directive.name, directive.value.as_deref().unwrap_or_default());
    let colon = if directive.value.is_some() { ": " } else { "" };
    row("robots", text(format_args!("{name}{colon}{value}")), directive.origin.name(), directive.source.clone())
}

/// A rule on a use of the page, as text: `ai-training denied by noai`.
fn usage(rule: &UsageRule) -> String {
    let verdict = if rule.is_allowed { "allowed" } else { "denied" };
    format!("{} {verdict} by {}", rule.purpose, rule.rule)
}

fn date(name: &'static str, date: DateFact) -> Row {
    let confidence = Some(date.confidence);
    Row { confidence, ..row(name, date.date, date.origin.name(), Some(date.source)) }
}

fn alternate(alternate: Alternate) -> Row {
    let Alternate { language, address, .. } = alternate;
    row("alternate", text(format_args!("{language} {}", address.value)), address.origin.name(), Some(address.source))
}

fn exclusion(exclusion: Exclusion) -> Row {
    let value = format!("bytes {} to {} from {}", exclusion.source.start, exclusion.source.end, exclusion.scope);
    row("excluded", value, exclusion.rule.name(), Some(exclusion.source))
}
