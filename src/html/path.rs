//! The path of an element as people write it: `html/body/div.main/p`.

use super::attributes::Name;
use super::node::{NONE, Tree};
use std::fmt;

/// A path, written out by its [`fmt::Display`]: names from the root down, each with its classes behind dots.
#[derive(Clone, Copy, Debug)]
pub struct NodePath<'a> {
    tree: Tree<'a>,
    node: u32,
}

impl<'a> NodePath<'a> {
    /// The path of a node.
    pub fn new(tree: &Tree<'a>, node: u32) -> Self {
        NodePath { tree: *tree, node }
    }
}

impl fmt::Display for NodePath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.tree.nodes;
        let depth = usize::from(nodes[self.node as usize].depth);
        // The path upwards is read once for each step down: paths are short, and there is no place to keep them.
        for level in 1..=depth {
            let mut at = self.node;
            for _ in level..depth {
                at = nodes[at as usize].parent;
            }
            if at == NONE {
                continue;
            }
            let node = &nodes[at as usize];
            if level > 1 {
                f.write_str("/")?;
            }
            f.write_str(&String::from_utf8_lossy(self.tree.raw_name(node)).to_ascii_lowercase())?;
            if let Some(class) = self.tree.attribute(node, Name::CLASS) {
                for word in self.tree.value_of(class).split_ascii_whitespace() {
                    write!(f, ".{word}")?;
                }
            }
        }
        Ok(())
    }
}
