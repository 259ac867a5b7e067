//! The bodies of the fuzz targets. `run` takes any bytes, panics on a violation, and returns whether libFuzzer should
//! add the input to its corpus.
//!
//! `tests/fuzz_regressions.rs` includes this folder too, so shared code is addressed as `crate::support`.

pub mod analyze;
pub mod arrow;
pub mod calls;
pub mod capi;
pub mod css;
pub mod encoding;
pub mod handle;
pub mod model;
pub mod outputs;
pub mod rules;
pub mod selectors;
pub mod settings;
pub mod site;
pub mod tokenizer;
pub mod tree;

/// A target's body.
pub type Run = fn(&[u8]) -> bool;

/// All targets by name, which is also the name of their folder of regressions.
pub const ALL: [(&str, Run); 12] = [
    ("analyze", analyze::run),
    ("arrow", arrow::run),
    ("capi", capi::run),
    ("css", css::run),
    ("encoding", encoding::run),
    ("model", model::run),
    ("outputs", outputs::run),
    ("rules", rules::run),
    ("selectors", selectors::run),
    ("site", site::run),
    ("tokenizer", tokenizer::run),
    ("tree", tree::run),
];
