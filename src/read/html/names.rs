//! Keys of element and attribute names: 64-bit numbers by which names are compared and looked up without reading them
//! again.
//!
//! A name of up to eight bytes is packed into a `u64` and lower-cased by SWAR (SIMD within a register); a longer one is
//! hashed. Names with the same hash can be crafted, so equal keys of long names are followed by a comparison of the
//! names ([`is_hashed`], [`same_decoded_name`]).

/// The key of a name: up to eight bytes lower-cased and packed; a longer one hashed, with the top bit set.
///
/// Two names of at most eight ASCII bytes have the same key only if they are equal ignoring case; two different longer
/// ones collide with a probability of 2^-63 by chance, and always if they are crafted to.
pub const fn name_key(name: &[u8]) -> u64 {
    // A trailing NUL would pack like no byte at all, so such names are hashed too.
    if name.len() <= 8 && (name.is_empty() || name[name.len() - 1] != 0) {
        let mut packed = 0u64;
        let mut i = 0;
        while i < name.len() {
            packed |= (name[i] as u64) << (8 * i);
            i += 1;
        }
        return lower_packed(packed);
    }
    // The length is mixed into all bits first, as a small difference of it could cancel one of a character. The last
    // word overlaps the one before.
    let mut hash = mix(name.len() as u64, 0);
    let mut at = 0;
    while at + 8 < name.len() {
        hash = mix(hash, lower_packed(word(name, at, 8)));
        at += 8;
    }
    let last = if name.len() < 8 { 0 } else { name.len() - 8 };
    mix(hash, lower_packed(word(name, last, name.len() - last))) | 1 << 63
}

const fn mix(hash: u64, word: u64) -> u64 {
    let product = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 32
}

/// `len` bytes from `at` as a little-endian word.
#[inline(always)]
const fn word(name: &[u8], at: usize, len: usize) -> u64 {
    let (_, rest) = name.split_at(at);
    if let Some((bytes, _)) = rest.split_first_chunk::<8>() {
        return u64::from_le_bytes(*bytes);
    }
    let mut word = 0;
    let mut i = 0;
    while i < len {
        word |= (rest[i] as u64) << (8 * i);
        i += 1;
    }
    word
}

/// The key of the name `hay[from..end]`; one load where eight bytes can be read.
#[inline]
pub(crate) fn name_key_at(hay: &[u8], from: usize, end: usize) -> u64 {
    let len = end - from;
    if (1..=8).contains(&len)
        && let Some(bytes) = hay.get(from..).and_then(<[u8]>::first_chunk)
    {
        let mask = u64::MAX >> (64 - 8 * len);
        let packed = u64::from_le_bytes(*bytes) & mask;
        if is_lowercase(packed, mask) {
            return packed;
        }
    }
    name_key_slow(&hay[from..end])
}

/// Fast path: the key and the end of a name of up to seven lower-case letters before a byte that `ends` accepts; `None`
/// for any other name.
///
/// Nearly all names are of that form. They take one load and a few operations, and the end is known sooner than by a
/// search.
#[inline(always)]
pub(crate) fn short_name_at(hay: &[u8], from: usize, ends: impl Fn(u8) -> bool) -> Option<(u64, usize)> {
    let word = u64::from_le_bytes(*hay.get(from..)?.first_chunk()?);
    // Bit 6 is set in all letters and in no byte that ends a name: find the first byte without it.
    let others = !word & (EVERY_BYTE * 0x40);
    let bits = others.trailing_zeros() & 56;
    let before = ((others & others.wrapping_neg()) >> 6).wrapping_sub(1);
    let name = word & before;
    let is_short = ends((word >> bits) as u8) && bits != 0 && is_lowercase(name, before);
    is_short.then_some((name, from + bits as usize / 8))
}

/// The key of a long name, or of one with upper-case letters, NUL and the like.
#[inline(never)]
fn name_key_slow(name: &[u8]) -> u64 {
    long_name_key(name).unwrap_or_else(|| name_key_with_nul(name))
}

/// [`name_key`] of a name of more than eight bytes, if all of them pass [`is_lowercase`].
#[inline(always)]
fn long_name_key(name: &[u8]) -> Option<u64> {
    let last = u64::from_le_bytes(*name.last_chunk::<8>()?);
    let mut hash = mix(name.len() as u64, 0);
    for word in name[..name.len() - 1].as_chunks().0 {
        let word = u64::from_le_bytes(*word);
        if !is_lowercase(word, u64::MAX) {
            return None;
        }
        hash = mix(hash, word);
    }
    (is_lowercase(last, u64::MAX) && name.len() > 8).then_some(mix(hash, last) | 1 << 63)
}

