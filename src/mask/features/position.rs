//! The position of a block: how far down the page, next to what, in containers with how much of the page's text and
//! links.

use super::elements::{Element, Elements, Sums};
use crate::arena::Bump;
use crate::page::{Block, Page};
use crate::scale::{log, share};

/// Names of [`Positions::values`].
pub(super) const NAMES: [&str; 10] = [
    "position",
    "gap",
    "before_tokens",
    "before_links",
    "after_tokens",
    "after_links",
    "container_tokens",
    "container_links",
    "around_tokens",
    "around_links",
];

/// Bytes that [`Positions::of`] allocates.
pub(super) fn capacity(blocks: usize) -> usize {
    blocks * size_of::<u32>()
}

/// How much text is before each block.
#[derive(Debug)]
pub(super) struct Positions<'a> {
    tokens_before: &'a [u32],
}

impl<'a> Positions<'a> {
    pub(super) fn of(arena: &'a Bump, blocks: &[Block]) -> Positions<'a> {
        let mut sum = 0;
        let tokens_before = arena.alloc_slice_fill_iter(blocks.iter().map(|block| {
            let before = sum;
            sum += Sums::of(block).tokens;
            before
        }));
        Positions { tokens_before }
    }

    /// The features of block `i`.
    #[inline]
    pub(super) fn values(&self, page: &Page<'_>, elements: &Elements<'_>, i: usize) -> [u8; NAMES.len()] {
        let block = &page.blocks[i];
        let gap = page.fragments.get(block.fragments.0 as usize).map_or(0, |fragment| fragment.gap);
        let [before, after] =
            [i.wrapping_sub(1), i + 1].map(|neighbor| page.blocks.get(neighbor).map_or([0; 2], of_text));
        let whole = elements.page().tokens;
        let container = &elements.list[elements.of_blocks[i] as usize];
        let around = &elements.list[container.parent as usize];
        let shares =
            |element: &Element| [share(element.sums.tokens, whole), share(element.sums.linked, element.sums.tokens)];
        let ([container_tokens, container_links], [around_tokens, around_links]) = (shares(container), shares(around));
        [
            share(self.tokens_before[i], whole),
            gap,
            before[0],
            before[1],
            after[0],
            after[1],
            container_tokens,
            container_links,
            around_tokens,
            around_links,
        ]
    }
}

/// Tokens of a neighbor, and its share of links.
fn of_text(block: &Block) -> [u8; 2] {
    [log(block.tokens), share(block.linked_tokens, block.tokens)]
}

#[cfg(test)]
mod tests {
    use super::super::elements;
    use super::*;
    use crate::Analyzer;
    use crate::class_words::GroupCache;
    use crate::containers::Containers;
    use crate::mask::class_paths;

    #[test]
    fn positions_by_hand() {
        let html = "<ul><li><a href=/>one two</a></ul><div><p>a b c d e f<p>g h</div>";
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        let (page, arena) = (document.page(), Bump::new());
        let mut groups = GroupCache::new(&arena, class_paths(document.sequence()));
        let elements = elements::elements(&arena, page, &Containers::of(&arena, page, &mut groups));
        let positions = Positions::of(&arena, page.blocks);
        let of = |i: usize| {
            let values = positions.values(page, &elements, i);
            NAMES.into_iter().zip(values).filter(|(name, _)| *name != "gap").map(|(_, value)| value).collect::<Vec<_>>()
        };
        let (two, six) = (log(2), log(6));
        // Ten tokens: two, six, two. The list and the division are around the first and the others.
        assert_eq!(of(0), [0, 0, 0, six, 0, 51, 255, 51, 255]);
        assert_eq!(of(1), [51, two, 255, two, 0, 153, 0, 204, 0]);
        assert_eq!(of(2), [204, six, 0, 0, 0, 51, 0, 204, 0]);
        let gap = |i: usize| positions.values(page, &elements, i)[1];
        assert!((0..3).all(|i| gap(i) == page.fragments[i].gap && gap(i) > 0));
    }
}
