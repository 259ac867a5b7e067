//! Comments.
//!
//! What readers wrote under an article, as units with author and date. The option comments says whether it is content;
//! the table is the same in any case. A thread has no comments: its posts are its content.
//!
//! The blocks of a comment have its number in their member comment. Its text is that of its blocks whose role is
//! BLOCKMASK_ROLE_COMMENT; author and date are BLOCKMASK_ROLE_METADATA, buttons such as those to reply
//! BLOCKMASK_ROLE_NAVIGATION.

use super::analyzer::{State, blockmask_analyzer};
use super::records::{BLOCKMASK_NONE, borrow};
use super::status::{Failure, blockmask_status};

/// A comment of a reader.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct blockmask_comment {
    /// First byte of the first character of its blocks.
    pub source_start: u32,
    /// One past the last character of its blocks. If answers stand inside it, they are within the range.
    pub source_end: u32,
    /// Its author, as written, in the normalized text.
    pub author_start: u32,
    /// One past its author; author_start if it has none.
    pub author_end: u32,
    /// Its date, as written, in the normalized text.
    pub date_start: u32,
    /// One past its date; date_start if it has none.
    pub date_end: u32,
    /// The index of the comment that it answers, or BLOCKMASK_NONE.
    pub parent: u32,
}

/// Writes the address, the number and the stride of the comments, which are in source order.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_comments(
    analyzer: *mut blockmask_analyzer,
    comments: *mut *const blockmask_comment,
    count: *mut usize,
    stride: *mut usize,
) -> blockmask_status {
    // SAFETY: the caller makes the same promises.
    unsafe { borrow(analyzer, (comments, "comments"), count, Some(stride), State::comments) }
}

impl State {
    pub fn comments(&mut self) -> Result<&[blockmask_comment], Failure> {
        let State { held, tables, pushed, .. } = self;
        let records = held.document()?.comments().map(|comment| {
            let (entry, source) = (comment.table_entry(), pushed.to_source(comment.source()));
            blockmask_comment {
                source_start: source.start as u32,
                source_end: source.end as u32,
                author_start: entry.author.0,
                author_end: entry.author.1,
                date_start: entry.date.0,
                date_end: entry.date.1,
                parent: entry.parent.unwrap_or(BLOCKMASK_NONE),
            }
        });
        tables.comments.fill(records)
    }
}
