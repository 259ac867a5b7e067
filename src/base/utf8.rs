//! Validation of UTF-8 by `encoding_rs`, which is faster than that of `std`. It asks the processor for its vectors by an
//! instruction that Miri does not know, so Miri runs that of `std`.

use encoding_rs::{Encoding, UTF_8};
use std::borrow::Cow;

/// The length of the well-formed UTF-8 at the start.
pub fn valid_up_to(bytes: &[u8]) -> usize {
    if cfg!(miri) {
        std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len)
    } else {
        Encoding::utf8_valid_up_to(bytes)
    }
}

/// The text, if all of it is well-formed.
pub fn from_bytes(bytes: &[u8]) -> Option<&str> {
    if cfg!(miri) {
        return std::str::from_utf8(bytes).ok();
    }
    match UTF_8.decode_without_bom_handling_and_without_replacement(bytes)? {
        Cow::Borrowed(text) => Some(text),
        Cow::Owned(_) => None,
    }
}
