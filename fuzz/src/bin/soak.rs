//! Analyzes real pages, as they are and mutated, on all cores through the C interface, for as long as asked:
//! `make soak SECONDS=600`. Prints pages, bytes, failures and resident memory; fails on a failure, and on memory that
//! grows after the first tenth of the time.
//!
//! The pages are those of the shared folder, or generated ones where there is none.
// The functions under test are those that C programs call.
#![allow(unsafe_code)]

#[path = "../targets/handle.rs"]
#[allow(dead_code)]
mod handle;
#[path = "../../../src/random.rs"]
mod random;
#[path = "../../../tests/common/realistic.rs"]
mod realistic;
#[path = "../../../tests/support/mod.rs"]
mod support;

use blockmask::capi::analyzer::{blockmask_analyze_page, blockmask_shrink_analyzer};
use blockmask::capi::batch::{BLOCKMASK_PART_ALL, blockmask_analyze_batch, blockmask_input};
use blockmask::capi::memory::blockmask_free;
use blockmask::capi::push::*;
use blockmask::capi::shapes::blockmask_zone_page;
use blockmask::capi::status::{BLOCKMASK_OK, BLOCKMASK_UNSUPPORTED_ENCODING};
use handle::Handle;
use random::Random;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What all threads have done.
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
    // The analyzers are gone at the end; what they had is warm memory, so more than that was lost somewhere.
    let leaks = at_end > warm + warm / 10 + (16 << 10);
    if leaks {
        println!("memory grew");
    }
    if failures > 0 || leaks || analyzed == 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn pages() -> Vec<Vec<u8>> {
    match support::shared("corpus") {
        Some(root) => support::corpus::pages(&root).iter().map(support::corpus::PageFile::bytes).collect(),
        None => (0..200).map(|i| realistic::page(2_000 + 500 * i, i as u64 + 1)).collect(),
    }
}

/// Resident memory in KiB, 0 where the system does not tell.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// One thread: page after page, by every way into the library.
fn soak(pages: &[Vec<u8>], totals: &Totals, mut random: Random, end: Instant) {
    let mut handle = Handle::new(null());
    while Instant::now() < end {
        let page = mutated(pages, &mut random);
        let way = random.below(100);
        let result = catch_unwind(AssertUnwindSafe(|| match way {
            0..70 => analyze(&handle, &page),
            70..80 => batch(&handle, &[page.as_slice(), random.pick(pages).as_slice()]),
            80..90 => push(&handle, &page),
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
            // SAFETY: the handle lives.
            1 => assert_eq!(unsafe { blockmask_shrink_analyzer(handle.0) }, BLOCKMASK_OK),
            _ => {}
        }
    }
}

/// A page, half of the time with some of its bytes changed, left out, said twice or taken from another page.
fn mutated(pages: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    const PIECES: [&[u8]; 12] = [
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
            1 => page.splice(at..at, random.pick(&PIECES).iter().copied()).for_each(drop),
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

fn analyze(handle: &Handle, page: &[u8]) {
    // SAFETY: the handle lives, and the page as long as the tables are looked at.
    let status = unsafe { blockmask_analyze_page(handle.0, page.as_ptr().cast(), page.len(), null(), 0) };
    assert_eq!(status, BLOCKMASK_OK);
    handle.check();
}

fn batch(handle: &Handle, pages: &[&[u8]]) {
    let input = |page: &&[u8]| blockmask_input {
        html: page.as_ptr().cast(),
        length: page.len(),
        charset: null(),
        charset_length: 0,
    };
    let inputs: Vec<blockmask_input> = pages.iter().map(input).collect();
    let mut batch = null_mut();
    let size = size_of::<blockmask_input>();
    // SAFETY: the handle and the pages live; the batch is looked at before it is freed, once.
    unsafe {
        let status =
            blockmask_analyze_batch(handle.0, inputs.as_ptr(), size, inputs.len(), BLOCKMASK_PART_ALL, &mut batch);
        assert_eq!(status, BLOCKMASK_OK);
        assert_eq!(((*batch).pages.count as usize, (*batch).failed), (pages.len(), 0));
        blockmask_free(batch.cast());
    }
}

/// Pushes what looks like tags and texts, cut at every `<` and `>`.
fn push(handle: &Handle, page: &[u8]) {
    // SAFETY: the handle lives, and all strings live during their calls.
    unsafe {
        assert_eq!(blockmask_begin_page(handle.0), BLOCKMASK_OK);
        let (mut at, size) = (0, size_of::<blockmask_attribute>());
        for piece in page.split_inclusive(|&byte| byte == b'<' || byte == b'>') {
            let end = at + piece.len() as u32;
            let name = &piece[..piece.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(piece.len())];
            // A name that is none is refused; the piece is then text.
            let start = name.as_ptr().cast();
            let status = match piece.last() {
                Some(b'>') if piece.starts_with(b"/") => {
                    blockmask_push_end_tag(handle.0, piece[1..].as_ptr().cast(), piece.len() - 2, at, end)
                }
                Some(b'>') => blockmask_push_start_tag(handle.0, start, name.len(), null(), size, 0, 0, at, end),
                _ => 1,
            };
            if status != BLOCKMASK_OK {
                assert_eq!(blockmask_push_text(handle.0, piece.as_ptr().cast(), piece.len(), at, end), BLOCKMASK_OK);
            }
            at = end;
        }
        assert_eq!(blockmask_end_page(handle.0), BLOCKMASK_OK);
    }
    handle.check();
}

fn zone(handle: &Handle, page: &[u8]) {
    analyze(handle, page);
    let (mut html, mut length) = (null_mut(), 0);
    // SAFETY: the handle and the page live; the copy is freed once.
    unsafe {
        let status = blockmask_zone_page(handle.0, &mut html, &mut length);
        assert!(status == BLOCKMASK_UNSUPPORTED_ENCODING || status == BLOCKMASK_OK && length >= page.len(), "{status}");
        blockmask_free(html.cast());
    }
}
