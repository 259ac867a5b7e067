//! Configuration.
//!
//! blockmask_init_options fills in the defaults; the caller changes fields; blockmask_create_config checks the options
//! and freezes them. A configuration is immutable: any number of threads may create analyzers from it at the same time.
//! It may be freed as soon as its last analyzer exists.
//!
//! Limits: what each counts, its default, and the bit of truncation, BLOCKMASK_TRUNCATED_, that reports it.
//!
//! max_input      | bytes of the page                                | 256 MiB  | INPUT, or the page is refused
//! max_nodes      | nodes of the tree                                | 2^31 - 1 | NODES
//! max_depth      | depth of the tree                                | 512      | DEPTH
//! max_attributes | attributes of all elements together              | 2^31 - 1 | ATTRIBUTES
//! max_blocks     | blocks                                           | 2^31 - 1 | BLOCKS
//! max_memory     | bytes of memory for the tables of a page         | 4 GiB    | MEMORY
//! max_steps      | tags, texts, comments; repair and search steps   | none     | STEPS
//! max_output     | bytes of all tag paths, or all targets of links, |          |
//!                | for each byte of the page, besides 1 MiB         | 64       | OUTPUT
//!
//! WORK belongs to no option: repair of misnested markup and the search for the main region have budgets of their own,
//! linear in the size of the page. No limit is exceeded, with two exceptions: html, head and body are created whatever
//! max_nodes says, and max_steps may be exceeded by 2 %.

use super::experimental::{blockmask_experimental_options, experimental_defaults};
use super::guard::{catch, without_handle};
use super::malloc::boxed;
use super::mark::{self, Mark, marked};
use super::pointer::{Out, OutStruct, read_struct};
use super::status::{BLOCKMASK_BAD_OPTION, BLOCKMASK_BAD_POINTER, BLOCKMASK_OK, Failure, blockmask_status, failure};
#[cfg(feature = "style-density")]
use crate::StyleDensityMethod;
use crate::{CommentMode, FingerprintText, FusionMethod, Limits, MaskMethod, OnLimit, Options, Parts, TokenMode};
use std::ffi::c_char;

/// token_mode: a token is a run of characters other than whitespace that has a letter or a digit.
pub const BLOCKMASK_TOKENS_PAPER: u32 = 0;
/// token_mode: likewise, but text in scripts without spaces is split into words or characters. The default.
pub const BLOCKMASK_TOKENS_UNICODE: u32 = 1;

/// comments: comments of readers on an article are not content, and have neither runs nor zones. The default.
pub const BLOCKMASK_COMMENTS_EXCLUDE: u32 = 0;
/// comments: they are content, beside the main text.
pub const BLOCKMASK_COMMENTS_INCLUDE: u32 = 1;
/// comments: only they are content, and have runs and zones.
pub const BLOCKMASK_COMMENTS_ONLY: u32 = 2;

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

/// mask: text density, link density and neighborhood, by rules.
pub const BLOCKMASK_MASK_DENSITY: u32 = 0;
/// mask: boosted trees over many features of a block. The most accurate; also classifies the page. The default.
pub const BLOCKMASK_MASK_LEARNED: u32 = 1;
/// mask: the areas found by style density are content.
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

/// style_density: layout and areas are not computed. The default.
pub const BLOCKMASK_STYLE_DENSITY_NONE: u32 = 0;
/// style_density: the rules of the paper.
pub const BLOCKMASK_STYLE_DENSITY_PAPER: u32 = 1;
/// style_density: learned from real pages; finds posts that the rules miss.
pub const BLOCKMASK_STYLE_DENSITY_LEARNED: u32 = 2;

/// on_limit: the result covers what was read before the limit, and truncation says which limit it was; pages longer
/// than max_input are refused. The default.
pub const BLOCKMASK_ON_LIMIT_TRUNCATE: u32 = 0;
/// on_limit: the page is refused.
pub const BLOCKMASK_ON_LIMIT_FAIL: u32 = 1;
/// on_limit: as the first, but of a page longer than max_input the beginning is analyzed.
pub const BLOCKMASK_ON_LIMIT_TRUNCATE_INPUT: u32 = 2;

