//! Blank texts that are not nodes: a quarter of all nodes would be the whitespace between two tags.
//!
//! Whitespace after a tag that ends a block separates no words that the tag does not separate. It is left out of the
//! node table, unless it is next to other text or all that its element contains. It is listed apart, because misnested
//! markup may move text next to it: before the first node is moved, all blank texts become nodes.

use super::super::node::{Node, node_flag};
use super::super::scan;
use super::super::tags::Tag;
use super::super::token::{TextToken, TokenizerState};
use super::Builder;

/// A text of only whitespace that is not a node: from `start` to the next character that is not whitespace.
#[derive(Clone, Copy, Debug)]
pub struct Blank {
    /// First byte in the source.
    start: u32,
    /// The element that it is in.
    parent: u32,
    /// Index of the node that was created next.
    pub before: u32,
}

impl Blank {
    /// The text node that it would have been.
    pub fn to_node(self, nodes: &[Node], source: &[u8]) -> Node {
        let Blank { start, parent, .. } = self;
        let end = scan::skip_space(source, start as usize) as u32;
        let depth = nodes[parent as usize].depth.saturating_add(1);
        let flags = node_flag::WHITESPACE;
        Node { start, content: end, end, parent, depth, flags, tag: Tag::TEXT, ..Node::document(0) }
    }
}

impl Builder<'_> {
    /// Whether a text of only whitespace is left out of the node table: a block ended since the last text node, and
    /// the text is not next to that.
    #[inline(always)]
    pub(super) fn omits_blank(&self, text: &TextToken) -> bool {
        self.gap & self.options.omit_blanks_after != 0
            && text.state == TokenizerState::Data
            && !self.foster_parenting
            && !self.follows_text()
    }

    #[inline(always)]
    fn follows_text(&self) -> bool {
        self.nodes.last().is_some_and(|last| last.tag == Tag::TEXT && last.parent == self.stack.current())
    }

    /// Lists a text of only whitespace apart. It counts as a node for the limit of nodes, as it may become one.
    #[inline(always)]
    pub(super) fn omit_blank(&mut self, start: u32) {
        let (parent, before) = (self.stack.current(), self.nodes.len() as u32);
        self.blanks.push(Blank { start, parent, before });
        self.node_limit = self.node_limit.saturating_sub(1);
    }

    /// Turns the blank texts right before the current text into nodes: together they are one text of the DOM.
    #[inline(always)]
    pub(super) fn restore_adjacent_blanks(&mut self) {
        if self.blanks.last().is_some_and(|blank| blank.before as usize == self.nodes.len()) {
            self.restore_blanks_in(self.stack.current());
        }
    }

    /// Turns the blank texts of an element that contains nothing else into nodes: it is not an empty element.
    #[inline(always)]
    pub(super) fn restore_only_blanks(&mut self, element: u32) {
        if element.wrapping_add(1) as usize == self.nodes.len()
            && self.blanks.last().is_some_and(|blank| blank.parent == element)
        {
            self.restore_blanks_in(element);
        }
    }

    /// Turns the last blank texts into nodes, the texts of `parent` after the last node.
    #[cold]
    fn restore_blanks_in(&mut self, parent: u32) {
        if self.order.is_linked() {
            return;
        }
        let before = self.nodes.len() as u32;
        let is_adjacent = |blank: &&Blank| blank.before == before && blank.parent == parent;
        let first = self.blanks.len() - self.blanks.iter().rev().take_while(is_adjacent).count();
        for at in first..self.blanks.len() {
            let node = self.blanks[at].to_node(&self.nodes, self.source);
            self.append_child(parent, node);
        }
        self.node_limit += self.blanks.len() - first;
        self.blanks.truncate(first);
    }

    /// Builds the sibling links, before the first node is moved. From then on blank texts are nodes.
    #[cold]
    pub(super) fn link_nodes(&mut self) {
        if !self.order.is_linked() {
            self.order.link(&mut self.nodes, &self.blanks, self.source);
            self.options.omit_blanks_after = 0;
            self.node_limit += self.blanks.len();
        }
    }
}
