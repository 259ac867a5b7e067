//! Status codes.
//!
//! All functions return a status, except those that free something and those that return a version, a name or a text: 0
//! for success, else a positive number. Outputs are written only with BLOCKMASK_OK, unless the function says otherwise.
//! Codes are never renumbered, and newer libraries add codes: treat those that you do not know as errors.

use crate::base::arena::{Ended, OutOfMemory};
use crate::base::error::Error;
use crate::base::fallible::FallibleString;
use crate::on_demand::shapes::UnsupportedEncoding;
use std::borrow::Cow;
use std::cell::UnsafeCell;
use std::collections::TryReserveError;
use std::ffi::c_char;
use std::fmt::{self, Write};

/// What a function returns: one of these codes.
pub type blockmask_status = i32;

/// Done.
pub const BLOCKMASK_OK: i32 = 0;
/// A pointer is NULL that must not be, or is not aligned for its type.
pub const BLOCKMASK_BAD_POINTER: i32 = 10;
/// The field size of a struct is not set, or is a size that no version of the struct has: smaller than the first,
/// larger than 4,096 bytes, or with a part of a field at its end. Or the struct is larger than the library's, and has a
/// byte beyond it that is not zero.
pub const BLOCKMASK_BAD_STRUCT_SIZE: i32 = 11;
/// An option has a value that it cannot have.
pub const BLOCKMASK_BAD_OPTION: i32 = 12;
/// Another argument has a value that it cannot have, such as the index of a block that does not exist.
pub const BLOCKMASK_BAD_ARGUMENT: i32 = 13;
/// Another thread is inside a function with the same analyzer or statistics, or reads a document that would be
/// discarded. Nothing was done, and the other thread is not affected.
pub const BLOCKMASK_BUSY: i32 = 14;
/// The document is gone: the last analysis failed, or the document was discarded since.
pub const BLOCKMASK_NO_PAGE: i32 = 15;
/// The caller's buffer is too small. The required size was written, where the function has an output for it.
pub const BLOCKMASK_BUFFER_TOO_SMALL: i32 = 16;
/// The library was built without the function, or without what an option asks for: seeker, style density or visual.
pub const BLOCKMASK_NOT_BUILT: i32 = 17;
/// The option parts lacks the part that the function needs.
pub const BLOCKMASK_NOT_COMPUTED: i32 = 18;

/// The page is longer than the option max_input allows, or longer than 4 GiB as UTF-8.
pub const BLOCKMASK_TOO_LARGE: i32 = 30;
/// The system refused memory.
pub const BLOCKMASK_OUT_OF_MEMORY: i32 = 31;
/// The page is in an encoding that nothing can be written into: ISO-2022-JP, or one that browsers refuse.
pub const BLOCKMASK_UNSUPPORTED_ENCODING: i32 = 32;
/// The page reaches a limit, and on_limit is BLOCKMASK_ON_LIMIT_FAIL; or max_memory is too little for any part of it.
pub const BLOCKMASK_LIMIT_REACHED: i32 = 33;
/// The analysis was stopped by blockmask_cancel_analyzer.
pub const BLOCKMASK_CANCELLED: i32 = 34;

/// A bug in the library was caught. The analyzer refuses further work until it is reset.
pub const BLOCKMASK_PANIC: i32 = 50;
/// The analyzer returned BLOCKMASK_PANIC before and was not reset.
pub const BLOCKMASK_POISONED: i32 = 51;

/// The text of the last error that a function returned in this thread: a sentence in UTF-8 of less than 256 bytes,
/// terminated by a zero, empty if there was none. It is valid until another function fails in this thread.
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_last_error() -> *const c_char {
    LAST_ERROR.with(|text| text.get().cast())
}

thread_local! {
    // Terminated by a zero.
    static LAST_ERROR: UnsafeCell<[u8; 256]> = const { UnsafeCell::new([0; 256]) };
}

