//! The results of a page as plain values of Python: dicts, lists, strings, numbers and None, by the names that the command
//! line prints as JSON.

use crate::analyzed::Analyzed;
use crate::collect;
use crate::fingerprint::Fingerprint;
use crate::rows::{Annotation, Block, Comment, Image, LayoutArea, Link, Segment, VisualArea};
use crate::values::{FlagSet, Flags, Named, hexadecimal};
use blockmask::PageKind;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::ops::Range;

/// The probability of each kind; empty if the page has none.
pub fn kind_probabilities<'py>(py: Python<'py>, page: &Analyzed) -> PyResult<Bound<'py, PyDict>> {
    let (dict, document) = (PyDict::new(py), page.document());
    let kinds = if document.kind().is_some() { PageKind::VALUES } else { &[] };
    kinds.iter().try_for_each(|&kind| dict.set_item(Named(kind), document.kind_probability(kind)))?;
    Ok(dict)
}

/// The results of a page by name.
pub fn of_page<'py>(py: Python<'py>, page: &Analyzed) -> PyResult<Bound<'py, PyDict>> {
    let (dict, document) = (PyDict::new(py), page.document());
    dict.set_item("encoding", document.encoding())?;
    dict.set_item("encoding_source", Named(document.encoding_source()))?;
    dict.set_item("truncation", names(py, FlagSet(document.truncation()))?)?;
    dict.set_item("fallbacks", names(py, FlagSet(document.fallbacks()))?)?;
    dict.set_item("is_recovered", document.is_recovered())?;
    dict.set_item("title", document.title())?;
    dict.set_item("headline", document.headline().map(|block| block.text()))?;
    dict.set_item("kind", document.kind().map(Named))?;
    let kinds = kind_probabilities(py, page)?;
    dict.set_item("kind_probabilities", (!kinds.is_empty()).then_some(kinds))?;
    let links = collect::links(page);
    dict.set_item("blocks", list(py, &collect::blocks(page), |block, py| block.to_plain_dict(py, &links))?)?;
    dict.set_item("segments", list(py, &collect::segments(page), Segment::to_dict)?)?;
    dict.set_item("main_regions", list(py, &collect::main_regions(page), source)?)?;
    dict.set_item("links", list(py, &links, Link::to_dict)?)?;
    dict.set_item("comments", list(py, &collect::comments(page), Comment::to_dict)?)?;
    dict.set_item("images", list(py, &collect::images(page), Image::to_dict)?)?;
    dict.set_item("annotations", list(py, &collect::annotations(page), Annotation::to_dict)?)?;
    let fingerprint = document.fingerprint().map(|&fingerprint| Fingerprint(fingerprint).to_dict(py)).transpose()?;
    dict.set_item("fingerprint", fingerprint)?;
    dict.set_item("page_layout", document.page_layout().map(Named))?;
    dict.set_item("layout_areas", list(py, &collect::layout_areas(page), LayoutArea::to_dict)?)?;
    dict.set_item("visual_areas", list(py, &collect::visual_areas(page), VisualArea::to_plain_dict)?)?;
    Ok(dict)
}

fn list<'py, T>(
    py: Python<'py>,
    records: &[T],
    dict: impl Fn(&T, Python<'py>) -> PyResult<Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, records.iter().map(|record| dict(record, py)).collect::<PyResult<Vec<_>>>()?)
}

/// A range of the source.
fn source<'py>(range: &Range<usize>, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("source_start", range.start)?;
    dict.set_item("source_end", range.end)?;
    Ok(dict)
}

/// The names of flags in the order of their numbers.
fn names<T: Flags>(py: Python<'_>, flags: FlagSet<T>) -> PyResult<Bound<'_, PyList>> {
    PyList::new(py, flags.0.names().collect::<Vec<_>>())
}

impl Block {
    /// `links` are all links of the page, in the order of their blocks.
    fn to_plain_dict<'py>(&self, py: Python<'py>, links: &[Link]) -> PyResult<Bound<'py, PyDict>> {
        let dict = self.to_dict(py)?;
        let start = links.partition_point(|link| link.block < self.index);
        let end = links.partition_point(|link| link.block <= self.index);
        dict.set_item("links", list(py, &links[start..end], Link::to_dict)?)?;
        dict.set_item("flags", names(py, self.flags)?)?;
        dict.set_item("hidden_reasons", names(py, self.hidden_reasons)?)?;
        dict.set_item("path_hash", hexadecimal(self.path_hash))?;
        dict.set_item("text_hash", hexadecimal(self.text_hash))?;
        Ok(dict)
    }
}

impl VisualArea {
    fn to_plain_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = self.to_dict(py)?;
        dict.set_item("hidden", names(py, self.hidden)?)?;
        Ok(dict)
    }
}
