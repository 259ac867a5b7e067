//! Inputs that a fuzz target once failed on (`fuzz/regressions/<target>/`), through the same code as when fuzzing, but
//! without a fuzzer.
#![cfg(feature = "capi")]
// The targets of the C interface call it as C programs do.
#![allow(unsafe_code)]

mod support;
#[path = "../fuzz/src/targets/mod.rs"]
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

#[test]
fn regressions_stay_fixed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/regressions");
    let (mut inputs, mut failed) = (0, Vec::new());
    for (name, run) in targets::ALL {
        for path in support::files_in(&folder.join(name), "") {
            let input = std::fs::read(&path).expect("an input");
            inputs += 1;
            if catch_unwind(AssertUnwindSafe(|| run(&input))).is_err() {
                failed.push(path);
            }
        }
    }
    println!("{inputs} inputs");
    assert!(inputs > 0, "no inputs in {}", folder.display());
    assert!(failed.is_empty(), "{failed:#?}");
}

/// Each target accepts something, and refuses nothing that is short.
#[test]
fn targets_take_any_bytes() {
    for (name, run) in targets::ALL {
        for input in [&b""[..], b"\0", b"\xff", b"\0\0<p>text", b"\x01\x02\x03\x04\x05\x06\x07\x08", &[255; 64]] {
            let result = catch_unwind(|| run(input));
            assert!(result.is_ok(), "{name}: {input:?}");
        }
    }
}
