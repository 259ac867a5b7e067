//! Thirty-two rows of bytes down symmetric decision trees, side by side.
//!
//! All nodes of a level of a symmetric tree ask the same question, so the four answers, as bits, are the number of the
//! leaf. With AVX2 a question takes one comparison for all rows, and a leaf two byte shuffles. Both ways give the same
//! sums.

/// Rows that are scored at once.
pub(crate) const ROWS: usize = 32;
/// Questions of a tree.
pub(crate) const DEPTH: usize = 4;
/// Leaves of a tree.
pub(crate) const LEAVES: usize = 1 << DEPTH;
/// Bytes of a tree.
pub(crate) const TREE: usize = 2 * DEPTH + 2 * LEAVES;

/// A tree: pairs of a feature and a threshold, one for each bit of a leaf's number, lowest first; then the lower bytes of
/// the leaves' values, and the upper ones. A bit is set if the feature is above the threshold.
pub(crate) type Tree = [u8; TREE];

/// The questions of a tree, as features and thresholds.
pub(crate) fn questions(tree: &Tree) -> &[[u8; 2]] {
    tree[..2 * DEPTH].as_chunks().0
}

/// The value of a leaf, below [`LEAVES`].
#[inline]
pub(crate) fn leaf(tree: &Tree, number: usize) -> i16 {
    i16::from_le_bytes([tree[2 * DEPTH + number], tree[2 * DEPTH + LEAVES + number]])
}

/// For every row the sum of its leaves in all trees, and `bias`. `features` holds for each feature its value in every row.
///
/// # Panics
/// If a tree asks for a feature that there is not.
pub(crate) fn scores(bias: i32, trees: &[Tree], features: &[[u8; ROWS]]) -> [i32; ROWS] {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::scores(bias, trees, features) };
    }
    portable_scores(bias, trees, features)
}

