//! Shapes for search engines.
//!
//! Besides reading the table of blocks, an engine can take a page in one of three shapes: blanked, for a character
//! filter in front of a tokenizer, which must keep offsets; with zones, for engines that index by tag name; and as
//! weighted runs, for loops over a term generator. The main content is the blocks that the template mask does not
//! cover.
//!
//! Blanking and zones need the bytes of the page, which a pushed page does not have: these functions then return
//! BLOCKMASK_NO_PAGE.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, enter};
use super::malloc::MallocBuffer;
use super::pointer::{Out, OutStruct};
use super::status::{
    BLOCKMASK_BAD_ARGUMENT, BLOCKMASK_BAD_POINTER, BLOCKMASK_BUFFER_TOO_SMALL, BLOCKMASK_END, BLOCKMASK_NO_PAGE,
    Failure, blockmask_status, failure,
};
use crate::Document;
use crate::on_demand::shapes::zone_to;
use std::ffi::c_char;

/// Writes a copy of the page, of equal length, in which all bytes except those of the main content's text are spaces.
/// Line feeds stay, so that line numbers do not change, and so does a byte order mark. Tags inside the text become
/// spaces; character references stay as written. With use_metadata, text that only metadata holds stays as written in
/// its script or attribute. In UTF-16 a space has two bytes. The bytes of the page are read.
///
/// capacity is the size of buffer; if it is less than the length of the page, BLOCKMASK_BUFFER_TOO_SMALL is returned.
/// Returns BLOCKMASK_UNSUPPORTED_ENCODING for ISO-2022-JP, which is stateful; the buffer then holds the page unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_blank_page(
    analyzer: *mut blockmask_analyzer,
    buffer: *mut c_char,
    capacity: usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        let document = with_bytes(state)?;
        let page = document.bytes();
        if page.is_empty() {
            return Ok(());
        }
        if buffer.is_null() {
            return Err(Failure::new(BLOCKMASK_BAD_POINTER, "buffer is NULL"));
        }
        if capacity < page.len() {
            let status = BLOCKMASK_BUFFER_TOO_SMALL;
            return Err(failure!(status, "the buffer has {capacity} bytes, the page {}", page.len()));
        }
        if buffer.cast_const().cast() == page.as_ptr() {
            return Err(Failure::new(BLOCKMASK_BAD_ARGUMENT, "buffer is the page itself"));
        }
        // SAFETY: not NULL, and the caller promises `capacity` bytes that are not those of the page. Once they are
        // written they are a slice of initialized bytes.
        let copy = unsafe {
            std::ptr::copy_nonoverlapping(page.as_ptr(), buffer.cast(), page.len());
            std::slice::from_raw_parts_mut(buffer.cast(), page.len())
        };
        Ok(document.blank_page(copy)?)
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Makes a copy of the page in which each block is enclosed in a zone, an element named for the role of the block:
/// blk-main, blk-heading, blk-comment, blk-meta, blk-nav, blk-aside, blk-legal or blk-hidden. Where the tags would be
/// text, there is no zone: in the title, in xmp and plaintext, and in the scripts and attributes that hold text from
/// metadata; nor around blocks that the option comments leaves out. Without these tags the copy is the page, byte for
/// byte. Zones are never nested; they begin and end with the text of a block, so that a zone may overlap an inline
/// element that its block begins or ends in.
///
/// Writes the address of the copy and its length in bytes; it is in the encoding of the page, not terminated by a zero,
/// and owned by the caller, who frees it with blockmask_free. Returns BLOCKMASK_UNSUPPORTED_ENCODING for ISO-2022-JP.
/// The bytes of the page are read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_zone_page(
    analyzer: *mut blockmask_analyzer,
    html: *mut *mut c_char,
    length: *mut usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller makes the same promises.
        let (mut out, mut out_length) = unsafe { (Out::new(html, "html")?, Out::new(length, "length")?) };
        let document = with_bytes(state)?;
        let mut copy = MallocBuffer::with_capacity(document.bytes().len() + document.bytes().len() / 4)?;
        zone_to(document, |piece| copy.extend(piece))?;
        out_length.write(copy.len());
        out.write(copy.into_raw().cast());
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

fn with_bytes(state: &State) -> Result<&Document<'_>, Failure> {
    if state.pushed.was_pushed() {
        return Err(Failure::new(BLOCKMASK_NO_PAGE, "the page was pushed, so its bytes are not known"));
    }
    state.held.document()
}

/// The text of a block, with its field, role and weight.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_run {
    /// Normalized text: UTF-8 that is not terminated by a zero, borrowed from the analyzer, valid until it takes the
    /// next page.
    pub text: *const c_char,
    /// Its length in bytes, never 0.
    pub text_length: u32,
    /// Where it begins in the normalized text of the page.
    pub text_start: u32,
    /// First byte of its first character in the bytes of the page.
    pub source_start: u32,
    /// One past its last character.
    pub source_end: u32,
    /// What its terms count in a ranking, in quarters: 4 is 1.0, 0 is not to be searched. See docs/ranking.md.
    pub weight: u32,
    /// One of BLOCKMASK_ROLE_.
    pub role: u32,
    /// One of BLOCKMASK_FIELD_.
    pub field: u32,
    /// 1 to 6 inside h1 to h6, else 0.
    pub heading_level: u32,
    /// The index of its block.
    pub block: u32,
    /// Zero.
    pub reserved: u32,
}

/// Writes the next weighted run. cursor is a variable of the caller's, which is set to 0 before the first call and to
/// start over; run_size is sizeof(blockmask_run). Runs are in source order, one for each block that the option
/// comments does not leave out. Returns BLOCKMASK_END after the last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_next_run(
    analyzer: *mut blockmask_analyzer,
    cursor: *mut usize,
    run: *mut blockmask_run,
    run_size: usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller promises a variable, and `run_size` bytes.
        let (mut next, mut out) = unsafe { (Out::new(cursor, "cursor")?, OutStruct::new(run, run_size, "run")?) };
        // SAFETY: not NULL and aligned, as just checked, and the caller has set it.
        let index = unsafe { cursor.read() };
        let run = run_record(state, index)?;
        out.write(&run);
        next.write(run.block as usize + 1);
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

// The run of the first block from `index` on that has one.
fn run_record(state: &State, index: usize) -> Result<blockmask_run, Failure> {
    let document = state.held.document()?;
    let mut blocks = (index..document.blocks().len()).filter(|&block| !document.leaves_out(block));
    let block = blocks.next().and_then(|block| document.block(block)).ok_or_else(|| Failure::new(BLOCKMASK_END, ""))?;
    let (text, source) = (block.text(), state.pushed.to_source(block.source()));
    Ok(blockmask_run {
        text: text.as_ptr().cast(),
        text_length: text.len() as u32,
        text_start: block.text_range().start as u32,
        source_start: source.start as u32,
        source_end: source.end as u32,
        weight: block.weight().into(),
        role: block.role() as u32,
        field: block.field() as u32,
        heading_level: block.heading_level().into(),
        block: block.index() as u32,
        reserved: 0,
    })
}
