//! Custom properties, as far as most sheets need them: `var()` as a whole value, looked up among the ones that were
//! declared earlier for the root of the page.

use super::syntax::{name_end, skip_space, trim};
use super::values::function;
use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use crate::html::names::name_key;

/// A variable may stand for a variable, so many times.
const MAX_DEPTH: usize = 8;

/// Longer values are not kept: each use reads the value anew.
const MAX_VALUE: u32 = 256;

/// No sheet has more; what comes after is not kept.
const MAX_VARIABLES: usize = 4096;

/// The custom properties so far: names as keys, and where in the page their values stand.
pub struct Variables<'a> {
    /// Open addressing by key; a key of 0 is a free slot.
    slots: ArenaVec<'a, (u64, u32, u32)>,
    used: usize,
    /// Whether declarations of the rule that is read count for the whole page.
    pub(crate) is_open: bool,
}

impl<'a> Variables<'a> {
    /// None yet. Takes no memory before the first.
    pub fn new(arena: &'a Bump) -> Variables<'a> {
        Variables { slots: ArenaVec::new_in(arena), used: 0, is_open: true }
    }

    /// A custom property; `start` and `end` are places in the page.
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

    /// The value itself, or what it stands for if it is `var(--name)` or `var(--name, other)`; empty if that is
    /// unknown. The source is the page from its first byte on, so that places in it are those of
    /// [`Variables::declare`].
    pub(super) fn resolve<'s>(&self, source: &'s [u8], mut value: &'s [u8]) -> &'s [u8] {
        for _ in 0..MAX_DEPTH {
            let Some(arguments) = function(value, b"var") else { return value };
            let start = skip_space(arguments, 0);
            let end = name_end(arguments, start);
            let comma = skip_space(arguments, end);
            value = match self.find(&arguments[start..end]) {
                Some((from, to)) => source.get(from..to).map(trim).unwrap_or_default(),
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
