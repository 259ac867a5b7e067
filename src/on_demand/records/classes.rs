//! The classes of elements that members of a list have in common.

use super::elements::{Shape, bit};
use crate::base::fallible::List;
use crate::base::fnv;
use crate::base::hash::mix;
use crate::published::tag_path::{Sequence, StyleMode};
use crate::read::html::Tree;
use crate::read::html::attributes::Name;

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

/// The classes of elements, read once for each symbol of the tag path sequence.
pub(super) struct Classes<'p> {
    tree: Tree<'p>,
    /// By node index: its symbol, if all elements of a symbol have equal classes.
    symbols: &'p [u32],
    /// By symbol.
    known: List<Option<Class>>,
}

/// The classes of an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    /// A hash of their names, 0 for none.
    pub hash: u64,
    /// The bit that stands for the element and its parent in a shape.
    pub pair: Shape,
}

impl<'p> Classes<'p> {
    pub fn new(tree: Tree<'p>, sequence: &Sequence<'p>) -> Classes<'p> {
        // With other styles, elements of different classes may have one symbol.
        let is_exact = sequence.style == StyleMode::Raw;
        let (symbols, count) = if is_exact { (sequence.path_of_node, sequence.symbols) } else { (&[][..], 0) };
        Classes { tree, symbols, known: List::repeat(None, count as usize + 1) }
    }

    /// The classes of an element that has a parent.
    #[inline]
    pub fn of(&mut self, node: usize) -> Class {
        let known = self.symbols.get(node).and_then(|&symbol| self.known.get_mut(symbol as usize));
        match known {
            Some(known) => *known.get_or_insert_with(|| read(&self.tree, node)),
            None => read(&self.tree, node),
        }
    }
}

/// The classes of an element from its attribute.
fn read(tree: &Tree<'_>, index: usize) -> Class {
    let node = &tree.nodes[index];
    let hash = tree.attribute(node, Name::CLASS).map_or(0, |class| hash_of_names(tree.raw_value(class)));
    let tags = u64::from(tree.nodes[node.parent as usize].tag.0) << 8 | u64::from(node.tag.0);
    Class { hash, pair: bit(mix(tags, hash)) }
}

/// A hash of the names in a class attribute in any order, without digits, hyphens and names of positions; 0 for none.
pub(super) fn hash_of_names(value: &[u8]) -> u64 {
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
