//! What each fuzz target does with its input. `run` takes any bytes, panics on what must not be, and tells whether the
//! input is of use: libFuzzer does not build upon others.
//!
//! This folder is also part of `tests/fuzz_regressions.rs`, so it says `crate::support` for what both have.

pub mod analyze;
pub mod calls;
pub mod capi;
pub mod css;
pub mod encoding;
pub mod events;
pub mod handle;
pub mod model;
pub mod push;
pub mod settings;
pub mod tokenizer;
pub mod tree;

/// A target's body.
pub type Run = fn(&[u8]) -> bool;

/// All targets by name, which is that of their folder of regressions.
pub const ALL: [(&str, Run); 8] = [
    ("analyze", analyze::run),
    ("capi", capi::run),
    ("css", css::run),
    ("encoding", encoding::run),
    ("model", model::run),
    ("push", push::run),
    ("tokenizer", tokenizer::run),
    ("tree", tree::run),
];
