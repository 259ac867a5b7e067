//! Fault injection for memory allocation: a failed allocation is reported as an error and never aborts, nothing leaks,
//! and the analyzer remains usable.
//!
//! The global allocator of this test fails according to a plan: one given call, every large call from a given one on,
//! or whatever would exceed a number of bytes. The plans cover every call and many byte limits of each page. The
//! injected failures are counted, since a run without any would prove nothing.
#![allow(unsafe_code)]

#[path = "common/kinds.rs"]
mod kinds;
#[path = "../src/base/random.rs"]
mod random;
#[path = "common/realistic.rs"]
mod realistic;
#[path = "common/thorough.rs"]
mod thorough;

use blockmask::{Analyzer, Error, Options, Parts};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use thorough::sparse;

/// Which allocations of this thread fail.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Plan {
    Never,
    /// The nth call, counted from 1.
    Call(u64),
    /// Every call of at least 512 bytes from the nth on.
    LargeFrom(u64),
    /// Calls that would make the thread hold more than this many bytes.
    Above(i64),
}

thread_local! {
    static PLAN: Cell<Plan> = const { Cell::new(Plan::Never) };
    static CALLS: Cell<u64> = const { Cell::new(0) };
    static FAILED: Cell<u64> = const { Cell::new(0) };
    static HELD: Cell<i64> = const { Cell::new(0) };
}

struct FailingAllocator;

/// Counts an allocation and returns whether it succeeds.
fn allow(bytes: usize, freed: usize) -> bool {
    let calls = CALLS.get() + 1;
    CALLS.set(calls);
    let held = HELD.get() + bytes as i64 - freed as i64;
    let fails = match PLAN.get() {
        Plan::Never => false,
        Plan::Call(number) => calls == number,
        Plan::LargeFrom(number) => calls >= number && bytes >= 512,
        Plan::Above(limit) => held > limit,
    };
    if fails {
        FAILED.set(FAILED.get() + 1);
    } else {
        HELD.set(held);
    }
    !fails
}

// SAFETY: allowed calls are forwarded unchanged to the system allocator; NULL reports a failed allocation.
unsafe impl GlobalAlloc for FailingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if allow(layout.size(), 0) { unsafe { System.alloc(layout) } } else { std::ptr::null_mut() }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        match allow(new_size, layout.size()) {
            true => unsafe { System.realloc(pointer, layout, new_size) },
            false => std::ptr::null_mut(),
        }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        let _ = HELD.try_with(|held| held.set(held.get() - layout.size() as i64));
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: FailingAllocator = FailingAllocator;

/// Runs `work` under a plan. Returns its result and the number of injected failures.
fn run_under<T>(plan: Plan, work: impl FnOnce() -> T) -> (T, u64) {
    CALLS.set(0);
    FAILED.set(0);
    PLAN.set(match plan {
        Plan::Above(bytes) => Plan::Above(HELD.get() + bytes),
        other => other,
    });
    let result = work();
    PLAN.set(Plan::Never);
    (result, FAILED.get())
}

/// The plans for work that makes `calls` allocations and holds at most `bytes`.
fn plans(calls: u64, bytes: i64) -> Vec<Plan> {
    let byte_limits = (0..=12).map(|twelfths| Plan::Above(bytes * twelfths / 12));
    let of_calls = (1..=calls).flat_map(|call| [Plan::Call(call), Plan::LargeFrom(call)]);
    // Both kinds of plans remain in a sparse run, as the step is odd.
    of_calls.chain(byte_limits).step_by(sparse(21)).collect()
}

/// The allocation calls of `work` and the bytes still held when it returns.
fn allocations_of(work: impl FnOnce()) -> (u64, i64) {
    let held = HELD.get();
    CALLS.set(0);
    work();
    (CALLS.get(), HELD.get() - held)
}

fn pages() -> Vec<(&'static str, Vec<u8>)> {
    let mut pages = kinds::all();
    // These exceed the initial capacity estimates for text, nodes, map entries and symbols.
    pages.push(("replacements", [b"<meta charset=utf-8><p>".to_vec(), b"\xff\0".repeat(20_000)].concat()));
    pages.push(("map", b"<p>&amp;x&lt;".repeat(6_000)));
    pages.push(("symbols", (0..8_000).map(|i| format!("<p class='a{i} b'>x")).collect::<String>().into_bytes()));
    pages.push(("attributes", (0..6_000).map(|_| "<p a=1 b=2 c=3 d=4 e=5>").collect::<String>().into_bytes()));
    pages.push(("late tags", [b"x".repeat(40_000), b"<b><p>".repeat(3_000)].concat()));
    pages.push(("short lines", b"<p>a b c d e ".repeat(6_000)));
    pages
}

