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

/// `part / whole` in 255ths; 0 of nothing.
#[inline]
pub(crate) fn share(part: u32, whole: u32) -> u8 {
    part_of(255, part, whole)
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
    fn shares() {
        assert_eq!([share(0, 0), share(1, 0), share(1, 2), share(2, 2), share(9, 2)], [0, 0, 127, 255, 255]);
        assert_eq!(share(u32::MAX, u32::MAX), 255);
    }
}
