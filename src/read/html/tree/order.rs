//! Preorder of the node table: creation order is preorder until a node is inserted elsewhere than at the end of the
//! tree.
//!
//! On nine pages of ten that never happens, and the node table is final as it is. Otherwise the first foster parenting,
//! adoption or removal builds sibling links for the nodes so far; from then on the links define the tree, and at the
//! end the table is permuted into preorder.

use super::super::node::{NONE, Node, node_flag};
use super::blank::Blank;
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;

#[derive(Clone, Copy)]
struct Link {
    first: u32,
    last: u32,
    next: u32,
    previous: u32,
}

const DETACHED: Link = Link { first: NONE, last: NONE, next: NONE, previous: NONE };

/// First-child and sibling links of the tree under construction, once they are needed. Parents are in the nodes.
pub struct Order<'a> {
    links: ArenaVec<'a, Link>,
    /// The first of the nodes of blank texts, which became nodes when the links were built.
    first_blank: usize,
}

impl<'a> Order<'a> {
    pub fn new(arena: &'a Bump) -> Self {
        Order { links: ArenaVec::new_in(arena), first_blank: 0 }
    }

    /// Whether creation order is no longer preorder.
    #[inline]
    pub fn is_linked(&self) -> bool {
        !self.links.is_empty()
    }

    /// Builds the links of the nodes so far, whose creation order is preorder, and of blank texts that become nodes.
    pub fn link(&mut self, nodes: &mut ArenaVec<Node>, blanks: &[Blank], source: &[u8]) {
        let len = nodes.len();
        self.first_blank = len;
        nodes.reserve(blanks.len());
        self.links.reserve_exact(nodes.capacity());
        self.links.resize(len + blanks.len(), DETACHED);
        for (index, is_blank) in in_source_order(0..len, len, blanks) {
            if is_blank {
                let node = blanks[index - len].to_node(nodes, source);
                nodes.push(node);
            }
            let parent = nodes[index].parent;
            if parent != NONE {
                self.append(parent, index as u32);
            }
        }
    }

    /// Adds the links of a new node that is its parent's last child. Only for linked trees.
    #[cold]
    pub fn push_last_child(&mut self, parent: u32, node: u32) {
        self.links.push(DETACHED);
        self.append(parent, node);
    }

    /// Adds the links of a new node that is detached.
    pub fn push_detached(&mut self) {
        self.links.push(DETACHED);
    }

    /// Makes a detached node the last child of `parent`.
    pub fn append(&mut self, parent: u32, node: u32) {
        let last = self.links[parent as usize].last;
        self.links[node as usize].previous = last;
        self.links[parent as usize].last = node;
        match last {
            NONE => self.links[parent as usize].first = node,
            _ => self.links[last as usize].next = node,
        }
    }

    /// Inserts a detached node before `sibling`, a child of `parent`.
    pub fn insert_before(&mut self, parent: u32, sibling: u32, node: u32) {
        let previous = self.links[sibling as usize].previous;
        self.links[node as usize] = Link { next: sibling, previous, ..self.links[node as usize] };
        self.links[sibling as usize].previous = node;
        match previous {
            NONE => self.links[parent as usize].first = node,
            _ => self.links[previous as usize].next = node,
        }
    }

    /// Detaches a node from `parent`, its parent.
    pub fn detach(&mut self, parent: u32, node: u32) {
        let Link { next, previous, .. } = self.links[node as usize];
        match previous {
            NONE => self.links[parent as usize].first = next,
            _ => self.links[previous as usize].next = next,
        }
        match next {
            NONE => self.links[parent as usize].last = previous,
            _ => self.links[next as usize].previous = previous,
        }
        let link = &mut self.links[node as usize];
        (link.next, link.previous) = (NONE, NONE);
    }

    /// Appends all children of `from` to the children of `to`; returns their number.
    pub fn move_children(&mut self, from: u32, to: u32, nodes: &mut [Node]) -> usize {
        let mut moved = 0;
        let mut child = self.links[from as usize].first;
        while child != NONE {
            let next = self.links[child as usize].next;
            self.detach(from, child);
            self.append(to, child);
            nodes[child as usize].parent = to;
            child = next;
            moved += 1;
        }
        moved
    }

