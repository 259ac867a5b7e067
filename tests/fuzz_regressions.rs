//! Regression tests from fuzzing: replays the crashing inputs in `fuzz/regressions/<target>/` through the fuzz targets,
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
    replay(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/regressions"));
}

/// Inputs of a fuzzer, `TARGET/FILE` in the folder that `BLOCKMASK_FUZZ_INPUTS` names: `make fuzz-valgrind`.
#[test]
fn other_inputs_pass() {
    match std::env::var_os("BLOCKMASK_FUZZ_INPUTS") {
        Some(folder) => replay(Path::new(&folder)),
        None => println!("skipped: BLOCKMASK_FUZZ_INPUTS names no folder of inputs"),
    }
}

fn replay(folder: &Path) {
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
    println!("{inputs} inputs of {}", folder.display());
    assert!(inputs > 0, "no inputs in {}", folder.display());
    assert!(failed.is_empty(), "{failed:#?}");
}

/// No target panics on trivial or malformed inputs.
#[test]
fn targets_accept_arbitrary_bytes() {
    for (name, run) in targets::ALL {
        for input in [&b""[..], b"\0", b"\xff", b"\0\0<p>text", b"\x01\x02\x03\x04\x05\x06\x07\x08", &[255; 64]] {
            let result = catch_unwind(|| run(input));
            assert!(result.is_ok(), "{name}: {input:?}");
        }
    }
}
