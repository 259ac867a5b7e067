//! Batches.
//!
//! Many pages in one call, their results copied into one piece of memory without pointers: it may be kept, moved,
//! written to a file or sent to another process of the same machine. It begins with a blockmask_batch; all offsets
//! count bytes from its beginning, and everything in it is aligned to 8 bytes. What the caller does not need is left
//! out by parts.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, catch, enter};
use super::malloc::MallocBuffer;
use super::page::{blockmask_page, facts};
use super::pointer::{Out, array, string};
use super::status::{
    BLOCKMASK_BAD_ARGUMENT, BLOCKMASK_BAD_POINTER, BLOCKMASK_BAD_STRUCT_SIZE, BLOCKMASK_CANCELLED, BLOCKMASK_OK,
    BLOCKMASK_PANIC, Failure, blockmask_status,
};
use std::ffi::c_char;

/// parts: the normalized text.
pub const BLOCKMASK_PART_TEXT: u32 = 1;
/// parts: the blocks.
pub const BLOCKMASK_PART_BLOCKS: u32 = 2;
/// parts: the segments.
pub const BLOCKMASK_PART_SEGMENTS: u32 = 4;
/// parts: the parts of the main region.
pub const BLOCKMASK_PART_REGIONS: u32 = 8;
/// parts: the links.
pub const BLOCKMASK_PART_LINKS: u32 = 16;
/// parts: the headings.
pub const BLOCKMASK_PART_HEADINGS: u32 = 32;
/// parts: all of them.
pub const BLOCKMASK_PART_ALL: u32 = 63;

/// A page of a batch, as for blockmask_analyze_page.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_input {
    /// The page.
    pub html: *const c_char,
    /// Its length in bytes.
    pub length: usize,
    /// The encoding that came with it, or NULL.
    pub charset: *const c_char,
}

/// Where a table of a page is in the batch.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct blockmask_slice {
    /// Of the first record, from the beginning of the batch.
    pub offset: u64,
    /// How many records; 0 if the part was left out.
    pub count: u32,
    /// Bytes from one record to the next; 1 for text.
    pub stride: u32,
}

/// The result of a page.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct blockmask_batch_page {
    /// What blockmask_analyze_page would have returned. If it is not BLOCKMASK_OK, all else is zero.
    pub status: blockmask_status,
    /// Zero.
    pub reserved: u32,
    /// The facts about it.
    pub page: blockmask_page,
    /// Its normalized text.
    pub text: blockmask_slice,
    /// Its blockmask_block records.
    pub blocks: blockmask_slice,
    /// Its blockmask_segment records.
    pub segments: blockmask_slice,
    /// Its blockmask_region records.
    pub regions: blockmask_slice,
    /// Its blockmask_link records.
    pub links: blockmask_slice,
    /// Its blockmask_heading records.
    pub headings: blockmask_slice,
}

/// The beginning of a batch.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_batch {
    /// Bytes of the batch.
    pub size: u64,
    /// One blockmask_batch_page for each input, in order.
    pub pages: blockmask_slice,
    /// Pages whose status is not BLOCKMASK_OK.
    pub failed: u64,
}

/// Analyzes count pages and writes where their results are: the caller's own, to be freed with blockmask_free.
/// input_size is sizeof(blockmask_input). parts is a union of BLOCKMASK_PART_. Inputs are not needed after the call.
/// The analyzer holds no page then.
///
/// Each page has a status of its own; a page that fails, also one of which html is NULL, takes nothing from the others.
/// Even if a page meets BLOCKMASK_PANIC the next ones are analyzed, by an analyzer made anew. An error is returned only
/// if there is no batch at all: BLOCKMASK_OUT_OF_MEMORY, or wrong arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_analyze_batch(
    analyzer: *mut blockmask_analyzer,
    inputs: *const blockmask_input,
    input_size: usize,
    count: usize,
    parts: u32,
    batch: *mut *mut blockmask_batch,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller's promises are the same.
        let (mut out, inputs) = unsafe { (Out::new(batch, "batch")?, array(inputs, count, "inputs")?) };
        if input_size != size_of::<blockmask_input>() {
            let message = format!("input_size is {input_size}; set it to sizeof(blockmask_input)");
            return Err(Failure::new(BLOCKMASK_BAD_STRUCT_SIZE, message));
        }
        if parts & !BLOCKMASK_PART_ALL != 0 {
            return Err(Failure::new(BLOCKMASK_BAD_ARGUMENT, format!("parts is {parts}, which has unknown bits")));
        }
        let result = fill(state, inputs, parts);
        state.forget();
        out.write(result?.into_raw().cast());
        Ok(())
    };
    // SAFETY: the caller's promise about the analyzer is the same.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

