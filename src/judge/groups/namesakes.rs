//! Items that have a class in common, at any depth: answers may be in the answered post, and the first post elsewhere.

use super::{Arrangement, Found, MIN_ITEMS};
use crate::base::arena::{Bump, Vec};
use crate::read::html::Tag;
use crate::read::page::Page;
use std::ops::Range;

/// Adds elements with the same tag and class whose parents differ.
pub(super) fn add(scratch: &Bump, page: &Page<'_>, found: &mut Found<'_, '_>) {
    let tree = &page.tree;
    let Range { start, end } = tree.subtree(tree.body);
    let mut named: Vec<'_, (Tag, u64, u32)> = Vec::new_in(scratch);
    for index in start as u32..end as u32 {
        let node = &tree.nodes[index as usize];
        let class = found.shapes.classes[index as usize];
        if class != 0 && node.tag != Tag::A && found.texts.count(&(index..node.subtree_end)) > 0 {
            named.push((node.tag, class, index));
        }
    }
    named.sort_unstable();
    for alike in named.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let parent = |&(_, _, node): &(Tag, u64, u32)| tree.nodes[node as usize].parent;
        let is_scattered = alike.iter().any(|one| parent(one) != parent(&alike[0]));
        if alike.len() >= MIN_ITEMS && is_scattered {
            let ranges = alike.iter().map(|&(_, _, node)| node..tree.nodes[node as usize].subtree_end);
            let around = super::around(tree, alike[0].2, alike[alike.len() - 1].2);
            found.add(Arrangement::Namesakes, around, ranges);
        }
    }
}
