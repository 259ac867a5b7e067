//! Everything that the C interface makes of a page is bounded like the page, and takes time linear in it.
#![cfg(feature = "capi")]
#![allow(unsafe_code)]

#[path = "common/c_calls.rs"]
mod c_calls;
#[path = "common/growth.rs"]
#[allow(dead_code)]
mod growth;
#[path = "common/outputs.rs"]
#[allow(dead_code)]
mod outputs;
#[path = "common/thorough.rs"]
mod thorough;

use c_calls::{CALLS, OTHERS, Page};
use cpu_time::ThreadTime;
use growth::{Report, kinds, page_of};

#[test]
fn every_call_is_bounded() {
    let mut report = Report::new(CALLS.iter().map(|call| call.name));
    for kind in kinds() {
        let bytes = page_of(kind, if thorough::is_thorough() { 100_000 } else { 30_000 });
        let page = Page::new(&bytes);
        for (index, call) in CALLS.iter().enumerate() {
            report.length(index, kind.name, &bytes, (call.length)(&page));
        }
    }
    report.finish("bytes a byte");
}

/// The time of each call in nanoseconds a byte, the less of two runs if the first says too little.
fn costs(bytes: &[u8]) -> Vec<f64> {
    let mut page = Page::new(bytes);
    let mut costs = vec![f64::INFINITY; CALLS.len()];
    for _ in 0..2 {
        // The tables of a document are made once.
        let start = ThreadTime::now();
        page.analyze();
        let analysis = start.elapsed().as_nanos() as f64;
        for (call, cost) in CALLS.iter().zip(&mut costs) {
            let start = ThreadTime::now();
            std::hint::black_box((call.length)(&page));
            // The analysis is measured in `tests/hostile.rs`.
            let analyzes = call.functions.contains(&"blockmask_export_arrow");
            let spent = start.elapsed().as_nanos() as f64 - if analyzes { analysis } else { 0.0 };
            *cost = cost.min(spent / bytes.len() as f64);
        }
        if !costs.iter().any(|&cost| Report::is_doubtful(cost)) {
            break;
        }
    }
    costs
}

/// Some of the kinds: `tests/every_output.rs` measures what C copies on all of them.
#[test]
#[cfg_attr(debug_assertions, ignore = "times mean nothing in a debug build")]
fn every_call_takes_linear_time() {
    let mut report = Report::new(CALLS.iter().map(|call| call.name));
    for kind in kinds().step_by(4) {
        report.growth(kind, 400_000, costs);
    }
    report.finish("ns/byte");
}

/// Each exported function makes something that is measured here, is refused memory in `tests/injection.rs` and called by
/// a fuzz target; or it is said why not.
#[test]
fn every_function_is_listed() {
    let headers = [
        include_str!("../include/blockmask.h"),
        include_str!("../include/blockmask_search.h"),
        include_str!("../include/blockmask_tree.h"),
        include_str!("../include/blockmask_experimental.h"),
    ];
    let functions = headers.into_iter().flat_map(str::lines).filter_map(|line| {
        // A line of code: those of comments begin with an asterisk.
        let name = line.split_once('(')?.0.rsplit([' ', '*']).next()?;
        (name.starts_with("blockmask_") && !line.trim_start().starts_with(['*', '/', '#'])).then_some(name)
    });
    let (injection, calls) = (include_str!("injection.rs"), include_str!("../fuzz/src/targets/calls.rs"));
    let calls = [calls, include_str!("../fuzz/src/targets/handle.rs"), include_str!("../fuzz/src/targets/capi.rs")];
    let manifest = include_str!("../fuzz/Cargo.toml");
    let mut missing = Vec::new();
    let mut count = 0;
    for function in functions {
        count += 1;
        let call = CALLS.iter().find(|call| call.functions.contains(&function));
        let is_explained = OTHERS.iter().any(|others| !others.why.is_empty() && others.of.contains(&function));
        let target = call.map_or("capi", |call| call.fuzz_target);
        let is_fuzzed = match target {
            "capi" => is_explained || calls.iter().any(|text| text.contains(&format!("{function}("))),
            other => manifest.contains(&format!("name = \"{other}\"")),
        };
        if call.is_some() == is_explained || !is_fuzzed || !injection.contains(&format!("{function}: |")) {
            missing.push(function);
        }
    }
    assert!(missing.is_empty(), "tests/common/c_calls.rs, tests/injection.rs or the fuzz target lacks {missing:?}");
    assert_eq!(count, include_str!("../include/symbols.txt").lines().count());
}
