use super::analyzer::*;
use super::config::*;
use super::guard::{Accept, catch, enter};
use super::pointer::{OutStruct, Structs, Versioned};
use super::status::*;
use super::{batch, cancel, comments, experimental, input, layout, page, push, records, shapes, visual};
use crate::{
    BlockFlags, CommentMode, EncodingSource, FingerprintText, FusionMethod, HiddenReasons, MaskMethod, OnLimit,
    PageKind, Role, Truncation,
};
use std::ffi::CStr;
use std::ptr::{null, null_mut};

struct Handle(*mut blockmask_analyzer);

impl Handle {
    /// With the mask by rules: Miri needs minutes for the trees of the learned one.
    fn new() -> Handle {
        let (mut config, mut analyzer) = (null_mut(), null_mut());
        // SAFETY: all variables have the right types and sizes; the configuration is freed once, and not used
        // afterwards.
        unsafe {
            let mut options = std::mem::zeroed::<blockmask_options>();
            assert_eq!(blockmask_init_options(&mut options, size_of::<blockmask_options>()), BLOCKMASK_OK);
            options.mask = BLOCKMASK_MASK_DENSITY;
            let size = size_of::<blockmask_options>();
            assert_eq!(blockmask_create_config(&options, size, &mut config, null_mut(), 0), BLOCKMASK_OK);
            assert_eq!(blockmask_create_analyzer(config, &mut analyzer), BLOCKMASK_OK);
            blockmask_free_config(config);
        }
        Handle(analyzer)
    }

    fn analyze(&self, html: &'static str) -> blockmask_status {
        // SAFETY: the handle is valid, the page is static.
        unsafe { blockmask_analyze_page(self.0, html.as_ptr().cast(), html.len(), null(), 0) }
    }

    fn blocks(&self) -> (blockmask_status, usize) {
        let (mut blocks, mut count, mut stride) = (null(), 0, 0);
        // SAFETY: the handle is valid, and the variables have the right types.
        let status = unsafe { records::blockmask_get_blocks(self.0, &mut blocks, &mut count, &mut stride) };
        (status, count)
    }

    fn last_error(&self) -> String {
        let (mut message, mut length) = (null(), 0);
        // SAFETY: the handle is valid, and the variables have the right types.
        assert_eq!(unsafe { blockmask_get_last_error(self.0, &mut message, &mut length) }, BLOCKMASK_OK);
        // SAFETY: a string that ends in zero, which no call follows while it is read.
        unsafe { CStr::from_ptr(message) }.to_str().unwrap().to_owned()
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: made by `new`, freed once.
        unsafe { blockmask_free_analyzer(self.0) };
    }
}

#[test]
fn a_panic_is_a_status_and_the_analyzer_rests_until_it_is_reset() {
    let analyzer = Handle::new();
    assert_eq!(analyzer.analyze("<p>One"), BLOCKMASK_OK);
    // SAFETY: the handle is valid.
    let status = unsafe { enter(analyzer.0, Accept::Sound, |_| panic!("the reason is {}", 7)) };
    assert_eq!(status, BLOCKMASK_PANIC);
    assert_eq!(analyzer.last_error(), "a bug in the library: the reason is 7");
    assert_eq!(analyzer.blocks().0, BLOCKMASK_POISONED);
    assert_eq!(analyzer.analyze("<p>One"), BLOCKMASK_POISONED);
    // SAFETY: the handle is valid.
    assert_eq!(unsafe { blockmask_reset_analyzer(analyzer.0) }, BLOCKMASK_OK);
    assert_eq!(analyzer.blocks().0, BLOCKMASK_NO_PAGE);
    assert_eq!(analyzer.analyze("<p>One"), BLOCKMASK_OK);
    assert_eq!(analyzer.blocks(), (BLOCKMASK_OK, 1));
}

