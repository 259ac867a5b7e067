//! Sixteen bytes of a text, compared at once, as one bit each.

/// Bytes that are compared at once.
pub(crate) const LANES: usize = 16;

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use portable::{Lanes, load};
#[cfg(target_arch = "x86_64")]
pub(crate) use sse2::{Lanes, load};

/// Asks memory for the bytes around `at`, which may be anywhere; on other processors nothing.
#[inline(always)]
pub(crate) fn prefetch(hay: &[u8], at: usize) {
    let byte = hay.as_ptr().wrapping_add(at);
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: SSE is part of every x86-64 processor; a hint reads nothing, wherever it points.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(byte.cast())
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = byte;
}

#[cfg(target_arch = "x86_64")]
mod sse2 {
    //! SSE2 is part of every x86-64 processor, so no run-time test is needed, and each call below may rely on it.
    use super::LANES;
    use std::arch::x86_64::*;

    #[derive(Clone, Copy)]
    pub struct Lanes(__m128i);

    #[inline(always)]
    pub fn load(hay: &[u8], at: usize) -> Option<Lanes> {
        let chunk = hay.get(at..at.checked_add(LANES)?)?;
        // SAFETY: `chunk` is 16 readable bytes, and the load needs no alignment.
        Some(Lanes(unsafe { _mm_loadu_si128(chunk.as_ptr().cast()) }))
    }

    #[inline(always)]
    fn bits(mask: __m128i) -> u32 {
        // SAFETY: SSE2 is there; the instruction touches registers only.
        unsafe { _mm_movemask_epi8(mask) as u32 }
    }

    #[inline(always)]
    fn equal(x: __m128i, byte: u8) -> __m128i {
        // SAFETY: SSE2 is there; the instructions touch registers only.
        unsafe { _mm_cmpeq_epi8(x, _mm_set1_epi8(byte as i8)) }
    }

    /// Lanes within `low..=high`, compared without sign: `max(x, low) == x` and `min(x, high) == x`.
    #[inline(always)]
    fn within(x: __m128i, low: u8, high: u8) -> __m128i {
        // SAFETY: SSE2 is there; the instructions touch registers only.
        unsafe {
            let above = _mm_cmpeq_epi8(_mm_max_epu8(x, _mm_set1_epi8(low as i8)), x);
            let below = _mm_cmpeq_epi8(_mm_min_epu8(x, _mm_set1_epi8(high as i8)), x);
            _mm_and_si128(above, below)
        }
    }

    impl Lanes {
        #[inline(always)]
        pub fn equal(self, byte: u8) -> u32 {
            bits(equal(self.0, byte))
        }

        #[inline(always)]
        pub fn white_space(self) -> u32 {
            let controls = within(self.0, b'\t', b'\r');
            // SAFETY: SSE2 is there; the instructions touch registers only.
            let spaces = unsafe { _mm_or_si128(_mm_andnot_si128(equal(self.0, 0x0b), controls), equal(self.0, b' ')) };
            bits(spaces)
        }

        /// Bytes below `@`, and bytes outside ASCII.
        #[inline(always)]
        pub fn below_at_sign(self) -> u32 {
            // SAFETY: SSE2 is there; the instructions touch registers only.
            bits(unsafe { _mm_cmplt_epi8(self.0, _mm_set1_epi8(b'@' as i8)) })
        }

        #[inline(always)]
        pub fn alphanumeric(self) -> u32 {
            // SAFETY: SSE2 is there; the instructions touch registers only.
            let folded = unsafe { _mm_or_si128(self.0, _mm_set1_epi8(0x20)) };
            bits(within(folded, b'a', b'z')) | self.digits()
        }

        #[inline(always)]
        pub fn digits(self) -> u32 {
            bits(within(self.0, b'0', b'9'))
        }

        #[inline(always)]
        pub fn upper(self) -> u32 {
            bits(within(self.0, b'A', b'Z'))
        }

        #[inline(always)]
        pub fn lower(self) -> u32 {
            bits(within(self.0, b'a', b'z'))
        }

        #[inline(always)]
        pub fn non_ascii(self) -> u32 {
            bits(self.0)
        }

        /// Control characters: below U+0020, and U+007F.
        #[inline(always)]
        pub fn control(self) -> u32 {
            bits(within(self.0, 0, 0x1f)) | self.equal(0x7f)
        }
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable {
    //! The same sixteen lanes as plain bytes.
    use super::LANES;

    #[derive(Clone, Copy)]
    pub struct Lanes([u8; LANES]);

    #[inline(always)]
    pub fn load(hay: &[u8], at: usize) -> Option<Lanes> {
        hay.get(at..at.checked_add(LANES)?)?.try_into().ok().map(Lanes)
    }

    impl Lanes {
        #[inline(always)]
        fn mask(self, test: impl Fn(u8) -> bool) -> u32 {
            self.0.iter().enumerate().fold(0, |mask, (i, &b)| mask | u32::from(test(b)) << i)
        }
        #[inline(always)]
        pub fn equal(self, byte: u8) -> u32 {
            self.mask(|b| b == byte)
        }
        #[inline(always)]
        pub fn white_space(self) -> u32 {
            self.mask(|b| b.is_ascii_whitespace())
        }
        #[inline(always)]
        pub fn below_at_sign(self) -> u32 {
            self.mask(|b| !(b'@'..0x80).contains(&b))
        }
        #[inline(always)]
        pub fn alphanumeric(self) -> u32 {
            self.mask(|b| b.is_ascii_alphanumeric())
        }
        #[inline(always)]
        pub fn digits(self) -> u32 {
            self.mask(|b| b.is_ascii_digit())
        }
        #[inline(always)]
        pub fn upper(self) -> u32 {
            self.mask(|b| b.is_ascii_uppercase())
        }
        #[inline(always)]
        pub fn lower(self) -> u32 {
            self.mask(|b| b.is_ascii_lowercase())
        }
        #[inline(always)]
        pub fn non_ascii(self) -> u32 {
            self.mask(|b| b >= 0x80)
        }
        #[inline(always)]
        pub fn control(self) -> u32 {
            self.mask(|b| b.is_ascii_control())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::simd::{random_bytes, rounds};

    #[test]
    fn lanes_agree_with_portable_lanes() {
        let mut random = Random(1);
        for _ in 0..rounds(2000) {
            let hay = random_bytes(&mut random, 16);
            let (a, b) = (load(&hay, 0).unwrap(), portable::load(&hay, 0).unwrap());
            assert_eq!(a.white_space(), b.white_space());
            assert_eq!(a.below_at_sign(), b.below_at_sign());
            assert_eq!(a.alphanumeric(), b.alphanumeric());
            assert_eq!((a.upper(), a.lower(), a.digits()), (b.upper(), b.lower(), b.digits()));
            assert_eq!(a.non_ascii(), b.non_ascii());
            assert_eq!(a.control(), b.control());
            assert_eq!(a.equal(b'<'), b.equal(b'<'));
        }
    }
}