/// One sentence about a status code, for logs; never NULL, also for unknown codes. The string is static.
/// blockmask_last_error has the details.
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_status_text(status: blockmask_status) -> *const c_char {
    let text = match status {
        BLOCKMASK_OK => c"done",
        BLOCKMASK_BAD_POINTER => c"a pointer is NULL or not aligned",
        BLOCKMASK_BAD_STRUCT_SIZE => c"the size of a struct is invalid, or it sets an unknown field",
        BLOCKMASK_BAD_OPTION => c"an option has a value that it cannot have",
        BLOCKMASK_BAD_ARGUMENT => c"an argument has a value that it cannot have",
        BLOCKMASK_BUSY => c"another thread is inside a call",
        BLOCKMASK_NO_PAGE => c"the document is gone",
        BLOCKMASK_BUFFER_TOO_SMALL => c"the buffer is too small",
        BLOCKMASK_NOT_BUILT => c"the library was built without this",
        BLOCKMASK_NOT_COMPUTED => c"the option parts lacks what the function gives",
        BLOCKMASK_TOO_LARGE => c"the page is longer than the limit",
        BLOCKMASK_OUT_OF_MEMORY => c"out of memory",
        BLOCKMASK_UNSUPPORTED_ENCODING => c"nothing can be written into the encoding of the page",
        BLOCKMASK_LIMIT_REACHED => c"the page reaches a limit",
        BLOCKMASK_CANCELLED => c"the analysis was cancelled",
        BLOCKMASK_PANIC => c"a bug in the library was caught",
        BLOCKMASK_POISONED => c"the analyzer must be reset first",
        _ => c"unknown status",
    };
    text.as_ptr()
}

// A failure whose message is formatted, like `format!`, but without ending the process if memory has run out.
macro_rules! failure {
    ($status:expr, $($message:tt)+) => {
        $crate::capi::status::Failure::formatted($status, format_args!($($message)+))
    };
}
pub(super) use failure;

// Why a function does not return BLOCKMASK_OK.
#[derive(Debug)]
pub(super) struct Failure {
    pub status: blockmask_status,
    pub message: Cow<'static, str>,
}

impl Failure {
    pub fn new(status: blockmask_status, message: impl Into<Cow<'static, str>>) -> Failure {
        Failure { status, message: message.into() }
    }

    pub fn out_of_memory() -> Failure {
        Failure::new(BLOCKMASK_OUT_OF_MEMORY, "out of memory")
    }

    // With a formatted message; see `failure!`.
    #[cold]
    pub fn formatted(status: blockmask_status, message: fmt::Arguments<'_>) -> Failure {
        let mut text = FallibleString::default();
        match text.write_fmt(message) {
            Ok(()) => Failure::new(status, text.0),
            Err(fmt::Error) => Failure::new(status, "no memory is left for the text of the error"),
        }
    }

    // By the name of the cargo feature that is not enabled.
    pub fn not_built(feature: &str) -> Failure {
        failure!(BLOCKMASK_NOT_BUILT, "the library was built without {feature}")
    }

    pub fn not_computed(what: &str, part: &str) -> Failure {
        failure!(BLOCKMASK_NOT_COMPUTED, "{what} not computed: add BLOCKMASK_PART_{part} to the option parts")
    }

    // Stores the message for `blockmask_last_error`, and gives the status.
    pub fn report(&self) -> blockmask_status {
        let mut len = self.message.len().min(255);
        while !self.message.is_char_boundary(len) {
            len -= 1;
        }
        LAST_ERROR.with(|text| {
            // SAFETY: only this thread has the text, and nobody reads it meanwhile: the caller's pointer is valid until
            // the next failure.
            let text = unsafe { &mut *text.get() };
            text[..len].copy_from_slice(&self.message.as_bytes()[..len]);
            text[len] = 0;
        });
        self.status
    }

    pub fn no_such(what: &str, index: usize, count: usize) -> Failure {
        failure!(BLOCKMASK_BAD_ARGUMENT, "there is no {what} {index}: the page has {count}")
    }
}

impl From<Ended> for Failure {
    fn from(ended: Ended) -> Failure {
        match ended {
            Ended::Memory(_) => Failure::out_of_memory(),
            Ended::Cancelled => Error::Cancelled.into(),
        }
    }
}

impl From<OutOfMemory> for Failure {
    fn from(_: OutOfMemory) -> Failure {
        Failure::out_of_memory()
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let status = match error {
            Error::TooLarge { .. } => BLOCKMASK_TOO_LARGE,
            Error::LimitReached { .. } => BLOCKMASK_LIMIT_REACHED,
            Error::Cancelled => BLOCKMASK_CANCELLED,
            // Its message needs no memory.
            Error::OutOfMemory => return Failure::out_of_memory(),
        };
        failure!(status, "{error}")
    }
}

impl From<UnsupportedEncoding> for Failure {
    fn from(error: UnsupportedEncoding) -> Failure {
        failure!(BLOCKMASK_UNSUPPORTED_ENCODING, "{error}")
    }
}

impl From<TryReserveError> for Failure {
    fn from(_: TryReserveError) -> Failure {
        Failure::out_of_memory()
    }
}
