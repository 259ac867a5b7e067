//! The element around all copies of a formula.

use super::super::beside::{Beside, has_word};
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{NONE, Tag, Tree, node_flag};

/// The maximum number of elements between MathML and its host.
const MAX_CLIMB: usize = 4;

/// The host of MathML: the outermost of the elements around it that say in their class, or as the container of MathJax by
/// their name, that they are a formula, and that hold no second one.
pub(super) fn of_math(tree: &Tree<'_>, math: u32) -> u32 {
    let (mut host, mut inside) = (math, math);
    for at in tree.ancestors(math).skip(1).take(MAX_CLIMB) {
        if !may_hold(tree, at, inside) {
            break;
        }
        inside = at;
        if is_host(tree, at) {
            host = at;
        }
    }
    host
}

/// Only elements of a formula, or hidden copies of it, stand between it and its host.
fn may_hold(tree: &Tree<'_>, element: u32, inside: u32) -> bool {
    let node = &tree.nodes[element as usize];
    matches!(node.tag, Tag::SPAN | Tag::DIV | Tag::UNKNOWN | Tag::NOBR)
        && has_only_copies(tree, element, |at| at == inside)
}

/// Whether an element has nothing but copies of the formula in the child that `is_allowed`: no text of the author.
fn has_only_copies(tree: &Tree<'_>, element: u32, is_allowed: impl Fn(u32) -> bool) -> bool {
    let nodes = tree.nodes;
    let end = nodes[element as usize].subtree_end;
    let mut at = element + 1;
    let mut children = 0;
    while at < end && children < 8 {
        let node = &nodes[at as usize];
        let is_text = node.tag == Tag::TEXT && node.flags & node_flag::WHITESPACE == 0;
        if is_text || node.tag.is_element() && !is_allowed(at) && !is_copy(tree, at) {
            return false;
        }
        children += 1;
        at = node.subtree_end;
    }
    at >= end
}

/// Whether an element shows a formula once more: as a picture or drawing, for no reader, or for those without scripts.
fn is_copy(tree: &Tree<'_>, element: u32) -> bool {
    let node = &tree.nodes[element as usize];
    let is_of_mathjax =
        || node.tag == Tag::UNKNOWN && tree.raw_name(node).get(..3).is_some_and(|name| same_name(name, b"mjx"));
    let shows_formula = || has_word(tree, element, Beside::Formula) && !holds_math(tree, element);
    let is_picture =
        matches!(node.tag, Tag::IMG | Tag::SVG | Tag::SCRIPT | Tag::STYLE | Tag::LINK | Tag::META | Tag::BR);
    is_picture
        || node.known & Name::ARIA_HIDDEN.bit() != 0
        || node.subtree_end == element + 1
        || is_of_mathjax()
        || shows_formula()
}

fn holds_math(tree: &Tree<'_>, element: u32) -> bool {
    tree.subtree(element).take(64).any(|at| tree.nodes[at].tag == Tag::MATH)
}

fn is_host(tree: &Tree<'_>, element: u32) -> bool {
    let node = &tree.nodes[element as usize];
    let name = if node.tag == Tag::UNKNOWN { tree.raw_name(node) } else { b"" };
    same_name(name, b"mjx-container") || has_word(tree, element, Beside::Formula)
}

/// Whether an image is all of a block that says it is a formula, but for its number, alone or in a paragraph.
pub(super) fn is_alone_in_formula(tree: &Tree<'_>, image: u32) -> bool {
    let mut inside = image;
    for at in tree.ancestors(image).skip(1).take(2) {
        let is_number = |at: u32| tree.class_names(&tree.nodes[at as usize]).any(|name| same_name(name, b"eqno"));
        let is_allowed = |at| at == inside || is_number(at);
        if !matches!(tree.nodes[at as usize].tag, Tag::DIV | Tag::P) || !has_only_copies(tree, at, is_allowed) {
            return false;
        }
        inside = at;
        if has_word(tree, at, Beside::Formula) {
            return true;
        }
    }
    false
}

/// Whether an element from `math` up to the host says that it stands in a line of its own.
pub(super) fn is_display(tree: &Tree<'_>, host: u32, math: u32) -> bool {
    for at in tree.ancestors(math).take(MAX_CLIMB + 1) {
        let node = &tree.nodes[at as usize];
        let class = tree.attribute(node, Name::CLASS).map(|class| tree.raw_value(class)).unwrap_or_default();
        let is_display = |word: &[u8]| same_name(word, b"display") || same_name(word, b"block");
        let says_so = class.split(|byte| !byte.is_ascii_alphanumeric()).any(is_display);
        let is_container = node.tag == Tag::UNKNOWN
            && tree.each_attribute(node).any(|attribute| {
                same_name(tree.raw_attribute_name(attribute), b"display")
                    && same_name(tree.raw_value(attribute), b"true")
            });
        if says_so || is_container {
            return true;
        }
        if at == host {
            return false;
        }
    }
    false
}

/// The elements right before a script of MathJax that show what it says: the preview, and what MathJax wrote.
pub(super) fn drawings_before(tree: &Tree<'_>, script: u32) -> [u32; 3] {
    let mut found = [NONE; 3];
    let mut at = script;
    for slot in &mut found {
        let Some(before) = element_before(tree, at) else { break };
        let node = &tree.nodes[before as usize];
        let is_drawing = |name: &[u8]| {
            let starts = |prefix: &[u8]| name.get(..prefix.len()).is_some_and(|start| same_name(start, prefix));
            starts(b"MathJax") || starts(b"mjx")
        };
        if !tree.class_names(node).any(is_drawing) {
            break;
        }
        *slot = before;
        at = before;
    }
    found
}

/// The element right before a node with the same parent, with nothing but whitespace in between.
fn element_before(tree: &Tree<'_>, index: u32) -> Option<u32> {
    let parent = tree.nodes[index as usize].parent;
    let mut at = index.checked_sub(1)?;
    loop {
        // Up from the last node before to the child of the parent.
        while tree.nodes[at as usize].parent != parent {
            at = tree.nodes[at as usize].parent;
            if at == NONE || at <= parent {
                return None;
            }
        }
        let node = &tree.nodes[at as usize];
        match node.tag {
            tag if tag.is_element() => return Some(at),
            Tag::TEXT if node.flags & node_flag::WHITESPACE == 0 => return None,
            _ => at = at.checked_sub(1).filter(|&before| before > parent)?,
        }
    }
}