/// fingerprint_text: all blocks that are not template. The default.
pub const BLOCKMASK_FINGERPRINT_MAIN: u32 = 0;
/// fingerprint_text: the segment with the most tokens among those that are not mostly links.
pub const BLOCKMASK_FINGERPRINT_LARGEST_SEGMENT: u32 = 1;

/// parts: which blocks are template, their probabilities and roles, the kind of page, and comments. Without it no block
/// is template, and the kind is BLOCKMASK_NONE. What other parts need of it is computed in any case.
pub const BLOCKMASK_PART_MASK: u32 = 1;
/// parts: field, weight and link_targets of blocks. Without it field is BLOCKMASK_FIELD_TEXT and weight 4.
pub const BLOCKMASK_PART_FIELDS: u32 = 2;
/// parts: the structure of blocks, and the images. Without it Markdown and passages are of paragraphs only.
pub const BLOCKMASK_PART_STRUCTURE: u32 = 4;
/// parts: the segments, and where blocks lie in them. Passages then rather end where a segment ends.
pub const BLOCKMASK_PART_SEGMENTS: u32 = 8;
/// parts: the main region, and which blocks are in it.
pub const BLOCKMASK_PART_REGION: u32 = 16;
/// parts: the fingerprint.
pub const BLOCKMASK_PART_FINGERPRINT: u32 = 32;
/// parts: mask, fields and structure, which is what an indexer needs. The default.
pub const BLOCKMASK_PARTS_DEFAULT: u32 = 7;
/// parts: all of them.
pub const BLOCKMASK_PARTS_ALL: u32 = 63;

/// How pages are analyzed. A field with a list of constants takes only these; flags are 0 or 1.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_options {
    /// Bytes of a page; longer ones are refused. At most 4 GiB - 2, default 256 MiB.
    pub max_input: u64,
    /// Bytes of memory for the tables of a page. Where they do not suffice, the first half of the page is analyzed, or
    /// the first quarter, and so on. At least 64 KiB, default 4 GiB.
    pub max_memory: u64,
    /// Steps: tags, texts and comments that are read, and steps of repair, search and style sheets; what follows is not
    /// read. At least 1; default 2^64 - 1, no limit.
    pub max_steps: u64,
    /// Depth of the tree; deeper elements become children of the deepest ones. 4 to 65535, default 512. The text of
    /// scripts, style sheets, titles and the like may lie one deeper.
    pub max_depth: u32,
    /// Nodes of the tree; what follows is not read. At most 2^31 - 1, the default.
    pub max_nodes: u32,
    /// Attributes of all elements together; further ones are dropped. At most 2^31 - 1, the default. An element keeps
    /// at most 2,048.
    pub max_attributes: u32,
    /// Blocks; further text is dropped. At least 1, at most 2^31 - 1, the default.
    pub max_blocks: u32,
    /// What happens at a limit: one of BLOCKMASK_ON_LIMIT_.
    pub on_limit: u32,
    /// How blocks are classified as content or template: one of BLOCKMASK_MASK_.
    pub mask: u32,
    /// How text becomes segments: one of BLOCKMASK_FUSION_.
    pub fusion: u32,
    /// Whether layout and areas are computed, and how: one of BLOCKMASK_STYLE_DENSITY_.
    pub style_density: u32,
    /// Flag: compute what a reader sees, for blockmask_get_visual_areas and blockmask_get_block_visibility. Default 0.
    pub visual: u32,
    /// Flag: text that only the metadata of the page holds is content. Default 0.
    pub use_metadata: u32,
    /// What a token is: one of BLOCKMASK_TOKENS_.
    pub token_mode: u32,
    /// Columns of a line, at least 1. Default 80.
    pub wrap_width: u32,
    /// Flag: fingerprints ignore case. Default 0.
    pub fold_case: u32,
    /// What to do with the comments of readers on an article: one of BLOCKMASK_COMMENTS_. The posts of a thread are
    /// content whatever it says.
    pub comments: u32,
    /// Bytes of all tag paths together, and of the targets of all links together, for each byte of the page, besides
    /// 1 MiB. Longer paths begin with an ellipsis for the elements at the root, further links have an empty target.
    /// Default 64.
    pub max_output: u64,
    /// Which text fingerprints are of: one of BLOCKMASK_FINGERPRINT_.
    pub fingerprint_text: u32,
    /// What is computed besides the tree, the text, the links and the blocks with their ranges: a union of
    /// BLOCKMASK_PART_. Default BLOCKMASK_PARTS_DEFAULT.
    pub parts: u32,
}

