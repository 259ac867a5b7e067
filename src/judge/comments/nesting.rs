//! The parents of comments.

use crate::base::arena::{Bump, Vec};

/// The parent of each of `count` comments, in order: the nearest one before it that may be above it.
/// `may_be_above(i, j)` says whether `j`, which follows `i`, may be part of `i` or an answer to it; it has to be
/// transitive, so that a comment that is not above one need not be tried for the next. Takes linear time.
pub(crate) fn nest(arena: &Bump, count: usize, may_be_above: impl Fn(u32, u32) -> bool) -> &[Option<u32>] {
    // The comments that the next one may answer, the nearest last.
    let mut open: Vec<'_, u32> = Vec::new_in(arena);
    let mut parents = Vec::with_capacity_in(count, arena);
    for i in 0..count as u32 {
        while open.last().is_some_and(|&last| !may_be_above(last, i)) {
            open.pop();
        }
        parents.push(open.last().copied());
        open.push(i);
    }
    parents.into_bump_slice()
}
