//! Items with the same tag path in several elements: the cards of a grid with rows, a list in columns.

use super::shapes::{self, EQUAL, similarity};
use super::{Arrangement, Found, MIN_ITEMS};
use crate::base::arena::{Bump, Vec};
use crate::base::hash::mix;
use crate::base::intern::Interner;
use crate::read::html::Tree;
use crate::read::page::Page;
use std::ops::Range;

/// The minimum similarity of an item to the others.
const MIN_SIMILARITY: u32 = EQUAL * 3 / 5;

/// Adds elements with the same tag path whose parents differ.
pub(super) fn add(scratch: &Bump, page: &Page<'_>, found: &mut Found<'_, '_>) {
    let tree = &page.tree;
    let Range { start, end } = tree.subtree(tree.body);
    let mut paths = Interner::new(scratch, (end - start) / 8);
    let path_of = scratch.alloc_slice_fill_copy(end - start, 0u32);
    // The elements with text, and their paths.
    let mut all: Vec<'_, (u32, u32)> = Vec::new_in(scratch);
    for index in start..end {
        let node = &tree.nodes[index];
        if node.tag.is_element() && found.texts.count(&(index as u32..node.subtree_end)) > 0 {
            let above = if index == start { 0 } else { path_of[node.parent as usize - start] };
            let path = paths.intern(mix(u64::from(above), u64::from(node.tag.0)));
            path_of[index - start] = path;
            all.push((path, index as u32));
        }
    }
    all.sort_unstable();
    for cousins in all.chunk_by(|a, b| a.0 == b.0) {
        add_path(tree, found, cousins);
    }
}

fn add_path(tree: &Tree<'_>, found: &mut Found<'_, '_>, cousins: &[(u32, u32)]) {
    let parent = |&(_, node): &(u32, u32)| tree.nodes[node as usize].parent;
    let parents = cousins.chunk_by(|a, b| parent(a) == parent(b)).count();
    if cousins.len() < MIN_ITEMS || parents < 2 || parents == cousins.len() {
        return;
    }
    let common = shapes::common(cousins.iter().map(|&(_, node)| found.shapes.of_node(node)));
    let shapes = found.shapes;
    let alike = cousins.iter().filter(|&&(_, node)| similarity(shapes.of_node(node), common) >= MIN_SIMILARITY);
    let ranges = alike.map(|&(_, node)| node..tree.nodes[node as usize].subtree_end);
    let around = super::around(tree, cousins[0].1, cousins[cousins.len() - 1].1);
    found.add(Arrangement::Cousins, around, ranges);
}
