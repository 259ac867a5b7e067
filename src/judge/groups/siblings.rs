//! The children of an element in which blocks begin, and which of them are alike.

use super::shapes::{self, EQUAL, Shape, similarity};
use super::{Arrangement, Found, MIN_ITEMS, runs};
use crate::base::arena::{Bump, Vec};
use crate::base::sort::sort_by_key;
use crate::read::html::{Tag, TagSet, Tree};
use crate::read::page::Page;
use std::ops::Range;

/// How often the items that are unlike the others are compared with each other.
const ROUNDS: usize = 3;

/// Elements that separate items if they have no text.
const LINES: TagSet = TagSet::of(&[Tag::HR, Tag::TR]);

/// A child in which a block begins, or a line between children.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub node: u32,
    pub tag: Tag,
    pub shape: Shape,
    pub has_text: bool,
}

/// Adds the groups of children of each element.
pub(super) fn add(scratch: &Bump, page: &Page<'_>, found: &mut Found<'_, '_>) {
    let tree = &page.tree;
    let mut children: Vec<'_, Child> = Vec::new_in(scratch);
    let mut sorted: Vec<'_, Child> = Vec::new_in(scratch);
    let Range { start, end } = tree.subtree(tree.body);
    let mut at = start as u32;
    while at < end as u32 {
        let node = &tree.nodes[at as usize];
        let subtree = at..node.subtree_end;
        let has_items = node.tag.is_element() && found.texts.count(&subtree) as usize >= MIN_ITEMS;
        if !has_items || !found.have_enough([subtree]) {
            at = if node.tag.is_element() { node.subtree_end.max(at + 1) } else { at + 1 };
            continue;
        }
        list(tree, found, at, &mut children);
        if children.len() >= MIN_ITEMS {
            sorted.clear();
            sorted.extend(children.iter().copied().filter(|child| child.has_text && child.tag.is_element()));
            sort_by_key(&mut sorted, |child| (child.tag, child.node));
            for alike in sorted.chunk_by_mut(|a, b| a.tag == b.tag) {
                add_alike(tree, found, alike);
            }
            runs::add(scratch, tree, found, &children);
        }
        at += 1;
    }
}

/// Replaces the list by the children of an element that count.
fn list(tree: &Tree<'_>, found: &Found<'_, '_>, parent: u32, children: &mut Vec<'_, Child>) {
    children.clear();
    let Range { start, end } = tree.subtree(parent);
    let mut at = start as u32 + 1;
    while at < end as u32 {
        let node = &tree.nodes[at as usize];
        let next = node.subtree_end.max(at + 1);
        let has_text = found.texts.count(&(at..next)) > 0;
        if has_text || LINES.has(node.tag) {
            children.push(Child { node: at, tag: node.tag, shape: found.shapes.of_node(at), has_text });
        }
        at = next;
    }
}

/// Adds children of one tag as a group, without those that are unlike most of them; these may be a group of their own.
fn add_alike(tree: &Tree<'_>, found: &mut Found<'_, '_>, mut children: &mut [Child]) {
    for _ in 0..ROUNDS {
        if children.len() < MIN_ITEMS {
            return;
        }
        let common = shapes::common(children.iter().map(|child| child.shape));
        let least = EQUAL / 2 + EQUAL / (2 + common.tags.count_ones());
        let is_alike = |child: &Child| similarity(child.shape, common) >= least;
        let count = divide(children, is_alike);
        let (alike, others) = children.split_at_mut(count);
        if alike.len() < MIN_ITEMS {
            return;
        }
        let ranges = alike.iter().map(|child| child.node..tree.nodes[child.node as usize].subtree_end);
        found.add(Arrangement::Siblings, ranges);
        children = others;
    }
}

/// Moves those that satisfy `condition` to the front, in their order, and says how many they are.
fn divide(children: &mut [Child], condition: impl Fn(&Child) -> bool) -> usize {
    sort_by_key(children, |child| (!condition(child), child.node));
    children.partition_point(condition)
}
