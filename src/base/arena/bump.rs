//! A bump arena that unwinds with [`OutOfMemory`] when it cannot grow.
//!
//! [`bumpalo`] panics with a message, and its vectors abort the process. This wrapper uses bumpalo's fallible
//! allocation and unwinds without running the panic hook. The analyzer catches the unwinding and returns an error, so
//! functions that fill tables need not return a `Result` for every allocation.

use std::any::Any;
use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Why an arena could not allocate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutOfMemory {
    /// The system has no memory left.
    System,
    /// The arena's own limit is reached.
    Limit,
}

/// Why work that unwinds ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// An allocation failed.
    Memory(OutOfMemory),
    /// Its caller asked for it: [`cancel`].
    Cancelled,
}

// Panic payloads: zero-sized types, whose boxes do not allocate.
struct SystemPayload;
struct LimitPayload;
struct CancelledPayload;

/// Runs `work` and says why it ended early: an arena, or another allocation that [unwinds](refuse), could not grow in it,
/// or it was [cancelled](cancel). Other panics are resumed.
///
/// After a failure, changes made by `work` may be incomplete. A reserve is kept meanwhile, because unwinding takes memory,
/// and a process without any would end.
///
/// # Errors
/// If it ended early.
pub fn catch_ended<T>(work: impl FnOnce() -> T) -> Result<T, Ended> {
    keep_reserve().map_err(Ended::Memory)?;
    let _outer = (!IS_CAUGHT.replace(true)).then_some(Outer);
    catch_any(work)
}

/// [`catch_ended`] for work that nobody cancels.
///
/// # Errors
/// If an allocation failed.
#[cfg(any(test, feature = "unstable"))]
pub fn catch_out_of_memory<T>(work: impl FnOnce() -> T) -> Result<T, OutOfMemory> {
    catch_ended(work).map_err(memory_of)
}

/// [`catch_ended`] for work that nobody cancels, and that allocates in arenas only, which have reserves.
///
/// # Errors
/// If an allocation failed.
pub fn catch_full_arena<T>(work: impl FnOnce() -> T) -> Result<T, OutOfMemory> {
    catch_any(work).map_err(memory_of)
}

fn catch_any<T>(work: impl FnOnce() -> T) -> Result<T, Ended> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload: Box<dyn Any + Send>| match payload {
        payload if payload.is::<SystemPayload>() => Ended::Memory(OutOfMemory::System),
        payload if payload.is::<LimitPayload>() => Ended::Memory(OutOfMemory::Limit),
        payload if payload.is::<CancelledPayload>() => Ended::Cancelled,
        other => resume_unwind(other),
    })
}

/// Cancelled work goes on unwinding where only a lack of memory is caught.
fn memory_of(ended: Ended) -> OutOfMemory {
    match ended {
        Ended::Memory(memory) => memory,
        Ended::Cancelled => resume_unwind(Box::new(CancelledPayload)),
    }
}

/// Unwinds for [`catch_ended`], if the thread is inside of it, and if panics unwind at all.
pub fn cancel() {
    if is_caught() && cfg!(panic = "unwind") {
        resume_unwind(Box::new(CancelledPayload))
    }
}

/// Unwinds for [`catch_ended`] after the failure of an allocation outside arenas.
pub fn refuse() -> ! {
    free_reserve();
    resume_unwind(Box::new(SystemPayload))
}

/// The outermost [`catch_ended`] of a thread, also if another panic ends it.
struct Outer;

impl Drop for Outer {
    fn drop(&mut self) {
        IS_CAUGHT.set(false);
        free_reserve();
    }
}

/// Frees the reserve, also if a panic ends what it was kept for.
struct Kept;

impl Drop for Kept {
    fn drop(&mut self) {
        free_reserve();
    }
}