    /// Sorts the table into preorder. Returns the new index of each node of the old table, [`NONE`] if it was removed.
    pub fn sort_preorder(&self, arena: &'a Bump, nodes: &mut ArenaVec<Node>) -> ArenaVec<'a, u32> {
        let mut new_indices = ArenaVec::with_capacity_in(nodes.len(), arena);
        new_indices.resize(nodes.len(), NONE);
        let (mut at, mut len) = (0u32, 0u32);
        while at != NONE {
            new_indices[at as usize] = len;
            len += 1;
            at = self.successor(at, nodes);
        }
        permute(nodes, &new_indices);
        nodes.truncate(len as usize);
        for i in 1..nodes.len() {
            let parent = new_indices[nodes[i].parent as usize];
            nodes[i].parent = parent;
            nodes[i].depth = nodes[parent as usize].depth.saturating_add(1);
        }
        new_indices
    }

    /// The new indices of all nodes that are still in the tree, in source order, which is creation order except for
    /// the nodes of `blanks`.
    pub fn source_order(&self, arena: &'a Bump, new_indices: &[u32], blanks: &[Blank]) -> &'a [u32] {
        let (first, end) = (self.first_blank, self.first_blank + blanks.len());
        let created = in_source_order((0..first).chain(end..new_indices.len()), first, blanks);
        let mut order = ArenaVec::with_capacity_in(new_indices.len(), arena);
        order.extend(created.map(|(index, _)| new_indices[index]).filter(|&index| index != NONE));
        order.into_bump_slice()
    }

    fn successor(&self, node: u32, nodes: &[Node]) -> u32 {
        let mut at = node;
        if self.links[at as usize].first != NONE {
            return self.links[at as usize].first;
        }
        while at != NONE && self.links[at as usize].next == NONE {
            at = nodes[at as usize].parent;
        }
        if at == NONE { NONE } else { self.links[at as usize].next }
    }
}

/// The indices `nodes` and the indices of the nodes of `blanks`, which begin at `first_blank`; with each, whether it is
/// a blank.
fn in_source_order(
    nodes: impl Iterator<Item = usize>,
    first_blank: usize,
    blanks: &[Blank],
) -> impl Iterator<Item = (usize, bool)> {
    let mut nodes = nodes.peekable();
    let mut next = 0;
    std::iter::from_fn(move || {
        let node = nodes.peek().copied();
        match blanks.get(next) {
            Some(blank) if node.is_none_or(|node| blank.before as usize <= node) => {
                next += 1;
                Some((first_blank + next - 1, true))
            }
            _ => nodes.next().map(|node| (node, false)),
        }
    })
}

/// Moves each node to its new index, in place; removed nodes are overwritten or left in free entries.
fn permute(nodes: &mut [Node], new_indices: &[u32]) {
    // Follows the cycles of the permutation: each moved node displaces the next one, until an entry is free.
    // `subtree_end` is computed later; until then a sentinel in it marks entries whose old node has moved.
    const FREE: u32 = NONE;
    for start in 0..nodes.len() {
        if new_indices[start] == start as u32 {
            nodes[start].subtree_end = FREE;
        }
        if nodes[start].subtree_end == FREE || new_indices[start] == NONE {
            continue;
        }
        let mut moving = nodes[start];
        let mut to = new_indices[start];
        nodes[start].subtree_end = FREE;
        while to != NONE {
            let displaced = std::mem::replace(&mut nodes[to as usize], Node { subtree_end: FREE, ..moving });
            if displaced.subtree_end == FREE {
                break;
            }
            moving = displaced;
            to = new_indices[to as usize];
        }
    }
}

/// Computes `subtree_end`, and if nodes were moved the source ranges of implied elements: a clone made by the adoption
/// agency algorithm covers the source of its descendants.
pub fn set_subtree_ends(nodes: &mut [Node], moved: bool) {
    for (i, node) in nodes.iter_mut().enumerate() {
        node.subtree_end = i as u32 + 1;
        node.flags &= !(node_flag::OPEN | node_flag::HTML_INTEGRATION_POINT);
    }
    for i in (1..nodes.len()).rev() {
        let child = nodes[i];
        let parent = &mut nodes[child.parent as usize];
        parent.subtree_end = parent.subtree_end.max(child.subtree_end);
        if moved && parent.flags & node_flag::IMPLIED != 0 {
            parent.start = parent.start.min(child.start);
            parent.content = parent.content.min(child.start);
            if child.end > parent.end {
                // Its end tag, if any, is no longer at its end.
                (parent.end, parent.gap) = (child.end, 0);
            }
        }
    }
}
