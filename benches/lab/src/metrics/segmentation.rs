//! Agreement of two segmentations: the adjusted Rand index and normalized mutual information, by which Kohlschütter and
//! Nejdl 2008 evaluate segmentations.
//!
//! A segmentation is represented by its *label vector*: the number of the segment of each token. The choice of numbers
//! does not matter.

use blockmask::internals::fusion::Segment;

/// The label vector of a page with `tokens` tokens: the segment index of each. Tokens outside all segments share the
/// label `segments.len()`.
pub fn token_labels(segments: &[Segment], tokens: usize) -> Vec<u32> {
    let mut labels = vec![segments.len() as u32; tokens];
    for (segment, index) in segments.iter().zip(0u32..) {
        let end = (segment.tokens.1 as usize).min(tokens);
        let start = (segment.tokens.0 as usize).min(end);
        labels[start..end].fill(index);
    }
    labels
}

/// The adjusted Rand index of Hubert and Arabie 1985: 1 for equal partitions, about 0 for independent ones, possibly
/// negative. Equal trivial partitions, and fewer than two tokens, give 1. `None` if the lengths differ.
pub fn adjusted_rand(x: &[u32], y: &[u32]) -> Option<f64> {
    let table = Contingency::new(x, y)?;
    let pairs = |counts: &[u64]| counts.iter().map(|&count| choose_two(count)).sum::<u128>();
    let (both, left, right) = (pairs(&table.joint), pairs(&table.left), pairs(&table.right));
    let all = choose_two(x.len() as u64);
    // (both - left * right / all) / ((left + right) / 2 - left * right / all), scaled by 2 * all to integers. With up
    // to 2^31 labels each product is below 2^125.
    let chance = 2 * left * right;
    let numerator = (2 * both * all) as i128 - chance as i128;
    let denominator = ((left + right) * all) as i128 - chance as i128;
    if denominator == 0 {
        return Some(1.0);
    }
    Some(numerator as f64 / denominator as f64)
}

/// The normalized mutual information of Strehl and Ghosh 2002, `I(X, Y) / sqrt(H(X) H(Y))`, in `0..=1`: 1 if both
/// partitions have only one class, 0 if one of them has. `None` if the lengths differ.
pub fn normalized_mutual_information(x: &[u32], y: &[u32]) -> Option<f64> {
    let table = Contingency::new(x, y)?;
    if table.left.len() < 2 || table.right.len() < 2 {
        return Some(if table.left.len() == table.right.len() { 1.0 } else { 0.0 });
    }
    let n = x.len() as f64;
    let (left, right, joint) = (entropy(&table.left, n), entropy(&table.right, n), entropy(&table.joint, n));
    // I = H(X) + H(Y) - H(X, Y); rounding errors may exceed the range.
    Some(((left + right - joint) / (left * right).sqrt()).clamp(0.0, 1.0))
}

/// The contingency table: the frequencies of labels and of pairs of labels, without zeros.
struct Contingency {
    left: Vec<u64>,
    right: Vec<u64>,
    joint: Vec<u64>,
}

impl Contingency {
    fn new(x: &[u32], y: &[u32]) -> Option<Contingency> {
        if x.len() != y.len() {
            return None;
        }
        let joint = x.iter().zip(y).map(|(&x, &y)| (u64::from(x) << 32) | u64::from(y));
        Some(Contingency {
            left: frequencies(x.iter().map(|&label| u64::from(label))),
            right: frequencies(y.iter().map(|&label| u64::from(label))),
            joint: frequencies(joint),
        })
    }
}

/// The frequency of each value, in order of the values.
fn frequencies(values: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut values: Vec<u64> = values.collect();
    values.sort_unstable();
    values.chunk_by(|a, b| a == b).map(|equal| equal.len() as u64).collect()
}

/// The number of pairs of `n` items.
fn choose_two(n: u64) -> u128 {
    u128::from(n) * u128::from(n.saturating_sub(1)) / 2
}

