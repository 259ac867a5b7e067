//! Items with the same tag path in several elements: the cards of a grid with rows, a list in columns.

use super::by_key::{self, ByKey};
use super::shapes::{self, EQUAL, IN_TEXT, similarity};
use super::{Arrangement, Found, MIN_ITEMS};
use crate::base::arena::Bump;
use crate::base::hash::mix;
use crate::read::html::Tree;
use crate::read::page::Page;
use std::ops::Range;

/// The minimum similarity of an item to the others.
const MIN_SIMILARITY: u32 = EQUAL * 3 / 5;

/// Adds elements with the same tag path whose parents differ.
pub(super) fn add(scratch: &Bump, page: &Page<'_>, found: &mut Found<'_, '_>) {
    let tree = &page.tree;
    let Range { start, end } = tree.subtree(tree.body);
    let mut paths = ByKey::new(scratch, (end - start) / 8);
    // One plus the number of the path.
    let path_of = scratch.alloc_slice_fill_copy(end - start, 0u32);
    let mut index = start;
    while let Some(node) = tree.nodes[..end].get(index) {
        let next = (node.subtree_end as usize).max(index + 1);
        if !node.tag.is_element() || IN_TEXT.has(node.tag) || found.texts.count(&(index as u32..next as u32)) == 0 {
            index = next;
            continue;
        }
        let above = if index == start { 0 } else { path_of[node.parent as usize - start] };
        path_of[index - start] = paths.add(mix(u64::from(above), u64::from(node.tag.0)), index as u32) + 1;
        index += 1;
    }
    let (nodes, ends) = paths.finish(scratch);
    by_key::each(nodes, ends).for_each(|cousins| add_path(tree, found, cousins));
}

fn add_path(tree: &Tree<'_>, found: &mut Found<'_, '_>, cousins: &[u32]) {
    let parent = |node: u32| tree.nodes[node as usize].parent;
    let parents = || cousins.chunk_by(|&a, &b| parent(a) == parent(b)).count();
    // Siblings are groups already. Only children are as many as their parents, which are a group.
    if cousins.len() <= MIN_ITEMS || !(2..cousins.len()).contains(&parents()) {
        return;
    }
    if !found.have_enough(cousins.iter().map(|&node| node..tree.nodes[node as usize].subtree_end)) {
        return;
    }
    let shapes = found.shapes;
    let common = shapes::common(cousins.iter().map(|&node| shapes.of_node(node)));
    let alike = cousins.iter().filter(|&&node| similarity(shapes.of_node(node), common) >= MIN_SIMILARITY);
    let ranges = alike.map(|&node| node..tree.nodes[node as usize].subtree_end);
    found.add(Arrangement::Cousins, ranges);
}
