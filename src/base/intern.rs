//! Interning of hashes: an open-addressing hash table that assigns 1, 2, 3 ... in order of first appearance.
//!
//! Slots hold the full 64-bit hash, nothing is ever deleted, and the table doubles when half full, so a probe sequence
//! ends after one or two steps. The hash is not keyed, so a page could be crafted to make all sequences collide;
//! probing therefore stops after [`MAX_PROBES`] steps, and the hash gets a new number that is not stored. That keeps
//! the time linear on crafted pages; on others it has a chance of 2^-64.

use crate::base::arena::Bump;

/// Maximum length of a probe sequence.
const MAX_PROBES: usize = 64;

/// A table from hashes to consecutive numbers, kept in an arena.
pub(crate) struct Interner<'a> {
    arena: &'a Bump,
    slots: &'a mut [Slot],
    /// Slots in use.
    stored: usize,
    /// The last number assigned.
    last: u32,
}

/// One slot; number 0 marks a free one.
#[derive(Clone, Copy, Default)]
struct Slot {
    hash: u64,
    number: u32,
}

/// Number of slots of a table for `expected` hashes.
fn slot_count(expected: usize) -> usize {
    expected.saturating_mul(2).clamp(64, 4096).next_power_of_two()
}

impl<'a> Interner<'a> {
    /// An empty table with capacity for about `expected` hashes.
    pub(crate) fn new(arena: &'a Bump, expected: usize) -> Interner<'a> {
        Interner { arena, slots: arena.alloc_slice_fill_default(slot_count(expected)), stored: 0, last: 0 }
    }

    /// Bytes that a new table allocates in its arena.
    pub(crate) fn capacity_bytes(expected: usize) -> usize {
        slot_count(expected) * size_of::<Slot>()
    }

    /// How many numbers were assigned.
    pub(crate) fn len(&self) -> u32 {
        self.last
    }

    /// The number of `hash`, from 1 on: the one assigned before, or the next one.
    #[inline(always)]
    pub(crate) fn intern(&mut self, hash: u64) -> u32 {
        // Fast path: most hashes are known and stored in the first slot of their probe sequence.
        let home = self.slots[hash as usize & (self.slots.len() - 1)];
        if home.hash == hash && home.number != 0 { home.number } else { self.find_or_insert(hash) }
    }

    /// [`Interner::intern`] counted from 0: an index into a table of the distinct values.
    #[cfg(any(feature = "visual", test))]
    #[inline]
    pub(crate) fn intern_index(&mut self, hash: u64) -> u32 {
        self.intern(hash) - 1
    }

    /// The index of `hash`, if it was interned.
    #[cfg(any(feature = "visual", test))]
    pub(crate) fn find_index(&self, hash: u64) -> Option<u32> {
        probe(self.slots, hash).1.checked_sub(1)
    }

    fn find_or_insert(&mut self, hash: u64) -> u32 {
        match probe(self.slots, hash) {
            (slot, 0) => self.insert(slot, hash),
            (_, number) => number,
        }
    }

    /// Assigns the next number and stores it if there is a free slot.
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

    /// Rehashes into a table of twice the size.
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

/// Looks `hash` up: its slot, or the free slot to store it in, and its number or 0.
///
/// Triangular probing: the step grows by one each time, which visits every slot of a power-of-two table without
/// clustering.
#[inline]
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
            assert_eq!(table.intern(hash(i)), i + 1);
            assert_eq!(table.intern(hash(i / 2)), i / 2 + 1);
        }
        assert_eq!(table.len(), 10_000);
        assert_eq!([table.find_index(hash(0)), table.find_index(hash(9_999))], [Some(0), Some(9_999)]);
        assert_eq!((table.find_index(hash(10_000)), table.intern_index(hash(10_000))), (None, 10_000));
    }

    #[test]
    fn crafted_hashes_stay_linear() {
        let arena = Bump::new();
        let mut table = Interner::new(&arena, 0);
        for i in 0..100_000u64 {
            table.intern(i << 40);
        }
        // Only the first ones found a free slot; the rest got numbers without being stored.
        assert_eq!(table.len(), 100_000);
        assert!(table.stored <= MAX_PROBES);
        assert_eq!(table.intern(0), 1);
    }
}