/// The entropy of a partition of `n` items, in nats.
fn entropy(counts: &[u64], n: f64) -> f64 {
    counts
        .iter()
        .map(|&count| {
            let share = count as f64 / n;
            -share * share.ln()
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The reference implementation of both metrics, by their definitions.
    fn naive(x: &[u32], y: &[u32]) -> (f64, f64) {
        let n = x.len();
        let (mut both, mut left, mut right) = (0.0, 0.0, 0.0);
        for i in 0..n {
            for j in 0..i {
                left += f64::from(u8::from(x[i] == x[j]));
                right += f64::from(u8::from(y[i] == y[j]));
                both += f64::from(u8::from(x[i] == x[j] && y[i] == y[j]));
            }
        }
        let chance = left * right / (n * (n - 1) / 2) as f64;
        let count = |a: &[u32], label| a.iter().filter(|&&l| l == label).count() as f64;
        let (mut information, mut h_x, mut h_y) = (0.0, 0.0, 0.0);
        for i in 0..n {
            let together = x.iter().zip(y).filter(|&(&a, &b)| a == x[i] && b == y[i]).count() as f64;
            let (a, b, n) = (count(x, x[i]), count(y, y[i]), n as f64);
            information += (n * together / (a * b)).ln() / n;
            h_x -= (a / n).ln() / n;
            h_y -= (b / n).ln() / n;
        }
        ((both - chance) / ((left + right) / 2.0 - chance), information / (h_x * h_y).sqrt())
    }

    fn close(a: Option<f64>, b: f64) -> bool {
        a.is_some_and(|a| (a - b).abs() < 1e-9)
    }

    #[test]
    fn two_and_three_classes() {
        let (x, y) = ([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]);
        assert!(close(adjusted_rand(&x, &y), 8.0 / 33.0));
        assert!(normalized_mutual_information(&x, &y).is_some_and(|nmi| (nmi - 0.529541).abs() < 5e-7));
    }

    #[test]
    fn trivial_partitions() {
        assert_eq!(adjusted_rand(&[], &[]), Some(1.0));
        assert_eq!(adjusted_rand(&[4], &[9]), Some(1.0));
        assert_eq!(adjusted_rand(&[1, 1, 1], &[2, 2, 2]), Some(1.0));
        assert_eq!(adjusted_rand(&[1, 2, 3], &[5, 6, 7]), Some(1.0));
        assert_eq!(adjusted_rand(&[1, 2, 3], &[0, 0, 0]), Some(0.0));
        assert_eq!(normalized_mutual_information(&[], &[]), Some(1.0));
        assert_eq!(normalized_mutual_information(&[1, 1], &[0, 0]), Some(1.0));
        assert_eq!(normalized_mutual_information(&[1, 2], &[0, 0]), Some(0.0));
        assert_eq!(adjusted_rand(&[1], &[]), None);
        assert_eq!(normalized_mutual_information(&[1], &[]), None);
    }

    #[test]
    fn random_partitions_agree_with_the_definitions() {
        let mut random = Random(7);
        for _ in 0..300 {
            let n = 8 + random.below(40);
            let classes = 2 + random.below(5);
            let mut x: Vec<u32> = (0..n).map(|_| random.below(classes)).collect();
            let mut y: Vec<u32> = (0..n).map(|_| random.below(classes)).collect();
            (x[0], x[1], y[0], y[1]) = (0, 1, 1, 0);
            let (rand, nmi) = naive(&x, &y);
            assert!(close(adjusted_rand(&x, &y), rand) && close(normalized_mutual_information(&x, &y), nmi));
            // Symmetric, 1 for equal partitions, and invariant under renaming of labels.
            assert_eq!(adjusted_rand(&x, &y), adjusted_rand(&y, &x));
            assert!(close(normalized_mutual_information(&y, &x), nmi));
            let renamed: Vec<u32> = x.iter().map(|&label| 1000 - 7 * label).collect();
            assert_eq!(adjusted_rand(&x, &renamed), Some(1.0));
            assert!(close(normalized_mutual_information(&x, &renamed), 1.0));
            assert_eq!(adjusted_rand(&renamed, &y), adjusted_rand(&x, &y));
            assert!(close(normalized_mutual_information(&renamed, &y), nmi));
        }
    }

    #[test]
    fn labels_cover_all_tokens() {
        let part = |tokens| Segment { tokens, ..Segment::default() };
        assert_eq!(token_labels(&[part((0, 2)), part((2, 3)), part((4, 9))], 6), [0, 0, 1, 3, 2, 2]);
        assert_eq!(token_labels(&[], 0), [0u32; 0]);
    }
}
