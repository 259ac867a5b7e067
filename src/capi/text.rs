//! Strings and offsets.
//!
//! Strings that few callers need, such as tag paths and the targets of links, are written on demand. Offsets in a text
//! are mapped back to the bytes of the page.

use super::document::{View, blockmask_document};
use super::guard::read;
use super::layout::layout_area_text;
use super::pointer::{Buffer, Out, array};
use super::render::{blockmask_rendered, joined_range};
use super::status::{BLOCKMASK_BAD_ARGUMENT, BLOCKMASK_BAD_POINTER, Failure, blockmask_status, failure};
use super::tree::write_string;
use crate::{Block, Image, Link};
use std::ffi::c_char;

/// string of a block: the tag path of its container, such as html/body/div.main/p: element names from the root down,
/// each followed by its classes with a dot before each. Shortened beyond max_output. Takes no memory.
pub const BLOCKMASK_STRING_TAG_PATH: u32 = 1;
/// string of a block: its text as its author laid it out: with a line feed for each br, and where whitespace is
/// preformatted with its lines and, in code, their indentation.
pub const BLOCKMASK_STRING_FORMATTED_TEXT: u32 = 2;
/// string of a link: its target as it is in its href attribute, character references decoded, neither trimmed nor
/// resolved; empty for links beyond max_output. Takes no memory.
pub const BLOCKMASK_STRING_LINK_TARGET: u32 = 3;
/// string of a link: its target as an absolute address: resolved against the first base element of the page and its
/// address, or its canonical address. Empty if the target is relative and neither is known, and beyond max_output.
pub const BLOCKMASK_STRING_LINK_ADDRESS: u32 = 4;
/// string of a link: its rel attribute, such as "nofollow ugc", as written.
pub const BLOCKMASK_STRING_LINK_REL: u32 = 5;
/// string of an image: its alternative text, character references decoded, whitespace collapsed.
pub const BLOCKMASK_STRING_IMAGE_ALT: u32 = 6;
/// string of an image: its address as it is in its src attribute, character references decoded, neither trimmed nor
/// resolved.
pub const BLOCKMASK_STRING_IMAGE_TARGET: u32 = 7;

/// string of an annotation: the formula without delimiters, or the reading.
pub const BLOCKMASK_STRING_ANNOTATION: u32 = 8;

/// Writes a string of a row: string is one of BLOCKMASK_STRING_, and index the index of the row. It is
/// UTF-8, and not terminated by a zero. Writes its length in bytes, also with BLOCKMASK_BUFFER_TOO_SMALL, when it is
/// longer than capacity and nothing is written to buffer. NULL is an empty buffer. The bytes of the page are read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_write_string(
    document: *const blockmask_document,
    string: u32,
    index: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller promises a document, `capacity` bytes, and a variable.
    unsafe {
        read(document, |view| {
            let mut buffer = Buffer::new(buffer.cast(), capacity, length)?;
            match string {
                BLOCKMASK_STRING_TAG_PATH => buffer.fill(&block(view, index)?.tag_path()),
                BLOCKMASK_STRING_FORMATTED_TEXT => {
                    let block = block(view, index)?;
                    buffer.fill(&view.derive(|_| block.formatted_text())?)
                }
                BLOCKMASK_STRING_LINK_TARGET => match link(view, index)?.displayed_target() {
                    Some(target) => buffer.fill(&target),
                    None => buffer.fill(&""),
                },
                BLOCKMASK_STRING_LINK_ADDRESS => {
                    let link = link(view, index)?;
                    buffer.fill(&view.derive(|_| link.address().unwrap_or_default())?)
                }
                BLOCKMASK_STRING_LINK_REL => {
                    let link = link(view, index)?;
                    buffer.fill(&view.derive(|_| link.rel())?)
                }
                BLOCKMASK_STRING_IMAGE_ALT => {
                    let image = image(view, index)?;
                    buffer.fill(&view.derive(|_| image.alt())?)
                }
                BLOCKMASK_STRING_IMAGE_TARGET => {
                    let image = image(view, index)?;
                    buffer.fill(&view.derive(|_| image.target())?)
                }
                BLOCKMASK_STRING_ANNOTATION => {
                    let mut tables = view.tables();
                    let count = tables.annotations(view)?.count;
                    let annotation = tables.annotation_texts.get(index);
                    buffer.fill(&annotation.ok_or_else(|| Failure::no_such("annotation", index, count))?.text())
                }
                _ if write_string(string, index, view, &mut buffer)? => Ok(()),
                _ => match layout_area_text(string, index, view)? {
                    Some(text) => buffer.fill(&text),
                    None => Err(failure!(BLOCKMASK_BAD_ARGUMENT, "there is no string {string}")),
                },
            }
        })
    }
}

