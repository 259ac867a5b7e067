//! Fuzz targets of blockmask. Their bodies are functions in [`targets`], which `tests/fuzz_regressions.rs` of the
//! library also calls.

#[path = "../../tests/support/mod.rs"]
pub mod support;
pub mod targets;

pub use libfuzzer_sys;

/// Defines the libFuzzer entry point of a target. Inputs for which `run` returns false are not added to the corpus.
#[macro_export]
macro_rules! target {
    ($name:ident) => {
        $crate::libfuzzer_sys::fuzz_target!(|data: &[u8]| -> $crate::libfuzzer_sys::Corpus {
            match $crate::targets::$name::run(data) {
                true => $crate::libfuzzer_sys::Corpus::Keep,
                false => $crate::libfuzzer_sys::Corpus::Reject,
            }
        });
    };
}
