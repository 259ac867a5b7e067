//! Code shared by the command line and the JavaScript package: the JSON of pages, and the view of a page. Not a library
//! for other programs; nothing in it is stable.
#![doc(hidden)]
#![allow(missing_docs)]

pub mod json;
pub mod origin;
pub mod view;
