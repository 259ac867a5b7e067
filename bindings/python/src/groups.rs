//! The repeated parts of a page and the cells of its tables, as plain values of Python.

use crate::analyzed::Analyzed;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::Value;

/// The groups of a page as the command line prints them as JSON, with ranges of the page as it was passed in.
pub fn json(page: &Analyzed) -> serde_json::Result<String> {
    let mut groups = serde_json::to_value(page.document().groups())?;
    for group in groups.as_array_mut().into_iter().flatten() {
        place(page, group);
        group["items"].as_array_mut().into_iter().flatten().for_each(|item| place(page, item));
    }
    serde_json::to_string(&groups)
}

/// Likewise the cells of tables.
pub fn table_cells(page: &Analyzed) -> serde_json::Result<String> {
    let mut cells = serde_json::to_value(page.document().table_cells())?;
    cells.as_array_mut().into_iter().flatten().for_each(|cell| place(page, cell));
    serde_json::to_string(&cells)
}

/// Converts a source range.
fn place(page: &Analyzed, row: &mut Value) {
    let bound = |name| row[name].as_u64().unwrap_or_default() as usize;
    let source = page.source(bound("source_start")..bound("source_end"));
    (row["source_start"], row["source_end"]) = (source.start.into(), source.end.into());
}

/// The value of a JSON text.
pub fn to_value<'py>(py: Python<'py>, json: serde_json::Result<String>) -> PyResult<Bound<'py, PyAny>> {
    let json = json.map_err(|error| PyValueError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (json,))
}
