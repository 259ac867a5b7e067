//! Configuration.
//!
//! Options are filled in by blockmask_init_options, changed field by field, and checked and frozen by
//! blockmask_create_config. A configuration never changes: any number of threads may make analyzers from one at the
//! same time. It may be freed as soon as its last analyzer is made.
//!
//! Limits: what each counts, its default, and the bit of truncation, BLOCKMASK_TRUNCATED_, if it was reached.
//!
//! max_input      | bytes of the page                                | 256 MiB  | INPUT, or the page is refused
//! max_nodes      | nodes of the tree                                | 2^31 - 1 | NODES
//! max_depth      | depth of the tree                                | 512      | DEPTH
//! max_attributes | attributes of all elements together              | 2^31 - 1 | ATTRIBUTES
//! max_blocks     | blocks                                           | 2^31 - 1 | BLOCKS
//! max_memory     | bytes of memory for the tables of a page         | 4 GiB    | MEMORY
//! max_steps      | tags, texts, comments; repair, search steps      | none     | STEPS
//!
//! WORK belongs to no option: repair of misnested markup, and the search for the region, have a bound of their own that
//! is linear in the page. No limit is passed, but for html, head and body, which are made whatever max_nodes says, and
//! max_steps, which may be passed by 2 %.

use super::guard::{catch, without_handle};
use super::malloc::boxed;
use super::pointer::{Out, array, is_size_of, value, write_prefix};
use super::status::{
    BLOCKMASK_BAD_OPTION, BLOCKMASK_BAD_POINTER, BLOCKMASK_BAD_STRUCT_SIZE, BLOCKMASK_OK, Failure, blockmask_status,
};
use crate::fusion::{FusionMethod, FusionOptions, Threshold};
use crate::mask::MaskMethod;
use crate::page::{TokenMode, WrapOptions};
use crate::seeker::sls::MAX_RADIUS;
use crate::seeker::{Learner, SeekerModel, SeekerOptions, SegmentText};
use crate::style_density::{StyleDensityMethod, StyleDensityOptions, TagSet};
use crate::tag_path::{ContentTest, Filter, StyleMode, TagPathOptions};
use crate::visual::VisualOptions;
use crate::{Limits, OnLimit, Options};
use std::ffi::c_char;

/// token_mode: a token is a run of characters other than whitespace that holds a letter or a digit.
pub const BLOCKMASK_TOKENS_PAPER: u32 = 0;
/// token_mode: the same, but text in scripts without spaces is cut into words or characters. The default.
pub const BLOCKMASK_TOKENS_UNICODE: u32 = 1;

/// fusion_method: all text wrapped anew, each line a segment.
pub const BLOCKMASK_FUSION_WORD_WRAP: u32 = 0;
/// fusion_method: each text between two tags is a segment.
pub const BLOCKMASK_FUSION_TAG_GAP: u32 = 1;
/// fusion_method: neighbors of like text density fuse.
pub const BLOCKMASK_FUSION_PLAIN: u32 = 2;
/// fusion_method: as plain, and a dip between two equal densities is filled.
pub const BLOCKMASK_FUSION_SMOOTHED: u32 = 3;
/// fusion_method: as smoothed, but some tags always separate and others never do. The default.
pub const BLOCKMASK_FUSION_RULE_BASED: u32 = 4;
/// fusion_method: only the tags that always separate.
pub const BLOCKMASK_FUSION_JUST_RULES: u32 = 5;

/// tag_path_filter: tag paths that occur more often than the threshold. The default.
pub const BLOCKMASK_FILTER_STRICT: u32 = 0;
/// tag_path_filter: those that occur at least as often.
pub const BLOCKMASK_FILTER_LITERAL: u32 = 1;

/// tag_path_style: the class and the inline style tell elements of one name apart. The default.
pub const BLOCKMASK_STYLE_RAW: u32 = 0;
/// tag_path_style: the most frequent class and the presentational attributes do.
pub const BLOCKMASK_STYLE_REDUCED: u32 = 1;
/// tag_path_style: nothing does.
pub const BLOCKMASK_STYLE_NONE: u32 = 2;

