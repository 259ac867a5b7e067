//! Rendering.
//!
//! The main content is the blocks that the template mask does not cover. These functions write it as plain text,
//! Markdown or HTML; join the texts of blocks, for engines that index fields; and copy the page with zones or blanked,
//! for engines that read HTML. The caller owns the results, which are independent of the document, and frees them with
//! blockmask_free.

use super::document::{View, blockmask_document};
use super::guard::{read, without_handle};
use super::malloc::MallocBuffer;
use super::pointer::{Out, array};
use super::start::blockmask_table;
use super::status::{
    BLOCKMASK_BAD_ARGUMENT, BLOCKMASK_BAD_POINTER, BLOCKMASK_BUFFER_TOO_SMALL, BLOCKMASK_TOO_LARGE, Failure,
    blockmask_status, failure,
};
use crate::on_demand::shapes::{JoinedText, Piece, map_range, zone_to};
use crate::{Document, Field, Markdown, MarkdownOptions, Truncation};
use std::ffi::{c_char, c_void};
use std::ops::Range;

/// format: the texts of the blocks, separated by line feeds.
pub const BLOCKMASK_FORMAT_JOINED: u32 = 0;
/// format: plain text: an empty line between paragraphs, each item of a list and each row of a table on a separate
/// line, the cells of a row separated by tabs; line breaks as in BLOCKMASK_STRING_FORMATTED_TEXT.
pub const BLOCKMASK_FORMAT_PLAIN: u32 = 1;
/// format: Markdown (CommonMark, with the tables of GitHub Flavored Markdown). Ends with a line feed unless empty.
pub const BLOCKMASK_FORMAT_MARKDOWN: u32 = 2;
/// format: normalized HTML: the texts with their ancestors, and the images and line breaks among them.
pub const BLOCKMASK_FORMAT_HTML: u32 = 3;
/// format: the whole page, byte for byte and in its encoding, with each block in a zone: an element named for its role,
/// which is blk-main, blk-heading, blk-comment, blk-meta, blk-nav, blk-aside, blk-legal or blk-hidden. Zones are never
/// nested, but may overlap an inline element that a block begins or ends in. There is none where its tags would be
/// text, and none around blocks that the option comments leaves out.
pub const BLOCKMASK_FORMAT_ZONES: u32 = 4;

/// flags: Markdown with the targets of links, absolute if the address of the page is known.
pub const BLOCKMASK_RENDER_LINKS: u32 = 1;
/// flags: Markdown with images that have an alternative text, among the text of a block or between two blocks.
pub const BLOCKMASK_RENDER_IMAGES: u32 = 2;

/// fields: all of them but BLOCKMASK_FIELD_HIDDEN, as bits.
pub const BLOCKMASK_FIELDS_VISIBLE: u32 = 0xFFE;

/// Where a block is in a rendered text.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_piece {
    /// The index of the block.
    pub block: u32,
    /// Where its text begins in the normalized text of the page.
    pub text_start: u32,
    /// Where it begins in the rendered text, in bytes. In Markdown this is after the markers of quotations and
    /// lists, but before the markers of headings and code. All blocks of a table have the range of the whole table, and
    /// likewise in code.
    pub rendered_start: u32,
    /// One past its end in that text; in Markdown without the line feed.
    pub rendered_end: u32,
}

/// A rendered text.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_rendered {
    /// UTF-8 that is not terminated by a zero; with zones, in the encoding of the page.
    pub text: *const c_char,
    /// Its length in bytes.
    pub length: usize,
    /// The blocks of which it consists, in order; rows are blockmask_piece. Only of joined texts and Markdown.
    pub pieces: blockmask_table,
    /// One of BLOCKMASK_FORMAT_.
    pub format: u32,
    /// BLOCKMASK_TRUNCATED_OUTPUT if Markdown has all of the text, but lacks targets, lists, quotations or tables.
    pub truncation: u32,
}

/// Renders the main content in a format, one of BLOCKMASK_FORMAT_. flags is a union of BLOCKMASK_RENDER_, which formats
/// other than Markdown ignore. Writes the address of the result, one piece of memory that the caller frees with
/// blockmask_free. The bytes of the page are read. Returns BLOCKMASK_TOO_LARGE for Markdown of more than 4 GiB, and
/// BLOCKMASK_UNSUPPORTED_ENCODING for zones in ISO-2022-JP.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_render(
    document: *const blockmask_document,
    format: u32,
    flags: u32,
    rendered: *mut *mut blockmask_rendered,
) -> blockmask_status {
    // SAFETY: the caller promises a document and a variable.
    unsafe {
        read(document, |view| {
            let mut out = Out::new(rendered, "rendered")?;
            out.write(render(view, format, flags)?.into_raw().cast());
            Ok(())
        })
    }
}

