//! Structure.
//!
//! What each block is in its document: its type, the heading above it, the list item or table cell that it is in, its
//! language; and the images between the blocks. Tables that only lay out the page have numbers but no cells. All of it
//! needs BLOCKMASK_PART_STRUCTURE.

use super::blocks::BLOCKMASK_NONE;
use super::document::View;
use super::start::blockmask_table;
use super::status::Failure;
use super::tables::Tables;
use crate::{Block, Document, Parts};

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

/// A row of the table of structure.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_block_structure {
    /// The index of the nearest heading above it (of a higher rank if it is itself a heading), or BLOCKMASK_NONE. The
    /// row of that heading has the next one.
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
    pub language_source_start: u32,
    /// Where it ends; language_source_start if there is none.
    pub language_source_end: u32,
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

/// An image with an alternative text, which is not part of the text of the page. An engine may index
/// that text as a separate field; docs/ranking.md has measurements.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_image {
    /// The first byte of its tag.
    pub source_start: u32,
    /// One past its tag.
    pub source_end: u32,
    /// The value of its alt attribute in the bytes of the page, as written.
    pub alt_source_start: u32,
    /// One past that value.
    pub alt_source_end: u32,
    /// The last block that begins before it, or BLOCKMASK_NONE.
    pub block: u32,
    /// The term weight of its alternative text in a ranking, in quarters; 0 if it is hidden.
    pub weight: u32,
}

// The document, if its structure was asked for.
pub(super) fn computed<'v>(view: &View<'v>) -> Result<&'v Document<'v>, Failure> {
    view.computed(Parts::STRUCTURE, "the structure was", "STRUCTURE")
}

impl Tables {
    pub fn structure(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
        self.structure.fill(computed(view)?.blocks().map(|block| row(&block)))
    }

    pub fn images(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
        self.images.fill(computed(view)?.images().map(|image| {
            let (source, alt) = (image.source(), image.alt_source());
            blockmask_image {
                source_start: source.start as u32,
                source_end: source.end as u32,
                alt_source_start: alt.start as u32,
                alt_source_end: alt.end as u32,
                block: image.block().map_or(BLOCKMASK_NONE, |block| block as u32),
                weight: image.weight().into(),
            }
        }))
    }
}

fn row(block: &Block<'_, '_>) -> blockmask_block_structure {
    let (item, cell) = (block.list_item(), block.table_cell());
    let language = block.language_source().unwrap_or_default();
    blockmask_block_structure {
        heading: block.heading().map_or(BLOCKMASK_NONE, |heading| heading as u32),
        list: item.map_or(BLOCKMASK_NONE, |item| item.list),
        item: item.map_or(BLOCKMASK_NONE, |item| item.item),
        number: item.and_then(|item| item.number).unwrap_or(0),
        table: cell.map_or(BLOCKMASK_NONE, |cell| cell.table),
        row: cell.map_or(0, |cell| cell.row),
        language_source_start: language.start as u32,
        language_source_end: language.end as u32,
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
