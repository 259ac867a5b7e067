//! Properties of elements that are needed to form groups: the amount of text, and the shape of the subtree.

use super::classes::Classes;
use crate::base::fallible::List;
use crate::base::hash::mix;
use crate::published::tag_path::Sequence;
use crate::read::html::{Tag, Tree};
use crate::read::page::{Page, flag};
use std::ops::Range;

/// A set of pairs of an element and its parent, each by tag and class, hashed to 128 bits.
pub(super) type Shape = u128;

/// From 0, nothing in common, to this one, equal.
pub(super) const EQUAL: u64 = 1024;

pub(super) struct Elements<'p> {
    pub tree: Tree<'p>,
    /// The first text node of each block and its number, ascending.
    texts: List<(u32, u32)>,
    /// By node index, and one past the last: the number of texts before the node in preorder.
    ranks: List<u32>,
    /// Prefix sums over the texts.
    sums: List<Sums>,
    /// By node index, in the body.
    shapes: List<Shape>,
    classes: Classes<'p>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    tokens: u32,
    main_tokens: u32,
}

impl<'p> Elements<'p> {
    /// `is_main` tells whether a block belongs to the main text.
    pub fn new(page: &Page<'p>, sequence: &Sequence<'p>, is_main: impl Fn(usize) -> bool) -> Elements<'p> {
        let tree = page.tree;
        let mut elements = Elements {
            tree,
            texts: List::default(),
            ranks: List::default(),
            sums: List::default(),
            shapes: List::repeat(0, tree.nodes.len()),
            classes: Classes::new(tree, sequence),
        };
        elements.add_texts(page, is_main);
        elements.add_shapes();
        elements
    }

    fn add_texts(&mut self, page: &Page<'_>, is_main: impl Fn(usize) -> bool) {
        let nodes = self.tree.nodes.len();
        let blocks = page.blocks.iter().enumerate();
        let in_body =
            blocks.filter(|(_, block)| block.flags & flag::IN_HEAD == 0 && (block.first_text as usize) < nodes);
        self.texts = in_body.map(|(index, block)| (block.first_text, index as u32)).collect();
        self.texts.sort_unstable();
        self.ranks = List::repeat(self.texts.len() as u32, nodes + 1);
        let (mut next, mut before) = (0, Sums::default());
        self.sums.push(before);
        for (rank, &(text, block)) in self.texts.iter().enumerate() {
            self.ranks[next..=text as usize].fill(rank as u32);
            next = text as usize + 1;
            let tokens = page.blocks[block as usize].tokens;
            before.tokens += tokens;
            before.main_tokens += if is_main(block as usize) { tokens } else { 0 };
            self.sums.push(before);
        }
    }

    /// Children follow their parents, so a pass from the end sees all descendants of an element before it.
    fn add_shapes(&mut self) {
        let Tree { nodes, body, .. } = self.tree;
        if nodes.get(body as usize).is_none() {
            return;
        }
        for index in (body as usize + 1..self.tree.subtree(body).end).rev() {
            let node = &nodes[index];
            if node.tag.is_element() {
                let shape = self.shapes[index] | self.classes.of(index).pair;
                self.shapes[node.parent as usize] |= shape;
            }
        }
    }

    /// A hash of the classes of an element, 0 for none.
    pub fn class(&mut self, node: u32) -> u64 {
        self.classes.of(node as usize).hash
    }

    /// The children of a node.
    pub fn children(&self, parent: u32) -> impl Iterator<Item = u32> {
        let Range { start, end } = self.subtree(parent);
        let mut next = start + 1;
        std::iter::from_fn(move || {
            let child = next;
            next = self.tree.nodes.get(child as usize).filter(|_| child < end)?.subtree_end.max(child + 1);
            Some(child)
        })
    }

    /// The shape of a range of siblings with their descendants, their own tags included.
    pub fn shape(&self, range: &Range<u32>) -> Shape {
        let mut shape = 0;
        let mut at = range.start as usize;
        while let Some(node) = self.tree.nodes.get(at).filter(|_| at < range.end as usize) {
            shape |= self.shapes[at] | bit(u64::from(node.tag.0));
            at = (node.subtree_end as usize).max(at + 1);
        }
        shape
    }

    /// The nodes of an element and its descendants.
    pub fn subtree(&self, node: u32) -> Range<u32> {
        node..self.tree.nodes[node as usize].subtree_end
    }

    pub fn tag(&self, node: u32) -> Tag {
        self.tree.nodes[node as usize].tag
    }

    /// The texts that begin in a range of nodes.
    fn texts(&self, range: &Range<u32>) -> Range<usize> {
        self.ranks[range.start as usize] as usize..self.ranks[range.end as usize] as usize
    }

    pub fn tokens(&self, range: &Range<u32>) -> u32 {
        let texts = self.texts(range);
        self.sums[texts.end].tokens - self.sums[texts.start].tokens
    }

    pub fn main_tokens(&self, range: &Range<u32>) -> u32 {
        let texts = self.texts(range);
        self.sums[texts.end].main_tokens - self.sums[texts.start].main_tokens
    }

    pub fn block_count(&self, range: &Range<u32>) -> u32 {
        self.texts(range).len() as u32
    }

    /// For each range of nodes the range of blocks that begin in it. A range inside its predecessor ends the
    /// predecessor.
    pub fn blocks_of(&self, ranges: &[Range<u32>]) -> impl Iterator<Item = Range<usize>> {
        ranges.iter().enumerate().filter_map(|(index, range)| {
            let end = ranges.get(index + 1).map_or(range.end, |next| range.end.min(next.start));
            let texts = &self.texts[self.texts(&(range.start..end))];
            let blocks = texts.iter().map(|&(_, block)| block as usize);
            let (first, last) = (blocks.clone().min()?, blocks.max()?);
            Some(first..last + 1)
        })
    }
}

/// The bit of a hash in a shape.
pub(super) fn bit(hash: u64) -> Shape {
    1 << (mix(hash, 1) >> 57)
}

/// How similar two shapes are: the Dice coefficient, in units of 1 / [`EQUAL`].
pub(super) fn similarity(a: Shape, b: Shape) -> u64 {
    let all = u64::from(a.count_ones() + b.count_ones());
    (2 * EQUAL * u64::from((a & b).count_ones())).checked_div(all).unwrap_or(EQUAL)
}

/// The bits that at least half of the shapes have.
pub(super) fn common_shape(shapes: &[Shape]) -> Shape {
    let mut counts = [0u32; 128];
    for &(mut shape) in shapes {
        while shape != 0 {
            counts[shape.trailing_zeros() as usize] += 1;
            shape &= shape - 1;
        }
    }
    counts
        .iter()
        .enumerate()
        .filter(|&(_, &count)| 2 * count as usize >= shapes.len())
        .fold(0, |shape, (bit, _)| shape | 1 << bit)
}
