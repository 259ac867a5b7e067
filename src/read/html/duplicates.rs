//! Duplicate attributes: of several with one name, only the first is kept (HTML, "Attribute name state").
//!
//! Names are compared by key, and by their bytes if the key is a hash. Names can be crafted so that their keys are
//! equal or share a slot, so probing ends after a few steps; the attribute is then dropped and the set reports it.

use super::names::is_hashed;
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;

/// Slots of the hash table for tags with many attributes.
const SLOTS: usize = 1 << 12;
/// Up to this many attributes are compared one by one.
const MAX_LINEAR: usize = 12;
/// Maximum number of attributes of a tag; the rest are dropped.
pub const MAX_ATTRIBUTES: usize = SLOTS / 2;
/// Maximum length of a probe sequence. At most half of the slots are in use, so names that are not crafted need fewer.
const MAX_PROBES: usize = 64;
/// Maximum number of different names with the key of another one that are compared with it.
const MAX_COLLISIONS: usize = 4;

/// The set of attribute names of the current tag. Takes constant time for each attribute.
pub struct AttributeNameSet<'a> {
    linear: [u64; MAX_LINEAR],
    /// A Bloom filter of `linear` with one bit for each name: a name whose bit is not set is new.
    filter: u64,
    /// Open-addressing hash table, for tags with more than `MAX_LINEAR` attributes. Slots with the number of another
    /// tag are free, so it is never cleared.
    hashed: ArenaVec<'a, Slot>,
    tag_number: u32,
    /// Whether a name was refused that may not be a duplicate: one of too many, or of too many with equal hashes.
    pub is_exceeded: bool,
}

/// A name: its key, its tag, and its index among the attributes of the tag.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    tag_number: u32,
    index: u32,
}

impl<'a> AttributeNameSet<'a> {
    /// An empty set. The hash table is allocated in the arena when the first tag needs it.
    pub fn new(arena: &'a Bump) -> Self {
        let hashed = ArenaVec::new_in(arena);
        AttributeNameSet { linear: [0; MAX_LINEAR], filter: 0, hashed, tag_number: 0, is_exceeded: false }
    }

    /// Empties the set for another tag.
    #[inline]
    pub fn clear(&mut self) {
        self.filter = 0;
    }

    /// Fast path: adds a name to the `count` names of the tag so far if the filter shows that it is new; else false.
    #[inline(always)]
    pub fn insert_first(&mut self, count: usize, key: u64) -> bool {
        let bit = filter_bit(key);
        let is_new = count < MAX_LINEAR && self.filter & bit == 0;
        if is_new {
            self.filter |= bit;
            self.linear[count] = key;
        }
        is_new
    }

    /// Adds a name to the `count` names of the tag so far; false if it is a duplicate or refused. `is_same` compares it
    /// with the name of an index less than `count`.
    #[inline]
    pub fn insert(&mut self, count: usize, key: u64, is_same: impl Fn(usize) -> bool) -> bool {
        if count >= MAX_LINEAR {
            return self.insert_among_many(count, key, is_same);
        }
        let is_equal = |index: usize| self.linear[index] == key && (!is_hashed(key) || is_same(index));
        if self.linear[..count].contains(&key) && (0..count).any(is_equal) {
            return false;
        }
        self.filter |= filter_bit(key);
        self.linear[count] = key;
        true
    }

    #[cold]
    fn insert_among_many(&mut self, count: usize, key: u64, is_same: impl Fn(usize) -> bool) -> bool {
        if count >= MAX_ATTRIBUTES {
            self.is_exceeded = true;
            return false;
        }
        if self.hashed.is_empty() {
            self.hashed.resize(SLOTS, Slot { key: 0, tag_number: 0, index: 0 });
        }
        if count == MAX_LINEAR {
            // Repeated for the same tag if duplicates follow; then the names are inserted again.
            self.tag_number += 1;
            for index in 0..MAX_LINEAR {
                self.insert_hashed(index, self.linear[index], |_| false);
            }
        }
        self.insert_hashed(count, key, is_same)
    }

    fn insert_hashed(&mut self, index: usize, key: u64, is_same: impl Fn(usize) -> bool) -> bool {
        let mut at = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize;
        let mut collisions = 0;
        for step in 1..=MAX_PROBES {
            let slot = &mut self.hashed[at % SLOTS];
            if slot.tag_number != self.tag_number {
                *slot = Slot { key, tag_number: self.tag_number, index: index as u32 };
                return true;
            }
            if slot.key == key {
                if !is_hashed(key) || is_same(slot.index as usize) {
                    return false;
                }
                collisions += 1;
                if collisions == MAX_COLLISIONS {
                    break;
                }
            }
            // Triangular probing, as linear probing forms clusters.
            at += step;
        }
        self.is_exceeded = true;
        false
    }
}

#[inline(always)]
fn filter_bit(key: u64) -> u64 {
    1 << (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58)
}
