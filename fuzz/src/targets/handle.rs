//! A safe wrapper of the C analyzer, and of its document: it reads and checks the tables.

use blockmask::capi::analyzer::blockmask_analyzer;
use blockmask::capi::blocks::*;
use blockmask::capi::document::blockmask_document;
use blockmask::capi::experimental::{BLOCKMASK_TABLE_MAIN_REGIONS, BLOCKMASK_TABLE_SEGMENTS};
use blockmask::capi::options::*;
use blockmask::capi::page::*;
use blockmask::capi::segments::{blockmask_main_region, blockmask_segment};
use blockmask::capi::start::*;
use blockmask::capi::status::*;
use blockmask::capi::tables::*;
use std::ptr::{null, null_mut};

/// An analyzer, freed on drop.
pub struct Handle(pub *mut blockmask_analyzer);

impl Handle {
    /// Creates an analyzer with options, or with the default ones for NULL.
    pub fn new(options: *const blockmask_options) -> Handle {
        let mut analyzer = null_mut();
        // SAFETY: the output is a variable, and the options are valid or NULL.
        assert_eq!(unsafe { blockmask_create_analyzer(options, &mut analyzer) }, BLOCKMASK_OK);
        Handle(analyzer)
    }

    /// Creates an analyzer that computes all parts.
    pub fn with_all_parts() -> Handle {
        // SAFETY: all zeros is valid for a struct of integers; the size is right.
        unsafe {
            let mut options: blockmask_options = std::mem::zeroed();
            assert_eq!(blockmask_init_options(&mut options, size_of::<blockmask_options>()), BLOCKMASK_OK);
            options.parts = BLOCKMASK_PARTS_ALL;
            Handle::new(&options)
        }
    }
}

/// A document of an analyzer that lives.
#[derive(Clone, Copy)]
pub struct Reader(pub *const blockmask_document);

impl Reader {
    /// What holds for the page as a whole; `None` if there is no document.
    pub fn page(self) -> Option<blockmask_page> {
        let mut page = null();
        // SAFETY: the document is valid, and borrowed data is copied at once.
        unsafe {
            match blockmask_get_page(self.0, &mut page) {
                BLOCKMASK_OK => Some(*page),
                BLOCKMASK_NO_PAGE => None,
                status => panic!("blockmask_get_page: {status}"),
            }
        }
    }

    /// The normalized text, copied.
    pub fn text(self) -> String {
        let (mut text, mut length) = (null(), 0);
        // SAFETY: the document is valid, and borrowed data is copied at once.
        unsafe {
            assert_eq!(blockmask_get_text(self.0, &mut text, &mut length), BLOCKMASK_OK);
            let bytes = std::slice::from_raw_parts(text.cast::<u8>(), length);
            String::from_utf8(bytes.to_vec()).expect("the text is UTF-8")
        }
    }

    /// A copy of a table, whose rows are of this type; empty if it was not computed.
    pub fn table<T: Copy>(self, number: u32) -> Vec<T> {
        let mut table = blockmask_table { rows: null(), count: 0, stride: 0 };
        // SAFETY: the document is valid, and borrowed data is copied at once.
        unsafe {
            let status = blockmask_get_table(self.0, number, &mut table);
            if status == BLOCKMASK_NOT_COMPUTED {
                return Vec::new();
            }
            assert_eq!(status, BLOCKMASK_OK);
            assert!(!table.rows.is_null() && table.stride == size_of::<T>());
            std::slice::from_raw_parts(table.rows.cast(), table.count).to_vec()
        }
    }

    /// Checks all tables of the page.
    pub fn check(self) {
        let page = self.page().expect("a page");
        let text = self.text();
        assert_eq!(page.text_length as usize, text.len());
        let ends = (page.source_length, page.text_length);
        let blocks: Vec<blockmask_block> = self.table(BLOCKMASK_TABLE_BLOCKS);
        let segments: Vec<blockmask_segment> = self.table(BLOCKMASK_TABLE_SEGMENTS);
        let positions = blocks.iter().map(|b| [b.source_start, b.source_end, b.text_start, b.text_end]);
        check_positions("blocks", positions, ends, &text);
        for block in &blocks {
            assert!(block.segment == BLOCKMASK_NONE || (block.segment as usize) < segments.len(), "{block:?}");
            assert!(block.linked_tokens <= block.tokens && block.density_lines >= 1, "{block:?}");
            assert!((0.0..=1.0).contains(&block.probability) && block.weight <= 64, "{block:?}");
            assert!((BLOCKMASK_ROLE_MAIN..=BLOCKMASK_ROLE_HIDDEN).contains(&block.role), "{block:?}");
            assert!((BLOCKMASK_FIELD_TITLE..=BLOCKMASK_FIELD_HIDDEN).contains(&block.field), "{block:?}");
            assert!(block.heading_level <= 6, "{block:?}");
        }
        let positions = segments.iter().map(|s| [s.source_start, s.source_end, s.text_start, s.text_end]);
        // Segments of word wrap may overlap, so only their bounds are checked.
        check_inside("segments", positions, ends);
        let links: Vec<blockmask_link> = self.table(BLOCKMASK_TABLE_LINKS);
        check_inside("links", links.iter().map(|l| [l.source_start, l.source_end, l.text_start, l.text_end]), ends);
        for region in self.table::<blockmask_main_region>(BLOCKMASK_TABLE_MAIN_REGIONS) {
            assert!(region.source_start <= region.source_end && region.source_end <= ends.0, "{region:?} of {ends:?}");
        }
        let records: Vec<blockmask_record> = self.table(BLOCKMASK_TABLE_RECORDS);
        assert!(records.iter().all(|record| record.first_block < record.end_block));
        assert!(records.is_sorted_by(|a, b| a.end_block <= b.first_block));
        let annotations: Vec<blockmask_annotation> = self.table(BLOCKMASK_TABLE_ANNOTATIONS);
        let positions = annotations.iter().map(|a| [a.source_start, a.source_end, a.text_start, a.text_end]);
        check_inside("annotations", positions, ends);
        assert!(annotations.iter().all(|annotation| (annotation.block as usize) < blocks.len()));
        let runs: Vec<blockmask_run> = self.table(BLOCKMASK_TABLE_RUNS);
        assert!(runs.len() <= blocks.len() && runs.iter().all(|run| run.text_length > 0));
        let probabilities: Vec<f32> = self.table(BLOCKMASK_TABLE_KIND_PROBABILITIES);
        assert!(probabilities.is_empty() || (probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-3);
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: created by `new` and freed once.
        unsafe { blockmask_free_analyzer(self.0) };
    }
}

fn check_inside(what: &str, positions: impl Iterator<Item = [u32; 4]>, (source, text): (u32, u32)) {
    for [start, end, text_start, text_end] in positions {
        assert!(start <= end && end <= source, "{what}: {start}-{end} of {source}");
        assert!(text_start <= text_end && text_end <= text, "{what}: text {text_start}-{text_end} of {text}");
    }
}

/// Checks that records are in bounds, in order and not empty.
fn check_positions(what: &str, positions: impl Iterator<Item = [u32; 4]>, ends: (u32, u32), text: &str) {
    let (mut source_end, mut text_end) = (0, 0);
    for position in positions {
        check_inside(what, [position].into_iter(), ends);
        assert!(
            source_end <= position[0] && text_end <= position[2],
            "{what}: {position:?} after {source_end}, {text_end}"
        );
        assert!(
            text.get(position[2] as usize..position[3] as usize).is_some_and(|text| !text.is_empty()),
            "{what}: {position:?}"
        );
        (source_end, text_end) = (position[1], position[3]);
    }
}
