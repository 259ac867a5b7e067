//! What became of the passages of a page in another version, by their ids alone.
//!
//! Equal ids are matched, the n-th occurrence of an id with the n-th. Of the matched passages the most that are in one
//! order in both versions stayed, by a longest increasing subsequence (Fredman 1975), and the others moved. Between two
//! that stayed the passages without a match are changed, in their order.

use crate::base::fallible::{List, or_end};
use crate::base::named::named;
use crate::base::sort::sort;
use std::iter::repeat_n;

/// What became of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ChangeKind {
    /// It is in both versions.
    Stayed = 0,
    /// Likewise, but before or behind other passages than in the old version.
    Moved = 1,
    /// It has another text in the new version.
    Changed = 2,
    /// It is in the new version alone.
    Came = 3,
    /// It is in the old version alone.
    Went = 4,
}

named! {
    ChangeKind {
        Stayed = "stayed",
        Moved = "moved",
        Changed = "changed",
        Came = "came",
        Went = "went",
    }
}

/// What became of one passage from one version of a page to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassageChange {
    /// What became of it.
    pub change_kind: ChangeKind,
    /// Its index in the old version; `None` if it came.
    pub old_passage: Option<usize>,
    /// Its index in the new version; `None` if it went.
    pub new_passage: Option<usize>,
}

/// Compares the passages of two versions of a page by their ids ([`Passage::id`](crate::Passage::id)): what became of
/// each passage of the new version, in order, and then the passages that went. The texts are not needed, so that an index
/// of passages is brought up to date by the ids that it stores. Takes n log n time.
///
/// ```
/// use blockmask::{ChangeKind::*, diff_passages};
///
/// let changes = diff_passages(&[1, 2, 3, 4, 5], &[2, 1, 3, 6]);
/// let kinds: Vec<_> = changes.iter().map(|change| (change.change_kind, change.old_passage, change.new_passage)).collect();
/// let of_new = [(Moved, Some(1), Some(0)), (Stayed, Some(0), Some(1)), (Stayed, Some(2), Some(2))];
/// assert_eq!(kinds[..3], of_new);
/// assert_eq!(kinds[3..], [(Changed, Some(3), Some(3)), (Went, Some(4), None)]);
/// ```
pub fn diff_passages(old: &[u64], new: &[u64]) -> Vec<PassageChange> {
    or_end(|| changes(old, new)).into_vec()
}

fn changes(old: &[u64], new: &[u64]) -> List<PassageChange> {
    let matched = matches(old, new);
    let stayed = longest_ascending(&matched);
    let mut is_free: List<bool> = repeat_n(true, old.len()).collect();
    matched.iter().flatten().for_each(|&old| is_free[old] = false);
    let mut changes: List<PassageChange> = List::default();
    // The passages of the old version between the last one that stayed and the next.
    let (mut from, mut anchors) = (0, stayed.iter().copied().peekable());
    for (index, old_index) in matched.iter().enumerate() {
        let (change_kind, old_passage) = match old_index {
            Some(old_index) if anchors.next_if_eq(&index).is_some() => {
                from = old_index + 1;
                (ChangeKind::Stayed, Some(*old_index))
            }
            Some(old_index) => (ChangeKind::Moved, Some(*old_index)),
            None => {
                let next = anchors.peek().and_then(|&anchor| matched[anchor]).unwrap_or(old.len());
                from += is_free[from..next].iter().take_while(|is_free| !**is_free).count();
                let found = from;
                from = (from + 1).min(next);
                if found < next { (ChangeKind::Changed, Some(found)) } else { (ChangeKind::Came, None) }
            }
        };
        changes.push(PassageChange { change_kind, old_passage, new_passage: Some(index) });
    }
    let mut is_kept: List<bool> = repeat_n(false, old.len()).collect();
    changes.iter().filter_map(|change| change.old_passage).for_each(|old| is_kept[old] = true);
    let gone = is_kept.iter().enumerate().filter(|(_, is_kept)| !**is_kept);
    let went = |old| PassageChange { change_kind: ChangeKind::Went, old_passage: Some(old), new_passage: None };
    changes.extend(gone.map(|(old, _)| went(old)));
    changes
}