/// tag_path_content_test: every region is content. The default.
pub const BLOCKMASK_CONTENT_TEST_NONE: u32 = 0;
/// tag_path_content_test: not one that holds less than half of the tokens and is mostly links.
pub const BLOCKMASK_CONTENT_TEST_LINK_HEAVY: u32 = 1;
/// tag_path_content_test: only one with three similar neighbors.
pub const BLOCKMASK_CONTENT_TEST_REPETITION: u32 = 2;

/// mask_method: text density, link density and neighborhood, by rules.
pub const BLOCKMASK_MASK_DENSITY: u32 = 0;
/// mask_method: learned, boosted trees over many features of a block. More accurate, and tells the kind of the page.
/// The default.
pub const BLOCKMASK_MASK_LEARNED: u32 = 1;
/// mask_method: what belongs to an area by style density is content; made for finding the parts of a page.
pub const BLOCKMASK_MASK_STYLE_DENSITY: u32 = 2;

/// style_density: page kind and areas are not looked for. The default.
pub const BLOCKMASK_STYLE_DENSITY_NONE: u32 = 0;
/// style_density: by the rules of the paper.
pub const BLOCKMASK_STYLE_DENSITY_PAPER: u32 = 1;
/// style_density: by what was learned from real pages. Finds posts that the rules do not find.
pub const BLOCKMASK_STYLE_DENSITY_LEARNED: u32 = 2;

/// on_limit: the result holds what was read so far, and its truncation says which limit it was; pages longer than
/// max_input are refused. The default.
pub const BLOCKMASK_ON_LIMIT_TRUNCATE: u32 = 0;
/// on_limit: the page is refused.
pub const BLOCKMASK_ON_LIMIT_FAIL: u32 = 1;
/// on_limit: as the first; of pages longer than max_input the beginning is read.
pub const BLOCKMASK_ON_LIMIT_TRUNCATE_INPUT: u32 = 2;
/// mask_method: Content Seeker, learned segments and learned content.
pub const BLOCKMASK_MASK_SEEKER: u32 = 3;
/// mask_method: the largest block string.
pub const BLOCKMASK_MASK_SEEKER_LBS: u32 = 4;
/// mask_method: string length smoothing.
pub const BLOCKMASK_MASK_SEEKER_SLS: u32 = 5;
/// mask_method: the records that repeat, for forums.
pub const BLOCKMASK_MASK_SEEKER_TP: u32 = 6;
/// mask_method: the main region by tag paths is the content.
pub const BLOCKMASK_MASK_TAG_PATH: u32 = 7;

/// seeker_model: the one for the page's kind, as a rule sees it. The default.
pub const BLOCKMASK_SEEKER_AUTO: u32 = 0;
/// seeker_model: that for news.
pub const BLOCKMASK_SEEKER_NEWS: u32 = 1;
/// seeker_model: that for blogs.
pub const BLOCKMASK_SEEKER_BLOG: u32 = 2;
/// seeker_model: that for forums.
pub const BLOCKMASK_SEEKER_FORUM: u32 = 3;

/// seeker_learner: one decision tree for each decision.
pub const BLOCKMASK_SEEKER_TREE: u32 = 0;
/// seeker_learner: a random forest. The default.
pub const BLOCKMASK_SEEKER_FOREST: u32 = 1;

/// seeker_text: all text of the content segments. The default.
pub const BLOCKMASK_SEEKER_WHOLE: u32 = 0;
/// seeker_text: what the heuristic for the page's kind finds in them.
pub const BLOCKMASK_SEEKER_HEURISTIC: u32 = 1;

