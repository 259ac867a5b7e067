//! Pruning: the nodes and bytes of the region or of its complement (Velloso and Dorneles 2013, Algorithms 5 and 6).
//!
//! A node is kept if its position in the sequence is, or if it is an ancestor of a kept node; so the kept nodes form a
//! tree rooted at `body`. Nodes are kept by identity, not by symbol.
//!
//! The paper leaves open how to test whether a region is content; [`ContentTest`] has two tests of our own.

use std::ops::Range;

use crate::base::arena::Bump;

use super::search::Region;
use super::symbols::{Sequence, adjacent_texts};
use crate::base::hash::mix;
use crate::base::intern::Interner;
use crate::read::html::node::{Node, Tree};

/// The test that a region must pass as content; if it fails, its complement is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
// Only experimental options choose another value.
#[cfg_attr(not(any(feature = "capi", feature = "unstable")), allow(dead_code))]
pub enum ContentTest {
    /// Every region passes.
    #[default]
    None,
    /// Fails a region with less than half of the page's tokens, if more than half of the region's tokens are in links.
    LinkHeavy,
    /// Passes a region with three similar sibling subtrees.
    Repetition,
}

/// Token counts of a part of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TokenCount {
    /// All tokens.
    pub tokens: u32,
    /// Tokens in links.
    pub linked: u32,
}

/// The pruned page.
#[derive(Clone, Copy, Debug)]
pub struct Kept<'a> {
    /// By node index: 1 for a kept node, 0 for others. Adjacent text nodes are kept together; ancestors of `body` are
    /// 0.
    pub mask: &'a [u8],
    /// Number of kept nodes, adjacent text nodes counted once: at most the length of the sequence.
    pub count: u32,
}

/// The kept positions of `sequence`: the region, or what precedes and what follows it.
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
            let adjacent = adjacent_texts(tree.nodes, node as usize).len();
            if adjacent > 0 {
                mask[node as usize + 1..][..adjacent].fill(1);
            }
        }
        // By preorder, an ancestor before the run that any of its nodes has is one of its first node: one climb
        // suffices.
        let mut at = tree.nodes[first as usize].parent;
        while first != body && mask[at as usize] == 0 {
            mask[at as usize] = 1;
            count += 1;
            at = tree.nodes[at as usize].parent;
        }
    }
    Kept { mask, count }
}

/// The bytes `[start, end)` of each range of kept positions, in source order, disjoint, none empty.
///
/// They extend from the first node to the last byte of any node in the range. Of an element whose subtree reaches
/// beyond the range only the start tag counts.
#[inline(never)]
pub fn source_ranges<'a>(
    arena: &'a Bump,
    tree: &Tree<'_>,
    sequence: &Sequence<'_>,
    positions: &[Range<usize>],
) -> &'a [(u32, u32)] {
    let mut ranges = crate::base::arena::Vec::with_capacity_in(positions.len(), arena);
    let mut covered = 0;
    for run in positions {
        let Some(&first) = sequence.nodes[run.clone()].first() else { continue };
        let limit = node_limit(tree, sequence, run.end);
        let end = sequence.nodes[run.clone()].iter().map(|&node| source_end(tree.nodes, node, limit)).max();
        let start = tree.nodes[first as usize].start.max(covered);
        covered = end.unwrap_or(0).max(covered);
        if start < covered {
            ranges.push((start, covered));
        }
    }
    ranges.into_bump_slice()
}

/// The index one past the last node before position `end`.
fn node_limit(tree: &Tree<'_>, sequence: &Sequence<'_>, end: usize) -> u32 {
    let last = || sequence.nodes.first().map_or(0, |&body| tree.nodes[body as usize].subtree_end);
    sequence.nodes.get(end).copied().unwrap_or_else(last)
}

/// The source end of the part of a node that precedes the node `limit`.
#[inline]
fn source_end(nodes: &[Node], index: u32, limit: u32) -> u32 {
    let node = &nodes[index as usize];
    match adjacent_texts(nodes, index as usize).last() {
        Some(last) => last.end,
        None if node.subtree_end <= limit => node.end,
        None => node.content,
    }
}

/// Whether the region passes the test. `count_tokens` counts the tokens of a range of nodes.
pub fn is_content(
    arena: &Bump,
    tree: &Tree<'_>,
    sequence: &Sequence<'_>,
    region: &Region,
    test: ContentTest,
    count_tokens: &dyn Fn(Range<u32>) -> TokenCount,
) -> bool {
    let (lo, hi) = (region.lo as usize, region.hi as usize);
    let (Some(&body), Some(&first)) = (sequence.nodes.first(), sequence.nodes.get(lo)) else { return true };
    match test {
        ContentTest::None => true,
        ContentTest::LinkHeavy => {
            let page = count_tokens(body..tree.nodes[body as usize].subtree_end);
            !is_link_heavy(count_tokens(first..node_limit(tree, sequence, hi)), page)
        }
        ContentTest::Repetition => has_repetition(arena, tree, sequence, lo..hi),
    }
}

/// Whether a region has less than half of the page's tokens, and more than half of its tokens are linked.
fn is_link_heavy(region: TokenCount, page: TokenCount) -> bool {
    2 * u64::from(region.tokens) < u64::from(page.tokens) && 2 * u64::from(region.linked) > u64::from(region.tokens)
}

/// Whether three siblings in the range have equal symbols, and equal multisets of their children's symbols. Only
/// elements with children in the range count.
fn has_repetition(arena: &Bump, tree: &Tree<'_>, sequence: &Sequence<'_>, positions: Range<usize>) -> bool {
    let nodes = &sequence.nodes[positions.clone()];
    let codes = &sequence.codes[positions];
    let Some(&first) = nodes.first() else { return false };
    // By node from the first one on: the sum of the hashed symbols of its children, a hash of the multiset.
    let span = nodes.last().map_or(0, |&last| (last - first) as usize + 1);
    let children: &mut [u64] = arena.alloc_slice_fill_default(span);
    for (&node, &code) in nodes.iter().zip(codes) {
        if let Some(parent) = tree.nodes[node as usize].parent.checked_sub(first) {
            children[parent as usize] = children[parent as usize].wrapping_add(mix(1, u64::from(code)) | 1);
        }
    }
    let mut shapes = Interner::new(arena, nodes.len() / 4);
    let mut counts = crate::base::arena::Vec::new_in(arena);
    for (&node, &code) in nodes.iter().zip(codes) {
        let below = children[(node - first) as usize];
        if below == 0 {
            continue;
        }
        let sibling = u64::from(tree.nodes[node as usize].parent) << 32 | u64::from(code);
        let shape = shapes.intern(mix(mix(2, sibling), below)) as usize;
        if counts.len() < shape {
            counts.push(0u32);
        }
        counts[shape - 1] += 1;
        if counts[shape - 1] == 3 {
            return true;
        }
    }
    false
}
