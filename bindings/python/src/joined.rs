//! The class `JoinedText`.

use crate::analyzed::Analyzed;
use crate::offsets::{Characters, argument};
use crate::values::slice;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::ops::Range;
use std::sync::Arc;

/// The texts of some blocks of a page, separated by line feeds, with a map back to the page: `Page.join_fields` and
/// `Page.join_main_text`.
///
/// >>> import blockmask
/// >>> html = "<title>Caf&eacute;</title><nav><a href=/>Home</a></nav><h1>Menu</h1><p>Tea &amp; cake"
/// >>> headings = blockmask.analyze(html).join_fields("title", "h1")
/// >>> headings.text
/// 'Café\nMenu'
/// >>> html[headings.source_range(0, 5)]
/// 'Caf&eacute;'
#[pyclass(frozen, module = "blockmask")]
pub struct JoinedText {
    /// The `Page`.
    page: Py<PyAny>,
    analyzed: Arc<Analyzed>,
    /// Which ones; `None` for the main text.
    fields: Option<Py<PyTuple>>,
    joined: blockmask::JoinedText,
    characters: Characters,
}

impl JoinedText {
    /// The texts of `fields` of a page, or else its main text.
    pub fn new(
        page: Py<PyAny>,
        analyzed: Arc<Analyzed>,
        fields: Option<Py<PyTuple>>,
        joined: blockmask::JoinedText,
    ) -> JoinedText {
        let characters = Characters::of(joined.text().as_bytes());
        JoinedText { page, analyzed, fields, joined, characters }
    }

    /// Where a range of its characters is in bytes of the text of the page.
    fn map(&self, start: i64, stop: i64) -> PyResult<Range<usize>> {
        let range = argument("start", start)?..argument("stop", stop)?;
        Ok(self.joined.text_range(self.characters.byte_range(self.joined.text().as_bytes(), range)))
    }
}

#[pymethods]
impl JoinedText {
    /// The joined text.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        PyString::new(py, self.joined.text())
    }

    /// Where a range of its characters is in `Page.text`. A range across blocks also covers what is between them on the
    /// page; offsets beyond the text are treated like its end.
    fn text_range<'py>(&self, py: Python<'py>, start: i64, stop: i64) -> PyResult<Bound<'py, PyAny>> {
        slice(py, self.analyzed.characters(self.map(start, stop)?))
    }

    /// Where a range of its characters is in the page as it was passed in, like `Page.map_text_range`.
    fn source_range<'py>(&self, py: Python<'py>, start: i64, stop: i64) -> PyResult<Bound<'py, PyAny>> {
        let range = self.analyzed.document().map_text_range(self.map(start, stop)?);
        slice(py, self.analyzed.source(range))
    }

    fn __len__(&self) -> usize {
        let text = self.joined.text();
        self.characters.offset(text.as_bytes(), text.len())
    }

    fn __str__<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.text(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("JoinedText({})", self.text(py).repr()?))
    }

    fn __eq__(&self, other: &JoinedText) -> bool {
        self.joined == other.joined
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, this) = (slf.py(), slf.get());
        let join = py.import("blockmask._native")?.getattr("_join")?;
        let fields = this.fields.as_ref().map(|fields| fields.clone_ref(py));
        let arguments = (this.page.clone_ref(py), fields).into_pyobject(py)?;
        Ok((join, arguments))
    }
}

/// Joins fields of a page or its main text, as `Page.join_fields` and `Page.join_main_text` do; restores what was
/// pickled.
#[pyfunction(name = "_join")]
#[pyo3(signature = (page, fields))]
pub fn join<'py>(page: &Bound<'py, PyAny>, fields: Option<&Bound<'py, PyTuple>>) -> PyResult<Bound<'py, PyAny>> {
    match fields {
        Some(fields) => page.call_method1("join_fields", fields),
        None => page.call_method0("join_main_text"),
    }
}
