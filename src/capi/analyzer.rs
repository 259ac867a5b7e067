//! Analyzer.
//!
//! An analyzer takes one page after another and reuses its memory: after the first pages of a crawl it makes no more
//! calls to the system's allocator. It owns everything that its results point to. Use one for each thread. It may move
//! from thread to thread between two calls; a call that finds another thread inside the same analyzer returns
//! BLOCKMASK_BUSY.

use super::cancel::CancelFlag;
use super::config::{blockmask_config, options_of};
use super::guard::{Accept, enter, without_handle};
use super::held::Held;
use super::input::{NO_INPUT, blockmask_input};
use super::malloc::{Owned, boxed};
use super::mark::{self, Mark, marked};
use super::pointer::{Out, read_struct};
use super::push::Pushed;
use super::records::Tables;
use super::status::{Failure, blockmask_status};
use crate::analyzer::Hints;
use crate::judge::mask::{Model, SitePrior};
use crate::on_demand::site::SiteError;
use crate::{CancelToken, Options, Parts};
use std::cell::UnsafeCell;
use std::ffi::c_char;
use std::ptr::NonNull;
use std::sync::atomic::AtomicBool;

/// Analyzes pages and holds the result of the last one.
pub struct blockmask_analyzer {
    mark: Mark,
    pub(super) busy: AtomicBool,
    pub(super) state: UnsafeCell<State>,
    // After the state, which has its token, so that it is dropped later.
    pub(super) cancel: CancelFlag,
}

marked!(blockmask_analyzer, b"analyzer");

// What `busy` guards.
pub(super) struct State {
    pub held: Held,
    pub tables: Tables,
    pub pushed: Pushed,
    pub error: ErrorText,
    pub poisoned: bool,
    options: Options,
    token: CancelToken,
    // After `held`, which has references to them, so that they are dropped later.
    model: Option<Owned<Model>>,
    site: Option<Owned<SitePrior>>,
}

impl State {
    fn new(options: Options, token: CancelToken) -> Result<State, Failure> {
        let (held, tables, pushed) = (Held::new(options, token.clone())?, Tables::default(), Pushed::default());
        let (error, poisoned, model, site) = (ErrorText::new()?, false, None, None);
        Ok(State { held, tables, pushed, error, poisoned, options, token, model, site })
    }

    // Discards the previous page, even if this one fails.
    //
    // SAFETY, for callers: as for `Held::analyze`.
    pub unsafe fn analyze(&mut self, bytes: &[u8], hints: Hints<'_>) -> Result<(), Failure> {
        self.forget();
        // SAFETY: the caller makes the same promises.
        unsafe { self.held.analyze(bytes, hints) }
    }

    // Calls `work` with an analyzer that also computes these parts, and forgets the last page.
    pub fn with_parts<T>(&mut self, parts: Parts, work: impl FnOnce(&mut State) -> T) -> T {
        self.forget();
        let asked_for = self.options.parts;
        // Also kept if the analyzer is reset meanwhile.
        self.options.parts |= parts;
        self.held.set_parts(self.options.parts);
        let result = work(self);
        self.forget();
        self.options.parts = asked_for;
        self.held.set_parts(asked_for);
        result
    }

    pub fn forget(&mut self) {
        self.tables.clear();
        self.held.forget();
        self.pushed.forget();
    }

    pub fn set_model(&mut self, model: Option<Owned<Model>>) {
        self.forget();
        // SAFETY: the old model is dropped after the new one is lent, and this one stays as long as it is.
        unsafe { self.held.lend_model(model.as_ref().map(Owned::get)) };
        self.model = model;
        self.site = None;
    }

    pub fn set_site(&mut self, site: Option<Owned<SitePrior>>) -> Result<(), SiteError> {
        self.forget();
        // SAFETY: as in `set_model`; one that is refused is not lent.
        unsafe { self.held.lend_site(site.as_ref().map(Owned::get)) }?;
        self.site = site;
        Ok(())
    }

    pub fn reset(&mut self) {
        self.tables = Tables::default();
        self.held.reset(self.options, self.token.clone());
        // SAFETY: both stay where they are until `set_model` or `set_site` replaces them.
        unsafe {
            self.held.lend_model(self.model.as_ref().map(Owned::get));
            // It was accepted with this model before.
            let _ = self.held.lend_site(self.site.as_ref().map(Owned::get));
        }
        // Last, as the previous document may have read it.
        self.pushed = Pushed::default();
        self.poisoned = false;
    }
}

// The text of the last error, terminated by a zero. It has an allocation of its own, which is accessed only through
// this pointer and the caller's, so that the caller's stays valid while the state is used.
pub(super) struct ErrorText {
    bytes: NonNull<[u8; ERROR_SIZE]>,
    len: usize,
}

const ERROR_SIZE: usize = 256;

impl ErrorText {
    fn new() -> Result<ErrorText, Failure> {
        let bytes = boxed([0; ERROR_SIZE])?;
        Ok(ErrorText { bytes: NonNull::from(Box::leak(bytes)), len: 0 })
    }

    pub fn set(&mut self, text: &str) {
        let mut len = text.len().min(ERROR_SIZE - 1);
        while !text.is_char_boundary(len) {
            len -= 1;
        }
        // SAFETY: `bytes` is from a `Box` that only `drop` frees; the text and its zero fit. Nobody reads it
        // meanwhile: the caller's pointer is valid until the next failure.
        unsafe {
            let bytes: *mut u8 = self.bytes.as_ptr().cast();
            std::ptr::copy_nonoverlapping(text.as_ptr(), bytes, len);
            bytes.add(len).write(0);
        }
        self.len = len;
    }
}

