//! Validation of pointers and of the sizes that come with structs.
//!
//! The functions that take raw pointers are unsafe for one reason, the header's first rule: a pointer that is not NULL
//! points to as many bytes as its type or its length argument says, and no other thread changes them during the call.

use super::status::{BLOCKMASK_BAD_POINTER, BLOCKMASK_BAD_STRUCT_SIZE, BLOCKMASK_BUFFER_TOO_SMALL, Failure, failure};
use std::ffi::c_char;
use std::fmt::{self, Display, Write};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
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
    failure!(BLOCKMASK_BAD_POINTER, "{name} {fault}")
}

/// Refuses arrays that no object can hold.
fn check_length(len: usize, size: usize, name: &str) -> Result<(), Failure> {
    match len.checked_mul(size) {
        Some(bytes) if bytes <= isize::MAX as usize => Ok(()),
        _ => Err(failure!(BLOCKMASK_BAD_POINTER, "{name} is longer than the address space")),
    }
}

/// An array of the caller's. NULL is an empty array, but not a longer one.
pub(super) unsafe fn array<'a, T>(pointer: *const T, len: usize, name: &str) -> Result<&'a [T], Failure> {
    if len == 0 {
        return Ok(&[]);
    }
    let pointer = checked(pointer, name)?;
    check_length(len, size_of::<T>(), name)?;
    // SAFETY: not NULL, aligned and no longer than an object can be, as checked; the caller's promise covers the rest.
    Ok(unsafe { std::slice::from_raw_parts(pointer.as_ptr(), len) })
}

/// A string of the caller's; none for NULL with length 0, and for one that is not UTF-8.
pub(super) unsafe fn text<'a>(pointer: *const c_char, len: usize, name: &str) -> Result<Option<&'a str>, Failure> {
    // SAFETY: the caller makes the same promise.
    let bytes = unsafe { array(pointer.cast::<u8>(), len, name) }?;
    Ok(std::str::from_utf8(bytes).ok().filter(|_| !pointer.is_null()))
}

/// A struct of the caller's that begins with its size, because later versions add fields at its end.
///
/// # Safety
/// It is `repr(C)` without padding, any bytes are a value of it (integers, floats and raw pointers), and its first
/// field, `size`, is an integer.
pub(super) unsafe trait Versioned: Copy {
    /// Bytes of the first version.
    const FIRST_SIZE: usize;

    /// The field `size`.
    ///
    /// # Safety
    /// The caller promises the field.
    unsafe fn size(this: NonNull<Self>) -> usize;
}

/// Accepts the sizes that a version of a struct can have: the first one's or more, whole fields (no field is
/// wider than the alignment), and no more than 4 KiB.
pub(super) fn check_size<T: Versioned>(size: usize, name: &str) -> Result<(), Failure> {
    match (T::FIRST_SIZE..=4096).contains(&size) && size.is_multiple_of(align_of::<T>()) {
        true => Ok(()),
        false => Err(bad_size(size, T::FIRST_SIZE, name)),
    }
}

#[cold]
#[inline(never)]
fn bad_size(size: usize, first: usize, name: &str) -> Failure {
    failure!(BLOCKMASK_BAD_STRUCT_SIZE, "the size of {name} is {size}; it must be sizeof, at least {first}")
}

/// Structs that the caller passes in, of any version.
pub(super) struct Structs<'a, T> {
    bytes: &'a [u8],
    size: usize,
    default: T,
}

impl<'a, T: Versioned> Structs<'a, T> {
    /// An array of `count` structs of one size. Fields that they lack have the value of `default`; what the library
    /// does not know must be zero.
    pub unsafe fn new(pointer: *const T, count: usize, default: T, name: &str) -> Result<Self, Failure> {
        if count == 0 {
            return Ok(Structs { bytes: &[], size: 1, default });
        }
        let first = checked(pointer, name)?;
        // SAFETY: the caller promises a struct, which begins with its size.
        let size = unsafe { T::size(first) };
        check_size::<T>(size, name)?;
        check_length(count, size, name)?;
        // Before the bytes become a slice: an array of smaller structs ends before it.
        for index in 1..count {
            // SAFETY: the caller promises a struct here, as all before it have `size` bytes; aligned, as is the first one and
            // `size` is a multiple of the alignment.
            let other = unsafe { T::size(first.byte_add(index * size)) };
            if other != size {
                return Err(failure!(BLOCKMASK_BAD_STRUCT_SIZE, "the size of {name}[{index}] is {other}, not {size}"));
            }
        }
        // SAFETY: the caller promises `count` structs of `size` bytes; bytes have no alignment.
        let bytes = unsafe { array(pointer.cast::<u8>(), count * size, name) }?;
        check_unknown(bytes, size, size_of::<T>(), name)?;
        Ok(Structs { bytes, size, default })
    }

    pub fn iter(&self) -> impl Iterator<Item = T> + use<'a, T> {
        let default = self.default;
        self.bytes.chunks_exact(self.size).map(move |bytes| {
            let mut read = MaybeUninit::new(default);
            // SAFETY: no more than the struct's own bytes are written, from memory that is the caller's, and any bytes
            // are a value of it.
            unsafe {
                let known = bytes.len().min(size_of::<T>());
                std::ptr::copy_nonoverlapping(bytes.as_ptr(), read.as_mut_ptr().cast(), known);
                read.assume_init()
            }
        })
    }
}

