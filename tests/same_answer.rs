//! Differential tests of the entry points: a page gives equal results in a new analyzer, in a reused one, after errors,
//! and through the C interface, borrowed and owned.
//!
//! `src/read/html/scan.rs` compares the SIMD and scalar byte searches.
#![cfg(feature = "capi")]
// The functions under test are those that C programs call.
#![allow(unsafe_code)]

#[path = "common/hostile_pages.rs"]
#[allow(dead_code)]
mod hostile_pages;
#[path = "common/kinds.rs"]
mod kinds;
#[path = "../src/base/random.rs"]
mod random;
#[path = "common/realistic.rs"]
mod realistic;
mod support;

use blockmask::capi::{
    analyzer::*, blocks::*, document::*, experimental::*, options::*, segments::*, start::*, status::*, tables::*,
};
use blockmask::{Analyzer, Document, Error, OnLimit, Options, Parts};
use std::ptr::{null, null_mut};
use support::{invariants, thorough::sparse};

/// The tables that a C caller reads: text, blocks, segments and regions.
type Tables = (Vec<u8>, Vec<blockmask_block>, Vec<blockmask_segment>, Vec<blockmask_main_region>);

/// The part of the tables that both interfaces have.
type Summary = (String, Vec<[u32; 6]>, usize, Vec<(u32, u32)>);

/// Summarizes the tables of a document.
fn summary_of_document(document: &Document) -> Summary {
    let block = |block: blockmask::Block| {
        let (source, text) = (block.source(), block.text_range());
        [
            source.start as u32,
            source.end as u32,
            text.start as u32,
            text.end as u32,
            u32::from(block.is_template()) << 16 | block.flags().bits(),
            block.probability().to_bits(),
        ]
    };
    let regions = document.main_regions().map(|range| (range.start as u32, range.end as u32)).collect();
    (document.text().to_owned(), document.blocks().map(block).collect(), document.segments().len(), regions)
}

/// Summarizes the tables of the C interface.
fn summary_of_tables(tables: &Tables) -> Summary {
    let block = |block: &blockmask_block| {
        let flags = u32::from(block.is_template) << 16 | block.flags;
        let probability = block.probability.to_bits();
        [block.source_start, block.source_end, block.text_start, block.text_end, flags, probability]
    };
    let regions = tables.3.iter().map(|region| (region.source_start, region.source_end)).collect();
    let text = String::from_utf8(tables.0.clone()).expect("UTF-8");
    (text, tables.1.iter().map(block).collect(), tables.2.len(), regions)
}

struct Handle(*mut blockmask_analyzer);

impl Handle {
    fn new() -> Handle {
        let mut analyzer = null_mut();
        // SAFETY: the outputs are valid variables, and the size is right.
        unsafe {
            let mut options: blockmask_options = std::mem::zeroed();
            assert_eq!(blockmask_init_options(&mut options, size_of::<blockmask_options>()), BLOCKMASK_OK);
            options.parts = BLOCKMASK_PARTS_ALL;
            assert_eq!(blockmask_create_analyzer(&options, &mut analyzer), BLOCKMASK_OK);
        }
        Handle(analyzer)
    }

    fn analyze(&self, page: &[u8]) -> Tables {
        let mut document = null();
        // SAFETY: the handle and the output are valid, and the page outlives the calls.
        unsafe {
            let (html, length) = (page.as_ptr().cast(), page.len());
            assert_eq!(blockmask_analyze(self.0, html, length, null(), &mut document), BLOCKMASK_OK);
            tables(document)
        }
    }

    /// The same by a document of the caller's, made of a copy of the page that is gone when it is read.
    fn analyze_owned(&self, page: &[u8]) -> Tables {
        let mut document = null_mut();
        let copy = page.to_vec();
        // SAFETY: the handle and the output are valid, and the copy has its length.
        unsafe {
            let (html, length) = (copy.as_ptr().cast(), copy.len());
            assert_eq!(blockmask_analyze_owned(self.0, html, length, null(), &mut document), BLOCKMASK_OK);
            drop(copy);
            let tables = tables(document);
            assert_eq!(blockmask_return_document(self.0, document), BLOCKMASK_OK);
            tables
        }
    }
}

/// The tables of a document, copied.
unsafe fn tables(document: *const blockmask_document) -> Tables {
    let (mut text, mut length) = (null(), 0);
    // SAFETY: the caller promises a document; rows have the types of their tables.
    unsafe {
        assert_eq!(blockmask_get_text(document, &mut text, &mut length), BLOCKMASK_OK);
        let text = std::slice::from_raw_parts(text.cast::<u8>(), length).to_vec();
        let segments = rows(document, BLOCKMASK_TABLE_SEGMENTS);
        (text, rows(document, BLOCKMASK_TABLE_BLOCKS), segments, rows(document, BLOCKMASK_TABLE_MAIN_REGIONS))
    }
}

