//! A safe wrapper of the C analyzer that reads and checks its tables.

use blockmask::capi::analyzer::*;
use blockmask::capi::config::*;
use blockmask::capi::page::*;
use blockmask::capi::records::*;
use blockmask::capi::status::*;
use blockmask::capi::text::*;
use std::ptr::{null, null_mut};

/// An analyzer, freed on drop.
pub struct Handle(pub *mut blockmask_analyzer);

impl Handle {
    /// Creates an analyzer with a configuration, or with the default one for NULL.
    pub fn new(config: *const blockmask_config) -> Handle {
        let mut analyzer = null_mut();
        // SAFETY: the output is a variable, and the configuration is valid or NULL.
        assert_eq!(unsafe { blockmask_create_analyzer(config, &mut analyzer) }, BLOCKMASK_OK);
        Handle(analyzer)
    }

    /// Creates an analyzer that computes all parts.
    pub fn with_all_parts() -> Handle {
        let (mut config, size) = (null_mut(), size_of::<blockmask_options>());
        // SAFETY: all zeros is valid for a struct of integers; the outputs are variables, and the size is right.
        unsafe {
            let mut options: blockmask_options = std::mem::zeroed();
            assert_eq!(blockmask_init_options(&mut options, size), BLOCKMASK_OK);
            options.parts = BLOCKMASK_PARTS_ALL;
            assert_eq!(blockmask_create_config(&options, size, &mut config, null_mut(), 0), BLOCKMASK_OK);
            let handle = Handle::new(config);
            blockmask_free_config(config);
            handle
        }
    }

    /// The properties of the page; `None` if there is no page.
    pub fn page(&self) -> Option<blockmask_page> {
        // SAFETY: all zeros is valid for a struct of integers.
        let mut page: blockmask_page = unsafe { std::mem::zeroed() };
        // SAFETY: the handle is valid, and the size is that of the struct.
        match unsafe { blockmask_get_page(self.0, &mut page, size_of::<blockmask_page>()) } {
            BLOCKMASK_OK => Some(page),
            BLOCKMASK_NO_PAGE => None,
            status => panic!("blockmask_get_page: {status}"),
        }
    }

    /// The probability of each kind of page, copied.
    pub fn kind_probabilities(&self) -> Vec<f32> {
        let (mut probabilities, mut count) = (null(), 0);
        // SAFETY: the handle is valid, and borrowed data is copied at once.
        unsafe {
            assert_eq!(blockmask_get_kind_probabilities(self.0, &mut probabilities, &mut count), BLOCKMASK_OK);
            std::slice::from_raw_parts(probabilities, count).to_vec()
        }
    }

    /// The normalized text, copied.
    pub fn text(&self) -> String {
        let (mut text, mut length) = (null(), 0);
        // SAFETY: the handle is valid, and borrowed data is copied at once.
        unsafe {
            assert_eq!(blockmask_get_text(self.0, &mut text, &mut length), BLOCKMASK_OK);
            let bytes = std::slice::from_raw_parts(text.cast::<u8>(), length);
            String::from_utf8(bytes.to_vec()).expect("the text is UTF-8")
        }
    }

    /// A copy of the table that `get` returns; empty if it was not computed.
    pub fn table<T: Copy>(
        &self,
        get: unsafe extern "C" fn(*mut blockmask_analyzer, *mut *const T, *mut usize, *mut usize) -> blockmask_status,
    ) -> Vec<T> {
        let (mut records, mut count, mut stride) = (null(), 0, 0);
        // SAFETY: the handle is valid, and borrowed data is copied at once.
        unsafe {
            let status = get(self.0, &mut records, &mut count, &mut stride);
            if status == BLOCKMASK_NOT_COMPUTED {
                return Vec::new();
            }
            assert_eq!(status, BLOCKMASK_OK);
            assert!(!records.is_null() && stride == size_of::<T>());
            std::slice::from_raw_parts(records, count).to_vec()
        }
    }

    /// Checks all tables of the current page.
    pub fn check(&self) {
        let page = self.page().expect("a page");
        let text = self.text();
        assert_eq!(page.text_length as usize, text.len());
        let ends = (page.source_length, page.text_length);
        let (blocks, segments) = (self.table(blockmask_get_blocks), self.table(blockmask_get_segments));
        let positions = blocks.iter().map(|b| [b.source_start, b.source_end, b.text_start, b.text_end]);
        check_positions("blocks", positions, ends, &text);
        for block in &blocks {
            assert!(block.segment == BLOCKMASK_NONE || (block.segment as usize) < segments.len(), "{block:?}");
            assert!(block.linked_tokens <= block.tokens && block.density_lines >= 1, "{block:?}");
            assert!((0.0..=1.0).contains(&block.probability) && block.weight <= 32, "{block:?}");
            assert!((BLOCKMASK_ROLE_MAIN..=BLOCKMASK_ROLE_HIDDEN).contains(&block.role), "{block:?}");
            assert!((BLOCKMASK_FIELD_TITLE..=BLOCKMASK_FIELD_HIDDEN).contains(&block.field), "{block:?}");
        }
        let positions = segments.iter().map(|s| [s.source_start, s.source_end, s.text_start, s.text_end]);
        // Segments of word wrap may overlap, so only their bounds are checked.
        check_inside("segments", positions, ends);
        let links = self.table(blockmask_get_links);
        check_inside("links", links.iter().map(|l| [l.source_start, l.source_end, l.text_start, l.text_end]), ends);
        for region in self.table(blockmask_get_regions) {
            assert!(region.source_start <= region.source_end && region.source_end <= ends.0, "{region:?} of {ends:?}");
        }
        for heading in self.table(blockmask_get_headings) {
            assert!((heading.block as usize) < blocks.len() && (1..=6).contains(&heading.level), "{heading:?}");
        }
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
