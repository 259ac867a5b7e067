//! Numbers for hashes: an open-addressing table that hands out 1, 2, 3 ... in order of first appearance.
//!
//! Slots hold the full 64-bit hash, nothing is ever deleted, and the table doubles when half full, so a probe finds
//! its slot after one or two steps. The hash has no secret, so a page could be crafted to make all probes meet; a
//! probe therefore gives up after [`MAX_PROBES`] steps and the hash gets a fresh number that is not remembered.
//! With an honest page that has a chance of 2^-64, with a crafted one it keeps the time linear.

use crate::arena::Bump;

/// Steps of one probe before it gives up.
const MAX_PROBES: usize = 64;

/// A table from hashes to consecutive numbers, kept in an arena.
pub(crate) struct Interner<'a> {
    arena: &'a Bump,
    slots: &'a mut [Slot],
    /// Slots in use.
    stored: usize,
    /// The last number handed out.
    last: u32,
}

/// One slot; number 0 marks a free one.
#[derive(Clone, Copy, Default)]
struct Slot {
    hash: u64,
    number: u32,
}

/// How many slots a table has that expects so many hashes.
fn slots(expected: usize) -> usize {
    expected.saturating_mul(2).clamp(64, 4096).next_power_of_two()
}

impl<'a> Interner<'a> {
    /// An empty table with room for about `expected` hashes before it grows.
    pub(crate) fn new(arena: &'a Bump, expected: usize) -> Interner<'a> {
        Interner { arena, slots: arena.alloc_slice_fill_default(slots(expected)), stored: 0, last: 0 }
    }

    /// Bytes that a new table takes in its arena.
    pub(crate) fn room(expected: usize) -> usize {
        slots(expected) * size_of::<Slot>()
    }

    /// How many numbers were handed out.
    pub(crate) fn len(&self) -> u32 {
        self.last
    }

    /// The number of `hash`: the one it had before, or the next one.
    #[inline]
    pub(crate) fn number(&mut self, hash: u64) -> u32 {
        // Most hashes are known and at home in their slot.
        let home = self.slots[hash as usize & (self.slots.len() - 1)];
        if home.hash == hash && home.number != 0 { home.number } else { self.find_or_insert(hash) }
    }

    /// The same, counted from 0: a place in a table of what was met.
    #[inline]
    pub(crate) fn place(&mut self, hash: u64) -> u32 {
        self.number(hash) - 1
    }

    /// The place of `hash`, if it was met.
    pub(crate) fn find_place(&self, hash: u64) -> Option<u32> {
        probe(self.slots, hash).1.checked_sub(1)
    }

    fn find_or_insert(&mut self, hash: u64) -> u32 {
        match probe(self.slots, hash) {
            (slot, 0) => self.insert(slot, hash),
            (_, number) => number,
        }
    }

    /// Hands out the next number and remembers it if there is a free slot.
    fn insert(&mut self, slot: Option<usize>, hash: u64) -> u32 {
        self.last += 1;
        if let Some(slot) = slot {
            self.slots[slot] = Slot { hash, number: self.last };
            self.stored += 1;
            if self.stored * 2 > self.slots.len() {
                self.grow();
            }
        }
        self.last
    }

    /// Moves everything to a table of twice the size.
    fn grow(&mut self) {
        let slots: &mut [Slot] = self.arena.alloc_slice_fill_default(self.slots.len() * 2);
        self.stored = 0;
        for old in self.slots.iter().filter(|slot| slot.number != 0) {
            if let (Some(slot), _) = probe(slots, old.hash) {
                slots[slot] = *old;
                self.stored += 1;
            }
        }
        self.slots = slots;
    }
}

/// Looks for `hash`: the free slot where it belongs, and its number or 0.
///
/// The step grows by one each time, which visits every slot of a power-of-two table and does not cluster.
fn probe(slots: &[Slot], hash: u64) -> (Option<usize>, u32) {
    let mask = slots.len() - 1;
    let mut at = hash as usize & mask;
    for step in 1..=MAX_PROBES {
        let slot = &slots[at];
        if slot.number == 0 {
            return (Some(at), 0);
        }
        if slot.hash == hash {
            return (Some(at), slot.number);
        }
        at = (at + step) & mask;
    }
    (None, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_first_appearance_and_survive_growth() {
        let arena = Bump::new();
        let mut table = Interner::new(&arena, 0);
        let hash = |i: u32| u64::from(i).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for i in 0..10_000u32 {
            assert_eq!(table.number(hash(i)), i + 1);
            assert_eq!(table.number(hash(i / 2)), i / 2 + 1);
        }
        assert_eq!(table.len(), 10_000);
        assert_eq!([table.find_place(hash(0)), table.find_place(hash(9_999))], [Some(0), Some(9_999)]);
        assert_eq!((table.find_place(hash(10_000)), table.place(hash(10_000))), (None, 10_000));
    }

    #[test]
    fn crafted_hashes_stay_linear() {
        let arena = Bump::new();
        let mut table = Interner::new(&arena, 0);
        for i in 0..100_000u64 {
            table.number(i << 40);
        }
        // Only the first probes found room; the rest were numbered without being stored.
        assert_eq!(table.len(), 100_000);
        assert!(table.stored <= MAX_PROBES);
        assert_eq!(table.number(0), 1);
    }
}
