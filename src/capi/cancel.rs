//! Stopping an analysis.
//!
//! A page that takes too long can be stopped from another thread. This is the one function that may be called with an
//! analyzer while another thread is inside a call with it.

use super::analyzer::blockmask_analyzer;
use super::malloc::boxed;
use super::mark;
use super::status::{BLOCKMASK_BAD_POINTER, BLOCKMASK_OK, Failure, blockmask_status};
use crate::CancelToken;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops the analysis that runs with this analyzer in another thread: it soon returns BLOCKMASK_CANCELLED, and the
/// analyzer then holds no page. This function does not wait for that. If no analysis runs, the next one is stopped; the
/// one after it is not. Of a batch, all remaining pages are stopped. Safe from any thread and from a signal handler
/// until blockmask_free_analyzer is called.
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

// The flag that tells an analysis to stop, in memory of its own.
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
    pub unsafe fn token(&self) -> CancelToken {
        // SAFETY: from a `Box` that only `drop` frees, and only ever shared; the caller keeps it for long enough.
        CancelToken::in_place(unsafe { self.0.as_ref() })
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
