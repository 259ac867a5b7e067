//! One page, one answer: from a new analyzer, from one that has seen other pages and errors, through C, from a batch.
//!
//! Pushed pages are compared in `tests/push.rs`, byte searches with and without SSE2 in `src/html/scan.rs`.
#![cfg(feature = "capi")]
// The functions under test are those that C programs call.
#![allow(unsafe_code)]

#[path = "common/hostile_pages.rs"]
#[allow(dead_code)]
mod hostile_pages;
#[path = "common/kinds.rs"]
mod kinds;
#[path = "../src/random.rs"]
mod random;
#[path = "common/realistic.rs"]
mod realistic;
mod support;

use blockmask::capi::{analyzer::*, batch::*, config::*, memory::blockmask_free, records::*, status::*, text::*};
use blockmask::{Analyzer, Document, Error, OnLimit, Options};
use std::ptr::{null, null_mut};
use support::invariants;

/// What a caller in C sees of a page: its text, blocks, segments and regions.
type Tables = (Vec<u8>, Vec<blockmask_block>, Vec<blockmask_segment>, Vec<blockmask_region>);

/// What both a document and C tell of them.
type Short = (String, Vec<[u32; 6]>, usize, Vec<(u32, u32)>);

/// The tables as the document tells them.
fn tables_of(document: &Document) -> Short {
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
    let regions = document.regions().map(|range| (range.start as u32, range.end as u32)).collect();
    (document.text().to_owned(), document.blocks().map(block).collect(), document.segments().len(), regions)
}

/// The tables of the C interface in that form.
fn in_short(tables: &Tables) -> Short {
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
        // SAFETY: a place for the handle, and the default configuration.
        assert_eq!(unsafe { blockmask_create_analyzer(null::<blockmask_config>(), &mut analyzer) }, BLOCKMASK_OK);
        Handle(analyzer)
    }

    fn analyze(&self, page: &[u8]) -> Tables {
        let (mut text, mut length) = (null(), 0);
        // SAFETY: the handle is valid, the places are of the right types, the page stays; the text is copied at once.
        let text = unsafe {
            assert_eq!(blockmask_analyze_page(self.0, page.as_ptr().cast(), page.len(), null(), 0), BLOCKMASK_OK);
            assert_eq!(blockmask_get_text(self.0, &mut text, &mut length), BLOCKMASK_OK);
            std::slice::from_raw_parts(text.cast::<u8>(), length).to_vec()
        };
        // SAFETY: these are the functions of these records.
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
        // SAFETY: the handle is valid, the places are of the right types, and what is borrowed is copied at once.
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
        };
        let inputs: Vec<blockmask_input> = pages.iter().map(input).collect();
        let mut batch: *mut blockmask_batch = null_mut();
        // SAFETY: the handle is valid and the inputs stay. The batch holds what its slices say, until it is freed.
        unsafe {
            let (size, parts) = (size_of::<blockmask_input>(), BLOCKMASK_PART_ALL);
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
        // SAFETY: made by `new`, freed once.
        unsafe { blockmask_free_analyzer(self.0) };
    }
}

/// Records of a batch.
unsafe fn copy<T: Copy>(batch: *const blockmask_batch, slice: blockmask_slice) -> Vec<T> {
    assert_eq!(slice.stride as usize, size_of::<T>());
    // SAFETY: the caller promises that the slice is the batch's.
    unsafe {
        let first = batch.cast::<u8>().add(slice.offset as usize).cast::<T>();
        std::slice::from_raw_parts(first, slice.count as usize).to_vec()
    }
}

/// Brings an analyzer into each of its errors.
fn upset(analyzer: &mut Analyzer) {
    let token = analyzer.cancel_token();
    token.cancel();
    assert_eq!(analyzer.analyze(b"<p>x").err(), Some(Error::Cancelled));
    let most = analyzer.options().limits;
    let long = b"<p>x".repeat(most.max_blocks as usize + 1);
    assert!(matches!(analyzer.analyze(&long).err(), Some(Error::LimitReached { .. })));
    let wide = vec![b' '; most.max_input as usize + 1];
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
fn every_way_gives_the_same_answer() {
    let mut options = Options::default();
    options.limits.max_input = 4_000_000;
    options.limits.max_blocks = 40_000;
    options.limits.on_limit = OnLimit::Fail;
    let mut used = Analyzer::new(options);
    let mut upset_one = Analyzer::new(options);
    let (one, many) = (Handle::new(), Handle::new());
    let pages = pages();
    for group in pages.chunks(7) {
        let group: Vec<&[u8]> = group.iter().map(Vec::as_slice).collect();
        let batch = many.batch(&group);
        for (&page, of_batch) in group.iter().zip(&batch) {
            let mut fresh = Analyzer::default();
            let document = fresh.analyze(page).expect("a document");
            let (expected, tables) = (invariants::description(&document), tables_of(&document));
            let start = String::from_utf8_lossy(&page[..page.len().min(60)]);
            let of_c = one.analyze(page);
            assert!(in_short(&of_c) == tables, "through C: {start:?}");
            assert!(in_short(of_batch) == tables, "from a batch: {start:?}");
            // A page that reaches a limit is an error of these two.
            if document.truncation().is_empty() {
                let again = used.analyze(page).expect("a document");
                assert!(invariants::description(&again) == expected, "from a used analyzer: {start:?}");
                upset(&mut upset_one);
                let after = upset_one.analyze(page).expect("a document");
                assert!(invariants::description(&after) == expected, "after errors: {start:?}");
            }
        }
    }
    println!("{} pages", pages.len());
}

/// Memory of earlier pages makes room for no more of a page, and for no less.
#[test]
fn a_limit_of_memory_does_not_depend_on_earlier_pages() {
    let pages = pages();
    let mut cut = 0;
    for limit in [90_000, 200_000, 512 << 10, 1 << 20, 3 << 20] {
        let mut options = Options::default();
        options.limits.max_memory = limit;
        let mut used = Analyzer::new(options);
        // The largest page first, so that there is memory; then all of them, the small ones between the large.
        let largest = pages.iter().max_by_key(|page| page.len()).expect("pages");
        for page in std::iter::once(largest).chain(&pages) {
            let describe = |analyzer: &mut Analyzer| {
                let document = analyzer.analyze(page)?;
                Ok((tables_of(&document), document.truncation()))
            };
            let (expected, answer): (Result<_, Error>, _) =
                (describe(&mut Analyzer::new(options)), describe(&mut used));
            let start = String::from_utf8_lossy(&page[..page.len().min(60)]);
            assert!(answer == expected, "{limit} bytes: {start:?}");
            cut += usize::from(expected.is_ok_and(|(_, truncation)| !truncation.is_empty()));
        }
    }
    println!("{cut} pages cut");
    assert!(cut > 20, "the limits are too large to test anything");
}
