//! Batches.
//!
//! Many pages in one call, with their results copied into one block of memory without pointers: it can be kept, moved,
//! written to a file or sent to another process on the same machine. It begins with a blockmask_batch; all offsets
//! count bytes from its beginning, and all tables are aligned to 8 bytes. The argument tables selects
//! those that the caller needs, which are computed whatever the option parts says.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, catch, enter};
use super::input::{NO_INPUT, blockmask_input};
use super::malloc::MallocBuffer;
use super::page::{facts, fingerprint_record};
use super::pointer::{Out, Structs};
use super::status::{
    BLOCKMASK_BAD_ARGUMENT, BLOCKMASK_CANCELLED, BLOCKMASK_OK, BLOCKMASK_PANIC, Failure, blockmask_status, failure,
};
use crate::Parts;

/// tables: the normalized text.
pub const BLOCKMASK_BATCH_TEXT: u32 = 1;
/// tables: the blocks.
pub const BLOCKMASK_BATCH_BLOCKS: u32 = 2;
/// tables: the segments.
pub const BLOCKMASK_BATCH_SEGMENTS: u32 = 4;
/// tables: the parts of the main region.
pub const BLOCKMASK_BATCH_REGIONS: u32 = 8;
/// tables: the links.
pub const BLOCKMASK_BATCH_LINKS: u32 = 16;
/// tables: the headings.
pub const BLOCKMASK_BATCH_HEADINGS: u32 = 32;
/// tables: the comments.
pub const BLOCKMASK_BATCH_COMMENTS: u32 = 64;
/// tables: all of them.
pub const BLOCKMASK_BATCH_ALL: u32 = 127;

/// Where a table is in the batch. This struct is part of others, and therefore never grows.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct blockmask_slice {
    /// Of the first record, from the beginning of the batch.
    pub offset: u64,
    /// Number of records; 0 if the table was not selected.
    pub count: u32,
    /// Bytes from one record to the next; 1 for text.
    pub stride: u32,
}

/// The result for a page.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct blockmask_batch_page {
    /// What blockmask_analyze_page would have returned. If it is not BLOCKMASK_OK, all else is zero.
    pub status: blockmask_status,
    /// Zero.
    pub reserved: u32,
    /// Its facts: one blockmask_page.
    pub page: blockmask_slice,
    /// Its fingerprint: one blockmask_fingerprint; none without BLOCKMASK_PART_FINGERPRINT in the option parts.
    pub fingerprint: blockmask_slice,
    /// The probability of each kind of page, as floats; none if the mask does not classify pages.
    pub kind_probabilities: blockmask_slice,
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
    /// Its blockmask_comment records.
    pub comments: blockmask_slice,
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

/// Analyzes count pages and writes the address of their results, which are owned by the caller, who frees them with
/// blockmask_free. input_size is sizeof(blockmask_input), and tables a union of BLOCKMASK_BATCH_. The inputs are not
/// needed after the call. The analyzer then holds no page.
///
/// Each page has a status of its own; a page that fails, for example because its html is NULL, does not affect the
/// others. Even after BLOCKMASK_PANIC the next pages are analyzed, as the analyzer is reset. An error is returned only
/// if there is no batch at all: BLOCKMASK_OUT_OF_MEMORY, or invalid arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_analyze_batch(
    analyzer: *mut blockmask_analyzer,
    inputs: *const blockmask_input,
    input_size: usize,
    count: usize,
    tables: u32,
    batch: *mut *mut blockmask_batch,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller makes the same promises.
        let (mut out, inputs) =
            unsafe { (Out::new(batch, "batch")?, Structs::new(inputs, input_size, count, NO_INPUT, "inputs")?) };
        if tables & !BLOCKMASK_BATCH_ALL != 0 {
            return Err(failure!(BLOCKMASK_BAD_ARGUMENT, "tables is {tables}, which has unknown bits"));
        }
        let result = state.with_parts(parts_of(tables), |state| fill(state, &inputs, tables));
        out.write(result?.into_raw().cast());
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

