//! The analyzer: one page after another through all tables and algorithms.
//!
//! | file | what |
//! |---|---|
//! | `attempt` | one attempt at a page, and what to retry after running out of memory |
//! | `memory` | how much each arena may hold |
//! | `reader` | from bytes to the tables of the page |
//!
//! [`crate::pipeline`] then runs the algorithms over the tables.

mod attempt;
mod memory;
mod reader;

use crate::arena::Arenas;
use crate::document::Document;
use crate::error::Error;
use crate::html::Workspace;
use crate::limits::CancelToken;
use crate::mask::Model;
use crate::options::Options;
use attempt::{Extent, PageAttempt};
use std::cell::Cell;
use std::sync::Arc;

/// Analyzes pages, one at a time, and keeps their memory for the next.
///
/// It owns all memory of a page; a [`Document`] borrows from it. Use one for each thread: it may move between threads
/// but not be shared. After the first pages it makes no call to the allocator.
///
/// ```
/// let mut analyzer = blockmask::Analyzer::new(blockmask::Options::default());
/// let page = analyzer.analyze(b"<title>T</title><p>Hello <b>wor</b>ld, how are you today?</p>").unwrap();
/// let text: Vec<&str> = page.blocks().map(|block| block.text()).collect();
/// assert_eq!(text, ["T", "Hello world, how are you today?"]);
/// ```
#[derive(Default)]
pub struct Analyzer {
    options: Options,
    arenas: Arenas,
    workspace: Workspace,
    cancel: Option<CancelToken>,
    model: Option<Arc<Model>>,
}

impl Analyzer {
    /// An analyzer with these options. Allocates nothing yet.
    pub fn new(options: Options) -> Analyzer {
        Analyzer { options, ..Analyzer::default() }
    }

    /// An analyzer that `token` cancels.
    #[cfg(feature = "capi")]
    pub(crate) fn with_token(options: Options, token: CancelToken) -> Analyzer {
        Analyzer { options, cancel: Some(token), ..Analyzer::default() }
    }

    /// Analyzes one page as found: any bytes, in any encoding.
    ///
    /// # Errors
    /// If the page is longer than [`crate::Limits::max_input`], if memory runs out, if a limit is reached and
    /// [`crate::OnLimit::Fail`] is set, or if a [`CancelToken`] cancels it. The analyzer stays usable.
    pub fn analyze<'a>(&'a mut self, bytes: &'a [u8]) -> Result<Document<'a>, Error> {
        self.analyze_bytes(bytes, None)
    }

    /// Analyzes one page with the charset that came with it, such as that of HTTP's `Content-Type`. An unknown label is
    /// ignored; a byte order mark has precedence over it.
    ///
    /// # Errors
    /// As for [`Analyzer::analyze`].
    pub fn analyze_with_charset<'a>(&'a mut self, bytes: &'a [u8], charset: &str) -> Result<Document<'a>, Error> {
        self.analyze_bytes(bytes, Some(charset))
    }

    pub(crate) fn analyze_bytes<'a>(
        &'a mut self,
        bytes: &'a [u8],
        charset: Option<&str>,
    ) -> Result<Document<'a>, Error> {
        let Analyzer { options, arenas, workspace, cancel, model } = self;
        let extent = Extent::new(bytes.len(), options, arenas.allocated_bytes() > 0)?;
        let kept = Cell::new(std::mem::take(workspace));
        let (cancel_token, model) = (cancel.as_ref(), model.as_deref());
        let attempt = PageAttempt { options, cancel: cancel_token, model, workspace: &kept, bytes, charset, extent };
        let result = arenas.retry_with(attempt).map_err(Error::from);
        *workspace = kept.into_inner();
        if result.as_ref().err() == Some(&Error::Cancelled)
            && let Some(token) = cancel
        {
            token.clear();
        }
        result
    }

    /// Replaces the model of [`MaskMethod::Learned`](crate::MaskMethod::Learned); `None` restores the built-in one.
    /// Analyzers can share a model.
    ///
    /// ```
    /// use blockmask::{Analyzer, Model, Options};
    ///
    /// let mut analyzer = Analyzer::new(Options::default());
    /// match Model::read(b"what a file holds") {
    ///     Ok(model) => analyzer.set_model(Some(model.into())),
    ///     Err(error) => assert_eq!(error.to_string(), "not a model of this program"),
    /// }
    /// ```
    pub fn set_model(&mut self, model: Option<Arc<Model>>) {
        self.model = model;
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// A token by which other threads may cancel an analysis.
    pub fn cancel_token(&mut self) -> CancelToken {
        self.cancel.get_or_insert_default().clone()
    }

    /// Returns all memory to the system; the next page allocates anew.
    pub fn shrink(&mut self) {
        self.arenas = Arenas::default();
        self.workspace = Workspace::default();
    }

    /// Bytes of memory held for pages, used or not.
    pub fn memory_in_use(&self) -> usize {
        self.arenas.allocated_bytes()
    }
}
