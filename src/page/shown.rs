//! How much text a page shows, and how many units it makes, counted before the tables are made.

use super::context::{Context, flag};
use super::fragment::gap;
use crate::html::{NONE, Node, node_flag};

/// The text nodes that are shown and not blank, and how many units they make, which is known beforehand so that tables
/// get the room that they need and no more. The tables may become a little longer, by text from metadata or on a page
/// whose nodes are not in source order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shown {
    /// Text nodes.
    pub texts: usize,
    /// Their bytes in the source.
    pub bytes: usize,
    /// Entries of the table of fragments, at most.
    pub fragments: usize,
    /// Of the table of blocks.
    pub blocks: usize,
    /// Of the table of links.
    pub links: usize,
}

/// Counts text nodes, and the units that they begin.
#[derive(Debug)]
pub(super) struct Counter {
    pub shown: Shown,
    /// Bits of all tags since the last text that is shown.
    gap: u8,
    /// Flags and link of that text.
    last: (u16, u32),
}

impl Default for Counter {
    fn default() -> Counter {
        Counter { shown: Shown::default(), gap: gap::BLOCK, last: (0, NONE) }
    }
}

impl Counter {
    /// Counts a text node; whether it is shown.
    #[inline]
    pub fn shows(&mut self, node: &Node, context: &Context) -> bool {
        self.gap |= node.gap;
        if node.flags & node_flag::WHITESPACE != 0 || context.flags & flag::DROPPED != 0 {
            return false;
        }
        let (flags, link) = self.last;
        let begins_block = self.gap & gap::BLOCK != 0 || context.flags != flags;
        let begins_fragment = begins_block || self.gap & gap::FRAGMENT != 0;
        let begins_link = context.link != NONE && (begins_block || context.link != link);
        self.shown.texts += 1;
        self.shown.bytes += (node.end - node.start) as usize;
        self.shown.blocks += usize::from(begins_block);
        self.shown.fragments += usize::from(begins_fragment);
        self.shown.links += usize::from(begins_link);
        self.gap = 0;
        self.last = (context.flags, context.link);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BOUNDARIES, WrapOptions, build, contexts};
    use crate::arena::Bump;
    use crate::html::{ParseOptions, Workspace, parse};

    /// The units that are counted beforehand are those that the tables then have.
    #[test]
    fn units_are_counted_beforehand() {
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
            let contexts = contexts(&arena, &tree, false);
            let shown = contexts.shown;
            let page = build(&arena, tree, &contexts, &WrapOptions::default());
            assert_eq!(
                [shown.texts, shown.fragments, shown.blocks, shown.links],
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
