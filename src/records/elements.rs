//! What is known of each element before groups are formed: how much text it has, and the shape of its subtree.

use crate::fallible::List;
use crate::fnv;
use crate::hash::{hash_bytes, mix};
use crate::html::attributes::Name;
use crate::html::{Node, Tag, Tree};
use crate::page::{Page, flag};
use std::ops::Range;

/// A set of pairs of an element and its parent, each by tag and class, hashed to 128 bits.
pub(super) type Shape = u128;

/// From 0, nothing in common, to this one, equal.
pub(super) const EQUAL: u64 = 1024;

/// Classes that tell the members of a list apart, without digits and hyphens.
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
const LONGEST_POSITION: usize = "highlight".len();

pub(super) struct Elements<'p> {
    pub nodes: &'p [Node],
    /// The node of the body.
    pub body: u32,
    /// By node index, and one past the last: what stands before it in preorder.
    sums: List<Sums>,
    /// By node index.
    pub shapes: List<Shape>,
    /// By node index: a hash of the classes, 0 for none.
    pub classes: List<u64>,
    /// The first text node of each block and its number, ascending.
    texts: List<(u32, u32)>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    tokens: u32,
    main_tokens: u32,
    blocks: u32,
}

impl<'p> Elements<'p> {
    /// `is_main` tells whether a block belongs to the main text.
    pub fn new(page: &Page<'p>, is_main: impl Fn(usize) -> bool) -> Elements<'p> {
        let tree = &page.tree;
        let mut cache = ClassCache([(0, 0); 256]);
        let mut elements = Elements {
            nodes: tree.nodes,
            body: tree.body,
            sums: List::repeat(Sums::default(), tree.nodes.len() + 1),
            shapes: List::repeat(0, tree.nodes.len()),
            classes: tree.nodes.iter().map(|node| cache.hash(tree, node)).collect(),
            texts: List::default(),
        };
        elements.add_texts(page, is_main);
        elements.add_shapes();
        elements
    }

    fn add_texts(&mut self, page: &Page<'_>, is_main: impl Fn(usize) -> bool) {
        for (index, block) in page.blocks.iter().enumerate().filter(|(_, block)| block.flags & flag::IN_HEAD == 0) {
            let Some(sums) = self.sums.get_mut(block.first_text as usize + 1) else { continue };
            sums.tokens += block.tokens;
            sums.main_tokens += if is_main(index) { block.tokens } else { 0 };
            sums.blocks += 1;
            self.texts.push((block.first_text, index as u32));
        }
        self.texts.sort_unstable();
        let mut before = Sums::default();
        for sums in self.sums.iter_mut() {
            before.tokens += sums.tokens;
            before.main_tokens += sums.main_tokens;
            before.blocks += sums.blocks;
            *sums = before;
        }
    }

    /// Children follow their parents, so a pass from the end sees all descendants of an element before it.
    fn add_shapes(&mut self) {
        for index in (1..self.nodes.len()).rev() {
            let node = &self.nodes[index];
            if !node.tag.is_element() {
                continue;
            }
            let parent = node.parent as usize;
            let pair = u64::from(self.nodes[parent].tag.0) << 8 | u64::from(node.tag.0);
            self.shapes[parent] |= self.shapes[index] | bit(mix(pair, self.classes[index]));
        }
    }

    /// The shape of a range of siblings with their descendants, their own tags included.
    pub fn shape(&self, range: &Range<u32>) -> Shape {
        let mut shape = 0;
        let mut at = range.start as usize;
        while let Some(node) = self.nodes.get(at).filter(|_| at < range.end as usize) {
            shape |= self.shapes[at] | bit(u64::from(node.tag.0));
            at = (node.subtree_end as usize).max(at + 1);
        }
        shape
    }

    /// The nodes of an element and its descendants.
    pub fn subtree(&self, node: u32) -> Range<u32> {
        node..self.nodes[node as usize].subtree_end
    }

    pub fn tag(&self, node: u32) -> Tag {
        self.nodes[node as usize].tag
    }

    pub fn tokens(&self, range: &Range<u32>) -> u32 {
        self.sums[range.end as usize].tokens - self.sums[range.start as usize].tokens
    }

    pub fn main_tokens(&self, range: &Range<u32>) -> u32 {
        self.sums[range.end as usize].main_tokens - self.sums[range.start as usize].main_tokens
    }

    pub fn block_count(&self, range: &Range<u32>) -> u32 {
        self.sums[range.end as usize].blocks - self.sums[range.start as usize].blocks
    }

    /// For each range of nodes the blocks from the first to the last that begin in it. A range inside the one before
    /// ends that.
    pub fn blocks_of(&self, ranges: &[Range<u32>]) -> impl Iterator<Item = Range<usize>> {
        ranges.iter().enumerate().filter_map(|(index, range)| {
            let end = ranges.get(index + 1).map_or(range.end, |next| range.end.min(next.start));
            let first = self.texts.partition_point(|&(text, _)| text < range.start);
            let texts = self.texts[first..].iter().take_while(|&&(text, _)| text < end);
            let blocks = texts.map(|&(_, block)| block as usize);
            let (first, last) = (blocks.clone().min()?, blocks.max()?);
            Some(first..last + 1)
        })
    }
}

fn bit(hash: u64) -> Shape {
    1 << (mix(hash, 1) >> 57)
}

/// How similar two shapes are: the Dice coefficient, in units of 1 / [`EQUAL`].
pub(super) fn similarity(a: Shape, b: Shape) -> u64 {
    let all = u64::from(a.count_ones() + b.count_ones());
    (2 * EQUAL * u64::from((a & b).count_ones())).checked_div(all).unwrap_or(EQUAL)
}

/// What at least half of some shapes have.
pub(super) fn common_shape(shapes: impl Iterator<Item = Shape>) -> Shape {
    let mut counts = [0u32; 128];
    let mut all = 0;
    for mut shape in shapes {
        all += 1;
        while shape != 0 {
            counts[shape.trailing_zeros() as usize] += 1;
            shape &= shape - 1;
        }
    }
    counts.iter().enumerate().filter(|&(_, &count)| 2 * count >= all).fold(0, |shape, (bit, _)| shape | 1 << bit)
}

/// Hashes of classes by their values as written, as most elements have the class of another one.
struct ClassCache([(u64, u64); 256]);

impl ClassCache {
    /// A hash of the classes of an element in any order, without digits, hyphens and what differs by position; 0 for
    /// none.
    fn hash(&mut self, tree: &Tree<'_>, node: &Node) -> u64 {
        if !node.tag.is_element() {
            return 0;
        }
        let Some(class) = tree.attribute(node, Name::CLASS) else { return 0 };
        let value = tree.raw_value(class);
        let written = hash_bytes(1, value);
        let (known, hash) = &mut self.0[written as usize % 256];
        if *known != written {
            *hash = value.split(u8::is_ascii_whitespace).fold(0, |sum: u64, word| sum.wrapping_add(word_hash(word)));
            *known = written;
        }
        *hash
    }
}

fn word_hash(word: &[u8]) -> u64 {
    let letters = word.iter().filter(|byte| !matches!(byte, b'0'..=b'9' | b'-' | b'_')).map(u8::to_ascii_lowercase);
    let (mut start, mut len) = ([0; LONGEST_POSITION], 0);
    let hash = fnv::hash(letters.inspect(|&letter| {
        if let Some(byte) = start.get_mut(len) {
            *byte = letter;
        }
        len += 1;
    }));
    let is_position = |letters: &[u8]| POSITIONS.iter().any(|position| position.as_bytes() == letters);
    if len == 0 || start.get(..len).is_some_and(is_position) { 0 } else { hash }
}
