//! Errors of the library as the exceptions of `blockmask._errors`.

use blockmask::{Error, Parts, SiteError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The exception of an error of the library.
pub fn exception(py: Python<'_>, error: &Error) -> PyErr {
    make(py, error).unwrap_or_else(|failure| failure)
}

/// The exception of statistics of a site, or of a page for them, that are refused. No lock may be held: making it runs
/// Python, so other threads can take the interpreter meanwhile.
pub fn of_site(py: Python<'_>, error: SiteError) -> PyErr {
    let class = if error == SiteError::OutOfMemory { "OutOfMemoryError" } else { "SiteError" };
    let exception = || py.import("blockmask._errors")?.getattr(class)?.call1((error.to_string(),));
    exception().map_or_else(|failure| failure, PyErr::from_value)
}

/// The exception of a result that was not asked for, because of the first of these parts.
pub fn not_computed(py: Python<'_>, parts: Parts) -> PyErr {
    let name = parts.names().next().unwrap_or_default();
    let message = format!("{name} was not computed: add {name:?} to the option parts");
    let exception = || py.import("blockmask._errors")?.getattr("NotComputedError")?.call1((message,));
    exception().map_or_else(|failure| failure, PyErr::from_value)
}

fn make(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let message = error.to_string();
    let (class, arguments) = match error {
        Error::TooLarge { len, limit } => ("TooLargeError", (message, *len, *limit).into_pyobject(py)?),
        Error::LimitReached { limits } => {
            let names = PyTuple::new(py, limits.names().collect::<Vec<_>>())?;
            ("LimitReachedError", (message, names).into_pyobject(py)?)
        }
        Error::OutOfMemory => ("OutOfMemoryError", (message,).into_pyobject(py)?),
        Error::Cancelled => ("CancelledError", (message,).into_pyobject(py)?),
        _ => ("Error", (message,).into_pyobject(py)?),
    };
    let class = py.import("blockmask._errors")?.getattr(class)?;
    Ok(PyErr::from_value(class.call1(arguments)?))
}
