use super::analyzer::*;
use super::config::*;
use super::guard::{Accept, catch, enter};
use super::status::*;
use super::{cancel, page, records, visual};
use crate::OnLimit;
use crate::encoding::EncodingSource;
use crate::fusion::FusionMethod;
use crate::html::node::truncated;
use crate::mask::{MaskMethod, PageKind};
use crate::page::flag;
use crate::shapes::Role;
use crate::style_density::{self, StyleDensityMethod};
use crate::visual::{VisualClass, hidden};
use std::ffi::CStr;
use std::ptr::{null, null_mut};

struct Handle(*mut blockmask_analyzer);

impl Handle {
    /// With the mask by rules: the trees of the learned one take Miri minutes.
    fn new() -> Handle {
        let (mut config, mut analyzer) = (null_mut(), null_mut());
        // SAFETY: all places are of the right types and sizes; the configuration is freed once, and not used
        // afterwards.
        unsafe {
            let mut options = std::mem::zeroed::<blockmask_options>();
            assert_eq!(blockmask_init_options(&mut options, size_of::<blockmask_options>()), BLOCKMASK_OK);
            options.mask_method = BLOCKMASK_MASK_DENSITY;
            assert_eq!(blockmask_create_config(&options, &mut config, null_mut(), 0), BLOCKMASK_OK);
            assert_eq!(blockmask_create_analyzer(config, &mut analyzer), BLOCKMASK_OK);
            blockmask_free_config(config);
        }
        Handle(analyzer)
    }

    fn analyze(&self, html: &'static str) -> blockmask_status {
        // SAFETY: the handle is valid, the page is static.
        unsafe { blockmask_analyze_page(self.0, html.as_ptr().cast(), html.len(), null()) }
    }

    fn blocks(&self) -> (blockmask_status, usize) {
        let (mut blocks, mut count, mut stride) = (null(), 0, 0);
        // SAFETY: the handle is valid, and the places are of the right types.
        let status = unsafe { records::blockmask_get_blocks(self.0, &mut blocks, &mut count, &mut stride) };
        (status, count)
    }

    fn last_error(&self) -> String {
        let (mut message, mut length) = (null(), 0);
        // SAFETY: the handle is valid, and the places are of the right types.
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
    let roles: Vec<u8> = Role::ALL.iter().map(|&role| role as u8).collect();
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
    let flags = [
        flag::HIDDEN,
        flag::ARIA_HIDDEN,
        flag::IN_HEAD,
        flag::NOSCRIPT,
        flag::NO_INDEX,
        flag::METADATA_SOURCE,
        flag::COLLAPSED,
        flag::REPEATED,
        flag::NO_SNIPPET,
    ];
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
    ];
    assert_eq!(flags, constants);
    assert_eq!(MaskMethod::Learned as u32, BLOCKMASK_MASK_LEARNED);
    assert_eq!(MaskMethod::StyleDensity as u32, BLOCKMASK_MASK_STYLE_DENSITY);
    assert_eq!(StyleDensityMethod::Learned as u32, BLOCKMASK_STYLE_DENSITY_LEARNED);
    assert_eq!(style_density::PageLayout::Multiple as u32, super::kind::BLOCKMASK_PAGE_TYPE_MULTIPLE);
    assert_eq!(style_density::AreaRole::Item as u32, super::kind::BLOCKMASK_AREA_AREA);
    let classes: Vec<u8> = VisualClass::ALL.iter().map(|&class| class as u8).collect();
    assert_eq!(classes, visual::CLASSES);
    let reasons = [hidden::DISPLAY, hidden::VISIBILITY, hidden::OPACITY, hidden::SIZE, hidden::COLOR];
    assert_eq!([&reasons[..], &[hidden::OFFSCREEN, hidden::CLIPPED]].concat(), visual::REASONS);
    assert_eq!(EncodingSource::Bom as u32, page::BLOCKMASK_ENCODING_BOM);
    assert_eq!(EncodingSource::LateMeta as u32, page::BLOCKMASK_ENCODING_LATE_META);
    assert_eq!(EncodingSource::Detector as u32, page::BLOCKMASK_ENCODING_DETECTOR);
    assert_eq!(PageKind::Article as u32, page::BLOCKMASK_KIND_ARTICLE);
    assert_eq!(PageKind::Product as u32, page::BLOCKMASK_KIND_PRODUCT);
    assert_eq!(PageKind::Documentation as u32, page::BLOCKMASK_KIND_DOCUMENTATION);
    assert_eq!(u32::from(truncated::DEPTH), page::BLOCKMASK_TRUNCATED_DEPTH);
    assert_eq!(u32::from(truncated::NODES), page::BLOCKMASK_TRUNCATED_NODES);
    assert_eq!(u32::from(truncated::WORK), page::BLOCKMASK_TRUNCATED_WORK);
    assert_eq!(u32::from(truncated::BLOCKS), page::BLOCKMASK_TRUNCATED_BLOCKS);
    assert_eq!(u32::from(truncated::ATTRIBUTES), page::BLOCKMASK_TRUNCATED_ATTRIBUTES);
    assert_eq!(u32::from(truncated::MEMORY), page::BLOCKMASK_TRUNCATED_MEMORY);
    assert_eq!(u32::from(truncated::STEPS), page::BLOCKMASK_TRUNCATED_STEPS);
    assert_eq!(u32::from(truncated::INPUT), page::BLOCKMASK_TRUNCATED_INPUT);
    assert_eq!(OnLimit::Truncate as u32, BLOCKMASK_ON_LIMIT_TRUNCATE);
    assert_eq!(OnLimit::Fail as u32, BLOCKMASK_ON_LIMIT_FAIL);
    assert_eq!(OnLimit::TruncateInput as u32, BLOCKMASK_ON_LIMIT_TRUNCATE_INPUT);
}

/// Sizes are part of the binary interface: a change here is a change of BLOCKMASK_ABI_VERSION, or growth at the end.
#[test]
fn structs_have_the_sizes_of_this_version() {
    assert_eq!(size_of::<blockmask_options>(), 152);
    assert_eq!(size_of::<page::blockmask_page>(), 192);
    assert_eq!(size_of::<page::blockmask_fingerprint>(), 80);
    assert_eq!(size_of::<records::blockmask_block>(), 60);
    assert_eq!(size_of::<records::blockmask_segment>(), 36);
    assert_eq!(size_of::<records::blockmask_region>(), 8);
    assert_eq!(size_of::<records::blockmask_link>(), 16);
    assert_eq!(size_of::<records::blockmask_heading>(), 8);
    assert_eq!(size_of::<super::kind::blockmask_area>(), 28);
    assert_eq!(size_of::<visual::blockmask_visual_area>(), 84);
    assert_eq!(size_of::<visual::blockmask_block_look>(), 8);
    assert_eq!(size_of::<super::batch::blockmask_slice>(), 16);
    assert_eq!(size_of::<super::batch::blockmask_batch>(), 32);
    assert_eq!(size_of::<super::batch::blockmask_batch_page>(), 8 + 192 + 6 * 16);
}
