//! The entry point of target `archive`; see `cli/src/archive/fuzzed.rs`.
#![no_main]
use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|data: &[u8]| -> Corpus {
    match blockmask_cli::archive::fuzzed::run(data) {
        true => Corpus::Keep,
        false => Corpus::Reject,
    }
});
