//! The marks of handles: structs behind opaque pointers that tell whether a pointer is to one of them.
//!
//! A handle that was freed is recognized only as long as its memory is not used again; its mark is cleared first.

use std::sync::atomic::{AtomicU64, Ordering};

/// What a handle begins with while it is alive.
pub(super) struct Mark(AtomicU64);

impl Mark {
    /// The mark of a new handle.
    pub const fn of<T: Marked>() -> Mark {
        Mark(AtomicU64::new(T::MARK))
    }
}

/// A struct that callers have pointers to.
///
/// # Safety
/// The mark is the first field of a struct with `repr(C)`, so that it is read of a handle of another kind too; it is
/// made by [`Mark::of`] for this type, and only shared.
pub(super) unsafe trait Marked: Sized {
    /// Different for every type of handle, so that one is not taken for another.
    const MARK: u64;

    /// The mark of a handle, without a reference to the rest of it.
    ///
    /// # Safety
    /// `handle` is not NULL, aligned, and points to memory of this type.
    unsafe fn mark<'m>(handle: *const Self) -> &'m Mark;
}

/// Declares the mark of a handle: its field `mark`, and eight letters that are its value.
macro_rules! marked {
    ($handle:ty, $letters:literal) => {
        const _: () = assert!(std::mem::offset_of!($handle, mark) == 0);
        // SAFETY: the field is made by `Mark::of::<Self>()` where the struct is made, and nowhere borrowed mutably.
        unsafe impl $crate::capi::mark::Marked for $handle {
            const MARK: u64 = u64::from_le_bytes(*$letters);

            unsafe fn mark<'m>(handle: *const Self) -> &'m $crate::capi::mark::Mark {
                // SAFETY: the caller's promise.
                unsafe { &(*handle).mark }
            }
        }
    };
}

pub(super) use marked;

/// Whether a pointer of the caller's is to a handle of this type.
///
/// # Safety
/// As for every function of the header: NULL, or created by the library and not yet freed.
pub(super) unsafe fn is_valid<T: Marked>(handle: *const T) -> bool {
    // SAFETY: not NULL and aligned, so by the caller's promise a handle.
    !handle.is_null() && handle.is_aligned() && unsafe { T::mark(handle) }.0.load(Ordering::Relaxed) == T::MARK
}

/// Frees a handle, or does nothing with what is none.
///
/// # Safety
/// As for [`take`].
pub(super) unsafe fn free<T: Marked>(handle: *mut T) {
    // SAFETY: the caller's promise.
    drop(unsafe { take(handle) });
}

/// The box of a handle, which is one no more; `None` for what is none.
///
/// # Safety
/// As for [`is_valid`]; and the handle came from a `Box`, and nobody else uses it.
pub(super) unsafe fn take<T: Marked>(handle: *mut T) -> Option<Box<T>> {
    // SAFETY: the caller's promise; a mark that is right was not cleared, so that the box is taken once.
    unsafe {
        is_valid(handle).then(|| {
            T::mark(handle).0.store(0, Ordering::Relaxed);
            Box::from_raw(handle)
        })
    }
}
