//! Code without its line numbers and its buttons.
//!
//! Line numbers stand in a column of their own (a cell of a table, or a `pre` beside the code), whose text counts 1, 2, 3,
//! or in an element at the beginning of each line.

use super::Marker;
use super::has_name;
use super::names::Beside;
use crate::read::html::attributes::Name;
use crate::read::html::{NONE, Tag};

/// The maximum number of elements between code and its buttons or its numbers.
const MAX_CLIMB: usize = 3;
/// Longer text around code is not that of its buttons.
const MAX_BYTES: usize = 96;
/// Elements around code that are looked at.
const MAX_ELEMENTS: usize = 64;

impl Marker<'_, '_> {
    pub(super) fn code(&mut self, index: u32) {
        if index < self.code_end {
            return;
        }
        self.code_end = self.tree.nodes[index as usize].subtree_end;
        if self.is_column_of_numbers(index) {
            return self.drop(index);
        }
        self.line_numbers(index);
        self.buttons(index);
    }

    /// Elements inside code that hold the number of a line.
    fn line_numbers(&mut self, code: u32) {
        let mut at = code + 1;
        let end = self.tree.nodes[code as usize].subtree_end;
        while at < end {
            let node = &self.tree.nodes[at as usize];
            let is_number = match node.tag {
                Tag::SPAN | Tag::TD | Tag::DIV | Tag::I | Tag::B | Tag::EM => {
                    has_name(self.tree, at, Beside::LineNumber)
                }
                Tag::A => super::leads_to_own_page(self.tree, node) || has_name(self.tree, at, Beside::LineNumber),
                Tag::BUTTON => true,
                _ => false,
            };
            if is_number && (node.tag == Tag::BUTTON || self.is_number(at)) {
                self.drop(at);
                at = node.subtree_end;
            } else {
                at += 1;
            }
        }
    }

    /// Whether an element has no other text than a number.
    fn is_number(&self, element: u32) -> bool {
        self.is_short(element, 16) && self.texts_in(element).all(|text| number(text.trim_ascii()).is_some())
    }

    /// A cell with line numbers, if the next cell of its row has the code.
    pub(super) fn numbered_row(&mut self, cell: u32) {
        let nodes = self.tree.nodes;
        let Some(first) = self.texts_in(cell).next() else { return };
        if !first.trim_ascii().first().is_some_and(u8::is_ascii_digit) {
            return;
        }
        let next = self.next_element(cell);
        let is_cell = next != NONE && nodes[next as usize].tag == Tag::TD;
        let holds_code = |this: &Self| {
            let has_lines = first.trim_ascii().contains(&b'\n') || this.texts_in(cell).nth(1).is_some();
            has_lines && this.elements_in(next).any(|inside| nodes[inside as usize].tag == Tag::PRE)
                || this.is_inside_code(cell)
        };
        let is_named = |this: &Self| {
            has_name(this.tree, cell, Beside::LineNumber)
                || this.elements_in(cell).any(|inside| has_name(this.tree, inside, Beside::LineNumber))
        };
        if is_cell && (is_named(self) || holds_code(self)) && self.counts_lines(cell) {
            self.drop(cell);
        }
    }

    fn is_inside_code(&self, cell: u32) -> bool {
        let nodes = self.tree.nodes;
        let parent = |&at: &u32| Some(nodes[at as usize].parent).filter(|&at| at != NONE);
        let mut ancestors = std::iter::successors(Some(cell), parent).take(8);
        ancestors.any(|at| matches!(nodes[at as usize].tag, Tag::PRE | Tag::CODE))
    }

