//! A page with its hints, to be analyzed.

use crate::analyzed::Analyzed;
use crate::error;
use crate::pool::Pool;
use crate::source::Source;
use blockmask::{Document, Input};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use std::ffi::CStr;

/// A page with its hints.
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
        if let Some(advice) = place(source.bytes()) {
            PyErr::warn(html.py(), &html.py().get_type::<PyUserWarning>(), advice, 1)?;
        }
        Ok(Request { source, charset, address })
    }

    /// Analyzes the page, while other threads of Python run.
    pub fn analyze(&self, py: Python<'_>, pool: &Pool) -> PyResult<Analyzed> {
        let owned = pool.analyze_owned(py, self.input(py, self.source.shared_bytes())?)?;
        Ok(Analyzed::new(owned, self.source.is_text()))
    }

    /// Parses the page, or a fragment with its context element, and nothing else.
    pub fn parse(&self, py: Python<'_>, pool: &Pool, context: Option<&str>) -> PyResult<Analyzed> {
        let owned = pool.parse_owned(py, self.input(py, self.source.shared_bytes())?, context)?;
        Ok(Analyzed::new(owned, self.source.is_text()))
    }

    /// The main text of the page, made while other threads of Python run.
    pub fn main_text(&self, py: Python<'_>, pool: &Pool) -> PyResult<String> {
        let read = |document: &Document<'_>| document.main_text().into_text();
        pool.analyze_mask(py, self.input(py, self.source.bytes())?, read)
    }

    fn input<S>(&self, py: Python<'_>, bytes: S) -> PyResult<Input<'_, S>> {
        if let Some(error) = self.source.error() {
            return Err(error::exception(py, &error));
        }
        let charset = self.source.charset(self.charset.as_deref())?;
        Ok(input(bytes, charset, self.address.as_deref()))
    }
}

/// Advice, if a page looks like the place of a page.
fn place(html: &[u8]) -> Option<&'static CStr> {
    /// Longer pages are none.
    const MAX: usize = 1024;
    if html.len() > MAX || html.iter().any(|byte| b"<\n\r".contains(byte)) {
        return None;
    }
    let name = html.trim_ascii().to_ascii_lowercase();
    if name.starts_with(b"http://") || name.starts_with(b"https://") {
        return Some(c"html looks like an address; fetch the page, and pass its bytes");
    }
    let is_file = [&b".html"[..], b".htm", b".xhtml"].iter().any(|ending| name.ends_with(ending));
    is_file.then_some(c"html looks like the name of a file; pass its bytes, such as Path(name).read_bytes()")
}

/// A page for an analyzer, with its hints.
pub fn input<'h, S>(bytes: S, charset: Option<&'h str>, address: Option<&'h str>) -> Input<'h, S> {
    let mut input = Input::new(bytes);
    if let Some(charset) = charset {
        input = input.charset(charset);
    }
    if let Some(address) = address {
        input = input.address(address);
    }
    input
}