/// Checked options, immutable.
pub struct blockmask_config {
    mark: Mark,
    pub(super) options: Options,
}

marked!(blockmask_config, b"configur");

/// Fills in the defaults. options_size is sizeof(blockmask_options).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_init_options(
    options: *mut blockmask_options,
    options_size: usize,
) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller promises `options_size` bytes.
        unsafe { OutStruct::new(options, options_size, "options") }?.write(&defaults());
        Ok(())
    })
}

/// Checks options and creates a configuration from them, to be freed with blockmask_free_config. NULL for the options
/// means the defaults, whatever options_size is. If a value is invalid, a sentence that names it is written to message,
/// cut to capacity bytes and always terminated by a zero; message may be NULL with capacity 0. Returns
/// BLOCKMASK_NOT_BUILT if the library was built without what the options ask for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_create_config(
    options: *const blockmask_options,
    options_size: usize,
    config: *mut *mut blockmask_config,
    message: *mut c_char,
    capacity: usize,
) -> blockmask_status {
    // SAFETY: the caller makes the same promises.
    unsafe { create(options, options_size, None, config, message, capacity) }
}

/// Frees a configuration, or NULL. Analyzers that were created from it are not affected.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_free_config(config: *mut blockmask_config) {
    // SAFETY: by the header's rules NULL, or made by blockmask_create_config, freed once and used by nobody else now.
    unsafe { mark::free(config) }
}

pub(super) unsafe fn create(
    options: *const blockmask_options,
    options_size: usize,
    experimental: Option<(*const blockmask_experimental_options, usize)>,
    config: *mut *mut blockmask_config,
    message: *mut c_char,
    capacity: usize,
) -> blockmask_status {
    let result = catch(|| {
        // SAFETY: the caller's promise covers `config`.
        let mut out = unsafe { Out::new(config, "config") }?;
        let options = match options.is_null() {
            true => defaults(),
            // SAFETY: not NULL; the caller promises `options_size` bytes.
            false => unsafe { read_struct(options, options_size, defaults(), "options") }?,
        };
        let experimental = match experimental {
            None => experimental_defaults(),
            // SAFETY: the caller promises as many bytes.
            Some((given, size)) => unsafe { read_struct(given, size, experimental_defaults(), "experimental") }?,
        };
        let config =
            blockmask_config { mark: Mark::of::<blockmask_config>(), options: checked(&options, &experimental)? };
        out.write(Box::into_raw(boxed(config)?));
        Ok(())
    });
    // SAFETY: the caller promises `capacity` bytes.
    result.map_or_else(|failure| unsafe { failure.write_message(message, capacity) }, |()| BLOCKMASK_OK)
}

pub(super) fn defaults() -> blockmask_options {
    let options = Options::default();
    let limits = options.limits;
    blockmask_options {
        max_input: limits.max_input,
        max_memory: limits.max_memory,
        max_steps: limits.max_steps,
        max_depth: limits.max_depth.into(),
        max_nodes: limits.max_nodes,
        max_attributes: limits.max_attributes,
        max_blocks: limits.max_blocks,
        on_limit: limits.on_limit as u32,
        mask: options.mask as u32,
        fusion: options.fusion as u32,
        style_density: BLOCKMASK_STYLE_DENSITY_NONE,
        visual: 0,
        use_metadata: options.use_metadata.into(),
        token_mode: options.token_mode as u32,
        wrap_width: options.wrap_width,
        fold_case: options.fold_case.into(),
        comments: options.comments as u32,
        max_output: limits.max_output,
        fingerprint_text: options.fingerprint_text as u32,
        parts: options.parts.bits(),
    }
}

