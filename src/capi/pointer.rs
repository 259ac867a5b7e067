//! What callers pass by pointer: looked at once, at the door.
//!
//! The functions that take raw pointers are unsafe for one reason, the header's first rule: a pointer that is not NULL
//! points to as many bytes as its type or its length argument says, and nobody else changes them during the call.

use super::status::{BLOCKMASK_BAD_POINTER, BLOCKMASK_BUFFER_TOO_SMALL, Failure};
use std::ffi::{CStr, c_char};
use std::marker::PhantomData;
use std::ptr::NonNull;

/// Neither NULL nor misaligned.
fn checked<T>(pointer: *const T, name: &str) -> Result<NonNull<T>, Failure> {
    match NonNull::new(pointer.cast_mut()) {
        Some(pointer) if pointer.is_aligned() => Ok(pointer),
        _ => Err(bad_pointer(pointer.is_null(), name)),
    }
}

#[cold]
#[inline(never)]
fn bad_pointer(is_null: bool, name: &str) -> Failure {
    let fault = if is_null { "is NULL" } else { "is not aligned for its type" };
    Failure::new(BLOCKMASK_BAD_POINTER, format!("{name} {fault}"))
}

/// A value of the caller's.
pub(super) unsafe fn value<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    // SAFETY: not NULL and aligned, as checked; the caller's promise covers the rest.
    checked(pointer, name).map(|pointer| unsafe { pointer.as_ref() })
}

/// An array of the caller's. NULL is an empty array, but not a longer one.
pub(super) unsafe fn array<'a, T>(pointer: *const T, len: usize, name: &str) -> Result<&'a [T], Failure> {
    if len == 0 {
        return Ok(&[]);
    }
    let pointer = checked(pointer, name)?;
    if len.checked_mul(size_of::<T>()).is_none_or(|bytes| bytes > isize::MAX as usize) {
        return Err(Failure::new(BLOCKMASK_BAD_POINTER, format!("{name} is longer than the address space")));
    }
    // SAFETY: not NULL, aligned and no longer than an object can be, as checked; the caller's promise covers the rest.
    Ok(unsafe { std::slice::from_raw_parts(pointer.as_ptr(), len) })
}

/// A string of the caller's, none for NULL or for one that is not UTF-8.
pub(super) unsafe fn string<'a>(pointer: *const c_char) -> Option<&'a str> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: not NULL, as checked; the caller's promise includes the terminating zero.
    unsafe { CStr::from_ptr(pointer) }.to_str().ok()
}

/// A place for one value.
#[derive(Debug)]
pub(super) struct Out<'a, T> {
    place: NonNull<T>,
    caller: PhantomData<&'a mut T>,
}

impl<T: Copy> Out<'_, T> {
    pub unsafe fn new(place: *mut T, name: &str) -> Result<Self, Failure> {
        Ok(Out { place: checked(place, name)?, caller: PhantomData })
    }

    pub fn write(&mut self, value: T) {
        // SAFETY: `new`'s caller promised that a `T` may be written here as long as `self` lives.
        unsafe { self.place.write(value) }
    }
}

/// Room for bytes, and a place for how many are needed.
pub(super) struct Buffer<'a> {
    bytes: *mut u8,
    capacity: usize,
    len: Out<'a, usize>,
}

impl Buffer<'_> {
    /// NULL is a buffer without room, to ask for the size.
    pub unsafe fn new(bytes: *mut u8, capacity: usize, len: *mut usize) -> Result<Self, Failure> {
        // SAFETY: the same promise.
        let len = unsafe { Out::new(len, "length") }?;
        Ok(Buffer { bytes, capacity: if bytes.is_null() { 0 } else { capacity }, len })
    }

    /// Writes the size, and the bytes if there is room for them all.
    pub fn fill(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.len.write(bytes.len());
        if bytes.len() > self.capacity {
            let message = format!("the buffer has {} bytes, {} are needed", self.capacity, bytes.len());
            return Err(Failure::new(BLOCKMASK_BUFFER_TOO_SMALL, message));
        }
        if !bytes.is_empty() {
            // SAFETY: there is room for so many bytes, by `new`'s caller; what is copied is the library's, so the two
            // do not overlap.
            unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.bytes, bytes.len()) }
        }
        Ok(())
    }
}

/// Whether a struct of the caller's may have so many bytes: what the first version had, or more up to a bound that
/// nobody's struct passes, and whole fields, as a size is a multiple of the alignment and no field is wider than that.
pub(super) fn is_size_of<T>(size: usize, first_version: usize) -> bool {
    (first_version..=4096).contains(&size) && size.is_multiple_of(align_of::<T>())
}

/// Copies as much of a value as a struct of the caller's with `size` bytes holds, and zeros behind it.
pub(super) unsafe fn write_prefix<T: Copy>(place: *mut u8, size: usize, value: &T) {
    let shared = size.min(size_of::<T>());
    // SAFETY: the caller promises `size` bytes at `place`; `value` has the first `shared` of them, and is the
    // library's, so the two do not overlap. Bytes need no alignment.
    unsafe {
        std::ptr::copy_nonoverlapping(std::ptr::from_ref(value).cast::<u8>(), place, shared);
        std::ptr::write_bytes(place.add(shared), 0, size - shared);
    }
}
