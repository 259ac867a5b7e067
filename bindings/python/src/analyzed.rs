//! An analyzed page, and its offsets as Python counts them.

use crate::error;
use crate::offsets::Characters;
use crate::source::PageBytes;
use crate::values::Text;
use blockmask::{CancelToken, Document, Error, OwnedDocument};
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The document of a page, from which its results are read when they are asked for.
///
/// Offsets in its text are in characters; those in its source, too, if that is a string.
pub struct Analyzed {
    owned: OwnedDocument<PageBytes>,
    text: OnceLock<Arc<str>>,
    in_text: OnceLock<Characters>,
    in_source: OnceLock<Characters>,
    is_text: bool,
    token: CancelToken,
    /// How many calls make something of the document.
    running: Mutex<usize>,
}

/// A call that makes something of a document.
struct Making<'a>(&'a Analyzed);

impl Analyzed {
    /// The page of a document. `is_text` is whether its source is a string, in UTF-8.
    pub fn new(owned: OwnedDocument<PageBytes>, is_text: bool) -> Analyzed {
        let (text, in_text, in_source) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let token = owned.cancel_token();
        Analyzed { owned, text, in_text, in_source, is_text, token, running: Mutex::new(0) }
    }

    /// Makes something of the document while other threads of Python run. An exception if one of them cancelled it.
    pub fn make<R: Send>(&self, py: Python<'_>, work: impl FnOnce() -> R + Send) -> PyResult<R> {
        self.unless_cancelled(py, || Ok(py.detach(work)))
    }

    /// Makes something of the document and of objects of Python. What is cancelled is empty, and becomes an exception.
    pub fn unless_cancelled<R>(&self, py: Python<'_>, work: impl FnOnce() -> PyResult<R>) -> PyResult<R> {
        *self.lock() += 1;
        let making = Making(self);
        let made = work()?;
        if making.0.token.is_cancelled() { Err(error::exception(py, &Error::Cancelled)) } else { Ok(made) }
    }

    /// Cancels the calls that are making something of the document.
    pub fn cancel(&self) {
        let running = self.lock();
        if *running > 0 {
            self.token.cancel();
        }
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        // Nothing in a critical section can panic.
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The document, whose offsets are in bytes.
    pub fn document(&self) -> &Document<'_> {
        self.owned.document()
    }

    /// A range of bytes of the source as a range for Python.
    pub fn source(&self, range: Range<usize>) -> Range<usize> {
        let bytes = self.document().bytes();
        let characters = || if self.is_text { Characters::of(bytes) } else { Characters::Same };
        self.in_source.get_or_init(characters).range(bytes, range)
    }

    /// A range of bytes of the text as a range of characters.
    pub fn characters(&self, range: Range<usize>) -> Range<usize> {
        let text = self.document().text().as_bytes();
        self.in_text().range(text, range)
    }

    /// The part of the text in a range of bytes, and the range in characters.
    pub fn text(&self, range: Range<usize>) -> (Text, Range<usize>) {
        let text = self.text.get_or_init(|| self.document().text().into());
        (Text::part_of(text, range.clone()), self.characters(range))
    }

    /// Where a range of characters of the text is in the source.
    pub fn source_of_text(&self, range: Range<usize>) -> Range<usize> {
        let document = self.document();
        let text = self.in_text().byte_range(document.text().as_bytes(), range);
        self.source(document.map_text_range(text))
    }

    /// The fragment of an address that leads to a range of characters of the text.
    pub fn text_fragment(&self, range: Range<usize>) -> String {
        let document = self.document();
        document.text_fragment(self.in_text().byte_range(document.text().as_bytes(), range))
    }

    fn in_text(&self) -> &Characters {
        self.in_text.get_or_init(|| Characters::of(self.document().text().as_bytes()))
    }
}

impl Drop for Making<'_> {
    fn drop(&mut self) {
        let mut running = self.0.lock();
        *running -= 1;
        // A request is not for calls that begin after the cancelled ones have ended.
        if *running == 0 {
            self.0.token.clear();
        }
    }
}
