//! Experimental options.
//!
//! Parameters of the published algorithms, for those who repeat or vary their experiments. This section alone is no
//! part of the stable interface: its struct, its constants and the meaning of their values may change in any release.
//! Programs that do not call its two functions are not affected.

use super::config::{blockmask_config, blockmask_options, choice, create, flag, require};
use super::guard::without_handle;
use super::pointer::OutStruct;
use super::status::{BLOCKMASK_BAD_OPTION, Failure, blockmask_status, failure};
use crate::options::ExperimentalOptions;
use crate::published::fusion::Threshold;
use crate::published::tag_path::{ContentTest, Filter, StyleMode, TagPathOptions};
use std::ffi::c_char;

/// tag_path_filter: tag paths that occur more often than the threshold. The default.
pub const BLOCKMASK_TAG_PATH_FILTER_STRICT: u32 = 0;
/// tag_path_filter: tag paths that occur at least as often as the threshold.
pub const BLOCKMASK_TAG_PATH_FILTER_LITERAL: u32 = 1;

/// tag_path_style: class and inline style distinguish elements of one name. The default.
pub const BLOCKMASK_TAG_PATH_STYLE_RAW: u32 = 0;
/// tag_path_style: the most frequent class and the presentational attributes do.
pub const BLOCKMASK_TAG_PATH_STYLE_REDUCED: u32 = 1;
/// tag_path_style: nothing does.
pub const BLOCKMASK_TAG_PATH_STYLE_NONE: u32 = 2;

/// tag_path_content_test: every region is content. The default.
pub const BLOCKMASK_TAG_PATH_CONTENT_TEST_NONE: u32 = 0;
/// tag_path_content_test: not a region with less than half of the tokens that is mostly links.
pub const BLOCKMASK_TAG_PATH_CONTENT_TEST_LINK_HEAVY: u32 = 1;
/// tag_path_content_test: only a region with three similar neighbors.
pub const BLOCKMASK_TAG_PATH_CONTENT_TEST_REPETITION: u32 = 2;

/// seeker_model: chosen by a rule from the kind of the page. The default.
pub const BLOCKMASK_SEEKER_MODEL_AUTO: u32 = 0;
/// seeker_model: news.
pub const BLOCKMASK_SEEKER_MODEL_NEWS: u32 = 1;
/// seeker_model: blogs.
pub const BLOCKMASK_SEEKER_MODEL_BLOG: u32 = 2;
/// seeker_model: forums.
pub const BLOCKMASK_SEEKER_MODEL_FORUM: u32 = 3;

/// seeker_learner: one decision tree for each decision.
pub const BLOCKMASK_SEEKER_LEARNER_TREE: u32 = 0;
/// seeker_learner: a random forest. The default.
pub const BLOCKMASK_SEEKER_LEARNER_FOREST: u32 = 1;

/// seeker_text: all text of the content segments. The default.
pub const BLOCKMASK_SEEKER_TEXT_WHOLE: u32 = 0;
/// seeker_text: what the heuristic for the kind of the page finds in them.
pub const BLOCKMASK_SEEKER_TEXT_HEURISTIC: u32 = 1;

/// Parameters of the algorithms. A field with a list of constants takes only these; flags are 0 or 1.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_experimental_options {
    /// How much the densities of two neighbors may differ: numerator of a fraction from 0 to 1.
    pub fusion_threshold_numerator: u32,
    /// The denominator; 0, the default, means the threshold of the method.
    pub fusion_threshold_denominator: u32,
    /// Flag: smoothing treats any two densities of at most 5 as equal. Default 0.
    pub fusion_smooth_low: u32,
    /// One of BLOCKMASK_TAG_PATH_FILTER_.
    pub tag_path_filter: u32,
    /// One of BLOCKMASK_TAG_PATH_STYLE_.
    pub tag_path_style: u32,
    /// Flag: text is a symbol of its own. Default 1.
    pub tag_path_text_symbols: u32,
    /// Flag: try all cuts of a threshold until one is unbalanced enough. Default 0.
    pub tag_path_scan_all: u32,
    /// One of BLOCKMASK_TAG_PATH_CONTENT_TEST_.
    pub tag_path_content_test: u32,
    /// How far from the largest region a candidate may be: 0 to 100, default 50.
    pub style_density_t1: u32,
    /// How many characters a node needs to count. Default 20.
    pub style_density_t2: u32,
    /// Flag: the roots of regions are those of the program of the paper's authors: div, td, dd, dt and li. Default 0.
    pub style_density_program: u32,
    /// Flag: an article among several candidates must be nearest to the root, and also be the only one as near to its
    /// title. Default 0.
    pub style_density_strict: u32,
    /// Flag: a region right below the root of another one stays a region of its own. Default 0.
    pub style_density_keep_nested: u32,
    /// One of BLOCKMASK_SEEKER_MODEL_.
    pub seeker_model: u32,
    /// One of BLOCKMASK_SEEKER_LEARNER_.
    pub seeker_learner: u32,
    /// One of BLOCKMASK_SEEKER_TEXT_.
    pub seeker_text: u32,
    /// Strings on either side over which BLOCKMASK_MASK_SEEKER_SLS smooths, at most 1000. Default 2.
    pub seeker_radius: u32,
    /// Flag: for BLOCKMASK_MASK_SEEKER_LBS a paragraph that is all in bold or the like counts as text. Default 1.
    pub seeker_inline_counts: u32,
}

