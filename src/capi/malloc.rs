//! Fallible allocation: boxes, values that are lent, and a growing buffer that C code frees.

use super::start::blockmask_table;
use super::status::Failure;
use crate::base::arena::try_box;
use std::ffi::{c_char, c_void};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A box, or an error where `Box::new` would end the process.
pub(super) fn boxed<T>(value: T) -> Result<Box<T>, Failure> {
    match try_box() {
        Ok(memory) => Ok(Box::write(memory, value)),
        Err(_) => Err(Failure::out_of_memory()),
    }
}

/// A value in a separate allocation, which others read while the owner moves.
pub(super) struct Owned<T>(NonNull<T>);

impl<T> Owned<T> {
    pub fn new(value: T) -> Result<Owned<T>, Failure> {
        boxed(value).map(|value| Owned(NonNull::from(Box::leak(value))))
    }

    pub fn get(&self) -> &T {
        // SAFETY: from a `Box` that only `drop` frees, and only ever shared.
        unsafe { self.0.as_ref() }
    }
}

impl<T> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: made from a `Box` by `new`, given back once; nobody reads it any more.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }
}

// SAFETY: it owns the value, as a `Box` does; references to it are shared, so both threads may have to read it.
unsafe impl<T: Send + Sync> Send for Owned<T> {}

/// A value that several owners share; unlike in an `Arc`, a lack of memory is an error.
pub(super) struct Counted<T>(NonNull<(AtomicUsize, T)>);

impl<T> Counted<T> {
    pub fn new(value: T) -> Result<Counted<T>, Failure> {
        boxed((AtomicUsize::new(1), value)).map(|value| Counted(NonNull::from(Box::leak(value))))
    }

    pub fn get(&self) -> &T {
        // SAFETY: from a `Box` that the last owner frees, and only ever shared.
        unsafe { &self.0.as_ref().1 }
    }
}

impl<T> Clone for Counted<T> {
    fn clone(&self) -> Counted<T> {
        // SAFETY: as in `get`. No program has as many owners as fit in memory twice over.
        unsafe { self.0.as_ref() }.0.fetch_add(1, Ordering::Relaxed);
        Counted(self.0)
    }
}

impl<T> Drop for Counted<T> {
    fn drop(&mut self) {
        // SAFETY: as in `get`.
        if unsafe { self.0.as_ref() }.0.fetch_sub(1, Ordering::AcqRel) == 1 {
            // SAFETY: made from a `Box` by `new`, given back by its last owner.
            drop(unsafe { Box::from_raw(self.0.as_ptr()) });
        }
    }
}

// SAFETY: owners share the value, as those of an `Arc` do.
unsafe impl<T: Send + Sync> Send for Counted<T> {}

/// Bytes, the first of them aligned for any record.
pub(super) struct MallocBuffer {
    start: NonNull<u8>,
    len: usize,
    capacity: usize,
}

impl MallocBuffer {
    pub fn with_capacity(capacity: usize) -> Result<MallocBuffer, Failure> {
        let capacity = capacity.max(1);
        // SAFETY: any size is valid, and the result is checked.
        let start = unsafe { libc::malloc(capacity) };
        let start = NonNull::new(start.cast()).ok_or_else(Failure::out_of_memory)?;
        Ok(MallocBuffer { start, len: 0, capacity })
    }

    /// A record for each of `rows`, made by `record` of the row and the addresses of its texts, and behind the records
    /// the texts.
    pub fn with_texts<R, T: Copy, const N: usize>(
        rows: &[R],
        texts: impl Fn(&R) -> [&str; N],
        record: impl Fn(&R, [*const c_char; N]) -> T,
    ) -> Result<MallocBuffer, Failure> {
        let mut at = size_of::<T>() * rows.len();
        let capacity = at + rows.iter().flat_map(&texts).map(str::len).sum::<usize>();
        // It never grows, so addresses in it stay valid.
        let mut buffer = MallocBuffer::with_capacity(capacity)?;
        let start = buffer.start();
        for row in rows {
            let addresses = texts(row).map(|text| {
                let address = start.wrapping_add(at).cast();
                at += text.len();
                address
            });
            buffer.extend(&[record(row, addresses)])?;
        }
        for text in rows.iter().flat_map(&texts) {
            buffer.extend(text.as_bytes())?;
        }
        Ok(buffer)
    }

