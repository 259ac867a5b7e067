//! NEON is part of every AArch64 target that has a standard library, so no run-time detection is needed.

use super::{LANES, Vector};
use std::arch::aarch64::*;

#[derive(Clone, Copy)]
pub struct Neon(uint8x16_t);

impl Vector for Neon {
    #[inline(always)]
    fn load(bytes: &[u8; LANES]) -> Neon {
        // SAFETY: the array is 16 readable bytes, and the load needs no alignment; NEON is available.
        Neon(unsafe { vld1q_u8(bytes.as_ptr()) })
    }

    #[inline(always)]
    fn splat(byte: u8) -> Neon {
        // SAFETY: NEON is available; the instruction touches registers only.
        Neon(unsafe { vdupq_n_u8(byte) })
    }

    #[inline(always)]
    fn or(self, other: Neon) -> Neon {
        // SAFETY: NEON is available; the instruction touches registers only.
        Neon(unsafe { vorrq_u8(self.0, other.0) })
    }

    #[inline(always)]
    fn and_not(self, other: Neon) -> Neon {
        // SAFETY: NEON is available; the instruction touches registers only.
        Neon(unsafe { vbicq_u8(self.0, other.0) })
    }

    #[inline(always)]
    fn equal(self, other: Neon) -> Neon {
        // SAFETY: NEON is available; the instruction touches registers only.
        Neon(unsafe { vceqq_u8(self.0, other.0) })
    }

    #[inline(always)]
    fn within(self, low: u8, high: u8) -> Neon {
        let (low, high) = (Neon::splat(low), Neon::splat(high));
        // SAFETY: NEON is available; the instructions touch registers only.
        Neon(unsafe { vandq_u8(vcgeq_u8(self.0, low.0), vcleq_u8(self.0, high.0)) })
    }

    #[inline(always)]
    fn less_signed(self, other: Neon) -> Neon {
        // SAFETY: NEON is available; the instructions touch registers only.
        Neon(unsafe { vcltq_s8(vreinterpretq_s8_u8(self.0), vreinterpretq_s8_u8(other.0)) })
    }

    #[inline(always)]
    fn negative(self) -> Neon {
        self.less_signed(Neon::splat(0))
    }

    /// NEON has no counterpart of SSE2's `movemask`. Each lane keeps the bit of its index in its half of the vector,
    /// and three pairwise sums gather the bits of each half in a byte.
    #[inline(always)]
    fn bits(self) -> u32 {
        const WEIGHTS: [u8; LANES] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        let weights = Neon::load(&WEIGHTS);
        // SAFETY: NEON is available; the instructions touch registers only.
        unsafe {
            let bits = vandq_u8(self.0, weights.0);
            let pairs = vpaddq_u8(bits, bits);
            let fours = vpaddq_u8(pairs, pairs);
            let halves = vpaddq_u8(fours, fours);
            u32::from(vgetq_lane_u16::<0>(vreinterpretq_u16_u8(halves)))
        }
    }
}
