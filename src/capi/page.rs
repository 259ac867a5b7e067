//! Facts about the page.
//!
//! What holds for the page as a whole: its encoding, how it was read, and a fingerprint to find pages with the same
//! text.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, enter, without_handle};
use super::pointer::{Out, is_size_of, value, write_prefix};
use super::push::Pushed;
use super::records::BLOCKMASK_NONE;
use super::status::{BLOCKMASK_BAD_STRUCT_SIZE, Failure, blockmask_status};
use crate::Document;
use crate::fingerprint::Fingerprint;
use crate::page::flag;
use std::ffi::c_char;

/// encoding_source: a byte order mark.
pub const BLOCKMASK_ENCODING_BOM: u32 = 0;
/// encoding_source: the charset argument.
pub const BLOCKMASK_ENCODING_HINT: u32 = 1;
/// encoding_source: a meta element or an XML declaration at the start.
pub const BLOCKMASK_ENCODING_META: u32 = 2;
/// encoding_source: the bytes are UTF-8, though a meta says otherwise; or but for a few, where nothing is declared.
pub const BLOCKMASK_ENCODING_UTF8_VALIDITY: u32 = 3;
/// encoding_source: a meta element further down.
pub const BLOCKMASK_ENCODING_LATE_META: u32 = 4;
/// encoding_source: statistics.
pub const BLOCKMASK_ENCODING_DETECTOR: u32 = 5;

/// truncation: elements deeper than max_depth were attached higher up.
pub const BLOCKMASK_TRUNCATED_DEPTH: u32 = 1;
/// truncation: what came after max_nodes nodes was not read.
pub const BLOCKMASK_TRUNCATED_NODES: u32 = 2;
/// truncation: a step was cut short whose cost would not have been linear.
pub const BLOCKMASK_TRUNCATED_WORK: u32 = 4;
/// truncation: the text behind max_blocks blocks was left out.
pub const BLOCKMASK_TRUNCATED_BLOCKS: u32 = 8;
/// truncation: attributes behind the first max_attributes were left out.
pub const BLOCKMASK_TRUNCATED_ATTRIBUTES: u32 = 16;
/// truncation: the tables of the whole page need more than max_memory; only its beginning was read.
pub const BLOCKMASK_TRUNCATED_MEMORY: u32 = 32;
/// truncation: the page takes more than max_steps steps.
pub const BLOCKMASK_TRUNCATED_STEPS: u32 = 64;
/// truncation: what comes after max_input bytes was not read.
pub const BLOCKMASK_TRUNCATED_INPUT: u32 = 128;

/// kind: one text, such as news or a blog entry.
pub const BLOCKMASK_KIND_ARTICLE: u32 = 0;
/// kind: an organization, a service, a landing page.
pub const BLOCKMASK_KIND_SERVICE: u32 = 1;
/// kind: one thing for sale.
pub const BLOCKMASK_KIND_PRODUCT: u32 = 2;
/// kind: things for sale, side by side.
pub const BLOCKMASK_KIND_COLLECTION: u32 = 3;
/// kind: posts of several people.
pub const BLOCKMASK_KIND_FORUM: u32 = 4;
/// kind: a list of other things.
pub const BLOCKMASK_KIND_LISTING: u32 = 5;
/// kind: documentation.
pub const BLOCKMASK_KIND_DOCUMENTATION: u32 = 6;

/// The summary of a page's longest text, frozen in its definition, to be stored and compared.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_fingerprint {
    /// Minima of eight hash functions over all windows of six tokens.
    pub min_hashes: [u64; 8],
    /// The majority of each bit over the hashes of all tokens.
    pub sim_hash: u64,
    /// Tokens in the text.
    pub tokens: u32,
    /// Definition and options; fingerprints of different versions cannot be compared.
    pub version: u8,
    /// 1 if the text has at least 13 tokens; if not, it is nobody's duplicate.
    pub is_valid: u8,
    /// Zero.
    pub reserved: [u8; 2],
}

/// Facts about a page.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct blockmask_page {
    /// Bytes of this struct, as the caller knows it; to be set before the call.
    pub struct_size: u32,
    /// What decided on the encoding: one of BLOCKMASK_ENCODING_.
    pub encoding_source: u32,
    /// The encoding's name, such as UTF-8 or windows-1252, filled up with zeros.
    pub encoding: [c_char; 32],
    /// Bytes of the page.
    pub source_length: u32,
    /// Bytes of the normalized text.
    pub text_length: u32,
    /// The block that is the title, or BLOCKMASK_NONE.
    pub title_block: u32,
    /// The title in the page's bytes; two zeros if there is none.
    pub title_source_start: u32,
    /// One past the title.
    pub title_source_end: u32,
    /// The title in the normalized text; two zeros if there is none.
    pub title_text_start: u32,
    /// One past the title.
    pub title_text_end: u32,
    /// Which limit cut the analysis short: union of BLOCKMASK_TRUNCATED_, 0 for none.
    pub truncation: u32,
    /// 1 if an element that ends too late hid text, so that the page was read again by more forgiving rules.
    pub is_recovered: u32,
    /// How often the fusion of segments went over the page.
    pub fusion_passes: u32,
    /// For near-duplicates.
    pub fingerprint: blockmask_fingerprint,
    /// The likeliest kind of page: one of BLOCKMASK_KIND_, or BLOCKMASK_NONE if the mask tells none.
    pub kind: u32,
    /// How likely each kind is, by its number: 0 to 1, together 1, or all 0 if the mask tells none.
    pub kind_probabilities: [f32; 7],
}

