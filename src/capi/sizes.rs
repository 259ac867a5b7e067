//! The size of each struct that programs pass in, in the first version with this binary interface. These numbers never
//! change: programs that were compiled then pass them, and the library accepts no smaller size.

use super::arrow::blockmask_input;
use super::experimental::blockmask_experimental_options;
use super::facts::blockmask_fact_options;
use super::fingerprint::blockmask_fingerprint;
use super::options::{blockmask_hints, blockmask_options};
use super::pointer::Versioned;
use std::ptr::NonNull;

/// Bytes of a pointer or a `size_t`.
const WORD: usize = size_of::<usize>();

macro_rules! first_sizes {
    ($($name:ident: $size:expr,)*) => {$(
        // SAFETY: `repr(C)`, of integers, floats and raw pointers; the sum of its fields is its size; `size` is the first.
        unsafe impl Versioned for $name {
            const FIRST_SIZE: usize = $size;

            unsafe fn size(this: NonNull<Self>) -> usize {
                // SAFETY: the caller's promise.
                unsafe { (&raw const (*this.as_ptr()).size).read() as usize }
            }
        }
        const _: () = assert!(size_of::<$name>() >= <$name as Versioned>::FIRST_SIZE);
        const _: () = assert!(std::mem::offset_of!($name, size) == 0);
    )*};
}

first_sizes! {
    blockmask_options: 96,
    blockmask_experimental_options: 88,
    blockmask_hints: 5 * WORD,
    blockmask_fact_options: 7 * WORD,
    blockmask_fingerprint: 104,
    blockmask_input: 4 * WORD,
}
