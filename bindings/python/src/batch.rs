//! Many pages at once: a column of pages to a table of results, by the Arrow PyCapsule interface.

use crate::column::{Cell, Hints, Pages};
use crate::error;
use crate::pool::Pool;
use crate::request::input;
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray};
use arrow_schema::{Field, FieldRef};
use blockmask::Error;
use blockmask::arrow::{BatchBuilder, Columns, Selection};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyString, PyTuple};
use pyo3_arrow::PyRecordBatch;
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::{ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// After this time it is checked whether the user has interrupted the program.
const INTERVAL: Duration = Duration::from_millis(100);

/// The results of many pages in Arrow columns, with one row per page.
///
/// It has the Arrow PyCapsule interface, so pyarrow, Polars, DuckDB, pandas and others read it without a copy. The
/// column `status` is "ok", or says why a page has no results, and `error` has the message.
///
/// >>> import blockmask
/// >>> batch = blockmask.analyze_batch([b"<p>Rain fell on the city for the third day.", None], columns=["main_text"])
/// >>> batch
/// Batch(rows=2, columns=('status', 'error', 'main_text'))
/// >>> batch.to_pyarrow().to_pylist()[1]
/// {'status': 'missing', 'error': 'there is no page', 'main_text': None}
#[pyclass(frozen, module = "blockmask")]
pub struct Batch {
    batch: RecordBatch,
}

impl Batch {
    /// Analyzes pages.
    pub fn new(
        pages: &Bound<'_, PyAny>,
        charset: Option<&Bound<'_, PyAny>>,
        addresses: Option<&Bound<'_, PyAny>>,
        columns: Option<&Bound<'_, PyAny>>,
        pool: &Pool,
    ) -> PyResult<Batch> {
        let py = pages.py();
        let selection = selection(columns)?;
        let pages = Pages::new(pages, &pool.options().limits)?;
        let charsets = Hints::new(charset, "charset", true, pages.len())?;
        let addresses = Hints::new(addresses, "addresses", false, pages.len())?;
        let parts = selection.parts();
        let mut work = Work { pool, builder: BatchBuilder::new(selection), charsets, addresses };
        let mut cells = pages.cells();
        loop {
            let (work, cells) = (&mut work, &mut cells);
            let state = pool.lend(py, parts, |analyzer| work.analyze(analyzer, cells));
            match state {
                State::Finished => break,
                State::Interrupted => py.check_signals()?,
                State::Cancelled => return Err(error::exception(py, &Error::Cancelled)),
            }
        }
        Ok(Batch { batch: finished(py, work.builder)? })
    }

    /// The rows as one array of structs, and its field.
    fn as_struct(&self) -> (ArrayRef, FieldRef) {
        let array: ArrayRef = Arc::new(StructArray::from(self.batch.clone()));
        let field = Field::new("", array.data_type().clone(), false);
        (array, Arc::new(field))
    }
}

/// The columns in the argument `columns`: names of columns, and of single fields of those that are structs.
fn selection(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Selection> {
    let Some(argument) = argument.filter(|argument| !argument.is_none()) else {
        return Ok(Columns::DEFAULT.into());
    };
    if argument.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("columns must be a sequence of names, not str"));
    }
    let mut selection = Selection::none();
    for name in argument.try_iter()? {
        let name: String = name?.extract()?;
        selection.add(&name).map_err(|error| PyValueError::new_err(format!("columns: {error}")))?;
    }
    Ok(selection)
}

/// A batch that is being made.
struct Work<'p> {
    pool: &'p Pool,
    builder: BatchBuilder,
    charsets: Hints,
    addresses: Hints,
}

/// How far a batch is.
enum State {
    Finished,
    Interrupted,
    Cancelled,
}

impl Work<'_> {
    /// Analyzes the rest of the pages, for a while.
    fn analyze<'c>(&mut self, analyzer: &mut blockmask::Analyzer, cells: &mut impl Iterator<Item = Cell<'c>>) -> State {
        let start = Instant::now();
        for cell in cells {
            match cell {
                Cell::Missing => self.builder.push_failure("missing", "there is no page"),
                Cell::Failed(error) => self.builder.push_error(&error),
                Cell::Page { bytes, is_text } => {
                    match self.analyze_page(analyzer, bytes, is_text) {
                        Ok(true) => {}
                        // The new analyzer is to be known to those who cancel.
                        Ok(false) => return State::Interrupted,
                        Err(()) => return State::Cancelled,
                    }
                }
            }
            if start.elapsed() > INTERVAL {
                return State::Interrupted;
            }
        }
        State::Finished
    }

    /// Adds a row for a page. Returns whether the analyzer is still the same; an error if the batch was cancelled.
    fn analyze_page(&mut self, analyzer: &mut blockmask::Analyzer, bytes: &[u8], is_text: bool) -> Result<bool, ()> {
        let row = self.builder.len();
        let charset = if is_text { Some("utf-8") } else { self.charsets.get(row) };
        let input = input(bytes, charset, self.addresses.get(row));
        let (used, builder) = (&mut *analyzer, &mut self.builder);
        let result = catch_unwind(AssertUnwindSafe(move || {
            let analyzer = used;
            let token = analyzer.cancel_token();
            let document = analyzer.analyze_input(input)?;
            builder.push(&document);
            // What is made of a document can be cancelled, too.
            if token.is_cancelled() { Err(Error::Cancelled) } else { Ok(()) }
        }));
        let has_panicked = result.is_err();
        match result {
            Ok(Ok(())) => {}
            Ok(Err(Error::Cancelled)) => return Err(()),
            Ok(Err(error)) => self.builder.push_error(&error),
            Err(_) => self.builder.push_failure("panic", "the analysis failed by a defect of blockmask"),
        }
        if has_panicked {
            *analyzer = self.pool.analyzer();
        }
        Ok(!has_panicked)
    }
}

/// What a builder has made, as a batch of the arrow crate.
fn finished(py: Python<'_>, builder: BatchBuilder) -> PyResult<RecordBatch> {
    let (schema, array) = builder.finish();
    let schema = PyCapsule::new_with_value(py, schema, c"arrow_schema")?;
    let array = PyCapsule::new_with_value(py, array, c"arrow_array")?;
    Ok(PyRecordBatch::from_arrow_pycapsule(&schema, &array)?.into_inner())
}

#[pymethods]
impl Batch {
    /// The names of the columns.
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let schema = self.batch.schema();
        let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        PyTuple::new(py, names)
    }

    /// The rows as a `pyarrow.RecordBatch`, without a copy. Needs pyarrow.
    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("record_batch", (slf,))
    }

    /// The rows as an Arrow array of structs, in capsules.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyTuple>> {
        let (array, field) = self.as_struct();
        to_array_pycapsules(py, field, &array, requested_schema)
    }

    /// The schema of the rows, in a capsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.batch.schema().as_ref())
    }

    /// The rows as an Arrow stream of one array of structs, in a capsule.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        let (array, field) = self.as_struct();
        to_stream_pycapsule(py, Box::new(ArrayIterator::new(vec![Ok(array)], field)), requested_schema)
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Batch(rows={}, columns={})", self.batch.num_rows(), self.columns(py)?.repr()?))
    }
}
