//! Probabilities of scores, in integers, so that they are the same on every machine.

/// A score of 1.
const UNIT: i64 = 1024;

/// Weights in proportion to the probabilities, the largest 2^31. Scores are logarithms of the probabilities in units of
/// 2^-10, up to a common constant.
///
/// The exponential function is the product of two table lookups, for the integer part and for 64ths.
pub(crate) fn softmax<const N: usize>(scores: [i32; N]) -> [u64; N] {
    const WHOLE: [u64; 24] = powers(790_015_084);
    const SIXTY_FOURTHS: [u64; 64] = powers(2_114_190_000);
    let best = scores.into_iter().max().unwrap_or_default();
    scores.map(|score| {
        let below = (i64::from(best) - i64::from(score)) * 64 / UNIT;
        let whole = WHOLE.get((below / 64) as usize).copied().unwrap_or_default();
        (whole * SIXTY_FOURTHS[(below % 64) as usize]) >> 31
    })
}

/// The powers of a fraction of 2^31, from the zeroth on.
const fn powers<const N: usize>(base: u64) -> [u64; N] {
    let mut powers = [1 << 31; N];
    let mut i = 1;
    while i < N {
        powers[i] = (powers[i - 1] * base) >> 31;
        i += 1;
    }
    powers
}
