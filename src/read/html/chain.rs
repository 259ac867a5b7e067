//! Values of the elements from the root down, for successive elements: the common part of a path and its predecessor is
//! not computed again.

use super::node::{NONE, Tree};
use crate::base::fallible::List;
use std::iter::repeat_n;

/// The value of an element, whose depth is the length of `path`; `None` for the document. `path` has an element of each
/// depth with its value, or [`NONE`]; those that are not on the path to `element` are replaced, with what `value`
/// computes from the value of the parent.
pub(crate) fn value_on_path<T: Copy>(
    path: &mut [(u32, T)],
    tree: &Tree<'_>,
    element: u32,
    mut value: impl FnMut(Option<T>, u32) -> T,
) -> Option<T> {
    let (mut at, mut level) = (element, path.len());
    while level > 0 && path[level - 1].0 != at {
        level -= 1;
        path[level].0 = at;
        at = tree.nodes[at as usize].parent;
    }
    for level in level..path.len() {
        let above = level.checked_sub(1).map(|above| path[above].1);
        path[level].1 = value(above, path[level].0);
    }
    path.last().map(|&(_, value)| value)
}

/// The path to an element, with a value for each element on it.
#[derive(Debug)]
pub(crate) struct Chain<T> {
    /// From the root down: node index and value.
    elements: List<(u32, T)>,
}

impl<T> Default for Chain<T> {
    fn default() -> Chain<T> {
        Chain { elements: List::default() }
    }
}

impl<T: Copy + Default> Chain<T> {
    /// Goes to an element and returns its value, `None` for the document. `value` computes the value of an element from
    /// the value of its parent, for elements that are not on the last path. Between two calls of [`Chain::clear`] the
    /// tree is the same. Unwinds if memory runs out.
    pub fn go_to(&mut self, tree: &Tree<'_>, element: u32, value: impl FnMut(Option<T>, u32) -> T) -> Option<T> {
        let depth = tree.nodes.get(element as usize).map_or(0, |node| usize::from(node.depth));
        self.elements.truncate(depth);
        self.elements.extend(repeat_n((NONE, T::default()), depth - self.elements.len()));
        value_on_path(&mut self.elements, tree, element, value)
    }

    /// The elements of the last path with their values, from the root down.
    pub fn elements(&self) -> &[(u32, T)] {
        &self.elements
    }

    /// Forgets the last path.
    pub fn clear(&mut self) {
        self.elements.truncate(0);
    }
}
