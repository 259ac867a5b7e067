use super::analyzer::*;
use super::document::*;
use super::experimental::*;
use super::guard::{Accept, catch, enter, read};
use super::options::*;
use super::pointer::{OutStruct, Structs, Versioned};
use super::start::*;
use super::status::*;
use super::tables::*;
use super::{blocks, fingerprint, groups, layout, page, segments, visual};
use crate::{
    BlockFlags, CommentMode, EncodingSource, FingerprintText, FusionMethod, HiddenReasons, MaskMethod, OnLimit,
    PageKind, Parts, Role, Truncation,
};
use std::ffi::CStr;
use std::ptr::{NonNull, null, null_mut};

struct Handle(*mut blockmask_analyzer);

impl Handle {
    /// With the mask by rules: Miri needs minutes for the trees of the learned one.
    fn new() -> Handle {
        let mut analyzer = null_mut();
        // SAFETY: all variables have the right types and sizes.
        unsafe {
            let mut options = std::mem::zeroed::<blockmask_options>();
            assert_eq!(blockmask_init_options(&mut options, size_of::<blockmask_options>()), BLOCKMASK_OK);
            options.mask = BLOCKMASK_MASK_DENSITY;
            assert_eq!(blockmask_create_analyzer(&options, &mut analyzer), BLOCKMASK_OK);
        }
        Handle(analyzer)
    }

    fn analyze(&self, html: &'static str) -> (blockmask_status, *const blockmask_document) {
        let mut document = null();
        // SAFETY: the handle is valid, the page is static.
        let status = unsafe { blockmask_analyze(self.0, html.as_ptr().cast(), html.len(), null(), &mut document) };
        (status, document)
    }

    fn document(&self, html: &'static str) -> *const blockmask_document {
        let (status, document) = self.analyze(html);
        assert_eq!(status, BLOCKMASK_OK);
        document
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: made by `new`, freed once.
        unsafe { blockmask_free_analyzer(self.0) };
    }
}

/// The status of reading the blocks, and their number.
fn blocks_of(document: *const blockmask_document) -> (blockmask_status, usize) {
    let mut blocks = blockmask_table { rows: null(), count: 0, stride: 0 };
    // SAFETY: the document is valid, and the variable has the right type.
    let status = unsafe { blockmask_get_blocks(document, &mut blocks) };
    (status, blocks.count)
}

fn last_error() -> String {
    // SAFETY: a string that ends in zero, which no call follows while it is read.
    unsafe { CStr::from_ptr(blockmask_last_error()) }.to_str().unwrap().to_owned()
}

#[test]
fn a_panic_is_a_status_and_the_analyzer_rests_until_it_is_reset() {
    let analyzer = Handle::new();
    let document = analyzer.document("<p>One");
    // SAFETY: the handle is valid.
    let status = unsafe { enter(analyzer.0, Accept::Sound, |_| panic!("the reason is {}", 7)) };
    assert_eq!(status, BLOCKMASK_PANIC);
    assert_eq!(last_error(), "a bug in the library: the reason is 7");
    assert_eq!(analyzer.analyze("<p>One").0, BLOCKMASK_POISONED);
    assert_eq!(last_error(), "the analyzer met a bug before; reset it with blockmask_reset_analyzer");
    // SAFETY: the handle is valid.
    assert_eq!(unsafe { blockmask_reset_analyzer(analyzer.0) }, BLOCKMASK_OK);
    assert_eq!(blocks_of(document).0, BLOCKMASK_NO_PAGE);
    assert_eq!(blocks_of(analyzer.document("<p>One")), (BLOCKMASK_OK, 1));
}

/// What a document is made of does not change, so only the call fails.
#[test]
fn a_panic_while_a_document_is_read_is_a_status() {
    let analyzer = Handle::new();
    let document = analyzer.document("<p>One");
    let fail = |view: &View<'_>| {
        let _tables = view.tables();
        panic!("the reason is {}", 7)
    };
    // SAFETY: the document is valid.
    assert_eq!(unsafe { read(document, fail) }, BLOCKMASK_PANIC);
    assert_eq!(blocks_of(document), (BLOCKMASK_OK, 1));
    assert_eq!(analyzer.analyze("<p>One").0, BLOCKMASK_OK);
}

