//! The hash by which tables of words are searched: FNV-1a of 32 bits, and the place of a word in a table.

/// The hash of the empty word.
pub(crate) const SEED: u32 = 0x811c_9dc5;

/// Adds a byte.
#[inline]
pub(crate) const fn hash_step(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

/// Where the search for a word begins in a table of so many slots.
#[inline]
pub(crate) const fn slot_of(hash: u32, slots: usize) -> usize {
    (hash ^ hash >> 15) as usize % slots
}
