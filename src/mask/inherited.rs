//! What elements pass on to the text inside them, worked out when the first block inside asks, once an element: linear,
//! and most of the tree (links, scripts, texts) is never looked at.

use crate::arena::{Bump, Vec};
use crate::html::Tree;

/// For each element a value that depends on its own and on what stands around it. The default means "not known yet".
pub(super) struct Inherited<'a, T> {
    known: &'a mut [T],
    /// Scratch: elements on the way up to one that is known.
    way: Vec<'a, u32>,
}

impl<'a, T: Copy + Default + PartialEq> Inherited<'a, T> {
    pub(super) fn new(arena: &'a Bump, tree: &Tree<'_>) -> Self {
        let known = arena.alloc_slice_fill_copy(tree.nodes.len(), T::default());
        Inherited { known, way: Vec::with_capacity_in(64, arena) }
    }

    /// The value of an element. `outermost` stands around the document; `enter` makes an element's value of the one
    /// around it, and never gives the default.
    pub(super) fn of(&mut self, tree: &Tree<'_>, element: u32, outermost: T, mut enter: impl FnMut(T, u32) -> T) -> T {
        let mut value = outermost;
        let mut at = element;
        while let Some(&known) = self.known.get(at as usize) {
            if known != T::default() {
                value = known;
                break;
            }
            self.way.push(at);
            at = tree.nodes[at as usize].parent;
        }
        while let Some(at) = self.way.pop() {
            value = enter(value, at);
            self.known[at as usize] = value;
        }
        value
    }
}

/// An element with more nodes than this holds more than half of the page.
pub(super) fn half_of_page(tree: &Tree<'_>) -> u32 {
    tree.nodes.get(tree.body as usize).map_or(0, |body| (body.subtree_end - tree.body) / 2)
}
