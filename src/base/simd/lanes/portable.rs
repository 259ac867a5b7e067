//! Plain loops over an array, for other processors; compilers turn them into vector instructions where there are any.

use super::{LANES, Vector};
use std::array::from_fn;

#[derive(Clone, Copy)]
pub struct Portable([u8; LANES]);

impl Portable {
    #[inline(always)]
    fn map(self, test: impl Fn(u8) -> bool) -> Portable {
        Portable(self.0.map(|byte| if test(byte) { u8::MAX } else { 0 }))
    }
}

impl Vector for Portable {
    #[inline(always)]
    fn load(bytes: &[u8; LANES]) -> Portable {
        Portable(*bytes)
    }

    #[inline(always)]
    fn splat(byte: u8) -> Portable {
        Portable([byte; LANES])
    }

    #[inline(always)]
    fn or(self, other: Portable) -> Portable {
        Portable(from_fn(|i| self.0[i] | other.0[i]))
    }

    #[inline(always)]
    fn and_not(self, other: Portable) -> Portable {
        Portable(from_fn(|i| self.0[i] & !other.0[i]))
    }

    #[inline(always)]
    fn equal(self, other: Portable) -> Portable {
        Portable(from_fn(|i| if self.0[i] == other.0[i] { u8::MAX } else { 0 }))
    }

    #[inline(always)]
    fn within(self, low: u8, high: u8) -> Portable {
        self.map(|byte| (low..=high).contains(&byte))
    }

    #[inline(always)]
    fn less_signed(self, other: Portable) -> Portable {
        Portable(from_fn(|i| if (self.0[i] as i8) < other.0[i] as i8 { u8::MAX } else { 0 }))
    }

    #[inline(always)]
    fn negative(self) -> Portable {
        self
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        self.0.iter().enumerate().fold(0, |mask, (i, byte)| mask | u32::from(byte >> 7) << i)
    }
}
