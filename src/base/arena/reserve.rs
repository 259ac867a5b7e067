//! An allocator for programs that are to outlive a lack of memory.
//!
//! Growing tables and texts ask before they allocate, and unwind if the system refuses. The many small allocations of
//! other code cannot fail without ending the process, so these are served from a reserve while the system refuses; the
//! next [`check`] unwinds instead of them.
#![allow(unsafe_code)]

use super::{OutOfMemory, catch_out_of_memory, refuse};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, UnsafeCell};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU64, Ordering};

/// The bytes of the reserve, which take no memory until they are used, and the most of one request.
const SIZE: usize = 4 << 20;
const LARGEST: usize = 64 << 10;

thread_local! {
    static STATE: Cell<State> = const { Cell::new(State::Outside) };
}

/// Whether the thread is inside [`catch_refusal`], and whether it took something from the reserve there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Outside,
    Inside,
    Refused,
}

/// Runs `work`, in which [`check`] unwinds if memory ran out. Not to be nested.
///
/// # Errors
/// If memory ran out.
pub fn catch_refusal<T>(work: impl FnOnce() -> T) -> Result<T, OutOfMemory> {
    STATE.set(State::Inside);
    let result = catch_out_of_memory(work);
    STATE.set(State::Outside);
    result
}

/// Whether the system has memory to begin a page with: otherwise the beginnings of tables would use up the reserve.
pub fn has_memory() -> bool {
    Vec::<u8>::new().try_reserve_exact(2 * LARGEST).is_ok()
}

/// Unwinds if the system refused memory to this thread inside [`catch_refusal`]. To be called in each loop that makes
/// something of a page.
pub fn check() {
    if STATE.get() == State::Refused {
        refuse();
    }
}

/// The system's allocator, with a reserve.
pub struct ReservingAllocator {
    bytes: UnsafeCell<Region>,
    /// The end of what is in use, and in the upper half the number of allocations in it.
    in_use: AtomicU64,
}

#[repr(align(4096))]
struct Region {
    _bytes: [u8; SIZE],
}

// SAFETY: each part of the region belongs to the caller that it was handed to; `in_use` is atomic.
unsafe impl Sync for ReservingAllocator {}

const ONE: u64 = 1 << 32;

fn end_of(in_use: u64) -> usize {
    in_use as u32 as usize
}

impl ReservingAllocator {
    /// An allocator whose reserve is not in use.
    #[allow(clippy::new_without_default, reason = "for a static, as it is too large for the stack")]
    pub const fn new() -> ReservingAllocator {
        ReservingAllocator { bytes: UnsafeCell::new(Region { _bytes: [0; SIZE] }), in_use: AtomicU64::new(0) }
    }

    fn start(&self) -> *mut u8 {
        self.bytes.get().cast()
    }

    /// The offset in the reserve of memory from it.
    fn offset_of(&self, pointer: *mut u8) -> Option<usize> {
        pointer.addr().checked_sub(self.start().addr()).filter(|&offset| offset < SIZE)
    }

    /// A part of the reserve; NULL if none is left, or the request is large.
    #[cold]
    fn take(&self, layout: Layout) -> *mut u8 {
        let _ = STATE
            .try_with(|state| state.set(if state.get() == State::Outside { State::Outside } else { State::Refused }));
        if layout.size() > LARGEST || layout.align() > align_of::<Region>() {
            return null_mut();
        }
        let start_of = |in_use| end_of(in_use).next_multiple_of(layout.align());
        let taken = self.in_use.fetch_update(Ordering::AcqRel, Ordering::Acquire, |in_use| {
            let end = start_of(in_use) + layout.size();
            let count = in_use & !(ONE - 1);
            (end <= SIZE).then_some((count + ONE) | end as u64)
        });
        // SAFETY: the part ends in the region.
        taken.map_or(null_mut(), |before| unsafe { self.start().add(start_of(before)) })
    }

