//! No allocation for a page after the first pages, and no more than 3 bytes of memory for a byte of the page and 1 MiB,
//! but for a few real pages that are little but tags, which are named.
#![allow(unsafe_code)]

#[path = "common/kinds.rs"]
mod kinds;
#[path = "../src/random.rs"]
mod random;
#[path = "common/realistic.rs"]
mod realistic;
mod support;

use blockmask::{Analyzer, Options};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Calls that ask for memory, bytes held and the most bytes held, of this thread: tests run side by side.
    static CALLS: Cell<u64> = const { Cell::new(0) };
    static HELD: Cell<i64> = const { Cell::new(0) };
    static PEAK: Cell<i64> = const { Cell::new(0) };
}

struct Counting;

fn count(calls: u64, bytes: i64) {
    // A thread that ends has no counters any more.
    let _ = CALLS.try_with(|cell| cell.set(cell.get() + calls));
    let _ = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(held.get())));
    });
}

// SAFETY: every call is handed to the system's allocator as it is; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(1, layout.size() as i64);
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(1, layout.size() as i64);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // While the system copies, both may be held.
        count(1, new_size as i64);
        count(0, -(layout.size() as i64));
        unsafe { System.realloc(pointer, layout, new_size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(0, -(layout.size() as i64));
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Calls for memory that `work` makes.
fn calls_of(work: impl FnOnce()) -> u64 {
    let before = CALLS.get();
    work();
    CALLS.get() - before
}

/// The most memory that `work` holds at a time, and what it gives.
fn peak_of<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = HELD.get();
    PEAK.set(before);
    let result = work();
    (u64::try_from(PEAK.get() - before).expect("the peak is at least what was held before"), result)
}

fn analyze_all(analyzer: &mut Analyzer, pages: &[(&str, Vec<u8>)], count: usize) {
    for (name, page) in pages.iter().cycle().take(count) {
        let result = analyzer.analyze(page).map(|document| document.blocks().len());
        assert!(result.is_ok(), "{name}: {result:?}");
    }
}

#[test]
fn a_warm_analyzer_never_allocates() {
    let pages = kinds::all();
    let mut analyzer = Analyzer::new(Options::default());
    let first = calls_of(|| analyze_all(&mut analyzer, &pages, pages.len()));
    let second = calls_of(|| analyze_all(&mut analyzer, &pages, pages.len()));
    println!("calls for memory: {first} in the first {} pages, {second} in the same once more", pages.len());
    let mut guilty = Vec::new();
    for round in 0..1 + 1000 / pages.len() {
        for (name, page) in &pages {
            let calls = calls_of(|| assert!(analyzer.analyze(page).is_ok()));
            if calls > 0 {
                guilty.push(format!("{name}, round {round}: {calls}"));
            }
        }
    }
    assert!(guilty.is_empty(), "allocations after warm-up: {guilty:?}");
}

#[test]
fn twice_the_pages_take_no_more_calls() {
    let pages = kinds::all();
    let calls = |count| calls_of(|| analyze_all(&mut Analyzer::new(Options::default()), &pages, count));
    let (thousand, two_thousand) = (calls(1000), calls(2000));
    println!("calls for memory: {thousand} in 1,000 pages, {two_thousand} in 2,000");
    assert!(thousand > 0, "the counter counts nothing");
    assert_eq!(thousand, two_thousand);
}

/// Peak memory of a new analyzer for one page, and whether the page was read as UTF-8.
fn peak(page: &[u8]) -> (u64, bool) {
    peak_of(|| {
        let mut analyzer = Analyzer::new(Options::default());
        analyzer.analyze(page).is_ok_and(|document| document.encoding() == "UTF-8")
    })
}

/// The limit: 3 bytes for a byte of the page, and 1 MiB.
fn limit(len: usize) -> u64 {
    3 * len as u64 + (1 << 20)
}

#[test]
fn peak_memory_of_generated_pages() {
    for size in [10_000, 100_000, 1_000_000, 10_000_000] {
        let page = realistic::page(size, 7);
        let (peak, utf_8) = peak(&page);
        println!("{} bytes: peak {:.2} bytes a byte", page.len(), peak as f64 / page.len() as f64);
        assert!(utf_8);
        assert!(peak <= limit(page.len()), "{} bytes: peak {peak}", page.len());
    }
}

#[test]
fn peak_memory_of_real_pages() {
    let Some(root) = support::shared("corpus") else { return };
    let (mut pages, mut over) = (0, Vec::new());
    for file in support::corpus::pages(&root) {
        let page = file.bytes();
        let (peak, utf_8) = peak(&page);
        if page.len() >= 10_000 && utf_8 {
            pages += 1;
            if peak > limit(page.len()) {
                over.push((peak as f64 / page.len() as f64, page.len(), file.name));
            }
        }
    }
    // Pages of little but tags have a node for every dozen bytes, and a node alone takes 32. They are named, and few.
    over.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("{} of {pages} pages take more than 3 bytes a byte and 1 MiB:", over.len());
    for (ratio, len, name) in &over {
        println!("  {ratio:.2} bytes a byte: {len} bytes, {name}");
    }
    assert!(over.len() * 200 <= pages, "more than one page of two hundred");
    assert!(over.iter().all(|page| page.0 < 25.0), "a page far over the limit");
}

/// The generated page has as many tags for its bytes as the pages of the web: of 1,793 pages the middle half has one
/// for 50 to 91 bytes.
#[test]
fn generated_pages_are_as_dense_as_real_ones() {
    let page = realistic::page(1_000_000, 7);
    let tags = page.iter().filter(|&&b| b == b'<').count();
    let bytes_a_tag = page.len() / tags;
    println!("{bytes_a_tag} bytes a tag");
    assert!((45..=70).contains(&bytes_a_tag));
}
