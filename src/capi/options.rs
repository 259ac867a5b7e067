//! Hints and options.
//!
//! Options say how an analyzer works: blockmask_init_options fills in the defaults, the caller changes fields, and
//! blockmask_create_analyzer checks and copies them. Analyzers in several threads may be created from the same options.
//!
//! The limits bound what a page may cost. Each has a default, and a bit of truncation, BLOCKMASK_TRUNCATED_:
//!
//! ```text
//!     max_input       256 MiB   INPUT        bytes of the page
//!     max_nodes       2^31 - 1  NODES        nodes of the tree
//!     max_depth       512       DEPTH        depth of the tree
//!     max_attributes  2^31 - 1  ATTRIBUTES   attributes of all elements together
//!     max_blocks      2^31 - 1  BLOCKS       blocks
//!     max_memory      4 GiB     MEMORY       bytes of memory for the tables of a page
//!     max_steps       none      STEPS        tags, texts, comments; steps of repair and search
//!     max_output      64        OUTPUT       bytes of all tag paths, or all link targets, for each byte of the page
//! ```
//!
//! The bit WORK belongs to no option: repair of misnested markup and the search for the main region have their own
//! budgets, linear in the size of the page. No limit is exceeded, with two exceptions: html, head and body are created
//! whatever max_nodes says, and max_steps may be exceeded by 2 %.

use super::experimental::{blockmask_experimental_options, experimental_defaults};
use super::guard::without_handle;
use super::pointer::{OutStruct, array, read_struct, text};
use super::status::{BLOCKMASK_BAD_OPTION, Failure, blockmask_status, failure};
use crate::analyzer::Hints;
use crate::{CommentMode, FingerprintText, Limits, MaskMethod, OnLimit, Options, Parts, TokenMode};
use std::ffi::c_char;
use std::ptr::null;
use std::sync::atomic::AtomicI32;

/// What is known about a page besides its bytes. Strings that are not known are NULL with length 0.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_hints {
    /// sizeof(blockmask_hints).
    pub size: usize,
    /// The encoding that came with the page, such as the charset of HTTP's Content-Type. A byte order mark takes
    /// precedence over it; an unknown name is ignored.
    pub charset: *const c_char,
    /// The length of charset in bytes.
    pub charset_length: usize,
    /// The absolute address (URL) that the page came from, in UTF-8. Links are resolved against it, and it tells links
    /// within the page from links to other pages (BLOCKMASK_FIELD_IN_PAGE_LINK). Without it, the canonical address that
    /// the page declares serves.
    pub address: *const c_char,
    /// The length of address in bytes.
    pub address_length: usize,
}

/// token_mode: a token is a run of characters other than whitespace that has a letter or a digit.
pub const BLOCKMASK_TOKENS_PAPER: u32 = 0;
/// token_mode: likewise, but text in scripts without spaces is split into words or characters. The default.
pub const BLOCKMASK_TOKENS_UNICODE: u32 = 1;

/// comments: comments and reviews are not content, and have neither runs nor zones. The default.
pub const BLOCKMASK_COMMENTS_EXCLUDE: u32 = 0;
/// comments: they are content, beside the main text.
pub const BLOCKMASK_COMMENTS_INCLUDE: u32 = 1;
/// comments: only they are content, and have runs and zones.
pub const BLOCKMASK_COMMENTS_ONLY: u32 = 2;

/// mask: text density, link density and neighborhood, by rules.
pub const BLOCKMASK_MASK_DENSITY: u32 = 0;
/// mask: boosted trees over many features of a block. The most accurate; also classifies the page. The default.
pub const BLOCKMASK_MASK_LEARNED: u32 = 1;

/// on_limit: the result covers what was read before the limit, and truncation says which limit it was. A page longer
/// than max_input is refused. The default.
pub const BLOCKMASK_ON_LIMIT_TRUNCATE: u32 = 0;
/// on_limit: the page is refused.
pub const BLOCKMASK_ON_LIMIT_FAIL: u32 = 1;
/// on_limit: like TRUNCATE, but a page longer than max_input is truncated, too, instead of refused.
pub const BLOCKMASK_ON_LIMIT_TRUNCATE_INPUT: u32 = 2;

/// fingerprint_text: all blocks that are not template. The default.
pub const BLOCKMASK_FINGERPRINT_MAIN: u32 = 0;
/// fingerprint_text: the segment with the most tokens among those that are not mostly links.
pub const BLOCKMASK_FINGERPRINT_LARGEST_SEGMENT: u32 = 1;