fn options() -> [Options; 2] {
    let mut other = Options::with_parts(Parts::ALL);
    other.mask = blockmask::internals::mask::MaskMethod::Learned;
    other.fusion = blockmask::internals::fusion::FusionMethod::WordWrap;
    other.experimental.tag_path.style = blockmask::internals::tag_path::StyleMode::Reduced;
    other.experimental.tag_path.content_test = blockmask::internals::tag_path::ContentTest::Repetition;
    other.wrap_width = 2;
    [Options::with_parts(Parts::ALL), other]
}

#[test]
fn analyzer_reports_out_of_memory_and_stays_usable() {
    let (mut injected, mut errors, mut tried) = (0, 0, 0);
    for options in options() {
        for (name, page) in pages() {
            let (mut expected, mut analyzer) = (None, Analyzer::new(options));
            let (calls, bytes) =
                allocations_of(|| expected = analyzer.analyze(&page).ok().map(|document| document.blocks().len()));
            drop(analyzer);
            for plan in plans(calls, bytes) {
                let before = HELD.get();
                let mut analyzer = Analyzer::new(options);
                let (result, failures) =
                    run_under(plan, || analyzer.analyze(&page).map(|document| document.blocks().len()));
                match result {
                    Ok(blocks) => assert_eq!(Some(blocks), expected, "{name}, {plan:?}"),
                    Err(error) => assert_eq!(error, Error::OutOfMemory, "{name}, {plan:?}"),
                }
                errors += u64::from(result.is_err());
                assert!(result.is_ok() || failures > 0, "{name}, {plan:?}: an error without a failed allocation");
                injected += failures;
                tried += 1;
                let again = analyzer.analyze(&page).map(|document| document.blocks().len());
                assert_eq!(again.ok(), expected, "{name}, {plan:?}: the analyzer is unusable");
                drop(analyzer);
                assert_eq!(HELD.get(), before, "{name}, {plan:?}: memory leak");
            }
        }
    }
    println!("{tried} plans, {injected} failed allocations, {errors} errors");
    let least = 200 / sparse(4) as u64;
    assert!(injected >= least && errors >= least, "{injected} failed allocations, {errors} errors");
}

/// The same for documents that own their memory, of which a second one is analyzed while the first lives.
#[test]
fn owned_documents_report_out_of_memory() {
    let mut errors = 0;
    for (name, page) in pages().into_iter().filter(|(_, page)| page.len() < 100_000) {
        let read = |analyzer: &mut Analyzer| -> Result<usize, Error> {
            let first = analyzer.analyze_owned(page.as_slice())?;
            let second = analyzer.analyze_owned(page.as_slice())?;
            let blocks = first.document().blocks().len();
            assert_eq!(second.document().blocks().len(), blocks);
            analyzer.reuse(first);
            analyzer.reuse(second);
            Ok(blocks)
        };
        let (mut expected, mut analyzer) = (None, Analyzer::new(Options::default()));
        let (calls, bytes) = allocations_of(|| expected = read(&mut analyzer).ok());
        drop(analyzer);
        for plan in plans(calls, bytes) {
            let before = HELD.get();
            let mut analyzer = Analyzer::new(Options::default());
            let (result, failures) = run_under(plan, || read(&mut analyzer));
            match result {
                Ok(blocks) => assert_eq!(Some(blocks), expected, "{name}, {plan:?}"),
                Err(error) => assert_eq!((error, failures > 0), (Error::OutOfMemory, true), "{name}, {plan:?}"),
            }
            errors += u64::from(result.is_err());
            assert_eq!(read(&mut analyzer).ok(), expected, "{name}, {plan:?}: the analyzer is unusable");
            drop(analyzer);
            assert_eq!(HELD.get(), before, "{name}, {plan:?}: memory leak");
        }
    }
    assert!(errors >= 200 / sparse(4) as u64, "{errors} errors");
}

#[cfg(feature = "capi")]
mod c {
    use super::*;
    use blockmask::capi::{analyzer::*, arrow::*, document::*, render::*, start::*, status::*};
    use std::mem::MaybeUninit;
    use std::ptr::{null, null_mut};

    /// Pages up to this length in bytes are exported, too.
    const EXPORTED: usize = 4_000;

