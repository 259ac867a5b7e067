//! The tag path sequence of a page (Velloso and Dorneles 2013).
//!
//! Every node from `body` on has a path: its parent's path, its tag and its style. Nodes of equal paths have one
//! symbol, a code counted from 1 in order of first appearance. So a page becomes a sequence of numbers in preorder, in
//! which the records of a list are repetitions.
//!
//! Paths are interned, never written out. A code identifies the parent's whole path, so a symbol is the triple
//! (parent's code, tag, style), represented by a 64-bit hash. Two triples whose hashes collide would share a symbol,
//! which could move a border of the region; that is improbable unless the page was crafted for it.

use super::style::{self, StyleMode, Styles};
use crate::base::arena::{Bump, Vec};
use crate::base::hash::mix;
use crate::base::intern::Interner;
use crate::read::html::names::name_key;
use crate::read::html::node::{NONE, Node, Tree, node_flag};
use crate::read::html::{Tag, TagSet};

/// A page as a sequence of symbols.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sequence<'a> {
    /// The symbol of each position, from 1 to `symbols`, in preorder; empty if only the symbols of elements are known.
    pub codes: &'a [u32],
    /// The node of each position, ascending. Adjacent text nodes are represented by the first.
    pub nodes: &'a [u32],
    /// Number of distinct symbols.
    pub symbols: u32,
    /// By node index: its symbol, or [`NONE`]. Adjacent text nodes have one symbol.
    pub path_of_node: &'a [u32],
    /// Which attributes distinguish elements of one name.
    pub style: StyleMode,
}

impl Sequence<'_> {
    /// Number of positions.
    #[inline]
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Whether the page has no body.
    #[inline]
    #[cfg(feature = "unstable")]
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }
}

/// Hash seed of element names without a [`Tag`].
const NAME_SEED: u64 = 4;