#[test]
fn a_second_thread_is_turned_away() {
    let analyzer = Handle::new();
    // SAFETY: the handle is valid. The inner call stands for that of another thread.
    let status = unsafe {
        enter(analyzer.0, Accept::Sound, |_| {
            assert_eq!(analyzer.analyze("<p>One"), BLOCKMASK_BUSY);
            assert_eq!(analyzer.blocks().0, BLOCKMASK_BUSY);
            Ok(())
        })
    };
    assert_eq!(status, BLOCKMASK_OK);
    assert_eq!(analyzer.analyze("<p>One"), BLOCKMASK_OK);
}

#[test]
fn threads_that_fight_for_an_analyzer_take_turns_or_are_turned_away() {
    struct Shared(Handle);
    // SAFETY: the functions may be called from any thread.
    unsafe impl Sync for Shared {}
    let shared = Shared(Handle::new());
    let fight = |shared: &Shared| {
        for _ in 0..if cfg!(miri) { 10 } else { 1000 } {
            let status = shared.0.analyze("<p>One<p>Two");
            assert!(matches!(status, BLOCKMASK_OK | BLOCKMASK_BUSY), "{status}");
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| fight(&shared));
        fight(&shared);
    });
    // SAFETY: the handle is valid.
    assert_eq!(unsafe { cancel::blockmask_cancel_analyzer(shared.0.0) }, BLOCKMASK_OK);
    assert_eq!(shared.0.analyze("<p>One"), BLOCKMASK_CANCELLED);
    assert_eq!(shared.0.analyze("<p>One<p>Two"), BLOCKMASK_OK);
    assert_eq!(shared.0.blocks(), (BLOCKMASK_OK, 2));
}

