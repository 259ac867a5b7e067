//! The class `Analyzer`, and the functions of the module.

use crate::batch::Batch;
use crate::error;
use crate::options;
use crate::page::Page;
use crate::pool::Pool;
use crate::request::Request;
use crate::settings::Settings;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::Arc;

/// Analyzes pages with the same options, and keeps its memory for the next page.
///
/// An analyzer can be shared between threads: each analysis takes one of its sets of tables, and runs without the
/// global interpreter lock. The options are keyword arguments with the names and defaults that they have in every
/// language; None stands for the default. The option `site` is a `SiteStats`, of which the analyzer uses a copy. An
/// analyzer can be pickled.
///
/// >>> import blockmask
/// >>> analyzer = blockmask.Analyzer(mask="density", max_input=10_000_000)
/// >>> analyzer.extract("<p>Rain fell on the city for the third day, and the river rose.")
/// 'Rain fell on the city for the third day, and the river rose.'
#[pyclass(frozen, module = "blockmask")]
pub struct Analyzer {
    pool: Arc<Pool>,
}

#[pymethods]
impl Analyzer {
    #[new]
    #[pyo3(signature = (**options))]
    fn new(py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Analyzer> {
        let pool = Pool::new(options::parse(options)?).map_err(|error| error::of_site(py, error))?;
        Ok(Analyzer { pool: Arc::new(pool) })
    }

    /// All options by name.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        options::to_dict(py, self.pool.settings())
    }

    /// The main text of a page; see `blockmask.extract`.
    #[pyo3(signature = (html, *, charset = None, address = None))]
    fn extract(&self, html: &Bound<'_, PyAny>, charset: Option<String>, address: Option<String>) -> PyResult<String> {
        main_text(html, charset, address, &self.pool)
    }

    /// Analyzes one page; see `blockmask.analyze`.
    #[pyo3(signature = (html, *, charset = None, address = None))]
    fn analyze(&self, html: &Bound<'_, PyAny>, charset: Option<String>, address: Option<String>) -> PyResult<Page> {
        page(html, charset, address, &self.pool)
    }