/// Builds the sequence in one pass over the subtree of `body`; a page without one (a frameset) has the empty sequence.
///
/// With `text_symbols`, a text that is not blank has the symbol `#text`. Comments have none, and the subtrees of
/// `head`, `script`, `noscript`, `style` and `template` are skipped. Working memory lives in `scratch`.
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
    let mut styles = Styles::new(scratch, tree, style);
    if style == StyleMode::Reduced {
        walk(tree, |_, node| {
            if node.tag.is_element() {
                styles.count_classes(node)
            }
        });
    }

    let positions = tree.subtree(tree.body).len();
    let mut codes = Vec::with_capacity_in(positions, arena);
    let mut nodes = Vec::with_capacity_in(positions, arena);
    let mut paths = Paths::new(scratch, expected_paths(positions));
    let mut text_end = 0;
    walk(tree, |index, node| {
        let parent = if index == tree.body as usize { 0 } else { path_of_node[node.parent as usize] };
        let code = if node.tag.is_element() {
            paths.element(parent, name_id(tree, node), styles.hash(node))
        } else if node.tag == Tag::TEXT && text_symbols && index >= text_end {
            let adjacent = adjacent_texts(tree.nodes, index);
            text_end = index + 1 + adjacent.len();
            let is_blank = |text: &Node| text.flags & node_flag::WHITESPACE != 0;
            if is_blank(node) && adjacent.iter().all(is_blank) {
                return;
            }
            let code = paths.text(parent);
            if !adjacent.is_empty() {
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

/// Gives symbols to elements node by node, so that one loop over the nodes can compute other things as well: [`sequence`]
/// without positions, and without symbols of texts. Not for [`StyleMode::Reduced`], which counts the classes of the page
/// first.
pub struct ElementPaths<'a, 't> {
    tree: &'t Tree<'t>,
    styles: Styles<'a, 't>,
    paths: Paths<'a>,
    path_of_node: Vec<'a, u32>,
}

impl<'a, 't> ElementPaths<'a, 't> {
    /// No nodes yet. Working memory lives in `scratch`.
    pub fn new(arena: &'a Bump, scratch: &'a Bump, tree: &'t Tree<'t>, style: StyleMode) -> ElementPaths<'a, 't> {
        let nodes = tree.nodes.len();
        ElementPaths {
            tree,
            styles: Styles::new(scratch, tree, style),
            paths: Paths::new(scratch, expected_paths(nodes)),
            path_of_node: Vec::with_capacity_in(nodes, arena),
        }
    }

    /// Adds the next node of the tree.
    #[inline(always)]
    pub fn add(&mut self, node: &Node) {
        let code = if node.tag.is_element() { self.of_element(node) } else { NONE };
        self.path_of_node.push(code);
    }

    #[inline(always)]
    fn of_element(&mut self, node: &Node) -> u32 {
        let is_body = self.path_of_node.len() == self.tree.body as usize;
        let parent = if is_body { 0 } else { self.path_of_node[node.parent as usize] };
        if parent == NONE || SKIPPED.has(node.tag) {
            return NONE;
        }
        self.paths.element(parent, name_id(self.tree, node), self.styles.hash(node))
    }

    /// The symbols of the nodes added.
    pub fn finish(self) -> Sequence<'a> {
        let (symbols, style) = (self.paths.len(), self.styles.mode());
        Sequence { codes: &[], nodes: &[], symbols, path_of_node: self.path_of_node.into_bump_slice(), style }
    }
}

/// Visits the subtree of `body` in preorder, without the subtrees that have no symbols.
#[inline]
fn walk<'t>(tree: &Tree<'t>, mut visit: impl FnMut(usize, &'t Node)) {
    let range = tree.subtree(tree.body);
    let mut index = range.start;
    while let Some(node) = tree.nodes[..range.end].get(index) {
        if SKIPPED.has(node.tag) {
            index = (node.subtree_end as usize).max(index + 1);
            continue;
        }
        visit(index, node);
        index += 1;
    }
}

/// Elements whose subtrees are not part of the sequence.
const SKIPPED: TagSet = TagSet::of(&[Tag::SCRIPT, Tag::NOSCRIPT, Tag::STYLE, Tag::HEAD, Tag::TEMPLATE]);

/// The text nodes that directly follow the text node `first` under one parent, a single text in the DOM. Nearly all
/// texts have none, and elements never.
#[inline]
pub(super) fn adjacent_texts(nodes: &[Node], first: usize) -> &[Node] {
    let Node { tag, parent, .. } = nodes[first];
    // One branch on the whole condition: its parts are hard to predict, but all together are rarely true.
    let is_adjacent =
        |node: &&Node| u32::from((node.tag.0 ^ Tag::TEXT.0) | (tag.0 ^ Tag::TEXT.0)) | (node.parent ^ parent) == 0;
    let rest = &nodes[first + 1..];
    match rest.first().filter(is_adjacent) {
        Some(_) => &rest[..rest.iter().take_while(is_adjacent).count()],
        None => &[],
    }
}

/// An element name as an integer: the tag, or a hash of the name if the tag is unknown.
#[inline]
fn name_id(tree: &Tree<'_>, node: &Node) -> u64 {
    if node.tag == Tag::UNKNOWN { mix(NAME_SEED, name_key(tree.raw_name(node))) } else { u64::from(node.tag.0) }
}

/// Interned paths.
struct Paths<'a> {
    interner: Interner<'a>,
    /// By path: the code of its text child, 0 if it has none. Saves a probe of the interner for half of all nodes.
    text_child: Vec<'a, u32>,
}

/// Scratch bytes that [`sequence`] needs on most pages.
pub fn scratch_capacity(nodes: usize) -> usize {
    Interner::capacity_bytes(expected_paths(nodes)) + style::scratch_capacity(nodes) + (16 << 10)
}

/// An upper bound of the number of paths of most pages.
fn expected_paths(nodes: usize) -> usize {
    nodes / 4
}

impl<'a> Paths<'a> {
    fn new(arena: &'a Bump, expected: usize) -> Paths<'a> {
        let mut text_child = Vec::with_capacity_in(expected.clamp(64, 4096), arena);
        text_child.push(0);
        Paths { interner: Interner::new(arena, expected), text_child }
    }

    fn len(&self) -> u32 {
        self.interner.len()
    }

    #[inline]
    fn element(&mut self, parent: u32, name: u64, style: u64) -> u32 {
        let code = self.interner.intern(mix(mix(name, style), u64::from(parent)));
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
