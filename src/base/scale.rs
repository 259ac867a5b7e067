//! Quantization of features: the scales that map counts and shares to a byte, in integers only, so that learned models
//! give the same answers on every machine.

/// `16 * log2(x + 1)`, with linear interpolation between powers of two; 255 for 2^16 and more.
#[inline]
pub(crate) fn log(x: u32) -> u8 {
    let x = u64::from(x) + 1;
    let octave = u64::from(x.ilog2());
    let fraction = ((x << 4) >> octave) & 15;
    (octave * 16 + fraction).min(255) as u8
}

/// `1024 * log2(x)`, with linear interpolation between powers of two; 0 for 0.
pub(crate) fn log2(x: u128) -> i64 {
    let octave = x.checked_ilog2().unwrap_or(0);
    let fraction = if octave < 10 { x << (10 - octave) } else { x >> (octave - 10) };
    i64::from(octave) * 1024 + (fraction as i64 & 1023)
}

/// `part / whole` in 255ths; 0 of nothing.
#[inline]
pub(crate) fn share(part: u32, whole: u32) -> u8 {
    part_of(255, part, whole)
}

/// [`share`] for many parts of one whole: multiplies instead of dividing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole {
    whole: u32,
    /// 2^63 divided by the whole, rounded up.
    factor: u64,
}

impl Whole {
    pub(crate) fn new(whole: u32) -> Whole {
        Whole { whole, factor: (1u64 << 63).div_ceil(u64::from(whole.max(1))) }
    }

    /// `part / whole` in 255ths; 0 of nothing.
    #[inline]
    pub(crate) fn share(self, part: u32) -> u8 {
        match part.checked_mul(255) {
            // Exact, as rounding adds less than the whole to the factor: the product exceeds the quotient by less than
            // a part in `whole`, because the numerator times the whole is below 2^63.
            Some(product) if self.whole.wrapping_sub(1) < 1 << 31 => {
                ((u128::from(product) * u128::from(self.factor)) >> 63).min(255) as u8
            }
            _ => share(part, self.whole),
        }
    }
}

/// `part / whole` in units of `1 / one`, at most 255; 0 of nothing.
#[inline]
pub(crate) fn part_of(one: u32, part: u32, whole: u32) -> u8 {
    // Branchless, as whether there is a whole is unpredictable: divides by 1 instead of 0, and masks the result.
    let divisor = whole.max(1);
    let quotient = match part.checked_mul(one) {
        // 32-bit division is twice as fast.
        Some(product) => (product / divisor).min(255) as u8,
        None => (u64::from(part) * u64::from(one) / u64::from(divisor)).min(255) as u8,
    };
    quotient & 0u8.wrapping_sub(u8::from(whole != 0))
}

/// A small count, at most 255.
#[inline]
pub(crate) fn count(x: u32) -> u8 {
    x.min(255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;

    #[test]
    fn logarithms_ascend_and_stay_in_a_byte() {
        assert_eq!([0, 1, 2, 3, 7, 65_535, u32::MAX].map(log), [0, 16, 24, 32, 48, 255, 255]);
        for x in 0..100_000 {
            assert!(log(x) <= log(x + 1), "{x}");
            let exact = 16.0 * f64::from(x + 1).log2();
            assert!((f64::from(log(x)) - exact.min(255.0)).abs() < 2.5, "{x}");
        }
    }

    #[test]
    fn logarithms_of_large_numbers() {
        assert_eq!([0, 1, 2, 3, 4, 1 << 40, u128::MAX].map(log2), [0, 0, 1024, 1536, 2048, 40 * 1024, 128 * 1024 - 1]);
    }

    #[test]
    fn shares_of_one_whole() {
        let mut random = Random(9);
        for round in 0..20_000 {
            let [part, whole] = [0, 0].map(|_| random.next() as u32 >> random.below(32u32));
            // Where the quotient is an integer, or just below one.
            let part = if round % 2 == 0 { part } else { (u64::from(whole) * u64::from(part % 300) / 255) as u32 };
            for part in [part, part.wrapping_sub(1)] {
                assert_eq!(Whole::new(whole).share(part), share(part, whole), "{part} of {whole}");
            }
        }
    }

    #[test]
    fn shares() {
        assert_eq!([share(0, 0), share(1, 0), share(1, 2), share(2, 2), share(9, 2)], [0, 0, 127, 255, 255]);
        assert_eq!(share(u32::MAX, u32::MAX), 255);
    }
}
