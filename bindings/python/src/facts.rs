//! What a page says about itself, as plain values of Python: the object that the command line prints as JSON.

use crate::analyzed::Analyzed;
use blockmask::{DateFact, Fact, FactOptions, ImagePreview, PageFacts, RobotsDirective};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::ops::Range;

/// The facts about a page.
pub fn of(page: &Analyzed, options: &FactOptions<'_>) -> PageFacts {
    let mut facts = page.document().facts(options);
    sources(&mut facts).for_each(|source| *source = page.source(source.clone()));
    facts
}

/// The ranges of all facts that have one.
fn sources(facts: &mut PageFacts) -> impl Iterator<Item = &mut Range<usize>> {
    let PageFacts { robots, exclusions, canonical, alternates, language, title, page_type, image, .. } = facts;
    let PageFacts { site_name, description, types, published, modified, .. } = facts;
    let single = [canonical, language, title, page_type, image, site_name, description].into_iter().flatten();
    let dates = [published, modified].into_iter().flatten();
    let directives = robots.directives.iter_mut().filter_map(|directive| directive.source.as_mut());
    let addresses = alternates.iter_mut().map(|alternate| &mut alternate.address);
    let parts = exclusions.iter_mut().map(|part| &mut part.source);
    let facts = single.chain(addresses).chain(types).map(|fact| &mut fact.source);
    facts.chain(dates.map(|date| &mut date.source)).chain(directives).chain(parts)
}

/// The facts by name.
pub fn to_dict<'py>(py: Python<'py>, facts: &PageFacts) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("robots", robots(py, facts)?)?;
    let single = |fact: &Option<Fact>| fact.as_ref().map(|fact| self::fact(py, fact)).transpose();
    let date = |date: &Option<DateFact>| date.as_ref().map(|date| self::date(py, date)).transpose();
    dict.set_item("canonical", single(&facts.canonical)?)?;
    let alternates = facts.alternates.iter().map(|alternate| {
        let address = fact(py, &alternate.address)?;
        address.set_item("language", &alternate.language)?;
        Ok(address)
    });
    dict.set_item("alternates", list(py, alternates)?)?;
    dict.set_item("language", single(&facts.language)?)?;
    dict.set_item("title", single(&facts.title)?)?;
    dict.set_item("page_type", single(&facts.page_type)?)?;
    dict.set_item("image", single(&facts.image)?)?;
    dict.set_item("site_name", single(&facts.site_name)?)?;
    dict.set_item("description", single(&facts.description)?)?;
    dict.set_item("types", list(py, facts.types.iter().map(|kind| fact(py, kind)))?)?;
    dict.set_item("published", date(&facts.published)?)?;
    dict.set_item("modified", date(&facts.modified)?)?;
    let exclusions = facts.exclusions.iter().map(|part| {
        let dict = PyDict::new(py);
        dict.set_item("rule", part.rule.name())?;
        dict.set_item("scope", part.scope.name())?;
        set_source(&dict, &part.source)?;
        Ok(dict)
    });
    dict.set_item("exclusions", list(py, exclusions)?)?;
    Ok(dict)
}

fn robots<'py>(py: Python<'py>, facts: &PageFacts) -> PyResult<Bound<'py, PyDict>> {
    let robots = &facts.robots;
    let dict = PyDict::new(py);
    dict.set_item("rules", robots.rules.names().collect::<Vec<_>>())?;
    dict.set_item("max_snippet", robots.max_snippet)?;
    dict.set_item("max_image_preview", robots.max_image_preview.map(ImagePreview::name))?;
    dict.set_item("max_video_preview", robots.max_video_preview)?;
    dict.set_item("unavailable_after", &robots.unavailable_after)?;
    dict.set_item("directives", list(py, robots.directives.iter().map(|written| directive(py, written)))?)?;
    Ok(dict)
}

fn directive<'py>(py: Python<'py>, directive: &RobotsDirective) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("agent", &directive.agent)?;
    dict.set_item("name", &directive.name)?;
    dict.set_item("value", &directive.value)?;
    dict.set_item("applies", directive.applies)?;
    dict.set_item("origin", directive.origin.name())?;
    if let Some(source) = &directive.source {
        set_source(&dict, source)?;
    }
    Ok(dict)
}

fn fact<'py>(py: Python<'py>, fact: &Fact) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("value", &fact.value)?;
    dict.set_item("origin", fact.origin.name())?;
    set_source(&dict, &fact.source)?;
    Ok(dict)
}

fn date<'py>(py: Python<'py>, date: &DateFact) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("date", &date.date)?;
    dict.set_item("confidence", (f64::from(date.confidence) * 100.0).round() / 100.0)?;
    dict.set_item("origin", date.origin.name())?;
    set_source(&dict, &date.source)?;
    Ok(dict)
}

fn set_source(dict: &Bound<'_, PyDict>, source: &Range<usize>) -> PyResult<()> {
    dict.set_item("source_start", source.start)?;
    dict.set_item("source_end", source.end)
}

fn list<'py>(
    py: Python<'py>,
    dicts: impl Iterator<Item = PyResult<Bound<'py, PyDict>>>,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, dicts.collect::<PyResult<Vec<_>>>()?)
}