/// parts: which blocks are template, their probabilities and roles, the kind of page, and comments. Without it no block
/// is template, and the kind is BLOCKMASK_NONE. If another part needs it, it is computed all the same.
pub const BLOCKMASK_PART_MASK: u32 = 1;
/// parts: field, weight and link_targets of blocks. Without it field is BLOCKMASK_FIELD_TEXT and weight 4.
pub const BLOCKMASK_PART_FIELDS: u32 = 2;
/// parts: the structure of blocks, and the images. Without it Markdown and passages consist of paragraphs only.
pub const BLOCKMASK_PART_STRUCTURE: u32 = 4;
/// parts: the fingerprint.
pub const BLOCKMASK_PART_FINGERPRINT: u32 = 32;
/// parts: mask, fields and structure, which is what an indexer needs. The default.
pub const BLOCKMASK_PARTS_DEFAULT: u32 = 7;
/// parts: all of them, also the segments and the main region of blockmask_experimental.h.
pub const BLOCKMASK_PARTS_ALL: u32 = 63;

/// How pages are analyzed. A field with a list of constants takes only these; flags are 0 or 1.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_options {
    /// sizeof(blockmask_options).
    pub size: u32,
    /// What is computed besides the tree, the text, the links and the blocks with their ranges: a union of
    /// BLOCKMASK_PART_. Default BLOCKMASK_PARTS_DEFAULT.
    pub parts: u32,
    /// How blocks are classified as content or template: one of BLOCKMASK_MASK_.
    pub mask: u32,
    /// What to do with comments and reviews: one of BLOCKMASK_COMMENTS_. The posts of a thread are
    /// content in every mode.
    pub comments: u32,
    /// Flag: text that occurs only in metadata counts as content. Default 0.
    pub use_metadata: u32,
    /// What a token is: one of BLOCKMASK_TOKENS_.
    pub token_mode: u32,
    /// Columns of a line, for the fields lines and density_lines of blocks. At least 1, default 80.
    pub wrap_width: u32,
    /// The text of which the fingerprint is computed: one of BLOCKMASK_FINGERPRINT_.
    pub fingerprint_text: u32,
    /// Flag: fingerprints ignore case. Default 0.
    pub fold_case: u32,
    /// What happens at a limit: one of BLOCKMASK_ON_LIMIT_.
    pub on_limit: u32,
    /// Depth of the tree; deeper elements become children of the deepest ones. 4 to 65535, default 512. The text of
    /// scripts, style sheets, titles and the like may lie one deeper.
    pub max_depth: u32,
    /// Nodes of the tree; what follows is not read. 1 to 2^31 - 1, the default.
    pub max_nodes: u32,
    /// Attributes of all elements together; further ones are dropped. At most 2^31 - 1, the default. An element keeps
    /// at most 2,048.
    pub max_attributes: u32,
    /// Blocks; further text is dropped. 1 to 2^31 - 1, the default.
    pub max_blocks: u32,
    /// Bytes of a page; longer ones are refused. At most 4 GiB - 2, default 256 MiB.
    pub max_input: u64,
    /// Bytes of memory for the tables of a page. If a page needs more, only its first half is analyzed, or its first
    /// quarter, and so on. At least 64 KiB, default 4 GiB.
    pub max_memory: u64,
    /// Steps: tags, texts and comments that are read, and steps of repair, search and style sheets; what follows is not
    /// read. At least 1; default 2^64 - 1, no limit.
    pub max_steps: u64,
    /// Bytes of all tag paths together, and of the targets of all links together, for each byte of the page, besides
    /// 1 MiB. Longer paths begin with an ellipsis for the elements at the root, further links have an empty target.
    /// Default 64.
    pub max_output: u64,
    /// Flag: the label of an encoding is obeyed, as browsers do, even if the bytes contradict it. Default 0.
    pub obey_charset: u32,
    /// Flag: the main text leaves out the headline, with which it begins otherwise. Default 0.
    pub omit_headline: u32,
    /// Flag: text that occurs only in metadata makes no blocks. Default 0.
    pub omit_metadata: u32,
    /// Flag: what pages say about what is to be searched, by noindex, googleoff, data-nosnippet, Pagefind or DocSearch, is
    /// ignored. Default 0.
    pub ignore_page_rules: u32,
    /// A flag of the program, or NULL: while it is not 0, calls return BLOCKMASK_CANCELLED as after
    /// blockmask_cancel_analyzer. It is only read, for each thousand tags and for each block of a derived text, and
    /// must stay as long as the analyzer and all of its documents. Default NULL.
    pub cancel_flag: *const blockmask_flag,
}

// A flag that signal handlers and other threads set.
#[repr(transparent)]
pub struct blockmask_flag(AtomicI32);

/// Fills in the defaults. size is sizeof(blockmask_options), and becomes the field size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_init_options(options: *mut blockmask_options, size: usize) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller promises `size` bytes.
        unsafe { OutStruct::new(options, size, "options") }?
            .write(&blockmask_options { size: size as u32, ..defaults() });
        Ok(())
    })
}