    /// Whether a `pre` only counts the lines of the one beside it.
    fn is_column_of_numbers(&self, code: u32) -> bool {
        let nodes = self.tree.nodes;
        let is_code = |at: u32| {
            at != NONE
                && (nodes[at as usize].tag == Tag::PRE
                    || self.elements_in(at).any(|inside| nodes[inside as usize].tag == Tag::PRE))
        };
        let mut at = code;
        for _ in 0..MAX_CLIMB {
            if is_code(self.next_element(at)) {
                return self.counts_lines(code);
            }
            at = nodes[at as usize].parent;
            if at == NONE || nodes[at as usize].tag == Tag::BODY {
                break;
            }
        }
        false
    }

    /// The next element with the same parent, or [`NONE`].
    fn next_element(&self, element: u32) -> u32 {
        let nodes = self.tree.nodes;
        let mut at = nodes[element as usize].subtree_end;
        while let Some(node) = nodes.get(at as usize).filter(|node| node.parent == nodes[element as usize].parent) {
            if node.tag.is_element() {
                return at;
            }
            at = node.subtree_end;
        }
        NONE
    }

    /// Whether the text of an element is numbers that ascend by one.
    fn counts_lines(&self, element: u32) -> bool {
        let mut last = None;
        let mut lines = self.texts_in(element).flat_map(|text| text.split(u8::is_ascii_whitespace));
        lines.by_ref().filter(|line| !line.is_empty()).all(|line| {
            let found = number(line);
            let goes_on = found.is_some() && last.is_none_or(|last: u32| found == last.checked_add(1));
            last = found;
            goes_on
        }) && last.is_some()
    }

    /// The buttons around code, in elements that hold little else.
    fn buttons(&mut self, code: u32) {
        let nodes = self.tree.nodes;
        let mut wrapper = code;
        for _ in 0..MAX_CLIMB {
            let parent = nodes[wrapper as usize].parent;
            if parent == NONE || nodes[parent as usize].tag == Tag::BODY || !self.has_little_beside(parent, wrapper) {
                break;
            }
            wrapper = parent;
        }
        if wrapper == code {
            return;
        }
        let after = nodes[code as usize].subtree_end;
        for at in (wrapper + 1..code).chain(after..nodes[wrapper as usize].subtree_end) {
            let node = &nodes[at as usize];
            // The elements around the code are before it, too.
            let is_beside = node.tag.is_element() && (at > code || node.subtree_end <= code);
            if is_beside && self.is_tool_of_code(at) {
                self.drop(at);
            }
        }
    }

    /// Whether an element has few other elements and little other text than the element `inside` of it.
    fn has_little_beside(&self, element: u32, inside: u32) -> bool {
        let nodes = self.tree.nodes;
        let (outer, inner) = (&nodes[element as usize], &nodes[inside as usize]);
        let before = element + 1..inside;
        let after = inner.subtree_end..outer.subtree_end;
        if before.len() + after.len() > MAX_ELEMENTS {
            return false;
        }
        let mut bytes = 0;
        for node in before.chain(after).map(|at| &nodes[at as usize]) {
            if matches!(node.tag, Tag::PRE | Tag::P | Tag::TABLE) {
                return false;
            }
            if node.tag == Tag::TEXT && !self.is_dropped(node.parent) {
                bytes += self.tree.source[node.start as usize..node.end as usize].trim_ascii().len();
            }
        }
        bytes <= MAX_BYTES
    }

    /// Whether an element beside code is a button, or holds one and little else.
    fn is_tool_of_code(&self, element: u32) -> bool {
        let node = &self.tree.nodes[element as usize];
        let has_role = || {
            self.tree
                .attribute(node, Name::ROLE)
                .is_some_and(|role| self.tree.raw_value(role).eq_ignore_ascii_case(b"button"))
        };
        node.tag == Tag::BUTTON || has_role() || has_name(self.tree, element, Beside::Copy)
    }
}

/// The number that a text is, with the punctuation that may follow it.
fn number(text: &[u8]) -> Option<u32> {
    let digits = text.strip_suffix(b":").or(text.strip_suffix(b".")).or(text.strip_suffix(b"|")).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.len() <= 7 && digits.iter().all(u8::is_ascii_digit);
    is_number.then(|| digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}
