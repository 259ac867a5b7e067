//! Shapes: what is in a subtree, as a set of hashes. Two items of a template have similar shapes, also if parts of one
//! are missing in the other.

use crate::base::arena::Bump;
use crate::base::bit_counters::BitCounters;
use crate::base::fnv;
use crate::base::hash::mix;
use crate::published::tag_path::{Sequence, StyleMode};
use crate::read::html::attributes::Name;
use crate::read::html::{Tag, TagSet, Tree};
use crate::read::page::Page;
use std::ops::Range;

/// From 0, nothing in common, to this one, equal.
pub const EQUAL: u32 = 1024;

/// The elements and texts of a subtree, without their number and order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Pairs of a node and its parent by their tags.
    pub tags: u64,
    /// The classes of elements.
    pub names: u64,
}

impl Shape {
    fn with(self, other: Shape) -> Shape {
        Shape { tags: self.tags | other.tags, names: self.names | other.names }
    }
}

/// How similar two shapes are, of [`EQUAL`]: the Dice coefficient of their tags; the coefficient of their classes counts
/// half as much, if both have any.
pub fn similarity(a: Shape, b: Shape) -> u32 {
    let of_tags = dice(a.tags, b.tags);
    if a.names == 0 || b.names == 0 { of_tags } else { (2 * of_tags + dice(a.names, b.names)) / 3 }
}

fn dice(a: u64, b: u64) -> u32 {
    let all = a.count_ones() + b.count_ones();
    (2 * EQUAL * (a & b).count_ones()).checked_div(all).unwrap_or(EQUAL)
}

/// What at least half of the shapes have.
pub(super) fn common(shapes: impl Iterator<Item = Shape>) -> Shape {
    let (mut tags, mut names, mut count) = (BitCounters::default(), BitCounters::default(), 0u32);
    for shape in shapes {
        tags.add_one(shape.tags);
        names.add_one(shape.names);
        count += 1;
    }
    match count.div_ceil(2).checked_sub(1) {
        Some(limit) => Shape { tags: tags.more_than(limit), names: names.more_than(limit) },
        None => Shape::default(),
    }
}

/// Elements inside a line of text: which of them it has does not depend on the template.
pub(super) const IN_TEXT: TagSet = TagSet::of(&[
    Tag::ABBR,
    Tag::B,
    Tag::BR,
    Tag::CITE,
    Tag::CODE,
    Tag::EM,
    Tag::I,
    Tag::MARK,
    Tag::NOBR,
    Tag::S,
    Tag::STRONG,
    Tag::SUB,
    Tag::SUP,
    Tag::U,
    Tag::WBR,
]);

/// The shapes of all subtrees of the body.
pub(crate) struct Shapes<'s> {
    tree: Tree<'s>,
    /// By node index: the shape below an element.
    below: &'s [Shape],
    /// By node index: a hash of the classes of the element, 0 for none.
    pub(super) classes: &'s [u64],
}

