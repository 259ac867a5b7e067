//! Facts about the page.
//!
//! What holds for the page as a whole: its encoding, its title, its kind, which limit it reached, and a fingerprint
//! that finds pages with the same text.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, enter, without_handle};
use super::pointer::{Out, OutStruct, read_struct};
use super::push::Pushed;
use super::records::{BLOCKMASK_NONE, borrow};
use super::status::{BLOCKMASK_BAD_ARGUMENT, Failure, blockmask_status, failure};
use crate::{BlockFlags, Document, Fingerprint};
use std::ffi::c_char;

/// encoding_source: a byte order mark.
pub const BLOCKMASK_ENCODING_BOM: u32 = 0;
/// encoding_source: the charset argument.
pub const BLOCKMASK_ENCODING_HINT: u32 = 1;
/// encoding_source: a meta element or an XML declaration at the start.
pub const BLOCKMASK_ENCODING_META: u32 = 2;
/// encoding_source: the bytes are UTF-8 though a meta says otherwise, or nearly UTF-8 and nothing is declared.
pub const BLOCKMASK_ENCODING_UTF8_VALIDITY: u32 = 3;
/// encoding_source: a meta element further down.
pub const BLOCKMASK_ENCODING_LATE_META: u32 = 4;
/// encoding_source: statistics.
pub const BLOCKMASK_ENCODING_DETECTOR: u32 = 5;

/// truncation: elements deeper than max_depth were attached higher up.
pub const BLOCKMASK_TRUNCATED_DEPTH: u32 = 1;
/// truncation: what follows max_nodes nodes was not read.
pub const BLOCKMASK_TRUNCATED_NODES: u32 = 2;
/// truncation: repair or search ran out of its budget.
pub const BLOCKMASK_TRUNCATED_WORK: u32 = 4;
/// truncation: the text after max_blocks blocks was dropped.
pub const BLOCKMASK_TRUNCATED_BLOCKS: u32 = 8;
/// truncation: the attributes after the first max_attributes were dropped.
pub const BLOCKMASK_TRUNCATED_ATTRIBUTES: u32 = 16;
/// truncation: the tables of the whole page need more than max_memory; only its beginning was read.
pub const BLOCKMASK_TRUNCATED_MEMORY: u32 = 32;
/// truncation: the page needs more than max_steps steps.
pub const BLOCKMASK_TRUNCATED_STEPS: u32 = 64;
/// truncation: what follows max_input bytes was not read.
pub const BLOCKMASK_TRUNCATED_INPUT: u32 = 128;
/// truncation: tag paths were shortened, or targets of links left out, because of max_output.
pub const BLOCKMASK_TRUNCATED_OUTPUT: u32 = 256;

/// kind: one text, such as news or a blog entry.
pub const BLOCKMASK_KIND_ARTICLE: u32 = 0;
/// kind: an organization, a service, a landing page.
pub const BLOCKMASK_KIND_SERVICE: u32 = 1;
/// kind: one thing for sale.
pub const BLOCKMASK_KIND_PRODUCT: u32 = 2;
/// kind: several things for sale.
pub const BLOCKMASK_KIND_COLLECTION: u32 = 3;
/// kind: posts of several people.
pub const BLOCKMASK_KIND_FORUM: u32 = 4;
/// kind: a list of other things.
pub const BLOCKMASK_KIND_LISTING: u32 = 5;
/// kind: documentation.
pub const BLOCKMASK_KIND_DOCUMENTATION: u32 = 6;

/// Facts about a page.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_page {
    /// The name of the encoding, such as UTF-8 or windows-1252, padded with zeros.
    pub encoding: [c_char; 32],
    /// What decided on the encoding: one of BLOCKMASK_ENCODING_.
    pub encoding_source: u32,
    /// Bytes of the page.
    pub source_length: u32,
    /// Bytes of the normalized text.
    pub text_length: u32,
    /// The block that is the title, or BLOCKMASK_NONE.
    pub title_block: u32,
    /// The title in the bytes of the page; start and end are 0 if there is none.
    pub title_source_start: u32,
    /// One past the title.
    pub title_source_end: u32,
    /// The title in the normalized text; start and end are 0 if there is none.
    pub title_text_start: u32,
    /// One past the title.
    pub title_text_end: u32,
    /// Which limits cut the analysis short: union of BLOCKMASK_TRUNCATED_, 0 for none.
    pub truncation: u32,
    /// 1 if an unclosed element hid text, so that the page was parsed again by more forgiving rules, else 0.
    pub is_recovered: u32,
    /// The most probable kind of page: one of BLOCKMASK_KIND_, or BLOCKMASK_NONE if the mask does not classify pages.
    pub kind: u32,
}

