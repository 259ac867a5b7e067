//! Elements with equal keys, such as tag paths, in the order of the page. Takes linear time.

use crate::base::arena::{Bump, Vec};
use crate::base::intern::Interner;

/// Nodes with numbers of their keys.
pub(super) struct ByKey<'s> {
    keys: Interner<'s>,
    /// By number: how many nodes have the key.
    counts: Vec<'s, u32>,
    nodes: Vec<'s, (u32, u32)>,
}

impl<'s> ByKey<'s> {
    pub fn new(scratch: &'s Bump, expected: usize) -> ByKey<'s> {
        ByKey { keys: Interner::new(scratch, expected), counts: Vec::new_in(scratch), nodes: Vec::new_in(scratch) }
    }

    /// Adds a node, after those before it in the tree, and says the number of its key.
    pub fn add(&mut self, key: u64, node: u32) -> u32 {
        let number = self.keys.intern(key) - 1;
        if self.counts.len() <= number as usize {
            self.counts.push(0);
        }
        self.counts[number as usize] += 1;
        self.nodes.push((number, node));
        number
    }

    /// The nodes of each key, and for each key the end of its nodes.
    pub fn finish(self, scratch: &'s Bump) -> (&'s [u32], &'s [u32]) {
        let mut sum = 0;
        let ends = scratch.alloc_slice_fill_iter(self.counts.iter().map(|count| {
            sum += count;
            sum - count
        }));
        let nodes = scratch.alloc_slice_fill_copy(self.nodes.len(), 0u32);
        for &(number, node) in &self.nodes {
            nodes[ends[number as usize] as usize] = node;
            ends[number as usize] += 1;
        }
        (nodes, ends)
    }
}

/// The nodes of each key, one key after the other.
pub(super) fn each<'s>(nodes: &'s [u32], ends: &'s [u32]) -> impl Iterator<Item = &'s [u32]> {
    let mut start = 0;
    ends.iter().map(move |&end| {
        let alike = &nodes[start as usize..end as usize];
        start = end;
        alike
    })
}
