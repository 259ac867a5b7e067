//! A bump arena that unwinds with [`OutOfMemory`] when it cannot grow.
//!
//! [`bumpalo`] would panic with a message, and its vectors would end the process. Here every allocation is a fallible
//! one of bumpalo's, and a refusal unwinds: silently, as no panic hook runs, and up to the one place that catches it,
//! the analyzer, which turns it into an error. So no function that fills a table has to say that memory may run out.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Who refused an arena memory: what it unwinds with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutOfMemory {
    /// The system.
    System,
    /// The arena's own limit.
    Limit,
}

/// What is thrown: types without size, whose boxes take no memory.
struct BySystem;
struct ByLimit;

/// Runs `work`, and gives [`OutOfMemory`] if an arena ran out in it. Panics go through.
///
/// What `work` was changing may be half done afterwards.
///
/// # Errors
/// Says who refused the memory.
pub fn catching<T>(work: impl FnOnce() -> T) -> Result<T, OutOfMemory> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload: Box<dyn Any + Send>| match payload {
        by if by.is::<BySystem>() => OutOfMemory::System,
        by if by.is::<ByLimit>() => OutOfMemory::Limit,
        other => resume_unwind(other),
    })
}

/// Bytes kept to be given back before unwinding, which takes some dozen bytes itself.
const RESERVE: usize = 1 << 10;

/// The memory of tables that live and die together.
#[derive(Default)]
pub struct Bump {
    inner: bumpalo::Bump,
    reserve: Cell<Vec<u8>>,
    /// The largest room that was asked for the page.
    asked: usize,
}

impl Bump {
    /// An empty arena.
    pub fn new() -> Bump {
        Bump::default()
    }

    /// An arena with room for so many bytes, if the system has them.
    pub fn with_capacity(bytes: usize) -> Bump {
        let mut bump = Bump::new();
        bump.renew(bytes);
        bump
    }

    pub(super) fn inner(&self) -> &bumpalo::Bump {
        &self.inner
    }

    /// Empties the arena, keeping the largest chunk of its memory.
    pub fn reset(&mut self) {
        self.inner.reset();
    }

    /// Gives all memory back, then takes room for so many bytes, if the system has it.
    pub(super) fn renew(&mut self, bytes: usize) {
        // The old chunk is given back first, so that never both are held.
        self.inner = bumpalo::Bump::new();
        if bytes > 0
            && let Ok(bump) = bumpalo::Bump::try_with_capacity(bytes)
        {
            self.inner = bump;
        }
    }

    /// Sets bytes aside that make sure that running out can be told.
    pub(super) fn keep_reserve(&mut self) -> Result<(), OutOfMemory> {
        let reserve = self.reserve.get_mut();
        reserve.try_reserve_exact(RESERVE).map_err(|_| OutOfMemory::System)
    }

    /// Forgets how much room was asked for, as a page begins.
    pub(super) fn forget_room(&mut self) {
        self.asked = 0;
    }

    /// Notes how much room is asked for.
    pub(super) fn note_room(&mut self, bytes: usize) {
        self.asked = self.asked.max(bytes);
    }

    /// Bytes that the page needs of this arena: those it asked for, or more if it took more.
    pub(crate) fn need(&self) -> usize {
        self.asked.max(self.allocated_bytes() - self.chunk_capacity())
    }

    /// Bytes of room in the current chunk.
    pub fn chunk_capacity(&self) -> usize {
        self.inner.chunk_capacity()
    }

    /// Bytes taken from the system, used or not.
    pub fn allocated_bytes(&self) -> usize {
        self.inner.allocated_bytes()
    }

    /// The most bytes that the arena may take from the system; `None` for as many as there are.
    pub fn set_allocation_limit(&self, limit: Option<usize>) {
        self.inner.set_allocation_limit(limit);
    }

    /// Who refuses so many bytes.
    pub(crate) fn refusal(&self, bytes: usize) -> OutOfMemory {
        // A chunk is larger than what is to go into it.
        let chunk = bytes.saturating_mul(2).saturating_add(16 << 10);
        let within = |limit| self.allocated_bytes().saturating_add(chunk) <= limit;
        if self.inner.allocation_limit().is_none_or(within) { OutOfMemory::System } else { OutOfMemory::Limit }
    }

    /// Gives back the reserve and unwinds with [`OutOfMemory`], as so many bytes were refused.
    #[cold]
    #[inline(never)]
    pub fn out_of_memory(&self, bytes: usize) -> ! {
        drop(self.reserve.take());
        match self.refusal(bytes) {
            OutOfMemory::System => resume_unwind(Box::new(BySystem)),
            OutOfMemory::Limit => resume_unwind(Box::new(ByLimit)),
        }
    }

    #[inline]
    fn granted<'s, T>(&self, result: Result<&'s mut [T], bumpalo::AllocErr>, len: usize) -> &'s mut [T] {
        match result {
            Ok(slice) => slice,
            Err(_) => self.out_of_memory(len.saturating_mul(size_of::<T>())),
        }
    }

    /// A copy of `items`.
    pub fn alloc_slice_copy<T: Copy>(&self, items: &[T]) -> &mut [T] {
        self.granted(self.inner.try_alloc_slice_copy(items), items.len())
    }

    /// `len` times `value`, or an error.
    ///
    /// # Errors
    /// Says who refused the memory.
    pub fn try_alloc_slice_fill_copy<T: Copy>(&self, len: usize, value: T) -> Result<&mut [T], OutOfMemory> {
        let refusal = |_| self.refusal(len.saturating_mul(size_of::<T>()));
        self.inner.try_alloc_slice_fill_copy(len, value).map_err(refusal)
    }

    /// `len` times `value`.
    pub fn alloc_slice_fill_copy<T: Copy>(&self, len: usize, value: T) -> &mut [T] {
        self.granted(self.inner.try_alloc_slice_fill_copy(len, value), len)
    }

    /// `len` defaults.
    pub fn alloc_slice_fill_default<T: Default>(&self, len: usize) -> &mut [T] {
        self.granted(self.inner.try_alloc_slice_fill_default(len), len)
    }

    /// What `item` makes of `0..len`.
    pub fn alloc_slice_fill_with<T>(&self, len: usize, item: impl FnMut(usize) -> T) -> &mut [T] {
        self.granted(self.inner.try_alloc_slice_fill_with(len, item), len)
    }

    /// The items of an iterator that knows how many there are.
    pub fn alloc_slice_fill_iter<T, I>(&self, items: I) -> &mut [T]
    where
        I: IntoIterator<Item = T>,
        I::IntoIter: ExactSizeIterator,
    {
        let items = items.into_iter();
        let len = items.len();
        self.granted(self.inner.try_alloc_slice_fill_iter(items), len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn running_out_is_told_without_a_word() {
        let bump = Bump::new();
        bump.set_allocation_limit(Some(1000));
        assert_eq!(catching(|| bump.alloc_slice_fill_copy(100, 1u8).len()), Ok(100));
        assert_eq!(catching(|| bump.alloc_slice_fill_copy(2000, 1u8).len()), Err(OutOfMemory::Limit));
        assert_eq!(catching(|| bump.alloc_slice_fill_default::<u64>(2000).len()), Err(OutOfMemory::Limit));
        assert_eq!(catching(|| bump.alloc_slice_copy(&[7u8; 10]).len()), Ok(10));
    }

    #[test]
    fn other_panics_go_through() {
        let result = catch_unwind(|| catching(|| resume_unwind(Box::new("other"))));
        assert_eq!(result.unwrap_err().downcast_ref(), Some(&"other"));
    }
}