/// Refuses structs of `size` bytes that set a field beyond the `known` bytes.
#[inline(never)]
fn check_unknown(structs: &[u8], size: usize, known: usize, name: &str) -> Result<(), Failure> {
    let is_unknown = |bytes: &[u8]| bytes.iter().skip(known).any(|&byte| byte != 0);
    if size > known && structs.chunks_exact(size).any(is_unknown) {
        let text = "sets a field that this version of the library does not know";
        return Err(failure!(BLOCKMASK_BAD_STRUCT_SIZE, "{name} {text}"));
    }
    Ok(())
}

/// One struct that the caller passes in; see [`Structs::new`].
pub(super) unsafe fn read_struct<T: Versioned>(pointer: *const T, default: T, name: &str) -> Result<T, Failure> {
    // SAFETY: the caller makes the same promise.
    let structs = unsafe { Structs::new(pointer, 1, default, name) }?;
    Ok(structs.iter().next().unwrap_or(default))
}

/// A struct of the caller's that is filled in.
pub(super) struct OutStruct<'a, T> {
    out: NonNull<T>,
    size: usize,
    caller: PhantomData<&'a mut T>,
}

impl<T: Versioned> OutStruct<'_, T> {
    pub unsafe fn new(pointer: *mut T, size: usize, name: &str) -> Result<Self, Failure> {
        let out = checked(pointer, name)?;
        check_size::<T>(size, name)?;
        Ok(OutStruct { out, size, caller: PhantomData })
    }

    pub fn write(&mut self, value: &T) {
        let (out, shared) = (self.out.as_ptr().cast::<u8>(), self.size.min(size_of::<T>()));
        // SAFETY: `new`'s caller promised `size` bytes here for as long as `self` lives. `value` has the first `shared` of
        // them, and is the library's, so the two do not overlap. What a newer program knows besides becomes zero.
        unsafe {
            std::ptr::copy_nonoverlapping(std::ptr::from_ref(value).cast::<u8>(), out, shared);
            std::ptr::write_bytes(out.add(shared), 0, self.size - shared);
        }
    }
}

/// A variable of the caller's for one value.
#[derive(Debug)]
pub(super) struct Out<'a, T> {
    variable: NonNull<T>,
    caller: PhantomData<&'a mut T>,
}

impl<T> Out<'_, T> {
    pub unsafe fn new(pointer: *mut T, name: &str) -> Result<Self, Failure> {
        Ok(Out { variable: checked(pointer, name)?, caller: PhantomData })
    }

    /// A variable, or NULL for none.
    pub unsafe fn optional(pointer: *mut T, name: &str) -> Result<Option<Self>, Failure> {
        // SAFETY: the caller makes the same promise.
        if pointer.is_null() { Ok(None) } else { unsafe { Out::new(pointer, name) }.map(Some) }
    }

    pub fn write(&mut self, value: T) {
        // SAFETY: `new`'s caller promised that a `T` may be written here as long as `self` lives.
        unsafe { self.variable.write(value) }
    }
}

/// A buffer of the caller's, and a variable for how many bytes are needed.
pub(super) struct Buffer<'a> {
    bytes: *mut u8,
    capacity: usize,
    len: Out<'a, usize>,
}

impl Buffer<'_> {
    /// NULL is an empty buffer, to query the size.
    pub unsafe fn new(bytes: *mut u8, capacity: usize, len: *mut usize) -> Result<Self, Failure> {
        // SAFETY: the caller makes the same promise.
        let len = unsafe { Out::new(len, "length") }?;
        Ok(Buffer { bytes, capacity: if bytes.is_null() { 0 } else { capacity }, len })
    }

    /// Writes the size of a text, and the text if it all fits. It is formatted twice, so that no memory is needed.
    pub fn fill(&mut self, text: &dyn Display) -> Result<(), Failure> {
        let mut counter = Written { bytes: std::ptr::null_mut(), capacity: 0, len: 0 };
        counter.format(text);
        let (len, capacity) = (counter.len, self.capacity);
        self.len.write(len);
        if len > capacity {
            return Err(failure!(BLOCKMASK_BUFFER_TOO_SMALL, "the buffer has {capacity} bytes, {len} are needed"));
        }
        Written { bytes: self.bytes, capacity, len: 0 }.format(text);
        Ok(())
    }
}

/// Counts what is written, and writes what fits.
struct Written {
    bytes: *mut u8,
    capacity: usize,
    len: usize,
}

impl Written {
    fn format(&mut self, text: &dyn Display) {
        // Writing does not fail.
        let _ = write!(self, "{text}");
    }
}

impl Write for Written {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let start = self.len;
        self.len += text.len();
        if self.len <= self.capacity && !text.is_empty() {
            // SAFETY: they fit, by the promise of the caller of `Buffer::new`; the text is the library's, so
            // the two do not overlap.
            unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), self.bytes.add(start), text.len()) }
        }
        Ok(())
    }
}
