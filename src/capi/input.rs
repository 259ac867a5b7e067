//! Input.
//!
//! A page can be passed with what is known about it besides its bytes.

use super::pointer::{array, text};
use super::status::Failure;
use crate::analyzer::Hints;
use std::ffi::c_char;
use std::ptr::null;

/// A page, and what is known about it. Strings that are not known are NULL with length 0, and not needed after the
/// call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_input {
    /// The page.
    pub html: *const c_char,
    /// Its length in bytes.
    pub length: usize,
    /// The encoding that came with it, such as that of HTTP's Content-Type. A byte order mark takes precedence over it;
    /// an unknown name is ignored.
    pub charset: *const c_char,
    /// The length of charset in bytes.
    pub charset_length: usize,
    /// The absolute address (URL) that it came from, in UTF-8. It tells links within the page from links to other
    /// pages; see BLOCKMASK_FIELD_LINK. The canonical address that the page declares serves, too.
    pub address: *const c_char,
    /// The length of address in bytes.
    pub address_length: usize,
}

pub(super) const NO_INPUT: blockmask_input =
    blockmask_input { html: null(), length: 0, charset: null(), charset_length: 0, address: null(), address_length: 0 };

impl blockmask_input {
    /// The page, and what is known about it.
    ///
    /// # Safety
    /// The caller promises as many bytes as the lengths say, for as long as the results are used.
    pub(super) unsafe fn read<'a>(&self) -> Result<(&'a [u8], Hints<'a>), Failure> {
        // SAFETY: the caller makes the same promise.
        unsafe {
            let charset = text(self.charset, self.charset_length, "charset")?;
            let address = text(self.address, self.address_length, "address")?;
            Ok((array(self.html.cast(), self.length, "html")?, Hints { charset, address }))
        }
    }
}