#[test]
fn pointers_to_other_handles_are_refused() {
    let analyzer = Handle::new();
    let document = analyzer.document("<p>One");
    assert_eq!(blocks_of(analyzer.0.cast_const().cast()).0, BLOCKMASK_BAD_POINTER);
    assert_eq!(last_error(), "document is NULL or not a document");
    assert_eq!(blocks_of(null()).0, BLOCKMASK_BAD_POINTER);
    // SAFETY: it is checked what the pointer is to.
    assert_eq!(unsafe { blockmask_reset_analyzer(document.cast_mut().cast()) }, BLOCKMASK_BAD_POINTER);
    assert_eq!(last_error(), "analyzer is NULL or not an analyzer");
}

#[test]
fn a_second_thread_is_turned_away() {
    let analyzer = Handle::new();
    let document = analyzer.document("<p>One");
    // SAFETY: the handles are valid. The inner calls stand for the calls of another thread.
    let status = unsafe {
        enter(analyzer.0, Accept::Sound, |_| {
            assert_eq!(analyzer.analyze("<p>One").0, BLOCKMASK_BUSY);
            assert_eq!(blocks_of(document), (BLOCKMASK_OK, 1));
            Ok(())
        })
    };
    assert_eq!(status, BLOCKMASK_OK);
    assert_eq!(analyzer.analyze("<p>One").0, BLOCKMASK_OK);
}

#[test]
fn a_document_is_read_by_many_threads_and_replaced_by_none_of_them_meanwhile() {
    let analyzer = Handle::new();
    let document = analyzer.document("<p>One<p>Two");
    // SAFETY: the handles are valid. The inner calls stand for the calls of another thread.
    let status = unsafe {
        read(document, |_| {
            assert_eq!(blocks_of(document), (BLOCKMASK_OK, 2));
            assert_eq!(analyzer.analyze("<p>One").0, BLOCKMASK_BUSY);
            assert_eq!(last_error(), "another thread reads the document of the analyzer");
            assert_eq!(blockmask_reset_analyzer(analyzer.0), BLOCKMASK_BUSY);
            Ok(())
        })
    };
    assert_eq!(status, BLOCKMASK_OK);
    // SAFETY: as above.
    let status = unsafe {
        enter(analyzer.0, Accept::Sound, |state| {
            state.held.replace(|_| {
                assert_eq!(blocks_of(document).0, BLOCKMASK_BUSY);
                Ok(None)
            })
        })
    };
    assert_eq!((status, blocks_of(document).0), (BLOCKMASK_OK, BLOCKMASK_NO_PAGE));
    struct Shared(*const blockmask_document);
    // SAFETY: several threads may read a document.
    unsafe impl Sync for Shared {}
    let shared = Shared(analyzer.document("<p>One<p>Two<p>Three"));
    std::thread::scope(|scope| {
        let shared = &shared;
        (0..4).for_each(|_| drop(scope.spawn(move || assert_eq!(blocks_of(shared.0), (BLOCKMASK_OK, 3)))));
    });
}

#[test]
fn errors_belong_to_the_thread() {
    assert_eq!(blocks_of(null()).0, BLOCKMASK_BAD_POINTER);
    std::thread::spawn(|| assert_eq!(last_error(), "")).join().unwrap();
    assert_eq!(last_error(), "document is NULL or not a document");
}

#[test]
fn threads_that_fight_for_an_analyzer_take_turns_or_are_turned_away() {
    struct Shared(Handle);
    // SAFETY: the functions may be called from any thread.
    unsafe impl Sync for Shared {}
    let shared = Shared(Handle::new());
    let fight = |shared: &Shared| {
        for _ in 0..if cfg!(miri) { 10 } else { 1000 } {
            let (status, _) = shared.0.analyze("<p>One<p>Two");
            assert!(matches!(status, BLOCKMASK_OK | BLOCKMASK_BUSY), "{status}");
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| fight(&shared));
        fight(&shared);
    });
    // SAFETY: the handle is valid.
    assert_eq!(unsafe { blockmask_cancel_analyzer(shared.0.0) }, BLOCKMASK_OK);
    assert_eq!(shared.0.analyze("<p>One").0, BLOCKMASK_CANCELLED);
    assert_eq!(blocks_of(shared.0.document("<p>One<p>Two")), (BLOCKMASK_OK, 2));
}