// The parts that tables are made of.
fn parts_of(tables: u32) -> Parts {
    let none = Parts::from_bits(0);
    let segments = if tables & BLOCKMASK_BATCH_SEGMENTS != 0 { Parts::SEGMENTS } else { none };
    let regions = if tables & BLOCKMASK_BATCH_REGIONS != 0 { Parts::REGION } else { none };
    let comments = if tables & BLOCKMASK_BATCH_COMMENTS != 0 { Parts::MASK } else { none };
    segments | regions | comments
}

fn fill(state: &mut State, inputs: &Structs<'_, blockmask_input>, tables: u32) -> Result<MallocBuffer, Failure> {
    let count = u32::try_from(inputs.len());
    let count = count.map_err(|_| Failure::new(BLOCKMASK_BAD_ARGUMENT, "a batch has at most 2^32 - 1 pages"))?;
    let stride = size_of::<blockmask_batch_page>();
    let pages = blockmask_slice { offset: size_of::<blockmask_batch>() as u64, count, stride: stride as u32 };
    let mut head = blockmask_batch { size: 0, pages, failed: 0 };
    let mut buffer = MallocBuffer::with_capacity(size_of::<blockmask_batch>() + inputs.len() * stride)?;
    buffer.extend(&[head])?;
    for _ in 0..count {
        buffer.extend(&[FAILED])?;
    }
    let mut cancelled = false;
    for (index, input) in inputs.iter().enumerate() {
        // A request to cancel stops the rest of the batch.
        let page = match cancelled {
            true => blockmask_batch_page { status: BLOCKMASK_CANCELLED, ..FAILED },
            false => page(state, &input, tables, &mut buffer)?,
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
    tables: u32,
    buffer: &mut MallocBuffer,
) -> Result<blockmask_batch_page, Failure> {
    if let Err(failure) = analyze_next(state, input) {
        return Ok(blockmask_batch_page { status: failure.status, ..FAILED });
    }
    let document = state.held.document()?;
    let mut page = FAILED;
    page.page = append(buffer, &[facts(document, &state.pushed)])?;
    if let Some(fingerprint) = document.fingerprint() {
        page.fingerprint = append(buffer, &[fingerprint_record(fingerprint)])?;
    }
    if tables & BLOCKMASK_BATCH_TEXT != 0 {
        page.text = append(buffer, document.text().as_bytes())?;
    }
    if tables & BLOCKMASK_BATCH_BLOCKS != 0 {
        page.blocks = append(buffer, state.blocks()?)?;
    }
    if tables & BLOCKMASK_BATCH_SEGMENTS != 0 {
        page.segments = append(buffer, state.segments()?)?;
    }
    if tables & BLOCKMASK_BATCH_REGIONS != 0 {
        page.regions = append(buffer, state.regions()?)?;
    }
    if tables & BLOCKMASK_BATCH_LINKS != 0 {
        page.links = append(buffer, state.links()?)?;
    }
    if tables & BLOCKMASK_BATCH_HEADINGS != 0 {
        page.headings = append(buffer, state.headings()?)?;
    }
    if tables & BLOCKMASK_BATCH_COMMENTS != 0 {
        page.comments = append(buffer, state.comments()?)?;
    }
    page.kind_probabilities = append(buffer, state.kind_probabilities()?)?;
    Ok(page)
}

// Analyzes a page of a batch. A failure leaves the analyzer as it should be for the next one.
pub(super) fn analyze_next(state: &mut State, input: &blockmask_input) -> Result<(), Failure> {
    let analyzed = catch(|| {
        // SAFETY: the caller promises `length` bytes and hints that stay during the call; the page is discarded
        // before its end.
        unsafe {
            let (html, hints) = input.read()?;
            state.analyze(html, hints)
        }
    });
    analyzed.inspect_err(|failure| {
        if failure.status == BLOCKMASK_PANIC {
            state.reset();
        }
        state.error.set(&failure.message);
    })
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
    page: NO_SLICE,
    fingerprint: NO_SLICE,
    kind_probabilities: NO_SLICE,
    text: NO_SLICE,
    blocks: NO_SLICE,
    segments: NO_SLICE,
    regions: NO_SLICE,
    links: NO_SLICE,
    headings: NO_SLICE,
    comments: NO_SLICE,
};
