//! Values that descendants inherit from elements, computed lazily and at most once per element. Takes linear time, and
//! does not visit most of the tree (links, scripts, text nodes).

use crate::base::arena::{Bump, Vec};
use crate::read::html::Tree;

/// A memo of values that depend on an element and on the value of its parent. The default means "not computed yet".
pub(super) struct Inherited<'a, T> {
    known: &'a mut [T],
    /// Scratch buffer: the path from an element up to below the topmost one without a value.
    path: Vec<'a, u32>,
}

impl<'a, T: Copy + Default + PartialEq> Inherited<'a, T> {
    pub(super) fn new(arena: &'a Bump, tree: &Tree<'_>) -> Self {
        let known = arena.alloc_slice_fill_copy(tree.nodes.len(), T::default());
        Inherited { known, path: Vec::with_capacity_in(64, arena) }
    }

    /// The value of an element. `outermost` is the value outside the document; `enter` computes the value of an element
    /// from the value of its parent, and never returns the default.
    pub(super) fn of(&mut self, tree: &Tree<'_>, element: u32, outermost: T, mut enter: impl FnMut(T, u32) -> T) -> T {
        // Fast path: elements that hold text hold several blocks, or blocks with several values.
        match self.known.get(element as usize) {
            Some(known) if *known == T::default() => {}
            known => return known.copied().unwrap_or(outermost),
        }
        // The value of most parents is known, so that the path is empty.
        let (mut value, mut at) = (outermost, element);
        let mut above = tree.nodes[at as usize].parent;
        while let Some(&known) = self.known.get(above as usize) {
            if known != T::default() {
                value = known;
                break;
            }
            self.path.push(at);
            (at, above) = (above, tree.nodes[above as usize].parent);
        }
        loop {
            value = enter(value, at);
            self.known[at as usize] = value;
            match self.path.pop() {
                Some(below) => at = below,
                None => break,
            }
        }
        value
    }
}

/// An element with more nodes than this contains more than half of the page.
pub(super) fn half_of_page(tree: &Tree<'_>) -> u32 {
    tree.nodes.get(tree.body as usize).map_or(0, |body| (body.subtree_end - tree.body) / 2)
}
