//! Which classes and ids the elements above an element may have, as a counting Bloom filter of one hash.

use crate::base::fallible::List;

/// Counters of keys; a power of two.
const SLOTS: usize = 4096;
/// A counter that has reached this stays there.
const FULL: u8 = u8::MAX;

/// The keys of the open elements of a walk in document order.
#[derive(Default)]
pub(super) struct Above {
    /// Made with the first key.
    counts: List<u8>,
    /// For each open element the end of its subtree, and where its keys begin in `keys`.
    open: List<(u32, u32)>,
    keys: List<u64>,
}

impl Above {
    /// Leaves the elements whose subtrees end before this node.
    pub fn leave_before(&mut self, node: u32) {
        while let Some(&(end, first)) = self.open.last() {
            if node < end {
                return;
            }
            for key in &self.keys[first as usize..] {
                let count = &mut self.counts[slot(*key)];
                *count -= u8::from(*count != FULL);
            }
            self.keys.truncate(first as usize);
            self.open.truncate(self.open.len() - 1);
        }
    }

    /// Enters an element, whose keys follow.
    pub fn enter(&mut self, end: u32) {
        self.open.push((end, self.keys.len() as u32));
    }

    /// Adds a key of the element that was entered last.
    pub fn add(&mut self, key: u64) {
        if self.counts.is_empty() {
            self.counts = std::iter::repeat_n(0, SLOTS).collect();
        }
        self.keys.push(key);
        let count = &mut self.counts[slot(key)];
        *count = count.saturating_add(1);
    }

    /// Whether an open element may have the key; 0 stands for any.
    pub fn may_have(&self, key: u64) -> bool {
        key == 0 || self.counts.get(slot(key)).is_some_and(|&count| count > 0)
    }
}

fn slot(key: u64) -> usize {
    (key >> 20) as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_there_while_their_elements_are_open() {
        let [a, b] = [1 << 20, 2 << 20];
        let mut above = Above::default();
        assert!(above.may_have(0) && !above.may_have(a));
        above.leave_before(1);
        above.enter(10);
        above.add(a);
        above.leave_before(2);
        above.enter(4);
        (0..300).for_each(|_| above.add(b));
        above.add(a);
        assert!(above.may_have(a) && above.may_have(b));
        above.leave_before(4);
        // A full counter stays full.
        assert!(above.may_have(a) && above.may_have(b));
        above.leave_before(10);
        assert!(!above.may_have(a) && above.may_have(b));
    }
}
