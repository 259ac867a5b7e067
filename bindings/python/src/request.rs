//! A page with what is known about it, to be analyzed once or again.

use crate::error;
use crate::pool::Pool;
use crate::source::Source;
use blockmask::{Document, Input, Parts};
use pyo3::prelude::*;

/// A page with what is known about it.
pub struct Request {
    /// The page as it was passed in.
    pub source: Source,
    /// Its charset, of bytes only.
    pub charset: Option<String>,
    /// Its address.
    pub address: Option<String>,
}

impl Request {
    /// The page in the argument `html`, to be analyzed by an analyzer of `pool`.
    pub fn new(
        html: &Bound<'_, PyAny>,
        charset: Option<String>,
        address: Option<String>,
        pool: &Pool,
    ) -> PyResult<Request> {
        let source = Source::new(html, "html", &pool.options().limits)?;
        source.charset(charset.as_deref())?;
        Ok(Request { source, charset, address })
    }

    /// Analyzes these parts of the page and reads the result, while other threads of Python run.
    pub fn analyze<R: Send>(
        &self,
        py: Python<'_>,
        pool: &Pool,
        parts: Parts,
        read: impl FnOnce(&Document<'_>) -> R + Send,
    ) -> PyResult<R> {
        if let Some(error) = self.source.error() {
            return Err(error::exception(py, &error));
        }
        let charset = self.source.charset(self.charset.as_deref())?;
        pool.analyze(py, parts, input(self.source.bytes(), charset, self.address.as_deref()), read)
    }
}

/// A page for an analyzer, with what is known about it.
pub fn input<'a, 'h>(bytes: &'a [u8], charset: Option<&'h str>, address: Option<&'h str>) -> Input<'h, &'a [u8]> {
    let mut input = Input::new(bytes);
    if let Some(charset) = charset {
        input = input.charset(charset);
    }
    if let Some(address) = address {
        input = input.address(address);
    }
    input
}
