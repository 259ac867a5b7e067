//! Strings and vectors that report when memory runs out, where those of the standard library would end the process.

use std::collections::TryReserveError;
#[cfg(feature = "arrow")]
use std::fmt::{self, Write};

/// Collects values.
pub(crate) fn collect<T>(values: impl Iterator<Item = T>) -> Result<Vec<T>, TryReserveError> {
    try_collect(values.map(Ok))
}

/// Collects values until one of them is an error.
pub(crate) fn try_collect<T, E: From<TryReserveError>>(
    values: impl Iterator<Item = Result<T, E>>,
) -> Result<Vec<T>, E> {
    let mut all = Vec::new();
    all.try_reserve(values.size_hint().0)?;
    for value in values {
        all.try_reserve(1)?;
        all.push(value?);
    }
    Ok(all)
}

/// A copy of a slice.
pub(crate) fn copy<T: Copy>(values: &[T]) -> Result<Vec<T>, TryReserveError> {
    let mut copies = Vec::new();
    copies.try_reserve_exact(values.len())?;
    copies.extend_from_slice(values);
    Ok(copies)
}

/// A string to be formatted into; writing fails if memory runs out.
#[cfg(feature = "arrow")]
#[derive(Debug, Default)]
pub(crate) struct FallibleString(pub String);

#[cfg(feature = "arrow")]
impl Write for FallibleString {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.try_reserve(text.len()).map_err(|_| fmt::Error)?;
        self.0.push_str(text);
        Ok(())
    }
}
