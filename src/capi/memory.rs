//! Memory.
//!
//! What a function says is the caller's own comes from the system's malloc.

use std::ffi::c_void;

/// Frees what blockmask_annotate_page or blockmask_analyze_batch made. NULL is fine. It is the free of the C library
/// that blockmask is linked with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_free(memory: *mut c_void) {
    // SAFETY: by the header's rules from `malloc`, through a function that gives memory away, and freed once.
    unsafe { libc::free(memory) };
}
