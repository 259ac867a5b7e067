//! What stands beside text and is none of it: line numbers and buttons of code, links of headings to themselves, links to
//! edit, links back from footnotes. The text of these elements is dropped.
//!
//! The pass over contexts lists the few elements that may have such neighbors ([`Candidates`]); this module looks at them
//! afterwards. It relies on structure, such as numbers that count lines, before it relies on the words of a class.

mod code;
mod headings;
mod names;

use super::context::{Context, flag};
use super::{Block, Page};
use crate::read::html::attributes::Name;
use crate::read::html::scan::contains_name;
use crate::read::html::text::{Decoding, EachCharacter, decode};
use crate::read::html::{Node, Tag, Tree, node_flag};
pub(super) use names::has_word;
pub(crate) use names::{Beside, has_name};

/// The elements around which other things than text may stand, in preorder.
pub(super) struct Marker<'t, 'c> {
    pub tree: &'t Tree<'t>,
    /// By node index.
    pub contexts: &'c mut [Context],
    /// The end of the last `pre`: one inside of it is its code.
    code_end: u32,
}

/// The maximum number of nodes that are looked at in an element that should be short.
const MAX_NODES: usize = 64;

/// Drops what stands beside the text of the elements `candidates`.
pub(super) fn drop_neighbors(tree: &Tree<'_>, contexts: &mut [Context], candidates: &[u32]) {
    let mut marker = Marker { tree, contexts, code_end: 0 };
    for &index in candidates {
        if marker.is_dropped(index) {
            continue;
        }
        let node = &tree.nodes[index as usize];
        match node.tag {
            Tag::PRE => marker.code(index),
            Tag::TD => marker.numbered_row(index),
            Tag::A => marker.link(index),
            Tag::DT => marker.heading(index),
            tag if tag.heading_level() > 0 => marker.heading(index),
            _ => {}
        }
    }
}

/// Drops the text of an element. Subtrees that are dropped already are passed over, so that each node is dropped once.
pub(super) fn drop_subtree(tree: &Tree<'_>, contexts: &mut [Context], element: u32) {
    let end = tree.nodes[element as usize].subtree_end;
    let mut at = element;
    while at < end {
        let (node, context) = (&tree.nodes[at as usize], &mut contexts[at as usize]);
        let was_dropped = context.flags & flag::DROPPED != 0;
        context.flags |= flag::DROPPED;
        at = if was_dropped { node.subtree_end } else { at + 1 };
    }
}

impl<'t> Marker<'t, '_> {
    pub fn is_dropped(&self, element: u32) -> bool {
        self.contexts[element as usize].flags & flag::DROPPED != 0
    }

    pub fn drop(&mut self, element: u32) {
        drop_subtree(self.tree, self.contexts, element);
    }

    /// The first elements inside an element, without those whose text is dropped.
    pub fn elements_in(&self, element: u32) -> impl Iterator<Item = u32> {
        let tree = self.tree;
        tree.subtree(element)
            .skip(1)
            .take(MAX_NODES)
            .map(|index| index as u32)
            .filter(move |&index| tree.nodes[index as usize].tag.is_element() && !self.is_dropped(index))
    }

    /// The texts inside an element that are neither blank nor dropped.
    pub fn texts_in(&self, element: u32) -> impl Iterator<Item = &'t [u8]> {
        let tree = self.tree;
        let texts = tree.subtree(element).map(|index| &tree.nodes[index]).filter(move |node| {
            node.tag == Tag::TEXT && node.flags & node_flag::WHITESPACE == 0 && !self.is_dropped(node.parent)
        });
        texts.map(|node| &tree.source[node.content as usize..node.end as usize])
    }

    /// Whether an element has text, of at most `max` bytes.
    pub fn is_short(&self, element: u32, max: usize) -> bool {
        let mut rest = max;
        self.tree.subtree(element).len() <= MAX_NODES
            && self.texts_in(element).all(|text| {
                let fits = text.trim_ascii().len() <= rest;
                rest = rest.saturating_sub(text.len());
                fits
            })
    }

    /// A link to the page itself: back from a footnote, or to its own place. It shows an arrow or another sign. The words of a
    /// heading may lead back to the contents.
    fn link(&mut self, index: u32) {
        let is_in_heading = self.contexts[index as usize].heading != 0;
        if self.is_sign(index) || !is_in_heading && has_name(self.tree, index, Beside::Return) {
            self.drop(index);
        }
    }

    /// Whether the text of an element is a sign that links of a page to itself show.
    pub fn is_sign(&self, element: u32) -> bool {
        let mut shown = 0;
        let all = self.is_short(element, 32)
            && self.texts_in(element).all(|text| {
                shown += 1;
                is_sign(text)
            });
        all && shown > 0
    }
}

