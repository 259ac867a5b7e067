//! FNV-1a with 64 bits (Fowler, Noll and Vo): a stable hash for checksums and for short or rare input.

/// The hash of no bytes.
pub(crate) const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash of some bytes.
pub(crate) fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(EMPTY, step)
}

/// [`hash`] in constants.
pub(crate) const fn hash_bytes(bytes: &[u8]) -> u64 {
    let (mut hash, mut i) = (EMPTY, 0);
    while i < bytes.len() {
        hash = step(hash, bytes[i]);
        i += 1;
    }
    hash
}

/// The hash of one more byte.
pub(crate) const fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ byte as u64).wrapping_mul(0x0100_0000_01b3)
}

#[cfg(test)]
mod tests {
    /// From the authors' test vectors.
    #[test]
    fn published_test_vectors() {
        for (text, hash) in
            [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
        {
            assert_eq!((super::hash(text.bytes()), super::hash_bytes(text.as_bytes())), (hash, hash), "{text}");
        }
    }
}
