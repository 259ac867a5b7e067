//! The tag path sequence of a page (spec 2.2).
//!
//! Every node from `body` on has a path: its parent's path, its tag and its style. Nodes of equal paths have the same
//! symbol, a code from 1, in order of first appearance. So a page becomes a sequence of numbers in preorder, in
//! which records of one kind are repetitions.
//!
//! Paths are never written out. A code stands for the parent's whole path, so the identity of a symbol is the triple
//! (parent's code, tag, style), kept as a 64-bit hash and compared in full. Two different triples of equal hash
//! would share a symbol, and could move a border of the region; that is improbable unless the page was made for it.

use crate::arena::Bump;
use crate::arena::Vec;

use super::style::{StyleMode, Styles};
use crate::hash::mix;
use crate::html::names::name_key;
use crate::html::node::{NONE, Node, Tree, node_flag};
use crate::html::{Tag, TagSet};
use crate::intern::Interner;

/// A page as a sequence of symbols.
#[derive(Clone, Copy, Debug)]
pub struct Sequence<'a> {
    /// The symbol of each position, from 1 to `symbols`, in preorder.
    pub codes: &'a [u32],
    /// The node of each position, ascending. A text of several pieces stands at its first piece.
    pub nodes: &'a [u32],
    /// How many symbols there are.
    pub symbols: u32,
    /// The symbol of every node of the tree, [`NONE`] for a node without one. All pieces of a text have its symbol.
    pub path_of_node: &'a [u32],
    /// What told elements of one name apart.
    pub style: StyleMode,
}

impl Sequence<'_> {
    /// How many positions there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether the page has no body.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }
}

/// Seed for element names that are not known to [`Tag`].
const NAME_SEED: u64 = 4;

/// One pass over the subtree of `body`; a page without one (a frameset) gives the empty sequence.
///
/// With `text_symbols`, a text that is not blank is a symbol `#text`. Comments are none, and the subtrees of `head`,
/// `script`, `noscript`, `style` and `template` are left out as a whole. What is not needed afterwards lies in
/// `scratch`.
#[inline(never)]
pub fn sequence<'a>(
    arena: &'a Bump,
    scratch: &Bump,
    tree: &Tree<'_>,
    style: StyleMode,
    text_symbols: bool,
) -> Sequence<'a> {
    let path_of_node = arena.alloc_slice_fill_copy(tree.nodes.len(), NONE);
    if tree.nodes.get(tree.body as usize).is_none() {
        return Sequence { codes: &[], nodes: &[], symbols: 0, path_of_node, style };
    }
    let range = tree.subtree(tree.body);
    let mut styles = Styles::new(scratch, tree, style);
    if style == StyleMode::Reduced {
        walk(tree, |_, node| {
            if node.tag.is_element() {
                styles.count_classes(node)
            }
        });
    }

    let mut codes = Vec::with_capacity_in(range.len(), arena);
    let mut nodes = Vec::with_capacity_in(range.len(), arena);
    let mut paths = Paths::new(scratch, expected_paths(range.len()));
    let mut text_end = 0;
    walk(tree, |index, node| {
        let parent = if index == tree.body as usize { 0 } else { path_of_node[node.parent as usize] };
        let code = if node.tag.is_element() {
            let style = styles.of(node);
            paths.element(parent, name_word(tree, node), style)
        } else if node.tag == Tag::TEXT && text_symbols && index >= text_end {
            let (first, others) = (node, other_pieces(tree.nodes, index));
            text_end = index + 1 + others.len();
            let is_blank = |piece: &Node| piece.flags & node_flag::WHITESPACE != 0;
            if is_blank(first) && others.iter().all(is_blank) {
                return;
            }
            let code = paths.text(parent);
            if !others.is_empty() {
                path_of_node[index + 1..text_end].fill(code);
            }
            code
        } else {
            return;
        };
        path_of_node[index] = code;
        codes.push(code);
        nodes.push(index as u32);
    });
    let (codes, nodes) = (codes.into_bump_slice(), nodes.into_bump_slice());
    Sequence { codes, nodes, symbols: paths.len(), path_of_node, style }
}

/// Visits the nodes from `body` on in preorder, without the subtrees that have no symbols.
#[inline]
fn walk<'t>(tree: &Tree<'t>, mut visit: impl FnMut(usize, &'t Node)) {
    let range = tree.subtree(tree.body);
    let mut index = range.start;
    while let Some(node) = tree.nodes[..range.end].get(index) {
        if LEFT_OUT.has(node.tag) {
            index = (node.subtree_end as usize).max(index + 1);
            continue;
        }
        visit(index, node);
        index += 1;
    }
}

/// Elements that are not part of the sequence, with everything in them.
const LEFT_OUT: TagSet = TagSet::of(&[Tag::SCRIPT, Tag::NOSCRIPT, Tag::STYLE, Tag::HEAD, Tag::TEMPLATE]);

/// The other pieces of the text whose first one is node `first`: text nodes of one parent with nothing between. Nearly
/// all texts have none, and elements never.
#[inline]
pub(super) fn other_pieces(nodes: &[Node], first: usize) -> &[Node] {
    let Node { tag, parent, .. } = nodes[first];
    // One comparison: each part is hard to foretell, all together are rare.
    let is_piece =
        |node: &&Node| u32::from((node.tag.0 ^ Tag::TEXT.0) | (tag.0 ^ Tag::TEXT.0)) | (node.parent ^ parent) == 0;
    let rest = &nodes[first + 1..];
    match rest.first().filter(is_piece) {
        Some(_) => &rest[..rest.iter().take_while(is_piece).count()],
        None => &[],
    }
}

/// The name of an element as one word: the tag, or a hash of the name if the tag is unknown.
#[inline]
fn name_word(tree: &Tree<'_>, node: &Node) -> u64 {
    if node.tag == Tag::UNKNOWN { mix(NAME_SEED, name_key(tree.raw_name(node))) } else { u64::from(node.tag.0) }
}

/// The codes of paths.
struct Paths<'a> {
    numbers: Interner<'a>,
    /// The code of the text child of each path, 0 if it has none: spares half of the nodes the table.
    text_child: Vec<'a, u32>,
}

/// Room that [`sequence`] takes in its scratch arena on most pages, in bytes.
pub(super) fn room(nodes: usize) -> usize {
    Interner::capacity_bytes(expected_paths(nodes)) + (16 << 10)
}

/// Most pages have fewer paths.
fn expected_paths(nodes: usize) -> usize {
    nodes / 4
}

impl<'a> Paths<'a> {
    fn new(arena: &'a Bump, expected: usize) -> Paths<'a> {
        let mut text_child = Vec::with_capacity_in(expected.clamp(64, 4096), arena);
        text_child.push(0);
        Paths { numbers: Interner::new(arena, expected), text_child }
    }

    fn len(&self) -> u32 {
        self.numbers.len()
    }

    #[inline]
    fn element(&mut self, parent: u32, name: u64, style: u64) -> u32 {
        let code = self.numbers.intern(mix(mix(name, style), u64::from(parent)));
        if self.text_child.len() <= code as usize {
            self.text_child.push(0);
        }
        code
    }

    #[inline]
    fn text(&mut self, parent: u32) -> u32 {
        let known = self.text_child[parent as usize];
        if known != 0 {
            return known;
        }
        let code = self.element(parent, u64::from(Tag::TEXT.0), 0);
        self.text_child[parent as usize] = code;
        code
    }
}
