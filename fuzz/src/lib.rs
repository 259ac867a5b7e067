//! Fuzz targets of blockmask. Their bodies are plain functions, in [`targets`], which `tests/fuzz_regressions.rs` of
//! the library calls too.

#[path = "../../tests/support/mod.rs"]
pub mod support;
pub mod targets;

pub use libfuzzer_sys;

/// Makes a program for libFuzzer of a target. Inputs that it does not accept are not kept.
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