/// How pages are analyzed. Fields named after a list of constants take only these; flags take 0 or 1.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_options {
    /// Bytes of this struct, as the caller knows it. Set by blockmask_init_options.
    pub struct_size: u32,
    /// Depth of the tree; deeper elements become children of the deepest ones. 1 to 65535, default 512.
    pub max_depth: u32,
    /// Bytes of a page; longer ones are refused. At most 4 GiB - 2, default 256 MiB.
    pub max_input: u64,
    /// Nodes of the tree; what comes after is not read. At most 2^31 - 1, the default.
    pub max_nodes: u32,
    /// Columns of a line, at least 1. Default 80.
    pub wrap_width: u32,
    /// One of BLOCKMASK_TOKENS_.
    pub token_mode: u32,
    /// One of BLOCKMASK_FUSION_.
    pub fusion_method: u32,
    /// How much the densities of two neighbors may differ: numerator of a fraction from 0 to 1.
    pub fusion_threshold_numerator: u32,
    /// The denominator; 0, the default, stands for the method's own threshold.
    pub fusion_threshold_denominator: u32,
    /// Flag: smoothing takes any two densities of at most 5 for equal. Default 0.
    pub fusion_smooth_low: u32,
    /// One of BLOCKMASK_FILTER_.
    pub tag_path_filter: u32,
    /// One of BLOCKMASK_STYLE_.
    pub tag_path_style: u32,
    /// Flag: text is a symbol of its own. Default 1.
    pub tag_path_text_symbols: u32,
    /// Flag: look at all cuts of a threshold until one is unbalanced enough. Default 0.
    pub tag_path_scan_all: u32,
    /// One of BLOCKMASK_CONTENT_TEST_.
    pub tag_path_content_test: u32,
    /// One of BLOCKMASK_MASK_.
    pub mask_method: u32,
    /// Flag: fingerprints take upper and lower case for the same. Default 0.
    pub fingerprint_fold_case: u32,
    /// Bytes of memory that the tables of a page may take. If they are too few, the first half of the page is read, or
    /// the first quarter and so on. At least 64 KiB, default 4 GiB.
    pub max_memory: u64,
    /// Steps: tags, texts and comments that are read, and steps of repair, search and style sheets; what comes after is
    /// not read. At least 1; default 2^64 - 1, no limit.
    pub max_steps: u64,
    /// Attributes of all elements together; further ones are left out. At most 2^31 - 1, the default. An element keeps
    /// 2,048 at most.
    pub max_attributes: u32,
    /// Blocks; further text is left out. At least 1, at most 2^31 - 1, the default.
    pub max_blocks: u32,
    /// What reaching a limit means: one of BLOCKMASK_ON_LIMIT_.
    pub on_limit: u32,
    /// Flag: text that only the page's metadata holds is content. Default 0.
    pub use_metadata: u32,
    /// One of BLOCKMASK_STYLE_DENSITY_.
    pub style_density: u32,
    /// How far from the largest region a candidate may be, for the rules of the paper: 0 to 100, default 50.
    pub style_density_t1: u32,
    /// How many characters a node must exceed to count, for the rules of the paper. Default 20.
    pub style_density_t2: u32,
    /// Flag: the roots of regions are those of the program of the paper's authors: div, td, dd, dt and li. Default 0.
    pub style_density_program: u32,
    /// One of BLOCKMASK_SEEKER_AUTO, NEWS, BLOG, FORUM.
    pub seeker_model: u32,
    /// BLOCKMASK_SEEKER_TREE or FOREST.
    pub seeker_learner: u32,
    /// BLOCKMASK_SEEKER_WHOLE or HEURISTIC.
    pub seeker_text: u32,
    /// Strings on either side over which BLOCKMASK_MASK_SEEKER_SLS smooths, at most 1000. Default 2.
    pub seeker_radius: u32,
    /// Flag: for BLOCKMASK_MASK_SEEKER_LBS a paragraph all in bold or the like counts as text. Default 1.
    pub seeker_inline_counts: u32,
    /// Flag: work out what a reader sees, for blockmask_get_visual_areas and blockmask_get_block_looks. Default 0.
    pub visual: u32,
    /// Flag: by the rules of the paper, an article among several candidates is the one nearest to the root and also the
    /// only one as near to its title. Default 0.
    pub style_density_strict: u32,
    /// Flag: a region right below the root of another one stays a region of its own. Default 0.
    pub style_density_keep_nested: u32,
}

// What the first version of the struct had.
const OPTIONS_SIZE_0: usize = 72;

/// Checked options, immutable.
pub struct blockmask_config {
    pub(super) options: Options,
}