impl Drop for ErrorText {
    fn drop(&mut self) {
        // SAFETY: made from a `Box` by `new`, given back once.
        drop(unsafe { Box::from_raw(self.bytes.as_ptr()) });
    }
}

/// Creates an analyzer, to be freed with blockmask_free_analyzer. NULL for the configuration means the defaults. The
/// analyzer keeps a copy of the configuration, and allocates no memory for pages yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_create_analyzer(
    config: *const blockmask_config,
    analyzer: *mut *mut blockmask_analyzer,
) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller makes the same promises.
        let (mut out, options) = unsafe { (Out::new(analyzer, "analyzer")?, options_of(config)?) };
        let cancel = CancelFlag::new()?;
        // SAFETY: the state, which holds the token, is dropped before the flag: it comes first in the struct.
        let state = UnsafeCell::new(State::new(options, unsafe { cancel.token() })?);
        out.write(Box::into_raw(boxed(blockmask_analyzer {
            mark: Mark::of::<blockmask_analyzer>(),
            busy: AtomicBool::new(false),
            state,
            cancel,
        })?));
        Ok(())
    })
}

/// Frees an analyzer, or NULL, and everything that its results point to. No thread may be inside a call with it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_free_analyzer(analyzer: *mut blockmask_analyzer) {
    // SAFETY: by the header's rules NULL, or made by blockmask_create_analyzer, freed once and used by nobody else now.
    unsafe { mark::free(analyzer) }
}

/// Analyzes one page as found: any bytes, in any encoding. The analyzer then holds the result, until the next call that
/// analyzes or begins a page, sets a model or a site, or resets or shrinks the analyzer. The page is not copied: its
/// bytes must not change as long as the result is used. NULL with length 0 is an empty page.
///
/// charset is the encoding that came with the page, such as that of HTTP's Content-Type, and its length in bytes; NULL
/// with length 0 if there is none. A byte order mark takes precedence over it; an unknown name is ignored. It is not
/// needed after the call.
///
/// Returns BLOCKMASK_TOO_LARGE if the page is longer than max_input, BLOCKMASK_LIMIT_REACHED if it reaches another
/// limit and on_limit says so, BLOCKMASK_CANCELLED after blockmask_cancel_analyzer, and BLOCKMASK_OUT_OF_MEMORY. The
/// analyzer then holds no page and stays usable. Broken markup is no error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_analyze_page(
    analyzer: *mut blockmask_analyzer,
    html: *const c_char,
    length: usize,
    charset: *const c_char,
    charset_length: usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        state.forget();
        // SAFETY: the caller promises `length` bytes that stay as long as the result is used, and those of the charset.
        unsafe {
            let (html, hints) = blockmask_input { html, length, charset, charset_length, ..NO_INPUT }.read()?;
            state.analyze(html, hints)
        }
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Analyzes one page, as blockmask_analyze_page does, with all that is known about it. input_size is
/// sizeof(blockmask_input).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_analyze_input(
    analyzer: *mut blockmask_analyzer,
    input: *const blockmask_input,
    input_size: usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        state.forget();
        // SAFETY: the caller promises a struct, and what it points to as long as the result is used.
        unsafe {
            let (html, hints) = read_struct(input, input_size, NO_INPUT, "input")?.read()?;
            state.analyze(html, hints)
        }
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Discards the page and returns all memory to the system; the next page allocates anew. Useful after a page that was
/// much larger than the others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_shrink_analyzer(analyzer: *mut blockmask_analyzer) -> blockmask_status {
    let work = |state: &mut State| {
        state.tables = Tables::default();
        state.held.shrink();
        state.pushed = Pushed::default();
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Restores the analyzer to the state in which it was created, also after BLOCKMASK_PANIC; the model and
/// the site stay. The page is discarded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_reset_analyzer(analyzer: *mut blockmask_analyzer) -> blockmask_status {
    let work = |state: &mut State| {
        state.reset();
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::All, work) }
}

/// Writes how many bytes of memory the analyzer holds, used or not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_memory_in_use(
    analyzer: *mut blockmask_analyzer,
    bytes: *mut usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller makes the same promises.
        let mut out = unsafe { Out::new(bytes, "bytes") }?;
        let tables = state.tables.memory_in_use() + state.pushed.memory_in_use();
        out.write(size_of::<blockmask_analyzer>() + state.held.memory_in_use() + tables);
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::All, work) }
}

/// Writes the text of the last error that a call with this analyzer returned: a sentence in UTF-8 of less than 256
/// bytes, terminated by a zero, empty if there was none. It stays valid until the next call with this analyzer fails.
/// It belongs to the analyzer, not to a thread. BLOCKMASK_BUSY and a NULL analyzer leave no text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_last_error(
    analyzer: *mut blockmask_analyzer,
    message: *mut *const c_char,
    length: *mut usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller makes the same promises.
        let (mut out, mut out_length) = unsafe { (Out::new(message, "message")?, Out::new(length, "length")?) };
        out.write(state.error.bytes.as_ptr().cast::<c_char>());
        out_length.write(state.error.len);
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::All, work) }
}
