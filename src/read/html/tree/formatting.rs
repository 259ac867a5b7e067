//! The list of active formatting elements (HTML, "The list of active formatting elements") and the adoption agency
//! algorithm ("The 'in body' insertion mode").

use super::super::names::name_key;
use super::super::node::{Attribute, NONE, Namespace, Node, node_flag};
use super::super::tags::Tag;
use super::super::text::{Decoding, decode};
use super::super::token::TagToken;
use super::stack::{OpenElement, Scope};
use super::{Builder, Flow, attribute_list, push_to_stack};
use crate::base::arena::Vec as ArenaVec;

/// An entry of the list: a formatting element, which is reopened if it was closed too early, or a marker.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    node: u32,
    tag: Tag,
}

impl Entry {
    const MARKER: Entry = Entry { node: NONE, tag: Tag::DOCUMENT };

    fn is_marker(&self) -> bool {
        self.node == NONE
    }
}

/// Maximum length of the list; older entries are removed.
const MAX_ENTRIES: usize = 512;

/// Maximum number of clones in an iteration of the adoption agency's outer loop: of three inner nodes, and of the
/// formatting element.
const MAX_CLONES_PER_ITERATION: usize = 4;

/// The list of active formatting elements, oldest entry first.
pub struct ActiveFormattingElements {
    entries: Vec<Entry>,
}

impl ActiveFormattingElements {
    pub fn new(entries: Vec<Entry>) -> ActiveFormattingElements {
        ActiveFormattingElements { entries }
    }

    pub fn into_storage(mut self) -> Vec<Entry> {
        self.entries.clear();
        self.entries
    }

    /// "Clear the list up to the last marker".
    pub fn clear_to_marker(&mut self) {
        while self.entries.pop().is_some_and(|entry| !entry.is_marker()) {}
    }

    fn position(&self, node: u32) -> Option<usize> {
        self.entries.iter().rposition(|entry| entry.node == node)
    }

    /// The last entry of this name after the last marker.
    fn last_with_tag(&self, tag: Tag) -> Option<usize> {
        for (i, entry) in self.entries.iter().enumerate().rev() {
            if entry.is_marker() {
                return None;
            }
            if entry.tag == tag {
                return Some(i);
            }
        }
        None
    }
}

