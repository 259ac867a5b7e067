//! Items that have a class in common, at any depth: answers may be in the answered post, and the first post elsewhere.

use super::by_key::{self, ByKey};
use super::{Arrangement, Found, MIN_ITEMS};
use crate::base::arena::Bump;
use crate::base::hash::mix;
use crate::read::html::Tag;
use crate::read::page::Page;
use std::ops::Range;

/// Adds elements with the same tag and class whose parents differ.
pub(super) fn add(scratch: &Bump, page: &Page<'_>, found: &mut Found<'_, '_>) {
    let tree = &page.tree;
    let Range { start, end } = tree.subtree(tree.body);
    let mut named = ByKey::new(scratch, (end - start) / 8);
    for index in start as u32..end as u32 {
        let node = &tree.nodes[index as usize];
        let class = found.shapes.classes[index as usize];
        if class != 0 && node.tag != Tag::A && found.texts.count(&(index..node.subtree_end)) > 0 {
            named.add(mix(class, u64::from(node.tag.0)), index);
        }
    }
    let (nodes, ends) = named.finish(scratch);
    for alike in by_key::each(nodes, ends) {
        let parent = |node: u32| tree.nodes[node as usize].parent;
        let is_scattered = alike.iter().any(|&node| parent(node) != parent(alike[0]));
        let ranges = || alike.iter().map(|&node| node..tree.nodes[node as usize].subtree_end);
        if alike.len() >= MIN_ITEMS && is_scattered && found.have_enough(ranges()) {
            found.add(Arrangement::Namesakes, ranges());
        }
    }
}
