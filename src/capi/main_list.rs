//! Records of the main list.
//!
//! The items of the main list of a page, such as search results, offers, or the posts of a thread, so that an index can
//! rank each by itself. docs/records.md says how they are found, and how well.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, enter};
use super::malloc::MallocBuffer;
use super::pointer::Out;
use super::status::blockmask_status;
use crate::Record;
use crate::base::arena::catch_out_of_memory;
use std::ops::Range;

/// An item of the main list. This struct never grows.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_record {
    /// First byte of its first character in the bytes of the page.
    pub source_start: u32,
    /// One past its last character, with all that stands between.
    pub source_end: u32,
    /// Its first block.
    pub first_block: u32,
    /// One past its last block; some of its blocks may be template.
    pub end_block: u32,
}

/// Finds the records of the main list of the page. There are none if no list holds three tenths of the main text, and
/// in articles, as far as the learned mask has found the kind of the page. It takes about a tenth of the time of an
/// analysis.
///
/// Writes the address of the records and their number: disjoint, in the order of the source, each with at least one
/// block. They are one piece of memory, independent of the analyzer and owned by the caller, who frees it with
/// blockmask_free, also if there are none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_find_records(
    analyzer: *mut blockmask_analyzer,
    records: *mut *mut blockmask_record,
    count: *mut usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller promises two variables.
        let (mut out, mut out_count) = unsafe { (Out::new(records, "records")?, Out::new(count, "count")?) };
        let document = state.held.document()?;
        let found = catch_out_of_memory(|| document.unwinding_records())?;
        let mut buffer = MallocBuffer::with_capacity(size_of::<blockmask_record>() * found.len())?;
        for of_page in found.iter() {
            buffer.extend(&[record(of_page, state.pushed.to_source(of_page.source()))])?;
        }
        out_count.write(found.len());
        out.write(buffer.into_raw().cast());
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

fn record(record: &Record, source: Range<usize>) -> blockmask_record {
    blockmask_record {
        source_start: source.start as u32,
        source_end: source.end as u32,
        first_block: record.blocks().start as u32,
        end_block: record.blocks().end as u32,
    }
}
