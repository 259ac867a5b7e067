//! Code shared by the command line and the JavaScript package: the JSON of pages, and the view of a page; and the reader
//! of archives, which is fuzzed. Not a library for other programs; nothing in it is stable.
#![doc(hidden)]
#![allow(missing_docs)]

#[cfg(feature = "program")]
pub mod archive;
pub mod facts;
pub mod json;
pub mod memory;
pub mod origin;
pub mod view;
