//! Which attribute names a start tag has had: all but the first of a name are dropped (HTML 13.2.5.33).

use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;

/// Slots of the table for tags with many attributes.
const SLOTS: usize = 1 << 12;
/// Up to this many attributes are compared one by one.
const FEW: usize = 12;
/// Attributes kept of one tag; the rest are dropped.
pub const MOST: usize = SLOTS / 2;

/// The names of the current tag. Costs a constant time per attribute, however many there are.
pub struct SeenNames<'a> {
    few: [u64; FEW],
    /// A bit for each name in `few`: a name whose bit is not set is new.
    bits: u64,
    /// Key and tag number; only used by tags with more than `FEW` attributes, never cleared.
    many: ArenaVec<'a, (u64, u32)>,
    tag_number: u32,
}

impl<'a> SeenNames<'a> {
    /// No names yet. The table for many names is made in the arena when the first tag needs it.
    pub fn new(arena: &'a Bump) -> Self {
        SeenNames { few: [0; FEW], bits: 0, many: ArenaVec::new_in(arena), tag_number: 0 }
    }

    /// Another tag begins.
    #[inline]
    pub fn begin_tag(&mut self) {
        self.bits = 0;
    }

    /// Whether no attribute of the tag so far has this key; `count` attributes have been kept so far.
    #[inline]
    pub fn is_new(&mut self, count: usize, key: u64) -> bool {
        if count >= FEW {
            return self.is_new_among_many(count, key);
        }
        let bit = 1 << (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58);
        if self.bits & bit != 0 && self.few[..count].contains(&key) {
            return false;
        }
        self.bits |= bit;
        self.few[count] = key;
        true
    }

    #[cold]
    fn is_new_among_many(&mut self, count: usize, key: u64) -> bool {
        if count >= MOST {
            return false;
        }
        if self.many.is_empty() {
            self.many.resize(SLOTS, (0, 0));
        }
        if count == FEW {
            // May be repeated for the same tag when a duplicate follows; the names then go in again.
            self.tag_number += 1;
            for i in 0..FEW {
                self.insert(self.few[i]);
            }
        }
        self.insert(key)
    }

    fn insert(&mut self, key: u64) -> bool {
        let entry = (key, self.tag_number);
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize;
        while self.many[slot].1 == self.tag_number {
            if self.many[slot] == entry {
                return false;
            }
            slot = (slot + 1) % SLOTS;
        }
        self.many[slot] = entry;
        true
    }
}
