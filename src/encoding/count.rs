//! Counting bytes of a kind.
//!
//! Written so that the compiler counts sixteen or more at once: the counters of a vector stay as narrow as its
//! elements, as long as no stretch is long enough to overflow one.

/// How many elements a byte-wide counter can take, if each counts for 2 at most.
const STRETCH: usize = 127;

/// The sum of `weight`, which is 2 at most, over all bytes.
pub(super) fn sum_of(bytes: &[u8], weight: impl Fn(u8) -> u8) -> usize {
    let stretch = |bytes: &[u8]| bytes.iter().map(|&byte| weight(byte)).fold(0_u8, u8::wrapping_add);
    bytes.chunks(STRETCH).map(|bytes| usize::from(stretch(bytes))).sum()
}

/// The sum of `weight`, which is 2 at most, over all bytes with the byte after each. The last byte has none and is not
/// counted.
pub(super) fn sum_of_pairs(bytes: &[u8], weight: impl Fn(u8, u8) -> u8) -> usize {
    let after = bytes.get(1..).unwrap_or_default();
    let stretch = |bytes: &[u8], after: &[u8]| {
        bytes.iter().zip(after).map(|(&byte, &next)| weight(byte, next)).fold(0_u8, u8::wrapping_add)
    };
    bytes.chunks(STRETCH).zip(after.chunks(STRETCH)).map(|(bytes, after)| usize::from(stretch(bytes, after))).sum()
}

/// How many characters start in a piece of UTF-8.
pub(super) fn character_starts(text: &[u8]) -> usize {
    sum_of(text, |byte| u8::from(!is_continuation(byte)))
}

/// Whether a byte of UTF-8 is within a character.
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
            assert_eq!(sum_of(&bytes, |_| 2), 2 * length);
            assert_eq!(sum_of_pairs(&bytes, |_, _| 2), 2 * length.saturating_sub(1));
        }
    }

    #[test]
    fn pairs_reach_across_stretches() {
        let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
        assert_eq!(sum_of_pairs(&bytes, |byte, next| u8::from(next == byte.wrapping_add(1))), 999);
        assert_eq!(sum_of_pairs(&bytes, |byte, next| u8::from(byte == 127 && next == 128)), 4);
    }

    #[test]
    fn characters_are_counted_where_they_start() {
        let text = "aé中😀".repeat(100);
        assert_eq!(character_starts(text.as_bytes()), 400);
        assert_eq!(character_starts(&text.as_bytes()[2..]), 398);
    }
}
