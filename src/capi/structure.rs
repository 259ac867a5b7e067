//! Structure.
//!
//! What each block is in its document: its type, the heading above it, the list item or table cell that it is in, its
//! language; and the images between the blocks. Tables that only lay out the page have numbers but no cells.

use super::analyzer::{State, blockmask_analyzer};
use super::held::Held;
use super::records::{BLOCKMASK_NONE, borrow};
use super::status::{Failure, blockmask_status};
use super::text::write_made;
use crate::base::arena::catch_out_of_memory;
use crate::base::fallible::Text;
use crate::{Block, Document, Image, Parts};
use std::ffi::c_char;

/// type: the title in the head.
pub const BLOCKMASK_TYPE_TITLE: u8 = 1;
/// type: all other text.
pub const BLOCKMASK_TYPE_PARAGRAPH: u8 = 2;
/// type: in h1 to h6.
pub const BLOCKMASK_TYPE_HEADING: u8 = 3;
/// type: in an li.
pub const BLOCKMASK_TYPE_LIST_ITEM: u8 = 4;
/// type: in a dt.
pub const BLOCKMASK_TYPE_DEFINITION_TERM: u8 = 5;
/// type: in a dd.
pub const BLOCKMASK_TYPE_DEFINITION: u8 = 6;
/// type: in a td of a table that does not only lay out the page.
pub const BLOCKMASK_TYPE_TABLE_CELL: u8 = 7;
/// type: in a th of such a table.
pub const BLOCKMASK_TYPE_TABLE_HEADER: u8 = 8;
/// type: preformatted: pre, listing, xmp, plaintext.
pub const BLOCKMASK_TYPE_CODE: u8 = 9;
/// type: in a blockquote.
pub const BLOCKMASK_TYPE_QUOTATION: u8 = 10;
/// type: in a caption or a figcaption.
pub const BLOCKMASK_TYPE_CAPTION: u8 = 11;
/// type: labels and buttons of forms.
pub const BLOCKMASK_TYPE_FORM_TEXT: u8 = 12;

/// direction: left to right.
pub const BLOCKMASK_DIRECTION_LTR: u8 = 1;
/// direction: right to left.
pub const BLOCKMASK_DIRECTION_RTL: u8 = 2;
/// direction: as the first letter with a direction says.
pub const BLOCKMASK_DIRECTION_AUTO: u8 = 3;

/// The structure of a block.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_block_structure {
    /// The block that is the nearest heading above it, of a higher rank if it is a heading, or BLOCKMASK_NONE. The
    /// headings above that heading are found in its record.
    pub heading: u32,
    /// The number of the innermost list, from 0, or BLOCKMASK_NONE if it is in no item of a list.
    pub list: u32,
    /// The position of the item in its list, from 0, or BLOCKMASK_NONE.
    pub item: u32,
    /// The number that the item shows; 0 unless is_ordered.
    pub number: i32,
    /// The number of the table, from 0, or BLOCKMASK_NONE if it is in no cell.
    pub table: u32,
    /// The first row of the cell, from 0.
    pub row: u32,
    /// Where the value of the lang attribute that holds for the block begins in the bytes of the page.
    pub language_start: u32,
    /// Where it ends; equal to language_start if there is none.
    pub language_end: u32,
    /// The first column of the cell, from 0; 65535 stands for all further ones, too.
    pub column: u16,
    /// How many columns the cell spans; 0 if it is in no cell.
    pub column_span: u16,
    /// How many rows the cell spans, 65534 if all that follow; 0 if it is in no cell.
    pub row_span: u16,
    /// How many lists there are around it.
    pub list_depth: u16,
    /// How many blockquote elements there are around it.
    pub quote_depth: u16,
    /// What it is: one of BLOCKMASK_TYPE_. New versions may add types.
    pub block_type: u8,
    /// One of BLOCKMASK_DIRECTION_, or 0 if no dir attribute says it.
    pub direction: u8,
    /// 1 if its list is ordered, else 0.
    pub is_ordered: u8,
    /// 1 if its cell is a th, else 0.
    pub is_header: u8,
    /// Zero.
    pub reserved: u16,
}

/// An image with an alternative text, which is not part of the text of the page. An index may search it as a field of
/// its own; docs/ranking.md says what that brings.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_image {
    /// The first byte of its tag.
    pub source_start: u32,
    /// One past its tag.
    pub source_end: u32,
    /// The value of its alt attribute in the bytes of the page, as written.
    pub alt_start: u32,
    /// One past that value.
    pub alt_end: u32,
    /// The last block that begins before it, or BLOCKMASK_NONE.
    pub block: u32,
    /// What the terms of its alternative text count in a ranking, in quarters; 0 if it is hidden.
    pub weight: u32,
}