/// Fills in the defaults. struct_size is sizeof(blockmask_options), so that a program with an older header gets no more
/// than it has room for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_init_options(
    options: *mut blockmask_options,
    struct_size: usize,
) -> blockmask_status {
    without_handle(|| {
        check_size(struct_size)?;
        // SAFETY: by the caller's promise an options struct of `struct_size` bytes is here.
        unsafe { Out::new(options, "options") }?;
        let defaults = blockmask_options { struct_size: struct_size as u32, ..defaults() };
        // SAFETY: `options` is not NULL, as checked, and has `struct_size` bytes.
        unsafe { write_prefix(options.cast(), struct_size, &defaults) };
        Ok(())
    })
}

/// Checks options and makes a configuration of them, to be freed with blockmask_free_config. NULL for the options takes
/// the defaults. If a value is refused, a sentence that names it is written to message, cut to capacity bytes and
/// always ended by a zero; NULL with capacity 0 asks for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_create_config(
    options: *const blockmask_options,
    config: *mut *mut blockmask_config,
    message: *mut c_char,
    capacity: usize,
) -> blockmask_status {
    let result = catch(|| {
        // SAFETY: the caller's promise about `config` is the same.
        let mut out = unsafe { Out::new(config, "config") }?;
        let options = match options.is_null() {
            true => defaults(),
            // SAFETY: not NULL; the caller promises as many bytes as the struct itself says.
            false => unsafe { read_options(options) }?,
        };
        let config = blockmask_config { options: checked(&options)? };
        out.write(Box::into_raw(boxed(config)?));
        Ok(())
    });
    let Err(failure) = result else { return BLOCKMASK_OK };
    if !message.is_null() && capacity > 0 {
        let text = &failure.message.as_bytes()[..failure.message.len().min(capacity - 1)];
        // SAFETY: not NULL, and the text and its zero have `capacity` bytes at most, which the caller promises.
        unsafe {
            std::ptr::copy_nonoverlapping(text.as_ptr(), message.cast(), text.len());
            message.add(text.len()).write(0);
        }
    }
    failure.status
}

/// Frees a configuration. NULL is fine. Analyzers that were made from it go on working.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_free_config(config: *mut blockmask_config) {
    if !config.is_null() {
        // SAFETY: by the header's rules made by blockmask_create_config, freed once and used by nobody else now.
        drop(unsafe { Box::from_raw(config) });
    }
}

fn check_size(size: usize) -> Result<(), Failure> {
    if is_size_of::<blockmask_options>(size, OPTIONS_SIZE_0) {
        return Ok(());
    }
    let message = format!("struct_size of the options is {size}; use blockmask_init_options");
    Err(Failure::new(BLOCKMASK_BAD_STRUCT_SIZE, message))
}

// Options of an older or newer header: what is missing has its default, what is unknown must be zero.
unsafe fn read_options(options: *const blockmask_options) -> Result<blockmask_options, Failure> {
    // SAFETY: any options struct begins with its size; the caller promises so much.
    let size = *unsafe { value(options.cast::<u32>(), "options") }? as usize;
    check_size(size)?;
    // SAFETY: the caller promises the bytes that the struct says it has.
    let bytes = unsafe { array(options.cast::<u8>(), size, "options") }?;
    let (known, unknown) = bytes.split_at(size.min(size_of::<blockmask_options>()));
    if unknown.iter().any(|&byte| byte != 0) {
        let message = "an option is set that this version of the library does not know";
        return Err(Failure::new(BLOCKMASK_BAD_OPTION, message));
    }
    let mut read = defaults();
    // SAFETY: the struct is made of integers without padding, so any bytes are a value of it; `known` is no longer.
    unsafe { std::ptr::copy_nonoverlapping(known.as_ptr(), std::ptr::from_mut(&mut read).cast(), known.len()) };
    Ok(read)
}

