//! Custom properties (CSS Custom Properties Level 1), as far as most style sheets need them: `var()` as a whole value,
//! resolved among the properties that were declared earlier for the root of the page.

use super::syntax::{identifier_end, skip_whitespace, trim};
use super::values::function;
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::read::html::names::{is_hashed, name_key, same_decoded_name};
use std::ops::Range;

/// The maximum length of a chain of variables that refer to variables.
const MAX_DEPTH: usize = 8;

/// The maximum length of a value: each use parses it again.
const MAX_VALUE: usize = 256;

/// The maximum number of custom properties.
const MAX_VARIABLES: usize = 4096;

/// The maximum length of a probe sequence in the hash table. It is at most half full, so longer ones are crafted.
const MAX_PROBES: usize = 64;

/// The maximum number of different names with one hash that are compared.
const MAX_COLLISIONS: usize = 4;

/// The custom properties so far.
pub struct Variables<'a> {
    /// A hash table with open addressing; key 0 marks a free slot.
    slots: ArenaVec<'a, Slot>,
    used: usize,
    /// Whether declarations of the current rule apply to the whole page.
    pub(crate) is_open: bool,
}

/// A custom property: the key of its name, and the ranges of name and value in the page.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    name: (u32, u32),
    value: (u32, u32),
}

impl<'a> Variables<'a> {
    /// An empty table, which allocates with the first property.
    pub fn new(arena: &'a Bump) -> Variables<'a> {
        Variables { slots: ArenaVec::new_in(arena), used: 0, is_open: true }
    }

    /// Adds a custom property, given the ranges of its name and its value in the page.
    pub(super) fn declare(&mut self, source: &[u8], name: Range<usize>, value: Range<usize>) {
        if !self.is_open || self.used >= MAX_VARIABLES || value.len() > MAX_VALUE {
            return;
        }
        if self.slots.is_empty() {
            self.slots.resize(2 * MAX_VARIABLES, Slot::default());
        }
        let Some(slot) = self.slot_of(source, &source[name.clone()]) else { return };
        if self.slots[slot].key == 0 {
            self.used += 1;
        }
        let offsets = |range: Range<usize>| (range.start as u32, range.end as u32);
        self.slots[slot] = Slot { key: key(&source[name.clone()]), name: offsets(name), value: offsets(value) };
    }

    /// The slot of a name, or a free one for it; none if other names were crafted to collide with it.
    fn slot_of(&self, source: &[u8], name: &[u8]) -> Option<usize> {
        let key = key(name);
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as usize;
        let mut collisions = 0;
        for step in 1..=MAX_PROBES {
            let at = slot % self.slots.len();
            let known = &self.slots[at];
            let name_of = |known: &Slot| source.get(known.name.0 as usize..known.name.1 as usize).unwrap_or_default();
            if known.key == 0 || known.key == key && (!is_hashed(key) || same_decoded_name(name_of(known), name)) {
                return Some(at);
            }
            collisions += usize::from(known.key == key);
            if collisions == MAX_COLLISIONS {
                return None;
            }
            slot += step;
        }
        None
    }

    /// The value itself, or what it refers to if it is `var(--name)` or `var(--name, fallback)`; empty if that is
    /// undefined. `source` starts at the first byte of the page, because it uses the offsets passed to
    /// [`Variables::declare`].
    pub(super) fn resolve<'s>(&self, source: &'s [u8], mut value: &'s [u8]) -> &'s [u8] {
        for _ in 0..MAX_DEPTH {
            let Some(arguments) = function(value, b"var") else { return value };
            let start = skip_whitespace(arguments, 0);
            let end = identifier_end(arguments, start);
            let comma = skip_whitespace(arguments, end);
            value = match self.find(source, &arguments[start..end]) {
                Some((start, end)) => source.get(start..end).map(trim).unwrap_or_default(),
                None if arguments.get(comma) == Some(&b',') => trim(&arguments[comma + 1..]),
                None => return &[],
            };
        }
        &[]
    }

    fn find(&self, source: &[u8], name: &[u8]) -> Option<(usize, usize)> {
        if self.slots.is_empty() {
            return None;
        }
        let Slot { key, value: (start, end), .. } = self.slots[self.slot_of(source, name)?];
        (key != 0).then_some((start as usize, end as usize))
    }
}

fn key(name: &[u8]) -> u64 {
    name_key(name).max(1)
}
