//! What became of the passages of a page in another version, by their ids alone.
//!
//! Equal ids are matched, the n-th occurrence of an id with the n-th. Of the matched passages the most that are in one
//! order in both versions stayed, by a longest increasing subsequence (Fredman 1975), and the others moved. Between two
//! that stayed the passages without a match are changed, in their order.

use crate::base::fallible::{List, or_end};
use std::iter::repeat_n;

/// What a passage of a page was in an older version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassageChange {
    /// The passage of the older version with this index.
    Stayed(usize),
    /// Likewise, but before or behind other passages than there.
    Moved(usize),
    /// Another text in place of the passage with this index.
    Changed(usize),
    /// It is new.
    Came,
}

impl PassageChange {
    /// The index of the passage of the older version that it was.
    pub fn old(self) -> Option<usize> {
        match self {
            PassageChange::Stayed(old) | PassageChange::Moved(old) | PassageChange::Changed(old) => Some(old),
            PassageChange::Came => None,
        }
    }

    /// `stayed`, `moved`, `changed` or `came`.
    pub fn name(self) -> &'static str {
        match self {
            PassageChange::Stayed(_) => "stayed",
            PassageChange::Moved(_) => "moved",
            PassageChange::Changed(_) => "changed",
            PassageChange::Came => "came",
        }
    }
}

/// Compares the passages of two versions of a page by their ids ([`Passage::id`](crate::Passage::id)): what each passage
/// of the new version was in the old one. Passages of the old version that are none of these went. The texts are not
/// needed, so that an index of passages is brought up to date by the ids that it stores. Takes n log n time.
///
/// ```
/// use blockmask::{PassageChange::*, diff_passages};
///
/// assert_eq!(diff_passages(&[1, 2, 3, 4], &[2, 1, 3, 5, 6]), [Moved(1), Stayed(0), Stayed(2), Changed(3), Came]);
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
        let change = match old_index {
            Some(old_index) if anchors.next_if_eq(&index).is_some() => {
                from = old_index + 1;
                PassageChange::Stayed(*old_index)
            }
            Some(old_index) => PassageChange::Moved(*old_index),
            None => {
                let next = anchors.peek().and_then(|&anchor| matched[anchor]).unwrap_or(old.len());
                from += is_free[from..next].iter().take_while(|is_free| !**is_free).count();
                let found = from;
                from = (from + 1).min(next);
                if found < next { PassageChange::Changed(found) } else { PassageChange::Came }
            }
        };
        changes.push(change);
    }
    changes
}

/// For each new id the index of the old one that is equal.
fn matches(old: &[u64], new: &[u64]) -> List<Option<usize>> {
    let sorted = |ids: &[u64]| {
        let mut sorted: List<(u64, usize)> = ids.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
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
    use super::PassageChange::{Came, Changed, Moved, Stayed};
    use super::diff_passages;

    #[test]
    fn changes_by_hand() {
        assert_eq!(diff_passages(&[], &[]), []);
        assert_eq!(diff_passages(&[1, 2], &[]), []);
        assert_eq!(diff_passages(&[], &[1, 2]), [Came, Came]);
        assert_eq!(diff_passages(&[1, 2, 3], &[1, 2, 3]), [Stayed(0), Stayed(1), Stayed(2)]);
        // One is edited, one comes behind it, and one at the end goes.
        assert_eq!(diff_passages(&[1, 2, 3, 4], &[1, 7, 8, 3]), [Stayed(0), Changed(1), Came, Stayed(2)]);
        // The last one comes first.
        assert_eq!(diff_passages(&[1, 2, 3], &[3, 1, 2]), [Moved(2), Stayed(0), Stayed(1)]);
        // What moved away is not changed.
        assert_eq!(diff_passages(&[1, 2, 3, 4], &[2, 3, 9, 1]), [Stayed(1), Stayed(2), Changed(3), Moved(0)]);
        // Equal ids are matched in their order.
        assert_eq!(diff_passages(&[5, 5, 6], &[5, 6, 5]), [Stayed(0), Moved(2), Stayed(1)]);
    }

    /// Each passage of the old version is matched at most once, and what stayed is in order.
    #[test]
    fn changes_of_random_versions() {
        let mut random = crate::base::random::Random(7);
        for _ in 0..300 {
            let mut ids = || (0..random.below(12)).map(|_| random.below(8) as u64).collect::<Vec<_>>();
            let (old, new) = (ids(), ids());
            let changes = diff_passages(&old, &new);
            assert_eq!(changes.len(), new.len());
            let mut named: Vec<usize> = changes.iter().filter_map(|change| change.old()).collect();
            named.sort_unstable();
            assert!(named.windows(2).all(|pair| pair[0] < pair[1]), "{old:?} {new:?} {changes:?}");
            let stayed: Vec<usize> = changes.iter().filter(|c| c.name() == "stayed").filter_map(|c| c.old()).collect();
            assert!(stayed.is_sorted(), "{changes:?}");
            for (change, id) in changes.iter().zip(&new) {
                let old = change.old().map(|index| old[index]);
                assert_eq!(old == Some(*id), matches!(change, Stayed(_) | Moved(_)), "{changes:?}");
            }
        }
    }
}
