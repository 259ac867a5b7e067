//! Names, sets of flags, shared texts, hashes and numbers as values of Python.

use blockmask::{
    AnnotationType, BlockFlags, BlockType, Direction, EncodingSource, Fallbacks, Field, HiddenReasons, LayoutAreaRole,
    PageKind, PageLayout, Parts, Role, Truncation, UnknownName, VisualClass,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFrozenSet, PyInt, PySlice, PyString};
use std::convert::Infallible;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

/// An enum of the library with names.
pub trait Name: Copy + FromStr<Err = UnknownName> {
    /// The name, equal in every language.
    fn name(self) -> &'static str;
}

/// A set of flags of the library with names.
pub trait Flags: Copy {
    /// The set with these bits.
    fn from_bits(bits: u32) -> Self;
    /// The bits of the flags.
    fn bits(self) -> u32;
    /// The names of the flags that are set.
    fn names(self) -> impl Iterator<Item = &'static str>;
}

macro_rules! implement_name {
    ($($enum:ident)*) => {$(
        impl Name for $enum {
            fn name(self) -> &'static str {
                $enum::name(self)
            }
        }
    )*};
}

macro_rules! implement_flags {
    ($($set:ident)*) => {$(
        impl Flags for $set {
            fn from_bits(bits: u32) -> $set {
                $set::from_bits(bits)
            }

            fn bits(self) -> u32 {
                $set::bits(self)
            }

            fn names(self) -> impl Iterator<Item = &'static str> {
                $set::names(self)
            }
        }
    )*};
}

/// Converts a value as a reference to it is converted.
macro_rules! into_pyobject_by_value {
    ($($type:ty, $($parameter:ident: $bound:ident)?;)*) => {$(
        impl<'py, $($parameter: $bound)?> IntoPyObject<'py> for $type {
            type Target = <&'py $type as IntoPyObject<'py>>::Target;
            type Output = <&'py $type as IntoPyObject<'py>>::Output;
            type Error = <&'py $type as IntoPyObject<'py>>::Error;

            fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
                (&self).into_pyobject(py)
            }
        }
    )*};
}

into_pyobject_by_value! { Named<T>, T: Name; FlagSet<T>, T: Flags; Text, ; }
implement_name! { AnnotationType LayoutAreaRole BlockType Direction EncodingSource Field PageKind PageLayout Role VisualClass }
implement_flags! { BlockFlags Fallbacks HiddenReasons Parts Truncation }

/// A value of an enum; its name in Python.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Named<T>(pub T);

impl<'py, T: Name> IntoPyObject<'py> for &Named<T> {
    type Target = PyString;
    type Output = Bound<'py, PyString>;
    type Error = Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Bound<'py, PyString>, Infallible> {
        // The names are few, and results that refer to one string each take less memory.
        Ok(PyString::intern(py, self.0.name()))
    }
}

impl<T: Name> FromPyObject<'_, '_> for Named<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Named<T>> {
        let name: String = object.extract()?;
        name.parse().map(Named).map_err(|error: UnknownName| PyValueError::new_err(format!("{name:?}: {error}")))
    }
}

/// A set of flags; a frozenset of their names in Python.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlagSet<T>(pub T);

impl<'py, T: Flags> IntoPyObject<'py> for &FlagSet<T> {
    type Target = PyFrozenSet;
    type Output = Bound<'py, PyFrozenSet>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        PyFrozenSet::new(py, self.0.names())
    }
}

impl<T: Flags> FromPyObject<'_, '_> for FlagSet<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<FlagSet<T>> {
        let mut bits = 0;
        for name in object.try_iter()? {
            let name: String = name?.extract()?;
            let known = (0..u32::BITS).map(|bit| 1 << bit).find(|&bit| T::from_bits(bit).names().any(|n| n == name));
            bits |= known.ok_or_else(|| PyValueError::new_err(format!("{name:?}: no such flag")))?;
        }
        Ok(FlagSet(T::from_bits(bits)))
    }
}

/// A part of a text that others share.
#[derive(Clone, Debug)]
pub struct Text {
    whole: Arc<str>,
    start: usize,
    end: usize,
}

impl Text {
    /// The part of a text in a range of bytes; empty if the text has no such part.
    pub fn part_of(whole: &Arc<str>, range: Range<usize>) -> Text {
        Text { whole: Arc::clone(whole), start: range.start, end: range.end }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        self.whole.get(self.start..self.end).unwrap_or_default()
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text { whole: text.into(), start: 0, end: text.len() }
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        self.as_str() == other.as_str()
    }
}

impl<'py> IntoPyObject<'py> for &Text {
    type Target = PyString;
    type Output = Bound<'py, PyString>;
    type Error = Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Bound<'py, PyString>, Infallible> {
        Ok(PyString::new(py, self.as_str()))
    }
}

impl FromPyObject<'_, '_> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Text> {
        Ok(Text::from(object.extract::<String>()?.as_str()))
    }
}

/// `slice(start, stop)`: indexes what the offsets refer to.
pub fn slice(py: Python<'_>, range: Range<usize>) -> PyResult<Bound<'_, PyAny>> {
    py.get_type::<PySlice>().call1((range.start, range.end))
}

/// The name of the type of an object, for messages.
pub fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string())
}

/// A hash as the command line prints it, because many JSON parsers keep only 53 bits of a number.
pub fn hexadecimal(hash: u64) -> String {
    format!("{hash:016x}")
}

/// An integer from `min` to `max`.
pub fn number(option: &str, value: &Bound<'_, PyAny>, min: u64, max: u64) -> PyResult<u64> {
    if !value.is_instance_of::<PyInt>() || value.is_instance_of::<PyBool>() {
        return Err(wrong_type(option, "an int", value));
    }
    let number = value.extract::<u64>().ok().filter(|number| (min..=max).contains(number));
    number.ok_or_else(|| PyValueError::new_err(format!("{option}={value}: must be from {min} to {max}")))
}

/// The exception of an argument of a wrong type.
pub fn wrong_type(option: &str, expected: &str, value: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("{option} must be {expected}, not {}", type_name(value)))
}