fn defaults() -> blockmask_options {
    let Options { limits, wrap, fusion, tag_path, mask, style_density, seeker, visual, fold_case, use_metadata } =
        Options::default();
    let paper = style_density.unwrap_or_default();
    let threshold = fusion.threshold.map_or((0, 0), |threshold| (threshold.numerator(), threshold.denominator()));
    blockmask_options {
        struct_size: size_of::<blockmask_options>() as u32,
        max_depth: limits.max_depth.into(),
        max_input: limits.max_input,
        max_nodes: limits.max_nodes,
        wrap_width: wrap.width,
        token_mode: wrap.tokens as u32,
        fusion_method: fusion.method as u32,
        fusion_threshold_numerator: threshold.0,
        fusion_threshold_denominator: threshold.1,
        fusion_smooth_low: fusion.smooth_low.into(),
        tag_path_filter: tag_path.filter as u32,
        tag_path_style: tag_path.style as u32,
        tag_path_text_symbols: tag_path.text_symbols.into(),
        tag_path_scan_all: tag_path.scan_all.into(),
        tag_path_content_test: tag_path.content_test as u32,
        mask_method: mask as u32,
        fingerprint_fold_case: fold_case.into(),
        max_memory: limits.max_memory,
        max_steps: limits.max_steps,
        max_attributes: limits.max_attributes,
        max_blocks: limits.max_blocks,
        on_limit: limits.on_limit as u32,
        use_metadata: use_metadata.into(),
        style_density: style_density.map_or(BLOCKMASK_STYLE_DENSITY_NONE, |given| given.method as u32),
        style_density_t1: paper.t1.into(),
        style_density_t2: paper.t2,
        style_density_program: 0,
        seeker_model: seeker.model as u32,
        seeker_learner: seeker.learner as u32,
        seeker_text: seeker.text as u32,
        seeker_radius: seeker.radius,
        seeker_inline_counts: seeker.inline_counts.into(),
        visual: visual.is_some().into(),
        style_density_strict: paper.strict_article.into(),
        style_density_keep_nested: (!paper.merge_nested).into(),
    }
}

// The values by number. Their constants stand above; a test holds the two together.
const TOKEN_MODES: [TokenMode; 2] = [TokenMode::Paper, TokenMode::Unicode];
const FILTERS: [Filter; 2] = [Filter::Strict, Filter::Literal];
const STYLES: [StyleMode; 3] = [StyleMode::Raw, StyleMode::Reduced, StyleMode::None];
const SEEKER_MODELS: [SeekerModel; 4] = [SeekerModel::Auto, SeekerModel::News, SeekerModel::Blog, SeekerModel::Forum];
const CONTENT_TESTS: [ContentTest; 3] = [ContentTest::None, ContentTest::LinkHeavy, ContentTest::Repetition];

fn checked(given: &blockmask_options) -> Result<Options, Failure> {
    let wrap = WrapOptions {
        width: in_range("wrap_width", given.wrap_width, 1, u32::MAX)?,
        tokens: choice("token_mode", given.token_mode, &TOKEN_MODES)?,
    };
    let fusion = FusionOptions {
        method: choice("fusion_method", given.fusion_method, &FusionMethod::ALL)?,
        threshold: threshold(given)?,
        smooth_low: flag("fusion_smooth_low", given.fusion_smooth_low)?,
    };
    let tag_path = TagPathOptions {
        filter: choice("tag_path_filter", given.tag_path_filter, &FILTERS)?,
        style: choice("tag_path_style", given.tag_path_style, &STYLES)?,
        text_symbols: flag("tag_path_text_symbols", given.tag_path_text_symbols)?,
        scan_all: flag("tag_path_scan_all", given.tag_path_scan_all)?,
        content_test: choice("tag_path_content_test", given.tag_path_content_test, &CONTENT_TESTS)?,
    };
    let mask = mask_method(given.mask_method)?;
    let fold_case = flag("fingerprint_fold_case", given.fingerprint_fold_case)?;
    let use_metadata = flag("use_metadata", given.use_metadata)?;
    let (limits, style_density, seeker) = (limits(given)?, style_density(given)?, seeker(given)?);
    let visual = flag("visual", given.visual)?.then(VisualOptions::default);
    Ok(Options { limits, wrap, fusion, tag_path, mask, style_density, seeker, visual, fold_case, use_metadata })
}

fn mask_method(number: u32) -> Result<MaskMethod, Failure> {
    let refused = || Failure::new(BLOCKMASK_BAD_OPTION, format!("mask_method is {number}, which is no method"));
    MaskMethod::from_number(number).ok_or_else(refused)
}