unsafe fn rows<T: Copy>(document: *const blockmask_document, number: u32) -> Vec<T> {
    let mut table = blockmask_table { rows: null(), count: 0, stride: 0 };
    // SAFETY: the caller promises a document, and that the rows are of this type.
    unsafe {
        assert_eq!(blockmask_get_table(document, number, &mut table), BLOCKMASK_OK);
        assert_eq!(table.stride, size_of::<T>());
        std::slice::from_raw_parts(table.rows.cast(), table.count).to_vec()
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: created by `new` and freed once.
        unsafe { blockmask_free_analyzer(self.0) };
    }
}

/// Makes an analyzer return each of its errors.
fn provoke_errors(analyzer: &mut Analyzer) {
    let token = analyzer.cancel_token();
    token.cancel();
    assert_eq!(analyzer.analyze(b"<p>x").err(), Some(Error::Cancelled));
    let limits = analyzer.options().limits;
    let long = b"<p>x".repeat(limits.max_blocks as usize + 1);
    assert!(matches!(analyzer.analyze(&long).err(), Some(Error::LimitReached { .. })));
    let wide = vec![b' '; limits.max_input as usize + 1];
    assert!(matches!(analyzer.analyze(&wide).err(), Some(Error::TooLarge { .. })));
}

fn pages() -> Vec<Vec<u8>> {
    let mut pages: Vec<Vec<u8>> = kinds::all().into_iter().map(|(_, page)| page).collect();
    let hostile = hostile_pages::NAMED.iter().chain(hostile_pages::OTHERS).step_by(sparse(4));
    pages.extend(hostile.map(|kind| (kind.make)(300)));
    if let Some(root) = support::shared("corpus") {
        pages.extend(support::corpus::pages(&root).iter().step_by(23 * sparse(4)).map(|file| file.bytes()));
    }
    pages.retain(|page| page.len() < 2_000_000);
    pages
}

#[test]
fn all_entry_points_agree() {
    let mut options = Options::with_parts(Parts::ALL);
    options.limits.max_input = 4_000_000;
    options.limits.max_blocks = 40_000;
    options.limits.on_limit = OnLimit::Fail;
    let mut reused = Analyzer::new(options);
    let mut recovered = Analyzer::new(options);
    let handle = Handle::new();
    let pages = pages();
    for page in &pages {
        let mut fresh = Analyzer::new(Options::with_parts(Parts::ALL));
        let document = fresh.analyze(page).expect("a document");
        let (expected, summary) = (invariants::description(&document), summary_of_document(&document));
        let start = String::from_utf8_lossy(&page[..page.len().min(60)]);
        assert!(summary_of_tables(&handle.analyze(page)) == summary, "through C: {start:?}");
        assert!(summary_of_tables(&handle.analyze_owned(page)) == summary, "owned, through C: {start:?}");
        // These two analyzers reject a page that reaches a limit.
        if document.truncation().is_empty() {
            let again = reused.analyze(page).expect("a document");
            assert!(invariants::description(&again) == expected, "in a reused analyzer: {start:?}");
            provoke_errors(&mut recovered);
            let after = recovered.analyze(page).expect("a document");
            assert!(invariants::description(&after) == expected, "after errors: {start:?}");
        }
    }
    println!("{} pages", pages.len());
}

/// A memory limit truncates a page at the same point, however much memory the analyzer retains from earlier pages.
#[test]
fn memory_limit_does_not_depend_on_earlier_pages() {
    let pages = pages();
    let mut cut = 0;
    for limit in [90_000, 200_000, 512 << 10, 1 << 20, 3 << 20] {
        let mut options = Options::with_parts(Parts::ALL);
        options.limits.max_memory = limit;
        let mut reused = Analyzer::new(options);
        // The largest page comes first, to fill the retained memory; then small pages alternate with large ones.
        let largest = pages.iter().max_by_key(|page| page.len()).expect("pages");
        for page in std::iter::once(largest).chain(&pages) {
            let describe = |analyzer: &mut Analyzer| {
                let document = analyzer.analyze(page)?;
                Ok((summary_of_document(&document), document.truncation()))
            };
            let (expected, answer): (Result<_, Error>, _) =
                (describe(&mut Analyzer::new(options)), describe(&mut reused));
            let start = String::from_utf8_lossy(&page[..page.len().min(60)]);
            assert!(answer == expected, "{limit} bytes: {start:?}");
            cut += usize::from(expected.is_ok_and(|(_, truncation)| !truncation.is_empty()));
        }
    }
    println!("{cut} pages truncated");
    assert!(cut > 20, "the limits are too large to test anything");
}
