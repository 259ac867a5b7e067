//! Conformance of the tokenizer: our own cases. `tests/conformance.rs` runs html5lib-tests.

mod support;

use support::html5lib::run_tokenizer;
use support::{fixture, ours};

#[test]
fn own_cases() {
    run_tokenizer("own tokenizer cases", &[fixture("tokenizer.test")], &[], ours::tokenize);
}
