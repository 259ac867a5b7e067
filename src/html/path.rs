//! Readable paths of elements: `html/body/div.main/p`.

use super::attributes::Name;
use super::node::{NONE, Node, Tree};
use super::text::{Decoding, decode};
use smallvec::SmallVec;
#[cfg(feature = "arrow")]
use std::collections::TryReserveError;
use std::fmt;

/// A path, formatted by [`fmt::Display`]: names from the root down, each followed by its classes with dots. Names and
/// class lists are truncated to 256 bytes, so that the paths of all blocks together cannot grow with the product of
/// their number and the length of one attribute.
#[derive(Clone, Copy, Debug)]
pub struct NodePath<'a> {
    tree: Tree<'a>,
    node: u32,
}

/// Maximum bytes of a name or class attribute.
const MAX_PART: usize = 256;

/// Maximum bytes of a part when it is decoded: a malformed byte becomes three.
#[cfg(feature = "arrow")]
const MAX_DECODED_PART: usize = 3 * MAX_PART;

impl<'a> NodePath<'a> {
    /// The path of a node.
    pub fn new(tree: &Tree<'a>, node: u32) -> Self {
        NodePath { tree: *tree, node }
    }
}

/// Appends the name of an element and its classes; `words` is working memory.
fn append_element(tree: &Tree<'_>, node: &Node, path: &mut String, words: &mut String) {
    let name = tree.raw_name(node);
    let start = path.len();
    decode(name, 0, name.len().min(MAX_PART), Decoding::RAW, path);
    path[start..].make_ascii_lowercase();
    let Some(class) = tree.attribute(node, Name::CLASS) else { return };
    let start = class.value_start as usize;
    let end = (class.value_end as usize).min(start + MAX_PART);
    words.clear();
    decode(tree.source, start, end, Decoding::ATTRIBUTE, words);
    for word in words.split_ascii_whitespace() {
        path.push('.');
        path.push_str(word);
    }
}

impl fmt::Display for NodePath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.tree.nodes;
        let mut path: SmallVec<[u32; 32]> = SmallVec::new();
        let mut at = self.node;
        // The document, node 0, has no name.
        while at != NONE && at != 0 {
            path.push(at);
            at = nodes[at as usize].parent;
        }
        let (mut element, mut words) = (String::new(), String::new());
        for (level, &node) in path.iter().rev().enumerate() {
            if level > 0 {
                f.write_str("/")?;
            }
            element.clear();
            append_element(&self.tree, &nodes[node as usize], &mut element, &mut words);
            f.write_str(&element)?;
        }
        Ok(())
    }
}

/// Writes the paths of many nodes of a page. What a path shares with the one before is not written again.
#[cfg(feature = "arrow")]
#[derive(Default)]
pub(crate) struct PathWriter {
    path: String,
    /// The nodes of the path from the root down, and where the name of each ends in it.
    elements: Vec<(u32, usize)>,
    /// A node and its ancestors.
    chain: Vec<u32>,
    words: String,
}

#[cfg(feature = "arrow")]
impl PathWriter {
    /// Forgets the page.
    pub fn clear(&mut self) {
        self.path.clear();
        self.elements.clear();
    }

    /// The path of a node, as [`NodePath`] has it.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn path(&mut self, tree: &Tree<'_>, node: u32) -> Result<&str, TryReserveError> {
        self.chain.clear();
        let mut at = node;
        while at != NONE && at != 0 {
            self.chain.try_reserve(1)?;
            self.chain.push(at);
            at = tree.nodes[at as usize].parent;
        }
        let pairs = self.chain.iter().rev().zip(&self.elements);
        let shared = pairs.take_while(|&(&node, &(known, _))| node == known).count();
        self.elements.truncate(shared);
        self.path.truncate(self.elements.last().map_or(0, |&(_, end)| end));
        for &node in self.chain.iter().rev().skip(shared) {
            self.elements.try_reserve(1)?;
            self.words.try_reserve(MAX_DECODED_PART)?;
            // A slash, the name, and the classes with as many dots.
            self.path.try_reserve(2 + 2 * MAX_DECODED_PART)?;
            if !self.elements.is_empty() {
                self.path.push('/');
            }
            append_element(tree, &tree.nodes[node as usize], &mut self.path, &mut self.words);
            self.elements.push((node, self.path.len()));
        }
        Ok(&self.path)
    }
}