/// Fills in the defaults. options_size is sizeof(blockmask_experimental_options).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_init_experimental_options(
    options: *mut blockmask_experimental_options,
    options_size: usize,
) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller promises `options_size` bytes.
        unsafe { OutStruct::new(options, options_size, "options") }?.write(&experimental_defaults());
        Ok(())
    })
}

/// Creates a configuration as blockmask_create_config does, from options and experimental options. NULL for the options
/// means their defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_create_experimental_config(
    options: *const blockmask_options,
    options_size: usize,
    experimental: *const blockmask_experimental_options,
    experimental_size: usize,
    config: *mut *mut blockmask_config,
    message: *mut c_char,
    capacity: usize,
) -> blockmask_status {
    // SAFETY: the caller makes the same promises.
    unsafe { create(options, options_size, Some((experimental, experimental_size)), config, message, capacity) }
}

pub(super) fn experimental_defaults() -> blockmask_experimental_options {
    let options = ExperimentalOptions::default();
    let tag_path = options.tag_path;
    let threshold = options.fusion_threshold.map_or((0, 0), |value| (value.numerator(), value.denominator()));
    #[allow(unused_mut)]
    let mut defaults = blockmask_experimental_options {
        fusion_threshold_numerator: threshold.0,
        fusion_threshold_denominator: threshold.1,
        fusion_smooth_low: options.fusion_smooth_low.into(),
        tag_path_filter: tag_path.filter as u32,
        tag_path_style: tag_path.style as u32,
        tag_path_text_symbols: tag_path.text_symbols.into(),
        tag_path_scan_all: tag_path.scan_all.into(),
        tag_path_content_test: tag_path.content_test as u32,
        style_density_t1: 0,
        style_density_t2: 0,
        style_density_program: 0,
        style_density_strict: 0,
        style_density_keep_nested: 0,
        seeker_model: 0,
        seeker_learner: 0,
        seeker_text: 0,
        seeker_radius: 0,
        seeker_inline_counts: 0,
    };
    #[cfg(feature = "style-density")]
    defaults.set_style_density(&options.style_density);
    #[cfg(feature = "seeker")]
    defaults.set_seeker(&options.seeker);
    defaults
}

// Values by number; a test compares them with the constants above.
const FILTERS: [Filter; 2] = [Filter::Strict, Filter::Literal];
const STYLES: [StyleMode; 3] = [StyleMode::Raw, StyleMode::Reduced, StyleMode::None];
const CONTENT_TESTS: [ContentTest; 3] = [ContentTest::None, ContentTest::LinkHeavy, ContentTest::Repetition];

impl blockmask_experimental_options {
    pub(super) fn checked(&self) -> Result<ExperimentalOptions, Failure> {
        require("style-density", cfg!(feature = "style-density") || !self.has_style_density())?;
        require("seeker", cfg!(feature = "seeker") || !self.has_seeker())?;
        Ok(ExperimentalOptions {
            fusion_threshold: self.threshold()?,
            fusion_smooth_low: flag("fusion_smooth_low", self.fusion_smooth_low)?,
            tag_path: self.tag_path()?,
            #[cfg(feature = "style-density")]
            style_density: self.style_density()?,
            #[cfg(feature = "seeker")]
            seeker: self.seeker()?,
        })
    }