#[test]
fn long_messages_are_cut_between_characters() {
    let analyzer = Handle::new();
    let message = "é".repeat(200);
    let fail = |_: &mut State| Err(Failure::new(BLOCKMASK_BAD_ARGUMENT, message.clone()));
    // SAFETY: the handle is valid.
    assert_eq!(unsafe { enter(analyzer.0, Accept::Sound, fail) }, BLOCKMASK_BAD_ARGUMENT);
    assert_eq!(analyzer.last_error(), "é".repeat(127));
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
        records::BLOCKMASK_ROLE_MAIN,
        records::BLOCKMASK_ROLE_HEADING,
        records::BLOCKMASK_ROLE_COMMENT,
        records::BLOCKMASK_ROLE_METADATA,
        records::BLOCKMASK_ROLE_NAVIGATION,
        records::BLOCKMASK_ROLE_ASIDE,
        records::BLOCKMASK_ROLE_LEGAL,
        records::BLOCKMASK_ROLE_TITLE,
        records::BLOCKMASK_ROLE_HIDDEN,
    ];
    assert_eq!(roles, constants);
    let flags: Vec<u32> = BlockFlags::VALUES.iter().map(|(flag, _)| flag.bits()).collect();
    let constants = [
        records::BLOCKMASK_FLAG_HIDDEN,
        records::BLOCKMASK_FLAG_ARIA_HIDDEN,
        records::BLOCKMASK_FLAG_IN_HEAD,
        records::BLOCKMASK_FLAG_NOSCRIPT,
        records::BLOCKMASK_FLAG_NO_INDEX,
        records::BLOCKMASK_FLAG_METADATA_SOURCE,
        records::BLOCKMASK_FLAG_COLLAPSED,
        records::BLOCKMASK_FLAG_REPEATED,
        records::BLOCKMASK_FLAG_NO_SNIPPET,
        records::BLOCKMASK_FLAG_LEFT_OUT,
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
        BLOCKMASK_COLUMN_REGIONS,
        BLOCKMASK_COLUMN_LINKS,
        BLOCKMASK_COLUMN_FINGERPRINT,
        BLOCKMASK_COLUMN_KIND_PROBABILITIES,
        BLOCKMASK_COLUMN_MAIN_HTML,
        BLOCKMASK_COLUMN_COMMENTS,
        BLOCKMASK_COLUMN_IMAGES,
        BLOCKMASK_COLUMN_RECORDS,
        BLOCKMASK_COLUMN_FACTS,
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
    assert_eq!(PageLayout::Multiple as u32, layout::BLOCKMASK_LAYOUT_MULTIPLE);
    assert_eq!(LayoutAreaRole::Item as u32, layout::BLOCKMASK_AREA_ITEM);
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
fn options_and_functions_that_are_left_out_have_a_status() {
    let expected = |is_built: bool| if is_built { BLOCKMASK_OK } else { BLOCKMASK_NOT_BUILT };
    let (seeker, density) = (expected(cfg!(feature = "seeker")), expected(cfg!(feature = "style-density")));
    let seen = expected(cfg!(feature = "visual"));
    let create = |change: fn(&mut blockmask_options, &mut experimental::blockmask_experimental_options)| {
        // SAFETY: all variables have the right types and sizes; a configuration is freed once.
        unsafe {
            let mut options = std::mem::zeroed::<blockmask_options>();
            let mut more = std::mem::zeroed::<experimental::blockmask_experimental_options>();
            let (size, more_size, mut config) = (size_of_val(&options), size_of_val(&more), null_mut());
            assert_eq!(blockmask_init_options(&mut options, size), BLOCKMASK_OK);
            assert_eq!(experimental::blockmask_init_experimental_options(&mut more, more_size), BLOCKMASK_OK);
            change(&mut options, &mut more);
            let status = experimental::blockmask_create_experimental_config(
                &options,
                size,
                &more,
                more_size,
                &mut config,
                null_mut(),
                0,
            );
            blockmask_free_config(config);
            status
        }
    };
    assert_eq!(create(|_, _| ()), BLOCKMASK_OK);
    assert_eq!(create(|options, _| options.mask = BLOCKMASK_MASK_SEEKER), seeker);
    assert_eq!(create(|options, _| options.mask = BLOCKMASK_MASK_SEEKER_TP), seeker);
    assert_eq!(create(|options, _| options.mask = BLOCKMASK_MASK_STYLE_DENSITY), density);
    assert_eq!(create(|options, _| options.mask = BLOCKMASK_MASK_TAG_PATH), BLOCKMASK_OK);
    assert_eq!(create(|options, _| options.mask = BLOCKMASK_MASK_TAG_PATH + 1), BLOCKMASK_BAD_OPTION);
    assert_eq!(create(|options, _| options.style_density = BLOCKMASK_STYLE_DENSITY_LEARNED), density);
    assert_eq!(create(|options, _| options.style_density = 3), BLOCKMASK_BAD_OPTION);
    assert_eq!(create(|options, _| options.visual = 1), seen);
    assert_eq!(create(|options, _| options.visual = 2), BLOCKMASK_BAD_OPTION);
    assert_eq!(create(|_, more| more.seeker_radius = 7), seeker);
    assert_eq!(create(|_, more| more.style_density_t1 = 7), density);

    let analyzer = Handle::new();
    assert_eq!(analyzer.analyze("<p>One"), BLOCKMASK_OK);
    let (mut number, mut count, mut stride) = (0, 0, 0);
    // SAFETY: the handle is valid, and the variables have the right types.
    unsafe {
        assert_eq!(layout::blockmask_get_layout(analyzer.0, &mut number), density);
        assert_eq!(layout::blockmask_get_layout(analyzer.0, null_mut()), BLOCKMASK_BAD_POINTER);
        assert_eq!(layout::blockmask_get_areas(analyzer.0, &mut null(), &mut count, &mut stride), density);
        let expected = if density == BLOCKMASK_OK { BLOCKMASK_BAD_ARGUMENT } else { density };
        assert_eq!(layout::blockmask_get_area_text(analyzer.0, 0, &mut null(), &mut count), expected);
        assert_eq!(visual::blockmask_get_visual_areas(analyzer.0, &mut null(), &mut count, &mut stride), seen);
        assert_eq!(visual::blockmask_get_block_visibility(analyzer.0, &mut null(), &mut count, &mut stride), seen);
        for (table, expected) in [(6, density), (7, seen), (8, seen), (9, BLOCKMASK_OK), (12, BLOCKMASK_BAD_ARGUMENT)] {
            let status = records::blockmask_copy_records(analyzer.0, table, null_mut(), 88, 0, &mut count);
            assert_eq!(status, expected, "table {table}");
        }
    }
    assert_eq!(number, layout::BLOCKMASK_LAYOUT_NONE);
}

/// These structs never grow: one is part of others, and the size of the other is not passed.
#[test]
fn frozen_structs_have_their_sizes() {
    assert_eq!(size_of::<batch::blockmask_slice>(), 16);
    assert_eq!(size_of::<batch::blockmask_batch>(), 32);
    assert_eq!(size_of::<super::passages::blockmask_passage>(), 2 * size_of::<usize>() + 32);
    assert_eq!(size_of::<super::passages::blockmask_role_tokens>(), 8);
    assert_eq!(size_of::<super::render::blockmask_markdown_range>(), 12);
    assert_eq!(size_of::<super::render::blockmask_markdown>(), 4 * size_of::<usize>());
    assert_eq!(size_of::<super::main_list::blockmask_record>(), 16);
    assert_eq!(size_of::<super::facts::blockmask_fact>(), 4 * size_of::<usize>() + 24);
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
struct Grown {
    first: u32,
    second: u32,
}

// SAFETY: two integers without padding.
unsafe impl Versioned for Grown {
    const FIRST_SIZE: usize = 4;
}

const DEFAULT: Grown = Grown { first: 1, second: 2 };

#[test]
fn structs_of_older_and_newer_versions_are_read() {
    let words = [10u32, 20, 0, 40, 0, 0];
    let read = |size: usize, count: usize| {
        // SAFETY: the words are as many as the structs say.
        let structs = unsafe { Structs::new(words.as_ptr().cast::<Grown>(), size, count, DEFAULT, "words") };
        structs.map(|structs| structs.iter().collect::<Vec<_>>()).map_err(|failure| failure.status)
    };
    assert_eq!(read(8, 2), Ok(vec![Grown { first: 10, second: 20 }, Grown { first: 0, second: 40 }]));
    assert_eq!(read(4, 2), Ok(vec![Grown { first: 10, second: 2 }, Grown { first: 20, second: 2 }]));
    assert_eq!(read(12, 2), Ok(vec![Grown { first: 10, second: 20 }, Grown { first: 40, second: 0 }]));
    assert_eq!(read(16, 1), Err(BLOCKMASK_BAD_STRUCT_SIZE));
    for size in [0, 3, 6, 4100] {
        assert_eq!(read(size, 1), Err(BLOCKMASK_BAD_STRUCT_SIZE));
    }
    assert_eq!(read(8, usize::MAX / 2), Err(BLOCKMASK_BAD_POINTER));
}

#[test]
fn structs_of_older_and_newer_versions_are_written() {
    for (size, expected) in [(4, [1, 9, 9, 9]), (8, [1, 2, 9, 9]), (16, [1, 2, 0, 0])] {
        let mut words = [9u32; 4];
        // SAFETY: the words are as many as the struct says.
        unsafe { OutStruct::new(words.as_mut_ptr().cast::<Grown>(), size, "words") }.unwrap().write(&DEFAULT);
        assert_eq!(words, expected);
    }
}

/// Padding could become a field that older programs leave uninitialized.
#[test]
fn structs_have_no_padding() {
    fn no_padding<T: Versioned>(fields: usize) {
        assert_eq!(size_of::<T>(), fields);
    }
    let word = size_of::<usize>();
    no_padding::<blockmask_options>(4 * 8 + 14 * 4 + 2 * 4);
    no_padding::<page::blockmask_page>(32 + 11 * 4);
    no_padding::<page::blockmask_fingerprint>(9 * 8 + 4 + 4 + 2 * 8);
    no_padding::<records::blockmask_block>(13 * 4 + 2 + 6 + 2 * 2 + 2 * 8 + 2 * 4);
    no_padding::<comments::blockmask_comment>(7 * 4);
    no_padding::<shapes::blockmask_run>(word + 10 * 4);
    no_padding::<input::blockmask_input>(6 * word);
    no_padding::<batch::blockmask_batch_page>(2 * 4 + 10 * 16);
    no_padding::<push::blockmask_attribute>(4 * word);
}