#[test]
fn long_messages_are_cut_between_characters() {
    let analyzer = Handle::new();
    let message = "é".repeat(200);
    let fail = |_: &mut State| Err(Failure::new(BLOCKMASK_BAD_ARGUMENT, message.clone()));
    // SAFETY: the handle is valid.
    assert_eq!(unsafe { enter(analyzer.0, Accept::Sound, fail) }, BLOCKMASK_BAD_ARGUMENT);
    assert_eq!(last_error(), "é".repeat(127));
}

#[test]
fn panics_with_any_payload_are_caught() {
    let failure = catch::<()>(|| std::panic::panic_any(7)).unwrap_err();
    assert_eq!((failure.status, failure.message.as_ref()), (BLOCKMASK_PANIC, "a bug in the library: no message"));
}

#[test]
fn constants_are_those_of_the_library() {
    assert_eq!(FusionMethod::WordWrap as u32, BLOCKMASK_FUSION_WORD_WRAP);
    assert_eq!(FusionMethod::TagGap as u32, BLOCKMASK_FUSION_TAG_GAP);
    assert_eq!(FusionMethod::Plain as u32, BLOCKMASK_FUSION_PLAIN);
    assert_eq!(FusionMethod::Smoothed as u32, BLOCKMASK_FUSION_SMOOTHED);
    assert_eq!(FusionMethod::RuleBased as u32, BLOCKMASK_FUSION_RULE_BASED);
    assert_eq!(FusionMethod::JustRules as u32, BLOCKMASK_FUSION_JUST_RULES);
    let roles: Vec<u8> = Role::VALUES.iter().map(|&role| role as u8).collect();
    let constants = [
        blocks::BLOCKMASK_ROLE_MAIN,
        blocks::BLOCKMASK_ROLE_HEADING,
        blocks::BLOCKMASK_ROLE_COMMENT,
        blocks::BLOCKMASK_ROLE_METADATA,
        blocks::BLOCKMASK_ROLE_NAVIGATION,
        blocks::BLOCKMASK_ROLE_ASIDE,
        blocks::BLOCKMASK_ROLE_LEGAL,
        blocks::BLOCKMASK_ROLE_TITLE,
        blocks::BLOCKMASK_ROLE_HIDDEN,
    ];
    assert_eq!(roles, constants);
    let flags: Vec<u32> = BlockFlags::VALUES.iter().map(|(flag, _)| flag.bits()).collect();
    let constants = [
        blocks::BLOCKMASK_FLAG_HIDDEN,
        blocks::BLOCKMASK_FLAG_ARIA_HIDDEN,
        blocks::BLOCKMASK_FLAG_IN_HEAD,
        blocks::BLOCKMASK_FLAG_NOSCRIPT,
        blocks::BLOCKMASK_FLAG_NO_INDEX,
        blocks::BLOCKMASK_FLAG_METADATA_SOURCE,
        blocks::BLOCKMASK_FLAG_COLLAPSED,
        blocks::BLOCKMASK_FLAG_REPEATED,
        blocks::BLOCKMASK_FLAG_NO_SNIPPET,
        blocks::BLOCKMASK_FLAG_LEFT_OUT,
        blocks::BLOCKMASK_FLAG_HEADLINE,
    ];
    assert_eq!(flags, constants);
    assert_eq!(MaskMethod::Learned as u32, BLOCKMASK_MASK_LEARNED);
    assert_eq!(MaskMethod::TagPath as u32, BLOCKMASK_MASK_TAG_PATH);
    let reasons: Vec<u32> = HiddenReasons::VALUES.iter().map(|(reason, _)| reason.bits()).collect();
    let constants = [
        visual::BLOCKMASK_HIDDEN_DISPLAY,
        visual::BLOCKMASK_HIDDEN_VISIBILITY,
        visual::BLOCKMASK_HIDDEN_OPACITY,
        visual::BLOCKMASK_HIDDEN_SIZE,
        visual::BLOCKMASK_HIDDEN_COLOR,
        visual::BLOCKMASK_HIDDEN_OFFSCREEN,
        visual::BLOCKMASK_HIDDEN_CLIPPED,
    ];
    assert_eq!(reasons, constants);
    assert_eq!(EncodingSource::Bom as u32, page::BLOCKMASK_ENCODING_BOM);
    assert_eq!(EncodingSource::LateMeta as u32, page::BLOCKMASK_ENCODING_LATE_META);
    assert_eq!(EncodingSource::Detector as u32, page::BLOCKMASK_ENCODING_DETECTOR);
    assert_eq!(PageKind::Article as u32, page::BLOCKMASK_KIND_ARTICLE);
    assert_eq!(PageKind::Product as u32, page::BLOCKMASK_KIND_PRODUCT);
    assert_eq!(PageKind::Documentation as u32, page::BLOCKMASK_KIND_DOCUMENTATION);
    assert_eq!(Truncation::DEPTH.bits(), page::BLOCKMASK_TRUNCATED_DEPTH);
    assert_eq!(Truncation::NODES.bits(), page::BLOCKMASK_TRUNCATED_NODES);
    assert_eq!(Truncation::WORK.bits(), page::BLOCKMASK_TRUNCATED_WORK);
    assert_eq!(Truncation::BLOCKS.bits(), page::BLOCKMASK_TRUNCATED_BLOCKS);
    assert_eq!(Truncation::ATTRIBUTES.bits(), page::BLOCKMASK_TRUNCATED_ATTRIBUTES);
    assert_eq!(Truncation::MEMORY.bits(), page::BLOCKMASK_TRUNCATED_MEMORY);
    assert_eq!(Truncation::STEPS.bits(), page::BLOCKMASK_TRUNCATED_STEPS);
    assert_eq!(Truncation::INPUT.bits(), page::BLOCKMASK_TRUNCATED_INPUT);
    assert_eq!(Truncation::OUTPUT.bits(), page::BLOCKMASK_TRUNCATED_OUTPUT);
    assert_eq!(FingerprintText::Main as u32, BLOCKMASK_FINGERPRINT_MAIN);
    assert_eq!(FingerprintText::LargestSegment as u32, BLOCKMASK_FINGERPRINT_LARGEST_SEGMENT);
    assert_eq!(CommentMode::Exclude as u32, BLOCKMASK_COMMENTS_EXCLUDE);
    assert_eq!(CommentMode::Include as u32, BLOCKMASK_COMMENTS_INCLUDE);
    assert_eq!(CommentMode::Only as u32, BLOCKMASK_COMMENTS_ONLY);
    assert_eq!(OnLimit::Truncate as u32, BLOCKMASK_ON_LIMIT_TRUNCATE);
    assert_eq!(OnLimit::Fail as u32, BLOCKMASK_ON_LIMIT_FAIL);
    assert_eq!(OnLimit::TruncateInput as u32, BLOCKMASK_ON_LIMIT_TRUNCATE_INPUT);
}

