//! The C interface, described by `include/blockmask.h`, `include/blockmask_search.h`, `include/blockmask_tree.h` and
//! `include/blockmask_experimental.h`.
//!
//! The headers are generated from these files: each file that has exported items becomes one section, headed by the
//! file's documentation, in the order of [`SECTIONS`], [`SEARCH_SECTIONS`], [`TREE_SECTIONS`] and
//! [`EXPERIMENTAL_SECTIONS`]. So the comments here are prose for C programmers, and what concerns only Rust programmers
//! stands in ordinary comments.
//!
//! | file | idea |
//! |---|---|
//! | `guard` | every entry: NULL, two threads, panics, the text of the last error |
//! | `pointer` | pointers, and structs of older and newer versions, checked and copied |
//! | `sizes` | the size of each struct in the first version |
//! | `held` | an analyzer with the document that borrows from it |
//! | `mark` | the marks by which handles are recognized |
//! | `malloc` | memory that C code frees |
//!
//! Unsafe code is there for three reasons only: reading and writing through the caller's pointers, keeping a document
//! next to the analyzer that it borrows from, and `malloc`.
#![allow(unsafe_code, non_camel_case_types)]
// What callers must uphold is said once for all functions, in the header's introduction.
#![allow(clippy::missing_safety_doc)]

pub mod analyzer;
pub mod arrow;
pub mod blocks;
pub mod cells;
pub mod counts;
pub mod document;
pub mod experimental;
pub mod facts;
pub mod fingerprint;
pub mod groups;
mod guard;
mod held;
pub mod languages;
pub mod layout;
mod malloc;
mod mark;
pub mod names;
pub mod options;
pub mod page;
pub mod passages;
mod pointer;
pub mod quality;
pub mod render;
pub mod rules;
pub mod segments;
pub mod selectors;
pub mod site;
mod sizes;
pub mod start;
pub mod status;
pub mod structure;
pub mod tables;
pub mod text;
pub mod tree;
pub mod version;
pub mod versions;
pub mod visual;

#[cfg(test)]
mod call_tests;
#[cfg(test)]
mod tests;

/// The sections of `blockmask.h`, by file name, in order.
pub const SECTIONS: [&str; 17] = [
    "start",
    "status",
    "options",
    "blocks",
    "page",
    "tables",
    "structure",
    "names",
    "render",
    "text",
    "facts",
    "fingerprint",
    "document",
    "analyzer",
    "site",
    "arrow",
    "version",
];

/// The sections of `blockmask_search.h`.
pub const SEARCH_SECTIONS: [&str; 6] = ["passages", "cells", "quality", "counts", "languages", "versions"];

/// The sections of `blockmask_tree.h`.
pub const TREE_SECTIONS: [&str; 3] = ["tree", "selectors", "rules"];

/// The sections of `blockmask_experimental.h`.
pub const EXPERIMENTAL_SECTIONS: [&str; 5] = ["experimental", "segments", "layout", "visual", "groups"];
