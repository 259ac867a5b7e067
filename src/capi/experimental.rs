//! Experimental options.
//!
//! Block Fusion, tag path sequence, style density, Content Seeker and visual annotation, as their papers describe them,
//! with their parameters: for those who repeat or vary the experiments, or who need their tables.

use super::analyzer::blockmask_analyzer;
use super::document::View;
use super::groups::{BLOCKMASK_TABLE_GROUP_ITEMS, BLOCKMASK_TABLE_GROUPS, blockmask_group, blockmask_group_item};
use super::guard::without_handle;
use super::layout::blockmask_layout_area;
use super::malloc::boxed;
use super::options::{blockmask_options, choice, flag, in_range, named, options_of, require};
use super::pointer::{Out, OutStruct};
use super::segments::{blockmask_main_region, blockmask_segment};
use super::start::blockmask_table;
use super::status::{BLOCKMASK_BAD_OPTION, Failure, blockmask_status, failure};
use super::tables::{Rows, Table, no_table};
use super::visual::{blockmask_block_visibility, blockmask_visual_area};
use crate::options::ExperimentalOptions;
use crate::published::fusion::Threshold;
use crate::published::tag_path::{ContentTest, Filter, StyleMode, TagPathOptions};
use crate::{FusionMethod, Options};

/// table: the segments, which need BLOCKMASK_PART_SEGMENTS; rows are blockmask_segment.
pub const BLOCKMASK_TABLE_SEGMENTS: u32 = 2;
/// table: the main regions, which need BLOCKMASK_PART_REGION; rows are blockmask_main_region.
pub const BLOCKMASK_TABLE_MAIN_REGIONS: u32 = 3;
/// table: the layout areas, in page order; rows are blockmask_layout_area. Empty if they were not computed.
pub const BLOCKMASK_TABLE_LAYOUT_AREAS: u32 = 6;
/// table: the visual areas, in tree order; rows are blockmask_visual_area. Empty if they were not computed.
pub const BLOCKMASK_TABLE_VISUAL_AREAS: u32 = 7;
/// table: what a reader sees of each block; rows are blockmask_block_visibility. Empty if it was not computed.
pub const BLOCKMASK_TABLE_BLOCK_VISIBILITY: u32 = 8;

/// mask: the layout areas found by style density are content.
pub const BLOCKMASK_MASK_STYLE_DENSITY: u32 = 2;
/// mask: Content Seeker, with learned segments and learned content.
pub const BLOCKMASK_MASK_SEEKER: u32 = 3;
/// mask: Content Seeker, the largest block string.
pub const BLOCKMASK_MASK_SEEKER_LBS: u32 = 4;
/// mask: Content Seeker, string length smoothing.
pub const BLOCKMASK_MASK_SEEKER_SLS: u32 = 5;
/// mask: Content Seeker, the repeated records, for forums.
pub const BLOCKMASK_MASK_SEEKER_TP: u32 = 6;
/// mask: the main region by tag paths is content.
pub const BLOCKMASK_MASK_TAG_PATH: u32 = 7;

/// fusion: the text of the page is wrapped into lines, each of which is a segment.
pub const BLOCKMASK_FUSION_WORD_WRAP: u32 = 0;
/// fusion: the text between any two tags is a segment.
pub const BLOCKMASK_FUSION_TAG_GAP: u32 = 1;
/// fusion: neighbors of similar text density are fused.
pub const BLOCKMASK_FUSION_PLAIN: u32 = 2;
/// fusion: as plain; a dip between two equal densities is filled.
pub const BLOCKMASK_FUSION_SMOOTHED: u32 = 3;
/// fusion: as smoothed, but some tags always separate and others never do. The default.
pub const BLOCKMASK_FUSION_RULE_BASED: u32 = 4;
/// fusion: only the tags that always separate.
pub const BLOCKMASK_FUSION_JUST_RULES: u32 = 5;

/// style_density: page layout and layout areas are not computed. The default.
pub const BLOCKMASK_STYLE_DENSITY_NONE: u32 = 0;
/// style_density: the rules of the paper.
pub const BLOCKMASK_STYLE_DENSITY_PAPER: u32 = 1;
/// style_density: learned from real pages; finds posts that the rules miss.
pub const BLOCKMASK_STYLE_DENSITY_LEARNED: u32 = 2;

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
    /// sizeof(blockmask_experimental_options).
    pub size: u32,
    /// How text becomes segments: one of BLOCKMASK_FUSION_.
    pub fusion: u32,
    /// Whether page layout and layout areas are computed, and how: one of BLOCKMASK_STYLE_DENSITY_.
    pub style_density: u32,
    /// Flag: compute visual areas and the visibility of blocks. Default 0.
    pub visual: u32,
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
    /// Flag: text is a separate symbol. Default 1.
    pub tag_path_text_symbols: u32,
    /// Flag: try all cuts of a threshold until one is unbalanced enough. Default 0.
    pub tag_path_scan_all: u32,
    /// One of BLOCKMASK_TAG_PATH_CONTENT_TEST_.
    pub tag_path_content_test: u32,
    /// How far from the largest region a candidate may be: 0 to 100, default 50.
    pub style_density_t1: u32,
    /// How many characters a node needs to count. Default 20.
    pub style_density_t2: u32,
    /// Flag: the roots of regions are as in the program of the paper's authors: div, td, dd, dt and li. Default 0.
    pub style_density_program: u32,
    /// Flag: an article among several candidates must be nearest to the root, and also be the only one as near to its
    /// title. Default 0.
    pub style_density_strict: u32,
    /// Flag: a region right below the root of another one stays a separate region. Default 0.
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

