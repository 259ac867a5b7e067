//! Passages.
//!
//! The main text in pieces of limited length, for vector stores and language models. They respect sentences, headings,
//! lists, tables and code; without overlap, each token of the main text is in exactly one.

use super::analyzer::{State, blockmask_analyzer};
use super::guard::{Accept, enter, without_handle};
use super::malloc::MallocBuffer;
use super::pointer::{Out, array};
use super::records::BLOCKMASK_NONE;
use super::status::{BLOCKMASK_BAD_ARGUMENT, Failure, blockmask_status};
use crate::base::arena::catch_out_of_memory;
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
    /// How many roles its tokens have: blockmask_get_passage_roles.
    pub role_count: u32,
}

/// How many tokens of a passage are in blocks of one role. This struct never grows.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_role_tokens {
    /// One of BLOCKMASK_ROLE_.
    pub role: u32,
    /// 1 or more.
    pub tokens: u32,
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
        let buffer = written(&found, |source| state.pushed.to_source(source))?;
        out_count.write(found.len());
        out.write(buffer.into_raw().cast());
        Ok(())
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Writes the address of the roles of a passage and their number, role_count: how many of its tokens, those that it
/// repeats included, are in blocks of each role, in the order in which the roles first occur. Roles without tokens are
/// left out. They are part of the memory of the passages; passage may be a copy of one of them. Needs no analyzer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_passage_roles(
    passage: *const blockmask_passage,
    roles: *mut *const blockmask_role_tokens,
    count: *mut usize,
) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller promises a passage.
        let passage = unsafe { array(passage, 1, "passage") }?[0];
        // SAFETY: the caller promises two variables.
        let (mut out, mut out_count) = unsafe { (Out::new(roles, "roles")?, Out::new(count, "count")?) };
        let count = passage.role_count as usize;
        out.write(passage.text.cast::<blockmask_role_tokens>().wrapping_sub(count));
        out_count.write(count);
        Ok(())
    })
}

/// The passages, and behind them the roles and the text of each: its roles end where its text begins.
fn written(passages: &[Passage], to_source: impl Fn(Range<usize>) -> Range<usize>) -> Result<MallocBuffer, Failure> {
    // So `MallocBuffer::align` keeps the roles aligned.
    const { assert!(size_of::<blockmask_passage>().is_multiple_of(8) && size_of::<blockmask_role_tokens>() == 8) };
    let bytes_of_roles = |passage: &Passage| size_of::<blockmask_role_tokens>() * passage.roles().len();
    let bytes = |passage: &Passage| bytes_of_roles(passage) + passage.text().len().next_multiple_of(8);
    let mut at = size_of::<blockmask_passage>() * passages.len();
    // It never grows, so addresses in it stay valid.
    let mut buffer = MallocBuffer::with_capacity(at + passages.iter().map(bytes).sum::<usize>())?;
    let start = buffer.start();
    for passage in passages {
        let text = start.wrapping_add(at + bytes_of_roles(passage)).cast();
        buffer.extend(&[record(passage, text, to_source(passage.source()))])?;
        at += bytes(passage);
    }
    for passage in passages {
        for &(role, tokens) in passage.roles() {
            buffer.extend(&[blockmask_role_tokens { role: role as u32, tokens }])?;
        }
        buffer.extend(passage.text().as_bytes())?;
        buffer.align()?;
    }
    Ok(buffer)
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
        role_count: passage.roles().len() as u32,
    }
}
