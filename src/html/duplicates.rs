//! Duplicate attributes: of several with one name, only the first is kept (HTML, "Attribute name state").

use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;

/// Slots of the hash table for tags with many attributes.
const SLOTS: usize = 1 << 12;
/// Up to this many attributes are compared one by one.
const MAX_LINEAR: usize = 12;
/// Maximum number of attributes of a tag; the rest are dropped.
pub const MAX_ATTRIBUTES: usize = SLOTS / 2;

/// The set of attribute names of the current tag. Takes constant time for each attribute.
pub struct AttributeNameSet<'a> {
    linear: [u64; MAX_LINEAR],
    /// A Bloom filter of `linear` with one bit for each name: a name whose bit is not set is new.
    filter: u64,
    /// Open-addressing hash table of key and tag number, for tags with more than `MAX_LINEAR` attributes. Entries with
    /// the number of another tag are free, so it is never cleared.
    hashed: ArenaVec<'a, (u64, u32)>,
    tag_number: u32,
}

impl<'a> AttributeNameSet<'a> {
    /// An empty set. The hash table is allocated in the arena when the first tag needs it.
    pub fn new(arena: &'a Bump) -> Self {
        AttributeNameSet { linear: [0; MAX_LINEAR], filter: 0, hashed: ArenaVec::new_in(arena), tag_number: 0 }
    }

    /// Empties the set for another tag.
    #[inline]
    pub fn clear(&mut self) {
        self.filter = 0;
    }

    /// Adds a name to the `count` names of the tag so far; false if it is a duplicate or one too many.
    #[inline]
    pub fn insert(&mut self, count: usize, key: u64) -> bool {
        if count >= MAX_LINEAR {
            return self.insert_among_many(count, key);
        }
        let bit = 1 << (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58);
        if self.filter & bit != 0 && self.linear[..count].contains(&key) {
            return false;
        }
        self.filter |= bit;
        self.linear[count] = key;
        true
    }

    #[cold]
    fn insert_among_many(&mut self, count: usize, key: u64) -> bool {
        if count >= MAX_ATTRIBUTES {
            return false;
        }
        if self.hashed.is_empty() {
            self.hashed.resize(SLOTS, (0, 0));
        }
        if count == MAX_LINEAR {
            // Repeated for the same tag if duplicates follow; then the names are inserted again.
            self.tag_number += 1;
            for i in 0..MAX_LINEAR {
                self.insert_hashed(self.linear[i]);
            }
        }
        self.insert_hashed(key)
    }

    fn insert_hashed(&mut self, key: u64) -> bool {
        let entry = (key, self.tag_number);
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize;
        while self.hashed[slot].1 == self.tag_number {
            if self.hashed[slot] == entry {
                return false;
            }
            slot = (slot + 1) % SLOTS;
        }
        self.hashed[slot] = entry;
        true
    }
}
