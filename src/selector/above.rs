//! Which keys the elements above an element have.

use super::set::Around;
use crate::base::fallible::List;

/// The groups of the open elements of a walk in document order.
pub(super) struct Above {
    /// How many open elements have the key of each group. Made when the first has one.
    counts: List<u32>,
    count: usize,
    /// The groups that some have.
    groups: List<u32>,
    /// For each open element with a group the end of its subtree, and where its groups begin in `entered`.
    open: List<(u32, u32)>,
    entered: List<u32>,
}

impl Above {
    /// None yet, of this many groups.
    pub fn new(count: usize) -> Above {
        Above {
            counts: List::default(),
            count,
            groups: List::default(),
            open: List::default(),
            entered: List::default(),
        }
    }

    /// Leaves the elements whose subtrees end before this node.
    #[inline]
    pub fn leave_before(&mut self, node: u32) {
        while let Some(&(_, first)) = self.open.last().filter(|(end, _)| *end <= node) {
            for &group in &self.entered[first as usize..] {
                let count = &mut self.counts[group as usize - 1];
                *count -= 1;
                if *count == 0 {
                    // What was entered after it has been left.
                    self.groups.pop();
                }
            }
            self.entered.truncate(first as usize);
            self.open.pop();
        }
    }

    /// Enters an element with these groups.
    pub fn enter(&mut self, end: u32, groups: &[u32]) {
        if self.counts.is_empty() {
            self.counts = List::repeat(0, self.count);
        }
        self.open.push((end, self.entered.len() as u32));
        for &group in groups {
            self.entered.push(group);
            let count = &mut self.counts[group as usize - 1];
            *count += 1;
            if *count == 1 {
                self.groups.push(group);
            }
        }
    }
}

impl Around for Above {
    fn may_have(&self, group: u32) -> bool {
        self.counts.get(group as usize - 1).is_some_and(|&count| count > 0)
    }

    fn all(&self) -> Option<&[u32]> {
        Some(&self.groups)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_there_while_their_elements_are_open() {
        let (a, b) = (1, 3);
        let mut above = Above::new(3);
        assert!(!above.may_have(a) && above.all() == Some(&[]));
        above.leave_before(1);
        above.enter(10, &[a]);
        above.leave_before(2);
        above.enter(4, &[b, a, b]);
        assert!(above.may_have(a) && above.may_have(b) && !above.may_have(2));
        assert_eq!(above.all(), Some(&[a, b][..]));
        above.leave_before(4);
        assert!(above.may_have(a) && !above.may_have(b));
        above.leave_before(10);
        assert!(!above.may_have(a) && above.all() == Some(&[]));
    }
}
