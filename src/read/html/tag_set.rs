//! Sets of tags as bitmasks, for lookups without a branch for each tag.

use super::Tag;

/// A set of element names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagSet {
    bits: [u64; 4],
}

impl TagSet {
    /// The set of these tags.
    pub const fn of(tags: &[Tag]) -> TagSet {
        let mut bits = [0; 4];
        let mut i = 0;
        while i < tags.len() {
            bits[(tags[i].0 >> 6) as usize] |= 1 << (tags[i].0 & 63);
            i += 1;
        }
        TagSet { bits }
    }

    /// Whether the tag is in the set.
    #[inline]
    pub const fn has(&self, tag: Tag) -> bool {
        self.bits[(tag.0 >> 6) as usize] >> (tag.0 & 63) & 1 != 0
    }
}
