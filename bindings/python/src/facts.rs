//! What a page says about itself, as plain values of Python.

use crate::analyzed::Analyzed;
use blockmask::{FactOptions, PageFacts};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
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
    let PageFacts { site_name, description, types, published, modified, usage, tdm_policy, licenses, .. } = facts;
    let PageFacts { keywords, headline, authors, properties, .. } = facts;
    let single = [canonical, language, title, page_type, image, site_name, description, keywords, headline];
    let single = single.into_iter().chain([tdm_policy]).flatten();
    let dates = [published, modified].into_iter().flatten();
    let directives = robots.directives.iter_mut().filter_map(|directive| directive.source.as_mut());
    let addresses = alternates.iter_mut().map(|alternate| &mut alternate.address);
    let addresses = addresses.chain(licenses.iter_mut().map(|license| &mut license.address));
    let uses = usage.iter_mut().filter_map(|usage| usage.source.as_mut());
    let parts = exclusions.iter_mut().map(|part| &mut part.source);
    let parts = parts.chain(properties.iter_mut().map(|property| &mut property.source));
    let facts = single.chain(addresses).chain(types).chain(authors).map(|fact| &mut fact.source);
    facts.chain(dates.map(|date| &mut date.source)).chain(directives).chain(uses).chain(parts)
}

/// The facts by name: the object that the command line prints as JSON.
pub fn to_dict<'py>(py: Python<'py>, facts: &PageFacts) -> PyResult<Bound<'py, PyAny>> {
    let json = serde_json::to_string(facts).map_err(|error| PyValueError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (json,))
}
