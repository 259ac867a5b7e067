//! The class `JoinedText`.

use crate::page::{Page, offset};
use crate::records::{Block, slice};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

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
    page: Py<Page>,
    /// Which ones; `None` for the main text.
    fields: Option<Py<PyTuple>>,
    text: String,
    pieces: Vec<Piece>,
    /// How many characters the text has.
    length: usize,
}

/// The text of one block in a joined text; offsets are in characters.
struct Piece {
    /// Its start in the joined text.
    joined_start: usize,
    /// Its start in the text of the page.
    text_start: usize,
    /// How many characters it has.
    length: usize,
}

impl JoinedText {
    /// Joins the texts of blocks of a page: those of `fields`, or else the main text.
    pub fn of<'b>(page: Py<Page>, fields: Option<Py<PyTuple>>, blocks: impl Iterator<Item = &'b Block>) -> JoinedText {
        let mut joined = JoinedText { page, fields, text: String::new(), pieces: Vec::new(), length: 0 };
        for block in blocks {
            if !joined.pieces.is_empty() {
                joined.text.push('\n');
                joined.length += 1;
            }
            let length = block.text_end - block.text_start;
            joined.pieces.push(Piece { joined_start: joined.length, text_start: block.text_start, length });
            joined.text.push_str(block.text.as_str());
            joined.length += length;
        }
        joined
    }

    /// Where a range of its characters is in the text of the page.
    fn map(&self, start: usize, stop: usize) -> (usize, usize) {
        let from = self.piece_at(start).map_or(0, |piece| piece.map(start));
        if stop <= start {
            return (from, from);
        }
        let to = self.piece_at(stop - 1).map_or(0, |piece| piece.map(stop));
        (from, to.max(from))
    }

    /// The last piece that begins at an offset or before it.
    fn piece_at(&self, offset: usize) -> Option<&Piece> {
        let after = self.pieces.partition_point(|piece| piece.joined_start <= offset);
        self.pieces.get(after.checked_sub(1)?)
    }
}

impl Piece {
    /// Where an offset in the joined text is in that of the page; what follows the piece is treated as its end.
    fn map(&self, offset: usize) -> usize {
        self.text_start + (offset - self.joined_start).min(self.length)
    }
}

#[pymethods]
impl JoinedText {
    /// The joined text.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        PyString::new(py, &self.text)
    }

    /// Where a range of its characters is in `Page.text`. A range across blocks also covers what is between them on the
    /// page; offsets beyond the text are treated like its end.
    fn text_range<'py>(&self, py: Python<'py>, start: i64, stop: i64) -> PyResult<Bound<'py, PyAny>> {
        let (start, stop) = self.map(offset("start", start)?, offset("stop", stop)?);
        slice(py, start, stop)
    }

    /// Where a range of its characters is in the page as it was passed in, as `Page.map_text_range` has it.
    fn source_range<'py>(&self, py: Python<'py>, start: i64, stop: i64) -> PyResult<Bound<'py, PyAny>> {
        let (start, stop) = self.map(offset("start", start)?, offset("stop", stop)?);
        let (start, stop) = self.page.get().text_map(py)?.source_range(start, stop);
        slice(py, start, stop)
    }

    fn __len__(&self) -> usize {
        self.length
    }

    fn __str__<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.text(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("JoinedText({})", self.text(py).repr()?))
    }

    fn __eq__(&self, other: &JoinedText) -> bool {
        let starts = |joined: &JoinedText| joined.pieces.iter().map(|piece| piece.text_start).collect::<Vec<_>>();
        self.text == other.text && starts(self) == starts(other)
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