fn render(view: &View<'_>, format: u32, flags: u32) -> Result<MallocBuffer, Failure> {
    let options = markdown_options(flags)?;
    match format {
        BLOCKMASK_FORMAT_JOINED => joined(&view.derive(Document::main_text)?),
        BLOCKMASK_FORMAT_PLAIN => text(format, &view.derive(Document::plain_text)?),
        BLOCKMASK_FORMAT_MARKDOWN => markdown(view, &view.derive(|document| document.markdown(&options))?),
        BLOCKMASK_FORMAT_HTML => text(format, &view.derive(Document::main_html)?),
        BLOCKMASK_FORMAT_ZONES => zones(view),
        _ => Err(failure!(BLOCKMASK_BAD_ARGUMENT, "there is no format {format}")),
    }
}

// Options of a union of BLOCKMASK_RENDER_.
fn markdown_options(flags: u32) -> Result<MarkdownOptions, Failure> {
    if flags & !(BLOCKMASK_RENDER_LINKS | BLOCKMASK_RENDER_IMAGES) != 0 {
        return Err(failure!(BLOCKMASK_BAD_ARGUMENT, "flags is {flags:#x}, which has unknown bits"));
    }
    Ok(MarkdownOptions { links: flags & BLOCKMASK_RENDER_LINKS != 0, images: flags & BLOCKMASK_RENDER_IMAGES != 0 })
}

fn markdown(view: &View<'_>, markdown: &Markdown) -> Result<MallocBuffer, Failure> {
    if u32::try_from(markdown.text().len()).is_err() {
        return Err(Failure::new(BLOCKMASK_TOO_LARGE, "the Markdown is longer than 4 GiB"));
    }
    let pieces = markdown.blocks().map(|(block, range)| blockmask_piece {
        block: block as u32,
        text_start: view.document.page().blocks[block].text.0,
        rendered_start: range.start as u32,
        rendered_end: range.end as u32,
    });
    with_pieces(BLOCKMASK_FORMAT_MARKDOWN, markdown.truncation(), pieces, markdown.text().as_bytes())
}

fn joined(joined: &JoinedText) -> Result<MallocBuffer, Failure> {
    let pieces = joined.pieces().iter().map(|piece| blockmask_piece {
        block: piece.block,
        text_start: piece.text_start,
        rendered_start: piece.joined_start,
        rendered_end: piece.joined_start + piece.length,
    });
    with_pieces(BLOCKMASK_FORMAT_JOINED, Truncation::default(), pieces, joined.text().as_bytes())
}

fn text(format: u32, text: &str) -> Result<MallocBuffer, Failure> {
    with_pieces(format, Truncation::default(), [].into_iter(), text.as_bytes())
}

// A blockmask_rendered, with its pieces and its text behind it.
fn with_pieces(
    format: u32,
    truncation: Truncation,
    pieces: impl ExactSizeIterator<Item = blockmask_piece>,
    text: &[u8],
) -> Result<MallocBuffer, Failure> {
    let count = pieces.len();
    let head = |rows: *const blockmask_piece, start| blockmask_rendered {
        text: start,
        length: text.len(),
        pieces: blockmask_table { rows: rows.cast(), count, stride: size_of::<blockmask_piece>() },
        format,
        truncation: truncation.bits(),
    };
    MallocBuffer::with_list_and_text(pieces, text, head)
}

fn zones(view: &View<'_>) -> Result<MallocBuffer, Failure> {
    let bytes = view.document.bytes().len();
    let mut copy = MallocBuffer::with_capacity(bytes + bytes / 4)?;
    view.derive(|document| zone_to(document, |piece| copy.extend(piece)))??;
    with_pieces(BLOCKMASK_FORMAT_ZONES, Truncation::default(), [].into_iter(), copy.bytes())
}

