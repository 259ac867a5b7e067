//! Counting bytes that meet a condition, in loops that the compiler vectorizes.
//!
//! The counters are as narrow as the elements, so that a vector counts sixteen or more at once; a chunk is short enough
//! that none of them overflows.

/// Elements that a byte-wide counter can count without overflow if each has a weight of at most 2.
const CHUNK: usize = 127;

/// The sum of `weight`, which is at most 2, over all bytes.
pub(super) fn sum_bytes(bytes: &[u8], weight: impl Fn(u8) -> u8) -> usize {
    let chunk_sum = |bytes: &[u8]| bytes.iter().map(|&byte| weight(byte)).fold(0_u8, u8::wrapping_add);
    bytes.chunks(CHUNK).map(|bytes| usize::from(chunk_sum(bytes))).sum()
}

/// The sum of `weight`, which is at most 2, over all pairs of a byte and the next one.
pub(super) fn sum_pairs(bytes: &[u8], weight: impl Fn(u8, u8) -> u8) -> usize {
    let after = bytes.get(1..).unwrap_or_default();
    let chunk_sum = |bytes: &[u8], after: &[u8]| {
        bytes.iter().zip(after).map(|(&byte, &next)| weight(byte, next)).fold(0_u8, u8::wrapping_add)
    };
    bytes.chunks(CHUNK).zip(after.chunks(CHUNK)).map(|(bytes, after)| usize::from(chunk_sum(bytes, after))).sum()
}

/// The number of characters that start in UTF-8 text.
pub(super) fn count_characters(text: &[u8]) -> usize {
    sum_bytes(text, |byte| u8::from(!is_continuation(byte)))
}

/// Whether a byte of UTF-8 is a continuation byte.
pub(super) fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_do_not_overflow() {
        for length in [0, 1, 126, 127, 128, 254, 255, 256, 1000] {
            let bytes = vec![0xFF; length];
            assert_eq!(sum_bytes(&bytes, |_| 2), 2 * length);
            assert_eq!(sum_pairs(&bytes, |_, _| 2), 2 * length.saturating_sub(1));
        }
    }

    #[test]
    fn pairs_across_chunks_are_counted() {
        let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
        assert_eq!(sum_pairs(&bytes, |byte, next| u8::from(next == byte.wrapping_add(1))), 999);
        assert_eq!(sum_pairs(&bytes, |byte, next| u8::from(byte == 127 && next == 128)), 4);
    }

    #[test]
    fn characters_are_counted_by_their_lead_bytes() {
        let text = "aé中😀".repeat(100);
        assert_eq!(count_characters(text.as_bytes()), 400);
        assert_eq!(count_characters(&text.as_bytes()[2..]), 398);
    }
}
