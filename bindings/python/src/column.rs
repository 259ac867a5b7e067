//! Columns of pages, charsets and addresses: Arrow arrays of any producer, or sequences of Python.

use crate::source::Source;
use crate::values::type_name;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::{ArrowError, DataType};
use blockmask::{Error, Limits};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};
use pyo3_arrow::input::AnyArray;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A column of pages.
pub enum Pages {
    /// Bytes or strings of Arrow.
    Arrow(Column),
    /// Objects of Python; `None` is a missing page.
    Objects(Vec<Option<Source>>),
}

/// A page of a column.
pub enum Cell<'c> {
    /// There is none.
    Missing,
    /// It cannot be analyzed.
    Failed(Error),
    /// Its bytes: of a string, in UTF-8.
    Page {
        /// The bytes.
        bytes: &'c [u8],
        /// Whether it is a string.
        is_text: bool,
    },
}

/// A column of bytes or strings.
pub struct Column {
    chunks: Vec<Chunk>,
    is_text: bool,
}

/// A part of a column.
enum Chunk {
    Values(ArrayRef),
    /// For each row the index of its value.
    Dictionary {
        rows: Vec<Option<usize>>,
        values: ArrayRef,
    },
}

impl Pages {
    /// The pages in the argument `pages`.
    pub fn new(pages: &Bound<'_, PyAny>, limits: &Limits) -> PyResult<Pages> {
        if is_arrow(pages)? {
            return Column::new(pages, "pages").map(Pages::Arrow);
        }
        let is_page = pages.is_instance_of::<PyBytes>()
            || pages.is_instance_of::<PyString>()
            || pages.is_instance_of::<PyByteArray>()
            || pages.is_instance_of::<PyMemoryView>();
        let items = pages.try_iter().ok().filter(|_| !is_page);
        let items = items.ok_or_else(|| {
            let kind = type_name(pages);
            PyTypeError::new_err(format!("pages must be an Arrow array or a sequence of pages, not {kind}"))
        })?;
        let source = |(index, item): (usize, PyResult<Bound<'_, PyAny>>)| {
            let item = item?;
            let is_missing = item.is_none();
            (!is_missing).then(|| Source::new(&item, &format!("pages[{index}]"), limits)).transpose()
        };
        Ok(Pages::Objects(items.enumerate().map(source).collect::<PyResult<_>>()?))
    }

    /// How many rows it has.
    pub fn len(&self) -> usize {
        match self {
            Pages::Arrow(column) => column.len(),
            Pages::Objects(sources) => sources.len(),
        }
    }

    /// The cells, in order.
    pub fn cells(&self) -> Box<dyn Iterator<Item = Cell<'_>> + Send + '_> {
        match self {
            Pages::Arrow(column) => Box::new(column.values().map(|value| match value {
                Some(bytes) => Cell::Page { bytes, is_text: column.is_text },
                None => Cell::Missing,
            })),
            Pages::Objects(sources) => Box::new(sources.iter().map(|source| match source {
                None => Cell::Missing,
                Some(source) => match source.error() {
                    Some(error) => Cell::Failed(error),
                    None => Cell::Page { bytes: source.bytes(), is_text: source.is_text() },
                },
            })),
        }
    }
}

/// A charset or an address for each page.
pub enum Hints {
    /// There are none.
    None,
    /// One for all pages.
    Same(String),
    /// One for each page that has one.
    Each(Vec<Option<String>>),
}

impl Hints {
    /// The strings in the argument `name`, as many as there are pages. A single string is the same for all, if
    /// `may_be_same`.
    pub fn new(argument: Option<&Bound<'_, PyAny>>, name: &str, may_be_same: bool, pages: usize) -> PyResult<Hints> {
        let Some(argument) = argument.filter(|argument| !argument.is_none()) else { return Ok(Hints::None) };
        let wrong = |kind: String| PyTypeError::new_err(format!("{name} must be a column of strings, not {kind}"));
        if let Ok(text) = argument.cast::<PyString>() {
            let same = may_be_same.then(|| text.to_string_lossy().into_owned());
            return same.map(Hints::Same).ok_or_else(|| wrong("str".to_owned()));
        }
        let each: Vec<Option<String>> = if is_arrow(argument)? {
            let column = Column::new(argument, name)?;
            if !column.is_text && column.values().any(|value| value.is_some()) {
                return Err(wrong("bytes".to_owned()));
            }
            let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
            column.values().map(|value| value.map(text)).collect()
        } else {
            argument.extract().map_err(|_| wrong(type_name(argument)))?
        };
        if each.len() != pages {
            let message = format!("{name} has {} values, but there are {pages} pages", each.len());
            return Err(PyValueError::new_err(message));
        }
        Ok(Hints::Each(each))
    }

