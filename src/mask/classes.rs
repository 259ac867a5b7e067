//! What is said by the classes of elements, read once for each tag path: elements of one path have the same class.

use crate::arena::Bump;
use crate::html::NONE;
use crate::tag_path::{Sequence, StyleMode, TagPath};

/// For the class of each tag path what was read from it. The default means "not read yet".
#[derive(Default)]
pub(super) struct OfClasses<'a, T> {
    /// By the symbol of the path; empty if paths do not tell classes.
    of_paths: &'a mut [T],
    path_of_node: &'a [u32],
}

impl<'a, T: Copy + Default + PartialEq> OfClasses<'a, T> {
    /// For the page of these tag paths.
    pub(super) fn of_page(arena: &'a Bump, tag_path: &TagPath<'a>) -> OfClasses<'a, T> {
        let Sequence { path_of_node, .. } = tag_path.sequence;
        OfClasses { of_paths: arena.alloc_slice_fill_copy(entries(tag_path), T::default()), path_of_node }
    }

    /// Room that [`OfClasses::of_page`] takes, in bytes.
    pub(super) fn room(tag_path: &TagPath<'_>) -> usize {
        entries(tag_path) * size_of::<T>()
    }

    /// What the class of an element says; `read` reads it, and never gives the default.
    #[inline]
    pub(super) fn of(&mut self, element: u32, read: impl FnOnce() -> T) -> T {
        let path = self.path_of_node.get(element as usize).map_or(NONE, |&path| path);
        match self.of_paths.get_mut(path as usize) {
            Some(of_path) if *of_path != T::default() => *of_path,
            Some(of_path) => {
                *of_path = read();
                *of_path
            }
            None => read(),
        }
    }
}

fn entries(tag_path: &TagPath<'_>) -> usize {
    let Sequence { symbols, style, .. } = tag_path.sequence;
    if style == StyleMode::Raw { symbols as usize + 1 } else { 0 }
}
