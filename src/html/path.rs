//! Readable paths of elements: `html/body/div.main/p`.

use super::attributes::Name;
use super::node::{NONE, Node, Tree};
use super::text::{Decoding, decode};
use smallvec::SmallVec;
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

impl<'a> NodePath<'a> {
    /// The path of a node.
    pub fn new(tree: &Tree<'a>, node: u32) -> Self {
        NodePath { tree: *tree, node }
    }

    fn write_element(&self, f: &mut fmt::Formatter<'_>, node: &Node) -> fmt::Result {
        let name = self.tree.raw_name(node);
        f.write_str(&Tree::decoded_name(&name[..name.len().min(MAX_PART)]))?;
        let Some(class) = self.tree.attribute(node, Name::CLASS) else { return Ok(()) };
        let start = class.value_start as usize;
        let end = (class.value_end as usize).min(start + MAX_PART);
        let mut words = String::new();
        decode(self.tree.source, start, end, Decoding::ATTRIBUTE, &mut words);
        words.split_ascii_whitespace().try_for_each(|word| write!(f, ".{word}"))
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
        for (level, &node) in path.iter().rev().enumerate() {
            if level > 0 {
                f.write_str("/")?;
            }
            self.write_element(f, &nodes[node as usize])?;
        }
        Ok(())
    }
}