#[cfg_attr(target_arch = "x86_64", cold)]
fn portable_scores(bias: i32, trees: &[Tree], features: &[[u8; ROWS]]) -> [i32; ROWS] {
    let mut sums = [bias; ROWS];
    for tree in trees {
        let mut numbers = [0u8; ROWS];
        for (level, &[feature, threshold]) in questions(tree).iter().enumerate() {
            for (number, &value) in numbers.iter_mut().zip(&features[usize::from(feature)]) {
                *number |= u8::from(value > threshold) << level;
            }
        }
        for (sum, &number) in sums.iter_mut().zip(&numbers) {
            *sum += i32::from(leaf(tree, usize::from(number) % LEAVES));
        }
    }
    sums
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{DEPTH, LEAVES, ROWS, Tree, questions};
    use std::arch::x86_64::*;

    /// See [`super::scores`].
    #[target_feature(enable = "avx2")]
    pub fn scores(bias: i32, trees: &[Tree], features: &[[u8; ROWS]]) -> [i32; ROWS] {
        let mut sums = [_mm256_set1_epi32(bias); 4];
        let (pairs, odd) = trees.as_chunks::<2>();
        for [a, b] in pairs {
            add(&mut sums, leaves(a, features), leaves(b, features));
        }
        if let [last] = odd {
            let none = [_mm256_setzero_si256(); 2];
            add(&mut sums, leaves(last, features), none);
        }
        in_order(&sums)
    }

    /// The values of the leaves that the rows reach, as 16 bits each: rows 0 to 7 and 16 to 23, then the others.
    #[target_feature(enable = "avx2")]
    fn leaves(tree: &Tree, features: &[[u8; ROWS]]) -> [__m256i; 2] {
        let mut number = _mm256_setzero_si256();
        for (level, &[feature, threshold]) in questions(tree).iter().enumerate() {
            let threshold = _mm256_set1_epi8(threshold as i8);
            let values = load_32(&features[usize::from(feature)]);
            let is_below = _mm256_cmpeq_epi8(_mm256_max_epu8(values, threshold), threshold);
            number = _mm256_or_si256(number, _mm256_andnot_si256(is_below, _mm256_set1_epi8(1 << level)));
        }
        let bytes = tree[2 * DEPTH..].as_chunks::<LEAVES>().0;
        let [low, high] = [0, 1].map(|half| _mm256_shuffle_epi8(load_16_twice(&bytes[half]), number));
        [_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high)]
    }

    /// Adds the leaves of two trees to the sums; pairs of 16 bits are added in 32, so that nothing overflows.
    #[target_feature(enable = "avx2")]
    fn add(sums: &mut [__m256i; 4], a: [__m256i; 2], b: [__m256i; 2]) {
        let ones = _mm256_set1_epi16(1);
        for half in 0..2 {
            let pairs = [_mm256_unpacklo_epi16(a[half], b[half]), _mm256_unpackhi_epi16(a[half], b[half])];
            for (sum, pair) in sums[2 * half..].iter_mut().zip(pairs) {
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pair, ones));
            }
        }
    }

    /// Unpacking works in halves of 128 bits: each of the four sums holds four rows of the first sixteen and four of the
    /// others.
    #[target_feature(enable = "avx2")]
    fn in_order(sums: &[__m256i; 4]) -> [i32; ROWS] {
        let mut rows = [0; ROWS];
        for (part, sum) in sums.iter().enumerate() {
            let mut eight = [0i32; 8];
            // SAFETY: `eight` has room for 32 bytes, and the store needs no alignment.
            unsafe { _mm256_storeu_si256(eight.as_mut_ptr().cast(), *sum) };
            let (first, second) = eight.split_at(4);
            rows[4 * part..4 * part + 4].copy_from_slice(first);
            rows[16 + 4 * part..16 + 4 * part + 4].copy_from_slice(second);
        }
        rows
    }

    #[target_feature(enable = "avx2")]
    fn load_32(bytes: &[u8; 32]) -> __m256i {
        // SAFETY: the array is 32 readable bytes, and the load needs no alignment.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }

    #[target_feature(enable = "avx2")]
    fn load_16_twice(bytes: &[u8; 16]) -> __m256i {
        // SAFETY: the array is 16 readable bytes, and the load needs no alignment.
        _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::simd::rounds;

    #[test]
    fn a_tree_by_hand() {
        let mut tree = [0; TREE];
        tree[..4].copy_from_slice(&[0, 9, 1, 0]);
        // Feature 0 above 9 is bit 0, feature 1 above 0 is bit 1; the others ask feature 0 above 0.
        (4..2 * DEPTH).step_by(2).for_each(|at| tree[at + 1] = 255);
        for (number, value) in [(0, -2i16), (1, 300), (2, -300), (3, 7)] {
            let [low, high] = value.to_le_bytes();
            (tree[2 * DEPTH + number], tree[2 * DEPTH + LEAVES + number]) = (low, high);
        }
        let mut features = [[0; ROWS]; 2];
        (features[0][1], features[0][2], features[0][3]) = (10, 9, 255);
        (features[1][2], features[1][3]) = (1, 255);
        let sums = scores(1000, &[tree; 3], &features);
        assert_eq!(sums[..5], [994, 1900, 100, 1021, 994]);
    }

    #[test]
    fn both_ways_give_the_same_sums() {
        let mut random = Random(7);
        for round in 0..rounds(400) {
            let count = 1 + round % 20;
            let features: Vec<[u8; ROWS]> = (0..count).map(|_| std::array::from_fn(|_| random.next() as u8)).collect();
            let trees: Vec<Tree> = (0..round % 9)
                .map(|_| {
                    let mut tree: Tree = std::array::from_fn(|_| random.next() as u8);
                    (0..2 * DEPTH).step_by(2).for_each(|at| tree[at] %= count as u8);
                    tree
                })
                .collect();
            assert_eq!(scores(-5, &trees, &features), portable_scores(-5, &trees, &features));
        }
    }
}
