//! Analyzers: stop one from another thread, reset it, replace its model.

use super::guard::{Accept, enter};
use super::held::Held;
use super::malloc::{Counted, Owned, boxed};
use super::mark::{self, Mark, marked};
use super::pointer::{Out, array};
use super::status::{BLOCKMASK_BAD_OPTION, BLOCKMASK_BAD_POINTER, BLOCKMASK_OK, Failure, blockmask_status, failure};
use crate::judge::mask::{Model, ModelError, SitePrior};
use crate::{Analyzer, CancelToken, Options, Parts, Rules};
use std::cell::UnsafeCell;
use std::ffi::c_char;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// Stops the call that runs with this analyzer in another thread, or the next one, without waiting for it: it returns
/// BLOCKMASK_CANCELLED. Such calls are analyses, after which the analyzer holds no document, blockmask_export_arrow, and
/// those that derive something from the borrowed document, which stays. Safe from any thread and from a signal handler.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_cancel_analyzer(analyzer: *const blockmask_analyzer) -> blockmask_status {
    // SAFETY: by the header's rules NULL or an analyzer.
    if !unsafe { mark::is_valid(analyzer) } {
        return BLOCKMASK_BAD_POINTER;
    }
    // SAFETY: not NULL, and by the header's rules made by blockmask_create_analyzer and not yet freed. It is only
    // shared, and the flag never moves.
    unsafe { &(*analyzer).cancel }.cancel();
    BLOCKMASK_OK
}

/// Restores the analyzer to the state in which it was created, also after BLOCKMASK_PANIC, and returns all memory to
/// the system; the model and the site stay. The borrowed document is discarded. Useful after a very large page.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_reset_analyzer(analyzer: *mut blockmask_analyzer) -> blockmask_status {
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::All, State::reset) }
}

/// Writes how many bytes of memory the analyzer holds, used or not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_memory_in_use(
    analyzer: *mut blockmask_analyzer,
    bytes: *mut usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller promises a variable.
        let mut out = unsafe { Out::new(bytes, "bytes") }?;
        out.write(size_of::<blockmask_analyzer>() + state.held.memory_in_use());
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::All, work) }
}

/// Replaces the model of BLOCKMASK_MASK_LEARNED: the bytes of a model file, which are copied. NULL with length 0
/// restores the built-in model. The borrowed document of the analyzer is discarded. Returns BLOCKMASK_BAD_OPTION, and
/// keeps the current model, for bytes that are damaged or no model of this version of the library. What is known of a
/// site belongs to a model, so it is removed: call blockmask_set_site afterwards. blockmask_reset_analyzer does not
/// change the model.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_set_model(
    analyzer: *mut blockmask_analyzer,
    model: *const c_char,
    length: usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller promises `length` bytes.
        let bytes: &[u8] = unsafe { array(model.cast(), length, "model") }?;
        let model = if bytes.is_empty() { None } else { Some(Owned::new(Model::try_read(bytes)??)?) };
        state.set_model(model)
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Failure {
        failure!(BLOCKMASK_BAD_OPTION, "{error}")
    }
}

// Analyzes pages and holds the document of the last one.
#[repr(C)]
pub struct blockmask_analyzer {
    mark: Mark,
    pub(super) busy: AtomicBool,
    pub(super) state: UnsafeCell<State>,
    // After the state, which has its token, so that it is dropped later.
    cancel: CancelFlag,
}

marked!(blockmask_analyzer, b"analyzer");

impl blockmask_analyzer {
    // `watched` is a flag of the program, which lives as long as the analyzer and its documents.
    pub(super) fn new(options: Options, watched: Option<&'static AtomicI32>) -> Result<blockmask_analyzer, Failure> {
        let cancel = CancelFlag::new()?;
        // SAFETY: the state, which holds the token, is dropped before the flag: it comes first in the struct.
        let token = unsafe { cancel.token(watched) };
        let held = Held::new(Analyzer::with_token(options, token.clone()))?;
        let (model, site, rules) = (None, None, None);
        let state = UnsafeCell::new(State { held, poisoned: false, options, token, model, site, rules });
        Ok(blockmask_analyzer { mark: Mark::of::<blockmask_analyzer>(), busy: AtomicBool::new(false), state, cancel })
    }
}

// What `busy` guards.
pub(super) struct State {
    pub held: Held,
    pub poisoned: bool,
    options: Options,
    pub token: CancelToken,
    // After `held`, which has references to them, so that they are dropped later.
    model: Option<Owned<Model>>,
    site: Option<Owned<SitePrior>>,
    rules: Option<Counted<Rules>>,
}

impl State {
    // Discards the document, and calls `work` with an analyzer that also computes these parts, and with what replaces it
    // after a panic.
    pub fn with_parts<T>(
        &mut self,
        parts: Parts,
        work: impl FnOnce(&mut Analyzer, &dyn Fn(&mut Analyzer)) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let State { held, options, token, model, site, rules, .. } = self;
        let (asked_for, mut result) = (options.parts, None);
        let all = Options { parts: asked_for | parts, ..*options };
        held.replace(|analyzer| {
            analyzer.set_parts(all.parts);
            let made = work(analyzer, &|analyzer| {
                // SAFETY: as in `State::reset`.
                *analyzer = unsafe { fresh(all, token, model.as_ref(), site.as_ref(), rules.as_ref()) };
            });
            analyzer.set_parts(asked_for);
            result = Some(made?);
            Ok(None)
        })?;
        result.ok_or_else(Failure::out_of_memory)
    }

