//! Memory that is refused: an error, never an abort, nothing lost, and the analyzer works again.
//!
//! The allocator of this program refuses by plan: one call, all large calls from one on, or what exceeds a number of
//! bytes, for each call and many numbers of bytes that a page takes. A program that meets none of the refusals proves
//! nothing, so they are counted.
#![allow(unsafe_code)]

#[path = "common/kinds.rs"]
mod kinds;
#[path = "../src/random.rs"]
mod random;
#[path = "common/realistic.rs"]
mod realistic;

use blockmask::{Analyzer, Error, Options};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// What the allocator refuses to this thread.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Plan {
    Nothing,
    /// The call of this number, from 1.
    Call(u64),
    /// All calls of at least 512 bytes from this number on.
    LargeFrom(u64),
    /// What would make the thread hold more bytes.
    Above(i64),
}

thread_local! {
    static PLAN: Cell<Plan> = const { Cell::new(Plan::Nothing) };
    static CALLS: Cell<u64> = const { Cell::new(0) };
    static REFUSED: Cell<u64> = const { Cell::new(0) };
    static HELD: Cell<i64> = const { Cell::new(0) };
}

struct Refusing;

/// Counts a call for memory; says whether it is granted.
fn grants(bytes: usize, given_back: usize) -> bool {
    let calls = CALLS.get() + 1;
    CALLS.set(calls);
    let held = HELD.get() + bytes as i64 - given_back as i64;
    let refused = match PLAN.get() {
        Plan::Nothing => false,
        Plan::Call(number) => calls == number,
        Plan::LargeFrom(number) => calls >= number && bytes >= 512,
        Plan::Above(most) => held > most,
    };
    if refused {
        REFUSED.set(REFUSED.get() + 1);
    } else {
        HELD.set(held);
    }
    !refused
}

// SAFETY: what is granted is handed to the system's allocator as it is; NULL says that there is no memory.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if grants(layout.size(), 0) { unsafe { System.alloc(layout) } } else { std::ptr::null_mut() }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        match grants(new_size, layout.size()) {
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
static ALLOCATOR: Refusing = Refusing;

/// Runs `work` under a plan; gives its result, and how many calls were refused.
fn under<T>(plan: Plan, work: impl FnOnce() -> T) -> (T, u64) {
    CALLS.set(0);
    REFUSED.set(0);
    PLAN.set(match plan {
        Plan::Above(bytes) => Plan::Above(HELD.get() + bytes),
        other => other,
    });
    let result = work();
    PLAN.set(Plan::Nothing);
    (result, REFUSED.get())
}

/// The plans to try on work that makes so many calls and holds so many bytes at most.
fn plans(calls: u64, bytes: i64) -> Vec<Plan> {
    let shares = (0..=12).map(|share| Plan::Above(bytes * share / 12));
    (1..=calls).flat_map(|call| [Plan::Call(call), Plan::LargeFrom(call)]).chain(shares).collect()
}

/// Calls that `work` makes, and the bytes that it holds at the end.
fn needs(work: impl FnOnce()) -> (u64, i64) {
    let held = HELD.get();
    CALLS.set(0);
    work();
    (CALLS.get(), HELD.get() - held)
}

fn many_chunks() -> Vec<(&'static str, Vec<u8>)> {
    let mut pages = kinds::all();
    // Far more text, nodes, map entries and symbols than the guesses at the page reserve.
    pages.push(("replacements", [b"<meta charset=utf-8><p>".to_vec(), b"\xff\0".repeat(20_000)].concat()));
    pages.push(("map", b"<p>&amp;x&lt;".repeat(6_000)));
    pages.push(("symbols", (0..8_000).map(|i| format!("<p class='a{i} b'>x")).collect::<String>().into_bytes()));
    pages.push(("attributes", (0..6_000).map(|_| "<p a=1 b=2 c=3 d=4 e=5>").collect::<String>().into_bytes()));
    pages.push(("late tags", [b"x".repeat(40_000), b"<b><p>".repeat(3_000)].concat()));
    pages.push(("short lines", b"<p>a b c d e ".repeat(6_000)));
    pages
}

fn options() -> [Options; 2] {
    let mut other = Options::default();
    other.mask = blockmask::mask::MaskMethod::Learned;
    other.fusion = blockmask::fusion::FusionMethod::WordWrap;
    other.experimental.tag_path.style = blockmask::tag_path::StyleMode::Reduced;
    other.experimental.tag_path.content_test = blockmask::tag_path::ContentTest::Repetition;
    other.wrap_width = 2;
    [Options::default(), other]
}

#[test]
fn an_analyzer_tells_and_goes_on() {
    let (mut points, mut failures, mut tried) = (0, 0, 0);
    for options in options() {
        for (name, page) in many_chunks() {
            let (mut expected, mut analyzer) = (None, Analyzer::new(options));
            let (calls, bytes) =
                needs(|| expected = analyzer.analyze(&page).ok().map(|document| document.blocks().len()));
            drop(analyzer);
            for plan in plans(calls, bytes) {
                let before = HELD.get();
                let mut analyzer = Analyzer::new(options);
                let (result, refused) = under(plan, || analyzer.analyze(&page).map(|document| document.blocks().len()));
                match result {
                    Ok(blocks) => assert_eq!(Some(blocks), expected, "{name}, {plan:?}"),
                    Err(error) => assert_eq!(error, Error::OutOfMemory, "{name}, {plan:?}"),
                }
                failures += u64::from(result.is_err());
                assert!(result.is_ok() || refused > 0, "{name}, {plan:?}: an error without a reason");
                points += refused;
                tried += 1;
                let again = analyzer.analyze(&page).map(|document| document.blocks().len());
                assert_eq!(again.ok(), expected, "{name}, {plan:?}: the analyzer works again");
                drop(analyzer);
                assert_eq!(HELD.get(), before, "{name}, {plan:?}: bytes are lost");
            }
        }
    }
    println!("{tried} plans, {points} refused calls, {failures} errors");
    assert!(points >= 200 && failures >= 200, "{points} refused calls, {failures} errors");
}

