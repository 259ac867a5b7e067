//! Headings, and terms of definitions, without the links that stand in them or after them.

use super::Marker;
use super::names::Beside;
use super::{has_name, leads_to_own_page};
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Node, Tag};
use std::ops::Range;

/// Nodes of a heading that are looked at.
const MAX_NODES: usize = 1024;
/// Texts of one in brackets.
const MAX_TEXTS: usize = 8;
/// Longer text beside a heading is more than the name of a link.
const MAX_BYTES: usize = 64;

impl Marker<'_, '_> {
    /// Drops what leads to the heading itself, to its source or to a form to edit it, if other text remains.
    pub(super) fn heading(&mut self, index: u32) {
        self.after_heading(index);
        // Nothing but one text.
        if self.tree.subtree(index).len() <= 2 {
            return;
        }
        let mut found = [0; 4];
        let mut count = 0;
        let mut end = 0;
        for element in self.elements_in(index) {
            if element >= end && count < found.len() && self.is_tool(element, index) {
                found[count] = element;
                count += 1;
                end = self.tree.nodes[element as usize].subtree_end;
            }
        }
        let found = &found[..count];
        if !found.is_empty() && self.has_letters_outside(index, found) {
            found.iter().for_each(|&element| self.drop(element));
        }
    }

    /// A link to edit beside a heading, in the element around both.
    fn after_heading(&mut self, index: u32) {
        let nodes = self.tree.nodes;
        let next = nodes[index as usize].subtree_end;
        let is_sibling = |next: u32| {
            let node = nodes.get(next as usize);
            node.is_some_and(|node| {
                node.parent == nodes[index as usize].parent && matches!(node.tag, Tag::SPAN | Tag::A)
            })
        };
        if is_sibling(next) && has_name(self.tree, next, Beside::Edit) && self.is_short(next, MAX_BYTES) {
            self.drop(next);
        }
    }

    fn is_tool(&self, element: u32, heading: u32) -> bool {
        let node = &self.tree.nodes[element as usize];
        let has = |meaning| has_name(self.tree, element, meaning);
        let is_tool = match node.tag {
            Tag::BUTTON => true,
            Tag::A => {
                leads_to_own_page(self.tree, node)
                    && (self.is_sign(element)
                        || has(Beside::Permalink)
                        || self.leads_to(element, heading) && !self.is_in_words(element, heading))
                    || self.leads_to_place(node) && self.is_sign(element)
                    || has(Beside::Edit)
                    || self.is_in_brackets(element) && self.is_last(element, heading)
            }
            Tag::SPAN | Tag::SMALL | Tag::DIV | Tag::SUP => {
                has(Beside::Edit) || self.is_link_in_brackets(element) && self.is_last(element, heading)
            }
            _ => false,
        };
        is_tool && self.is_short(element, MAX_BYTES)
    }

    /// Whether a link on its own page leads to a heading or the element around it, or to the top of the page.
    fn leads_to(&self, link: u32, heading: u32) -> bool {
        let tree = self.tree;
        let Some(href) = tree.attribute(&tree.nodes[link as usize], Name::HREF) else { return false };
        let target = tree.raw_value(href).trim_ascii().get(1..).unwrap_or_default();
        let is_named = |at: u32| {
            let names =
                [Name::ID, Name::NAME].into_iter().filter_map(|name| tree.attribute(&tree.nodes[at as usize], name));
            names.into_iter().any(|name| tree.raw_value(name) == target)
        };
        let around = [heading, tree.nodes[heading as usize].parent];
        target.is_empty()
            || same_name(target, b"top")
            || around.into_iter().chain(self.elements_in(heading)).any(is_named)
    }

    /// Whether words stand on both sides of a link in a heading: the name in the signature of a function leads to itself.
    fn is_in_words(&self, link: u32, heading: u32) -> bool {
        self.has_letters_in(heading + 1..link) && !self.is_last(link, heading)
    }

    /// Whether no word follows a link in a heading.
    fn is_last(&self, link: u32, heading: u32) -> bool {
        let end = |element: u32| self.tree.nodes[element as usize].subtree_end;
        !self.has_letters_in(end(link)..end(heading))
    }

    /// Whether the text of an element is in square brackets, as in "[source]" or "[修改]", but not "[PDF]" or "[1]".
    fn is_in_brackets(&self, element: u32) -> bool {
        let mut texts = self.texts_in(element).map(<[u8]>::trim_ascii);
        let is_word = |text: &[u8]| !text.iter().any(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase());
        let first = texts.next().unwrap_or_default();
        let mut last = first;
        first.starts_with(b"[")
            && is_word(first)
            && texts.take(MAX_TEXTS).inspect(|text| last = text).all(is_word)
            && last.ends_with(b"]")
    }

    /// Whether an element holds such a text, and a link.
    fn is_link_in_brackets(&self, element: u32) -> bool {
        self.is_in_brackets(element)
            && self.elements_in(element).any(|link| self.tree.nodes[link as usize].tag == Tag::A)
    }

    /// Whether some nodes have a letter.
    fn has_letters_in(&self, range: Range<u32>) -> bool {
        let nodes = &self.tree.nodes[range.start as usize..range.end as usize];
        nodes.iter().take(MAX_NODES).any(|node| self.has_letters(node))
    }

    fn has_letters(&self, node: &Node) -> bool {
        let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
        let text = || &self.tree.source[node.start as usize..node.end as usize];
        node.tag == Tag::TEXT && !self.is_dropped(node.parent) && text().iter().any(is_letter)
    }

    /// Whether a link leads to a place of a page.
    fn leads_to_place(&self, link: &Node) -> bool {
        self.tree.attribute(link, Name::HREF).is_some_and(|href| self.tree.raw_value(href).contains(&b'#'))
    }

    /// Whether a heading has a letter outside of the elements `found`.
    fn has_letters_outside(&self, index: u32, found: &[u32]) -> bool {
        let mut at = index as usize + 1;
        let end = (self.tree.nodes[index as usize].subtree_end as usize).min(at + MAX_NODES);
        while at < end {
            if found.contains(&(at as u32)) {
                at = self.tree.nodes[at].subtree_end as usize;
                continue;
            }
            if self.has_letters(&self.tree.nodes[at]) {
                return true;
            }
            at += 1;
        }
        false
    }
}