    /// Analyzes many pages and returns a table; see `blockmask.analyze_batch`.
    #[pyo3(signature = (pages, *, charset = None, addresses = None, columns = None))]
    fn analyze_batch(
        &self,
        pages: &Bound<'_, PyAny>,
        charset: Option<&Bound<'_, PyAny>>,
        addresses: Option<&Bound<'_, PyAny>>,
        columns: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Batch> {
        Batch::new(pages, charset, addresses, columns, &self.pool)
    }

    /// Cancels the analyses of this analyzer that are running in other threads: they raise `CancelledError`.
    fn cancel(&self) {
        self.pool.cancel();
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let py = slf.py();
        let (all, defaults) = (slf.get().options(py)?, options::to_dict(py, &Settings::default())?);
        let mut changed = Vec::new();
        for (name, value) in all {
            if !defaults.get_item(&name)?.is_some_and(|default| default.eq(&value).unwrap_or(false)) {
                changed.push(format!("{name}={}", value.repr()?));
            }
        }
        Ok(format!("Analyzer({})", changed.join(", ")))
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        Ok((PyTuple::empty(py), self.options(py)?))
    }
}

/// The main text of a page: all blocks that are not template, separated by line feeds.
///
/// `html` is bytes in any encoding, or a str. A bytes object, a str, or a memoryview of a bytes object is not copied;
/// other buffers (bytearray, mmap, arrays), which may change during the analysis, are copied once. Lone surrogates of a
/// str count as U+FFFD.
///
/// `charset` is the charset declared outside the page, such as in the HTTP header Content-Type; unknown ones are
/// ignored, a byte order mark takes precedence, and a str has none. `address` is the URL of the page, which is needed
/// to recognize links within the page. `options` are the same as for `Analyzer`.
///
/// Any bytes are a page. Raises `TooLargeError`, `LimitReachedError`, `OutOfMemoryError`, all of them
/// `blockmask.Error`; TypeError or ValueError if an argument is wrong.
///
/// >>> import blockmask
/// >>> html = b"<nav><a href=/>Home</a></nav><p>Rain fell on the city for the third day, and the river rose."
/// >>> blockmask.extract(html)
/// 'Rain fell on the city for the third day, and the river rose.'
#[pyfunction]
#[pyo3(signature = (html, *, charset = None, address = None, **options))]
pub fn extract(
    html: &Bound<'_, PyAny>,
    charset: Option<String>,
    address: Option<String>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    main_text(html, charset, address, &*options::pool(html.py(), options)?)
}

/// Analyzes one page and returns all results. Takes the arguments of `extract`.
///
/// >>> import blockmask
/// >>> page = blockmask.analyze("<title>Rain</title><h1>The third day</h1><p>Rain fell on the city.")
/// >>> page.title, [block.role for block in page.blocks]
/// ('Rain', ['title', 'heading', 'main'])
#[pyfunction]
#[pyo3(signature = (html, *, charset = None, address = None, **options))]
pub fn analyze(
    html: &Bound<'_, PyAny>,
    charset: Option<String>,
    address: Option<String>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Page> {
    page(html, charset, address, &options::pool(html.py(), options)?)
}

/// Analyzes many pages and returns a table in Arrow columns, with one row per page.
///
/// `pages` is any object with the Arrow PyCapsule interface: a column of binary or string values of pyarrow,
/// Polars, DuckDB, pandas and others, in one array or several, sliced, dictionary-encoded and with nulls. Or it is a
/// sequence of pages as `extract` takes them, or None.
///
/// `charset` is one charset for all pages, or a column with one per page; it applies to pages that are bytes.
/// `addresses` is a column. `columns` are the names of the columns: main_text, text, title, kind, encoding,
/// is_recovered, truncation, blocks, segments, main_regions, links, fingerprint, kind_probabilities, main_html,
/// comments, images, records, facts, headline, annotations, fallbacks and groups; the default is main_text, title, kind,
/// blocks and fingerprint. A name with a dot selects a single field of a struct, or of a list of structs: with
/// "blocks.text" and "blocks.weight", blocks have no other fields. The columns `status` and `error` are always there.
/// The order of the names does not matter.
/// `options` are keyword arguments, as for `Analyzer`.
///
/// Offsets are in bytes; for a str, in bytes of UTF-8. A page that fails has a row with its status and nulls: "missing"
/// (None or null), "too-large", "limit-reached", "out-of-memory". TypeError or ValueError if an argument is wrong.
///
/// The global interpreter lock is released, so threads can analyze parts of a column in parallel.
///
/// >>> import blockmask
/// >>> pages = [b"<title>Rain</title><p>Rain fell on the city for the third day."]
/// >>> blockmask.analyze_batch(pages, columns=["title", "encoding"]).to_pyarrow().to_pylist()
/// [{'status': 'ok', 'error': None, 'title': 'Rain', 'encoding': 'UTF-8'}]
/// >>> blockmask.analyze_batch(pages, columns=["blocks.role", "blocks.weight"]).to_pyarrow()["blocks"].to_pylist()
/// [[{'role': 'title', 'weight': 64}, {'role': 'main', 'weight': 4}]]
#[pyfunction]
#[pyo3(signature = (pages, *, charset = None, addresses = None, columns = None, **options))]
pub fn analyze_batch(
    pages: &Bound<'_, PyAny>,
    charset: Option<&Bound<'_, PyAny>>,
    addresses: Option<&Bound<'_, PyAny>>,
    columns: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Batch> {
    Batch::new(pages, charset, addresses, columns, &*options::pool(pages.py(), options)?)
}

fn main_text(
    html: &Bound<'_, PyAny>,
    charset: Option<String>,
    address: Option<String>,
    pool: &Pool,
) -> PyResult<String> {
    Request::new(html, charset, address, pool)?.main_text(html.py(), pool)
}

fn page(html: &Bound<'_, PyAny>, charset: Option<String>, address: Option<String>, pool: &Arc<Pool>) -> PyResult<Page> {
    let request = Request::new(html, charset, address, pool)?;
    Page::new(html.py(), request, Arc::clone(pool))
}