#[test]
fn columns_equal_those_of_the_library() {
    use super::arrow::*;
    use crate::arrow::Columns;
    let columns = [
        BLOCKMASK_COLUMN_MAIN_TEXT,
        BLOCKMASK_COLUMN_TEXT,
        BLOCKMASK_COLUMN_TITLE,
        BLOCKMASK_COLUMN_KIND,
        BLOCKMASK_COLUMN_ENCODING,
        BLOCKMASK_COLUMN_IS_RECOVERED,
        BLOCKMASK_COLUMN_TRUNCATION,
        BLOCKMASK_COLUMN_BLOCKS,
        BLOCKMASK_COLUMN_SEGMENTS,
        BLOCKMASK_COLUMN_MAIN_REGIONS,
        BLOCKMASK_COLUMN_LINKS,
        BLOCKMASK_COLUMN_FINGERPRINT,
        BLOCKMASK_COLUMN_KIND_PROBABILITIES,
        BLOCKMASK_COLUMN_MAIN_HTML,
        BLOCKMASK_COLUMN_COMMENTS,
        BLOCKMASK_COLUMN_IMAGES,
        BLOCKMASK_COLUMN_RECORDS,
        BLOCKMASK_COLUMN_FACTS,
        BLOCKMASK_COLUMN_HEADLINE,
        BLOCKMASK_COLUMN_ANNOTATIONS,
        BLOCKMASK_COLUMN_FALLBACKS,
        BLOCKMASK_COLUMN_GROUPS,
        super::cells::BLOCKMASK_COLUMN_TABLE_CELLS,
        super::quality::BLOCKMASK_COLUMN_QUALITY,
        BLOCKMASK_COLUMN_MARKDOWN,
        BLOCKMASK_COLUMN_PASSAGES,
        super::counts::BLOCKMASK_COLUMN_COUNTS,
        super::counts::BLOCKMASK_COLUMN_BLOCK_COUNTS,
        super::languages::BLOCKMASK_COLUMN_PAGE_LANGUAGE,
        super::languages::BLOCKMASK_COLUMN_BLOCK_LANGUAGES,
        BLOCKMASK_COLUMN_PROPERTIES,
    ];
    let known: Vec<u32> = Columns::VALUES.iter().map(|(column, _)| column.bits()).collect();
    assert_eq!(columns, known[..]);
    assert_eq!(BLOCKMASK_COLUMNS_DEFAULT, Columns::DEFAULT.bits());
    assert_eq!(BLOCKMASK_COLUMNS_ALL, Columns::ALL.bits());
}