/// For each new id the index of the old one that is equal.
fn matches(old: &[u64], new: &[u64]) -> List<Option<usize>> {
    let sorted = |ids: &[u64]| {
        let mut sorted: List<(u64, usize)> = ids.iter().copied().zip(0..).collect();
        sort(&mut sorted);
        sorted
    };
    let old = sorted(old);
    let mut matched: List<Option<usize>> = repeat_n(None, new.len()).collect();
    let mut rest = &old[..];
    for (id, index) in sorted(new) {
        let smaller = rest.iter().take_while(|(other, _)| *other < id).count();
        rest = &rest[smaller..];
        if let Some((&(found, old_index), others)) = rest.split_first()
            && found == id
        {
            matched[index] = Some(old_index);
            rest = others;
        }
    }
    matched
}

/// The places of a longest ascending subsequence of the values that there are.
fn longest_ascending(values: &[Option<usize>]) -> List<usize> {
    // By length: the place of the least value that ends a subsequence of that length. By place: the one before.
    let mut ends: List<(usize, usize)> = List::default();
    let mut before: List<Option<usize>> = repeat_n(None, values.len()).collect();
    for (place, value) in values.iter().enumerate() {
        let Some(value) = *value else { continue };
        let length = ends.partition_point(|&(end, _)| end < value);
        before[place] = length.checked_sub(1).map(|shorter| ends[shorter].1);
        match ends.get_mut(length) {
            Some(end) => *end = (value, place),
            None => ends.push((value, place)),
        }
    }
    let mut places: List<usize> = List::default();
    let mut at = ends.last().map(|&(_, place)| place);
    while let Some(place) = at {
        places.push(place);
        at = before[place];
    }
    places.reverse();
    places
}

#[cfg(test)]
mod tests {
    use super::ChangeKind::{self, Came, Changed, Moved, Stayed, Went};
    use super::diff_passages;

    /// What became of each passage, with its index in the old version.
    fn diff(old: &[u64], new: &[u64]) -> Vec<(ChangeKind, Option<usize>)> {
        let changes = diff_passages(old, new);
        for (index, change) in changes.iter().enumerate() {
            assert_eq!(change.new_passage, Some(index).filter(|&index| index < new.len()));
        }
        changes.iter().map(|change| (change.change_kind, change.old_passage)).collect()
    }

    #[test]
    fn changes_by_hand() {
        assert_eq!(diff(&[], &[]), []);
        assert_eq!(diff(&[1, 2], &[]), [(Went, Some(0)), (Went, Some(1))]);
        assert_eq!(diff(&[], &[1, 2]), [(Came, None), (Came, None)]);
        assert_eq!(diff(&[1, 2], &[1, 2]), [(Stayed, Some(0)), (Stayed, Some(1))]);
        // One is edited, one comes behind it, and one at the end goes.
        let edited = [(Stayed, Some(0)), (Changed, Some(1)), (Came, None), (Stayed, Some(2)), (Went, Some(3))];
        assert_eq!(diff(&[1, 2, 3, 4], &[1, 7, 8, 3]), edited);
        // The last one comes first.
        assert_eq!(diff(&[1, 2, 3], &[3, 1, 2]), [(Moved, Some(2)), (Stayed, Some(0)), (Stayed, Some(1))]);
        // What moved away is not changed.
        let moved = [(Stayed, Some(1)), (Stayed, Some(2)), (Changed, Some(3)), (Moved, Some(0))];
        assert_eq!(diff(&[1, 2, 3, 4], &[2, 3, 9, 1]), moved);
        // Equal ids are matched in their order.
        assert_eq!(diff(&[5, 5, 6], &[5, 6, 5]), [(Stayed, Some(0)), (Moved, Some(2)), (Stayed, Some(1))]);
    }

    /// Each passage of both versions has one change, and what stayed is in order.
    #[test]
    fn changes_of_random_versions() {
        let mut random = crate::base::random::Random(7);
        for _ in 0..300 {
            let mut ids = || (0..random.below(12)).map(|_| random.below(8) as u64).collect::<Vec<_>>();
            let (old, new) = (ids(), ids());
            let changes = diff(&old, &new);
            let mut named: Vec<usize> = changes.iter().filter_map(|change| change.1).collect();
            named.sort_unstable();
            assert!(named.into_iter().eq(0..old.len()), "{old:?} {new:?} {changes:?}");
            let stayed = changes.iter().filter(|change| change.0 == Stayed);
            assert!(stayed.is_sorted_by_key(|change| change.1), "{changes:?}");
            for ((kind, old_index), id) in changes.iter().zip(&new) {
                let is_equal = old_index.map(|index| old[index]) == Some(*id);
                assert_eq!(is_equal, matches!(kind, Stayed | Moved), "{changes:?}");
            }
        }
    }
}