/// Writes the facts about the page. page->struct_size must be sizeof(blockmask_page), so that a program with an older
/// header gets no more than it has room for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_page(
    analyzer: *mut blockmask_analyzer,
    page: *mut blockmask_page,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: any such struct begins with its size; the caller promises so much.
        let size = *unsafe { value(page.cast_const().cast::<u32>(), "page") }? as usize;
        // SAFETY: the caller's promise is the same; the pointer is only looked at.
        unsafe { Out::new(page, "page") }?;
        if !is_size_of::<blockmask_page>(size, SIZE_0) {
            let message = format!("struct_size of the page is {size}; set it to sizeof(blockmask_page)");
            return Err(Failure::new(BLOCKMASK_BAD_STRUCT_SIZE, message));
        }
        let facts = blockmask_page { struct_size: size as u32, ..facts(state.held.document()?, &state.pushed) };
        // SAFETY: the caller promises the bytes that the struct says it has.
        unsafe { write_prefix(page.cast(), size, &facts) };
        Ok(())
    };
    // SAFETY: the caller's promise about the analyzer is the same.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Writes 1 if two pages have nearly the same text, else 0: both fingerprints are valid and of one version, and at
/// least 4 of their 8 min_hashes are equal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_compare_fingerprints(
    left: *const blockmask_fingerprint,
    right: *const blockmask_fingerprint,
    is_near_duplicate: *mut u32,
) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller's promises are the same.
        let (left, right, mut out) = unsafe {
            (value(left, "left")?, value(right, "right")?, Out::new(is_near_duplicate, "is_near_duplicate")?)
        };
        out.write(near(left, right).into());
        Ok(())
    })
}

// What the first version of the struct had.
const SIZE_0: usize = 160;

fn near(left: &blockmask_fingerprint, right: &blockmask_fingerprint) -> bool {
    let read = |record: &blockmask_fingerprint| Fingerprint {
        version: record.version,
        is_valid: record.is_valid == 1,
        tokens: record.tokens,
        min_hashes: record.min_hashes,
        sim_hash: record.sim_hash,
    };
    read(left).is_near_duplicate(&read(right))
}

pub(super) fn facts(document: &Document<'_>, pushed: &Pushed) -> blockmask_page {
    let title = document.blocks().find(|block| block.flags() & flag::IN_HEAD != 0);
    let title_source = title.map_or(0..0, |block| pushed.to_source(block.source()));
    let title_text = title.map_or(0..0, |block| block.text_range());
    blockmask_page {
        struct_size: size_of::<blockmask_page>() as u32,
        encoding_source: document.encoding_source() as u32,
        encoding: padded(document.encoding()),
        source_length: if pushed.is_source() { pushed.source_length() } else { document.bytes().len() as u32 },
        text_length: document.text().len() as u32,
        title_block: title.map_or(BLOCKMASK_NONE, |block| block.index() as u32),
        title_source_start: title_source.start as u32,
        title_source_end: title_source.end as u32,
        title_text_start: title_text.start as u32,
        title_text_end: title_text.end as u32,
        truncation: document.truncation().into(),
        is_recovered: document.is_recovered().into(),
        fusion_passes: document.fusion_passes(),
        fingerprint: fingerprint(document.fingerprint()),
        kind: document.kind().map_or(BLOCKMASK_NONE, |kind| kind as u32),
        kind_probabilities: document.kind_probabilities(),
    }
}

fn fingerprint(of: &Fingerprint) -> blockmask_fingerprint {
    blockmask_fingerprint {
        min_hashes: of.min_hashes,
        sim_hash: of.sim_hash,
        tokens: of.tokens,
        version: of.version,
        is_valid: of.is_valid.into(),
        reserved: [0; 2],
    }
}

fn padded(name: &str) -> [c_char; 32] {
    let mut padded = [0; 32];
    // The longest name of an encoding has 14 characters.
    for (to, from) in padded[..31].iter_mut().zip(name.bytes()) {
        *to = from as c_char;
    }
    padded
}

// All zeros: of a page that could not be analyzed.
pub(super) const NO_FACTS: blockmask_page = blockmask_page {
    struct_size: 0,
    encoding_source: 0,
    encoding: [0; 32],
    source_length: 0,
    text_length: 0,
    title_block: 0,
    title_source_start: 0,
    title_source_end: 0,
    title_text_start: 0,
    title_text_end: 0,
    truncation: 0,
    is_recovered: 0,
    fusion_passes: 0,
    fingerprint: blockmask_fingerprint {
        min_hashes: [0; 8],
        sim_hash: 0,
        tokens: 0,
        version: 0,
        is_valid: 0,
        reserved: [0; 2],
    },
    kind: BLOCKMASK_NONE,
    kind_probabilities: [0.0; 7],
};
