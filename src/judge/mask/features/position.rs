//! The position of a block: the offset in the page, the neighbors, and the shares of text and links in its containers.

use super::elements::{Elements, Sums};
use super::text::Amount;
use crate::base::arena::{Bump, Vec};
use crate::read::page::Page;

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

/// Bytes that [`Positions::new`] allocates.
pub(super) fn capacity(blocks: usize) -> usize {
    blocks * size_of::<u32>()
}

/// How much text is before each block.
#[derive(Debug)]
pub(super) struct Positions<'a> {
    tokens_before: Vec<'a, u32>,
    tokens: u32,
}

impl<'a> Positions<'a> {
    pub(super) fn new(arena: &'a Bump, blocks: usize) -> Positions<'a> {
        Positions { tokens_before: Vec::with_capacity_in(blocks, arena), tokens: 0 }
    }

    /// Adds the next block.
    #[inline]
    pub(super) fn add(&mut self, text: Sums) {
        self.tokens_before.push(self.tokens);
        self.tokens += text.tokens;
    }

    /// The features of block `i`; `before` and `after` are the amounts of text of its neighbors.
    #[inline]
    pub(super) fn values(
        &self,
        page: &Page<'_>,
        elements: &Elements<'_>,
        i: usize,
        [before, after]: [Amount; 2],
    ) -> [u8; NAMES.len()] {
        let gap = page.fragments.get(page.blocks[i].fragments.0 as usize).map_or(0, |fragment| fragment.gap);
        let [container, around] = elements.around_block(i).map(|element| element.shares);
        [
            elements.tokens.share(self.tokens_before[i]),
            gap,
            before.tokens_log,
            before.link_share,
            after.tokens_log,
            after.link_share,
            container[0],
            container[1],
            around[0],
            around[1],
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::values_of;
    use crate::Analyzer;
    use crate::base::scale::log;

    #[test]
    fn positions_by_hand() {
        let html = "<ul><li><a href=/>one two</a></ul><div><p>a b c d e f<p>g h</div>";
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        let page = document.page();
        let values = values_of(page, document.sequence(), &[0; 3], "place");
        let of = |i: usize| [&values[i][..1], &values[i][2..]].concat();
        let (two, six) = (log(2), log(6));
        // Ten tokens: two, six, two. The list and the division are around the first and the others.
        assert_eq!(of(0), [0, 0, 0, six, 0, 51, 255, 51, 255]);
        assert_eq!(of(1), [51, two, 255, two, 0, 153, 0, 204, 0]);
        assert_eq!(of(2), [204, six, 0, 0, 0, 51, 0, 204, 0]);
        assert!((0..3).all(|i| values[i][1] == page.fragments[i].gap && values[i][1] > 0));
    }
}
