//! Fuzz targets of blockmask. Their bodies are functions in [`targets`], which `tests/fuzz_regressions.rs` of the
//! library also calls.

pub mod mutator;
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

/// Like [`target!`], for targets whose input is a page, possibly after a few bytes of options. Half of the mutations
/// change the structure of the page; see [`mutator`].
#[macro_export]
macro_rules! page_target {
    ($name:ident) => {
        $crate::target!($name);
        $crate::libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            $crate::mutate_page(data, size, max_size, seed)
        });
    };
}

/// Mutates the page in the first `size` bytes of `data` and returns its new length, at most `max_size`.
pub fn mutate_page(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    if seed % 2 == 0 {
        return libfuzzer_sys::fuzzer_mutate(data, size, max_size);
    }
    let page = mutator::mutate(&data[..size], max_size, seed);
    data[..page.len()].copy_from_slice(&page);
    page.len()
}