/// Longer texts are no numbers of lines.
pub(super) const MAX_NUMBER: u32 = 6;

/// Whether a text is the number of a line of code, all that its `div` has: editors write it without `pre`.
#[inline(always)]
pub(super) fn is_number_of_line(tree: &Tree<'_>, index: u32, text: &Node) -> bool {
    let element = &tree.nodes[text.parent as usize];
    element.tag == Tag::DIV
        && text.parent + 1 == index
        && element.known & Name::CLASS.bit() != 0
        && is_number_in(tree, element, index, text)
}

/// Whether the text is the number of a line, in a `div` with a class.
#[inline(never)]
fn is_number_in(tree: &Tree<'_>, element: &Node, index: u32, text: &Node) -> bool {
    let is_named = |index| {
        let class = tree.attribute(element, Name::CLASS).map(|class| tree.raw_value(class)).unwrap_or_default();
        (contains_name(class, b"line") || contains_name(class, b"gutter")) && has_name(tree, index, Beside::LineNumber)
    };
    tree.source.get(text.content as usize).is_some_and(u8::is_ascii_digit)
        && tree.source[text.content as usize..text.end as usize].trim_ascii().iter().all(u8::is_ascii_digit)
        && !tree.nodes[index as usize + 1..element.subtree_end as usize]
            .iter()
            .take(4)
            .any(|node| node.tag == Tag::TEXT)
        && is_named(text.parent)
}

/// Whether a link has a target that begins with a number sign.
#[inline]
pub(crate) fn leads_to_own_page(tree: &Tree<'_>, link: &Node) -> bool {
    tree.attribute(link, Name::HREF).is_some_and(|href| tree.source.get(href.value_start as usize) == Some(&b'#'))
}

/// Whether a block has such a link.
pub(crate) fn has_link_to_own_page(page: &Page<'_>, block: &Block) -> bool {
    page.links_in(block).any(|link| leads_to_own_page(&page.tree, &page.tree.nodes[link.node as usize]))
}

/// Whether a text has no letters, digits and brackets, and at least one of the signs of links to the page itself: ¶ § #
/// and arrows. Stars and daggers are the marks of footnotes, and stay.
fn is_sign(text: &[u8]) -> bool {
    if text.trim_ascii_start().first().is_some_and(u8::is_ascii_alphanumeric) {
        return false;
    }
    let decoding = Decoding { references: true, attribute: false, replace_nul: true };
    let is_mark = |c: char| {
        matches!(c, '¶' | '§' | '#' | '^' | '∞' | '⚓' | '🔗' | '⎘' | '⏎' | '«' | '»')
            || matches!(c, '\u{2190}'..='\u{21ff}' | '\u{27f0}'..='\u{27ff}' | '\u{2900}'..='\u{297f}' | '\u{2b00}'..='\u{2bff}')
            || matches!(c, '\u{25b2}'..='\u{25b5}' | '\u{1f517}')
    };
    let is_blank = |c: char| {
        c.is_whitespace() || matches!(c, '\u{200b}' | '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' | '\u{feff}')
    };
    let (mut is_empty, mut is_sign) = (true, true);
    let mut sink = EachCharacter(|c| (is_empty, is_sign) = (false, is_sign && (is_mark(c) || is_blank(c))));
    decode(text, 0, text.len(), decoding, &mut sink);
    !is_empty && is_sign
}

#[cfg(test)]
mod tests;
