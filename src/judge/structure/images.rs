//! The images of a page with an alternative text, their positions, and the term weights of the texts.

use crate::base::arena::{Bump, Vec};
use crate::base::hash::hash_bytes;
use crate::base::intern::Interner;
use crate::read::html::NONE;
use crate::read::page::{Page, flag};

/// An image with an alternative text, outside of elements whose text is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image {
    /// Node index of the `img`.
    pub node: u32,
    /// Index of its `alt` in the attribute table.
    pub alt: u32,
    /// The last block that begins before it, or [`NONE`].
    pub block: u32,
    /// The term weight of the text in a ranking, in quarters: 1 or 0.
    pub weight: u8,
}

/// Longer alternative texts, in words, get weight 0: they are keyword stuffing, or repeat the text.
const MAX_WORDS: u32 = 64;
/// The total of words of alternative texts with weight 1, as a fraction (1/n) of the tokens of the page, but at least
/// [`MIN_WORDS`].
const SHARE: u32 = 4;
const MIN_WORDS: u32 = 256;

/// The images, each with the last block before it. `images` contains the node and the `alt` attribute of each, in
/// order.
pub(super) fn placed<'a>(arena: &'a Bump, scratch: &Bump, page: &Page<'_>, images: &[(u32, u32)]) -> &'a [Image] {
    let mut weights = Weights::new(scratch, page, images.len());
    let mut placed = Vec::with_capacity_in(images.len(), arena);
    placed.extend(images.iter().map(|&(node, alt)| {
        let start = page.tree.nodes[node as usize].start;
        let before = page.blocks.partition_point(|block| block.source.0 < start);
        let block = before.checked_sub(1).map_or(NONE, |block| block as u32);
        Image { node, alt, block, weight: weights.weight(page, node, alt) }
    }));
    placed.into_bump_slice()
}

/// Assigns weights, and records which texts already have one.
struct Weights<'s> {
    /// The number of words that may still get weight 1.
    rest: u32,
    texts: Interner<'s>,
}

impl<'s> Weights<'s> {
    fn new(scratch: &'s Bump, page: &Page<'_>, images: usize) -> Weights<'s> {
        let tokens = page.line_sums.last().map_or(0, |&tokens| tokens);
        Weights { rest: (tokens / SHARE).max(MIN_WORDS), texts: Interner::new(scratch, images) }
    }

    fn weight(&mut self, page: &Page<'_>, node: u32, alt: u32) -> u8 {
        let is_excluded = page.contexts[node as usize].flags & (flag::HIDDEN | flag::NO_INDEX | flag::IN_HEAD) != 0;
        let value = page.tree.raw_value(&page.tree.attributes[alt as usize]);
        let words = value.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let words = words.take(MAX_WORDS as usize + 1).count() as u32;
        if is_excluded || words > MAX_WORDS || words > self.rest || self.is_repeated(value) {
            return 0;
        }
        self.rest -= words;
        1
    }

    fn is_repeated(&mut self, value: &[u8]) -> bool {
        let known = self.texts.len();
        self.texts.intern(hash_bytes(0, value)) <= known
    }
}