    /// Returns a part: the last one at once, all others with the last that is in use.
    #[cold]
    fn give_back(&self, offset: usize, size: usize) {
        let _ = self.in_use.fetch_update(Ordering::AcqRel, Ordering::Acquire, |in_use| {
            let count = (in_use & !(ONE - 1)) - ONE;
            let end = if end_of(in_use) == offset + size { offset } else { end_of(in_use) };
            Some(if count == 0 { 0 } else { count | end as u64 })
        });
    }

    fn or_take(&self, allocated: *mut u8, layout: Layout) -> *mut u8 {
        if allocated.is_null() { self.take(layout) } else { allocated }
    }
}

// SAFETY: memory is from the system, or a part of the reserve that nobody else has until it is given back.
unsafe impl GlobalAlloc for ReservingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        self.or_take(unsafe { System.alloc(layout) }, layout)
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let allocated = unsafe { System.alloc_zeroed(layout) };
        if !allocated.is_null() {
            return allocated;
        }
        let taken = self.take(layout);
        if !taken.is_null() {
            // SAFETY: the part has this size; it may have been used before.
            unsafe { taken.write_bytes(0, layout.size()) };
        }
        taken
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        if self.offset_of(pointer).is_none() {
            // SAFETY: the caller's promise, of memory from the system.
            let allocated = unsafe { System.realloc(pointer, layout, new_size) };
            if !allocated.is_null() {
                return allocated;
            }
        }
        // SAFETY: the caller promises that the new size is valid with this alignment.
        let new_layout = unsafe { Layout::from_size_align_unchecked(new_size, layout.align()) };
        let moved = if self.offset_of(pointer).is_some() {
            // SAFETY: the size is not 0, by the caller's promise.
            unsafe { self.alloc(new_layout) }
        } else {
            self.take(new_layout)
        };
        if !moved.is_null() {
            // SAFETY: both have at least the smaller size, and the new one is nobody else's; then the old one is freed as
            // it was allocated.
            unsafe {
                moved.copy_from_nonoverlapping(pointer, layout.size().min(new_size));
                self.dealloc(pointer, layout);
            }
        }
        moved
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        match self.offset_of(pointer) {
            Some(offset) => self.give_back(offset, layout.size()),
            // SAFETY: the caller's promise, of memory from the system.
            None => unsafe { System.dealloc(pointer, layout) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_the_reserve_are_apart_and_come_back() {
        static ALLOCATOR: ReservingAllocator = ReservingAllocator::new();
        let allocator = &ALLOCATOR;
        let layout = |size, align| Layout::from_size_align(size, align).unwrap();
        let (small, aligned) = (layout(3, 1), layout(64, 64));
        let (first, second) = (allocator.take(small), allocator.take(aligned));
        assert_eq!((first.addr() - allocator.start().addr(), second.addr() % 64), (0, 0));
        assert!(second.addr() >= first.addr() + 3);
        // SAFETY: each was handed out, with this layout.
        unsafe {
            first.write_bytes(1, 3);
            let grown = allocator.realloc(first, small, 100);
            assert_eq!(std::slice::from_raw_parts(grown, 3), [1; 3]);
            allocator.dealloc(grown, layout(100, 1));
            allocator.dealloc(second, aligned);
        }
        assert_eq!(allocator.in_use.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn the_reserve_ends() {
        static ALLOCATOR: ReservingAllocator = ReservingAllocator::new();
        let allocator = &ALLOCATOR;
        let layout = Layout::from_size_align(LARGEST, 8).unwrap();
        let parts = (0..).map(|_| allocator.take(layout)).take_while(|part| !part.is_null());
        assert_eq!(parts.count(), SIZE / LARGEST);
        assert!(allocator.take(Layout::from_size_align(LARGEST + 1, 1).unwrap()).is_null());
    }

    #[test]
    fn a_refusal_ends_the_work_at_the_next_check() {
        static ALLOCATOR: ReservingAllocator = ReservingAllocator::new();
        let allocator = &ALLOCATOR;
        check();
        let result = catch_refusal(|| {
            check();
            assert!(!allocator.take(Layout::new::<u64>()).is_null());
            check();
        });
        assert_eq!(result, Err(OutOfMemory::System));
        assert_eq!(catch_refusal(check), Ok(()));
    }
}
