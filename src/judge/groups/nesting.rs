//! Which items hold a group: a post the comments on it, a comment its answers.

use super::{Groups, Item};
use crate::base::arena::{Bump, Vec};
use crate::base::sort::{sort, sort_by_key};
use crate::read::html::NONE;

/// How many items around a place are tried: more than a few are readings of the same list.
const MAX_TRIED: usize = 32;

/// For each group the innermost item around it, of any other group, or [`NONE`].
pub(super) fn outer<'a>(arena: &'a Bump, scratch: &Bump, groups: &Groups<'_>) -> &'a [u32] {
    let items = groups.items;
    let nodes_of = |item: u32| items[item as usize].nodes;
    let by_start = scratch.alloc_slice_fill_iter(0..items.len() as u32);
    // The longer one of two that begin at one node is outside.
    sort_by_key(by_start, |&item| (nodes_of(item).0, u32::MAX - nodes_of(item).1, item));
    let places = groups.list.iter().enumerate().map(|(number, group)| {
        let (first, last) = (items[group.items.0 as usize], items[group.items.1 as usize - 1]);
        (first.nodes.0, last.nodes.1, number as u32)
    });
    let places = scratch.alloc_slice_fill_iter(places);
    sort(places);
    let outer = arena.alloc_slice_fill_copy(groups.list.len(), NONE);
    // The items that begin before a place and may end after it, the innermost last.
    let mut open: Vec<'_, u32> = Vec::new_in(scratch);
    let mut next = by_start.iter().copied().peekable();
    for &(start, end, group) in &*places {
        while let Some(item) = next.next_if(|&item| nodes_of(item).0 <= start) {
            close(&mut open, items, nodes_of(item).0);
            open.push(item);
        }
        close(&mut open, items, start);
        let is_around = |&&item: &&u32| nodes_of(item).1 >= end && items[item as usize].group != group;
        outer[group as usize] = open.iter().rev().take(MAX_TRIED).find(is_around).copied().unwrap_or(NONE);
    }
    outer
}

/// Removes items that end before a node. One that is under another that ends later stays.
fn close(open: &mut Vec<'_, u32>, items: &[Item], node: u32) {
    while open.last().is_some_and(|&item| items[item as usize].nodes.1 <= node) {
        open.pop();
    }
}