/// Joins the texts of the blocks in some fields, in source order and separated by line feeds, for an engine that
/// indexes each field, or a few of them together, as a column. fields is a union of UINT32_C(1) << BLOCKMASK_FIELD_.
/// Writes the address of the result, one piece of memory that the caller frees with blockmask_free. docs/ranking.md
/// shows how to set up engines, and what the defaults achieve.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_join_fields(
    document: *const blockmask_document,
    fields: u32,
    rendered: *mut *mut blockmask_rendered,
) -> blockmask_status {
    // SAFETY: the caller promises a document and a variable.
    unsafe {
        read(document, |view| {
            let mut out = Out::new(rendered, "rendered")?;
            let is_set = |field: Field| fields >> field as u32 & 1 == 1;
            let known = Field::VALUES.iter().filter(|&&field| is_set(field)).count();
            if known as u32 != fields.count_ones() {
                return Err(failure!(BLOCKMASK_BAD_ARGUMENT, "fields is {fields:#x}, which has bits of no field"));
            }
            let text = view
                .derive(|document| JoinedText::of(document, document.blocks().filter(|block| is_set(block.field()))))?;
            out.write(joined(&text)?.into_raw().cast());
            Ok(())
        })
    }
}

// A range of a joined text of the caller's, in the normalized text.
//
// SAFETY, for callers: a result of `blockmask_join_fields` or `blockmask_render`.
pub(super) unsafe fn joined_range(
    joined: *const blockmask_rendered,
    range: Range<usize>,
) -> Result<Range<usize>, Failure> {
    // SAFETY: the caller's promise.
    let joined = unsafe { array(joined, 1, "joined") }?[0];
    if joined.format != BLOCKMASK_FORMAT_JOINED {
        return Err(Failure::new(BLOCKMASK_BAD_ARGUMENT, "joined is not a joined text"));
    }
    // SAFETY: as above.
    let pieces = unsafe { array(joined.pieces.rows.cast::<blockmask_piece>(), joined.pieces.count, "pieces") }?;
    let copy = |piece: &blockmask_piece| Piece {
        joined_start: piece.rendered_start,
        text_start: piece.text_start,
        length: piece.rendered_end.saturating_sub(piece.rendered_start),
        block: piece.block,
    };
    Ok(map_range(pieces.len(), |index| copy(&pieces[index]), range))
}

/// Writes a copy of the page, of equal length, in which everything except the text of the main content is overwritten
/// with spaces, for a character filter in front of a tokenizer, which must keep offsets. Line feeds stay, so that line
/// numbers do not change, and so does a byte order mark. Tags inside the text become spaces; character references stay
/// as written. With use_metadata, text that only metadata holds stays as written in its script or attribute. In UTF-16
/// a space has two bytes. The bytes of the page are read.
///
/// capacity is the size of buffer; if it is less than the length of the page, BLOCKMASK_BUFFER_TOO_SMALL is returned.
/// Returns BLOCKMASK_UNSUPPORTED_ENCODING for ISO-2022-JP, which is stateful; the buffer then holds the page unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_blank_page(
    document: *const blockmask_document,
    buffer: *mut c_char,
    capacity: usize,
) -> blockmask_status {
    let work = |view: &View<'_>| {
        let page = view.document.bytes();
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
        // SAFETY: not NULL, and the caller promises `capacity` bytes that do not overlap the page. Once they are
        // written they are a slice of initialized bytes.
        let copy = unsafe {
            std::ptr::copy_nonoverlapping(page.as_ptr(), buffer.cast(), page.len());
            std::slice::from_raw_parts_mut(buffer.cast(), page.len())
        };
        Ok(view.document.blank_page(copy)?)
    };
    // SAFETY: the caller promises a document.
    unsafe { read(document, work) }
}

/// Writes the default weight of a field, in quarters, and its default length normalization for BM25F (the parameter b,
/// 0 to 1). field is one of BLOCKMASK_FIELD_. A function of constants.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_field_defaults(
    field: u32,
    weight: *mut u32,
    length_normalization: *mut f32,
) -> blockmask_status {
    without_handle(|| {
        let unknown = || failure!(BLOCKMASK_BAD_ARGUMENT, "there is no field {field}");
        let known = Field::from_number(field).ok_or_else(unknown)?;
        // SAFETY: the caller promises two variables.
        let (mut out, mut normalization) =
            unsafe { (Out::new(weight, "weight")?, Out::new(length_normalization, "length_normalization")?) };
        out.write(known.weight().into());
        normalization.write(known.length_normalization());
        Ok(())
    })
}

/// Frees what the library made for the caller, or NULL: results of blockmask_render and blockmask_join_fields, rows of
/// blockmask_cut_passages and blockmask_find_facts, bytes of blockmask_write_site. It calls the free of the C library
/// that blockmask is linked with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_free(memory: *const c_void) {
    // SAFETY: by the header's rules from `malloc`, through a function that gives memory away, and freed once.
    unsafe { libc::free(memory.cast_mut()) };
}