/// Writes, like blockmask_write_string, the fragment of an address that leads to a range of the normalized text: on
/// "#:~:text=" and percent-encoded words a browser scrolls to the range and marks it. If words do not tell where it is,
/// "#" and the nearest id before it, or nothing. Takes time in proportion to the text of the page.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_write_text_fragment(
    document: *const blockmask_document,
    start: u32,
    end: u32,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller promises a document, `capacity` bytes, and a variable.
    unsafe {
        read(document, |view| {
            let mut buffer = Buffer::new(buffer.cast(), capacity, length)?;
            buffer.fill(&view.derive(|document| document.text_fragment(start as usize..end as usize))?)
        })
    }
}

fn block<'v>(view: &View<'v>, index: usize) -> Result<Block<'v, 'v>, Failure> {
    let document = view.document;
    document.block(index).ok_or_else(|| Failure::no_such("block", index, document.blocks().len()))
}

fn link<'v>(view: &View<'v>, index: usize) -> Result<Link<'v, 'v>, Failure> {
    let document = view.document;
    document.link(index).ok_or_else(|| Failure::no_such("link", index, document.links().len()))
}

fn image<'v>(view: &View<'v>, index: usize) -> Result<Image<'v, 'v>, Failure> {
    let document = view.document;
    document.image(index).ok_or_else(|| Failure::no_such("image", index, document.images().len()))
}

/// Maps count offsets in the normalized text to offsets in the bytes of the page: where the character at each begins.
/// Both arrays have count entries and may be the same array. An offset beyond the text is treated as its end. Each
/// takes logarithmic time. To map the end of a range, use blockmask_map_range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_map_offsets(
    document: *const blockmask_document,
    text_offsets: *const u32,
    source_offsets: *mut u32,
    count: usize,
) -> blockmask_status {
    // SAFETY: the caller promises a document, and `count` entries of both arrays.
    unsafe {
        read(document, |view| {
            // The slice is used for its checks only, as the two arrays may be one.
            let checked = array(text_offsets, count, "text_offsets")?.len();
            if checked > 0 && (source_offsets.is_null() || !source_offsets.is_aligned()) {
                return Err(Failure::new(BLOCKMASK_BAD_POINTER, "source_offsets is NULL or not aligned"));
            }
            for index in 0..checked {
                let offset = text_offsets.add(index).read();
                source_offsets.add(index).write(view.document.map_text_offset(offset as usize) as u32);
            }
            Ok(())
        })
    }
}

/// Maps a range of a text, [start, end), to a range of the bytes of the page: from the first byte of its first
/// character to one past the last byte of its last character, so that character references are included as a whole. The
/// text is the normalized text if joined is NULL, or else one that blockmask_join_fields or BLOCKMASK_FORMAT_JOINED
/// made of this page. Offsets beyond the text are treated as its end; an empty range maps to an empty range; a range
/// across blocks also covers what stands between them on the page. Takes logarithmic time. Reads the page.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_map_range(
    document: *const blockmask_document,
    joined: *const blockmask_rendered,
    start: u32,
    end: u32,
    source_start: *mut u32,
    source_end: *mut u32,
) -> blockmask_status {
    // SAFETY: the caller promises a document, a joined text or NULL, and two variables.
    unsafe {
        read(document, |view| {
            let (mut out_start, mut out_end) =
                (Out::new(source_start, "source_start")?, Out::new(source_end, "source_end")?);
            let range = start as usize..end as usize;
            let text = if joined.is_null() { range } else { joined_range(joined, range)? };
            let source = view.document.map_text_range(text);
            out_start.write(source.start as u32);
            out_end.write(source.end as u32);
            Ok(())
        })
    }
}
