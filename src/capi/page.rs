//! The page.
//!
//! The page as a whole: its encoding, its title, its kind, and which limits it reached.

use super::blocks::BLOCKMASK_NONE;
use super::document::{View, blockmask_document};
use super::guard::read;
use super::layout::page_layout;
use super::pointer::Out;
use super::start::blockmask_table;
use super::status::{Failure, blockmask_status};
use super::tables::Tables;
use crate::BlockFlags;
use std::ffi::c_char;

/// encoding_source: a byte order mark.
pub const BLOCKMASK_ENCODING_BOM: u32 = 0;
/// encoding_source: the charset of the hints.
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

/// fallbacks: visible prose, all of which was template by the mask.
pub const BLOCKMASK_FALLBACK_TEMPLATE: u32 = 1;
/// fallbacks: comments, though the option leaves them out.
pub const BLOCKMASK_FALLBACK_COMMENTS: u32 = 2;
/// fallbacks: text that its author excludes from indexes: all of it, or parts without an end that hold most of the text.
pub const BLOCKMASK_FALLBACK_NO_INDEX: u32 = 4;
/// fallbacks: hidden text.
pub const BLOCKMASK_FALLBACK_HIDDEN: u32 = 8;
/// fallbacks: text of the data of a page that shows hardly anything else.
pub const BLOCKMASK_FALLBACK_METADATA: u32 = 16;
/// fallbacks: what rules of the owner leave out: they left nothing.
pub const BLOCKMASK_FALLBACK_RULES: u32 = 32;

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

/// What holds for a page as a whole.
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
    /// Where the title begins in the bytes of the page. Its offsets are 0 if there is none.
    pub title_source_start: u32,
    /// One past the title.
    pub title_source_end: u32,
    /// Where the title begins in the normalized text.
    pub title_text_start: u32,
    /// One past the title.
    pub title_text_end: u32,
    /// Which limits cut the analysis short: union of BLOCKMASK_TRUNCATED_, 0 for none.
    pub truncation: u32,
    /// 1 if an unclosed element hid text, so that the page was parsed again by more forgiving rules, else 0.
    pub is_recovered: u32,
    /// The most probable kind of page: one of BLOCKMASK_KIND_, or BLOCKMASK_NONE if the mask does not classify pages.
    pub kind: u32,
    /// The layout of the page: one of BLOCKMASK_PAGE_LAYOUT_ (blockmask_experimental.h).
    pub page_layout: u32,
    /// The block that is the headline, which names what the page is about, or BLOCKMASK_NONE.
    pub headline_block: u32,
    /// What was made content, as hardly any text would have been otherwise: union of BLOCKMASK_FALLBACK_, 0 for nothing.
    pub fallbacks: u32,
}

/// Writes the address of what holds for the page as a whole. It belongs to the document.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_page(
    document: *const blockmask_document,
    page: *mut *const blockmask_page,
) -> blockmask_status {
    // SAFETY: the caller promises a document and a variable.
    unsafe {
        read(document, |view| {
            let mut out = Out::new(page, "page")?;
            out.write(view.tables().page(view)?.rows.cast());
            Ok(())
        })
    }
}

impl Tables {
    fn page(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
        self.page.fill(std::iter::once_with(|| row(view)))
    }
}

fn row(view: &View<'_>) -> blockmask_page {
    let document = view.document;
    let title = document.blocks().find(|block| block.flags().contains(BlockFlags::IN_HEAD));
    let source = title.map_or(0..0, |block| block.source());
    let text = title.map_or(0..0, |block| block.text_range());
    blockmask_page {
        encoding: padded(document.encoding()),
        encoding_source: document.encoding_source() as u32,
        source_length: document.bytes().len() as u32,
        text_length: document.text().len() as u32,
        title_block: title.map_or(BLOCKMASK_NONE, |block| block.index() as u32),
        title_source_start: source.start as u32,
        title_source_end: source.end as u32,
        title_text_start: text.start as u32,
        title_text_end: text.end as u32,
        truncation: document.truncation().bits(),
        is_recovered: document.is_recovered().into(),
        kind: document.kind().map_or(BLOCKMASK_NONE, |kind| kind as u32),
        page_layout: page_layout(document),
        headline_block: document.headline().map_or(BLOCKMASK_NONE, |block| block.index() as u32),
        fallbacks: document.fallbacks().bits(),
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
