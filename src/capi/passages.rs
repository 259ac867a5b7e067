//! Passages.
//!
//! The text in pieces of limited length, for vector stores and language models. They respect sentences, headings,
//! lists, tables and code; without overlap, each token is in exactly one.

use super::blocks::BLOCKMASK_NONE;
use super::document::blockmask_document;
use super::guard::read;
use super::malloc::MallocBuffer;
use super::pointer::{Out, array};
use super::start::blockmask_table;
use super::status::{BLOCKMASK_BAD_ARGUMENT, Failure, blockmask_status, failure};
use crate::{Passage, PassageOptions};
use std::ffi::c_char;

/// How many tokens of a passage are in blocks of one role.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_role_tokens {
    /// One of BLOCKMASK_ROLE_.
    pub role: u32,
    /// 1 or more.
    pub tokens: u32,
}

/// flags: only the main text, without what else a query may ask for, such as links in the page.
pub const BLOCKMASK_PASSAGES_MAIN_ONLY: u32 = 1;

/// A piece of the text.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_passage {
    /// UTF-8 that is not terminated by a zero, part of the memory of the passages: its blocks with their line breaks.
    pub text: *const c_char,
    /// Its length in bytes.
    pub length: usize,
    /// Likewise, to be put in front of the text: the title and the headings above, and the header of its table.
    pub context: *const c_char,
    /// Its length in bytes.
    pub context_length: usize,
    /// A hash of its text and of the headings above it, equal on all machines.
    pub id: u64,
    /// First byte of its first character in the bytes of the page.
    pub source_start: u32,
    /// One past its last character, with all that stands between.
    pub source_end: u32,
    /// Its first block.
    pub first_block: u32,
    /// One past its last block; blocks among them that were left out are not part of it.
    pub end_block: u32,
    /// The nearest heading above its text, a block that may be part of the passage, or BLOCKMASK_NONE.
    pub heading: u32,
    /// Its tokens, including the repeated ones.
    pub tokens: u32,
    /// How many of its first tokens are also in the passage before.
    pub overlap_tokens: u32,
    /// The tokens of the context.
    pub context_tokens: u32,
    /// How many roles its tokens have.
    pub role_count: u32,
    /// First byte of its first character in the normalized text.
    pub text_start: u32,
    /// One past its last character there.
    pub text_end: u32,
    /// Zero.
    pub reserved: u32,
    /// How many of its tokens are in blocks of each role, in the order in which the roles first occur.
    pub roles: *const blockmask_role_tokens,
}

/// Cuts the text into passages of at most max_tokens tokens, which is 1 or more; 256 is usual. A passage repeats up to
/// overlap_tokens tokens of the one before it, whole sentences, and at most half of max_tokens. flags: BLOCKMASK_PASSAGES_.
///
/// token_starts is NULL to count the tokens of the library, or has the offsets in the normalized text of the page at
/// which the tokens of another tokenizer begin, ascending, each once.
///
/// Writes a table of blockmask_passage, one piece of memory that the caller frees with blockmask_free, also if it is
/// empty. The bytes of the page are read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_cut_passages(
    document: *const blockmask_document,
    max_tokens: u32,
    overlap_tokens: u32,
    flags: u32,
    token_starts: *const u32,
    token_count: usize,
    passages: *mut blockmask_table,
) -> blockmask_status {
    // SAFETY: the caller promises a document, `token_count` offsets or NULL, and a variable.
    unsafe {
        read(document, |view| {
            let mut out = Out::new(passages, "passages")?;
            if max_tokens == 0 {
                return Err(Failure::new(BLOCKMASK_BAD_ARGUMENT, "max_tokens is 0; it must be 1 or more"));
            }
            if flags & !BLOCKMASK_PASSAGES_MAIN_ONLY != 0 {
                return Err(failure!(BLOCKMASK_BAD_ARGUMENT, "flags is {flags:#x}, which has unknown bits"));
            }
            let options =
                PassageOptions { max_tokens, overlap_tokens, main_only: flags & BLOCKMASK_PASSAGES_MAIN_ONLY != 0 };
            let starts = match token_starts.is_null() {
                true => None,
                false => Some(array(token_starts, token_count, "token_starts")?),
            };
            let length = view.document.text().len();
            if let Some(starts) = starts {
                let is_ordered = starts.is_sorted_by(|one, next| one < next);
                if !is_ordered || starts.last().is_some_and(|&last| last as usize >= length) {
                    let message = "token_starts must be ascending offsets in the text of the page, each once";
                    return Err(Failure::new(BLOCKMASK_BAD_ARGUMENT, message));
                }
            }
            let found = view.derive(|document| match starts {
                Some(starts) => document.passages_by(&options, starts),
                None => document.passages(&options),
            })?;
            out.write(written(&found)?.into_table::<blockmask_passage>(found.len()));
            Ok(())
        })
    }
}

// The passages, and behind them the roles, the text and the context of each.
fn written(passages: &[Passage]) -> Result<MallocBuffer, Failure> {
    // So `MallocBuffer::align` keeps the roles aligned.
    const { assert!(size_of::<blockmask_passage>().is_multiple_of(8) && size_of::<blockmask_role_tokens>() == 8) };
    let bytes_of_roles = |passage: &Passage| size_of::<blockmask_role_tokens>() * passage.roles().len();
    let bytes_of_text = |text: &str| text.len().next_multiple_of(8);
    let bytes = |passage: &Passage| {
        bytes_of_roles(passage) + bytes_of_text(passage.text()) + bytes_of_text(passage.context().text())
    };
    let mut at = size_of::<blockmask_passage>() * passages.len();
    // It never grows, so addresses in it stay valid.
    let mut buffer = MallocBuffer::with_capacity(at + passages.iter().map(bytes).sum::<usize>())?;
    let start = buffer.start();
    for passage in passages {
        let (roles, text) = (start.wrapping_add(at), start.wrapping_add(at + bytes_of_roles(passage)));
        let context = text.wrapping_add(bytes_of_text(passage.text()));
        buffer.extend(&[row(passage, roles.cast(), text.cast(), context.cast())])?;
        at += bytes(passage);
    }
    for passage in passages {
        for &(role, tokens) in passage.roles() {
            buffer.extend(&[blockmask_role_tokens { role: role as u32, tokens }])?;
        }
        for text in [passage.text(), passage.context().text()] {
            buffer.extend(text.as_bytes())?;
            buffer.align()?;
        }
    }
    Ok(buffer)
}

// A passage whose roles, text and context are at these addresses.
fn row(
    passage: &Passage,
    roles: *const blockmask_role_tokens,
    text: *const c_char,
    context: *const c_char,
) -> blockmask_passage {
    let (source, in_page) = (passage.source(), passage.text_range());
    blockmask_passage {
        text,
        length: passage.text().len(),
        context,
        context_length: passage.context().text().len(),
        id: passage.id(),
        source_start: source.start as u32,
        source_end: source.end as u32,
        first_block: passage.blocks().start as u32,
        end_block: passage.blocks().end as u32,
        heading: passage.heading().map_or(BLOCKMASK_NONE, |heading| heading as u32),
        tokens: passage.tokens(),
        overlap_tokens: passage.overlap_tokens(),
        context_tokens: passage.context_tokens(),
        role_count: passage.roles().len() as u32,
        text_start: in_page.start as u32,
        text_end: in_page.end as u32,
        reserved: 0,
        roles,
    }
}
