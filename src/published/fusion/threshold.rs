//! The fusion threshold as an exact fraction, and the slope delta that it limits (Kohlschütter and Nejdl 2008, equation
//! 7).
//!
//! Fractions, not floats, so that a delta right at the threshold is decided alike on every machine.

use std::fmt;

use crate::read::page::Density;

/// The largest slope delta (relative difference of two densities) at which neighbors still fuse: a fraction in `0..=1`.
///
/// The slope delta never exceeds 1, so every threshold above 1 is equivalent to 1: it fuses all neighbors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Threshold {
    numerator: u32,
    denominator: u32,
}

/// Why a number is not a valid threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ThresholdError {
    /// Not a number, or infinite.
    NotFinite,
    /// Less than zero.
    Negative,
    /// A fraction over zero.
    ZeroDenominator,
}

impl fmt::Display for ThresholdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ThresholdError::NotFinite => "a fusion threshold must be a finite number",
            ThresholdError::Negative => "a fusion threshold must not be negative",
            ThresholdError::ZeroDenominator => "a fusion threshold must not have the denominator 0",
        })
    }
}

impl std::error::Error for ThresholdError {}

impl Threshold {
    /// 0.38, the paper's best for the plain and the smoothed method.
    pub const PLAIN: Threshold = Threshold { numerator: 19, denominator: 50 };
    /// 0.60, the paper's best for the rule-based method.
    pub const RULE_BASED: Threshold = Threshold { numerator: 3, denominator: 5 };
    /// 1: all neighbors fuse.
    pub const ALWAYS: Threshold = Threshold { numerator: 1, denominator: 1 };

    /// The fraction `p/q`, reduced to lowest terms; values above 1 are clamped to 1.
    ///
    /// # Errors
    /// [`ThresholdError::ZeroDenominator`] if `q` is 0.
    pub const fn new(p: u32, q: u32) -> Result<Threshold, ThresholdError> {
        if q == 0 {
            return Err(ThresholdError::ZeroDenominator);
        }
        if p >= q {
            return Ok(Threshold::ALWAYS);
        }
        let (mut divisor, mut rest) = (q, p);
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Ok(Threshold { numerator: p / divisor, denominator: q / divisor })
    }

    /// The decimal fraction nearest to the number, to nine places: `0.38` gives 19/50, not the binary fraction that an
    /// `f64` holds. Values above 1 are clamped to 1.
    ///
    /// # Errors
    /// [`ThresholdError::NotFinite`] and [`ThresholdError::Negative`].
    pub fn from_f64(value: f64) -> Result<Threshold, ThresholdError> {
        const PLACES: u32 = 1_000_000_000;
        if !value.is_finite() {
            return Err(ThresholdError::NotFinite);
        }
        if value < 0.0 {
            return Err(ThresholdError::Negative);
        }
        // At most 1e9 after the clamp, so the conversion is exact.
        Threshold::new((value.min(1.0) * f64::from(PLACES)).round() as u32, PLACES)
    }

    /// The numerator, in lowest terms.
    #[cfg(any(test, feature = "capi"))]
    pub const fn numerator(self) -> u32 {
        self.numerator
    }

    /// The denominator, in lowest terms; never 0.
    #[cfg(any(test, feature = "capi"))]
    pub const fn denominator(self) -> u32 {
        self.denominator
    }

    /// Whether the slope delta `|x - y| / max(x, y)` is at most this threshold; the slope delta of two zero densities
    /// is 0.
    #[inline]
    pub fn admits(self, x: Density, y: Density) -> bool {
        let left = u64::from(x.tokens) * u64::from(y.lines);
        let right = u64::from(y.tokens) * u64::from(x.lines);
        u128::from(self.denominator) * u128::from(left.abs_diff(right))
            <= u128::from(self.numerator) * u128::from(left.max(right))
    }
}

impl TryFrom<f64> for Threshold {
    type Error = ThresholdError;

    fn try_from(value: f64) -> Result<Threshold, ThresholdError> {
        Threshold::from_f64(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_numbers_become_the_fractions_that_were_meant() {
        assert_eq!(Threshold::from_f64(0.38), Ok(Threshold::PLAIN));
        assert_eq!(Threshold::from_f64(0.6), Ok(Threshold::RULE_BASED));
        assert_eq!(Threshold::from_f64(0.0), Threshold::new(0, 7));
        assert_eq!(Threshold::from_f64(1e300), Ok(Threshold::ALWAYS));
        assert_eq!(Threshold::from_f64(-0.1), Err(ThresholdError::Negative));
        assert_eq!(Threshold::from_f64(f64::NAN), Err(ThresholdError::NotFinite));
        assert_eq!(Threshold::from_f64(f64::INFINITY), Err(ThresholdError::NotFinite));
        assert_eq!(Threshold::new(1, 0), Err(ThresholdError::ZeroDenominator));
    }

    #[test]
    fn the_limit_itself_is_admitted() {
        let density = |tokens, lines| Density { tokens, lines };
        // 50 and 31 differ by exactly 19/50.
        assert!(Threshold::PLAIN.admits(density(50, 1), density(31, 1)));
        assert!(!Threshold::PLAIN.admits(density(5000, 100), density(3099, 100)));
        assert!(Threshold::new(0, 1).is_ok_and(|zero| zero.admits(density(0, 1), density(0, 3))));
        assert!(!Threshold::RULE_BASED.admits(density(0, 1), density(1, 1)));
        assert!(Threshold::ALWAYS.admits(density(u32::MAX, 1), density(0, u32::MAX)));
    }
}
