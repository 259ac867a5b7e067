//! An analyzer together with the document that borrows from it, which Rust's lifetimes cannot say.

use super::malloc::boxed;
use super::status::{BLOCKMASK_NO_PAGE, Failure};
use crate::analyzer::Hints;
use crate::judge::mask::{Model, SitePrior};
use crate::on_demand::site::SiteError;
use crate::{Analyzer, CancelToken, Document, Options, Parts};
use std::ptr::NonNull;

/// Owns the analyzer, and holds the document of its last page.
pub(super) struct Held {
    /// From a `Box`. A raw pointer, as a `Box` would claim unique access to memory that the document reads.
    analyzer: NonNull<Analyzer>,
    /// Borrows from the analyzer and from the caller's bytes; its lifetime is a placeholder. Dropped before the
    /// analyzer is used again.
    document: Option<Document<'static>>,
}

impl Held {
    pub fn new(options: Options, token: CancelToken) -> Result<Held, Failure> {
        let analyzer = boxed(Analyzer::with_token(options, token))?;
        Ok(Held { analyzer: NonNull::from(Box::leak(analyzer)), document: None })
    }

    /// Replaces the analyzer by a new one.
    pub fn reset(&mut self, options: Options, token: CancelToken) {
        self.forget();
        // SAFETY: as in `analyze`.
        unsafe { *self.analyzer.as_mut() = Analyzer::with_token(options, token) };
    }

    /// Analyzes a page and holds its document instead of the previous one.
    ///
    /// # Safety
    /// The bytes must not change until the document is dropped: by the next call of `analyze`, `forget` or
    /// `shrink`, or with `self`.
    pub unsafe fn analyze(&mut self, bytes: &[u8], hints: Hints<'_>) -> Result<(), Failure> {
        self.forget();
        // SAFETY: the pointer comes from a `Box` that only `drop` frees, and the one borrower, the document, is gone.
        let analyzer: &'static mut Analyzer = unsafe { self.analyzer.as_mut() };
        // SAFETY: these very bytes; by the caller's promise they outlive the document, which alone keeps them.
        let bytes: &'static [u8] = unsafe { std::slice::from_raw_parts(bytes.as_ptr(), bytes.len()) };
        self.document = Some(analyzer.analyze_bytes(bytes, hints)?);
        Ok(())
    }

    /// The document, borrowed so that the analyzer cannot be used meanwhile.
    pub fn document(&self) -> Result<&Document<'_>, Failure> {
        self.document.as_ref().ok_or_else(|| Failure::new(BLOCKMASK_NO_PAGE, "the analyzer holds no page"))
    }

    pub fn forget(&mut self) {
        self.document = None;
    }

    pub fn shrink(&mut self) {
        self.forget();
        // SAFETY: as in `analyze`.
        unsafe { self.analyzer.as_mut() }.shrink();
    }

    /// The document, if the part of this name was computed; `what` is what the caller asked for, with its verb.
    pub fn computed(&self, part: Parts, what: &str, name: &str) -> Result<&Document<'_>, Failure> {
        let document = self.document()?;
        match document.parts().contains(part) {
            true => Ok(document),
            false => Err(Failure::not_computed(what, name)),
        }
    }

    /// Sets the parts of the next pages.
    pub fn set_parts(&mut self, parts: Parts) {
        self.forget();
        // SAFETY: as in `analyze`.
        unsafe { self.analyzer.as_mut() }.set_parts(parts);
    }

    /// Sets the model; `None` for the built-in one.
    ///
    /// # Safety
    /// The model must live until another one is set or `self` is dropped.
    pub unsafe fn lend_model(&mut self, model: Option<&Model>) {
        self.forget();
        // SAFETY: a reference to the same model, which lives long enough by the caller's promise.
        let model = model.map(|model| unsafe { NonNull::from(model).as_ref() });
        // SAFETY: as in `analyze`.
        unsafe { self.analyzer.as_mut() }.lend_model(model);
    }

    /// Sets what is known of the site; `None` for nothing.
    ///
    /// # Safety
    /// It must live until another one or a model is set, or `self` is dropped.
    pub unsafe fn lend_site(&mut self, site: Option<&SitePrior>) -> Result<(), SiteError> {
        self.forget();
        // SAFETY: a reference to the same value, which lives long enough by the caller's promise.
        let site = site.map(|site| unsafe { NonNull::from(site).as_ref() });
        // SAFETY: as in `analyze`.
        unsafe { self.analyzer.as_mut() }.lend_site(site)
    }

    pub fn memory_in_use(&self) -> usize {
        // SAFETY: the analyzer lives as long as `self`; it and the document are only read.
        unsafe { self.analyzer.as_ref() }.memory_in_use()
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.forget();
        // SAFETY: made from a `Box` by `new`, given back once, and nothing borrows from it any more.
        drop(unsafe { Box::from_raw(self.analyzer.as_ptr()) });
    }
}

// The header says that analyzers may move between threads.
const _: fn() = || {
    fn may_move<T: Send>() {}
    may_move::<Analyzer>();
    may_move::<Document<'static>>();
};
