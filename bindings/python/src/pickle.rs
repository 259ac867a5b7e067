//! Pickling pages: as what they were made of, from which they are made again.

use crate::options;
use crate::page::Page;
use crate::request::Request;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

/// What restores a page: a function, and its arguments.
#[pyfunction(name = "_reduce_page")]
pub fn reduce<'py>(page: &Bound<'py, Page>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
    let py = page.py();
    let (Request { source, charset, address }, pool) = page.get().request();
    let html = match source.object().bind(py) {
        text if source.is_text() => text.clone(),
        _ => PyBytes::new(py, source.bytes()).into_any(),
    };
    let restore = py.import("blockmask._native")?.getattr("_restore_page")?;
    let arguments = (html, charset, address, options::to_dict(py, pool.settings())?);
    Ok((restore, arguments.into_pyobject(py)?))
}

/// A page as it was pickled.
#[pyfunction(name = "_restore_page")]
pub fn restore(
    html: &Bound<'_, PyAny>,
    charset: Option<String>,
    address: Option<String>,
    options: &Bound<'_, PyDict>,
) -> PyResult<Page> {
    let pool = options::pool(html.py(), Some(options))?;
    Page::new(html.py(), Request::new(html, charset, address, &pool)?, pool)
}
