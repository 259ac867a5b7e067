//! Invariants of what a page says about itself.

use blockmask::{DateFact, Document, Fact, FactOptions};
use std::ops::Range;

/// Checks the facts of a page for a caller who passes all that can be passed.
pub fn violation(document: &Document) -> Result<(), String> {
    let mut options = FactOptions::default();
    options.x_robots_tag = "noindex, googlebot: max-snippet:20, unavailable_after: Sunday, 06-Nov-94 08:49:37 GMT";
    options.headers = "Content-Usage: train-ai=n\nContent-Signal: search=yes\ntdm-policy: /policy";
    options.agents = &["googlebot"];
    options.exclusion_attributes = &["id", "x"];
    options.properties = true;
    let facts = document.facts(&options);
    let single = [&facts.canonical, &facts.language, &facts.title, &facts.page_type, &facts.image, &facts.site_name];
    let single = single
        .into_iter()
        .chain([&facts.description, &facts.keywords, &facts.headline])
        .flatten()
        .chain(&facts.authors);
    let single = single.chain(facts.licenses.iter().map(|license| &license.address));
    for fact in single.chain(&facts.types).chain(facts.alternates.iter().map(|alternate| &alternate.address)) {
        value(document, fact)?;
    }
    for date in [&facts.published, &facts.modified].into_iter().flatten() {
        calendar(document, date)?;
    }
    let robots = &facts.robots;
    require!(robots.directives.len() <= 256, "{} directives", robots.directives.len());
    for directive in &robots.directives {
        require!(!directive.name.is_empty() && directive.name.len() <= 64, "the directive {directive:?}");
        directive.source.as_ref().map_or(Ok(()), |source| range(document, source, "a directive"))?;
    }
    for property in &facts.properties {
        range(document, &property.source, &property.path)?;
        let is_text = !property.value.is_empty() && !property.path.is_empty() && !property.source.is_empty();
        require!(is_text && property.path.split('.').count() <= 512, "the property {property:?}");
    }
    let mut start = 0;
    for part in &facts.exclusions {
        range(document, &part.source, part.rule.name())?;
        require!(part.source.start >= start && !part.source.is_empty(), "an excluded part at {:?}", part.source);
        start = part.source.start;
    }
    Ok(())
}

fn range(document: &Document, source: &Range<usize>, what: &str) -> Result<(), String> {
    require!(source.start <= source.end && source.end <= document.bytes().len(), "{what} at {source:?}");
    Ok(())
}

fn value(document: &Document, fact: &Fact) -> Result<(), String> {
    range(document, &fact.source, fact.origin.name())?;
    let is_text = !fact.value.is_empty() && !fact.value.contains("  ") && !fact.source.is_empty();
    require!(is_text, "the fact {:?} at {:?}", fact.value, fact.source);
    Ok(())
}

fn calendar(document: &Document, date: &DateFact) -> Result<(), String> {
    range(document, &date.source, date.origin.name())?;
    let is_year = date.date.len() >= 4 && date.date[..4].bytes().all(|byte| byte.is_ascii_digit());
    require!(is_year && [4, 7, 10].contains(&date.date.split('T').next().map_or(0, str::len)), "date {}", date.date);
    require!((0.0..=1.0).contains(&date.confidence), "confidence {}", date.confidence);
    Ok(())
}
