//! Version.
//!
//! Two versions matter. The version of the library follows semantic versioning. The version of the binary interface is
//! a number, which is part of the shared library's soname: programs run with every library of that number, including
//! newer ones. Within it, structs grow only at their ends, constants keep their values and functions keep their
//! signatures.

use std::ffi::c_char;

/// First part of the version of this header.
pub const BLOCKMASK_VERSION_MAJOR: u32 = 0;
/// Second part of the version of this header.
pub const BLOCKMASK_VERSION_MINOR: u32 = 3;
/// Third part of the version of this header.
pub const BLOCKMASK_VERSION_PATCH: u32 = 0;
/// The binary interface that this header describes.
pub const BLOCKMASK_ABI_VERSION: u32 = 2;

/// The binary interface of the library that is linked. If it is not BLOCKMASK_ABI_VERSION, the program and the library
/// are incompatible, and no other function may be called.
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_abi_version() -> u32 {
    BLOCKMASK_ABI_VERSION
}

/// The version of the library that is linked, such as "0.3.0". The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
