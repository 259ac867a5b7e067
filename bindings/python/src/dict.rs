//! The results of a page as plain values of Python: dicts, lists, strings, numbers and None.

use crate::collect::Results;
use crate::records::{Block, Comment, Link, VisualArea};
use crate::values::{FlagSet, Flags};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// The probability of each kind.
pub fn kind_probabilities<'py>(py: Python<'py>, results: &Results) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    results.kind_probabilities.iter().try_for_each(|(kind, probability)| dict.set_item(kind, probability))?;
    Ok(dict)
}

/// The results of a page by name.
pub fn of_page<'py>(py: Python<'py>, results: &Results) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("encoding", &results.encoding)?;
    dict.set_item("encoding_source", results.encoding_source)?;
    dict.set_item("truncation", names(py, results.truncation)?)?;
    dict.set_item("is_recovered", results.is_recovered)?;
    dict.set_item("title", &results.title)?;
    dict.set_item("kind", results.kind)?;
    let kinds = kind_probabilities(py, results)?;
    dict.set_item("kind_probabilities", (!kinds.is_empty()).then_some(kinds))?;
    dict.set_item("blocks", list(py, &results.blocks, |block, py| block.to_plain_dict(py, &results.links))?)?;
    dict.set_item("segments", list(py, &results.segments, |segment, py| segment.to_dict(py))?)?;
    dict.set_item("regions", list(py, &results.regions, region)?)?;
    dict.set_item("links", list(py, &results.links, |link, py| link.to_dict(py))?)?;
    dict.set_item("comments", list(py, &results.comments, Comment::to_plain_dict)?)?;
    dict.set_item("images", list(py, &results.images, |image, py| image.to_dict(py))?)?;
    dict.set_item("fingerprint", results.fingerprint.map(|fingerprint| fingerprint.to_dict(py)).transpose()?)?;
    dict.set_item("layout", results.layout)?;
    dict.set_item("areas", list(py, &results.areas, |area, py| area.to_dict(py))?)?;
    dict.set_item("visual_areas", list(py, &results.visual_areas, VisualArea::to_plain_dict)?)?;
    Ok(dict)
}

fn list<'py, T>(
    py: Python<'py>,
    records: &[T],
    dict: impl Fn(&T, Python<'py>) -> PyResult<Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, records.iter().map(|record| dict(record, py)).collect::<PyResult<Vec<_>>>()?)
}

fn region<'py>(&(start, end): &(usize, usize), py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("source_start", start)?;
    dict.set_item("source_end", end)?;
    Ok(dict)
}

/// The names of flags in the order of their numbers.
fn names<T: Flags>(py: Python<'_>, flags: FlagSet<T>) -> PyResult<Bound<'_, PyList>> {
    PyList::new(py, flags.0.names().collect::<Vec<_>>())
}

impl Block {
    /// `links` are those of the page, in the order of their blocks.
    fn to_plain_dict<'py>(&self, py: Python<'py>, links: &[Link]) -> PyResult<Bound<'py, PyDict>> {
        let dict = self.to_dict(py)?;
        for (attribute, name) in [("block_type", "type"), ("language", "lang")] {
            let value = dict.get_item(attribute)?;
            dict.del_item(attribute)?;
            dict.set_item(name, value)?;
        }
        let start = links.partition_point(|link| link.block < self.index);
        let end = links.partition_point(|link| link.block <= self.index);
        dict.set_item("links", list(py, &links[start..end], link_of_block)?)?;
        dict.set_item("flags", names(py, self.flags)?)?;
        dict.set_item("hidden_reasons", names(py, self.hidden_reasons)?)?;
        dict.set_item("path_hash", hexadecimal(self.path_hash))?;
        dict.set_item("text_hash", hexadecimal(self.text_hash))?;
        Ok(dict)
    }
}

/// Its range is `start` and `end`, as the command line prints it.
fn link_of_block<'py>(link: &Link, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("start", link.source_start)?;
    dict.set_item("end", link.source_end)?;
    dict.set_item("target", &link.target)?;
    dict.set_item("address", &link.address)?;
    dict.set_item("rel", &link.rel)?;
    Ok(dict)
}

/// A hash as the command line prints it, because many JSON parsers keep only 53 bits of a number.
pub fn hexadecimal(hash: u64) -> String {
    format!("{hash:016x}")
}

impl Comment {
    /// Its range is `start` and `end`, as the command line prints it.
    fn to_plain_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("start", self.source_start)?;
        dict.set_item("end", self.source_end)?;
        dict.set_item("author", &self.author)?;
        dict.set_item("date", &self.date)?;
        dict.set_item("text", &self.text)?;
        dict.set_item("parent", self.parent)?;
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