#[cfg(feature = "style-density")]
#[test]
fn constants_of_style_density() {
    use crate::{LayoutAreaRole, PageLayout, StyleDensityMethod};
    assert_eq!(MaskMethod::StyleDensity as u32, BLOCKMASK_MASK_STYLE_DENSITY);
    assert_eq!(StyleDensityMethod::Paper as u32, BLOCKMASK_STYLE_DENSITY_PAPER);
    assert_eq!(StyleDensityMethod::Learned as u32, BLOCKMASK_STYLE_DENSITY_LEARNED);
    assert_eq!(PageLayout::Multiple as u32, layout::BLOCKMASK_PAGE_LAYOUT_MULTIPLE);
    assert_eq!(LayoutAreaRole::Item as u32, layout::BLOCKMASK_LAYOUT_AREA_ITEM);
}

#[cfg(feature = "visual")]
#[test]
fn constants_of_visual_areas() {
    use crate::VisualClass;
    assert_eq!(VisualClass::Subtitle as u32, visual::BLOCKMASK_VISUAL_SUBTITLE);
    assert_eq!(VisualClass::AuthorDate as u32, visual::BLOCKMASK_VISUAL_AUTHORDATE);
}

/// Whether it succeeds or not depends on the features that the library was built with.
#[test]
fn options_and_tables_that_are_left_out_have_a_status() {
    let expected = |is_built: bool| if is_built { BLOCKMASK_OK } else { BLOCKMASK_NOT_BUILT };
    let (seeker, density) = (expected(cfg!(feature = "seeker")), expected(cfg!(feature = "style-density")));
    let seen = expected(cfg!(feature = "visual"));
    let create = |change: fn(&mut blockmask_options, &mut blockmask_experimental_options)| {
        // SAFETY: all variables have the right types and sizes; an analyzer is freed once.
        unsafe {
            let mut options = std::mem::zeroed::<blockmask_options>();
            let mut more = std::mem::zeroed::<blockmask_experimental_options>();
            let (size, more_size, mut analyzer) = (size_of_val(&options), size_of_val(&more), null_mut());
            assert_eq!(blockmask_init_options(&mut options, size), BLOCKMASK_OK);
            assert_eq!(blockmask_init_experimental_options(&mut more, more_size), BLOCKMASK_OK);
            change(&mut options, &mut more);
            let status = blockmask_create_experimental_analyzer(&options, &more, &mut analyzer);
            blockmask_free_analyzer(analyzer);
            status
        }
    };
    assert_eq!(create(|_, _| ()), BLOCKMASK_OK);
    assert_eq!(create(|options, _| options.mask = BLOCKMASK_MASK_SEEKER), seeker);
    assert_eq!(create(|options, _| options.mask = BLOCKMASK_MASK_SEEKER_TP), seeker);
    assert_eq!(create(|options, _| options.mask = BLOCKMASK_MASK_STYLE_DENSITY), density);
    assert_eq!(create(|options, _| options.mask = BLOCKMASK_MASK_TAG_PATH), BLOCKMASK_OK);
    assert_eq!(create(|options, _| options.mask = BLOCKMASK_MASK_TAG_PATH + 1), BLOCKMASK_BAD_OPTION);
    assert_eq!(create(|options, _| options.size = 0), BLOCKMASK_BAD_STRUCT_SIZE);
    assert_eq!(create(|_, more| more.size += 1), BLOCKMASK_BAD_STRUCT_SIZE);
    assert_eq!(create(|_, more| more.style_density = BLOCKMASK_STYLE_DENSITY_LEARNED), density);
    assert_eq!(create(|_, more| more.style_density = 3), BLOCKMASK_BAD_OPTION);
    assert_eq!(create(|_, more| more.fusion = 6), BLOCKMASK_BAD_OPTION);
    assert_eq!(create(|_, more| more.visual = 1), seen);
    assert_eq!(create(|_, more| more.visual = 2), BLOCKMASK_BAD_OPTION);
    assert_eq!(create(|_, more| more.seeker_radius = 7), seeker);
    assert_eq!(create(|_, more| more.style_density_t1 = 7), density);

    let analyzer = Handle::new();
    let document = analyzer.document("<p>One");
    let statuses = [
        (BLOCKMASK_TABLE_SEGMENTS, BLOCKMASK_NOT_COMPUTED),
        (BLOCKMASK_TABLE_MAIN_REGIONS, BLOCKMASK_NOT_COMPUTED),
        (BLOCKMASK_TABLE_LAYOUT_AREAS, density),
        (BLOCKMASK_TABLE_VISUAL_AREAS, seen),
        (BLOCKMASK_TABLE_BLOCK_VISIBILITY, seen),
        (BLOCKMASK_TABLE_COMMENTS, BLOCKMASK_OK),
        (groups::BLOCKMASK_TABLE_GROUPS, BLOCKMASK_OK),
        (super::languages::BLOCKMASK_TABLE_BLOCK_LANGUAGES + 1, BLOCKMASK_BAD_ARGUMENT),
    ];
    let mut rows = blockmask_table { rows: null(), count: 0, stride: 0 };
    let mut length = 0;
    // SAFETY: the document is valid, and the variables have the right types.
    unsafe {
        for (table, expected) in statuses {
            assert_eq!(blockmask_get_table(document, table, &mut rows), expected, "table {table}");
        }
        let expected = if density == BLOCKMASK_OK { BLOCKMASK_BAD_ARGUMENT } else { density };
        let string = layout::BLOCKMASK_STRING_LAYOUT_AREA;
        let write = super::text::blockmask_write_string;
        assert_eq!(write(document, string, 0, null_mut(), 0, &mut length), expected);
        let mut page = null();
        assert_eq!(page::blockmask_get_page(document, &mut page), BLOCKMASK_OK);
        assert_eq!((*page).page_layout, layout::BLOCKMASK_PAGE_LAYOUT_NONE);
    }
}

