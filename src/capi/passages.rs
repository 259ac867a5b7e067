//! Passages.
//!
//! The main text in pieces of limited length, for vector stores and language models. They respect sentences, headings,
//! lists, tables and code; without overlap, each token of the main text is in exactly one.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, enter};
use super::malloc::MallocBuffer;
use super::pointer::{Out, array};
use super::records::BLOCKMASK_NONE;
use super::status::{BLOCKMASK_BAD_ARGUMENT, Failure, blockmask_status};
use crate::arena::catch_out_of_memory;
use crate::{Passage, PassageOptions};
use std::ffi::c_char;
use std::ops::Range;

/// A piece of the main text. This struct never grows.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_passage {
    /// UTF-8 that is not terminated by a zero, part of the memory of the passages: the texts of its blocks with their
    /// line breaks, as blockmask_write_formatted_text, separated by line feeds.
    pub text: *const c_char,
    /// Its length in bytes.
    pub length: usize,
    /// First byte of its first character in the bytes of the page.
    pub source_start: u32,
    /// One past its last character, with all that stands between.
    pub source_end: u32,
    /// Its first block.
    pub first_block: u32,
    /// One past its last block; template blocks among them are not part of it.
    pub end_block: u32,
    /// The block that is the nearest heading above its text, which may be one of its own, or BLOCKMASK_NONE. The
    /// headings above that one are found by blockmask_get_structure.
    pub heading: u32,
    /// Its tokens, those that it repeats included.
    pub tokens: u32,
    /// How many of its first tokens are also in the passage before.
    pub overlap_tokens: u32,
    /// Zero.
    pub reserved: u32,
}

/// Cuts the main text into passages of at most max_tokens tokens, which is 1 or more; 256 is usual. A passage repeats up
/// to overlap_tokens tokens of the one before it, whole sentences, and at most half of max_tokens.
///
/// token_starts is NULL to count the tokens of the library. To count those of another tokenizer, pass the offsets in the
/// normalized text of the page at which its tokens begin, ascending, each once, and their number.
///
/// Writes the address of the passages and their number. They are one piece of memory, independent of the analyzer and
/// owned by the caller, who frees it with blockmask_free, also if there are none. The bytes of the page are read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_cut_passages(
    analyzer: *mut blockmask_analyzer,
    max_tokens: u32,
    overlap_tokens: u32,
    token_starts: *const u32,
    token_count: usize,
    passages: *mut *mut blockmask_passage,
    count: *mut usize,
) -> blockmask_status {
    let work = |state: &mut State| {
        // SAFETY: the caller promises two variables.
        let (mut out, mut out_count) = unsafe { (Out::new(passages, "passages")?, Out::new(count, "count")?) };
        if max_tokens == 0 {
            return Err(Failure::new(BLOCKMASK_BAD_ARGUMENT, "max_tokens is 0; it must be 1 or more"));
        }
        let options = PassageOptions { max_tokens, overlap_tokens };
        let document = state.held.document()?;
        let starts = match token_starts.is_null() {
            true => None,
            // SAFETY: the caller promises `token_count` offsets.
            false => Some(unsafe { array(token_starts, token_count, "token_starts") }?),
        };
        let found = catch_out_of_memory(|| document.unwinding_passages(&options, starts))?;
        let buffer = MallocBuffer::with_texts(
            &found,
            |passage| [passage.text()],
            |passage, [text]| record(passage, text, state.pushed.to_source(passage.source())),
        )?;
        out_count.write(found.len());
        out.write(buffer.into_raw().cast());
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// A passage whose text is at `text`.
fn record(passage: &Passage, text: *const c_char, source: Range<usize>) -> blockmask_passage {
    blockmask_passage {
        text,
        length: passage.text().len(),
        source_start: source.start as u32,
        source_end: source.end as u32,
        first_block: passage.blocks().start as u32,
        end_block: passage.blocks().end as u32,
        heading: passage.heading().map_or(BLOCKMASK_NONE, |heading| heading as u32),
        tokens: passage.tokens(),
        overlap_tokens: passage.overlap_tokens(),
        reserved: 0,
    }
}
