//! Conformance of the tokenizer: html5lib-tests in every initial state, and our own cases.

mod support;

use support::html5lib::{LONE_SURROGATES, run_tokenizer};
use support::{files_in, fixture, ours, shared};

#[test]
fn own_cases() {
    run_tokenizer("own tokenizer cases", &[fixture("tokenizer.test")], &[], ours::tokenize);
}

#[test]
fn html5lib_cases() {
    let Some(folder) = shared("html5lib-tests/tokenizer") else { return };
    run_tokenizer("html5lib tokenizer tests", &files_in(&folder, ".test"), LONE_SURROGATES, ours::tokenize);
}