/// The hashes of a page, to find its duplicates. They are equal on every machine, and may be stored. They depend on the
/// main text, and so on the options and on the model: compare pages that were analyzed alike. They are not
/// cryptographic: a page can be crafted to collide with another.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_fingerprint {
    /// Minima of eight hash functions over all 6-grams of tokens of the main text, or of the fingerprint_text of the
    /// options.
    pub min_hashes: [u64; 8],
    /// The majority of each bit over the hashes of all tokens.
    pub sim_hash: u64,
    /// Tokens of the text.
    pub tokens: u32,
    /// Definition and options; fingerprints of different versions cannot be compared.
    pub version: u8,
    /// 1 if the text has at least 13 tokens, else 0, and the page is never a duplicate.
    pub is_valid: u8,
    /// Zero.
    pub reserved: [u8; 2],
    /// Equal for pages of equal main text, word by word; 0 if there is none. Whitespace, punctuation, markup, encoding
    /// and the template around it do not matter.
    pub content_hash: u64,
    /// The majority of each bit over the hashes of the distinct tag paths of all text. Pages of equal tag paths have
    /// equal ones, pages of one template differ in few bits; 0 if there is no text.
    pub structure_hash: u64,
}

/// Writes the facts about the page. page_size is sizeof(blockmask_page).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_page(
    analyzer: *mut blockmask_analyzer,
    page: *mut blockmask_page,
    page_size: usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller promises `page_size` bytes.
        let mut out = unsafe { OutStruct::new(page, page_size, "page") }?;
        out.write(&facts(state.held.document()?, &state.pushed));
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Writes the fingerprint of the page, which needs BLOCKMASK_PART_FINGERPRINT. fingerprint_size is
/// sizeof(blockmask_fingerprint).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_fingerprint(
    analyzer: *mut blockmask_analyzer,
    fingerprint: *mut blockmask_fingerprint,
    fingerprint_size: usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller promises `fingerprint_size` bytes.
        let mut out = unsafe { OutStruct::new(fingerprint, fingerprint_size, "fingerprint") }?;
        let fingerprint = state.held.document()?.fingerprint();
        let fingerprint = fingerprint.ok_or_else(|| Failure::not_computed("the fingerprint was", "FINGERPRINT"))?;
        out.write(&fingerprint_record(fingerprint));
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Writes 1 if two pages have nearly the same text, else 0: both fingerprints are valid and of one version, and at
/// least 4 of their 8 min_hashes are equal. fingerprint_size is sizeof(blockmask_fingerprint), for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_compare_fingerprints(
    left: *const blockmask_fingerprint,
    right: *const blockmask_fingerprint,
    fingerprint_size: usize,
    is_near_duplicate: *mut u32,
) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller promises a variable, and `fingerprint_size` bytes at each of the two.
        let (mut out, left, right) = unsafe {
            (
                Out::new(is_near_duplicate, "is_near_duplicate")?,
                read_struct(left, fingerprint_size, NO_FINGERPRINT, "left")?,
                read_struct(right, fingerprint_size, NO_FINGERPRINT, "right")?,
            )
        };
        out.write(read(&left).is_near_duplicate(&read(&right)).into());
        Ok(())
    })
}

/// Writes how similar two pages are. similarity: the share of equal min_hashes, 0 to 1 in steps of 1/8, an estimate of
/// the Jaccard similarity of the sets of 6-grams. distance: how many bits of sim_hash differ, 0 to 64, about 32 for
/// texts that have nothing in common. They are 0 and 64 if a fingerprint is not valid or if the versions differ.
/// fingerprint_size is sizeof(blockmask_fingerprint), for both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_measure_fingerprints(
    left: *const blockmask_fingerprint,
    right: *const blockmask_fingerprint,
    fingerprint_size: usize,
    similarity: *mut f32,
    distance: *mut u32,
) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller promises two variables, and `fingerprint_size` bytes at each of the two others.
        let (mut share, mut bits, left, right) = unsafe {
            (
                Out::new(similarity, "similarity")?,
                Out::new(distance, "distance")?,
                read_struct(left, fingerprint_size, NO_FINGERPRINT, "left")?,
                read_struct(right, fingerprint_size, NO_FINGERPRINT, "right")?,
            )
        };
        let (left, right) = (read(&left), read(&right));
        share.write(left.similarity(&right));
        bits.write(left.distance(&right));
        Ok(())
    })
}