fn fill(state: &mut State, inputs: &[blockmask_input], parts: u32) -> Result<MallocBuffer, Failure> {
    let count = u32::try_from(inputs.len());
    let count = count.map_err(|_| Failure::new(BLOCKMASK_BAD_ARGUMENT, "a batch has 2^32 - 1 pages at most"))?;
    let stride = size_of::<blockmask_batch_page>();
    let pages = blockmask_slice { offset: size_of::<blockmask_batch>() as u64, count, stride: stride as u32 };
    let mut head = blockmask_batch { size: 0, pages, failed: 0 };
    let mut buffer = MallocBuffer::with_capacity(size_of::<blockmask_batch>() + inputs.len() * stride)?;
    buffer.extend(&[head])?;
    for _ in inputs {
        buffer.extend(&[FAILED])?;
    }
    let mut cancelled = false;
    for (index, input) in inputs.iter().enumerate() {
        // A request stops what is left of the batch.
        let page = match cancelled {
            true => blockmask_batch_page { status: BLOCKMASK_CANCELLED, ..FAILED },
            false => page(state, input, parts, &mut buffer)?,
        };
        cancelled = page.status == BLOCKMASK_CANCELLED;
        head.failed += u64::from(page.status != BLOCKMASK_OK);
        buffer.overwrite(size_of::<blockmask_batch>() + index * stride, &page);
    }
    head.size = buffer.len() as u64;
    buffer.overwrite(0, &head);
    Ok(buffer)
}

// One page. Only a batch that cannot go on is an error.
fn page(
    state: &mut State,
    input: &blockmask_input,
    parts: u32,
    buffer: &mut MallocBuffer,
) -> Result<blockmask_batch_page, Failure> {
    let analyzed = catch(|| {
        if input.html.is_null() && input.length > 0 {
            return Err(Failure::new(BLOCKMASK_BAD_POINTER, "html of an input is NULL"));
        }
        // SAFETY: the caller promises `length` bytes and a charset that stay during the call; the page is forgotten
        // before its end.
        unsafe { state.analyze(array(input.html.cast(), input.length, "html")?, string(input.charset)) }
    });
    if let Err(failure) = analyzed {
        if failure.status == BLOCKMASK_PANIC {
            state.reset();
        }
        state.error.set(&failure.message);
        return Ok(blockmask_batch_page { status: failure.status, ..FAILED });
    }
    let document = state.held.document()?;
    let mut page = blockmask_batch_page { status: BLOCKMASK_OK, page: facts(document, &state.pushed), ..FAILED };
    if parts & BLOCKMASK_PART_TEXT != 0 {
        page.text = append(buffer, document.text().as_bytes())?;
    }
    if parts & BLOCKMASK_PART_BLOCKS != 0 {
        page.blocks = append(buffer, state.blocks()?)?;
    }
    if parts & BLOCKMASK_PART_SEGMENTS != 0 {
        page.segments = append(buffer, state.segments()?)?;
    }
    if parts & BLOCKMASK_PART_REGIONS != 0 {
        page.regions = append(buffer, state.regions()?)?;
    }
    if parts & BLOCKMASK_PART_LINKS != 0 {
        page.links = append(buffer, state.links()?)?;
    }
    if parts & BLOCKMASK_PART_HEADINGS != 0 {
        page.headings = append(buffer, state.headings()?)?;
    }
    Ok(page)
}

fn append<T: Copy>(buffer: &mut MallocBuffer, records: &[T]) -> Result<blockmask_slice, Failure> {
    buffer.align()?;
    let offset = buffer.len() as u64;
    buffer.extend(records)?;
    // No table of a page of less than 4 GiB has more records.
    Ok(blockmask_slice { offset, count: records.len() as u32, stride: size_of::<T>() as u32 })
}

const NO_SLICE: blockmask_slice = blockmask_slice { offset: 0, count: 0, stride: 0 };

const FAILED: blockmask_batch_page = blockmask_batch_page {
    status: BLOCKMASK_OK,
    reserved: 0,
    page: super::page::NO_FACTS,
    text: NO_SLICE,
    blocks: NO_SLICE,
    segments: NO_SLICE,
    regions: NO_SLICE,
    links: NO_SLICE,
    headings: NO_SLICE,
};
