//! Counts the text units of a page before the tables are built, so that each table gets the capacity it needs, no more.

use super::context::{Context, flag};
use super::fragment::gap;
use crate::read::html::{NONE, Node, node_flag};

/// Counts of text nodes that are neither blank nor dropped, and of the units that they form. The tables may become a
/// little longer: by text from metadata, and where the nodes of a page are not in source order.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnitCounts {
    /// Text nodes.
    pub texts: usize,
    /// Their bytes in the source.
    pub bytes: usize,
    /// Upper bound of the number of fragments.
    pub fragments: usize,
    /// Upper bound of the number of blocks.
    pub blocks: usize,
    /// Number of links.
    pub links: usize,
    /// Number of elements that give their text a structure.
    pub structures: usize,
}

/// Counts text nodes in preorder, and the units that they begin.
#[derive(Debug)]
pub(super) struct UnitCounter {
    pub counts: UnitCounts,
    /// [`gap`] bits of all tags since the last text that was counted.
    gap: u8,
    /// Flags and link of that text.
    last: (u16, u32),
}

impl Default for UnitCounter {
    fn default() -> UnitCounter {
        UnitCounter { counts: UnitCounts::default(), gap: gap::BLOCK, last: (0, NONE) }
    }
}

impl UnitCounter {
    /// The next text begins a block, and the one after the element perhaps another, though no tags say so.
    pub fn begin_block(&mut self) {
        self.gap |= gap::BLOCK;
        self.counts.blocks += 1;
        self.counts.fragments += 1;
    }

    /// Counts a text node, unless it is blank or dropped; returns whether it was counted.
    #[inline]
    pub fn count(&mut self, node: &Node, context: &Context) -> bool {
        self.gap |= node.gap;
        if node.flags & node_flag::WHITESPACE != 0 || context.flags & flag::DROPPED != 0 {
            return false;
        }
        let (flags, link) = self.last;
        let begins_block = self.gap & gap::BLOCK != 0 || context.flags != flags;
        let begins_fragment = begins_block || self.gap & gap::FRAGMENT != 0;
        let begins_link = context.link != NONE && (begins_block || context.link != link);
        self.counts.texts += 1;
        self.counts.bytes += (node.end - node.start) as usize;
        self.counts.blocks += usize::from(begins_block);
        self.counts.fragments += usize::from(begins_fragment);
        self.counts.links += usize::from(begins_link);
        self.gap = 0;
        self.last = (context.flags, context.link);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BOUNDARIES, ContextBuilder, WrapOptions, build};
    use crate::base::arena::Bump;
    use crate::read::html::{ParseOptions, Workspace, parse};

    #[test]
    fn counts_equal_table_lengths() {
        let arena = Bump::new();
        let options = ParseOptions { boundaries: &BOUNDARIES, ..ParseOptions::default() };
        for (html, [texts, fragments, blocks, links]) in [
            ("", [0, 0, 0, 0]),
            ("<p>a <b>b</b> <i> </i> c", [3, 3, 1, 0]),
            ("<p>a <a href=x>b</a><a href=y>c</a>d<a href=y>e <b>f</b></a>", [6, 2, 1, 3]),
            ("<p>a<p hidden>b<div> </div><style>c</style><p>d", [3, 3, 3, 0]),
            ("<ul><li><a href=x>a<br>b<p>c</a><li>d</ul>", [4, 4, 3, 2]),
        ] {
            let tree = parse(&arena, html.as_bytes(), &options, &mut Workspace::default());
            let mut contexts = ContextBuilder::new(&arena, &tree, false);
            tree.nodes.iter().for_each(|node| contexts.add(node));
            let contexts = contexts.finish();
            let counts = contexts.counts;
            let page = build(
                &arena,
                tree,
                &contexts,
                &WrapOptions::default(),
                false,
                u32::MAX,
                &crate::base::limits::Watch::default(),
            );
            assert_eq!(
                [counts.texts, counts.fragments, counts.blocks, counts.links],
                [texts, fragments, blocks, links],
                "{html}"
            );
            assert_eq!(
                [page.fragments.len(), page.blocks.len(), page.links.len()],
                [fragments, blocks, links],
                "{html}"
            );
        }
    }
}
