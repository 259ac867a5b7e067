//! What `:has()` found among later siblings. What follows a sibling follows all before it, and what follows none of them
//! follows none after it; so that a search of one of them answers for many.

use super::compiled::Complex;
use super::matching::Matcher;
use crate::base::fallible::List;
use crate::read::css::selector::{Combinator, Spent};
use crate::read::html::NONE;

/// What is known, by relative selector, of the children of each node.
#[derive(Default)]
pub(super) struct LaterSiblings {
    tables: List<(u32, List<Known>)>,
}

#[derive(Clone, Copy)]
struct Known {
    /// The last child at or in which the selector matched; 0 for none. It matches from all before.
    found: u32,
    /// The selector does not match from here on.
    end: u32,
}

impl Matcher<'_, '_> {
    /// Whether a relative selector matches from an element, if that is known.
    pub(super) fn known_later(&self, complex: u32, anchor: u32) -> Option<bool> {
        let parent = self.node(anchor).parent as usize;
        let (_, table) = self.later.tables.iter().find(|(of, _)| *of == complex)?;
        let known = table.get(parent)?;
        if known.found > anchor {
            return Some(true);
        }
        (anchor >= known.end).then_some(false)
    }

    /// Keeps that a relative selector matches from an element, at the one given, or does not, at [`NONE`].
    pub(super) fn keep_later(&mut self, index: u32, anchor: u32, mut found: u32) -> Result<(), Spent> {
        let complex = self.compiled.complexes[index as usize];
        let parent = self.node(anchor).parent;
        if complex.leading != Combinator::Later || parent == NONE || found != NONE && !self.is_within_one(complex) {
            return Ok(());
        }
        while found != NONE && self.node(found).parent != parent {
            self.spend(1)?;
            found = self.node(found).parent;
        }
        let nodes = self.tree.nodes.len();
        let known = self.later.tables.iter().position(|(of, _)| *of == index);
        let table = match known {
            Some(table) => table,
            // The tables are searched one by one.
            None if self.later.tables.len() < 8 && self.take_room(nodes * size_of::<Known>()) => {
                self.later.tables.push((index, std::iter::repeat_n(Known { found: 0, end: NONE }, nodes).collect()));
                self.later.tables.len() - 1
            }
            None => return Ok(()),
        };
        let known = &mut self.later.tables[table].1[parent as usize];
        match found {
            NONE => known.end = known.end.min(anchor),
            found => known.found = known.found.max(found),
        }
        Ok(())
    }

    /// Whether what a relative selector of siblings requires is one sibling and what is in it.
    pub(super) fn is_within_one(&self, complex: Complex) -> bool {
        let (first, end) = complex.compounds;
        let second = end.checked_sub(3).filter(|&second| second >= first);
        second.is_none_or(|second| {
            matches!(self.compiled.compounds[second as usize].left, Combinator::Child | Combinator::Descendant)
        })
    }
}