thread_local! {
    /// Empty outside of [`catch_ended`] and [`Bump::with_reserve`], so that there is nothing to be freed at the end of a thread.
    static RESERVE: Cell<ManuallyDrop<Vec<u8>>> = const { Cell::new(ManuallyDrop::new(Vec::new())) };
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Makes the reserve of the thread if there is none.
fn keep_reserve() -> Result<(), OutOfMemory> {
    let mut reserve = take_reserve();
    let kept = reserve.try_reserve_exact(UNWIND_RESERVE).map_err(|_| OutOfMemory::System);
    RESERVE.set(ManuallyDrop::new(reserve));
    kept
}

/// Whether the thread is inside [`catch_ended`].
pub fn is_caught() -> bool {
    IS_CAUGHT.get()
}

fn take_reserve() -> Vec<u8> {
    ManuallyDrop::into_inner(RESERVE.replace(ManuallyDrop::new(Vec::new())))
}

fn free_reserve() {
    drop(take_reserve());
}

/// Reserved bytes that are freed before unwinding, which allocates a few dozen bytes.
const UNWIND_RESERVE: usize = 1 << 10;

/// A bump arena: the memory of tables that are freed together.
#[derive(Default)]
pub struct Bump {
    inner: bumpalo::Bump,
    reserve: Cell<Vec<u8>>,
    /// The largest capacity requested for the current page.
    requested: usize,
}

impl Bump {
    /// An empty arena.
    pub fn new() -> Bump {
        Bump::default()
    }

    /// An arena with a capacity of `bytes`, or an empty one if the system has no memory.
    pub fn with_capacity(bytes: usize) -> Bump {
        let mut bump = Bump::new();
        bump.reallocate(bytes);
        bump
    }

    pub(super) fn inner(&self) -> &bumpalo::Bump {
        &self.inner
    }

    /// Empties the arena, keeping the largest chunk of its memory.
    pub fn reset(&mut self) {
        self.inner.reset();
    }

    /// Frees all memory, then allocates one chunk of `bytes` if the system has it.
    pub(super) fn reallocate(&mut self, bytes: usize) {
        // Freed first, so that the old and the new chunk are never held together.
        self.inner = bumpalo::Bump::new();
        if bytes > 0
            && let Ok(bump) = bumpalo::Bump::try_with_capacity(bytes)
        {
            self.inner = bump;
        }
    }

    /// Allocates the reserve that unwinding needs, if it was used.
    pub(super) fn ensure_reserve(&mut self) -> Result<(), OutOfMemory> {
        let reserve = self.reserve.get_mut();
        reserve.try_reserve_exact(UNWIND_RESERVE).map_err(|_| OutOfMemory::System)
    }

    /// Resets [`Bump::high_water_mark`] for a new page.
    pub(super) fn clear_request(&mut self) {
        self.requested = 0;
    }

    /// Records a requested capacity for [`Bump::high_water_mark`].
    pub(super) fn note_request(&mut self, bytes: usize) {
        self.requested = self.requested.max(bytes);
    }

    /// Bytes that the current page needs of this arena: the capacity it requested, or what it used if that is more.
    pub(crate) fn high_water_mark(&self) -> usize {
        self.requested.max(self.allocated_bytes() - self.chunk_capacity())
    }

    /// Free bytes in the current chunk.
    pub fn chunk_capacity(&self) -> usize {
        self.inner.chunk_capacity()
    }

    /// Bytes allocated from the system, used or not.
    pub fn allocated_bytes(&self) -> usize {
        self.inner.allocated_bytes()
    }

    /// Sets the maximum number of bytes that the arena may allocate from the system; `None` for no limit.
    pub fn set_allocation_limit(&self, limit: Option<usize>) {
        self.inner.set_allocation_limit(limit);
    }

    /// Lowers the limit, if there is one, by what another arena of the same budget has grown.
    pub fn lower_allocation_limit(&self, bytes: usize) {
        if let Some(limit) = self.inner.allocation_limit() {
            self.set_allocation_limit(Some(limit.saturating_sub(bytes)));
        }
    }

    /// Why an allocation of `bytes` failed.
    pub(crate) fn failure_cause(&self, bytes: usize) -> OutOfMemory {
        // A chunk is larger than the allocation that it is opened for.
        let chunk = bytes.saturating_mul(2).saturating_add(16 << 10);
        let within = |limit| self.allocated_bytes().saturating_add(chunk) <= limit;
        if self.inner.allocation_limit().is_none_or(within) { OutOfMemory::System } else { OutOfMemory::Limit }
    }

    /// Runs `work`, in which allocations outside arenas may [unwind](refuse): a reserve is kept for them meanwhile.
    pub fn with_reserve<T>(&self, work: impl FnOnce() -> T) -> T {
        if is_caught() {
            return work();
        }
        if keep_reserve().is_err() {
            self.out_of_memory(UNWIND_RESERVE);
        }
        let _kept = Kept;
        work()
    }

    /// Frees the reserve and unwinds with [`OutOfMemory`], as an allocation of `bytes` failed.
    #[cold]
    #[inline(never)]
    pub fn out_of_memory(&self, bytes: usize) -> ! {
        drop(self.reserve.take());
        free_reserve();
        match self.failure_cause(bytes) {
            OutOfMemory::System => resume_unwind(Box::new(SystemPayload)),
            OutOfMemory::Limit => resume_unwind(Box::new(LimitPayload)),
        }
    }

    #[inline]
    fn unwrap_or_unwind<'s, T>(&self, result: Result<&'s mut [T], bumpalo::AllocErr>, len: usize) -> &'s mut [T] {
        match result {
            Ok(slice) => slice,
            Err(_) => self.out_of_memory(len.saturating_mul(size_of::<T>())),
        }
    }

    /// A copy of `items`.
    pub fn alloc_slice_copy<T: Copy>(&self, items: &[T]) -> &mut [T] {
        self.unwrap_or_unwind(self.inner.try_alloc_slice_copy(items), items.len())
    }

    /// A slice of `len` copies of `value`.
    ///
    /// # Errors
    /// If the allocation fails.
    pub fn try_alloc_slice_fill_copy<T: Copy>(&self, len: usize, value: T) -> Result<&mut [T], OutOfMemory> {
        let cause = |_| self.failure_cause(len.saturating_mul(size_of::<T>()));
        self.inner.try_alloc_slice_fill_copy(len, value).map_err(cause)
    }

    /// A slice of `len` copies of `value`.
    pub fn alloc_slice_fill_copy<T: Copy>(&self, len: usize, value: T) -> &mut [T] {
        self.unwrap_or_unwind(self.inner.try_alloc_slice_fill_copy(len, value), len)
    }

    /// A slice of `len` default values.
    pub fn alloc_slice_fill_default<T: Default>(&self, len: usize) -> &mut [T] {
        self.unwrap_or_unwind(self.inner.try_alloc_slice_fill_default(len), len)
    }

    /// A slice of `item(0)` to `item(len - 1)`.
    pub fn alloc_slice_fill_with<T>(&self, len: usize, item: impl FnMut(usize) -> T) -> &mut [T] {
        self.unwrap_or_unwind(self.inner.try_alloc_slice_fill_with(len, item), len)
    }

    /// A slice of the items of an iterator of exact length.
    pub fn alloc_slice_fill_iter<T, I>(&self, items: I) -> &mut [T]
    where
        I: IntoIterator<Item = T>,
        I::IntoIter: ExactSizeIterator,
    {
        let items = items.into_iter();
        let len = items.len();
        self.unwrap_or_unwind(self.inner.try_alloc_slice_fill_iter(items), len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn running_out_of_memory_is_caught() {
        let bump = Bump::new();
        bump.set_allocation_limit(Some(1000));
        assert_eq!(catch_out_of_memory(|| bump.alloc_slice_fill_copy(100, 1u8).len()), Ok(100));
        assert_eq!(catch_out_of_memory(|| bump.alloc_slice_fill_copy(2000, 1u8).len()), Err(OutOfMemory::Limit));
        assert_eq!(catch_out_of_memory(|| bump.alloc_slice_fill_default::<u64>(2000).len()), Err(OutOfMemory::Limit));
        assert_eq!(catch_out_of_memory(|| bump.alloc_slice_copy(&[7u8; 10]).len()), Ok(10));
    }

    #[test]
    fn other_panics_are_resumed() {
        let result = catch_unwind(|| catch_out_of_memory(|| resume_unwind(Box::new("other"))));
        assert_eq!(result.unwrap_err().downcast_ref(), Some(&"other"));
    }
}
