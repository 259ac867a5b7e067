//! Text.
//!
//! The normalized text of a page is UTF-8, whatever the page's encoding: whitespace is collapsed, character references
//! are decoded, blocks are separated by line feeds. Records point into it. Strings that few callers ask for, tag paths
//! and the targets of links, are written on demand.
//!
//! Functions that write a string take a buffer and its capacity, and write the string's length; there is no zero at the
//! end. If the buffer is too small they return BLOCKMASK_BUFFER_TOO_SMALL, and the length that is needed is written;
//! NULL is a buffer without room.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, enter};
use super::pointer::{Buffer, Out, array};
use super::status::{BLOCKMASK_BAD_POINTER, Failure, blockmask_status};
use crate::html::attributes::Name;
use std::ffi::c_char;

/// Writes where the normalized text of the page is, and its length in bytes. It is borrowed from the analyzer, valid
/// until it takes the next page, and has no zero at its end. An empty text has a pointer that is not NULL and must not
/// be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_text(
    analyzer: *mut blockmask_analyzer,
    text: *mut *const c_char,
    length: *mut usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller's promises are the same.
        let (mut out, mut out_length) = unsafe { (Out::new(text, "text")?, Out::new(length, "length")?) };
        let text = state.held.document()?.text();
        out.write(text.as_ptr().cast());
        out_length.write(text.len());
        Ok(())
    };
    // SAFETY: the caller's promise about the analyzer is the same.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// For each of count offsets into the normalized text, writes the offset in the page's bytes where that character comes
/// from. Both arrays have count entries and may be the same. Offsets beyond the text are answered like its end. Takes
/// logarithmic time for each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_map_text_offsets(
    analyzer: *mut blockmask_analyzer,
    text_offsets: *const u32,
    source_offsets: *mut u32,
    count: usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        let document = state.held.document()?;
        // SAFETY: the caller's promises are the same. The slice is only used for what it checks, as the two arrays may
        // be one.
        let checked = unsafe { array(text_offsets, count, "text_offsets") }?.len();
        if checked > 0 && (source_offsets.is_null() || !source_offsets.is_aligned()) {
            return Err(Failure::new(BLOCKMASK_BAD_POINTER, "source_offsets is NULL or not aligned"));
        }
        for index in 0..checked {
            // SAFETY: both arrays have `count` entries, by the caller's promise, and are aligned, as checked.
            unsafe {
                let offset = text_offsets.add(index).read();
                let source = document.source_of_text(offset as usize);
                source_offsets.add(index).write(state.pushed.to_source(source..source).start as u32);
            }
        }
        Ok(())
    };
    // SAFETY: the caller's promise about the analyzer is the same.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Writes the tag path of a block's container, such as html/body/div.main/p: names from the root down, each with its
/// classes behind dots. The page's bytes are read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_write_tag_path(
    analyzer: *mut blockmask_analyzer,
    block: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller's promises are the same.
        let mut buffer = unsafe { Buffer::new(buffer.cast(), capacity, length) }?;
        let document = state.held.document()?;
        let found = document.block(block);
        let found = found.ok_or_else(|| Failure::no_such("block", block, document.blocks().len()))?;
        buffer.fill(found.path().to_string().as_bytes())
    };
    // SAFETY: the caller's promise about the analyzer is the same.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Writes the target of a link as it is in its href attribute, character references decoded, neither trimmed nor
/// resolved. The page's bytes are read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_write_link_target(
    analyzer: *mut blockmask_analyzer,
    link: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller's promises are the same.
        let mut buffer = unsafe { Buffer::new(buffer.cast(), capacity, length) }?;
        let page = state.held.document()?.page();
        let found = page.links.get(link).ok_or_else(|| Failure::no_such("link", link, page.links.len()))?;
        let target = page.tree.attribute(&page.tree.nodes[found.node as usize], Name::HREF);
        buffer.fill(target.map(|href| page.tree.value_of(href)).unwrap_or_default().as_bytes())
    };
    // SAFETY: the caller's promise about the analyzer is the same.
    unsafe { enter(analyzer, Accept::Sound, work) }
}
