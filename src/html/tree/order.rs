//! The order of nodes: creation order is preorder until a node goes elsewhere than to the end of the tree.
//!
//! On nine pages of ten it stays so, and the node table is finished as it is. The first foster parenting, adoption or
//! removal builds sibling links for the nodes so far; from then on the links are the tree, and at the end the table is
//! rewritten in preorder.

use super::super::node::{NONE, Node, node_flag};
use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;

#[derive(Clone, Copy)]
struct Link {
    first: u32,
    last: u32,
    next: u32,
    previous: u32,
}

const UNLINKED: Link = Link { first: NONE, last: NONE, next: NONE, previous: NONE };

/// The tree's shape while it is built. Parents are kept in the nodes.
pub struct Order<'a> {
    links: ArenaVec<'a, Link>,
}

impl<'a> Order<'a> {
    pub fn new(arena: &'a Bump) -> Self {
        Order { links: ArenaVec::new_in(arena) }
    }

    /// Whether creation order is no longer preorder.
    #[inline]
    pub fn is_linked(&self) -> bool {
        !self.links.is_empty()
    }

    /// Makes the links of the nodes so far, whose creation order is preorder.
    pub fn link(&mut self, nodes: &ArenaVec<Node>) {
        if self.is_linked() {
            return;
        }
        self.links.reserve_exact(nodes.capacity());
        for (i, node) in nodes.iter().enumerate() {
            self.links.push(UNLINKED);
            if node.parent != NONE {
                self.append(node.parent, i as u32);
            }
        }
    }

    /// A node was added to the table, at the end of its parent's children. Only for linked trees.
    #[cold]
    pub fn added_last(&mut self, parent: u32, node: u32) {
        self.links.push(UNLINKED);
        self.append(parent, node);
    }

    /// A node was added to the table and stands nowhere yet.
    pub fn added_loose(&mut self) {
        self.links.push(UNLINKED);
    }

    /// Puts a loose node at the end of `parent`'s children.
    pub fn append(&mut self, parent: u32, node: u32) {
        let last = self.links[parent as usize].last;
        self.links[node as usize].previous = last;
        self.links[parent as usize].last = node;
        match last {
            NONE => self.links[parent as usize].first = node,
            _ => self.links[last as usize].next = node,
        }
    }

    /// Puts a loose node before `sibling`, a child of `parent`.
    pub fn insert_before(&mut self, parent: u32, sibling: u32, node: u32) {
        let previous = self.links[sibling as usize].previous;
        self.links[node as usize] = Link { next: sibling, previous, ..self.links[node as usize] };
        self.links[sibling as usize].previous = node;
        match previous {
            NONE => self.links[parent as usize].first = node,
            _ => self.links[previous as usize].next = node,
        }
    }

    /// Takes a node out of `parent`'s children.
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

    /// Moves all children of `from` to the end of `to`; gives their number.
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

    /// Brings the table into preorder. Gives the place of each node of the old table in the new one ([`NONE`]:
    /// removed).
    pub fn sort(&self, arena: &'a Bump, nodes: &mut ArenaVec<Node>) -> ArenaVec<'a, u32> {
        let mut places = ArenaVec::with_capacity_in(nodes.len(), arena);
        places.resize(nodes.len(), NONE);
        let (mut at, mut len) = (0u32, 0u32);
        while at != NONE {
            places[at as usize] = len;
            len += 1;
            at = self.successor(at, nodes);
        }
        permute(nodes, &places);
        nodes.truncate(len as usize);
        for i in 1..nodes.len() {
            let parent = places[nodes[i].parent as usize];
            nodes[i].parent = parent;
            nodes[i].depth = nodes[parent as usize].depth.saturating_add(1);
        }
        places
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

/// Moves each node to its place, within the table: a removed node goes where nobody else does.
fn permute(nodes: &mut [Node], places: &[u32]) {
    // A node that is moved takes up the one that it displaces, until a place is free. `subtree_end` is worked out later
    // and marks the places whose old node is gone.
    const FREE: u32 = NONE;
    for start in 0..nodes.len() {
        if places[start] == start as u32 {
            nodes[start].subtree_end = FREE;
        }
        if nodes[start].subtree_end == FREE || places[start] == NONE {
            continue;
        }
        let mut carried = nodes[start];
        let mut to = places[start];
        nodes[start].subtree_end = FREE;
        while to != NONE {
            let displaced = std::mem::replace(&mut nodes[to as usize], Node { subtree_end: FREE, ..carried });
            if displaced.subtree_end == FREE {
                break;
            }
            carried = displaced;
            to = places[to as usize];
        }
    }
}

/// Fills in `subtree_end`, and the source range of elements that have no tags of their own but were given children: an
/// element that was made by the adoption agency covers the source of what is in it.
pub fn finish(nodes: &mut [Node], moved: bool) {
    for (i, node) in nodes.iter_mut().enumerate() {
        node.subtree_end = i as u32 + 1;
        node.flags &= !(node_flag::OPEN | node_flag::HOLDS_HTML);
    }
    for i in (1..nodes.len()).rev() {
        let child = nodes[i];
        let parent = &mut nodes[child.parent as usize];
        parent.subtree_end = parent.subtree_end.max(child.subtree_end);
        if moved && parent.flags & node_flag::IMPLIED != 0 {
            parent.start = parent.start.min(child.start);
            parent.content = parent.content.min(child.start);
            parent.end = parent.end.max(child.end);
        }
    }
}
