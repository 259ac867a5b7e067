//! FNV-1a with 64 bits (Fowler, Noll and Vo): a stable hash for checksums and for short or rare input.

/// The hash of some bytes.
pub(crate) fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    /// From the authors' test vectors.
    #[test]
    fn published_test_vectors() {
        for (text, hash) in
            [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
        {
            assert_eq!(super::hash(text.bytes()), hash, "{text}");
        }
    }
}
