//! The list items and quotations around a block, and their prefixes for its lines.

use crate::base::fallible::{List, Text};
use crate::document::Block;
use crate::judge::structure::Scope;
use crate::read::html::scan::same_name;
use crate::read::html::{NONE, Node, Tag, Tree, node_flag};
use std::fmt::Write;

/// Deeper containers are left out.
const MAX_CONTAINERS: usize = 16;
/// Scopes between an item and a list right after it.
const MAX_BETWEEN: usize = 16;

/// A list item or a quotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Container {
    /// The scope of its element.
    pub scope: u32,
    /// The list, or [`NONE`] for a quotation.
    pub list: u32,
    /// The number that the item shows, if its list is ordered.
    pub number: Option<i32>,
    /// Whether the item has the alternative marker, because it follows another list, or its number is not consecutive.
    pub is_alternate: bool,
    /// Of an item that begins with a checkbox: whether it is checked.
    pub task: Option<bool>,
}

/// The containers around a block, from the outermost to the innermost.
pub(super) fn containers(block: &Block<'_, '_>) -> List<Container> {
    let document = block.document();
    let scopes = document.structure().scopes;
    let mut found = List::default();
    let tree = &document.page().tree;
    let tag_of = |scope: &Scope| tree.nodes[scope.node as usize].tag;
    let mut at = block.scope_index();
    while let Some(scope) = scopes.get(at as usize) {
        let list = match tag_of(scope) {
            Tag::LI if scope.item != NONE => Some(scope.list),
            Tag::BLOCKQUOTE => Some(NONE),
            _ => None,
        };
        let container = |at: u32, list: u32| {
            let Scope { is_ordered, number, .. } = scopes[at as usize];
            let number = (list != NONE && is_ordered).then_some(number);
            let task = if list == NONE { None } else { task_of(tree, scopes[at as usize].node) };
            Container { scope: at, list, number, is_alternate: false, task }
        };
        found.extend(list.map(|list| container(at, list)));
        let around = scope.parent;
        // A list right in another one belongs to the item before it.
        let is_list = |at: u32| scopes.get(at as usize).is_some_and(|scope| matches!(tag_of(scope), Tag::UL | Tag::OL));
        if found.len() < MAX_CONTAINERS && is_list(at) && is_list(around) {
            let item = (around + 1..at).rev().take(MAX_BETWEEN).find(|&item| {
                let item = &scopes[item as usize];
                item.parent == around && item.item != NONE && tag_of(item) == Tag::LI
            });
            found.extend(item.map(|item| container(item, scopes[item as usize].list)));
        }
        at = around;
    }
    found.reverse();
    found.truncate(MAX_CONTAINERS);
    found
}

/// Whether the checkbox that an item begins with, if it does, is checked.
fn task_of(tree: &Tree<'_>, item: u32) -> Option<bool> {
    let is_blank = |node: &Node| node.flags & node_flag::WHITESPACE != 0 || node.tag == Tag::COMMENT;
    let mut begun = tree.subtree(item).skip(1).take(MAX_BEFORE_CHECKBOX).map(|at| &tree.nodes[at]);
    let first = begun.find(|node| !is_blank(node) && !matches!(node.tag, Tag::P | Tag::LABEL | Tag::SPAN))?;
    let is_checkbox = first.tag == Tag::INPUT && tree.is_of_type(first, &[b"checkbox"]);
    let is_checked = || tree.each_attribute(first).any(|a| same_name(tree.raw_attribute_name(a), b"checked"));
    is_checkbox.then(is_checked)
}

/// Nodes of an item that are looked at.
const MAX_BEFORE_CHECKBOX: usize = 6;

impl Container {
    /// Writes the box of a task, which its text follows.
    pub fn write_box(&self, out: &mut Text) {
        out.push_str(self.task.map_or("", |is_checked| if is_checked { "[x] " } else { "[ ] " }));
    }

    pub fn is_item(&self) -> bool {
        self.list != NONE
    }

    /// Writes its prefix of the first line.
    pub fn write_marker(&self, out: &mut Text) {
        // Text is written without failing.
        let _ = match (self.is_item(), self.number) {
            (false, _) => out.write_str("> "),
            (true, None) if self.is_alternate => out.write_str("* "),
            (true, None) => out.write_str("- "),
            (true, Some(_)) => write!(out, "{}{} ", self.shown_number(), if self.is_alternate { ')' } else { '.' }),
        };
    }

    /// Writes its prefix of all other lines.
    pub fn write_indent(&self, out: &mut Text) {
        match self.is_item() {
            false => out.push_str("> "),
            true => out.push_repeated(" ", self.width()),
        }
    }

    /// The length of either prefix.
    pub fn width(&self) -> usize {
        match (self.is_item(), self.number) {
            (true, Some(_)) => self.digits() + 2,
            _ => 2,
        }
    }

    fn digits(&self) -> usize {
        self.shown_number().max(1).ilog10() as usize + 1
    }

    /// Whether the number of the next item of its list, if there are numbers, is the one after its own.
    pub fn precedes(&self, next: &Container) -> bool {
        self.number.is_none() || self.shown_number() + 1 == next.shown_number()
    }

    /// CommonMark reads up to nine digits, and no sign.
    fn shown_number(&self) -> u32 {
        self.number.unwrap_or(0).clamp(0, 999_999_999).unsigned_abs()
    }
}