/// Fills in the defaults. size is sizeof(blockmask_experimental_options), and becomes the field size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_init_experimental_options(
    options: *mut blockmask_experimental_options,
    size: usize,
) -> blockmask_status {
    without_handle(|| {
        let defaults = blockmask_experimental_options { size: size as u32, ..experimental_defaults() };
        // SAFETY: the caller promises `size` bytes.
        unsafe { OutStruct::new(options, size, "options") }?.write(&defaults);
        Ok(())
    })
}

/// Creates an analyzer as blockmask_create_analyzer does, from options and experimental options. NULL for either means
/// their defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_create_experimental_analyzer(
    options: *const blockmask_options,
    experimental: *const blockmask_experimental_options,
    analyzer: *mut *mut blockmask_analyzer,
) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller promises a variable, and options or NULL.
        let (mut out, (options, flag)) =
            unsafe { (Out::new(analyzer, "analyzer")?, options_of(options, experimental)?) };
        out.write(Box::into_raw(boxed(blockmask_analyzer::new(options, flag)?)?));
        Ok(())
    })
}

// The tables of the published methods, and groups.
#[derive(Default)]
pub(super) struct Experimental {
    pub segments: Table<blockmask_segment>,
    pub main_regions: Table<blockmask_main_region>,
    pub layout_areas: Table<blockmask_layout_area>,
    pub visual_areas: Table<blockmask_visual_area>,
    pub block_visibility: Table<blockmask_block_visibility>,
    pub groups: Table<blockmask_group>,
    pub group_items: Table<blockmask_group_item>,
}

impl Experimental {
    pub fn table(&mut self, table: u32, view: &View<'_>) -> Result<blockmask_table, Failure> {
        match table {
            BLOCKMASK_TABLE_SEGMENTS => self.segments(view),
            BLOCKMASK_TABLE_MAIN_REGIONS => self.main_regions(view),
            BLOCKMASK_TABLE_LAYOUT_AREAS => self.layout_areas(view),
            BLOCKMASK_TABLE_VISUAL_AREAS => self.visual_areas(view),
            BLOCKMASK_TABLE_BLOCK_VISIBILITY => self.block_visibility(view),
            BLOCKMASK_TABLE_GROUPS => self.groups(view),
            BLOCKMASK_TABLE_GROUP_ITEMS => self.group_items(view),
            _ => Err(no_table(table)),
        }
    }

    pub fn tables(&mut self) -> [&mut dyn Rows; 7] {
        let Experimental { segments, main_regions, layout_areas, visual_areas, block_visibility, groups, group_items } =
            self;
        [segments, main_regions, layout_areas, visual_areas, block_visibility, groups, group_items]
    }
}

pub(super) fn experimental_defaults() -> blockmask_experimental_options {
    let options = ExperimentalOptions::default();
    let tag_path = options.tag_path;
    let threshold = options.fusion_threshold.map_or((0, 0), |value| (value.numerator(), value.denominator()));
    #[allow(unused_mut)]
    let mut defaults = blockmask_experimental_options {
        size: size_of::<blockmask_experimental_options>() as u32,
        fusion: Options::default().fusion as u32,
        style_density: BLOCKMASK_STYLE_DENSITY_NONE,
        visual: 0,
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
    // The options that are made of these; the others have their defaults.
    pub(super) fn checked(&self) -> Result<Options, Failure> {
        let style_density = in_range("style_density", self.style_density, 0, BLOCKMASK_STYLE_DENSITY_LEARNED)?;
        require("style-density", cfg!(feature = "style-density") || style_density == BLOCKMASK_STYLE_DENSITY_NONE)?;
        let visual = flag("visual", self.visual)?;
        require("visual", cfg!(feature = "visual") || !visual)?;
        Ok(Options {
            fusion: named("fusion", self.fusion, FusionMethod::from_number)?,
            #[cfg(feature = "style-density")]
            style_density: crate::StyleDensityMethod::from_number(style_density),
            #[cfg(feature = "visual")]
            visual,
            experimental: self.parameters()?,
            ..Options::default()
        })
    }

    fn parameters(&self) -> Result<ExperimentalOptions, Failure> {
        require("style-density", cfg!(feature = "style-density") || !self.has_style_density())?;
        require("seeker", cfg!(feature = "seeker") || !self.has_seeker())?;
        Ok(ExperimentalOptions {
            fusion_threshold: self.threshold()?,
            fusion_smooth_low: flag("fusion_smooth_low", self.fusion_smooth_low)?,
            tag_path: self.tag_path()?,
            #[cfg(feature = "style-density")]
            style_density: self.style_density_parameters()?,
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
    use super::super::options::in_range;
    use super::{Failure, blockmask_experimental_options, flag};
    use crate::published::style_density::{StyleDensityOptions, TagSet};

    impl blockmask_experimental_options {
        pub(super) fn set_style_density(&mut self, options: &StyleDensityOptions) {
            self.style_density_t1 = options.t1.into();
            self.style_density_t2 = options.t2;
            self.style_density_strict = options.strict_article.into();
            self.style_density_keep_nested = (!options.merge_nested).into();
        }

        pub(super) fn style_density_parameters(&self) -> Result<StyleDensityOptions, Failure> {
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
    use super::super::options::in_range;
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