    /// A record, behind it the items of a list, and behind these a text: `head` makes the record of the addresses of
    /// both.
    pub fn with_list_and_text<H: Copy, T: Copy>(
        list: impl ExactSizeIterator<Item = T>,
        text: &[u8],
        head: impl FnOnce(*const T, *const c_char) -> H,
    ) -> Result<MallocBuffer, Failure> {
        const { assert!(size_of::<H>().is_multiple_of(align_of::<T>())) };
        let text_at = size_of::<H>() + size_of::<T>() * list.len();
        // It never grows, so addresses in it stay valid.
        let mut buffer = MallocBuffer::with_capacity(text_at + text.len())?;
        let start = buffer.start();
        buffer.extend(&[head(start.wrapping_add(size_of::<H>()).cast(), start.wrapping_add(text_at).cast())])?;
        for item in list {
            buffer.extend(&[item])?;
        }
        buffer.extend(text)?;
        Ok(buffer)
    }

    /// What was appended.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: `len` bytes were written.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }

    /// Where it begins, until it grows or is given away.
    pub fn start(&self) -> *const u8 {
        self.start.as_ptr()
    }

    /// Reserves capacity for more bytes.
    fn reserve(&mut self, more: usize) -> Result<(), Failure> {
        let needed = self.len.checked_add(more).ok_or_else(Failure::out_of_memory)?;
        if needed <= self.capacity {
            return Ok(());
        }
        let capacity = needed.max(self.capacity.saturating_mul(2));
        // SAFETY: `start` is from `malloc` or `realloc` and not yet freed; if this fails it stays so.
        let start = unsafe { libc::realloc(self.start.as_ptr().cast(), capacity) };
        self.start = NonNull::new(start.cast()).ok_or_else(Failure::out_of_memory)?;
        self.capacity = capacity;
        Ok(())
    }

    /// Appends the bytes of records. Addresses in the buffer that they hold are valid until it grows.
    pub fn extend<T: Copy>(&mut self, records: &[T]) -> Result<(), Failure> {
        let bytes = size_of_val(records);
        self.reserve(bytes)?;
        // SAFETY: this number of bytes after `len` is reserved, and a borrowed slice is not in memory that only the
        // buffer owns. They are copied without being read, so padding may be uninitialized.
        unsafe {
            std::ptr::copy_nonoverlapping(records.as_ptr().cast(), self.start.as_ptr().add(self.len), bytes);
        }
        self.len += bytes;
        Ok(())
    }

    /// Appends zeros up to a multiple of 8.
    pub fn align(&mut self) -> Result<(), Failure> {
        let missing = self.len.next_multiple_of(8) - self.len;
        self.extend(&[0u8; 8][..missing])
    }

    /// Gives the memory to the caller.
    pub fn into_raw(self) -> *mut u8 {
        std::mem::ManuallyDrop::new(self).start.as_ptr()
    }

    /// Gives the memory to the caller as a table: it begins with `count` rows of this type.
    pub fn into_table<T>(self, count: usize) -> blockmask_table {
        blockmask_table { rows: self.into_raw().cast(), count, stride: size_of::<T>() }
    }
}

impl Drop for MallocBuffer {
    fn drop(&mut self) {
        // SAFETY: from `malloc` or `realloc`, and freed once.
        unsafe { libc::free(self.start.as_ptr().cast()) };
    }
}

/// Results of calls that are freed with a document.
#[derive(Default)]
pub(super) struct Kept(Vec<*const c_void>);

impl Kept {
    /// Takes a result.
    ///
    /// # Safety
    /// NULL, or from `malloc` and freed by nobody else.
    pub unsafe fn push(&mut self, memory: *const c_void) -> Result<(), Failure> {
        self.0.try_reserve(1)?;
        self.0.push(memory);
        Ok(())
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        for memory in &self.0 {
            // SAFETY: by the promise of `push` from `malloc`, and freed here alone.
            unsafe { libc::free(memory.cast_mut()) };
        }
    }
}