    /// Creates an analyzer, makes every call with one page and frees everything. Returns the first status that is not
    /// OK.
    fn lifecycle(page: &[u8]) -> blockmask_status {
        let mut analyzer = null_mut();
        // SAFETY: all output pointers have the right types, and the page outlives the analyzer.
        unsafe {
            let mut status = blockmask_create_analyzer(null(), &mut analyzer);
            if status == BLOCKMASK_OK {
                status = calls(analyzer, page);
            }
            // The analyzer stays usable after any failure.
            if !analyzer.is_null() && PLAN.replace(Plan::Never) != Plan::Never {
                assert_eq!(calls(analyzer, page), BLOCKMASK_OK);
            }
            blockmask_free_analyzer(analyzer);
            status
        }
    }

    unsafe fn calls(analyzer: *mut blockmask_analyzer, page: &[u8]) -> blockmask_status {
        let (html, length) = (page.as_ptr().cast(), page.len());
        let input = blockmask_input { size: size_of::<blockmask_input>(), html, length, hints: null() };
        let (mut document, mut owned, mut zones) = (null(), null_mut(), null_mut());
        let mut blocks = blockmask_table { rows: null(), count: 0, stride: 0 };
        let (mut schema, mut array) = (MaybeUninit::uninit(), MaybeUninit::uninit());
        let mut exported = BLOCKMASK_BAD_ARGUMENT;
        let document = Cell::from_mut(&mut document);
        let steps: [&mut dyn FnMut() -> blockmask_status; 6] = unsafe {
            [
                &mut || blockmask_analyze(analyzer, html, length, null(), document.as_ptr()),
                &mut || blockmask_get_blocks(document.get(), &mut blocks),
                &mut || blockmask_render(document.get(), BLOCKMASK_FORMAT_ZONES, 0, &mut zones),
                &mut || blockmask_analyze_owned(analyzer, html, length, null(), &mut owned),
                &mut || {
                    // On all pages it would take minutes: columns grow often.
                    if page.len() > EXPORTED {
                        return BLOCKMASK_OK;
                    }
                    // The one column that is written to a string first.
                    let columns = BLOCKMASK_COLUMNS_ALL & !BLOCKMASK_COLUMN_MAIN_HTML;
                    exported =
                        blockmask_export_arrow(analyzer, &input, 1, columns, schema.as_mut_ptr(), array.as_mut_ptr());
                    exported
                },
                &mut || blockmask_reset_analyzer(analyzer),
            ]
        };
        let failure = steps.into_iter().map(|step| step()).find(|&status| status != BLOCKMASK_OK);
        // SAFETY: made by the library, or NULL.
        unsafe {
            blockmask_free(zones.cast());
            blockmask_free_document(owned);
            if exported == BLOCKMASK_OK {
                drop((schema.assume_init(), array.assume_init()));
            }
        }
        failure.unwrap_or(BLOCKMASK_OK)
    }

    #[test]
    fn c_interface_reports_out_of_memory() {
        let (mut injected, mut errors) = (0, 0);
        assert_eq!(lifecycle(b"<p>Sets the panic hook, which happens once"), BLOCKMASK_OK);
        assert!(pages().iter().any(|(_, page)| page.len() <= EXPORTED));
        for (name, page) in pages().into_iter().filter(|(_, page)| page.len() < 300_000) {
            if lifecycle(&page) != BLOCKMASK_OK {
                // Zones are not supported in ISO-2022-JP and similar encodings.
                continue;
            }
            let mut bytes = 0;
            let (calls, _) = allocations_of(|| {
                assert_eq!(lifecycle(&page), BLOCKMASK_OK);
                bytes = 8 * page.len() as i64 + (1 << 20);
            });
            for plan in plans(calls, bytes) {
                let before = HELD.get();
                let (status, failures) = run_under(plan, || lifecycle(&page));
                assert!([BLOCKMASK_OK, BLOCKMASK_OUT_OF_MEMORY].contains(&status), "{name}, {plan:?}: {status}");
                assert!(status == BLOCKMASK_OK || failures > 0, "{name}, {plan:?}");
                assert_eq!(HELD.get(), before, "{name}, {plan:?}: memory leak");
                injected += failures;
                errors += u64::from(status != BLOCKMASK_OK);
            }
        }
        println!("{injected} failed allocations, {errors} error statuses");
        assert!(injected >= 200 && errors >= 200, "{injected} failed allocations, {errors} error statuses");
    }
}
