//! Soak test: analyzes real pages and mutations of them through the C interface on all cores, for a given time:
//! `make soak SECONDS=600`. Prints pages, bytes, failures and resident memory. Fails on any failure, and if memory
//! grows after a warm-up of a tenth of the time.
//!
//! The pages come from the shared corpora, or are generated if there are none. The functions under test are the C
//! interface.
#![allow(unsafe_code)]

#[path = "../targets/handle.rs"]
#[allow(dead_code)]
mod handle;
#[path = "../../../src/base/random.rs"]
mod random;
#[path = "../../../tests/common/realistic.rs"]
mod realistic;
#[path = "../../../tests/support/mod.rs"]
mod support;

use blockmask::capi::analyzer::blockmask_reset_analyzer;
use blockmask::capi::document::{blockmask_analyze_owned, blockmask_document, blockmask_return_document};
use blockmask::capi::render::{BLOCKMASK_FORMAT_ZONES, blockmask_free, blockmask_render};
use blockmask::capi::start::blockmask_analyze;
use blockmask::capi::status::{BLOCKMASK_OK, BLOCKMASK_UNSUPPORTED_ENCODING};
use handle::{Handle, Reader};
use random::Random;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Counters of all threads.
#[derive(Default)]
struct Totals {
    pages: AtomicU64,
    bytes: AtomicU64,
    failures: AtomicU64,
}

fn main() -> ExitCode {
    let seconds = std::env::args().nth(1).map_or(Ok(60), |argument| argument.parse::<u64>());
    let Ok(seconds) = seconds else {
        eprintln!("usage: soak SECONDS");
        return ExitCode::FAILURE;
    };
    let pages = pages();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    println!("{} pages, {threads} threads, {seconds} s", pages.len());
    let (start, time) = (Instant::now(), Duration::from_secs(seconds));
    let (totals, at_start) = (Totals::default(), resident());
    let warm = std::thread::scope(|scope| {
        for thread in 0..threads {
            let (pages, totals) = (&pages, &totals);
            scope.spawn(move || soak(pages, totals, Random(thread as u64 + 1), start + time));
        }
        std::thread::sleep(time / 10);
        resident()
    });
    let at_end = resident();
    let (analyzed, bytes) = (totals.pages.into_inner(), totals.bytes.into_inner());
    let failures = totals.failures.into_inner();
    println!("pages: {analyzed}\nbytes: {bytes}\nfailures: {failures}");
    println!("resident memory: {at_start} KiB at the start, {warm} after a tenth of the time, {at_end} at the end");
    // All analyzers are freed at the end, so memory beyond the warm-up level has leaked.
    let leaks = at_end > warm + warm / 10 + (16 << 10);
    if leaks {
        println!("memory leak");
    }
    if failures > 0 || leaks || analyzed == 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn pages() -> Vec<Vec<u8>> {
    match support::shared("corpus") {
        Some(root) => support::corpus::pages(&root).iter().map(support::corpus::PageFile::bytes).collect(),
        None => (0..200).map(|i| realistic::page(2_000 + 500 * i, i as u64 + 1)).collect(),
    }
}

/// Resident memory in KiB; 0 if the system does not report it.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Analyzes pages on one thread until `end`, through a random entry point each.
fn soak(pages: &[Vec<u8>], totals: &Totals, mut random: Random, end: Instant) {
    let mut handle = Handle::new(null());
    while Instant::now() < end {
        let page = mutated(pages, &mut random);
        let entry_point = random.below(100);
        let result = catch_unwind(AssertUnwindSafe(|| match entry_point {
            0..70 => {
                analyze(&handle, &page);
            }
            70..90 => own(&handle, &page),
            _ => zone(&handle, &page),
        }));
        totals.pages.fetch_add(1, Relaxed);
        totals.bytes.fetch_add(page.len() as u64, Relaxed);
        if result.is_err() {
            totals.failures.fetch_add(1, Relaxed);
            let path = std::env::temp_dir().join(format!("blockmask-soak-{}", totals.failures.load(Relaxed)));
            println!("a failure: {} ({:?})", path.display(), std::fs::write(&path, &page));
            handle = Handle::new(null());
        }
        match random.below(200) {
            0 => handle = Handle::new(null()),
            // SAFETY: the handle is valid.
            1 => assert_eq!(unsafe { blockmask_reset_analyzer(handle.0) }, BLOCKMASK_OK),
            _ => {}
        }
    }
}

/// A random page; in half of the cases with ranges changed, deleted, duplicated or inserted from another page.
fn mutated(pages: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    const FRAGMENTS: [&[u8]; 12] = [
        b"<table>",
        b"</p>",
        b"<b>",
        b"</div>",
        b"<!--",
        b"<script>",
        b"<svg>",
        b"<template>",
        b"\"",
        b"<",
        b"\0",
        b"&#x",
    ];
    let mut page = random.pick(pages).clone();
    if random.below(2) == 0 {
        return page;
    }
    for _ in 0..=random.below(20) {
        let at = random.below(page.len() + 1);
        let end = page.len().min(at + 1 + random.below(2000));
        match random.below(6) {
            0 => drop(page.drain(at..end)),
            1 => page.splice(at..at, random.pick(&FRAGMENTS).iter().copied()).for_each(drop),
            2 => {
                let copy = page[at..end].to_vec();
                let to = random.below(page.len() + 1);
                page.splice(to..to, copy).for_each(drop);
            }
            3 => {
                let other = random.pick(pages);
                let from = random.below(other.len() + 1);
                let until = other.len().min(from + random.below(4000));
                page.splice(at..at, other[from..until].iter().copied()).for_each(drop);
            }
            4 if random.below(10) == 0 => page.truncate(at),
            _ => page[at..end.min(at + 4)].iter_mut().for_each(|byte| *byte = random.next() as u8),
        }
    }
    page
}

fn analyze(handle: &Handle, page: &[u8]) -> *const blockmask_document {
    let mut document = null();
    // SAFETY: the handle is valid, and the page outlives the tables.
    let status = unsafe { blockmask_analyze(handle.0, page.as_ptr().cast(), page.len(), null(), &mut document) };
    assert_eq!(status, BLOCKMASK_OK);
    Reader(document).check();
    document
}

fn own(handle: &Handle, page: &[u8]) {
    let mut document = null_mut();
    // SAFETY: the handle and the page are valid; the document is given back once.
    unsafe {
        let status = blockmask_analyze_owned(handle.0, page.as_ptr().cast(), page.len(), null(), &mut document);
        assert_eq!(status, BLOCKMASK_OK);
        Reader(document).check();
        assert_eq!(blockmask_return_document(handle.0, document), BLOCKMASK_OK);
    }
}

fn zone(handle: &Handle, page: &[u8]) {
    let (document, mut zones) = (analyze(handle, page), null_mut());
    // SAFETY: the document and the page are valid; the copy is freed once.
    unsafe {
        match blockmask_render(document, BLOCKMASK_FORMAT_ZONES, 0, &mut zones) {
            BLOCKMASK_OK => assert!((*zones).length >= page.len()),
            status => assert_eq!(status, BLOCKMASK_UNSUPPORTED_ENCODING),
        }
        blockmask_free(zones.cast());
    }
}
