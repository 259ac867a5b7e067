//! Wraps every call: catches panics, keeps them from being printed, and excludes other threads.

use super::analyzer::{State, blockmask_analyzer};
use super::document::{View, blockmask_document};
use super::mark;
use super::status::{
    BLOCKMASK_BAD_POINTER, BLOCKMASK_BUSY, BLOCKMASK_OK, BLOCKMASK_PANIC, BLOCKMASK_POISONED, Failure,
    blockmask_status, failure,
};
use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Once, OnceLock};

thread_local! {
    /// Whether this thread is inside a call.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Runs a function's body; a panic becomes a failure.
pub(super) fn catch<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    let (mut work, mut result) = (Some(work), Err(Failure::new(BLOCKMASK_PANIC, "a bug in the library was caught")));
    catch_any(&mut || {
        if let Some(work) = work.take() {
            result = work();
        }
    })?;
    result
}

/// What all bodies share; not inlined, so that it is in the library once.
#[inline(never)]
fn catch_any(work: &mut dyn FnMut()) -> Result<(), Failure> {
    static SILENCE: Once = Once::new();
    SILENCE.call_once(keep_quiet);
    let outer = INSIDE.replace(true);
    // State that a panic leaves inconsistent is never used: an analyzer refuses calls until it is reset, and a table that
    // was not finished is made again.
    let result = catch_unwind(AssertUnwindSafe(work));
    INSIDE.set(outer);
    result.map_err(|panic| panicked(panic.as_ref()))
}

/// The hook of the program, which prints panics.
static PRINT: OnceLock<Hook> = OnceLock::new();

type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send>;

/// Panics are printed by default; those inside a call are returned to the caller instead.
fn keep_quiet() {
    if PRINT.set(std::panic::take_hook()).is_ok() {
        // The box of a function takes no memory.
        std::panic::set_hook(Box::new(print_outside));
    }
}

fn print_outside(panic: &PanicHookInfo<'_>) {
    if let (false, Some(print)) = (INSIDE.try_with(Cell::get).unwrap_or(false), PRINT.get()) {
        print(panic);
    }
}

fn panicked(panic: &(dyn Any + Send)) -> Failure {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    failure!(BLOCKMASK_PANIC, "a bug in the library: {}", text.unwrap_or("no message"))
}

/// Runs the body of a function that has no handle.
pub(super) fn without_handle(work: impl FnOnce() -> Result<(), Failure>) -> blockmask_status {
    status_of(catch(work))
}

fn status_of(result: Result<(), Failure>) -> blockmask_status {
    result.map_or_else(|failure| failure.report(), |()| BLOCKMASK_OK)
}

/// Runs the body of a function that reads a document, which other threads may read at the same time.
///
/// # Safety
/// The pointer is NULL or to a document; and what `work` does is sound.
pub(super) unsafe fn read(
    document: *const blockmask_document,
    work: impl FnOnce(&View<'_>) -> Result<(), Failure>,
) -> blockmask_status {
    let mut work = Some(work);
    let mut work = |view: &View<'_>| work.take().map_or(Ok(()), |work| work(view));
    // SAFETY: the caller makes the same promises.
    unsafe { read_any(document, &mut work) }
}

/// What all bodies share, as in [`catch_any`].
#[inline(never)]
unsafe fn read_any(
    document: *const blockmask_document,
    work: &mut dyn FnMut(&View<'_>) -> Result<(), Failure>,
) -> blockmask_status {
    // SAFETY: by the header's rules NULL or a document.
    if !unsafe { mark::is_valid(document) } {
        return Failure::new(BLOCKMASK_BAD_POINTER, "document is NULL or not a document").report();
    }
    // SAFETY: not NULL, and by the header's rules made by the library and not yet freed. It is only ever shared.
    let document = unsafe { &*document };
    status_of(catch(|| document.read(work)))
}

/// Which analyzers a function accepts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Accept {
    /// Those that have not met a panic.
    Sound,
    /// Also those that met a panic.
    All,
}

/// Runs the body of a function that has an analyzer, with exclusive access to it.
///
/// # Safety
/// The pointer is NULL or to an analyzer.
pub(super) unsafe fn enter(
    analyzer: *const blockmask_analyzer,
    accept: Accept,
    work: impl FnOnce(&mut State) -> Result<(), Failure>,
) -> blockmask_status {
    let mut work = Some(work);
    let mut work = |state: &mut State| work.take().map_or(Ok(()), |work| work(state));
    // SAFETY: the caller makes the same promises.
    unsafe { enter_any(analyzer, accept, &mut work) }
}

/// What all bodies share, as in [`catch_any`].
#[inline(never)]
unsafe fn enter_any(
    analyzer: *const blockmask_analyzer,
    accept: Accept,
    work: &mut dyn FnMut(&mut State) -> Result<(), Failure>,
) -> blockmask_status {
    // SAFETY: by the header's rules NULL or an analyzer.
    if !unsafe { mark::is_valid(analyzer) } {
        return Failure::new(BLOCKMASK_BAD_POINTER, "analyzer is NULL or not an analyzer").report();
    }
    // SAFETY: not NULL, and by the header's rules made by blockmask_create_analyzer and not yet freed. It is only ever
    // shared: what changes is inside an `UnsafeCell`.
    let handle = unsafe { &*analyzer };
    if handle.busy.swap(true, Ordering::Acquire) {
        return Failure::new(BLOCKMASK_BUSY, "another thread is inside a call with the analyzer").report();
    }
    // SAFETY: `busy` was false, so no other call holds this reference, and none will until it is false again.
    let state = unsafe { &mut *handle.state.get() };
    let result = match state.poisoned && accept == Accept::Sound {
        true => Err(Failure::new(
            BLOCKMASK_POISONED,
            "the analyzer met a bug before; reset it with blockmask_reset_analyzer",
        )),
        false => catch(|| work(state)),
    };
    state.poisoned |= result.as_ref().is_err_and(|failure| failure.status == BLOCKMASK_PANIC);
    handle.busy.store(false, Ordering::Release);
    status_of(result)
}
