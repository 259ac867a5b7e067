//! Text.
//!
//! The normalized text of a page is UTF-8, whatever the encoding of the page: whitespace is collapsed, character
//! references are decoded, blocks are separated by line feeds. Records refer to it by offsets. Strings that few callers
//! need, tag paths and the targets of links, are written on demand.
//!
//! Functions that write a string take a buffer and its capacity, and write the length of the string, which is not
//! terminated by a zero. If the buffer is too small they return BLOCKMASK_BUFFER_TOO_SMALL and write the required
//! length; NULL is an empty buffer.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, enter};
use super::pointer::{Buffer, Out, array};
use super::status::{BLOCKMASK_BAD_POINTER, Failure, blockmask_status};
use crate::base::arena::catch_out_of_memory;
use crate::base::fallible::Text;
use crate::{Document, Link};
use std::ffi::c_char;
use std::ops::Range;

/// Writes the address of the normalized text of the page and its length in bytes. It is borrowed from the analyzer,
/// valid until it takes the next page, and not terminated by a zero. An empty text has a pointer that is not NULL and
/// must not be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_text(
    analyzer: *mut blockmask_analyzer,
    text: *mut *const c_char,
    length: *mut usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller makes the same promises.
        let (mut out, mut out_length) = unsafe { (Out::new(text, "text")?, Out::new(length, "length")?) };
        let text = state.held.document()?.text();
        out.write(text.as_ptr().cast());
        out_length.write(text.len());
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Maps count offsets in the normalized text to offsets in the bytes of the page: where the character at each begins.
/// Both arrays have count entries and may be the same array. An offset beyond the text is treated as its end. Each
/// takes logarithmic time. To map the end of a range, use blockmask_map_text_range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_map_text_offsets(
    analyzer: *mut blockmask_analyzer,
    text_offsets: *const u32,
    source_offsets: *mut u32,
    count: usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        let document = state.held.document()?;
        // SAFETY: the caller makes the same promises. The slice is used for its checks only, as the two arrays may be
        // one.
        let checked = unsafe { array(text_offsets, count, "text_offsets") }?.len();
        if checked > 0 && (source_offsets.is_null() || !source_offsets.is_aligned()) {
            return Err(Failure::new(BLOCKMASK_BAD_POINTER, "source_offsets is NULL or not aligned"));
        }
        for index in 0..checked {
            // SAFETY: both arrays have `count` entries, by the caller's promise, and are aligned, as checked.
            unsafe {
                let offset = text_offsets.add(index).read();
                let source = document.map_text_offset(offset as usize);
                source_offsets.add(index).write(state.pushed.to_source(source..source).start as u32);
            }
        }
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Maps a range of the normalized text, [text_start, text_end), to a range of the bytes of the page: from the first
/// byte of its first character to one past the last byte of its last character, so that character references are
/// included as a whole. Offsets beyond the text are treated as its end; an empty range maps to an empty range. Takes
/// logarithmic time. The bytes of the page are read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_map_text_range(
    analyzer: *mut blockmask_analyzer,
    text_start: u32,
    text_end: u32,
    source_start: *mut u32,
    source_end: *mut u32,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller makes the same promises.
        unsafe { write_source_range(state, text_start as usize..text_end as usize, source_start, source_end) }
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Maps a range of the normalized text to the bytes of the page, and writes it to the caller's variables.
///
/// # Safety
/// The caller promises two variables.
pub(super) unsafe fn write_source_range(
    state: &State,
    text: Range<usize>,
    source_start: *mut u32,
    source_end: *mut u32,
) -> Result<(), Failure> {
    // SAFETY: the caller makes the same promises.
    let (mut start, mut end) =
        unsafe { (Out::new(source_start, "source_start")?, Out::new(source_end, "source_end")?) };
    let range = state.pushed.to_source(state.held.document()?.map_text_range(text));
    start.write(range.start as u32);
    end.write(range.end as u32);
    Ok(())
}

/// Writes the tag path of the container of a block, such as html/body/div.main/p: element names from the root down,
/// each followed by its classes with a dot before each. It is shortened if the page reaches max_output. Takes no
/// memory. The bytes of the page are read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_write_tag_path(
    analyzer: *mut blockmask_analyzer,
    block: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller makes the same promises.
        let mut buffer = unsafe { Buffer::new(buffer.cast(), capacity, length) }?;
        let document = state.held.document()?;
        let found = document.block(block);
        let found = found.ok_or_else(|| Failure::no_such("block", block, document.blocks().len()))?;
        buffer.fill(&found.tag_path())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Writes the target of a link as it is in its href attribute, character references decoded, neither trimmed nor
/// resolved; empty for links beyond max_output. Takes no memory. The bytes of the page are read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_write_link_target(
    analyzer: *mut blockmask_analyzer,
    link: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller makes the same promises.
        let mut buffer = unsafe { Buffer::new(buffer.cast(), capacity, length) }?;
        let document = state.held.document()?;
        let found = document.link(link).ok_or_else(|| Failure::no_such("link", link, document.links().len()))?;
        match found.displayed_target() {
            Some(target) => buffer.fill(&target),
            None => buffer.fill(&""),
        }
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Writes the target of a link as an absolute address: resolved against the first base element of the page, and the
/// address that the caller passed or, without one, the canonical address that the page declares. The length is 0 if the
/// target is relative and none of them is known, and for links beyond max_output. The bytes of the page are read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_write_link_address(
    analyzer: *mut blockmask_analyzer,
    link: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller makes the same promises.
    unsafe { write_link(analyzer, link, buffer, capacity, length, |link| link.unwinding_address().unwrap_or_default()) }
}

/// Writes the rel attribute of a link, such as "nofollow ugc": words separated by whitespace, in any case. The bytes of
/// the page are read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_write_link_rel(
    analyzer: *mut blockmask_analyzer,
    link: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller makes the same promises.
    unsafe { write_link(analyzer, link, buffer, capacity, length, |link| link.unwinding_rel()) }
}

unsafe fn write_link(
    analyzer: *mut blockmask_analyzer,
    link: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
    value: impl Fn(Link<'_, '_>) -> Text,
) -> blockmask_status {
    let make = |document: &Document<'_>| {
        let found = document.link(link).ok_or_else(|| Failure::no_such("link", link, document.links().len()))?;
        Ok(catch_out_of_memory(|| value(found))?)
    };
    // SAFETY: the caller makes the same promises.
    unsafe { write_made(analyzer, buffer, capacity, length, make) }
}

/// Writes a text that `make` makes of the document.
pub(super) unsafe fn write_made(
    analyzer: *mut blockmask_analyzer,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
    make: impl Fn(&Document<'_>) -> Result<Text, Failure>,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller makes the same promises.
        let mut buffer = unsafe { Buffer::new(buffer.cast(), capacity, length) }?;
        buffer.fill(&&*make(state.held.document()?)?)
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}
