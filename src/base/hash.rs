//! A 64-bit hash of tag paths, names and texts, eight bytes a step, with equal values on every machine.
//!
//! Each step XORs a word into the state and folds the 128-bit product with an odd constant to 64 bits: the folded
//! multiply of wyhash (Wang Yi). Words are read little-endian on every host and there is no random seed, so a page
//! gives the same paths everywhere.
//!
//! A page can be crafted so that two values collide. Then two paths share a symbol, which can move a region's border
//! but nothing else, or two classes share a style; by chance it happens about once in `2^65 / symbols^2` pages.

/// An odd constant: fractional digits of pi.
const MULTIPLIER: u64 = 0x243f_6a88_85a3_08d3;

/// The halves of the 128-bit product of `a` and `b`, XORed.
#[inline]
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// Combines a hash with one more word; the order of words matters. Every bit of both reaches the low bits of the
/// result.
#[inline]
pub(crate) const fn mix(state: u64, word: u64) -> u64 {
    // The addition keeps the word when the product is zero.
    fold(state ^ word, MULTIPLIER).wrapping_add(word)
}

/// The hash of a byte string; `seed` separates kinds of strings.
#[inline]
pub(crate) fn hash_bytes(seed: u64, bytes: &[u8]) -> u64 {
    hash_mapped(seed, bytes, |word| word)
}

/// The hash of a byte string whose words (eight bytes, little-endian, the last one zero-padded) `map` transforms first.
#[inline]
pub(crate) fn hash_mapped(seed: u64, bytes: &[u8], mut map: impl FnMut(u64) -> u64) -> u64 {
    let (words, tail) = bytes.as_chunks::<8>();
    let mut state = seed ^ bytes.len() as u64;
    let mut step = |word| state = mix(state, map(word));
    words.iter().for_each(|word| step(u64::from_le_bytes(*word)));
    if !tail.is_empty() {
        step(short_word(tail));
    }
    state
}

/// Up to seven bytes as a little-endian word, zero-padded. The two reads may overlap.
#[inline]
fn short_word(bytes: &[u8]) -> u64 {
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let shift = 8 * (bytes.len() as u32 - 4);
        return u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << shift;
    }
    let at = |i: usize| bytes.get(i).map_or(0, |&b| u64::from(b) << (8 * i));
    at(0) | at(1) | at(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_words_are_zero_padded() {
        let bytes = [1u8, 2, 3, 4, 5, 6, 7];
        for len in 0..=7 {
            let mut padded = [0u8; 8];
            padded[..len].copy_from_slice(&bytes[..len]);
            assert_eq!(short_word(&bytes[..len]), u64::from_le_bytes(padded), "length {len}");
        }
    }

    #[test]
    fn every_byte_and_the_length_change_the_hash() {
        let base = b"a somewhat longer class value".to_vec();
        let hash = hash_bytes(1, &base);
        for i in 0..base.len() {
            let mut changed = base.clone();
            changed[i] ^= 1;
            assert_ne!(hash_bytes(1, &changed), hash, "byte {i}");
            assert_ne!(hash_bytes(1, &base[..i]), hash, "prefix {i}");
        }
        assert_ne!(hash_bytes(2, &base), hash);
        assert_ne!(hash_bytes(1, b"a"), hash_bytes(1, b"a\0"));
    }

    #[test]
    fn words_are_mapped_before_they_are_hashed() {
        let lower = |bytes: &[u8]| hash_mapped(1, bytes, crate::read::html::names::lower_packed);
        assert_eq!(lower(b"A somewhat Longer TEXT"), hash_bytes(1, b"a somewhat longer text"));
        assert_ne!(hash_bytes(1, b"A"), hash_bytes(1, b"a"));
    }

    #[test]
    fn values_are_frozen() {
        // Symbols must not depend on the machine: these numbers change only with the hash itself.
        assert_eq!(hash_bytes(0, b"region1"), mix(7, 0x0031_6e6f_6967_6572));
        assert_eq!(mix(0, 1), MULTIPLIER + 1);
        assert_eq!(hash_bytes(1, b"a somewhat longer class value"), 7_291_365_519_922_464_351);
    }
}
