//! An analyzer together with the document that borrows from it, which Rust's lifetimes cannot say.

use super::document::blockmask_document;
use super::malloc::boxed;
use super::status::Failure;
use super::tables::Tables;
use crate::analyzer::Hints;
use crate::judge::mask::{Model, SitePrior};
use crate::judge::rules::Rules;
use crate::{Analyzer, Document, Input};
use std::ptr::NonNull;
use std::sync::atomic::AtomicI32;

/// Owns the analyzer, and holds the document of its last page.
pub(super) struct Held {
    /// From a `Box`. A raw pointer, as a `Box` would claim unique access to memory that the document reads.
    analyzer: NonNull<Analyzer>,
    /// From a `Box`, shared with the callers who read it. Its content borrows from the analyzer and from the caller's
    /// bytes, and is dropped before the analyzer is used again.
    document: NonNull<blockmask_document>,
    /// Memory for the copy of a page.
    spare: Vec<u8>,
}

impl Held {
    pub fn new(analyzer: Analyzer) -> Result<Held, Failure> {
        let (analyzer, document) = (boxed(analyzer)?, boxed(blockmask_document::lent())?);
        let (analyzer, document) = (NonNull::from(Box::leak(analyzer)), NonNull::from(Box::leak(document)));
        Ok(Held { analyzer, document, spare: Vec::new() })
    }

    /// Discards the document, and holds the one that `work` makes, if any.
    pub fn replace(
        &mut self,
        work: impl for<'a> FnOnce(&'a mut Analyzer) -> Result<Option<Document<'a>>, Failure>,
    ) -> Result<(), Failure> {
        // SAFETY: the pointers come from boxes that only `drop` frees. The one borrower of the analyzer, the content of
        // the document, is gone when `work` runs, and its successor is gone before the analyzer is used again.
        unsafe { self.document.as_ref().replace(|| work(self.analyzer.as_mut())) }
    }

    /// Analyzes a page and holds its document instead of the previous one.
    ///
    /// # Safety
    /// The bytes must not change until the document is replaced or `self` dropped.
    pub unsafe fn analyze(&mut self, bytes: &[u8], hints: Hints<'_>) -> Result<*const blockmask_document, Failure> {
        // SAFETY: these very bytes; by the caller's promise they outlive the document, which alone keeps them.
        let bytes: &'static [u8] = unsafe { std::slice::from_raw_parts(bytes.as_ptr(), bytes.len()) };
        self.replace(|analyzer| Ok(Some(analyzer.analyze_bytes(bytes, hints)?)))?;
        Ok(self.document.as_ptr())
    }

    /// Replaces the analyzer by another one, and frees the memory of the tables.
    pub fn reset(&mut self, fresh: Analyzer) -> Result<(), Failure> {
        self.replace(|analyzer| {
            *analyzer = fresh;
            Ok(None)
        })?;
        self.spare = Vec::new();
        // SAFETY: as in `replace`.
        *unsafe { self.document.as_ref() }.tables() = Tables::default();
        Ok(())
    }

    /// Analyzes a copy of a page; the caller owns the document.
    pub fn analyze_owned(
        &mut self,
        bytes: &[u8],
        hints: Hints<'_>,
        watched: Option<&'static AtomicI32>,
    ) -> Result<*mut blockmask_document, Failure> {
        let mut page = std::mem::take(&mut self.spare);
        page.clear();
        page.try_reserve_exact(bytes.len())?;
        page.extend_from_slice(bytes);
        let mut made = None;
        self.replace(|analyzer| {
            made = Some(analyzer.analyze_owned_input(Input { source: page, hints })?);
            Ok(None)
        })?;
        let owned = blockmask_document::owned(made.ok_or_else(Failure::out_of_memory)?, watched)?;
        Ok(Box::into_raw(boxed(owned)?))
    }

    /// Takes the memory of an owned document, and frees it.
    ///
    /// # Safety
    /// NULL, or an owned document that nobody else uses.
    pub unsafe fn give_back(&mut self, document: *mut blockmask_document) -> Result<(), Failure> {
        let mut spare = Vec::new();
        self.replace(|analyzer| {
            // SAFETY: the caller's promise.
            let (owned, _cancel) = unsafe { blockmask_document::take(document) }?;
            spare = analyzer.reuse(owned);
            Ok(None)
        })?;
        self.spare = spare;
        Ok(())
    }

    /// Sets the model; `None` for the built-in one.
    ///
    /// # Safety
    /// The model must live until another one is set or `self` is dropped.
    pub unsafe fn lend_model(&mut self, model: Option<&Model>) -> Result<(), Failure> {
        // SAFETY: a reference to the same model, which lives long enough by the caller's promise.
        let model = model.map(|model| unsafe { NonNull::from(model).as_ref() });
        self.replace(|analyzer| {
            analyzer.lend_model(model);
            Ok(None)
        })
    }

    /// Sets what is known of the site; `None` for nothing.
    ///
    /// # Safety
    /// It must live until another one or a model is set, or `self` is dropped.
    pub unsafe fn lend_site(&mut self, site: Option<&SitePrior>) -> Result<(), Failure> {
        // SAFETY: a reference to the same value, which lives long enough by the caller's promise.
        let site = site.map(|site| unsafe { NonNull::from(site).as_ref() });
        self.replace(|analyzer| Ok(analyzer.lend_site(site).map(|()| None)?))
    }

    /// Sets the rules.
    ///
    /// # Safety
    /// They must stay where they are until they are replaced or `self` dropped.
    pub unsafe fn lend_rules(&mut self, rules: Option<&Rules>) -> Result<(), Failure> {
        // SAFETY: a reference to the same value, which lives long enough by the caller's promise.
        let rules = rules.map(|rules| unsafe { NonNull::from(rules).as_ref() });
        self.replace(|analyzer| {
            analyzer.lend_rules(rules);
            Ok(None)
        })
    }

    pub fn memory_in_use(&self) -> usize {
        // SAFETY: both live as long as `self`; the analyzer and the content of the document are only read.
        let tables =
            unsafe { self.analyzer.as_ref().memory_in_use() + self.document.as_ref().tables().memory_in_use() };
        tables + self.spare.capacity()
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // SAFETY: made from boxes by `new`, given back once. Nothing borrows from the document any more, and nothing from
        // the analyzer once the document is gone.
        unsafe {
            drop(Box::from_raw(self.document.as_ptr()));
            drop(Box::from_raw(self.analyzer.as_ptr()));
        }
    }
}

// The header says that analyzers may move between threads.
const _: fn() = || {
    fn may_move<T: Send>() {}
    may_move::<Analyzer>();
};
