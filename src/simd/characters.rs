//! Counts the characters of a text by kind, sixteen bytes at a time.

use super::LANES;

/// How many kinds there are.
pub(crate) const KINDS: usize = 8;

/// How many bytes of each kind a text has:
///
/// | at | kind |
/// |---:|---|
/// | 0 | `.` `!` `?` |
/// | 1 | `,` `;` `:` |
/// | 2 | other printable ASCII |
/// | 3 | digits |
/// | 4 | capitals |
/// | 5 | small letters and bytes from 0xc2, at the start of the text or behind a space |
/// | 6 | capitals there |
/// | 7 | `$` |
pub(crate) fn count_kinds(text: &[u8]) -> [u32; KINDS] {
    let mut counts = [0; KINDS];
    let mut before = b' ';
    // A lane counts up to 255.
    for part in text.chunks(255 * LANES) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: every x86-64 processor has SSE2.
        let of_part = unsafe { sse2::count_kinds(part, before) };
        #[cfg(not(target_arch = "x86_64"))]
        let of_part = portable::count_kinds(part, before);
        counts.iter_mut().zip(of_part).for_each(|(count, more)| *count += more);
        before = part[part.len() - 1];
    }
    counts
}

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use super::{KINDS, LANES};
    use std::arch::x86_64::*;

    /// Of at most 255 times sixteen bytes, behind the byte `before`.
    #[target_feature(enable = "sse2")]
    pub fn count_kinds(text: &[u8], before: u8) -> [u32; KINDS] {
        let (whole, rest) = text.as_chunks::<LANES>();
        let mut counters = [_mm_setzero_si128(); KINDS];
        let mut before = i32::from(before);
        for bytes in whole {
            add(&mut counters, load(bytes), before);
            before = i32::from(bytes[LANES - 1]);
        }
        if !rest.is_empty() {
            // Zeros are of no kind.
            let mut padded = [0; LANES];
            padded[..rest.len()].copy_from_slice(rest);
            add(&mut counters, load(&padded), before);
        }
        counters.map(|counter| sum(counter))
    }

    #[target_feature(enable = "sse2")]
    fn add(counters: &mut [__m128i; KINDS], x: __m128i, before: i32) {
        let is = |byte: u8| _mm_cmpeq_epi8(x, _mm_set1_epi8(byte as i8));
        let within = |low: u8, high: u8| {
            let above = _mm_sub_epi8(x, _mm_set1_epi8(low as i8));
            _mm_cmpeq_epi8(_mm_min_epu8(above, _mm_set1_epi8((high - low) as i8)), above)
        };
        let or = |a: __m128i, b: __m128i| _mm_or_si128(a, b);
        let shifted = or(_mm_slli_si128(x, 1), _mm_cvtsi32_si128(before));
        let at_start = _mm_cmpeq_epi8(shifted, _mm_set1_epi8(b' ' as i8));
        let enders = or(or(is(b'.'), is(b'!')), is(b'?'));
        let commas = or(within(b':', b';'), is(b','));
        let (digits, upper, lower) = (within(b'0', b'9'), within(b'A', b'Z'), within(b'a', b'z'));
        let money = is(b'$');
        let others = or(or(or(enders, commas), or(digits, upper)), or(lower, money));
        let symbols = _mm_andnot_si128(others, within(b'!', b'~'));
        let begins_lower = _mm_and_si128(at_start, or(lower, within(0xc2, 0xff)));
        let begins_upper = _mm_and_si128(at_start, upper);
        let kinds = [enders, commas, symbols, digits, upper, begins_lower, begins_upper, money];
        // A lane that is of the kind is -1.
        counters.iter_mut().zip(kinds).for_each(|(counter, kind)| *counter = _mm_sub_epi8(*counter, kind));
    }

    #[target_feature(enable = "sse2")]
    fn sum(counter: __m128i) -> u32 {
        let halves = _mm_sad_epu8(counter, _mm_setzero_si128());
        (_mm_cvtsi128_si32(halves) + _mm_cvtsi128_si32(_mm_srli_si128(halves, 8))) as u32
    }

    #[target_feature(enable = "sse2")]
    fn load(bytes: &[u8; LANES]) -> __m128i {
        // SAFETY: the array is 16 readable bytes, and the load needs no alignment.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable {
    use super::KINDS;

    /// The same, byte by byte.
    pub fn count_kinds(text: &[u8], mut before: u8) -> [u32; KINDS] {
        let mut counts = [0; KINDS];
        for &byte in text {
            let at_start = before == b' ';
            match byte {
                b'.' | b'!' | b'?' => counts[0] += 1,
                b',' | b';' | b':' => counts[1] += 1,
                b'$' => counts[7] += 1,
                b'0'..=b'9' => counts[3] += 1,
                b'A'..=b'Z' => {
                    counts[4] += 1;
                    counts[6] += u32::from(at_start);
                }
                b'a'..=b'z' | 0xc2..=0xff => counts[5] += u32::from(at_start),
                b'!'..=b'~' => counts[2] += 1,
                _ => {}
            }
            before = byte;
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::simd::{random_bytes, rounds};

    #[test]
    fn kinds_by_hand() {
        assert_eq!(count_kinds(b"Buy it, (New) for $12.!"), [2, 1, 2, 2, 2, 2, 1, 1]);
        assert_eq!(count_kinds("\u{e9}t\u{e9} a b".as_bytes()), [0, 0, 0, 0, 0, 3, 0, 0]);
        assert_eq!(count_kinds(&b".".repeat(100_000)), [100_000, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn both_ways_count_the_same() {
        let mut random = Random(11);
        for round in 0..rounds(2000) {
            let mut text = random_bytes(&mut random, round % 200);
            text.iter_mut().step_by(3).for_each(|byte| *byte = byte.wrapping_add(round as u8));
            assert_eq!(count_kinds(&text), portable::count_kinds(&text, b' '), "{text:?}");
        }
        let long = random_bytes(&mut random, 20_000);
        assert_eq!(count_kinds(&long), portable::count_kinds(&long, b' '));
    }
}