impl Builder<'_> {
    /// Inserts a formatting element and pushes it onto the list, which keeps three of equal elements (the Noah's Ark
    /// clause).
    pub(super) fn insert_formatting(&mut self, tag: &TagToken) {
        let node = self.insert_element_in(tag, Namespace::Html);
        let mut equal = 0;
        let mut oldest = None;
        for i in (0..self.formatting.entries.len()).rev() {
            let entry = self.formatting.entries[i];
            if entry.is_marker() || !self.stack.budget.consume(1) {
                break;
            }
            if entry.tag == tag.tag && self.same_attributes(entry.node, node) {
                equal += 1;
                oldest = Some(i);
            }
        }
        if let Some(oldest) = oldest
            && equal >= 3
        {
            self.formatting.entries.remove(oldest);
        } else if self.formatting.entries.len() >= MAX_ENTRIES {
            self.formatting.entries.remove(0);
        }
        push_to_stack(self.spare, &mut self.formatting.entries, Entry { node, tag: tag.tag });
    }

    /// Inserts a marker at the end of the list.
    pub(super) fn push_marker(&mut self) {
        push_to_stack(self.spare, &mut self.formatting.entries, Entry::MARKER);
    }

    /// Whether two elements have equal attributes, in any order.
    fn same_attributes(&mut self, a: u32, b: u32) -> bool {
        let [first_a, first_b] = [a, b].map(|node| self.nodes[node as usize].attributes);
        let (a, b) = (self.attributes_from(first_a), self.attributes_from(first_b));
        let same_length = a.len() == b.len();
        let in_order = a.iter().zip(b).all(|(x, y)| self.same_name(x, y));
        let steps = match same_length {
            false => 1,
            true if in_order => a.len(),
            true => a.len() * b.len(),
        };
        // Comparing two long lists in different orders can exceed what is left of the budget.
        if !self.stack.budget.consume(steps) || !same_length {
            return false;
        }
        let (a, b) = (self.attributes_from(first_a), self.attributes_from(first_b));
        if in_order {
            return a.iter().zip(b).all(|(x, y)| self.same_value(x, y));
        }
        let has_same = |x| b.iter().find(|y| self.same_name(x, y)).is_some_and(|y| self.same_value(x, y));
        a.iter().all(has_same)
    }

    fn attributes_from(&self, first: u32) -> &[Attribute] {
        attribute_list(&self.tokenizer.attributes, first)
    }

    fn same_name(&self, a: &Attribute, b: &Attribute) -> bool {
        self.name_of(a).eq_ignore_ascii_case(self.name_of(b))
    }

    fn name_of(&self, attribute: &Attribute) -> &[u8] {
        &self.source[attribute.name_start as usize..][..attribute.name_len as usize]
    }

    /// Whether two values are equal after decoding.
    fn same_value(&self, a: &Attribute, b: &Attribute) -> bool {
        let raw = |x: &Attribute| &self.source[x.value_start as usize..x.value_end as usize];
        let needs_decoding = |value: &[u8]| value.iter().any(|b| matches!(b, b'&' | b'\r' | 0 | 0x80..));
        raw(a) == raw(b)
            || ((needs_decoding(raw(a)) || needs_decoding(raw(b))) && self.decoded_value(a) == self.decoded_value(b))
    }

    fn decoded_value(&self, attribute: &Attribute) -> ArenaVec<'_, u8> {
        let mut value = ArenaVec::new_in(self.spare);
        let (start, end) = (attribute.value_start as usize, attribute.value_end as usize);
        decode(self.source, start, end, Decoding::ATTRIBUTE, &mut value);
        value
    }

    /// "Reconstruct the active formatting elements".
    #[inline]
    pub(super) fn reconstruct_formatting(&mut self) {
        let Some(last) = self.formatting.entries.last() else { return };
        if last.is_marker() || self.is_open(last.node) {
            return;
        }
        self.reconstruct_slow_path();
    }

    fn is_open(&self, node: u32) -> bool {
        self.nodes[node as usize].flags & node_flag::OPEN != 0
    }

    #[cold]
    fn reconstruct_slow_path(&mut self) {
        let mut first = self.formatting.entries.len();
        while first > 0 {
            let entry = self.formatting.entries[first - 1];
            if entry.is_marker() || self.is_open(entry.node) {
                break;
            }
            first -= 1;
        }
        for i in first..self.formatting.entries.len() {
            // A clone costs much more than a step of a walk.
            let too_deep = self.stack.len() + 1 >= self.depth_limit;
            if too_deep || !self.has_capacity_for_clones(1) || !self.stack.budget.consume(32) {
                return;
            }
            let entry = self.formatting.entries[i];
            let node = self.insert_element(&self.clone_token(entry));
            self.formatting.entries[i].node = node;
        }
    }

    /// The token for a clone of an element that was closed too early.
    fn clone_token(&self, entry: Entry) -> TagToken {
        let Node { attributes, known, .. } = self.nodes[entry.node as usize];
        TagToken { attributes, known, ..super::insert::implied(entry.tag) }
    }

    /// The adoption agency algorithm for an end tag, or for a start tag that implies it.
    pub(super) fn adoption_agency(&mut self, tag: &TagToken) -> Flow {
        if let Some(current) = self.stack.last()
            && current.is_html(tag.tag)
        {
            let node = current.node;
            let is_last = self.formatting.entries.last().is_some_and(|entry| entry.node == node);
            // It is the current node, so there is nothing to adopt.
            if is_last || self.formatting.position(node).is_none() {
                if is_last {
                    self.formatting.entries.pop();
                }
                self.pop_ended();
                return Flow::Done;
            }
        }
        for _ in 0..8 {
            let Some(at) = self.formatting.last_with_tag(tag.tag) else { return self.other_end_tag(tag) };
            if !self.adopt_once(at) {
                return Flow::Done;
            }
        }
        Flow::Done
    }

    /// One iteration of the outer loop, for the entry at `at`; true if the loop continues.
    fn adopt_once(&mut self, at: usize) -> bool {
        let entry = self.formatting.entries[at];
        let Some(position) = self.stack.position(entry.node) else {
            self.formatting.entries.remove(at);
            return false;
        };
        if !self.stack.any_in_scope(Scope::Default, |open| open.node == entry.node) {
            return false;
        }
        let furthest =
            (position + 1..self.stack.len()).find(|&i| self.stack.get(i).is_some_and(OpenElement::is_special));
        // Upper bound of the furthest block's children, which are moved: all nodes after it.
        let moved = furthest.map_or(0, |at| self.nodes.len().saturating_sub(self.node_at(at) as usize));
        let steps = 8 * (self.stack.len() - position) + self.formatting.entries.len();
        let within_budget = self.stack.budget.consume(steps) && self.stack.budget.can_afford(moved);
        let (Some(furthest), true) =
            (furthest, within_budget && self.has_capacity_for_clones(MAX_CLONES_PER_ITERATION))
        else {
            while self.stack.len() > position + 1 {
                self.pop();
            }
            self.pop_ended();
            self.formatting.entries.remove(at);
            return false;
        };
        self.reparent(entry, position, furthest);
        true
    }

    /// The rest of the iteration, from the common ancestor on: clones the inner nodes and moves the furthest block out
    /// of the formatting element.
    fn reparent(&mut self, entry: Entry, position: usize, furthest: usize) {
        self.link_nodes();
        let furthest_node = self.node_at(furthest);
        let common_ancestor = self.node_at(position.saturating_sub(1));
        let mut bookmark = self.formatting.position(entry.node).unwrap_or(0);
        let mut furthest_position = furthest;
        let mut last = furthest_node;
        let mut inner = 0;
        for at in (position + 1..furthest).rev() {
            inner += 1;
            let node = self.node_at(at);
            let mut listed = self.formatting.position(node);
            if inner > 3
                && let Some(i) = listed.take()
            {
                self.formatting.entries.remove(i);
                if i < bookmark {
                    bookmark -= 1;
                }
            }
            let Some(i) = listed else {
                self.close_at(at);
                furthest_position -= 1;
                continue;
            };
            let clone = self.detached_clone(self.formatting.entries[i]);
            self.formatting.entries[i].node = clone;
            self.nodes[node as usize].flags &= !node_flag::OPEN;
            self.nodes[node as usize].end = self.token.start;
            self.stack.replace_node(at, clone);
            if last == furthest_node {
                bookmark = i + 1;
            }
            self.move_node(last, clone, None);
            last = clone;
        }
        self.insert_in_common_ancestor(last, common_ancestor);
        let clone = self.detached_clone(entry);
        let moved = self.order.move_children(furthest_node, clone, &mut self.nodes);
        self.stack.budget.consume(moved);
        self.attach(clone, furthest_node, None);
        self.replace_entry(entry, clone, bookmark);
        self.close_at(position);
        self.end_by_tag(entry.node);
        let open = OpenElement {
            node: clone,
            tag: entry.tag,
            namespace: Namespace::Html,
            depth: self.nodes[clone as usize].depth,
            key: name_key(entry.tag.name().as_bytes()),
        };
        self.stack.insert(furthest_position, open);
        self.update_foreign();
    }

    fn replace_entry(&mut self, entry: Entry, clone: u32, mut bookmark: usize) {
        if let Some(i) = self.formatting.position(entry.node) {
            self.formatting.entries.remove(i);
            if i < bookmark {
                bookmark -= 1;
            }
        }
        let at = bookmark.min(self.formatting.entries.len());
        self.formatting.entries.insert(at, Entry { node: clone, tag: entry.tag });
    }

    /// Removes an element from the stack, wherever it is; it ends where the current token begins.
    pub(super) fn close_at(&mut self, position: usize) {
        let open = self.stack.remove(position);
        self.restore_only_blanks(open.node);
        let len = self.nodes.len() as u32;
        let node = &mut self.nodes[open.node as usize];
        node.flags &= !node_flag::OPEN;
        node.end = self.token.start;
        node.subtree_end = len;
        self.subtree_ends_stale |= position < self.stack.len();
        self.update_foreign();
    }

    /// Whether the current token is an end tag: a start tag, too, may close an element.
    fn is_end_tag(&self) -> bool {
        self.source.get(self.token.start as usize + 1) == Some(&b'/')
    }

    /// Pops the current node, which the current tag ends; it is the end tag of what began before it only.
    pub(super) fn pop_ended(&mut self) {
        let began = self.stack.last().map_or(0, |open| self.nodes[open.node as usize].start);
        match self.is_end_tag() && began < self.token.start {
            true => self.pop_closed(),
            false => drop(self.pop()),
        }
    }

    /// Ends an element that [`Builder::close_at`] closed with the current token, if that is its end tag.
    pub(super) fn end_by_tag(&mut self, node: u32) {
        // A clone of this iteration has no end tag.
        if self.is_end_tag() && self.nodes[node as usize].flags & node_flag::IMPLIED == 0 {
            self.nodes[node as usize].end_with(self.token);
        }
    }

    /// A detached clone of the entry's element.
    fn detached_clone(&mut self, entry: Entry) -> u32 {
        let index = self.nodes.len() as u32;
        let at = self.token.start;
        let Node { attributes, known, .. } = self.nodes[entry.node as usize];
        let flags = node_flag::IMPLIED | node_flag::OPEN;
        let node = Node { content: at, end: at, attributes, known, flags, ..self.new_node(entry.tag, Namespace::Html) };
        self.nodes.push(node);
        self.order.push_detached();
        index
    }

    /// Moves a node to another parent.
    fn move_node(&mut self, node: u32, parent: u32, before: Option<u32>) {
        let old = self.nodes[node as usize].parent;
        if old != NONE {
            self.order.detach(old, node);
        }
        self.attach(node, parent, before);
    }

    /// Inserts a node at the appropriate place, with the common ancestor as override target.
    fn insert_in_common_ancestor(&mut self, node: u32, ancestor: u32) {
        let Node { tag, namespace, .. } = self.nodes[ancestor as usize];
        let is_table_part = namespace == Namespace::Html && tag.is(super::super::tags::class::FOSTER_PARENTING);
        if self.foster_parenting && is_table_part {
            let (parent, before) = self.foster_parent_location();
            self.move_node(node, parent, before);
        } else {
            self.move_node(node, ancestor, None);
        }
    }

    /// An `a` start tag while an `a` is active: closes and removes that.
    pub(super) fn close_open_anchor(&mut self, tag: &TagToken) {
        let Some(at) = self.formatting.last_with_tag(Tag::A) else { return };
        let node = self.formatting.entries[at].node;
        self.adoption_agency(tag);
        if let Some(i) = self.formatting.position(node) {
            self.formatting.entries.remove(i);
        }
        if self.is_open(node)
            && let Some(position) = self.stack.position(node)
        {
            self.close_at(position);
        }
    }
}