/// The sizes of rows and structs that programs of this interface know; rows may only grow.
#[test]
fn structs_have_no_padding() {
    fn no_padding<T>(fields: usize) {
        assert_eq!(size_of::<T>(), fields);
    }
    let word = size_of::<usize>();
    no_padding::<blockmask_table>(3 * word);
    no_padding::<blockmask_options>(18 * 4 + 4 * 8 + word);
    no_padding::<blockmask_experimental_options>(22 * 4);
    no_padding::<blockmask_hints>(5 * word);
    no_padding::<page::blockmask_page>(32 + 14 * 4);
    no_padding::<fingerprint::blockmask_fingerprint>(4 * 4 + 11 * 8);
    no_padding::<blocks::blockmask_block>(13 * 4 + 2 + 6 + 2 * 2 + 2 * 8 + 2 * 4);
    no_padding::<blockmask_link>(4 * 4);
    no_padding::<blockmask_comment>(7 * 4);
    no_padding::<blockmask_record>(4 * 4);
    no_padding::<blockmask_annotation>(6 * 4);
    no_padding::<blockmask_run>(word + 10 * 4);
    no_padding::<segments::blockmask_segment>(9 * 4);
    no_padding::<super::facts::blockmask_fact>(6 * word + 6 * 4 + 8);
    no_padding::<super::facts::blockmask_fact_options>(9 * word + 8);
    no_padding::<super::passages::blockmask_passage>(5 * word + 8 + 12 * 4);
    no_padding::<super::render::blockmask_rendered>(5 * word + 2 * 4);
    no_padding::<super::render::blockmask_piece>(4 * 4);
    no_padding::<super::structure::blockmask_block_structure>(8 * 4 + 8 * 2);
    no_padding::<super::arrow::blockmask_input>(4 * word);
    no_padding::<super::quality::blockmask_quality>(2 * 4);
    no_padding::<crate::Counts>(31 * 4);
    no_padding::<super::languages::blockmask_text_language>(2 * 4);
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
struct Grown {
    size: u32,
    first: u32,
    second: u32,
}

// SAFETY: three integers without padding, the first of which is the size.
unsafe impl Versioned for Grown {
    const FIRST_SIZE: usize = 8;

    unsafe fn size(this: NonNull<Self>) -> usize {
        // SAFETY: the caller's promise.
        unsafe { this.cast::<u32>().read() as usize }
    }
}

const DEFAULT: Grown = Grown { size: 12, first: 1, second: 2 };

#[test]
fn structs_of_older_and_newer_versions_are_read() {
    let read = |words: &[u32], count: usize| {
        // SAFETY: the words are as many as the structs say.
        let structs = unsafe { Structs::new(words.as_ptr().cast::<Grown>(), count, DEFAULT, "words") };
        let fields = |grown: Grown| (grown.first, grown.second);
        structs.map(|structs| structs.iter().map(fields).collect::<Vec<_>>()).map_err(|failure| failure.status)
    };
    assert_eq!(read(&[12, 10, 20, 12, 0, 40], 2), Ok(vec![(10, 20), (0, 40)]));
    assert_eq!(read(&[8, 10, 8, 20], 2), Ok(vec![(10, 2), (20, 2)]));
    assert_eq!(read(&[16, 10, 20, 0, 16, 40, 0, 0], 2), Ok(vec![(10, 20), (40, 0)]));
    assert_eq!(read(&[16, 10, 20, 1], 1), Err(BLOCKMASK_BAD_STRUCT_SIZE));
    assert_eq!(read(&[12, 10, 20, 8, 0], 2), Err(BLOCKMASK_BAD_STRUCT_SIZE));
    for size in [0, 3, 4, 10, 4100] {
        assert_eq!(read(&[size], 1), Err(BLOCKMASK_BAD_STRUCT_SIZE));
    }
    assert_eq!(read(&[12, 1, 2], usize::MAX / 2), Err(BLOCKMASK_BAD_POINTER));
    assert_eq!(read(&[], 0), Ok(vec![]));
}

#[test]
fn structs_of_older_and_newer_versions_are_written() {
    for (size, expected) in [(8, [12, 1, 9, 9]), (12, [12, 1, 2, 9]), (16, [12, 1, 2, 0])] {
        let mut words = [9u32; 4];
        // SAFETY: the words are as many as the struct says.
        unsafe { OutStruct::new(words.as_mut_ptr().cast::<Grown>(), size, "words") }.unwrap().write(&DEFAULT);
        assert_eq!(words, expected);
    }
}

#[test]
fn the_parts_are_those_of_the_library() {
    assert_eq!(segments::BLOCKMASK_PART_SEGMENTS, Parts::SEGMENTS.bits());
    assert_eq!(segments::BLOCKMASK_PART_REGION, Parts::REGION.bits());
    assert_eq!(BLOCKMASK_PART_FINGERPRINT, Parts::FINGERPRINT.bits());
    assert_eq!(BLOCKMASK_PARTS_ALL, Parts::ALL.bits());
}
