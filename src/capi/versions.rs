//! Versions of a page.
//!
//! Which passages stayed, moved, changed, came and went, by their ids alone: an index of passages is brought up to date
//! without the old page.

use super::blocks::BLOCKMASK_NONE;
use super::guard::without_handle;
use super::malloc::MallocBuffer;
use super::pointer::{Out, array};
use super::start::blockmask_table;
use super::status::blockmask_status;
use crate::base::arena::catch_ended;
use crate::{PassageChange, diff_passages};

/// change_kind: it is in both versions.
pub const BLOCKMASK_CHANGE_STAYED: u32 = 0;
/// change_kind: likewise, but before or behind other passages than in the old version.
pub const BLOCKMASK_CHANGE_MOVED: u32 = 1;
/// change_kind: it has another text in the new version.
pub const BLOCKMASK_CHANGE_CHANGED: u32 = 2;
/// change_kind: it is in the new version alone.
pub const BLOCKMASK_CHANGE_CAME: u32 = 3;
/// change_kind: it is in the old version alone.
pub const BLOCKMASK_CHANGE_WENT: u32 = 4;

/// names: BLOCKMASK_CHANGE_, such as "moved".
pub const BLOCKMASK_NAMES_CHANGE: u32 = 15;

/// What became of a passage.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_passage_change {
    /// One of BLOCKMASK_CHANGE_.
    pub change_kind: u32,
    /// Its index in the old version; BLOCKMASK_NONE if it came.
    pub old_passage: u32,
    /// Its index in the new version; BLOCKMASK_NONE if it went.
    pub new_passage: u32,
}

/// Compares the passages of two versions of a page by their ids. Writes a table of blockmask_passage_change, which the
/// caller frees with blockmask_free: what became of each passage of the new version, in order, and then the passages
/// that went.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_diff_passages(
    old_ids: *const u64,
    old_count: usize,
    new_ids: *const u64,
    new_count: usize,
    changes: *mut blockmask_table,
) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller promises `old_count` and `new_count` ids, and a variable.
        let (old, new, mut out) = unsafe {
            let (old, new) = (array(old_ids, old_count, "old_ids")?, array(new_ids, new_count, "new_ids")?);
            (old, new, Out::new(changes, "changes")?)
        };
        let found = catch_ended(|| diff_passages(old, new))?;
        let mut buffer = MallocBuffer::with_capacity(size_of::<blockmask_passage_change>() * found.len())?;
        found.iter().try_for_each(|change| buffer.extend(&[row(change)]))?;
        out.write(buffer.into_table::<blockmask_passage_change>(found.len()));
        Ok(())
    })
}

fn row(change: &PassageChange) -> blockmask_passage_change {
    let index = |index: Option<usize>| index.map_or(BLOCKMASK_NONE, |index| index as u32);
    blockmask_passage_change {
        change_kind: change.change_kind as u32,
        old_passage: index(change.old_passage),
        new_passage: index(change.new_passage),
    }
}