    fn threshold(&self) -> Result<Option<Threshold>, Failure> {
        let (p, q) = (self.fusion_threshold_numerator, self.fusion_threshold_denominator);
        match (p, q) {
            (0, 0) => Ok(None),
            _ if p <= q => Ok(Threshold::new(p, q).ok()),
            _ => Err(failure!(BLOCKMASK_BAD_OPTION, "the fusion threshold {p}/{q} is not in 0 to 1")),
        }
    }

    fn tag_path(&self) -> Result<TagPathOptions, Failure> {
        Ok(TagPathOptions {
            filter: choice("tag_path_filter", self.tag_path_filter, &FILTERS)?,
            style: choice("tag_path_style", self.tag_path_style, &STYLES)?,
            text_symbols: flag("tag_path_text_symbols", self.tag_path_text_symbols)?,
            scan_all: flag("tag_path_scan_all", self.tag_path_scan_all)?,
            content_test: choice("tag_path_content_test", self.tag_path_content_test, &CONTENT_TESTS)?,
        })
    }

    // Whether an option of style density is not zero, the default where the library was built without it.
    fn has_style_density(&self) -> bool {
        let flags = self.style_density_program | self.style_density_strict | self.style_density_keep_nested;
        self.style_density_t1 | self.style_density_t2 | flags != 0
    }

    // Likewise, of Content Seeker.
    fn has_seeker(&self) -> bool {
        let choices = self.seeker_model | self.seeker_learner | self.seeker_text;
        choices | self.seeker_radius | self.seeker_inline_counts != 0
    }
}

#[cfg(feature = "style-density")]
mod style_density {
    use super::super::config::in_range;
    use super::{Failure, blockmask_experimental_options, flag};
    use crate::published::style_density::{StyleDensityOptions, TagSet};

    impl blockmask_experimental_options {
        pub(super) fn set_style_density(&mut self, options: &StyleDensityOptions) {
            self.style_density_t1 = options.t1.into();
            self.style_density_t2 = options.t2;
            self.style_density_strict = options.strict_article.into();
            self.style_density_keep_nested = (!options.merge_nested).into();
        }

        pub(super) fn style_density(&self) -> Result<StyleDensityOptions, Failure> {
            let program = flag("style_density_program", self.style_density_program)?;
            Ok(StyleDensityOptions {
                t1: in_range("style_density_t1", self.style_density_t1, 0, 100)? as u8,
                t2: self.style_density_t2,
                strong: if program { TagSet::PROGRAM } else { TagSet::PAPER },
                merge_nested: !flag("style_density_keep_nested", self.style_density_keep_nested)?,
                strict_article: flag("style_density_strict", self.style_density_strict)?,
                ..StyleDensityOptions::default()
            })
        }
    }
}

#[cfg(feature = "seeker")]
mod seeker {
    use super::super::config::in_range;
    use super::{Failure, blockmask_experimental_options, choice, flag};
    use crate::published::seeker::sls::MAX_RADIUS;
    use crate::published::seeker::{Learner, SeekerModel, SeekerOptions, SegmentText};

    const MODELS: [SeekerModel; 4] = [SeekerModel::Auto, SeekerModel::News, SeekerModel::Blog, SeekerModel::Forum];

    impl blockmask_experimental_options {
        pub(super) fn set_seeker(&mut self, options: &SeekerOptions) {
            self.seeker_model = options.model as u32;
            self.seeker_learner = options.learner as u32;
            self.seeker_text = options.text as u32;
            self.seeker_radius = options.radius;
            self.seeker_inline_counts = options.inline_counts.into();
        }

        pub(super) fn seeker(&self) -> Result<SeekerOptions, Failure> {
            Ok(SeekerOptions {
                model: choice("seeker_model", self.seeker_model, &MODELS)?,
                learner: choice("seeker_learner", self.seeker_learner, &[Learner::Tree, Learner::Forest])?,
                text: choice("seeker_text", self.seeker_text, &[SegmentText::Whole, SegmentText::Heuristic])?,
                radius: in_range("seeker_radius", self.seeker_radius, 0, MAX_RADIUS)?,
                inline_counts: flag("seeker_inline_counts", self.seeker_inline_counts)?,
            })
        }
    }
}