impl<'s> Shapes<'s> {
    pub fn of(scratch: &'s Bump, page: &Page<'s>, sequence: &Sequence<'_>) -> Shapes<'s> {
        let tree = page.tree;
        let below = scratch.alloc_slice_fill_copy(tree.nodes.len(), Shape::default());
        // By node index: the bits of the children seen so far.
        let children = scratch.alloc_slice_fill_copy(tree.nodes.len(), 0u64);
        let classes = classes(scratch, &tree, sequence);
        let start = tree.body as usize;
        // Children follow their parents, so a pass from the end sees all descendants of an element before it.
        for index in (start + 1..tree.subtree(tree.body).end).rev() {
            let node = &tree.nodes[index];
            if node.tag.is_element() && !IN_TEXT.has(node.tag) {
                let parent = &tree.nodes[node.parent as usize];
                let pair = u64::from(parent.tag.0) << 8 | u64::from(node.tag.0);
                let before = &mut children[node.parent as usize];
                // A second child of the same tag has a bit of its own, but further ones do not.
                let again = if *before & bit(pair) == 0 { 0 } else { bit(pair | 1 << 16) };
                *before |= bit(pair);
                let tags = bit(pair) | again;
                let names = if classes[index] == 0 { 0 } else { bit(classes[index]) };
                let own = below[index].with(Shape { tags, names });
                below[node.parent as usize] = below[node.parent as usize].with(own);
            } else if node.tag.is_element() {
                below[node.parent as usize] = below[node.parent as usize].with(below[index]);
            }
        }
        Shapes { tree, below, classes }
    }

    /// The shape of a node with its descendants.
    pub fn of_node(&self, node: u32) -> Shape {
        let tags = bit(u64::from(self.tree.nodes[node as usize].tag.0));
        let class = self.classes[node as usize];
        self.below[node as usize].with(Shape { tags, names: if class == 0 { 0 } else { bit(class) } })
    }

    /// The shape of a range of siblings with their descendants.
    pub fn of_range(&self, range: &Range<u32>) -> Shape {
        let mut shape = Shape::default();
        let mut at = range.start;
        while let Some(node) = self.tree.nodes.get(at as usize).filter(|_| at < range.end) {
            shape = shape.with(self.of_node(at));
            at = node.subtree_end.max(at + 1);
        }
        shape
    }
}

fn bit(hash: u64) -> u64 {
    1 << (mix(hash, 1) >> 58)
}

/// The classes of all elements, read once for each symbol of the tag path sequence where that distinguishes classes.
fn classes<'s>(scratch: &'s Bump, tree: &Tree<'_>, sequence: &Sequence<'_>) -> &'s [u64] {
    let classes = scratch.alloc_slice_fill_copy(tree.nodes.len(), 0u64);
    let is_exact = sequence.style == StyleMode::Raw && sequence.path_of_node.len() == tree.nodes.len();
    let known = scratch.alloc_slice_fill_copy(if is_exact { sequence.symbols as usize + 1 } else { 0 }, None);
    for index in tree.subtree(tree.body) {
        let node = &tree.nodes[index];
        if !node.tag.is_element() {
            continue;
        }
        let read = || tree.attribute(node, Name::CLASS).map_or(0, |class| hash_of_names(tree.raw_value(class)));
        let symbol = if is_exact { sequence.path_of_node[index] as usize } else { usize::MAX };
        classes[index] = match known.get_mut(symbol) {
            Some(known) => *known.get_or_insert_with(read),
            None => read(),
        };
    }
    classes
}

/// Class names that mark positions in a list, without digits and hyphens. They are ignored.
const POSITIONS: [&str; 13] = [
    "odd",
    "even",
    "first",
    "last",
    "highlight",
    "special",
    "item",
    "active",
    "alt",
    "clearfix",
    "new",
    "selected",
    "row",
];

/// A hash of the names in a class attribute in any order, without digits, hyphens and names of positions; 0 for none.
pub(crate) fn hash_of_names(value: &[u8]) -> u64 {
    let of_word = |word| if word == fnv::EMPTY || POSITION_HASHES.contains(&word) { 0 } else { word };
    let (mut sum, mut word) = (0u64, fnv::EMPTY);
    for &byte in value {
        match MEANINGS[usize::from(byte)] {
            SKIPPED => {}
            SPACE => {
                sum = sum.wrapping_add(of_word(word));
                word = fnv::EMPTY;
            }
            letter => word = fnv::step(word, letter),
        }
    }
    sum.wrapping_add(of_word(word))
}

/// Not part of a name.
const SKIPPED: u8 = b'-';
/// Ends a name.
const SPACE: u8 = b' ';

/// By byte: the letter in lower case, [`SKIPPED`] or [`SPACE`].
const MEANINGS: [u8; 256] = {
    let mut meanings = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        meanings[byte] = match byte as u8 {
            b'0'..=b'9' | b'-' | b'_' => SKIPPED,
            byte if byte.is_ascii_whitespace() => SPACE,
            byte => byte.to_ascii_lowercase(),
        };
        byte += 1;
    }
    meanings
};

/// The hashes of [`POSITIONS`].
const POSITION_HASHES: [u64; POSITIONS.len()] = {
    let mut hashes = [0; POSITIONS.len()];
    let mut i = 0;
    while i < hashes.len() {
        hashes[i] = fnv::hash_bytes(POSITIONS[i].as_bytes());
        i += 1;
    }
    hashes
};
