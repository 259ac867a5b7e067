//! LBS, the largest block string: the strings of an article are contiguous and on one level of the tree. A heuristic of
//! Content Seeker for news and blogs.
//!
//! The block of an element consists of the *own strings* of its children: a text node, or the text directly in an
//! element and in its inline children. Children without one, such as lists, tables and advertisements, are skipped. The
//! element with the longest block wins, the first one on ties.
//!
//! One pass over the nodes in reverse order sums up the lengths; the strings of the winner are marked afterwards.

use super::strings::Strings;
use crate::base::arena::Bump;
use crate::read::html::{Namespace, Tag, TagSet, Tree};
use crate::read::page::Page;
use std::ops::Range;

/// Elements whose text belongs to the own string of their parent.
#[rustfmt::skip]
const INLINE: TagSet = TagSet::of(&[
    Tag::A, Tag::B, Tag::I, Tag::EM, Tag::STRONG, Tag::SPAN, Tag::FONT, Tag::U, Tag::SUB, Tag::SUP, Tag::CODE,
    Tag::SMALL, Tag::ABBR, Tag::Q, Tag::CITE, Tag::BR,
]);

/// Marks the strings of the largest block in the subtree of `root`.
pub fn mark(arena: &Bump, page: &Page<'_>, strings: &Strings<'_>, root: u32, inline_counts: bool, kept: &mut [bool]) {
    let levels = Levels::new(arena, page, strings, page.tree.subtree(root), inline_counts);
    if let Some((element, _)) = levels.largest(&page.tree, root) {
        levels.mark(&page.tree, strings, element, kept);
    }
}

/// The lengths of one element.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// Characters of its own string.
    own: u32,
    /// One plus the index of the first string of the own string; 0 for none.
    first: u32,
    /// Characters of its block, with a line feed after each string.
    block: u32,
    /// Whether it has text outside of its children, so that its own string counts.
    has_text: bool,
}

/// The lengths of the blocks of a page, or of a subtree.
#[derive(Debug)]
pub struct Levels<'a> {
    /// The first node that was measured.
    first: usize,
    of_nodes: &'a mut [Level],
}

impl<'a> Levels<'a> {
    /// Measures the blocks of the elements in a range of nodes, which must consist of whole subtrees. With
    /// `inline_counts`, text in an inline element other than a link is an own string too.
    pub fn new(
        arena: &'a Bump,
        page: &Page<'_>,
        strings: &Strings<'_>,
        range: Range<usize>,
        inline_counts: bool,
    ) -> Levels<'a> {
        let (nodes, first) = (page.tree.nodes, range.start);
        let of_nodes = arena.alloc_slice_fill_copy(range.len(), Level::default());
        for i in range.rev() {
            let (node, level) = (&nodes[i], of_nodes[i - first]);
            // The roots of the range have no parent in it.
            let parent = (node.parent as usize).checked_sub(first).and_then(|parent| of_nodes.get_mut(parent));
            let Some(parent) = parent else { continue };
            if let Some(string) = strings.at(i) {
                parent.add(strings, string..string + 1);
                parent.has_text = true;
                parent.block += strings.list[string].characters + 1;
                continue;
            }
            if is_inline(&page.tree, i) {
                let inside = strings.of(&page.tree, i as u32);
                if !inside.is_empty() {
                    parent.add(strings, inside);
                    parent.has_text |= inline_counts && level.has_text && node.tag != Tag::A;
                }
            }
            parent.block += if level.has_text { level.own + 1 } else { 0 };
        }
        Levels { first, of_nodes }
    }

    /// The element in the subtree of `root` with the longest block, and its characters; `None` without a string.
    pub fn largest(&self, tree: &Tree<'_>, root: u32) -> Option<(u32, u32)> {
        let mut best = (0, 0);
        let subtree = tree.subtree(root);
        let levels = self.of_nodes.get(subtree.start.wrapping_sub(self.first)..).unwrap_or_default();
        for (i, level) in subtree.zip(levels) {
            if level.block > best.1 {
                best = (i as u32, level.block);
            }
        }
        (best.1 > 0).then(|| (best.0, best.1 - 1))
    }

    /// Marks the strings of the block of `element`.
    pub fn mark(&self, tree: &Tree<'_>, strings: &Strings<'_>, element: u32, kept: &mut [bool]) {
        for child in tree.children(element) {
            if tree.nodes[child as usize].tag == Tag::TEXT {
                kept[strings.of(tree, child)].fill(true);
            } else if self.of_nodes[child as usize - self.first].has_text {
                mark_own(tree, strings, child, kept);
            }
        }
    }
}

fn mark_own(tree: &Tree<'_>, strings: &Strings<'_>, element: u32, kept: &mut [bool]) {
    for child in tree.children(element) {
        if tree.nodes[child as usize].tag == Tag::TEXT || is_inline(tree, child as usize) {
            kept[strings.of(tree, child)].fill(true);
        }
    }
}

impl Level {
    /// Prepends strings to the own string.
    #[inline]
    fn add(&mut self, strings: &Strings<'_>, inside: Range<usize>) {
        // Skipped strings count as a space.
        let space = match self.first {
            0 => false,
            first => first as usize - 1 != inside.end || strings.list[inside.end].is_spaced,
        };
        self.first = inside.start as u32 + 1;
        self.own += strings.characters(inside) + u32::from(space);
    }
}

fn is_inline(tree: &Tree<'_>, node: usize) -> bool {
    let node = &tree.nodes[node];
    INLINE.has(node.tag) && node.namespace == Namespace::Html
}