    /// The value of a row.
    pub fn get(&self, row: usize) -> Option<&str> {
        match self {
            Hints::None => None,
            Hints::Same(text) => Some(text),
            Hints::Each(texts) => texts.get(row)?.as_deref(),
        }
    }
}

/// Whether an object speaks the Arrow PyCapsule interface.
fn is_arrow(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = object.py();
    Ok(object.hasattr(intern!(py, "__arrow_c_array__"))? || object.hasattr(intern!(py, "__arrow_c_stream__"))?)
}

impl Column {
    /// The Arrow arrays in the argument `name`.
    fn new(object: &Bound<'_, PyAny>, name: &str) -> PyResult<Column> {
        let in_argument = |message: String| PyTypeError::new_err(format!("{name}: {message}"));
        // Capsules in the wrong order make the importer panic.
        let imported = catch_unwind(AssertUnwindSafe(|| object.extract::<AnyArray>()?.into_reader()));
        let reader = imported.map_err(|_| {
            PyValueError::new_err(format!("{name}: its capsules are not a schema and an array of the Arrow interface"))
        })??;
        let data_type = reader.field().data_type().clone();
        let is_text = is_text(&data_type)
            .ok_or_else(|| in_argument(format!("must be a column of binary or string values, not of {data_type}")))?;
        // Its producer may need the interpreter in other threads.
        let arrays = object.py().detach(|| reader.collect::<Result<Vec<ArrayRef>, ArrowError>>());
        let arrays = arrays.map_err(|error| PyValueError::new_err(format!("{name}: {error}")))?;
        Ok(Column { chunks: arrays.into_iter().map(Chunk::new).collect(), is_text })
    }

    fn len(&self) -> usize {
        self.chunks.iter().map(Chunk::len).sum()
    }

    /// The values of all rows; `None` is null.
    fn values(&self) -> impl Iterator<Item = Option<&[u8]>> + Send {
        self.chunks.iter().flat_map(|chunk| (0..chunk.len()).map(|row| chunk.get(row)))
    }
}

impl Chunk {
    fn new(array: ArrayRef) -> Chunk {
        let Some(dictionary) = array.as_any_dictionary_opt() else { return Chunk::Values(array) };
        let values = dictionary.values().clone();
        // Without a value all keys are null.
        let keys = if values.is_empty() { vec![0; array.len()] } else { dictionary.normalized_keys() };
        let rows = keys.into_iter().enumerate().map(|(row, key)| (!array.is_null(row)).then_some(key));
        Chunk::Dictionary { rows: rows.collect(), values }
    }

    fn len(&self) -> usize {
        match self {
            Chunk::Values(array) => array.len(),
            Chunk::Dictionary { rows, .. } => rows.len(),
        }
    }

    fn get(&self, row: usize) -> Option<&[u8]> {
        match self {
            Chunk::Values(array) => value(array, row),
            Chunk::Dictionary { rows, values } => value(values, rows[row]?),
        }
    }
}

/// Whether a type is one of strings; `None` if it is neither of strings nor of bytes. All values of the null type are
/// null.
fn is_text(data_type: &DataType) -> Option<bool> {
    match data_type {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Some(true),
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView | DataType::FixedSizeBinary(_) => Some(false),
        DataType::Null => Some(false),
        DataType::Dictionary(_, values) => match **values {
            DataType::Dictionary(..) => None,
            ref values => is_text(values),
        },
        _ => None,
    }
}

/// The value of a row of an array that has one of the types of `is_text`; `None` if it is null.
fn value(array: &ArrayRef, row: usize) -> Option<&[u8]> {
    if array.is_null(row) {
        return None;
    }
    match array.data_type() {
        DataType::Utf8 => Some(array.as_string::<i32>().value(row).as_bytes()),
        DataType::LargeUtf8 => Some(array.as_string::<i64>().value(row).as_bytes()),
        DataType::Utf8View => Some(array.as_string_view().value(row).as_bytes()),
        DataType::Binary => Some(array.as_binary::<i32>().value(row)),
        DataType::LargeBinary => Some(array.as_binary::<i64>().value(row)),
        DataType::BinaryView => Some(array.as_binary_view().value(row)),
        DataType::FixedSizeBinary(_) => Some(array.as_fixed_size_binary().value(row)),
        _ => None,
    }
}
