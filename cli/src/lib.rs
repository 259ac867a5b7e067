//! What the command line and the package for JavaScript share: the JSON of pages, and the view of one. It is no library
//! for other programs, and nothing in it is stable.
#![doc(hidden)]
#![allow(missing_docs)]

pub mod json;
pub mod origin;
pub mod view;
