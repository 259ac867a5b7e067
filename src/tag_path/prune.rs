//! What is left of the page: the region, its complement, and their bytes (spec 2.4, 2.5; Algorithms 5 and 6).
//!
//! A node is kept if its position is, or if a kept node is below it; so the kept nodes form a tree from `body` on.
//! What counts is the node itself, not its symbol.

use std::ops::Range;

use crate::arena::Bump;

use super::search::Region;
use super::symbols::{Sequence, other_pieces};
use crate::hash::mix;
use crate::html::node::{Node, Tree};
use crate::intern::Interner;

/// When a region does not count as content, so that the rest of the page is kept instead of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ContentTest {
    /// Every region is content.
    #[default]
    None,
    /// Not if it holds less than half of the page's tokens and more than half of its own are in links.
    LinkHeavy,
    /// Only if it has three similar sibling subtrees.
    Repetition,
}

/// Tokens of a part of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TokenCount {
    /// All of them.
    pub tokens: u32,
    /// Those in links.
    pub linked: u32,
}

/// The nodes that are left.
#[derive(Clone, Copy, Debug)]
pub struct Kept<'a> {
    /// 1 for a kept node of the tree, 0 for others. All pieces of a kept text are kept; nodes above `body` are not
    /// marked.
    pub mask: &'a [u8],
    /// How many nodes are kept, a text of several pieces counted once: at most the length of the sequence.
    pub count: u32,
}

/// The positions of `sequence` that are kept: the region, or what is before and behind it.
pub fn kept_positions(sequence: &Sequence<'_>, region: &Region, complement: bool) -> [Range<usize>; 2] {
    let (lo, hi) = (region.lo as usize, region.hi as usize);
    if complement { [0..lo, hi..sequence.len()] } else { [lo..hi, hi..hi] }
}

/// Marks the nodes at the given positions and their ancestors. `body` is always kept.
#[inline(never)]
pub fn prune<'a>(arena: &'a Bump, tree: &Tree<'_>, sequence: &Sequence<'_>, positions: &[Range<usize>]) -> Kept<'a> {
    let mask = arena.alloc_slice_fill_copy(tree.nodes.len(), 0u8);
    let Some(&body) = sequence.nodes.first() else { return Kept { mask, count: 0 } };
    mask[body as usize] = 1;
    let mut count = 1;
    for run in positions {
        let nodes = &sequence.nodes[run.clone()];
        let Some(&first) = nodes.first() else { continue };
        for &node in nodes {
            count += u32::from(mask[node as usize] == 0);
            mask[node as usize] = 1;
            let others = other_pieces(tree.nodes, node as usize).len();
            if others > 0 {
                mask[node as usize + 1..][..others].fill(1);
            }
        }
        // Preorder: a parent before the run has all of the run from its first node on in it, so that one climb does.
        let mut at = tree.nodes[first as usize].parent;
        while first != body && mask[at as usize] == 0 {
            mask[at as usize] = 1;
            count += 1;
            at = tree.nodes[at as usize].parent;
        }
    }
    Kept { mask, count }
}

/// The bytes `[start, end)` of each run of kept positions, in source order, without overlap, none empty.
///
/// A run goes from its first node to the last byte of its nodes. An element that reaches beyond the run counts with
/// its start tag only.
#[inline(never)]
pub fn source_ranges<'a>(
    arena: &'a Bump,
    tree: &Tree<'_>,
    sequence: &Sequence<'_>,
    positions: &[Range<usize>],
) -> &'a [(u32, u32)] {
    let mut ranges = crate::arena::Vec::with_capacity_in(positions.len(), arena);
    let mut covered = 0;
    for run in positions {
        let Some(&first) = sequence.nodes[run.clone()].first() else { continue };
        let limit = node_limit(tree, sequence, run.end);
        let end = sequence.nodes[run.clone()].iter().map(|&node| end_within(tree.nodes, node, limit)).max();
        let start = tree.nodes[first as usize].start.max(covered);
        covered = end.unwrap_or(0).max(covered);
        if start < covered {
            ranges.push((start, covered));
        }
    }
    ranges.into_bump_slice()
}

/// One past the last node before position `end`.
fn node_limit(tree: &Tree<'_>, sequence: &Sequence<'_>, end: usize) -> u32 {
    let last = || sequence.nodes.first().map_or(0, |&body| tree.nodes[body as usize].subtree_end);
    sequence.nodes.get(end).copied().unwrap_or_else(last)
}

/// Where the part of a node before the node `limit` ends in the source.
#[inline]
fn end_within(nodes: &[Node], index: u32, limit: u32) -> u32 {
    let node = &nodes[index as usize];
    match other_pieces(nodes, index as usize).last() {
        Some(piece) => piece.end,
        None if node.subtree_end <= limit => node.end,
        None => node.content,
    }
}

/// Whether the region passes the test. `tokens` counts the tokens of a range of nodes.
pub fn is_content(
    arena: &Bump,
    tree: &Tree<'_>,
    sequence: &Sequence<'_>,
    region: &Region,
    test: ContentTest,
    tokens: &dyn Fn(Range<u32>) -> TokenCount,
) -> bool {
    let (lo, hi) = (region.lo as usize, region.hi as usize);
    let (Some(&body), Some(&first)) = (sequence.nodes.first(), sequence.nodes.get(lo)) else { return true };
    match test {
        ContentTest::None => true,
        ContentTest::LinkHeavy => {
            let page = tokens(body..tree.nodes[body as usize].subtree_end);
            !is_link_heavy(tokens(first..node_limit(tree, sequence, hi)), page)
        }
        ContentTest::Repetition => has_repetition(arena, tree, sequence, lo..hi),
    }
}

/// Less than half of the page's tokens, and more than half of them linked.
fn is_link_heavy(region: TokenCount, page: TokenCount) -> bool {
    2 * u64::from(region.tokens) < u64::from(page.tokens) && 2 * u64::from(region.linked) > u64::from(region.tokens)
}

/// Whether three siblings among the positions are alike: same symbol, and children with the same symbols, each as
/// often, in any order. Only elements with children in the range count.
fn has_repetition(arena: &Bump, tree: &Tree<'_>, sequence: &Sequence<'_>, positions: Range<usize>) -> bool {
    let nodes = &sequence.nodes[positions.clone()];
    let codes = &sequence.codes[positions];
    let Some(&first) = nodes.first() else { return false };
    // For each node from the first one on, the sum of its children's hashed symbols.
    let span = nodes.last().map_or(0, |&last| (last - first) as usize + 1);
    let children: &mut [u64] = arena.alloc_slice_fill_default(span);
    for (&node, &code) in nodes.iter().zip(codes) {
        if let Some(parent) = tree.nodes[node as usize].parent.checked_sub(first) {
            children[parent as usize] = children[parent as usize].wrapping_add(mix(1, u64::from(code)) | 1);
        }
    }
    let mut kinds = Interner::new(arena, nodes.len() / 4);
    let mut seen = crate::arena::Vec::new_in(arena);
    for (&node, &code) in nodes.iter().zip(codes) {
        let below = children[(node - first) as usize];
        if below == 0 {
            continue;
        }
        let sibling = u64::from(tree.nodes[node as usize].parent) << 32 | u64::from(code);
        let kind = kinds.intern(mix(mix(2, sibling), below)) as usize;
        if seen.len() < kind {
            seen.push(0u32);
        }
        seen[kind - 1] += 1;
        if seen[kind - 1] == 3 {
            return true;
        }
    }
    false
}
