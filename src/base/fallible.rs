//! Strings and vectors that report a lack of memory instead of aborting the process.

#![allow(missing_docs, reason = "methods of the standard library")]

use crate::base::arena::{Ended, catch_ended, is_caught, refuse};
use std::alloc::{Layout, handle_alloc_error};
use std::collections::TryReserveError;
use std::fmt::{self, Write};
use std::ops::{Deref, DerefMut};

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

/// Runs `work`, in which [`Text`] and [`List`] unwind if memory runs out, and [ends](end) in that case. The result of
/// cancelled work is empty. Callers that handle both call it inside of [`catch_ended`].
pub(crate) fn or_end<T: Default>(work: impl FnOnce() -> T) -> T {
    or_end_with(T::default, work)
}

/// [`or_end`] with the result of cancelled work.
pub(crate) fn or_end_with<T>(cancelled: impl FnOnce() -> T, work: impl FnOnce() -> T) -> T {
    if is_caught() {
        return work();
    }
    match catch_ended(work) {
        Ok(made) => made,
        Err(Ended::Cancelled) => cancelled(),
        Err(Ended::Memory(_)) => end(),
    }
}

/// Aborts the process, like [`Vec::push`] without memory, unless a caller catches that.
pub(crate) fn end() -> ! {
    if is_caught() { refuse() } else { handle_alloc_error(Layout::new::<u8>()) }
}

/// A string that unwinds if memory runs out, as arenas do: for results that take many steps. See
/// [`catch_ended`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(String);

impl Text {
    /// The text itself, to be continued.
    #[cfg(feature = "unstable")]
    pub fn continued(text: String) -> Text {
        Text(text)
    }

    /// A text whose malformed parts are replaced.
    #[cfg(feature = "unstable")]
    pub fn lossy(bytes: &[u8]) -> Text {
        let mut text = Text::default();
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            text.push_str(if chunk.invalid().is_empty() { "" } else { "\u{fffd}" });
        }
        text
    }

    pub fn push(&mut self, c: char) {
        self.push_str(c.encode_utf8(&mut [0; 4]));
    }

    pub fn push_str(&mut self, text: &str) {
        self.reserve(text.len());
        self.0.push_str(text);
    }

    /// Reserves capacity for `more` bytes, before they are pushed in several steps.
    pub fn reserve(&mut self, more: usize) {
        if self.0.try_reserve(more).is_err() {
            refuse();
        }
    }

    pub fn push_repeated(&mut self, text: &str, count: usize) {
        (0..count).for_each(|_| self.push_str(text));
    }

    pub fn insert(&mut self, at: usize, c: char) {
        self.reserve(c.len_utf8());
        self.0.insert(at, c);
    }

    /// The words of a text with single spaces between them.
    pub fn collapsed(text: &str) -> Text {
        let mut collapsed = Text::default();
        for word in text.split_whitespace() {
            collapsed.push_str(if collapsed.is_empty() { "" } else { " " });
            collapsed.push_str(word);
        }
        collapsed
    }

    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn into_string(self) -> String {
        self.0
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        let mut copy = Text::default();
        copy.push_str(text);
        copy
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push_str(text);
        Ok(())
    }
}

/// A vector that unwinds if memory runs out; see [`Text`].
#[derive(Debug)]
pub struct List<T>(Vec<T>);

impl<T> Default for List<T> {
    fn default() -> List<T> {
        List(Vec::new())
    }
}

#[cfg(feature = "unstable")]
impl List<u8> {
    #[inline]
    pub fn push_all(&mut self, bytes: &[u8]) {
        if self.0.try_reserve(bytes.len()).is_err() {
            refuse();
        }
        self.0.extend_from_slice(bytes);
    }
}

impl<T: Clone> List<T> {
    pub fn repeat(item: T, count: usize) -> List<T> {
        let mut items = Vec::new();
        if items.try_reserve_exact(count).is_err() {
            refuse();
        }
        items.resize(count, item);
        List(items)
    }
}

impl<T> List<T> {
    /// Reserves capacity for `more` items, before they are pushed one by one.
    pub fn reserve(&mut self, more: usize) {
        if self.0.try_reserve(more).is_err() {
            refuse();
        }
    }

    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.0.retain(keep);
    }

    pub fn push(&mut self, item: T) {
        if self.0.try_reserve(1).is_err() {
            refuse();
        }
        self.0.push(item);
    }

    pub fn pop(&mut self) -> Option<T> {
        self.0.pop()
    }

    pub fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    pub fn into_vec(self) -> Vec<T> {
        self.0
    }
}

impl<T> Extend<T> for List<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        let items = items.into_iter();
        if self.0.try_reserve(items.size_hint().0).is_err() {
            refuse();
        }
        items.for_each(|item| self.push(item));
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> List<T> {
        let mut list = List::default();
        list.extend(items);
        list
    }
}

impl<T> IntoIterator for List<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<T> Deref for List<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> DerefMut for List<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}
