//! Fields.
//!
//! The field of a block says what it is for a search engine. An engine that weights fields indexes each, or a few of
//! them together, as a column or field of its own: blockmask_join_fields gives its text. docs/ranking.md shows how to
//! set up engines, and what the defaults achieve.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, enter};
use super::malloc::MallocBuffer;
use super::pointer::{Out, array};
use super::status::{BLOCKMASK_BAD_ARGUMENT, BLOCKMASK_BAD_POINTER, BLOCKMASK_OK, Failure, blockmask_status, failure};
use super::text::write_source_range;
use crate::Field;
use crate::on_demand::shapes::{JoinedText, Piece, map_range};
use std::ffi::c_char;

/// fields: all of them but BLOCKMASK_FIELD_HIDDEN, as bits.
pub const BLOCKMASK_FIELDS_VISIBLE: u32 = 0xFFE;

/// The text of one block in a joined text. This struct never grows.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_piece {
    /// Where it begins in the joined text.
    pub joined_start: u32,
    /// Where it begins in the normalized text of the page.
    pub text_start: u32,
    /// Its length in bytes.
    pub length: u32,
    /// The index of its block.
    pub block: u32,
}

/// The texts of some blocks of a page. This struct never grows.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_joined_text {
    /// UTF-8 that is not terminated by a zero.
    pub text: *const c_char,
    /// Its length in bytes.
    pub length: usize,
    /// The blocks that it is made of, in source order.
    pub pieces: *const blockmask_piece,
    /// Their number.
    pub count: usize,
}

/// Writes the default weight of a field, in quarters, and its default length normalization for BM25F (the parameter b,
/// 0 to 1). field is one of BLOCKMASK_FIELD_. A function of constants.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_field_defaults(
    field: u32,
    weight: *mut u32,
    length_normalization: *mut f32,
) -> blockmask_status {
    // SAFETY: the caller promises two variables.
    let outputs = unsafe { (Out::new(weight, "weight"), Out::new(length_normalization, "length_normalization")) };
    match (Field::from_number(field), outputs) {
        (Some(field), (Ok(mut weight), Ok(mut normalization))) => {
            weight.write(field.weight().into());
            normalization.write(field.length_normalization());
            BLOCKMASK_OK
        }
        (None, _) => BLOCKMASK_BAD_ARGUMENT,
        _ => BLOCKMASK_BAD_POINTER,
    }
}

/// Joins the texts of the blocks in some fields, in source order and separated by line feeds. fields is a union of
/// UINT32_C(1) << BLOCKMASK_FIELD_. Writes the address of the result, which is one piece of memory, independent of the
/// analyzer and owned by the caller, who frees it with blockmask_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_join_fields(
    analyzer: *mut blockmask_analyzer,
    fields: u32,
    joined: *mut *mut blockmask_joined_text,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller promises a variable.
        let mut out = unsafe { Out::new(joined, "joined") }?;
        let is_set = |field: Field| fields >> field as u32 & 1 == 1;
        let known = Field::VALUES.iter().filter(|&&field| is_set(field)).count();
        if known as u32 != fields.count_ones() {
            return Err(failure!(BLOCKMASK_BAD_ARGUMENT, "fields is {fields:#x}, which has bits of no field"));
        }
        let blocks = state.held.document()?.blocks().filter(|block| is_set(block.field()));
        out.write(written(&JoinedText::try_of(blocks)?)?.into_raw().cast());
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Writes the main text: the texts of the blocks that are not template, as blockmask_join_fields does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_join_main_text(
    analyzer: *mut blockmask_analyzer,
    joined: *mut *mut blockmask_joined_text,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller promises a variable.
        let mut out = unsafe { Out::new(joined, "joined") }?;
        let blocks = state.held.document()?.main_blocks();
        out.write(written(&JoinedText::try_of(blocks)?)?.into_raw().cast());
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// A blockmask_joined_text with its pieces and its text behind it.
fn written(joined: &JoinedText) -> Result<MallocBuffer, Failure> {
    let copy = |&Piece { joined_start, text_start, length, block }: &Piece| blockmask_piece {
        joined_start,
        text_start,
        length,
        block,
    };
    let (pieces, text) = (joined.pieces(), joined.text());
    MallocBuffer::with_list_and_text(pieces.iter().map(copy), text, |first, start| blockmask_joined_text {
        text: start,
        length: text.len(),
        pieces: first,
        count: pieces.len(),
    })
}

/// Maps a range of a joined text, [joined_start, joined_end), to a range of the bytes of the page, as
/// blockmask_map_text_range does. The analyzer holds the page that joined was made from, or the same page again. A range
/// across blocks also covers what stands between them on the page. Takes logarithmic time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_map_joined_range(
    analyzer: *mut blockmask_analyzer,
    joined: *const blockmask_joined_text,
    joined_start: u32,
    joined_end: u32,
    source_start: *mut u32,
    source_end: *mut u32,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller promises the result of blockmask_join_fields.
        let pieces = unsafe {
            let joined = array(joined, 1, "joined")?[0];
            array(joined.pieces, joined.count, "pieces")?
        };
        let copy = |&blockmask_piece { joined_start, text_start, length, block }: &blockmask_piece| Piece {
            joined_start,
            text_start,
            length,
            block,
        };
        let range = map_range(pieces.len(), |i| copy(&pieces[i]), joined_start as usize..joined_end as usize);
        // SAFETY: the caller promises two variables.
        unsafe { write_source_range(state, range, source_start, source_end) }
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}