    pub fn set_model(&mut self, model: Option<Owned<Model>>) -> Result<(), Failure> {
        // SAFETY: the old model is dropped after the new one is lent, and this one stays as long as it is.
        unsafe { self.held.lend_model(model.as_ref().map(Owned::get)) }?;
        self.model = model;
        self.site = None;
        Ok(())
    }

    pub fn set_site(&mut self, site: Option<Owned<SitePrior>>) -> Result<(), Failure> {
        // SAFETY: as in `set_model`; one that is refused is not lent.
        unsafe { self.held.lend_site(site.as_ref().map(Owned::get)) }?;
        self.site = site;
        Ok(())
    }

    pub fn set_rules(&mut self, rules: Option<Counted<Rules>>) -> Result<(), Failure> {
        // SAFETY: as in `set_model`.
        unsafe { self.held.lend_rules(rules.as_ref().map(Counted::get)) }?;
        self.rules = rules;
        Ok(())
    }

    fn reset(&mut self) -> Result<(), Failure> {
        let (model, site, rules) = (self.model.as_ref(), self.site.as_ref(), self.rules.as_ref());
        // SAFETY: they stay where they are until `set_model`, `set_site` or `set_rules` replaces them.
        let fresh = unsafe { fresh(self.options, &self.token, model, site, rules) };
        self.held.reset(fresh)?;
        self.poisoned = false;
        Ok(())
    }
}

// A new analyzer with a model, a site, which is for this model, and rules.
//
// SAFETY, for callers: they live as long as it.
unsafe fn fresh(
    options: Options,
    token: &CancelToken,
    model: Option<&Owned<Model>>,
    site: Option<&Owned<SitePrior>>,
    rules: Option<&Counted<Rules>>,
) -> Analyzer {
    let mut analyzer = Analyzer::with_token(options, token.clone());
    // SAFETY: references to the same values, which live long enough by the caller's promise.
    unsafe {
        analyzer.lend_model(model.map(|model| NonNull::from(model.get()).as_ref()));
        // It was accepted with this model before.
        let _ = analyzer.lend_site(site.map(|site| NonNull::from(site.get()).as_ref()));
        analyzer.lend_rules(rules.map(|rules| NonNull::from(rules.get()).as_ref()));
    }
    analyzer
}

// The flag that tells an analysis to stop, allocated separately.
pub(super) struct CancelFlag(NonNull<AtomicBool>);

impl CancelFlag {
    pub fn new() -> Result<CancelFlag, Failure> {
        boxed(AtomicBool::new(false)).map(|flag| CancelFlag(NonNull::from(Box::leak(flag))))
    }

    pub fn cancel(&self) {
        // SAFETY: from a `Box` that only `drop` frees, and only ever shared.
        unsafe { self.0.as_ref() }.store(true, Ordering::Relaxed);
    }

    // SAFETY: the token and its clones must be dropped before the flag.
    pub unsafe fn token(&self, watched: Option<&'static AtomicI32>) -> CancelToken {
        // SAFETY: from a `Box` that only `drop` frees, and only ever shared; the caller keeps it for long enough.
        CancelToken::in_place(unsafe { self.0.as_ref() }, watched)
    }
}

impl Drop for CancelFlag {
    fn drop(&mut self) {
        // SAFETY: made from a `Box` by `new`, given back once, and its tokens are gone.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

// SAFETY: it is an owned `AtomicBool`, which any thread may use.
unsafe impl Send for CancelFlag {}
// SAFETY: as above.
unsafe impl Sync for CancelFlag {}

#[cfg(test)]
mod tests {
    use super::super::start::*;
    use super::super::status::BLOCKMASK_OK;
    use super::*;
    use std::ptr::{null, null_mut};

    #[test]
    fn valid_models_replace_the_built_in_one_and_others_are_refused() {
        let (mut analyzer, mut document) = (null_mut(), null());
        // SAFETY: valid variables, and an analyzer that is freed once, at the end.
        unsafe {
            assert_eq!(blockmask_create_analyzer(null(), &mut analyzer), BLOCKMASK_OK);
            let good = include_bytes!("../judge/mask/model.bin");
            assert_eq!(blockmask_set_model(analyzer, good.as_ptr().cast(), good.len()), BLOCKMASK_OK);
            assert_eq!(blockmask_set_model(analyzer, good.as_ptr().cast(), good.len() - 1), BLOCKMASK_BAD_OPTION);
            assert_eq!(blockmask_reset_analyzer(analyzer), BLOCKMASK_OK);
            assert_eq!(blockmask_analyze(analyzer, c"<p>x".as_ptr(), 4, null(), &mut document), BLOCKMASK_OK);
            assert_eq!(blockmask_set_model(analyzer, null(), 0), BLOCKMASK_OK);
            blockmask_free_analyzer(analyzer);
        }
    }
}
