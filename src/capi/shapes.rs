//! Shapes for search engines.
//!
//! Beside the table of blocks, an engine may take a page in one of three shapes: blanked, for those with a filter in
//! front of their tokenizer that must keep offsets; annotated, for those that index zones by tag name; and as weighted
//! runs, for loops over a term generator. Main content are the blocks that the template mask does not cover.
//!
//! Blanking and annotation need the page's bytes, which a pushed page does not have: they then return
//! BLOCKMASK_NO_PAGE.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, enter};
use super::malloc::MallocBuffer;
use super::pointer::{Out, is_size_of, write_prefix};
use super::status::{
    BLOCKMASK_BAD_ARGUMENT, BLOCKMASK_BAD_POINTER, BLOCKMASK_BAD_STRUCT_SIZE, BLOCKMASK_BUFFER_TOO_SMALL,
    BLOCKMASK_END, BLOCKMASK_NO_PAGE, Failure, blockmask_status,
};
use crate::Document;
use crate::shapes::{annotate_to, blank, run};
use std::ffi::c_char;

/// Writes a copy of the page with the same length in which all bytes are spaces but those of the main content's text.
/// Line feeds stay, so that lines keep their numbers, and so does a byte order mark. Tags inside of the text become
/// spaces, character references stay as they are written. With use_metadata, text that only metadata holds stays as its
/// script or attribute has it. In UTF-16 a space has two bytes. The page's bytes are read.
///
/// buffer must have room for as many bytes as the page; if capacity is less, BLOCKMASK_BUFFER_TOO_SMALL is returned.
/// Returns BLOCKMASK_UNSUPPORTED_ENCODING for ISO-2022-JP, whose bytes mean nothing without what is before them; the
/// buffer then holds the page as it is.
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
            let message = format!("the buffer has {capacity} bytes, the page {}", page.len());
            return Err(Failure::new(BLOCKMASK_BUFFER_TOO_SMALL, message));
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
        Ok(blank(document, copy)?)
    };
    // SAFETY: the caller's promise about the analyzer is the same.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Makes a copy of the page in which each block is inside a zone that is named for its role: blk-main, blk-heading,
/// blk-comment, blk-meta, blk-nav, blk-aside, blk-legal, blk-hidden. There is no zone where its tags would be text: in
/// the title, in xmp and plaintext, and in the scripts and attributes that hold text from metadata. Without these tags
/// the copy is the page, byte for byte. Zones follow each other and are never nested in one another; they begin and end
/// with the text of a block, so one may overlap an inline element that its block begins or ends in.
///
/// Writes where the copy is and its length in bytes; there is no zero at its end. It is in the page's encoding, and the
/// caller's own, to be freed with blockmask_free. Returns BLOCKMASK_UNSUPPORTED_ENCODING for ISO-2022-JP. The page's
/// bytes are read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_annotate_page(
    analyzer: *mut blockmask_analyzer,
    html: *mut *mut c_char,
    length: *mut usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller's promises are the same.
        let (mut out, mut out_length) = unsafe { (Out::new(html, "html")?, Out::new(length, "length")?) };
        let document = with_bytes(state)?;
        let mut copy = MallocBuffer::with_capacity(document.bytes().len() + document.bytes().len() / 4)?;
        annotate_to(document, |piece| copy.extend(piece))?;
        out_length.write(copy.len());
        out.write(copy.into_raw().cast());
        Ok(())
    };
    // SAFETY: the caller's promise about the analyzer is the same.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

fn with_bytes(state: &State) -> Result<&Document<'_>, Failure> {
    if state.pushed.is_source() {
        return Err(Failure::new(BLOCKMASK_NO_PAGE, "the page was pushed, its bytes are not here"));
    }
    state.held.document()
}

/// A text of one role and weight.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_run {
    /// Bytes of this struct, as the caller knows it; to be set before the first call.
    pub struct_size: u32,
    /// What its words should count: 16 is 1.0, 0 is searchable but unscored.
    pub weight: u32,
    /// One of BLOCKMASK_ROLE_.
    pub role: u32,
    /// Where the text begins in the page's bytes.
    pub source_offset: u32,
    /// Where it begins in the normalized text.
    pub text_offset: u32,
    /// Its length in bytes, never 0.
    pub text_length: u32,
    /// Normalized text: UTF-8 without a zero at its end, borrowed from the analyzer until it takes the next page.
    pub text: *const c_char,
}

/// Writes the next weighted run. cursor is the caller's, 0 before the first call, and tells where the next one goes on;
/// to begin again, set it to 0. Runs come in the order of the source, one a block. Returns BLOCKMASK_END after the
/// last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_next_run(
    analyzer: *mut blockmask_analyzer,
    cursor: *mut usize,
    run: *mut blockmask_run,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller's promises are the same.
        let mut next = unsafe { Out::new(cursor, "cursor") }?;
        // SAFETY: not NULL and aligned, as just checked, and the caller has set it.
        let index = unsafe { cursor.read() };
        // SAFETY: the caller's promise is the same; the pointer is only looked at.
        unsafe { Out::new(run, "run") }?;
        // SAFETY: as above; any such struct begins with its size, which the caller has set.
        let size = unsafe { run.cast::<u32>().read() } as usize;
        if !is_size_of::<blockmask_run>(size, size_of::<blockmask_run>()) {
            let message = format!("struct_size of the run is {size}; set it to sizeof(blockmask_run)");
            return Err(Failure::new(BLOCKMASK_BAD_STRUCT_SIZE, message));
        }
        let record = run_record(state, index, size as u32)?;
        // SAFETY: the caller promises the bytes that the struct says it has.
        unsafe { write_prefix(run.cast(), size, &record) };
        next.write(index + 1);
        Ok(())
    };
    // SAFETY: the caller's promise about the analyzer is the same.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

fn run_record(state: &State, index: usize, struct_size: u32) -> Result<blockmask_run, Failure> {
    let document = state.held.document()?;
    let block = document.block(index).ok_or_else(|| Failure::new(BLOCKMASK_END, ""))?;
    let found = run(&block);
    Ok(blockmask_run {
        struct_size,
        weight: found.weight.into(),
        role: found.role as u32,
        source_offset: state.pushed.to_source(found.source..found.source).start as u32,
        text_offset: found.offset as u32,
        text_length: found.text.len() as u32,
        text: found.text.as_ptr().cast(),
    })
}