fn checked(given: &blockmask_options, experimental: &blockmask_experimental_options) -> Result<Options, Failure> {
    let style_density = in_range("style_density", given.style_density, 0, BLOCKMASK_STYLE_DENSITY_LEARNED)?;
    require("style-density", cfg!(feature = "style-density") || style_density == BLOCKMASK_STYLE_DENSITY_NONE)?;
    let visual = flag("visual", given.visual)?;
    require("visual", cfg!(feature = "visual") || !visual)?;
    Ok(Options {
        limits: limits(given)?,
        parts: parts(given.parts)?,
        mask: mask(given.mask)?,
        comments: named("comments", given.comments, CommentMode::from_number)?,
        obey_charset: false,
        fusion: named("fusion", given.fusion, FusionMethod::from_number)?,
        token_mode: named("token_mode", given.token_mode, TokenMode::from_number)?,
        wrap_width: in_range("wrap_width", given.wrap_width, 1, u32::MAX)?,
        use_metadata: flag("use_metadata", given.use_metadata)?,
        fold_case: flag("fold_case", given.fold_case)?,
        fingerprint_text: named("fingerprint_text", given.fingerprint_text, FingerprintText::from_number)?,
        #[cfg(feature = "style-density")]
        style_density: StyleDensityMethod::from_number(style_density),
        #[cfg(feature = "visual")]
        visual,
        experimental: experimental.checked()?,
    })
}

fn parts(bits: u32) -> Result<Parts, Failure> {
    let unknown = || failure!(BLOCKMASK_BAD_OPTION, "parts is {bits}, which has unknown bits");
    (bits & !BLOCKMASK_PARTS_ALL == 0).then(|| Parts::from_bits(bits)).ok_or_else(unknown)
}

// A method that the library was built without has a number, but no value.
fn mask(number: u32) -> Result<MaskMethod, Failure> {
    let method = MaskMethod::from_number(number);
    require("the mask's method", method.is_some() || number > BLOCKMASK_MASK_TAG_PATH)?;
    named("mask", number, |_| method)
}

pub(super) fn require(feature: &str, is_built: bool) -> Result<(), Failure> {
    if is_built { Ok(()) } else { Err(Failure::not_built(feature)) }
}

fn limits(given: &blockmask_options) -> Result<Limits, Failure> {
    Ok(Limits {
        max_input: in_range("max_input", given.max_input, 0, u64::from(u32::MAX) - 1)?,
        max_nodes: in_range("max_nodes", given.max_nodes, 1, Limits::default().max_nodes)?,
        max_depth: in_range("max_depth", given.max_depth, 4, u16::MAX.into())? as u16,
        max_attributes: in_range("max_attributes", given.max_attributes, 0, Limits::default().max_attributes)?,
        max_blocks: in_range("max_blocks", given.max_blocks, 1, Limits::default().max_blocks)?,
        max_memory: in_range("max_memory", given.max_memory, 64 << 10, u64::MAX)?,
        max_output: given.max_output,
        max_steps: in_range("max_steps", given.max_steps, 1, u64::MAX)?,
        on_limit: named("on_limit", given.on_limit, OnLimit::from_number)?,
    })
}

fn named<T>(name: &str, number: u32, from_number: impl Fn(u32) -> Option<T>) -> Result<T, Failure> {
    let unknown = || failure!(BLOCKMASK_BAD_OPTION, "{name} is {number}, which no value has");
    from_number(number).ok_or_else(unknown)
}

pub(super) fn choice<T: Copy>(name: &str, number: u32, values: &[T]) -> Result<T, Failure> {
    let last = values.len().saturating_sub(1) as u32;
    in_range(name, number, 0, last).map(|number| values[number as usize])
}

pub(super) fn flag(name: &str, number: u32) -> Result<bool, Failure> {
    in_range(name, number, 0, 1).map(|number| number == 1)
}

pub(super) fn in_range<T: Copy + PartialOrd + std::fmt::Display>(
    name: &str,
    number: T,
    min: T,
    max: T,
) -> Result<T, Failure> {
    if min <= number && number <= max {
        return Ok(number);
    }
    Err(failure!(BLOCKMASK_BAD_OPTION, "{name} is {number}, not in {min} to {max}"))
}

// NULL means the default configuration.
pub(super) unsafe fn options_of(config: *const blockmask_config) -> Result<Options, Failure> {
    if config.is_null() {
        return Ok(Options::default());
    }
    // SAFETY: by the header's rules made by blockmask_create_config and not yet freed.
    if !unsafe { mark::is_valid(config) } {
        return Err(Failure::new(BLOCKMASK_BAD_POINTER, "config is no configuration"));
    }
    // SAFETY: a configuration.
    Ok(unsafe { (*config).options })
}
