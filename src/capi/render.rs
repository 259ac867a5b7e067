//! Rendering.
//!
//! The main content as people write it: plain text, Markdown or HTML. It is made of the blocks that the template mask
//! does not cover.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, enter};
use super::malloc::MallocBuffer;
use super::pointer::Out;
use super::status::{BLOCKMASK_BAD_ARGUMENT, BLOCKMASK_TOO_LARGE, Failure, blockmask_status, failure};
use crate::base::arena::catch_out_of_memory;
use crate::{Markdown, MarkdownOptions};
use std::ffi::c_char;

/// format: plain text: an empty line between paragraphs, the items of a list and the rows of a table on lines of their
/// own, the cells of a row separated by tabs; line breaks as in blockmask_write_formatted_text.
pub const BLOCKMASK_FORMAT_PLAIN: u32 = 1;
/// format: Markdown (CommonMark, with the tables of GitHub Flavored Markdown).
pub const BLOCKMASK_FORMAT_MARKDOWN: u32 = 2;
/// format: normalized HTML: the texts with their ancestors, and the images and line breaks among them.
pub const BLOCKMASK_FORMAT_HTML: u32 = 3;

/// Markdown: the targets of links, absolute if the address of the page is known.
pub const BLOCKMASK_RENDER_LINKS: u32 = 1;
/// Markdown: images with an alternative text in the main content: among the text of a block, or between two blocks.
pub const BLOCKMASK_RENDER_IMAGES: u32 = 2;

/// Where a block is in Markdown. This struct never grows.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_markdown_range {
    /// The index of the block.
    pub block: u32,
    /// Where its first line begins in the Markdown, after the markers of quotations and lists, in bytes. Markers of
    /// headings and code are part of it. A table is one range, which all of its blocks have, and so is code.
    pub start: u32,
    /// One past its last line, without the line feed.
    pub end: u32,
}

/// The main text as Markdown, with a map to its blocks. This struct never grows.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_markdown {
    /// UTF-8 that is not terminated by a zero. It ends with a line feed unless it is empty.
    pub text: *const c_char,
    /// Its length in bytes.
    pub length: usize,
    /// Where its blocks are, in order.
    pub ranges: *const blockmask_markdown_range,
    /// Their number.
    pub count: usize,
}

/// Renders the main content in a format, one of BLOCKMASK_FORMAT_; options is a union of BLOCKMASK_RENDER_, which the
/// other formats ignore. Writes the address of the text and its length in bytes; it is UTF-8, not terminated by a zero,
/// and owned by the caller, who frees it with blockmask_free. The bytes of the page are read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_render(
    analyzer: *mut blockmask_analyzer,
    format: u32,
    options: u32,
    text: *mut *mut c_char,
    length: *mut usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller makes the same promises.
        let (mut out, mut out_length) = unsafe { (Out::new(text, "text")?, Out::new(length, "length")?) };
        let options = markdown_options(options)?;
        let document = state.held.document()?;
        let rendered = match format {
            BLOCKMASK_FORMAT_PLAIN => catch_out_of_memory(|| document.unwinding_plain_text().into_string())?,
            BLOCKMASK_FORMAT_MARKDOWN => catch_out_of_memory(|| document.unwinding_markdown(&options).into_text())?,
            BLOCKMASK_FORMAT_HTML => document.try_main_html()?,
            _ => return Err(failure!(BLOCKMASK_BAD_ARGUMENT, "there is no format {format}")),
        };
        let mut copy = MallocBuffer::with_capacity(rendered.len())?;
        copy.extend(rendered.as_bytes())?;
        out_length.write(copy.len());
        out.write(copy.into_raw().cast());
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Renders the main text as Markdown, as blockmask_render does, and tells where its blocks are in it; options is a union
/// of BLOCKMASK_RENDER_. Writes the address of the result, which is one piece of memory, independent of the analyzer and
/// owned by the caller, who frees it with blockmask_free. The bytes of the page are read. Returns BLOCKMASK_TOO_LARGE if
/// the Markdown is longer than 4 GiB.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_render_markdown(
    analyzer: *mut blockmask_analyzer,
    options: u32,
    markdown: *mut *mut blockmask_markdown,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller promises a variable.
        let mut out = unsafe { Out::new(markdown, "markdown") }?;
        let options = markdown_options(options)?;
        let document = state.held.document()?;
        let rendered = catch_out_of_memory(|| document.unwinding_markdown(&options))?;
        out.write(written(&rendered)?.into_raw().cast());
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Options of a union of BLOCKMASK_RENDER_.
fn markdown_options(bits: u32) -> Result<MarkdownOptions, Failure> {
    if bits & !(BLOCKMASK_RENDER_LINKS | BLOCKMASK_RENDER_IMAGES) != 0 {
        return Err(failure!(BLOCKMASK_BAD_ARGUMENT, "options is {bits:#x}, which has unknown bits"));
    }
    Ok(MarkdownOptions { links: bits & BLOCKMASK_RENDER_LINKS != 0, images: bits & BLOCKMASK_RENDER_IMAGES != 0 })
}

/// A blockmask_markdown with its ranges and its text behind it.
fn written(markdown: &Markdown) -> Result<MallocBuffer, Failure> {
    if u32::try_from(markdown.text().len()).is_err() {
        return Err(Failure::new(BLOCKMASK_TOO_LARGE, "the Markdown is longer than 4 GiB"));
    }
    let ranges = markdown.blocks().map(|(block, range)| blockmask_markdown_range {
        block: block as u32,
        start: range.start as u32,
        end: range.end as u32,
    });
    let (count, length) = (ranges.len(), markdown.text().len());
    MallocBuffer::with_list_and_text(ranges, markdown.text(), |ranges, text| blockmask_markdown {
        text,
        length,
        ranges,
        count,
    })
}