#[cfg(feature = "capi")]
mod c {
    use super::*;
    use blockmask::capi::analyzer::*;
    use blockmask::capi::batch::*;
    use blockmask::capi::config::*;
    use blockmask::capi::memory::blockmask_free;
    use blockmask::capi::push::*;
    use blockmask::capi::records::*;
    use blockmask::capi::shapes::*;
    use blockmask::capi::status::*;
    use std::ptr::{null, null_mut};

    /// A program's whole life with one page. Gives the first status that is not OK; all that was made is freed.
    fn life(page: &[u8]) -> blockmask_status {
        let mut config = null_mut();
        let mut analyzer = null_mut();
        // SAFETY: all places are of the right types, and the page outlives the analyzer.
        unsafe {
            let mut status = blockmask_create_config(null(), 0, &mut config, null_mut(), 0);
            if status == BLOCKMASK_OK {
                status = blockmask_create_analyzer(config, &mut analyzer);
            }
            if status == BLOCKMASK_OK {
                status = calls(analyzer, page);
            }
            // Whatever went wrong, the analyzer can be used again.
            if !analyzer.is_null() && PLAN.replace(Plan::Nothing) != Plan::Nothing {
                assert_eq!(calls(analyzer, page), BLOCKMASK_OK);
            }
            blockmask_free_analyzer(analyzer);
            blockmask_free_config(config);
            status
        }
    }

    unsafe fn calls(analyzer: *mut blockmask_analyzer, page: &[u8]) -> blockmask_status {
        let (charset, charset_length) = (null(), 0);
        let input = blockmask_input { html: page.as_ptr().cast(), length: page.len(), charset, charset_length };
        let attribute =
            blockmask_attribute { name: c"id".as_ptr(), name_length: 2, value: c"a&b".as_ptr(), value_length: 3 };
        let (mut blocks, mut count, mut stride) = (null(), 0, 0);
        let (mut html, mut length) = (null_mut(), 0);
        let mut batch: *mut blockmask_batch = null_mut();
        let steps: [&mut dyn FnMut() -> blockmask_status; 9] = unsafe {
            [
                &mut || blockmask_analyze_page(analyzer, page.as_ptr().cast(), page.len(), charset, charset_length),
                &mut || blockmask_get_blocks(analyzer, &mut blocks, &mut count, &mut stride),
                &mut || blockmask_zone_page(analyzer, &mut html, &mut length),
                &mut || {
                    blockmask_analyze_batch(analyzer, &input, size_of_val(&input), 1, BLOCKMASK_PART_ALL, &mut batch)
                },
                &mut || blockmask_begin_page(analyzer),
                &mut || {
                    blockmask_push_start_tag(
                        analyzer,
                        c"p".as_ptr(),
                        1,
                        &attribute,
                        size_of_val(&attribute),
                        1,
                        0,
                        0,
                        3,
                    )
                },
                &mut || blockmask_push_text(analyzer, page.as_ptr().cast(), page.len(), 3, u32::MAX - 10),
                &mut || blockmask_end_page(analyzer),
                &mut || blockmask_reset_analyzer(analyzer),
            ]
        };
        let mut status = BLOCKMASK_OK;
        for step in steps {
            status = step();
            if status != BLOCKMASK_OK {
                break;
            }
        }
        // SAFETY: made by the library or NULL; a batch of which a page failed says so itself.
        unsafe {
            if status == BLOCKMASK_OK && (*batch).failed > 0 {
                status = BLOCKMASK_OUT_OF_MEMORY;
            }
            blockmask_free(html.cast());
            blockmask_free(batch.cast());
        }
        status
    }

    #[test]
    fn a_program_in_c_gets_a_status() {
        let (mut points, mut failures) = (0, 0);
        assert_eq!(life(b"<p>The hook that keeps panics quiet is set once"), BLOCKMASK_OK);
        for (name, page) in many_chunks().into_iter().filter(|(_, page)| page.len() < 300_000) {
            if life(&page) != BLOCKMASK_OK {
                // ISO-2022-JP and the like cannot be annotated.
                continue;
            }
            let mut bytes = 0;
            let (calls, _) = needs(|| {
                assert_eq!(life(&page), BLOCKMASK_OK);
                bytes = 8 * page.len() as i64 + (1 << 20);
            });
            for plan in plans(calls, bytes) {
                let before = HELD.get();
                let (status, refused) = under(plan, || life(&page));
                assert!([BLOCKMASK_OK, BLOCKMASK_OUT_OF_MEMORY].contains(&status), "{name}, {plan:?}: {status}");
                assert!(status == BLOCKMASK_OK || refused > 0, "{name}, {plan:?}");
                assert_eq!(HELD.get(), before, "{name}, {plan:?}: bytes are lost");
                points += refused;
                failures += u64::from(status != BLOCKMASK_OK);
            }
        }
        println!("{points} refused calls, {failures} statuses");
        assert!(points >= 200 && failures >= 200, "{points} refused calls, {failures} statuses");
    }
}