impl blockmask_hints {
    // The hints at an address, or none for NULL.
    //
    // SAFETY, for callers: NULL or hints, whose strings have the bytes that their lengths say.
    pub(super) unsafe fn read<'a>(hints: *const blockmask_hints) -> Result<Hints<'a>, Failure> {
        if hints.is_null() {
            return Ok(Hints::default());
        }
        // SAFETY: not NULL; the caller's promise covers the rest.
        unsafe {
            let none =
                blockmask_hints { size: 0, charset: null(), charset_length: 0, address: null(), address_length: 0 };
            let hints = read_struct(hints, none, "hints")?;
            let charset = text(hints.charset, hints.charset_length, "charset")?;
            let address = text(hints.address, hints.address_length, "address")?;
            Ok(Hints { charset, address, tree_only: None })
        }
    }
}

// The options at two addresses, checked, and the flag that they name; NULL means the defaults.
//
// SAFETY, for callers: each is NULL or points to options, whose flag stays as long as what is made with them.
pub(super) unsafe fn options_of(
    options: *const blockmask_options,
    experimental: *const blockmask_experimental_options,
) -> Result<(Options, Option<&'static AtomicI32>), Failure> {
    let (mut given, mut more) = (defaults(), experimental_defaults());
    // SAFETY: not NULL, so the caller promises options.
    unsafe {
        if !options.is_null() {
            given = read_struct(options, given, "options")?;
        }
        if !experimental.is_null() {
            more = read_struct(experimental, more, "experimental options")?;
        }
    }
    let count = usize::from(!given.cancel_flag.is_null());
    // SAFETY: NULL or, by the caller's promise, a flag, which stays.
    let flags: &'static [blockmask_flag] = unsafe { array(given.cancel_flag, count, "cancel_flag") }?;
    Ok((checked(&given, &more)?, flags.first().map(|flag| &flag.0)))
}

fn defaults() -> blockmask_options {
    let options = Options::default();
    let limits = options.limits;
    blockmask_options {
        size: size_of::<blockmask_options>() as u32,
        parts: options.parts.bits(),
        mask: options.mask as u32,
        comments: options.comments as u32,
        use_metadata: options.use_metadata.into(),
        token_mode: options.token_mode as u32,
        wrap_width: options.wrap_width,
        fingerprint_text: options.fingerprint_text as u32,
        fold_case: options.fold_case.into(),
        on_limit: limits.on_limit as u32,
        max_depth: limits.max_depth.into(),
        max_nodes: limits.max_nodes,
        max_attributes: limits.max_attributes,
        max_blocks: limits.max_blocks,
        max_input: limits.max_input,
        max_memory: limits.max_memory,
        max_steps: limits.max_steps,
        max_output: limits.max_output,
        obey_charset: options.obey_charset.into(),
        omit_headline: options.omit_headline.into(),
        omit_metadata: options.omit_metadata.into(),
        ignore_page_rules: options.ignore_page_rules.into(),
        cancel_flag: null(),
    }
}

fn checked(given: &blockmask_options, more: &blockmask_experimental_options) -> Result<Options, Failure> {
    Ok(Options {
        limits: limits(given)?,
        parts: parts(given.parts)?,
        mask: mask(given.mask)?,
        comments: named("comments", given.comments, CommentMode::from_number)?,
        token_mode: named("token_mode", given.token_mode, TokenMode::from_number)?,
        wrap_width: in_range("wrap_width", given.wrap_width, 1, u32::MAX)?,
        use_metadata: flag("use_metadata", given.use_metadata)?,
        obey_charset: flag("obey_charset", given.obey_charset)?,
        fold_case: flag("fold_case", given.fold_case)?,
        omit_headline: flag("omit_headline", given.omit_headline)?,
        omit_metadata: flag("omit_metadata", given.omit_metadata)?,
        ignore_page_rules: flag("ignore_page_rules", given.ignore_page_rules)?,
        fingerprint_text: named("fingerprint_text", given.fingerprint_text, FingerprintText::from_number)?,
        ..more.checked()?
    })
}

fn parts(bits: u32) -> Result<Parts, Failure> {
    let unknown = || failure!(BLOCKMASK_BAD_OPTION, "parts is {bits}, which has unknown bits");
    (bits & !BLOCKMASK_PARTS_ALL == 0).then(|| Parts::from_bits(bits)).ok_or_else(unknown)
}

// The number of the last method, `BLOCKMASK_MASK_TAG_PATH`. One that the library was built without has a number, but no
// value.
const LAST_MASK: u32 = 7;

fn mask(number: u32) -> Result<MaskMethod, Failure> {
    let method = MaskMethod::from_number(number);
    require("the mask's method", method.is_some() || number > LAST_MASK)?;
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

pub(super) fn named<T>(name: &str, number: u32, from_number: impl Fn(u32) -> Option<T>) -> Result<T, Failure> {
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
