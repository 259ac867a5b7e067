//! Memory.
//!
//! What a function documents as owned by the caller comes from the system's malloc.

use std::ffi::c_void;

/// Frees the result of blockmask_zone_page or blockmask_analyze_batch, or NULL: with the free of the C library that
/// blockmask is linked with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_free(memory: *mut c_void) {
    // SAFETY: by the header's rules from `malloc`, through a function that gives memory away, and freed once.
    unsafe { libc::free(memory) };
}
