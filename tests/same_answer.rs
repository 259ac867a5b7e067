//! Differential tests of the entry points: a page gives equal results in a new analyzer, in a reused one, after errors,
//! through the C interface and in a batch.
//!
//! `tests/push.rs` compares pushed pages, and `src/read/html/scan.rs` compares the SIMD and scalar byte searches.
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
    analyzer::*, batch::*, config::*, input::*, memory::blockmask_free, records::*, status::*, text::*,
};
use blockmask::{Analyzer, Document, Error, OnLimit, Options, Parts};
use std::ptr::{null, null_mut};
use support::invariants;

/// The tables that a C caller reads: text, blocks, segments and regions.
type Tables = (Vec<u8>, Vec<blockmask_block>, Vec<blockmask_segment>, Vec<blockmask_region>);

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
        let (mut config, size) = (null_mut(), size_of::<blockmask_options>());
        // SAFETY: the outputs are valid variables, and the size is right.
        unsafe {
            let mut options: blockmask_options = std::mem::zeroed();
            assert_eq!(blockmask_init_options(&mut options, size), BLOCKMASK_OK);
            options.parts = BLOCKMASK_PARTS_ALL;
            assert_eq!(blockmask_create_config(&options, size, &mut config, null_mut(), 0), BLOCKMASK_OK);
            assert_eq!(blockmask_create_analyzer(config, &mut analyzer), BLOCKMASK_OK);
            blockmask_free_config(config);
        }
        Handle(analyzer)
    }

    fn analyze(&self, page: &[u8]) -> Tables {
        let (mut text, mut length) = (null(), 0);
        // SAFETY: the handle and the outputs are valid, the page outlives the calls, and the text is copied at once.
        let text = unsafe {
            assert_eq!(blockmask_analyze_page(self.0, page.as_ptr().cast(), page.len(), null(), 0), BLOCKMASK_OK);
            assert_eq!(blockmask_get_text(self.0, &mut text, &mut length), BLOCKMASK_OK);
            std::slice::from_raw_parts(text.cast::<u8>(), length).to_vec()
        };
        // SAFETY: each function returns records of the inferred type.
        unsafe {
            let blocks = self.records(blockmask_get_blocks);
            (text, blocks, self.records(blockmask_get_segments), self.records(blockmask_get_regions))
        }
    }

    unsafe fn records<T: Copy>(
        &self,
        get: unsafe extern "C" fn(*mut blockmask_analyzer, *mut *const T, *mut usize, *mut usize) -> blockmask_status,
    ) -> Vec<T> {
        let (mut records, mut count, mut stride) = (null(), 0, 0);
        // SAFETY: the handle and the outputs are valid, and the borrowed records are copied at once.
        unsafe {
            assert_eq!(get(self.0, &mut records, &mut count, &mut stride), BLOCKMASK_OK);
            std::slice::from_raw_parts(records, count).to_vec()
        }
    }

    fn batch(&self, pages: &[&[u8]]) -> Vec<Tables> {
        let input = |page: &&[u8]| blockmask_input {
            html: page.as_ptr().cast(),
            length: page.len(),
            charset: null(),
            charset_length: 0,
            address: null(),
            address_length: 0,
        };
        let inputs: Vec<blockmask_input> = pages.iter().map(input).collect();
        let mut batch: *mut blockmask_batch = null_mut();
        // SAFETY: the handle and the inputs are valid. The slices refer to the batch, which is freed after they are
        // copied.
        unsafe {
            let (size, parts) = (size_of::<blockmask_input>(), BLOCKMASK_BATCH_ALL);
            let status = blockmask_analyze_batch(self.0, inputs.as_ptr(), size, inputs.len(), parts, &mut batch);
            assert_eq!((status, (*batch).failed), (BLOCKMASK_OK, 0));
            let records = copy::<blockmask_batch_page>(batch, (*batch).pages);
            let tables = |page: &blockmask_batch_page| {
                (
                    copy(batch, page.text),
                    copy(batch, page.blocks),
                    copy(batch, page.segments),
                    copy(batch, page.regions),
                )
            };
            let all = records.iter().map(tables).collect();
            blockmask_free(batch.cast());
            all
        }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: created by `new` and freed once.
        unsafe { blockmask_free_analyzer(self.0) };
    }
}

/// Copies the records of a slice of a batch.
unsafe fn copy<T: Copy>(batch: *const blockmask_batch, slice: blockmask_slice) -> Vec<T> {
    assert_eq!(slice.stride as usize, size_of::<T>());
    // SAFETY: the caller guarantees that the slice belongs to the batch.
    unsafe {
        let first = batch.cast::<u8>().add(slice.offset as usize).cast::<T>();
        std::slice::from_raw_parts(first, slice.count as usize).to_vec()
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
    pages.extend(hostile_pages::NAMED.iter().chain(hostile_pages::OTHERS).map(|kind| (kind.make)(300)));
    if let Some(root) = support::shared("corpus") {
        pages.extend(support::corpus::pages(&root).iter().step_by(23).map(|file| file.bytes()));
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
    let (single, batched) = (Handle::new(), Handle::new());
    let pages = pages();
    for group in pages.chunks(7) {
        let group: Vec<&[u8]> = group.iter().map(Vec::as_slice).collect();
        let batch = batched.batch(&group);
        for (&page, from_batch) in group.iter().zip(&batch) {
            let mut fresh = Analyzer::new(Options::with_parts(Parts::ALL));
            let document = fresh.analyze(page).expect("a document");
            let (expected, summary) = (invariants::description(&document), summary_of_document(&document));
            let start = String::from_utf8_lossy(&page[..page.len().min(60)]);
            let from_c = single.analyze(page);
            assert!(summary_of_tables(&from_c) == summary, "through C: {start:?}");
            assert!(summary_of_tables(from_batch) == summary, "in a batch: {start:?}");
            // These two analyzers reject a page that reaches a limit.
            if document.truncation().is_empty() {
                let again = reused.analyze(page).expect("a document");
                assert!(invariants::description(&again) == expected, "in a reused analyzer: {start:?}");
                provoke_errors(&mut recovered);
                let after = recovered.analyze(page).expect("a document");
                assert!(invariants::description(&after) == expected, "after errors: {start:?}");
            }
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