/// Writes the keys of locality-sensitive hashing by bands, to find near-duplicates among many pages: pages with a common
/// key agree on rows consecutive min_hashes. rows is 1 to 8. keys has room for 8; 8 / rows of them, rounded down, are
/// written, or none if the fingerprint is not valid; the rest become 0, and count is how many. With 1 row all
/// near-duplicates have a common key; with 2 fewer pages have to be compared and some are missed. fingerprint_size is
/// sizeof(blockmask_fingerprint).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_band_keys(
    fingerprint: *const blockmask_fingerprint,
    fingerprint_size: usize,
    rows: u32,
    keys: *mut u64,
    count: *mut usize,
) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller promises room for 8 keys, a variable, and `fingerprint_size` bytes.
        let (mut room, mut count, fingerprint) = unsafe {
            (
                Out::new(keys.cast::<[u64; 8]>(), "keys")?,
                Out::new(count, "count")?,
                read_struct(fingerprint, fingerprint_size, NO_FINGERPRINT, "fingerprint")?,
            )
        };
        if !(1..=8).contains(&rows) {
            return Err(failure!(BLOCKMASK_BAD_ARGUMENT, "rows is {rows}, but must be 1 to 8"));
        }
        let found = read(&fingerprint).band_keys(rows as usize);
        count.write(found.len());
        let mut keys = [0; 8];
        keys.iter_mut().zip(found).for_each(|(to, key)| *to = key);
        room.write(keys);
        Ok(())
    })
}

/// Writes the address of an array with the probability of each kind of page, 0 to 1, indexed by BLOCKMASK_KIND_, and
/// how many kinds there are; a newer library may know more kinds than this header. The count is 0 if the mask does not
/// classify pages. The array is borrowed from the analyzer, valid until it takes the next page.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_kind_probabilities(
    analyzer: *mut blockmask_analyzer,
    probabilities: *mut *const f32,
    count: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller makes the same promises.
    unsafe { borrow(analyzer, (probabilities, "probabilities"), count, None, State::kind_probabilities) }
}

impl State {
    pub fn kind_probabilities(&mut self) -> Result<&[f32], Failure> {
        let State { held, tables, .. } = self;
        let document = held.document()?;
        let known = document.kind().is_some();
        tables.kind_probabilities.fill(document.kind_probabilities().into_iter().filter(|_| known))
    }
}

const NO_FINGERPRINT: blockmask_fingerprint = blockmask_fingerprint {
    min_hashes: [0; 8],
    sim_hash: 0,
    tokens: 0,
    version: 0,
    is_valid: 0,
    reserved: [0; 2],
    content_hash: 0,
    structure_hash: 0,
};

fn read(record: &blockmask_fingerprint) -> Fingerprint {
    Fingerprint {
        version: record.version,
        is_valid: record.is_valid == 1,
        tokens: record.tokens,
        min_hashes: record.min_hashes,
        sim_hash: record.sim_hash,
        content_hash: record.content_hash,
        structure_hash: record.structure_hash,
    }
}

pub(super) fn fingerprint_record(fingerprint: &Fingerprint) -> blockmask_fingerprint {
    blockmask_fingerprint {
        min_hashes: fingerprint.min_hashes,
        sim_hash: fingerprint.sim_hash,
        tokens: fingerprint.tokens,
        version: fingerprint.version,
        is_valid: fingerprint.is_valid.into(),
        reserved: [0; 2],
        content_hash: fingerprint.content_hash,
        structure_hash: fingerprint.structure_hash,
    }
}

pub(super) fn facts(document: &Document<'_>, pushed: &Pushed) -> blockmask_page {
    let title = document.blocks().find(|block| block.flags().contains(BlockFlags::IN_HEAD));
    let title_source = title.map_or(0..0, |block| pushed.to_source(block.source()));
    let title_text = title.map_or(0..0, |block| block.text_range());
    blockmask_page {
        encoding: padded(document.encoding()),
        encoding_source: document.encoding_source() as u32,
        source_length: if pushed.was_pushed() { pushed.source_length() } else { document.bytes().len() as u32 },
        text_length: document.text().len() as u32,
        title_block: title.map_or(BLOCKMASK_NONE, |block| block.index() as u32),
        title_source_start: title_source.start as u32,
        title_source_end: title_source.end as u32,
        title_text_start: title_text.start as u32,
        title_text_end: title_text.end as u32,
        truncation: document.truncation().bits(),
        is_recovered: document.is_recovered().into(),
        kind: document.kind().map_or(BLOCKMASK_NONE, |kind| kind as u32),
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
