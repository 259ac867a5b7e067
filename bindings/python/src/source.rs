//! A page as it was passed in.
//!
//! The analysis reads it while other threads of Python run, so it reads what none of them can change: `bytes`, `str`,
//! and the `bytes` that a `memoryview` shows, all without a copy. The bytes of any other buffer (a `bytearray`, an
//! `mmap`, an array, a view of one of these) can be changed by its owner at any time, even if this view of it is
//! read-only; they are copied once.

use crate::values::type_name;
use blockmask::{Error, Limits, OnLimit};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyMemoryView, PyString};
use std::ops::Range;
use std::sync::Arc;

/// A page: bytes that do not change, and the object that offsets refer to.
pub struct Source {
    object: Py<PyAny>,
    bytes: PageBytes,
}

/// The bytes of a page, which its analysis keeps.
#[derive(Clone)]
pub struct PageBytes(Arc<Content>);

enum Content {
    /// A part of a bytes object.
    Bytes(PyBackedBytes, Range<usize>),
    /// A string in UTF-8.
    Text(PyBackedStr),
    /// A string in UTF-8, with U+FFFD in place of lone surrogates.
    Repaired(Vec<u8>),
    /// A buffer that is too long to be read.
    TooLong(Error),
}

impl AsRef<[u8]> for PageBytes {
    fn as_ref(&self) -> &[u8] {
        match &*self.0 {
            Content::Bytes(bytes, range) => bytes.get(range.clone()).unwrap_or_default(),
            Content::Text(text) => text.as_bytes(),
            Content::Repaired(bytes) => bytes,
            Content::TooLong(_) => &[],
        }
    }
}

impl Source {
    fn of(object: &Bound<'_, PyAny>, content: Content) -> Source {
        Source { object: object.clone().unbind(), bytes: PageBytes(Arc::new(content)) }
    }

    /// The page in `object`, which is the argument `name`. A buffer that is longer than the limit is not copied.
    pub fn new(object: &Bound<'_, PyAny>, name: &str, limits: &Limits) -> PyResult<Source> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            let range = 0..bytes.as_bytes().len();
            return Ok(Source::of(object, Content::Bytes(bytes.clone().into(), range)));
        }
        if let Ok(text) = object.cast::<PyString>() {
            let content = match PyBackedStr::try_from(text.clone()) {
                Ok(text) => Content::Text(text),
                Err(_) => Content::Repaired(without_surrogates(text)?),
            };
            return Ok(Source::of(object, content));
        }
        Source::of_buffer(object, name, limits)
    }

    fn of_buffer(object: &Bound<'_, PyAny>, name: &str, limits: &Limits) -> PyResult<Source> {
        let py = object.py();
        let buffer = PyBuffer::<u8>::get(object).map_err(|cause| {
            let kind = type_name(object);
            let error = PyTypeError::new_err(format!("{name} must be bytes, str or a buffer of bytes, not {kind}"));
            error.set_cause(py, Some(cause));
            error
        })?;
        if let Some((bytes, range)) = viewed_bytes(object, &buffer) {
            return Ok(Source::of(object, Content::Bytes(bytes.into(), range)));
        }
        if let Some(error) = too_long(&buffer, limits) {
            return Ok(Source::of(object, Content::TooLong(error)));
        }
        let copy = PyBytes::new_with(py, buffer.item_count(), |bytes| buffer.copy_to_slice(py, bytes))?;
        let range = 0..copy.as_bytes().len();
        let object = copy.clone().into_any();
        Ok(Source::of(&object, Content::Bytes(copy.into(), range)))
    }

    /// The bytes: of a string, in UTF-8.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// The bytes, to be kept.
    pub fn shared_bytes(&self) -> PageBytes {
        self.bytes.clone()
    }

    /// Why it cannot be analyzed, if that is known already.
    pub fn error(&self) -> Option<Error> {
        if let Content::TooLong(error) = *self.bytes.0 { Some(error) } else { None }
    }

    /// Whether it is a string.
    pub fn is_text(&self) -> bool {
        matches!(*self.bytes.0, Content::Text(_) | Content::Repaired(_))
    }

    /// What offsets refer to: the object that was passed in, or the copy of its bytes.
    pub fn object(&self) -> &Py<PyAny> {
        &self.object
    }

    /// The charset to analyze it with, given the argument of that name.
    pub fn charset<'c>(&self, argument: Option<&'c str>) -> PyResult<Option<&'c str>> {
        match argument {
            Some(_) if self.is_text() => Err(PyValueError::new_err("charset is for bytes: a str is decoded already")),
            None if self.is_text() => Ok(Some("utf-8")),
            charset => Ok(charset),
        }
    }
}

/// The part of a bytes object that a memoryview shows, if it shows one byte after the other.
fn viewed_bytes<'py>(object: &Bound<'py, PyAny>, buffer: &PyBuffer<u8>) -> Option<(Bound<'py, PyBytes>, Range<usize>)> {
    let view = object.cast::<PyMemoryView>().ok().filter(|_| buffer.is_c_contiguous())?;
    let bytes = view.getattr("obj").ok()?.cast_into::<PyBytes>().ok()?;
    let start = (buffer.buf_ptr() as usize).checked_sub(bytes.as_bytes().as_ptr() as usize)?;
    let end = start.checked_add(buffer.len_bytes())?;
    (end <= bytes.as_bytes().len()).then_some((bytes, start..end))
}

/// The error of a buffer that is too long: it need not be copied.
fn too_long(buffer: &PyBuffer<u8>, limits: &Limits) -> Option<Error> {
    let len = buffer.item_count() as u64;
    let limit = limits.max_input.min(u64::from(u32::MAX) - 1);
    (len > limit && limits.on_limit != OnLimit::TruncateInput).then_some(Error::TooLarge { len, limit })
}

/// A string in UTF-8 with U+FFFD, which has three bytes too, in place of each lone surrogate.
fn without_surrogates(text: &Bound<'_, PyString>) -> PyResult<Vec<u8>> {
    let encoded = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
    let mut bytes = encoded.cast::<PyBytes>()?.as_bytes().to_vec();
    // In UTF-8 a byte ED begins a character up to U+D7FF, whose second byte is below A0, or a surrogate.
    for start in 0..bytes.len().saturating_sub(2) {
        if bytes[start] == 0xed && bytes[start + 1] >= 0xa0 {
            bytes[start..start + 3].copy_from_slice("\u{fffd}".as_bytes());
        }
    }
    Ok(bytes)
}