/// Writes the address, the number and the stride of the structure of the blocks: one record for each block.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_structure(
    analyzer: *mut blockmask_analyzer,
    structure: *mut *const blockmask_block_structure,
    count: *mut usize,
    stride: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller makes the same promises.
    unsafe { borrow(analyzer, (structure, "structure"), count, Some(stride), State::structure) }
}

/// Writes the address, the number and the stride of the images with an alternative text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_images(
    analyzer: *mut blockmask_analyzer,
    images: *mut *const blockmask_image,
    count: *mut usize,
    stride: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller makes the same promises.
    unsafe { borrow(analyzer, (images, "images"), count, Some(stride), State::images) }
}

/// Writes the alternative text of an image: character references decoded, whitespace collapsed. The bytes of the page
/// are read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_write_image_alt(
    analyzer: *mut blockmask_analyzer,
    image: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller makes the same promises.
    unsafe { write_image(analyzer, image, buffer, capacity, length, |image| image.unwinding_alt()) }
}

/// Writes the address of an image as it is in its src attribute, character references decoded, neither trimmed nor
/// resolved. The bytes of the page are read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_write_image_target(
    analyzer: *mut blockmask_analyzer,
    image: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller makes the same promises.
    unsafe { write_image(analyzer, image, buffer, capacity, length, |image| image.unwinding_target()) }
}

unsafe fn write_image(
    analyzer: *mut blockmask_analyzer,
    image: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
    value: impl Fn(Image<'_, '_>) -> Text,
) -> blockmask_status {
    let make = |document: &Document<'_>| {
        let found = document.image(image).ok_or_else(|| Failure::no_such("image", image, document.images().len()))?;
        Ok(catch_out_of_memory(|| value(found))?)
    };
    // SAFETY: the caller makes the same promises.
    unsafe { write_made(analyzer, buffer, capacity, length, make) }
}

/// Writes the text of a block as its author laid it out: with a line feed for each br, and where whitespace is
/// preformatted with its lines and, in code, their indentation. The bytes of the page are read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_write_formatted_text(
    analyzer: *mut blockmask_analyzer,
    block: usize,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> blockmask_status {
    let make = |document: &Document<'_>| {
        let found = document.block(block).ok_or_else(|| Failure::no_such("block", block, document.blocks().len()))?;
        Ok(catch_out_of_memory(|| found.unwinding_formatted_text())?)
    };
    // SAFETY: the caller makes the same promises.
    unsafe { write_made(analyzer, buffer, capacity, length, make) }
}

// The document, if its structure was asked for.
fn computed(held: &Held) -> Result<&Document<'_>, Failure> {
    held.computed(Parts::STRUCTURE, "the structure was", "STRUCTURE")
}

impl State {
    pub fn structure(&mut self) -> Result<&[blockmask_block_structure], Failure> {
        let State { held, tables, pushed, .. } = self;
        let record = |block: Block<'_, '_>| {
            let language = block.language_source().map(|range| pushed.to_source(range)).unwrap_or_default();
            structure_record(&block, (language.start as u32, language.end as u32))
        };
        let document = computed(held)?;
        tables.structure.fill(document.blocks().map(record))
    }

    pub fn images(&mut self) -> Result<&[blockmask_image], Failure> {
        let State { held, tables, pushed, .. } = self;
        let record = |image: Image<'_, '_>| {
            let (source, alt) = (pushed.to_source(image.source()), pushed.to_source(image.alt_source()));
            blockmask_image {
                source_start: source.start as u32,
                source_end: source.end as u32,
                alt_start: alt.start as u32,
                alt_end: alt.end as u32,
                block: image.block().map_or(BLOCKMASK_NONE, |block| block as u32),
                weight: image.weight().into(),
            }
        };
        tables.images.fill(computed(held)?.images().map(record))
    }
}

fn structure_record(block: &Block<'_, '_>, language: (u32, u32)) -> blockmask_block_structure {
    let (item, cell) = (block.list_item(), block.table_cell());
    blockmask_block_structure {
        heading: block.heading().map_or(BLOCKMASK_NONE, |heading| heading as u32),
        list: item.map_or(BLOCKMASK_NONE, |item| item.list),
        item: item.map_or(BLOCKMASK_NONE, |item| item.item),
        number: item.and_then(|item| item.number).unwrap_or(0),
        table: cell.map_or(BLOCKMASK_NONE, |cell| cell.table),
        row: cell.map_or(0, |cell| cell.row),
        language_start: language.0,
        language_end: language.1,
        column: cell.map_or(0, |cell| cell.column),
        column_span: cell.map_or(0, |cell| cell.column_span),
        row_span: cell.map_or(0, |cell| cell.row_span),
        list_depth: block.list_depth(),
        quote_depth: block.quote_depth(),
        block_type: block.block_type() as u8,
        direction: block.direction().map_or(0, |direction| direction as u8),
        is_ordered: item.is_some_and(|item| item.number.is_some()).into(),
        is_header: cell.is_some_and(|cell| cell.is_header).into(),
        reserved: 0,
    }
}
