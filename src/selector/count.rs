//! The position of an element among its siblings: `:nth-child()` and its kin.

use super::compiled::{Of, Position};
use super::matching::{Matcher, Question, Step};
use crate::base::fallible::List;
use crate::read::css::selector::Spent;
use crate::read::html::{NONE, Tag};

/// The positions that are known, by simple selector: of each node its position from 1, [`NONE`] if it does not count, 0 if
/// that is not known.
#[derive(Default)]
pub(super) struct Counts {
    tables: List<(u32, List<u32>)>,
}

/// An element whose position is being counted.
pub(super) struct Count {
    /// The simple selector that asks.
    simple: u32,
    position: Position,
    element: u32,
    /// The sibling that is looked at; [`NONE`] after the last one.
    sibling: u32,
    /// How many of them count so far.
    count: u32,
    /// The position of the element, or [`NONE`].
    found: u32,
}

impl Matcher<'_, '_> {
    /// Whether an element has one of the positions that a simple selector, by index, asks for.
    pub(super) fn test_position(&mut self, simple: u32, position: Position, element: u32) -> Result<Step, Spent> {
        let parent = self.node(element).parent;
        if parent == NONE {
            return Ok(Step::Answer(false));
        }
        if (position.step, position.offset, position.of) == (0, 1, Of::All) {
            return Ok(Step::Answer(self.sibling_after(element, !position.is_from_end)? == NONE));
        }
        let known = self.counts.tables.iter().find(|(of, _)| *of == simple).map(|(_, table)| table[element as usize]);
        if let Some(known @ 1..) = known {
            return Ok(Step::Answer(known != NONE && position.has(known)));
        }
        let sibling = self.outermost_child(parent, position.is_from_end)?;
        Ok(Step::Ask(Question::Position(Count { simple, position, element, sibling, count: 0, found: NONE })))
    }

    pub(super) fn count_step(&mut self, count: &mut Count, answer: Option<bool>) -> Result<Step, Spent> {
        if let Some(counts) = answer {
            self.count_sibling(count, counts)?;
        }
        while count.sibling != NONE {
            self.spend(1)?;
            let counts = match count.position.of {
                Of::All => true,
                Of::SameType => self.has_same_type(count.sibling, count.element),
                Of::List(list) => return Ok(Step::Ask(Question::List(list, count.sibling))),
            };
            self.count_sibling(count, counts)?;
        }
        Ok(Step::Answer(count.found != NONE && count.position.has(count.found)))
    }

    /// Counts a sibling, or not, and goes on to the next one.
    fn count_sibling(&mut self, count: &mut Count, counts: bool) -> Result<(), Spent> {
        count.count += u32::from(counts);
        let position = if counts { count.count } else { NONE };
        // A sibling of another type counts among its own.
        if counts || count.position.of != Of::SameType {
            self.keep_position(count.simple, count.sibling, position);
        }
        let is_it = count.sibling == count.element;
        count.sibling = self.sibling_after(count.sibling, count.position.is_from_end)?;
        if is_it {
            count.found = position;
            // The others are only asked for where answers are kept.
            count.sibling = if self.keeps { count.sibling } else { NONE };
        }
        Ok(())
    }

    /// The first or the last child that is an element.
    fn outermost_child(&mut self, parent: u32, is_last: bool) -> Result<u32, Spent> {
        let mut child = parent + 1;
        if is_last {
            child = self.node(parent).subtree_end - 1;
            while self.node(child).parent != parent {
                self.spend(1)?;
                child = self.node(child).parent;
            }
        }
        if self.node(child).tag.is_element() { Ok(child) } else { self.sibling_after(child, is_last) }
    }

    /// The next sibling that is an element, or the previous one.
    pub(super) fn sibling_after(&mut self, element: u32, is_backwards: bool) -> Result<u32, Spent> {
        if is_backwards {
            return self.previous(element);
        }
        let end = self.node(self.node(element).parent).subtree_end;
        let mut at = self.node(element).subtree_end;
        while at < end && !self.node(at).tag.is_element() {
            self.spend(1)?;
            at = self.node(at).subtree_end;
        }
        Ok(if at < end { at } else { NONE })
    }

    fn keep_position(&mut self, simple: u32, node: u32, position: u32) {
        let nodes = self.tree.nodes.len();
        let known = self.counts.tables.iter().position(|(of, _)| *of == simple);
        let table = match known {
            Some(table) => table,
            // The tables are searched one by one.
            None if self.counts.tables.len() < 8 && self.take_room(nodes * size_of::<u32>()) => {
                self.counts.tables.push((simple, std::iter::repeat_n(0, nodes).collect()));
                self.counts.tables.len() - 1
            }
            None => return,
        };
        self.counts.tables[table].1[node as usize] = position;
    }

    fn has_same_type(&self, one: u32, other: u32) -> bool {
        let (first, second) = (self.node(one), self.node(other));
        first.tag == second.tag
            && first.namespace == second.namespace
            && (first.tag != Tag::UNKNOWN || self.tree.element_name(first) == self.tree.element_name(second))
    }
}
