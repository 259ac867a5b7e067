//! The C interface, described by `include/blockmask.h`.
//!
//! That header is generated from these files: each file that has exported items becomes one section, headed by the
//! file's documentation, in the order of [`SECTIONS`]. So the comments here are prose for C programmers, and what
//! concerns only Rust programmers stands in ordinary comments.
//!
//! | file | idea |
//! |---|---|
//! | `guard` | every entry: NULL, two threads, panics, the text of the last error |
//! | `pointer` | pointers, and structs of older and newer versions, checked and copied |
//! | `sizes` | the size of each struct in the first version |
//! | `held` | a document that is kept from one call to the next |
//! | `malloc` | memory that C code frees |
//!
//! Unsafe code is there for three reasons only: reading and writing through the caller's pointers, keeping a document
//! next to the analyzer that it borrows from, and `malloc`.
#![allow(unsafe_code, non_camel_case_types)]
// What callers must uphold is said once for all functions, in the header's introduction.
#![allow(clippy::missing_safety_doc)]

pub mod analyzer;
pub mod arrow;
pub mod batch;
pub mod cancel;
pub mod comments;
pub mod config;
pub mod experimental;
pub mod facts;
pub mod fields;
mod guard;
mod held;
pub mod input;
pub mod layout;
pub mod main_list;
mod malloc;
mod mark;
pub mod memory;
pub mod model;
pub mod names;
pub mod page;
pub mod passages;
mod pointer;
pub mod push;
pub mod records;
pub mod render;
pub mod shapes;
pub mod site;
mod sizes;
pub mod status;
pub mod structure;
pub mod text;
pub mod version;
pub mod visual;

#[cfg(test)]
mod call_tests;
#[cfg(test)]
mod tests;

/// The sections of the header, by file name, in order.
pub const SECTIONS: [&str; 27] = [
    "version",
    "status",
    "config",
    "input",
    "analyzer",
    "cancel",
    "model",
    "site",
    "page",
    "records",
    "text",
    "structure",
    "comments",
    "layout",
    "visual",
    "names",
    "shapes",
    "fields",
    "render",
    "passages",
    "main_list",
    "facts",
    "batch",
    "arrow",
    "push",
    "memory",
    "experimental",
];
