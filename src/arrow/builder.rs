//! Builds a batch row by row.

use super::Selection;
use super::array::Array;
use super::c_data::{ArrowArray, ArrowSchema};
use super::column::{Column, MAX_ITEMS, Nullable, Push, Refused, Result, Text, add_array};
use super::rows::Rows;
use super::texts::Texts;
use crate::base::arena::{Ended, catch_ended};
use crate::base::error::name;
use crate::base::fallible::{FallibleString, end};
use crate::{Document, Error, FactOptions};
use std::fmt::Write;

/// Collects the results of pages, one row per page. It copies the results, so pages and analyzers can be dropped.
///
/// The number of pages is not limited; a few thousand are recommended. A list column has at most 2^31 - 1 items in
/// total.
pub struct BatchBuilder {
    status: Text,
    error: Nullable<Text>,
    rows: Rows,
    texts: Texts,
    selection: Selection,
}

impl BatchBuilder {
    /// An empty batch with these columns: [`Columns`](super::Columns) or a [`Selection`]. Unknown columns are ignored.
    pub fn new(columns: impl Into<Selection>) -> BatchBuilder {
        let selection = columns.into();
        BatchBuilder {
            status: Text::default(),
            error: Nullable::default(),
            rows: Rows::new(&selection),
            texts: Texts::new(&selection),
            selection,
        }
    }

    /// Adds a page with the status `ok`. If a list column would exceed its limit, the row is null with the status
    /// `too-large`; if memory runs out, with the status `out-of-memory`; if it is cancelled, with the status `cancelled`.
    pub fn push(&mut self, page: &Document<'_>) {
        self.push_with(page, &FactOptions::default());
    }

    /// [`BatchBuilder::push`] with the options of facts, such as HTTP headers, for
    /// [`Columns::FACTS`](super::Columns::FACTS).
    pub fn push_with(&mut self, page: &Document<'_>, options: &FactOptions<'_>) {
        if self.try_push(page, options).is_err() {
            self.push_error(&Error::OutOfMemory);
        }
    }

    /// Adds a page whose analysis failed: a null row with the name of the error and its message.
    pub fn push_error(&mut self, error: &Error) {
        self.push_failure(error.name(), &error.to_string());
    }

    /// Adds a page that the caller could not analyze: a null row with this status and message.
    pub fn push_failure(&mut self, status: &'static str, message: &str) {
        if self.try_push_failure(status, message).is_err() {
            end();
        }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.status.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Exports the rows as one struct array, whose fields are the columns, with its schema, without copying. Buffers
    /// are aligned like their values, to at most 8 bytes.
    pub fn finish(self) -> (ArrowSchema, ArrowArray) {
        self.try_finish().unwrap_or_else(|_| end())
    }

    /// Like [`BatchBuilder::finish`], but exports separate columns, with `status` first, in the order of the schema.
    #[cfg(feature = "unstable")]
    pub fn finish_columns(self) -> Vec<(super::Field, Array)> {
        let fields = self.selection.fields();
        let columns = fields.and_then(|fields| Ok(fields.into_iter().zip(self.into_arrays()?).collect()));
        columns.unwrap_or_else(|_| end())
    }

    /// Adds a page. If memory runs out, no row is added.
    pub(crate) fn try_push(&mut self, page: &Document<'_>, options: &FactOptions<'_>) -> Result {
        let len = self.len();
        self.texts.begin(page);
        // Some results unwind if memory runs out.
        let added = catch_ended(|| self.rows.push(page, &mut self.texts, options));
        if matches!(added, Err(Ended::Cancelled)) {
            return self.try_push_failure(name::CANCELLED, "the analysis was cancelled");
        }
        let added = added.unwrap_or(Err(Refused::OutOfMemory)).and_then(|()| self.push_status("ok", None));
        if added.is_err() {
            self.truncate(len);
        }
        match added {
            Err(Refused::TooManyItems) => {
                let mut message = FallibleString::default();
                let text = "a list of the batch would have more than";
                write!(message, "{text} {MAX_ITEMS} items; make smaller batches").map_err(|_| Refused::OutOfMemory)?;
                self.try_push_failure(name::TOO_LARGE, &message.0)
            }
            added => added,
        }
    }

    /// Adds a page that failed. If memory runs out, no row is added.
    pub(crate) fn try_push_failure(&mut self, status: &str, message: &str) -> Result {
        let len = self.len();
        // There may be part of a row that ended in a panic.
        self.truncate(len);
        let added = self.rows.push_nulls().and_then(|()| self.push_status(status, Some(message)));
        if added.is_err() {
            self.truncate(len);
        }
        added
    }

    pub(crate) fn try_finish(self) -> Result<(ArrowSchema, ArrowArray)> {
        let (fields, len) = (self.selection.fields()?, self.len());
        let children = self.into_arrays()?;
        Ok((ArrowSchema::try_of(&fields)?, ArrowArray::new(Array { len, children, ..Array::default() })?))
    }

    fn push_status(&mut self, status: &str, error: Option<&str>) -> Result {
        self.error.push(error)?;
        self.status.push(status)
    }

    fn truncate(&mut self, len: usize) {
        self.status.truncate(len);
        self.error.truncate(len);
        self.rows.truncate(len);
    }

    fn into_arrays(mut self) -> Result<Vec<Array>> {
        let mut arrays = Vec::new();
        self.status.finish(add_array(&mut arrays)?)?;
        self.error.finish(add_array(&mut arrays)?)?;
        self.rows.finish(&mut arrays)?;
        Ok(arrays)
    }
}

impl std::fmt::Debug for BatchBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BatchBuilder").field("selection", &self.selection).field("len", &self.len()).finish()
    }
}