/// The key of a name that may contain NUL, which is replaced by U+FFFD.
#[cold]
fn name_key_with_nul(name: &[u8]) -> u64 {
    if memchr::memchr2(0, REPLACEMENT[0], name).is_none() {
        return name_key(name);
    }
    folded_bytes(name).fold(0, |hash, byte| mix(hash, 1 + u64::from(byte))) | 1 << 63
}

/// Whether a key is a hash, so that equal keys do not imply equal names.
#[inline(always)]
pub(crate) const fn is_hashed(key: u64) -> bool {
    key >> 63 != 0
}

/// Whether two names are equal, ignoring case and with NUL as U+FFFD.
#[cold]
#[inline(never)]
pub(crate) fn same_decoded_name(one: &[u8], other: &[u8]) -> bool {
    one.eq_ignore_ascii_case(other)
        || (memchr::memchr(0, one).is_some() || memchr::memchr(0, other).is_some())
            && folded_bytes(one).eq(folded_bytes(other))
}

/// The bytes of a name in lower case, with NUL as U+FFFD.
fn folded_bytes(name: &[u8]) -> impl Iterator<Item = u8> {
    name.iter().flat_map(|byte| {
        let is_nul = *byte == 0;
        REPLACEMENT.into_iter().take(if is_nul { 3 } else { 0 }).chain((!is_nul).then_some(byte.to_ascii_lowercase()))
    })
}

/// U+FFFD in UTF-8.
const REPLACEMENT: [u8; 3] = [0xef, 0xbf, 0xbd];

const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;

/// Whether the packed bytes of a name, which `mask` covers, need no lower-casing: upper-case letters and NUL lack bit
/// 5, non-ASCII bytes have bit 7. Nearly all names pass.
#[inline(always)]
fn is_lowercase(packed: u64, mask: u64) -> bool {
    packed & (EVERY_BYTE * 0xa0) == (EVERY_BYTE * 0x20) & mask
}

/// Lower-cases the ASCII letters among eight packed bytes.
pub(crate) const fn lower_packed(packed: u64) -> u64 {
    let low_bits = packed & (EVERY_BYTE * 0x7f);
    let from_a = low_bits + EVERY_BYTE * (0x80 - b'A' as u64);
    let after_z = low_bits + EVERY_BYTE * (0x7f - b'Z' as u64);
    let upper = (from_a ^ after_z) & !packed & (EVERY_BYTE * 0x80);
    packed | upper >> 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;
    use crate::base::simd::{random_bytes, rounds};

    #[test]
    fn packed_lower_case_is_exact_for_every_byte() {
        for byte in 0..=255u8 {
            for at in 0..8 {
                let packed = u64::from(byte) << (8 * at);
                assert_eq!(lower_packed(packed), u64::from(byte.to_ascii_lowercase()) << (8 * at));
            }
        }
    }

    #[test]
    fn the_key_does_not_depend_on_the_bytes_around() {
        for hay in [&b"xblockquoteDIVp"[..], b"data-testid-aria-labeledby_and-viewBox-2"] {
            for from in 0..hay.len() {
                for end in from..=hay.len() {
                    assert_eq!(name_key_at(hay, from, end), name_key(&hay[from..end]));
                }
            }
        }
    }

    #[test]
    fn nul_in_a_name_is_the_replacement_character() {
        let key = |name: &str| name_key_at(format!("{name} and more").as_bytes(), 0, name.len());
        for (with_nul, replaced) in
            [("a\0b", "a\u{fffd}b"), ("\0", "\u{fffd}"), ("A\0\u{fffd}long-name", "a\u{fffd}\0long-NAME")]
        {
            assert_eq!(key(with_nul), key(replaced), "{with_nul:?}");
            assert_ne!(key(with_nul), key(&replaced.replacen('\u{fffd}', "", 1)), "{with_nul:?}");
            assert!(same_decoded_name(with_nul.as_bytes(), replaced.as_bytes()), "{with_nul:?}");
            assert!(!same_decoded_name(with_nul.as_bytes(), b"a\0c"), "{with_nul:?}");
        }
    }

    #[test]
    fn the_fast_path_agrees_with_the_search() {
        let mut random = Random(3);
        for round in 0..rounds(20_000) {
            let mut hay = random_bytes(&mut random, 1 + round % 20);
            let letters = random.below(hay.len().min(10));
            hay[..letters].fill_with(|| b'a' + random.below(26) as u8);
            let is_end = |byte: u8| matches!(byte, b' ' | b'>' | b'=');
            let len = hay.iter().position(|&byte| is_end(byte));
            let short = short_name_at(&hay, 0, is_end);
            if let Some((key, end)) = short {
                assert_eq!((Some(end), key), (len, name_key(&hay[..end])), "{hay:?}");
            }
            let is_short = hay.len() >= 8 && len == Some(letters) && (1..8).contains(&letters);
            assert!(short.is_some() || !is_short, "{hay:?}");
        }
    }
}
