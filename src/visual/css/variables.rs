//! Custom properties (CSS Custom Properties Level 1), as far as most style sheets need them: `var()` as a whole value,
//! resolved among the properties that were declared earlier for the root of the page.

use super::syntax::{identifier_end, skip_whitespace, trim};
use super::values::function;
use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use crate::html::names::name_key;

/// The maximum length of a chain of variables that refer to variables.
const MAX_DEPTH: usize = 8;

/// The maximum length of a value: each use parses it again.
const MAX_VALUE: u32 = 256;

/// The maximum number of custom properties.
const MAX_VARIABLES: usize = 4096;

/// The custom properties so far: keys of the names, and the ranges of their values in the page.
pub struct Variables<'a> {
    /// A hash table with open addressing: key, start and end; key 0 marks a free slot.
    slots: ArenaVec<'a, (u64, u32, u32)>,
    used: usize,
    /// Whether declarations of the current rule apply to the whole page.
    pub(crate) is_open: bool,
}

impl<'a> Variables<'a> {
    /// An empty table, which allocates with the first property.
    pub fn new(arena: &'a Bump) -> Variables<'a> {
        Variables { slots: ArenaVec::new_in(arena), used: 0, is_open: true }
    }

    /// Adds a custom property whose value is at `start..end` in the page.
    pub(super) fn declare(&mut self, name: &[u8], start: u32, end: u32) {
        if !self.is_open || self.used >= MAX_VARIABLES || end - start > MAX_VALUE {
            return;
        }
        if self.slots.is_empty() {
            self.slots.resize(2 * MAX_VARIABLES, (0, 0, 0));
        }
        let slot = self.slot_of(key(name));
        if self.slots[slot].0 == 0 {
            self.used += 1;
        }
        self.slots[slot] = (key(name), start, end);
    }

    fn slot_of(&self, key: u64) -> usize {
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as usize % self.slots.len();
        while self.slots[slot].0 != 0 && self.slots[slot].0 != key {
            slot = (slot + 1) % self.slots.len();
        }
        slot
    }

    /// The value itself, or what it refers to if it is `var(--name)` or `var(--name, fallback)`; empty if that is
    /// undefined. `source` starts at the first byte of the page, as offsets in it are those of [`Variables::declare`].
    pub(super) fn resolve<'s>(&self, source: &'s [u8], mut value: &'s [u8]) -> &'s [u8] {
        for _ in 0..MAX_DEPTH {
            let Some(arguments) = function(value, b"var") else { return value };
            let start = skip_whitespace(arguments, 0);
            let end = identifier_end(arguments, start);
            let comma = skip_whitespace(arguments, end);
            value = match self.find(&arguments[start..end]) {
                Some((start, end)) => source.get(start..end).map(trim).unwrap_or_default(),
                None if arguments.get(comma) == Some(&b',') => trim(&arguments[comma + 1..]),
                None => return &[],
            };
        }
        &[]
    }

    fn find(&self, name: &[u8]) -> Option<(usize, usize)> {
        if self.slots.is_empty() {
            return None;
        }
        let (known, start, end) = self.slots[self.slot_of(key(name))];
        (known != 0).then_some((start as usize, end as usize))
    }
}

fn key(name: &[u8]) -> u64 {
    name_key(name).max(1)
}
