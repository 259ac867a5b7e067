//! SSE2 is part of every x86-64 processor, so no run-time detection is needed.

use super::{LANES, Vector};
use std::arch::x86_64::*;

#[derive(Clone, Copy)]
pub struct Sse2(__m128i);

impl Vector for Sse2 {
    #[inline(always)]
    fn load(bytes: &[u8; LANES]) -> Sse2 {
        // SAFETY: the array is 16 readable bytes, and the load needs no alignment; SSE2 is available.
        Sse2(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn splat(byte: u8) -> Sse2 {
        // SAFETY: SSE2 is available; the instruction touches registers only.
        Sse2(unsafe { _mm_set1_epi8(byte as i8) })
    }

    #[inline(always)]
    fn or(self, other: Sse2) -> Sse2 {
        // SAFETY: SSE2 is available; the instruction touches registers only.
        Sse2(unsafe { _mm_or_si128(self.0, other.0) })
    }

    #[inline(always)]
    fn and_not(self, other: Sse2) -> Sse2 {
        // SAFETY: SSE2 is available; the instruction touches registers only.
        Sse2(unsafe { _mm_andnot_si128(other.0, self.0) })
    }

    #[inline(always)]
    fn equal(self, other: Sse2) -> Sse2 {
        // SAFETY: SSE2 is available; the instruction touches registers only.
        Sse2(unsafe { _mm_cmpeq_epi8(self.0, other.0) })
    }

    /// SSE2 compares for order only with a sign: `max(x, low) == x` and `min(x, high) == x` instead.
    #[inline(always)]
    fn within(self, low: u8, high: u8) -> Sse2 {
        let (low, high) = (Sse2::splat(low), Sse2::splat(high));
        // SAFETY: SSE2 is available; the instructions touch registers only.
        unsafe {
            let above = _mm_cmpeq_epi8(_mm_max_epu8(self.0, low.0), self.0);
            let below = _mm_cmpeq_epi8(_mm_min_epu8(self.0, high.0), self.0);
            Sse2(_mm_and_si128(above, below))
        }
    }

    #[inline(always)]
    fn less_signed(self, other: Sse2) -> Sse2 {
        // SAFETY: SSE2 is available; the instruction touches registers only.
        Sse2(unsafe { _mm_cmplt_epi8(self.0, other.0) })
    }

    #[inline(always)]
    fn negative(self) -> Sse2 {
        self
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        // SAFETY: SSE2 is available; the instruction touches registers only.
        unsafe { _mm_movemask_epi8(self.0) as u32 }
    }
}
