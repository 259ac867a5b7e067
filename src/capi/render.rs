//! Rendering.
//!
//! The main content as people write it: plain text, Markdown or HTML. It is made of the blocks that the template mask
//! does not cover.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, enter};
use super::malloc::MallocBuffer;
use super::pointer::Out;
use super::status::{BLOCKMASK_BAD_ARGUMENT, blockmask_status, failure};
use crate::MarkdownOptions;
use crate::arena::catch_out_of_memory;
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
/// Markdown: images with an alternative text among the text of a block.
pub const BLOCKMASK_RENDER_IMAGES: u32 = 2;

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
        if options & !(BLOCKMASK_RENDER_LINKS | BLOCKMASK_RENDER_IMAGES) != 0 {
            return Err(failure!(BLOCKMASK_BAD_ARGUMENT, "options is {options:#x}, which has unknown bits"));
        }
        let (links, images) = (options & BLOCKMASK_RENDER_LINKS != 0, options & BLOCKMASK_RENDER_IMAGES != 0);
        let document = state.held.document()?;
        let rendered = match format {
            BLOCKMASK_FORMAT_PLAIN => catch_out_of_memory(|| document.unwinding_plain_text().into_string())?,
            BLOCKMASK_FORMAT_MARKDOWN => {
                let options = MarkdownOptions { links, images };
                catch_out_of_memory(|| document.unwinding_markdown(&options).into_text())?
            }
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