fn seeker(given: &blockmask_options) -> Result<SeekerOptions, Failure> {
    Ok(SeekerOptions {
        model: choice("seeker_model", given.seeker_model, &SEEKER_MODELS)?,
        learner: choice("seeker_learner", given.seeker_learner, &[Learner::Tree, Learner::Forest])?,
        text: choice("seeker_text", given.seeker_text, &[SegmentText::Whole, SegmentText::Heuristic])?,
        radius: in_range("seeker_radius", given.seeker_radius, 0, MAX_RADIUS)?,
        inline_counts: flag("seeker_inline_counts", given.seeker_inline_counts)?,
    })
}

fn style_density(given: &blockmask_options) -> Result<Option<StyleDensityOptions>, Failure> {
    let methods = [None, Some(StyleDensityMethod::Paper), Some(StyleDensityMethod::Learned)];
    let method = choice("style_density", given.style_density, &methods)?;
    let t1 = in_range("style_density_t1", given.style_density_t1, 0, 100)? as u8;
    let program = flag("style_density_program", given.style_density_program)?;
    let strong = if program { TagSet::PROGRAM } else { TagSet::PAPER };
    let t2 = given.style_density_t2;
    let strict_article = flag("style_density_strict", given.style_density_strict)?;
    let merge_nested = !flag("style_density_keep_nested", given.style_density_keep_nested)?;
    Ok(method.map(|method| StyleDensityOptions { method, t1, t2, strong, merge_nested, strict_article }))
}

fn limits(given: &blockmask_options) -> Result<Limits, Failure> {
    Ok(Limits {
        max_input: in_range("max_input", given.max_input, 0, u64::from(u32::MAX) - 1)?,
        max_nodes: in_range("max_nodes", given.max_nodes, 1, Limits::default().max_nodes)?,
        max_depth: in_range("max_depth", given.max_depth, 1, u16::MAX.into())? as u16,
        max_attributes: in_range("max_attributes", given.max_attributes, 0, Limits::default().max_attributes)?,
        max_blocks: in_range("max_blocks", given.max_blocks, 1, Limits::default().max_blocks)?,
        max_memory: in_range("max_memory", given.max_memory, 64 << 10, u64::MAX)?,
        max_steps: in_range("max_steps", given.max_steps, 1, u64::MAX)?,
        on_limit: choice("on_limit", given.on_limit, &OnLimit::ALL)?,
    })
}

fn threshold(given: &blockmask_options) -> Result<Option<Threshold>, Failure> {
    let (p, q) = (given.fusion_threshold_numerator, given.fusion_threshold_denominator);
    match (p, q) {
        (0, 0) => Ok(None),
        _ if p <= q => Ok(Threshold::new(p, q).ok()),
        _ => Err(Failure::new(BLOCKMASK_BAD_OPTION, format!("the fusion threshold {p}/{q} is not in 0 to 1"))),
    }
}

fn choice<T: Copy>(name: &str, number: u32, values: &[T]) -> Result<T, Failure> {
    let most = values.len().saturating_sub(1) as u32;
    in_range(name, number, 0, most).map(|number| values[number as usize])
}

fn flag(name: &str, number: u32) -> Result<bool, Failure> {
    in_range(name, number, 0, 1).map(|number| number == 1)
}

fn in_range<T: Copy + PartialOrd + std::fmt::Display>(name: &str, number: T, from: T, to: T) -> Result<T, Failure> {
    if from <= number && number <= to {
        return Ok(number);
    }
    Err(Failure::new(BLOCKMASK_BAD_OPTION, format!("{name} is {number}, not in {from} to {to}")))
}

// A NULL configuration is the default one.
pub(super) unsafe fn options_of(config: *const blockmask_config) -> Result<Options, Failure> {
    if config.is_null() {
        return Ok(Options::default());
    }
    if !config.is_aligned() {
        return Err(Failure::new(BLOCKMASK_BAD_POINTER, "config is not aligned"));
    }
    // SAFETY: not NULL, and by the header's rules made by blockmask_create_config and not yet freed.
    Ok(unsafe { (*config).options })
}
